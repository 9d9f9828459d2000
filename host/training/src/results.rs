//! What a run writes while it trains, and how it goes on from what it has written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use emberlane_checkpoints::{
    IMAGE_FILE, SAVES, SavedState, Settings, keep_newest, parameters, remove_state, save_image, save_state, states,
};
use emberlane_data::EpochsPosition;
use emberlane_experiment::Experiment;
use emberlane_files::{Folder, Previous, link_or_copy, sync_folder};
use emberlane_models::power_loss::Image;
use emberlane_systems::{AtRest, TrainError};
use serde::{Deserialize, Serialize};

use crate::RunOptions;
use crate::files::{
    BEST_FILE, Before, EVALUATIONS_FILE, METRICS_LINES_FILE, PARAMETERS_FILE, SUMMARY_FILE, TENSORBOARD_FOLDER,
    TIMELINE_FILE, contents, output, write_evaluations,
};
use crate::history::History;
use crate::live::{self, Sink};
use crate::observer::{BatchRecord, EvaluationRecord};
use crate::preflight::is_same;
use crate::resume::run_of;

/// What a state says of its run.
#[derive(Serialize, Deserialize)]
pub(crate) struct RunState {
    /// The settings of the experiment that its bits depend on.
    settings: String,
    /// The first batch of the run.
    pub(crate) first: u64,
    /// Of each file that grows, the bytes that are of batches before the state.
    bytes: BTreeMap<String, u64>,
    /// Evaluations on the way.
    pub(crate) evaluations: Vec<EvaluationRecord>,
    /// Where in the data the next batch is; `None`: it has to be looked for from the first one on.
    pub(crate) position: Option<EpochsPosition>,
}

impl RunState {
    /// Reads it, and refuses that of another experiment.
    pub(crate) fn of_experiment(state: &SavedState, experiment: &Experiment) -> Result<Self, TrainError> {
        let about = Self::of(state)?;
        let differences = Settings::of_state(experiment).differences(&about.settings);
        if differences.is_empty() {
            return Ok(about);
        }
        let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
        Err(TrainError::OtherState {
            folder: state.folder().to_path_buf(),
            problem: format!("{}; change it back, or begin anew without --resume", differences.join("; ")),
        })
    }

    fn of(state: &SavedState) -> Result<Self, TrainError> {
        serde_json::from_value(state.run().clone()).map_err(|error| TrainError::OtherState {
            folder: state.folder().to_path_buf(),
            problem: format!("it does not say what a state of this version says ({error})"),
        })
    }
}

/// The folder of a run, while it is filled.
pub(crate) struct Results {
    folder: Folder,
    sinks: Vec<Box<dyn Sink>>,
}

impl Results {
    /// Begins to fill the folder, if there is to be one.
    pub(crate) fn begin(options: &RunOptions) -> Result<Option<Self>, TrainError> {
        let Some(out) = &options.out else { return Ok(None) };
        let folder = Folder::begin(out, &contents(), options.previous)?;
        let running = folder.running();
        let Some(state) = options.store.state.as_deref() else {
            let sinks = live::open(running, &options.live, None)?;
            return Ok(Some(Self { folder, sinks }));
        };
        let about = RunState::of(state)?;
        let run = run_of(state).unwrap_or_default();
        let is_own = is_same(&run, running);
        if options.previous == Previous::GoOn {
            // First of all: whoever goes on from here once more must find no state of batches that files have no lines of any more.
            remove_states(&running.join(SAVES), state, is_own)?;
        }
        // What is there of batches behind the state is made again.
        for name in [PARAMETERS_FILE, SUMMARY_FILE, TIMELINE_FILE, IMAGE_FILE, BEST_FILE, EVALUATIONS_FILE] {
            remove(&running.join(name))?;
        }
        if !is_own && options.previous == Previous::GoOn {
            // What may be needed once more, should this run be stopped before it has something of its own.
            link(state.folder(), &running.join(SAVES).join(state.folder().file_name().unwrap_or_default()))?;
        }
        copy(&state.folder().join(BEST_FILE), &running.join(BEST_FILE))?;
        if !about.evaluations.is_empty() {
            write_evaluations(running, &about.evaluations)?;
        }
        // Who was told before is told what comes, too.
        let mut live = options.live.clone();
        live.json_lines |= about.bytes.contains_key(METRICS_LINES_FILE);
        live.tensorboard |= run.join(TENSORBOARD_FOLDER).is_dir();
        if live.tensorboard {
            link(&run.join(TENSORBOARD_FOLDER), &running.join(TENSORBOARD_FOLDER))?;
        }
        let before = Before { folder: &run, bytes: &about.bytes, batch: state.batch() };
        let sinks = live::open(running, &live, Some(&before))?;
        Ok(Some(Self { folder, sinks }))
    }

    /// Whether this run would replace results that the run of a state has left whole.
    pub(crate) fn replaces_the_run_of(&self, state: &SavedState) -> bool {
        run_of(state).is_some_and(|run| is_same(&run, self.folder.place()))
    }

