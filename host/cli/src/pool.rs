//! `emberlane pool`

#[cfg(feature = "cluster")]
mod reshard;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use emberlane_experiment::Experiment;
use emberlane_memory::Bytes;
use emberlane_ps::pool::file::{copy, copy_larger};
use emberlane_ps::pool::{Geometry, unfinished};
use emberlane_ps::{Checked, check, export};
use emberlane_systems::pool_geometry;
use serde_json::json;

use crate::outcome::{Format, Outcome, misused, report_on, stdout};
use crate::places::{expect_free_place, file};
use crate::signals;

/// Look at a pool of persistent memory: tables that are kept with [pool], or by a shard of a parameter server.
#[derive(Debug, Args)]
pub(super) struct PoolArguments {
    #[command(subcommand)]
    command: PoolCommand,
}

#[derive(Debug, Subcommand)]
enum PoolCommand {
    /// Read every slot, and compare each checkpoint with what it should have.
    ///
    /// Exit status 1 when something is damaged. Nothing is changed, and nobody may have the pool open.
    Check(CheckArguments),
    /// Write the rows of a checkpoint to a file of tensors (safetensors).
    ///
    /// Its tensors are `keys` (the table in the upper 32 bits, the row in the lower), `weights`, and `state` where the optimiser keeps
    /// something. Rows that are not there are as they were drawn.
    Export(ExportArguments),
    /// Copy a pool that nobody has open, as it is or with more slots.
    ///
    /// Saved states that name checkpoints of the pool name those of the copy, too.
    Copy(CopyArguments),
    /// Bring the rows of all shards of an experiment with [cluster] to another number of shards, between two runs.
    ///
    /// DIR appears with all new pools, or not at all; the old ones stay as they are. They hold the newest checkpoint that all shards have.
    #[cfg(feature = "cluster")]
    Reshard(reshard::ReshardArguments),
}

#[derive(Debug, Args)]
struct CheckArguments {
    /// The pool.
    #[arg(value_name = "POOL", value_parser = file())]
    pool: PathBuf,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Args)]
struct ExportArguments {
    /// The pool.
    #[arg(value_name = "POOL", value_parser = file())]
    pool: PathBuf,
    /// Where to write the rows.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Which checkpoint: the state after so many batches [default: the newest].
    #[arg(long, value_name = "N")]
    checkpoint: Option<u64>,
    /// Replace the file, if it is there.
    #[arg(long)]
    overwrite: bool,
}

#[derive(Debug, Args)]
struct CopyArguments {
    /// The pool.
    #[arg(value_name = "POOL", value_parser = file())]
    pool: PathBuf,
    /// Where to write the copy: no file that is there.
    #[arg(value_name = "COPY")]
    copy: PathBuf,
    /// Give the copy as many slots as this experiment (TOML) asks for in [pool].
    #[arg(long = "for", value_name = "EXPERIMENT", value_parser = file())]
    experiment: Option<PathBuf>,
}

pub(super) fn run(arguments: &PoolArguments) -> anyhow::Result<Outcome> {
    let mut out = stdout();
    match &arguments.command {
        PoolCommand::Check(CheckArguments { pool, format }) => {
            let checked = check(pool)?;
            match format {
                Format::Human => print_checked(&mut out, &checked)?,
                Format::Json => writeln!(out, "{:#}", json_of(&checked))?,
            }
            Ok(if checked.problems.is_empty() { Outcome::Good } else { Outcome::Bad })
        }
        PoolCommand::Export(ExportArguments { pool, out: file, checkpoint, overwrite }) => {
            expect_free_place("pool export", "--out", file, *overwrite, &[pool])?;
            let line = export(pool, *checkpoint, file)?;
            writeln!(
                report_on(file),
                "exported    checkpoint {}: {} rows to {}",
                line.checkpoint,
                line.rows,
                file.display()
            )?;
            Ok(Outcome::Good)
        }
        PoolCommand::Copy(CopyArguments { pool, copy: to, experiment }) => {
            let geometry = experiment.as_deref().map(geometry_for).transpose()?;
            expect_free_place("pool copy", "COPY", to, true, &[pool])?;
            // Whatever is there stays.
            if to.symlink_metadata().is_ok() {
                let text = format!("COPY {}: this is there already: choose another", to.display());
                return Err(misused("pool copy", &text));
            }
            let text = format!("stopped: COPY {} was not written", to.display());
            signals::end_removing(unfinished(to), text)?;
            let bytes = match geometry {
                None => copy(pool, to)?,
                Some(geometry) => copy_larger(pool, to, geometry)?,
            };
            writeln!(out, "copied      {} to {}", Bytes(bytes), to.display())?;
            Ok(Outcome::Good)
        }
        #[cfg(feature = "cluster")]
        PoolCommand::Reshard(arguments) => reshard::run(arguments, &mut out),
    }
}

