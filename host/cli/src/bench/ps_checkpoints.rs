//! What checkpoints add to the work of a shard: two shards train the same batches in turn, one with checkpoints, and a control neither.

use std::path::Path;
use std::time::Instant;

use emberlane_ps::{Checkpointing, Settings, ShardStore};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::figure::Figure;
use super::ps::{BATCH, DIMENSION, Gradients, ROWS, Times, open, scratch, skewed, train};

/// Batches between two checkpoints.
const INTERVAL: usize = 20;
/// Intervals of a pair of shards. The first, which makes most of the rows and has no checkpoint to write, does not count.
const INTERVALS: usize = 5;
/// Pairs of shards, each new: where memory happens to lie is another each time, and makes more difference than batches do.
const PAIRS: usize = 24;
/// Draws of pairs, with repetition, that say how sure a figure is.
const DRAWS: usize = 1000;
const CACHE_ROWS: usize = ROWS as usize / 10;
/// What checkpoints may add (the aim), of the shard's own work.
const AIM: f64 = 0.005;

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let place = scratch(folder)?;
    let aware = Checkpointing::BatchAware { drain_rows: 256 };
    let incremental = Checkpointing::Incremental { write_rows: 1024 };
    for (name, checkpointing, has_checkpoints) in
        [("batch_aware", aware, true), ("incremental", incremental, true), ("control", aware, false)]
    {
        let settings = Settings { checkpointing, ..Settings::pmem(CACHE_ROWS) };
        let mut found = Found::default();
        for pair in 0..PAIRS {
            let place = place.path().join(format!("{name}-{pair}"));
            std::fs::create_dir(&place)?;
            found.pair(&place, settings, has_checkpoints, pair)?;
            std::fs::remove_dir_all(&place)?;
        }
        let (all, waited) = (added(&found.all), added(&found.waited));
        for (what, per_cent, unit) in [
            ("added", all.per_cent, "% of the shard's own work, none of it hidden"),
            ("waited", waited.per_cent, "% of what ranks wait for, maintenance hidden"),
        ] {
            let [value, low, high] = per_cent;
            let of = [
                ("low", low),
                ("high", high),
                ("pairs", PAIRS as f64),
                ("intervals", (INTERVALS - 1) as f64),
                ("batches_of_interval", INTERVAL as f64),
                ("completed", found.completed as f64),
                ("flushed_with", found.flushed[1] as f64),
                ("flushed_without", found.flushed[0] as f64),
            ];
            figures.push(Figure::plain(&format!("ps.checkpoint.{name}.{what}"), value, unit, &of));
        }
        if has_checkpoints {
            let Added { more, without, .. } = all;
            let of = [
                ("cache_rows", CACHE_ROWS as f64),
                ("seconds_of_interval_without", without),
                ("nanoseconds_a_row_of_the_cache", 1e9 * more / CACHE_ROWS as f64),
                ("seconds_between_checkpoints_that_meet_the_aim", more / AIM),
            ];
            let unit = "ms of one thread that a checkpoint takes";
            figures.push(Figure::plain(&format!("ps.checkpoint.{name}.each"), 1e3 * more, unit, &of));
        }
    }
    Ok(())
}

/// What checkpoints add.
struct Added {
    /// Of what there is without, and between what 95 of 100 draws of as many pairs are.
    per_cent: [f64; 3],
    /// Seconds of an interval that a checkpoint adds, and of one without.
    more: f64,
    without: f64,
}

/// Seconds of the batches of an interval, of the shard without checkpoints and of that with them.
type Interval = Vec<[f64; 2]>;

/// The intervals of each pair of shards.
#[derive(Default)]
struct Found {
    all: Vec<Vec<Interval>>,
    waited: Vec<Vec<Interval>>,
    completed: u64,
    flushed: [u64; 2],
}

