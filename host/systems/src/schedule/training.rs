//! Trains batches as a system schedules them.

use std::collections::VecDeque;

use emberlane_fabric::fabric::FabricError;
use emberlane_models::power_loss::{Image, Recording};

use super::batch_world::BatchWorld;
use super::flight::Flight;
use super::steps::Timed;
use super::system::System;
use super::work::{Ends, Situation, Work};
use super::{Executor, RecordedRun, Simulated};
use crate::gpu::Layers;
use crate::machine::MachineError;
use crate::{AtRest, Messages, Opened, TrainError, Trainer};
use emberlane_data::Batch;
use emberlane_dlrm::Loss;
use emberlane_experiment::{CheckpointMode, Experiment, ModelConfig};

/// A trainer whose batches run as a system schedules them.
pub struct ScheduledTrainer {
    world: BatchWorld,
    executor: Executor<Work>,
    model: ModelConfig,
    checkpoint: CheckpointMode,
    /// The device makes checkpoints.
    logs_on_device: bool,
    system: System,
    /// Ends of the newest batches, as many as may be in flight, the oldest first.
    ends: VecDeque<Ends>,
    /// The batch whose graph is made when it is known whether another comes behind it.
    waiting: Option<Batch>,
    /// The last batch is scheduled.
    is_closed: bool,
    /// Numbers of the batches that are submitted and finished next.
    submitted: u64,
    finished: u64,
    recorded: Option<RecordedRun>,
}

impl ScheduledTrainer {
    /// A trainer for the experiment's `system`, which records the writes to persistent memory if it is to `record`.
    ///
    /// # Errors
    /// A store that no system schedules, a file for messages that cannot be written, and a device that fails.
    pub fn new(
        system: System,
        experiment: &Experiment,
        opened: Opened,
        messages: Option<Messages>,
        record: bool,
    ) -> Result<Self, TrainError> {
        let mut world = BatchWorld::new(experiment, opened, messages)?;
        let machine = world.machine();
        let now = machine.begin();
        let mut recorded = None;
        if record {
            machine.record_writes();
            let recording = Recording { before: machine.persistent_image()?, writes: Vec::new() };
            recorded = Some(RecordedRun { recording, ends: vec![machine.cycle()] });
        }
        let (model, checkpoint) = (experiment.model.clone(), experiment.checkpoint.mode);
        let (first, logs_on_device) = (world.first_batch(), experiment.logs_on_device());
        let executor = Executor::new(now.as_ps());
        Ok(Self {
            world,
            executor,
            model,
            checkpoint,
            logs_on_device,
            system,
            ends: VecDeque::new(),
            waiting: None,
            is_closed: false,
            submitted: first,
            finished: first,
            recorded,
        })
    }

    /// Whether the system takes another batch now.
    pub fn has_room(&self) -> bool {
        self.can_run() || (self.system.schedule.looks_ahead && self.waiting.is_none())
    }

    /// Whether another batch may be in flight.
    fn can_run(&self) -> bool {
        self.submitted - self.finished < self.system.schedule.in_flight as u64
    }

