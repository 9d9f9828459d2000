//! How fast tables in files are on this machine, beside what the disk, the memory, and another's cache do in the same run.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use emberlane_experiment::{CachePolicy, StoreConfig};
use emberlane_stores::{RowKey, RowStore, Tiers};
use emberlane_tiers::{Hierarchy, RawBlocks};
use lru::LruCache;
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Zipf};
use rand_pcg::Pcg64;

use super::figure::Figure;
use super::store_rows::{BATCH, BATCHES, DIMENSION, ROW_BYTES, ROWS, batches, get, keys, settings, written};
use super::{store_backends, store_step};

/// Exponent of the ids whose hits are counted: 80 % of the lookups are of 10 to 40 % of the rows, as MTrainS, Section 3.2 says.
const SKEW: f64 = 0.8;
/// Indices of those whose hits are counted.
const INDICES: usize = 2_000_000;

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let place = tempfile::tempdir_in(folder)
        .with_context(|| format!("{}: a folder for the files cannot be made there", folder.display()))?;
    cold(&place.path().join("cold"), figures)?;
    warm(&place.path().join("warm"), figures)?;
    exchange(&place.path().join("exchange"), figures)?;
    hits(figures);
    store_step::measure(place.path(), figures)?;
    store_backends::measure(place.path(), figures)?;
    Ok(())
}

/// Rows that no cache has, from the disk, beside reads of as many blocks at as many places without a store.
fn cold(directory: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let mut settings = settings(directory, ROWS, 0, 0);
    // The newest rows of each shard are in memory: few of them.
    settings.segment = 1 << 20;
    let lanes = settings.lanes;
    let mut store = written(settings)?;
    let batches = batches(&mut Pcg64::seed_from_u64(1), BATCHES, ROWS);
    let is_direct = Tiers::report(&store).block.direct;
    let raw = RawBlocks::open(directory, is_direct)?;
    let mut random = Pcg64::seed_from_u64(2);
    let blocks: Vec<u64> = (0..BATCH * BATCHES).map(|_| random.random_range(0..raw.len())).collect();
    let before = raw.read(&blocks, lanes)?;
    let time = get(&mut store, &batches)?;
    let after = raw.read(&blocks, lanes)?;
    let report = Tiers::report(&store);
    let of_files = report.media.media.iter().find(|medium| medium.memory == "ssd").map_or(0, |ssd| ssd.reads);
    // Rows that are still in memory are none of the disk's.
    let (reads, seconds) = (of_files as f64, time.as_secs_f64());
    let raw_reads = 2.0 * blocks.len() as f64;
    // The disk is another one from moment to moment: the limit is what it did around.
    let limit = raw_reads / (before + after).as_secs_f64();
    let of = [
        ("rows", (BATCH * BATCHES) as f64),
        ("rows_of_files", reads),
        ("seconds", seconds),
        ("raw_reads", raw_reads),
        ("raw_seconds_before", before.as_secs_f64()),
        ("raw_seconds_after", after.as_secs_f64()),
        ("lanes", lanes as f64),
        ("direct", f64::from(u8::from(is_direct))),
        ("blocks_read", report.block.blocks_read as f64),
    ];
    let name = format!("raw blocks of 4 KiB at {lanes} threads");
    figures.push(Figure::limited(
        "store.cold_get",
        reads / seconds / 1e3,
        "thousand rows/s",
        (limit / 1e3, &name),
        &of,
    ));
    let a_row = report.block.blocks_read as f64 / reads.max(1.0);
    figures.push(Figure::plain("store.blocks_a_get", a_row, "blocks a row in files", &of));
    Ok(())
}

