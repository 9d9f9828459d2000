//! What is lost with a shard that dies, by how often it makes checkpoints and how many rows it writes ahead of them.

use std::path::Path;

use emberlane_ps::{Settings, ShardStore};

use super::figure::Figure;
use super::ps::{BATCH, DIMENSION, Gradients, ROWS, Times, open, scratch, skewed, train};

/// Batches that are trained. A death behind each of the second half counts, as likely as any other: the first half makes most of the rows.
const BATCHES: usize = 160;
const CACHE_ROWS: usize = ROWS as usize / 10;
/// Batches between two checkpoints, and rows that are written ahead behind each batch.
const CASES: [(usize, usize); 6] = [(20, 0), (5, 0), (1, 0), (20, 256), (20, 1024), (20, 4096)];

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let place = scratch(folder)?;
    let batches = skewed(11, BATCHES, BATCH)?;
    for (interval, ahead_rows) in CASES {
        let name = format!("ps.lost.every_{interval}.ahead_{ahead_rows}");
        let settings = Settings { ahead_rows, ..Settings::pmem(CACHE_ROWS) };
        let mut shard = open(&place.path().join(&name), settings, &Default::default())?;
        let (gradients, mut out, mut times) = (Gradients::new(), vec![0.0; BATCH * DIMENSION], Times::default());
        let mut updated = vec![0u64];
        let (mut newest, mut checkpoint, mut flushed) = (0, 0, 0);
        for (number, keys) in (1..).zip(&batches) {
            train(&mut shard, keys, &gradients, &mut out, number % interval == 0, &mut times)?;
            let (counters, checkpoints) = (shard.counters(), shard.checkpoints());
            shard.commit(checkpoints.done())?;
            updated.push(counters.updated);
            if number <= BATCHES / 2 {
                flushed = counters.flushed;
                continue;
            }
            newest += counters.unwritten;
            checkpoint += counters.updated - updated[checkpoints.done() as usize];
        }
        let deaths = (BATCHES / 2) as f64;
        let counters = shard.counters();
        let of = [
            ("lost_with_the_checkpoint", checkpoint as f64 / deaths),
            ("lost_with_the_newest", newest as f64 / deaths),
            ("batches", deaths),
            ("updates", (counters.updated - updated[BATCHES / 2]) as f64),
            ("rows_written", (counters.flushed - flushed) as f64),
            ("seconds_of_maintenance", times.maintain[BATCHES / 2..].iter().sum()),
        ];
        let unit = "updates lost with a shard that goes on with the newest of each row";
        figures.push(Figure::plain(&name, newest as f64 / deaths, unit, &of));
    }
    Ok(())
}
