//! An average iteration of a workload on a machine: what its caches meet, and what its kernels take.

use serde::Serialize;

use super::costs::Cached;
use super::counts::Run;
use super::counts::kernel::{KernelCounts, Order};
use super::counts::lookahead::LookaheadCounts;
use super::counts::lru::LruCounts;
use super::counts::overlap::{OverlapCounts, TableOverlap};
use super::counts::rank_cache::RankCounts;
use super::counts::unified::UnifiedCounts;
use emberlane_data::access::Column;
use emberlane_stores::planner::Statistics;
use emberlane_systems::gpu::Layers;

/// The machine, and the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Setup {
    /// Samples of an iteration, over all GPUs.
    pub batch: usize,
    /// GPUs, each with a part of the samples.
    pub gpus: usize,
    /// SmartSSDs, each with a part of the tables.
    pub smartssds: usize,
    /// Switches between a device and the root port.
    pub switch_levels: u64,
}

impl Setup {
    /// NDRec's machine of Table I: 4 GPUs, 4 SmartSSDs, no switch.
    #[must_use]
    pub const fn of_paper(batch: usize) -> Self {
        Self { batch, gpus: 4, smartssds: 4, switch_levels: 0 }
    }
}

/// A number of something, of small tables and of large ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Split<T> {
    /// Of tables that a GPU holds for itself.
    pub near: T,
    /// Of tables on SmartSSDs.
    pub far: T,
}

impl<T: Copy + std::ops::Add<Output = T>> Split<T> {
    /// Of all tables.
    #[must_use]
    pub fn all(&self) -> T {
        self.near + self.far
    }
}

/// What a cache agent moves in an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Moved {
    /// Vectors that come from the SSD.
    pub loads: f64,
    /// Vectors that go to the SSD.
    pub evictions: f64,
    /// Pages that are read.
    pub load_pages: f64,
    /// Pages that are programmed.
    pub eviction_pages: f64,
}

impl Moved {
    /// Vectors either way.
    #[must_use]
    pub fn vectors(&self) -> f64 {
        self.loads + self.evictions
    }
}

/// What a SmartSSD does in an iteration.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Device {
    /// Its tables.
    pub tables: Vec<usize>,
    /// Indices of its bags.
    pub lookups: f64,
    /// Its bags.
    pub bags: f64,
    /// What its kernel has taken with lookahead, in the iterations that ran through its model.
    pub ahead: KernelCounts,
    /// The same where an iteration is pooled behind the gradients of the one before.
    pub in_turn: KernelCounts,
    /// What its planner has met in all iterations that were measured.
    pub statistics: Statistics,
    /// What its agent moves for the planner.
    pub planned: Moved,
    /// What it would move for a cache of a fixed share.
    pub fixed: Moved,
}

impl Device {
    /// What its kernel has taken.
    #[must_use]
    pub fn kernel(&self, order: Order) -> &KernelCounts {
        match order {
            Order::Ahead => &self.ahead,
            Order::InTurn => &self.in_turn,
        }
    }

    /// What its agent moves.
    #[must_use]
    pub fn moved(&self, cached: Cached) -> &Moved {
        match cached {
            Cached::Planned => &self.planned,
            Cached::Static => &self.fixed,
        }
    }
}

/// What caches that all large tables share have met, in sums over iterations.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Shared {
    /// The GPUs' memories, by pages: unified memory.
    pub unified: UnifiedCounts,
    /// The GPUs' memories, by rows: unified memory with a cache.
    pub rows: LruCounts,
    /// The GPUs' memories, for windows of iterations: cDLRM.
    pub windows: LookaheadCounts,
    /// Caches of ranks of memory: RecNMP.
    pub ranks: RankCounts,
    /// What an iteration has in common with the one before.
    pub overlap: OverlapCounts,
}

impl Shared {
    /// Leaves of memory that come in an iteration, and that leave.
    #[must_use]
    pub fn leaves(&self) -> [f64; 2] {
        [self.unified.faults, self.unified.evicted_leaves].map(|leaves| average(leaves, self.unified.iterations))
    }

    /// Vectors that come to the GPUs' cache in an iteration, and that leave it.
    #[must_use]
    pub fn moved_rows(&self) -> f64 {
        average(self.rows.misses + self.rows.evictions, self.rows.iterations)
    }

    /// Vectors that a window misses, an iteration's part.
    #[must_use]
    pub fn window_misses(&self) -> f64 {
        average(self.windows.moved, self.windows.batches)
    }

    /// Indices that the cache of the slowest rank misses.
    #[must_use]
    pub fn slowest_rank_misses(&self) -> f64 {
        average(self.ranks.slowest_misses, self.ranks.iterations)
    }

    /// Vectors that an iteration and the one before use; uses of them by the one before, and by this one.
    #[must_use]
    pub fn corrected(&self) -> [f64; 3] {
        let OverlapCounts { iterations, tables, .. } = &self.overlap;
        let sum = |count: fn(&TableOverlap) -> u64| average(tables.iter().map(count).sum(), *iterations);
        [sum(|table| table.shared_rows), sum(|table| table.source_pairs), sum(|table| table.target_pairs)]
    }
}

/// An iteration's part of a sum.
pub(super) fn average(count: u64, iterations: u64) -> f64 {
    count as f64 / iterations.max(1) as f64
}

/// An average iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    /// The workload's name.
    pub workload: String,
    /// The machine, and the batch.
    pub setup: Setup,
    /// Which iterations were counted.
    pub run: Run,
    /// How often each table's rows are looked up.
    pub columns: Vec<Column>,
    /// Bytes of an embedding vector.
    pub vector_bytes: u64,
    /// Tables on SmartSSDs.
    pub far_tables: usize,
    /// Indices.
    pub lookups: Split<u64>,
    /// Bags.
    pub bags: Split<u64>,
    /// Vectors, each once.
    pub unique: Split<f64>,
    /// Bytes of the small tables, whose gradients GPUs exchange.
    pub near_bytes: u64,
    /// Bytes of all parameters of both MLPs.
    pub parameter_bytes: u64,
    /// What caches that all large tables share have met.
    pub shared: Shared,
    /// What every SmartSSD does.
    pub devices: Vec<Device>,
    /// Layers of the MLPs and between them, for a GPU's part of the samples.
    #[serde(skip)]
    pub(super) layers: Layers,
}
