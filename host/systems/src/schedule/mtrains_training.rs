//! Trains batches over files and caches of rows as MTrainS does, or rehearses it.

use std::collections::BTreeMap;

use emberlane_data::{Bags, Batch};
use emberlane_dlrm::Loss;
use emberlane_experiment::{Experiment, ModelConfig, StoreCache};
use emberlane_fabric::link::LinkConfig;
use emberlane_models::memories::Access;
use emberlane_stores::{Charge, ChargedFor, EmbeddingError, StoreMemory, TierCounts};
use emberlane_tiers::placement::{PlacementFile, Tier};

use super::executor::World;
use super::mtrains::{self, Before, Rows, TierWork};
use super::steps::{ORDER, Steps, Timed};
use super::{Accessed, Cost, Ended, Executor, Operation, OperationId, Simulated, Started};
use crate::assumptions::Assumptions;
use crate::gpu::{Gpu, Layers};
use crate::machine::{FabricReport, MachineError};
use crate::open::expected;
use crate::{AtRest, TrainError, Trainer};

/// Bytes of an FP32 number.
const NUMBER: u64 = 4;

/// A trainer whose batches run as MTrainS has them.
pub struct MTrainsTrainer {
    world: TierWorld,
    executor: Executor<TierWork>,
    /// Batches that are under way at most.
    at_once: u64,
    /// All that an update leaves is in the caches.
    settles: bool,
    before: Option<Before>,
    submitted: u64,
    finished: u64,
}

impl MTrainsTrainer {
    /// A trainer for an experiment whose system is `mtrains`, over a store of several memories.
    ///
    /// # Errors
    /// A store of another kind, and a GPU or a link that cannot be had.
    pub fn new(experiment: &Experiment, mut trainer: Trainer) -> Result<Self, TrainError> {
        let store = experiment.own_store();
        let Some((config, tiers)) = store.zip(trainer.store.tiers()) else {
            let text = "system \"mtrains\" has the tables in files: add [store]";
            return Err(EmbeddingError::Unavailable(text.to_owned()).into());
        };
        // What is charged from now on is kept until it is asked for.
        tiers.charges();
        let gpu = Gpu::open(&experiment.system.gpu)?;
        let mut link = experiment.system.link.config().map_err(MachineError::from)?;
        // The slower of the link and the GPU's port, as a rate of 0 has no bound.
        let port = gpu.pcie_mb_per_s().map_or(0, |megabytes| megabytes * 1_000_000);
        let rates = [link.bytes_per_second, port].into_iter().filter(|rate| *rate > 0);
        link.bytes_per_second = rates.min().unwrap_or(0);
        let first = trainer.first_batch();
        let placement = config.placement.as_ref().map(|file| PlacementFile::read(file, &expected(experiment, config)));
        let placement = placement.transpose().map_err(EmbeddingError::from)?;
        let gpus = config.gpus as u64;
        // Without a placement, GPUs get tables in turn.
        let place = |table: usize| match &placement {
            Some(file) => (file.tables[table].gpu, file.tables[table].tier),
            None => (table % config.gpus, Tier::Ssd),
        };
        let world = TierWorld {
            gpu: Timed::new(gpu),
            link,
            numbers: Assumptions::read(include_str!("mtrains.toml")),
            model: experiment.model.clone(),
            gpus,
            scale: config.scale,
            ways: config.ways as u64,
            row_bytes: NUMBER * experiment.model.dimension as u64,
            places: (0..experiment.model.tables()).map(place).collect(),
            flights: BTreeMap::new(),
            accessed: Accessed::default(),
            trainer,
        };
        Ok(Self {
            world,
            executor: Executor::default(),
            at_once: config.prefetch as u64 + 1,
            settles: config.pin && config.cache != StoreCache::Block,
            before: None,
            submitted: first,
            finished: first,
        })
    }
}

impl MTrainsTrainer {
    /// Whether another batch may be under way.
    pub fn has_room(&self) -> bool {
        self.submitted - self.finished < self.at_once
    }

