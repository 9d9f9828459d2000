//! A workload on a machine: where its tables are, and what an average iteration of it meets there.

use std::num::NonZeroUsize;

use super::counts::kernel::Order;
use super::counts::lookahead::{self, LookaheadCounts};
use super::counts::lru::{self, LruCounts};
use super::counts::overlap::{self, OverlapCounts};
use super::counts::planner::{self, PlannerCounts};
use super::counts::rank_cache::{self, RankCaches, RankCounts};
use super::counts::unified::{self, UnifiedCounts};
use super::counts::{CountError, Run, each_device, kernel};
use super::ids::{Drawn, Iterations};
use super::iteration::{Device, Iteration, Moved, Setup, Shared, Split, average};
use super::systems::System;
use super::workload::Workload;
use crate::compare::Assumptions;
use emberlane_experiment::GpuPreset;
use emberlane_experiment::{Interaction, ModelConfig, Pooling};
use emberlane_stores::placement::{Intensity, sorted_pairs};
use emberlane_stores::planner::{IN_FLIGHT, Settings, Statistics};
use emberlane_systems::gpu::Layers;

/// Lookups that are counted at most, unless these make fewer than [`LEAST`] iterations.
const LOOKUPS: usize = 50_000_000;
/// Iterations that are counted at least.
const LEAST: u64 = 2;
/// Iterations of the paper's traces (Section VI-A).
const PAPER: u64 = 100;
/// Lookups that run through the kernel's model, but for one iteration at least, and eight at most.
const KERNEL_LOOKUPS: f64 = 500_000.0;
/// Rows of tables whose caches do not fit into memory side by side.
const MANY_ROWS: u64 = 1 << 28;
/// How many times the expected distinct vectors an iteration has at most, by chance.
const SPREAD: f64 = 1.1;
/// Iterations of a window at most.
const MOST_WINDOW: u64 = 256;
/// Iterations whose overlap is counted at most.
const OVERLAPS: u64 = 6;
/// Cycles of 4 ns until the FPGA's DRAM answers: 46 ns.
const DRAM_LATENCY: u32 = 12;

/// Bytes that kernels load from their caches and store there in an iteration, all SmartSSDs together.
#[must_use]
pub fn cache_bytes(iteration: &Iteration) -> f64 {
    let vectors = iteration.devices.iter().map(|Device { ahead, .. }| {
        average(ahead.forward_loads + ahead.backward_loads + ahead.stores, ahead.iterations)
    });
    vectors.sum::<f64>() * iteration.vector_bytes as f64
}

/// Systems whose tables have a place: sharding needs all of them in the GPUs' memories.
#[must_use]
pub fn can_run(system: &System, workload: &Workload, gpus: usize, assumptions: &Assumptions) -> bool {
    system.name != "table-wise" || workload.table_bytes() as f64 <= gpu_bytes(assumptions, gpus)
}

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
    pub fn of_paper(workload: &Workload, batch: usize, threads: NonZeroUsize) -> Self {
        let lookups = batch * workload.tables() * workload.pooling_size;
        let measured = ((LOOKUPS / lookups.max(1)) as u64).clamp(LEAST, PAPER);
        let before = workload.epoch_samples / 2;
        Self { run: Run { before, warm: measured.min(10), measured, seed: 1 }, threads }
    }
}

/// Which tables are where, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Those that every GPU has.
    pub near: Vec<usize>,
    /// Those of each SmartSSD.
    pub far: Vec<Vec<usize>>,
}

impl Placement {
    /// All tables on SmartSSDs, ascending.
    #[must_use]
    pub fn all_far(&self) -> Vec<usize> {
        let mut tables = self.far.concat();
        tables.sort_unstable();
        tables
    }
}

/// The paper's GPU.
pub(super) fn gpu() -> GpuPreset {
    emberlane_experiment::gpu_presets()
        .into_iter()
        .find(|preset| preset.name == "rtx-a5000")
        .expect("the paper's GPU is a preset")
}

/// Places tables as Section IV-D does: by operational intensity on GPUs, others by unique vectors an iteration on SmartSSDs.
#[must_use]
pub fn place(workload: &Workload, setup: Setup) -> Placement {
    let (gpu, lookups) = (gpu(), (setup.batch * workload.pooling_size) as u64);
    let stays = |table: &usize| Intensity { rows: workload.columns[*table].rows, lookups }.stays_on(&gpu);
    let (near, far): (Vec<usize>, Vec<usize>) = (0..workload.tables()).partition(stays);
    let unique: Vec<f64> = far.iter().map(|table| workload.columns[*table].expected_distinct(lookups)).collect();
    let number = |device: Vec<usize>| device.into_iter().map(|place| far[place]).collect();
    Placement { near, far: sorted_pairs(&unique, setup.smartssds).into_iter().map(number).collect() }
}

