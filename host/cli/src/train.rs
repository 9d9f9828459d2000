//! `emberlane train`

use std::io::Write;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use emberlane_checkpoints::is_state;
use emberlane_experiment::{CheckpointMode, DeviceKind, Experiment, SystemKind};
use emberlane_files::{FolderError, is_being_filled, running, whole_path};
use emberlane_systems::{Messages, StoreOptions};
use emberlane_training::summary::Summary;
use emberlane_training::{LiveOptions, PowerLoss, Previous, Resume, RunOptions, Silent, TrainError, resume};

use crate::experiment_arguments::ExperimentArguments;
use crate::outcome::{Format, Outcome, misused, stdout};
use crate::train_course::Reporter;
use crate::{prometheus, signals, train_summary};

/// Train a DLRM as an experiment file says.
///
/// Writes DIR/metrics.csv (a line a batch: its loss before the update, and AUC, log loss, normalised entropy and accuracy
/// of all predictions so far, each made before the update of its batch), DIR/summary.json (all of it, the device's
/// counters, simulated time of the system, wall time) and DIR/parameters.safetensors; with a system also DIR/timeline.json,
/// which opens in Perfetto (ui.perfetto.dev).
///
/// Ctrl-C and SIGTERM end after the batch that is trained, with a state to go on from (--resume DIR); a second one ends at once.
#[derive(Debug, Args)]
pub(super) struct TrainArguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// Directory for the results [default: out/NAME for NAME.toml; with --resume, where that run's are]. They are written in
    /// DIR.running, and get their place when they are whole.
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
    /// Replace the results of an earlier run, when the new ones are whole; also the file of --messages.
    #[arg(long)]
    overwrite: bool,
    /// Go on from what a run has left in DIR: the state of one that was stopped, the newest of those that [save] asks for, or the
    /// checkpoints in DIR/device.image. Also from one state (DIR/saves/batch-N) or an image file.
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Lose power in the middle of the update of this batch, counted from 0, and end there: the image of the device's memory
    /// is all that is left.
    #[arg(long, value_name = "BATCH")]
    power_loss: Option<u64>,
    /// What the point in the update, and what becomes of lines under way, are drawn from [default: 0].
    #[arg(long, value_name = "SEED", requires = "power_loss")]
    power_loss_seed: Option<u64>,
    /// Also write DIR/metrics.jsonl: a JSON document a batch, and one an evaluation on the way.
    #[arg(long)]
    jsonl: bool,
    /// Also write DIR/tensorboard: event files for `tensorboard --logdir DIR`, while DIR.running is filled `--logdir DIR.running`.
    #[arg(long)]
    tensorboard: bool,
    /// Serve metrics for Prometheus under http://ADDRESS/metrics while the run trains, as in 127.0.0.1:9464.
    #[arg(long, value_name = "ADDRESS", value_parser = prometheus::address)]
    prometheus: Option<SocketAddr>,
    /// Which worker of the cluster this is, from 0. The first writes the results; the others train the same batches with it.
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "R", default_value_t = 0)]
    rank: u16,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    size: crate::cluster::SizeArguments,
    /// Stop when standard input has ended, as a process of `emberlane cluster` does.
    #[cfg(feature = "cluster")]
    #[arg(long, hide = true)]
    supervised: bool,
    /// Train on shards beyond this machine, without encryption: whoever is on the network may read and change what is trained.
    #[cfg(feature = "cluster")]
    #[arg(long)]
    trust_network: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[cfg(feature = "cluster")]
impl TrainArguments {
    /// Reads the arguments of `emberlane train`, with its name before them; what is wrong with them ends the program, as it does there.
    pub(crate) fn read(arguments: &[String]) -> Self {
        use clap::FromArgMatches as _;
        let command = Self::augment_args(clap::Command::new("train").bin_name("emberlane train"));
        let read = command.try_get_matches_from(arguments).and_then(|matches| Self::from_arg_matches(&matches));
        read.unwrap_or_else(|error| error.exit())
    }

    /// An option that is said here, and that `emberlane cluster` has to say to all processes of a cluster, or says itself.
    pub(crate) fn of_cluster(&self) -> Option<&'static str> {
        let asked = &self.experiment;
        let said = [
            ("--shards", self.size.shards.is_some()),
            ("--workers", self.size.workers.is_some()),
            ("--ports", !self.size.ports.is_empty()),
            ("--seed", asked.seed.is_some()),
            ("--batches", asked.batches.is_some()),
            ("--resume", self.resume.is_some()),
            ("--out", self.out.is_some()),
            ("--overwrite", self.overwrite),
            ("--rank", self.rank > 0),
            ("--supervised", self.supervised),
        ];
        said.into_iter().find_map(|(option, is_said)| is_said.then_some(option))
    }
}

