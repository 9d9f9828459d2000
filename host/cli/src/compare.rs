//! `emberlane compare`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use emberlane_experiment::{Experiment, Optimizer};
use emberlane_laboratory::side_by_side::{Assumptions, Comparison, FORMS};
use emberlane_laboratory::trainingcxl::{TrainingCxl, Workload, WorkloadError, measure_all};
use emberlane_systems::StoreOptions;
use emberlane_systems::costs::{costs, ndrec_costs};
use emberlane_systems::schedule::{COMPARED, Compared, ITERATED};

use crate::compare_ndrec::{self, NdRecArguments, Output};
use crate::outcome::{Format, Outcome, misused, stdout};
use crate::paragraph::{WIDTH, wrapped};
use crate::places::{expect_file, expect_free_place, expect_once, expect_own_folder};

/// Put training systems side by side: what each takes for a batch, in time, energy and traffic.
///
/// Runs batches of the experiment on each system of TrainingCXL as `train --system` does, without the arithmetic; or, with
/// `--workload`, iterations of that workload on each system of NDRec. Numbers that no mechanism computes are those of `--assumptions`, each of
/// which says where it is from. Writes DIR/compare.csv, .md, .svg and .json.
#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    /// The experiment; its system, checkpoints and store do not count.
    #[arg(value_name = "EXPERIMENT.toml", required_unless_present_any = ["assumptions", "workload"],
        conflicts_with = "assumptions")]
    experiment: Option<PathBuf>,
    /// Systems, separated by commas [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(names(false).into_iter().chain(names(true))),
        conflicts_with = "assumptions")]
    systems: Vec<String>,
    /// Batches that count, behind those that fill the pipeline.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=1_000_000),
        conflicts_with_all = ["workload", "assumptions"])]
    batches: u64,
    /// Take another number, see `--assumptions`.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Print all numbers with their sources, and end.
    #[arg(long)]
    assumptions: bool,
    /// Directory for the results.
    #[arg(long, value_name = "DIR", default_value = "out/compare", conflicts_with = "assumptions")]
    out: PathBuf,
    /// Replace the results of an earlier run.
    #[arg(long, conflicts_with = "assumptions")]
    overwrite: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten, next_help_heading = "NDRec")]
    ndrec: NdRecArguments,
}

/// Names of the systems of TrainingCXL, or of NDRec.
fn names(of_ndrec: bool) -> Vec<&'static str> {
    match of_ndrec {
        true => ITERATED.iter().map(|system| system.kind.name()).collect(),
        false => COMPARED.iter().map(|system| system.kind.name()).collect(),
    }
}

pub(super) fn run(arguments: &CompareArguments) -> anyhow::Result<Outcome> {
    let assumptions = assumptions(arguments).map_err(|error| misused("compare", &error.to_string()))?;
    let mut stdout = stdout();
    if arguments.assumptions {
        match arguments.format {
            Format::Human => print_assumptions(&mut stdout, &assumptions)?,
            Format::Json => writeln!(stdout, "{}", serde_json::to_string_pretty(&assumptions)?)?,
        }
        return Ok(Outcome::Good);
    }
    expect_once("compare", "--systems", arguments.systems.iter().map(String::as_str))?;
    expect_place(arguments)?;
    let of_ndrec = arguments.ndrec.workload.is_some();
    let known = names(of_ndrec);
    if let Some(other) = arguments.systems.iter().find(|name| !known.contains(&&***name)) {
        let hint = if of_ndrec { "is of TrainingCXL: leave --workload out" } else { "is of NDRec: give a --workload" };
        return Err(misused("compare", &format!("--systems: {other} {hint}")));
    }
    if of_ndrec {
        let output = Output { systems: &arguments.systems, directory: &arguments.out, format: arguments.format };
        return compare_ndrec::run(&arguments.ndrec, assumptions, &output);
    }
    let is_asked = |system: &&Compared| {
        arguments.systems.is_empty() || arguments.systems.iter().any(|name| name == system.kind.name())
    };
    let file = arguments.experiment.as_deref().expect("clap requires it");
    expect_file("compare", "EXPERIMENT.toml", file)?;
    let experiment = Experiment::read(file)?;
    expect_comparable(&experiment).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let workload = Workload::measure(&name, &experiment, arguments.batches + 1).map_err(|error| match error {
        WorkloadError::TooFewBatches { .. } => anyhow::anyhow!("{}: {error}", file.display()),
        error => error.into(),
    })?;
    let options = StoreOptions { costs: Some(Arc::new(assumptions.clone())), ..StoreOptions::default() };
    let asked: Vec<&Compared> = COMPARED.iter().filter(is_asked).collect();
    let measured = measure_all(&asked, &experiment, &options, arguments.batches)?;
    let comparison = Comparison { workload, assumptions, measured };
    comparison.write(&arguments.out).map_err(|(file, error)| anyhow::anyhow!("{}: {error}", file.display()))?;
    match arguments.format {
        Format::Human => print(&mut stdout, &comparison, &arguments.out)?,
        Format::Json => writeln!(stdout, "{}", serde_json::to_string_pretty(&comparison)?)?,
    }
    Ok(Outcome::Good)
}

