//! The training that is never cut: what tables and parameters are before every batch.

use emberlane_data::Epochs;
use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment, Lookup, SystemKind};
use emberlane_stores::{EmbeddingError, EmbeddingStore};
use emberlane_systems::{StoreOptions, TrainError, Trainer};

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
        Ok(Self { tables, parameters: emberlane_checkpoints::logged_parameters(&mut trainer.dense.dlrm) })
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
    let plain = plain(experiment);
    let trainer = Trainer::new(&plain, &StoreOptions::default())?;
    train_from(&plain, trainer, 0, batches)
}

/// The same from batch `first` on, before which `state` was recovered.
pub(super) fn go_on(experiment: &Experiment, state: &State, first: u64, batches: u64) -> Result<Uncut, TrainError> {
    let plain = plain(experiment);
    let mut trainer = Trainer::new(&plain, &StoreOptions::default())?;
    for (table, rows) in state.tables.iter().enumerate() {
        let values: Vec<f32> = rows.iter().map(|bits| f32::from_bits(*bits)).collect();
        trainer.store.write_rows(table, 0, &values)?;
    }
    assert!(
        emberlane_checkpoints::set_parameters(&mut trainer.dense.dlrm, &state.parameters),
        "they are those of the model"
    );
    train_from(&plain, trainer, first, batches)
}

fn plain(experiment: &Experiment) -> Experiment {
    let mut plain = experiment.clone();
    plain.system.kind = SystemKind::None;
    plain.checkpoint.mode = CheckpointMode::None;
    plain.device.kind = DeviceKind::Reference;
    plain
}

fn train_from(plain: &Experiment, mut trainer: Trainer, first: u64, batches: u64) -> Result<Uncut, TrainError> {
    let rows = &plain.model.rows;
    let mut data = Epochs::open(plain, batches)?;
    for _ in 0..first {
        data.next_batch()?;
    }
    let mut uncut = Uncut { states: vec![State::of(&mut trainer, rows)?], logged: vec![0] };
    let (mut logged, mut next) = (0, data.next_batch()?);
    while let Some(batch) = next {
        next = data.next_batch()?;
        match plain.train.lookup {
            Lookup::Strict => trainer.train(&batch)?,
            Lookup::Relaxed => trainer.train_relaxed(&batch, next.as_ref())?,
        };
        logged += u64::from(!batch.bags.indices.is_empty());
        uncut.states.push(State::of(&mut trainer, rows)?);
        uncut.logged.push(logged);
    }
    Ok(uncut)
}