/// How long it takes at most to stop when whoever has started it is gone.
#[cfg(feature = "cluster")]
const ORPHANED: std::time::Duration = std::time::Duration::from_secs(60);

/// Cycles that `--trace` records: the lookup and the update of a small first batch, in a file of some megabytes.
const TRACED_CYCLES: Range<u64> = 0..10_000;
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
    let asked = &arguments.experiment;
    #[cfg_attr(not(feature = "cluster"), expect(unused_mut, reason = "there is no cluster to make larger"))]
    let mut experiment = asked.read()?;
    #[cfg(feature = "cluster")]
    arguments.size.apply("train", &mut experiment)?;
    let out = out(arguments)?;
    refuse(arguments, &experiment)?;
    let rank = rank(arguments);
    let mut store = StoreOptions { rank, ..StoreOptions::default() };
    match arguments.resume.as_deref().map(|from| resume(from, &experiment)).transpose()? {
        Some(Resume::Image(image)) => store.image = Some(image),
        Some(Resume::State(state)) => store.state = Some(state),
        None => {}
    }
    let metrics = arguments.prometheus.map(prometheus::listen).transpose()?;
    let told = metrics.as_ref().map(prometheus::told).transpose()?;
    let options = RunOptions {
        store,
        live: LiveOptions {
            json_lines: arguments.jsonl,
            tensorboard: arguments.tensorboard,
            prometheus: metrics.map(Arc::new),
        },
        stop: signals::stop_asked()?,
        ..run_options(arguments, &out)
    };
    #[cfg(feature = "cluster")]
    if arguments.supervised {
        signals::stop_with_input(options.stop.clone(), ORPHANED)?;
    }
    if rank > 0 {
        let summary = emberlane_training::run(&experiment, &options, &mut Silent)
            .map_err(|error| explained(error, &out, false))?;
        let mut stdout = stdout();
        match arguments.format {
            Format::Json => writeln!(stdout, "{}", summary.json())?,
            Format::Human => writeln!(stdout, "rank {rank} is done: {} batches", summary.batches)?,
        }
        return Ok(Outcome::Good);
    }
    let mut reporter = Reporter::new(arguments.format, told);
    let of_pool = experiment.pool.as_ref().and_then(|pool| pool.note(experiment.save.keep));
    let notes = emberlane_data::notes(&experiment).into_iter().chain(of_pool);
    notes.for_each(|note| reporter.print(&format!("note        {note}")));
    let result = emberlane_training::run(&experiment, &options, &mut reporter);
    let has_begun = reporter.finish()?;
    let summary = result.map_err(|error| explained(error, &out, has_begun))?;
    let mut stdout = stdout();
    if arguments.format == Format::Json {
        writeln!(stdout, "{}", summary.json())?;
    } else {
        train_summary::print(&mut stdout, &summary)?;
        print_files(&mut stdout, &summary, &experiment, &options, &out)?;
    }
    match (&options.trace, &summary.device.waveform) {
        (Some(Range { start, end }), None) => Err(anyhow!(
            "--trace-cycles {start}..{end}: there is no waveform: the device ended before cycle {start}, {} cycles behind the loading of its \
             tables; the results are whole",
            summary.device.cycles
        )),
        _ => Ok(Outcome::Good),
    }
}

/// Refuses what [`run`] would refuse before it begins, as far as it can be told without the data, and touches nothing.
#[cfg(feature = "cluster")]
pub(super) fn check(arguments: &TrainArguments) -> anyhow::Result<()> {
    let mut experiment = arguments.experiment.read()?;
    arguments.size.apply("train", &mut experiment)?;
    refuse(arguments, &experiment)?;
    if let Some(from) = &arguments.resume {
        resume(from, &experiment)?;
    }
    let out = out(arguments)?;
    emberlane_training::check(&experiment, &run_options(arguments, &out))
        .map_err(|error| explained(error, &out, false))?;
    // The address is free again when this has looked: the worker takes it.
    arguments.prometheus.map(prometheus::listen).transpose().map(drop)
}

/// What arguments say of a run, but for who is told of it, what it goes on from, and what stops it.
fn run_options(arguments: &TrainArguments, out: &Path) -> RunOptions {
    let trace = match (&arguments.trace_cycles, arguments.trace) {
        (Some(cycles), _) => Some(cycles.clone()),
        (None, true) => Some(TRACED_CYCLES),
        (None, false) => None,
    };
    let messages = arguments
        .messages
        .clone()
        .map(|path| Messages { path, batches: arguments.message_batches.clone().unwrap_or(0..1) });
    let seed = arguments.power_loss_seed.unwrap_or(0);
    RunOptions {
        batches: arguments.experiment.batches,
        // The first worker of a cluster writes for all.
        out: (rank(arguments) == 0).then(|| out.to_path_buf()),
        previous: previous(arguments, out),
        inputs: vec![arguments.experiment.experiment.clone()],
        trace,
        messages,
        power_loss: arguments.power_loss.map(|batch| PowerLoss { batch, seed }),
        ..RunOptions::default()
    }
}

