//! A figure on the page: notes, charts, tables and parameters.

use crate::charts::{Table, escape, is_number};
use crate::reproduce::{Parameter, ParameterKind, Reproduction};

use super::overview::record_rows;
use super::standing::Row;

pub(super) fn section(reproduction: &Reproduction, earlier: bool) -> String {
    let Reproduction { figure, title, notes, tables, charts, parameters, records, .. } = reproduction;
    let [id, title] = [figure, title].map(|text| escape(text));
    let earlier = if earlier { "<p>From an earlier run.</p>\n" } else { "" };
    let notes: String = notes.iter().map(|note| format!("<li>{}</li>\n", escape(note))).collect();
    let charts: String = charts
        .iter()
        .map(|chart| {
            format!(
                "<figure data-figure=\"{id}\" data-chart-id=\"{}\">\n{}</figure>\n",
                escape(chart.id()),
                chart.svg()
            )
        })
        .collect();
    let tables: String =
        tables.iter().map(|(title, data)| format!("<h3>{}</h3>\n{}", escape(title), table(data))).collect();
    let parameters = if parameters.is_empty() {
        String::new()
    } else {
        format!("<h3>Parameters</h3>\n{}", table(&parameter_table(parameters)))
    };
    let variants: Vec<Row<'_>> = records
        .iter()
        .filter(|record| record.is_literal())
        .map(|record| Row { figures: vec![figure], record })
        .collect();
    let variants = if variants.is_empty() {
        String::new()
    } else {
        format!("<h3>With a paper's tables at their word, which is not counted</h3>\n{}", record_rows(&variants))
    };
    format!(
        "<section class=\"figure\" id=\"{id}\">\n<h2>{id}: {title}</h2>\n{earlier}<ul>\n{notes}</ul>\n{charts}{tables}{variants}\
         {parameters}<p>Every run: <a href=\"{id}.json\">{id}.json</a>, beside this page.</p>\n</section>\n"
    )
}

fn parameter_table(parameters: &[Parameter]) -> Table {
    let mut table = Table::new(&["parameter", "value", "unit", "sourced or fitted", "source"]);
    table.rows.extend(parameters.iter().map(|Parameter { name, value, unit, source, kind }| {
        let kind = match kind {
            ParameterKind::Sourced => "sourced",
            ParameterKind::Assumed => "assumed",
            ParameterKind::Fitted => "fitted",
        };
        [name, &value.to_string(), unit, kind, source].map(str::to_owned).to_vec()
    }));
    table
}

fn table(table: &Table) -> String {
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
