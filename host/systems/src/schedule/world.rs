//! What the operations of a batch do: arithmetic here, and movement in the simulated fabric.

use std::collections::BTreeMap;

use emberlane_drivers::Parameters;
use emberlane_fabric::time::Time;
use emberlane_registers::cxl_mem::{LINE_BYTES, LINE_ELEMENTS};

use super::bytes::{bytes, floats};
use super::executor;
use super::flight::{Flight, IN_FLIGHT};
use super::kept_rows::KeptRows;
use super::message_file::MessageFile;
use super::parameter_windows::ParameterWindows;
use super::steps::Timed;
use super::work::{Cargo, Notice, Posting, Work};
use super::{Accessed, Call, Cost, Ended, EventLog, Operation, OperationId, SoftwareCosts, Started};
use crate::gpu::Gpu;
use crate::machine::{HostBuffer, Job, Machine, SLOTS, Tag};
use crate::{Messages, TrainError, Trainer};
use emberlane_experiment::{CheckpointMode, Experiment};
use emberlane_stores::{CxlMemStore, Jobs};

/// The devices: they do the arithmetic, move the data, and say what it takes.
pub(super) struct CxlMemWorld {
    pub(super) trainer: Trainer<CxlMemStore<Machine>>,
    pub(super) gpu: Timed,
    software: SoftwareCosts,
    /// Elements of a row.
    dimension: usize,
    /// Bytes of the MLPs' parameters in the log.
    parameter_bytes: u64,
    /// What the device logs.
    mode: CheckpointMode,
    /// Copies of the parameters that were posted for the log.
    copies: u64,
    /// When the GPU answers reads of them, where they are logged over several batches.
    windows: Option<ParameterWindows>,
    pub(super) flights: BTreeMap<u64, Flight>,
    messages: MessageFile,
    /// What the operation that was started last accesses.
    accessed: Accessed,
    /// What the device's engines keep of rows, if they do.
    kept: Option<KeptRows>,
}

impl CxlMemWorld {
    pub(super) fn new(
        mut trainer: Trainer<CxlMemStore<Machine>>,
        gpu: Gpu,
        experiment: &Experiment,
        messages: Option<Messages>,
    ) -> Result<Self, TrainError> {
        let parameter_bytes = emberlane_checkpoints::parameter_bytes(&experiment.model);
        let mode = experiment.checkpoint.log_mode();
        let relaxed = mode.filter(|_| experiment.checkpoint.mode == CheckpointMode::Relaxed);
        let machine = trainer.store.driver_mut().transport_mut();
        let windows = relaxed.map(|mode| ParameterWindows::new(mode.lag(), parameter_bytes, machine));
        let kept = experiment.device.row_cache.then(|| KeptRows::new(trainer.store.driver_mut())).transpose()?;
        Ok(Self {
            trainer,
            gpu: Timed::new(gpu),
            software: SoftwareCosts::default(),
            dimension: experiment.model.dimension,
            parameter_bytes,
            mode: experiment.checkpoint.mode,
            copies: 0,
            windows,
            flights: BTreeMap::new(),
            messages: MessageFile::new(messages)?,
            accessed: Accessed::default(),
            kept,
        })
    }

    /// Host, device and GPU.
    pub(super) fn machine(&mut self) -> &mut Machine {
        self.trainer.store.driver_mut().transport_mut()
    }

    /// Batches behind which the GPU went on answering reads of parameters, because the log had to end.
    pub(super) fn overruns(&self) -> u64 {
        self.windows.as_ref().map_or(0, ParameterWindows::overruns)
    }

    /// Nothing waits for a window any more.
    pub(super) fn open_windows(&mut self) -> Result<(), TrainError> {
        let machine = self.trainer.store.driver_mut().transport_mut();
        Ok(self.windows.iter_mut().try_for_each(|windows| windows.open(machine))?)
    }

    /// Counts the rows that were kept for the lookups so far, which have ended.
    pub(super) fn count_kept(&mut self) -> Result<(), TrainError> {
        let device = self.trainer.store.driver_mut();
        Ok(self.kept.iter_mut().try_for_each(|kept| kept.count(device))?)
    }

