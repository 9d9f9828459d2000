//! Stores of rows that benchmarks measure.

use std::path::Path;
use std::time::{Duration, Instant};

use emberlane_experiment::{CachePolicy, StoreBackend, StoreConfig, StoreMedia, StoreTime};
use emberlane_stores::{RowKey, RowShape, RowStore};
use emberlane_tiers::{Settings, TieredRows};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// A row of MTrainS's model 1: 128 FP32 numbers (Table 2).
pub(super) const DIMENSION: usize = 128;
pub(super) const ROW_BYTES: usize = 4 * DIMENSION;
pub(super) const ROWS: u32 = 400_000;
/// Unique rows of a batch.
pub(super) const BATCH: usize = 4096;
pub(super) const BATCHES: usize = 24;

pub(super) fn settings(directory: &Path, rows: u32, dram: usize, scm: usize) -> Settings {
    Settings {
        directory: directory.to_path_buf(),
        rows: vec![rows],
        shape: RowShape { dimension: DIMENSION, state: 0 },
        backend: StoreBackend::Logs,
        policy: CachePolicy::Lru,
        ways: StoreConfig::DEFAULT_WAYS,
        dram,
        scm,
        prefetch: 0,
        deferred: false,
        shards: StoreConfig::DEFAULT_SHARDS,
        lanes: StoreConfig::DEFAULT_LANES,
        direct: true,
        segment: StoreConfig::DEFAULT_SEGMENT as usize,
        placement: Vec::new(),
        time: StoreTime::Real,
        media: StoreMedia::default(),
        capacity: None,
    }
}

pub(super) fn keys(rows: impl IntoIterator<Item = u32>) -> Vec<RowKey> {
    rows.into_iter().map(|row| RowKey { table: 0, row }).collect()
}

/// So many batches of unique rows, ascending, each as likely as any other.
pub(super) fn batches(random: &mut Pcg64, count: usize, rows: u32) -> Vec<Vec<RowKey>> {
    let batch = |_| {
        let mut rows: Vec<u32> =
            rand::seq::index::sample(random, rows as usize, BATCH).iter().map(|row| row as u32).collect();
        rows.sort_unstable();
        keys(rows)
    };
    (0..count).map(batch).collect()
}

/// A store whose rows are all written.
pub(super) fn written(settings: Settings) -> anyhow::Result<TieredRows> {
    let rows = settings.rows[0];
    let mut store = TieredRows::open(settings)?;
    // As training leaves them: rows that follow one another are in different blocks, so that none is read for two of a batch.
    let mut order: Vec<u32> = (0..rows).collect();
    order.shuffle(&mut Pcg64::seed_from_u64(6));
    for rows in order.chunks(BATCH) {
        let keys = keys(rows.iter().copied());
        let values: Vec<f32> = keys.iter().flat_map(|key| [key.row as f32; DIMENSION]).collect();
        store.write(&keys, &values)?;
    }
    Ok(store)
}

/// Gets all batches; says how long it took.
pub(super) fn get(store: &mut TieredRows, batches: &[Vec<RowKey>]) -> anyhow::Result<Duration> {
    // No row's values, in pages that are there.
    let mut values = vec![-1.0; BATCH * DIMENSION];
    let start = Instant::now();
    for keys in batches {
        store.get(keys, &mut values[..keys.len() * DIMENSION])?;
    }
    let time = start.elapsed();
    anyhow::ensure!(
        batches.iter().all(|keys| keys.len() == BATCH)
            && values
                .chunks_exact(DIMENSION)
                .zip(batches.last().into_iter().flatten())
                .all(|(row, key)| row[0] == key.row as f32),
        "the store gave other rows than it was given"
    );
    Ok(time)
}
