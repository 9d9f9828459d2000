//! What batches run in: a machine with CXL-MEM, or one whose host does the embedding operations.

use emberlane_experiment::Experiment;
use emberlane_stores::{EmbeddingError, EmbeddingStore};

use super::executor::World;
use super::flight::Flight;
use super::host_world::HostWorld;
use super::steps::Timed;
use super::work::Work;
use super::world::CxlMemWorld;
use super::{Accessed, Ended, EventLog, Operation, OperationId, Started};
use crate::machine::Machine;
use crate::{AtRest, Messages, Opened, TrainError, Trainer};

/// What batches run in.
pub(super) enum BatchWorld {
    /// A machine with CXL-MEM.
    OnDevice(Box<CxlMemWorld>),
    /// A machine whose host does the embedding operations.
    OnHost(Box<HostWorld>),
}

impl BatchWorld {
    /// What was opened for an experiment.
    pub fn new(experiment: &Experiment, opened: Opened, messages: Option<Messages>) -> Result<Self, TrainError> {
        match opened {
            Opened::InMachine(both) => {
                let (trainer, gpu) = *both;
                Ok(Self::OnDevice(Box::new(CxlMemWorld::new(trainer, gpu, experiment, messages)?)))
            }
            Opened::OnHost(all) => {
                let (trainer, machine, tables, gpu) = *all;
                Ok(Self::OnHost(Box::new(HostWorld::new(experiment, (trainer, machine, tables), gpu, messages)?)))
            }
            Opened::Alone(_) | Opened::OnGpus(_) => Err(TrainError::NoDeviceToSchedule {
                system: experiment.system.kind.name(),
                optimizer: experiment.train.optimizer.name(),
            }),
        }
    }

    /// The batch that is trained first.
    pub fn first_batch(&self) -> u64 {
        match self {
            Self::OnDevice(world) => world.trainer.first_batch(),
            Self::OnHost(world) => world.trainer.first_batch(),
        }
    }

    /// Host, GPU and, if there is one, CXL-MEM.
    pub fn machine(&mut self) -> &mut Machine {
        match self {
            Self::OnDevice(world) => world.machine(),
            Self::OnHost(world) => &mut world.machine,
        }
    }

    /// Batches behind which the GPU went on answering reads of parameters, because the log had to end.
    pub fn overruns(&self) -> u64 {
        match self {
            Self::OnDevice(world) => world.overruns(),
            Self::OnHost(_) => 0,
        }
    }

    /// Lets everything that is under way come to its end.
    pub fn drain(&mut self) -> Result<(), TrainError> {
        if let Self::OnDevice(world) = self {
            world.open_windows()?;
        }
        Ok(self.machine().drain()?)
    }

    /// A batch is on its way.
    pub fn take_off(&mut self, number: u64, flight: Flight) {
        match self {
            Self::OnDevice(world) => world.flights.insert(number, flight),
            Self::OnHost(world) => world.flights.insert(number, flight),
        };
    }

    /// A batch has ended.
    pub fn land(&mut self, number: u64) -> Result<Flight, TrainError> {
        let landed = match self {
            Self::OnDevice(world) => {
                world.ended(number)?;
                world.flights.remove(&number)
            }
            Self::OnHost(world) => {
                world.messages.ended(number, world.machine.fabric())?;
                world.flights.remove(&number)
            }
        };
        Ok(landed.expect("a batch that was submitted is in flight"))
    }

    /// Counts the rows that a device had kept for the lookups so far, which have ended.
    pub fn count_kept(&mut self) -> Result<(), TrainError> {
        match self {
            Self::OnDevice(world) => world.count_kept(),
            Self::OnHost(_) => Ok(()),
        }
    }

    /// What was looked up since then was no operation's.
    pub fn skip_kept(&mut self) -> Result<(), TrainError> {
        match self {
            Self::OnDevice(world) => world.skip_kept(),
            Self::OnHost(_) => Ok(()),
        }
    }

    /// Takes the rows that were [counted](Self::count_kept) out of what a log says was read.
    pub fn leave_out_kept(&self, log: &mut EventLog) {
        if let Self::OnDevice(world) = self {
            world.leave_out_kept(log);
        }
    }

    /// Waits for what the tables do, which may have been refused.
    pub fn settle(&mut self) -> Result<(), EmbeddingError> {
        match self {
            Self::OnDevice(world) => world.trainer.store.settle(),
            Self::OnHost(world) => world.trainer.store.settle(),
        }
    }

    /// Lets `work` have MLPs and tables.
    pub fn at_rest<T>(&mut self, work: impl FnOnce(AtRest<'_>) -> Result<T, TrainError>) -> Result<T, TrainError> {
        match self {
            Self::OnDevice(world) => world.trainer.at_rest(work),
            Self::OnHost(world) => world.trainer.at_rest(work),
        }
    }

    /// Ends the file of messages, if one was begun.
    pub fn end_messages(&mut self) -> Result<(), TrainError> {
        match self {
            Self::OnDevice(world) => world.end_messages(),
            Self::OnHost(world) => world.messages.end(world.machine.fabric()),
        }
    }

    /// The trained model, and the GPU with what it took its times from.
    pub fn into_parts(self) -> (Trainer, Timed) {
        match self {
            Self::OnDevice(world) => (world.trainer.boxed(), world.gpu),
            Self::OnHost(world) => (world.trainer, world.gpu),
        }
    }
}

impl World<Work> for BatchWorld {
    type Error = TrainError;

    fn start(&mut self, id: OperationId, operation: &Operation<Work>, now_ps: u64) -> Result<Started, TrainError> {
        match self {
            Self::OnDevice(world) => world.start(id, operation, now_ps),
            Self::OnHost(world) => world.start(id, operation, now_ps),
        }
    }

    fn accessed(&self) -> Accessed {
        match self {
            Self::OnDevice(world) => world.accessed(),
            Self::OnHost(world) => world.accessed(),
        }
    }

    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, TrainError> {
        match self {
            Self::OnDevice(world) => world.advance(until_ps),
            Self::OnHost(world) => world.advance(until_ps),
        }
    }
}
