//! `emberlane cluster`: every process of a cluster on this machine.

mod kills;
mod pools;
mod process;
mod say;
mod supervisor;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use emberlane_experiment::{ClusterConfig, DataConfig, Experiment};
use emberlane_files::{is_being_filled, running};
use emberlane_net::certificates::{Credentials, Role};
use emberlane_net::free_ports;

use crate::cluster::{SizeArguments, cluster_of, is_here, on_one_thread};
use crate::outcome::{Misuse, Outcome, misused};
use crate::places::file;
use crate::train::{self, TrainArguments};
use kills::{Kill, Kills, Who, kill, pause};
use pools::{expect_own_pools, remove_pools, wait_for_pools};
use supervisor::{Launch, Supervisor};

/// How long a shard that was told to end may take.
const ENDING: Duration = Duration::from_secs(10);
/// The longest mean time between two random kills.
const LONGEST_WAIT: Duration = Duration::from_secs(1_000_000);

/// Train an experiment with [cluster]: start all its shards and workers on this machine, and look after them.
///
/// Shards that die are started again, if their storage survives; when a worker dies, all workers go on from the newest state of [save], or begin
/// anew where none was saved yet.
/// What rank 0 prints is shown; the others write to DIR.logs. Ctrl-C and SIGTERM stop after the batch that is trained, with a state to go on
/// from (--resume DIR); a second one ends at once. The exit status is that of the training. Killed itself, it leaves processes that end by
/// themselves, workers with a state, within a minute and a half.
#[derive(Debug, Args)]
pub(super) struct ClusterArguments {
    /// The experiment (TOML).
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    #[command(flatten)]
    size: SizeArguments,
    /// Directory for the results, as of `emberlane train` [default: out/NAME for NAME.toml].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results of an earlier run, and remove what shards hold in their pools.
    #[arg(long)]
    overwrite: bool,
    /// Go on from what a run has left in DIR.
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Train this many batches at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batches: Option<u64>,
    /// Seed, instead of the experiment's.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Kill a process (kill -9) when so many batches are applied, as in "shard 1 at batch 40" or "rank 0 at batch 7".
    #[arg(long, value_name = "WHO", value_parser = kill)]
    kill: Vec<Kill>,
    /// Let a process stand still (SIGSTOP, SIGCONT) when so many batches are applied, for so many seconds, as in "shard 1 at batch 40 for 2.5".
    #[arg(long, value_name = "WHO", value_parser = pause)]
    pause: Vec<Kill>,
    /// Kill a shard (kill -9) again and again, at random moments, so many seconds apart on average.
    #[arg(long, value_name = "SECONDS")]
    kill_every: Option<f64>,
    /// With --kill-every: kill workers, too.
    #[arg(long, requires = "kill_every")]
    kill_workers: bool,
    /// What random moments are drawn from [default: drawn, and printed].
    #[arg(long, value_name = "SEED", requires = "kill_every")]
    kill_seed: Option<u64>,
    /// Further options of `emberlane train` for rank 0, which writes the results.
    #[arg(last = true, value_name = "OPTIONS")]
    train: Vec<String>,
}

pub(super) fn run(arguments: &ClusterArguments) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    on_one_thread(&cluster_of("cluster", &experiment, &arguments.experiment)?)?;
    experiment.train.seed = arguments.seed.unwrap_or(experiment.train.seed);
    let size = place(arguments, &mut experiment)?;
    let cluster = cluster_of("cluster", &experiment, &arguments.experiment)?;
    let out = out(arguments)?;
    let logs = out.with_added_extension("logs");
    let kills = kills(arguments, &experiment, &cluster)?;
    let launch = Launch {
        experiment: arguments.experiment.clone(),
        seed: arguments.seed,
        batches: arguments.batches,
        size,
        out,
        logs,
        overwrite: arguments.overwrite,
        resume: arguments.resume.clone(),
        train: arguments.train.clone(),
    };
    // What would be refused later is refused before anything is removed or made.
    refuse_own_options(arguments)?;
    emberlane_data::files(&experiment.data).map_err(|error| error.named_by("data.path"))?;
    let asked = TrainArguments::read(&launch.rank_arguments(0, arguments.resume.as_deref(), arguments.overwrite));
    train::check(&asked).map_err(|error| match error.downcast::<Misuse>() {
        Ok(misuse) => misused("cluster", &misuse.message),
        Err(error) => error,
    })?;
    Credentials::of(&cluster, Role::Operator)?;
    if arguments.overwrite {
        remove_pools(&cluster, ENDING)?;
    } else {
        expect_own_pools(&experiment, &cluster)?;
        wait_for_pools(&cluster, ENDING)?;
    }
    if arguments.overwrite && arguments.resume.is_none() {
        // States of a run that was ended would be taken for those of this one.
        let left = running(&launch.out);
        if is_being_filled(&left) {
            std::fs::remove_dir_all(&left).with_context(|| left.display().to_string())?;
        }
    }
    std::fs::create_dir_all(&launch.logs).with_context(|| launch.logs.display().to_string())?;
    Supervisor::new(launch, &experiment, cluster, kills)?.run()
}

