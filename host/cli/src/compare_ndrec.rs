//! `emberlane compare --workload`: the systems of NDRec.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use emberlane_data::access::{Column, FileFit, Fit, fit_file};
use emberlane_experiment::OnMalformed;
use emberlane_laboratory::ndrec::workload::{NAMES, Workload};
use emberlane_laboratory::ndrec::{self, COUNTED, NdRec, Sample, Setup};
use emberlane_laboratory::side_by_side::{Assumptions, Comparison};
use emberlane_systems::schedule::{ITERATED, Iterated};

use crate::outcome::{Format, Outcome, misused, stdout};
use crate::paragraph::{WIDTH, wrapped};
use crate::places::expect_file;

/// Records of a file that columns are fitted to at most.
const RECORDS: usize = 10_000_000;
/// Records that a fit needs.
const FEWEST: u64 = 100;

/// The machine and the workload.
#[derive(Debug, Args)]
pub(super) struct NdRecArguments {
    /// Compare the systems of NDRec for this workload of its Table II.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(NAMES), conflicts_with = "experiment")]
    pub(super) workload: Option<String>,
    /// Samples of an iteration, over all GPUs.
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = range(1, 65_536), requires = "workload", conflicts_with_all = ["experiment", "assumptions"])]
    batch: u32,
    /// GPUs.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = range(1, 4), requires = "workload", conflicts_with_all = ["experiment", "assumptions"])]
    gpus: u32,
    /// SmartSSDs.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = range(1, 8), requires = "workload", conflicts_with_all = ["experiment", "assumptions"])]
    smartssds: u32,
    /// Switches between a device and the root port.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = range(0, 2), requires = "workload", conflicts_with_all = ["experiment", "assumptions"])]
    switch_levels: u32,
    /// Look tables up as often as these records in Criteo's format say; for kaggle-dac and criteo-terabyte.
    #[arg(long, value_name = "FILE", requires = "workload", conflicts_with_all = ["experiment", "assumptions"])]
    criteo: Option<PathBuf>,
}

fn range(least: i64, most: i64) -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(least..=most)
}

/// Where the results go.
pub(super) struct Output<'a> {
    pub(super) systems: &'a [String],
    pub(super) directory: &'a std::path::Path,
    pub(super) format: Format,
}

pub(super) fn run(
    arguments: &NdRecArguments,
    assumptions: Assumptions,
    output: &Output<'_>,
) -> anyhow::Result<Outcome> {
    let (batch, gpus) = (arguments.batch, arguments.gpus);
    if batch < gpus {
        let text = format!(
            "--batch {batch} with --gpus {gpus}: each GPU needs a sample: give a larger --batch, or fewer --gpus"
        );
        return Err(misused("compare", &text));
    }
    let name = arguments.workload.as_deref().unwrap_or_default();
    let mut workload = Workload::find(name).expect("clap knows the names");
    if let Some(file) = &arguments.criteo {
        let Ok(rows) = workload.columns.iter().map(|column| column.rows).collect::<Vec<u64>>().try_into() else {
            return Err(misused(
                "compare",
                &format!("--criteo is for workloads of 26 tables; {name} has {}", workload.tables()),
            ));
        };
        expect_file("compare", "--criteo", file)?;
        let fitted = fit_file(file, &rows, RECORDS, OnMalformed::Skip)?;
        let FileFit { records, skipped, .. } = fitted;
        anyhow::ensure!(
            records >= FEWEST,
            "{}: {records} records, and {skipped} lines that are none; a fit needs {FEWEST}",
            file.display()
        );
        let note = format!(
            "{}: tables are looked up as in these {records} records; {skipped} malformed lines left out",
            file.display()
        );
        eprintln!("{}", wrapped(&note, 4));
        let columns: Vec<Column> = fitted.columns.iter().map(Fit::column).collect();
        workload = workload.with_columns(columns);
    }
    let setup = Setup {
        batch: arguments.batch as usize,
        gpus: arguments.gpus as usize,
        smartssds: arguments.smartssds as usize,
        switch_levels: arguments.switch_levels.into(),
    };
    let runs = |system: &Iterated| ndrec::can_run(system, &workload, setup, &assumptions);
    let is_named = |system: &Iterated| output.systems.iter().any(|name| name == system.kind.name());
    if let Some(system) = ITERATED.iter().find(|system| is_named(system) && !runs(system)) {
        anyhow::bail!(
            "{} needs all tables in the GPUs' memories: {:.2} GB are more than {} GPUs have",
            system.kind.name(),
            workload.table_bytes() as f64 * 1e-9,
            setup.gpus
        );
    }
    let sample = Sample::new(&workload, setup, COUNTED);
    let steady = ndrec::steady(&workload, sample.seed);
    let asked: Vec<&Iterated> =
        ITERATED.iter().filter(|system| (output.systems.is_empty() || is_named(system)) && runs(system)).collect();
    let one = |system: &&Iterated| ndrec::measure(system, &workload, &sample, &steady, &assumptions);
    let measured = asked.iter().map(|system| one(system).map(|(measured, _)| measured)).collect::<Result<_, _>>()?;
    let comparison = Comparison { workload: sample, assumptions, measured };
    comparison.write(output.directory).map_err(|(file, error)| anyhow::anyhow!("{}: {error}", file.display()))?;
    let mut stdout = stdout();
    match output.format {
        Format::Human => print(&mut stdout, &workload, &comparison, output)?,
        Format::Json => writeln!(stdout, "{}", serde_json::to_string_pretty(&comparison)?)?,
    }
    Ok(Outcome::Good)
}

fn print(
    out: &mut impl Write,
    workload: &Workload,
    comparison: &Comparison<NdRec>,
    output: &Output<'_>,
) -> std::io::Result<()> {
    let Sample { setup, lookups, counted, .. } = comparison.workload;
    let Setup { batch, gpus, smartssds, .. } = setup;
    let head = format!(
        "{}: {batch} samples, {} tables of {} rows, {gpus} GPUs, {smartssds} SmartSSDs; {lookups} lookups an iteration, of which {counted} \
         count",
        workload.title,
        workload.tables(),
        workload.rows(),
    );
    writeln!(out, "{}\n", wrapped(&head, 0))?;
    writeln!(out, "{}", comparison.table().text_within(WIDTH))?;
    writeln!(out, "numbers     `emberlane compare --workload NAME --assumptions` says where each is from")?;
    writeln!(out, "results     {}", output.directory.join("compare.{md,csv,svg,json}").display())
}
