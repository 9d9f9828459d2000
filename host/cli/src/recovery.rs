//! `emberlane recovery`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use emberlane_checkpoints::cpr::{Choice, Costs, Decision, choose, expected_pls};
use emberlane_files::read_text_at_most;
use emberlane_stores::{ShardWaits, WaitSum};
use serde::Deserialize;
use serde_json::json;

use crate::outcome::{Format, Outcome, misused, stdout};

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
    #[arg(long, value_name = "PORTION", default_value = "0.1", value_parser = portion)]
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
    let number = text.parse().ok().filter(|number: &f64| (1e-9..=1e9).contains(number));
    number.ok_or_else(|| "expected a number above 0 and up to 1e9".to_owned())
}

fn portion(text: &str) -> Result<f64, String> {
    positive(text)
        .ok()
        .filter(|portion| *portion <= 1.0)
        .ok_or_else(|| "expected a portion, above 0 and up to 1".to_owned())
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

/// What the run says, in seconds, or why it does not say it.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    /// A batch without a death.
    batch: f64,
    /// How much longer a batch next to a checkpoint waits.
    save: Result<f64, &'static str>,
    /// How much longer a batch waits in which a shard died.
    restart: Result<f64, &'static str>,
}

impl Measured {
    /// `None`: there was no batch to compare with.
    fn of(wall: &Wall, waits: &ShardWaits) -> Option<Self> {
        let ShardWaits { deaths, behind_deaths, behind_checkpoints, others, .. } = waits;
        let usual = others.mean().or_else(|| behind_checkpoints.mean())?;
        // All batches are timed, of which some are not compared.
        let without =
            wall.data + wall.embedding + wall.mlp - (behind_deaths.seconds - behind_deaths.batches as f64 * usual);
        Some(Self {
            batch: without / waits.batches as f64,
            save: Self::save(waits),
            restart: match deaths {
                0 => Err("no shard died: train with `emberlane cluster --kill \"shard 0 at batch N\"`"),
                _ if waits.workers > 1 => Err("workers wait for one another when a shard dies: train with one"),
                _ if behind_deaths.batches == 0 => Err("no batch waited for a shard that died: kill one in the middle"),
                deaths => {
                    Ok(((behind_deaths.seconds - behind_deaths.batches as f64 * usual) / *deaths as f64).max(0.0))
                }
            },
        })
    }

    fn save(waits: &ShardWaits) -> Result<f64, &'static str> {
        let ShardWaits { interval, checkpoints_are_waited_for, behind_checkpoints, others, .. } = waits;
        if *interval == 0 {
            return Err("these shards make no checkpoints");
        }
        if !checkpoints_are_waited_for {
            return Err("these shards write checkpoints while training goes on: let cluster.checkpoint.wait be true");
        }
        let sums = [behind_checkpoints, others];
        let [Some(checkpoints), Some(usual)] = sums.map(WaitSum::mean) else {
            return Err("there is no batch next to a checkpoint to be compared, or none else: train for some of \
                        cluster.checkpoint.batches, 2 at least, without [evaluate] and [save] at the same batches");
        };
        let variances = sums.map(|sum| sum.variance_of_mean().unwrap_or(f64::INFINITY));
        let noise = variances.iter().sum::<f64>().sqrt();
        // Nineteen times in twenty a difference by chance is smaller.
        if checkpoints - usual > 2.0 * noise {
            Ok(checkpoints - usual)
        } else {
            Err("it is lost among waits of other batches: train longer")
        }
    }
}

