//! What a shard is to those who serve it.

use emberlane_pmem::Counts;

use crate::pool::Run;
use crate::{Key, Push, StoreError, Tables};

/// Rows of a shard, trained batch by batch.
///
/// A batch `n` is pulled by every rank, maintained, and applied, in this order; then comes batch `n + 1`. A pull of `n` sees every push
/// of the batches before it and none of `n`. Checkpoint `c` is the state after batch `c`.
pub trait ShardStore: Send + Sync {
    /// Where the rows are, in a word or two.
    fn name(&self) -> &'static str;

    /// The tables.
    fn tables(&self) -> &Tables;

    /// The batch that was applied last; 0: none.
    fn applied(&self) -> u64;

    /// Weights of rows, `dimension` numbers each, for batch `batch`: the one behind [`applied`](Self::applied), and not yet maintained.
    /// A row that was never pulled is made. The same row may be pulled many times; several threads may pull at once.
    ///
    /// # Errors
    /// A batch out of its turn, rows that do not exist, an output of another length, a store that is full or damaged.
    fn pull(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError>;

    /// As [`pull`](Self::pull), with the optimiser's state behind the weights: [`width`](emberlane_stores::RowShape::width) numbers each.
    ///
    /// # Errors
    /// As [`pull`](Self::pull).
    fn pull_rows(&self, batch: u64, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError>;

    /// Brings rows near that a later batch pulls, without making any. What it does changes no bit of any result.
    ///
    /// # Errors
    /// Rows that do not exist, and a store that is damaged.
    fn prefetch(&self, _keys: &[Key]) -> Result<(), StoreError> {
        Ok(())
    }

    /// Weights and optimiser's state of rows, [`width`](emberlane_stores::RowShape::width) numbers each, as they are now: a row that was
    /// never pulled as it would be made. Nothing changes.
    ///
    /// # Errors
    /// As [`pull`](Self::pull), but for turns.
    fn read(&self, keys: &[Key], out: &mut [f32]) -> Result<(), StoreError>;

    /// When all ranks have pulled `batch`: what has to happen to cache and checkpoints, while the ranks compute.
    ///
    /// # Errors
    /// A batch out of its turn, and a store that is full, damaged, or fails.
    fn maintain(&mut self, batch: u64) -> Result<Maintained, StoreError>;

    /// When all pushes of `batch` are here, in the order of ranks: applies them to rows that the batch has pulled. Of every row all
    /// gradients are applied in the order of ranks, and of each rank in the order of its bags. With `checkpoint`, the state after this
    /// batch becomes a checkpoint, as soon as it is durable.
    ///
    /// # Errors
    /// A batch out of its turn, pushes that do not fit together or name rows that were not pulled.
    fn apply(&mut self, batch: u64, pushes: &[Push], checkpoint: bool) -> Result<(), StoreError>;

    /// As [`apply`](Self::apply), of whole rows, [`width`](emberlane_stores::RowShape::width) numbers each, that replace what was there.
    /// Keys are unique.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    fn replace(&mut self, batch: u64, keys: &[Key], rows: &[f32], checkpoint: bool) -> Result<(), StoreError>;

    /// The state as it is becomes a checkpoint, as soon as it is durable. Checkpoints are of batch ends alone: a row that a batch under
    /// way has pulled carries its number already, so that it would be missing from one before it.
    ///
    /// # Errors
    /// Between maintenance and push of a batch.
    fn checkpoint(&mut self) -> Result<(), StoreError>;

    /// Gives up all rows and checkpoints: what is left is checkpoint 0.
    ///
    /// # Errors
    /// A store that fails.
    fn begin_anew(&mut self) -> Result<(), StoreError>;

    /// Completes every checkpoint that was asked for, now.
    ///
    /// # Errors
    /// Between pull and push of a batch, and a store that is full or fails.
    fn drain(&mut self) -> Result<(), StoreError>;

    /// The checkpoints there are.
    fn checkpoints(&self) -> Checkpoints;

    /// Every shard, and whoever keeps the dense parameters, has done checkpoint `global`: earlier ones are given up.
    ///
    /// # Errors
    /// A checkpoint that this shard has not done, and a store that fails.
    fn commit(&mut self, global: u64) -> Result<(), StoreError>;

    /// Goes back to a checkpoint; the next batch is the one behind it. Later checkpoints are given up.
    ///
    /// # Errors
    /// No such checkpoint, one whose rows are not all there, and a store that fails.
    fn recover(&mut self, target: Target) -> Result<Recovered, StoreError>;

    /// Takes the rows as they are for those after `batch`, which this store has not trained: the next batch is the one behind it. For a store
    /// that was recovered and goes on where others are. Nothing is written: until a later checkpoint is done, recovery finds what it
    /// found before.
    ///
    /// # Errors
    /// A batch that is behind, one that is under way, and a storage that numbers its batches itself.
    fn go_on(&mut self, batch: u64) -> Result<(), StoreError>;

    /// The run of the training that batches are of, as far as somebody has said it; `None` also where nothing is remembered of it.
    fn run(&self) -> Option<Run> {
        None
    }

    /// Batches from now on are of this run: checkpoints say so, that those of different shards can be compared. `None`: it cannot be said.
    fn set_run(&mut self, _run: Option<Run>) {}

    /// What was counted since the store was opened.
    fn counters(&self) -> Counters;
}

/// What a maintenance has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maintained {
    /// Rows of the batch, each once.
    pub rows: u64,
    /// Of them, rows that were loaded into the cache.
    pub loaded: u64,
    /// Rows that were written to persistent memory.
    pub flushed: u64,
    /// Rows that left the cache.
    pub evicted: u64,
    /// Checkpoints that were completed.
    pub completed: u64,
}

/// Checkpoints of a shard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoints {
    /// Asked for and not done, ascending.
    pub pending: Vec<u64>,
    /// Done and not given up, ascending; checkpoint 0 among them until a later one is committed.
    pub retained: Vec<u64>,
    /// The one that was committed last.
    pub committed: u64,
}

