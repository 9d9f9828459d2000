//! Lets a shard train on rows that are drawn, and counts what it does.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_pmem::Counts;
use emberlane_ps::{Key, Pmem, Push, Settings, ShardStore, StoreError, Tables};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::law::{Law, Skew};
use super::numbers::{law, numbers};
use super::systems::System;

/// Rows of which the paper's has so many.
const MEGABYTE: u64 = 1 << 20;
const NUMBER: u64 = 4;
/// Rows of the pool are made so many at a time.
const MADE_AT_ONCE: u64 = 4096;
/// Requests for each row of the cache before anything is counted: what it holds has changed many times then.
const WARM: u64 = 40;

/// What is counted.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The parameter server.
    pub system: &'static System,
    /// GPUs, each of which pulls in every batch.
    pub gpus: u64,
    /// Rows of the cache, 2^20 bytes.
    pub cache_mb: u64,
    /// The workload.
    pub skew: Skew,
    /// How many rows of the paper's one stands for.
    pub scale: u64,
    /// Requests that are counted.
    pub requests: u64,
}

impl Setup {
    /// What tells it from others.
    #[must_use]
    pub fn key(&self) -> (&'static str, u64, u64, Skew, u64, u64) {
        (self.system.name, self.gpus, self.cache_mb, self.skew, self.scale, self.requests)
    }
}

/// What was done to the medium in a step of all batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// Loads.
    pub loads: u64,
    /// Bytes that they loaded.
    pub loaded_bytes: u64,
    /// Stores.
    pub stores: u64,
    /// Lines that were flushed, of 64 bytes.
    pub flushed_lines: u64,
    /// Fences.
    pub fences: u64,
}

impl Moved {
    fn add(&mut self, before: Counts, after: Counts) {
        self.loads += after.loads - before.loads;
        self.loaded_bytes += after.loaded_bytes - before.loaded_bytes;
        self.stores += after.stores - before.stores;
        self.flushed_lines += after.flushed_lines - before.flushed_lines;
        self.fences += after.fences - before.fences;
    }
}

/// What a shard does for batches. Rows are those that were drawn, of which one stands for `scale`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Work {
    /// Rows that were asked for, repeats of a batch counted.
    pub requests: u64,
    /// Rows of batches, each once.
    pub rows: u64,
    /// In pulls.
    pub pull: Moved,
    /// In maintenance.
    pub maintain: Moved,
    /// In pushes.
    pub apply: Moved,
}

impl Work {
    pub(super) fn add(&mut self, steps: &Steps) {
        self.requests += steps.requests;
        self.rows += steps.rows;
        let [start, pulled, maintained, applied] = steps.medium;
        self.pull.add(start, pulled);
        self.maintain.add(pulled, maintained);
        self.apply.add(maintained, applied);
    }
}

/// What was counted of a setup.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counters {
    /// The parameter server.
    pub system: &'static str,
    /// GPUs.
    pub gpus: u64,
    /// Rows of the cache, 2^20 bytes of the paper's.
    pub cache_mb: u64,
    /// The workload.
    pub skew: Skew,
    /// How many rows of the paper's one stands for.
    pub scale: u64,
    /// Batches.
    pub batches: u64,
    /// Requests for rows in DRAM.
    pub hits: u64,
    /// Requests for rows in persistent memory.
    pub misses: u64,
    /// What was done.
    pub work: Work,
}

impl Counters {
    /// Of the requests, the share that was read from persistent memory.
    #[must_use]
    pub fn miss_rate(&self) -> f64 {
        self.misses as f64 / (self.hits + self.misses).max(1) as f64
    }
}

/// A shard, and what draws the rows that it trains.
pub(super) struct Training {
    pub(super) store: Pmem,
    law: Law,
    random: Pcg64Mcg,
    scale: u64,
    out: Vec<f32>,
    gradient: Vec<f32>,
}

/// What of a batch was done when.
pub(super) struct Steps {
    /// Before, and behind pulls, maintenance and pushes.
    medium: [Counts; 4],
    requests: u64,
    rows: u64,
}

