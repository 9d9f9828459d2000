//! A run while it trains.

use std::path::PathBuf;

use emberlane_data::{Epochs, EpochsPosition};
use emberlane_experiment::Experiment;
use emberlane_systems::{Runner, StoreOptions, TrainError, Trainer};

use crate::evaluation::{Evaluated, Evaluation, Evaluations};
use crate::history::History;
use crate::observer::Observer;
use crate::results::Results;
use emberlane_systems::Stop;

/// Why no batch was trained for the moment.
enum Ended {
    /// It has to rest, or to stop.
    Rests,
    /// There are no more batches.
    Over,
    /// The next batch cannot be had.
    Failed(TrainError),
}

/// A run while it trains.
///
/// It trains from one rest to the next: before batches at which the experiment evaluates or saves, everything that was begun is applied,
/// and nothing but parameters and tables goes on to the next batch.
pub(crate) struct Session<'r, 'o> {
    pub(crate) experiment: &'r Experiment,
    pub(crate) stop: &'r Stop,
    pub(crate) runner: Runner,
    pub(crate) batches: Epochs,
    pub(crate) history: History,
    pub(crate) evaluation: Option<Evaluation<'r>>,
    pub(crate) evaluations: Evaluations<'r>,
    pub(crate) results: Option<Results>,
    /// Where in the data the batch behind those that were submitted is, whether there is one or not: a longer training finds one.
    pub(crate) position: EpochsPosition,
    /// The batch before which it rested last, or with which it begins, unless it has to rest before that.
    pub(crate) rested: Option<u64>,
    pub(crate) observer: &'o mut dyn Observer,
}

impl Session<'_, '_> {
    /// Trains every batch.
    pub(crate) fn train(&mut self) -> Result<(), TrainError> {
        // It may have been over when it was saved.
        if self.evaluations.are_over() {
            return Ok(());
        }
        loop {
            let ended = self.train_to_rest()?;
            let next = self.history.next();
            if let Ended::Failed(error) = ended {
                // What was trained until then is not lost with the data behind it.
                if !self.history.losses.is_empty() {
                    self.stopped()?;
                }
                return Err(error);
            }
            if let Ended::Over = ended {
                // A training that saves can be made longer.
                let can_rest = self.experiment.rests_at_any_batch() || self.experiment.saves_before(next);
                if can_rest && self.experiment.save.every.is_some() && !self.is_saved(next)? {
                    self.save()?;
                }
                return Ok(());
            }
            if self.is_due(next) && self.rest()? {
                return Ok(());
            }
            if self.stops() {
                let stopped = self.stopped()?;
                self.part()?;
                return Err(stopped);
            }
        }
    }

    /// Whether it stops behind the batches that were submitted: several workers stop behind the same.
    fn stops(&mut self) -> bool {
        let is_asked = self.stop.is_asked();
        let Some(peers) = self.runner.peers() else { return is_asked };
        if is_asked {
            peers.ask_to_stop();
        }
        peers.is_stopping()
    }

    /// Says to other workers that it is done.
    fn part(&mut self) -> Result<(), TrainError> {
        Ok(self.runner.peers().map_or(Ok(()), |peers| peers.part())?)
    }

    /// Trains all batches before the next rest.
    fn train_to_rest(&mut self) -> Result<Ended, TrainError> {
        let mut submitted = self.history.next();
        let mut ended = Ended::Rests;
        loop {
            while self.runner.has_room() && matches!(ended, Ended::Rests) && !self.stops() && !self.is_due(submitted) {
                match self.batches.next_batch() {
                    Ok(Some(batch)) => {
                        self.position = self.batches.position();
                        self.runner.submit(batch)?;
                        submitted += 1;
                    }
                    Ok(None) => ended = Ended::Over,
                    Err(error) => ended = Ended::Failed(error.into()),
                }
            }
            let Some((batch, loss)) = self.runner.finish()? else { return Ok(ended) };
            if !loss.mean.is_finite() {
                return Err(TrainError::Diverged { batch: self.history.next(), loss: loss.mean });
            }
            let record = self.history.add(&batch, &loss, self.runner.tier_counts());
            if let Some(results) = &mut self.results {
                results.batch(&record)?;
            }
            self.observer.batch(&record);
        }
    }

