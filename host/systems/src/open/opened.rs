//! What was opened: tables, and a trainer with them.

use emberlane_drivers::Recovered;
use emberlane_stores::{CxlMemStore, EmbeddingStore};

use crate::Trainer;
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
}

/// A trainer that is ready for the first batch.
pub enum Opened {
    /// Its tables are in a store that has no time but its own.
    Alone(Box<Trainer>),
    /// Its tables are on a CXL-MEM in a machine with a GPU.
    InMachine(Box<(Trainer<CxlMemStore<Machine>>, Gpu)>),
    /// Its tables are on the host of a machine with a GPU.
    OnHost(Box<(Trainer, Machine, TableMemory, Gpu)>),
}

impl Opened {
    /// The tables.
    pub fn store(&mut self) -> &mut dyn EmbeddingStore {
        match self {
            Self::Alone(trainer) => &mut *trainer.store,
            Self::InMachine(both) => &mut *both.0.store,
            Self::OnHost(all) => &mut *all.0.store,
        }
    }

    /// The checkpoint that training goes on from; `None` when it begins anew.
    #[must_use]
    pub fn recovered(&self) -> Option<&Recovered> {
        match self {
            Self::Alone(trainer) => trainer.recovered(),
            Self::InMachine(both) => both.0.recovered(),
            Self::OnHost(all) => all.0.recovered(),
        }
    }

    /// The batch that is trained next.
    #[must_use]
    pub fn first_batch(&self) -> u64 {
        match self {
            Self::Alone(trainer) => trainer.first_batch(),
            Self::InMachine(both) => both.0.first_batch(),
            Self::OnHost(all) => all.0.first_batch(),
        }
    }

    /// The trainer alone, whatever its tables are in.
    #[must_use]
    pub fn into_trainer(self) -> Trainer {
        match self {
            Self::Alone(trainer) => *trainer,
            Self::InMachine(both) => both.0.boxed(),
            Self::OnHost(all) => all.0,
        }
    }
}
