//! `emberlane train`

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use emberlane_dlrm::metrics::Metrics;
use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment, Lookup, SystemKind};
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_systems::Messages;
use emberlane_systems::{StoreOptions, Trace};
use emberlane_training::summary::{Summary, SystemSummary};
use emberlane_training::{BatchRecord, Observer, PowerLoss, RunOptions};
use indicatif::ProgressBar;

use crate::outcome::{Format, Outcome, misused};
use crate::progress;

/// Train a DLRM as an experiment file says.
///
/// Writes DIR/metrics.csv (a line a batch: its loss before the update, and AUC, log loss, normalised entropy and accuracy
/// of all predictions so far, each made before the update of its batch), DIR/summary.json (all of it, the device's
/// counters, simulated time of the system, wall time) and DIR/parameters.safetensors; with a system also DIR/timeline.json,
/// which opens in Perfetto (ui.perfetto.dev).
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    /// The experiment (TOML); paths in it are relative to it.
    experiment: PathBuf,
    /// Device to run embedding lookups and updates on, instead of the experiment's.
    #[arg(long)]
    device: Option<Device>,
    /// System to schedule batches with, instead of the experiment's.
    #[arg(long)]
    system: Option<System>,
    /// When a batch is looked up, instead of the experiment's.
    #[arg(long)]
    lookup: Option<LookupOrder>,
    /// Train this many batches at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batches: Option<u64>,
    /// Seed, instead of the experiment's.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Directory for the results [default: out/NAME for NAME.toml].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Record the waveform of the first clock cycles in DIR/trace.fst (rtl only).
    #[arg(long)]
    trace: bool,
    /// Clock cycles to record, since reset; implies --trace.
    #[arg(long, value_name = "FROM..TO", value_parser = cycles)]
    trace_cycles: Option<Range<u64>>,
    /// Write the messages of the system's CXL fabric to a file, a line a message; some 13 MB a batch of RM1.
    ///
    /// Columns: time_ps, when it was sent; channel; opcode; address; tag; from; to; latency_ps, how long it took to the other
    /// end of its link (how long whole requests took is in summary.json, by opcode); for, in messages of the host: cpu, or
    /// the device whose request the host serves. The file is written when the first of the batches begins, not before.
    #[arg(long, value_name = "FILE")]
    messages: Option<PathBuf>,
    /// Batches whose messages to write, counted from 0; the last is not of them [default: 0..1].
    #[arg(long, value_name = "FROM..TO", value_parser = batch_range, requires = "messages")]
    message_batches: Option<Range<u64>>,
    /// Go on from the checkpoint in DIR/device.image, which a run with checkpoints leaves; or from an image file.
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Checkpoints to make, instead of the experiment's.
    #[arg(long, value_enum, value_name = "MODE")]
    checkpoint: Option<Checkpoint>,
    /// Lose power in the middle of the update of this batch, counted from 0, and end there: the image of the device's memory
    /// is all that is left.
    #[arg(long, value_name = "BATCH")]
    power_loss: Option<u64>,
    /// What the point in the update, and what becomes of lines under way, are drawn from [default: 0].
    #[arg(long, value_name = "SEED", requires = "power_loss")]
    power_loss_seed: Option<u64>,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Cycles that `--trace` records: the lookup and the update of a small first batch, in a file of some megabytes.
const TRACED_CYCLES: Range<u64> = 0..10_000;
/// Columns of the lines that a run prints about its course.
const HEADER: &str =
    "   batch      loss       auc        ne  accuracy   (loss: mean since the line before; others: so far)";
