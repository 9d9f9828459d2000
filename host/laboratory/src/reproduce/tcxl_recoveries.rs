//! What recoveries lose whose MLP parameters are older than the embedding tables, for Fig. 9a of TrainingCXL.
//!
//! A relaxed checkpoint saves the MLPs' parameters less often than the embeddings. After a loss of power following batch
//! N, training resumes with the tables as of batch N and the MLPs as of batch N - gap. One run a seed trains to the end and
//! keeps the MLPs of the batches that some gap asks for; at N it forks a model a gap, and all of them go on side by side
//! over the same batches. So every difference is that of the gap alone, and no run is trained twice.
//!
//! As many seeds are trained at a time as there are threads. Their models go on together, each by some batches at a time:
//! where there is one seed left, its models are work for all threads, and a model's rows stay in a cache meanwhile.

use std::collections::BTreeMap;
use std::path::Path;

use emberlane_checkpoints::parameters;
use emberlane_data::{Batch, BatchSource, Purpose};
use emberlane_dlrm::{Dlrm, Loss, UpdateRule, metrics};
use emberlane_experiment::{CriteoConfig, DataConfig, Experiment, OnMalformed};
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostMemory};
use emberlane_training::TrainError;
use serde::Serialize;

use super::{Estimate, Progress, ReproduceError};
use crate::threads::each_on_threads;

/// Batches that a model goes on by at a time.
const AT_A_TIME: u64 = 512;

/// The experiment of which each run is a variant.
pub(super) fn experiment() -> Experiment {
    let text = include_str!("tcxl_fig9a.toml");
    Experiment::parse(Path::new("tcxl_fig9a.toml"), text).expect("the figure's experiment is well formed")
}

/// A recovery: power is lost after batch `cut`, and the MLPs come back `gap` batches older than the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Recovery {
    pub(super) cut: u64,
    pub(super) gap: u64,
}

impl Recovery {
    /// Whether nothing that the MLPs had learned comes back.
    pub(super) fn forgets_all(self) -> bool {
        self.gap == self.cut
    }
}

/// Recoveries to compare on some data.
pub(super) struct Study {
    pub(super) name: &'static str,
    pub(super) experiment: Experiment,
    /// Batches of a training that is not cut.
    pub(super) batches: u64,
    /// Batches to measure on, and how many the source has before them.
    pub(super) held_out: u64,
    pub(super) held_out_from: u64,
    pub(super) recoveries: Vec<Recovery>,
    pub(super) seeds: Vec<u64>,
    /// Batches that a model goes on by at a time.
    at_a_time: u64,
}

impl Study {
    /// On drawn rows, as many as the experiment says.
    pub(super) fn drawn(experiment: Experiment, seeds: &[u64], gaps: &[u64], few_left: u64) -> Self {
        let DataConfig::Synthetic { batches, .. } = experiment.data else { unreachable!("the figure draws its rows") };
        let held_out = experiment.evaluate.batches.unwrap_or(batches);
        let recoveries = recoveries(batches, gaps, few_left);
        Self {
            name: "synthetic",
            experiment,
            batches,
            held_out,
            held_out_from: 0,
            recoveries,
            seeds: seeds.to_vec(),
            at_a_time: AT_A_TIME,
        }
    }

    /// On Criteo's rows, as many as on drawn ones at most: the first two thirds to train, the rest to measure.
    pub(super) fn criteo(
        mut experiment: Experiment,
        file: &Path,
        seeds: &[u64],
        gaps: &[u64],
        few_left: u64,
    ) -> Result<Self, ReproduceError> {
        let most = Self::drawn(experiment.clone(), seeds, gaps, few_left);
        let skip = OnMalformed::Skip;
        experiment.data =
            DataConfig::Criteo(CriteoConfig { on_malformed: skip, ..CriteoConfig::new(vec![file.to_path_buf()]) });
        let mut source = source(&experiment, 0, Purpose::Training)?;
        let mut found = 0;
        while found < most.batches + most.held_out && source.next_batch().map_err(TrainError::from)?.is_some() {
            found += 1;
        }
        if found < 3 {
            let batch_size = experiment.train.batch_size.unwrap_or_default();
            return Err(ReproduceError::TooShort { file: file.to_path_buf(), batches: found, batch_size });
        }
        let batches = found * 2 / 3;
        let recoveries = recoveries(batches, gaps, few_left);
        let held_out = found - batches;
        Ok(Self {
            name: "Criteo",
            experiment,
            batches,
            held_out,
            held_out_from: batches,
            recoveries,
            seeds: seeds.to_vec(),
            at_a_time: AT_A_TIME,
        })
    }

