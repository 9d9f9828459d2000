//! Trains batches as a system schedules them.

use std::collections::{BTreeMap, VecDeque};

use emberlane_registers::cxl_mem::LINE_BYTES;
use ndarray::Array2;

use super::device_time::{DeviceTime, Rows};
use super::work::{Cargo, Ends, Work};
use super::{
    Cost, DataPath, EventLog, Executor, FixedLink, Graph, Node, Operation, SoftwareCosts, Transfer, automatic,
    software_copy,
};
use crate::config::{Experiment, GpuConfig, ModelConfig, SystemKind};
use crate::data::Batch;
use crate::dlrm::{Forward, Loss, Outputs, binary_cross_entropy};
use crate::gpu::{Gpu, Layer, Layers, NoTime, Pass};
use crate::train::{TrainError, Trainer};

/// A system: the function that turns a batch into a graph, and how many batches may be in flight.
pub(crate) struct System {
    build: fn(&mut Graph<Work>, &[Ends]) -> Ends,
    in_flight: usize,
}

/// The system of a kind; `None` when batches are not scheduled.
pub(crate) fn system(kind: SystemKind) -> Option<System> {
    match kind {
        SystemKind::None => None,
        SystemKind::SoftwareCopy => Some(System { build: software_copy::build, in_flight: software_copy::IN_FLIGHT }),
        SystemKind::Automatic => Some(System { build: automatic::build, in_flight: automatic::IN_FLIGHT }),
    }
}

/// A trainer whose batches run as a system schedules them.
pub(crate) struct ScheduledTrainer {
    world: World,
    executor: Executor<Work>,
    system: System,
    /// Ends of the newest batches, as many as may be in flight, the oldest first.
    ends: VecDeque<Ends>,
    submitted: u64,
    finished: u64,
}

/// What a run of a system leaves.
pub(crate) struct Simulated {
    pub(crate) log: EventLog,
    pub(crate) gpu: Gpu,
    /// Passes through layers whose time was recorded, and whose time was computed.
    pub(crate) layers: (u64, u64),
    /// Whether the device counted cycles.
    pub(crate) counted: bool,
}

impl ScheduledTrainer {
    /// A trainer for the experiment's `system`.
    ///
    /// # Errors
    /// A recorded table that cannot be read, and an optimiser whose embeddings are not on the device.
    pub(crate) fn new(system: System, experiment: &Experiment, mut trainer: Trainer) -> Result<Self, TrainError> {
        if trainer.store.device()?.is_none() {
            return Err(TrainError::NoDeviceToSchedule {
                system: experiment.system.kind.name(),
                optimizer: experiment.train.optimizer.name(),
            });
        }
        let gpu = match &experiment.system.gpu {
            GpuConfig::Preset(preset) => Gpu::from((**preset).clone()),
            GpuConfig::Recorded(file) => Gpu::recorded(file)?,
        };
        let path = Box::new(FixedLink::new(&experiment.system.link, gpu.pcie_mb_per_s()));
        let world = World {
            counted: trainer.store.busy_cycles()?.is_some(),
            trainer,
            model: experiment.model.clone(),
            gpu,
            software: SoftwareCosts::default(),
            path,
            device: DeviceTime::new(experiment),
            flights: BTreeMap::new(),
            layers: (0, 0),
        };
        let ends = VecDeque::new();
        Ok(Self { world, executor: Executor::default(), system, ends, submitted: 0, finished: 0 })
    }

    /// Whether the system takes another batch now.
    pub(crate) fn has_room(&self) -> bool {
        self.submitted - self.finished < self.system.in_flight as u64
    }