    /// Takes the next batch.
    ///
    /// # Errors
    /// None of a store: it is asked when the batch's operations run.
    pub fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        let mut graph = self.executor.graph(self.submitted);
        self.before = Some(mtrains::build(&mut graph, self.before.as_ref(), self.settles));
        self.executor.submit(graph)?;
        self.world.take_off(self.submitted, batch);
        self.submitted += 1;
        Ok(())
    }

    /// Runs the oldest batch to its end; `None` when there is none.
    ///
    /// # Errors
    /// A store that fails, and a loss that is none.
    pub fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        if self.finished == self.submitted {
            return Ok(None);
        }
        self.executor.run_batch(self.finished, &mut self.world)?;
        let flight = self.world.flights.remove(&self.finished).expect(ORDER);
        self.finished += 1;
        Ok(Some((flight.batch, flight.steps.loss.expect(ORDER))))
    }

    /// Lets `work` have MLPs and tables between two batches, when every batch that was submitted is finished.
    ///
    /// # Errors
    /// A store that fails, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        self.world.trainer.at_rest(work)
    }

    /// What was counted in the tiers so far.
    pub fn tier_counts(&mut self) -> Option<TierCounts> {
        self.world.trainer.store.tiers().map(|tiers| tiers.counts())
    }

    /// The trained model, and what the run leaves.
    pub fn into_parts(self) -> (Trainer, Simulated) {
        let TierWorld { trainer, gpu: Timed { gpu, layers }, .. } = self.world;
        let (log, fabric) = (self.executor.into_log(), FabricReport::default());
        (trainer, Simulated { log, gpu, layers, fabric, overruns: 0, image: None, recorded: None })
    }
}

/// A batch on its way.
struct TierFlight {
    batch: Batch,
    steps: Steps,
    /// What was charged when it was planned, looked up and updated.
    planned: Vec<Charge>,
    got: Vec<Charge>,
    put: Vec<Charge>,
    /// Unique rows of its tables in files.
    rows: u64,
    pooled: Vec<f32>,
    gradients: Vec<f32>,
}

/// GPUs, memories and files: they do the arithmetic, and say what it takes.
///
/// One access stands for as many of the server as `store.scale` says, and so do samples: times and bytes are those of the server.
struct TierWorld {
    trainer: Trainer,
    gpu: Timed,
    /// Each GPU's link to the host, no faster than its port.
    link: LinkConfig,
    numbers: Assumptions,
    model: ModelConfig,
    gpus: u64,
    scale: u64,
    ways: u64,
    row_bytes: u64,
    /// The GPU that has each table, and the memory that the table is in.
    places: Vec<(usize, Tier)>,
    flights: BTreeMap<u64, TierFlight>,
    /// What the operation that was started last accesses of the files.
    accessed: Accessed,
}

impl TierWorld {
    fn take_off(&mut self, number: u64, batch: Batch) {
        // Each GPU trains as many of the server's samples.
        let samples = (batch.samples() as u64 * self.scale).div_ceil(self.gpus) as usize;
        let steps = Steps::new(Layers::new(&self.model, samples));
        let (planned, got, put) = (Vec::new(), Vec::new(), Vec::new());
        let (pooled, gradients) = (Vec::new(), Vec::new());
        self.flights.insert(number, TierFlight { batch, steps, planned, got, put, rows: 0, pooled, gradients });
    }

