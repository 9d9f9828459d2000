//! Pulls that meet a new row at once, under a scheduler that tries interleavings: `cargo test -p emberlane-ps --features shuttle`.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_ps::pool::file::{self, Use};
use emberlane_ps::pool::{Geometry, Identity};
use emberlane_ps::{Key, Pmem, Push, Settings, ShardStore, Tables};
use shuttle::sync::{Arc, RwLock};
use shuttle::thread;

const DIMENSION: usize = 2;
const ITERATIONS: usize = 400;

fn tables() -> Tables {
    Tables::new(3, &[6], DIMENSION, UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.5 })
}

fn row(key: Key) -> [f32; DIMENSION] {
    let mut row = [0.0; DIMENSION];
    tables().begin(key, &mut row);
    row
}

/// Three threads pull rows of which some are the same, in different orders; then a push to each row says that there is one of each.
fn pulls_agree(settings: Settings) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let identity = Identity { job: 0, tables: tables().fingerprint(), shard: 0, shards: 1 };
    let geometry = Geometry { shape: tables().shape(), partitions: 1, slots: 20 };
    file::create(&path, identity, geometry).unwrap();
    shuttle::check_random(
        move || {
            let mut store = Pmem::open(&path, &identity, tables(), settings, &Use::default()).unwrap();
            store.begin_anew().unwrap();
            let store = Arc::new(store);
            let pulls = [[0, 1, 2], [2, 1, 3], [1, 2, 0]];
            let threads = pulls.map(|rows| {
                let store = Arc::clone(&store);
                thread::spawn(move || {
                    let keys = rows.map(|row| Key::new(0, row));
                    let mut out = [0.0; 3 * DIMENSION];
                    store.pull(1, &keys, &mut out).unwrap();
                    assert_eq!(out[..], keys.map(row).concat());
                })
            });
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            let mut store = Arc::into_inner(store).unwrap();
            let counters = store.counters();
            assert_eq!((counters.rows, counters.made, counters.pulled), (4, 4, 9));
            assert_eq!(store.maintain(1).unwrap().rows, 4);
            let keys = [0, 1, 2, 3].map(|row| Key::new(0, row));
            let (offsets, bags) = ([0, 1, 2, 3, 4], [0; 4]);
            let push =
                Push { keys: &keys, offsets: &offsets, bags: &bags, scales: &[1.0], gradients: &[2.0; DIMENSION] };
            store.apply(1, &[push], true).unwrap();
            store.drain().unwrap();
            let mut out = [0.0; 4 * DIMENSION];
            store.read(&keys, &mut out).unwrap();
            assert_eq!(out[..], keys.map(|key| row(key).map(|weight| weight - 1.0)).concat());
            assert_eq!(store.checkpoints().retained, [0, 1]);
        },
        ITERATIONS,
    );
}

#[test]
fn pulls_that_meet_new_rows_agree() {
    pulls_agree(Settings::pmem(2));
}

#[test]
fn pulls_that_look_after_the_cache_agree() {
    pulls_agree(Settings::ori_cache(2));
}

/// The scheduler finds what Algorithm 1 does: it asks for the write lock in line 7 while it holds the read lock of line 3.
#[test]
#[should_panic(expected = "deadlock")]
fn the_papers_locks_wait_for_each_other() {
    shuttle::check_random(
        || {
            let rows = Arc::new(RwLock::new(0));
            let threads = [(); 2].map(|()| {
                let rows = Arc::clone(&rows);
                thread::spawn(move || {
                    let read = rows.read().unwrap();
                    *rows.write().unwrap() += 1;
                    drop(read);
                })
            });
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        },
        ITERATIONS,
    );
}