    /// What was looked up since then was no operation's.
    pub(super) fn skip_kept(&mut self) -> Result<(), TrainError> {
        let device = self.trainer.store.driver_mut();
        Ok(self.kept.iter_mut().try_for_each(|kept| kept.skip(device))?)
    }

    /// Takes the rows that were kept, as far as they were [counted](Self::count_kept), out of what a log says was read.
    pub(super) fn leave_out_kept(&self, log: &mut EventLog) {
        self.kept.iter().for_each(|kept| kept.leave_out(log));
    }

    /// A batch has ended.
    pub(super) fn ended(&mut self, batch: u64) -> Result<(), TrainError> {
        self.messages.ended(batch, self.trainer.store.driver_mut().transport_mut().fabric())
    }

    /// Ends the file of messages, if one was begun.
    pub(super) fn end_messages(&mut self) -> Result<(), TrainError> {
        self.messages.end(self.trainer.store.driver_mut().transport_mut().fabric())
    }

    /// Posts jobs; says where their vectors are.
    fn post(
        &mut self,
        id: OperationId,
        operation: &Operation<Work>,
        posting: Posting,
        now: Time,
    ) -> Result<(), TrainError> {
        self.messages.begin(operation.batch, self.trainer.store.driver_mut().transport_mut().fabric())?;
        let flight = self.flights.get_mut(&operation.batch).expect(IN_FLIGHT);
        let slot = operation.batch % SLOTS;
        let store = &mut *self.trainer.store;
        let bags = &flight.batch.bags;
        let writes = match posting {
            Posting::Lookup => {
                let (writes, posted) = store.lookup_writes(bags, None)?;
                flight.posted = Some(posted);
                writes
            }
            Posting::Update if self.mode == CheckpointMode::Redo => {
                // Software has copied the parameters to the host.
                let source = Machine::host_address(HostBuffer::Parameters, slot);
                let source = Parameters { source, bytes: self.parameter_bytes };
                let (mut writes, logged) = store.log_writes(operation.batch, source)?;
                flight.logged = logged;
                writes.append(store.update_writes()?);
                writes
            }
            Posting::Update => store.update_writes()?,
            Posting::Batch | Posting::Ahead { .. } => {
                let peer = Machine::pooled_target(slot);
                let (mut writes, posted) = match posting {
                    Posting::Ahead { .. } => store.ahead_writes(bags, peer)?,
                    _ => store.lookup_writes(bags, Some(peer))?,
                };
                if self.mode != CheckpointMode::None {
                    if let Some(windows) = &mut self.windows
                        && windows.are_whole(store.driver_mut().transport_mut())
                    {
                        store.driver_mut().parameters_ended();
                    }
                    let (copy, bytes) = (self.copies % SLOTS, self.parameter_bytes);
                    let source = Parameters { source: Machine::parameter_source(copy), bytes };
                    let (log, logged) = store.log_writes(operation.batch, source)?;
                    writes.append(log);
                    flight.logged = logged;
                    if flight.logged.parameters {
                        store.driver_mut().transport_mut().hold_parameters(copy, bytes);
                        flight.copy = copy;
                        self.copies += 1;
                        if let Some(windows) = &mut self.windows {
                            windows.posted(operation.batch, copy);
                        }
                    }
                }
                if posting != (Posting::Ahead { is_last: false }) {
                    writes.append(store.update_writes()?);
                }
                store.driver_mut().transport_mut().arm(slot, posted.pooled.bytes);
                flight.posted = Some(posted);
                writes
            }
        };
        let begin = now + Time(self.software.picoseconds(Call::DriverRing));
        Ok(store.driver_mut().transport_mut().play(Tag(id.0), writes, begin, self.software.stores_in_flight())?)
    }

    fn copy(&mut self, id: OperationId, batch: u64, cargo: Cargo, now: Time) -> Result<(), TrainError> {
        let (flight, slot, tag) = (&self.flights[&batch], batch % SLOTS, Tag(id.0));
        let machine = self.trainer.store.driver_mut().transport_mut();
        match cargo {
            Cargo::Dense => {
                let features = flight.batch.dense.iter().chain(&flight.batch.labels);
                machine.copy_dense(tag, slot, &bytes(features));
            }
            Cargo::Pooled => machine.copy_pooled(tag, slot, flight.posted().pooled)?,
            Cargo::Gradients => machine.copy_gradients(tag, slot, flight.posted().gradients, now..now)?,
            Cargo::Parameters => {
                let dense = &mut self.trainer.dense;
                if !dense.rehearses {
                    machine.set_parameters(slot, &dense.run(|dlrm, _| emberlane_checkpoints::logged_parameters(dlrm)));
                }
                machine.copy_to_host(tag, HostBuffer::Parameters, slot, self.parameter_bytes);
            }
        }
        Ok(())
    }

