//! What a training takes on the disk.

use emberlane_checkpoints::state_bytes;
use emberlane_dlrm::DlrmMemory;
use emberlane_experiment::{Experiment, Optimizer};

/// What a training takes on the disk, as far as that is known before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiskNeeds {
    /// Bytes of the parameters that are written in the end.
    pub parameters: u64,
    /// Bytes that a saved state takes for itself. Files of rows of a store are second names, and a pool has its rows in the pool.
    pub state: u64,
    /// Bytes of the files of a store when every row was written once; 0 without one.
    pub files: u64,
    /// Bytes of them at most, with rows that were set again since; what saved states alone have of older files comes to it.
    pub most_files: u64,
}

impl DiskNeeds {
    /// Those of an experiment; `store`: what a saved state takes of it, and what its files take when every row was written once, and at most.
    pub(super) fn of(experiment: &Experiment, store: Option<(u64, [u64; 2])>) -> Self {
        let Experiment { model, train, .. } = experiment;
        let mlps = DlrmMemory::of(model, 1, train.optimizer);
        let dense = mlps.parameters.saturating_add(mlps.state);
        // Of SGD there is nothing but parameters.
        let none = Self { parameters: state_bytes(model, Optimizer::Sgd), ..Self::default() };
        match store {
            Some((of_state, [files, most_files])) => {
                Self { state: dense.saturating_add(of_state), files, most_files, ..none }
            }
            None if experiment.pool.is_some() => Self { state: dense, ..none },
            None => Self { state: state_bytes(model, train.optimizer), ..none },
        }
    }
}
