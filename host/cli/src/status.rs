//! `emberlane status`: how the shards of a cluster are.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use emberlane_experiment::Experiment;
use emberlane_net::certificates::{Credentials, Role};
use emberlane_net::{Zenoh, fingerprint, job, status};

use crate::cluster::{SizeArguments, cluster_of, on_one_thread, trusted};
use crate::outcome::{Format, Outcome, stdout};
use crate::places::file;

/// Say how the shards of an experiment with [cluster] are. Exit status 1 when one does not answer.
#[derive(Debug, Args)]
pub(super) struct StatusArguments {
    /// The experiment (TOML).
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    /// Seconds to wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    within: u64,
    #[command(flatten)]
    size: SizeArguments,
    /// Ask beyond this machine, without encryption.
    #[arg(long)]
    trust_network: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &StatusArguments) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    arguments.size.apply("status", &mut experiment)?;
    let cluster = cluster_of("status", &experiment, &arguments.experiment)?;
    cluster.addresses().iter().try_for_each(|address| trusted("status", address, arguments.trust_network))?;
    let job = fingerprint(&job::settings(&experiment, &cluster));
    let within = Duration::from_secs(arguments.within);
    on_one_thread(&cluster)?;
    let credentials = Credentials::of(&cluster, Role::Operator)?;
    let network = Zenoh::open(job, &[], cluster.addresses(), credentials.as_ref())?;
    let found = status(&network, cluster.shards, within);
    // Only shards see them.
    let seen = found.iter().flatten().filter_map(|status| status["present"].as_array());
    let ranks = seen.map(Vec::len).max();
    let all = found.iter().all(Result::is_ok);
    let mut stdout = stdout();
    if arguments.format == Format::Json {
        let shards = (0..).zip(&found).map(|(shard, found)| match found {
            Ok(status) => status.clone(),
            Err(error) => serde_json::json!({ "shard": shard, "error": error }),
        });
        let shards: Vec<serde_json::Value> = shards.collect();
        writeln!(stdout, "{:#}", serde_json::json!({ "shards": shards, "workers": ranks }))?;
    } else {
        writeln!(stdout, "shard  batches  durable  rows        storage    address")?;
        for ((shard, found), address) in (0..).zip(&found).zip(cluster.addresses()) {
            match found {
                Ok(status) => {
                    let of = |key: &str| status[key].to_string();
                    let storage = status["storage"].as_str().unwrap_or("?");
                    let other = if status["job"] == format!("{job:016x}") { "" } else { "  another training" };
                    let (applied, durable, rows) = (of("applied"), of("durable"), of("rows"));
                    writeln!(
                        stdout,
                        "{shard:<5}  {applied:<7}  {durable:<7}  {rows:<10}  {storage:<9}  {address}{other}"
                    )?;
                }
                Err(error) => writeln!(stdout, "{shard:<5}  {error} ({address})")?,
            }
        }
        let ranks = ranks.map_or_else(|| "not known, as no shard answers".to_owned(), |ranks| ranks.to_string());
        writeln!(stdout, "workers that train: {ranks}")?;
        if cluster.recovery.is_partial() {
            let number =
                |key: &str| found.iter().flatten().filter_map(|status| status[key].as_u64()).collect::<Vec<_>>();
            let lost = number("lost").into_iter().fold(0, u64::saturating_add);
            let applied = number("applied").into_iter().max().unwrap_or(0);
            let portion = lost as f64 / (applied.max(1) as f64 * f64::from(cluster.shards));
            writeln!(
                stdout,
                "lost in partial recoveries: {lost} batches of a shard; portion of lost samples {portion:.4}"
            )?;
        }
    }
    Ok(if all { Outcome::Good } else { Outcome::Bad })
}
