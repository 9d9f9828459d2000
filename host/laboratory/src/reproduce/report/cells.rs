//! A table on the page.

use std::fmt::Write;

use crate::charts::{Table, escape, is_number};

/// Columns that `style.css` has rules for.
const MOST_COLUMNS: usize = 24;

/// A table whose cells know their columns, since a narrow screen shows each as a line.
pub(super) fn table(table: &Table) -> String {
    let class = |cell: &str| if is_number(cell) { " class=\"number\"" } else { "" };
    let cells = |cells: &[String]| -> String {
        let shown = cells.iter().take(table.columns.len());
        shown.map(|cell| format!("<td{}>{}</td>", class(cell), escape(cell))).collect()
    };
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
    let head: String =
        table.columns.iter().map(|column| format!("<th{}>{}</th>", class(column), escape(column))).collect();
    let labels = labels(table.columns.iter().map(String::as_str));
    format!(
        "<div class=\"wide\"><table{labels}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// The names of a table's columns as properties, once: rules show them in front of cells, where there is no room for a head.
pub(super) fn labels<'a>(columns: impl Iterator<Item = &'a str>) -> String {
    let mut style = String::new();
    for (number, column) in (1..).zip(columns) {
        assert!(number <= MOST_COLUMNS, "a table of more columns than style.css has rules for");
        let text = column.replace('\\', "\\\\").replace('"', "\\\"");
        // Nothing fails to be written into a string.
        let _ = write!(style, "--c{number}:\"{text}\";");
    }
    format!(" style=\"{}\"", escape(&style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_rule_for_narrow_screens() {
        let style = include_str!("style.css");
        for number in 1..=MOST_COLUMNS {
            assert!(
                style.contains(&format!("td:nth-child({number})::before {{ content: var(--c{number}) ")),
                "{number}"
            );
        }
        let quoted = labels(["a \"b\"", "c"].into_iter());
        assert_eq!(quoted, " style=\"--c1:&quot;a \\&quot;b\\&quot;&quot;;--c2:&quot;c&quot;;\"");
    }
}
