//! The caches against lists of their own: an LRU of another's, and a plain statement of each policy.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use emberlane_experiment::CachePolicy;
use emberlane_tiers::{Hierarchy, Plan, Step};
use lru::LruCache;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Batches of unique ascending keys, the low ones more often.
fn batches(seed: u64, count: usize, most: usize, keys: u64) -> Vec<Vec<u64>> {
    let mut random = Pcg64::seed_from_u64(seed);
    let batch = |random: &mut Pcg64| {
        let length = random.random_range(0..=most);
        let mut batch: Vec<u64> = (0..length).map(|_| (keys as f64 * random.random::<f64>().powi(3)) as u64).collect();
        batch.sort_unstable();
        batch.dedup();
        batch
    };
    (0..count).map(|_| batch(&mut random)).collect()
}

/// Hits of an LRU of so many rows over whole batches: rows that are there are hit, the others come, and all are then used in their order.
fn lru_hits(batches: &[Vec<u64>], rows: usize) -> Vec<u64> {
    let mut lru = LruCache::new(NonZeroUsize::new(rows).unwrap());
    let hits = |batch: &Vec<u64>| {
        let hits = batch.iter().filter(|key| lru.get(*key).is_some()).count() as u64;
        for key in batch {
            lru.put(*key, ());
        }
        hits
    };
    batches.iter().map(hits).collect()
}

/// Each case is drawn from a seed, which is in the message of what fails.
fn cases() -> impl Iterator<Item = (u64, Pcg64)> {
    (0..200).map(|seed| (seed, Pcg64::seed_from_u64(!seed)))
}

/// One set a cache: DRAM is an LRU, and both together are one, as exclusive caches are.
#[test]
fn hits_are_those_of_an_lru() {
    for (seed, mut random) in cases() {
        let (dram, scm) = (random.random_range(20..60), random.random_range(0..80));
        let batches = batches(seed, 60, 20, random.random_range(30..400));
        let mut hierarchy = Hierarchy::new(CachePolicy::Lru, usize::MAX, dram, scm, 0);
        let (of_dram, of_both) = (lru_hits(&batches, dram), lru_hits(&batches, dram + scm));
        for (number, batch) in batches.iter().enumerate() {
            let before = hierarchy.hits();
            hierarchy.plan(batch);
            let now = hierarchy.hits();
            assert_eq!(now.0 - before.0, of_dram[number], "seed {seed}, batch {number}: DRAM");
            assert_eq!(now.0 + now.1 - before.0 - before.1, of_both[number], "seed {seed}, batch {number}: both");
        }
    }
}

/// Many sets: each is an LRU of its own.
#[test]
fn every_set_is_an_lru() {
    for (seed, mut random) in cases() {
        let (ways, sets) = (random.random_range(20..40), random.random_range(1..9));
        let mut hierarchy = Hierarchy::new(CachePolicy::Lru, ways, ways * sets, 0, 0);
        let mut lists: Vec<LruCache<u64, ()>> =
            (0..sets).map(|_| LruCache::new(NonZeroUsize::new(ways).unwrap())).collect();
        // Which set a row belongs to is seen when it comes.
        let mut set_of = HashMap::new();
        for batch in &batches(seed, 60, 20, 2000) {
            let before = hierarchy.hits().0;
            let plan = hierarchy.plan(batch);
            for (key, slot) in batch.iter().zip(&plan.slots) {
                let set = slot / ways;
                assert_eq!(*set_of.entry(*key).or_insert(set), set, "seed {seed}: a row has one set");
            }
            let hits = batch.iter().filter(|key| lists[set_of[*key]].get(*key).is_some()).count() as u64;
            for key in batch {
                lists[set_of[key]].put(*key, ());
            }
            assert_eq!(hierarchy.hits().0 - before, hits, "seed {seed}");
        }
    }
}

