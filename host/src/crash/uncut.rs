//! The training that is never cut: what tables and parameters are before every batch.

use crate::checkpoint;
use crate::config::{CheckpointMode, DeviceKind, Experiment, SystemKind};
use crate::embedding::{EmbeddingError, EmbeddingStore, StoreOptions};
use crate::train::{Epochs, TrainError, Trainer};

/// Tables and parameters at a point of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Bits of every table.
    pub(super) tables: Vec<Vec<u32>>,
    /// The MLPs' parameters, as they are logged.
    pub(super) parameters: Vec<u8>,
}

/// The training that is never cut.
pub(super) struct Uncut {
    /// The state before each batch, and the last one.
    pub(super) states: Vec<State>,
    /// Of the batches before each state, how many have a row: the others are not logged.
    pub(super) logged: Vec<u64>,
}

impl State {
    /// That of a trainer.
    pub(super) fn of(trainer: &mut Trainer, rows: &[u32]) -> Result<Self, EmbeddingError> {
        let tables = tables(&mut *trainer.store, rows)?;
        Ok(Self { tables, parameters: checkpoint::parameters(&mut trainer.dlrm) })
    }
}

/// Bits of every table.
pub(super) fn tables(store: &mut dyn EmbeddingStore, rows: &[u32]) -> Result<Vec<Vec<u32>>, EmbeddingError> {
    let table = |(table, rows): (usize, &u32)| {
        let values = store.read_rows(table, 0, u64::from(*rows))?;
        Ok(values.into_iter().map(f32::to_bits).collect())
    };
    rows.iter().enumerate().map(table).collect()
}

/// Trains so many batches without system, checkpoints and RTL.
pub(super) fn train(experiment: &Experiment, batches: u64) -> Result<Uncut, TrainError> {
    let mut plain = experiment.clone();
    plain.system.kind = SystemKind::None;
    plain.checkpoint.mode = CheckpointMode::None;
    plain.device.kind = DeviceKind::Reference;
    let rows = &plain.model.rows;
    let mut trainer = Trainer::new(&plain, &StoreOptions::default())?;
    let mut data = Epochs::open(&plain, batches)?;
    let mut uncut = Uncut { states: vec![State::of(&mut trainer, rows)?], logged: vec![0] };
    let mut logged = 0;
    while let Some(batch) = data.next()? {
        trainer.train(&batch)?;
        logged += u64::from(!batch.bags.indices.is_empty());
        uncut.states.push(State::of(&mut trainer, rows)?);
        uncut.logged.push(logged);
    }
    Ok(uncut)
}
