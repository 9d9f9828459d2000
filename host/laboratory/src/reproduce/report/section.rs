//! A figure on the page: notes, charts, tables, and the parameters that are its own.

use crate::charts::escape;
use crate::reproduce::Reproduction;

use super::cells::table;
use super::overview::record_rows;
use super::parameters::Shared;
use super::standing::Row;

pub(super) fn section(reproduction: &Reproduction, earlier: bool, shared: &Shared<'_>) -> String {
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
    let parameters = shared.of_figure(figure, parameters);
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
