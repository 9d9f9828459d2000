//! What tables without a device refuse, before anything is opened.

use emberlane_experiment::{CheckpointMode, DeviceDesign, DeviceKind, Experiment, Lookup, Optimizer, SystemKind};
use emberlane_stores::EmbeddingError;

use crate::StoreOptions;

/// A section of the experiment that keeps the tables.
pub(super) struct Keeper {
    /// Its name.
    pub(super) section: &'static str,
    /// Where it keeps them.
    pub(super) place: &'static str,
    /// What to use instead of a device's checkpoints.
    pub(super) saves: &'static str,
    /// The systems that work with it.
    pub(super) systems: &'static [SystemKind],
}

impl Keeper {
    /// Refuses what options ask that is for a device, which the file itself cannot say too.
    pub(super) fn check(&self, experiment: &Experiment) -> Result<(), EmbeddingError> {
        let (kind, system) = (experiment.device.kind, experiment.system.kind);
        let (mode, lookup) = (experiment.checkpoint.mode, experiment.train.lookup);
        if kind != DeviceKind::Reference {
            return Err(self.refuses(&format!("device {:?}", kind.name()), "use --device reference"));
        }
        if !self.systems.contains(&system) {
            return Err(self.refuses(&format!("system {:?}", system.name()), "use --system none"));
        }
        if mode != CheckpointMode::None {
            return Err(self.refuses(&format!("checkpoints {:?}", mode.name()), self.saves));
        }
        if lookup != Lookup::Strict {
            return Err(self.refuses(&format!("{} lookup", lookup.name()), "use train.lookup = \"strict\""));
        }
        Ok(())
    }

    /// Says that it is without something, and what to do.
    pub(super) fn refuses(&self, what: &str, instead: &str) -> EmbeddingError {
        let Self { section, place, .. } = self;
        let text = format!("[{section}] keeps the tables {place}, without {what}: {instead}, or remove [{section}]");
        EmbeddingError::Unavailable(text)
    }
}

/// Refuses what a system has not that keeps the tables in a `place` without a device.
pub(super) fn check_system(experiment: &Experiment, options: &StoreOptions, place: &str) -> Result<(), EmbeddingError> {
    let (system, design) = (experiment.system.kind.name(), experiment.device.design);
    let refused = |text: &str| Err(EmbeddingError::Unavailable(format!("system.kind = {system:?} {text}")));
    if experiment.train.optimizer != Optimizer::Sgd {
        return refused("is timed for sgd alone: use train.optimizer = \"sgd\", or system.kind = \"none\"");
    }
    if design != DeviceDesign::CxlMem {
        return refused(&format!(
            "keeps the tables {place}, without a device: remove device.design = {:?}, or use system.kind = \"ndrec\"",
            design.name()
        ));
    }
    if options.trace.is_some() {
        return refused(&format!("keeps the tables {place}: there is no waveform, so leave --trace out"));
    }
    Ok(())
}
