//! What the operations of a batch do: arithmetic here, and movement in the simulated fabric.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind};
use std::path::Path;

use emberlane_drivers::{Logged, Parameters};
use emberlane_fabric::time::Time;
use emberlane_files::WholeFile;
use emberlane_registers::cxl_mem::{LINE_BYTES, LINE_ELEMENTS};

use super::executor;
use super::rows::Rows;
use super::steps::{ORDER, Steps, Timed};
use super::work::{Cargo, Notice, Posting, Work};
use super::{Call, Cost, Ended, Operation, OperationId, SoftwareCosts, Started};
use crate::gpu::{Gpu, Layer, Layers, Pass};
use crate::machine::{Job, Machine, SLOTS, Tag};
use crate::{Messages, TrainError, Trainer};
use emberlane_data::Batch;
use emberlane_experiment::{CheckpointMode, Experiment};
use emberlane_stores::{CxlMemStore, Jobs, Posted};

/// A batch on its way.
pub(super) struct Flight {
    pub(super) batch: Batch,
    pub(super) steps: Steps,
    rows: Rows,
    /// Where CXL-MEM has its vectors.
    posted: Option<Posted>,
    /// What was posted of its log.
    logged: Logged,
    /// Which of the GPU's copies of the parameters it logs.
    copy: u64,
    /// When the step that [`Work::Stream`] follows ends.
    source_ends: Time,
}

impl Flight {
    pub(super) fn new(batch: Batch, layers: Layers) -> Self {
        Self {
            rows: Rows::new(&batch.bags),
            batch,
            steps: Steps::new(layers),
            posted: None,
            logged: Logged::default(),
            copy: 0,
            source_ends: Time::ZERO,
        }
    }

    fn posted(&self) -> Posted {
        self.posted.expect(ORDER)
    }
}

/// The devices: they do the arithmetic, move the data, and say what it takes.
pub(super) struct CxlMemWorld {
    pub(super) trainer: Trainer<CxlMemStore<Machine>>,
    pub(super) gpu: Timed,
    software: SoftwareCosts,
    /// Elements of a row.
    dimension: usize,
    /// Bytes of the MLPs' parameters in the log.
    parameter_bytes: u64,
    /// The device makes checkpoints.
    logs: bool,
    /// Copies of the parameters that were posted for the log.
    copies: u64,
    pub(super) flights: BTreeMap<u64, Flight>,
    /// What is written of the fabric's messages.
    messages: Option<Messages>,
    /// The file, while it is written, and afterwards.
    messages_file: MessagesFile,
}

/// The file of the fabric's messages: it is there when it is whole.
enum MessagesFile {
    NotYet,
    Open(WholeFile),
    Whole,
}

impl CxlMemWorld {
    pub(super) fn new(
        trainer: Trainer<CxlMemStore<Machine>>,
        gpu: Gpu,
        experiment: &Experiment,
        messages: Option<Messages>,
    ) -> Result<Self, TrainError> {
        // A file that cannot be is better known now than in the middle of the run; but what it holds stays until then.
        if let Some(Messages { path, .. }) = &messages {
            can_write(path).map_err(|source| TrainError::Output { file: path.clone(), source })?;
        }
        Ok(Self {
            trainer,
            gpu: Timed::new(gpu),
            software: SoftwareCosts::default(),
            dimension: experiment.model.dimension,
            parameter_bytes: emberlane_checkpoints::parameter_bytes(&experiment.model),
            logs: experiment.checkpoint.mode != CheckpointMode::None,
            copies: 0,
            flights: BTreeMap::new(),
            messages,
            messages_file: MessagesFile::NotYet,
        })
    }

    /// Host, device and GPU.
    pub(super) fn machine(&mut self) -> &mut Machine {
        self.trainer.store.driver_mut().transport_mut()
    }

    /// A batch has ended; the fabric's messages are not written down any more if it was the last of those that were asked
    /// for.
    pub(super) fn ended(&mut self, batch: u64) -> Result<(), TrainError> {
        if self.messages.as_ref().is_some_and(|messages| batch + 1 == messages.batches.end) {
            self.end_messages()?;
        }
        Ok(())
    }

    /// Ends the file of messages, if one was begun.
    pub(super) fn end_messages(&mut self) -> Result<(), TrainError> {
        self.machine().end_trace()?;
        if let MessagesFile::Open(file) = std::mem::replace(&mut self.messages_file, MessagesFile::Whole)
            && let Some(Messages { path, .. }) = &self.messages
        {
            file.commit().map_err(|source| TrainError::Output { file: path.clone(), source })?;
        }
        Ok(())
    }