pub(super) fn run(arguments: &RecoveryArguments) -> anyhow::Result<Outcome> {
    let file = arguments.run.join("summary.json");
    let (wall, waits) = read(&file)?;
    if arguments.lost > waits.shards {
        return Err(misused("recovery", &format!("--lost {}: the run had {} shards", arguments.lost, waits.shards)));
    }
    let measured = Measured::of(&wall, &waits)
        .ok_or_else(|| anyhow!("{}: no batch can be compared with another: train longer", file.display()))?;
    let known = |said: Option<f64>, found: Result<f64, &str>, what: &str, option: &str| match (said, found) {
        (Some(said), _) => Ok(said),
        (None, Ok(found)) => Ok(found),
        (None, Err(why)) => {
            Err(anyhow!("{}: what {what} costs is not known: {why}; or say {option} SECONDS", file.display()))
        }
    };
    let save = known(arguments.save, measured.save, "a checkpoint", "--save")?;
    let restart = known(arguments.restart, measured.restart, "a death", "--restart")?;
    let costs = Costs { save, load: restart, reschedule: 0.0 };
    let between = arguments.between_failures * 3600.0;
    let longest = f64::from(u32::MAX) * measured.batch;
    let decision =
        choose(&costs, arguments.pls, between, waits.shards, arguments.lost).at_most(longest, &costs, between);
    let least = decision.full.min(decision.partial);
    if least.is_nan() || least >= 1.0 {
        return Err(misused(
            "recovery",
            &format!(
                "--between-failures {}: failures that cost {} each come faster than anything can be trained",
                arguments.between_failures,
                time(restart)
            ),
        ));
    }
    let advice = Advice { arguments, waits: &waits, batch: measured.batch, costs, between, decision };
    let mut out = stdout();
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
    /// Seconds of a batch.
    batch: f64,
    costs: Costs,
    between: f64,
    decision: Decision,
}

impl Advice<'_> {
    /// Batches of an interval, as many as `cluster.checkpoint.batches` can be.
    fn batches(&self, interval: f64) -> u64 {
        (interval / self.batch).round().clamp(1.0, f64::from(u32::MAX)) as u64
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
            "batch_seconds": self.batch,
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
        writeln!(out, "a batch       {}", time(self.batch))?;
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
    use std::time::Duration;

    use super::*;

    fn sum(waits: &[f64]) -> WaitSum {
        let mut sum = WaitSum::default();
        waits.iter().for_each(|wait| sum.add(Duration::from_secs_f64(*wait)));
        sum
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn costs_are_what_was_waited_longer() {
        let waits = ShardWaits {
            shards: 4,
            workers: 1,
            interval: 10,
            batches: 100,
            checkpoints_are_waited_for: true,
            deaths: 3,
            behind_deaths: sum(&[3.002, 3.002]),
            behind_checkpoints: sum(&[0.012, 0.011, 0.013]),
            others: sum(&[0.001, 0.003, 0.002, 0.002]),
        };
        let wall = Wall { data: 0.1, embedding: 7.0, mlp: 0.5, waits: None };
        let measured = Measured::of(&wall, &waits).unwrap();
        near(measured.batch, (7.6 - 6.0) / 100.0);
        near(measured.save.unwrap(), 0.010);
        near(measured.restart.unwrap(), 2.0);
        let says = |waits: ShardWaits, part: &str| {
            let Measured { save, restart, .. } = Measured::of(&wall, &waits).unwrap();
            let found: Vec<&str> = [save, restart].into_iter().filter_map(Result::err).collect();
            assert!(found.len() == 1 && found[0].contains(part), "{found:?}");
        };
        says(ShardWaits { deaths: 0, ..waits }, "no shard died");
        says(ShardWaits { workers: 2, ..waits }, "one another");
        says(ShardWaits { behind_deaths: sum(&[]), ..waits }, "in the middle");
        says(ShardWaits { interval: 0, ..waits }, "no checkpoints");
        says(ShardWaits { checkpoints_are_waited_for: false, ..waits }, "cluster.checkpoint.wait");
        says(ShardWaits { behind_checkpoints: sum(&[]), ..waits }, "no batch next to");
        says(ShardWaits { behind_checkpoints: sum(&[0.001, 0.004, 0.002]), ..waits }, "lost among");
        says(ShardWaits { behind_checkpoints: sum(&[0.9]), ..waits }, "lost among");
        let none = ShardWaits { others: sum(&[]), behind_checkpoints: sum(&[]), ..waits };
        assert_eq!(Measured::of(&wall, &none), None);
    }
}