/// Refuses options behind `--` that rank 0 alone would have, and that all processes have to have.
fn refuse_own_options(arguments: &ClusterArguments) -> anyhow::Result<()> {
    let alone = ["train".to_owned(), arguments.experiment.display().to_string()];
    let of_rank_0 = TrainArguments::read(&[&alone[..], &arguments.train].concat());
    match of_rank_0.of_cluster() {
        Some(option @ ("--rank" | "--supervised")) => Err(misused(
            "cluster",
            &format!("{option} behind --: `emberlane cluster` says it to each process: leave it out"),
        )),
        Some(option) => Err(misused(
            "cluster",
            &format!("{option} behind --: rank 0 alone would have it, without the other processes: say it before --"),
        )),
        None => Ok(()),
    }
}

/// Where the processes are: at the experiment's addresses, if these are of this machine and as many, else at ports that are free. Gives the
/// options that tell every process so.
fn place(arguments: &ClusterArguments, experiment: &mut Experiment) -> anyhow::Result<Vec<String>> {
    let mut size = arguments.size.clone();
    let own = experiment.cluster.as_ref().filter(|_| !size.is_said());
    if own.is_some_and(|cluster| {
        cluster.listen.iter().chain(&cluster.meet).all(|it| is_here(it)) && cluster.connect.is_empty()
    }) {
        return Ok(Vec::new());
    }
    if size.ports.is_empty() {
        let mut larger = experiment.clone();
        size.apply("cluster", &mut larger)?;
        let count = larger.cluster.map_or(0, |cluster| cluster.processes_that_listen());
        size.ports = free_ports(count).context("free ports of this machine")?;
    }
    size.apply("cluster", experiment)?;
    let cluster = cluster_of("cluster", experiment, &arguments.experiment)?;
    let ports: Vec<String> = size.ports.iter().map(u16::to_string).collect();
    let said = [
        "--shards",
        &cluster.shards.to_string(),
        "--workers",
        &cluster.workers.to_string(),
        "--ports",
        &ports.join(","),
    ];
    Ok(said.map(str::to_owned).to_vec())
}

fn out(arguments: &ClusterArguments) -> anyhow::Result<PathBuf> {
    if let Some(out) = arguments.out.as_ref().or(arguments.resume.as_ref()) {
        return Ok(out.clone());
    }
    let name = arguments.experiment.file_stem();
    Ok(Path::new("out").join(name.ok_or_else(|| anyhow!("the experiment file has no name; say --out DIR"))?))
}

/// Who is killed when. What nobody survives is refused.
fn kills(arguments: &ClusterArguments, experiment: &Experiment, cluster: &ClusterConfig) -> anyhow::Result<Kills> {
    let refused = |text: String| Err(misused("cluster", &text));
    let kills_workers = arguments.kill_workers || arguments.kill.iter().any(|kill| matches!(kill.who, Who::Rank(_)));
    let planned = [&arguments.kill[..], &arguments.pause].concat();
    let of_data = match experiment.data {
        DataConfig::Synthetic { batches, .. } => Some(batches.saturating_mul(experiment.train.epochs)),
        _ => None,
    };
    let batches = of_data.into_iter().chain(arguments.batches).min();
    for Kill { who, batch, pause } in &planned {
        let option = if pause.is_some() { "--pause" } else { "--kill" };
        let (number, count, what) = match who {
            Who::Shard(shard) => (shard, cluster.shards, "shards"),
            Who::Rank(rank) => (rank, cluster.workers, "workers"),
        };
        if *number >= count {
            return refused(format!("{option}: there is no {who}: cluster.{what} = {count}, counted from 0"));
        }
        if let Some(batches) = batches.filter(|batches| batch > batches) {
            return refused(format!("{option} \"{who} at batch {batch}\": the training has {batches} batches"));
        }
    }
    if kills_workers && experiment.save.every.is_none() {
        return refused(
            "workers that are killed go on from a saved state: give the experiment [save] every = N".to_owned(),
        );
    }
    let every = arguments.kill_every.map(Duration::try_from_secs_f64).transpose();
    let every = every
        .ok()
        .filter(|every| every.is_none_or(|every| (Duration::from_millis(10)..=LONGEST_WAIT).contains(&every)));
    let Some(every) = every else {
        return refused(format!(
            "--kill-every {}: expected seconds, from 0.01 to {}",
            arguments.kill_every.unwrap_or(0.0),
            LONGEST_WAIT.as_secs()
        ));
    };
    let kills_shards = every.is_some() || arguments.kill.iter().any(|kill| matches!(kill.who, Who::Shard(_)));
    if kills_shards && !cluster.keeps() {
        let name = cluster.storage.name();
        return refused(format!(
            "storage {name:?} loses all when a shard is killed: give it a pool, as storage = \"pmem\" has one"
        ));
    }
    let seed = arguments.kill_seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    if let Some(every) = every {
        say::say(&format!("kills on average every {} s, --kill-seed {seed}", every.as_secs_f64()));
    }
    let shards = (0..cluster.shards).map(Who::Shard);
    let workers = (0..cluster.workers).map(Who::Rank).filter(|_| arguments.kill_workers);
    Ok(Kills::new(&planned, every, shards.chain(workers).collect(), seed))
}
