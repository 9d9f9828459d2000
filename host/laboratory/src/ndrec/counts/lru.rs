//! Caches of a GPU that forget the rows that have not been used for longest (UVM-Caching).

use std::collections::VecDeque;

use rand::Rng;
use serde::Serialize;

use super::steady::{Popularity, Rows, solve};
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::{Drawn, Iterations};
use emberlane_stores::planner::{Index, Position};

/// Read together, as the planner does.
const GROUP: usize = 64;

/// What an LRU cache has met. All that is evicted is dirty, since training writes every row it reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LruCounts {
    /// Entries that fit into the cache.
    pub capacity: u64,
    /// Entries in the cache when measuring began.
    pub filled: u64,
    /// Iterations that were measured.
    pub iterations: u64,
    /// Lookups.
    pub lookups: u64,
    /// Entries looked up, each once an iteration.
    pub unique: u64,
    /// Those of them that were not in the cache, and were brought in before the iteration.
    pub misses: u64,
    /// Entries that went back.
    pub evictions: u64,
}

/// Counts for a cache of so many rows (UVM-Caching: LRU, EV granularity).
///
/// # Errors
/// Data that cannot be read or has too few iterations, and a cache that cannot hold the rows of an iteration.
pub fn rows(source: &mut dyn Iterations, capacity: u64, run: &Run) -> Result<LruCounts, CountError> {
    let mut cache = Lru::new(capacity, source.shape().vectors);
    if let Some(drawn) = source.drawn() {
        warm_rows(&mut cache, drawn, run);
    }
    count(source, &mut cache, run)
}