    /// Bytes of the rows that a lookup is to read.
    fn bytes_read(&self, batch: u64) -> u64 {
        self.flights[&batch].rows.entries * self.row_bytes()
    }

    /// An operation is a lookup of its batch; says how many bytes of rows it is to read.
    fn look_up(&mut self, id: OperationId, batch: u64) -> u64 {
        self.kept.iter_mut().for_each(|kept| kept.looked_up(id));
        self.bytes_read(batch)
    }

    fn row_bytes(&self) -> u64 {
        self.dimension as u64 / LINE_ELEMENTS * LINE_BYTES
    }

    fn await_job(&mut self, id: OperationId, batch: u64, job: Job, notice: Notice) -> Started {
        let to_look_up = if job == Job::Lookup { self.look_up(id, batch) } else { 0 };
        let rows = &self.flights[&batch].rows;
        let unique = rows.unique * self.row_bytes();
        let accessed = |read, written, logged| Accessed { read, written, logged };
        self.accessed = match job {
            Job::Lookup => accessed(to_look_up, 0, 0),
            Job::Accumulate => Accessed::default(),
            // With a redo log the device makes the new rows first, from the old ones.
            Job::LogRows => accessed(unique, 0, unique),
            Job::LogParameters => accessed(0, 0, self.parameter_bytes),
            Job::Update => accessed(unique, unique, 0),
        };
        let bytes = match job {
            Job::Lookup => to_look_up,
            // All of it is in the scratchpad.
            Job::Accumulate => 0,
            // Nothing to update, and nothing to log: no job was posted.
            Job::Update | Job::LogRows | Job::LogParameters if rows.entries == 0 => {
                self.accessed = Accessed::default();
                return Started::Takes(Cost::default());
            }
            Job::LogRows => rows.unique * self.row_bytes(),
            Job::LogParameters => self.parameter_bytes,
            // Each row is read and written.
            Job::Update => 2 * rows.unique * self.row_bytes(),
        };
        self.machine().await_job(Tag(id.0), job, notice == Notice::Interrupt, bytes);
        Started::Runs
    }

    /// A step of the GPU: what it computes, and how long the real one takes.
    fn kernel(&mut self, operation: &Operation<Work>, now: Time) -> Result<Cost, TrainError> {
        let flight = self.flights.get_mut(&operation.batch).expect(IN_FLIGHT);
        let (dense, gpu, slot) = (&mut self.trainer.dense, &mut self.gpu, operation.batch % SLOTS);
        let machine = self.trainer.store.driver_mut().transport_mut();
        let cost = match operation.work {
            Work::BottomForward => {
                // What has come is what is computed with.
                let (features, labels) = (&mut flight.batch.dense, &mut flight.batch.labels);
                let mut arrived = vec![0; 4 * (features.len() + labels.len())];
                machine.dense(slot, &mut arrived)?;
                for (value, arrived) in features.iter_mut().chain(labels).zip(floats(&arrived)) {
                    *value = arrived;
                }
                flight.steps.bottom_forward(dense, gpu, &flight.batch)?
            }
            Work::TopForward => {
                let mut arrived = vec![0; 4 * flight.batch.bags.count() * self.dimension];
                machine.pooled(slot, &mut arrived)?;
                let pooled = floats(&arrived).collect();
                if let Some(windows) = &mut self.windows {
                    self.accessed.logged = windows.logged(machine);
                    windows.open(machine)?;
                }
                flight.steps.top_forward(dense, gpu, (operation.batch, &flight.batch), pooled)?
            }
            Work::TopBackward => flight.steps.top_backward(dense, gpu)?,
            Work::InteractionBackward => {
                let (to_pooled, cost) = flight.steps.interaction_backward(dense, gpu)?;
                machine.put_gradients(slot, &bytes(&to_pooled));
                cost
            }
            Work::BottomBackward => flight.steps.bottom_backward(dense, gpu, &flight.batch)?,
            Work::Freeze if !flight.logged.parameters => Cost::default(),
            Work::Freeze => {
                let picoseconds = gpu.gpu.copy_picoseconds(self.parameter_bytes)?;
                let cost = Cost { picoseconds, ..Cost::default() };
                let parameters = match dense.rehearses {
                    true => Vec::new(),
                    false => dense.run(|dlrm, _| emberlane_checkpoints::logged_parameters(dlrm)),
                };
                let ready = now + Time(cost.picoseconds);
                match &mut self.windows {
                    // Interaction and top MLP come after it.
                    Some(windows) => {
                        machine.set_parameters(flight.copy, &parameters);
                        windows.frozen(operation.batch);
                    }
                    None => machine.put_parameters(flight.copy, &parameters, self.parameter_bytes, ready),
                }
                cost
            }
            _ => unreachable!("`start` knows which steps are the GPU's"),
        };
        if operation.work == Work::InteractionBackward {
            flight.source_ends = now + Time(cost.picoseconds);
            if let Some(windows) = &mut self.windows {
                windows.close(operation.batch, flight.source_ends, machine);
            }
        }
        Ok(cost)
    }
}

