//! `emberlane recovery`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use emberlane_checkpoints::cpr::{Choice, Costs, Decision, choose, expected_pls};
use emberlane_files::read_text_at_most;
use emberlane_stores::ShardWaits;
use serde::Deserialize;
use serde_json::json;

use crate::outcome::{Format, Outcome, misused};

/// Bytes of the longest summary that is read: a loss of each batch is in another file.
const LONGEST: u64 = 1 << 26;

/// Say how often shards should save, and whether they should recover in full or in part, from what a run has measured.
///
/// RUN is the folder with the results of a training with [cluster], in which shards made checkpoints and some were killed, as `emberlane cluster --kill`
/// does. What a checkpoint and a death cost is how much longer the worker waited for rows then. The intervals and the choice are those of CPR (Eqs. 1
/// and 2, Sections 2.2, 4.1, 4.2).
#[derive(Debug, Args)]
pub(super) struct RecoveryArguments {
    /// The results of the run.
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Hours between two failures of any shard, on average.
    #[arg(long, value_name = "HOURS", value_parser = positive)]
    between_failures: f64,
    /// The portion of lost samples that may be expected of partial recovery.
    #[arg(long, value_name = "PORTION", default_value = "0.1", value_parser = positive)]
    pls: f64,
    /// Shards that fail at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    lost: u32,
    /// Seconds that a checkpoint costs, instead of what was measured.
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    save: Option<f64>,
    /// Seconds that a death costs, until its shard has its rows again, instead of what was measured.
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    restart: Option<f64>,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// What is read of a summary.
#[derive(Debug, Deserialize)]
struct Summary {
    wall_seconds: Wall,
}

#[derive(Debug, Deserialize)]
struct Wall {
    data: f64,
    embedding: f64,
    mlp: f64,
    waits: Option<ShardWaits>,
}

/// What the run says, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measured {
    /// A batch without a death.
    batch: f64,
    /// How much longer a batch next to a checkpoint waits.
    save: Option<f64>,
    /// How much longer a batch waits in which a shard died.
    restart: Option<f64>,
}

impl Measured {
    fn of(wall: &Wall, waits: &ShardWaits) -> Option<Self> {
        let ShardWaits { deaths, behind_deaths, behind_checkpoints, others, .. } = waits;
        let batches = behind_checkpoints.batches + others.batches;
        let usual = others.mean()?;
        let all = wall.data + wall.embedding + wall.mlp - behind_deaths.seconds;
        let longer = |seconds: f64, batches: u64, count: u64| {
            // A clock that was disturbed can make it less than nothing.
            (count > 0).then(|| ((seconds - batches as f64 * usual) / count as f64).max(1e-9))
        };
        Some(Self {
            batch: all / batches as f64,
            save: longer(behind_checkpoints.seconds, behind_checkpoints.batches, behind_checkpoints.batches),
            restart: longer(behind_deaths.seconds, behind_deaths.batches, *deaths),
        })
    }
}

pub(super) fn run(arguments: &RecoveryArguments) -> anyhow::Result<Outcome> {
    let file = arguments.run.join("summary.json");
    let (wall, waits) = read(&file)?;
    let measured = Measured::of(&wall, &waits)
        .ok_or_else(|| anyhow!("{}: every batch came next to a checkpoint or a death: train longer", file.display()))?;
    let save = arguments.save.or(measured.save).ok_or_else(|| {
        anyhow!(
            "{}: no batch came next to a checkpoint: train more than cluster.checkpoint.batches, or say --save SECONDS",
            file.display()
        )
    })?;
    let restart = arguments.restart.or(measured.restart).ok_or_else(|| {
        anyhow!(
            "{}: no shard died, so that nobody knows what that costs: train with `emberlane cluster --kill \"shard 0 at batch N\"`, or say \
             --restart SECONDS",
            file.display()
        )
    })?;
    if arguments.lost > waits.shards {
        return Err(misused("recovery", &format!("--lost {}: the run had {} shards", arguments.lost, waits.shards)));
    }
    let costs = Costs { save, load: restart, reschedule: 0.0 };
    let between = arguments.between_failures * 3600.0;
    let decision = choose(&costs, arguments.pls, between, waits.shards, arguments.lost);
    let advice = Advice { arguments, waits: &waits, measured, costs, between, decision };
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{:#}", advice.json())?,
        Format::Human => advice.print(&mut out)?,
    }
    Ok(Outcome::Good)
}

fn read(file: &Path) -> anyhow::Result<(Wall, ShardWaits)> {
    let text = read_text_at_most(file, LONGEST).with_context(|| file.display().to_string())?;
    let Summary { wall_seconds } = serde_json::from_str(&text)
        .with_context(|| format!("{}: it is no summary of a training, or of another version", file.display()))?;
    let waits = wall_seconds.waits.ok_or_else(|| {
        anyhow!("{}: this training had no shards: take the results of one with [cluster]", file.display())
    })?;
    Ok((wall_seconds, waits))
}

