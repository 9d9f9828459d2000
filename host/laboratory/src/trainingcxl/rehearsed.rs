//! What a system takes for a batch: a rehearsal, and sums over its log.

use std::collections::HashSet;

use emberlane_experiment::{CheckpointMode, DeviceDesign, Experiment};
use emberlane_systems::energy::{Energy, Worked};
use emberlane_systems::schedule::{Compared, Event, EventLog, Simulated};
use emberlane_systems::{StoreOptions, TrainError, rehearse};

use super::counters::Counters;
use super::family::TrainingCxl;
use super::parts::{Part, Traffic};
use crate::charts::Estimate;
use crate::side_by_side::{BatchPart, Measured, TimedStep};
use crate::threads::{on_threads, processors};

/// Batches that fill the pipeline, and are left out.
const FILL: u64 = 2;
/// Batches behind those that count: the last ones have no batch behind them.
const DRAIN: u64 = 1;

/// The experiment with another system: with what that system logs, when it looks a batch up, and where it has its tables; nothing else
/// is changed.
#[must_use]
pub fn with_system(experiment: &Experiment, system: &Compared) -> Experiment {
    let mut of_system = experiment.clone();
    // What another system was given is not meant for this one.
    of_system.checkpoint.mode_is_given = false;
    of_system.train.lookup_is_given = false;
    of_system.device.design = DeviceDesign::CxlMem;
    of_system.store = None;
    of_system.set_system(system.kind);
    of_system
}

/// What a system takes for a batch of an experiment, of which so many count at least.
///
/// A relaxed log takes several batches: as many count as lie between the beginnings of two logs, or a multiple of that.
///
/// # Errors
/// As training, and data with too few batches.
pub fn measure(
    system: &Compared,
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
) -> Result<Measured<TrainingCxl>, TrainError> {
    run(system, experiment, options, batches).map(|(measured, _)| measured)
}

/// The same of several systems, side by side on as many threads as there are processors; in the order of the systems.
///
/// # Errors
/// As [`measure`], of the first system that has one.
pub fn measure_all(
    systems: &[&Compared],
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
) -> Result<Vec<Measured<TrainingCxl>>, TrainError> {
    on_threads(systems, processors(), |system| measure(system, experiment, options, batches)).into_iter().collect()
}

/// The same of one, and what that was measured from.
///
/// # Errors
/// As [`measure`].
pub fn run(
    system: &Compared,
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
) -> Result<(Measured<TrainingCxl>, Counters), TrainError> {
    let experiment = with_system(experiment, system);
    let period = match experiment.checkpoint.mode {
        CheckpointMode::Relaxed => u64::from(experiment.checkpoint.every),
        _ => 1,
    };
    let (fill, counted) = (if period > 1 { period + FILL } else { FILL }, batches.next_multiple_of(period));
    let simulated = rehearse(&experiment, options, fill + counted + DRAIN)?;
    if simulated.log.events().is_empty() {
        return Err(TrainError::NoData { skipped: 0 });
    }
    Ok(of_log(system, &experiment, options, &simulated, fill as usize))
}

/// What a log says of the batches from `first` on, but for the last.
fn of_log(
    system: &Compared,
    experiment: &Experiment,
    options: &StoreOptions,
    simulated: &Simulated,
    first: usize,
) -> (Measured<TrainingCxl>, Counters) {
    let log = &simulated.log;
    let ends: Vec<u64> = log.batches().iter().map(|span| span.end_ps).collect();
    // Data may end before as many batches were rehearsed.
    let last = ends.len().saturating_sub(1 + DRAIN as usize);
    let first = first.min(last).max(1) - 1;
    let bounds = [first, last.max(first)];
    let window = &ends[bounds[0]..=bounds[1]];
    let (start, end) = (window[0], window[window.len() - 1]);
    let count = (window.len() - 1).max(1) as f64;
    let times: Vec<f64> = window.windows(2).map(|pair| milliseconds(pair[1] - pair[0])).collect();
    let time = Estimate::of(&times);
    let worked = Worked::between(log, start, end);
    let energy = Energy::of(experiment, system.holdings, &options.costs(), &worked);
    let each = |joules: f64| joules / count;
    let share = parameters_logged(log, experiment, start, end) / count;
    let measured = Measured {
        system: system.kind.name(),
        title: system.title,
        batch_ms: milliseconds(end - start) / count,
        margin_ms: if time.margin.is_finite() { time.margin } else { 0.0 },
        parts_ms: parts_ms(log, start, end, count),
        energy: Energy {
            memory_static: each(energy.memory_static),
            memory_access: each(energy.memory_access),
            links_and_controllers: each(energy.links_and_controllers),
            cpu: each(energy.cpu),
            gpu: each(energy.gpu),
            fpga: each(energy.fpga),
        },
        traffic: Traffic::of(&worked, count),
        parameters_logged: Some(share),
        steps: steps(log, last as u64, start.max(ends[last.saturating_sub(1)])),
        notes: notes(experiment, simulated, share),
    };
    (measured, Counters::of(system, experiment, simulated, ends, bounds))
}