/// How many these lines are.
const PROGRESS_LINES: u64 = 10;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Device {
    /// CXL-MEM in plain Rust arithmetic, without time.
    Reference,
    /// The same arithmetic with the cycles of the hardware, from the fast model.
    Model,
    /// CXL-MEM's RTL, Verilated.
    Rtl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum System {
    /// No schedule, no simulated time.
    None,
    /// Software on the host synchronises, copies and launches.
    SoftwareCopy,
    /// TrainingCXL's automatic data movement.
    Automatic,
    /// NDRec's iterations of GPU, SmartSSD, cache agent and planner.
    Ndrec,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum LookupOrder {
    /// When the batch before has been applied.
    Strict,
    /// Before the gradients of the batch before are known.
    Relaxed,
}

/// What the device logs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Checkpoint {
    /// Nothing.
    None,
    /// New rows and parameters, before they come into the tables.
    Redo,
    /// Rows and parameters as they were before every batch.
    Undo,
    /// Rows as they were before every batch, parameters over several batches.
    Relaxed,
}

impl From<Device> for DeviceKind {
    fn from(device: Device) -> Self {
        match device {
            Device::Reference => Self::Reference,
            Device::Model => Self::Model,
            Device::Rtl => Self::Rtl,
        }
    }
}

impl From<System> for SystemKind {
    fn from(system: System) -> Self {
        match system {
            System::None => Self::None,
            System::SoftwareCopy => Self::SoftwareCopy,
            System::Automatic => Self::Automatic,
            System::Ndrec => Self::NdRec,
        }
    }
}

impl From<LookupOrder> for Lookup {
    fn from(order: LookupOrder) -> Self {
        match order {
            LookupOrder::Strict => Self::Strict,
            LookupOrder::Relaxed => Self::Relaxed,
        }
    }
}

impl From<Checkpoint> for CheckpointMode {
    fn from(checkpoint: Checkpoint) -> Self {
        match checkpoint {
            Checkpoint::None => Self::None,
            Checkpoint::Redo => Self::Redo,
            Checkpoint::Undo => Self::Undo,
            Checkpoint::Relaxed => Self::Relaxed,
        }
    }
}

fn cycles(text: &str) -> Result<Range<u64>, String> {
    range(text, &TRACED_CYCLES)
}

fn batch_range(text: &str) -> Result<Range<u64>, String> {
    range(text, &(1..3))
}

pub(super) fn range(text: &str, example: &Range<u64>) -> Result<Range<u64>, String> {
    let expected =
        || format!("expected FROM..TO, two numbers with FROM below TO, as in {}..{}", example.start, example.end);
    let (from, to) = text.split_once("..").ok_or_else(expected)?;
    let range = from.trim().parse().map_err(|_| expected())?..to.trim().parse().map_err(|_| expected())?;
    if range.is_empty() { Err(expected()) } else { Ok(range) }
}

pub(super) fn run(arguments: &TrainArguments) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    if let Some(device) = arguments.device {
        experiment.device.kind = device.into();
    }
    if let Some(system) = arguments.system {
        experiment.set_system(system.into());
    }
    if let Some(lookup) = arguments.lookup {
        experiment.train.lookup = lookup.into();
    }
    if let Some(seed) = arguments.seed {
        experiment.train.seed = seed;
    }
    if let Some(checkpoint) = arguments.checkpoint {
        experiment.checkpoint.mode = checkpoint.into();
    }
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => {
            let name = arguments.experiment.file_stem();
            PathBuf::from("out").join(name.ok_or_else(|| anyhow!("the experiment file has no name; say --out DIR"))?)
        }
    };
    let trace = match (&arguments.trace_cycles, arguments.trace) {
        (Some(cycles), _) => Some(cycles.clone()),
        (None, true) => Some(TRACED_CYCLES),
        (None, false) => None,
    };
    if trace.is_some() && experiment.device.kind != DeviceKind::Rtl {
        let device = experiment.device.kind.name();
        return Err(misused("train", &format!("device {device:?} has no waveform; --trace needs --device rtl")));
    }
    if trace.is_some() {
        std::fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    }
    let trace = trace.map(|cycles| Trace { path: out.join("trace.fst"), cycles });
    if arguments.messages.is_some() && experiment.system.kind == SystemKind::NdRec {
        return Err(misused(
            "train",
            "--messages writes down what moves through the simulated fabric, and the SmartSSD is not in it yet",
        ));
    }
    if arguments.messages.is_some() && experiment.system.kind == SystemKind::None {
        return Err(misused(
            "train",
            "--messages writes down what moves between the devices of a system, and the experiment has none: add --system \
             automatic, or system.kind = \"automatic\" to the experiment",
        ));
    }
    let messages = arguments
        .messages
        .clone()
        .map(|path| Messages { path, batches: arguments.message_batches.clone().unwrap_or(0..1) });
    if let (Some(Messages { batches: window, .. }), Some(batches)) = (&messages, arguments.batches)
        && window.start >= batches
    {
        let Range { start, end } = window;
        return Err(misused(
            "train",
            &format!(
                "--message-batches {start}..{end}: there is no batch {start} in --batches {batches}, counted from 0"
            ),
        ));
    }
    if arguments.power_loss.is_some() && experiment.checkpoint.mode == CheckpointMode::None {
        return Err(misused("train", "--power-loss without checkpoints would lose everything: add --checkpoint undo"));
    }
    if let (Some(batch), Some(batches)) = (arguments.power_loss, arguments.batches)
        && batch >= batches
    {
        return Err(misused(
            "train",
            &format!("--power-loss {batch}: there is no batch {batch} in --batches {batches}, counted from 0"),
        ));
    }
    let image = arguments.resume.as_deref().map(|path| {
        let file = if path.is_dir() { path.join(emberlane_checkpoints::IMAGE_FILE) } else { path.to_path_buf() };
        emberlane_checkpoints::load_image(&file)
    });
    let seed = arguments.power_loss_seed.unwrap_or(0);
    let options = RunOptions {
        batches: arguments.batches,
        out: Some(out.clone()),
        store: StoreOptions { trace: trace.clone(), image: image.transpose()?, fault: None },
        messages: messages.clone(),
        power_loss: arguments.power_loss.map(|batch| PowerLoss { batch, seed }),
    };
    let mut reporter = Reporter::new(arguments.format);
    let summary = emberlane_training::run(&experiment, &options, &mut reporter)?;
    reporter.finish()?;
    let mut stdout = std::io::stdout().lock();
    if arguments.format == Format::Json {
        writeln!(stdout, "{}", summary.json())?;
        return Ok(Outcome::Good);
    }
    print(&mut stdout, &summary)?;
    let first = summary.recovered.as_ref().map_or(0, |recovered| recovered.batch);
    let ended = first + summary.batches;
    if let Some(asked) = arguments.batches.filter(|asked| *asked > ended && summary.power_loss.is_none()) {
        writeln!(stdout, "note        the data ended after {ended} of {asked} batches")?;
    }
    let results = if summary.power_loss.is_some() { "" } else { ",parameters.safetensors" };
    let files = format!("{{metrics.csv,summary.json{results}}}");
    writeln!(stdout, "results     {}", out.join(files).display())?;
    if experiment.checkpoint.mode != CheckpointMode::None {
        let image = out.join(emberlane_checkpoints::IMAGE_FILE);
        writeln!(stdout, "image       {} (go on from it with --resume {})", image.display(), out.display())?;
    }
    if summary.system.is_some() {
        let timeline = out.join("timeline.json");
        writeln!(stdout, "timeline    {} (open it at https://ui.perfetto.dev)", timeline.display())?;
    }
    if let Some(Messages { path, batches }) = messages {
        let Range { start, end } = batches;
        if start < summary.batches {
            let end = end.min(summary.batches);
            writeln!(stdout, "messages    {} (batches {start}..{end}, a line a message)", path.display())?;
        } else {
            writeln!(
                stdout,
                "note        no messages: {} was not written: there is no batch {start}, {} were trained",
                path.display(),
                summary.batches
            )?;
        }
    }
    if let Some(trace) = trace {
        let Range { start, end } = trace.cycles;
        writeln!(stdout, "waveform    {} (cycles {start}..{end}; open it with gtkwave)", trace.path.display())?;
    }
    Ok(Outcome::Good)
}

