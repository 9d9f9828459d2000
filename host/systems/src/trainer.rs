//! A DLRM with its embedding tables: one batch after the other, without simulated time.

use std::ops::Range;
use std::time::{Duration, Instant};

use emberlane_checkpoints::{SavedState, logged_parameters, parameter_bytes, parameters, set_parameters};
use emberlane_data::Batch;
use emberlane_dlrm::{Dlrm, Loss, UpdateRule, shares_of};
use emberlane_drivers::Recovered;
use emberlane_experiment::Experiment;
use emberlane_stores::{CxlMemStore, EmbeddingError, EmbeddingStore, RecoveryError, Summand, durable, lookahead};

use crate::TrainError;
use crate::machine::Machine;

/// Wall time of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Reading or drawing batches.
    pub data: Duration,
    /// Looking up and updating embeddings, the simulated device included.
    pub embedding: Duration,
    /// Both MLPs, interaction and loss, forward and backward; and the sum over all workers, where there are several.
    pub mlp: Duration,
}

/// The MLPs with their optimiser, and the wall time that they have taken.
pub struct Dense {
    /// The MLPs.
    pub dlrm: Dlrm,
    /// What turns their gradients into new parameters.
    pub step: UpdateRule,
    /// It leaves arithmetic out ([`Start::Rehearsal`]).
    pub rehearses: bool,
    time: Duration,
}

impl Dense {
    /// Counts what the MLPs do as their time.
    pub fn run<T>(&mut self, work: impl FnOnce(&mut Dlrm, UpdateRule) -> T) -> T {
        timed(&mut self.time, || work(&mut self.dlrm, self.step))
    }
}

/// What training begins with.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// The initial parameters.
    Anew,
    /// The newest checkpoint that the store has logged.
    Checkpoint,
    /// A state that was saved.
    State(&'a SavedState),
    /// All parameters are 0 and stay so: what a system does is all done, but for the arithmetic of the MLPs.
    Rehearsal,
}

/// MLPs and tables between two batches.
pub struct AtRest<'a> {
    /// The MLPs with their optimiser.
    pub dense: &'a mut Dense,
    /// The tables.
    pub store: &'a mut dyn EmbeddingStore,
}

impl AtRest<'_> {
    /// Predicts one batch.
    ///
    /// # Errors
    /// A store that fails.
    pub fn predict(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        let pooled = self.store.pool(&batch.bags)?;
        Ok(self.dense.dlrm.predict(batch, &pooled))
    }
}

/// A DLRM with its embedding tables in a store.
pub struct Trainer<S: EmbeddingStore + ?Sized = dyn EmbeddingStore> {
    /// The MLPs.
    pub dense: Dense,
    /// The embedding tables.
    pub store: Box<S>,
    /// The checkpoint that it goes on from.
    recovered: Option<Recovered>,
    /// The batch that it begins with.
    first: u64,
    /// Pooled vectors of the next batch, where it was looked up ahead.
    ahead: Option<Vec<f32>>,
    /// Wall time of the tables.
    time: Duration,
}