impl Checkpoints {
    /// The newest that is done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.retained.last().copied().unwrap_or(self.committed)
    }
}

/// Where a recovery goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The newest checkpoint that is done.
    Newest,
    /// This checkpoint.
    At(u64),
    /// No checkpoint, but the newest of every row that is whole. Rows are of different batches then, none of them older than in the newest
    /// checkpoint, if nothing is damaged: without a checkpoint there is nothing to compare with.
    EachNewest,
}

/// What a recovery found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// The checkpoint: the next batch is the one behind it.
    pub checkpoint: u64,
    /// Rows that were found; all others are as they begin.
    pub rows: u64,
    /// Rows that were newer, and were discarded.
    pub discarded: u64,
    /// What was unreadable and not needed, in words.
    pub unused: Vec<String>,
}

/// What a store has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rows that it knows: those that were pulled ever.
    pub rows: u64,
    /// Rows in the cache.
    pub cached: u64,
    /// Rows that were pulled, repeats counted.
    pub pulled: u64,
    /// Of them, found in DRAM.
    pub hits: u64,
    /// Of them, read from persistent memory.
    pub misses: u64,
    /// Of them, made.
    pub made: u64,
    /// Rows that were updated.
    pub updated: u64,
    /// Rows in the cache beyond its size, at most: a batch's own rows never leave it.
    pub overflow: u64,
    /// Slots of the pool.
    pub slots: u64,
    /// Of them, free.
    pub free_slots: u64,
    /// Rows that were written to persistent memory.
    pub flushed: u64,
    /// Rows that left the cache.
    pub evicted: u64,
    /// Changes of rows that are in no persistent memory now, one for each row and batch: what is lost with the process where each row goes on
    /// from its newest version. 0 where there is no pool.
    pub unwritten: u64,
    /// Checkpoints that were completed.
    pub completed: u64,
    /// What was done to persistent memory.
    pub medium: Counts,
}

/// Refuses another number of numbers.
pub(crate) fn length(what: &'static str, expected: usize, found: usize) -> Result<(), StoreError> {
    if expected == found { Ok(()) } else { Err(StoreError::Length { what, expected, found }) }
}

/// Refuses what is not the turn of a batch: the one behind what was applied, and maintained already or not.
pub(crate) fn turn(
    (applied, maintained): (u64, u64),
    what: &'static str,
    batch: u64,
    is_maintained: bool,
) -> Result<(), StoreError> {
    let expected = applied + 1;
    let is_turn = batch == expected && (maintained == expected) == is_maintained;
    if is_turn { Ok(()) } else { Err(StoreError::Turn { what, batch, expected }) }
}

/// Refuses to go on with a batch that is behind, or while one is under way.
pub(crate) fn forward(applied: u64, maintained: u64, batch: u64) -> Result<(), StoreError> {
    if maintained > applied {
        return Err(StoreError::MidBatch { what: "going on", batch: maintained });
    }
    if batch < applied {
        return Err(StoreError::Turn { what: "going on behind the end", batch, expected: applied + 1 });
    }
    Ok(())
}
