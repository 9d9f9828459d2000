//! A step of training over tables in files, whose rows are fetched ahead, beside the same step over tables in memory.

use std::path::Path;
use std::time::{Duration, Instant};

use emberlane_data::{Batch, Purpose};
use emberlane_experiment::Experiment;
use emberlane_stores::TierHits;
use emberlane_systems::StoreOptions;
use emberlane_training::Trainer;

use super::figure::Figure;
use super::store::limited;

/// 400,000 rows of 129 numbers; the caches have room for 7 of 10.
const MODEL: &str = "[model]\nbottom = [13, 256, 128]\ntop = [256, 64, 1]\ntables = 4\nrows = 100000\ndimension = 128\n\
    lookups = 8\n[data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 512\noptimizer = \"rowwise-adagrad\"\n";
/// Batches before those that are measured: the caches are empty at first.
const BEFORE: usize = 20;
const MEASURED: usize = 20;
const PREFETCH: usize = 2;

/// One of the two, with what it took.
struct Side {
    trainer: Trainer,
    announced: usize,
    took: Duration,
}

impl Side {
    fn new(text: &str) -> anyhow::Result<Self> {
        let experiment = Experiment::parse(Path::new("bench"), text)?;
        Ok(Self { trainer: Trainer::new(&experiment, &StoreOptions::default())?, announced: 0, took: Duration::ZERO })
    }

    /// Trains a batch; says its loss.
    fn train(&mut self, batches: &[Batch], number: usize, prefetch: usize) -> anyhow::Result<f64> {
        let start = Instant::now();
        while prefetch > 0 && self.announced < batches.len().min(number + prefetch + 1) {
            self.trainer.store.fetch_ahead(&batches[self.announced].bags)?;
            self.announced += 1;
        }
        let loss = self.trainer.train(&batches[number])?.mean;
        self.took += start.elapsed();
        Ok(loss)
    }

    fn hits(&mut self) -> TierHits {
        self.trainer.store.tiers().map(|tiers| tiers.hits()).unwrap_or_default()
    }
}

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let directory = folder.join("step");
    let store = format!(
        "[store]\ndirectory = {:?}\nprefetch = {PREFETCH}\nsegment = \"1MiB\"\n[store.dram]\ncache = \"60MiB\"\n[store.scm]\n\
         cache = \"80MiB\"\n",
        directory.display().to_string()
    );
    let batches = batches()?;
    let (mut host, mut tiers) = (Side::new(MODEL)?, Side::new(&format!("{MODEL}{store}"))?);
    let mut before = TierHits::default();
    // By turns, so that both have the same machine.
    for number in 0..batches.len() {
        if number == BEFORE {
            (host.took, tiers.took, before) = (Duration::ZERO, Duration::ZERO, tiers.hits());
        }
        let losses = (host.train(&batches, number, 0)?, tiers.train(&batches, number, PREFETCH)?);
        anyhow::ensure!(losses.0 == losses.1, "the store has trained to another loss: {losses:?}");
    }
    let hits = tiers.hits().since(before);
    let [host, tiers] = [host, tiers].map(|side| side.took.as_secs_f64());
    let share = (hits.dram + hits.scm) as f64 / hits.rows.max(1) as f64;
    let counters = [
        ("batches", MEASURED as f64),
        ("seconds", tiers),
        ("host_memory_seconds", host),
        ("unique_rows", hits.rows as f64),
        ("dram_hits", hits.dram as f64),
        ("scm_hits", hits.scm as f64),
        ("prefetch", PREFETCH as f64),
    ];
    let rate = |seconds: f64| MEASURED as f64 / seconds;
    let bound = format!("tables in memory; {:.1} % of rows are hits", 100.0 * share);
    figures.push(limited("store.step", rate(tiers), "batches/s", (rate(host), &bound), &counters));
    Ok(())
}

fn batches() -> anyhow::Result<Vec<Batch>> {
    let experiment = Experiment::parse(Path::new("bench"), MODEL)?;
    let train = &experiment.train;
    let mut source =
        emberlane_data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)?;
    let mut batches = Vec::new();
    while batches.len() < BEFORE + MEASURED {
        match source.next_batch()? {
            Some(batch) => batches.push(batch),
            None => source.rewind()?,
        }
    }
    Ok(batches)
}
