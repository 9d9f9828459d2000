//! Trainings of which shards die, on clicks that a hidden model draws.

use std::path::Path;
use std::sync::Arc;

use emberlane_checkpoints::cpr::PartialRecovery;
use emberlane_checkpoints::parameters;
use emberlane_data::access::{self, Column, Law};
use emberlane_data::{Batch, BatchSource, LawClicks, Purpose};
use emberlane_dlrm::{Dlrm, UpdateRule};
use emberlane_experiment::{Experiment, FailuresConfig};
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostMemory, PartialRecoveries};
use emberlane_training::TrainError;
use serde::Serialize;

/// Samples a batch, and dense features of one; what the public DLRM uses for Criteo Kaggle.
const SAMPLES: usize = 128;
const FEATURES: usize = 13;
/// Rows that a table keeps however small the others become.
const LEAST_ROWS: u64 = 64;

/// A model on a data set's laws, and how long it is trained.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The data set.
    pub name: &'static str,
    /// Batches that are trained.
    pub batches: u64,
    /// Batches that it is measured on.
    pub held_out: u64,
    columns: Vec<Column>,
    experiment: Experiment,
}

/// What a training came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// How good it is on batches that were held out.
    pub scores: Scores,
    /// What was lost on the way; `None` where nothing could be.
    pub recoveries: Option<PartialRecoveries>,
}

/// Sums over held-out samples, each of which counts as a click with the probability with which its label was drawn, and as none with the
/// rest: what any measure is expected to be over labels, without the noise of those that were drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Scores {
    /// Samples.
    pub samples: u64,
    /// Clicks.
    pub positives: f64,
    /// Samples without a click.
    pub negatives: f64,
    /// Pairs of a click and none of which the click was predicted to be more likely; half of those that were predicted alike.
    pub ordered: f64,
    /// Sum of the log losses, nats.
    pub log_loss: f64,
}

impl Scores {
    /// Of predictions, each with the probability of a click.
    #[must_use]
    pub fn of(mut predictions: Vec<(f32, f64)>) -> Self {
        let mut scores = Self { samples: predictions.len() as u64, ..Self::default() };
        predictions.sort_by(|one, other| one.0.total_cmp(&other.0));
        for alike in predictions.chunk_by(|one, other| one.0 == other.0) {
            let clicks: f64 = alike.iter().map(|(_, click)| click).sum();
            let others = alike.len() as f64 - clicks;
            scores.ordered += clicks * (scores.negatives + 0.5 * others);
            scores.positives += clicks;
            scores.negatives += others;
            let predicted = f64::from(alike[0].0).clamp(1e-7, 1.0 - 1e-7);
            scores.log_loss -= clicks * libm::log(predicted) + others * libm::log(1.0 - predicted);
        }
        scores
    }

    /// Area under the ROC curve.
    #[must_use]
    pub fn auc(&self) -> f64 {
        self.ordered / (self.positives * self.negatives)
    }

    /// Mean log loss, nats.
    #[must_use]
    pub fn mean_log_loss(&self) -> f64 {
        self.log_loss / self.samples as f64
    }
}

impl Setting {
    /// Criteo Kaggle: vectors of 64 bytes (Section 5.1), one row for `scale` of the set.
    #[must_use]
    pub fn kaggle(scale: u64, batches: u64, held_out: u64) -> Self {
        Self::new("Kaggle", &access::kaggle(), scale, "[13, 32, 16]", 16, batches, held_out)
    }

    /// Criteo Terabyte: vectors of 256 bytes (Section 5.1), one row for `scale` of the set.
    #[must_use]
    pub fn terabyte(scale: u64, batches: u64, held_out: u64) -> Self {
        Self::new("Terabyte", &access::terabyte(), scale, "[13, 32, 64]", 64, batches, held_out)
    }

    fn new(
        name: &'static str,
        columns: &[Column],
        scale: u64,
        bottom: &str,
        dimension: usize,
        batches: u64,
        held_out: u64,
    ) -> Self {
        let scaled =
            |column: &Column| Column { rows: (column.rows / scale).max(column.rows.min(LEAST_ROWS)), ..*column };
        let columns: Vec<Column> = columns.iter().map(scaled).collect();
        let (tables, rows) = (columns.len(), columns.iter().map(|column| column.rows).collect::<Vec<_>>());
        let text = format!(
            "[model]\nbottom = {bottom}\ntop = [32, 1]\ntables = {tables}\nrows = {rows:?}\ndimension = {dimension}\n\
             [data]\nkind = \"synthetic\"\n[train]\nbatch_size = {SAMPLES}\nlearning_rate = 0.1\n"
        );
        let experiment = Experiment::parse(Path::new("cpr.toml"), &text).expect("the experiment is well formed");
        Self { name, batches, held_out, columns, experiment }
    }

