//! What a system takes for an iteration: a rehearsal from the middle of an epoch on, and sums over its log.

use std::sync::Arc;

use emberlane_data::access::{Law, LawBatches};
use emberlane_experiment::{Experiment, Movement, SystemKind};
use emberlane_systems::schedule::{Event, EventLog, Iterated, Resource};
use emberlane_systems::{Steady, StoreOptions, TrainError, rehearse_on};

use super::energy::Energy;
use super::family::NdRec;
use super::parts::{Part, Traffic};
use super::sample::Sample;
use super::setup::Setup;
use super::workload::Workload;
use crate::charts::Estimate;
use crate::side_by_side::{Assumptions, BatchPart, Measured, TimedStep, seen_ms};

/// Iterations that count, unless somebody says otherwise.
pub const COUNTED: u64 = 3;

/// What a system trains of a workload on a machine.
///
/// # Panics
/// With a machine or a workload that no experiment can have.
#[must_use]
pub fn experiment(kind: SystemKind, workload: &Workload, setup: Setup, seed: u64, costs: &Assumptions) -> Experiment {
    let Setup { batch, gpus, smartssds, switch_levels } = setup;
    let rows: Vec<u64> = workload.columns.iter().map(|column| column.rows).collect();
    let (device, small) = match kind.movement() {
        Movement::Iterations => {
            // What the TX buffers leave of a SmartSSD's DRAM, of the tables that it has at most.
            // They come in pairs.
            let tables = 2 * workload.tables().div_ceil(2).div_ceil(smartssds);
            let outputs = 2 * tables * batch;
            let vectors = costs.get("fpga_dram_gb") * f64::from(1 << 30) / workload.vector_bytes() as f64;
            let vectors = (vectors as u64).saturating_sub(outputs as u64).clamp(1, 1 << 26);
            (
                format!("design = \"smartssd\"\nkind = \"model\"\nsmartssds = {smartssds}\ncache_vectors = {vectors}"),
                "small_tables = \"gpu\"",
            )
        }
        _ => (String::new(), ""),
    };
    let text = format!(
        "[model]\nbottom = {:?}\ntop = {:?}\ntables = {}\nrows = {rows:?}\ndimension = {}\nlookups = {}\n[data]\nkind = \"synthetic\"\n\
         [train]\nbatch_size = {batch}\nseed = {seed}\n[device]\n{device}\n[system]\nkind = {:?}\ngpu = \"rtx-a5000\"\ngpus = {gpus}\n\
         switch_levels = {switch_levels}\nlink = \"ndrec\"\n{small}\n",
        workload.bottom,
        workload.top,
        workload.tables(),
        workload.dimension,
        workload.pooling_size,
        kind.name()
    );
    Experiment::parse(workload.name.as_ref(), &text).expect("a workload on a machine of NDRec is an experiment")
}

/// Whether a system has room for a workload's tables: sharding needs all of them in the GPUs' memories.
#[must_use]
pub fn can_run(system: &Iterated, workload: &Workload, setup: Setup, costs: &Assumptions) -> bool {
    let room = setup.gpus as f64 * (costs.get("gpu_memory_gb") - costs.get("gpu_reserved_gb")) * 1e9;
    system.kind != SystemKind::TableWise || workload.table_bytes() as f64 <= room
}

/// How often a workload's rows are looked up, and what caches hold then. Rehearsals of the same workload and seed share it.
#[must_use]
pub fn steady(workload: &Workload, seed: u64) -> Arc<Steady> {
    let law: Arc<Law> = Arc::new(workload.law(seed));
    Arc::new(Steady::new(law, workload.epoch_samples / 2))
}