/// Blocks of a store's files, each as likely as any other and others each time, without the store, by more and more threads.
pub(super) fn raw(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let raw = RawBlocks::open(folder, true)?;
    let mut random = Pcg64::seed_from_u64(2);
    for threads in [1, 2, 4].map(|times| times * StoreConfig::DEFAULT_LANES) {
        let blocks: Vec<u64> = (0..BATCH * BATCHES).map(|_| random.random_range(0..raw.len())).collect();
        let seconds = raw.read(&blocks, threads)?.as_secs_f64();
        let reads = blocks.len() as f64;
        let of =
            [("reads", reads), ("seconds", seconds), ("threads", threads as f64), ("blocks_there", raw.len() as f64)];
        let name = format!("store.raw_reads.{threads}");
        figures.push(Figure::plain(&name, reads / seconds / 1e3, "thousand blocks/s", &of));
    }
    Ok(())
}

/// Rows that DRAM has, beside a plain gather of rows as far from one another.
fn warm(directory: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    // Twice the room: no set is full.
    let room = 2 * ROWS as usize;
    let mut store = written(settings(directory, ROWS, room, 0))?;
    let all: Vec<Vec<RowKey>> = keys(0..ROWS / BATCH as u32 * BATCH as u32).chunks(BATCH).map(<[_]>::to_vec).collect();
    get(&mut store, &all)?;
    let rows_there = ROWS / BATCH as u32 * BATCH as u32;
    let batches = batches(&mut Pcg64::seed_from_u64(3), BATCHES, rows_there);
    // Where rows are in a cache follows no order, and they are as far from one another here.
    let places = rand::seq::index::sample(&mut Pcg64::seed_from_u64(4), room, rows_there as usize).into_vec();
    // From a cache line on, as the cache's do.
    let mut table = vec![0.0f32; room * DIMENSION + 16];
    let start = table.as_ptr().align_offset(64).min(16);
    let table = &mut table[start..];
    for (row, place) in places.iter().enumerate() {
        table[place * DIMENSION..][..DIMENSION].fill(row as f32);
    }
    let mut values = vec![0.0; BATCH * DIMENSION];
    let mut gather = || {
        let start = Instant::now();
        for keys in &batches {
            for (key, row) in keys.iter().zip(values.chunks_exact_mut(DIMENSION)) {
                let at = places[key.row as usize] * DIMENSION;
                row.copy_from_slice(&table[at..at + DIMENSION]);
            }
        }
        std::hint::black_box(&mut values);
        start.elapsed()
    };
    // The first of each has pages to be had.
    gather();
    let plain = gather();
    get(&mut store, &batches)?;
    let before = store.hierarchy().hits().0;
    let time = get(&mut store, &batches)?;
    let hits = store.hierarchy().hits().0 - before;
    let (rows, seconds) = ((BATCH * BATCHES) as f64, time.as_secs_f64());
    let of = [("rows", rows), ("hits", hits as f64), ("seconds", seconds), ("gather_seconds", plain.as_secs_f64())];
    let limit = (rows / plain.as_secs_f64() / 1e6, "a plain gather of as many rows");
    figures.push(Figure::limited("store.warm_get", rows / seconds / 1e6, "million rows/s", limit, &of));
    Ok(())
}

