//! A table on the page.

use crate::charts::{Table, escape, is_number};

/// Its cells know their columns, since a narrow screen shows each as a line.
pub(super) fn table(table: &Table) -> String {
    let class = |cell: &str| if is_number(cell) { " class=\"number\"" } else { "" };
    let cells = |cells: &[String]| -> String {
        let labelled = cells.iter().zip(&table.columns);
        let cell = |(cell, column): (&String, &String)| {
            format!("<td{} data-label=\"{}\">{}</td>", class(cell), escape(column), escape(cell))
        };
        labelled.map(cell).collect()
    };
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
    let head: String =
        table.columns.iter().map(|column| format!("<th{}>{}</th>", class(column), escape(column))).collect();
    format!("<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}