    /// Passes of a model over a batch.
    pub(super) fn steps(&self) -> u64 {
        let resumed: u64 = self.recoveries.iter().map(|recovery| self.batches - recovery.cut).sum();
        let models = 1 + self.recoveries.len() as u64;
        (self.batches + resumed + models * self.held_out) * self.seeds.len() as u64
    }

    /// What every seed gives, in their order.
    pub(super) fn measure(&self, threads: usize, progress: &dyn Progress) -> Result<Vec<Run>, TrainError> {
        // Memory is that of as many seeds as there are threads.
        let together = self.seeds.chunks(threads.max(1));
        let runs = together.map(|seeds| self.evaluate(self.train(seeds, threads, progress)?, threads, progress));
        Ok(runs.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn evaluate(
        &self,
        mut courses: Vec<Course>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Run>, TrainError> {
        let mut trials = all(each_on_threads(&mut courses, threads, |course| Trial::begin(self, course)))?;
        let mut left = self.held_out;
        while left > 0 {
            let count = left.min(self.at_a_time);
            all(each_on_threads(&mut trials, threads, |trial| trial.draw(count)))?;
            let mut models: Vec<(&mut Model, &mut Score, &[HeldOut])> =
                trials.iter_mut().flat_map(Trial::models).collect();
            all(each_on_threads(&mut models, threads, |(model, score, batches)| {
                for HeldOut { batch, clicks } in *batches {
                    score.add(&model.predict(batch)?.probabilities, batch, clicks.as_deref());
                }
                Ok(())
            }))?;
            progress.advance(models.len() as u64 * count);
            left -= count;
        }
        Ok(each_on_threads(&mut trials, threads, |trial| trial.end(&self.recoveries)))
    }

    /// Of some seeds, the models at the last batch.
    fn train(&self, seeds: &[u64], threads: usize, progress: &dyn Progress) -> Result<Vec<Course>, TrainError> {
        let begin = |seed: &u64| Course::begin(&self.experiment, *seed);
        let mut courses = seeds.iter().map(begin).collect::<Result<Vec<_>, _>>()?;
        let mut trained = 0;
        loop {
            each_on_threads(&mut courses, threads, |course| course.fork(&self.recoveries, trained));
            if trained == self.batches {
                return Ok(courses);
            }
            let forks = self.recoveries.iter().flat_map(|recovery| [recovery.cut - recovery.gap, recovery.cut]);
            let next_fork = forks.filter(|at| *at > trained).min().unwrap_or(self.batches);
            let count = self.at_a_time.min(next_fork - trained);
            let batches = all(each_on_threads(&mut courses, threads, |course| drawn(&mut *course.source, count)))?;
            let models = courses.iter_mut().zip(&batches);
            let mut models: Vec<(&mut Model, &[Batch])> = models
                .flat_map(|(course, batches)| course.models.iter_mut().map(|model| (model, &batches[..])))
                .collect();
            all(each_on_threads(&mut models, threads, |(model, batches)| {
                for (batch, number) in batches.iter().zip(trained..) {
                    let loss = model.train(batch)?.mean;
                    if !loss.is_finite() {
                        return Err(TrainError::Diverged { batch: number, loss });
                    }
                }
                Ok(())
            }))?;
            progress.advance(models.len() as u64 * count);
            trained += count;
        }
    }
}

/// The models of a seed on their way, over the same batches.
struct Course {
    seed: u64,
    source: Box<dyn BatchSource>,
    /// The one that is never cut, then one a recovery whose power has been lost.
    models: Vec<Model>,
    /// MLPs of the batches that some gap asks for.
    snapshots: BTreeMap<u64, Dlrm>,
}

impl Course {
    fn begin(experiment: &Experiment, seed: u64) -> Result<Self, TrainError> {
        let source = source(experiment, seed, Purpose::Training)?;
        Ok(Self { seed, source, models: vec![Model::new(experiment, seed)?], snapshots: BTreeMap::new() })
    }

    /// What happens after so many batches: MLPs are kept, and power is lost.
    fn fork(&mut self, recoveries: &[Recovery], trained: u64) {
        let Self { models, snapshots, .. } = self;
        if recoveries.iter().any(|recovery| recovery.cut - recovery.gap == trained) {
            snapshots.insert(trained, models[0].dlrm.clone());
        }
        for Recovery { cut, gap } in recoveries.iter().filter(|recovery| recovery.cut == trained) {
            models.push(Model { dlrm: snapshots[&(cut - gap)].clone(), ..models[0].clone() });
        }
    }
}

/// A batch to measure on, and the probabilities with which its labels were drawn, if anybody knows them.
struct HeldOut {
    batch: Batch,
    clicks: Option<Vec<f64>>,
}

/// The models of a seed, measured on the same batches.
struct Trial {
    seed: u64,
    source: Box<dyn BatchSource>,
    models: Vec<Model>,
    /// Of each model.
    scores: Vec<Score>,
    /// Of the model that drew the labels.
    hidden: Score,
    batches: Vec<HeldOut>,
}

impl Trial {
    /// With the models of a course that is at its end.
    fn begin(study: &Study, course: &mut Course) -> Result<Self, TrainError> {
        let (seed, models) = (course.seed, std::mem::take(&mut course.models));
        let mut source = source(&study.experiment, seed, Purpose::Evaluation)?;
        for _ in 0..study.held_out_from {
            next(&mut *source)?;
        }
        let scores = vec![Score::default(); models.len()];
        Ok(Self { seed, source, models, scores, hidden: Score::default(), batches: Vec::new() })
    }

    /// Takes the next batches.
    fn draw(&mut self, count: u64) -> Result<(), TrainError> {
        self.batches.clear();
        for batch in drawn(&mut *self.source, count)? {
            let clicks = self.source.click_probabilities(&batch);
            if let Some(clicks) = &clicks {
                let probabilities: Vec<f32> = clicks.iter().map(|probability| *probability as f32).collect();
                self.hidden.add(&probabilities, &batch, Some(clicks));
            }
            self.batches.push(HeldOut { batch, clicks });
        }
        Ok(())
    }

    fn models(&mut self) -> impl Iterator<Item = (&mut Model, &mut Score, &[HeldOut])> {
        let Self { models, scores, batches, .. } = self;
        models.iter_mut().zip(scores).map(|(model, score)| (model, score, &batches[..]))
    }

    fn end(&mut self, recoveries: &[Recovery]) -> Run {
        let mut qualities = std::mem::take(&mut self.scores).into_iter().map(Score::quality);
        let uncut = qualities.next().expect("the uncut run is the first");
        let recovered = recoveries.iter().copied().zip(qualities);
        let recovered = recovered.map(|(recovery, quality)| Recovered { recovery, quality }).collect();
        let hidden = std::mem::take(&mut self.hidden);
        let hidden_model = (!hidden.predictions.is_empty()).then(|| hidden.quality());
        Run { seed: self.seed, hidden_model, uncut, recovered }
    }
}

/// All results, or an error: of trainings that diverge, that of the first batch.
fn all<T>(results: Vec<Result<T, TrainError>>) -> Result<Vec<T>, TrainError> {
    let (good, errors): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let batch = |error: &TrainError| if let TrainError::Diverged { batch, .. } = error { *batch } else { 0 };
    match errors.into_iter().filter_map(Result::err).min_by_key(batch) {
        Some(error) => Err(error),
        None => good.into_iter().collect(),
    }
}

/// Power is lost at half, when the MLPs still learn much and have much time to; with a few batches left, and with none, so
/// that what a gap costs has no time to heal. Each with every gap, and as a control with MLPs that have learned nothing.
fn recoveries(batches: u64, gaps: &[u64], few_left: u64) -> Vec<Recovery> {
    let half = batches / 2;
    let late = batches.saturating_sub(few_left);
    let cuts = [Some(half), Some(late).filter(|late| (half + 1..batches).contains(late)), Some(batches)];
    let of_cut = |cut: u64| {
        let gaps = gaps.iter().copied().filter(move |gap| *gap < cut).chain([cut]);
        gaps.map(move |gap| Recovery { cut, gap })
    };
    cuts.into_iter().flatten().flat_map(of_cut).collect()
}

fn source(experiment: &Experiment, seed: u64, purpose: Purpose) -> Result<Box<dyn BatchSource>, TrainError> {
    Ok(emberlane_data::open(&experiment.data, &experiment.model, experiment.train.batch_size, seed, purpose)?)
}

fn next(source: &mut dyn BatchSource) -> Result<Batch, TrainError> {
    source.next_batch()?.ok_or_else(|| TrainError::NoData { skipped: source.skipped() })
}

/// The next batches, so many.
fn drawn(source: &mut dyn BatchSource, count: u64) -> Result<Vec<Batch>, TrainError> {
    (0..count).map(|_| next(source)).collect()
}

/// A DLRM with its tables in host memory, where SGD leaves the same bits as on a device.
#[derive(Clone, Debug)]
struct Model {
    dlrm: Dlrm,
    tables: HostMemory,
    step: UpdateRule,
}

impl Model {
    fn new(experiment: &Experiment, seed: u64) -> Result<Self, TrainError> {
        let model = &experiment.model;
        let step = UpdateRule::from(&experiment.train);
        let mut dlrm = Dlrm::new(model)?;
        let mut tables = HostMemory::new(&model.rows, model.dimension, model.pooling, step)?;
        parameters::draw(model, seed, &mut dlrm, &mut tables)?;
        Ok(Self { dlrm, tables, step })
    }

    fn train(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        let pooled = self.tables.lookup(&batch.bags)?;
        let (loss, gradients) = self.dlrm.train(batch, &pooled, self.step);
        if let Some(gradients) = gradients {
            self.tables.update(&gradients)?;
        }
        Ok(loss)
    }

    fn predict(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        Ok(self.dlrm.predict(batch, &self.tables.pool(&batch.bags)?))
    }
}

/// Predictions beside what they should have been.
#[derive(Clone, Debug, Default)]
struct Score {
    predictions: Vec<(f32, bool)>,
    right: u64,
    expected_right: Option<f64>,
}

impl Score {
    /// Adds a batch of predicted probabilities; `clicks` are those with which its labels were drawn.
    fn add(&mut self, predicted: &[f32], batch: &Batch, clicks: Option<&[f64]>) {
        for (sample, (probability, label)) in predicted.iter().zip(&batch.labels).enumerate() {
            let (guess, click) = (*probability > 0.5, *label == 1.0);
            self.predictions.push((*probability, click));
            self.right += u64::from(guess == click);
            if let Some(clicks) = clicks {
                let right = if guess { clicks[sample] } else { 1.0 - clicks[sample] };
                *self.expected_right.get_or_insert(0.0) += right;
            }
        }
    }

    fn quality(mut self) -> Quality {
        let count = self.predictions.len() as f64;
        Quality {
            accuracy: self.right as f64 / count,
            expected_accuracy: self.expected_right.map(|right| right / count),
            auc: metrics::auc(&mut self.predictions),
        }
    }
}

/// How good predictions of the held-out rows are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Quality {
    /// Share on the right side of one half.
    pub(super) accuracy: f64,
    /// The same, expected over all labels that the hidden model might have drawn: without the noise of those it drew.
    pub(super) expected_accuracy: Option<f64>,
    /// Area under the ROC curve; `None` where all rows are clicks, or none is.
    pub(super) auc: Option<f64>,
}

/// What a seed gives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Run {
    seed: u64,
    /// The model that drew the labels, which none can beat but by chance; `None` where nobody knows it.
    pub(super) hidden_model: Option<Quality>,
    pub(super) uncut: Quality,
    recovered: Vec<Recovered>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Recovered {
    #[serde(flatten)]
    recovery: Recovery,
    #[serde(flatten)]
    quality: Quality,
}

/// What recovery number `number` loses against the run of its seed that was not cut; `None` where it was not measured.
pub(super) fn lost(runs: &[Run], number: usize, measure: impl Fn(&Quality) -> Option<f64>) -> Option<Estimate> {
    let differences = runs.iter().map(|run| Some(measure(&run.uncut)? - measure(&run.recovered[number].quality)?));
    differences.collect::<Option<Vec<_>>>().map(|differences| Estimate::of(&differences))
}

/// A training of seconds: few batches of few rows over small tables, with big steps.
#[cfg(test)]
pub(super) fn small() -> Experiment {
    let mut experiment = experiment();
    experiment.model.rows.fill(100);
    experiment.train.batch_size = Some(64);
    experiment.train.learning_rate = 0.5;
    experiment.data = DataConfig::Synthetic { skew: 1.05, batches: 120 };
    experiment.evaluate.batches = Some(60);
    experiment
}

#[cfg(test)]
pub(super) fn study() -> Study {
    Study::drawn(small(), &[1, 2, 3], &[0, 1, 10], 20)
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::*;

    #[test]
    fn without_a_gap_recovery_changes_no_bit() {
        let study = study();
        let courses = study.train(&[7], 1, &Silent).unwrap();
        let [uncut, resumed @ ..] = &courses[0].models[..] else { unreachable!("a model is never cut") };
        let bits = |model: &Model| {
            let mut model = model.clone();
            let mut values: Vec<f32> = Vec::new();
            for parameter in model.dlrm.parameters_mut() {
                values.extend_from_slice(parameter.values);
            }
            for table in 0..26 {
                values.extend(model.tables.read_rows(table, 0, 100).unwrap());
            }
            values.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        for (recovery, model) in study.recoveries.iter().zip(resumed) {
            assert_eq!(bits(model) == bits(uncut), recovery.gap == 0, "{recovery:?}");
        }
    }

    /// The first batch of all at which a model diverges is named, whichever model that is.
    #[test]
    fn of_several_errors_the_first_batch_counts() {
        let diverged = |batch| Err::<(), _>(TrainError::Diverged { batch, loss: f64::NAN });
        let error = all(vec![Ok(()), diverged(50), diverged(10)]).unwrap_err();
        assert!(matches!(error, TrainError::Diverged { batch: 10, .. }), "{error}");
    }

    #[test]
    fn what_is_trained_is_what_a_trainer_trains() {
        let mut experiment = small();
        experiment.data = DataConfig::Synthetic { skew: 1.05, batches: 5 };
        experiment.train.seed = 3;
        let study = Study::drawn(experiment.clone(), &[3], &[], 0);
        let mut uncut = study.train(&[3], 2, &Silent).unwrap().remove(0).models.remove(0);
        let mut trainer = emberlane_training::Trainer::new(&experiment, &Default::default()).unwrap();
        let mut source = source(&experiment, 3, Purpose::Training).unwrap();
        while let Some(batch) = source.next_batch().unwrap() {
            trainer.train(&batch).unwrap();
        }
        assert_eq!(uncut.tables.read_rows(25, 0, 100).unwrap(), trainer.store.read_rows(25, 0, 100).unwrap());
        let both = uncut.dlrm.parameters_mut().into_iter().zip(trainer.dense.dlrm.parameters_mut());
        both.for_each(|(own, other)| assert_eq!(own.values, other.values, "{}", own.name));
    }

    #[test]
    fn neither_threads_nor_batches_at_a_time_change_anything_and_forgetting_all_is_seen() {
        let study = study();
        let runs = study.measure(1, &Silent).unwrap();
        assert_eq!(runs, study.measure(3, &Silent).unwrap());
        let in_parts = Study { at_a_time: 7, seeds: study.seeds.clone(), ..super::study() };
        assert_eq!(runs, in_parts.measure(2, &Silent).unwrap());
        let seeds: Vec<u64> = runs.iter().map(|run| run.seed).collect();
        assert_eq!(seeds, study.seeds);
        let learned = runs.iter().all(|run| {
            let ceiling = run.hidden_model.and_then(|quality| quality.auc).unwrap();
            (0.7..ceiling).contains(&run.uncut.auc.unwrap())
        });
        assert!(learned, "{runs:?}");
        for (number, recovery) in study.recoveries.iter().enumerate() {
            if recovery.gap == 0 {
                let lost = lost(&runs, number, |quality| quality.expected_accuracy);
                assert_eq!(lost, Some(Estimate { mean: 0.0, margin: 0.0 }));
            }
            if recovery.forgets_all() && recovery.cut == study.batches {
                for run in &runs {
                    let lost = run.uncut.auc.unwrap() - run.recovered[number].quality.auc.unwrap();
                    assert!(lost > 0.05, "seed {}: {lost} of AUC", run.seed);
                }
            }
        }
    }
}
