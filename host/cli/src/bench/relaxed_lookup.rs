//! How far relaxed lookup is from strict order, beside what it may be.

use emberlane_data::Batch;
use emberlane_dlrm::UpdateRule;
use emberlane_drivers::Overlap;
use emberlane_stores::relaxed::{Before, Order, bounds};
use emberlane_stores::{device_batch, lookahead};

use super::differences::Differences;
use super::figure::Figure;
use super::prepare::prepare;

/// RM1 on rows that are drawn as skewed as Criteo Kaggle's.
const EXPERIMENT: &str =
    "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 128\n";

/// Trains batches relaxed. After each, the device's tables are those of strict order, so a second lookup is what strict order
/// gives.
pub(super) fn measure(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (experiment, mut trainer, measured) = prepare(EXPERIMENT, batches + 1)?;
    let learning_rate = experiment.train.learning_rate;
    let step = UpdateRule { optimizer: experiment.train.optimizer, learning_rate };
    let mut differences = Differences::default();
    let (mut rows, mut shared_rows, mut entries, mut shared_entries) = (0, 0, 0, 0);
    for pair in measured.windows(2) {
        let [batch, next] = pair else { continue };
        let overlap = overlap(batch, next)?;
        rows += device_batch(&next.bags, false)?.transpose().rows().len();
        shared_rows += overlap.shared_rows();
        entries += next.bags.indices.len();
        shared_entries += overlap.shared_entries();

        let pooled = trainer.store.lookup(&batch.bags)?;
        lookahead(&mut *trainer.store)?.look_ahead(&next.bags)?;
        let (loss, gradients) = trainer.dense.dlrm.train(batch, &pooled, step);
        let Some(gradients) = gradients else { anyhow::bail!("the loss is {}", loss.mean) };
        let before =
            Before { bags: &batch.bags, gradients: &gradients, learning_rate, mean: false, order: Order::Same };
        let bounds = bounds(&mut *trainer.store, &before, &next.bags)?;
        let relaxed = lookahead(&mut *trainer.store)?.catch_up(&gradients)?;
        let strict = trainer.store.lookup(&next.bags)?;
        for ((relaxed, strict), bound) in relaxed.iter().zip(&strict).zip(&bounds) {
            differences.add(*relaxed, *strict, *bound);
        }
    }
    differences.figures("relaxed lookup", batches, figures);
    for (name, shared, all, unit) in [
        ("rows that the batch before used, too", shared_rows, rows, "of unique rows"),
        ("lookups of such rows", shared_entries, entries, "of lookups"),
    ] {
        let from = [("shared", shared as f64), ("all", all as f64)];
        figures.push(Figure::plain(name, shared as f64 / all.max(1) as f64, unit, &from));
    }
    Ok(())
}

fn overlap(batch: &Batch, next: &Batch) -> anyhow::Result<Overlap> {
    Ok(Overlap::new(&device_batch(&batch.bags, false)?, &device_batch(&next.bags, false)?))
}