/// Refuses tables that are where none of the systems has them, and what none is timed for, before the systems do, which name options of `train`.
fn expect_comparable(experiment: &Experiment) -> Result<(), String> {
    let sections = [
        ("[cluster]", experiment.cluster.is_some()),
        ("[pool]", experiment.pool.is_some()),
        ("[failures]", experiment.failures.is_some()),
    ];
    if let Some((section, _)) = sections.into_iter().find(|(_, is_there)| *is_there) {
        return Err(format!("{section} keeps the tables where no system that is compared has them: remove {section}"));
    }
    let optimizer = experiment.train.optimizer;
    if optimizer != Optimizer::Sgd {
        let name = optimizer.name();
        return Err(format!(
            "train.optimizer = {name:?}: systems are compared with sgd alone: use train.optimizer = \"sgd\""
        ));
    }
    Ok(())
}

/// Refuses a folder of other things, and, unless they may be replaced, the results of an earlier run.
fn expect_place(CompareArguments { out, overwrite, .. }: &CompareArguments) -> anyhow::Result<()> {
    let results = FORMS.map(|form| format!("compare.{form}"));
    expect_own_folder("compare", "--out", out, |name| results.iter().any(|result| result == name))?;
    results.iter().try_for_each(|result| expect_free_place("compare", "--out", &out.join(result), *overwrite, &[]))
}

fn assumptions(arguments: &CompareArguments) -> anyhow::Result<Assumptions> {
    let mut all = if arguments.ndrec.workload.is_some() { ndrec_costs() } else { costs() };
    let set = arguments.set.iter().map(|setting| setting.split_once('=').map_or(&**setting, |(name, _)| name));
    expect_once("compare", "--set", set)?;
    for setting in &arguments.set {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let value =
            value.parse().with_context(|| format!("{setting:?}: expected NAME=VALUE, as in host_pmem_channels=4"))?;
        all.set(name, value)?;
    }
    Ok(all)
}

fn print_assumptions(out: &mut impl Write, assumptions: &Assumptions) -> std::io::Result<()> {
    assumptions.iter().try_for_each(|(name, assumption)| {
        let number = &assumption.number;
        writeln!(out, "{name} = {} {} ({})", number.value, assumption.unit, assumption.kind())?;
        writeln!(out, "{}", wrapped(&format!("    {}", number.source), 4))
    })
}

fn print(out: &mut impl Write, comparison: &Comparison<TrainingCxl>, directory: &Path) -> std::io::Result<()> {
    let Workload { name, samples, tables, entries, unique_rows, shared_entries, .. } = &comparison.workload;
    let head = format!(
        "{name}: {samples} samples, {tables} tables, {entries:.0} indices of {unique_rows:.0} rows; {:.1} % of the indices \
         name a row that the batch before used, too",
        100.0 * shared_entries
    );
    writeln!(out, "{}\n", wrapped(&head, 0))?;
    writeln!(out, "{}", comparison.table().text_within(WIDTH))?;
    for note in comparison.notes() {
        writeln!(out, "{}", wrapped(&format!("note        {note}"), 12))?;
    }
    writeln!(out, "numbers     `emberlane compare --assumptions` says where each is from")?;
    writeln!(out, "results     {}", directory.join("compare.{md,csv,svg,json}").display())
}
