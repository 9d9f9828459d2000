//! All figures of a directory on one page, `index.html`, which needs neither script nor network; its claims as `index.json` and
//! `index.md`.

mod cells;
mod overview;
mod parameters;
mod section;
mod standing;
mod strip;
mod summary;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use self::parameters::Shared;
use self::standing::{Standing, Verdict, in_words, standings, totals};
use super::error::write;
use super::{FIGURES, ReproduceError, Reproduction};
use crate::charts::escape;

/// Bytes of an earlier figure at most.
const LONGEST_FILE: u64 = 1 << 26;
const STYLE: &str = include_str!("style.css");

/// The page of all figures of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `index.html`.
    pub page: PathBuf,
    /// Why earlier figures are not on it, a sentence each. The page says so, too.
    pub left_out: Vec<String>,
}

/// Writes `index.html`, `index.json` and `index.md`: the figures that were just made, and of the others what `FIGURE.json` in the
/// directory has from earlier runs, where that is as it was written. `is_changed` says of a figure that it is not.
///
/// # Errors
/// A file that cannot be written.
pub fn write_report(
    directory: &Path,
    made: &[Reproduction],
    is_changed: impl Fn(&str) -> bool,
) -> Result<Report, ReproduceError> {
    let mut figures: Vec<(Reproduction, bool)> = made.iter().map(|figure| (figure.clone(), false)).collect();
    let mut left_out = Vec::new();
    for figure in FIGURES.iter().filter(|figure| made.iter().all(|made| made.figure != figure.id)) {
        let file = directory.join(format!("{}.json", figure.id));
        match earlier(&file, figure.id, is_changed(figure.id)) {
            Ok(Some(earlier)) => figures.push((earlier, true)),
            // Most often it was never made.
            Ok(None) => {}
            Err(why) => left_out
                .push(format!("{0}.json is left out: {why}; make it again with emberlane reproduce {0}", figure.id)),
        }
    }
    figures.sort_by_key(|(made, _)| FIGURES.iter().position(|figure| figure.id == made.figure).unwrap_or(usize::MAX));
    let standings = standings(figures.iter().map(|(figure, _)| figure));
    write(directory, "index.json", &summary::json(&standings))?;
    write(directory, "index.md", &summary::markdown(&standings))?;
    write(directory, "index.html", &html(&figures, &standings, &left_out))?;
    Ok(Report { page: directory.join("index.html"), left_out })
}

/// A figure of an earlier run, if there is one; or why what is there cannot be on the page.
fn earlier(file: &Path, id: &str, is_changed: bool) -> Result<Option<Reproduction>, String> {
    let text = match emberlane_files::read_text_at_most(file, LONGEST_FILE) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("it cannot be read ({error})")),
        Ok(_) if is_changed => return Err("it is not what was written".to_owned()),
        Ok(text) => text,
    };
    match serde_json::from_str::<Reproduction>(&text) {
        Ok(earlier) if earlier.figure == id => Ok(Some(earlier)),
        Ok(earlier) => Err(format!("it is of {}", earlier.figure)),
        Err(error) => Err(format!("this version does not read it ({error})")),
    }
}

fn html(figures: &[(Reproduction, bool)], standings: &[Standing<'_>], left_out: &[String]) -> String {
    let totals = totals(standings);
    let measured = standings.len() - totals[Verdict::NotMeasured as usize];
    let measurements: usize = standings.iter().map(|standing| standing.rows.len()).sum();
    let left_out: String = left_out.iter().map(|why| format!("<p>{}</p>\n", escape(why))).collect();
    let list: String = figures
        .iter()
        .map(|(figure, _)| {
            let [id, title] = [&figure.figure, &figure.title].map(|text| escape(text));
            format!("<li><a href=\"#{id}\">{id}</a>: {title}</li>\n")
        })
        .collect();
    let shared = Shared::of(figures.iter().map(|(figure, _)| figure));
    let sections: String =
        figures.iter().map(|(figure, earlier)| section::section(figure, *earlier, &shared)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Figures of papers, measured again</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Figures of papers, measured again</h1>\n\
         <p><strong>{}</strong>: {} claims of five papers, of which {measured} are on this page, in {measurements} measurements. A line \
         is a claim; each dot is measured over paper, before the band in which it has to lie, on a logarithmic axis. A claim \
         holds when all that was measured of it lies in its band. Open a line for what the paper says, what was measured, why, and by which command.</p>\n\
         {left_out}{}<h2>Figures</h2>\n<ul class=\"figures\">\n{list}{}</ul>\n{sections}{}</body>\n</html>\n",
        in_words(standings),
        standings.len(),
        overview::overview(standings),
        shared.list(),
        shared.sections(),
    )
}