impl<S: EmbeddingStore + ?Sized> Trainer<S> {
    /// Gets a DLRM and empty tables ready for the first batch.
    ///
    /// # Errors
    /// Parameters, a state or a checkpoint that cannot be had, and a store that fails.
    pub fn begin(experiment: &Experiment, mut store: Box<S>, from: Start<'_>) -> Result<Self, TrainError> {
        let model = &experiment.model;
        let step = UpdateRule::from(&experiment.train);
        let mut dlrm = Dlrm::new(model)?;
        dlrm.cut_into(experiment.slices());
        let (mut recovered, mut first) = (None, 0);
        let (logs, rehearses) = (experiment.logs_on_device(), matches!(from, Start::Rehearsal));
        if let Start::Checkpoint = from {
            let checkpoint = durable(&mut *store)?.recover().map_err(unrecovered)?;
            if !checkpoint.exact {
                return Err(TrainError::Inexact(Box::new(checkpoint)));
            }
            if !set_parameters(&mut dlrm, &checkpoint.parameters) {
                let (found, expected) = (checkpoint.parameters.len(), parameter_bytes(model));
                return Err(TrainError::OtherParameters { found, expected });
            }
            first = checkpoint.batch;
            recovered = Some(checkpoint);
        } else {
            if logs {
                durable(&mut *store)?.give_up_log()?;
            }
            match (from, &model.initial_parameters) {
                (Start::State(state), _) => {
                    state.set(model, step, &mut dlrm, &mut *store)?;
                    first = state.batch();
                }
                (Start::Rehearsal, _) => {}
                (_, Some(path)) => parameters::load(model, path, &mut dlrm, &mut *store)?,
                (_, None) => parameters::draw(model, experiment.train.seed, &mut dlrm, &mut *store)?,
            }
            if logs {
                let parameters = match rehearses {
                    true => vec![0; parameter_bytes(model) as usize],
                    false => logged_parameters(&mut dlrm),
                };
                durable(&mut *store)?.begin_log(first, &parameters)?;
            }
        }
        let dense = Dense { dlrm, step, rehearses, time: Duration::ZERO };
        Ok(Self { dense, store, recovered, first, ahead: None, time: Duration::ZERO })
    }

    /// The checkpoint that training goes on from; `None` when it begins anew.
    #[must_use]
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// The batch that is trained next, when none was yet.
    #[must_use]
    pub fn first_batch(&self) -> u64 {
        self.first
    }

    /// Trains one batch; the loss is that before the update. A loss that is not finite updates nothing.
    ///
    /// # Errors
    /// A store that fails.
    pub fn train(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        if let Some(slices) = self.own_slices(batch) {
            return self.train_share(batch, &slices);
        }
        let pooled = self.embed(|store| store.lookup(&batch.bags))?;
        let (loss, gradients) = self.dense.run(|dlrm, step| dlrm.train(batch, &pooled, step));
        if let Some(gradients) = gradients {
            self.embed(|store| store.update(&gradients))?;
        }
        Ok(loss)
    }

    /// Says which batch comes behind those that were announced before.
    ///
    /// # Errors
    /// A store that fails.
    pub fn announce(&mut self, batch: &Batch) -> Result<(), EmbeddingError> {
        match self.own_slices(batch) {
            Some(slices) => {
                let own = batch.some(samples_of(&slices));
                self.embed(|store| store.fetch_ahead(&own.bags))
            }
            None => self.embed(|store| store.fetch_ahead(&batch.bags)),
        }
    }

    /// The slices of a batch that this worker has; `None`: it trains alone.
    fn own_slices(&mut self, batch: &Batch) -> Option<Vec<Range<usize>>> {
        let (worker, workers) = self.store.peers()?.share();
        Some(shares_of(batch.samples(), self.dense.dlrm.bottom.slices, worker, workers))
    }

    /// Trains one batch with others: its own samples here, and then what all have summed. The loss is that of all samples, without its
    /// gradient.
    fn train_share(&mut self, batch: &Batch, slices: &[Range<usize>]) -> Result<Loss, EmbeddingError> {
        let samples = samples_of(slices);
        let own = batch.some(samples.clone());
        let slices: Vec<Range<usize>> =
            slices.iter().map(|slice| slice.start - samples.start..slice.end - samples.start).collect();
        let pooled = self.embed(|store| store.lookup(&own.bags))?;
        let share = self.dense.run(|dlrm, _| dlrm.share(&own, &pooled, &slices, batch.samples()));
        let summand = Summand {
            data: batch.checksum(),
            losses: share.loss.losses,
            probabilities: share.loss.probabilities,
            slices: share.slices,
        };
        let alone = || EmbeddingError::Unavailable("the other workers are gone".to_owned());
        let begun = Instant::now();
        let sum = self.store.peers().ok_or_else(alone)?.sum(summand)?;
        self.dense.time += begun.elapsed();
        let (expected, found) = (batch.samples(), sum.losses.len());
        if expected != found {
            return Err(EmbeddingError::Length { what: "losses of all workers", expected, found });
        }
        // As one process has it: the first to the last.
        let mean = sum.losses.iter().fold(0.0, |mean, loss| mean + loss) / expected as f64;
        if mean.is_finite() {
            self.dense.run(|dlrm, step| dlrm.step(&sum.gradients, step));
            self.embed(|store| store.update(&share.pooled))?;
        }
        Ok(Loss { mean, losses: sum.losses, probabilities: sum.probabilities, gradient: Vec::new() })
    }

