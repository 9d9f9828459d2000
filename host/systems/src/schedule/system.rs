//! The systems of batches one by one: the registry that an experiment's `system.kind` is looked up in.

use emberlane_experiment::{Experiment, Lookup, Movement, SystemKind};

use super::compared::{Compared, Schedule};
use super::systems::COMPARED;
use crate::energy::Holdings;

/// A system of batches one by one.
pub struct System {
    pub(super) schedule: Schedule,
}

/// The system of an experiment; `None` when its batches are not scheduled, or those of a SmartSSD or of tables in files.
#[must_use]
pub fn system(experiment: &Experiment) -> Option<System> {
    let kind = experiment.system.kind;
    if let Some(compared) = compared(kind) {
        return Some(System { schedule: compared.schedule });
    }
    let schedule = match (kind.movement(), experiment.train.lookup) {
        (Movement::None | Movement::Iterations | Movement::OnGpus | Movement::Tiers, _) => return None,
        (Movement::Software, _) => Schedule::SOFTWARE,
        (Movement::Automatic, Lookup::Strict) => Schedule::AUTOMATIC,
        (Movement::Automatic, Lookup::Relaxed) => Schedule::RELAXED,
        (Movement::OnHost, _) => Schedule::ON_HOST,
    };
    Some(System { schedule })
}

/// The system of a kind that TrainingCXL compares, if it is one.
#[must_use]
pub fn compared(kind: SystemKind) -> Option<&'static Compared> {
    COMPARED.iter().find(|system| system.kind == kind)
}

/// What holds the tables of an experiment with a system of batches one by one.
#[must_use]
pub fn holdings(experiment: &Experiment) -> Holdings {
    let in_device = Holdings { pmem: true, device: true, ..Holdings::NONE };
    compared(experiment.system.kind).map_or(in_device, |system| system.holdings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_of_the_paper_is_registered_once_and_schedules_as_its_kind_says() {
        let kinds: Vec<SystemKind> = COMPARED.iter().map(|system| system.kind).collect();
        assert_eq!(kinds, SystemKind::TRAININGCXL);
        for system in COMPARED {
            assert_eq!(system.schedule.looks_ahead, system.kind.lookup() == Lookup::Relaxed, "{}", system.title);
            assert_eq!(system.holdings.device, system.kind.movement() != Movement::OnHost, "{}", system.title);
            assert_eq!(system.title.to_lowercase(), system.kind.name());
        }
    }
}
