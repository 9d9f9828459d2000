//! Block tiers that fail or are slow: an error, never another value, and nothing hangs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use emberlane_experiment::{CachePolicy, StoreBackend, StoreMedia, StoreTime};
use emberlane_stores::{BlockReport, RowKey, RowShape, RowStore, Tiers};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::aligned::AlignedBuffer;
use crate::block::{BlockTier, BlockWork};
use crate::error::TierError;
use crate::files::Files;
use crate::record::{Format, Place};
use crate::rows::TieredRows;
use crate::segment::SegmentFile;
use crate::settings::Settings;

/// Files of which the `fails`-th call fails, and whose answers come late and out of order.
struct Faulty {
    files: Files,
    calls: AtomicU64,
    fails: u64,
    seed: u64,
}

impl Faulty {
    fn call(&self, what: &'static str) -> Result<(), TierError> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        if call == self.fails {
            let source = std::io::Error::other("the disk is gone");
            return Err(TierError::Io { file: "disk".into(), shard: Some(0), what, source });
        }
        let mut random = Pcg64::seed_from_u64(self.seed ^ call);
        if random.random_ratio(1, 4) {
            std::thread::sleep(Duration::from_micros(random.random_range(0..300)));
        }
        Ok(())
    }
}

impl BlockTier for Faulty {
    fn get(&self, keys: &[RowKey], rows: &mut [f32], found: &mut [bool]) -> Result<u64, TierError> {
        self.call("rows cannot be read")?;
        self.files.get(keys, rows, found)
    }

    fn set(&self, keys: &[RowKey], rows: &[f32]) -> Result<(), TierError> {
        self.call("rows cannot be written")?;
        self.files.set(keys, rows)
    }

    fn has(&self, keys: &[RowKey]) -> Vec<bool> {
        self.files.has(keys)
    }

    fn reads(&self, keys: &[RowKey]) -> (u64, u64) {
        self.files.reads(keys)
    }

    fn work(&self) -> BlockWork {
        self.files.work()
    }

    fn save(&self, folder: &Path) -> Result<serde_json::Value, TierError> {
        self.call("rows cannot be saved")?;
        self.files.save(folder)
    }

    fn load(&self, folder: &Path, about: &serde_json::Value) -> Result<(), TierError> {
        self.files.load(folder, about)
    }

    fn report(&self) -> BlockReport {
        self.files.report()
    }
}

fn settings(folder: &Path) -> Settings {
    Settings {
        directory: folder.join("live"),
        rows: vec![300, 70],
        shape: RowShape { dimension: 16, state: 1 },
        backend: StoreBackend::Logs,
        policy: CachePolicy::Lru,
        ways: 4,
        dram: 40,
        scm: 30,
        prefetch: 2,
        deferred: true,
        shards: 3,
        lanes: 4,
        direct: false,
        segment: 4096,
        placement: Vec::new(),
        time: StoreTime::Simulated,
        media: StoreMedia::default(),
        capacity: None,
    }
}

