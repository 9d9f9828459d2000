//! What the operations of a batch do where the host's cores look rows up and update them.

use std::collections::BTreeMap;

use emberlane_fabric::time::Time;

use super::bytes::{bytes, floats};
use super::executor;
use super::flight::{Flight, IN_FLIGHT};
use super::message_file::MessageFile;
use super::steps::{ORDER, Timed};
use super::work::{Cargo, RowWork, Work};
use super::{Accessed, Cost, Ended, Operation, OperationId, SoftwareCosts, Started};
use crate::gpu::Gpu;
use crate::machine::{HostBuffer, Machine, SLOTS, Tag};
use crate::tables::{Done, TableMemory};
use crate::{Messages, TrainError, Trainer};
use emberlane_experiment::Experiment;

/// A host with its tables, and a GPU behind the fabric: they do the arithmetic, move the data, and say what it takes.
pub(super) struct HostWorld {
    pub(super) trainer: Trainer,
    pub(super) machine: Machine,
    pub(super) gpu: Timed,
    pub(super) flights: BTreeMap<u64, Flight>,
    pub(super) messages: MessageFile,
    tables: TableMemory,
    software: SoftwareCosts,
    dimension: usize,
    parameter_bytes: u64,
    /// What the operation that was started last accesses.
    accessed: Accessed,
}

impl HostWorld {
    pub(super) fn new(
        experiment: &Experiment,
        (trainer, machine, tables): (Trainer, Machine, TableMemory),
        gpu: Gpu,
        messages: Option<Messages>,
    ) -> Result<Self, TrainError> {
        Ok(Self {
            trainer,
            machine,
            gpu: Timed::new(gpu),
            flights: BTreeMap::new(),
            messages: MessageFile::new(messages)?,
            tables,
            software: SoftwareCosts::default(),
            dimension: experiment.model.dimension,
            parameter_bytes: emberlane_checkpoints::parameter_bytes(&experiment.model),
            accessed: Accessed::default(),
        })
    }

    fn copy(&mut self, id: OperationId, batch: u64, cargo: Cargo) -> Result<(), TrainError> {
        let (flight, slot, tag) = (&self.flights[&batch], batch % SLOTS, Tag(id.0));
        let vectors = 4 * (flight.batch.bags.count() * self.dimension) as u64;
        match cargo {
            Cargo::Dense => {
                // The first that a batch does.
                self.messages.begin(batch, self.machine.fabric())?;
                let features = flight.batch.dense.iter().chain(&flight.batch.labels);
                self.machine.copy_dense(tag, slot, &bytes(features));
            }
            Cargo::Pooled => self.machine.copy_from_host(tag, HostBuffer::Pooled, slot, vectors),
            Cargo::Gradients => self.machine.copy_to_host(tag, HostBuffer::Gradients, slot, vectors),
            Cargo::Parameters => {
                let dense = &mut self.trainer.dense;
                if !dense.rehearses {
                    let parameters = dense.run(|dlrm, _| emberlane_checkpoints::logged_parameters(dlrm));
                    self.machine.set_parameters(slot, &parameters);
                }
                self.machine.copy_to_host(tag, HostBuffer::Parameters, slot, self.parameter_bytes);
            }
        }
        Ok(())
    }

    /// A step of the host's cores.
    fn rows(&mut self, work: RowWork, batch: u64, now: u64) -> Result<Done, TrainError> {
        let (flight, slot) = (self.flights.get(&batch).expect(IN_FLIGHT), batch % SLOTS);
        let bags = &flight.batch.bags;
        Ok(match work {
            RowWork::Lookup => {
                let pooled = self.trainer.embed(|store| store.lookup(bags))?;
                self.machine.put_in_host(HostBuffer::Pooled, slot, &bytes(&pooled));
                self.tables.look_up(now, bags)
            }
            RowWork::LogRows => {
                // Each with its number.
                let bytes = flight.rows.unique * (self.tables.row_bytes() + 4);
                self.tables.log(now, bytes)
            }
            RowWork::LogParameters => self.tables.log(now, self.parameter_bytes),
            RowWork::Update => {
                let mut arrived = vec![0; 4 * bags.count() * self.dimension];
                self.machine.in_host(HostBuffer::Gradients, slot, &mut arrived);
                let gradients: Vec<f32> = floats(&arrived).collect();
                self.trainer.embed(|store| store.update(&gradients))?;
                self.tables.update(now, bags)
            }
        })
    }

    /// A step of the GPU: what it computes, and how long the real one takes.
    fn kernel(&mut self, operation: &Operation<Work>) -> Result<Cost, TrainError> {
        let flight = self.flights.get_mut(&operation.batch).expect(IN_FLIGHT);
        let (dense, gpu, slot) = (&mut self.trainer.dense, &mut self.gpu, operation.batch % SLOTS);
        Ok(match operation.work {
            Work::BottomForward => {
                // What has come is what is computed with.
                let (features, labels) = (&mut flight.batch.dense, &mut flight.batch.labels);
                let mut arrived = vec![0; 4 * (features.len() + labels.len())];
                self.machine.dense(slot, &mut arrived)?;
                for (value, arrived) in features.iter_mut().chain(labels).zip(floats(&arrived)) {
                    *value = arrived;
                }
                flight.steps.bottom_forward(dense, gpu, &flight.batch)?
            }
            Work::TopForward => {
                let mut arrived = vec![0; 4 * flight.batch.bags.count() * self.dimension];
                self.machine.pooled(slot, &mut arrived)?;
                let pooled = floats(&arrived).collect();
                flight.steps.top_forward(dense, gpu, (operation.batch, &flight.batch), pooled)?
            }
            Work::TopBackward => flight.steps.top_backward(dense, gpu)?,
            Work::InteractionBackward => {
                let (to_pooled, cost) = flight.steps.interaction_backward(dense, gpu)?;
                self.machine.put_gradients(slot, &bytes(&to_pooled));
                cost
            }
            Work::BottomBackward => flight.steps.bottom_backward(dense, gpu, &flight.batch)?,
            _ => unreachable!("{ORDER}"),
        })
    }
}

impl executor::World<Work> for HostWorld {
    type Error = TrainError;

    fn start(&mut self, id: OperationId, operation: &Operation<Work>, now_ps: u64) -> Result<Started, TrainError> {
        self.accessed = Accessed::default();
        Ok(match operation.work {
            Work::Call(call) => Started::Takes(Cost { picoseconds: self.software.picoseconds(call), bytes: 0 }),
            Work::Copy(cargo) => {
                self.copy(id, operation.batch, cargo)?;
                Started::Runs
            }
            Work::OnHost(work) => {
                let done = self.rows(work, operation.batch, now_ps)?;
                self.accessed = done.accessed;
                Started::Takes(done.cost)
            }
            _ => Started::Takes(self.kernel(operation)?),
        })
    }

    fn accessed(&self) -> Accessed {
        self.accessed
    }

    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, TrainError> {
        let moved = self.machine.advance(until_ps.map(Time))?;
        let at_ps = self.machine.now().as_ps();
        Ok(moved.map(|moved| Ended { operation: OperationId(moved.tag.0), at_ps, bytes: moved.bytes }))
    }
}
