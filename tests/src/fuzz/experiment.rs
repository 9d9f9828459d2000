//! Experiment files.

use std::hint::black_box;
use std::path::Path;

use emberlane_checkpoints::{Settings, log_configuration, state_bytes};
use emberlane_experiment::Experiment;

/// Parses an experiment, and computes what is known of it before anything is opened.
pub(super) fn experiment(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Ok(experiment) = Experiment::parse(Path::new("folder/experiment.toml"), text) else { return false };
    let settings = Settings::of(&experiment).text();
    assert!(Settings::of(&experiment).differences(&settings).is_empty(), "an experiment is the same as itself");
    let Experiment { model, train, .. } = &experiment;
    black_box((
        log_configuration(&experiment),
        state_bytes(model, train.optimizer),
        emberlane_data::notes(&experiment),
    ));
    // Of drawn data alone: what a file needs only the file says.
    if experiment.data.paths().is_empty()
        && let Ok(needs) = emberlane_systems::needs(&experiment)
    {
        black_box((needs.total(), needs.growth(u64::MAX)));
    }
    true
}