impl Found {
    /// Two shards train the same batches in turn; neither is always first.
    fn pair(&mut self, place: &Path, settings: Settings, has_checkpoints: bool, pair: usize) -> anyhow::Result<()> {
        let (batches, gradients) = (skewed(7 + pair as u64, INTERVAL * INTERVALS, BATCH)?, Gradients::new());
        let mut out = vec![0.0; BATCH * DIMENSION];
        let shard = |name: &str| open(&place.join(name), settings, &Default::default());
        // Which of them was opened first changes, too.
        let mut shards = if pair.is_multiple_of(2) { [shard("0")?, shard("1")?] } else { [shard("1")?, shard("0")?] };
        if !pair.is_multiple_of(2) {
            shards.reverse();
        }
        self.all.push(Vec::new());
        self.waited.push(Vec::new());
        for (number, batches) in batches.chunks(INTERVAL).enumerate() {
            let (mut all, mut waited) = (Interval::new(), Interval::new());
            for (batch, keys) in batches.iter().enumerate() {
                let is_due = has_checkpoints && batch == INTERVAL - 1;
                let [mut seconds, mut of_ranks] = [[0.0; 2]; 2];
                for turn in 0..2 {
                    let which = (turn + batch) % 2;
                    let (shard, mut times) = (&mut shards[which], Times::default());
                    train(shard, keys, &gradients, &mut out, is_due && which == 1, &mut times)?;
                    let start = Instant::now();
                    if let [.., newest] = shard.checkpoints().retained[..] {
                        shard.commit(newest)?;
                    }
                    of_ranks[which] = times.pull[0] + times.apply[0];
                    seconds[which] = of_ranks[which] + times.maintain[0] + start.elapsed().as_secs_f64();
                }
                all.push(seconds);
                waited.push(of_ranks);
            }
            if number > 0 {
                self.all[pair].push(all);
                self.waited[pair].push(waited);
            }
        }
        self.completed += shards[1].counters().completed;
        for (sum, shard) in self.flushed.iter_mut().zip(&shards) {
            *sum += shard.counters().flushed;
        }
        Ok(())
    }
}

/// What a checkpoint adds depends on how many batches ago it was asked for: of each of these the middle half of all intervals counts, so
/// that a batch that was interrupted does not.
fn added(pairs: &[Vec<Interval>]) -> Added {
    let of = |drawn: &[usize]| {
        let (mut more, mut without) = (0.0, 0.0);
        for batch in 0..INTERVAL {
            let of_batch = |what: fn([f64; 2]) -> f64| {
                middle_half(drawn.iter().flat_map(|pair| &pairs[*pair]).map(|interval| what(interval[batch])).collect())
            };
            more += of_batch(|[without, with]| with - without);
            without += of_batch(|[without, _]| without);
        }
        (more, without)
    };
    let per_cent = |(more, without): (f64, f64)| 100.0 * more / without;
    let all: Vec<usize> = (0..pairs.len()).collect();
    let mut random = Pcg64::seed_from_u64(1);
    let mut draw = || all.iter().map(|_| random.random_range(0..pairs.len())).collect::<Vec<_>>();
    let mut drawn: Vec<f64> = (0..DRAWS).map(|_| per_cent(of(&draw()))).collect();
    drawn.sort_by(f64::total_cmp);
    let (more, without) = of(&all);
    Added { per_cent: [per_cent((more, without)), drawn[DRAWS / 40], drawn[DRAWS - 1 - DRAWS / 40]], more, without }
}

/// The mean of the middle half.
fn middle_half(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = &numbers[numbers.len() / 4..numbers.len() - numbers.len() / 4];
    middle.iter().sum::<f64>() / middle.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of which one batch in twenty takes so much longer, and one in ten is interrupted.
    fn pairs(more: f64) -> Vec<Vec<Interval>> {
        let mut random = Pcg64::seed_from_u64(3);
        let mut batch = |more: f64| {
            [1.0, 1.0 + more].map(|seconds| {
                let interruption = if random.random_bool(0.1) { random.random_range(0.0..5.0) } else { 0.0 };
                seconds + random.random_range(0.0..0.02) + interruption
            })
        };
        let mut pairs = vec![vec![Interval::new(); INTERVALS - 1]; PAIRS];
        for interval in pairs.iter_mut().flatten() {
            interval.extend((0..INTERVAL).map(|number| batch(if number == 3 { more } else { 0.0 })));
        }
        pairs
    }

    /// A fifth of one batch in twenty is a per cent.
    #[test]
    fn what_one_batch_of_an_interval_adds_is_found_among_interruptions() {
        let Added { per_cent: [value, low, high], more, without } = added(&pairs(0.2));
        assert!((0.8..1.2).contains(&value) && low < value && value < high, "{value} {low} {high}");
        assert!((0.16..0.24).contains(&more) && (19.9..21.0).contains(&without), "{more} {without}");
        let [value, low, high] = added(&pairs(0.0)).per_cent;
        assert!((-0.2..0.2).contains(&value) && low < 0.0 && 0.0 < high, "{value} {low} {high}");
    }
}