    /// Takes the next batch.
    ///
    /// # Panics
    /// After a batch was [finished](Self::finish) while there was room for more: the one before it was the last then, until all was
    /// [at rest](Self::at_rest).
    pub fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        assert!(!self.is_closed, "no batch comes behind the last one");
        let batch = if self.system.schedule.looks_ahead { self.waiting.replace(batch) } else { Some(batch) };
        batch.map_or(Ok(()), |batch| self.schedule(batch, false))
    }

    /// Puts the operations of the next batch into the schedule.
    fn schedule(&mut self, batch: Batch, is_last: bool) -> Result<(), TrainError> {
        let number = self.submitted;
        let mut graph = self.executor.graph(number);
        let situation = Situation { checkpoint: self.checkpoint, is_last };
        let ends = (self.system.schedule.build)(&mut graph, self.ends.make_contiguous(), situation);
        self.executor.submit(graph)?;
        if self.ends.len() == self.system.schedule.in_flight {
            self.ends.pop_front();
        }
        self.ends.push_back(ends);
        let layers = Layers::new(&self.model, batch.samples());
        self.world.take_off(number, Flight::new(batch, layers));
        self.submitted += 1;
        Ok(())
    }

    /// Runs the oldest batch to its end; `None` when there is none. While there is [room](Self::has_room), it is to be called
    /// only when there is no batch to submit any more.
    pub fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        if self.can_run()
            && let Some(last) = self.waiting.take()
        {
            self.is_closed = true;
            self.schedule(last, true)?;
        }
        if self.finished == self.submitted {
            return Ok(None);
        }
        let number = self.finished;
        if let Err(error) = self.executor.run_batch(number, &mut self.world) {
            return Err(self.explained(error));
        }
        let flight = self.world.land(number)?;
        self.finished += 1;
        if let Some(recorded) = &mut self.recorded {
            recorded.ends.push(self.world.machine().cycle());
        }
        Ok(Some((flight.batch, flight.steps.loss.expect("a batch that has ended has a loss"))))
    }

    /// Lets `work` have MLPs and tables between two batches, when every batch that was submitted is finished.
    ///
    /// # Errors
    /// What is under way does not come to its end, and whatever `work` ends with.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        self.world.drain()?;
        self.world.count_kept()?;
        let result = self.world.at_rest(work)?;
        self.world.skip_kept()?;
        let now = self.world.machine().go_on();
        self.executor.skip_to(now.as_ps());
        self.is_closed = false;
        Ok(result)
    }

    /// Nothing moves any more when the device has refused a job; the driver knows why.
    fn explained(&mut self, error: TrainError) -> TrainError {
        if matches!(error, TrainError::Machine(MachineError::Fabric(FabricError::Stuck { .. })))
            && let Err(refused) = self.world.settle()
            && refused.is_refusal()
        {
            return refused.into();
        }
        error
    }

    /// What the device's persistent memory holds in the middle of a run, if it makes checkpoints and can still tell: as if
    /// power were lost now, with all that is under way.
    pub fn image(&mut self) -> Option<Image> {
        let image = self.world.machine().persistent_image();
        image.ok().filter(|_| self.logs_on_device)
    }

    /// The trained model, and what the run leaves.
    ///
    /// # Errors
    /// What is under way does not come to its end.
    pub fn into_parts(self) -> Result<(Trainer, Simulated), TrainError> {
        let (mut world, mut recorded) = (self.world, self.recorded);
        world.end_messages()?;
        world.drain()?;
        let fabric = world.machine().report();
        world.settle()?;
        if let Some(recorded) = &mut recorded {
            recorded.recording.writes = world.machine().recorded_writes();
        }
        let image = self.logs_on_device.then(|| world.machine().persistent_image()).transpose()?;
        let overruns = world.overruns();
        world.count_kept()?;
        let mut log = self.executor.into_log();
        world.leave_out_kept(&mut log);
        let (trainer, Timed { gpu, layers }) = world.into_parts();
        Ok((trainer, Simulated { log, gpu, layers, fabric, overruns, image, recorded }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::StoreOptions;
    use crate::open;
    use crate::schedule::{Event, EventLog, Resource, system};
    use emberlane_data::Purpose;
    use emberlane_experiment::{Lookup, SystemKind};

    fn experiment(system: &str) -> Experiment {
        parse("bottom = [4, 64, 32]\ntop = [16, 1]\nlookups = 400", "", &format!("kind = {system:?}"))
    }

    /// One in which the GPU has more to do than the device, and consecutive batches share rows.
    fn relaxed(checkpoint: &str) -> Experiment {
        let model = "bottom = [4, 32]\ntop = [64, 32, 16, 1]\nlookups = 400";
        parse(model, "lookup = \"relaxed\"", &format!("kind = \"automatic\"\n[checkpoint]\n{checkpoint}"))
    }

    fn parse(model: &str, train: &str, system: &str) -> Experiment {
        let text = format!(
            "[model]\ntables = 3\nrows = 50\ndimension = 32\n{model}\n\
             pooling = \"mean\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 16\nseed = 3\n{train}\n[device]\n\
             media = \"trainingcxl\"\n[system]\n{system}\n"
        );
        Experiment::parse("experiment.toml".as_ref(), &text).unwrap()
    }

    /// The first batches of an experiment.
    fn draw(experiment: &Experiment, batches: usize) -> Vec<Batch> {
        let size = experiment.train.batch_size;
        let mut source = emberlane_data::open(&experiment.data, &experiment.model, size, 3, Purpose::Training).unwrap();
        (0..batches).map(|_| source.next_batch().unwrap().unwrap()).collect()
    }

    fn opened(experiment: &Experiment) -> Opened {
        open::open(experiment, &StoreOptions::default()).unwrap()
    }

    /// Trains batches as the experiment's system schedules them; also the loss of each.
    fn train(experiment: &Experiment, batches: &[Batch]) -> (Trainer, Simulated, Vec<f64>) {
        let system = system(experiment).unwrap();
        let mut scheduled = ScheduledTrainer::new(system, experiment, opened(experiment), None, false).unwrap();
        let (mut waiting, mut losses) = (batches.iter().cloned(), Vec::new());
        loop {
            while scheduled.has_room()
                && let Some(batch) = waiting.next()
            {
                scheduled.submit(batch).unwrap();
            }
            let Some((_, loss)) = scheduled.finish().unwrap() else { break };
            losses.push(loss.mean);
        }
        let (trainer, simulated) = scheduled.into_parts().unwrap();
        (trainer, simulated, losses)
    }

    /// The same without a system.
    fn train_plainly(experiment: &Experiment, batches: &[Batch]) -> (Trainer, Vec<f64>) {
        let mut experiment = experiment.clone();
        (experiment.system.kind, experiment.checkpoint.mode) = (SystemKind::None, CheckpointMode::None);
        let mut trainer = Trainer::new(&experiment, &StoreOptions::default()).unwrap();
        let one = |(number, batch): (usize, &Batch)| match experiment.train.lookup {
            Lookup::Strict => trainer.train(batch).unwrap().mean,
            Lookup::Relaxed => trainer.train_relaxed(batch, batches.get(number + 1)).unwrap().mean,
        };
        let losses = batches.iter().enumerate().map(one).collect();
        (trainer, losses)
    }

    fn tables(trainer: &mut Trainer) -> Vec<u32> {
        let rows = (0..3).flat_map(|table| trainer.store.read_rows(table, 0, 50).unwrap());
        rows.map(f32::to_bits).collect()
    }

    fn simulate(experiment: &Experiment, batches: usize) -> Simulated {
        train(experiment, &draw(experiment, batches)).1
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
        let log = simulate(&experiment("automatic"), 4).log;
        let host: Vec<&Event> = log.events().iter().filter(|event| event.resource == Resource::HostCpu).collect();
        assert_eq!(
            host.iter().map(|event| (event.batch, event.operation)).collect::<Vec<_>>(),
            [(0, "post batch"), (1, "post batch"), (2, "post batch"), (3, "post batch")]
        );
        for batch in 0..4 {
            let event = |name| find(&log, name, batch);
            assert_eq!(event("dense features").start_ps, event("post batch").start_ps);
            let (lookup, pooled) = (event("embedding lookup"), event("pooled vectors"));
            assert!(lookup.start_ps >= event("post batch").end_ps);
            assert!(
                lookup.start_ps >= event("doorbell").end_ps && event("doorbell").start_ps == event("post batch").end_ps
            );
            assert_eq!(pooled.start_ps, lookup.end_ps, "the flush begins where the lookup ends");
            assert!(pooled.end_ps > pooled.start_ps);
            let top = event("interaction and top MLP forward");
            assert_eq!(top.start_ps, pooled.end_ps.max(event("bottom MLP forward").end_ps));
            let interaction = event("interaction backward");
            assert_eq!(interaction.start_ps, event("gradients").start_ps);
            assert!(event("gradients").end_ps > interaction.end_ps, "the last line is made at the end of its kernel");
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
        let log = simulate(&experiment("software-copy"), 2).log;
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
        let runs = ["software-copy", "automatic"].map(|system| simulate(&experiment(system), 3));
        let logs = runs.each_ref().map(|run| &run.log);
        for resource in Resource::ALL.into_iter().filter(|resource| *resource != Resource::GpuCopyEngine) {
            let [software, automatic] = logs;
            assert_eq!(software.usage(resource).bytes, automatic.usage(resource).bytes, "{resource:?}");
        }
        // Three batches of 16 samples and 3 tables, 32 elements of 4 bytes.
        let gradients = 3 * 16 * 3 * 32 * 4;
        assert_eq!(logs[1].usage(Resource::LinkFromGpu).bytes, gradients);
        assert!(logs[1].end_ps() < logs[0].end_ps());
        // What the fabric has counted is what the operations say.
        for Simulated { fabric, .. } in &runs {
            let channel = |from: &str, to: &str, channel: &str| {
                let link = fabric.links.iter().find(|link| (&*link.from, &*link.to) == (from, to)).unwrap();
                link.channels.iter().find(|each| each.channel == channel).map_or(0, |each| each.messages)
            };
            assert_eq!(channel("gpu", "host", "d2h_data"), gradients / 64);
            let posted = logs[0].usage(Resource::LinkToMemory).bytes - gradients;
            assert_eq!(channel("host", "cxl-mem", "m2s_rwd"), (gradients + posted) / 64);
        }
        let latencies = &runs[1].fabric.latencies;
        let opcodes: BTreeSet<&str> = latencies.iter().map(|latency| latency.opcode).collect();
        for opcode in ["ItoMWr", "RdCurr", "MemWr", "CPU store"] {
            assert!(opcodes.contains(opcode), "{opcodes:?}");
        }
        for latency in latencies {
            assert!(latency.min_picoseconds <= latency.p50_picoseconds, "{latency:?}");
            assert!(latency.p50_picoseconds <= latency.p99_picoseconds && latency.count > 0, "{latency:?}");
        }
    }

    /// Nothing is posted for a batch whose bags are all empty but its lookup, and the gradients that come all the same are
    /// no one else's.
    #[test]
    fn a_batch_without_rows_disturbs_no_other() {
        for (systems, mut experiment) in [
            (&[SystemKind::SoftwareCopy, SystemKind::Automatic][..], experiment("automatic")),
            (&[SystemKind::Automatic], relaxed("mode = \"none\"")),
            (&[SystemKind::Automatic], relaxed("mode = \"undo\"")),
            (&[SystemKind::Automatic], relaxed("mode = \"relaxed\"\nevery = 2")),
        ] {
            for empty in [&[1, 2, 4][..], &[0, 3, 5], &[0, 1, 2, 3, 4, 5]] {
                let mut batches = draw(&experiment, 6);
                for batch in empty {
                    batches[*batch].bags.offsets.fill(0);
                    batches[*batch].bags.indices.clear();
                }
                let (mut plain, expected) = train_plainly(&experiment, &batches);
                for kind in systems {
                    experiment.system.kind = *kind;
                    let (mut trainer, _, losses) = train(&experiment, &batches);
                    let context = format!("{kind:?}, {:?}, without rows: {empty:?}", experiment.checkpoint.mode);
                    assert_eq!(losses, expected, "{context}");
                    assert!(tables(&mut trainer) == tables(&mut plain), "{context}");
                }
            }
        }
    }

    /// Neither lookup nor update is between the gradients of a batch and the pooled vectors of the next.
    #[test]
    fn relaxed_lookup_and_update_run_while_the_gpu_computes() {
        const BATCHES: u64 = 5;
        for checkpoint in ["mode = \"none\"", "mode = \"undo\"", "mode = \"relaxed\"\nevery = 2"] {
            let experiment = relaxed(checkpoint);
            let log = simulate(&experiment, BATCHES as usize).log;
            let host: Vec<_> = log.events().iter().filter(|event| event.resource == Resource::HostCpu).collect();
            let posts: Vec<_> = (0..BATCHES).map(|batch| (batch, "post batch")).collect();
            assert_eq!(host.iter().map(|event| (event.batch, event.operation)).collect::<Vec<_>>(), posts);
            let logic = |batch| {
                let of_batch = |event: &&Event| event.resource == Resource::ComputingLogic && event.batch == batch;
                log.events().iter().filter(of_batch).map(|event| event.operation).collect::<Vec<_>>()
            };
            assert_eq!(logic(0), ["embedding lookup", "embedding update"]);
            for batch in 1..BATCHES {
                assert_eq!(logic(batch), ["embedding lookup ahead", "deltas", "corrections", "embedding update"]);
                let (this, before) = (|name| find(&log, name, batch), |name| find(&log, name, batch - 1));
                let (lookup, gradients) = (this("embedding lookup ahead"), before("gradients"));
                assert!(lookup.end_ps < gradients.start_ps, "{checkpoint}, batch {batch}: it is looked up too late");
                assert!(lookup.start_ps >= this("doorbell").end_ps);
                assert_eq!(this("deltas").start_ps, gradients.end_ps);
                assert_eq!(this("corrections").start_ps, this("deltas").end_ps);
                assert_eq!(this("pooled vectors").start_ps, this("corrections").end_ps, "they flush");
                let update = before("embedding update");
                assert_eq!(update.start_ps, this("pooled vectors").end_ps, "{checkpoint}: its logs have ended");
                let mut computed = log
                    .events()
                    .iter()
                    .filter(|event| event.resource == Resource::Gpu && event.batch == batch && overlap(event, update));
                assert!(computed.next().is_some(), "{checkpoint}, batch {batch}: the GPU does nothing meanwhile");
                if batch > 1 {
                    // The half of the scratchpad and the place in the queue of the batch before the last are free.
                    let ended = find(&log, "embedding update", batch - 2).end_ps;
                    assert!(
                        this("post batch").start_ps >= ended.max(find(&log, "bottom MLP backward", batch - 2).end_ps)
                    );
                }
                if experiment.checkpoint.mode != CheckpointMode::None {
                    assert_eq!(this("embedding log").start_ps, update.end_ps, "it reads what the update leaves");
                    assert!(this("embedding log").end_ps <= this("embedding update").start_ps);
                }
                if experiment.checkpoint.mode == CheckpointMode::Undo {
                    assert!(this("parameter log").start_ps >= update.end_ps);
                    assert!(this("parameter log").end_ps <= this("embedding update").start_ps);
                }
            }
            let last = |name| find(&log, name, BATCHES - 1);
            assert_eq!(last("embedding update").start_ps, last("gradients").end_ps, "{checkpoint}");
        }
    }

    /// However many batches there are, and whatever they share.
    #[test]
    fn relaxed_lookup_leaves_the_bits_that_it_leaves_without_a_system() {
        for checkpoint in ["mode = \"none\"", "mode = \"undo\"", "mode = \"relaxed\"\nevery = 2"] {
            for (batches, apart) in [(1, false), (2, false), (3, false), (7, false), (4, true)] {
                let experiment = relaxed(checkpoint);
                let mut drawn = draw(&experiment, batches);
                if apart {
                    // Consecutive batches share no row.
                    for (number, batch) in drawn.iter_mut().enumerate() {
                        let half = (number % 2) as u32 * 25;
                        batch.bags.indices.iter_mut().for_each(|row| *row = *row % 25 + half);
                    }
                }
                let (mut trainer, simulated, losses) = train(&experiment, &drawn);
                let (mut plain, expected) = train_plainly(&experiment, &drawn);
                assert_eq!(losses, expected, "{batches} batches, {checkpoint}");
                assert!(tables(&mut trainer) == tables(&mut plain), "{batches} batches, {checkpoint}");
                let spans = simulated.log.batches();
                assert!(spans.windows(2).all(|pair| pair[1].start_ps < pair[0].end_ps), "each is posted ahead");
            }
        }
    }

    /// A device that has failed before takes no job; the driver says why, not the fabric that nothing moves.
    #[test]
    fn a_job_that_the_device_refuses_is_explained() {
        use emberlane_drivers::Transport;
        use emberlane_registers::cxl_mem::DOORBELL;

        let lookups = ["automatic", "software-copy"].map(experiment).into_iter().chain([relaxed("mode = \"none\"")]);
        for experiment in lookups {
            let Opened::InMachine(mut both) = opened(&experiment) else { panic!("a system with CXL-MEM") };
            both.0.store.driver_mut().transport_mut().mmio_write(DOORBELL.offset, 9).unwrap();
            let system = system(&experiment).unwrap();
            let mut scheduled =
                ScheduledTrainer::new(system, &experiment, Opened::InMachine(both), None, false).unwrap();
            scheduled.submit(draw(&experiment, 1).remove(0)).unwrap();
            let error = scheduled.finish().unwrap_err().to_string();
            assert!(error.contains("9 is no command"), "{:?}: {error}", experiment.system.kind);
        }
    }
}
