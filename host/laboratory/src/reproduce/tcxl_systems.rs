//! What Figs. 11 to 13 of TrainingCXL have in common: the models, the systems, and how they are measured.

use std::path::Path;

use emberlane_experiment::{Experiment, Preset};

use super::{Chart, Claim, Lines, ReproduceError, Table};
use crate::side_by_side::{Assumptions, Measured, System, measure};
use crate::trainingcxl::{SYSTEMS, TrainingCxl, Workload, batch_size};

/// Rows of the tables of Criteo Kaggle, whose access distribution the paper draws indices from.
const KAGGLE_ROWS: [u32; 26] = [
    1460, 583, 10_131_227, 2_202_608, 305, 24, 12_517, 633, 3, 93_145, 5683, 8_351_593, 3194, 27, 14_992, 5_461_306,
    10, 5652, 2173, 4, 7_046_547, 18, 15, 286_181, 105, 142_572,
];
/// Exponent of the power law within a table: consecutive batches then share some 80 % of their indices.
const SKEW: f64 = 1.05;
const SEED: u64 = 1;
/// Batches that counts are averages of, and one before them.
const BATCHES: u64 = 5;

/// A model of the paper's Table 3, and what each system takes for a batch of it.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) name: String,
    pub(super) workload: Workload,
    pub(super) measured: Vec<Measured<TrainingCxl>>,
}

impl Model {
    /// What a system takes.
    pub(super) fn of(&self, system: &str) -> &Measured<TrainingCxl> {
        self.measured.iter().find(|each| each.system == system).expect("every system was measured")
    }
}

/// The batch of each model.
pub(super) fn workloads(assumptions: &Assumptions) -> Result<Vec<Workload>, ReproduceError> {
    Preset::NAMES.iter().map(|(name, preset)| workload(name, *preset, assumptions)).collect()
}

fn workload(name: &str, preset: Preset, assumptions: &Assumptions) -> Result<Workload, ReproduceError> {
    let rows: Vec<u32> = KAGGLE_ROWS.iter().copied().cycle().take(preset.shape().tables).collect();
    let samples = batch_size(assumptions);
    let text = format!(
        "[model]\npreset = {name:?}\nrows = {rows:?}\n[data]\nkind = \"synthetic\"\nskew = {SKEW}\n[train]\n\
         batch_size = {samples}\nseed = {SEED}\n"
    );
    let experiment = Experiment::parse(Path::new("a model of Table 3"), &text).expect("a preset makes an experiment");
    Ok(Workload::measure(&name.to_uppercase(), &experiment, BATCHES)?)
}

/// What every system takes for every model.
pub(super) fn models(workloads: &[Workload], assumptions: &Assumptions) -> Vec<Model> {
    let model = |workload: &Workload| Model {
        name: workload.name.clone(),
        workload: workload.clone(),
        measured: SYSTEMS.iter().map(|system| measure(system, workload, assumptions)).collect(),
    };
    workloads.iter().map(model).collect()
}

/// The mean over models of what two systems make of one.
pub(super) fn mean(models: &[Model], value: impl Fn(&Model) -> f64) -> f64 {
    models.iter().map(value).sum::<f64>() / models.len() as f64
}

/// What models and systems are, in sentences.
pub(super) fn notes() -> Vec<String> {
    let mut notes = vec![
        "Steps of a batch are replayed in simulated time on each system, a batch after the other; the arithmetic of training \
         does not depend on the system and is not done here."
            .to_owned(),
        format!(
            "RM1 to RM4 as in Table 3 (RM2's bottom MLP ends in 32; 323 is a misprint), tables as large as Criteo Kaggle's in \
             turn, rows drawn from a power law of exponent {SKEW}, seed {SEED}; counts are averages of {} batches.",
            BATCHES - 1
        ),
        "Every number has its source in the list of parameters; the fitted ones come from Fig. 12a alone.".to_owned(),
    ];
    notes.extend(SYSTEMS.iter().map(|System { title, summary, .. }| format!("{title}: {summary}.")));
    notes
}

/// One number varied, and what comes of a claim.
pub(super) struct Sweep {
    /// Of the chart.
    pub(super) id: &'static str,
    pub(super) claim: &'static str,
    pub(super) title: &'static str,
    pub(super) parameter: &'static str,
    /// The number in words, with its unit.
    pub(super) x: &'static str,
    pub(super) y: &'static str,
    /// The least and the largest value.
    pub(super) range: (f64, f64),
    pub(super) measure: fn(&[Model]) -> f64,
}

impl Sweep {
    /// What the paper says.
    fn paper(&self) -> f64 {
        Claim::find(self.claim).value("").expect("a sweep is about a claim of one number")
    }

    /// The chart, and where between two of its points the paper's number appears first.
    fn run(&self, workloads: &[Workload], assumptions: &Assumptions) -> (Chart, Option<f64>) {
        let (paper, (least, most)) = (self.paper(), self.range);
        let at = |value: f64| (self.measure)(&models(workloads, &assumptions.with(self.parameter, value)));
        let value = |step: u8| least + (most - least) * f64::from(step) / 20.0;
        let points: Vec<(f64, f64)> = (0..=20).map(|step| (value(step), at(value(step)))).collect();
        let crosses = |pair: &&[(f64, f64)]| (pair[0].1 - paper) * (pair[1].1 - paper) <= 0.0;
        let crossing = points.windows(2).find(crosses).map(|pair| {
            let [(mut low, at_low), (mut high, _)] = [pair[0], pair[1]];
            for _ in 0..40 {
                let middle = f64::midpoint(low, high);
                if (at_low - paper) * (at(middle) - paper) > 0.0 { low = middle } else { high = middle }
            }
            f64::midpoint(low, high)
        });
        let chart = Chart::Lines(Lines {
            id: self.id.into(),
            title: self.title.into(),
            x: self.x.into(),
            y: self.y.into(),
            series: vec![("measured".into(), points)],
            mark: Some(("paper".into(), paper)),
        });
        (chart, crossing)
    }
}

/// How claims change with one number each: a table of where the paper's number appears, and the charts.
pub(super) fn sensitivity(sweeps: &[Sweep], workloads: &[Workload], assumptions: &Assumptions) -> (Table, Vec<Chart>) {
    let mut table = Table::new(&["claim", "paper", "number", "its value here", "the paper's number appears at"]);
    let mut charts = Vec::new();
    for sweep in sweeps {
        let (chart, crossing) = sweep.run(workloads, assumptions);
        charts.push(chart);
        let (least, most) = sweep.range;
        let crossing =
            crossing.map_or_else(|| format!("nowhere from {least} to {most}"), |value| format!("{value:.4}"));
        let (claim, parameter) = (sweep.claim.to_owned(), sweep.parameter.to_owned());
        let here = assumptions.get(sweep.parameter).to_string();
        table.rows.push(vec![claim, sweep.paper().to_string(), parameter, here, crossing]);
    }
    (table, charts)
}
