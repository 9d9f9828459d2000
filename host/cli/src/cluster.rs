//! What the commands of a cluster have in common.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use clap::Args;
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

/// Another number of processes than the experiment says, and where they are on this machine.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SizeArguments {
    /// Shards, instead of the experiment's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) shards: Option<u16>,
    /// Workers, instead of the experiment's.
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,
    /// Ports of this machine, one a shard and, of several workers, one a worker, instead of the experiment's addresses.
    #[arg(long, value_name = "PORTS", value_delimiter = ',', value_parser = port)]
    pub(crate) ports: Vec<u16>,
}

fn port(text: &str) -> Result<u16, String> {
    let port = text.parse().ok().filter(|port| *port > 0);
    port.ok_or_else(|| "expected ports from 1 to 65535, separated by commas, as in 7447,7448".to_owned())
}

impl SizeArguments {
    /// Whether they say something.
    pub(crate) const fn is_said(&self) -> bool {
        self.shards.is_some() || self.workers.is_some() || !self.ports.is_empty()
    }

    /// Makes the cluster of an experiment so large.
    pub(crate) fn apply(&self, command: &'static str, experiment: &mut Experiment) -> anyhow::Result<()> {
        let Some(cluster) = experiment.cluster.as_mut().filter(|_| self.is_said()) else { return Ok(()) };
        cluster.shards = self.shards.unwrap_or(cluster.shards);
        cluster.workers = self.workers.unwrap_or(cluster.workers);
        let count = cluster.processes_that_listen();
        if !self.ports.is_empty() && self.ports.len() != count {
            let (shards, workers, found) = (cluster.shards, cluster.workers, self.ports.len());
            return Err(misused(
                command,
                &format!("--ports: {shards} shards and {workers} workers need {count} ports, and these are {found}"),
            ));
        }
        let first = ClusterConfig::DEFAULT_PORT;
        let ports = match self.ports.is_empty() {
            true => (0..count as u16).map(|number| first.saturating_add(number)).collect(),
            false => self.ports.clone(),
        };
        cluster.be_at(&ports);
        let (slices, workers) = (experiment.slices(), experiment.cluster.as_ref().map_or(1, |cluster| cluster.workers));
        if slices.is_multiple_of(workers.into()) {
            return Ok(());
        }
        let text = format!("--workers {workers}: they cannot share {slices} slices of a batch (train.slices) equally");
        Err(misused(command, &text))
    }
}

/// Refuses a shard that there is not.
pub(crate) fn check_shard(command: &'static str, cluster: &ClusterConfig, shard: u16) -> anyhow::Result<()> {
    if shard < cluster.shards {
        return Ok(());
    }
    Err(misused(command, &format!("there is no shard {shard}: cluster.shards = {}, counted from 0", cluster.shards)))
}

/// Refuses an address beyond this machine that is not encrypted, unless somebody says that the network is trusted.
pub(crate) fn trusted(command: &'static str, address: &str, is_trusted: bool) -> anyhow::Result<()> {
    if is_trusted || address.starts_with("tls/") || is_here(address) {
        return Ok(());
    }
    Err(misused(
        command,
        &format!(
            "{address} is beyond this machine, and nothing is encrypted: have certificates (`emberlane certificates`, cluster.certificates \
             and addresses with tls/), or say --trust-network where everybody on the network may read and change the tables"
        ),
    ))
}

/// What tells zenoh how many threads it has. TX and RX of a connection are on one.
const THREADS: (&str, &str) = ("ZENOH_RUNTIME", "(rx: (handover: tx))");

/// Zenoh's TLS (1.10) reads and writes a connection from two threads at once, and nothing orders the two: with certificates, both are put on
/// one thread. It is told so by the environment alone, which a process has from its beginning; so this one begins once more.
pub(crate) fn on_one_thread(cluster: &ClusterConfig) -> anyhow::Result<()> {
    let (name, value) = THREADS;
    if cluster.certificates.is_none() || std::env::var_os(name).is_some() {
        return Ok(());
    }
    let program = std::env::current_exe().context("this program's own file")?;
    let failed = Command::new(&program).args(std::env::args_os().skip(1)).env(name, value).exec();
    Err(failed).with_context(|| program.display().to_string())
}

/// Whether an address is of this machine alone.
pub(crate) fn is_here(address: &str) -> bool {
    ClusterConfig::place(address).is_some_and(|place| place.ip().is_loopback())
}