    fn begin_messages(&mut self, batch: u64) -> Result<(), TrainError> {
        let begins = |messages: &&Messages| {
            messages.batches.start == batch && matches!(self.messages_file, MessagesFile::NotYet)
        };
        let Some(Messages { path, .. }) = self.messages.as_ref().filter(begins) else { return Ok(()) };
        let output = |source| TrainError::Output { file: path.clone(), source };
        let mut file = WholeFile::create(path).map_err(output)?;
        let to = file.file().and_then(File::try_clone).map_err(output)?;
        self.messages_file = MessagesFile::Open(file);
        self.machine().trace(Box::new(BufWriter::new(to)))?;
        Ok(())
    }

    /// Posts jobs; says where their vectors are.
    fn post(
        &mut self,
        id: OperationId,
        operation: &Operation<Work>,
        posting: Posting,
        now: Time,
    ) -> Result<(), TrainError> {
        self.begin_messages(operation.batch)?;
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
            Posting::Update => store.update_writes()?,
            Posting::Batch | Posting::Ahead { .. } => {
                let peer = Machine::pooled_target(slot);
                let (mut writes, posted) = match posting {
                    Posting::Ahead { .. } => store.ahead_writes(bags, peer)?,
                    _ => store.lookup_writes(bags, Some(peer))?,
                };
                if self.logs {
                    let (copy, bytes) = (self.copies % SLOTS, self.parameter_bytes);
                    let source = Parameters { source: Machine::parameter_source(copy), bytes };
                    let (log, logged) = store.log_writes(operation.batch, source)?;
                    writes.append(log);
                    flight.logged = logged;
                    if flight.logged.parameters {
                        store.driver_mut().transport_mut().hold_parameters(copy, bytes);
                        flight.copy = copy;
                        self.copies += 1;
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
        }
        Ok(())
    }

    /// Bytes of the rows that a lookup reads.
    fn bytes_read(&self, batch: u64) -> u64 {
        self.flights[&batch].rows.entries * self.row_bytes()
    }

    fn row_bytes(&self) -> u64 {
        self.dimension as u64 / LINE_ELEMENTS * LINE_BYTES
    }

    fn await_job(&mut self, id: OperationId, batch: u64, job: Job, notice: Notice) -> Started {
        let rows = &self.flights[&batch].rows;
        let bytes = match job {
            Job::Lookup => self.bytes_read(batch),
            // All of it is in the scratchpad.
            Job::Accumulate => 0,
            // Nothing to update, and nothing to log: no job was posted.
            Job::Update | Job::LogRows | Job::LogParameters if rows.entries == 0 => {
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
                // Each is read and written once, as where vectors are put side by side.
                let copy = Layer::Cat { samples: 1, width: self.parameter_bytes / 4 };
                let cost = gpu.cost(&[copy], Pass::Forward)?;
                let parameters = dense.run(|dlrm, _| emberlane_checkpoints::logged_parameters(dlrm));
                machine.put_parameters(flight.copy, &parameters, now + Time(cost.picoseconds));
                cost
            }
            _ => unreachable!("`start` knows which steps are the GPU's"),
        };
        if operation.work == Work::InteractionBackward {
            flight.source_ends = now + Time(cost.picoseconds);
        }
        Ok(cost)
    }
}

const IN_FLIGHT: &str = "operations run while their batch is in flight";

impl executor::World<Work> for CxlMemWorld {
    type Error = TrainError;

    fn start(&mut self, id: OperationId, operation: &Operation<Work>, now_ps: u64) -> Result<Started, TrainError> {
        let (batch, now) = (operation.batch, Time(now_ps));
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
                let bytes = self.bytes_read(batch);
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
        }
        Ok(Started::Runs)
    }

    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, TrainError> {
        // What the devices do is time spent on embeddings.
        let moved = self.trainer.embed(|store| store.driver_mut().transport_mut().advance(until_ps.map(Time)))?;
        let at_ps = self.machine().now().as_ps();
        Ok(moved.map(|moved| Ended { operation: OperationId(moved.tag.0), at_ps, bytes: moved.bytes }))
    }
}

/// Whether a file can be written, without writing it.
fn can_write(path: &Path) -> std::io::Result<()> {
    match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            std::fs::read_dir(folder.unwrap_or(Path::new("."))).map(drop)
        }
        opened => opened.map(drop),
    }
}

fn bytes<'a>(values: impl IntoIterator<Item = &'a f32>) -> Vec<u8> {
    values.into_iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| f32::from_le_bytes(*word))
}
