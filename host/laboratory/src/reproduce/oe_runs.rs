//! What OpenEmbedding's figures have in common: shards that are counted, and what their batches take.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use emberlane_models::media::preset;
use emberlane_sourced::Sourced;

use super::parameters::{Parameter, ParameterKind, parameters};
use super::{Progress, ReproduceError, ReproduceOptions};
use crate::openembedding::{
    Changed, Counters, DRAM_PS, ORI_CACHE, PMEM_OE, Replay, Saves, Saving, Setup, Skew, System, changed, count,
    numbers, while_saving,
};
use crate::threads::on_threads;

/// How many rows of the paper's one stands for: where caches are counted, and where rows are that change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) scale: u64,
    pub(super) scale_of_changes: u64,
    /// Requests that are counted of each setup.
    pub(super) requests: u64,
}

/// That of the figures.
pub(super) const SIZE: Size = Size { scale: 4096, scale_of_changes: 32_768, requests: 300_000 };
/// That of tests.
#[cfg(test)]
pub(super) const SMALL: Size = Size { scale: 262_144, scale_of_changes: 1 << 20, requests: 2000 };

/// GPUs of Figs. 6, 7 and 13.
pub(super) const GPUS: [u64; 3] = [4, 8, 16];
/// Those of Figs. 8 to 12.
pub(super) const MOST_GPUS: u64 = 16;

type Key = (&'static str, u64, u64, Skew, u64, u64);

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    counters: BTreeMap<Key, Counters>,
}

/// What was counted already, by seed: figures of one run share it.
static KNOWN: Mutex<BTreeMap<(u64, Key), Counters>> = Mutex::new(BTreeMap::new());

impl Runs {
    pub(super) fn of(&self, setup: &Setup) -> &Counters {
        self.counters.get(&setup.key()).expect("figures ask for what they have counted")
    }

    /// Milliseconds of a batch of a setup.
    pub(super) fn batch_ms(&self, replay: &Replay, setup: &Setup) -> f64 {
        replay.batch_ms(setup.system, setup.gpus, &self.of(setup).work)
    }

    pub(super) fn json(&self) -> serde_json::Value {
        self.counters.values().map(|counters| serde_json::json!(counters)).collect()
    }
}

/// A system with the default cache and workload.
pub(super) fn setup(system: &'static System, gpus: u64, size: Size) -> Setup {
    let cache_mb = numbers().get("default_cache_mb") as u64;
    Setup { system, gpus, cache_mb, skew: Skew::Original, scale: size.scale, requests: size.requests }
}

/// Works on as many threads as there are; each for itself, so that they change no result.
fn each<T: Sync, R: Send>(
    options: &ReproduceOptions,
    progress: &dyn Progress,
    of: &[T],
    one: impl Fn(&T) -> Result<R, ReproduceError> + Sync,
) -> Result<Vec<R>, ReproduceError> {
    let one = |of: &T| {
        let done = one(of)?;
        progress.advance(1);
        Ok(done)
    };
    on_threads(of, options.threads.get(), one).into_iter().collect()
}

/// Counts each setup that was not yet.
pub(super) fn counted(
    setups: &[Setup],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let seed = options.seed;
    let missing: BTreeMap<Key, Setup> = setups
        .iter()
        .filter(|setup| !known.contains_key(&(seed, setup.key())))
        .map(|setup| (setup.key(), setup.clone()))
        .collect();
    let missing: Vec<Setup> = missing.into_values().collect();
    progress.start("counting shards", missing.len() as u64);
    let found = each(options, progress, &missing, |setup| Ok(count(setup, seed)?))?;
    known.extend(missing.iter().map(|setup| (seed, setup.key())).zip(found));
    let counters = setups.iter().map(|setup| (setup.key(), known[&(seed, setup.key())].clone())).collect();
    Ok(Runs { counters })
}

/// Rows that a system's checkpoint writes when it is made after so many minutes of its batches.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Dump {
    pub(super) system: &'static str,
    pub(super) gpus: u64,
    pub(super) minutes: f64,
    pub(super) changed: Changed,
}