/// How many times all parameters were logged.
fn parameters_logged(log: &EventLog, experiment: &Experiment, start: u64, end: u64) -> f64 {
    let of_rows = |name: &str| name.ends_with("embedding log") || name.ends_with("new rows and their log");
    let rows: HashSet<_> = log.events().iter().filter(|event| of_rows(event.operation)).map(|event| event.id).collect();
    let accesses = log.accesses().iter().filter(|access| (start..end).contains(&access.start_ps));
    let bytes: u64 = accesses.filter(|access| !rows.contains(&access.id)).map(|access| access.accessed.logged).sum();
    bytes as f64 / emberlane_checkpoints::parameter_bytes(&experiment.model).max(1) as f64
}

/// Time of a batch by what is seen of each part: a moment counts to the first part of [`BatchPart::HIDING`] that runs then, and to
/// transfers when none does, as messages are on their way.
fn parts_ms(log: &EventLog, start: u64, end: u64, batches: f64) -> Vec<f64> {
    let mut moments: Vec<(u64, usize, i32)> = Vec::new();
    for event in log.events().iter().filter(|event| event.end_ps > start && event.start_ps < end) {
        let part = usize::from(Part::of(event.operation));
        moments.push((event.start_ps.max(start), part, 1));
        moments.push((event.end_ps.min(end), part, -1));
    }
    moments.sort_unstable();
    let (mut running, mut seen, mut now) = ([0; Part::ALL.len()], [0; Part::ALL.len()], start);
    for (at, part, change) in moments.into_iter().chain([(end, 0, 0)]) {
        let mut hiding = Part::HIDING.iter().map(|part| usize::from(*part));
        let first = hiding.find(|part| running[*part] > 0).unwrap_or(Part::Transfer.into());
        seen[first] += at - now;
        (running[part], now) = (running[part] + change, at);
    }
    seen.map(|picoseconds| milliseconds(picoseconds) / batches).to_vec()
}

/// The operations of a batch, from a time on.
fn steps(log: &EventLog, batch: u64, from: u64) -> Vec<TimedStep<Part>> {
    let first = log.events().iter().map(|event| event.batch).min().unwrap_or(0);
    let step = |event: &Event| TimedStep {
        name: event.operation,
        resource: event.resource.name(),
        part: Part::of(event.operation),
        start_ms: (event.start_ps as f64 - from as f64) * 1e-9,
        end_ms: (event.end_ps as f64 - from as f64) * 1e-9,
    };
    log.events().iter().filter(|event| event.batch == first + batch).map(step).collect()
}

/// What has to be known of a system's checkpoints.
fn notes(experiment: &Experiment, simulated: &Simulated, share: f64) -> Vec<String> {
    if experiment.checkpoint.mode != CheckpointMode::Relaxed {
        return Vec::new();
    }
    let (every, overruns) = (experiment.checkpoint.every, simulated.overruns);
    let mut notes = Vec::new();
    if share == 0.0 {
        notes.push("its log of parameters never ends: it does not checkpoint at this rate".to_owned());
    } else if overruns > 0 {
        let bound = experiment.checkpoint.log_mode().map_or(0, emberlane_drivers::LogMode::largest_gap);
        let behind = if overruns == 1 { "one batch".to_owned() } else { format!("{overruns} batches") };
        notes.push(format!(
            "interaction and top MLP leave too little time for a log of parameters in {every} batches: behind {behind} \
             the GPU went on answering, so that parameters are no more than {bound} batches old"
        ));
    }
    notes
}

fn milliseconds(picoseconds: u64) -> f64 {
    picoseconds as f64 * 1e-9
}
