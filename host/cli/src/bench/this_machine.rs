//! How fast this machine trains RM1.

use std::time::{Duration, Instant};

use emberlane_data::Batch;

use super::figure::Figure;
use super::prepare::prepare;

const RM1: &str = "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";
/// RM1's embeddings with an MLP of next to nothing.
const RM1_EMBEDDING: &str = "[model]\nbottom = [13, 32]\ntop = [1]\ntables = 20\nrows = 10000\ndimension = 32\n\
    lookups = 80\ninteraction = \"cat\"\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 128\n";

/// Lookups and updates of RM1's tables on the reference device.
pub(super) fn embedding(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
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

/// RM1's MLPs, forward and backward.
pub(super) fn mlp(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
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