/// What the pool of an experiment consists of.
fn geometry_for(file: &Path) -> anyhow::Result<Geometry> {
    let experiment = Experiment::read(file)?;
    let Some(config) = &experiment.pool else {
        return Err(misused("pool copy", &format!("--for {}: this experiment has no [pool]", file.display())));
    };
    Ok(pool_geometry(&experiment, config))
}

fn print_checked(out: &mut impl Write, checked: &Checked) -> std::io::Result<()> {
    let Checked { superblock, durability, checkpoints, empty, later, unreadable, unreadable_slots, problems } = checked;
    let (identity, geometry) = (superblock.identity, superblock.geometry);
    let slots = geometry.slots * u64::from(geometry.partitions);
    let bytes = geometry.bytes().map_or_else(String::new, |bytes| format!(", {}", Bytes(bytes)));
    writeln!(out, "pool        {:016x}, shard {} of {}", superblock.nonce, identity.shard, identity.shards)?;
    writeln!(out, "of          job {:016x}, tables {:016x}", identity.job, identity.tables)?;
    writeln!(
        out,
        "rows        {} weights and {} numbers of the optimiser's state each",
        geometry.shape.dimension, geometry.shape.state
    )?;
    writeln!(out, "slots       {slots} in {} partitions{bytes}", geometry.partitions)?;
    writeln!(
        out,
        "durability  {durability}, where nothing else is asked for; opened {} times",
        superblock.incarnation
    )?;
    for (line, is_whole) in checkpoints {
        let verdict = if *is_whole { "all rows are there" } else { "DAMAGED" };
        let moment = line.moment.map_or_else(String::new, |moment| format!("; {moment}"));
        writeln!(out, "checkpoint  {}: {} rows, {verdict}{moment}", line.checkpoint, line.rows)?;
    }
    writeln!(out, "others      {empty} empty slots, {later} rows behind the newest checkpoint")?;
    if *unreadable_slots > 0 {
        writeln!(out, "unreadable  {unreadable_slots} slots, torn or damaged: {unreadable}")?;
    }
    problems.iter().try_for_each(|problem| writeln!(out, "problem     {problem}"))
}

fn json_of(checked: &Checked) -> serde_json::Value {
    let Checked { superblock, durability, checkpoints, empty, later, unreadable, unreadable_slots, problems } = checked;
    let (identity, geometry) = (superblock.identity, superblock.geometry);
    let of = |(line, is_whole): &(emberlane_ps::pool::Line, bool)| {
        json!({
            "checkpoint": line.checkpoint,
            "moment": line.moment.map(|moment| moment.to_string()),
            "rows": line.rows,
            "whole": is_whole,
        })
    };
    json!({
        "nonce": format!("{:016x}", superblock.nonce),
        "job": format!("{:016x}", identity.job),
        "tables": format!("{:016x}", identity.tables),
        "shard": identity.shard,
        "shards": identity.shards,
        "dimension": geometry.shape.dimension,
        "state": geometry.shape.state,
        "partitions": geometry.partitions,
        "slots": geometry.slots * u64::from(geometry.partitions),
        "incarnation": superblock.incarnation,
        "durability": durability,
        "checkpoints": checkpoints.iter().map(of).collect::<Vec<_>>(),
        "empty_slots": empty,
        "later_rows": later,
        "unreadable_slots": unreadable_slots,
        "unreadable": unreadable,
        "problems": problems,
    })
}
