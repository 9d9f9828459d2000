//! Trains an experiment from the first batch to the files that it leaves behind.

use std::path::Path;
use std::time::Instant;

use emberlane_checkpoints::{SavedState, parameters};
use emberlane_data::{Epochs, EpochsPosition};
use emberlane_experiment::{DataConfig, Experiment};
use emberlane_systems::{
    AtRest, Messages, Runner, StoreOptions, Times, Trace, TrainError, Trainer, check_fits, check_memory, open, schedule,
};

use crate::evaluation::{Evaluated, Evaluation, Evaluations};
use crate::files::{MESSAGES_FILE, PARAMETERS_FILE, SUMMARY_FILE, TIMELINE_FILE, WAVEFORM_FILE, output, write_json};
use crate::history::History;
use crate::power_loss::lose_power;
use crate::preflight;
use crate::results::{Results, RunState};
use crate::session::Session;
use crate::summary::Summary;
use crate::trained::Trained;
use crate::{EvaluationRecord, Observer, PowerLoss, RunOptions};

/// Trains an experiment, evaluates it if it asks for that, and writes its files.
///
/// # Errors
/// Whatever ends training early; what was there before stays, and what is new stays beside it.
pub fn run(experiment: &Experiment, options: &RunOptions, observer: &mut dyn Observer) -> Result<Summary, TrainError> {
    let start = Instant::now();
    check_memory(experiment)?;
    let limit = options
        .batches
        .unwrap_or(u64::MAX)
        .min(options.power_loss.map_or(u64::MAX, |loss| loss.batch.saturating_add(1)));
    let mut batches = Epochs::open(experiment, limit)?;
    let known = batches.known().or(options.batches);
    let all = batches.known_of(options.batches.unwrap_or(u64::MAX));
    preflight::check_asked(experiment, options, all)?;
    // The first worker evaluates; the others need to know only where that decides when training stops.
    let evaluates = options.is_first_worker() || experiment.evaluate.stop_after.is_some();
    let evaluation = evaluates.then(|| Evaluation::open(experiment)).transpose()?.flatten();
    check_fits(experiment, limit)?;
    let (mut history, records, position) = match &options.store.state {
        Some(state) => what_was(state, experiment)?,
        None => (History::default(), Vec::new(), None),
    };
    let results = Results::begin(options)?;
    let store = store_options(options, results.as_ref());
    let mut opened = open::open(experiment, &store)?;
    if let Some(device) = opened.store().device() {
        device.clear_counters()?;
    }

    let (first, recovered) = (opened.first_batch(), opened.recovered().cloned());
    if let Some(PowerLoss { batch, .. }) = options.power_loss.filter(|loss| loss.batch < first) {
        return Err(TrainError::NoUpdate { batch });
    }
    if options.store.state.is_none() {
        history.first = first;
    }
    if first > limit {
        return Err(TrainError::BehindTheEnd { batch: first, batches: limit });
    }
    if let Some(position) = position.filter(|position| position.batches == first) {
        batches.seek(&position)?;
    }
    for batch in batches.position().batches..first {
        if batches.next_batch()?.is_none() {
            return Err(TrainError::BehindTheEnd { batch: first, batches: batch });
        }
    }
    let is_again = |results: &Option<Results>| match (&options.store.state, results) {
        (Some(state), Some(results)) => results.replaces_the_run_of(state),
        _ => false,
    };
    let nothing_left = |results: &Option<Results>, batches| TrainError::NothingLeft {
        folder: results.as_ref().map(|results| results.place().to_path_buf()).unwrap_or_default(),
        batches,
        raise: what_ends(experiment, options, batches),
    };
    if known == Some(first) && is_again(&results) {
        return Err(nothing_left(&results, first));
    }
    observer.start(first, known);
    let runner = Runner::new(experiment, opened, messages(options, results.as_ref()), options.power_loss.is_some())?;
    let mut session = Session {
        experiment,
        stop: &options.stop,
        position: batches.position(),
        // Of a run that was stopped in an evaluation, that is done first.
        rested: (!evaluation_is_left(experiment, first, &records)).then_some(first),
        runner,
        batches,
        history,
        evaluation,
        evaluations: Evaluations::new(&experiment.evaluate, records),
        results,
        observer,
    };
    if let Err(error) = session.train() {
        // What was trained until then is in the device's log.
        if let (Some(results), Some(image)) = (&mut session.results, session.runner.image())
            && !matches!(error, TrainError::Stopped { .. })
        {
            results.save_image(&image, experiment)?;
        }
        return Err(error);
    }
    let Session { runner, batches, history, mut evaluation, evaluations, mut results, observer, position: end, .. } =
        session;
    if history.next() == first && is_again(&results) {
        return Err(nothing_left(&results, first));
    }
    let (skipped, padded, cache) = (batches.skipped(), batches.padded(), batches.cache());
    let training = history.collector.metrics();
    // After a recovery to the end of the training, what it leaves is there.
    if training.is_none() && first == 0 {
        return Err(TrainError::NoData { skipped });
    }
    let (mut trainer, mut simulated) = runner.into_parts()?;
    let device = trainer.store.device().map(|device| device.report()).transpose()?;
    let lost = match (options.power_loss, simulated.as_mut().and_then(|simulated| simulated.recorded.take())) {
        (Some(loss), Some(recorded)) => {
            let tables = trainer.store.durable().and_then(|durable| durable.tables());
            let lost = tables.and_then(|tables| lose_power(loss, first, &recorded, tables));
            Some(lost.ok_or(TrainError::NoUpdate { batch: loss.batch })?)
        }
        _ => None,
    };
    let image = lost.as_ref().map(|lost| &lost.image).or(simulated.as_ref().and_then(|it| it.image.as_ref()));
    if let (Some(results), Some(image)) = (&mut results, image) {
        results.save_image(image, experiment)?;
    }
    let times = Times { data: batches.time(), ..trainer.times() };

    // What was not in the device is gone. Whatever the evaluation ends with, what was trained is there.
    if let Some(results) = results.as_ref().filter(|_| lost.is_none()) {
        let Trainer { dense, store, .. } = &mut trainer;
        parameters::save(&experiment.model, &results.path(PARAMETERS_FILE), &mut dense.dlrm, &mut **store)?;
    }
    let next = history.next();
    let mut evaluated = None;
    if let (None, Some(evaluation), true) = (&lost, &mut evaluation, options.is_first_worker()) {
        let model = AtRest { dense: &mut trainer.dense, store: &mut *trainer.store };
        match evaluation.run(next, model, observer, &options.stop)? {
            Evaluated::Done(metrics) => evaluated = metrics,
            Evaluated::Stopped => {
                let saved = results.as_mut().filter(|_| experiment.rests_at_any_batch()).map(|results| {
                    if let Some(folder) = results.state_before(next)? {
                        return Ok(folder);
                    }
                    let model = AtRest { dense: &mut trainer.dense, store: &mut *trainer.store };
                    results.save(experiment, &history, &evaluations.records, Some(end), model)
                });
                let out = results.as_ref().map(|results| results.place().to_path_buf());
                part(&mut trainer)?;
                return Err(TrainError::Stopped { batch: next, from: next, state: saved.transpose()?, out });
            }
        }
    }
    if let (Some(results), Some(simulated)) = (&results, &simulated) {
        let name = experiment.system.kind.name();
        write_json(&results.path(TIMELINE_FILE), &schedule::chrome_trace(&simulated.log, name))?;
    }
    part(&mut trainer)?;
    let tiers = trainer.store.tiers().map(|tiers| tiers.close().map(|()| tiers.report())).transpose()?;
    let trained = Trained {
        tiers,
        recoveries: trainer.store.recoveries(),
        waits: trainer.store.waits(),
        losses: history.losses,
        training,
        evaluation: evaluated,
        stopped_early: evaluations.are_over(),
        evaluations: evaluations.records,
        device,
        times,
        skipped,
        padded,
        cache,
        simulated,
        recovered,
        resumed: options.store.state.as_ref().map(|state| state.batch()),
        lost,
    };
    let mut summary = Summary::new(experiment, &*trainer.store, trained);
    // A waveform is whole when its device is gone.
    drop(trainer);
    let waveform = match (&store.trace, &results) {
        (Some(trace), Some(results)) if is_recorded(&trace.path)? => Some(results.place().join(WAVEFORM_FILE)),
        _ => None,
    };
    summary.finish(start.elapsed(), waveform);
    if let Some(results) = results {
        summary.write(&results.path(SUMMARY_FILE))?;
        results.commit()?;
    }
    Ok(summary)
}