struct Advice<'a> {
    arguments: &'a RecoveryArguments,
    waits: &'a ShardWaits,
    measured: Measured,
    costs: Costs,
    between: f64,
    decision: Decision,
}

impl Advice<'_> {
    /// Batches of an interval, one at least.
    fn batches(&self, interval: f64) -> u64 {
        (interval / self.measured.batch).round().max(1.0) as u64
    }

    fn pls(&self, interval: f64) -> f64 {
        expected_pls(interval, self.between, self.waits.shards, self.arguments.lost)
    }

    fn recovery(&self) -> &'static str {
        match self.decision.choice {
            Choice::Full => "full",
            Choice::Partial => "partial",
        }
    }

    fn json(&self) -> serde_json::Value {
        let Decision { full_interval, full, partial_interval, partial, .. } = self.decision;
        json!({
            "run": self.arguments.run,
            "waits": self.waits,
            "batch_seconds": self.measured.batch,
            "save_seconds": self.costs.save,
            "restart_seconds": self.costs.load,
            "between_failures_seconds": self.between,
            "lost_shards": self.arguments.lost,
            "full": { "interval_seconds": full_interval, "batches": self.batches(full_interval), "overhead": full },
            "partial": {
                "interval_seconds": partial_interval,
                "batches": self.batches(partial_interval),
                "overhead": partial,
                "portion_of_lost_samples": self.pls(partial_interval),
            },
            "recovery": self.recovery(),
            "batches": self.batches(self.decision.interval()),
        })
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Decision { full_interval, full, partial_interval, partial, .. } = self.decision;
        let ShardWaits { deaths, behind_checkpoints, .. } = self.waits;
        let from = |said: Option<f64>, count: u64, what: &str| match said {
            Some(_) => "as said".to_owned(),
            None => format!("the mean of {count} {what}"),
        };
        writeln!(out, "a batch       {}", time(self.measured.batch))?;
        let (save, restart) = (self.arguments.save, self.arguments.restart);
        let how = from(save, behind_checkpoints.batches, "batches next to one");
        writeln!(out, "a checkpoint  {}, {how}", time(self.costs.save))?;
        writeln!(out, "a death       {}, {}", time(self.costs.load), from(restart, *deaths, "deaths"))?;
        writeln!(
            out,
            "failures      every {}, of {} of {} shards",
            time(self.between),
            self.arguments.lost,
            self.waits.shards
        )?;
        let line = |interval: f64| format!("every {} ({} batches)", time(interval), self.batches(interval));
        writeln!(out, "full          {}: {:.4} % of the time", line(full_interval), 100.0 * full)?;
        writeln!(
            out,
            "partial       {}: {:.4} % of the time, portion of lost samples {:.4}",
            line(partial_interval),
            100.0 * partial,
            self.pls(partial_interval)
        )?;
        writeln!(
            out,
            "\n[cluster.checkpoint]\nbatches = {}\nrecovery = \"{}\"",
            self.batches(self.decision.interval()),
            self.recovery()
        )
    }
}

/// Seconds for people.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds >= 5400.0 => format!("{:.2} h", seconds / 3600.0),
        seconds if seconds >= 90.0 => format!("{:.2} min", seconds / 60.0),
        seconds if seconds >= 0.95 => format!("{seconds:.2} s"),
        seconds => format!("{:.3} ms", 1e3 * seconds),
    }
}

#[cfg(test)]
mod tests {
    use emberlane_stores::WaitSum;

    use super::*;

    #[test]
    fn costs_are_what_was_waited_longer() {
        let sum = |batches, seconds| WaitSum { batches, seconds };
        let waits = ShardWaits {
            shards: 4,
            interval: 10,
            deaths: 3,
            behind_deaths: sum(2, 6.004),
            behind_checkpoints: sum(10, 0.12),
            others: sum(90, 0.18),
        };
        let wall = Wall { data: 0.1, embedding: 7.0, mlp: 0.5, waits: None };
        let measured = Measured::of(&wall, &waits).unwrap();
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
        near(measured.batch, (7.6 - 6.004) / 100.0);
        near(measured.save.unwrap(), 0.010);
        near(measured.restart.unwrap(), 2.0);
        let without = ShardWaits { deaths: 0, behind_deaths: sum(0, 0.0), behind_checkpoints: sum(0, 0.0), ..waits };
        let found = Measured::of(&wall, &without).unwrap();
        assert_eq!((found.save, found.restart), (None, None));
        assert_eq!(Measured::of(&wall, &ShardWaits { others: sum(0, 0.0), ..waits }), None);
    }
}
