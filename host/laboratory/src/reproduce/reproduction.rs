//! A figure, reproduced: as text, as data, and as files.

use std::path::Path;

use emberlane_files::write_all_whole;
use serde::{Deserialize, Serialize};

use super::claims::Record;
use super::error::ReproduceError;
use super::parameters::Parameter;
use crate::charts::{Chart, Table};

/// A figure, reproduced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The counters of every run, which are many, if they are not in `runs`.
    #[serde(skip)]
    pub raw: Option<serde_json::Value>,
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

    /// The records with what they can be computed from again: every run's counters, and the numbers that no mechanism computes.
    #[must_use]
    pub fn raw(&self) -> serde_json::Value {
        let Self { figure, records, parameters, runs, raw, .. } = self;
        serde_json::json!({
            "figure": figure, "records": records, "parameters": parameters, "runs": raw.as_ref().unwrap_or(runs)
        })
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

    /// Writes `FIGURE.md`, `.csv`, `.json` and `FIGURE[-CHART].svg` into a directory, which is made if it is not there. Returns the name of
    /// each, and the CRC-32C of what it holds.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<Vec<(String, u32)>, ReproduceError> {
        let Self { figure, .. } = self;
        let csv = self.tables.first().map(|(_, table)| table.csv()).unwrap_or_default();
        std::fs::create_dir_all(directory)
            .map_err(|source| ReproduceError::Output { file: directory.to_path_buf(), source })?;
        let forms = [("md", self.markdown()), ("csv", csv), ("json", self.json() + "\n")];
        let forms = forms.into_iter().map(|(form, text)| (format!("{figure}.{form}"), text));
        let charts = self.charts.iter().map(|chart| (self.chart_file(chart), chart.svg()));
        let (sums, files): (Vec<_>, Vec<_>) = forms
            .chain(charts)
            .map(|(file, text)| ((file.clone(), crc32c::crc32c(text.as_bytes())), (directory.join(file), text)))
            .unzip();
        write_all_whole(&files).map_err(|(file, source)| ReproduceError::Output { file, source })?;
        Ok(sums)
    }
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