/// What ends a training after so many batches, and what to do about it.
fn what_ends(experiment: &Experiment, options: &RunOptions, batches: u64) -> &'static str {
    match &experiment.data {
        _ if options.batches == Some(batches) => "raise --batches",
        _ if experiment.evaluate.stop_after.is_some() => "raise evaluate.stop_after, data.batches or train.epochs",
        DataConfig::Synthetic { .. } => "raise data.batches or train.epochs",
        _ => "raise train.epochs, or add files to data.path",
    }
}

/// Whether a waveform has something in it; that of a device which ended before its first cycle has not, and is removed.
fn is_recorded(waveform: &Path) -> Result<bool, TrainError> {
    match std::fs::metadata(waveform) {
        Ok(about) if about.len() > 0 => return Ok(true),
        Ok(_) => std::fs::remove_file(waveform).map_err(output(waveform))?,
        // No device has begun one.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(output(waveform)(error)),
    }
    Ok(false)
}

/// Says to other workers that this one is done.
fn part(trainer: &mut Trainer) -> Result<(), TrainError> {
    Ok(trainer.store.peers().map_or(Ok(()), |peers| peers.part())?)
}

/// Whether the evaluation before the first batch was not done when its state was saved.
fn evaluation_is_left(experiment: &Experiment, first: u64, records: &[EvaluationRecord]) -> bool {
    experiment.evaluates_before(first) && records.last().is_none_or(|last| last.batch != first)
}

