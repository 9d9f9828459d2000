//! Rows in RocksDB: the bits and the hits of rows in logs, states that a run goes on from, and damage that is named.
#![cfg(feature = "rocksdb")]

#[expect(dead_code, reason = "nothing is killed here")]
mod training;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use emberlane_experiment::{StoreBackend, StoreTime};
use emberlane_stores::{DrawnRows, EmbeddingStore, RowKey, RowStore, TiersReport};
use emberlane_tiers::{PlacedRows, compact, contents, verify};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use training::{BATCHES, EVERY, Reached, Training, folder_of};

fn over_rocksdb(seed: u64, folder: &Path) -> Training {
    let mut training = Training::new(seed, folder);
    (training.settings.backend, training.settings.time) = (StoreBackend::RocksDb, StoreTime::Real);
    training
}

/// What does not depend on how the files are kept.
fn counted(report: &TiersReport) -> TiersReport {
    let mut report = report.clone();
    let block = &mut report.block;
    (block.name, block.direct, block.bytes_written) = (String::new(), false, 0);
    (block.compacted, block.compaction_bytes_read, block.disk_bytes) = (0, 0, 0);
    report.media = Default::default();
    report
}

/// Trains on from the newest state; says what it comes to with each that it saves.
fn reached(training: &Training) -> BTreeMap<usize, Reached> {
    let (mut store, first) = training.open().unwrap();
    let mut reached = BTreeMap::new();
    training.train(&mut store, first, |batch, store| drop(reached.insert(batch, training.reached(store)))).unwrap();
    reached
}

#[test]
fn bits_and_hits_are_those_of_logs() {
    for seed in 0..10 {
        let [logs, rocks] = [folder_of(1), folder_of(1)];
        let mut with_logs = Training::new(seed, logs.path());
        with_logs.settings.time = StoreTime::Real;
        let (logs, rocks) = (reached(&with_logs), reached(&over_rocksdb(seed, rocks.path())));
        assert_eq!(logs.len(), BATCHES / EVERY);
        for (batch, logs) in &logs {
            let rocks = &rocks[batch];
            assert_eq!(rocks.report.block.name, "RocksDB");
            assert_eq!(rocks.rows, logs.rows, "seed {seed}, batch {batch}");
            assert_eq!(counted(&rocks.report), counted(&logs.report), "seed {seed}, batch {batch}");
        }
    }
}

#[test]
fn a_run_goes_on_from_any_state() {
    for seed in 10..15 {
        let (whole, cut) = (folder_of(1), folder_of(1));
        let whole = reached(&over_rocksdb(seed, whole.path()));
        let training = over_rocksdb(seed, cut.path());
        let stops = Pcg64::seed_from_u64(seed).random_range(1..BATCHES / EVERY) * EVERY;
        {
            // Ended without being closed, as when it is killed.
            let (mut store, first) = training.open().unwrap();
            let mut left = Vec::new();
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                training.train(&mut store, first, |batch, _| {
                    left.push(batch);
                    assert!(batch < stops, "stopped");
                })
            }));
            assert!(ended.is_err() && left.last() == Some(&stops), "seed {seed}");
        }
        for (batch, went_on) in reached(&training) {
            assert_eq!(went_on.rows, whole[&batch].rows, "seed {seed}, batch {batch}");
            assert_eq!(counted(&went_on.report), counted(&whole[&batch].report), "seed {seed}, batch {batch}");
        }
    }
}

/// A closed store with rows that were set again, and the folder of it.
fn closed(seed: u64, folder: &Path) -> (Training, PathBuf) {
    let training = over_rocksdb(seed, folder);
    let (mut store, first) = training.open().unwrap();
    training.train(&mut store, first, |_, _| ()).unwrap();
    store.tiers().unwrap().close().unwrap();
    let live = training.settings.directory.clone();
    (training, live)
}

#[test]
fn a_closed_store_is_looked_at_and_made_small() {
    let folder = folder_of(1);
    let (_, live) = closed(21, folder.path());
    let before = contents(&live).unwrap();
    let saved = before.saved.unwrap();
    assert!(before.files > 0 && saved.rows > 0 && saved.batches as usize == BATCHES, "{before:?}");
    let verified = verify(&live).unwrap();
    assert!(verified.problems.is_empty() && verified.rows == saved.rows, "{verified:?}");
    let compacted = compact(&live).unwrap();
    assert_eq!(compacted.rows, saved.rows);
    let verified = verify(&live).unwrap();
    assert!(verified.problems.is_empty() && verified.rows == saved.rows, "{verified:?}");
}

