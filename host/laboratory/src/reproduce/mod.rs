//! Figures of papers, measured again: each leaves tables, charts, and a record for every claim that it is about.
//!
//! A figure is a file of this module and a line in [`FIGURES`]. What the papers claim is data, `claims.toml`.

mod chart;
mod claims;
mod ndrec_fig10;
mod ndrec_fig11;
mod ndrec_fig12;
mod ndrec_fig13;
mod ndrec_fig14;
mod ndrec_fig15;
mod ndrec_fig16;
mod ndrec_fig17;
mod ndrec_fig6;
mod ndrec_systems;
mod report;
mod statistics;
mod table;
mod tcxl_fig11;
mod tcxl_fig12;
mod tcxl_fig13;
mod tcxl_fig9a;
mod tcxl_systems;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use chart::{Bar, Bars, Chart, Intervals, Lines, Span, Timeline};
pub use claims::{Band, Claim, Kind, Record, Value};
pub use report::write_report;
pub use statistics::Estimate;
pub use table::Table;

use crate::compare::CompareError;
use crate::ndrec::counts::CountError;
use emberlane_training::TrainError;

/// Every figure that can be reproduced.
pub const FIGURES: &[Figure] = &[
    tcxl_fig9a::FIGURE,
    tcxl_fig11::FIGURE,
    tcxl_fig12::FIGURE,
    tcxl_fig13::FIGURE,
    ndrec_fig6::FIGURE,
    ndrec_fig10::FIGURE,
    ndrec_fig11::FIGURE,
    ndrec_fig12::FIGURE,
    ndrec_fig13::FIGURE,
    ndrec_fig14::FIGURE,
    ndrec_fig15::FIGURE,
    ndrec_fig16::FIGURE,
    ndrec_fig17::FIGURE,
];

/// A figure of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name on the command line, and that of its files.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    run: fn(&ReproduceOptions, &dyn Progress) -> Result<Reproduction, ReproduceError>,
}

impl Figure {
    /// The figure of this name.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        FIGURES.iter().find(|figure| figure.id == id).copied()
    }

    /// Measures it. The result is the same for any number of threads.
    ///
    /// # Errors
    /// Whatever ends training early. A claim that does not hold is a result, no error.
    pub fn reproduce(
        &self,
        options: &ReproduceOptions,
        progress: &dyn Progress,
    ) -> Result<Reproduction, ReproduceError> {
        (self.run)(options, progress)
    }
}

/// How to reproduce a figure.
#[derive(Clone, Debug)]
pub struct ReproduceOptions {
    /// Threads to work on.
    pub threads: NonZeroUsize,
    /// Criteo's rows, for figures that show them as an illustration beside drawn ones.
    pub criteo: Option<PathBuf>,
}

/// Why a figure could not be reproduced.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// Training.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// Comparing systems.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// Counting what caches meet.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A file of clicks that is too short to train on one part and measure on the other.
    #[error("{}: {batches} batches of {batch_size} rows; at least 3 are needed, two to train on and one to measure on", file.display())]
    TooShort {
        /// The file.
        file: PathBuf,
        /// Batches that it has.
        batches: u64,
        /// Rows a batch.
        batch_size: usize,
    },
    /// An output file.
    #[error("{}: {source}", file.display())]
    Output {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Is told how far a reproduction is, by any thread.
pub trait Progress: Sync {
    /// A part begins that takes this many steps.
    fn start(&self, part: &'static str, steps: u64);
    /// Steps were done.
    fn advance(&self, steps: u64);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _: &'static str, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// Whence a parameter comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterKind {
    /// From the source that it names.
    Sourced,
    /// Assumed: no source has it.
    Assumed,
    /// Chosen so that a result fits, which the source says.
    Fitted,
}

/// A number that a figure's models take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// What it is.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
    /// Paper and place, data sheet or measurement; or what it was fitted to.
    pub source: String,
    /// Whence it comes.
    pub kind: ParameterKind,
}

/// A figure, reproduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduction {
    /// The figure.
    pub figure: String,
    /// What it shows.
    pub title: String,
    /// How it was measured, a sentence or two each.
    pub notes: Vec<String>,
    /// What was measured, each with a title; the first is also written as CSV.
    pub tables: Vec<(String, Table)>,
    /// What that says about the claims.
    pub records: Vec<Record>,
    /// The most important parts of the tables; no two have one id.
    pub charts: Vec<Chart>,
    /// What the figure's models take.
    pub parameters: Vec<Parameter>,
    /// Every single run, from which all else can be computed.
    pub runs: serde_json::Value,
}

