//! The claims as data (`index.json`), and as a table for people who read Markdown (`index.md`).

use serde_json::json;

use super::standing::{Standing, Verdict, fitted_outside, in_words, totals};
use crate::charts::Table;

/// Every claim with its verdict, its records, and the figures that have them.
///
/// # Panics
/// Never: keys are text, and numbers serialise.
pub(super) fn json(standings: &[Standing<'_>]) -> String {
    let totals: serde_json::Map<String, serde_json::Value> = Verdict::ALL
        .into_iter()
        .zip(totals(standings))
        .map(|(verdict, count)| (verdict.words().replace(' ', "-"), count.into()))
        .collect();
    let outside = fitted_outside(standings);
    let claims = standings.iter().map(|Standing { claim, rows, missing, verdict }| {
        let values = rows.iter().map(|row| json!({ "figures": row.figures, "over_paper": row.ratio(), "record": row.record }));
        json!({
            "id": claim.id, "paper": claim.paper(), "place": claim.place, "baseline": claim.baseline, "system": claim.system,
            "workload": claim.workload, "note": claim.note, "verdict": verdict, "not_measured": missing,
            "values": values.collect::<Vec<_>>(),
        })
    });
    let all = json!({ "totals": totals, "calibrated_outside_the_band": outside, "claims": claims.collect::<Vec<_>>() });
    serde_json::to_string_pretty(&all).expect("keys are text, and numbers serialise") + "\n"
}

/// A table a paper, a line a claim.
pub(super) fn markdown(standings: &[Standing<'_>]) -> String {
    let mut text = format!(
        "# Claims of papers, measured again\n\n{}: {} claims of five papers. `emberlane reproduce --all` writes this table.\n",
        in_words(standings),
        standings.len()
    );
    for paper in standings.chunk_by(|one, other| one.claim.paper() == other.claim.paper()) {
        let mut table = Table::new(&["claim", "where", "paper", "measured", "verdict"]);
        table.rows.extend(paper.iter().map(|standing| {
            let Standing { claim, rows, .. } = standing;
            let each = |of: &dyn Fn(&crate::reproduce::Record) -> String| {
                let of_row = |record: &crate::reproduce::Record| match (rows.len(), record.key.as_str()) {
                    (1, _) | (_, "") => of(record),
                    (_, key) => format!("{key}: {}", of(record)),
                };
                rows.iter().map(|row| of_row(row.record)).collect::<Vec<_>>().join("; ")
            };
            let measured = each(&|record| match record.calibrated {
                Some(_) => format!("{} ({})", record.measured_text(), record.verdict()),
                None => record.measured_text(),
            });
            let keys = claim.keys();
            let said = |key: &&str| match keys.len() {
                1 => claim.paper_text(key),
                _ => format!("{key}: {}", claim.paper_text(key)),
            };
            let said: Vec<String> = keys.iter().map(said).collect();
            [claim.id.clone(), claim.place.clone(), said.join("; "), measured, standing.words().into()].to_vec()
        }));
        let (name, in_words) = (paper[0].claim.paper(), in_words(paper));
        text += &format!("\n## {name}\n\n{in_words}.\n\n{}", table.markdown());
    }
    text
}
