//! A table, as text for a terminal, as Markdown and as CSV.

use serde::{Deserialize, Serialize};

/// A table of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows, each with a cell a column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    /// For a terminal: columns in line, numbers to the right.
    #[must_use]
    pub fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for line in self.lines() {
            let cells = line.iter().zip(&widths).map(|(cell, width)| {
                if is_number(cell) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// For a terminal of so many columns: where the table is wider, its columns follow in further blocks, each with the first
    /// column again. A column that is wider than that for itself stays whole.
    #[must_use]
    pub fn text_within(&self, most: usize) -> String {
        let widths = self.widths();
        let first = widths.first().copied().unwrap_or(0);
        let mut blocks: Vec<(usize, Vec<usize>)> = Vec::new();
        for (column, width) in widths.iter().enumerate().skip(1) {
            match blocks.last_mut() {
                Some((taken, block)) if *taken + 2 + width <= most => {
                    *taken += 2 + width;
                    block.push(column);
                }
                _ => blocks.push((first + 2 + width, vec![0, column])),
            }
        }
        if blocks.len() < 2 {
            return self.text();
        }
        let of = |line: &Vec<String>, columns: &[usize]| -> Vec<String> {
            columns.iter().filter_map(|column| line.get(*column)).cloned().collect()
        };
        let texts = blocks.iter().map(|(_, block)| {
            let rows = self.rows.iter().map(|row| of(row, block)).collect();
            Self { columns: of(&self.columns, block), rows }.text()
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Characters of the widest cell of each column.
    fn widths(&self) -> Vec<usize> {
        let width =
            |column: usize| self.lines().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
        (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect()
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.columns.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.columns) + &rule + &rows
    }

    /// As comma-separated values (RFC 4180).
    ///
    /// # Panics
    /// Never: cells are text, and memory takes all of it.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        self.lines().for_each(|line| writer.write_record(line).expect("memory takes every row"));
        let bytes = writer.into_inner().expect("memory takes every row");
        String::from_utf8(bytes).expect("cells are text")
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.columns).chain(&self.rows)
    }
}

/// Whether a cell is set as numbers are.
pub(crate) fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["name", "value"]);
        table.rows.push(vec!["a, b|c".into(), "1.5".into()]);
        table.rows.push(vec!["d".into(), "-20".into()]);
        table
    }

    #[test]
    fn a_wide_table_goes_on_below() {
        let mut table = Table::new(&["name", "one", "two", "three"]);
        table.rows.push(["a", "1", "22222222", "3"].map(str::to_owned).to_vec());
        assert_eq!(table.text_within(30), table.text());
        let expected = "name  one\na       1\n\nname  two\na     22222222\n\nname  three\na         3\n";
        assert_eq!(table.text_within(14), expected);
        assert_eq!(table.text_within(0).matches("name").count(), 3);
        assert_eq!(Table::default().text_within(9), Table::default().text());
    }

    #[test]
    fn a_table_has_three_forms() {
        assert_eq!(table().text(), "name    value\na, b|c    1.5\nd         -20\n");
        assert_eq!(table().markdown(), "| name | value |\n|---|---|\n| a, b\\|c | 1.5 |\n| d | -20 |\n");
        assert_eq!(table().csv(), "name,value\n\"a, b|c\",1.5\nd,-20\n");
    }
}