    /// Rows of each table.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.experiment.model.rows
    }

    /// Elements of a row.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.experiment.model.dimension
    }

    /// Samples of a batch.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        SAMPLES as u64
    }

    /// Batches of a seed, which draws rows, features, hidden model and labels.
    #[must_use]
    pub fn source(&self, seed: u64, purpose: Purpose) -> LawClicks {
        let batches = match purpose {
            Purpose::Training => self.batches,
            Purpose::Evaluation => self.held_out,
        };
        let law = Arc::new(Law::new(&self.columns, 1, seed));
        LawClicks::new(law, SAMPLES, FEATURES, batches, seed, purpose)
    }

    /// A model as it begins with a seed.
    ///
    /// # Errors
    /// No memory for it.
    pub fn model(&self, seed: u64) -> Result<(Dlrm, HostMemory), TrainError> {
        let Experiment { model, train, .. } = &self.experiment;
        let mut dlrm = Dlrm::new(model)?;
        let rule = UpdateRule::from(train);
        let mut tables =
            HostMemory::new(&model.rows, model.dimension, model.pooling, rule).map_err(EmbeddingError::from)?;
        parameters::draw(model, seed, &mut dlrm, &mut tables)?;
        Ok((dlrm, tables))
    }

    /// Trains a batch.
    ///
    /// # Errors
    /// A loss that is no number.
    pub fn step(
        &self,
        number: u64,
        batch: &Batch,
        dlrm: &mut Dlrm,
        tables: &mut dyn EmbeddingStore,
    ) -> Result<(), TrainError> {
        let pooled = tables.lookup(&batch.bags)?;
        let (loss, gradients) = dlrm.train(batch, &pooled, UpdateRule::from(&self.experiment.train));
        match gradients {
            Some(gradients) => Ok(tables.update(&gradients)?),
            None => Err(TrainError::Diverged { batch: number, loss: loss.mean }),
        }
    }

    /// Trains all batches of a seed, in which shards die as `failures` say, and measures what comes out. `advance` is told of every batch.
    ///
    /// # Errors
    /// No memory, and a loss that is no number.
    pub fn train(
        &self,
        seed: u64,
        failures: Option<FailuresConfig>,
        advance: impl Fn(u64),
    ) -> Result<Outcome, TrainError> {
        let (mut dlrm, tables) = self.model(seed)?;
        let mut tables: Box<dyn EmbeddingStore> = match failures {
            None => Box::new(tables),
            Some(failures) => Box::new(PartialRecovery::new(tables, self.rows(), self.dimension(), failures)),
        };
        let mut source = self.source(seed, Purpose::Training);
        let mut number = 0;
        while let Some(batch) = source.next_batch()? {
            self.step(number, &batch, &mut dlrm, &mut *tables)?;
            number += 1;
            advance(1);
        }
        let mut source = self.source(seed, Purpose::Evaluation);
        let mut predictions = Vec::new();
        while let Some(batch) = source.next_batch()? {
            let pooled = tables.pool(&batch.bags)?;
            let clicks = source.click_probabilities(&batch).unwrap_or_default();
            predictions.extend(dlrm.predict(&batch, &pooled).probabilities.into_iter().zip(clicks));
            advance(1);
        }
        Ok(Outcome { scores: Scores::of(predictions), recoveries: tables.recoveries() })
    }
}

#[cfg(test)]
mod tests {
    use emberlane_dlrm::metrics;
    use emberlane_experiment::{FailurePlan, SavePolicy};

    use super::*;

    #[test]
    fn scores_of_sure_labels_are_those_of_the_metrics() {
        let predictions: Vec<(f32, bool)> =
            (0..200).map(|sample| ((sample * 37 % 61) as f32 / 61.0, sample * 53 % 7 < 3)).collect();
        let sure = predictions.iter().map(|(predicted, click)| (*predicted, f64::from(u8::from(*click)))).collect();
        let scores = Scores::of(sure);
        let expected = metrics::auc(&mut predictions.clone()).unwrap();
        assert!((scores.auc() - expected).abs() < 1e-9, "{} {expected}", scores.auc());
        let loss = |(predicted, click): &(f32, bool)| {
            let predicted = f64::from(*predicted).clamp(1e-7, 1.0 - 1e-7);
            -if *click { predicted } else { 1.0 - predicted }.ln()
        };
        let expected = predictions.iter().map(loss).sum::<f64>() / 200.0;
        assert!((scores.mean_log_loss() - expected).abs() < 1e-9);
    }

    #[test]
    fn tables_are_the_data_sets_made_smaller() {
        let kaggle = Setting::kaggle(128, 1, 1);
        assert_eq!((kaggle.rows().len(), kaggle.rows()[2], kaggle.rows()[8]), (26, 10_131_227 / 128, 3));
        let terabyte = Setting::terabyte(1024, 1, 1);
        assert_eq!((terabyte.dimension(), terabyte.rows()[0]), (64, 45_833_188 / 1024));
    }

    #[test]
    fn a_seed_trains_to_the_same_bits_and_losing_all_is_seen() {
        let setting = Setting::kaggle(4096, 60, 20);
        let uncut = setting.train(3, None, |_| {}).unwrap();
        assert_eq!(uncut, setting.train(3, None, |_| {}).unwrap());
        assert!(uncut.scores.auc() > 0.55, "{}", uncut.scores.auc());
        let config = |plan| FailuresConfig {
            shards: 2,
            plan: FailurePlan::Named(plan),
            interval: 1000,
            policy: SavePolicy::Full,
            parts: 8,
            largest: 7,
            seed: 0,
        };
        // Without a death no bit changes; with all shards dead at the end, only the MLPs know something.
        let spared = setting.train(3, Some(config(vec![])), |_| {}).unwrap();
        assert_eq!(spared.scores, uncut.scores);
        let lost = setting.train(3, Some(config(vec![(60, 0), (60, 1)])), |_| {}).unwrap();
        assert!(lost.scores.auc() < uncut.scores.auc());
        assert_eq!(lost.recoveries.unwrap().portion_of_lost_samples(), 1.0);
    }
}