/// LFU against a plain list, one set.
#[test]
fn least_frequently_used_rows_go() {
    for (seed, mut random) in cases() {
        let dram = random.random_range(20..60);
        let mut hierarchy = Hierarchy::new(CachePolicy::Lfu, usize::MAX, dram, 0, 0);
        // Key, uses, batch and place of the last use.
        let mut list: Vec<(u64, u32, usize, usize)> = Vec::new();
        for (number, batch) in batches(seed, 60, 20, random.random_range(30..400)).iter().enumerate() {
            let before = hierarchy.hits().0;
            hierarchy.plan(batch);
            let mut hits = 0;
            for (place, key) in batch.iter().enumerate() {
                if let Some(row) = list.iter_mut().find(|row| row.0 == *key) {
                    *row = (*key, row.1 + 1, number, place);
                    hits += 1;
                }
            }
            for (place, key) in batch.iter().enumerate() {
                if list.iter().all(|row| row.0 != *key) {
                    if list.len() == dram {
                        let old = list.iter().filter(|row| row.2 < number);
                        let goes = old.min_by_key(|row| (row.1, row.2, row.3)).unwrap().0;
                        list.retain(|row| row.0 != goes);
                    }
                    list.push((*key, 1, number, place));
                }
            }
            assert_eq!(hierarchy.hits().0 - before, hits, "seed {seed}, batch {number}");
        }
    }
}

/// Whatever the sizes: values that are moved as the steps say are where the plans say, rows of batches in flight do not move, every row
/// is in one place, and what leaves without being written was not written since it came.
#[test]
fn steps_bring_every_row_to_its_slot() {
    for (seed, mut random) in cases() {
        let policy = if random.random() { CachePolicy::Lfu } else { CachePolicy::Lru };
        let (ways, depth) = (random.random_range(1..9), random.random_range(0..4));
        let (dram, scm) = (random.random_range(0..50), random.random_range(0..50));
        let mut hierarchy = Hierarchy::new(policy, ways, dram, scm, depth);
        let mut model = Model::default();
        let batches = batches(seed, 80, 25, 300);
        let mut in_flight: Vec<(Vec<u64>, Plan)> = Vec::new();
        for batch in &batches {
            let plan = hierarchy.plan(batch);
            model.apply(&plan, batch);
            in_flight.push((batch.clone(), plan));
            for (keys, plan) in &in_flight {
                for (key, slot) in keys.iter().zip(&plan.slots) {
                    let there = model.slots.get(slot).map(|row| row.0);
                    assert_eq!(there, Some(*key), "seed {seed}: a row of a batch in flight has moved");
                    assert_eq!(hierarchy.find(*key), Some(*slot), "seed {seed}");
                }
            }
            if in_flight.len() > depth {
                let (keys, plan) = in_flight.remove(0);
                for (key, slot) in keys.iter().zip(&plan.slots) {
                    hierarchy.mark_dirty(*slot);
                    let version = model.versions.entry(*key).or_insert(0);
                    *version += 1;
                    model.slots.insert(*slot, (*key, *version));
                }
            }
        }
        let most = batches.iter().map(Vec::len).max().unwrap_or(0);
        assert!(
            hierarchy.slots() <= dram + scm + (depth + 1) * most,
            "seed {seed}: rows beside the caches are bounded"
        );
    }
}

/// What memories hold, moved step by step.
#[derive(Default)]
struct Model {
    /// By slot: the row, and how often it was written.
    slots: HashMap<usize, (u64, u32)>,
    below: HashMap<u64, u32>,
    versions: HashMap<u64, u32>,
}

impl Model {
    fn apply(&mut self, plan: &Plan, batch: &[u64]) {
        for step in &plan.steps {
            match *step {
                Step::Move { from, to } => {
                    let row = self.slots[&from];
                    self.slots.insert(to, row);
                }
                Step::Swap { one, other } => {
                    let (first, second) = (self.slots[&one], self.slots[&other]);
                    self.slots.insert(one, second);
                    self.slots.insert(other, first);
                }
                Step::Write { key, from } => {
                    let (found, version) = self.slots[&from];
                    assert_eq!(found, key, "another row is written");
                    self.below.insert(key, version);
                }
                Step::Fetch { index, to } => {
                    let key = batch[index];
                    let version = self.below.get(&key).copied().unwrap_or(0);
                    let expected = self.versions.get(&key).copied().unwrap_or(0);
                    assert_eq!(version, expected, "row {key} comes back older than it went");
                    self.slots.insert(to, (key, version));
                }
            }
        }
    }
}
