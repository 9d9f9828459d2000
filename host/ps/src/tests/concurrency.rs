//! Pulls of several threads at once.

use std::sync::Barrier;

use emberlane_experiment::Optimizer;

use super::plain::{Plain, all_keys, tables};
use super::pools::{Place, formatted, open_fast};
use crate::{Key, Settings, ShardStore};

#[test]
fn pulls_of_threads_that_meet_new_rows_agree() {
    const THREADS: usize = 4;
    let tables = tables(Optimizer::Adagrad);
    let place = Place { partitions: 2, slots: 100 };
    let image = formatted(&tables, place);
    let model = Plain::new(&tables);
    let keys = all_keys(&tables);
    let expected: Vec<f32> = keys.iter().flat_map(|key: &Key| model.weights(*key)).copied().collect();
    for settings in [Settings::pmem(10), Settings::ori_cache(10), Settings::pmem_hash()] {
        for _ in 0..20 {
            let store = open_fast(&image, &tables, place, settings, None).unwrap();
            let barrier = Barrier::new(THREADS);
            std::thread::scope(|scope| {
                for _ in 0..THREADS {
                    scope.spawn(|| {
                        let mut out = vec![0.0; expected.len()];
                        barrier.wait();
                        store.pull(1, &keys, &mut out).unwrap();
                        assert_eq!(out, expected);
                    });
                }
            });
            let counters = store.counters();
            assert_eq!((counters.rows, counters.made), (keys.len() as u64, keys.len() as u64));
            assert_eq!(counters.pulled, (THREADS * keys.len()) as u64);
        }
    }
}
