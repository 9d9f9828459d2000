//! How fast the engine of a shard is on this machine, beside what its memory does in the same run. One thread does everything.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{CachePolicy, Optimizer, StoreBackend, StoreConfig, StoreMedia, StoreTime};
use emberlane_ps::pool::file::{self, Use};
use emberlane_ps::pool::{Geometry, Identity};
use emberlane_ps::{Folder, Key, Pmem, Push, Settings, ShardStore, Tables, TieredShard};
use emberlane_tiers::{Settings as TierSettings, TieredRows};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Zipf};
use rand_pcg::Pcg64;

use super::figure::Figure;

/// Elements of OpenEmbedding's rows (Section III).
pub(super) const DIMENSION: usize = 64;
pub(super) const ROWS: u32 = 200_000;
/// Unique rows of a batch.
pub(super) const BATCH: usize = 16 * 1024;
const BATCHES: usize = 24;
const RATE: f32 = 0.05;
/// Exponent of the rows of trainings: 0.1 % of the rows have about half of the accesses. OpenEmbedding's own rows are more skewed (Table
/// II).
const SKEW: f64 = 1.05;

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let place = scratch(folder)?;
    warm(&place.path().join("warm"), figures)?;
    inline(&place.path().join("inline"), figures)?;
    recovery(&place.path().join("recovery"), figures)?;
    recovery_of_full(&place.path().join("full"), figures)?;
    storages(place.path(), figures)
}

/// A folder for pools, which is removed in the end.
pub(super) fn scratch(folder: &Path) -> anyhow::Result<tempfile::TempDir> {
    tempfile::tempdir_in(folder)
        .with_context(|| format!("{}: a folder for the pools cannot be made there", folder.display()))
}

fn tables() -> Tables {
    Tables::new(1, &[ROWS], DIMENSION, UpdateRule { optimizer: Optimizer::Sgd, learning_rate: RATE })
}

/// A new pool with some slots for each row, opened.
pub(super) fn open(path: &Path, settings: Settings, how: &Use) -> anyhow::Result<Pmem> {
    open_with(path, 3 * u64::from(ROWS), settings, how)
}

/// A new pool of so many slots, opened.
fn open_with(path: &Path, slots: u64, settings: Settings, how: &Use) -> anyhow::Result<Pmem> {
    let tables = tables();
    let identity = Identity { job: 0, tables: tables.fingerprint(), shard: 0, shards: 1 };
    let geometry = Geometry { shape: tables.shape(), partitions: 1, slots };
    if !path.exists() {
        file::create(path, identity, geometry)?;
    }
    Ok(Pmem::open(path, &identity, tables, settings, how)?)
}

/// Batches of unique rows, each as likely as any other.
pub(super) fn uniform(seed: u64, count: usize) -> Vec<Vec<Key>> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut batch = || rand::seq::index::sample(&mut random, ROWS as usize, BATCH).iter().map(key).collect();
    (0..count).map(|_| batch()).collect()
}