    /// Does the work of an operation, and says what it takes.
    fn perform(&mut self, operation: &Operation<TierWork>) -> Result<Cost, TrainError> {
        let number = operation.batch;
        let nothing = Cost::default();
        self.accessed = Accessed::default();
        match operation.work {
            TierWork::Plan => return self.plan(number),
            TierWork::Get => return self.get(number).map(|()| nothing),
            TierWork::Put => return self.put(number).map(|()| nothing),
            _ => {}
        }
        let flight = &self.flights[&number];
        let of = |charges: &[Charge], memory: StoreMemory, purposes: &[ChargedFor]| {
            let is_one = |charge: &&Charge| charge.memory == memory && purposes.contains(&charge.purpose);
            charges.iter().filter(is_one).fold(nothing, |cost, charge| Cost {
                picoseconds: cost.picoseconds.saturating_add(charge.takes_ps),
                bytes: cost.bytes.saturating_add(charge.bytes.saturating_mul(self.scale)),
            })
        };
        let in_memory = [ChargedFor::Rows, ChargedFor::Moves];
        let rows = |charges: &[Charge], rows: Rows| match rows {
            Rows::Hbm => {
                let cost = of(charges, StoreMemory::Hbm, &in_memory);
                let share = self.imbalance(&flight.batch.bags, |tier| tier == Tier::Hbm);
                Cost { picoseconds: (cost.picoseconds as f64 * share) as u64, ..cost }
            }
            Rows::Dram => of(charges, StoreMemory::Dram, &in_memory),
            Rows::Scm => of(charges, StoreMemory::Scm, &in_memory),
        };
        // Rows of the host cross the links of the GPUs whose tables they are of; what the caches move for them does not.
        let over_links = |charges: &[Charge]| {
            let crossing = |memory: StoreMemory| of(charges, memory, &[ChargedFor::Rows]).bytes;
            let bytes = crossing(StoreMemory::Dram).saturating_add(crossing(StoreMemory::Scm));
            let share = self.imbalance(&flight.batch.bags, |tier| tier != Tier::Hbm);
            self.over_link(bytes, (bytes as f64 / self.gpus as f64 * share) as u64)
        };
        let of_files = |charges: &[Charge], purpose| {
            let mut accessed = Accessed::default();
            for charge in charges.iter().filter(|charge| charge.purpose == purpose) {
                match charge.access {
                    Access::Read => accessed.read += charge.bytes * self.scale,
                    Access::Write => accessed.written += charge.bytes * self.scale,
                }
            }
            (of(charges, StoreMemory::Ssd, &[purpose]), accessed)
        };
        let (cost, accessed) = match operation.work {
            TierWork::WriteBack => of_files(&flight.planned, ChargedFor::WriteBack),
            TierWork::Fetch => of_files(&flight.planned, ChargedFor::Fetch),
            TierWork::FetchAgain => of_files(&flight.put, ChargedFor::Fetch),
            TierWork::WriteThrough => of_files(&flight.put, ChargedFor::WriteBack),
            other => {
                let cost = match other {
                    TierWork::Dense => {
                        let numbers = flight.batch.dense.len() + flight.batch.labels.len();
                        let bytes = numbers as u64 * NUMBER * self.scale;
                        self.over_link(bytes, bytes.div_ceil(self.gpus))
                    }
                    TierWork::Move(memory) => rows(&flight.planned, memory),
                    TierWork::Read(memory) => rows(&flight.got, memory),
                    TierWork::Write(memory) => rows(&flight.put, memory),
                    TierWork::ToGpus => over_links(&flight.got),
                    TierWork::FromGpus => over_links(&flight.put),
                    TierWork::Exchange | TierWork::ExchangeBack => self.exchange(&flight.batch.bags),
                    _ => return self.compute(operation),
                };
                (cost, Accessed::default())
            }
        };
        self.accessed = accessed;
        Ok(cost)
    }

    /// What the GPUs compute.
    fn compute(&mut self, operation: &Operation<TierWork>) -> Result<Cost, TrainError> {
        let (dense, gpu) = (&mut self.trainer.dense, &mut self.gpu);
        let flight = self.flights.get_mut(&operation.batch).expect(ORDER);
        let TierFlight { batch, steps, .. } = flight;
        Ok(match operation.work {
            TierWork::BottomForward => steps.bottom_forward(dense, gpu, batch)?,
            TierWork::TopForward => {
                let pooled = std::mem::take(&mut flight.pooled);
                steps.top_forward(dense, gpu, (operation.batch, batch), pooled)?
            }
            TierWork::TopBackward => steps.top_backward(dense, gpu)?,
            TierWork::InteractionBackward => {
                let (gradients, cost) = steps.interaction_backward(dense, gpu)?;
                flight.gradients = gradients;
                cost
            }
            _ => steps.bottom_backward(dense, gpu, batch)?,
        })
    }

