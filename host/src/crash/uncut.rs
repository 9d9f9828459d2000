//! The training that is never cut: what tables and parameters are before every batch.

use crate::checkpoint;
use crate::config::{CheckpointMode, DeviceKind, Experiment, SystemKind};
use crate::data::{self, Purpose};
use crate::embedding::{EmbeddingError, EmbeddingStore, StoreOptions};
use crate::train::{TrainError, Trainer};

/// Tables and parameters at a point of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Bits of every table.
    pub(super) tables: Vec<Vec<u32>>,
    /// The MLPs' parameters, as they are logged.
    pub(super) parameters: Vec<u8>,
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

/// Trains without system, checkpoints and RTL; gives the state before each of so many batches, and the last one.
pub(super) fn states(experiment: &Experiment, batches: u64) -> Result<Vec<State>, TrainError> {
    let mut plain = experiment.clone();
    plain.system.kind = SystemKind::None;
    plain.checkpoint.mode = CheckpointMode::None;
    plain.device.kind = DeviceKind::Reference;
    let (model, train) = (&plain.model, &plain.train);
    let mut trainer = Trainer::new(&plain, &StoreOptions::default())?;
    let mut source = data::open(&plain.data, model, train.batch_size, train.seed, Purpose::Training)?;
    let mut states = vec![State::of(&mut trainer, &model.rows)?];
    while (states.len() as u64) <= batches {
        let Some(batch) = source.next_batch()? else {
            source.rewind()?;
            continue;
        };
        trainer.train(&batch)?;
        states.push(State::of(&mut trainer, &model.rows)?);
    }
    Ok(states)
}
