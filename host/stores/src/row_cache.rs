//! Caches of rows in sets and ways, as GPUs have them in front of tables in host memory.

use emberlane_data::access::{Law, Popularity, SteadyRows, residence, whole};
use emberlane_memory::{NoMemory, Pages, bring_near};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{RowCacheWork, RowKey};

/// Which row of a full set goes. Rows of the batch that is brought never go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The one whose last batch is longest ago.
    Lru,
    /// Any.
    Random,
}

/// How tables share a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// All have it together; rows are spread over its sets by a hash.
    Together,
    /// Each has one of its own, with a set a row if it is small; a row is in the set of its number modulo the sets.
    Apart,
}

/// What a cache is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowCacheConfig {
    /// How tables share it.
    pub sharing: Sharing,
    /// Sets: of all, or of each table.
    pub sets: u64,
    /// Rows of a set.
    pub ways: usize,
    /// Which row of a full set goes.
    pub replacement: Replacement,
    /// Decides which row is any.
    pub seed: u64,
}

/// A row that comes into the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brought {
    /// Its place among those that were asked for.
    pub key: usize,
    /// Its slot in the cache.
    pub slot: usize,
    /// The row that was there.
    pub evicted: Option<RowKey>,
}

/// The sets of a table.
#[derive(Clone, Copy, Debug)]
struct Region {
    first: usize,
    sets: u64,
}

/// Which rows are in a cache. It has none of their values.
#[derive(Clone, Debug)]
pub struct RowCache {
    config: RowCacheConfig,
    /// Of each table, or one of all.
    regions: Vec<Region>,
    /// Keys by slot, 0 of an empty one: as memory that was never written is.
    keys: Pages<u64>,
    /// The batch that has used each slot last.
    used: Pages<u32>,
    batch: u32,
    random: Pcg64Mcg,
    work: RowCacheWork,
}

/// The first batch. What is there before it was used by earlier ones.
const BEGIN: u32 = 1 << 30;

fn packed(key: RowKey) -> u64 {
    (u64::from(key.table) << 32 | u64::from(key.row)) + 1
}

fn unpacked(key: u64) -> RowKey {
    let key = key - 1;
    RowKey { table: (key >> 32) as u32, row: key as u32 }
}

impl RowCache {
    /// An empty cache for tables of so many rows.
    ///
    /// # Errors
    /// No memory for it.
    pub fn new(config: RowCacheConfig, rows: &[u32]) -> Result<Self, NoMemory> {
        let mut sets = 0;
        let mut region = |sets_of: u64| {
            let region = Region { first: sets, sets: sets_of.max(1) };
            sets += region.sets as usize;
            region
        };
        let regions = match config.sharing {
            Sharing::Together => vec![region(config.sets)],
            Sharing::Apart => rows.iter().map(|rows| region(config.sets.min(u64::from(*rows)))).collect(),
        };
        let slots = sets * config.ways;
        let random = Pcg64Mcg::seed_from_u64(config.seed);
        let (keys, used) = (Pages::zeroed("the keys of a cache", slots)?, Pages::zeroed("the ages of a cache", slots)?);
        Ok(Self { config, regions, keys, used, batch: BEGIN, random, work: RowCacheWork::default() })
    }

