//! A comparison as tables, charts and files.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Assumptions, Measured, Part, Workload};
use crate::reproduce::{Bar, Bars, Chart, Span, Table, Timeline};
use emberlane_systems::schedule::TimedStep;

/// Systems side by side, with all that their numbers were computed from.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The batch.
    pub workload: Workload,
    /// The numbers.
    pub assumptions: Assumptions,
    /// What each system takes.
    pub measured: Vec<Measured>,
}

impl Comparison {
    /// A row a system: time by parts, energy, traffic.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(&[
            "system",
            "T-MLP ms",
            "B-MLP ms",
            "Transfer ms",
            "Embedding ms",
            "Checkpoint ms",
            "batch ms",
            "memory energy mJ",
            "all energy mJ",
            "memory read MB",
            "memory written MB",
            "link MB",
            "parameters logged %",
        ]);
        for each in &self.measured {
            let mut row = vec![each.title.to_owned()];
            row.extend(each.parts_ms.iter().chain([&each.batch_ms]).map(|ms| format!("{ms:.3}")));
            row.extend([each.energy.memory(), each.energy.all()].map(|joules| format!("{:.3}", joules * 1e3)));
            let traffic = &each.traffic;
            let moved = [traffic.memory_reads, traffic.memory_writes, traffic.link];
            row.extend(moved.map(|bytes| format!("{:.2}", bytes * 1e-6)));
            row.push(format!("{:.1}", 100.0 * each.parameters_logged));
            table.rows.push(row);
        }
        table
    }

    /// Systems whose logs of parameters never end, by title.
    pub fn never_log_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.measured.iter().filter(|each| each.never_logs_parameters()).map(|each| each.title)
    }

    /// Time by parts. What is far slower than PMEM, or than the second slowest, is cut.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let bar = |each: &Measured| Bar {
            group: self.workload.name.clone(),
            name: each.title.into(),
            parts: each.parts_ms.to_vec(),
        };
        Chart::Bars(Bars {
            id: String::new(),
            title: format!("{}: time of a batch", self.workload.name),
            y: "ms".into(),
            parts: Part::ALL.map(|part| part.name().to_owned()).to_vec(),
            bars: self.measured.iter().map(bar).collect(),
            clip: clip(self.measured.iter().map(|each| each.batch_ms)),
        })
    }

    /// Writes `compare.csv`, `.md`, `.svg` and `.json` into a directory, which is made if it is not there.
    ///
    /// # Errors
    /// A file that cannot be written, with its name.
    pub fn write(&self, directory: &Path) -> Result<(), (PathBuf, std::io::Error)> {
        write(directory, &self.workload.name, &self.table(), &self.chart(), &self.assumptions, self)
    }
}

/// Writes a comparison in all its forms.
pub(crate) fn write(
    directory: &Path,
    name: &str,
    table: &Table,
    chart: &Chart,
    assumptions: &Assumptions,
    all: &impl Serialize,
) -> Result<(), (PathBuf, std::io::Error)> {
    std::fs::create_dir_all(directory).map_err(|error| (directory.to_path_buf(), error))?;
    let title = format!("# {name}: systems side by side\n\n");
    let markdown = title + &table.markdown() + "\n" + &assumption_table(assumptions).markdown();
    let json = serde_json::to_string_pretty(all).expect("a comparison has string keys and no failing value") + "\n";
    for (form, text) in [("csv", table.csv()), ("md", markdown), ("svg", chart.svg()), ("json", json)] {
        let file = directory.join(format!("compare.{form}"));
        std::fs::write(&file, text).map_err(|error| (file, error))?;
    }
    Ok(())
}

/// All numbers with their sources.
#[must_use]
pub fn assumption_table(assumptions: &Assumptions) -> Table {
    let mut table = Table::new(&["name", "value", "unit", "", "source"]);
    for (name, assumption) in assumptions.iter() {
        let row = [name, &assumption.value.to_string(), &assumption.unit, assumption.kind(), &assumption.source];
        table.rows.push(row.map(str::to_owned).to_vec());
    }
    table
}

/// Where bars are cut, if one is so high that others would not be seen.
pub(crate) fn clip(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    match *sorted.as_slice() {
        [.., second, first] if first > 4.0 * second => Some(1.25 * second),
        _ => None,
    }
}

/// What a system does when, a lane a resource.
pub(crate) fn timeline<P: Copy + Into<usize>>(id: &str, title: String, steps: &[TimedStep<P>]) -> Chart {
    let mut lanes: Vec<String> = Vec::new();
    let mut spans = Vec::new();
    for step in steps {
        let lane = lanes.iter().position(|lane| lane == step.resource).unwrap_or_else(|| {
            lanes.push(step.resource.into());
            lanes.len() - 1
        });
        let (part, start_ms, end_ms) = (step.part.into(), step.start_ms, step.end_ms);
        spans.push(Span { lane, name: step.name.into(), part, start_ms, end_ms });
    }
    Chart::Timeline(Timeline { id: id.into(), title, lanes, spans })
}
