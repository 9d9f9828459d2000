//! `emberlane bench`

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use emberlane::config::Experiment;
use emberlane::data::{self, Batch, Purpose};
use emberlane::embedding::StoreOptions;
use emberlane::train::Trainer;

use super::{Format, Outcome};

/// Measure how fast embeddings and MLPs are trained on this machine.
///
/// Synthetic batches of TrainingCXL's RM1 (`embedding` on `reference`, `mlp`) and of a small model (`rtl`). Every figure is
/// printed with what it is computed from.
#[derive(Debug, Args)]
pub(super) struct BenchArguments {
    /// What to measure [default: embedding and mlp].
    #[arg(value_enum)]
    what: Vec<What>,
    /// Batches that are measured, after one that is not.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    batches: u64,
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
    /// Simulated clock cycles a second, and cycles a row.
    Rtl,
}

const RM1: &str = "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";
/// RM1's embeddings with an MLP of next to nothing.
const RM1_EMBEDDING: &str = "[model]\nbottom = [13, 32]\ntop = [1]\ntables = 20\nrows = 10000\ndimension = 32\n\
    lookups = 80\ninteraction = \"cat\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";
const SMALL: &str = "[model]\nbottom = [13, 32]\ntop = [1]\ntables = 4\nrows = 10000\ndimension = 32\nlookups = 20\n\
    interaction = \"cat\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 32\n[device]\nkind = \"rtl\"\n";

/// What was measured: a name, a figure with its unit, and what it is computed from.
struct Figure {
    name: &'static str,
    value: f64,
    unit: &'static str,
    from: Vec<(&'static str, f64)>,
}

pub(super) fn run(arguments: &BenchArguments) -> anyhow::Result<Outcome> {
    let what = if arguments.what.is_empty() { &[What::Embedding, What::Mlp][..] } else { &arguments.what[..] };
    let mut figures = Vec::new();
    for what in what {
        match what {
            What::Embedding => embedding(arguments.batches, &mut figures)?,
            What::Mlp => mlp(arguments.batches, &mut figures)?,
            What::Rtl => rtl(arguments.batches, &mut figures)?,
        }
    }
    let mut stdout = std::io::stdout().lock();
    if arguments.format == Format::Json {
        let list: Vec<serde_json::Value> = figures
            .iter()
            .map(|figure| {
                let from: serde_json::Map<String, serde_json::Value> =
                    figure.from.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
                serde_json::json!({ "name": figure.name, "value": figure.value, "unit": figure.unit, "from": from })
            })
            .collect();
        writeln!(stdout, "{:#}", serde_json::Value::from(list))?;
        return Ok(Outcome::Good);
    }
    for Figure { name, value, unit, from } in &figures {
        let from: Vec<String> = from.iter().map(|(name, value)| format!("{name} {value}")).collect();
        writeln!(stdout, "{name:<32} {value:>12.3} {unit:<16} ({})", from.join(", "))?;
    }
    Ok(Outcome::Good)
}

/// A trainer and the batches to measure; the first was trained already.
fn prepare(experiment: &str, batches: u64) -> anyhow::Result<(Experiment, Trainer, Vec<Batch>)> {
    let experiment = Experiment::parse(Path::new("bench"), experiment)?;
    let train = &experiment.train;
    let mut source = data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)?;
    let mut measured = Vec::new();
    while (measured.len() as u64) < batches {
        match source.next_batch()? {
            Some(batch) => measured.push(batch),
            None => source.rewind()?,
        }
    }
    let mut trainer = Trainer::new(&experiment, &StoreOptions::default())?;
    trainer.train(&measured[0])?;
    trainer.store.clear_counters()?;
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
        let from = vec![("rows", rows as f64), ("seconds", seconds)];
        figures.push(Figure { name, value: rows as f64 / seconds / 1e6, unit: "million rows/s", from });
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
    let from = vec![("batches", count), ("seconds", seconds)];
    figures.push(Figure { name: "RM1 MLP, batch 128", value: 1e3 * seconds / count, unit: "ms a batch", from });
    let from = vec![("operations", operations), ("seconds", seconds)];
    figures.push(Figure { name: "RM1 MLP arithmetic", value: operations / seconds / 1e9, unit: "GFLOP/s", from });
    Ok(())
}

fn rtl(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (_, mut trainer, measured) = prepare(SMALL, batches)?;
    let mut rows = 0;
    let start = Instant::now();
    for batch in &measured {
        trainer.train(batch)?;
        rows += batch.bags.indices.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    let device = trainer.store.device()?;
    let counter = |name| device.as_ref().map_or(0, |device| device.counter(name)) as f64;
    let (cycles, busy) = (counter("cycles"), counter("busy_cycles"));
    let from = vec![("cycles", cycles), ("seconds", seconds)];
    figures.push(Figure { name: "simulation speed, rtl", value: cycles / seconds / 1e3, unit: "kcycles/s", from });
    let from = vec![("busy cycles", busy), ("rows", rows as f64)];
    figures.push(Figure { name: "lookup and update, rtl", value: busy / rows as f64, unit: "cycles a row", from });
    Ok(())
}
