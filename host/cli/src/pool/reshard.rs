//! `emberlane pool reshard`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use emberlane_experiment::{ClusterConfig, Experiment, Storage};
use emberlane_net::job;
use emberlane_ps::{Resharded, reshard};

use crate::cluster::cluster_of;
use crate::outcome::{Outcome, misused};
use crate::places::{expect_new_folder, file};
use crate::serve_storage::{geometry, identity};

#[derive(Debug, Args)]
pub(super) struct ReshardArguments {
    /// The experiment (TOML) whose shards these are, as it was trained with. None of them may run.
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    /// How many shards there will be.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u16).range(1..=1024))]
    shards: u16,
    /// How many workers there will be [default: as many as now].
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Where to write the new pools: no folder that is there.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Which checkpoint: the state after so many batches of the shard that has counted most [default: the newest that all have].
    #[arg(long, value_name = "N")]
    checkpoint: Option<u64>,
    /// Seed, instead of the experiment's.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

pub(super) fn run(arguments: &ReshardArguments, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    experiment.train.seed = arguments.seed.unwrap_or(experiment.train.seed);
    let file = arguments.experiment.display();
    let old = cluster_of("pool reshard", &experiment, &arguments.experiment)?;
    if old.storage == Storage::CxlMem {
        return Err(misused(
            "pool reshard",
            &format!("{file}: a CXL-MEM's memory is no pool: begin from a saved state (--resume)"),
        ));
    }
    if old.storage == Storage::Tiers {
        let text = format!("{file}: the folder of a shard with tiers is no pool: begin from a saved state (--resume)");
        return Err(misused("pool reshard", &text));
    }
    let Some(pool) = &old.pool else {
        return Err(misused("pool reshard", &format!("{file}: cluster.pool is missing: these shards keep nothing")));
    };
    let new =
        ClusterConfig { shards: arguments.shards, workers: arguments.workers.unwrap_or(old.workers), ..old.clone() };
    let resized = Experiment { cluster: Some(new.clone()), ..experiment.clone() };
    let (workers, slices) = (new.workers, experiment.slices());
    if resized.slices() != slices || !slices.is_multiple_of(workers.into()) {
        let text = format!(
            "--workers {workers}: bits depend on the slices of a batch, of which there are {slices}: {workers} has to divide them, and \
             train.slices = {slices} has to be in {file}"
        );
        return Err(misused("pool reshard", &text));
    }
    expect_new_folder("pool reshard", "--to", &arguments.to)?;
    if arguments.to.symlink_metadata().is_ok() {
        let text = format!("--to {}: this is there already: name a folder that is not", arguments.to.display());
        return Err(misused("pool reshard", &text));
    }
    if let Some(above) = arguments.to.parent() {
        std::fs::create_dir_all(above).with_context(|| above.display().to_string())?;
    }

    let tables = job::tables(&experiment);
    let from =
        (0..old.shards).filter_map(|shard| Some((old.pool_of(shard)?, identity(&experiment, &old, &tables, shard))));
    let from: Vec<_> = from.collect();
    let name = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let to =
        (0..new.shards).filter_map(|shard| Some((name(new.pool_of(shard)?), identity(&resized, &new, &tables, shard))));
    let to: Vec<_> = to.collect();
    let geometry = geometry(&tables, new.shards.into());
    let Resharded { checkpoint, pools, left } = reshard(&from, arguments.checkpoint, &arguments.to, &to, geometry)?;
    for (pool, later) in &left {
        writeln!(out, "left        {}: checkpoints {later:?}, which not all shards have", pool.display())?;
    }
    for (pool, rows) in &pools {
        writeln!(out, "wrote       {}: {rows} rows", pool.display())?;
    }
    writeln!(out, "resharded   checkpoint {checkpoint} of {} shards to {}", old.shards, new.shards)?;
    let place = whole(&arguments.to).join(pool.file_name().unwrap_or_default());
    writeln!(out, "to do       in [cluster] of {file}: shards = {}, as many addresses, pool = {place:?}", new.shards)?;
    Ok(Outcome::Good)
}

fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