    /// Where files are written.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.running().join(name)
    }

    /// A batch was trained: from now on the folder is worth keeping, whatever comes.
    pub(crate) fn batch(&mut self, record: &BatchRecord) -> Result<(), TrainError> {
        self.folder.keep();
        self.sinks.iter_mut().try_for_each(|sink| sink.batch(record))
    }

    /// The model was evaluated on the way.
    pub(crate) fn evaluation(
        &mut self,
        experiment: &Experiment,
        evaluations: &[EvaluationRecord],
        model: AtRest<'_>,
    ) -> Result<(), TrainError> {
        write_evaluations(self.folder.running(), evaluations)?;
        let Some(last) = evaluations.last() else { return Ok(()) };
        self.sinks.iter_mut().try_for_each(|sink| sink.evaluation(last))?;
        if last.best {
            let AtRest { dense, store } = model;
            parameters::save(&experiment.model, &self.path(BEST_FILE), &mut dense.dlrm, store)?;
        }
        Ok(())
    }

    /// Saves a state, and removes those that are too old; says where it is.
    pub(crate) fn save(
        &mut self,
        experiment: &Experiment,
        history: &History,
        evaluations: &[EvaluationRecord],
        position: Option<EpochsPosition>,
        AtRest { dense, store }: AtRest<'_>,
    ) -> Result<PathBuf, TrainError> {
        let mut bytes = BTreeMap::new();
        // A state from before the first batch may be made later.
        if !history.losses.is_empty() {
            for sink in &self.sinks {
                bytes.extend(sink.grown()?.map(|(name, bytes)| (name.to_owned(), bytes)));
            }
        }
        let settings = Settings::of_state(experiment).text();
        let about = RunState { settings, first: history.first, bytes, evaluations: evaluations.to_vec(), position };
        let about = serde_json::to_value(about).map_err(|error| output(self.folder.running())(error.into()))?;
        let saves = self.path(SAVES);
        std::fs::create_dir_all(&saves).map_err(output(&saves))?;
        sync_folder(self.folder.running()).map_err(output(self.folder.running()))?;
        let parts = (&mut dense.dlrm, dense.step, store);
        // The best parameters are part of the state: those of a later batch are none of its.
        let about = (about, &[self.path(BEST_FILE)][..]);
        let folder = save_state(&saves, history.next(), about, &history.saved(), &experiment.model, parts)?;
        self.folder.keep();
        keep_newest(&saves, experiment.save.keep)?;
        Ok(folder)
    }

    pub(crate) fn save_image(&mut self, image: &Image, experiment: &Experiment) -> Result<(), TrainError> {
        self.folder.keep();
        Ok(save_image(&self.path(IMAGE_FILE), image, experiment)?)
    }

    /// The newest state of this run: its batch, and where it is.
    pub(crate) fn newest_state(&self) -> Result<Option<(u64, PathBuf)>, TrainError> {
        Ok(states(&self.path(SAVES))?.pop())
    }

    /// The newest state of this run, if it is from before this batch.
    pub(crate) fn state_before(&self, batch: u64) -> Result<Option<PathBuf>, TrainError> {
        Ok(self.newest_state()?.filter(|(of, _)| *of == batch).map(|(_, folder)| folder))
    }

    /// The results are whole.
    pub(crate) fn commit(self) -> Result<(), TrainError> {
        let running = self.folder.running().to_path_buf();
        self.folder.commit().map_err(|error| TrainError::NotInPlace { running, error })
    }

    /// Where they will be.
    pub(crate) fn place(&self) -> &Path {
        self.folder.place()
    }
}

/// Removes the states where a run is filled that goes on from a state: of its own run those behind the state, of another all.
fn remove_states(saves: &Path, state: &SavedState, is_own: bool) -> Result<(), TrainError> {
    let is_behind =
        |(batch, folder): &(u64, PathBuf)| (!is_own || *batch > state.batch()) && !is_same(folder, state.folder());
    let behind: Vec<_> = states(saves)?.into_iter().filter(is_behind).collect();
    if behind.is_empty() {
        return Ok(());
    }
    behind.iter().try_for_each(|(_, folder)| remove_state(folder))?;
    sync_folder(saves).map_err(output(saves))
}

/// Removes a file, if it is there.
fn remove(file: &Path) -> Result<(), TrainError> {
    match std::fs::remove_file(file) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(output(file)(source)),
        _ => Ok(()),
    }
}

/// Gives a folder and its files a second place, at once, unless something is there.
fn link(from: &Path, to: &Path) -> Result<(), TrainError> {
    if !from.is_dir() || to.exists() {
        return Ok(());
    }
    let part = to.with_added_extension("part");
    if part.exists() {
        std::fs::remove_dir_all(&part).map_err(output(&part))?;
    }
    std::fs::create_dir_all(&part).map_err(output(&part))?;
    for entry in std::fs::read_dir(from).map_err(output(from))? {
        let path = entry.map_err(output(from))?.path();
        let second = part.join(path.file_name().unwrap_or_default());
        if path.is_dir() { link(&path, &second)? } else { copy(&path, &second)? }
    }
    std::fs::rename(&part, to).map_err(output(to))
}

/// Makes a file part of another folder, if it is there: a second name, or, between file systems, a copy.
fn copy(from: &Path, to: &Path) -> Result<(), TrainError> {
    if !from.is_file() || to.exists() {
        return Ok(());
    }
    link_or_copy(from, to).map_err(output(to))
}
