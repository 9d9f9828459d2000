//! `emberlane plan`

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use emberlane_data::DataMemory;
use emberlane_experiment::Experiment;
use emberlane_files::is_one_file_system;
use emberlane_memory::{Available, Bytes, available};
use emberlane_systems::Needs;
use emberlane_systems::open::{PARTS, words_of};
use emberlane_training::{BatchRecord, Observer, RunOptions};
use serde_json::{Value, json};

use crate::experiment_arguments::ExperimentArguments;
use crate::outcome::{Format, Outcome, misused, stdout};
#[cfg(feature = "cluster")]
use crate::plan_shards::Shards;
use crate::signals;

/// Say what an experiment will take, before it is trained: memory, room on the disk, and, measured, time.
///
/// Exit status 1 when `train` would refuse it: when it needs more memory than there is, or its settings do not go together.
#[derive(Debug, Args)]
pub(super) struct PlanArguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// Show every table.
    #[arg(long)]
    tables: bool,
    /// Train N batches, and say how long all will take; tables in files are made beside those of the experiment, and removed again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    measure: Option<u64>,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &PlanArguments) -> anyhow::Result<Outcome> {
    let experiment = arguments.experiment.read()?;
    emberlane_systems::check_settings(&experiment)?;
    let needs = emberlane_systems::needs(&experiment)?;
    let plan = Plan {
        batches: at_most(needs.batches, arguments.experiment.batches),
        refused: needs.check(available()).err().map(|refused| refused.to_string()),
        available: available(),
        needs,
        shows_tables: arguments.tables,
        experiment: &experiment,
    };
    let measured = match (arguments.measure, &plan.refused) {
        (Some(batches), None) => Some(measure(&experiment, batches, &plan)?),
        _ => None,
    };
    let mut out = stdout();
    match arguments.format {
        Format::Json => writeln!(out, "{:#}", plan.json(measured.as_ref()))?,
        Format::Human => plan.print(&mut out, measured.as_ref())?,
    }
    Ok(if plan.refused.is_some() { Outcome::Bad } else { Outcome::Good })
}

/// The smaller of two numbers, of which either may not be known.
fn at_most(known: Option<u64>, most: Option<u64>) -> Option<u64> {
    known.map(|known| most.map_or(known, |most| known.min(most))).or(most)
}

/// What an experiment will take.
struct Plan<'e> {
    experiment: &'e Experiment,
    needs: Needs,
    /// Batches of the run, as far as known.
    batches: Option<u64>,
    available: Option<Available>,
    /// Why it is not trained here.
    refused: Option<String>,
    shows_tables: bool,
}