fn count(source: &mut dyn Iterations, cache: &mut Lru, run: &Run) -> Result<LruCounts, CountError> {
    let mut counts = LruCounts { capacity: cache.capacity as u64, ..LruCounts::default() };
    each_iteration(source, run, |ids, measured| {
        if measured == Some(0) {
            counts.filled = cache.len();
        }
        let step = cache.step(ids.vectors())?;
        if measured.is_some() {
            counts.iterations += 1;
            counts.lookups += ids.vectors().len() as u64;
            counts.unique += step.unique;
            counts.misses += step.misses;
            counts.evictions += step.evictions;
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Fills a cache of rows as after the samples before.
///
/// A row is there if it was used within a time that is the same for all rows, such that the cache is full (Che et al. 2002,
/// "Hierarchical Web caching systems"): with `1 - (1 - q)^T` if an iteration uses it with `q`. How long ago that was follows from `q`, too.
pub(super) fn warm_rows(cache: &mut Lru, drawn: &Drawn, run: &Run) {
    let rows = Rows::new(drawn, run.before);
    let longest = (run.before as f64 / drawn.shape().batch as f64).max(1.0);
    let there = |row: &Popularity, time: f64| -libm::expm1(time * libm::log1p(-row.iteration));
    let time = solve(cache.capacity as f64, [1e-3, longest], |time| rows.expected(|row| there(row, time)));
    let mut cached = Vec::new();
    let row = |row: &Popularity| {
        let there = there(row, time);
        (there, (there, libm::log1p(-row.iteration)))
    };
    rows.draw(run.seed, row, |vector, (there, unused), random| {
        cached.push((Age(libm::log1p(-random.random::<f64>() * there) / unused), vector));
    });
    cache.fill(cached);
}

/// Time since a use; the longest comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age(f64);

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// The step that has used it last.
    last: u32,
}

/// What a step has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub unique: u64,
    pub misses: u64,
    pub evictions: u64,
}

/// Keys, of which those go that were not used for longest.
#[derive(Clone, Debug)]
pub(super) struct Lru {
    pub capacity: usize,
    index: Index,
    entries: Vec<Entry>,
    /// Entries and the steps that used them, the oldest in front. One that was used later is there again.
    uses: VecDeque<(u32, u32)>,
    step: u32,
}

impl Lru {
    /// A cache for so many keys, of so many that there are.
    pub fn new(capacity: u64, keys: u64) -> Self {
        let capacity = capacity.min(keys) as usize;
        Self {
            capacity,
            index: Index::with_room(capacity),
            entries: Vec::with_capacity(capacity),
            uses: VecDeque::new(),
            step: 0,
        }
    }

    /// Keys in the cache.
    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Fills an empty cache with distinct keys, as many as fit. Those go first whose last use is longest ago.
    fn fill(&mut self, mut keys: Vec<(Age, u64)>) {
        keys.sort_unstable_by(|(one, _), (other, _)| other.0.total_cmp(&one.0));
        let surplus = keys.len().saturating_sub(self.capacity);
        for (_, key) in keys.drain(surplus..) {
            if let Err(position) = self.index.find(self.index.home(key), key) {
                let entry = self.entries.len() as u32;
                self.index.fill(position, key, entry, 0);
                self.entries.push(Entry { key, last: 0 });
                self.uses.push_back((entry, 0));
            }
        }
    }

    /// Uses keys, repeats allowed, all at once.
    pub fn step(&mut self, keys: &[u64]) -> Result<Step, CountError> {
        self.step += 1;
        let step = self.step;
        self.index.reserve(keys.len());
        let mut missing: Vec<(u64, Position)> = Vec::new();
        let (mut unique, mut homes) = (0, [0; GROUP]);
        for group in keys.chunks(GROUP) {
            homes.iter_mut().zip(group).for_each(|(home, key)| *home = self.index.home(*key));
            self.index.touch(&homes[..group.len()]);
            for (&home, &key) in homes.iter().zip(group) {
                match self.index.find(home, key) {
                    Ok(position) => {
                        let mark = self.index.mark(position);
                        if std::mem::replace(mark, step) != step {
                            let entry = self.index.block(position);
                            self.entries[entry as usize].last = step;
                            self.uses.push_back((entry, step));
                            unique += 1;
                        }
                    }
                    Err(position) => {
                        self.index.fill(position, key, u32::MAX, step);
                        missing.push((key, position));
                        unique += 1;
                    }
                }
            }
        }
        if unique > self.capacity as u64 {
            return Err(CountError::Small { needed: unique, capacity: self.capacity as u64 });
        }
        let mut evicted = Vec::new();
        for &(key, position) in &missing {
            let entry = if self.entries.len() < self.capacity {
                self.entries.push(Entry { key, last: step });
                self.entries.len() as u32 - 1
            } else {
                let entry = self.oldest();
                evicted.push(std::mem::replace(&mut self.entries[entry as usize], Entry { key, last: step }).key);
                entry
            };
            self.index.set_block(position, entry);
            self.uses.push_back((entry, step));
        }
        for key in &evicted {
            self.index.remove(self.index.home(*key), *key);
        }
        Ok(Step { unique, misses: missing.len() as u64, evictions: evicted.len() as u64 })
    }

    /// The entry that was not used for longest. It is not to be asked for when this step uses all.
    fn oldest(&mut self) -> u32 {
        loop {
            let (entry, last) = self.uses.pop_front().expect("an entry has a last use");
            if self.entries[entry as usize].last == last {
                return entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    proptest! {
        #[test]
        fn it_forgets_what_a_list_forgets(
            capacity in 8usize..30,
            steps in prop::collection::vec(prop::collection::vec(0u64..60, 0..8), 1..60),
        ) {
            let mut cache = Lru::new(capacity as u64, u64::MAX);
            // The most recent in front.
            let mut list: Vec<u64> = Vec::new();
            for keys in steps {
                let (mut unique, mut missing) = (Vec::new(), Vec::new());
                for key in &keys {
                    if !unique.contains(key) {
                        unique.push(*key);
                        if !list.contains(key) {
                            missing.push(*key);
                        }
                    }
                }
                let hits: Vec<u64> = unique.iter().copied().filter(|key| !missing.contains(key)).collect();
                list.retain(|key| !unique.contains(key));
                hits.iter().chain(&missing).for_each(|key| list.insert(0, *key));
                let evictions = list.len().saturating_sub(capacity);
                list.truncate(capacity);
                let step = cache.step(&keys).unwrap();
                let [unique, misses, evictions] = [unique.len(), missing.len(), evictions].map(|count| count as u64);
                prop_assert_eq!(step, Step { unique, misses, evictions });
                prop_assert_eq!(cache.len(), list.len() as u64);
            }
        }
    }

    /// A workload of two tables, so small that an epoch passes quickly.
    fn small() -> Workload {
        let columns = vec![Column::new(40_000, 0.9), Column::new(3_000, 1.2)];
        Workload { columns, pooling_size: 3, epoch_samples: 200_000, ..Workload::criteo_terabyte() }
    }

    #[test]
    fn a_filled_cache_is_as_one_after_many_iterations() {
        let drawn = || Drawn::new(&small(), &[0, 1], 100, 4);
        let run = |before, warm| Run { before, warm, measured: 300, seed: 5 };
        let misses = |counts: LruCounts| counts.misses as f64 / counts.iterations as f64;
        for capacity in [2_000, 10_000] {
            let all = |run| misses(rows(&mut drawn(), capacity, &run).unwrap());
            let (filled, trained) = (all(run(200_000, 0)), all(run(0, 2_000)));
            assert!((filled / trained - 1.0).abs() < 0.05, "{capacity} rows: {filled} and {trained} misses");
        }
        let error = rows(&mut drawn(), 100, &run(0, 1)).unwrap_err();
        assert!(error.to_string().contains("the cache holds 100"), "{error}");
    }
}
