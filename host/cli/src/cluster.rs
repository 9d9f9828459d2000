//! What the commands of a cluster have in common.

use std::net::SocketAddr;
use std::path::Path;

use emberlane_experiment::{ClusterConfig, Experiment};

use crate::outcome::misused;

/// The cluster of an experiment.
pub(crate) fn cluster_of(command: &'static str, experiment: &Experiment, file: &Path) -> anyhow::Result<ClusterConfig> {
    experiment.cluster.clone().ok_or_else(|| {
        misused(
            command,
            &format!("{}: there is no [cluster]: add the section, as experiments/cluster.toml has it", file.display()),
        )
    })
}

/// Refuses a shard that there is not.
pub(crate) fn check_shard(command: &'static str, cluster: &ClusterConfig, shard: u16) -> anyhow::Result<()> {
    if shard < cluster.shards {
        return Ok(());
    }
    Err(misused(command, &format!("there is no shard {shard}: cluster.shards = {}, counted from 0", cluster.shards)))
}

/// Refuses an address beyond this machine, unless somebody says that the network is trusted.
pub(crate) fn trusted(command: &'static str, address: &str, is_trusted: bool) -> anyhow::Result<()> {
    let place = address.strip_prefix("tcp/").and_then(|place| place.parse::<SocketAddr>().ok());
    if is_trusted || place.is_some_and(|place| place.ip().is_loopback()) {
        return Ok(());
    }
    Err(misused(
        command,
        &format!(
            "{address} is beyond this machine, and nothing is encrypted: say --trust-network where everybody on the network may read and change the tables"
        ),
    ))
}