/// Rows that change places between the caches, beside copies of as many bytes.
fn exchange(directory: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    const CACHE: usize = 8 * BATCH;
    // SCM has twice the room that its rows need, so that none of them has to go to files, which would be another measurement.
    let mut settings = settings(directory, 2 * CACHE as u32, CACHE, 2 * CACHE);
    // One set a cache would be searched row by row.
    settings.ways = StoreConfig::DEFAULT_WAYS;
    // Rows change places when a batch is announced; what it takes to get them then is that of rows in DRAM.
    settings.prefetch = 1;
    let mut store = written(settings)?;
    let all: Vec<Vec<RowKey>> = keys(0..2 * CACHE as u32).chunks(BATCH).map(<[_]>::to_vec).collect();
    // Until rows have been in all places that they come to: the system gives memory when it is first written.
    (0..3).try_for_each(|_| get(&mut store, &all).map(|_| ()))?;
    let before = Tiers::report(&store);
    let mut time = Duration::ZERO;
    for keys in &all {
        let start = Instant::now();
        store.fetch_ahead(keys)?;
        time += start.elapsed();
        get(&mut store, std::slice::from_ref(keys))?;
    }
    let after = Tiers::report(&store);
    let moved: u64 = after
        .caches
        .iter()
        .zip(&before.caches)
        .map(|(after, before)| {
            after.rows_from_above + after.rows_from_below - before.rows_from_above - before.rows_from_below
        })
        .sum();
    let from = vec![1.0f32; CACHE * DIMENSION];
    let mut to = vec![0.0f32; CACHE * DIMENSION];
    to.copy_from_slice(&from);
    let start = Instant::now();
    to.copy_from_slice(std::hint::black_box(&from));
    std::hint::black_box(&mut to);
    let copied = start.elapsed();
    let gigabytes = |bytes: f64, time: Duration| bytes / time.as_secs_f64() / 1e9;
    let bytes = (moved as usize * ROW_BYTES) as f64;
    let of = [
        ("rows_moved", moved as f64),
        ("row_bytes", ROW_BYTES as f64),
        ("seconds", time.as_secs_f64()),
        ("files_rows", (after.block.found - before.block.found) as f64),
        ("copy_seconds", copied.as_secs_f64()),
    ];
    let limit = (gigabytes((CACHE * ROW_BYTES) as f64, copied) / 2.0, "half of what a copy of a cache does");
    figures.push(Figure::limited("store.exchange", gigabytes(bytes, time), "GB/s", limit, &of));
    Ok(())
}

/// Hits of both caches on skewed ids beside those of one LRU of a library with as many rows, and the time that planning takes.
fn hits(figures: &mut Vec<Figure>) {
    let (dram, scm) = (ROWS as usize / 20, ROWS as usize / 10);
    let mut random = Pcg64::seed_from_u64(5);
    let Ok(law) = Zipf::new(f64::from(ROWS), SKEW) else { return };
    let indices: Vec<u64> = (0..INDICES).map(|_| law.sample(&mut random) as u64 - 1).collect();
    let unique = |indices: &[u64]| {
        let mut unique: Vec<u64> = indices.iter().copied().collect::<HashSet<u64>>().into_iter().collect();
        unique.sort_unstable();
        unique
    };
    let batches: Vec<Vec<u64>> = indices.chunks(BATCH).map(unique).collect();
    let rows: usize = batches.iter().map(Vec::len).sum();
    let mut hierarchy = Hierarchy::new(CachePolicy::Lru, StoreConfig::DEFAULT_WAYS, dram, scm, 0);
    let start = Instant::now();
    for batch in &batches {
        std::hint::black_box(hierarchy.plan(batch));
    }
    let time = start.elapsed().as_secs_f64();
    let ours = hierarchy.hits().0 + hierarchy.hits().1;
    let mut lru = LruCache::new(NonZeroUsize::new(dram + scm).unwrap_or(NonZeroUsize::MIN));
    let mut theirs = 0u64;
    let start = Instant::now();
    for batch in &batches {
        theirs += batch.iter().filter(|key| lru.get(*key).is_some()).count() as u64;
        for key in batch {
            lru.put(*key, ());
        }
    }
    let lru_time = start.elapsed().as_secs_f64();
    let share = |hits: u64| hits as f64 / rows as f64;
    let of = [
        ("indices", INDICES as f64),
        ("unique_rows", rows as f64),
        ("hits", ours as f64),
        ("lru_hits", theirs as f64),
        ("ways", StoreConfig::DEFAULT_WAYS as f64),
        ("rows_of_caches", (dram + scm) as f64),
        ("seconds", time),
        ("lru_seconds", lru_time),
    ];
    let limit = (share(theirs), "one LRU of as many rows, of the crate lru");
    figures.push(Figure::limited("store.hit_rate", share(ours), "of unique rows", limit, &of));
    let rate = |time: f64| rows as f64 / time / 1e6;
    let limit = (rate(lru_time), "the same LRU, without moving a row");
    figures.push(Figure::limited("store.plan", rate(time), "million unique rows/s on one core", limit, &of));
}
