//! All figures of a directory on one page, `index.html`, which needs neither script nor network.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::error::write;
use super::{Claim, FIGURES, Parameter, ParameterKind, Record, ReproduceError, Reproduction, Table};
use crate::charts::{escape, is_number};

const FILE: &str = "index.html";
/// Bytes of an earlier figure at most.
const LONGEST_FILE: u64 = 1 << 26;
const STYLE: &str = include_str!("report.css");

/// Writes `index.html`: the figures that were just made, and of the others what `FIGURE.json` in the directory has from
/// earlier runs.
///
/// # Errors
/// A file that cannot be written. An earlier figure that cannot be read is left out, which the page says.
pub fn write_report(directory: &Path, made: &[Reproduction]) -> Result<PathBuf, ReproduceError> {
    let mut figures: Vec<(Reproduction, bool)> = made.iter().map(|figure| (figure.clone(), false)).collect();
    let mut left_out = Vec::new();
    for figure in FIGURES.iter().filter(|figure| made.iter().all(|made| made.figure != figure.id)) {
        let file = directory.join(format!("{}.json", figure.id));
        // Most often it was never made.
        let Ok(text) = emberlane_files::read_text_at_most(&file, LONGEST_FILE) else { continue };
        match serde_json::from_str::<Reproduction>(&text) {
            Ok(earlier) if earlier.figure == figure.id => figures.push((earlier, true)),
            Ok(earlier) => left_out.push(format!("{}.json is left out: it is of {}", figure.id, earlier.figure)),
            Err(error) => left_out.push(format!(
                "{0}.json is left out, for this version does not read it ({error}); make it again with emberlane reproduce {0}",
                figure.id
            )),
        }
    }
    figures.sort_by_key(|(made, _)| FIGURES.iter().position(|figure| figure.id == made.figure).unwrap_or(usize::MAX));
    write(directory, FILE, &html(&figures, &left_out))?;
    Ok(directory.join(FILE))
}

fn html(figures: &[(Reproduction, bool)], left_out: &[String]) -> String {
    let rows = rows(figures);
    let (literal, all): (Vec<&Row<'_>>, Vec<&Row<'_>>) = rows.iter().partition(|row| row.record.is_literal());
    let (calibrated, counted): (Vec<&Row<'_>>, Vec<&Row<'_>>) =
        all.iter().copied().partition(|row| row.record.calibrated.is_some());
    let Verdicts { hold, miss, open } = Verdicts::of(&counted);
    let left_out: String = left_out.iter().map(|why| format!("<p>{}</p>\n", escape(why))).collect();
    let sections: String = figures.iter().map(|(figure, earlier)| section(figure, *earlier)).collect();
    let calibrated = if calibrated.is_empty() {
        String::new()
    } else {
        format!(
            "<h2>Calibrated</h2>\n<p>Something was chosen so that these values come out, or in their view. They are not counted \
             above.</p>\n{}",
            claim_table(&calibrated)
        )
    };
    let literal = if literal.is_empty() {
        String::new()
    } else {
        format!(
            "<h2>The same, with a paper's tables at their word</h2>\n<p>These are not counted above.</p>\n{}",
            claim_table(&literal)
        )
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Figures of papers, measured again</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Figures of papers, measured again</h1>\n\
         <p><strong>{hold} hold, {miss} do not, of {open} the measurement cannot tell</strong>: {} values that papers claim, each \
         counted once, however often it is measured ({} measurements). A value holds when all that was measured of it lies in the \
         band around what the paper says.</p>\n{left_out}{}{calibrated}{literal}{sections}</body>\n</html>\n",
        hold + miss + open,
        counted.len(),
        claim_table(&counted),
    )
}

/// A record, and the figures that it is in.
struct Row<'a> {
    figures: Vec<&'a str>,
    record: &'a Record,
}

/// Every record; one that several figures have is there once.
fn rows(figures: &[(Reproduction, bool)]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (Reproduction { figure, records, .. }, _) in figures {
        for record in records {
            match rows.iter_mut().find(|row| row.record.agrees(record)) {
                Some(row) => row.figures.push(figure),
                None => rows.push(Row { figures: vec![figure], record }),
            }
        }
    }
    rows
}