    /// Rows that fit.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.keys.len()
    }

    /// What the last batch has met.
    #[must_use]
    pub const fn work(&self) -> RowCacheWork {
        self.work
    }

    /// The slots of a row's set.
    fn set(&self, key: RowKey) -> std::ops::Range<usize> {
        let (region, number) = match self.config.sharing {
            Sharing::Together => (self.regions[0], packed(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20),
            Sharing::Apart => (self.regions[key.table as usize], u64::from(key.row)),
        };
        let first = (region.first + (number % region.sets) as usize) * self.config.ways;
        first..first + self.config.ways
    }

    /// The slot of a row, if it is there.
    #[must_use]
    pub fn find(&self, key: RowKey) -> Option<usize> {
        let wanted = packed(key);
        self.set(key).find(|slot| self.keys[*slot] == wanted)
    }

    /// Brings the rows of a batch, each once, as far as there is room. `take` is told of each that comes.
    pub fn bring(&mut self, keys: &[RowKey], mut take: impl FnMut(Brought)) {
        self.batch += 1;
        self.work = RowCacheWork::default();
        let mut missing = Vec::new();
        for (place, key) in keys.iter().enumerate() {
            match self.find(*key) {
                Some(slot) => {
                    self.used[slot] = self.batch;
                    self.work.hits += 1;
                }
                None => missing.push(place),
            }
        }
        for place in missing {
            let key = keys[place];
            let Some(slot) = self.victim(self.set(key)) else {
                self.work.beside += 1;
                continue;
            };
            let evicted = (self.keys[slot] != 0).then(|| unpacked(self.keys[slot]));
            (self.keys[slot], self.used[slot]) = (packed(key), self.batch);
            self.work.loads += 1;
            self.work.evictions += u64::from(evicted.is_some());
            take(Brought { key: place, slot, evicted });
        }
    }

    /// The slot of a set that a row gets: an empty one if there is any.
    fn victim(&mut self, set: std::ops::Range<usize>) -> Option<usize> {
        if let Some(slot) = set.clone().find(|slot| self.keys[*slot] == 0) {
            return Some(slot);
        }
        let (used, batch) = (&self.used, self.batch);
        let mut free = set.filter(|slot| used[*slot] != batch);
        match self.config.replacement {
            Replacement::Lru => free.min_by_key(|slot| used[*slot]),
            Replacement::Random => {
                let count = free.clone().count();
                if count == 0 { None } else { free.nth(self.random.random_range(0..count)) }
            }
        }
    }

    /// Fills an empty cache as after `before` samples of a law, in batches of so many.
    ///
    /// Of the least recently used: a row is there if it was used within a time that is the same for all rows, such that the cache is full
    /// (Che et al. 2002, "Hierarchical Web caching systems"). Of any: with `q t / (1 + q t)` (Gelenbe 1973). The law is that of an index
    /// without sets; what finds its set full is left out.
    ///
    /// # Errors
    /// No memory to count what sets hold.
    pub fn fill_steady(&mut self, law: &Law, samples: usize, before: u64) -> Result<(), NoMemory> {
        let all: Vec<usize> = (0..law.tables()).collect();
        match self.config.sharing {
            Sharing::Together => self.fill_region(law, &all, self.regions[0], samples, before),
            Sharing::Apart => all
                .into_iter()
                .try_for_each(|table| self.fill_region(law, &[table], self.regions[table], samples, before)),
        }
    }

    fn fill_region(
        &mut self,
        law: &Law,
        tables: &[usize],
        region: Region,
        samples: usize,
        before: u64,
    ) -> Result<(), NoMemory> {
        let rows = SteadyRows::new(law, tables, samples, before);
        let longest = (before as f64 / samples as f64).max(1.0);
        let recent = |row: &Popularity, time: f64| -libm::expm1(time * libm::log1p(-row.batch));
        let replacement = self.config.replacement;
        let there = |row: &Popularity, time: f64| match replacement {
            Replacement::Lru => recent(row, time),
            Replacement::Random => row.before * row.batch * time / (1.0 + row.batch * time),
        };
        let most = if replacement == Replacement::Lru { longest } else { 1e12 };
        let capacity = region.sets as f64 * self.config.ways as f64;
        let time = residence(capacity, [1e-3, most], |time| rows.expected(|row| there(row, time)));
        let of_row = |row: &Popularity| (there(row, time), (recent(row, time), libm::log1p(-row.batch)));
        // Rows that a set has: its slots fill up in their order.
        let mut filled = Pages::zeroed("what the sets of a cache hold", region.sets as usize)?;
        // Sets are all over the memory: what is read and written for a group of rows is asked for together.
        let mut group = Vec::with_capacity(GROUP);
        rows.draw(self.config.seed, of_row, |place, row, (recent, unused), random| {
            let key = RowKey { table: tables[place] as u32, row: row as u32 };
            let later = -random.random::<f64>() * recent;
            let ago = whole(later.ln_1p() / unused, || libm::log1p(later) / unused);
            group.push(Filling {
                key: packed(key),
                first: self.set(key).start,
                used: BEGIN - ago.min(f64::from(BEGIN - 1)) as u32,
            });
            if group.len() == GROUP {
                self.fill_group(&group, &mut filled, region.first);
                group.clear();
            }
        });
        self.fill_group(&group, &mut filled, region.first);
        Ok(())
    }

    /// Rows come into their sets, of which `filled` says how many rows each has, from set `first_set` on.
    fn fill_group(&mut self, group: &[Filling], filled: &mut [u32], first_set: usize) {
        let ways = self.config.ways;
        let number = |row: &Filling| row.first / ways - first_set;
        bring_near(group.iter().map(|row| filled[number(row)]));
        let next = |row: &Filling| row.first + (filled[number(row)] as usize).min(ways - 1);
        bring_near(group.iter().map(|row| self.keys[next(row)] ^ u64::from(self.used[next(row)])));
        for row in group {
            let filled = &mut filled[number(row)];
            if (*filled as usize) < ways {
                let slot = row.first + *filled as usize;
                *filled += 1;
                (self.keys[slot], self.used[slot]) = (row.key, row.used);
            }
        }
    }
}

