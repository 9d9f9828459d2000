//! What a system takes for a batch: a rehearsal, and sums over its log.

use std::collections::HashSet;

use emberlane_experiment::{CheckpointMode, DeviceDesign, DeviceKind, Experiment};
use emberlane_systems::energy::{Energy, Worked};
use emberlane_systems::schedule::{Compared, Event, EventLog, Simulated, names};
use emberlane_systems::{StoreOptions, rehearse};

use super::counters::Counters;
use super::family::TrainingCxl;
use super::parts::{Part, Traffic};
use super::workload::{FEWEST, WorkloadError};
use crate::charts::Estimate;
use crate::side_by_side::{BatchPart, Measured, TimedStep, seen_ms};
use crate::threads::{on_threads, processors};

/// Batches that fill the pipeline, and are left out.
const FILL: u64 = 2;
/// Batches behind those that count: the last ones have no batch behind them.
const DRAIN: u64 = 1;
/// With a log that takes several batches so many times as many are run, because the GPU copies parameters in some of them alone.
const RELAXED: u64 = 2;

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
/// A relaxed log takes several batches: twice as many are run, and as many of them count as lie between the beginnings of logs, if two
/// have begun.
///
/// # Errors
/// As training, and data with too few batches.
pub fn measure(
    system: &Compared,
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
) -> Result<Measured<TrainingCxl>, WorkloadError> {
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
) -> Result<Vec<Measured<TrainingCxl>>, WorkloadError> {
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
) -> Result<(Measured<TrainingCxl>, Counters), WorkloadError> {
    let experiment = with_system(experiment, system);
    let counted = if experiment.checkpoint.mode == CheckpointMode::Relaxed { RELAXED * batches } else { batches };
    let simulated = rehearse(&experiment, options, FILL + counted + DRAIN)?;
    let read = simulated.log.batches().len() as u64;
    if read < FEWEST {
        return Err(WorkloadError::TooFewBatches { read });
    }
    Ok(of_log(system, &experiment, options, &simulated, batches))
}

/// What a log says of the batches behind those that fill the pipeline, but for the last; so many were `asked` for.
fn of_log(
    system: &Compared,
    experiment: &Experiment,
    options: &StoreOptions,
    simulated: &Simulated,
    asked: u64,
) -> (Measured<TrainingCxl>, Counters) {
    let log = &simulated.log;
    let ends: Vec<u64> = log.batches().iter().map(|span| span.end_ps).collect();
    // Data may end before as many batches were rehearsed.
    let last = ends.len() - (1 + DRAIN as usize);
    let first = (FILL as usize).min(last) - 1;
    let all = [first, last];
    let begun = logs_begun(log, all);
    let bounds = whole_logs(&begun, all);
    let window = &ends[bounds[0]..=bounds[1]];
    let (start, end) = (window[0], window[window.len() - 1]);
    let counted = window.len() as u64 - 1;
    let count = counted as f64;
    let times: Vec<f64> = window.windows(2).map(|pair| milliseconds(pair[1] - pair[0])).collect();
    let time = Estimate::of(&times);
    let worked = Worked::between(log, start, end);
    let energy = Energy::of(experiment, system.holdings, &options.costs(), &worked);
    let each = |joules: f64| joules / count;
    // A log of several batches does not go on at one rate: a part of it tells nothing unless as many batches count as were asked for.
    let tells = experiment.checkpoint.mode != CheckpointMode::Relaxed || begun.len() > 1 || counted >= asked;
    let share = tells.then(|| parameters_logged(log, experiment, start, end) / count);
    let notes = [
        few_count(counted, asked, ends.len()),
        device_note(system, experiment),
        log_note(experiment, simulated, share, begun.len() > 1),
    ];
    let measured = Measured {
        system: system.kind.name(),
        title: system.title,
        batch_ms: milliseconds(end - start) / count,
        margin_ms: if time.margin.is_finite() { time.margin } else { 0.0 },
        parts_ms: seen_ms(log, [start, end], count, Part::Transfer),
        energy: Energy {
            memory_static: each(energy.memory_static),
            memory_access: each(energy.memory_access),
            links_and_controllers: each(energy.links_and_controllers),
            cpu: each(energy.cpu),
            gpu: each(energy.gpu),
            fpga: each(energy.fpga),
        },
        traffic: Traffic::of(&worked, count),
        parameters_logged: share,
        steps: steps(log, bounds[1] as u64, start.max(ends[bounds[1].saturating_sub(1)])),
        notes: notes.into_iter().flatten().collect(),
    };
    (measured, Counters::of(system, experiment, simulated, ends, bounds))
}

/// The batches behind `first`, up to `last`, that begin with a copy of the parameters: one is made when a log begins, and with an undo log in
/// every batch.
fn logs_begun(log: &EventLog, [first, last]: [usize; 2]) -> Vec<usize> {
    let begin = log.events().iter().map(|event| event.batch).min().unwrap_or_default();
    let copies = log
        .events()
        .iter()
        .filter(|event| event.operation == names::FREEZE_PARAMETERS && event.end_ps > event.start_ps);
    let batches = copies.map(|event| (event.batch - begin) as usize);
    batches.filter(|batch| (first + 1..=last).contains(batch)).collect()
}

