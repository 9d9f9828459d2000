//! A comparison as tables, charts and files.

use std::path::{Path, PathBuf};

use emberlane_files::write_all_whole;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::family::{BatchPart, Family, part_names};
use super::measured::Measured;
use super::seen::TimedStep;
use crate::charts::{Bar, Bars, Chart, Span, Table, Timeline, clip};
use emberlane_systems::assumptions::Assumptions;

/// What a comparison is written as: `compare.` and one of these.
pub const FORMS: [&str; 4] = ["csv", "md", "svg", "json"];

/// Systems side by side, with all that their numbers were computed from.
#[derive(Clone, Debug)]
pub struct Comparison<F: Family> {
    /// The batch.
    pub workload: F::Workload,
    /// The numbers.
    pub assumptions: Assumptions,
    /// What each system takes.
    pub measured: Vec<Measured<F>>,
}

impl<F: Family> Comparison<F> {
    /// A row a system: time by parts, then the family's own columns.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["system"]);
        table.columns.extend(F::Part::ALL.iter().map(|part| format!("{} ms", part.name())));
        table.columns.push(format!("{} ms", F::WORDS.batch));
        table.columns.extend(F::COLUMNS.iter().map(|name| (*name).to_owned()));
        for each in &self.measured {
            let mut row = vec![each.title.to_owned()];
            row.extend(each.parts_ms.iter().chain([&each.batch_ms]).map(|ms| format!("{ms:.3}")));
            row.extend(F::cells(&each.energy, &each.traffic, each.parameters_logged));
            table.rows.push(row);
        }
        table
    }

    /// What has to be known of the systems, a sentence each; what holds for several is said once.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<(&str, Vec<&str>)> = Vec::new();
        for each in &self.measured {
            for note in &each.notes {
                match notes.iter_mut().find(|(said, _)| said == note) {
                    Some((_, titles)) => titles.push(each.title),
                    None => notes.push((note, vec![each.title])),
                }
            }
        }
        notes.into_iter().map(|(note, titles)| format!("{}: {note}", titles.join(", "))).collect()
    }

    /// Time by parts. What is far slower than the second slowest is cut.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let group = F::group(&self.workload);
        let bar =
            |each: &Measured<F>| Bar { group: group.clone(), name: each.title.into(), parts: each.parts_ms.clone() };
        Chart::Bars(Bars {
            id: String::new(),
            title: format!("{}: time of {}", F::name(&self.workload), F::WORDS.a_batch),
            x: "system".into(),
            y: format!("time of {} (ms)", F::WORDS.a_batch),
            parts: part_names::<F::Part>(),
            bars: self.measured.iter().map(bar).collect(),
            clip: clip(self.measured.iter().map(|each| each.batch_ms)),
        })
    }

    /// Writes `compare.csv`, `.md`, `.svg` and `.json` into a directory, which is made if it is not there.
    ///
    /// # Errors
    /// A file that cannot be written, with its name.
    ///
    /// # Panics
    /// Never: keys are text, and numbers serialise.
    pub fn write(&self, directory: &Path) -> Result<(), (PathBuf, std::io::Error)> {
        std::fs::create_dir_all(directory).map_err(|error| (directory.to_path_buf(), error))?;
        let table = self.table();
        let title = format!("# {}: systems side by side\n\n", F::name(&self.workload));
        let notes: String = self.notes().iter().map(|note| format!("- {note}\n")).collect();
        let numbers = assumption_table(&self.assumptions).markdown();
        let markdown = [title, table.markdown(), "\n".into(), notes, "\n".into(), numbers].concat();
        let json =
            serde_json::to_string_pretty(self).expect("a comparison has string keys and no failing value") + "\n";
        let texts = FORMS.into_iter().zip([table.csv(), markdown, self.chart().svg(), json]);
        let files: Vec<_> = texts.map(|(form, text)| (directory.join(format!("compare.{form}")), text)).collect();
        write_all_whole(&files)
    }
}

/// By hand, because the workload is called as the family calls it.
impl<F: Family> Serialize for Comparison<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(F::WORDS.workload, &self.workload)?;
        map.serialize_entry("assumptions", &self.assumptions)?;
        map.serialize_entry("measured", &self.measured)?;
        map.end()
    }
}

/// All numbers with their sources.
#[must_use]
pub fn assumption_table(assumptions: &Assumptions) -> Table {
    let mut table = Table::new(&["name", "value", "unit", "", "source"]);
    for (name, assumption) in assumptions.iter() {
        let number = &assumption.number;
        let row = [name, &number.value.to_string(), &assumption.unit, assumption.kind(), &number.source];
        table.rows.push(row.map(str::to_owned).to_vec());
    }
    table
}

/// What a system does when, a lane a resource.
pub(crate) fn timeline<P: BatchPart>(id: &str, title: String, steps: &[TimedStep<P>]) -> Chart {
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
    Chart::Timeline(Timeline { id: id.into(), title, lanes, parts: part_names::<P>(), spans })
}
