//! `emberlane bench`

#[cfg(feature = "rtl")]
mod agent;
mod checkpoint;
mod kernel;
mod lookahead;
mod model;
mod relaxed_lookup;
mod rtl;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use emberlane_data::{Batch, Purpose};
use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::Trainer;

use crate::outcome::{Format, Outcome};

/// Measure how fast this machine trains, and how fast the simulated hardware would.
///
/// `embedding` and `mlp`: synthetic batches of TrainingCXL's RM1 on this machine. `rtl`: lookups and updates of the
/// simulated CXL-MEM, in its own clock cycles, beside what its memory allows, and two parts of it that can be asked for alone:
/// `checkpoint`, what checkpoints add to a batch, and `kernel`, the SmartSSD's embedding kernel beside what its banks and ports allow. `model`: the cycles of the fast model for batches of RM1 to RM4, with `--rtl` beside those of the
/// RTL; it takes `--rows`, `--bags`, `--media` and `--seed`. `relaxed-lookup`: how far relaxed lookups of RM1 are from strict order, beside the bound. `lookahead`: the same of NDRec's lookahead on a SmartSSD, of eight tables, with the density of the matrix that corrects outputs and its cost, dense and factored, table by table. Every figure comes with the raw counters that it is computed from.
#[derive(Debug, Args)]
pub(super) struct BenchArguments {
    /// What to measure [default: embedding and mlp].
    #[arg(value_enum)]
    what: Vec<What>,
    /// embedding, mlp, relaxed-lookup, lookahead: batches that are measured, after one that is not.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    batches: u64,
    /// model: also run the RTL, and say how far the model is off.
    #[arg(long)]
    rtl: bool,
    #[command(flatten)]
    shape: rtl::ShapeArguments,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Lookups and updates of RM1's tables on the reference device.
    Embedding,
    /// RM1's MLPs, forward and backward.
    Mlp,
    /// The simulated CXL-MEM: lines a cycle, bandwidth of emulated media, cycles simulated a second.
    Rtl,
    /// The fast model: cycles of the commands of RM1 to RM4, and the time that it takes to say so.
    Model,
    /// What checkpoints of each mode add to a batch on the simulated CXL-MEM.
    Checkpoint,
    /// The SmartSSD: EVs and gradients a cycle of its embedding kernel, bandwidth, cycles of hazards; what its cache agent moves.
    Kernel,
    /// Differences between relaxed lookup and strict order, and the rows that consecutive batches share.
    RelaxedLookup,
    /// NDRec's lookahead: the matrix that corrects outputs, its cost, and differences from strict order.
    Lookahead,
}

const RM1: &str = "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";
/// RM1's embeddings with an MLP of next to nothing.
const RM1_EMBEDDING: &str = "[model]\nbottom = [13, 32]\ntop = [1]\ntables = 20\nrows = 10000\ndimension = 32\n\
    lookups = 80\ninteraction = \"cat\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";

/// What was measured.
#[derive(Debug, serde::Serialize)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
    /// What `value` can be at most, if anything says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<f64>,
    /// `value / limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    /// What the limit is the limit of.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    /// Raw numbers, from which all others can be computed.
    counters: serde_json::Map<String, serde_json::Value>,
}

impl Figure {
    /// A figure without a limit.
    fn plain(name: &str, value: f64, unit: &'static str, counters: &[(&str, f64)]) -> Self {
        let counters = counters.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        Self { name: name.to_owned(), value, unit, limit: None, ratio: None, bound: None, counters }
    }
}

