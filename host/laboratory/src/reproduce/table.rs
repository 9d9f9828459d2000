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
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| self.lines().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max())
            .map(|width| width.unwrap_or(0))
            .collect();
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
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| {
            let plain = !cell.contains([',', '"', '\n', '\r']);
            if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        self.lines().map(|line| line.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.columns).chain(&self.rows)
    }
}

/// Whether a cell is set as numbers are.
pub(super) fn is_number(cell: &str) -> bool {
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
    fn a_table_has_three_forms() {
        assert_eq!(table().text(), "name    value\na, b|c    1.5\nd         -20\n");
        assert_eq!(table().markdown(), "| name | value |\n|---|---|\n| a, b\\|c | 1.5 |\n| d | -20 |\n");
        assert_eq!(table().csv(), "name,value\n\"a, b|c\",1.5\nd,-20\n");
    }
}
