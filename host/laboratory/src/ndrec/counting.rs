//! What the cache planners of a machine meet in a workload.

use std::num::NonZeroUsize;

use super::counts::planner::{self, PlannerCounts};
use super::counts::{CountError, Run, each_device};
use super::ids::Drawn;
use super::placement::place;
use super::setup::Setup;
use super::workload::Workload;
use crate::side_by_side::Assumptions;
use emberlane_stores::planner::Settings;

/// Lookups that are counted at most, unless these make fewer than [`LEAST`] iterations.
const LOOKUPS: usize = 50_000_000;
/// Iterations that are counted at least.
const LEAST: u64 = 2;
/// Iterations of the paper's traces (Section VI-A).
const PAPER: u64 = 100;
/// Which iterations are counted, on how many threads. Threads change no count.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The iterations.
    pub run: Run,
    /// The threads.
    pub threads: NonZeroUsize,
}

impl Counting {
    /// 100 iterations in the middle of an epoch (Section VI-A); fewer where an iteration has very many lookups.
    #[must_use]
    pub fn of_paper(workload: &Workload, batch: usize, seed: u64, threads: NonZeroUsize) -> Self {
        let lookups = batch * workload.tables() * workload.pooling_size;
        let measured = ((LOOKUPS / lookups.max(1)) as u64).clamp(LEAST, PAPER);
        let before = workload.epoch_samples / 2;
        Self { run: Run { before, warm: measured.min(10), measured, seed }, threads }
    }
}

/// Vectors that the cache of a SmartSSD with so many tables holds: what TX buffers leave of its DRAM.
fn blocks(workload: &Workload, tables: usize, setup: Setup, assumptions: &Assumptions) -> u32 {
    let bytes = assumptions.get("fpga_dram_gb") * f64::from(1 << 30);
    let outputs = 2.0 * (tables * setup.batch) as f64;
    (bytes / workload.vector_bytes() as f64 - outputs).max(1.0) as u32
}

/// What every SmartSSD's planner meets, with a hot-entry table as `hot` makes it of the paper's.
///
/// # Errors
/// A cache that is too small.
pub fn plan_with(
    workload: &Workload,
    setup: Setup,
    counting: &Counting,
    assumptions: &Assumptions,
    hot: impl Fn(Settings) -> Settings + Sync,
) -> Result<Vec<PlannerCounts>, CountError> {
    let placement = place(workload, setup);
    each_device(&placement.far, counting.threads.get(), |_, tables| {
        let mut drawn = Drawn::new(workload, tables, setup.batch, counting.run.seed);
        let cache = Settings::new(blocks(workload, tables.len(), setup, assumptions), 0);
        planner::count(&mut drawn, hot(cache), &counting.run)
    })
}
