//! What was opened: tables, and a trainer with them.

use emberlane_drivers::Recovered;
use emberlane_stores::{CxlMemStore, EmbeddingStore};

use std::cell::RefCell;
use std::rc::Rc;

use emberlane_models::smartssd::in_fabric::SmartSsdFabric;

use crate::Trainer;
use crate::assumptions::Assumptions;
use crate::gpu::Gpu;
use crate::machine::Machine;
use crate::tables::TableMemory;

/// Empty tables.
pub(crate) enum OpenedStore {
    /// In a store that has no time but its own.
    Alone(Box<dyn EmbeddingStore>),
    /// On a CXL-MEM in a machine, whose fabric has the time.
    InMachine(Box<CxlMemStore<Machine>>),
    /// On a host in a machine, with what holds them there.
    OnHost(Box<(Box<dyn EmbeddingStore>, Machine, TableMemory)>),
    /// Of a system that runs in iterations of GPUs.
    OnGpus(Box<(Box<dyn EmbeddingStore>, Placed, Option<SharedFabric>)>),
}

/// The fabric that SmartSSDs are in.
pub type SharedFabric = Rc<RefCell<SmartSsdFabric>>;

/// Where the tables of a system of NDRec are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Tables that every GPU has.
    pub near: Vec<usize>,
    /// Tables of each SmartSSD; none without SmartSSDs.
    pub far: Vec<Vec<usize>>,
}

/// A trainer whose batches run in iterations of GPUs, with what no mechanism computes of its system.
pub struct OnGpus {
    /// The trainer.
    pub trainer: Trainer,
    /// Each of the GPUs.
    pub gpu: Gpu,
    /// Where the tables are.
    pub placed: Placed,
    /// What no mechanism computes.
    pub costs: Assumptions,
    /// What moves between SmartSSDs, GPU and host, if they are in a fabric.
    pub fabric: Option<SharedFabric>,
}

/// A trainer that is ready for the first batch.
pub enum Opened {
    /// Its tables are in a store that has no time but its own.
    Alone(Box<Trainer>),
    /// Its tables are on a CXL-MEM in a machine with a GPU.
    InMachine(Box<(Trainer<CxlMemStore<Machine>>, Gpu)>),
    /// Its tables are on the host of a machine with a GPU.
    OnHost(Box<(Trainer, Machine, TableMemory, Gpu)>),
    /// Its system runs in iterations of GPUs.
    OnGpus(Box<OnGpus>),
}

impl Opened {
    /// The tables.
    pub fn store(&mut self) -> &mut dyn EmbeddingStore {
        match self {
            Self::Alone(trainer) => &mut *trainer.store,
            Self::InMachine(both) => &mut *both.0.store,
            Self::OnHost(all) => &mut *all.0.store,
            Self::OnGpus(all) => &mut *all.trainer.store,
        }
    }

    /// The checkpoint that training goes on from; `None` when it begins anew.
    #[must_use]
    pub fn recovered(&self) -> Option<&Recovered> {
        match self {
            Self::Alone(trainer) => trainer.recovered(),
            Self::InMachine(both) => both.0.recovered(),
            Self::OnHost(all) => all.0.recovered(),
            Self::OnGpus(all) => all.trainer.recovered(),
        }
    }

    /// The batch that is trained next.
    #[must_use]
    pub fn first_batch(&self) -> u64 {
        match self {
            Self::Alone(trainer) => trainer.first_batch(),
            Self::InMachine(both) => both.0.first_batch(),
            Self::OnHost(all) => all.0.first_batch(),
            Self::OnGpus(all) => all.trainer.first_batch(),
        }
    }

    /// The trainer alone, whatever its tables are in.
    #[must_use]
    pub fn into_trainer(self) -> Trainer {
        match self {
            Self::Alone(trainer) => *trainer,
            Self::InMachine(both) => both.0.boxed(),
            Self::OnHost(all) => all.0,
            Self::OnGpus(all) => all.trainer,
        }
    }
}