/// What becomes of results that are there.
fn previous(arguments: &TrainArguments, out: &Path) -> Previous {
    let goes_on = arguments.resume.as_ref().is_some_and(|from| is_of_run(from, out));
    match (goes_on, arguments.overwrite) {
        (true, _) => Previous::GoOn,
        (false, true) => Previous::Replace,
        (false, false) => Previous::Keep,
    }
}

/// Which worker of a cluster it is.
fn rank(arguments: &TrainArguments) -> u16 {
    #[cfg(feature = "cluster")]
    return arguments.rank;
    #[cfg(not(feature = "cluster"))]
    {
        let _ = arguments;
        0
    }
}

/// The folder for the results. That of a run that goes on is its own, unless another is said.
fn out(arguments: &TrainArguments) -> anyhow::Result<PathBuf> {
    if let Some(out) = &arguments.out {
        return Ok(out.clone());
    }
    if let Some(from) = &arguments.resume {
        // A state is two folders below that of its run.
        let run = if is_state(from) { from.ancestors().nth(2) } else { Some(from.as_path()) };
        if let Some(run) = run.filter(|run| is_being_filled(run))
            && let Some(place) = run.to_str().and_then(|run| run.strip_suffix(".running"))
        {
            return Ok(place.into());
        }
        if let Some(run) = run.filter(|run| run.is_dir() || running(run).is_dir()) {
            return Ok(run.to_path_buf());
        }
    }
    let name = arguments.experiment.experiment.file_stem();
    Ok(PathBuf::from("out").join(name.ok_or_else(|| anyhow!("the experiment file has no name; say --out DIR"))?))
}

/// Whether a path is the folder of a run, or in it.
fn is_of_run(path: &Path, out: &Path) -> bool {
    [out.to_path_buf(), running(out)].iter().any(|folder| whole_path(path).starts_with(whole_path(folder)))
}

/// Refuses options that do not go together with the experiment or with one another.
fn refuse(arguments: &TrainArguments, experiment: &Experiment) -> anyhow::Result<()> {
    let asked = &arguments.experiment;
    #[cfg(feature = "cluster")]
    if let Some(cluster) = &experiment.cluster {
        let trusted = |address: &String| crate::cluster::trusted("train", address, arguments.trust_network);
        cluster.addresses().iter().chain(&cluster.meet).try_for_each(trusted)?;
        crate::cluster::on_one_thread(cluster)?;
    }
    #[cfg(feature = "cluster")]
    refuse_rank(arguments, experiment)?;
    let refused = |message: &str| Err(misused("train", message));
    if (arguments.trace || arguments.trace_cycles.is_some()) && experiment.device.kind != DeviceKind::Rtl {
        let device = experiment.device.kind.name();
        return refused(&format!("device {device:?} has no waveform; --trace needs --device rtl"));
    }
    let has_cxl = [SystemKind::NdRec, SystemKind::NoLookahead, SystemKind::NoCache].contains(&experiment.system.kind);
    if arguments.messages.is_some() && SystemKind::NDREC.contains(&experiment.system.kind) && !has_cxl {
        return refused(
            "--messages writes down what moves through the simulated CXL fabric, and of NDRec's systems only ndrec, no-lookahead and \
             no-cache are in it",
        );
    }
    if arguments.messages.is_some() && experiment.system.kind == SystemKind::None {
        return refused(
            "--messages writes down what moves between the devices of a system, and the experiment has none: add --system \
             automatic, or system.kind = \"automatic\" to the experiment",
        );
    }
    if let Some(messages) = &arguments.messages
        && messages.is_file()
        && !arguments.overwrite
    {
        let path = messages.display();
        return refused(&format!(
            "--messages {path}: this file is there already: choose another, or replace it with --overwrite"
        ));
    }
    if arguments.power_loss.is_some() && experiment.checkpoint.mode == CheckpointMode::None {
        return refused("--power-loss without checkpoints would lose everything: add --checkpoint undo");
    }
    let windows = [
        ("--message-batches", arguments.message_batches.as_ref().map(|window| window.start)),
        ("--power-loss", arguments.power_loss),
    ];
    for (option, batch) in windows {
        if let (Some(batch), Some(batches)) = (batch, asked.batches)
            && batch >= batches
        {
            return refused(&format!(
                "{option} {batch}: there is no batch {batch} in --batches {batches}, counted from 0"
            ));
        }
    }
    Ok(())
}

