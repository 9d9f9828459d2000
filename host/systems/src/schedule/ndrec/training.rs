//! Trains batches in iterations.

use super::AHEAD;
use super::gpus::Gpus;
use super::in_fabric::InFabric;
use super::iterated::Iterated;
use super::systems;
use super::work::{IterationSituation, IterationWork};
use super::world::IterationWorld;
use crate::schedule::steps::{ORDER, Timed};
use crate::schedule::{Executor, Simulated};
use crate::{AtRest, Messages, OnGpus, TrainError, Trainer};
use emberlane_data::Batch;
use emberlane_dlrm::Loss;
use emberlane_experiment::{Experiment, Lookup, Movement, Optimizer};
use emberlane_stores::{iterations, lookahead};

/// A trainer whose batches run in iterations.
pub struct NdRecTrainer {
    world: IterationWorld,
    executor: Executor<IterationWork>,
    system: &'static Iterated,
    lookup: Lookup,
    has_smartssds: bool,
    /// The batch that is trained next.
    next: u64,
    /// It is the first, or the first since all was at rest.
    begins: bool,
}

impl NdRecTrainer {
    /// A trainer for an experiment whose system runs in iterations.
    ///
    /// # Errors
    /// An optimiser whose embeddings no system schedules, a link that cannot be had, and a file for messages that cannot be written.
    pub fn new(
        system: &'static Iterated,
        experiment: &Experiment,
        opened: OnGpus,
        messages: Option<Messages>,
    ) -> Result<Self, TrainError> {
        let OnGpus { trainer, gpu, placed, costs, fabric } = opened;
        if experiment.train.optimizer != Optimizer::Sgd {
            return Err(TrainError::NoDeviceToSchedule {
                system: experiment.system.kind.name(),
                optimizer: experiment.train.optimizer.name(),
            });
        }
        let next = trainer.first_batch();
        let gpus = Gpus::new(experiment, gpu, placed.far.len(), costs)?;
        let fabric = fabric.map(|fabric| InFabric::new(fabric, messages)).transpose()?;
        let world = IterationWorld::new(experiment, trainer, gpus, placed, fabric);
        Ok(Self {
            world,
            executor: Executor::default(),
            system,
            lookup: experiment.train.lookup,
            has_smartssds: system.kind.movement() == Movement::Iterations,
            next,
            begins: true,
        })
    }

    /// Whether it takes another batch before it trains one: it knows as many as it looks ahead.
    pub fn has_room(&self) -> bool {
        let ahead = if self.has_smartssds { AHEAD } else { 1 };
        self.world.batches.len() <= ahead
    }

    /// Takes the next batch.
    pub fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        if self.has_smartssds && self.lookup == Lookup::Relaxed {
            self.world.trainer.embed(|store| lookahead(store)?.announce(&batch.bags))?;
        }
        self.world.batches.push_back(batch);
        Ok(())
    }

    /// Trains the oldest batch; `None` when there is none. While there is [room](Self::has_room), it is to be called only when there
    /// is no batch to submit any more.
    pub fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        if self.world.batches.is_empty() {
            return Ok(None);
        }
        self.world.begin_batch();
        let situation = IterationSituation {
            is_first: self.begins,
            behind: self.world.batches.len() - 1,
            are_many: self.world.gpus.count > 1,
            small_tables: self.world.has_small_tables(),
            programs: self.world.has_pages(),
        };
        let mut graph = self.executor.graph(self.next);
        systems::build(self.system, &mut graph, self.lookup, situation);
        self.executor.submit(graph)?;
        self.world.in_fabric(|fabric| fabric.begin(self.next))?;
        self.executor.run_batch(self.next, &mut self.world)?;
        self.world.in_fabric(|fabric| fabric.ended(self.next))?;
        self.next += 1;
        self.begins = false;
        let batch = self.world.batches.pop_front().expect(ORDER);
        let loss = self.world.steps.take().and_then(|steps| steps.loss).expect(ORDER);
        self.world.before = Some(batch.bags.clone());
        Ok(Some((batch, loss)))
    }

    /// Lets `work` have MLPs and tables between two batches, when every batch that was submitted is finished.
    ///
    /// # Errors
    /// A store that fails, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        let result = self.world.trainer.at_rest(work)?;
        if self.has_smartssds {
            // The time that the SmartSSDs have worked meanwhile is nobody's.
            self.world.trainer.embed(|store| iterations(store)?.synchronise())?;
        }
        self.world.rest();
        self.begins = true;
        Ok(result)
    }

    /// The trained model, and what the run leaves.
    ///
    /// # Errors
    /// Messages that nobody has answered, and a file of them that cannot be written.
    pub fn into_parts(self) -> Result<(Trainer, Simulated), TrainError> {
        let IterationWorld { trainer, gpus, fabric, .. } = self.world;
        let Timed { gpu, layers } = gpus.timed;
        let fabric = fabric.map(InFabric::end).transpose()?.unwrap_or_default();
        let log = self.executor.into_log();
        Ok((trainer, Simulated { log, gpu, layers, fabric, overruns: 0, image: None, recorded: None }))
    }
}
