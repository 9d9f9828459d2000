//! A comparison as a table, a chart and files.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Iteration, Measured, Part};
use crate::compare::{self, Assumptions};
use crate::reproduce::{Bar, Bars, Chart, Table};

/// NDRec's systems side by side, with all that their numbers were computed from.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The iteration.
    pub iteration: Iteration,
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
            "MLP ms",
            "Communication ms",
            "Embedding ms",
            "Cache ms",
            "iteration ms",
            "energy J",
            "link MB",
            "SSD MB",
        ]);
        for each in &self.measured {
            let mut row = vec![each.title.to_owned()];
            row.extend(each.parts_ms.iter().chain([&each.iteration_ms]).map(|ms| format!("{ms:.3}")));
            row.push(format!("{:.3}", each.energy.all()));
            row.extend([each.traffic.link, each.traffic.ssd].map(|bytes| format!("{:.2}", bytes * 1e-6)));
            table.rows.push(row);
        }
        table
    }

    /// Time by parts.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let group = format!("{} samples", self.iteration.setup.batch);
        let bar =
            |each: &Measured| Bar { group: group.clone(), name: each.title.into(), parts: each.parts_ms.to_vec() };
        Chart::Bars(Bars {
            id: String::new(),
            title: format!("{}: time of an iteration", self.iteration.workload),
            y: "ms".into(),
            parts: Part::ALL.map(|part| part.name().to_owned()).to_vec(),
            bars: self.measured.iter().map(bar).collect(),
            clip: compare::clip(self.measured.iter().map(|each| each.iteration_ms)),
        })
    }

    /// Writes `compare.csv`, `.md`, `.svg` and `.json` into a directory, which is made if it is not there.
    ///
    /// # Errors
    /// A file that cannot be written, with its name.
    pub fn write(&self, directory: &Path) -> Result<(), (PathBuf, std::io::Error)> {
        compare::write(directory, &self.iteration.workload, &self.table(), &self.chart(), &self.assumptions, self)
    }
}