    /// Puts the operations of the next batch into the schedule.
    pub(crate) fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        let number = self.submitted;
        let mut graph = self.executor.graph(number);
        let ends = (self.system.build)(&mut graph, self.ends.make_contiguous());
        self.executor.submit(graph)?;
        if self.ends.len() == self.system.in_flight {
            self.ends.pop_front();
        }
        self.ends.push_back(ends);
        let layers = Layers::new(&self.world.model, batch.samples());
        let rows = Rows::new(&batch.bags);
        self.world.flights.insert(number, Flight::new(batch, layers, rows));
        self.submitted += 1;
        Ok(())
    }

    /// Runs the oldest batch to its end; `None` when there is none.
    pub(crate) fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        if self.finished == self.submitted {
            return Ok(None);
        }
        let number = self.finished;
        let world = &mut self.world;
        let mut perform = |operation: &Operation<Work>, start_ps: u64| world.perform(operation, start_ps);
        self.executor.run_batch(number, &mut perform)?;
        self.finished += 1;
        let flight = self.world.flights.remove(&number).expect("a batch that was submitted is in flight");
        Ok(Some((flight.batch, flight.loss.expect(ORDER))))
    }

    pub(crate) fn into_parts(self) -> (Trainer, Simulated) {
        let World { trainer, gpu, layers, counted, .. } = self.world;
        (trainer, Simulated { log: self.executor.into_log(), gpu, layers, counted })
    }
}

/// What every system keeps to; a graph that does not is a bug.
const ORDER: &str = "a system puts a step after the steps that make its inputs";

/// A batch on its way.
struct Flight {
    batch: Batch,
    layers: Layers,
    rows: Rows,
    /// When the step that [`Work::Stream`] follows ends, picoseconds.
    source_ps: u64,
    bottom: Option<Outputs>,
    pooled: Option<Vec<f32>>,
    forward: Option<Forward>,
    loss: Option<Loss>,
    to_interaction: Option<Array2<f32>>,
    to_bottom: Option<Array2<f32>>,
    to_pooled: Option<Vec<f32>>,
}

/// The devices: they do the arithmetic and say what it takes.
struct World {
    trainer: Trainer,
    model: ModelConfig,
    gpu: Gpu,
    software: SoftwareCosts,
    path: Box<dyn DataPath>,
    device: DeviceTime,
    counted: bool,
    flights: BTreeMap<u64, Flight>,
    layers: (u64, u64),
}

impl World {
    fn perform(&mut self, operation: &Operation<Work>, start_ps: u64) -> Result<Cost, TrainError> {
        let flight = self.flights.get_mut(&operation.batch).expect("operations run while their batch is in flight");
        let trainer = &mut self.trainer;
        let cost = match operation.work {
            Work::Call(call) => Cost { picoseconds: self.software.picoseconds(call), ..Cost::default() },
            Work::Transfer(cargo) => flight.send(&mut *self.path, cargo, start_ps, start_ps, self.model.dimension),
            Work::Stream(cargo) => {
                let last_ps = flight.source_ps;
                flight.send(&mut *self.path, cargo, start_ps, last_ps.max(start_ps), self.model.dimension)
            }
            Work::Lookup => {
                let before = trainer.store.busy_cycles()?;
                flight.pooled = Some(trainer.lookup(&flight.batch)?);
                let cycles = since(before, trainer.store.busy_cycles()?);
                self.device.lookup(&flight.rows, cycles)
            }
            Work::Update => {
                let before = trainer.store.busy_cycles()?;
                trainer.update(&flight.to_pooled.take().expect(ORDER))?;
                let cycles = since(before, trainer.store.busy_cycles()?);
                self.device.update(&flight.rows, cycles)
            }
            Work::BottomForward => {
                flight.bottom = Some(trainer.mlp(|dlrm, _| dlrm.forward_bottom(&flight.batch.dense)));
                gpu_cost(&self.gpu, &mut self.layers, &flight.layers.bottom, Pass::Forward)?
            }
            Work::TopForward => {
                let (bottom, pooled) = (flight.bottom.take().expect(ORDER), flight.pooled.as_ref().expect(ORDER));
                let (forward, loss) = trainer.mlp(|dlrm, _| {
                    let forward = dlrm.forward_top(bottom, pooled);
                    let loss = binary_cross_entropy(&forward.logits(), &flight.batch.labels);
                    (forward, loss)
                });
                if !loss.mean.is_finite() {
                    return Err(TrainError::Diverged { batch: operation.batch, loss: loss.mean });
                }
                (flight.forward, flight.loss) = (Some(forward), Some(loss));
                let interaction = gpu_cost(&self.gpu, &mut self.layers, &[flight.layers.interaction], Pass::Forward)?;
                let top = gpu_cost(&self.gpu, &mut self.layers, &flight.layers.top, Pass::Forward)?;
                Cost { picoseconds: interaction.picoseconds + top.picoseconds, ..Cost::default() }
            }
            Work::TopBackward => {
                let (forward, loss) = (flight.forward.as_ref().expect(ORDER), flight.loss.as_ref().expect(ORDER));
                let gradient = trainer.mlp(|dlrm, step| dlrm.backward_top(forward, &loss.gradient, step));
                flight.to_interaction = Some(gradient);
                gpu_cost(&self.gpu, &mut self.layers, &flight.layers.top, Pass::Backward)?
            }
            Work::InteractionBackward => {
                let (forward, pooled) = (flight.forward.as_ref().expect(ORDER), flight.pooled.take().expect(ORDER));
                let gradient = flight.to_interaction.take().expect(ORDER);
                let (to_bottom, to_pooled) =
                    trainer.mlp(|dlrm, _| dlrm.backward_interaction(forward, &pooled, &gradient));
                (flight.to_bottom, flight.to_pooled) = (Some(to_bottom), Some(to_pooled));
                gpu_cost(&self.gpu, &mut self.layers, &[flight.layers.interaction], Pass::Backward)?
            }
            Work::BottomBackward => {
                let (forward, gradient) = (flight.forward.take().expect(ORDER), flight.to_bottom.take().expect(ORDER));
                trainer.mlp(|dlrm, step| dlrm.backward_bottom(&forward, &flight.batch.dense, gradient, step));
                gpu_cost(&self.gpu, &mut self.layers, &flight.layers.bottom, Pass::Backward)?
            }
        };
        if matches!(operation.work, Work::Lookup | Work::InteractionBackward) {
            flight.source_ps = start_ps + cost.picoseconds;
        }
        Ok(cost)
    }
}