/// A system, GPUs, and minutes between checkpoints.
pub(super) type Interval = (&'static System, u64, f64);

/// Counts what changes between checkpoints of systems whose batches take what `runs` say.
pub(super) fn dumps(
    runs: &Runs,
    intervals: &[Interval],
    size: Size,
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Vec<Dump>, ReproduceError> {
    let replay = Replay::default();
    progress.start("counting rows that change", intervals.len() as u64);
    each(options, progress, intervals, |&(system, gpus, minutes)| {
        let batch_ms = runs.batch_ms(&replay, &setup(system, gpus, size));
        let requests = minutes * 60e3 / batch_ms * gpus as f64 * replay.numbers().get("requests");
        let changed = changed(requests, size.scale_of_changes, options.seed)?;
        Ok(Dump { system: system.name, gpus, minutes, changed })
    })
}

/// Seconds in which training waits for a checkpoint.
pub(super) struct Waits<'r> {
    pub(super) replay: &'r Replay,
    pub(super) dumps: &'r [Dump],
}

impl Waits<'_> {
    /// For the sparse part, by an incremental checkpoint.
    pub(super) fn incremental(&self, system: &System, gpus: u64, minutes: f64) -> f64 {
        let dump =
            self.dumps.iter().find(|dump| (dump.system, dump.gpus, dump.minutes) == (system.name, gpus, minutes));
        let dump = dump.expect("figures ask for what they have counted");
        dump.changed.rows_a_checkpoint() * self.replay.numbers().get("dump_ns") * 1e-9
    }

    /// How many times as long training takes with a system's own checkpoints as without. `sparse`: seconds that its batch-aware ones add.
    pub(super) fn slowdown(&self, system: &System, gpus: u64, minutes: f64, sparse: f64) -> f64 {
        let sparse = match system.saves {
            Saves::BatchAware => sparse,
            Saves::Incremental => self.incremental(system, gpus, minutes),
        };
        1.0 + (self.replay.numbers().get("dense_s") + sparse) / (minutes * 60.0)
    }
}

/// Trains with and without a batch-aware checkpoint, on these numbers of GPUs.
pub(super) fn savings(
    gpus: &[u64],
    size: Size,
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Vec<Saving>, ReproduceError> {
    progress.start("batch-aware checkpoints", gpus.len() as u64);
    each(options, progress, gpus, |gpus| Ok(while_saving(&setup(&PMEM_OE, *gpus, size), options.seed)?))
}

/// Seconds that a batch-aware checkpoint adds to the batches in which it becomes durable.
pub(super) fn added_s(replay: &Replay, saving: &Saving) -> f64 {
    let ms = |works| replay.all_ms(&PMEM_OE, saving.gpus, works);
    (ms(&saving.with) - ms(&saving.without)) * 1e-3
}

/// How shards are counted and batches replayed, in sentences.
pub(super) fn notes(size: Size) -> Vec<String> {
    vec![
        format!(
            "Shards are those of `emberlane serve`, with each storage; one of their rows stands for {} of the paper's 2.1 billion, and so do \
             rows of caches and of batches. Rows are drawn from a law through Table II in which no row is asked for twice by a GPU in a batch.",
            size.scale
        ),
        "What a shard loads and stores takes what medium `openembedding` says (Table I), what a row takes on a thread is what `emberlane bench \
         ps` has measured, and the executor of `train` runs the batches: a thread for each GPU's pull, 52 for everything else, links of 30 Gb. \
         Nothing is timed in this run."
            .to_owned(),
        "Fitted: how many rows a GPU asks for in a batch, to DRAM-PS's time on 16 GPUs against 4, of which no claim is made. Of GPUs and all \
         else the replay takes what Fig. 2's bursts leave."
            .to_owned(),
    ]
}

/// The numbers of figures and their medium, for a report.
pub(super) fn all_numbers() -> Vec<Parameter> {
    let mut all = parameters(&numbers());
    let medium = preset("openembedding").expect("a preset of media.toml");
    for (name, number, unit) in [
        ("medium: read latency", &medium.read_latency_ps, "ps"),
        ("medium: write latency", &medium.write_latency_ps, "ps"),
        ("medium: read bandwidth", &medium.read_bandwidth_mb_per_s, "10^6 bytes a second, a channel"),
        ("medium: row write bandwidth", &medium.row_write_bandwidth_mb_per_s, "10^6 bytes a second, a channel"),
    ] {
        let kind = if number.is_assumed() { ParameterKind::Assumed } else { ParameterKind::Sourced };
        let number = Sourced { value: number.value as f64, source: number.source.clone() };
        all.push(Parameter::of(name, number, unit, kind));
    }
    all
}

/// Systems of Figs. 6 and 7.
pub(super) const COMPARED: [&System; 3] = [&DRAM_PS, &PMEM_OE, &ORI_CACHE];

/// Numbers with three digits behind the point.
pub(super) fn cells<const N: usize>(values: [f64; N]) -> Vec<String> {
    values.map(|value| format!("{value:.3}")).to_vec()
}

/// Runs at a part of the size, for tests.
#[cfg(test)]
pub(super) fn small(setups: &[Setup]) -> Runs {
    counted(setups, &options(), &super::Silent).unwrap()
}

#[cfg(test)]
pub(super) fn options() -> ReproduceOptions {
    ReproduceOptions::on(std::num::NonZeroUsize::MIN)
}
