//! What is found out before a run touches anything.

use std::path::{Path, PathBuf};

use emberlane_experiment::{Experiment, GpuConfig};
use emberlane_files::{Folder, free_bytes, is_one_file_system, running, whole_path};
use emberlane_systems::{DiskNeeds, TrainError, check_memory, check_settings, disk_needs};

use crate::RunOptions;
use crate::files::{MESSAGES_FILE, contents, output};

/// Refuses what [`run`](crate::run) would refuse before it begins, as far as that can be told without the data, and touches nothing: for
/// whoever has to know before it starts or removes anything.
///
/// # Errors
/// What [`run`](crate::run) says: settings that do not go together, too little memory or room, and a folder for the results that is not
/// free.
pub fn check(experiment: &Experiment, options: &RunOptions) -> Result<(), TrainError> {
    check_settings(experiment)?;
    check_memory(experiment)?;
    check_asked(experiment, options, None)
}

/// Refuses what would fail later, or cost a user results; of so many batches, if that is known.
pub(crate) fn check_asked(
    experiment: &Experiment,
    options: &RunOptions,
    batches: Option<u64>,
) -> Result<(), TrainError> {
    check_windows(options, batches)?;
    let inputs = inputs(experiment, options);
    if let Some(messages) = &options.messages
        && let Some(input) = inputs.iter().find(|input| is_same(input, &messages.path))
    {
        return Err(TrainError::InputAsOutput { input: input.clone(), what: "--messages" });
    }
    if let Some(messages) = options.messages.as_ref().filter(|_| options.has_messages_in_results())
        && messages.path.file_name().is_none_or(|name| name != MESSAGES_FILE)
    {
        return Err(TrainError::MessagesInResults { file: messages.path.clone(), name: MESSAGES_FILE });
    }
    let Some(out) = &options.out else { return Ok(()) };
    let contents = contents();
    for folder in [out.clone(), running(out)] {
        let replaced = |input: &&PathBuf| contents.results.iter().any(|result| is_same(input, &folder.join(result)));
        if let Some(input) = inputs.iter().find(replaced) {
            return Err(TrainError::InputAsOutput { input: input.clone(), what: "--out" });
        }
    }
    check_tables(experiment, out)?;
    Folder::check(out, &contents, options.previous)?;
    check_space(experiment, out)
}

/// Refuses results and tables in one folder, or in a folder of the other's: either is replaced as a whole.
fn check_tables(experiment: &Experiment, out: &Path) -> Result<(), TrainError> {
    let store = experiment.store.iter().map(|store| ("store.directory", &store.directory));
    let pool = experiment.pool.iter().map(|pool| ("pool.path", &pool.path));
    for (key, tables) in store.chain(pool) {
        let place = whole_path(tables);
        let is_shared = |folder: PathBuf| place.starts_with(&folder) || folder.starts_with(&place);
        if [out.to_path_buf(), running(out)].iter().any(|folder| is_shared(whole_path(folder))) {
            return Err(TrainError::TablesInResults { out: out.to_path_buf(), key, tables: tables.clone() });
        }
    }
    Ok(())
}

/// What is asked for of batches that there are not.
fn check_windows(options: &RunOptions, batches: Option<u64>) -> Result<(), TrainError> {
    let Some(batches) = batches else { return Ok(()) };
    let asked = [
        ("--power-loss", options.power_loss.map(|loss| loss.batch)),
        ("--message-batches", options.messages.as_ref().map(|messages| messages.batches.start)),
    ];
    match asked.into_iter().find_map(|(what, batch)| batch.filter(|batch| *batch >= batches).map(|batch| (what, batch)))
    {
        Some((what, batch)) => Err(TrainError::NoSuchBatch { what, batch, batches }),
        None => Ok(()),
    }
}

/// Every file that the run reads.
fn inputs(experiment: &Experiment, options: &RunOptions) -> Vec<PathBuf> {
    let gpu = match &experiment.system.gpu {
        GpuConfig::Recorded(path) => Some(path.as_path()),
        GpuConfig::Preset(_) => None,
    };
    let others = [experiment.model.initial_parameters.as_deref(), gpu].into_iter().flatten().map(Path::to_path_buf);
    // They were found when they were opened.
    let data =
        [&experiment.data, &experiment.evaluation_data()].map(|data| emberlane_data::files(data).unwrap_or_default());
    data.into_iter().flatten().chain(others).chain(options.inputs.iter().cloned()).collect()
}

/// Whether two paths lead to the same, which is there.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether there is room for what the run writes, as far as that is known. How many rows a store writes is not.
fn check_space(experiment: &Experiment, out: &Path) -> Result<(), TrainError> {
    let folder = out.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let DiskNeeds { parameters, mut state, files, .. } = disk_needs(experiment);
    // A file has second names on its own file system alone.
    if experiment.own_store().is_some_and(|store| !is_one_file_system(&store.directory, folder)) {
        state = state.saturating_add(files);
    }
    // Parameters at the end, and the states that are kept with one more that is written.
    let states = experiment.saves_every().map_or(0, |_| experiment.save.keep as u64 + 1);
    let mut needed = parameters.saturating_add(state.saturating_mul(states));
    if experiment.evaluate.enabled && experiment.evaluate.every.is_some() {
        // The best so far, of which every state may have others.
        needed = needed.saturating_add(parameters.saturating_mul(1 + states));
    }
    let free = free_bytes(folder).map_err(output(folder))?;
    if needed <= free {
        return Ok(());
    }
    Err(TrainError::NoSpace { folder: folder.to_path_buf(), needed, free, states })
}