/// Refuses a worker that there is not, and what another than the first cannot do.
#[cfg(feature = "cluster")]
fn refuse_rank(arguments: &TrainArguments, experiment: &Experiment) -> anyhow::Result<()> {
    let (rank, workers) = (arguments.rank, experiment.cluster.as_ref().map_or(1, |cluster| cluster.workers));
    if experiment.cluster.is_none() && arguments.size.is_said() {
        return Err(misused(
            "train",
            "--shards, --workers and --ports are of a cluster, and the experiment has no [cluster]",
        ));
    }
    if experiment.cluster.is_none() && arguments.trust_network {
        return Err(misused(
            "train",
            "--trust-network has no effect: the experiment has no [cluster], and trains alone",
        ));
    }
    if rank >= workers {
        let why = format!("there is no rank {rank}: cluster.workers = {workers}, counted from 0");
        return Err(misused("train", &why));
    }
    let asked = [
        ("--out", arguments.out.is_some()),
        ("--overwrite", arguments.overwrite),
        ("--jsonl", arguments.jsonl),
        ("--tensorboard", arguments.tensorboard),
        ("--prometheus", arguments.prometheus.is_some()),
    ];
    match asked.into_iter().find(|(_, is_asked)| *is_asked) {
        Some((option, _)) if rank > 0 => Err(misused(
            "train",
            &format!("{option} with --rank {rank}: rank 0 alone writes results; give it to that one"),
        )),
        _ => Ok(()),
    }
}

/// An error, with what the run had until then, if it has begun to train, and as misuse where options ask for what there is not.
fn explained(error: TrainError, out: &Path, has_begun: bool) -> anyhow::Error {
    use TrainError::{
        Diverged, Folder, InputAsOutput, MessagesInResults, NoSuchBatch, NotInPlace, NothingLeft, Stopped,
        TablesInResults,
    };
    let left = running(out);
    match error {
        Folder(FolderError::Io { .. }) => anyhow!("--out {}: {error}", out.display()),
        Stopped { .. } | NotInPlace { .. } => error.into(),
        Folder(_)
        | InputAsOutput { .. }
        | NoSuchBatch { .. }
        | MessagesInResults { .. }
        | TablesInResults { .. }
        | NothingLeft { .. } => misused("train", &error.to_string()),
        error if !has_begun || !is_being_filled(&left) => error.into(),
        error => {
            let states = emberlane_checkpoints::states(&left.join(emberlane_checkpoints::SAVES)).unwrap_or_default();
            // The same bits would diverge again.
            let goes_on = !states.is_empty() && !matches!(error, Diverged { .. });
            let on = if goes_on { format!(": go on with --resume {}", out.display()) } else { String::new() };
            anyhow!("{error}; what the run had until then is in {}{on}", left.display())
        }
    }
}

/// Says where the files of a run are.
fn print_files(
    to: &mut impl Write,
    summary: &Summary,
    experiment: &Experiment,
    options: &RunOptions,
    out: &Path,
) -> std::io::Result<()> {
    let first = summary.recovered.as_ref().map_or(0, |recovered| recovered.batch);
    let ended = first + summary.batches;
    let ends_early = summary.power_loss.is_some() || summary.stopped_early;
    if let Some(asked) = options.batches.filter(|asked| *asked > ended && !ends_early) {
        writeln!(to, "note        the data ended after {ended} of {asked} batches")?;
    }
    let results = if summary.power_loss.is_some() { "" } else { ",parameters.safetensors" };
    let files = format!("{{metrics.csv,summary.json{results}}}");
    writeln!(to, "results     {}", out.join(files).display())?;
    if experiment.checkpoint.mode != CheckpointMode::None {
        let image = out.join(emberlane_checkpoints::IMAGE_FILE);
        writeln!(to, "image       {} (go on from it with --resume {})", image.display(), out.display())?;
    }
    if summary.system.is_some() {
        let timeline = out.join("timeline.json");
        writeln!(to, "timeline    {} (open it at https://ui.perfetto.dev)", timeline.display())?;
    }
    if let Some(Messages { path, batches }) = &options.messages {
        let Range { start, end } = batches;
        if *start < summary.batches {
            let end = end.min(&summary.batches);
            writeln!(to, "messages    {} (batches {start}..{end}, a line a message)", path.display())?;
        } else {
            writeln!(
                to,
                "note        no messages: {} was not written: there is no batch {start}, {} were trained",
                path.display(),
                summary.batches
            )?;
        }
    }
    if let (Some(Range { start, end }), Some(waveform)) = (&options.trace, &summary.device.waveform) {
        let waveform = waveform.display();
        writeln!(to, "waveform    {waveform} (cycles {start}..{end}, as far as the device ran; open it with gtkwave)")?;
    }
    Ok(())
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