/// Rows that an empty cache is filled with at once.
const GROUP: usize = 32;

/// A row that an empty cache is filled with.
#[derive(Clone, Copy, Debug)]
struct Filling {
    key: u64,
    /// The first slot of its set.
    first: usize,
    used: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_data::access::Column;

    fn key(row: u32) -> RowKey {
        RowKey { table: 0, row }
    }

    fn cache(ways: usize, sets: u64, replacement: Replacement) -> RowCache {
        let config = RowCacheConfig { sharing: Sharing::Apart, sets, ways, replacement, seed: 3 };
        RowCache::new(config, &[1000, 7]).unwrap()
    }

    #[test]
    fn the_row_whose_last_batch_is_longest_ago_goes_and_none_of_the_batch() {
        let mut cache = cache(2, 1, Replacement::Lru);
        let mut bring = |rows: &[u32]| {
            let (keys, mut brought) = (rows.iter().map(|row| key(*row)).collect::<Vec<_>>(), Vec::new());
            cache.bring(&keys, |each| brought.push((rows[each.key], each.evicted.map(|key| key.row))));
            (brought, cache.work())
        };
        assert_eq!(bring(&[4, 9]).0, [(4, None), (9, None)]);
        assert_eq!(bring(&[9]).1, RowCacheWork { hits: 1, ..RowCacheWork::default() });
        assert_eq!(bring(&[5]).0, [(5, Some(4))]);
        let (brought, work) = bring(&[5, 6, 7]);
        assert_eq!((brought, work.hits, work.beside), (vec![(6, Some(9))], 1, 1));
    }

    #[test]
    fn tables_apart_have_sets_of_their_own() {
        let mut cache = cache(1, 100, Replacement::Random);
        assert_eq!(cache.slots(), 107);
        let keys = [key(3), RowKey { table: 1, row: 3 }, key(103)];
        cache.bring(&keys, |_| {});
        assert_eq!(cache.work(), RowCacheWork { loads: 2, beside: 1, ..RowCacheWork::default() });
        assert!(cache.find(keys[1]).is_some() && cache.find(keys[2]).is_none());
    }

    /// Filled from the law, a cache misses as much as one that has seen as many batches.
    #[test]
    fn a_filled_cache_is_as_one_after_many_batches() {
        let law = Law::new(&[Column::new(50_000, 0.9), Column::new(4_000, 1.2)], 2, 5);
        for (sharing, replacement) in [(Sharing::Together, Replacement::Lru), (Sharing::Apart, Replacement::Random)] {
            let config = RowCacheConfig { sharing, sets: 300, ways: 16, replacement, seed: 1 };
            let empty = || RowCache::new(config, &[50_000, 4_000]).unwrap();
            let loads = |mut cache: RowCache, batches: std::ops::Range<u64>, counted: u64| {
                let mut loads = 0;
                for batch in batches {
                    let rows = (0..2).flat_map(|table| law.draw(batch, table, 100).map(move |row| (table, row)));
                    let mut keys: Vec<RowKey> =
                        rows.map(|(table, row)| RowKey { table: table as u32, row: row as u32 }).collect();
                    keys.sort_unstable();
                    keys.dedup();
                    cache.bring(&keys, |_| {});
                    loads += if batch >= counted { cache.work().loads } else { 0 };
                }
                loads as f64
            };
            let mut filled = empty();
            filled.fill_steady(&law, 100, 300_000).unwrap();
            let (one, other) = (loads(filled, 3_010..3_310, 3_010), loads(empty(), 0..3_310, 3_010));
            assert!((one / other - 1.0).abs() < 0.06, "{sharing:?}: {one} and {other} loads");
        }
    }
}