/// Shows the course of a run: a bar on a terminal, a few lines on standard output.
struct Reporter {
    format: Format,
    bar: ProgressBar,
    /// Batches a line; `None`: not known how many there are.
    every: Option<u64>,
    lines: u64,
    sum: f64,
    count: u64,
    failed: Option<std::io::Error>,
}

impl Reporter {
    fn new(format: Format) -> Self {
        Self { format, bar: ProgressBar::hidden(), every: None, lines: 0, sum: 0.0, count: 0, failed: None }
    }

    fn print(&mut self, line: &str) {
        if self.format == Format::Human && self.failed.is_none() {
            self.failed = self.bar.suspend(|| writeln!(std::io::stdout(), "{line}")).err();
        }
    }

    /// The first line that could not be printed, as an error.
    fn finish(self) -> std::io::Result<()> {
        self.bar.finish_and_clear();
        self.failed.map_or(Ok(()), Err)
    }
}

impl Observer for Reporter {
    fn start(&mut self, first: u64, batches: Option<u64>) {
        if first > 0 {
            self.print(&format!("goes on with batch {first}"));
        }
        self.bar = progress::bar(batches, "training");
        self.bar.inc(first);
        self.every = batches.map(|batches| batches.div_ceil(PROGRESS_LINES).max(1));
    }

