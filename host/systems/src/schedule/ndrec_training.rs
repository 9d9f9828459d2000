//! Trains batches in NDRec's iterations.

use std::collections::VecDeque;

use emberlane_fabric::link::LinkConfig;

use super::ndrec::{self, Iteration, IterationSituation, IterationWork};
use super::steps::{ORDER, Steps, Timed};
use super::{Call, Cost, Executor, Operation, Simulated, SoftwareCosts};
use crate::gpu::{Gpu, Layer, Layers, Pass, correction};
use crate::machine::{FabricReport, MachineError};
use crate::{AtRest, TrainError, Trainer};
use emberlane_data::{Bags, Batch};
use emberlane_dlrm::Loss;
use emberlane_experiment::{Experiment, Lookup, ModelConfig, Optimizer};
use emberlane_stores::lookahead::Factors;
use emberlane_stores::placement;
use emberlane_stores::planner::TableLayout;
use emberlane_stores::{EmbeddingError, Worked, iterations, lookahead};

/// Bytes of an FP32 number.
const NUMBER: u64 = 4;

/// A trainer whose batches run in NDRec's iterations.
pub struct NdRecTrainer {
    world: SmartSsdWorld,
    executor: Executor<IterationWork>,
    lookup: Lookup,
    /// The batch that is trained next.
    next: u64,
    /// It is the first, or the first since all was at rest.
    begins: bool,
}

impl NdRecTrainer {
    /// A trainer for an experiment whose system is `ndrec`.
    ///
    /// # Errors
    /// An optimiser whose embeddings are not on the device, and a GPU or a link that cannot be had.
    pub fn new(experiment: &Experiment, trainer: Trainer) -> Result<Self, TrainError> {
        let Experiment { model, train, system, .. } = experiment;
        if train.optimizer != Optimizer::Sgd {
            return Err(TrainError::NoDeviceToSchedule {
                system: system.kind.name(),
                optimizer: train.optimizer.name(),
            });
        }
        let gpu = Gpu::open(&system.gpu)?;
        let next = trainer.first_batch();
        let mut link = system.link.config().map_err(MachineError::from)?;
        // The slower of the link and the GPU's port, as a rate of 0 has no bound.
        let port = gpu.pcie_mb_per_s().map_or(0, |megabytes| megabytes * 1_000_000);
        let rates = [link.bytes_per_second, port].into_iter().filter(|rate| *rate > 0);
        link.bytes_per_second = rates.min().unwrap_or(0);
        let world = SmartSsdWorld {
            trainer,
            gpu: Timed::new(gpu),
            link,
            software: SoftwareCosts::default(),
            model: model.clone(),
            layout: TableLayout::new(model.rows.iter().copied().enumerate()),
            placed: placement::on_smartssds(experiment)?,
            lookup: train.lookup,
            batches: VecDeque::new(),
            before: None,
            steps: None,
            pooled: Vec::new(),
            gradients: Vec::new(),
            worked: Worked::default(),
        };
        Ok(Self { world, executor: Executor::default(), lookup: train.lookup, next, begins: true })
    }

    /// Whether it takes another batch before it trains one: it knows as many as it looks ahead.
    pub fn has_room(&self) -> bool {
        self.world.batches.len() <= ndrec::AHEAD
    }