/// From the batch that begins the first log to the one that begins the last, so that whole logs count; to the last batch where no other
/// begins. Not from the batch before: a top MLP asks what was logged since the one before it, and what came before the first log may be
/// the rest of the very first, for which the windows stay open. All where every batch has a log.
fn whole_logs(begun: &[usize], [first, last]: [usize; 2]) -> [usize; 2] {
    match begun {
        [from, .., to] if begun.len() < last - first => [*from, *to],
        [from] if *from < last => [*from, last],
        _ => [first, last],
    }
}

/// How many times all parameters were logged.
fn parameters_logged(log: &EventLog, experiment: &Experiment, start: u64, end: u64) -> f64 {
    let of_rows = |name: &str| [names::EMBEDDING_LOG, names::NEW_ROWS_AND_LOG].contains(&name);
    let rows: HashSet<_> = log.events().iter().filter(|event| of_rows(event.operation)).map(|event| event.id).collect();
    let accesses = log.accesses().iter().filter(|access| (start..end).contains(&access.start_ps));
    let bytes: u64 = accesses.filter(|access| !rows.contains(&access.id)).map(|access| access.accessed.logged).sum();
    bytes as f64 / emberlane_checkpoints::parameter_bytes(&experiment.model).max(1) as f64
}

/// The operations of a batch, from a time on.
fn steps(log: &EventLog, batch: u64, from: u64) -> Vec<TimedStep<Part>> {
    let first = log.events().iter().map(|event| event.batch).min().unwrap_or(0);
    let step = |event: &Event| TimedStep {
        name: event.operation,
        resource: event.resource.name(),
        part: Part::known(event.operation),
        start_ms: (event.start_ps as f64 - from as f64) * 1e-9,
        end_ms: (event.end_ps as f64 - from as f64) * 1e-9,
    };
    log.events().iter().filter(|event| event.batch == first + batch).map(step).collect()
}

/// That fewer batches count than were asked for, of those that ran.
fn few_count(counted: u64, asked: u64, ran: usize) -> Option<String> {
    let count = if counted == 1 { "1 batch counts" } else { &format!("{counted} batches count") };
    (counted < asked).then(|| {
        format!(
            "{count}, of {asked} that were asked for: {ran} ran, and those that fill and empty the pipeline, or are of no whole log, do not"
        )
    })
}

/// Where the cycles of the device's jobs are from, if not from the fast model.
fn device_note(system: &Compared, experiment: &Experiment) -> Option<String> {
    let note = match experiment.device.kind {
        _ if !system.holdings.device => return None,
        DeviceKind::Model => return None,
        DeviceKind::Reference => {
            "a job of the device takes a lower bound (device.kind = \"reference\"); \"model\" counts its cycles"
        }
        DeviceKind::Rtl => "the cycles of the device's jobs are those of the RTL (device.kind = \"rtl\")",
    };
    Some(note.to_owned())
}

/// What has to be known of a system's checkpoints: whether a log of parameters ends in the time that interaction and top MLP leave it. It
/// `ends` when another has begun; where that was not seen, what a batch logs tells, if it is known.
fn log_note(experiment: &Experiment, simulated: &Simulated, share: Option<f64>, ends: bool) -> Option<String> {
    let mode = experiment.checkpoint.log_mode().filter(|_| experiment.checkpoint.mode == CheckpointMode::Relaxed)?;
    let (bound, overruns) = (mode.largest_gap(), simulated.overruns);
    if overruns > 0 {
        let behind = if overruns == 1 { "one batch".to_owned() } else { format!("{overruns} batches") };
        return Some(format!(
            "interaction and top MLP leave too little time for a log of parameters: behind {behind} the GPU went on answering, so that \
             parameters are no more than {bound} batches older than rows"
        ));
    }
    let Some(share) = share else {
        return Some(
            "no whole log of parameters was seen in so few batches: how many batches one takes is not known".to_owned(),
        );
    };
    let batches = 1.0 / share;
    // While a log is written the newest whole one ages, too: a log that takes longer than this reaches the bound.
    if !ends && batches > f64::from(experiment.checkpoint.every) {
        return Some(format!(
            "it does not checkpoint at this rate: interaction and top MLP leave time for {:.2} % of the parameters in a batch, and their \
             log would not end before they are {bound} batches older than rows. There, which is behind the batches that were run, the \
             GPU would have to go on answering, and an update to wait for it",
            100.0 * share
        ));
    }
    Some(format!(
        "a log of parameters takes {batches:.1} batches; they are never more than {bound} batches older than rows"
    ))
}

fn milliseconds(picoseconds: u64) -> f64 {
    picoseconds as f64 * 1e-9
}