    fn batch(&mut self, record: &BatchRecord) {
        self.bar.inc(1);
        self.sum += record.loss;
        self.count += 1;
        // Of an unknown number of batches: every 10th below 100, every 100th below 1000, and so on.
        let every = self.every.unwrap_or_else(|| 10_u64.pow((record.batch + 1).ilog10().max(1)));
        if (record.batch + 1).is_multiple_of(every) {
            if self.lines == 0 {
                self.print(HEADER);
            }
            self.lines += 1;
            let loss = self.sum / self.count as f64;
            let metrics = &record.metrics;
            let line = format!(
                "{:8}{loss:10.5}{:>10}{:>10}{:10.4}",
                record.batch + 1,
                optional(metrics.auc),
                optional(metrics.normalized_entropy),
                metrics.accuracy
            );
            self.print(&line);
            (self.sum, self.count) = (0.0, 0);
        }
    }

    fn evaluate(&mut self, batches: u64) {
        self.bar.finish_and_clear();
        self.bar = progress::bar(Some(batches), "evaluating");
    }

    fn evaluated(&mut self) {
        self.bar.inc(1);
    }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.4}"))
}

fn print(out: &mut impl Write, summary: &Summary) -> std::io::Result<()> {
    let Summary { loss, device, wall_seconds: wall, .. } = summary;
    writeln!(out)?;
    if let Some(loss) = loss {
        writeln!(
            out,
            "loss        {:.5} -> {:.5} (mean of the first and the last {} of {} batches; {} samples)",
            loss.first_mean, loss.last_mean, loss.window, summary.batches, summary.samples
        )?;
    }
    match &summary.training {
        Some(training) => print_metrics(out, "training    ", training)?,
        None => writeln!(out, "training    nothing was left to train")?,
    }
    if let Some(evaluation) = &summary.evaluation {
        print_metrics(out, "evaluation  ", evaluation)?;
    }
    if summary.data.kind == "criteo" {
        writeln!(out, "skipped     {} malformed lines", summary.data.skipped_lines)?;
    }
    if summary.data.padded_lines > 0 {
        writeln!(out, "padded      {} short lines", summary.data.padded_lines)?;
    }
    if let Some(cache) = &summary.data.cache {
        writeln!(out, "cache       {} files used, {} built", cache.used, cache.built)?;
        cache.notes.iter().try_for_each(|note| writeln!(out, "            {note}"))?;
    }
    if device.channels == 0 {
        writeln!(out, "device      none: optimizer {:?} keeps embeddings in host memory", summary.optimizer)?;
    } else {
        let (reads, writes) = device.row_lines();
        let lines = |count: u64| format!("{count} lines ({:.1} MiB)", count as f64 * 64.0 / f64::from(1 << 20));
        let moved = device.counter("vectors_loaded").zip(device.counter("vectors_evicted"));
        match moved {
            Some(_) => writeln!(out, "device      {}, a SmartSSD", device.kind)?,
            None => writeln!(out, "device      {}, {} channels", device.kind, device.channels)?,
        }
        if device.cycles > 0 && summary.batches > 0 {
            writeln!(
                out,
                "cycles      {} ({:.0} a batch; {:.2} ms at the device's clock)",
                device.cycles,
                device.cycles as f64 / summary.batches as f64,
                (device.cycles * CLOCK_PERIOD_PS) as f64 / 1e9
            )?;
        }
        if let Some((loaded, evicted)) = moved {
            let [read, written] = ["vectors_read", "vectors_written"].map(|name| device.counter(name).unwrap_or(0));
            writeln!(out, "SSD         {loaded} vectors loaded, {evicted} evicted")?;
            writeln!(out, "cache       {read} vectors read by the kernel, {written} written")?;
        } else {
            writeln!(out, "rows read   {}", lines(reads))?;
            writeln!(out, "rows written {}", lines(writes))?;
        }
    }
    if let Some(recovered) = &summary.recovered {
        writeln!(
            out,
            "recovered   tables as before batch {}, parameters as before batch {}; {} rows written back",
            recovered.batch, recovered.parameter_batch, recovered.rows
        )?;
        for reason in &recovered.discarded {
            writeln!(out, "  not used          {reason}")?;
        }
    }
    if let Some(system) = &summary.system {
        print_system(out, system)?;
    }
    if let Some(loss) = &summary.power_loss {
        writeln!(
            out,
            "power lost  in the update of batch {}, at cycle {}: {} of its {} lines had come to the medium; {} lines were \
             under way, each applied, lost or torn (seed {})",
            loss.batch, loss.cycle, loss.lines_written, loss.lines_of_update, loss.lines_under_way, loss.seed
        )?;
    }
    writeln!(
        out,
        "wall time   {:.2} s: embedding {:.2} s, MLP {:.2} s, data {:.2} s",
        wall.total, wall.embedding, wall.mlp, wall.data
    )
}

