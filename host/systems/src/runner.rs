//! Trains batches in their order, whatever schedules them.

use std::collections::VecDeque;

use emberlane_data::Batch;
use emberlane_dlrm::Loss;
use emberlane_experiment::{Experiment, Lookup, Optimizer, SystemKind};
use emberlane_models::power_loss::Image;
use emberlane_stores::{Peers, TierCounts};

use crate::schedule::{self, MTrainsTrainer, NdRecTrainer, ScheduledTrainer, Simulated};
use crate::{AtRest, Messages, Opened, TrainError, Trainer};

/// Trains one batch after the other.
pub struct PlainTrainer {
    trainer: Trainer,
    lookup: Lookup,
    /// Batches whose rows are fetched while one is trained.
    prefetch: usize,
    /// The batches that are next.
    next: VecDeque<Batch>,
}

/// Trains batches in their order, whatever schedules them.
pub enum Runner {
    /// One step after the other.
    Plain(Box<PlainTrainer>),
    /// As a system schedules them.
    Scheduled(Box<ScheduledTrainer>),
    /// In NDRec's iterations.
    NdRec(Box<NdRecTrainer>),
    /// Over files and caches of rows, as MTrainS does.
    MTrains(Box<MTrainsTrainer>),
}

impl Runner {
    /// What the experiment's system asks for. `record` keeps the writes to persistent memory.
    ///
    /// # Errors
    /// A system that does not schedule this store, and a file for messages that cannot be written.
    pub fn new(
        experiment: &Experiment,
        opened: Opened,
        messages: Option<Messages>,
        record: bool,
    ) -> Result<Self, TrainError> {
        if experiment.system.kind == SystemKind::MTrains {
            return Ok(Self::MTrains(Box::new(MTrainsTrainer::new(experiment, opened.into_trainer())?)));
        }
        let opened = match (opened, schedule::iterated(experiment.system.kind)) {
            (Opened::OnGpus(opened), Some(system)) => {
                return Ok(Self::NdRec(Box::new(NdRecTrainer::new(system, experiment, *opened, messages)?)));
            }
            (opened, Some(system)) if experiment.train.optimizer != Optimizer::Sgd => {
                drop(opened);
                let (system, optimizer) = (system.kind.name(), experiment.train.optimizer.name());
                return Err(TrainError::NoDeviceToSchedule { system, optimizer });
            }
            (opened, _) => opened,
        };
        let Some(system) = schedule::system(experiment) else {
            return Ok(Self::Plain(Box::new(PlainTrainer {
                trainer: opened.into_trainer(),
                lookup: experiment.train.lookup,
                prefetch: match (experiment.own_store(), &experiment.cluster) {
                    (Some(store), _) => store.prefetch,
                    (None, Some(cluster)) => cluster.prefetch,
                    (None, None) => 0,
                },
                next: VecDeque::new(),
            })));
        };
        Ok(Self::Scheduled(Box::new(ScheduledTrainer::new(system, experiment, opened, messages, record)?)))
    }

    /// Whether it takes another batch before it finishes one.
    #[must_use]
    pub fn has_room(&self) -> bool {
        match self {
            Self::Plain(plain) => match plain.lookup {
                Lookup::Strict => plain.next.len() <= plain.prefetch,
                Lookup::Relaxed => plain.next.len() < 2,
            },
            Self::Scheduled(trainer) => trainer.has_room(),
            Self::NdRec(trainer) => trainer.has_room(),
            Self::MTrains(trainer) => trainer.has_room(),
        }
    }

    /// Takes the next batch.
    ///
    /// # Errors
    /// A store or a system that fails.
    pub fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        match self {
            Self::Plain(plain) => {
                if plain.prefetch > 0 {
                    plain.trainer.announce(&batch)?;
                }
                plain.next.push_back(batch);
                Ok(())
            }
            Self::Scheduled(trainer) => trainer.submit(batch),
            Self::NdRec(trainer) => trainer.submit(batch),
            Self::MTrains(trainer) => trainer.submit(batch),
        }
    }

    /// Trains the oldest batch; it comes back with its loss. `None` when there is none.
    ///
    /// # Errors
    /// A store or a system that fails.
    pub fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        match self {
            Self::Plain(plain) => {
                let PlainTrainer { trainer, lookup, next, .. } = &mut **plain;
                let Some(batch) = next.pop_front() else { return Ok(None) };
                let loss = match lookup {
                    Lookup::Strict => trainer.train(&batch)?,
                    Lookup::Relaxed => trainer.train_relaxed(&batch, next.front())?,
                };
                Ok(Some((batch, loss)))
            }
            Self::Scheduled(trainer) => trainer.finish(),
            Self::NdRec(trainer) => trainer.finish(),
            Self::MTrains(trainer) => trainer.finish(),
        }
    }

    /// Lets `work` have MLPs and tables between two batches, when every batch that was submitted is finished. What comes next depends on
    /// them alone, as in a run that begins there.
    ///
    /// # Errors
    /// A store or a system that fails, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        match self {
            Self::Plain(plain) => plain.trainer.at_rest(work),
            Self::Scheduled(trainer) => trainer.at_rest(work),
            Self::NdRec(trainer) => trainer.at_rest(work),
            Self::MTrains(trainer) => trainer.at_rest(work),
        }
    }

    /// Other workers, with whom batches are shared; `None`: this one trains alone.
    pub fn peers(&mut self) -> Option<&mut dyn Peers> {
        match self {
            Self::Plain(plain) => plain.trainer.store.peers(),
            Self::Scheduled(_) | Self::NdRec(_) | Self::MTrains(_) => None,
        }
    }

    /// What was counted in a store over several memories so far; `None`: there is none.
    pub fn tier_counts(&mut self) -> Option<TierCounts> {
        match self {
            Self::Plain(plain) => plain.trainer.store.tiers().map(|tiers| tiers.counts()),
            Self::MTrains(trainer) => trainer.tier_counts(),
            Self::Scheduled(_) | Self::NdRec(_) => None,
        }
    }

    /// What the device's persistent memory holds, if it makes checkpoints and can still tell.
    pub fn image(&mut self) -> Option<Image> {
        match self {
            Self::Plain(..) | Self::NdRec(_) | Self::MTrains(_) => None,
            Self::Scheduled(trainer) => trainer.image(),
        }
    }

    /// The trained model, and what a system leaves.
    ///
    /// # Errors
    /// What is under way does not come to its end.
    pub fn into_parts(self) -> Result<(Trainer, Option<Simulated>), TrainError> {
        Ok(match self {
            Self::Plain(plain) => {
                let mut trainer = plain.trainer;
                trainer.embed(|store| store.settle())?;
                (trainer, None)
            }
            Self::NdRec(trainer) => {
                let (trainer, simulated) = trainer.into_parts()?;
                (trainer, Some(simulated))
            }
            Self::MTrains(trainer) => {
                let (trainer, simulated) = trainer.into_parts();
                (trainer, Some(simulated))
            }
            Self::Scheduled(trainer) => {
                let (trainer, simulated) = trainer.into_parts()?;
                (trainer, Some(simulated))
            }
        })
    }
}
