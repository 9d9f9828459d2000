//! `emberlane crash-test`

use std::fmt::Write as _;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::{ArgGroup, Args};
use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment, Lookup};
use emberlane_laboratory::crash::{
    self, CrashError, CrashFault, During, Engine, Failure, Options, Progress, Report, When,
};
use indicatif::ProgressBar;

use crate::experiment_arguments::{checkpoint, device, lookup};
use crate::named::{named, one_of};
use crate::outcome::{Format, Outcome, misused, stdout};
use crate::paragraph::wrapped;
use crate::places::{expect_file, expect_free_folder, expect_free_place};
use crate::progress;
use crate::train::range;

/// Cut the power of a training at many points, recover each, and compare with a training that was never cut.
///
/// One training is recorded: every line written to persistent memory, and when its memory controller answered it. Of a line that
/// was not answered at a cut, all, nothing, or some words of 8 bytes are there. Every image is recovered by the driver, and
/// tables and parameters are compared with those of the uncut training before the same batch; from each distinct state
/// training goes on to the end, on RTL from one cut in 100. Exit status: 0 if every cut is recovered and identical, else 1.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true, group = ArgGroup::new("written").args(["trace", "dump"]).multiple(true))]
pub(super) struct CrashTestArguments {
    /// The experiment (TOML); small tables, few batches.
    experiment: PathBuf,
    /// Cuts.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=crash::MOST_CUTS))]
    cuts: u64,
    /// Decides every cut and what it leaves.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Checkpoints to make, instead of the experiment's.
    #[arg(long, value_parser = named(CheckpointMode::NAMES, checkpoint))]
    mode: Option<CheckpointMode>,
    /// Device whose writes are recorded, instead of the experiment's.
    #[arg(long, value_parser = named(DeviceKind::NAMES, device))]
    device: Option<DeviceKind>,
    /// When a batch is looked up, instead of the experiment's.
    #[arg(long, value_parser = named(Lookup::NAMES, lookup))]
    lookup: Option<Lookup>,
    /// Batches of the training, instead of all of the data.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batches: Option<u64>,
    /// What is cut off.
    #[arg(long, value_parser = named(During::NAMES, during), default_value = During::Training.name())]
    during: During,
    /// Which of the images that a cut can leave are tried; names as in pmreorder (PMDK), but for random.
    #[arg(long, value_parser = engine, default_value = "random", value_name = "ENGINE")]
    engine: Engine,
    /// Cut in every one of these cycles of the device, instead of at random; but for rtl, behind these writes.
    #[arg(long, value_name = "FROM..TO", value_parser = cycles, conflicts_with_all = ["cuts", "exhaustive_batches"])]
    exhaustive: Option<Range<u64>>,
    /// Cut in every cycle of these batches, counted from 0; the last is not of them.
    #[arg(long, value_name = "FROM..TO", value_parser = batches, conflicts_with = "cuts")]
    exhaustive_batches: Option<Range<u64>>,
    /// Flip a bit of every image, in the log or in the tables: the log's must be noticed.
    #[arg(long)]
    corrupt: bool,
    /// Do this cut alone, and go on from it on the experiment's device.
    #[arg(long, value_name = "CUT", conflicts_with = "cuts",
        value_parser = clap::value_parser!(u64).range(..crash::MOST_CUTS))]
    only: Option<u64>,
    /// With --only: record the waveform of the 2,000 cycles before the cut (rtl only).
    #[arg(long, value_name = "FILE", requires = "only")]
    trace: Option<PathBuf>,
    /// Replace the file of --trace, and the cuts of an earlier run in the folder of --dump, if they are there.
    #[arg(long, requires = "written")]
    overwrite: bool,
    /// Leave device.image, parameters.safetensors and recovered.json of one cut for each distinct recovered state, and of cuts
    /// that were not survived.
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Commit a fault, to see that it is found: flag-before-data, no-interlock, one-slot, early-delete (rtl, one channel) or
    /// crc-ignored.
    #[arg(long, value_parser = fault, value_name = "FAULT")]
    fault: Option<CrashFault>,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Failures that are printed for people.
const SHOWN: usize = 10;

fn cycles(text: &str) -> Result<Range<u64>, String> {
    range(text, &(1000..3000))
}

fn batches(text: &str) -> Result<Range<u64>, String> {
    range(text, &(3..5))
}

