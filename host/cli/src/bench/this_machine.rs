//! How fast this machine looks rows up, updates them and trains RM1's MLPs.

use emberlane_data::{Bags, Batch};
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Optimizer, Pooling};
use emberlane_stores::{EmbeddingStore, HostMemory};

use super::clock::{Span, measure};
use super::dlrm::operations;
use super::figure::Figure;
use super::prepare::{batches_of, prepare};

const RM1: &str = "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";

/// An experiment whose tables are as RM1's but for these, with an MLP of next to nothing.
fn tables_of(tables: usize, rows: u32, dimension: usize) -> String {
    format!(
        "[model]\nbottom = [13, {dimension}]\ntop = [1]\ntables = {tables}\nrows = {rows}\ndimension = {dimension}\nlookups = 80\n\
         interaction = \"cat\"\n[data]\nkind = \"synthetic\"\nskew = 0.0\n[train]\nbatch_size = 128\n"
    )
}

/// Lookups and updates of tables as RM1 has them: on the reference device, and in host memory, where the tables are in the caches and
/// where they are not.
pub(super) fn embedding(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (_, mut trainer, measured) = prepare(&tables_of(20, 10_000, 32), batches)?;
    let times = run(&mut *trainer.store, &measured)?;
    for (what, span) in [("lookup", times.lookup), ("update", times.update)] {
        figures.push(rate(&format!("embedding {what}, reference"), times.rows, span, None));
    }
    for (tables, rows, dimension) in [(20, 10_000, 16), (20, 10_000, 32), (20, 10_000, 64), (4, 1_000_000, 32)] {
        let (experiment, drawn) = batches_of(&tables_of(tables, rows, dimension), batches)?;
        let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.01 };
        let mut store = HostMemory::new(&experiment.model.rows, dimension, Pooling::Sum, step)?;
        let in_order: Vec<Batch> = drawn.iter().map(|batch| in_order(batch, rows)).collect();
        let limit = run(&mut store, &in_order)?;
        let times = run(&mut store, &drawn)?;
        let shape = format!("host memory, {tables} tables of {rows} rows of {dimension}");
        for (what, span, limit) in [("lookup", times.lookup, limit.lookup), ("update", times.update, limit.update)] {
            figures.push(rate(&format!("embedding {what}, {shape}"), times.rows, span, Some(limit)));
        }
    }
    Ok(())
}

/// The batch, but for its rows, which are one behind the other.
fn in_order(batch: &Batch, rows: u32) -> Batch {
    let indices = (0..batch.bags.indices.len()).map(|number| (number % rows as usize) as u32).collect();
    Batch { bags: Bags { indices, ..batch.bags.clone() }, ..batch.clone() }
}

/// What lookups and updates of some batches took.
#[derive(Default)]
struct Times {
    rows: usize,
    lookup: Span,
    update: Span,
}

/// The first batch is done once more than is measured.
fn run(store: &mut dyn EmbeddingStore, batches: &[Batch]) -> anyhow::Result<Times> {
    let mut times = Times::default();
    let pooled = store.lookup(&batches[0].bags)?;
    store.update(&pooled)?;
    for batch in batches {
        let (pooled, span) = measure(|| store.lookup(&batch.bags));
        let pooled = pooled?;
        times.lookup = times.lookup.and(span);
        let (done, span) = measure(|| store.update(&pooled));
        done?;
        times.update = times.update.and(span);
        times.rows += batch.bags.indices.len();
    }
    Ok(times)
}

/// Rows a second of a processor.
fn rate(name: &str, rows: usize, span: Span, limit: Option<Span>) -> Figure {
    let millions = |span: Span| rows as f64 / span.cpu / 1e6;
    let from = [("rows", rows as f64), ("seconds", span.wall), ("cpu_seconds", span.cpu)];
    let unit = "million rows/s";
    match limit {
        None => Figure::plain(name, millions(span), unit, &from),
        Some(limit) => {
            Figure::limited(name, millions(span), unit, (millions(limit), "rows that are one behind the other"), &from)
        }
    }
}

/// RM1's MLPs, forward and backward.
pub(super) fn mlp(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (experiment, mut trainer, measured) = prepare(RM1, batches)?;
    let before = trainer.times().mlp;
    for batch in &measured {
        trainer.train(batch)?;
    }
    let seconds = (trainer.times().mlp - before).as_secs_f64();
    let operations: f64 = measured.iter().map(|batch| operations(&experiment.model, batch)).sum();
    let count = measured.len() as f64;
    let from = [("batches", count), ("seconds", seconds)];
    figures.push(Figure::plain("RM1 MLP, batch 128", 1e3 * seconds / count, "ms a batch", &from));
    let from = [("operations", operations), ("seconds", seconds)];
    figures.push(Figure::plain("RM1 MLP arithmetic", operations / seconds / 1e9, "GFLOP/s", &from));
    Ok(())
}
