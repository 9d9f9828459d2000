//! A campaign, from the training that is recorded to the report.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment};
use emberlane_models::power_loss::{Cut, cuts as cuts_of};
use emberlane_systems::Trace;
use emberlane_systems::schedule::RecordedRun;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::error::CrashError;
use super::judge::{Judge, Judged};
use super::options::{CrashFault, Options, Progress, When};
use super::report::{Failure, Report, not_shown};
use super::resume;
use super::uncut::{self, Uncut};
use crate::threads::{on_threads, processors};

/// Of so many cuts, one goes on on the RTL.
pub const RTL_SHARE: u64 = 100;
/// Cycles of the waveform before a cut.
const TRACED_CYCLES: u64 = 2000;
/// Cuts of a campaign at most.
pub const MOST_CUTS: u64 = 1 << 22;
/// Bytes that the states of the uncut training may take.
const STATES_LIMIT: u64 = 4 << 30;

/// Runs a campaign. Failures of cuts are in the report, without the command that replays them.
///
/// # Errors
/// An experiment without checkpoints or that cannot be trained, and files that cannot be written.
pub fn run(experiment: &Experiment, options: &Options, progress: &dyn Progress) -> Result<Report, CrashError> {
    if experiment.checkpoint.mode == CheckpointMode::None {
        return Err(CrashError::Experiment(
            "a training without checkpoints loses everything: set checkpoint.mode, or add --mode undo".into(),
        ));
    }
    let fault = CrashFault::of_device(options.fault);
    let mut of_fault = experiment.clone();
    if fault.is_some() {
        if experiment.device.kind != DeviceKind::Rtl {
            return Err(CrashError::Experiment("only RTL commits faults: take --device rtl".into()));
        }
        of_fault.device.channels = 1;
    }
    let experiment = &of_fault;
    let batches = resume::batches(experiment, options.batches)?;
    check_size(experiment, batches)?;
    progress.begin("training", 1);
    let mut recorded = resume::record(experiment, batches, fault, None)?;
    let uncut = uncut::train(experiment, batches)?;
    progress.step();
    let mut cuts = planned(options, &recorded, batches)?;
    if let Some(only) = options.only {
        cuts.retain(|cut| cut.number == only);
        let Some(cut) = cuts.first() else {
            return Err(CrashError::Options(format!("this campaign has no cut {only}")));
        };
        if let Some(path) = &options.trace {
            let cycles = cut.cycle.saturating_sub(TRACED_CYCLES)..cut.cycle + 1;
            recorded = resume::record(experiment, batches, fault, Some(Trace { path: path.clone(), cycles }))?;
        }
    }
    judge(experiment, options, &uncut, &recorded, cuts, progress)
}

/// Whether there is memory for what tables and parameters are before every batch.
fn check_size(experiment: &Experiment, batches: u64) -> Result<(), CrashError> {
    let model = &experiment.model;
    let rows: u128 = model.rows.iter().map(|rows| u128::from(*rows)).sum();
    let state = 4 * rows * model.dimension as u128 + u128::from(emberlane_checkpoints::parameter_bytes(model));
    let bytes = state * (u128::from(batches) + 1);
    if bytes > STATES_LIMIT.into() {
        return Err(CrashError::Experiment(format!(
            "tables and parameters before each of {batches} batches take {bytes} bytes, more than {STATES_LIMIT}: take \
             fewer batches (--batches) or smaller tables"
        )));
    }
    Ok(())
}

/// Judges the cuts of a recorded training by the uncut one.
fn judge(
    experiment: &Experiment,
    options: &Options,
    uncut: &Uncut,
    recorded: &RecordedRun,
    cuts: Vec<Cut>,
    progress: &dyn Progress,
) -> Result<Report, CrashError> {
    let judge = Judge::new(experiment, uncut, &recorded.ends, options)?;
    let mut report = Report {
        mode: experiment.checkpoint.mode.name(),
        lookup: experiment.train.lookup.name(),
        seed: options.seed,
        engine: options.engine.name(),
        device: experiment.device.kind.name(),
        batches: uncut.states.len() as u64 - 1,
        batch_cycles: recorded.ends.clone(),
        lines_written: recorded.recording.writes.len() as u64,
        not_shown: not_shown(experiment.device.kind),
        ..Report::default()
    };
    progress.begin("recovering", cuts.len() as u64);
    let judged = judge_all(&judge, recorded, cuts, progress);
    add_up(&mut report, &judged);
    resume_all(experiment, uncut, recorded, options, &judged, &mut report, progress)?;
    report.failures.sort_by_key(|failure| failure.cut);
    Ok(report)
}