/// Nothing of a damaged store is written again, and no database comes out of nothing.
#[test]
fn what_is_damaged_is_not_made_small() {
    let folder = folder_of(1);
    let (_, live) = closed(22, folder.path());
    let gone = live.join("rocks-000");
    std::fs::rename(&gone, live.with_extension("gone")).unwrap();
    let refused = compact(&live).unwrap_err().to_string();
    assert!(refused.contains("rocks-000") && !gone.exists(), "{refused}");
}

/// A byte of a file of rows is another, or its end is cut: nobody is given another row for one that was saved.
#[test]
fn damage_is_named() {
    let (mut named, mut cases) = (0, 0);
    for seed in 30..50 {
        let folder = folder_of(1);
        let (training, live) = closed(seed % 2 + 30, folder.path());
        let mut random = Pcg64::seed_from_u64(seed);
        let files: Vec<PathBuf> = (0..training.settings.shards)
            .flat_map(|shard| std::fs::read_dir(live.join(format!("rocks-{shard:03}"))).unwrap())
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "sst"))
            .collect();
        let path = &files[random.random_range(0..files.len())];
        let mut bytes = std::fs::read(path).unwrap();
        let at = random.random_range(0..bytes.len());
        if seed % 4 == 0 {
            bytes.truncate(at)
        } else {
            bytes[at] ^= 1 << random.random_range(0..8)
        }
        // A state has the same file under another name.
        std::fs::remove_file(path).unwrap();
        std::fs::write(path, &bytes).unwrap();
        let verified = verify(&live).unwrap();
        cases += 1;
        if let Some(problem) = verified.problems.first() {
            let problem = problem.to_string();
            assert!(problem.contains("rocks-0") && problem.contains("shard"), "seed {seed}: {problem}");
            named += 1;
        } else {
            // What tells nothing of rows may be another byte.
            assert_eq!(verified.rows, contents(&live).unwrap().saved.unwrap().rows, "seed {seed}");
        }
    }
    println!("{named} of {cases} are named");
    assert!(named * 10 >= cases * 7, "{named} of {cases}");
}

#[test]
fn what_rocksdb_cannot_do_is_refused() {
    let folder = folder_of(1);
    let mut training = over_rocksdb(40, folder.path());
    training.settings.time = StoreTime::Simulated;
    let refused = PlacedRows::open(training.settings.clone()).map(drop).unwrap_err().to_string();
    assert!(refused.contains("RocksDB") && refused.contains("store.time"), "{refused}");
    // A state belongs to the backend that has saved it.
    training.settings.time = StoreTime::Real;
    reached(&training);
    training.settings.backend = StoreBackend::Logs;
    let refused = training.open().map(drop).unwrap_err();
    assert!(refused.contains("store.backend") && refused.contains("rocksdb"), "{refused}");
}

/// Rows of two tables that a batch names, and those that it does not.
#[test]
fn rows_that_were_never_set_are_drawn() {
    let folder = folder_of(1);
    let mut training = over_rocksdb(51, folder.path());
    training.settings.placement = Vec::new();
    let width = training.settings.shape.width();
    let mut rows = PlacedRows::open(training.settings.clone()).unwrap();
    let drawn = DrawnRows::new(9, &training.model.rows, training.model.dimension);
    rows.tiers().unwrap().begin_drawn(drawn.clone()).unwrap();
    let keys = [(0, 3), (0, 4), (1, 39)].map(|(table, row)| RowKey { table, row });
    let mut set = vec![0.5; width];
    rows.write(&keys[1..2], &set).unwrap();
    let mut got = vec![f32::NAN; keys.len() * width];
    rows.read(&keys, &mut got).unwrap();
    assert_eq!(got[width..2 * width], set);
    for (at, key) in [(0, keys[0]), (2, keys[2])] {
        set.fill(0.0);
        drawn.draw(key.table as usize, key.row.into(), &mut set[..training.model.dimension]);
        assert_eq!(got[at * width..(at + 1) * width], set);
    }
}