impl Plan<'_> {
    fn of_table(&self, table: usize) -> u64 {
        u64::from(self.experiment.model.rows[table]) * 4 * self.experiment.model.dimension as u64
    }

    fn largest_table(&self) -> usize {
        (0..self.experiment.model.tables()).rev().max_by_key(|table| self.of_table(*table)).unwrap_or(0)
    }

    /// Bytes of all tables, wherever they are.
    fn bytes(&self) -> u64 {
        (0..self.experiment.model.tables()).fold(0, |sum, table| sum.saturating_add(self.of_table(table)))
    }

    fn rows(&self) -> u64 {
        self.experiment.model.rows.iter().map(|rows| u64::from(*rows)).sum()
    }

    /// Memory when the last batch is trained.
    fn at_the_end(&self) -> Option<u64> {
        Some(self.needs.total().saturating_add(self.needs.growth(self.batches?)))
    }

    fn print(&self, out: &mut impl Write, measured: Option<&Measured>) -> std::io::Result<()> {
        let model = &self.experiment.model;
        let largest = self.largest_table();
        writeln!(
            out,
            "tables      {} with {} rows of {} FP32 elements, {}",
            model.tables(),
            self.rows(),
            model.dimension,
            Bytes(self.bytes())
        )?;
        let name = format!("table {largest}, the largest");
        writeln!(out, "  {name:<24}{:>12} rows{:>12}", model.rows[largest], Bytes(self.of_table(largest)))?;
        if self.shows_tables {
            for (table, rows) in model.rows.iter().enumerate() {
                writeln!(out, "  table {table:<18}{rows:>12} rows{:>12}", Bytes(self.of_table(table)))?;
            }
        }
        writeln!(out, "memory      {} when the first batches are trained", Bytes(self.needs.total()))?;
        for part in PARTS.into_iter().filter(|part| self.needs.of_part(*part) > 0) {
            writeln!(out, "  {:<42}{:>11}", words_of(part), Bytes(self.needs.of_part(part)))?;
            let of_part: Vec<_> = self.needs.memory.iter().filter(|need| need.part == part && need.bytes > 0).collect();
            for need in of_part.iter().filter(|_| of_part.len() > 1) {
                writeln!(out, "    {:<48}{:>11}", need.what, Bytes(need.bytes))?;
            }
        }
        match (self.at_the_end(), self.batches) {
            (Some(end), Some(batches)) => {
                writeln!(
                    out,
                    "  after all {batches} batches {}, with what is kept of them and of their predictions",
                    Bytes(end)
                )?;
            }
            _ => writeln!(
                out,
                "  grows with the batches, whose number is not known: by {} in the first 1000",
                Bytes(self.needs.growth(1000))
            )?,
        }
        let there = match &self.available {
            Some(available) => format!("{} are {}", Bytes(available.bytes), available.limit),
            None => "nobody knows how much there is".to_owned(),
        };
        let verdict = if self.refused.is_some() { "it does not fit" } else { "it fits" };
        writeln!(out, "there       {there}: {verdict}")?;
        writeln!(
            out,
            "disk        {} for the parameters, {} for a saved state",
            Bytes(self.needs.disk.parameters),
            Bytes(self.needs.disk.state)
        )?;
        if self.needs.disk.files > 0 {
            let files = self.needs.disk.files;
            writeln!(
                out,
                "            {} in store.directory when every row was written once, up to {} on the way",
                Bytes(files),
                Bytes(self.needs.disk.most_files)
            )?;
        }
        #[cfg(feature = "cluster")]
        if let Some(shards) = Shards::of(self.experiment) {
            shards.print(out)?;
        }
        if let Some(measured) = measured {
            measured.print(out)?;
        }
        match &self.refused {
            Some(refused) => writeln!(out, "refused     {refused}"),
            None => Ok(()),
        }
    }

    fn json(&self, measured: Option<&Measured>) -> Value {
        let model = &self.experiment.model;
        let largest = self.largest_table();
        let table = |table: usize| json!({ "table": table, "rows": model.rows[table], "bytes": self.of_table(table) });
        let memory = self
            .needs
            .memory
            .iter()
            .map(|need| json!({ "part": need.part.name(), "what": need.what, "bytes": need.bytes }));
        let mut plan = json!({
            "tables": {
                "count": model.tables(),
                "rows": self.rows(),
                "bytes": self.bytes(),
                "largest": table(largest),
            },
            "memory": {
                "bytes": self.needs.total(),
                "bytes_at_the_end": self.at_the_end(),
                "parts": memory.collect::<Vec<Value>>(),
            },
            "available": self.available.map(|available| json!({
                "bytes": available.bytes,
                "limit": available.limit.to_string(),
            })),
            "fits": self.refused.is_none(),
            "refused": self.refused,
            "disk": {
                "parameters_bytes": self.needs.disk.parameters,
                "state_bytes": self.needs.disk.state,
                "files_bytes": self.needs.disk.files,
                "most_files_bytes": self.needs.disk.most_files,
            },
            "batches": self.batches,
        });
        if self.shows_tables {
            plan["tables"]["each"] = (0..model.tables()).map(table).collect();
        }
        #[cfg(feature = "cluster")]
        if let Some(shards) = Shards::of(self.experiment) {
            plan["shards"] = shards.json();
        }
        if let Some(measured) = measured {
            plan["time"] = measured.json();
        }
        plan
    }
}

/// How long some batches have taken, and how long all will.
struct Measured {
    /// Batches that were trained, and how long that took.
    trained: (u64, Duration),
    /// Batches that were evaluated, and how long that took.
    evaluated: (u64, Duration),
    /// Getting ready for the first batch.
    opening: Duration,
    /// Batches to train and to evaluate, as far as known.
    batches: Option<(u64, u64)>,
}

impl Measured {
    /// Of the whole run, in seconds.
    fn total(&self) -> Option<f64> {
        let (trained, evaluated) = self.batches?;
        let evaluation = if self.evaluated.0 > 0 { evaluated as f64 * each(self.evaluated) } else { 0.0 };
        Some(self.opening.as_secs_f64() + trained as f64 * each(self.trained) + evaluation)
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (count, _) = self.trained;
        let batch = format!("{:.3} ms a batch (mean of {count})", 1e3 * each(self.trained));
        match (self.total(), self.batches) {
            (Some(total), Some((batches, _))) => writeln!(
                out,
                "time        about {} for {batches} batches: {batch}, {:.2} s before the first",
                duration(total),
                self.opening.as_secs_f64()
            ),
            _ => writeln!(out, "time        {batch}; how many there are, to train or to evaluate, is not known before"),
        }
    }

    fn json(&self) -> Value {
        json!({
            "measured_batches": self.trained.0,
            "seconds_a_batch": each(self.trained),
            "measured_evaluated_batches": self.evaluated.0,
            "seconds_an_evaluated_batch": (self.evaluated.0 > 0).then(|| each(self.evaluated)),
            "seconds_before_the_first": self.opening.as_secs_f64(),
            "seconds": self.total(),
        })
    }
}

/// Seconds that each of some took.
fn each((count, time): (u64, Duration)) -> f64 {
    time.as_secs_f64() / count.max(1) as f64
}

