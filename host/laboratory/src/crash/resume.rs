//! Trains: the run that is recorded, and those that go on after a cut.

use std::path::{Path, PathBuf};

use emberlane_models::power_loss::Image;
use emberlane_registers::faults::Fault;
use serde_json::json;

use super::uncut::{self, State, Uncut};
use super::{CrashError, Cut};
use emberlane_checkpoints::IMAGE_FILE;
use emberlane_checkpoints::parameters;
use emberlane_data::Epochs;
use emberlane_experiment::{CheckpointMode, Experiment, Lookup};
use emberlane_files::write_whole;
use emberlane_systems::schedule::{RecordedRun, Simulated, system};
use emberlane_systems::{Runner, StoreOptions, Trace, TrainError, Trainer, open};

/// Batches of an experiment, `most` at most.
pub(super) fn batches(experiment: &Experiment, most: Option<u64>) -> Result<u64, CrashError> {
    let mut data = Epochs::open(experiment, most.unwrap_or(u64::MAX)).map_err(TrainError::from)?;
    if let Some(batches) = data.known() {
        return Ok(batches);
    }
    let mut batches = 0;
    while data.next_batch().map_err(TrainError::from)?.is_some() {
        batches += 1;
    }
    if batches == 0 {
        return Err(TrainError::NoData { skipped: data.skipped() }.into());
    }
    Ok(batches)
}

/// Trains up to batch `batches`, from the first or from a checkpoint.
fn train(
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
    record: bool,
) -> Result<(Trainer, Simulated), TrainError> {
    let no_system =
        || TrainError::NoCheckpoints { mode: experiment.checkpoint.mode.name(), system: experiment.system.kind.name() };
    if system(experiment).is_none() {
        return Err(no_system());
    }
    let mut data = Epochs::open(experiment, batches)?;
    let opened = open::open(experiment, options)?;
    let first = opened.first_batch();
    let mut trainer = Runner::new(experiment, opened, None, record)?;
    for _ in 0..first {
        data.next_batch()?;
    }
    loop {
        while trainer.has_room() {
            let Some(batch) = data.next_batch()? else { break };
            trainer.submit(batch)?;
        }
        if trainer.finish()?.is_none() {
            break;
        }
    }
    let (trainer, simulated) = trainer.into_parts()?;
    Ok((trainer, simulated.ok_or_else(no_system)?))
}

/// Records a training.
pub(super) fn record(
    experiment: &Experiment,
    batches: u64,
    fault: Option<Fault>,
    trace: Option<Trace>,
) -> Result<RecordedRun, CrashError> {
    let options = StoreOptions { trace, fault, ..StoreOptions::default() };
    let (_, simulated) = train(experiment, &options, batches, true)?;
    Ok(simulated.recorded.expect("it was recorded"))
}

/// Goes on from an image to the end of the uncut training; says what is wrong then.
pub(super) fn go_on(experiment: &Experiment, image: &Image, uncut: &Uncut) -> Result<(), String> {
    let batches = uncut.states.len() as u64 - 1;
    let options = StoreOptions { image: Some(image.clone()), ..StoreOptions::default() };
    let (mut trainer, simulated) = train(experiment, &options, batches, false).map_err(|error| error.to_string())?;
    let (first, parameters) =
        trainer.recovered().map_or((0, 0), |recovered| (recovered.batch, recovered.parameter_batch));
    let found = State::of(&mut trainer, &experiment.model.rows).map_err(|error| error.to_string())?;
    let states = expected(experiment, uncut, first, parameters).map_err(|error| error.to_string())?;
    let last = states.last().expect("a training has a first state");
    if found != *last {
        let difference = uncut::first_difference(&found, last);
        return Err(format!("the training that went on ends with other bits than one that was not cut: {difference}"));
    }
    // What it leaves can be recovered again.
    let options = StoreOptions { image: simulated.image, ..StoreOptions::default() };
    let mut again = Trainer::new(experiment, &options).map_err(|error| format!("its own image: {error}"))?;
    let back = again.first_batch();
    if parameters == first && experiment.checkpoint.mode != CheckpointMode::Relaxed {
        let found = State::of(&mut again, &experiment.model.rows).map_err(|error| error.to_string())?;
        let expected = back.checked_sub(first).and_then(|number| states.get(number as usize));
        let logged = &uncut.logged;
        if logged[back as usize] + 1 < logged[batches as usize] || Some(&found) != expected {
            return Err(format!("its own image was recovered to batch {back}, with other bits"));
        }
    }
    Ok(())
}

