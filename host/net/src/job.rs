//! What an experiment says of its cluster.

use emberlane_checkpoints::Settings;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{ClusterConfig, Experiment};
use emberlane_ps::Tables;

use crate::node::{About, RECOVERY, STORAGE};

/// What shards and ranks of a training have to agree about, a line `key = value` each.
#[must_use]
pub fn settings(experiment: &Experiment, cluster: &ClusterConfig) -> String {
    let mut text = Settings::of_state(experiment).text();
    let ClusterConfig { shards, workers, storage, recovery, .. } = cluster;
    text += &format!("cluster.shards = {shards}\ncluster.workers = {workers}\n{STORAGE} = \"{}\"\n", storage.name());
    if recovery.is_partial() {
        text += &format!("{RECOVERY} = {:?}\n", recovery.name());
    }
    text
}

/// A shard of an experiment.
#[must_use]
pub fn about(experiment: &Experiment, cluster: &ClusterConfig, shard: u16) -> About {
    let settings = settings(experiment, cluster);
    let about =
        About::new(settings, shard, cluster.shards, cluster.workers, cluster.keeps(), cluster.checkpoint_batches);
    about.waiting(cluster.waits_for_checkpoints)
}

/// The tables of an experiment.
#[must_use]
pub fn tables(experiment: &Experiment) -> Tables {
    let (model, train) = (&experiment.model, &experiment.train);
    Tables::new(train.seed, &model.rows, model.dimension, UpdateRule::from(train))
}
