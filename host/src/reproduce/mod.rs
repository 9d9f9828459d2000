//! Figures of papers, measured again: each leaves a table, a chart, and a record for every claim that it is about.
//!
//! A figure is a file of this module and a line in [`FIGURES`]. What the papers claim is data, `claims.toml`.

mod chart;
mod statistics;
mod table;
mod tcxl_fig9a;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use chart::Chart;
pub use statistics::Estimate;
pub use table::Table;

use crate::train::TrainError;

/// Every figure that can be reproduced.
pub const FIGURES: &[Figure] = &[tcxl_fig9a::FIGURE];

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

/// What a paper says, with the bound that a measurement has to keep.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name.
    pub key: String,
    /// Paper and place.
    pub source: String,
    /// What is claimed.
    pub statement: String,
    /// What the measured value may be at most.
    pub at_most: f64,
}

impl Claim {
    /// The claim of this name.
    fn find(key: &str) -> Self {
        #[derive(Deserialize)]
        struct Claims {
            claim: Vec<Claim>,
        }
        let claims: Claims = toml::from_str(include_str!("claims.toml")).expect("the claims are well formed");
        claims.claim.into_iter().find(|claim| claim.key == key).expect("a figure names a claim that is there")
    }

    /// What `measured` says about the claim.
    fn record(&self, id: String, measured: Estimate, why: String) -> Record {
        let holds = if measured.high() <= self.at_most {
            Some(true)
        } else if measured.low() > self.at_most {
            Some(false)
        } else {
            None
        };
        Record {
            id,
            key: self.key.clone(),
            paper: self.at_most,
            measured: measured.mean,
            interval: [measured.low(), measured.high()],
            band: [None, Some(self.at_most)],
            holds,
            why,
        }
    }
}

/// A claim beside what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Which measurement.
    pub id: String,
    /// The claim.
    pub key: String,
    /// What the paper says.
    pub paper: f64,
    /// What was measured.
    pub measured: f64,
    /// Interval of 95 % confidence of what was measured.
    pub interval: [f64; 2],
    /// Where the measured value may lie; `None`: no bound on that side.
    pub band: [Option<f64>; 2],
    /// Whether the claim holds: the interval lies in the band, or outside; `None`: partly, so the measurement cannot tell.
    pub holds: Option<bool>,
    /// What was measured, and how.
    pub why: String,
}

impl Record {
    /// The verdict in a word or two.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "cannot tell",
        }
    }
}

/// A figure, reproduced.
#[derive(Clone, Debug, Serialize)]
pub struct Reproduction {
    /// The figure.
    pub figure: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it was measured, a sentence or two each.
    pub notes: Vec<String>,
    /// What was measured.
    pub table: Table,
    /// What that says about the claims.
    pub records: Vec<Record>,
    /// Every single run, from which all else can be computed.
    pub runs: serde_json::Value,
    /// The table's most important part.
    #[serde(skip)]
    pub chart: Chart,
}

impl Reproduction {
    /// All of it, but the chart, as JSON.
    ///
    /// # Panics
    /// Never: keys are text, and numbers serialise.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a reproduction has string keys and no failing value")
    }

    /// All of it as Markdown, which shows the chart beside it.
    #[must_use]
    pub fn markdown(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("- {note}\n")).collect();
        let Self { figure, title, .. } = self;
        format!("# {figure}: {title}\n\n{notes}\n{}\n![{title}]({figure}.svg)\n", self.table.markdown())
    }

    /// Writes `FIGURE.md`, `.csv`, `.svg` and `.json` into a directory, which is made if it is not there.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), ReproduceError> {
        let output = |file: &Path| {
            let file = file.to_path_buf();
            move |source| ReproduceError::Output { file, source }
        };
        std::fs::create_dir_all(directory).map_err(output(directory))?;
        let forms = [
            ("md", self.markdown()),
            ("csv", self.table.csv()),
            ("svg", self.chart.svg()),
            ("json", self.json() + "\n"),
        ];
        for (form, text) in forms {
            let file = directory.join(format!("{}.{form}", self.figure));
            std::fs::write(&file, text).map_err(output(&file))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        let claim = Claim::find("tcxl-mlp-gap-accuracy");
        assert_eq!(claim.at_most, 1e-4);
        let holds = |mean, margin| claim.record("id".into(), Estimate { mean, margin }, String::new()).holds;
        assert_eq!(holds(0.0, 5e-5), Some(true));
        assert_eq!(holds(-1.0, 5e-5), Some(true));
        assert_eq!(holds(9e-5, 5e-5), None);
        assert_eq!(holds(9e-4, 5e-5), Some(false));
        assert_eq!(holds(0.0, f64::INFINITY), None);
    }

    #[test]
    fn figures_have_names_of_their_own() {
        for (number, figure) in FIGURES.iter().enumerate() {
            assert_eq!(FIGURES.iter().position(|other| other.id == figure.id), Some(number));
            assert!(Figure::find(figure.id).is_some());
        }
        assert!(Figure::find("none").is_none());
    }
}
