//! The caches in the ranks of RecNMP's DIMMs (Ke et al. 2020, RecNMP-opt), as NDRec compares with them: NMP-CXL.
//!
//! A rank has a cache of whole EVs that lookups fill. Packets are scheduled table by table (table-aware scheduling), and rows with too
//! few lookups go past the caches (hot entry profiling). RecNMP is for inference: here the update of an iteration writes every row that
//! its lookups have read, in memory, so no cache has anything left of it for the next iteration.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;

/// The ranks, and a cache of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankCaches {
    /// Channels.
    pub channels: u64,
    /// DIMMs of a channel.
    pub dimms: u64,
    /// Ranks of a DIMM.
    pub ranks: u64,
    /// Bytes of the cache of a rank.
    pub cache_bytes: u64,
    /// Lookups of a row in an iteration from which on it is cached; 1: every row is.
    pub hot_lookups: u32,
}

impl Default for RankCaches {
    /// NDRec's 16 channels of 2 DIMMs of 4 ranks (Section VI-A), and RecNMP's 128 KB of cache. Rows that are looked up again are cached.
    fn default() -> Self {
        Self { channels: 16, dimms: 2, ranks: 4, cache_bytes: 128 << 10, hot_lookups: 2 }
    }
}

/// What the caches of the ranks have met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RankCounts {
    /// EVs that fit into the cache of a rank.
    pub cached_vectors: u64,
    /// Iterations that were measured.
    pub iterations: u64,
    /// Lookups of forward passes.
    pub lookups: u64,
    /// Those of them that found their EV in the cache of its rank.
    pub hits: u64,
    /// Lookups of the rank that had the most of them that missed, summed over iterations: the others wait for it.
    pub slowest_misses: u64,
    /// Lookups of the rank that had the most of them, hits or not, summed over iterations.
    pub slowest_lookups: u64,
    /// EVs that updates have written, each once an iteration.
    pub written: u64,
}

/// Counts what the caches of ranks meet; EV `v` is in rank `v` modulo ranks, as addresses interleave.
///
/// # Errors
/// Data that cannot be read or has too few iterations.
pub fn count(
    source: &mut dyn Iterations,
    caches: &RankCaches,
    vector_bytes: u64,
    run: &Run,
) -> Result<RankCounts, CountError> {
    let ranks = (caches.channels * caches.dimms * caches.ranks).max(1);
    let cached_vectors = caches.cache_bytes / vector_bytes;
    let mut counts = RankCounts { cached_vectors, ..RankCounts::default() };
    let mut all: Vec<Rank> = vec![Rank::default(); ranks as usize];
    let mut uses: FxHashMap<u64, u32> = FxHashMap::default();
    each_iteration(source, run, |ids, measured| {
        // Nothing is left of the iteration before: there is nothing to warm up.
        if measured.is_none() {
            return Ok(());
        }
        all.iter_mut().for_each(Rank::clear);
        uses.clear();
        ids.vectors().iter().for_each(|vector| *uses.entry(*vector).or_default() += 1);
        for &vector in ids.vectors() {
            let rank = &mut all[(vector % ranks) as usize];
            rank.look_up(vector, cached_vectors as usize, uses[&vector] >= caches.hot_lookups);
        }
        let most = |count: fn(&Rank) -> u64| all.iter().map(count).max().unwrap_or(0);
        counts.iterations += 1;
        counts.lookups += ids.vectors().len() as u64;
        counts.hits += all.iter().map(|rank| rank.hits).sum::<u64>();
        counts.slowest_misses += most(|rank| rank.lookups - rank.hits);
        counts.slowest_lookups += most(|rank| rank.lookups);
        counts.written += uses.len() as u64;
        Ok(())
    })?;
    Ok(counts)
}

/// A rank, whose cache forgets the EV that was not looked up for longest.
#[derive(Clone, Debug, Default)]
struct Rank {
    /// The last lookup of each EV in the cache.
    cached: FxHashMap<u64, u64>,
    /// EVs and their lookups, the oldest in front. One that was looked up later is there again.
    order: VecDeque<(u64, u64)>,
    lookups: u64,
    hits: u64,
}

impl Rank {
    fn clear(&mut self) {
        self.cached.clear();
        self.order.clear();
        (self.lookups, self.hits) = (0, 0);
    }

    fn look_up(&mut self, vector: u64, room: usize, is_hot: bool) {
        self.lookups += 1;
        if !is_hot || room == 0 {
            return;
        }
        if self.cached.insert(vector, self.lookups).is_some() {
            self.hits += 1;
        } else if self.cached.len() > room {
            while let Some((oldest, lookup)) = self.order.pop_front() {
                if self.cached.get(&oldest) == Some(&lookup) {
                    self.cached.remove(&oldest);
                    break;
                }
            }
        }
        self.order.push_back((vector, self.lookups));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::Drawn;
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    #[test]
    fn a_rank_forgets_what_was_not_looked_up_for_longest() {
        let mut rank = Rank::default();
        // 1 and 2 are in; 1 again; 3 replaces 2; 2 misses, and replaces 1.
        [1, 2, 1, 3, 2, 3, 1].into_iter().for_each(|vector| rank.look_up(vector, 2, true));
        assert_eq!((rank.lookups, rank.hits), (7, 2));
        rank.look_up(9, 2, false);
        assert!(!rank.cached.contains_key(&9) && rank.cached.len() == 2);
    }

    #[test]
    fn large_caches_hit_all_but_the_first_lookups() {
        let workload =
            Workload { columns: vec![Column::new(3000, 1.0)], pooling_size: 4, ..Workload::criteo_terabyte() };
        let run = Run { before: 0, warm: 2, measured: 3, seed: 1 };
        let counts = |cache_bytes, hot_lookups| {
            let caches = RankCaches { cache_bytes, hot_lookups, ..RankCaches::default() };
            count(&mut Drawn::new(&workload, &[0], 500, 1), &caches, 512, &run).unwrap()
        };
        let large = counts(1 << 20, 1);
        assert_eq!((large.iterations, large.lookups), (3, 6000));
        assert_eq!(large.hits, large.lookups - large.written);
        assert_eq!(counts(1 << 20, 2).hits, large.hits, "what is looked up once has no hit");
        assert!(counts(1 << 11, 1).hits < counts(1 << 11, 2).hits && counts(1 << 11, 2).hits < large.hits);
        assert_eq!(counts(0, 1).hits, 0);
    }
}
