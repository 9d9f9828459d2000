//! Tables in host memory, as shards that die by plan.

use emberlane_checkpoints::cpr::PartialRecovery;
use emberlane_data::DataMemory;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Experiment, FailurePlan, FailuresConfig, SavePolicy, SystemKind};
use emberlane_memory::{Need, Part};
use emberlane_stores::{EmbeddingError, HostMemory};

use super::buffers::{table_bytes, table_rows, words};
use super::host_memory;
use super::opened::OpenedStore;
use super::refusals::Keeper;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.failures.is_some()
}

const KEEPER: Keeper = Keeper {
    section: "failures",
    place: "in host memory",
    saves: "use --checkpoint none",
    systems: &[SystemKind::None],
};

/// Refuses what options ask of shards in host memory that is for a device.
pub(super) fn check(experiment: &Experiment) -> Result<(), EmbeddingError> {
    if experiment.failures.is_none() { Ok(()) } else { KEEPER.check(experiment) }
}

pub(super) fn open(experiment: &Experiment, _: &StoreOptions, _: Option<&Gpu>) -> Result<OpenedStore, EmbeddingError> {
    let (model, Some(failures)) = (&experiment.model, &experiment.failures) else {
        return Err(EmbeddingError::Unavailable("the experiment has no [failures]".to_owned()));
    };
    let store = HostMemory::new(&model.rows, model.dimension, model.pooling, UpdateRule::from(&experiment.train))?;
    Ok(OpenedStore::Alone(Box::new(PartialRecovery::new(store, &model.rows, model.dimension, failures.clone()))))
}

/// What tables in host memory need; every row as it was saved, where it is, and how often it was updated since; and a table twice, while
/// it is saved or comes back.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Some(failures) = &experiment.failures else { return Vec::new() };
    let model = &experiment.model;
    let state = experiment.train.optimizer.state_of(model.dimension) as u64;
    let rows = table_rows(experiment);
    let all = table_bytes(experiment).saturating_add(words(state).saturating_mul(rows));
    let largest = model.rows.iter().max().map_or(0, |rows| u64::from(*rows));
    let tracked = match failures.policy {
        SavePolicy::Full => 0,
        SavePolicy::Scar => table_bytes(experiment).saturating_add(words(rows)),
        SavePolicy::Mfu | SavePolicy::Ssu => words(rows),
    };
    let mut needs = host_memory::memory(experiment, data);
    needs.extend([
        Need::new(Part::Tables, "rows as shards have saved them", all),
        // Shard, place and number of a row, and its updates.
        Need::new(Part::Tables, "where rows are, and their updates", words(4).saturating_mul(rows)),
        Need::new(Part::Tables, "what says which rows are saved", tracked),
        // Numbers, and the names that they are read by.
        Need::new(
            Part::Tables,
            "a table that is saved",
            words(model.dimension as u64 + state + 2).saturating_mul(largest.saturating_mul(2)),
        ),
        Need::new(Part::Tables, "when shards die", deaths(failures).saturating_mul(size_of::<(u64, u32)>() as u64)),
    ]);
    needs
}

fn deaths(failures: &FailuresConfig) -> u64 {
    match &failures.plan {
        FailurePlan::Named(named) => named.len() as u64,
        FailurePlan::Drawn { count, lost, .. } => count.saturating_mul((*lost).into()),
    }
}