/// Where messages are written: those that come among the results, beside their place.
fn messages(options: &RunOptions, results: Option<&Results>) -> Option<Messages> {
    let mut messages = options.messages.clone()?;
    if let Some(results) = results.filter(|_| options.has_messages_in_results()) {
        messages.path = results.path(MESSAGES_FILE);
    }
    Some(messages)
}

/// What a run had learned of itself when it was saved, its evaluations, and where in the data it was.
fn what_was(
    state: &SavedState,
    experiment: &Experiment,
) -> Result<(History, Vec<EvaluationRecord>, Option<EpochsPosition>), TrainError> {
    let about = RunState::of_experiment(state, experiment)?;
    let history = History::of(&state.history()?, about.first).ok_or_else(|| TrainError::OtherState {
        folder: state.folder().to_path_buf(),
        problem: "what it has of losses and predictions is not whole".to_owned(),
    })?;
    Ok((history, about.evaluations, about.position))
}

/// How to open the store; a waveform is one of the run's results.
fn store_options(options: &RunOptions, results: Option<&Results>) -> StoreOptions {
    let trace = options.trace.clone().zip(results);
    let trace = trace.map(|(cycles, results)| Trace { path: results.path(WAVEFORM_FILE), cycles });
    let in_fabric = options.store.in_fabric || options.messages.is_some();
    let stop = options.stop.clone();
    StoreOptions { trace: trace.or(options.store.trace.clone()), in_fabric, stop, ..options.store.clone() }
}
