//! What CPR's figures of accuracy share: trainings of which shards die.

use emberlane_checkpoints::cpr::planned;
use emberlane_experiment::{FailuresConfig, SavePolicy};
use emberlane_stores::PartialRecoveries;
use emberlane_training::TrainError;
use serde::Serialize;

use super::{Progress, ReproduceError, ReproduceOptions};
use crate::charts::Estimate;
use crate::cpr::{Scores, Setting};
use crate::threads::on_threads;

/// A training to run.
pub(super) struct Wanted<'s> {
    /// Which it is among those of a figure.
    pub label: String,
    /// What is trained.
    pub setting: &'s Setting,
    /// Draws everything but the failures.
    pub seed: u64,
    /// When shards die; `None`: none does.
    pub failures: Option<FailuresConfig>,
}

/// A training that was run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Run {
    pub label: String,
    pub data: &'static str,
    pub seed: u64,
    /// Samples of a batch, and batches that were trained.
    pub batch_size: u64,
    pub batches: u64,
    /// What shards save, and how often they do.
    pub policy: Option<&'static str>,
    pub interval: u64,
    pub shards: u32,
    /// After how many batches which shard was to die.
    pub plan: Vec<(u64, u32)>,
    pub scores: Scores,
    pub recoveries: Option<PartialRecoveries>,
}

impl Run {
    /// The portion of lost samples.
    pub(super) fn pls(&self) -> f64 {
        self.recoveries.as_ref().map_or(0.0, PartialRecoveries::portion_of_lost_samples)
    }
}

/// All trainings of a figure.
pub(super) struct Runs(Vec<Run>);

impl Runs {
    /// Runs them, in whichever order; the result is the same for any number of threads.
    pub(super) fn run(
        part: &'static str,
        wanted: &[Wanted<'_>],
        options: &ReproduceOptions,
        progress: &dyn Progress,
    ) -> Result<Self, ReproduceError> {
        progress.start(part, wanted.iter().map(|run| run.setting.batches + run.setting.held_out).sum());
        let run = |wanted: &Wanted<'_>| {
            let Wanted { label, setting, seed, failures } = wanted;
            let found = setting.train(*seed, failures.clone(), |batches| progress.advance(batches))?;
            Ok(Run {
                label: label.clone(),
                data: setting.name,
                seed: *seed,
                batch_size: setting.samples(),
                batches: setting.batches,
                policy: failures.as_ref().map(|failures| failures.policy.name()),
                interval: failures.as_ref().map_or(0, |failures| failures.interval),
                shards: failures.as_ref().map_or(0, |failures| failures.shards),
                plan: failures.as_ref().map(|failures| planned(&failures.plan, failures.shards)).unwrap_or_default(),
                scores: found.scores,
                recoveries: found.recoveries,
            })
        };
        let runs: Result<Vec<Run>, TrainError> = on_threads(wanted, options.threads.get(), run).into_iter().collect();
        Ok(Self(runs?))
    }

    pub(super) fn all(&self) -> &[Run] {
        &self.0
    }

    /// The training of a seed in which no shard dies.
    pub(super) fn uncut(&self, data: &str, seed: u64) -> &Run {
        let is_uncut = |run: &&Run| run.data == data && run.seed == seed && run.recoveries.is_none();
        self.0.iter().find(is_uncut).expect("each seed has a training without failures")
    }

    /// Those in which shards die, of a data set, by a label.
    pub(super) fn of<'r>(&'r self, data: &'r str, label: &'r str) -> impl Iterator<Item = &'r Run> {
        self.0.iter().filter(move |run| run.data == data && run.label == label && run.recoveries.is_some())
    }

    /// Of the area under the ROC curve, the share that a run has less than that of its seed without failures.
    pub(super) fn auc_lost(&self, run: &Run) -> f64 {
        1.0 - run.scores.auc() / self.uncut(run.data, run.seed).scores.auc()
    }

    /// The log loss that a run has more than that of its seed without failures, nats.
    pub(super) fn loss_added(&self, run: &Run) -> f64 {
        run.scores.mean_log_loss() - self.uncut(run.data, run.seed).scores.mean_log_loss()
    }

    /// A measure over all seeds.
    pub(super) fn over_seeds(&self, data: &str, label: &str, measure: impl Fn(&Run) -> f64) -> Estimate {
        Estimate::of(&self.of(data, label).map(measure).collect::<Vec<_>>())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::to_value(&self.0).expect("runs serialise")
    }
}

/// How CPR's variants save: its name in the paper, and the policy.
pub(super) const VARIANTS: [(&str, SavePolicy); 4] = [
    ("CPR-vanilla", SavePolicy::Full),
    ("CPR-SCAR", SavePolicy::Scar),
    ("CPR-MFU", SavePolicy::Mfu),
    ("CPR-SSU", SavePolicy::Ssu),
];

/// Pearson's coefficient of correlation, with an interval of 95 % (Fisher's transformation) whose lower end is meant.
pub(super) fn correlation(points: &[(f64, f64)]) -> Estimate {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let products = mean(&|point| (point.0 - x) * (point.1 - y));
    let (of_x, of_y) = (mean(&|point| (point.0 - x).powi(2)), mean(&|point| (point.1 - y).powi(2)));
    let found = products / (of_x * of_y).sqrt();
    let low = libm::tanh(libm::atanh(found) - 1.96 / (count - 3.0).sqrt());
    let margin = if count > 3.0 && low.is_finite() { found - low } else { f64::INFINITY };
    Estimate { mean: found, margin }
}

/// What every figure says of its trainings.
pub(super) fn notes(settings: &[&Setting]) -> Vec<String> {
    let Some(first) = settings.first() else { return Vec::new() };
    let rows = |setting: &&Setting| {
        let rows: u64 = setting.rows().iter().map(|rows| u64::from(*rows)).sum();
        format!("{}: {rows} rows of {} bytes in 26 tables", setting.name, 4 * setting.dimension())
    };
    vec![
        format!(
            "Trainings of {} batches of {} samples with SGD, measured on {} others. Rows are looked up as often as those of the data \
             sets, of which there are fewer; a hidden logistic model over all features draws the labels. {}.",
            first.batches,
            first.samples(),
            first.held_out,
            settings.iter().map(rows).collect::<Vec<_>>().join("; ")
        ),
        "Measures are expected over labels: a sample counts as a click with the probability with which its label was drawn. A training in \
         which shards die is compared with that of the same seed in which none does: the same rows, labels and initial parameters."
            .into(),
        "A shard that dies goes on with the rows that it had saved, or had at the beginning; all else goes on. It is what `emberlane train` does \
         with [failures]."
            .into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_those_of_the_textbook() {
        let line: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), 3.0 - 2.0 * f64::from(x))).collect();
        assert!((correlation(&line).mean + 1.0).abs() < 1e-12);
        // Anscombe's first quartet: 0.816.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let points: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
        let found = correlation(&points);
        assert!((found.mean - 0.81642).abs() < 1e-5 && found.margin > 0.2, "{found:?}");
    }
}