    /// Takes the next batch.
    pub fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        if self.lookup == Lookup::Relaxed {
            self.world.trainer.embed(|store| lookahead(store)?.announce(&batch.bags))?;
        }
        self.world.batches.push_back(batch);
        Ok(())
    }

    /// Trains the oldest batch; `None` when there is none. While there is [room](Self::has_room), it is to be called only when there
    /// is no batch to submit any more.
    pub fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        let Some(batch) = self.world.batches.front() else { return Ok(None) };
        self.world.steps = Some(Steps::new(Layers::new(&self.world.model, batch.samples())));
        let situation = IterationSituation { is_first: self.begins, behind: self.world.batches.len() - 1 };
        let mut graph = self.executor.graph(self.next);
        ndrec::build(&mut graph, self.lookup, situation);
        self.executor.submit(graph)?;
        let world = &mut self.world;
        self.executor.run_batch(self.next, &mut |operation: &Operation<IterationWork>, _| world.perform(operation))?;
        self.next += 1;
        self.begins = false;
        let batch = world.batches.pop_front().expect(ORDER);
        let loss = world.steps.take().and_then(|steps| steps.loss).expect(ORDER);
        world.before = Some(batch.bags.clone());
        Ok(Some((batch, loss)))
    }

    /// Lets `work` have MLPs and tables between two batches, when every batch that was submitted is finished.
    ///
    /// # Errors
    /// A store that fails, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        let result = self.world.trainer.at_rest(work)?;
        // The time that the SmartSSD has worked meanwhile is nobody's.
        self.world.trainer.embed(|store| iterations(store)?.synchronise())?;
        self.world.before = None;
        self.begins = true;
        Ok(result)
    }

    /// The trained model, and what the run leaves.
    pub fn into_parts(self) -> (Trainer, Simulated) {
        let SmartSsdWorld { trainer, gpu: Timed { gpu, layers }, .. } = self.world;
        let (log, fabric) = (self.executor.into_log(), FabricReport::default());
        (trainer, Simulated { log, gpu, layers, fabric, overruns: 0, image: None, recorded: None })
    }
}

/// GPU and SmartSSD: they do the arithmetic, and say what it takes.
struct SmartSsdWorld {
    trainer: Trainer,
    gpu: Timed,
    /// Each device's link to the host, no faster than the GPU's port.
    link: LinkConfig,
    software: SoftwareCosts,
    model: ModelConfig,
    layout: TableLayout,
    /// The tables of each SmartSSD.
    placed: Vec<Vec<usize>>,
    lookup: Lookup,
    /// The batch that is trained, and those behind it that are known.
    batches: VecDeque<Batch>,
    /// The bags of the batch before it.
    before: Option<Bags>,
    /// The batch on the GPU.
    steps: Option<Steps>,
    /// Its pooled vectors, brought up to date.
    pooled: Vec<f32>,
    /// Gradients that the SmartSSD does not have yet.
    gradients: Vec<f32>,
    /// What the iteration that began last takes.
    worked: Worked,
}

