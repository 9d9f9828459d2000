//! Tables on shards, which are processes of their own.

use emberlane_data::DataMemory;
use emberlane_experiment::{Experiment, SystemKind};
use emberlane_memory::{Need, Part};
use emberlane_stores::EmbeddingError;

use super::buffers::{Buffers, words};
use super::opened::OpenedStore;
use super::refusals::Keeper;
use crate::StoreOptions;
use crate::gpu::Gpu;

pub(super) fn wanted(experiment: &Experiment) -> bool {
    experiment.cluster.is_some()
}

const KEEPER: Keeper = Keeper {
    section: "cluster",
    place: "on shards",
    saves: "use --checkpoint none, and [save]",
    systems: &[SystemKind::None],
};

/// Refuses what options ask of tables on shards that is for a device.
pub(super) fn check(experiment: &Experiment) -> Result<(), EmbeddingError> {
    if experiment.cluster.is_none() { Ok(()) } else { KEEPER.check(experiment) }
}

#[cfg(not(feature = "cluster"))]
pub(super) fn open(_: &Experiment, _: &StoreOptions, _: Option<&Gpu>) -> Result<OpenedStore, EmbeddingError> {
    let text = "this program was built without the feature `cluster`: build it with it, or remove [cluster]";
    Err(EmbeddingError::Unavailable(text.to_owned()))
}

#[cfg(feature = "cluster")]
pub(super) fn open(
    experiment: &Experiment,
    options: &StoreOptions,
    _: Option<&Gpu>,
) -> Result<OpenedStore, EmbeddingError> {
    use std::io::Write;
    use std::sync::Arc;
    use std::time::Duration;

    use emberlane_net::certificates::{Credentials, Role};
    use emberlane_net::network::Network;
    use emberlane_net::{
        Client, ClusterStore, Identity, Pace, Stage, Together, Zenoh, fingerprint, job, join, new_incarnation,
    };

    let Some(cluster) = &experiment.cluster else {
        return Err(EmbeddingError::Unavailable("the experiment has no [cluster]".to_owned()));
    };
    let (settings, session, rank) = (job::settings(experiment, cluster), new_incarnation(), options.rank);
    let (shards, patience) = (cluster.shards, Duration::from_secs(cluster.patience));
    // Of two ranks one connects, and the other listens.
    let place = usize::from(rank).min(cluster.meet.len());
    let (before, own) = cluster.meet.split_at(place);
    let connect = [cluster.addresses(), before].concat();
    let credentials = Credentials::of(cluster, Role::Rank(rank)).map_err(EmbeddingError::store)?;
    let network = Zenoh::open(fingerprint(&settings), &own[..own.len().min(1)], &connect, credentials.as_ref());
    let network: Arc<dyn Network> = Arc::new(network.map_err(EmbeddingError::store)?);
    let log = |line: &str| drop(writeln!(std::io::stderr(), "{line}"));
    let stop = options.stop.clone();
    let presence =
        join(&*network, rank, session, shards, patience, log, || stop.is_asked()).map_err(EmbeddingError::store)?;
    let identity = Identity { settings, rank, shards, session };
    let pace = Pace::of(patience, session);
    let (workers, first) = (cluster.workers, options.state.as_ref().map_or(0, |state| state.batch()));
    let mut peers = None;
    if workers > 1 {
        let together = Together::begin(network.clone(), &identity, workers, first, pace, Box::new(log));
        let stop = stop.clone();
        let mut together = together.map_err(EmbeddingError::store)?.stopping(Box::new(move || stop.is_asked()));
        together.meet(Stage::Here, &mut || Ok(())).map_err(EmbeddingError::store)?;
        peers = Some(together);
    }
    let client = Client::connect(network, &identity, pace, Box::new(log)).map_err(EmbeddingError::store)?;
    let mut client = client.stopping(Box::new(move || stop.is_asked()));
    if let Some(peers) = &mut peers {
        // When all are welcome, nothing of ranks that were there before comes any more: what shards have now is what all begin with.
        peers.meet(Stage::Welcome, &mut || client.look()).map_err(EmbeddingError::store)?;
        client.begin_again().map_err(EmbeddingError::store)?;
    }
    let most_kept = usize::try_from(cluster.keep).unwrap_or(usize::MAX);
    let (tables, pooling) = (job::tables(experiment), experiment.model.pooling);
    let goes_on = options.state.is_some();
    let store = ClusterStore::new(client, tables, shards, pooling, most_kept, goes_on, presence)?;
    let store = store.recovering(cluster.recovery);
    let store = if cluster.makes_checkpoints() {
        store.saving_every(cluster.checkpoint_batches, cluster.is_waited_for())
    } else {
        store
    };
    let store = match peers {
        Some(peers) => store.among(peers),
        None => store,
    };
    Ok(OpenedStore::Alone(Box::new(store)))
}

/// The buffers of a batch: the tables are elsewhere.
pub(super) fn memory(experiment: &Experiment, data: &DataMemory) -> Vec<Need> {
    let Some(cluster) = &experiment.cluster else { return Vec::new() };
    let Buffers { batch, lists, sorted, vectors, rows } = Buffers::of(experiment, data);
    let in_flight = cluster.prefetch as u64 + 1;
    // A batch's own gradients are kept in any case.
    let kept = if cluster.keeps() && !cluster.recovery.is_partial() { cluster.keep } else { vectors };
    let of_slices = match cluster.workers {
        0 | 1 => 0,
        // Of each slice; what others have, as it comes, is shown, and is summed.
        workers => {
            let copies = (experiment.slices() / usize::from(workers)) as u64 + 6;
            emberlane_checkpoints::parameter_bytes(&experiment.model).saturating_mul(copies)
        }
    };
    vec![
        Need::new(Part::MlpState, "gradients that workers sum", of_slices),
        Need::new(Part::Batches, "batches as they come from the data", batch.saturating_mul(in_flight)),
        Need::new(Part::Batches, "lists of rows and bags", lists.saturating_mul(in_flight).saturating_add(sorted)),
        // As they come from the shards, and put together.
        Need::new(
            Part::Batches,
            "unique rows",
            words(experiment.model.dimension as u64).saturating_mul(rows).saturating_mul(3),
        ),
        Need::new(Part::Batches, "pooled vectors and gradients", vectors.saturating_mul(2)),
        Need::new(Part::Batches, "gradients that are kept for shards (cluster.keep), at most", kept),
    ]
}