    /// Makes room for a batch, and says what looking tags up takes: those of a set in each of the two levels, for every unique row.
    fn plan(&mut self, number: u64) -> Result<Cost, TrainError> {
        let rows = |trainer: &mut Trainer| trainer.store.tiers().map_or(0, |tiers| tiers.hits().rows);
        let before = rows(&mut self.trainer);
        let flight = self.flights.get_mut(&number).expect(ORDER);
        self.trainer.embed(|store| store.fetch_ahead(&flight.batch.bags))?;
        flight.rows = rows(&mut self.trainer) - before;
        flight.planned = charges(&mut self.trainer);
        let tags = 2 * self.ways * self.numbers.get("tag_bytes") as u64;
        let bytes = (flight.rows * self.scale * tags).div_ceil(self.gpus);
        let picoseconds = self.gpu.gpu.copy_picoseconds(bytes)?;
        Ok(Cost { picoseconds, bytes: 0 })
    }

    fn get(&mut self, number: u64) -> Result<(), TrainError> {
        let flight = self.flights.get_mut(&number).expect(ORDER);
        flight.pooled = self.trainer.embed(|store| store.lookup(&flight.batch.bags))?;
        flight.got = charges(&mut self.trainer);
        Ok(())
    }

    fn put(&mut self, number: u64) -> Result<(), TrainError> {
        let flight = self.flights.get_mut(&number).expect(ORDER);
        let gradients = std::mem::take(&mut flight.gradients);
        self.trainer.embed(|store| store.update(&gradients))?;
        flight.put = charges(&mut self.trainer);
        Ok(())
    }

    /// What the busiest GPU has of the lookups in tables of some memories, against the mean of all GPUs.
    fn imbalance(&self, bags: &Bags, of: impl Fn(Tier) -> bool) -> f64 {
        let mut loads = vec![0u64; self.gpus as usize];
        for (table, (gpu, tier)) in self.places.iter().enumerate() {
            if of(*tier) {
                let at = |bag: usize| u64::from(bags.offsets[bag]);
                loads[*gpu] += at((table + 1) * bags.samples) - at(table * bags.samples);
            }
        }
        let all: u64 = loads.iter().sum();
        let most = loads.into_iter().max().unwrap_or(0);
        if all == 0 { 1.0 } else { most as f64 * self.gpus as f64 / all as f64 }
    }

    /// Bytes of which so many go over the link that has most of them.
    fn over_link(&self, bytes: u64, most: u64) -> Cost {
        if bytes == 0 {
            return Cost::default();
        }
        Cost { picoseconds: (self.link.one_way() + self.link.serialization(most)).as_ps(), bytes }
    }

    /// What each GPU takes to get the pooled vectors of its samples, or to send their gradients: all but those that it has itself.
    fn exchange(&self, bags: &Bags) -> Cost {
        let bytes = bags.count() as u64 * self.row_bytes * self.scale / self.gpus;
        let others = bytes as f64 * (self.gpus - 1) as f64 / self.gpus as f64;
        let picoseconds = others / self.numbers.get("nvlink_gb_per_s") * 1e3;
        Cost { picoseconds: picoseconds as u64, bytes: 0 }
    }
}

/// What was charged since this was asked last.
fn charges(trainer: &mut Trainer) -> Vec<Charge> {
    trainer.store.tiers().map(|tiers| tiers.charges()).unwrap_or_default()
}

impl World<TierWork> for TierWorld {
    type Error = TrainError;

    fn start(&mut self, _: OperationId, operation: &Operation<TierWork>, _: u64) -> Result<Started, TrainError> {
        self.perform(operation).map(Started::Takes)
    }

    fn accessed(&self) -> Accessed {
        self.accessed
    }

    fn advance(&mut self, _: Option<u64>) -> Result<Option<Ended>, TrainError> {
        Ok(None)
    }
}