impl Flight {
    fn new(batch: Batch, layers: Layers, rows: Rows) -> Self {
        Self {
            batch,
            layers,
            rows,
            source_ps: 0,
            bottom: None,
            pooled: None,
            forward: None,
            loss: None,
            to_interaction: None,
            to_bottom: None,
            to_pooled: None,
        }
    }

    fn send(&self, path: &mut dyn DataPath, cargo: Cargo, start_ps: u64, last_ps: u64, dimension: usize) -> Cost {
        let vectors = self.batch.bags.count() * dimension;
        let (from, to, bytes) = match cargo {
            Cargo::Lists => (Node::Host, Node::Memory, self.rows.list_bytes(self.batch.bags.count())),
            Cargo::Dense => (Node::Host, Node::Gpu, 4 * (self.batch.dense.len() + self.batch.labels.len()) as u64),
            Cargo::Pooled => (Node::Memory, Node::Gpu, 4 * vectors as u64),
            Cargo::Gradients => (Node::Gpu, Node::Memory, 4 * vectors as u64),
        };
        let bytes = bytes.next_multiple_of(LINE_BYTES);
        let end = path.transfer(&Transfer { from, to, bytes, start_ps, last_ps });
        Cost { picoseconds: end - start_ps, bytes, cycles: 0 }
    }
}

fn since(before: Option<u64>, after: Option<u64>) -> Option<u64> {
    Some(after?.wrapping_sub(before?))
}

fn gpu_cost(gpu: &Gpu, counts: &mut (u64, u64), layers: &[Layer], pass: Pass) -> Result<Cost, NoTime> {
    let mut picoseconds = 0;
    for layer in layers {
        let time = gpu.time(layer, pass)?;
        *if time.recorded { &mut counts.0 } else { &mut counts.1 } += 1;
        picoseconds += time.picoseconds;
    }
    Ok(Cost { picoseconds, ..Cost::default() })
}

#[cfg(test)]
mod tests {
    use emberlane_drivers::{Transport, TransportError};
    use emberlane_reference::ReferenceCxlMem;
    use emberlane_registers::cxl_mem::{BUSY_CYCLES, CLOCK_PERIOD_PS, DOORBELL};