    /// Whether it has to rest before this batch, and has not yet.
    fn is_due(&self, batch: u64) -> bool {
        self.rested != Some(batch) && self.experiment.rests_before(batch)
    }

    /// Evaluates and saves, as the experiment says; whether training stops, as it gets no better.
    fn rest(&mut self) -> Result<bool, TrainError> {
        let Self { experiment, runner, history, evaluation, evaluations, results, observer, stop, .. } = self;
        let next = history.next();
        if let (Some(evaluation), true) = (evaluation, experiment.evaluates_before(next)) {
            // Workers stop behind a batch that all train, and not here.
            let goes_on = Stop::default();
            let stop = if runner.peers().is_some() { &goes_on } else { *stop };
            let evaluated = runner.at_rest(|model| evaluation.run(next, model, *observer, stop))?;
            if matches!(evaluated, Evaluated::Stopped) {
                // It is done when the training goes on.
                return Ok(false);
            }
            if let Evaluated::Done(Some(metrics)) = evaluated {
                if !metrics.log_loss.is_finite() {
                    return Err(TrainError::Diverged { batch: next, loss: metrics.log_loss });
                }
                let record = evaluations.add(next, metrics);
                if let Some(results) = results {
                    runner.at_rest(|model| results.evaluation(experiment, &evaluations.records, model))?;
                }
                observer.evaluation(&record);
            }
        }
        if experiment.saves_before(next) {
            self.save()?;
        }
        self.rested = Some(next);
        Ok(self.evaluations.are_over())
    }

    /// Saves a state; says where it is, if there is a folder for it.
    fn save(&mut self) -> Result<Option<PathBuf>, TrainError> {
        let Self { experiment, runner, history, evaluations, results, observer, position, .. } = self;
        // At rest the next batch to read is the next one to train.
        let (records, position) = (&evaluations.records, position.clone());
        let saved = runner.at_rest(|model| {
            let results = results.as_mut();
            results.map(|results| results.save(experiment, history, records, Some(position), model)).transpose()
        })?;
        if let Some(folder) = &saved {
            observer.saved(history.next(), folder);
        }
        Ok(saved)
    }

    /// Whether there is a state from before this batch.
    fn is_saved(&self, batch: u64) -> Result<bool, TrainError> {
        let state = self.results.as_ref().map(|results| results.state_before(batch)).transpose()?.flatten();
        Ok(state.is_some())
    }

    /// Makes sure that there is a state to go on from, and says which.
    fn stopped(&mut self) -> Result<TrainError, TrainError> {
        let batch = self.history.next();
        let stopped = |from, state: Option<PathBuf>, out| Ok(TrainError::Stopped { batch, from, state, out });
        let Some(results) = &self.results else { return stopped(batch, None, None) };
        let out = Some(results.place().to_path_buf());
        let newest = results.newest_state()?;
        // Where it has to rest, all that was submitted before is trained and applied.
        let is_at_rest = self.rested == Some(batch) || self.experiment.rests_before(batch);
        // What shards have saved is in no state, so that a training with failures begins again.
        let can_rest = self.experiment.failures.is_none() && (self.experiment.rests_at_any_batch() || is_at_rest);
        if newest.as_ref().is_none_or(|(of, _)| *of != batch) && can_rest {
            let state = self.save()?;
            return stopped(batch, state, out);
        }
        let (from, state) = match newest {
            Some(newest) => newest,
            None => self.save_beginning()?,
        };
        stopped(from, Some(state), out)
    }

    /// Saves the state from before the first batch, from which the training goes the same way once more.
    fn save_beginning(&mut self) -> Result<(u64, PathBuf), TrainError> {
        let Self { experiment, results, .. } = self;
        let mut trainer = Trainer::new(experiment, &StoreOptions::default())?;
        let first = trainer.first_batch();
        let folder = trainer.at_rest(|model| {
            let results =
                results.as_mut().map(|results| results.save(experiment, &History::default(), &[], None, model));
            results.transpose()
        })?;
        Ok((first, folder.unwrap_or_default()))
    }
}