pub(super) fn run(arguments: &BenchArguments) -> anyhow::Result<Outcome> {
    let default = if arguments.shape.given() { &[What::Rtl][..] } else { &[What::Embedding, What::Mlp][..] };
    let what = if arguments.what.is_empty() { default } else { &arguments.what[..] };
    let mut figures = Vec::new();
    for what in what {
        match what {
            What::Embedding => embedding(arguments.batches, &mut figures)?,
            What::Mlp => mlp(arguments.batches, &mut figures)?,
            What::Rtl => {
                rtl::measure(&arguments.shape, &mut figures)?;
                if !arguments.shape.given() {
                    checkpoint::measure(&mut figures)?;
                    kernel::measure(&mut figures)?;
                }
            }
            What::Model => model::measure(&arguments.shape, arguments.rtl, &mut figures)?,
            What::Checkpoint => checkpoint::measure(&mut figures)?,
            What::Kernel => {
                kernel::measure(&mut figures)?;
            }
            What::RelaxedLookup => relaxed_lookup::measure(arguments.batches, &mut figures)?,
            What::Lookahead => lookahead::measure(arguments.batches, &mut figures)?,
        }
    }
    let mut stdout = std::io::stdout().lock();
    if arguments.format == Format::Json {
        writeln!(stdout, "{}", serde_json::to_string_pretty(&figures)?)?;
        return Ok(Outcome::Good);
    }
    for Figure { name, value, unit, limit, ratio, bound, counters } in &figures {
        write!(stdout, "{name:<48} {value:>12.3} {unit}")?;
        match (limit, ratio, bound) {
            (Some(limit), Some(ratio), Some(bound)) => writeln!(stdout, ", {ratio:.3} of {limit:.3} ({bound})")?,
            _ => {
                let from: Vec<String> = counters.iter().map(|(name, value)| format!("{name} {value}")).collect();
                writeln!(stdout, " ({})", from.join(", "))?;
            }
        }
    }
    Ok(Outcome::Good)
}

/// A trainer and the batches to measure; the first was trained already.
fn prepare(experiment: &str, batches: u64) -> anyhow::Result<(Experiment, Trainer, Vec<Batch>)> {
    let experiment = Experiment::parse(Path::new("bench"), experiment)?;
    let train = &experiment.train;
    let mut source =
        emberlane_data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)?;
    let mut measured = Vec::new();
    while (measured.len() as u64) < batches {
        match source.next_batch()? {
            Some(batch) => measured.push(batch),
            None => source.rewind()?,
        }
    }
    let mut trainer = Trainer::new(&experiment, &StoreOptions::default())?;
    trainer.train(&measured[0])?;
    if let Some(device) = trainer.store.device() {
        device.clear_counters()?;
    }
    Ok((experiment, trainer, measured))
}

fn embedding(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (_, mut trainer, measured) = prepare(RM1_EMBEDDING, batches)?;
    let (mut lookup, mut update, mut rows) = (Duration::ZERO, Duration::ZERO, 0);
    for batch in &measured {
        let start = Instant::now();
        let pooled = trainer.store.lookup(&batch.bags)?;
        lookup += start.elapsed();
        let start = Instant::now();
        trainer.store.update(&pooled)?;
        update += start.elapsed();
        rows += batch.bags.indices.len();
    }
    for (name, time) in [("embedding lookup, reference", lookup), ("embedding update, reference", update)] {
        let seconds = time.as_secs_f64();
        let from = [("rows", rows as f64), ("seconds", seconds)];
        figures.push(Figure::plain(name, rows as f64 / seconds / 1e6, "million rows/s", &from));
    }
    Ok(())
}

fn mlp(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (experiment, mut trainer, measured) = prepare(RM1, batches)?;
    let before = trainer.times().mlp;
    for batch in &measured {
        trainer.train(batch)?;
    }
    let seconds = (trainer.times().mlp - before).as_secs_f64();
    let model = &experiment.model;
    let weights = |widths: &[usize]| widths.windows(2).map(|pair| pair[0] * pair[1]).sum::<usize>();
    // Forward, and two products backward; the gradient of the dense features is not computed.
    let bottom = 3 * weights(&model.bottom) - model.bottom[0] * model.bottom[1];
    let a_sample = 2 * (bottom + 3 * weights(&model.top_widths()));
    let operations = (a_sample * measured.iter().map(Batch::samples).sum::<usize>()) as f64;
    let count = measured.len() as f64;
    let from = [("batches", count), ("seconds", seconds)];
    figures.push(Figure::plain("RM1 MLP, batch 128", 1e3 * seconds / count, "ms a batch", &from));
    let from = [("operations", operations), ("seconds", seconds)];
    figures.push(Figure::plain("RM1 MLP arithmetic", operations / seconds / 1e9, "GFLOP/s", &from));
    Ok(())
}