/// Batches of the unique rows of so many lookups of the skewed law.
pub(super) fn skewed(seed: u64, count: usize, lookups: usize) -> anyhow::Result<Vec<Vec<Key>>> {
    let law = Zipf::new(f64::from(ROWS), SKEW)?;
    let mut random = Pcg64::seed_from_u64(seed);
    let batch = |_| {
        let mut keys: Vec<Key> = (0..lookups).map(|_| key(law.sample(&mut random) as usize - 1)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    Ok((0..count).map(batch).collect())
}

fn key(row: usize) -> Key {
    Key::new(0, row as u32)
}

/// Gradients for the rows of batches, one for each row.
pub(super) struct Gradients {
    offsets: Vec<u32>,
    bags: Vec<u32>,
    scales: Vec<f32>,
    numbers: Vec<f32>,
}

impl Gradients {
    pub(super) fn new() -> Self {
        let mut random = Pcg64::seed_from_u64(9);
        Self {
            offsets: (0..=BATCH as u32).collect(),
            bags: (0..BATCH as u32).collect(),
            scales: vec![1.0; BATCH],
            numbers: (0..BATCH * DIMENSION).map(|_| random.random::<f32>() - 0.5).collect(),
        }
    }

    fn push<'g>(&'g self, keys: &'g [Key]) -> Push<'g> {
        let count = keys.len();
        Push {
            keys,
            offsets: &self.offsets[..=count],
            bags: &self.bags[..count],
            scales: &self.scales[..count],
            gradients: &self.numbers[..count * DIMENSION],
        }
    }
}

/// Seconds that the parts of each batch took.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    pub(super) pull: Vec<f64>,
    pub(super) maintain: Vec<f64>,
    pub(super) apply: Vec<f64>,
}

impl Times {
    /// Without maintenance, which is done while ranks compute.
    fn waited(&self) -> f64 {
        sum(&self.pull) + sum(&self.apply)
    }
}

fn sum(seconds: &[f64]) -> f64 {
    // Of nothing, the library's sum is -0.
    0.0 + seconds.iter().sum::<f64>()
}

/// The middle and the least of some times: a batch that was interrupted changes neither.
fn middle(seconds: &[f64]) -> [f64; 2] {
    let mut sorted = seconds.to_vec();
    sorted.sort_by(f64::total_cmp);
    [sorted[sorted.len() / 2], sorted[0]]
}

/// How long something takes.
fn timed(seconds: &mut Vec<f64>, act: impl FnOnce()) {
    let start = Instant::now();
    act();
    seconds.push(start.elapsed().as_secs_f64());
}

/// Trains a batch; `out` has room for its rows.
pub(super) fn train(
    store: &mut dyn ShardStore,
    keys: &[Key],
    gradients: &Gradients,
    out: &mut [f32],
    checkpoint: bool,
    times: &mut Times,
) -> anyhow::Result<()> {
    let number = store.applied() + 1;
    let start = Instant::now();
    store.pull(number, keys, &mut out[..keys.len() * DIMENSION])?;
    let pulled = Instant::now();
    store.maintain(number)?;
    let maintained = Instant::now();
    store.apply(number, &[gradients.push(keys)], checkpoint)?;
    times.apply.push(maintained.elapsed().as_secs_f64());
    times.pull.push((pulled - start).as_secs_f64());
    times.maintain.push((maintained - pulled).as_secs_f64());
    Ok(())
}

fn all_keys() -> impl Iterator<Item = Key> {
    (0..ROWS as usize).map(key)
}

/// Trains every row once, so that all are there.
fn train_all(store: &mut Pmem, gradients: &Gradients, out: &mut [f32]) -> anyhow::Result<()> {
    let all: Vec<Key> = all_keys().collect();
    all.chunks(BATCH).try_for_each(|keys| train(store, keys, gradients, out, false, &mut Times::default()))
}

/// Pulls and pushes of rows that the cache has, beside plain loops over a table, and a map of the standard library.
fn warm(path: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let mut store = open(path, Settings::pmem(ROWS as usize), &Use::default())?;
    let (batches, gradients) = (uniform(1, BATCHES), Gradients::new());
    let mut out = vec![0.0; BATCH * DIMENSION];
    train_all(&mut store, &gradients, &mut out)?;
    let mut times = Times::default();
    // Where rows are in a table follows no order.
    let mut places: Vec<u32> = (0..ROWS).collect();
    places.shuffle(&mut Pcg64::seed_from_u64(4));
    let mut table = vec![0.5f32; ROWS as usize * DIMENSION];
    let map: HashMap<u64, Box<[f32]>> = all_keys().map(|key| (key.0, vec![0.5; DIMENSION].into())).collect();
    let (mut gather, mut scatter, mut of_map) = (Vec::new(), Vec::new(), Vec::new());
    for keys in &batches {
        train(&mut store, keys, &gradients, &mut out, false, &mut times)?;
        timed(&mut gather, || {
            for (key, row) in keys.iter().zip(out.chunks_exact_mut(DIMENSION)) {
                let at = places[key.row() as usize] as usize * DIMENSION;
                row.copy_from_slice(&table[at..at + DIMENSION]);
            }
            std::hint::black_box(&mut out);
        });
        timed(&mut scatter, || {
            for (key, gradient) in keys.iter().zip(gradients.numbers.chunks_exact(DIMENSION)) {
                let at = places[key.row() as usize] as usize * DIMENSION;
                for (weight, gradient) in table[at..at + DIMENSION].iter_mut().zip(gradient) {
                    *weight -= RATE * gradient;
                }
            }
            std::hint::black_box(&mut table);
        });
        timed(&mut of_map, || {
            for (key, row) in keys.iter().zip(out.chunks_exact_mut(DIMENSION)) {
                if let Some(found) = map.get(&key.0) {
                    row.copy_from_slice(found);
                }
            }
            std::hint::black_box(&mut out);
        });
    }
    let parts = [
        ("pull", &times.pull),
        ("maintain", &times.maintain),
        ("apply", &times.apply),
        ("gather", &gather),
        ("map", &of_map),
        ("update", &scatter),
    ];
    let mut of = vec![
        ("rows".to_owned(), BATCH as f64),
        ("dimension".to_owned(), DIMENSION as f64),
        ("batches".to_owned(), BATCHES as f64),
    ];
    for (name, seconds) in parts {
        let [middle, least] = middle(seconds);
        of.extend([(format!("{name}_seconds_middle"), middle), (format!("{name}_seconds_least"), least)]);
    }
    let of: Vec<(&str, f64)> = of.iter().map(|(name, value)| (&**name, *value)).collect();
    let rate = |seconds: &[f64]| BATCH as f64 / middle(seconds)[0] / 1e6;
    let unit = "million rows/s on one thread";
    let limit = (rate(&gather), "a plain gather of as many rows");
    figures.push(Figure::limited("ps.pull", rate(&times.pull), unit, limit, &of));
    let limit = (rate(&of_map), "the standard library's map of boxed rows");
    figures.push(Figure::limited("ps.pull_beside_map", rate(&times.pull), unit, limit, &of));
    let limit = (rate(&scatter), "plain updates of as many rows");
    figures.push(Figure::limited("ps.apply", rate(&times.apply), unit, limit, &of));
    figures.push(Figure::plain("ps.maintain", rate(&times.maintain), unit, &of));
    Ok(())
}

/// Opening a pool all of whose rows were written, beside a checksum of as many bytes.
fn recovery(path: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let gradients = Gradients::new();
    let mut store = open(path, Settings::pmem(ROWS as usize), &Use::default())?;
    train_all(&mut store, &gradients, &mut vec![0.0; BATCH * DIMENSION])?;
    store.checkpoint()?;
    store.drain()?;
    let geometry = store.superblock().geometry;
    drop(store);
    let bytes = std::fs::read(path)?;
    let start = Instant::now();
    std::hint::black_box(crc32c::crc32c(&bytes));
    let checksum = start.elapsed();
    let start = Instant::now();
    let store = open(path, Settings::pmem(ROWS as usize), &Use::default())?;
    let time = start.elapsed();
    let rows = store.found().rows as f64;
    anyhow::ensure!(store.found().rows == u64::from(ROWS), "the pool has other rows than were trained");
    let slots = geometry.slots as f64;
    let of = [
        ("rows", rows),
        ("slots", slots),
        ("bytes", bytes.len() as f64),
        ("seconds", time.as_secs_f64()),
        ("checksum_seconds", checksum.as_secs_f64()),
    ];
    let limit = (slots / checksum.as_secs_f64() / 1e6, "a checksum of as many bytes");
    let rate = slots / time.as_secs_f64() / 1e6;
    figures.push(Figure::limited("ps.recovery_scan", rate, "million slots/s on one thread", limit, &of));
    figures.push(Figure::plain("ps.recovery_rows", rows / time.as_secs_f64() / 1e6, "million rows/s", &of));
    Ok(())
}

/// Pulls of rows that the cache has, where each pull looks after the cache.
fn inline(path: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let mut store = open(path, Settings::ori_cache(ROWS as usize), &Use::default())?;
    let (batches, gradients) = (uniform(1, BATCHES), Gradients::new());
    let mut out = vec![0.0; BATCH * DIMENSION];
    train_all(&mut store, &gradients, &mut out)?;
    let mut times = Times::default();
    for keys in &batches {
        train(&mut store, keys, &gradients, &mut out, false, &mut times)?;
    }
    let [half, least] = middle(&times.pull);
    let of = [("rows", BATCH as f64), ("pull_seconds_middle", half), ("pull_seconds_least", least)];
    let rate = BATCH as f64 / half / 1e6;
    figures.push(Figure::plain("ps.pull_inline", rate, "million rows/s on one thread", &of));
    Ok(())
}

/// Opening a pool that is full, as a node does that comes back: rows stay where they are, or all of them go to DRAM.
fn recovery_of_full(path: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    const TIMES: usize = 5;
    let gradients = Gradients::new();
    let slots = u64::from(ROWS) + BATCH as u64;
    let mut store = open_with(path, slots, Settings::pmem(ROWS as usize), &Use::default())?;
    train_all(&mut store, &gradients, &mut vec![0.0; BATCH * DIMENSION])?;
    store.checkpoint()?;
    store.drain()?;
    drop(store);
    for (name, settings) in
        [("ps.recovery_full", Settings::pmem(ROWS as usize)), ("ps.recovery_to_dram", Settings::dram())]
    {
        let mut seconds = Vec::new();
        for _ in 0..TIMES {
            let start = Instant::now();
            let store = open_with(path, slots, settings, &Use::default())?;
            seconds.push(start.elapsed().as_secs_f64());
            anyhow::ensure!(store.found().rows == u64::from(ROWS), "the pool has other rows than were trained");
        }
        let [half, least] = middle(&seconds);
        let of = [("rows", f64::from(ROWS)), ("seconds_middle", half), ("seconds_least", least)];
        figures.push(Figure::plain(name, f64::from(ROWS) / half / 1e6, "million rows/s on one thread", &of));
    }
    Ok(())
}

/// Whole batches with each storage, on a medium that is emulated.
fn storages(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    const ALL: usize = 24;
    let batches = skewed(8, ALL, BATCH)?;
    let cache = ROWS as usize / 10;
    let how = Use { emulated: Some(("openembedding".to_owned(), 6)), ..Use::default() };
    for (name, settings) in [
        ("dram", Settings::dram()),
        ("pmem", Settings::pmem(cache)),
        ("ori-cache", Settings::ori_cache(cache)),
        ("pmem-hash", Settings::pmem_hash()),
    ] {
        let mut store = open(&folder.join(name), settings, &how)?;
        waited(
            &format!("ps.waited.{name}"),
            "ns a row that ranks wait for (emulated medium)",
            &mut store,
            false,
            cache,
            &batches,
            figures,
        )?;
    }
    for (name, tells) in [("tiers", false), ("tiers.told_ahead", true)] {
        let mut store = tiers(&folder.join(name), cache)?;
        waited(
            &format!("ps.waited.{name}"),
            "ns a row that ranks wait for (files)",
            &mut store,
            tells,
            cache,
            &batches,
            figures,
        )?;
    }
    Ok(())
}

/// Half of the batches, after the first half has made most of the rows: how long ranks wait for a row of them, who are not in the way of
/// maintenance, and of rows that the shard is told of a batch ahead, if it is.
fn waited(
    name: &str,
    unit: &'static str,
    store: &mut dyn ShardStore,
    tells: bool,
    cache: usize,
    batches: &[Vec<Key>],
    figures: &mut Vec<Figure>,
) -> anyhow::Result<()> {
    let gradients = Gradients::new();
    let mut out = vec![0.0; BATCH * DIMENSION];
    let (mut times, mut ahead) = (Times::default(), Vec::new());
    for (number, keys) in batches.iter().enumerate() {
        if number == batches.len() / 2 {
            (times, ahead) = (Times::default(), Vec::new());
        }
        train(store, keys, &gradients, &mut out, false, &mut times)?;
        if let Some(next) = batches.get(number + 1).filter(|_| tells) {
            let start = Instant::now();
            store.prefetch(next)?;
            ahead.push(start.elapsed().as_secs_f64());
        }
    }
    let rows: usize = batches[batches.len() / 2..].iter().map(Vec::len).sum();
    let counters = store.counters();
    let of = [
        ("rows", rows as f64),
        ("cache_rows", cache as f64),
        ("pull_seconds", sum(&times.pull)),
        ("maintain_seconds", sum(&times.maintain)),
        ("apply_seconds", sum(&times.apply)),
        ("ahead_seconds", sum(&ahead)),
        ("hits", counters.hits as f64),
        ("misses", counters.misses as f64),
        ("flushed", counters.flushed as f64),
    ];
    figures.push(Figure::plain(name, times.waited() * 1e9 / rows as f64, unit, &of));
    Ok(())
}

/// Rows in files behind a cache, as `[store]` has them where it does not say otherwise, but for files that such small tables fill.
fn tiers(path: &Path, cache: usize) -> anyhow::Result<TieredShard> {
    let tables = tables();
    let identity = Identity { job: 0, tables: tables.fingerprint(), shard: 0, shards: 1 };
    let folder = Folder::take(path, &identity)?;
    let settings = TierSettings {
        directory: folder.rows(),
        rows: tables.rows().to_vec(),
        shape: tables.shape(),
        backend: StoreBackend::Logs,
        policy: CachePolicy::Lru,
        ways: StoreConfig::DEFAULT_WAYS,
        dram: cache,
        scm: 0,
        prefetch: 0,
        deferred: true,
        shards: 4,
        lanes: StoreConfig::DEFAULT_LANES,
        direct: true,
        segment: 1 << 20,
        placement: Vec::new(),
        time: StoreTime::Real,
        media: StoreMedia::default(),
        capacity: None,
    };
    Ok(TieredShard::open(folder, tables, Box::new(move || Ok(Box::new(TieredRows::open(settings.clone())?))))?)
}
