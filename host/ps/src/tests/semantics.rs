//! Every kind of shard means the same: the plain model's bits, whatever its cache, its partitions and its checkpoints.

use emberlane_experiment::Optimizer;
use proptest::prelude::*;

use super::plain::{Plain, batch, plain, state, step, tables};
use super::pools::{Place, formatted, open_fast};
use crate::{Caching, Checkpointing, Dram, Key, Settings, ShardStore, StoreError, Target};

const OPTIMIZERS: [Optimizer; 3] = [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad];

/// Settings of every kind, with caches that are smaller than a batch, larger, and as large as all.
pub(super) fn all_settings() -> Vec<Settings> {
    let mut all = vec![Settings::dram(), Settings::pmem_hash()];
    for cache_rows in [0, 4, 20, 1000] {
        all.extend([Settings::pmem(cache_rows), Settings::ori_cache(cache_rows)]);
        for checkpointing in [Checkpointing::BatchAware { drain_rows: 0 }, Checkpointing::Incremental { write_rows: 2 }]
        {
            all.push(Settings { checkpointing, ..Settings::pmem(cache_rows) });
        }
        all.push(Settings {
            checkpointing: Checkpointing::BatchAware { drain_rows: 3 },
            ..Settings::ori_cache(cache_rows)
        });
        all.push(Settings { ahead_rows: 2, ..Settings::pmem(cache_rows) });
    }
    all
}

#[test]
fn every_shard_has_the_plain_bits() {
    const BATCHES: u64 = 25;
    for optimizer in OPTIMIZERS {
        let tables = tables(optimizer);
        let mut model = Plain::new(&tables);
        let place = Place { partitions: 3, slots: 150 };
        let image = formatted(&tables, place);
        let mut stores: Vec<Box<dyn ShardStore>> = vec![Box::new(Dram::new(tables.clone()))];
        for settings in all_settings() {
            stores.push(Box::new(open_fast(&image, &tables, place, settings, None).unwrap()));
        }
        for number in 1..=BATCHES {
            let shares = batch(&tables, 1, number, 3);
            for store in &mut stores {
                let pulled = step(&mut **store, number, &shares, number % 4 == 0).unwrap();
                for (share, pulled) in shares.iter().zip(pulled) {
                    let expected: Vec<f32> = share.keys.iter().flat_map(|key| model.weights(*key)).copied().collect();
                    assert_eq!(pulled, expected, "{} in batch {number}", store.name());
                }
            }
            model.apply(&shares);
            for store in &stores {
                assert_eq!(state(&**store).unwrap(), model.states[number as usize], "{} after {number}", store.name());
            }
        }
        for store in &mut stores {
            store.drain().unwrap();
            let checkpoints = store.checkpoints();
            assert_eq!(
                (checkpoints.pending, checkpoints.retained),
                (vec![], vec![0, 4, 8, 12, 16, 20, 24]),
                "{}",
                store.name()
            );
            for target in [24, 16, 4, 0] {
                let recovered = store.recover(Target::At(target)).unwrap();
                assert_eq!(recovered.checkpoint, target);
                assert_eq!(store.applied(), target);
                assert_eq!(
                    state(&**store).unwrap(),
                    model.states[target as usize],
                    "{} back at {target}",
                    store.name()
                );
            }
        }
    }
}

#[test]
fn counters_add_up() {
    let tables = tables(Optimizer::Sgd);
    let place = Place { partitions: 2, slots: 100 };
    let mut store = open_fast(&formatted(&tables, place), &tables, place, Settings::pmem(6), None).unwrap();
    for number in 1..=30 {
        step(&mut store, number, &batch(&tables, 3, number, 2), number % 5 == 0).unwrap();
        let counters = store.counters();
        assert_eq!(counters.pulled, counters.hits + counters.misses + counters.made, "{counters:?}");
        if number % 10 == 0 {
            store.drain().unwrap();
            store.commit(number).unwrap();
        }
    }
    let counters = store.counters();
    assert!(counters.misses > 0 && counters.evicted > 0 && counters.overflow > 0, "{counters:?}");
    assert_eq!((counters.rows, counters.completed, counters.slots), (counters.made, 6, 200));
    assert!(counters.medium.fences > 0 && counters.medium.flushed_lines >= counters.flushed, "{counters:?}");
}

