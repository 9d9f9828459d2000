//! Threads that get rows of the block tier, as many at a time as there are lanes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use emberlane_stores::{DrawnRows, RowKey};

use crate::block::BlockTier;
use crate::error::TierError;
use crate::queue::Queue;

/// Rows that a lane gets at once at most.
const MOST_ROWS: usize = 64;

/// What rows are that were never set.
#[derive(Clone, Debug)]
pub(crate) enum Initial {
    /// Zeros.
    Zeros,
    /// Drawn; what the optimiser keeps of them is 0.
    Drawn(Arc<DrawnRows>),
}

/// Rows to get.
#[derive(Debug)]
struct Job {
    batch: u64,
    keys: Vec<RowKey>,
    /// What whoever asks knows the rows by.
    slots: Vec<usize>,
    initial: Initial,
}

/// Rows that were got.
#[derive(Debug)]
pub(crate) struct Done {
    /// What they were asked for.
    pub(crate) batch: u64,
    pub(crate) slots: Vec<usize>,
    pub(crate) got: Result<Got, TierError>,
    pub(crate) at: Instant,
}

/// What was got.
#[derive(Debug)]
pub(crate) struct Got {
    pub(crate) rows: Vec<f32>,
    /// Rows that were there; the others are what they were at first.
    pub(crate) found: u64,
    pub(crate) blocks: u64,
}

/// Threads that get rows.
#[derive(Debug)]
pub(crate) struct Lanes {
    queue: Arc<Queue<Job>>,
    done: Receiver<Done>,
    threads: Vec<JoinHandle<()>>,
}

impl Lanes {
    /// So many threads over a block tier, whose rows are so wide.
    pub(crate) fn new(
        block: &Arc<dyn BlockTier>,
        lanes: usize,
        dimension: usize,
        width: usize,
    ) -> Result<Self, TierError> {
        let queue = Arc::new(Queue::new());
        let (send, done) = channel();
        let mut lanes_made = Self { queue: Arc::clone(&queue), done, threads: Vec::new() };
        for number in 0..lanes {
            let (queue, block, send) = (Arc::clone(&queue), Arc::clone(block), send.clone());
            let lane = move || work(&queue, &*block, &send, dimension, width);
            let thread = std::thread::Builder::new().name(format!("lane {number}")).spawn(lane);
            lanes_made.threads.push(thread.map_err(|source| TierError::Io {
                file: "lanes".into(),
                shard: None,
                what: "a thread cannot be had: take fewer store.lanes",
                source,
            })?);
        }
        Ok(lanes_made)
    }

    /// Asks for rows, and returns in how many parts they come. They are named by `slots`.
    pub(crate) fn ask(&self, batch: u64, keys: &[RowKey], slots: &[usize], initial: &Initial) -> usize {
        let part = keys.len().div_ceil(self.threads.len()).clamp(1, MOST_ROWS);
        for (keys, slots) in keys.chunks(part).zip(slots.chunks(part)) {
            self.queue.push(Job { batch, keys: keys.to_vec(), slots: slots.to_vec(), initial: initial.clone() });
        }
        keys.len().div_ceil(part)
    }

    /// Waits for a part.
    pub(crate) fn wait(&self) -> Result<Done, TierError> {
        self.done.recv().map_err(|_| TierError::Lane)
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(queue: &Queue<Job>, block: &dyn BlockTier, done: &Sender<Done>, dimension: usize, width: usize) {
    while let Some(Job { batch, keys, slots, initial }) = queue.pop() {
        // Whoever waits for the rows must not wait for ever.
        let got = catch_unwind(AssertUnwindSafe(|| get(block, &keys, &initial, dimension, width)));
        let got = got.unwrap_or(Err(TierError::Lane));
        if done.send(Done { batch, slots, got, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn get(
    block: &dyn BlockTier,
    keys: &[RowKey],
    initial: &Initial,
    dimension: usize,
    width: usize,
) -> Result<Got, TierError> {
    let (mut rows, mut found) = (vec![0.0; keys.len() * width], vec![false; keys.len()]);
    let blocks = block.get(keys, &mut rows, &mut found)?;
    if let Initial::Drawn(drawn) = initial {
        let absent = keys.iter().zip(rows.chunks_exact_mut(width)).zip(&found).filter(|(_, found)| !**found);
        absent.for_each(|((key, row), _)| drawn.draw(key.table as usize, key.row.into(), &mut row[..dimension]));
    }
    Ok(Got { rows, found: found.iter().filter(|found| **found).count() as u64, blocks })
}
