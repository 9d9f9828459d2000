//! What a system's tables are in, as far as the store does not know it: tables that GPUs have, and the ranks of memory modules.

use std::collections::VecDeque;

use emberlane_data::Bags;
use rustc_hash::FxHashMap;

use super::gpus::LookedUp;

/// What a batch looks up in some tables.
pub(super) fn looked_up(bags: &Bags, tables: &[usize]) -> LookedUp {
    let mut sum = LookedUp::default();
    let mut rows: Vec<u32> = Vec::new();
    for table in tables {
        let at = |bag: usize| bags.offsets[bag] as usize;
        rows.clear();
        rows.extend_from_slice(&bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)]);
        sum.lookups += rows.len() as u64;
        sum.bags += bags.samples as u64;
        rows.sort_unstable();
        rows.dedup();
        sum.unique += rows.len() as u64;
    }
    sum
}

/// Ranks of NMP-CXL: 16 channels of 2 DIMMs of 4 ranks (NDRec, Section VI-A).
const RANKS: u64 = 16 * 2 * 4;
/// Lookups of a row in a batch from which on it is cached: rows that are looked up once go past the caches (RecNMP, hot entry profiling).
const HOT_LOOKUPS: u32 = 2;

/// The caches in the ranks of RecNMP's DIMMs (Ke et al. 2020, RecNMP-opt).
///
/// A rank has a cache of whole rows that lookups fill. Packets are scheduled table by table. RecNMP is for inference: here the update of a
/// batch writes every row that its lookups have read, in memory, so no cache has anything left of it for the next. A row is in the rank of
/// its number modulo the ranks, as addresses interleave.
pub(super) struct Ranks {
    /// Rows that fit into the cache of a rank.
    pub(super) cached: usize,
}

impl Ranks {
    /// The lookups that miss in the rank that has the most of them.
    pub(super) fn slowest_misses(&self, bags: &Bags) -> u64 {
        let mut ranks: Vec<Rank> = vec![Rank::default(); RANKS as usize];
        let mut uses: FxHashMap<u32, u32> = FxHashMap::default();
        for table in 0..bags.tables {
            let at = |bag: usize| bags.offsets[bag] as usize;
            let rows = &bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)];
            uses.clear();
            rows.iter().for_each(|row| *uses.entry(*row).or_default() += 1);
            for row in rows {
                let key = (table as u32, *row);
                // Tables lie one behind the other: where each begins is any rank.
                let rank = (u64::from(*row) + table as u64 * 37) % RANKS;
                ranks[rank as usize].look_up(key, self.cached, uses[row] >= HOT_LOOKUPS);
            }
        }
        ranks.iter().map(|rank| rank.misses).max().unwrap_or(0)
    }
}

/// A rank, whose cache forgets the row that was not looked up for longest.
#[derive(Clone, Debug, Default)]
struct Rank {
    /// The last lookup of each row in the cache.
    cached: FxHashMap<(u32, u32), u64>,
    /// Rows and their lookups, the oldest in front. One that was looked up later is there again.
    order: VecDeque<((u32, u32), u64)>,
    lookups: u64,
    misses: u64,
}

impl Rank {
    fn look_up(&mut self, row: (u32, u32), capacity: usize, is_hot: bool) {
        self.lookups += 1;
        let known = self.cached.contains_key(&row);
        self.misses += u64::from(!known);
        if capacity == 0 || !(known || is_hot) {
            return;
        }
        while !known && self.cached.len() >= capacity {
            let Some((oldest, lookup)) = self.order.pop_front() else { break };
            if self.cached.get(&oldest) == Some(&lookup) {
                self.cached.remove(&oldest);
            }
        }
        self.cached.insert(row, self.lookups);
        self.order.push_back((row, self.lookups));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bags(rows: &[u32]) -> Bags {
        let offsets = (0..=rows.len() as u32).collect();
        Bags { tables: 1, samples: rows.len(), offsets, indices: rows.to_vec() }
    }

    #[test]
    fn a_batch_is_counted_table_by_table() {
        let bags = Bags { tables: 2, samples: 2, offsets: vec![0, 2, 3, 3, 6], indices: vec![5, 5, 1, 5, 6, 7] };
        assert_eq!(looked_up(&bags, &[0, 1]), LookedUp { lookups: 6, bags: 4, unique: 5 });
        assert_eq!(looked_up(&bags, &[1]), LookedUp { lookups: 3, bags: 2, unique: 3 });
        assert_eq!(looked_up(&bags, &[]), LookedUp::default());
    }

    #[test]
    fn a_rank_caches_rows_that_come_again_and_forgets_the_oldest() {
        let ranks = Ranks { cached: 2 };
        // All in one rank: 0, 128, 256 and 384.
        assert_eq!(ranks.slowest_misses(&bags(&[0, 0, 0])), 1);
        assert_eq!(ranks.slowest_misses(&bags(&[0, 128, 0, 128])), 2);
        assert_eq!(ranks.slowest_misses(&bags(&[0, 128, 256, 0, 128, 256])), 6, "three do not fit");
        assert_eq!(ranks.slowest_misses(&bags(&[0, 128, 256, 384, 0])), 4, "rows that come once go past");
        assert_eq!(Ranks { cached: 0 }.slowest_misses(&bags(&[0, 0])), 2);
        assert_eq!(ranks.slowest_misses(&bags(&[0, 1, 2, 3])), 1, "ranks work side by side");
    }
}