/// Unique ascending rows.
fn keys(random: &mut Pcg64) -> Vec<RowKey> {
    let mut keys: Vec<RowKey> = (0..random.random_range(0..40))
        .map(|_| {
            let table = random.random_range(0..2u32);
            RowKey { table, row: random.random_range(0..[300, 70][table as usize]) }
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Trains until an error; every row that is got has the version that was put last. Returns the error.
fn train(store: &mut TieredRows, seed: u64) -> Option<String> {
    train_with(store, seed, |_| ())
}

/// The same; `before` is told of each batch before it is got, when those behind it are asked for.
fn train_with(store: &mut TieredRows, seed: u64, mut before: impl FnMut(usize)) -> Option<String> {
    let mut random = Pcg64::seed_from_u64(seed);
    let batches: Vec<Vec<RowKey>> = (0..60).map(|_| keys(&mut random)).collect();
    let mut versions = std::collections::HashMap::new();
    let mut announced = 0;
    for (number, keys) in batches.iter().enumerate() {
        while announced < batches.len().min(number + 3) {
            if let Err(error) = store.fetch_ahead(&batches[announced]) {
                return Some(error.to_string());
            }
            announced += 1;
        }
        before(number);
        let mut rows = vec![f32::NAN; keys.len() * 17];
        if let Err(error) = store.get(keys, &mut rows) {
            return Some(error.to_string());
        }
        for (key, row) in keys.iter().zip(rows.chunks_exact_mut(17)) {
            let version = versions.entry(*key).or_insert(0.0);
            assert!(
                row.iter().all(|value| value == version),
                "seed {seed}, batch {number}, {key:?}: {row:?}, not {version}"
            );
            *version += 1.0;
            row.fill(*version);
        }
        if let Err(error) = store.put(keys, &rows) {
            return Some(error.to_string());
        }
    }
    None
}

#[test]
fn a_tier_that_is_late_changes_nothing_and_one_that_fails_is_an_error() {
    for seed in 0..25 {
        let folder = tempfile::tempdir().unwrap();
        let fails = if seed < 5 { u64::MAX } else { Pcg64::seed_from_u64(seed).random_range(0..150) };
        let faulty =
            |files: Files| -> Arc<dyn BlockTier> { Arc::new(Faulty { files, calls: AtomicU64::new(0), fails, seed }) };
        let mut store = TieredRows::over(settings(folder.path()), faulty).unwrap();
        let error = train(&mut store, seed);
        if fails == u64::MAX {
            assert_eq!(error, None, "seed {seed}");
            continue;
        }
        let error = error.unwrap_or_else(|| panic!("seed {seed}: call {fails} was to fail"));
        assert!(error.contains("disk (shard 0)") && error.contains("the disk is gone"), "seed {seed}: {error}");
        let key = [RowKey { table: 0, row: 0 }];
        for refused in [store.get(&key, &mut [0.0; 17]), store.write(&key, &[0.0; 17]), store.close()] {
            assert!(refused.unwrap_err().to_string().contains("failed before"), "seed {seed}");
        }
    }
}

/// Files that end early while batches are fetched ahead: what is read there is an error that names file, shard and row.
#[test]
fn files_that_end_early_are_named_with_batches_in_flight() {
    for seed in 100..110 {
        let folder = tempfile::tempdir().unwrap();
        let mut store = TieredRows::open(settings(folder.path())).unwrap();
        let cut = |number| {
            for name in crate::directory::names(&folder.path().join("live")).unwrap() {
                if number >= 20 && name.ends_with(".rows") {
                    let file =
                        std::fs::File::options().write(true).open(folder.path().join("live").join(name)).unwrap();
                    file.set_len(100).unwrap();
                }
            }
        };
        let error = train_with(&mut store, seed, cut).unwrap_or_else(|| panic!("seed {seed}: nothing was read"));
        let named = ["live/shard-00", ".rows: shard ", "block ", ": row ", " of table ", "it cannot be read"];
        // A file that is read to make room has no row that was asked for.
        let whole = ["live/shard-00", ".rows: shard ", "it has 100 bytes, and 4096 were written"];
        let says = |parts: &[&str]| parts.iter().all(|part| error.contains(part));
        assert!(says(&named) || says(&whole), "seed {seed}: {error}");
        let refused = store.get(&[RowKey { table: 0, row: 0 }], &mut [0.0; 17]).unwrap_err().to_string();
        assert!(refused.contains("failed before"), "seed {seed}: {refused}");
    }
}

/// Tells readers that it is over, when it goes.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Files are written, made room in and removed while other threads read: a row is always whole, and never older than it was.
#[test]
fn rows_are_got_while_others_are_set() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { directory: folder.path().to_path_buf(), ..settings(folder.path()) };
    let (files, is_over) = (Files::new(&settings), AtomicBool::new(false));
    let reader = |seed: u64| {
        let (mut random, mut seen) = (Pcg64::seed_from_u64(seed), std::collections::HashMap::new());
        while !is_over.load(Ordering::Relaxed) {
            let keys = keys(&mut random);
            let (mut rows, mut found) = (vec![0.0; keys.len() * 17], vec![false; keys.len()]);
            files.get(&keys, &mut rows, &mut found).unwrap();
            for ((key, row), found) in keys.iter().zip(rows.chunks_exact(17)).zip(found) {
                let version = row[0];
                assert!(row.iter().all(|value| *value == version) && found == (version > 0.0), "{key:?}: {row:?}");
                let before = seen.insert(*key, version).unwrap_or(0.0);
                assert!(before <= version, "seed {seed}, {key:?}: version {version} after {before}");
            }
        }
    };
    std::thread::scope(|scope| {
        let readers: Vec<_> = (1..4).map(|seed| scope.spawn(move || reader(seed))).collect();
        // Whatever becomes of this thread.
        let over = Over(&is_over);
        let mut random = Pcg64::seed_from_u64(0);
        for version in 1..400 {
            let keys = keys(&mut random);
            files.set(&keys, &vec![version as f32; keys.len() * 17]).unwrap();
        }
        drop(over);
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
    let report = files.report();
    assert!(report.compacted > 0 && report.bytes_written > 20 * 4096, "{report:?}");
}

/// A file that became full is read from memory until it is written, and is the same afterwards.
#[test]
fn a_full_file_is_read_before_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let format = Format::new(16, 4096);
    let mut bytes = AlignedBuffer::new(format.segment_bytes());
    for slot in 0..format.slots() {
        let (place, key) = (Place { shard: 1, segment: 7, slot }, RowKey { table: 0, row: slot as u32 });
        let range = format.range(slot);
        format.encode(place, key, &[slot as f32; 16], &mut bytes[range]);
    }
    let file = SegmentFile::full(folder.path(), (1, 7), false, &format, bytes);
    let check = || {
        let mut all = AlignedBuffer::new(format.segment_bytes());
        file.read_all(&mut all).unwrap();
        file.check(&format, &all).unwrap();
    };
    check();
    assert!(!file.path().exists());
    file.write().unwrap();
    assert!(file.path().exists());
    check();
    file.remove().unwrap();
    assert!(!file.path().exists());
    check();
}