/// Bytes of GPUs' memories that tables and caches may take.
#[must_use]
pub fn gpu_bytes(assumptions: &Assumptions, gpus: usize) -> f64 {
    gpus as f64 * (assumptions.get("gpu_memory_gb") - assumptions.get("gpu_reserved_gb")) * 1e9
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

/// An average iteration of a workload on a machine.
///
/// # Errors
/// A cache that is too small for what iterations need.
pub fn count(
    workload: &Workload,
    setup: Setup,
    counting: &Counting,
    assumptions: &Assumptions,
) -> Result<Iteration, CountError> {
    let devices = devices(workload, setup, counting, assumptions)?;
    Ok(iteration(workload, setup, counting, devices, shared(workload, setup, counting, assumptions)?))
}

/// An average iteration, of what was counted.
#[must_use]
pub fn iteration(
    workload: &Workload,
    setup: Setup,
    counting: &Counting,
    devices: Vec<Device>,
    shared: Shared,
) -> Iteration {
    let placement = place(workload, setup);
    let lookups = (setup.batch * workload.pooling_size) as u64;
    let (near, far) = (&placement.near, placement.all_far());
    let unique = |tables: &[usize]| -> f64 {
        tables.iter().map(|table| workload.columns[*table].expected_distinct(lookups)).sum()
    };
    let per_table = |each: u64| Split { near: near.len() as u64 * each, far: far.len() as u64 * each };
    let near_rows: u64 = near.iter().map(|table| workload.columns[*table].rows).sum();
    let model = model(workload);
    Iteration {
        workload: workload.name.into(),
        setup,
        run: counting.run,
        columns: workload.columns.clone(),
        vector_bytes: workload.vector_bytes(),
        far_tables: far.len(),
        lookups: per_table(lookups),
        bags: per_table(setup.batch as u64),
        unique: Split { near: unique(near), far: unique(&far) },
        near_bytes: near_rows * workload.vector_bytes(),
        parameter_bytes: emberlane_checkpoints::parameter_bytes(&model),
        devices,
        shared,
        layers: Layers::new(&model, setup.batch.div_ceil(setup.gpus)),
    }
}

/// What every SmartSSD does in an average iteration: the same for any number of GPUs and switches.
///
/// # Errors
/// A cache that is too small for what iterations need.
pub fn devices(
    workload: &Workload,
    setup: Setup,
    counting: &Counting,
    assumptions: &Assumptions,
) -> Result<Vec<Device>, CountError> {
    let placement = place(workload, setup);
    let planned = plan_with(workload, setup, counting, assumptions, |cache| cache)?;
    each_device(&placement.far, counting.threads.get(), |device, tables| {
        let run = &counting.run;
        let drawn = || Drawn::new(workload, tables, setup.batch, run.seed);
        let lookups = (tables.len() * setup.batch * workload.pooling_size) as f64;
        let blocks = blocks(workload, tables.len(), setup, assumptions);
        let measured = ((KERNEL_LOOKUPS / lookups.max(1.0)) as u64).clamp(1, 8);
        let on_chip = Run { warm: 4, measured, ..*run };
        let shape = kernel::shape(workload.dimension);
        let kernel =
            |order| kernel::count(&mut drawn(), Settings::new(blocks, 0), shape, DRAM_LATENCY, order, &on_chip);
        // The ablation's cache has room for a share of the rows, or for what is in flight, and nothing that stays.
        let share = assumptions.get("static_cache_share") * drawn().shape().vectors as f64;
        let each =
            |table: &usize| workload.columns[*table].expected_distinct((setup.batch * workload.pooling_size) as u64);
        let in_flight = f64::from(IN_FLIGHT) * tables.iter().map(each).sum::<f64>() * SPREAD;
        let fixed = Settings::new((share.max(in_flight) as u32).clamp(1, blocks), 0);
        let fixed = Settings { hot_vectors: 0, ..fixed };
        let fixed = planner::count(&mut drawn(), fixed, run)?;
        let statistics = planned[device].statistics();
        Ok(Device {
            tables: tables.to_vec(),
            lookups,
            bags: (tables.len() * setup.batch) as f64,
            ahead: kernel(Order::Ahead)?,
            in_turn: kernel(Order::InTurn)?,
            statistics,
            planned: moved(&statistics),
            fixed: moved(&fixed.statistics()),
        })
    })
}

/// What caches that all tables share meet: the same for any number of SmartSSDs and switches.
///
/// # Errors
/// A cache that is too small for what iterations need.
pub fn shared(
    workload: &Workload,
    setup: Setup,
    counting: &Counting,
    assumptions: &Assumptions,
) -> Result<Shared, CountError> {
    let far = place(workload, setup).all_far();
    let (run, get) = (&counting.run, |name| assumptions.get(name));
    let vector_bytes = workload.vector_bytes();
    let memory = gpu_bytes(assumptions, setup.gpus);
    let drawn = || Drawn::new(workload, &far, setup.batch, run.seed);
    let rows: u64 = far.iter().map(|table| workload.columns[*table].rows).sum();
    // A share of the rows, and what there is room for.
    let cached = |share: f64| (share * rows as f64).min(memory / vector_bytes as f64) as u64;
    // Counts do not depend on each other.
    let count = |what: usize| -> Result<Counted, CountError> {
        Ok(match what {
            0 => {
                let unified = unified::count(&mut drawn(), vector_bytes, memory as u64, run)?;
                Counted::Unified(unified)
            }
            1 => Counted::Rows(lru::rows(&mut drawn(), cached(get("caching_rows_share")), run)?),
            2 => {
                let window = (get("lookahead_window") as u64).clamp(1, MOST_WINDOW);
                let run = Run { measured: run.measured.next_multiple_of(window), ..*run };
                Counted::Windows(lookahead::count(&mut drawn(), window, cached(get("lookahead_cache_share")), &run)?)
            }
            3 => {
                let cache_bytes = get("nmp_rank_cache_bytes") as u64;
                let caches = RankCaches { cache_bytes, ..RankCaches::default() };
                Counted::Ranks(rank_cache::count(&mut drawn(), &caches, vector_bytes, run)?)
            }
            _ => {
                let few = Run { measured: run.measured.clamp(2, OVERLAPS), warm: 0, ..*run };
                Counted::Overlap(overlap::count(&mut drawn(), &few)?)
            }
        })
    };
    // Caches of very many rows are counted one after the other: each takes gigabytes.
    let threads = if rows > MANY_ROWS { 1 } else { counting.threads.get() };
    let each = vec![Vec::new(); 5];
    let mut shared = Shared::default();
    for counted in each_device(&each, threads, |what, _| count(what))? {
        match counted {
            Counted::Unified(unified) => shared.unified = unified,
            Counted::Rows(rows) => shared.rows = rows,
            Counted::Windows(windows) => shared.windows = windows,
            Counted::Ranks(ranks) => shared.ranks = ranks,
            Counted::Overlap(overlap) => shared.overlap = overlap,
        }
    }
    Ok(shared)
}

/// What one of the caches has met.
enum Counted {
    Unified(UnifiedCounts),
    Rows(LruCounts),
    Windows(LookaheadCounts),
    Ranks(RankCounts),
    Overlap(OverlapCounts),
}

/// What an agent moves in an average iteration that was planned.
fn moved(statistics: &Statistics) -> Moved {
    let [loads, evictions] = [statistics.vectors.ssd, statistics.evictions].map(|count| count as f64);
    // Vectors that lie side by side come, and go, with one command.
    let alone = 1.0 - statistics.merged as f64 / (loads + evictions).max(1.0);
    let an_iteration = 1.0 / statistics.iterations.max(1) as f64;
    let (loads, evictions) = (loads * an_iteration, evictions * an_iteration);
    Moved { loads, evictions, load_pages: loads * alone, eviction_pages: evictions * alone }
}

/// The workload's model, of which layers count.
fn model(workload: &Workload) -> ModelConfig {
    ModelConfig {
        bottom: workload.bottom.clone(),
        top: workload.top.clone(),
        interaction: Interaction::Dot,
        rows: workload.columns.iter().map(|column| u32::try_from(column.rows).unwrap_or(u32::MAX)).collect(),
        dimension: workload.dimension,
        pooling: Pooling::Sum,
        lookups: workload.pooling_size,
        initial_parameters: None,
    }
}