fn fault(text: &str) -> Result<CrashFault, String> {
    one_of(CrashFault::NAMES, text)
}

fn engine(text: &str) -> Result<Engine, String> {
    one_of(Engine::NAMES, text)
}

fn during(during: During) -> &'static str {
    match during {
        During::Training => "The training",
        During::Recovery => "The training, and then its recovery",
        During::Both => "The recovery of every other cut, too",
    }
}

/// Looks at the files and folders that the arguments name.
fn check_places(arguments: &CrashTestArguments) -> anyhow::Result<()> {
    expect_file("crash-test", "EXPERIMENT", &arguments.experiment)?;
    if let Some(folder) = &arguments.dump {
        expect_free_folder("crash-test", "--dump", folder, arguments.overwrite, crash::is_dumped_cut)?;
    }
    if let Some(file) = &arguments.trace {
        expect_free_place("crash-test", "--trace", file, arguments.overwrite, &[&arguments.experiment])?;
    }
    Ok(())
}

pub(super) fn run(arguments: &CrashTestArguments) -> anyhow::Result<Outcome> {
    check_places(arguments)?;
    let mut experiment = Experiment::read(&arguments.experiment)?;
    if let Some(mode) = arguments.mode {
        experiment.checkpoint.mode = mode;
    }
    if let Some(lookup) = arguments.lookup {
        experiment.train.lookup = lookup;
    }
    if let Some(device) = arguments.device {
        experiment.device.kind = device;
    }
    if experiment.checkpoint.mode == CheckpointMode::None {
        return Err(misused("crash-test", "the experiment makes no checkpoints: add --mode redo, undo or relaxed"));
    }
    if arguments.trace.is_some() && experiment.device.kind != DeviceKind::Rtl {
        let device = experiment.device.kind.name();
        return Err(misused("crash-test", &format!("device {device:?} has no waveform; --trace needs --device rtl")));
    }
    if matches!(arguments.fault, Some(CrashFault::Device(_))) && experiment.device.kind != DeviceKind::Rtl {
        let device = experiment.device.kind.name();
        return Err(misused(
            "crash-test",
            &format!("device {device:?} commits no such fault; --fault needs --device rtl"),
        ));
    }
    let when = match (&arguments.exhaustive, &arguments.exhaustive_batches) {
        (Some(cycles), _) => When::Cycles(cycles.clone()),
        (_, Some(batches)) => When::Batches(batches.clone()),
        _ => When::Random(arguments.only.map_or(arguments.cuts, |only| only + 1)),
    };
    let options = Options {
        batches: arguments.batches,
        when,
        seed: arguments.seed,
        engine: arguments.engine,
        during: arguments.during,
        corrupt: arguments.corrupt,
        only: arguments.only,
        trace: arguments.trace.clone(),
        fault: arguments.fault,
        dump: arguments.dump.clone(),
    };
    let bar = Bar(Mutex::new(ProgressBar::hidden()));
    let mut report = match crash::run(&experiment, &options, &bar) {
        Err(CrashError::Options(message)) => return Err(misused("crash-test", &message)),
        report => report?,
    };
    bar.0.lock().expect("no thread panics").finish_and_clear();
    for failure in &mut report.failures {
        failure.replay = replay(arguments, experiment.device.kind, failure);
    }
    let mut stdout = stdout();
    if arguments.format == Format::Json {
        writeln!(stdout, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        print(&mut stdout, &report)?;
        if let Some(folder) = arguments.dump.as_ref().filter(|folder| folder.exists()) {
            writeln!(stdout, "dumped      {}", folder.display())?;
        }
        if let Some(trace) = &arguments.trace {
            writeln!(stdout, "waveform    {} (open it with gtkwave)", trace.display())?;
        }
    }
    Ok(if report.is_good() { Outcome::Good } else { Outcome::Bad })
}

/// The command that does one cut again.
fn replay(arguments: &CrashTestArguments, device: DeviceKind, failure: &Failure) -> String {
    let file = arguments.experiment.display().to_string();
    let is_plain = file.chars().all(|character| character.is_ascii_alphanumeric() || "/._-".contains(character));
    let file = if is_plain { file } else { format!("'{}'", file.replace('\'', r"'\''")) };
    let mut command = format!("emberlane crash-test {file} --seed {}", arguments.seed);
    let mut add = |text: std::fmt::Arguments<'_>| {
        let _ = command.write_fmt(text);
    };
    if let Some(mode) = arguments.mode {
        add(format_args!(" --mode {}", mode.name()));
    }
    if let Some(device) = arguments.device {
        add(format_args!(" --device {}", device.name()));
    }
    if let Some(lookup) = arguments.lookup {
        add(format_args!(" --lookup {}", lookup.name()));
    }
    if let Some(batches) = arguments.batches {
        add(format_args!(" --batches {batches}"));
    }
    if let Some(Range { start, end }) = &arguments.exhaustive {
        add(format_args!(" --exhaustive {start}..{end}"));
    }
    if let Some(Range { start, end }) = &arguments.exhaustive_batches {
        add(format_args!(" --exhaustive-batches {start}..{end}"));
    }
    if arguments.engine != Engine::Random {
        add(format_args!(" --engine {}", arguments.engine.name()));
    }
    add(format_args!(" --during {}", arguments.during.name()));
    if let Some((name, _)) = CrashFault::NAMES.iter().find(|(_, fault)| Some(*fault) == arguments.fault) {
        add(format_args!(" --fault {name}"));
    }
    if arguments.corrupt {
        add(format_args!(" --corrupt"));
    }
    add(format_args!(" --only {}", failure.cut));
    if device == DeviceKind::Rtl {
        add(format_args!(" --trace cut-{}.fst", failure.cut));
    }
    command
}