fn print_system(out: &mut impl Write, system: &SystemSummary) -> std::io::Result<()> {
    let microseconds = |picoseconds: f64| picoseconds / 1e6;
    writeln!(
        out,
        "system      {}: {:.1} us a batch in simulated time; {}, link {}",
        system.kind,
        microseconds(system.picoseconds_per_batch),
        system.gpu.name,
        system.link.name
    )?;
    for resource in &system.resources {
        let bytes = if resource.bytes > 0 { format!(", {:.1} MB", resource.bytes as f64 / 1e6) } else { String::new() };
        writeln!(out, "  {:20}held {:5.1} %{bytes}", resource.name, resource.utilisation * 100.0)?;
    }
    if let Some(embedding) = &system.embedding {
        writeln!(
            out,
            "  embedding          {:.1} % exposed: {:.1} us in which the SmartSSD works and the GPU does not; {:.1} us of corrections",
            embedding.exposed * 100.0,
            microseconds(embedding.exposed_picoseconds as f64),
            microseconds(embedding.correction_picoseconds as f64)
        )?;
        return writeln!(out, "  SmartSSD's time: {}", system.computing_logic);
    }
    writeln!(out, "  computing logic's time: {}", system.computing_logic)?;
    let messages: u64 = system.fabric.links.iter().map(|link| link.messages).sum();
    writeln!(out, "  fabric             {messages} messages; latencies by opcode are in summary.json")
}

fn print_metrics(out: &mut impl Write, name: &str, metrics: &Metrics) -> std::io::Result<()> {
    writeln!(
        out,
        "{name}auc {}, log loss {:.5}, normalised entropy {}, accuracy {:.4}, click rate {:.4}",
        optional(metrics.auc),
        metrics.log_loss,
        optional(metrics.normalized_entropy),
        metrics.accuracy,
        metrics.click_rate
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycle_ranges() {
        assert_eq!(cycles("100..200"), Ok(100..200));
        for wrong in ["", "5", "7..7", "9..8", "a..b", "-1..4"] {
            assert!(cycles(wrong).unwrap_err().contains("FROM..TO"), "{wrong}");
            assert!(batch_range(wrong).unwrap_err().contains("1..3"), "{wrong}");
        }
    }
}