impl Reproduction {
    /// All of it as JSON.
    ///
    /// # Panics
    /// Never: keys are text, and numbers serialise.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a reproduction has string keys and no failing value")
    }

    /// All of it, but runs and parameters, as Markdown, which shows the charts beside it.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self { figure, title, .. } = self;
        let notes: String = self.notes.iter().map(|note| format!("- {note}\n")).collect();
        let tables: String =
            self.tables.iter().map(|(title, table)| format!("\n{title}\n\n{}", table.markdown())).collect();
        let charts: String =
            self.charts.iter().map(|chart| format!("\n![{}]({})\n", chart.title(), self.chart_file(chart))).collect();
        let mut records = record_table(&self.records);
        records.columns.push("why".into());
        records.rows.iter_mut().zip(&self.records).for_each(|(row, record)| row.push(record.why.clone()));
        let records = records.markdown();
        format!("# {figure}: {title}\n\n{notes}{tables}\nClaims\n\n{records}{charts}")
    }

    fn chart_file(&self, chart: &Chart) -> String {
        let Self { figure, .. } = self;
        if chart.id().is_empty() { format!("{figure}.svg") } else { format!("{figure}-{}.svg", chart.id()) }
    }

    /// Writes `FIGURE.md`, `.csv`, `.json` and `FIGURE[-CHART].svg` into a directory, which is made if it is not there.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), ReproduceError> {
        let Self { figure, .. } = self;
        let csv = self.tables.first().map(|(_, table)| table.csv()).unwrap_or_default();
        let forms = [("md", self.markdown()), ("csv", csv), ("json", self.json() + "\n")];
        let forms = forms.into_iter().map(|(form, text)| (format!("{figure}.{form}"), text));
        let charts = self.charts.iter().map(|chart| (self.chart_file(chart), chart.svg()));
        forms.chain(charts).try_for_each(|(file, text)| write(directory, &file, &text))
    }
}

/// Writes a file into a directory, which is made if it is not there.
fn write(directory: &Path, file: &str, text: &str) -> Result<(), ReproduceError> {
    let output = |file: &Path| {
        let file = file.to_path_buf();
        move |source| ReproduceError::Output { file, source }
    };
    std::fs::create_dir_all(directory).map_err(output(directory))?;
    let file = directory.join(file);
    std::fs::write(&file, text).map_err(output(&file))
}

/// Records as a table, without the reasons.
#[must_use]
pub fn record_table<'a>(records: impl IntoIterator<Item = &'a Record>) -> Table {
    let mut table = Table::new(&["id", "key", "paper", "measured", "band", "holds"]);
    table.rows.extend(records.into_iter().map(|record| {
        let Record { id, key, .. } = record;
        let texts = [record.paper_text(), record.measured_text(), record.band_text(), record.verdict().into()];
        [id.clone(), key.clone()].into_iter().chain(texts).collect()
    }));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_names_of_their_own() {
        for (number, figure) in FIGURES.iter().enumerate() {
            assert_eq!(FIGURES.iter().position(|other| other.id == figure.id), Some(number));
            assert!(Figure::find(figure.id).is_some());
        }
        assert!(Figure::find("none").is_none());
    }
}