    /// Trains one batch, as [`train`](Self::train) does, but looks the next one up before the gradients of this one are known.
    /// Its pooled vectors are brought up to date when they are; they are what the next call begins with. Only rounding
    /// differs ([`emberlane_stores::relaxed`]).
    ///
    /// # Errors
    /// A store that cannot look ahead, and one that fails.
    pub fn train_relaxed(&mut self, batch: &Batch, next: Option<&Batch>) -> Result<Loss, EmbeddingError> {
        let pooled = match self.ahead.take() {
            Some(pooled) => pooled,
            None => self.embed(|store| store.lookup(&batch.bags))?,
        };
        if let Some(next) = next {
            self.embed(|store| lookahead(store)?.look_ahead(&next.bags))?;
        }
        let (loss, gradients) = self.dense.run(|dlrm, step| dlrm.train(batch, &pooled, step));
        match (gradients, next) {
            (Some(gradients), Some(_)) => {
                self.ahead = Some(self.embed(|store| lookahead(store)?.catch_up(&gradients))?);
            }
            (Some(gradients), None) => self.embed(|store| store.update(&gradients))?,
            (None, _) => {}
        }
        Ok(loss)
    }

    /// Predicts one batch.
    ///
    /// # Errors
    /// A store that fails.
    pub fn predict(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        let pooled = self.embed(|store| store.pool(&batch.bags))?;
        Ok(self.dense.run(|dlrm, _| dlrm.predict(batch, &pooled)))
    }

    /// Time spent so far; `data` is not the trainer's and stays 0.
    #[must_use]
    pub fn times(&self) -> Times {
        Times { data: Duration::ZERO, embedding: self.time, mlp: self.dense.time }
    }

    /// Counts what the tables do as time spent on embeddings.
    pub(crate) fn embed<T>(&mut self, work: impl FnOnce(&mut S) -> T) -> T {
        timed(&mut self.time, || work(&mut *self.store))
    }
}

impl Trainer {
    /// Lets `work` have MLPs and tables. What comes next depends on them alone.
    ///
    /// # Errors
    /// A store that fails, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        at_rest(&mut self.dense, &mut *self.store, work)
    }
}

impl Trainer<CxlMemStore<Machine>> {
    /// As that of any trainer.
    pub(crate) fn at_rest<T>(
        &mut self,
        work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>,
    ) -> Result<T, TrainError> {
        at_rest(&mut self.dense, &mut *self.store, work)
    }
}

fn at_rest<T>(
    dense: &mut Dense,
    store: &mut dyn EmbeddingStore,
    work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>,
) -> Result<T, TrainError> {
    store.rest()?;
    let result = work(AtRest { dense, store: &mut *store })?;
    store.rest()?;
    Ok(result)
}

impl<S: EmbeddingStore + 'static> Trainer<S> {
    /// The same, whatever its store is.
    #[must_use]
    pub fn boxed(self) -> Trainer {
        let Self { dense, store, recovered, first, ahead, time } = self;
        Trainer { dense, store, recovered, first, ahead, time }
    }
}

/// Why there was no recovery, for whoever asked to resume.
fn unrecovered(error: RecoveryError) -> TrainError {
    match error {
        RecoveryError::OtherExperiment => TrainError::OtherExperiment,
        RecoveryError::NoCheckpoint { discarded } => TrainError::NoCheckpoint(discarded.join("; ")),
        RecoveryError::Embedding(error) => error.into(),
    }
}

/// The samples of slices that are one behind the other.
fn samples_of(slices: &[Range<usize>]) -> Range<usize> {
    slices.first().map_or(0, |first| first.start)..slices.last().map_or(0, |last| last.end)
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}