#[test]
fn what_is_out_of_turn_or_does_not_fit_is_refused_and_changes_nothing() {
    let tables = tables(Optimizer::Sgd);
    let place = Place { partitions: 2, slots: 100 };
    let image = formatted(&tables, place);
    let stores: [Box<dyn ShardStore>; 2] = [
        Box::new(Dram::new(tables.clone())),
        Box::new(open_fast(&image, &tables, place, Settings::pmem(6), None).unwrap()),
    ];
    for mut store in stores {
        let mut out = [0.0; 5];
        let key = Key::new(1, 2);
        let refused = |result: Result<(), StoreError>| result.unwrap_err().to_string();
        assert!(refused(store.pull(2, &[key], &mut out)).contains("the shard is at batch 1"));
        assert!(refused(store.apply(1, &[], false)).contains("a push of batch 1"), "before maintenance");
        assert!(refused(store.pull(1, &[Key::new(1, 30)], &mut out)).contains("no row 30"));
        assert!(refused(store.pull(1, &[Key::new(3, 0)], &mut out)).contains("table 3 has 0 rows"));
        assert!(refused(store.pull(1, &[key], &mut out[..4])).contains("expected 5"));
        store.pull(1, &[key, Key::new(0, 0)], &mut [0.0; 10]).unwrap();
        store.maintain(1).unwrap();
        assert!(store.maintain(1).is_err() && store.pull(1, &[key], &mut out).is_err(), "after maintenance");
        let before = state(&*store).unwrap();
        let push = |keys: &'static [Key], offsets: &'static [u32], bags: &'static [u32]| crate::Push {
            keys,
            offsets,
            bags,
            scales: &[1.0],
            gradients: &[1.0; 5],
        };
        const KEYS: &[Key] = &[Key::new(1, 2), Key::new(0, 0)];
        const TWICE: &[Key] = &[Key::new(1, 2), Key::new(1, 2)];
        const OTHERS: &[Key] = &[Key::new(1, 2), Key::new(1, 3)];
        for (push, says) in [
            (push(KEYS, &[0, 1], &[0]), "2 rows with 2 offsets"),
            (push(KEYS, &[0, 1, 2], &[0]), "do not ascend"),
            (push(KEYS, &[0, 1, 2], &[0, 1]), "gradient 1 of 1"),
            (push(OTHERS, &[0, 1, 2], &[0, 0]), "was not pulled in batch 1"),
        ] {
            let error = refused(store.apply(1, &[push], false));
            assert!(error.contains(says), "{error}");
        }
        let twice = push(TWICE, &[0, 1, 1], &[0]);
        let error = refused(store.apply(1, &[twice, push(OTHERS, &[0, 1, 2], &[0, 0])], false));
        assert!(error.contains("twice"), "{error}");
        // What was refused and named rows first leaves no trace of it.
        assert!(store.apply(1, &[push(KEYS, &[0, 1, 1], &[0]), push(OTHERS, &[0, 1, 2], &[0, 0])], false).is_err());
        assert_eq!(state(&*store).unwrap(), before);
        store.apply(1, &[push(KEYS, &[0, 1, 1], &[0])], true).unwrap();
        assert_ne!(state(&*store).unwrap(), before);
        assert!(refused(store.apply(1, &[], false)).contains("batch 1: the shard is at batch 2"));
        assert!(refused(store.commit(2)).contains("has done"));
        assert!(store.recover(Target::At(7)).unwrap_err().to_string().contains("no checkpoint 7"));
    }
}

#[test]
fn a_full_pool_refuses_new_rows_and_says_what_holds_it() {
    let tables = tables(Optimizer::Sgd);
    let place = Place { partitions: 1, slots: 10 };
    let store = open_fast(&formatted(&tables, place), &tables, place, Settings::pmem(4), None).unwrap();
    let keys: Vec<Key> = (0..11).map(|row| Key::new(1, row)).collect();
    let error = store.pull(1, &keys, &mut [0.0; 55]).unwrap_err().to_string();
    assert!(error.contains("10 slots hold 10 rows") && error.contains("a larger pool"), "{error}");
}