/// Seconds, in the largest unit of which there is one.
fn duration(seconds: f64) -> String {
    let units = [(86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    unit.map_or_else(|| format!("{seconds:.1} seconds"), |(length, name)| format!("{:.1} {name}", seconds / length))
}

/// A folder beside a place, on the same file system.
fn beside(place: &Path) -> anyhow::Result<tempfile::TempDir> {
    // It may be reached over links.
    let place = place.canonicalize().unwrap_or_else(|_| place.to_path_buf());
    let folder = place.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    if !is_one_file_system(&place, folder) {
        anyhow::bail!(
            "{}: --measure makes tables beside this, and a file system is mounted here: name a folder on it in the experiment",
            place.display()
        );
    }
    let own = tempfile::Builder::new().prefix(".plan-").tempdir_in(folder);
    own.with_context(|| format!("{}: a folder for what is measured cannot be made", folder.display()))
}

/// Trains some batches into nowhere.
fn measure(experiment: &Experiment, batches: u64, plan: &Plan<'_>) -> anyhow::Result<Measured> {
    if experiment.cluster.is_some() {
        let text = "--measure trains, and the shards of [cluster] would keep what is measured: measure the experiment without [cluster]";
        return Err(misused("plan", text));
    }
    let mut short = experiment.clone();
    short.evaluate.batches = Some(experiment.evaluate.most(batches).min(batches));
    (short.evaluate.every, short.evaluate.stop_after) = (None, None);
    // What is there stays as it is: what is measured has files of its own, on the same disk, while it is.
    let mut files = Vec::new();
    for place in
        [short.store.as_mut().map(|store| &mut store.directory), short.pool.as_mut().map(|pool| &mut pool.path)]
    {
        let Some(place) = place else { continue };
        let own = beside(place)?;
        *place = own.path().join("measured");
        files.push(own);
    }
    let options = RunOptions {
        batches: Some(plan.batches.map_or(batches, |all| all.min(batches))),
        stop: signals::stop_asked()?,
        ..RunOptions::default()
    };
    let mut clock = Clock { begin: Instant::now(), started: None, trained: None, evaluating: None, evaluated: None };
    emberlane_training::run(&short, &options, &mut clock)?;
    let started = clock.started.unwrap_or(clock.begin);
    let part = |last: Option<(u64, Instant)>, first: Option<Instant>| {
        last.map_or((0, Duration::ZERO), |(count, end)| (count, end - first.unwrap_or(end)))
    };
    let of_evaluation = DataMemory::of(&experiment.evaluation_data(), &experiment.model, &experiment.train)?.batches;
    let evaluation = |trained: u64| {
        let all = experiment.evaluate.most(trained);
        let once = of_evaluation.map_or(all, |of_data| all.min(of_data));
        (once < u64::MAX || !experiment.evaluate.enabled)
            .then(|| once.saturating_mul(experiment.evaluate.times(trained)))
    };
    Ok(Measured {
        trained: part(clock.trained, clock.started),
        evaluated: part(clock.evaluated, clock.evaluating),
        opening: started - clock.begin,
        batches: plan.batches.and_then(|trained| Some((trained, evaluation(trained)?))),
    })
}

/// Looks at the clock as a run goes on.
struct Clock {
    begin: Instant,
    started: Option<Instant>,
    /// Batches so far, and when the last was done.
    trained: Option<(u64, Instant)>,
    evaluating: Option<Instant>,
    evaluated: Option<(u64, Instant)>,
}

fn one_more(count: Option<(u64, Instant)>) -> Option<(u64, Instant)> {
    Some((count.map_or(0, |(count, _)| count) + 1, Instant::now()))
}

impl Observer for Clock {
    fn start(&mut self, _: u64, _: Option<u64>) {
        self.started = Some(Instant::now());
    }

    fn batch(&mut self, _: &BatchRecord) {
        self.trained = one_more(self.trained);
    }

    fn evaluate(&mut self, _: u64) {
        self.evaluating = Some(Instant::now());
    }

    fn evaluated(&mut self) {
        self.evaluated = one_more(self.evaluated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_in_the_largest_unit() {
        assert_eq!(duration(0.25), "0.2 seconds");
        assert_eq!(duration(90.0), "1.5 minutes");
        assert_eq!(duration(7.0 * 86_400.0), "7.0 days");
    }

    #[test]
    fn all_batches_are_counted_from_some() {
        let measured = Measured {
            trained: (10, Duration::from_secs(1)),
            evaluated: (5, Duration::from_secs(1)),
            opening: Duration::from_secs(3),
            batches: Some((1000, 50)),
        };
        assert_eq!(measured.total(), Some(3.0 + 100.0 + 10.0));
        assert_eq!(Measured { batches: None, ..measured }.total(), None);
        assert_eq!(
            (at_most(Some(5), Some(3)), at_most(None, Some(3)), at_most(Some(5), None)),
            (Some(3), Some(3), Some(5))
        );
    }
}