impl SmartSsdWorld {
    /// Does the work of an operation, and says what it takes.
    ///
    /// The SmartSSD simulates an iteration as a whole when it begins: what kernel and agent take is known then.
    fn perform(&mut self, operation: &Operation<IterationWork>) -> Result<Cost, TrainError> {
        let picoseconds = |picoseconds| Ok(Cost { picoseconds, ..Cost::default() });
        let (dense, gpu, batch) = (&mut self.trainer.dense, &mut self.gpu, &self.batches[0]);
        let steps = self.steps.as_mut().expect(ORDER);
        let pooled_bytes = |bags: &Bags| (bags.count() * self.model.dimension) as u64 * NUMBER;
        match operation.work {
            IterationWork::Dense(ahead) => {
                let batch = &self.batches[ahead];
                let bytes = (batch.dense.len() + batch.labels.len()) as u64 * NUMBER;
                let link = &self.link;
                Ok(Cost { picoseconds: (link.one_way() + link.serialization(bytes)).as_ps(), bytes })
            }
            IterationWork::Plan(ahead) => {
                // Each SmartSSD has a planner, on a thread of its own.
                let bags = &self.batches[ahead].bags;
                let entries = |table: &usize| -> u64 {
                    let offset = |table: usize| u64::from(bags.offsets[table * bags.samples]);
                    offset(table + 1) - offset(*table)
                };
                let lookups = self.placed.iter().map(|tables| tables.iter().map(entries).sum::<u64>()).max();
                picoseconds(lookups.unwrap_or(0) * self.software.plan_lookup_ps.value)
            }
            IterationWork::Begin(iteration) => {
                self.worked = self.begin(iteration)?;
                picoseconds(self.software.picoseconds(Call::DriverRing))
            }
            IterationWork::Move(_) => Ok(Cost { picoseconds: self.worked.agent_ps, bytes: self.worked.moved_bytes }),
            IterationWork::Iterate(_) => picoseconds(self.worked.kernel_ps),
            IterationWork::Gradients(iteration) => {
                let before = if iteration == Iteration::Last { Some(&batch.bags) } else { self.before.as_ref() };
                Ok(self.read_by_peer(pooled_bytes(before.expect(ORDER))))
            }
            IterationWork::Outputs => Ok(self.read_by_peer(pooled_bytes(&batch.bags))),
            IterationWork::BottomForward => Ok(steps.bottom_forward(dense, gpu, batch)?),
            IterationWork::Correct => {
                let layer = self.correction()?;
                Ok(self.gpu.cost(&[layer], Pass::Forward)?)
            }
            IterationWork::TopForward => {
                let pooled = std::mem::take(&mut self.pooled);
                steps.top_forward(dense, gpu, (operation.batch, batch), pooled)
            }
            IterationWork::TopBackward => Ok(steps.top_backward(dense, gpu)?),
            IterationWork::InteractionBackward => {
                let (gradients, cost) = steps.interaction_backward(dense, gpu)?;
                self.gradients = gradients;
                Ok(cost)
            }
            IterationWork::BottomBackward => Ok(steps.bottom_backward(dense, gpu, batch)?),
            IterationWork::CopyGradients => {
                let picoseconds = gpu.gpu.copy_picoseconds(4 * self.gradients.len() as u64)?;
                Ok(Cost { picoseconds, ..Cost::default() })
            }
        }
    }

    /// An iteration of the SmartSSD, with the outputs that the GPU trains with.
    fn begin(&mut self, iteration: Iteration) -> Result<Worked, TrainError> {
        let (bags, next, pooled) = (&self.batches[0].bags, self.batches.get(1), &mut self.pooled);
        let (gradients, before) = (std::mem::take(&mut self.gradients), self.before.as_ref());
        let worked = self.trainer.embed(|store| {
            match (self.lookup, iteration) {
                (_, Iteration::First) => *pooled = store.lookup(bags)?,
                (Lookup::Strict, Iteration::During) => {
                    if before.is_some() {
                        store.update(&gradients)?;
                    }
                    *pooled = store.lookup(bags)?;
                }
                (Lookup::Relaxed, Iteration::During) => {
                    if before.is_some() {
                        *pooled = lookahead(store)?.catch_up(&gradients)?;
                    }
                    match next {
                        Some(next) => lookahead(store)?.look_ahead(&next.bags)?,
                        None => store.settle()?,
                    }
                }
                (_, Iteration::Last) => {
                    store.update(&gradients)?;
                    store.settle()?;
                }
            }
            iterations(store)?.synchronise()
        });
        Ok(worked?)
    }

    /// What a device's read of a peer's memory takes: a request one way and data the other, over the links of both. The host passes
    /// flits on as they come, so the bytes take their time once.
    fn read_by_peer(&self, bytes: u64) -> Cost {
        let one_way = self.link.one_way() + self.link.one_way();
        Cost { picoseconds: (one_way + one_way + self.link.serialization(bytes)).as_ps(), bytes }
    }

    /// The correction of the batch's outputs with the gradients of the one before it.
    fn correction(&self) -> Result<Layer, TrainError> {
        let (before, batch) = (self.before.as_ref().expect(ORDER), &self.batches[0]);
        let lookups = |bags: &Bags| self.layout.lookups(bags, self.model.pooling).map_err(EmbeddingError::from);
        let factors = Factors::new(&lookups(before)?, &lookups(&batch.bags)?);
        Ok(correction(&factors, &batch.bags, self.model.dimension))
    }
}
