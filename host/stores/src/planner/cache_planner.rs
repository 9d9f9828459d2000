//! The planner of one SmartSSD's cache.

use emberlane_drivers::smartssd::{MovementPlan, Transfer, coalesce};
use emberlane_memory::NoMemory;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use super::tables::{MAX_ITERATION, Tables};
use super::{Lookups, PlannedIteration, Settings, Statistics, Table};

/// Why an iteration cannot be planned. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There cannot be such a cache.
    #[error("{problem}")]
    Settings {
        /// What is wrong.
        problem: String,
    },
    /// An EV that the SSD does not have.
    #[error("iteration {iteration} looks up EV {vector}; the SSD has {vectors}")]
    NoVector {
        /// The iteration.
        iteration: u32,
        /// The EV.
        vector: u64,
        /// EVs of the SSD.
        vectors: u64,
    },
    /// The cache is too small.
    #[error(
        "iteration {iteration} and the {} in flight before it need {needed} EVs at once, the cache has {blocks} blocks; \
         make the cache larger, or the batch smaller", in_flight - 1
    )]
    TooManyVectors {
        /// The iteration.
        iteration: u32,
        /// Iterations in flight, this one with them.
        in_flight: u32,
        /// EVs that they need.
        needed: usize,
        /// Blocks of the cache.
        blocks: u32,
    },
    /// The tables tell iterations apart by as many numbers.
    #[error(
        "all {MAX_ITERATION} numbers of iterations are used up; write the cache back, and begin with a new planner"
    )]
    IterationsUsedUp,
    /// Memory that is not to be had.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

/// Plans what the cache of one SmartSSD holds, iteration by iteration.
///
/// A cache block holds an EV. Every EV that an iteration in flight needs stays in its block. The EVs of an iteration that is not in
/// flight any more go back to the main table, from which random ones are evicted, or to the hot-entry table, if they are used often.
///
/// ```
/// use emberlane_experiment::Pooling;
/// use emberlane_stores::planner::{CachePlanner, Lookups, Settings};
///
/// # fn main() -> Result<(), emberlane_stores::planner::PlanError> {
/// let mut planner = CachePlanner::new(Settings::new(100, 1_000_000))?;
/// let mut lookups = Lookups::new(Pooling::Sum);
/// lookups.push_bag([7, 123_456, 7]);
/// let planned = planner.plan(lookups)?;
/// assert_eq!(planned.movements.loads.len(), 2);
/// assert_eq!(planned.bags()[0].vectors, [0, 1, 0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CachePlanner {
    settings: Settings,
    tables: Tables,
    /// The last iteration that was planned; 0: none.
    iteration: u32,
    statistics: Statistics,
    /// Blocks of lookups that nobody wants to know.
    scratch: Vec<u32>,
}

impl CachePlanner {
    /// A planner of an empty cache.
    ///
    /// # Errors
    /// [`PlanError::Settings`], [`PlanError::Memory`].
    pub fn new(settings: Settings) -> Result<Self, PlanError> {
        if let Some(problem) = settings.problem() {
            return Err(PlanError::Settings { problem });
        }
        let tables = Tables::new(settings, Pcg64Mcg::seed_from_u64(settings.seed))?;
        Ok(Self { settings, tables, iteration: 0, statistics: Statistics::default(), scratch: Vec::new() })
    }

    /// Puts EVs into empty blocks and the main table, as if they had been loaded and used so often before: for those who count from
    /// the middle of training on. EVs that are in the cache already stay as they are; what there is no block for is left out. Nothing moves.
    ///
    /// # Errors
    /// [`PlanError::NoVector`], of the iteration that would be next, and [`PlanError::Memory`]. Nothing has changed then.
    pub fn fill(&mut self, used: &[(u64, u16)]) -> Result<(), PlanError> {
        self.fill_with(used.iter().copied())
    }

    pub(super) fn fill_with(
        &mut self,
        used: impl ExactSizeIterator<Item = (u64, u16)> + Clone,
    ) -> Result<(), PlanError> {
        let Settings { vectors, .. } = self.settings;
        match used.clone().map(|(vector, _)| vector).find(|vector| *vector >= vectors) {
            Some(vector) => Err(PlanError::NoVector { iteration: self.iteration + 1, vector, vectors }),
            None => Ok(self.tables.fill(used)?),
        }
    }

    /// Plans the next iteration.
    ///
    /// # Errors
    /// EVs that the SSD does not have, more EVs in flight than the cache has blocks, and no memory. Nothing has changed then.
    pub fn plan(&mut self, lookups: Lookups) -> Result<PlannedIteration, PlanError> {
        let mut blocks = Vec::new();
        let (movements, statistics) = self.step(lookups.vectors(), &mut blocks)?;
        Ok(PlannedIteration { number: self.iteration, lookups, blocks, movements, statistics })
    }

    /// As [`plan`](Self::plan), and gives no plan: for those who only count.
    ///
    /// # Errors
    /// As for [`plan`](Self::plan).
    pub fn count(&mut self, vectors: &[u64]) -> Result<Statistics, PlanError> {
        let mut blocks = std::mem::take(&mut self.scratch);
        let result = self.step(vectors, &mut blocks);
        self.scratch = blocks;
        result.map(|(_, statistics)| statistics)
    }

    fn step(&mut self, vectors: &[u64], blocks: &mut Vec<u32>) -> Result<(MovementPlan, Statistics), PlanError> {
        let Settings { blocks: room, vectors: stored, in_flight, .. } = self.settings;
        let iteration = self.iteration + 1;
        if iteration > MAX_ITERATION {
            return Err(PlanError::IterationsUsedUp);
        }
        if let Some(&vector) = vectors.iter().max().filter(|vector| **vector >= stored) {
            return Err(PlanError::NoVector { iteration, vector, vectors: stored });
        }
        if let Some(needed) = self.tables.too_many(iteration, vectors) {
            return Err(PlanError::TooManyVectors { iteration, in_flight, needed, blocks: room });
        }
        let step = self.tables.step(iteration, vectors, blocks)?;
        self.iteration = iteration;
        let merged = |transfers: &[Transfer]| (transfers.len() - coalesce(transfers).len()) as u64;
        let statistics = Statistics {
            iterations: 1,
            lookups: step.lookups,
            vectors: step.vectors,
            evictions: step.movements.evictions.len() as u64,
            promotions: step.promotions,
            demotions: step.demotions,
            merged: merged(&step.movements.evictions) + merged(&step.movements.loads),
        };
        self.statistics += statistics;
        Ok((step.movements, statistics))
    }

    /// The EVs in the cache, block after block.
    pub(super) fn by_block(&self) -> impl Iterator<Item = u64> {
        self.tables.by_block()
    }

    /// The table that an EV is in, and its block; `None` if it is not in the cache.
    #[must_use]
    pub fn locate(&self, vector: u64) -> Option<(Table, u32)> {
        self.tables.locate(vector)
    }

    /// EVs in the cache.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.tables.filled()
    }

    /// EVs in the in-use table.
    #[must_use]
    pub fn in_use(&self) -> usize {
        self.tables.in_use()
    }

    /// EVs in the hot-entry table.
    #[must_use]
    pub fn hot(&self) -> usize {
        self.tables.hot()
    }

    /// Sum over all iterations.
    #[must_use]
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What it plans for.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    #[cfg(test)]
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }
}
