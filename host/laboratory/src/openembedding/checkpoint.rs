//! Batches while a batch-aware checkpoint becomes durable, beside the same batches without one.

use emberlane_ps::{Checkpointing, Settings, ShardStore, StoreError};
use serde::Serialize;

use super::count::{Setup, Training, Work, cache_rows, requests_of_a_batch};
use super::numbers::numbers;

/// Requests for each row of the cache before the checkpoint.
const WARM: u64 = 10;

/// Batches with a checkpoint under way, and without.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Saving {
    /// GPUs.
    pub gpus: u64,
    /// How many rows of the paper's one stands for.
    pub scale: u64,
    /// Batches until the checkpoint was done.
    pub done_after: u64,
    /// Behind a checkpoint.
    pub with: Vec<Work>,
    /// Without.
    pub without: Vec<Work>,
}

/// Trains the same batches with and without a checkpoint, until it is done. Another seed draws other rows.
///
/// # Errors
/// A shard that fails, which is a fault of it.
pub fn while_saving(setup: &Setup, seed: u64) -> Result<Saving, StoreError> {
    let cache = cache_rows(setup);
    let settings = (setup.system.settings)(cache as usize);
    let checkpointing = match settings.checkpointing {
        // So many rows are those of a partition in each maintenance, and a shard has a partition a core.
        Checkpointing::BatchAware { drain_rows } => {
            let drain_rows = drain_rows as u64 * numbers().get("cores") as u64 / setup.scale;
            Checkpointing::BatchAware { drain_rows: drain_rows.max(1) as usize }
        }
        incremental @ Checkpointing::Incremental { .. } => incremental,
    };
    let settings = Settings { checkpointing, ..settings };
    let a_batch = requests_of_a_batch(setup.gpus, setup.scale);
    let mut sides = [true, false].map(|_| Training::new(settings, setup.skew, setup.scale, seed));
    let [Ok(with), Ok(without)] = &mut sides else { return Err(sides.into_iter().find_map(Result::err).expect("one")) };
    for _ in 0..(WARM * cache).div_ceil(a_batch) {
        for side in [&mut *with, &mut *without] {
            let keys = side.draw(a_batch);
            side.train(&keys, false)?;
        }
    }
    with.store.checkpoint()?;
    let mut saving =
        Saving { gpus: setup.gpus, scale: setup.scale, done_after: 0, with: Vec::new(), without: Vec::new() };
    while with.store.counters().completed == 0 {
        for (side, works) in [(&mut *with, &mut saving.with), (&mut *without, &mut saving.without)] {
            let keys = side.draw(a_batch);
            let mut work = Work::default();
            work.add(&side.train(&keys, false)?);
            works.push(work);
        }
        saving.done_after += 1;
    }
    Ok(saving)
}