/// How many values hold, do not, and are open.
#[derive(Default)]
struct Verdicts {
    hold: usize,
    miss: usize,
    open: usize,
}

impl Verdicts {
    /// A value that is measured several times holds when it always does; a miss is a miss.
    fn of(rows: &[&Row<'_>]) -> Self {
        let mut values: BTreeMap<(&str, &str), Option<bool>> = BTreeMap::new();
        for Row { record, .. } in rows {
            let verdict = values.entry(record.value()).or_insert(record.holds);
            *verdict = match (*verdict, record.holds) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        let mut all = Self::default();
        for verdict in values.values() {
            match verdict {
                Some(true) => all.hold += 1,
                Some(false) => all.miss += 1,
                None => all.open += 1,
            }
        }
        all
    }
}

/// Verdicts first: on a narrow screen each row is a card that begins with its own.
fn claim_table(rows: &[&Row<'_>]) -> String {
    let rows: String = rows.iter().map(|row| claim_row(row)).collect();
    format!(
        "<div class=\"wide\"><table class=\"claims\">\n<thead><tr><th>holds</th><th>figure</th><th>claim</th><th>key</th>\
         <th>paper</th><th>measured</th><th>band</th><th>why</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

fn claim_row(Row { figures, record }: &Row<'_>) -> String {
    let class = match record.holds.filter(|_| record.calibrated.is_none()) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    };
    let source = Claim::get(&record.id).map_or_else(String::new, about);
    let links = figures.iter().map(|figure| {
        let figure = escape(figure);
        format!("<a href=\"#{figure}\">{figure}</a>")
    });
    let figures = links.collect::<Vec<_>>().join(", ");
    let on = record.calibrated.as_ref().map_or_else(String::new, |on| format!("Calibrated: {on}. "));
    let [id, key, why, command] =
        [&record.id, &record.key, &(on + &record.why), &record.command].map(|text| escape(text));
    let command = if command.is_empty() { command } else { format!("<br><code>{command}</code>") };
    let [paper, measured, band] =
        [record.paper_text(), record.measured_text(), record.band_text()].map(|text| escape(&text));
    format!(
        "<tr class=\"{class}\" data-claim=\"{id}\" data-key=\"{key}\"><td class=\"verdict\" data-label=\"holds\">{}</td>\
         <td data-label=\"figure\">{figures}</td><td data-label=\"claim\">{id}<br><small>{}</small></td>\
         <td data-label=\"key\">{key}</td><td data-label=\"paper\">{paper}</td><td data-label=\"measured\">{measured}</td>\
         <td data-label=\"band\">{band}</td><td data-label=\"why\">{why}{command}</td></tr>\n",
        record.verdict(),
        escape(&source),
    )
}

/// Where a claim stands, and what it is about.
fn about(claim: &Claim) -> String {
    let mut about = claim.source();
    // Nothing fails to be written into a string.
    let _ = match (&claim.system, &claim.baseline) {
        (Some(system), Some(baseline)) => write!(about, "; {system} against {baseline}"),
        (Some(one), None) | (None, Some(one)) => write!(about, "; {one}"),
        (None, None) => Ok(()),
    };
    // A statement is there already, as what the paper says.
    let note = claim.note.iter().filter(|_| claim.statement().is_none());
    for more in claim.workload.iter().chain(note) {
        about += "; ";
        about += more;
    }
    about
}

fn section(reproduction: &Reproduction, earlier: bool) -> String {
    let Reproduction { figure, title, notes, tables, charts, parameters, runs, .. } = reproduction;
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
    let runs = serde_json::to_string_pretty(runs).unwrap_or_default();
    format!(
        "<section id=\"{id}\">\n<h2>{id}: {title}</h2>\n{earlier}<ul>\n{notes}</ul>\n{charts}{tables}{parameters}\
         <details><summary>Every run</summary>\n<pre>{}</pre>\n</details>\n</section>\n",
        escape(&runs)
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
