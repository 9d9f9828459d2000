//! `emberlane serve`: a shard of a cluster.

use std::cell::Cell;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use emberlane_experiment::{ClusterConfig, Experiment};
use emberlane_net::certificates::{Credentials, Role};
use emberlane_net::network::{Member, Network};
use emberlane_net::{Server, Zenoh, job, new_incarnation};
use emberlane_training::Stop;

use crate::cluster::{SizeArguments, check_shard, cluster_of, on_one_thread, trusted};
use crate::outcome::Outcome;
use crate::places::file;
use crate::prometheus;
use crate::serve_storage::{Opened, open, terms};
use crate::service::Service;
use crate::signals;

/// How long it stays at most when whoever has started it is gone: workers save their state first.
const ORPHANED: Duration = Duration::from_secs(90);
/// How often it looks then whether they are gone.
const LOOKS_EVERY: Duration = Duration::from_secs(1);

/// Serve one shard of the tables of an experiment with [cluster].
///
/// The rank that trains (`emberlane train` with the same file) pulls rows and pushes gradients; every shard has the rows that a hash gives it.
/// A line on standard error for each thing that happens; systemd is told when it serves and that it gets on (`Type=notify`). Ctrl-C and SIGTERM end it whole; a second one ends at once.
#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// The experiment (TOML), the same as of `emberlane train`.
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    /// Which shard, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    shard: u16,
    /// Seed, instead of the experiment's.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Serve metrics for Prometheus under http://ADDRESS/metrics, as in 127.0.0.1:9464.
    #[arg(long, value_name = "ADDRESS", value_parser = prometheus::address)]
    prometheus: Option<SocketAddr>,
    #[command(flatten)]
    size: SizeArguments,
    /// End when standard input has ended and nobody trains any more, as a process of `emberlane cluster` does.
    #[arg(long, hide = true)]
    supervised: bool,
    /// Listen beyond this machine, without encryption: whoever reaches the address reads and changes the tables.
    #[arg(long)]
    trust_network: bool,
}

pub(super) fn run(arguments: &ServeArguments) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    experiment.train.seed = arguments.seed.unwrap_or(experiment.train.seed);
    arguments.size.apply("serve", &mut experiment)?;
    let cluster = cluster_of("serve", &experiment, &arguments.experiment)?;
    let shard = arguments.shard;
    check_shard("serve", &cluster, shard)?;
    let listen = &cluster.listen[usize::from(shard)];
    trusted("serve", listen, arguments.trust_network)?;
    on_one_thread(&cluster)?;
    let log = |line: &str| drop(writeln!(std::io::stderr(), "shard {shard}: {line}"));

    let credentials = Credentials::of(&cluster, Role::Shard(shard))?;
    // Before the store is opened, which may make its file.
    let metrics = arguments.prometheus.map(prometheus::listen).transpose()?;
    expect_free(listen)?;
    let Opened { store, durability, unused, warning } = open(&experiment, &cluster, shard)?;
    let terms = terms(&cluster, shard)?;
    unused.iter().for_each(|what| log(&format!("not used: {what}")));
    warning.iter().for_each(|what| log(&format!("warning: {what}")));
    let about = job::about(&experiment, &cluster, shard);
    let network = Zenoh::open(about.job(), std::slice::from_ref(listen), &[], credentials.as_ref())?;
    let stop = signals::stop_asked_of("ending; once more ends at once")?;
    let orphan = Stop::default();
    if arguments.supervised {
        signals::stop_with_input(orphan.clone(), ORPHANED)?;
    }
    let applied = store.applied();
    let incarnation = new_incarnation();
    let service = Service::of_environment();
    let server = Server::begin(&network, about, incarnation, store, terms)?;
    let mut server = server.telling(service.saving()?);
    let told = metrics.as_ref().map(prometheus::told).transpose()?;
    let _serving = metrics.map(|listener| server.metrics().serve(listener)).transpose()?;
    log(&format!(
        "serves at {listen}, storage {:?}: {durability}; {applied} batches are applied",
        cluster.storage.name()
    ));
    told.iter().for_each(|told| log(told));
    service.is_ready(&format!("shard {shard} serves at {listen}"));
    let looked = Cell::new(Instant::now());
    let is_left = || {
        if !orphan.is_asked() || looked.get().elapsed() < LOOKS_EVERY {
            return false;
        }
        looked.set(Instant::now());
        let present = network.present(LOOKS_EVERY).unwrap_or_default();
        !present.iter().any(|presence| matches!(presence.member, Member::Rank(_)))
    };
    // It is asked between messages: a shard that hangs in one does not get on, unless it makes a checkpoint.
    let stops = || {
        service.gets_on();
        stop.is_asked() || is_left()
    };
    server.run(&network, stops, log)?;
    server.keep()?;
    service.ends();
    log(&format!("ends; {} batches are applied, {} survive", server.node().store().applied(), server.node().durable()));
    Ok(Outcome::Good)
}

/// Refuses an address that cannot be had. It is left again: who takes it in this moment is told of when the network is opened.
fn expect_free(listen: &str) -> anyhow::Result<()> {
    let Some(place) = ClusterConfig::place(listen) else { return Ok(()) };
    TcpListener::bind(place)
        .map(drop)
        .with_context(|| format!("cluster.listen: the network cannot be opened, listening at {listen}"))
}