impl Training {
    /// A shard all of whose rows were made and written.
    pub(super) fn new(settings: Settings, skew: Skew, scale: u64, seed: u64) -> Result<Self, StoreError> {
        let numbers = numbers();
        let (rows, dimension) = (rows(scale), numbers.get("dimension") as usize);
        let rule = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.0 };
        let tables = Tables::new(1, &[rows as u32], dimension, rule);
        // A checkpoint keeps a slot of each row, and all may change before the next.
        let store = Pmem::in_memory(tables, settings, 2 * rows + rows / 4)?;
        let (law, random) = (law(&numbers, skew), Pcg64Mcg::new(0x0e5 + (u128::from(seed) << 64)));
        let mut training = Self { store, law, random, scale, out: Vec::new(), gradient: vec![0.0; dimension] };
        for first in (0..rows).step_by(MADE_AT_ONCE as usize) {
            let keys: Vec<Key> = (first..rows.min(first + MADE_AT_ONCE)).map(|row| Key::new(0, row as u32)).collect();
            training.train(&keys, false)?;
        }
        Ok(training)
    }

    /// Rows of so many requests.
    pub(super) fn draw(&mut self, requests: u64) -> Vec<Key> {
        let draw = |_| Key::new(0, (self.law.draw(&mut self.random) as u64 / self.scale) as u32);
        (0..requests).map(draw).collect()
    }

    /// Trains a batch of these requests.
    pub(super) fn train(&mut self, keys: &[Key], checkpoint: bool) -> Result<Steps, StoreError> {
        let batch = self.store.applied() + 1;
        self.out.resize(keys.len() * self.gradient.len(), 0.0);
        let before = self.store.counters().medium;
        self.store.pull(batch, keys, &mut self.out)?;
        let pulled = self.store.counters().medium;
        let done = self.store.maintain(batch)?;
        let maintained = self.store.counters().medium;
        let (requests, mut unique) = (keys.len() as u64, keys.to_vec());
        unique.sort_unstable();
        unique.dedup();
        let offsets: Vec<u32> = (0..=unique.len() as u32).collect();
        let bags = vec![0; unique.len()];
        let (keys, offsets, bags, gradients) = (&unique[..], &offsets[..], &bags[..], &self.gradient[..]);
        self.store.apply(batch, &[Push { keys, offsets, bags, scales: &[1.0], gradients }], checkpoint)?;
        let medium = [before, pulled, maintained, self.store.counters().medium];
        Ok(Steps { medium, requests, rows: done.rows })
    }
}

/// Rows that are drawn, of which the last may stand for fewer.
fn rows(scale: u64) -> u64 {
    (numbers().get("entries") as u64).div_ceil(scale)
}

/// Rows that the cache of a setup holds, of those that are drawn.
pub(super) fn cache_rows(setup: &Setup) -> u64 {
    let row = numbers().get("dimension") as u64 * NUMBER;
    (setup.cache_mb * MEGABYTE / row / setup.scale).max(1)
}

/// Requests of a batch, of those that are drawn.
pub(super) fn requests_of_a_batch(gpus: u64, scale: u64) -> u64 {
    (gpus as f64 * numbers().get("requests") / scale as f64).round().max(1.0) as u64
}

/// Counts a setup, when its cache has what it will have. Another seed draws other rows.
///
/// # Errors
/// A shard that fails, which is a fault of it.
pub fn count(setup: &Setup, seed: u64) -> Result<Counters, StoreError> {
    let cache = cache_rows(setup);
    let mut training = Training::new((setup.system.settings)(cache as usize), setup.skew, setup.scale, seed)?;
    let a_batch = requests_of_a_batch(setup.gpus, setup.scale);
    for _ in 0..(WARM * cache.min(rows(setup.scale) / 4)).div_ceil(a_batch) {
        let keys = training.draw(a_batch);
        training.train(&keys, false)?;
    }
    let before = training.store.counters();
    let batches = setup.requests.div_ceil(a_batch);
    let mut work = Work::default();
    for _ in 0..batches {
        let keys = training.draw(a_batch);
        work.add(&training.train(&keys, false)?);
    }
    let after = training.store.counters();
    Ok(Counters {
        system: setup.system.name,
        gpus: setup.gpus,
        cache_mb: setup.cache_mb,
        skew: setup.skew,
        scale: setup.scale,
        batches,
        hits: after.hits - before.hits,
        misses: after.misses - before.misses,
        work,
    })
}

#[cfg(test)]
mod tests {
    use super::super::systems::{DRAM_PS, ORI_CACHE, PMEM_HASH, PMEM_OE};
    use super::*;

    fn small(system: &'static System) -> Counters {
        let setup = Setup { system, gpus: 16, cache_mb: 2048, skew: Skew::Original, scale: 262_144, requests: 2000 };
        count(&setup, 0).unwrap()
    }

    #[test]
    fn every_request_is_a_hit_or_a_load() {
        for system in [&DRAM_PS, &PMEM_OE, &ORI_CACHE, &PMEM_HASH] {
            let found = small(system);
            assert_eq!(found.hits + found.misses, found.work.requests, "{found:?}");
            let loads = found.work.pull.loads;
            assert!(loads >= found.misses, "{found:?}");
            assert_eq!(found.work.pull.loaded_bytes, loads * 288, "a header of 32 bytes and 64 numbers");
        }
    }

    #[test]
    fn storages_do_what_they_are_for() {
        let [dram, oe, ori, hash] = [&DRAM_PS, &PMEM_OE, &ORI_CACHE, &PMEM_HASH].map(small);
        let nothing = Moved::default();
        assert_eq!((dram.work.pull, dram.work.maintain, dram.work.apply), (nothing, nothing, nothing));
        assert_eq!((oe.work.pull.stores, oe.work.apply), (0, nothing), "all writing is maintenance");
        assert!(oe.work.maintain.stores > 0 && ori.work.pull.stores > 0 && ori.work.maintain == nothing);
        assert_eq!(hash.misses, hash.work.requests);
        assert_eq!(hash.work.apply.stores, hash.work.rows, "each row of a batch is written once");
        // The same rows were drawn, and both caches forget what was used longest ago.
        assert!(oe.miss_rate().mul_add(-1.0, ori.miss_rate()).abs() < 0.01, "{oe:?} {ori:?}");
    }
}