#[derive(Clone, Debug)]
enum Act {
    Train(bool),
    Drain,
    Commit(u8),
    Return(u8),
    Prefetch(u64),
    Reopen,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => any::<bool>().prop_map(Act::Train),
        1 => Just(Act::Drain),
        2 => any::<u8>().prop_map(Act::Commit),
        1 => any::<u8>().prop_map(Act::Return),
        2 => any::<u64>().prop_map(Act::Prefetch),
        1 => Just(Act::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Training, commits, returns to earlier checkpoints and losses of power in any order; what follows a return is another
    /// timeline, with other batches.
    #[test]
    fn any_course_has_the_plain_bits(acts in prop::collection::vec(act(), 1..60), kind in 0..26usize, partitions in 1..4u32) {
        let tables = tables(Optimizer::RowwiseAdagrad);
        let settings = all_settings()[kind];
        let place = Place { partitions, slots: 400 };
        let mut model = Plain::new(&tables);
        let mut image = formatted(&tables, place);
        let (mut store, mut witness) = super::pools::open(&image, &tables, place, settings, None).unwrap();
        let mut timeline = 0;
        for act in acts {
            match act {
                Act::Train(checkpoint) => {
                    let number = store.applied() + 1;
                    let checkpoint = checkpoint && store.checkpoints().retained.len() + store.checkpoints().pending.len() < 7;
                    let shares = batch(&tables, timeline, number, 2);
                    step(&mut store, number, &shares, checkpoint).unwrap();
                    model.apply(&shares);
                }
                Act::Drain => store.drain().unwrap(),
                Act::Commit(which) => {
                    let retained = store.checkpoints().retained;
                    store.commit(retained[which as usize % retained.len()]).unwrap();
                }
                Act::Return(which) => {
                    let retained = store.checkpoints().retained;
                    let target = retained[which as usize % retained.len()];
                    store.recover(Target::At(target)).unwrap();
                    model.go_back(target);
                    timeline += 1;
                }
                Act::Prefetch(seed) => {
                    let shares = batch(&tables, seed >> 40, seed & 0xff, 1);
                    store.prefetch(&shares[0].keys).unwrap();
                }
                Act::Reopen => {
                    let retained = store.checkpoints().retained;
                    image = witness.lost();
                    (store, witness) = super::pools::open(&image, &tables, place, settings, None).unwrap();
                    prop_assert_eq!(&store.checkpoints().retained, &retained);
                    prop_assert_eq!(store.applied(), *retained.last().unwrap());
                    model.go_back(store.applied());
                    timeline += 1;
                }
            }
            prop_assert_eq!(store.applied() as usize + 1, model.states.len());
            prop_assert_eq!(&state(&store).unwrap(), model.states.last().unwrap());
        }
    }
}

#[test]
fn a_later_checkpoint_keeps_rows_that_changed_behind_an_earlier_one() {
    // Checkpoints 1 and 2 are pending when a row of version 2 is changed: Algorithm 2 asks the first alone, and loses it.
    let tables = tables(Optimizer::Sgd);
    let place = Place { partitions: 1, slots: 400 };
    let settings = Settings { checkpointing: Checkpointing::BatchAware { drain_rows: 0 }, ..Settings::pmem(1000) };
    assert_eq!(settings.caching, Caching::Pipelined);
    let mut store = open_fast(&formatted(&tables, place), &tables, place, settings, None).unwrap();
    for number in 1..=3 {
        step(&mut store, number, &batch(&tables, 5, number, 3), true).unwrap();
    }
    step(&mut store, 4, &batch(&tables, 5, 4, 3), false).unwrap();
    store.drain().unwrap();
    let states = plain(&tables, 5, 4, 3);
    for target in [3, 2, 1] {
        store.recover(Target::At(target)).unwrap();
        assert_eq!(state(&store).unwrap(), states[target as usize], "checkpoint {target}");
    }
}
