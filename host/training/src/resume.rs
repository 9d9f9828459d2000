//! What a run can go on from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use emberlane_checkpoints::parameters::ParameterError;
use emberlane_checkpoints::{IMAGE_FILE, SAVES, SavedState, is_state, load_image, states};
use emberlane_files::running;
use emberlane_models::power_loss::Image;
use emberlane_systems::TrainError;

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
/// Of a folder what a run has left that was stopped goes first, then the device's image, then the newest state.
///
/// # Errors
/// Nothing to go on from, and what cannot be read or is damaged.
pub fn resume(from: &Path) -> Result<Resume, TrainError> {
    let state = |folder: &Path| Ok(Resume::State(Arc::new(SavedState::open(folder)?)));
    if is_state(from) {
        return state(from);
    }
    if from.is_file() {
        return Ok(Resume::Image(load_image(from)?));
    }
    for folder in [running(from), from.to_path_buf()] {
        let image = folder.join(IMAGE_FILE);
        if image.is_file() {
            return Ok(Resume::Image(load_image(&image)?));
        }
        if let Some((_, newest)) = states(&folder.join(SAVES))?.last() {
            return state(newest);
        }
    }
    let problem = if from.exists() {
        "there is nothing to go on from: neither saves/batch-*, which a run leaves that was stopped or has [save], nor device.image, \
         which one with checkpoints leaves"
    } else {
        "there is no such file or folder to go on from"
    };
    Err(ParameterError::File { file: from.to_path_buf(), message: problem.to_owned() }.into())
}

/// The folder of the run that a state is of.
pub(crate) fn run_of(state: &SavedState) -> Option<PathBuf> {
    state.folder().parent()?.parent().map(Path::to_path_buf)
}