    use super::*;
    use crate::data::{self, Purpose};
    use crate::embedding::{CxlMemStore, EmbeddingStore, StoreOptions};
    use crate::schedule::{Event, Resource};

    fn experiment(system: &str) -> Experiment {
        let text = format!(
            "[model]\nbottom = [4, 64, 32]\ntop = [16, 1]\ntables = 3\nrows = 50\ndimension = 32\nlookups = 400\n\
             pooling = \"mean\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 16\nseed = 3\n[device]\n\
             media = \"trainingcxl\"\n\
             [system]\nkind = {system:?}\n"
        );
        Experiment::parse("experiment.toml".as_ref(), &text).unwrap()
    }

    /// Trains `batches` batches, keeping as many in flight as the system takes.
    fn simulate(experiment: &Experiment, batches: u64, open: impl FnOnce(&mut Trainer)) -> Simulated {
        let mut trainer = Trainer::new(experiment, &StoreOptions::default()).unwrap();
        open(&mut trainer);
        let size = experiment.train.batch_size;
        let mut source = data::open(&experiment.data, &experiment.model, size, 3, Purpose::Training).unwrap();
        let system = system(experiment.system.kind).unwrap();
        let mut scheduled = ScheduledTrainer::new(system, experiment, trainer).unwrap();
        for _ in 0..batches {
            while scheduled.has_room() && scheduled.submitted < batches {
                scheduled.submit(source.next_batch().unwrap().unwrap()).unwrap();
            }
            assert!(scheduled.finish().unwrap().is_some());
        }
        assert!(scheduled.finish().unwrap().is_none());
        scheduled.into_parts().1
    }

