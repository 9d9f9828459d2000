//! The first screen: one line a claim, which opens.

use super::cells::labels;
use super::standing::{Row, Standing, Verdict, in_words};
use super::strip::{axis, strip};
use crate::charts::escape;
use crate::reproduce::Claim;

/// Every claim, paper by paper.
pub(super) fn overview(standings: &[Standing<'_>]) -> String {
    let papers = standings.chunk_by(|one, other| one.claim.paper() == other.claim.paper());
    papers.map(paper).collect()
}

fn paper(standings: &[Standing<'_>]) -> String {
    let Some(first) = standings.first() else { return String::new() };
    let name = escape(first.claim.paper());
    let lines: String = standings.iter().map(line).collect();
    format!(
        "<section class=\"paper\" aria-label=\"{name}\">\n<div class=\"head\"><h2>{name}</h2><small>{}</small>{}</div>\n\
         {lines}</section>\n",
        in_words(standings),
        axis(),
    )
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "yes",
        Verdict::Misses => "no",
        Verdict::CannotTell => "open",
        Verdict::Calibrated => "fitted",
        Verdict::NotMeasured => "absent",
    }
}

fn line(standing: &Standing<'_>) -> String {
    let Standing { claim, rows, missing, verdict } = standing;
    let class = class(*verdict);
    let id = escape(&claim.id);
    let about = escape(&about(claim));
    let kind = match verdict {
        Verdict::NotMeasured => "",
        Verdict::Calibrated => "calibrated",
        _ if rows.iter().any(|row| row.record.calibrated.is_some()) => "in part calibrated",
        _ => "predicted",
    };
    let said = match rows.as_slice() {
        [] => claim.keys().into_iter().map(|key| claim.paper_text(key)).collect::<Vec<_>>().join(", "),
        [row] => format!("{} → {}", row.record.paper_text(), row.record.measured_text()),
        rows => {
            let (fitted, predicted): (Vec<&Row<'_>>, Vec<&Row<'_>>) =
                rows.iter().partition(|row| row.record.calibrated.is_some());
            let hold = |rows: &[&Row<'_>]| rows.iter().filter(|row| row.record.holds == Some(true)).count();
            match (predicted.len(), fitted.len()) {
                (0, fits) => format!("{} of {fits} calibrated values in their bands", hold(&fitted)),
                (all, 0) => format!("{} of {all} measurements in their bands", hold(&predicted)),
                (all, fits) => format!("{} of {all} predictions in their bands, {fits} calibrated", hold(&predicted)),
            }
        }
    };
    let said = match sides(claim) {
        Some(sides) => format!("{sides}: {said}"),
        None => said,
    };
    let drawn = if rows.is_empty() { "<span class=\"strip\"></span>".to_owned() } else { strip(rows) };
    let missing = match missing.as_slice() {
        _ if rows.is_empty() => "<p>No figure of this page is about it.</p>\n".to_owned(),
        [] => String::new(),
        missing => format!("<p>Not measured: {}.</p>\n", escape(&missing.join(", "))),
    };
    let records = if rows.is_empty() { String::new() } else { record_rows(rows) };
    format!(
        "<details class=\"claim {class}\" id=\"{id}\" data-verdict=\"{verdict}\">\n<summary><span class=\"verdict\">{verdict}</span>\
         <span class=\"name\">{id} <small>{kind}</small></span><span class=\"said\">{}</span>{drawn}</summary>\n\
         <p>{about}</p>\n{missing}{records}</details>\n",
        escape(&said),
        verdict = standing.words(),
    )
}

/// What was measured, a row each. Verdicts first: on a narrow screen each row is a card that begins with its own.
pub(super) fn record_rows(rows: &[Row<'_>]) -> String {
    let rows: String = rows.iter().map(record_row).collect();
    format!(
        "<div class=\"wide\"><table class=\"claims\"{}>\n<thead><tr><th>holds</th><th>key</th><th>paper</th><th>measured</th>\
         <th>band</th><th>figure</th><th>why</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        labels(["holds", "key", "paper", "measured", "band", "figure", "why"].into_iter()),
    )
}

fn record_row(Row { figures, record }: &Row<'_>) -> String {
    let class = match record.holds.filter(|_| record.calibrated.is_none()) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    };
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
        "<tr class=\"{class}\" data-claim=\"{id}\" data-key=\"{key}\"><td class=\"verdict\">{}</td><td>{key}</td><td>{paper}</td><td>{measured}</td>\
         <td>{band}</td><td>{figures}</td><td>{why}{command}</td></tr>\n",
        record.verdict(),
    )
}

/// Where a claim stands, and what it is about.
fn about(claim: &Claim) -> String {
    let mut about = claim.source();
    if let Some(sides) = sides(claim) {
        about += "; ";
        about += &sides;
    }
    for more in claim.workload.iter().chain(&claim.note) {
        about += "; ";
        about += more;
    }
    about
}

/// What is measured against what.
fn sides(claim: &Claim) -> Option<String> {
    match (&claim.system, &claim.baseline) {
        (Some(system), Some(baseline)) => Some(format!("{system} against {baseline}")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    }
}