impl executor::World<Work> for CxlMemWorld {
    type Error = TrainError;

    fn start(&mut self, id: OperationId, operation: &Operation<Work>, now_ps: u64) -> Result<Started, TrainError> {
        let (batch, now) = (operation.batch, Time(now_ps));
        self.accessed = Accessed::default();
        match operation.work {
            Work::Call(call) => {
                return Ok(Started::Takes(Cost { picoseconds: self.software.picoseconds(call), bytes: 0 }));
            }
            Work::Post(posting) => self.post(id, operation, posting, now)?,
            Work::Copy(cargo) => self.copy(id, batch, cargo, now)?,
            Work::Arrive => {
                let bytes = self.flights[&batch].posted().pooled.bytes;
                self.machine().await_pooled(Tag(id.0), batch % SLOTS, bytes);
            }
            Work::Stream => {
                let flight = &self.flights[&batch];
                let (to, made) = (flight.posted().gradients, now..flight.source_ends);
                self.machine().copy_gradients(Tag(id.0), batch % SLOTS, to, made)?;
            }
            Work::Doorbell => self.machine().await_doorbell(Tag(id.0)),
            Work::Lookup => return Ok(self.await_job(id, batch, Job::Lookup, Notice::Interrupt)),
            Work::LookupToFlush => {
                let bytes = self.look_up(id, batch);
                self.accessed.read = bytes;
                self.machine().await_flush(Tag(id.0), batch % SLOTS, Job::Lookup, bytes);
            }
            Work::LookupAhead => return Ok(self.await_job(id, batch, Job::Lookup, Notice::None)),
            Work::Deltas => return Ok(self.await_job(id, batch, Job::Accumulate, Notice::None)),
            Work::Corrections => self.machine().await_flush(Tag(id.0), batch % SLOTS, Job::Accumulate, 0),
            Work::LogRows => return Ok(self.await_job(id, batch, Job::LogRows, Notice::None)),
            Work::LogParameters => return Ok(self.await_job(id, batch, Job::LogParameters, Notice::None)),
            Work::Update(notice) => return Ok(self.await_job(id, batch, Job::Update, notice)),
            Work::BottomForward
            | Work::TopForward
            | Work::TopBackward
            | Work::InteractionBackward
            | Work::BottomBackward
            | Work::Freeze => return Ok(Started::Takes(self.kernel(operation, now)?)),
            Work::OnHost(_) => unreachable!("a system with CXL-MEM leaves rows to it"),
        }
        Ok(Started::Runs)
    }

    fn accessed(&self) -> Accessed {
        self.accessed
    }

    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, TrainError> {
        // What the devices do is time spent on embeddings.
        let moved = self.trainer.embed(|store| store.driver_mut().transport_mut().advance(until_ps.map(Time)))?;
        let at_ps = self.machine().now().as_ps();
        Ok(moved.map(|moved| Ended { operation: OperationId(moved.tag.0), at_ps, bytes: moved.bytes }))
    }
}