/// The cuts of a campaign, by cycle.
fn planned(options: &Options, recorded: &RecordedRun, batches: u64) -> Result<Vec<Cut>, CrashError> {
    let RecordedRun { recording, ends } = recorded;
    let (begin, end) = (ends[0], *ends.last().unwrap_or(&ends[0]));
    let open = |cycle| recording.open(cycle).count();
    let exhaustive = |cycles: Range<u64>| cuts_of(options.engine, options.seed, MOST_CUTS + 1, cycles, open);
    let mut cuts = match &options.when {
        When::Random(count) => {
            let events: Vec<u64> =
                recording.events().into_iter().filter(|event| (begin..=end).contains(event)).collect();
            let cycle = |number: u64| {
                let mut random = Pcg64::seed_from_u64(options.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                if number.is_multiple_of(2) || events.is_empty() {
                    return random.random_range(begin..=end);
                }
                // Just before something happens, and just when it has.
                events[random.random_range(0..events.len())].saturating_sub(random.random::<bool>().into())
            };
            cuts_of(options.engine, options.seed, *count, (0..).map(cycle), open)
        }
        When::Cycles(cycles) if begin <= cycles.start && cycles.end <= end + 1 => exhaustive(cycles.clone()),
        When::Cycles(Range { start: from, end: to }) => {
            return Err(CrashError::Options(format!(
                "--exhaustive {from}..{to}: the training takes the device's cycles {begin}..{}",
                end + 1
            )));
        }
        When::Batches(Range { start, end }) if start < end && *end <= batches => {
            exhaustive(ends[*start as usize]..ends[*end as usize])
        }
        When::Batches(range) => {
            return Err(CrashError::Options(format!(
                "--exhaustive-batches {}..{}: the training has batches 0..{batches}",
                range.start, range.end
            )));
        }
    };
    if cuts.len() as u64 > MOST_CUTS {
        return Err(CrashError::Options(format!("these are more than {MOST_CUTS} cuts: take fewer cycles")));
    }
    cuts.sort_by_key(|cut| (cut.cycle, cut.number));
    Ok(cuts)
}

/// Judges cuts, on as many threads as there are processors; by number.
fn judge_all(judge: &Judge<'_>, recorded: &RecordedRun, cuts: Vec<Cut>, progress: &dyn Progress) -> Vec<Judged> {
    let threads = processors();
    let parts: Vec<&[Cut]> = cuts.chunks(cuts.len().div_ceil(threads).max(1)).collect();
    let judged = on_threads(&parts, threads, |part| {
        let mut images = recorded.recording.cuts();
        let one = |cut: &Cut| {
            let image = images.image(cut.cycle, cut.fates());
            let judged = judge.judge(cut, image, images.open() as u64);
            progress.step();
            judged
        };
        part.iter().map(one).collect::<Vec<_>>()
    });
    let mut judged: Vec<Judged> = judged.into_iter().flatten().collect();
    judged.sort_by_key(|judged| judged.cut.number);
    judged
}

fn add_up(report: &mut Report, judged: &[Judged]) {
    for each in judged {
        report.cuts += 1;
        report.most_under_way = report.most_under_way.max(each.open);
        report.recovered += u64::from(each.recovered.is_some());
        report.identical += u64::from(each.recovered.is_some() && each.failure.is_none());
        report.recoveries_cut += u64::from(each.recovery_cut);
        if let Some((batch, parameters)) = each.recovered {
            report.largest_gap = report.largest_gap.max(batch - parameters);
        }
        let corruption = &each.corruption;
        report.corrupt_detected += u64::from(corruption.detected);
        report.corrupt_used += u64::from(corruption.used);
        report.corrupt_harmless += u64::from(corruption.harmless);
        report.tables_flipped += u64::from(corruption.in_tables);
        report.tables_restored += u64::from(corruption.restored);
        if let Some(message) = each.failure.clone().or_else(|| corruption.failure.clone()) {
            report.failures.push(failure(&each.cut, message));
        }
    }
}

fn failure(cut: &Cut, message: String) -> Failure {
    Failure { cut: cut.number, cycle: cut.cycle, message, replay: String::new() }
}

/// Cuts that were not survived and are dumped, at most.
const MOST_DUMPED_FAILURES: usize = 10;

/// Goes on from one cut of each distinct recovered state, and on RTL from one cut in [`RTL_SHARE`].
fn resume_all(
    experiment: &Experiment,
    uncut: &Uncut,
    recorded: &RecordedRun,
    options: &Options,
    judged: &[Judged],
    report: &mut Report,
    progress: &dyn Progress,
) -> Result<(), CrashError> {
    let good = || judged.iter().filter(|each| each.failure.is_none());
    let mut distinct: BTreeMap<(u64, u64), Cut> = BTreeMap::new();
    for each in good() {
        each.recovered.map(|state| distinct.entry(state).or_insert(each.cut));
    }
    report.states = distinct.keys().copied().collect();
    let is_rtl = experiment.device.kind == DeviceKind::Rtl;
    let on_rtl: Vec<Cut> = good()
        .filter(|each| is_rtl && (options.only.is_some() || each.cut.number.is_multiple_of(RTL_SHARE)))
        .map(|each| each.cut)
        .collect();
    let mut reference = experiment.clone();
    reference.device.kind = DeviceKind::Reference;
    let jobs: Vec<(&Experiment, Cut)> =
        distinct.values().map(|cut| (&reference, *cut)).chain(on_rtl.iter().map(|cut| (experiment, *cut))).collect();
    progress.begin("resuming", jobs.len() as u64);
    let ended = on_threads(&jobs, processors(), |(experiment, cut)| {
        let image = recorded.recording.cuts().image(cut.cycle, cut.fates());
        let found = resume::go_on(experiment, &image, uncut);
        progress.step();
        found
    });
    report.resumed = distinct.len() as u64;
    report.resumed_on_rtl = on_rtl.len() as u64;
    let mut bad: BTreeSet<Option<(u64, u64)>> = BTreeSet::new();
    for ((experiment, cut), ended) in jobs.iter().zip(ended) {
        if let Err(message) = ended {
            report.failures.push(failure(cut, format!("resumed on {}: {message}", experiment.device.kind.name())));
            bad.extend(judged.iter().find(|each| each.cut == *cut).map(|each| each.recovered));
        }
    }
    // All cuts that recovered to such a state would have ended so.
    report.identical -= good().filter(|each| bad.contains(&each.recovered)).count() as u64;
    if let Some(folder) = &options.dump {
        resume::clear_dump(folder)?;
        let failed =
            judged.iter().filter(|each| each.failure.is_some()).map(|each| &each.cut).take(MOST_DUMPED_FAILURES);
        for cut in distinct.values().chain(failed) {
            let image = recorded.recording.cuts().image(cut.cycle, cut.fates());
            resume::dump(&reference, &image, cut, &resume::folder_of(cut, folder))?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