    fn find<'l>(log: &'l EventLog, name: &str, batch: u64) -> &'l Event {
        let found = log.events().iter().find(|event| event.operation == name && event.batch == batch);
        found.unwrap_or_else(|| panic!("no {name} in batch {batch}"))
    }

    fn overlap(a: &Event, b: &Event) -> bool {
        a.start_ps < b.end_ps && b.start_ps < a.end_ps
    }

    #[test]
    fn automatic_movement_needs_the_host_to_post_and_for_nothing_else() {
        let log = simulate(&experiment("automatic"), 4, |_| {}).log;
        let host: Vec<&Event> = log.events().iter().filter(|event| event.resource == Resource::HostCpu).collect();
        assert_eq!(
            host.iter().map(|event| (event.batch, event.operation)).collect::<Vec<_>>(),
            [(0, "post batch"), (1, "post batch"), (2, "post batch"), (3, "post batch")]
        );
        for batch in 0..4 {
            let event = |name| find(&log, name, batch);
            assert!(overlap(event("bottom MLP forward"), event("embedding lookup")), "both start with the batch");
            let (lookup, pooled) = (event("embedding lookup"), event("pooled vectors"));
            assert_eq!(pooled.start_ps, lookup.start_ps, "vectors are sent while they are made");
            assert!(pooled.end_ps > lookup.end_ps);
            let top = event("interaction and top MLP forward");
            assert_eq!(top.start_ps, pooled.end_ps.max(event("bottom MLP forward").end_ps));
            assert_eq!(event("interaction backward").start_ps, event("gradients").start_ps);
            assert_eq!(event("gradients").end_ps, event("embedding update").start_ps);
            assert!(overlap(event("bottom MLP backward"), event("gradients")));
            if batch > 0 {
                let spans = log.batches();
                let (before, this) = (spans[batch as usize - 1], spans[batch as usize]);
                assert!(this.start_ps < before.end_ps, "a batch is posted while the one before runs");
                let update = find(&log, "embedding update", batch - 1);
                assert!(update.end_ps <= lookup.start_ps, "rows are read after they were written");
            }
        }
    }

    #[test]
    fn software_copies_hold_the_host_at_every_step() {
        let log = simulate(&experiment("software-copy"), 2, |_| {}).log;
        let host = log.events().iter().filter(|event| event.resource == Resource::HostCpu && event.batch == 0);
        let calls: Vec<&str> = host.map(|event| event.operation).collect();
        assert_eq!(
            calls,
            [
                "post lookup",
                "copy call",
                "kernel launch",
                "synchronise lookup",
                "copy call",
                "synchronise copy",
                "kernel launch",
                "kernel launch",
                "kernel launch",
                "kernel launch",
                "synchronise gradients",
                "copy call",
                "synchronise copy",
                "post update",
                "synchronise batch"
            ]
        );
        let event = |name| find(&log, name, 0);
        assert!(overlap(event("bottom MLP forward"), event("embedding lookup")));
        assert!(overlap(event("bottom MLP backward"), event("gradients")));
        assert!(event("pooled vectors").start_ps > event("synchronise lookup").end_ps);
        assert!(event("interaction and top MLP forward").start_ps > event("pooled vectors").end_ps);
        assert!(event("embedding update").start_ps >= event("post update").end_ps);
        assert!(event("post update").start_ps > event("gradients").end_ps);
        let spans = log.batches();
        assert_eq!(spans[0].end_ps, spans[1].start_ps, "one batch at a time");
        assert_eq!(log.usage(Resource::GpuCopyEngine).operations, 2 * 3);
        let copied = log.usage(Resource::GpuCopyEngine).bytes;
        let links = [Resource::LinkToGpu, Resource::LinkFromGpu].map(|link| log.usage(link).bytes);
        assert_eq!(copied, links.iter().sum::<u64>());
    }

    #[test]
    fn both_systems_move_the_same_bytes_between_the_same_devices() {
        let logs = ["software-copy", "automatic"].map(|system| simulate(&experiment(system), 3, |_| {}).log);
        for resource in Resource::ALL.into_iter().filter(|resource| *resource != Resource::GpuCopyEngine) {
            let [software, automatic] = &logs;
            assert_eq!(software.usage(resource).bytes, automatic.usage(resource).bytes, "{resource:?}");
        }
        // Three batches of 16 samples and 3 tables, 32 elements of 4 bytes.
        assert_eq!(logs[1].usage(Resource::LinkFromGpu).bytes, 3 * 16 * 3 * 32 * 4);
        assert!(logs[1].end_ps() < logs[0].end_ps());
    }

    /// The reference device with a clock that goes 1,000 cycles a job.
    struct Counting {
        device: ReferenceCxlMem,
        busy: u64,
    }

    impl Transport for Counting {
        fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
            if offset == BUSY_CYCLES.offset { Ok(self.busy) } else { self.device.mmio_read(offset) }
        }

        fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
            self.busy += if offset == DOORBELL.offset { 1000 } else { 0 };
            self.device.mmio_write(offset, value)
        }

        fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
            self.device.memory_read(address, bytes)
        }

        fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
            self.device.memory_write(address, bytes)
        }

        fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
            self.device.wait_interrupt(cycles)
        }

        fn time(&self) -> u64 {
            (1 + self.busy) * CLOCK_PERIOD_PS
        }
    }

    #[test]
    fn a_device_that_counts_cycles_takes_them() {
        let experiment = experiment("automatic");
        let estimated = simulate(&experiment, 2, |_| {});
        assert!(!estimated.counted);
        assert_eq!(estimated.log.usage(Resource::ComputingLogic).cycles, 0);

        let Simulated { log, counted, .. } = simulate(&experiment, 2, |trainer| {
            let device = Counting { device: ReferenceCxlMem::new(4).unwrap(), busy: 77 };
            let model = &experiment.model;
            let mut store = CxlMemStore::new(device, &model.rows, model.dimension, model.pooling, 0.1).unwrap();
            assert_eq!(store.busy_cycles().unwrap(), Some(77));
            trainer.store = Box::new(store);
        });
        assert!(counted);
        for event in log.events().iter().filter(|event| event.resource == Resource::ComputingLogic) {
            assert_eq!((event.cycles, event.end_ps - event.start_ps), (1000, 1000 * CLOCK_PERIOD_PS));
        }
        assert_eq!(log.usage(Resource::ComputingLogic).cycles, 4 * 1000);
    }
}