/// What a system takes for an iteration of a workload on a machine.
///
/// # Errors
/// As training: tables that have no place, batches that do not fit.
pub fn measure(
    system: &Iterated,
    workload: &Workload,
    sample: &Sample,
    steady: &Arc<Steady>,
    costs: &Assumptions,
) -> Result<(Measured<NdRec>, EventLog), TrainError> {
    let experiment = experiment(system.kind, workload, sample.setup, sample.seed, costs);
    let options = StoreOptions {
        ndrec_costs: Some(Arc::new(costs.clone())),
        steady: Some(steady.clone()),
        ..StoreOptions::default()
    };
    let mut source = LawBatches::new(steady.law.clone(), sample.setup.batch, workload.bottom[0]);
    let log = rehearse_on(&mut source, &experiment, &options, sample.fill + sample.counted)?.log;
    let measured = of_log(system, sample, &log, costs);
    Ok((measured, log))
}

/// What a log says of the iterations behind those that fill the pipeline.
fn of_log(system: &Iterated, sample: &Sample, log: &EventLog, costs: &Assumptions) -> Measured<NdRec> {
    let ends: Vec<u64> = log.batches().iter().map(|span| span.end_ps).collect();
    let window = &ends[sample.fill as usize - 1..];
    let (start, end) = (window[0], window[window.len() - 1]);
    let count = (window.len() - 1) as f64;
    let times: Vec<f64> = window.windows(2).map(|pair| (pair[1] - pair[0]) as f64 * 1e-9).collect();
    let margin = Estimate::of(&times).margin;
    let traffic = traffic(system, log, [start, end], count);
    let busy = [Resource::Gpu, Resource::EmbeddingKernel]
        .map(|resource| log.busy_between(&[resource], start, end) as f64 * 1e-12 / count);
    let seconds = (end - start) as f64 * 1e-12 / count;
    let last = ends.len() as u64 - 1;
    Measured {
        system: system.kind.name(),
        title: system.title,
        batch_ms: seconds * 1e3,
        margin_ms: if margin.is_finite() { margin } else { 0.0 },
        parts_ms: seen_ms(log, [start, end], count, Part::Communication),
        energy: Energy::new(costs, sample.setup, system.kind, seconds, busy, &traffic),
        traffic,
        parameters_logged: None,
        steps: log.events().iter().filter(|event| event.batch == last).map(|event| step(event, window)).collect(),
        notes: Vec::new(),
    }
}

fn step(event: &Event, window: &[u64]) -> TimedStep<Part> {
    let from = window[window.len() - 2] as f64;
    TimedStep {
        name: event.operation,
        resource: event.resource.name(),
        part: Part::known(event.operation),
        start_ms: (event.start_ps as f64 - from) * 1e-9,
        end_ms: (event.end_ps as f64 - from) * 1e-9,
    }
}

/// What an iteration moves, of so many that began between two times.
fn traffic(system: &Iterated, log: &EventLog, [start, end]: [u64; 2], count: f64) -> Traffic {
    let inside = |at: u64| (start..end).contains(&at);
    let events = || log.events().iter().filter(|event| inside(event.start_ps));
    let sum = |bytes: f64| bytes / count;
    let link: u64 = events().filter(|event| event.resource.is_link()).map(|event| event.bytes).sum();
    if system.kind.movement() != Movement::Iterations {
        return Traffic { link: sum(link as f64), ..Traffic::default() };
    }
    let (mut read, mut written) = (0, 0);
    for access in log.accesses().iter().filter(|access| inside(access.start_ps)) {
        read += access.accessed.read;
        written += access.accessed.written;
    }
    // Kernels and agents say what they move; outputs leave the DRAM over the SmartSSDs' links.
    let of = [Resource::EmbeddingKernel, Resource::CacheAgent, Resource::LinkFromSmartSsd];
    let dram: u64 = events().filter(|event| of.contains(&event.resource)).map(|event| event.bytes).sum();
    Traffic {
        link: sum(link as f64),
        ssd_read: sum(read as f64),
        ssd_written: sum(written as f64),
        dram: sum(dram as f64),
    }
}