fn print(out: &mut impl Write, report: &Report) -> std::io::Result<()> {
    let Report { cuts, recovered, identical, batches, .. } = *report;
    let cycles = report.batch_cycles.last().zip(report.batch_cycles.first()).map_or(0, |(end, begin)| end - begin);
    writeln!(
        out,
        "training    {batches} batches on {}, {} checkpoints, {} lookup: {}{} lines written",
        report.device,
        report.mode,
        report.lookup,
        // Elsewhere a cut comes between two writes, and these are what is counted.
        if report.device == DeviceKind::Rtl.name() { format!("{cycles} cycles, ") } else { String::new() },
        report.lines_written
    )?;
    writeln!(
        out,
        "cuts        {cuts} (engine {}, seed {}); up to {} lines under way",
        report.engine, report.seed, report.most_under_way
    )?;
    writeln!(out, "recovered   {recovered}; {} of the recoveries were cut, too", report.recoveries_cut)?;
    writeln!(
        out,
        "identical   {identical}: {} distinct states, parameters at most {} batches older than the tables",
        report.states.len(),
        report.largest_gap
    )?;
    writeln!(out, "resumed     {} to the end on the reference, {} on RTL", report.resumed, report.resumed_on_rtl)?;
    let flipped = report.corrupt_detected + report.corrupt_used + report.corrupt_harmless;
    if flipped + report.tables_flipped > 0 {
        writeln!(
            out,
            "corrupted   {flipped} logs: {} detected, {} where nothing that counts lay, {} used",
            report.corrupt_detected, report.corrupt_harmless, report.corrupt_used
        )?;
        writeln!(
            out,
            "            {} tables, which no log watches: {} restored by it",
            report.tables_flipped, report.tables_restored
        )?;
    }
    for failure in report.failures.iter().take(SHOWN) {
        writeln!(out, "failed      cut {} at cycle {}: {}", failure.cut, failure.cycle, failure.message)?;
        writeln!(out, "            {}", failure.replay)?;
    }
    if report.failures.len() > SHOWN {
        writeln!(out, "            and {} more (--format json has all)", report.failures.len() - SHOWN)?;
    }
    for (number, missing) in report.not_shown.iter().enumerate() {
        let head = if number == 0 { "not shown   " } else { "            " };
        writeln!(out, "{}", wrapped(&format!("{head}{missing}"), 12))?;
    }
    if !report.not_shown.is_empty() {
        writeln!(out, "            --device rtl cuts between clock cycles, and shows these")?;
    }
    writeln!(out, "{}", if report.is_good() { "every cut was survived" } else { "FAILED" })
}

struct Bar(Mutex<ProgressBar>);

impl Progress for Bar {
    fn begin(&self, what: &'static str, steps: u64) {
        let mut bar = self.0.lock().expect("no thread panics");
        bar.finish_and_clear();
        *bar = progress::bar(Some(steps), what);
    }

    fn step(&self) {
        self.0.lock().expect("no thread panics").inc(1);
    }
}
