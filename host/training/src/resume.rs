//! What a run can go on from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emberlane_checkpoints::parameters::ParameterError;
use emberlane_checkpoints::{IMAGE_FILE, SAVES, SavedState, check_image, is_state, load_image, states};
use emberlane_experiment::Experiment;
use emberlane_files::{is_being_filled, read_at_most, running};
use emberlane_models::power_loss::Image;
use emberlane_systems::TrainError;

use crate::files::SUMMARY_FILE;

/// Bytes of the longest summary that is read: it has two numbers a batch.
const LONGEST_SUMMARY: u64 = 1 << 32;

/// What a run goes on from.
#[derive(Debug)]
pub enum Resume {
    /// The persistent memory of a device, whose log says how far it came.
    Image(Image),
    /// A training state.
    State(Arc<SavedState>),
}

/// Finds what to go on from: the folder of a run, one of its states, or the image of a device.
///
/// Of a folder what a run has left that was stopped goes first. The newest state goes before the device's image, unless the run has lost
/// power: the bits of what comes next are those of a training that was never stopped then, which a log promises only of strict lookups.
///
/// # Errors
/// Nothing to go on from, and what cannot be read or is damaged.
pub fn resume(from: &Path, experiment: &Experiment) -> Result<Resume, TrainError> {
    let state = |folder: &Path| Ok(Resume::State(Arc::new(SavedState::open(folder)?)));
    if is_state(from) {
        return state(from);
    }
    let image_of = |file: &Path| {
        check_image(file, experiment)?;
        Ok(Resume::Image(load_image(file)?))
    };
    if from.is_file() {
        return image_of(from);
    }
    // Without its mark it is what new results have changed places with.
    let unfinished = Some(running(from)).filter(|folder| is_being_filled(folder));
    for folder in unfinished.into_iter().chain([from.to_path_buf()]) {
        let image = folder.join(IMAGE_FILE);
        match states(&folder.join(SAVES))?.last() {
            Some((_, newest)) if !(image.is_file() && has_lost_power(&folder)) => return state(newest),
            _ if image.is_file() => return image_of(&image),
            _ => {}
        }
    }
    let problem = if from.exists() || running(from).exists() {
        "there is nothing to go on from: neither saves/batch-*, which a run leaves that was stopped or has [save], nor device.image, \
         which one with checkpoints leaves"
    } else {
        "there is no such file or folder to go on from"
    };
    Err(ParameterError::File { file: from.to_path_buf(), message: problem.to_owned() }.into())
}

/// Whether the summary of a run says that it has lost power.
fn has_lost_power(folder: &Path) -> bool {
    let summary = read_at_most(&folder.join(SUMMARY_FILE), LONGEST_SUMMARY).unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap_or_default();
    !summary["power_loss"].is_null()
}

/// The folder of the run that a state is of.
pub(crate) fn run_of(state: &SavedState) -> Option<PathBuf> {
    state.folder().parent()?.parent().map(Path::to_path_buf)
}