/// What tables and parameters have to be before each batch from `first` on, when training goes on there, with the
/// parameters from before batch `parameters`.
///
/// From the state before a batch it is the uncut training, unless lookup is relaxed: what goes on looks its first batch up in
/// the tables, the uncut training has brought that batch up to date, and other bits are rounded off. With older parameters,
/// too, training takes another way. Then the same training without a system goes on from the same state.
fn expected(experiment: &Experiment, uncut: &Uncut, first: u64, parameters: u64) -> Result<Vec<State>, TrainError> {
    let states = &uncut.states;
    if first == parameters && experiment.train.lookup == Lookup::Strict {
        return Ok(states[first as usize..].to_vec());
    }
    let State { tables, .. } = &states[first as usize];
    let recovered = State { tables: tables.clone(), parameters: states[parameters as usize].parameters.clone() };
    Ok(uncut::go_on(experiment, &recovered, first, states.len() as u64 - 1)?.states)
}

/// What the folder of a dumped cut is named: this, and its number.
const DUMPED: &str = "cut-";

/// Whether a folder has the name of a cut that was dumped.
#[must_use]
pub fn is_dumped_cut(name: &str) -> bool {
    name.strip_prefix(DUMPED)
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The folder of a cut among those that are dumped.
pub(super) fn folder_of(cut: &Cut, dump: &Path) -> PathBuf {
    dump.join(format!("{DUMPED}{:06}", cut.number))
}

/// Removes the cuts that an earlier run has dumped: none of them is to be taken for one of this run.
pub(super) fn clear_dump(dump: &Path) -> Result<(), CrashError> {
    let io = |source| CrashError::Io { file: dump.to_path_buf(), source };
    if !dump.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(dump).map_err(io)? {
        let entry = entry.map_err(io)?;
        if is_dumped_cut(&entry.file_name().to_string_lossy()) && entry.path().is_dir() {
            std::fs::remove_dir_all(entry.path()).map_err(io)?;
        }
    }
    Ok(())
}

/// Leaves what a cut has left, and what was recovered.
pub(super) fn dump(experiment: &Experiment, image: &Image, cut: &Cut, folder: &Path) -> Result<(), CrashError> {
    let io = |source| CrashError::Io { file: folder.to_path_buf(), source };
    std::fs::create_dir_all(folder).map_err(io)?;
    emberlane_checkpoints::save_image(&folder.join(IMAGE_FILE), image, experiment)?;
    let options = StoreOptions { image: Some(image.clone()), ..StoreOptions::default() };
    let mut trainer = match Trainer::new(experiment, &options) {
        Ok(trainer) => trainer,
        Err(error) => {
            let about = json!({ "cut": cut.number, "cycle": cut.cycle, "error": error.to_string() });
            return write_whole(&folder.join("recovered.json"), format!("{about:#}\n")).map_err(io);
        }
    };
    let file = folder.join("parameters.safetensors");
    parameters::save(&experiment.model, &file, &mut trainer.dense.dlrm, &mut *trainer.store)
        .map_err(TrainError::from)?;
    let about = trainer.recovered().map(|recovered| {
        json!({
            "cut": cut.number,
            "cycle": cut.cycle,
            "batch": recovered.batch,
            "parameter_batch": recovered.parameter_batch,
            "gap": recovered.gap,
            "rows": recovered.rows,
            "discarded": recovered.discarded.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    });
    let text = serde_json::to_string_pretty(&about).expect("it has string keys") + "\n";
    write_whole(&folder.join("recovered.json"), text).map_err(io)
}
