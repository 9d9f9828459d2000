//! Shards that go on with older rows where others are.

use std::path::Path;

use emberlane_experiment::Optimizer;

use super::plain::{Plain, State, batch, batch_with, state, step, tables};
use super::pools::{Place, identity};
use crate::pool::file::{self, Use};
use crate::{Dram, Key, Pmem, Settings, ShardStore, Tables, Target};

const PLACE: Place = Place { partitions: 2, slots: 150 };

fn open(path: &Path, tables: &Tables, settings: Settings, target: Target) -> Pmem {
    Pmem::open_at(path, &identity(tables), tables.clone(), settings, &Use::default(), target).unwrap()
}

fn settings() -> [Settings; 6] {
    let ahead = Settings { ahead_rows: 3, ..Settings::pmem(40) };
    [Settings::pmem(6), Settings::ori_cache(6), Settings::pmem(40), ahead, Settings::pmem_hash(), Settings::dram()]
}

/// Trains batches `from..=until`, with a checkpoint behind `checkpoint`.
fn train(store: &mut dyn ShardStore, model: &mut Plain, from: u64, until: u64, checkpoint: u64) {
    for number in from..=until {
        let shares = batch(store.tables(), 4, number, 2);
        step(store, number, &shares, number == checkpoint).unwrap();
        model.apply(&shares);
    }
}

#[test]
fn a_shard_that_goes_on_has_the_rows_of_its_checkpoint_and_what_comes_behind() {
    let tables = tables(Optimizer::RowwiseAdagrad);
    for settings in settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pool");
        file::create(&path, identity(&tables), PLACE.geometry(&tables)).unwrap();
        let mut model = Plain::new(&tables);
        let mut store = open(&path, &tables, settings, Target::Newest);
        train(&mut store, &mut model, 1, 10, 4);
        drop(store);
        // Twice: what was not trained behind it is no checkpoint.
        for until in [11, 14] {
            let mut store = open(&path, &tables, settings, Target::Newest);
            let found = store.applied();
            assert_eq!(found, 4, "{}", store.name());
            store.go_on(until).unwrap();
            assert!(store.go_on(until - 1).unwrap_err().to_string().contains("going on behind the end of batch"));
            assert_eq!((store.applied(), state(&store).unwrap() == model.states[4]), (until, true));
            model.go_back(4);
            train(&mut store, &mut model, until + 1, until + 2, 0);
            assert_eq!(state(&store).unwrap(), model.states[6]);
            store.maintain(until + 3).unwrap();
            assert!(store.go_on(until + 5).unwrap_err().to_string().contains("while batch"));
        }
        let mut store = open(&path, &tables, settings, Target::Newest);
        store.go_on(20).unwrap();
        model.go_back(4);
        train(&mut store, &mut model, 21, 24, 23);
        store.drain().unwrap();
        drop(store);
        let store = open(&path, &tables, settings, Target::Newest);
        assert_eq!((store.applied(), state(&store).unwrap() == model.states[4 + 3]), (23, true), "{}", store.name());
    }
    let (mut store, mut model) = (Dram::new(tables.clone()), Plain::new(&tables));
    train(&mut store, &mut model, 1, 6, 3);
    store.recover(Target::Newest).unwrap();
    store.go_on(9).unwrap();
    assert_eq!((store.applied(), state(&store).unwrap() == model.states[3]), (9, true));
}

/// Of every row the batch until which its bits are those that were found, at the latest.
fn versions(found: &State, model: &Plain, width: usize) -> Vec<Option<u64>> {
    let row = |state: &State, row: usize| state[row * width..][..width].to_vec();
    let newest = |number| (0..).zip(&model.states).filter(move |(_, state)| row(state, number) == row(found, number));
    (0..found.len() / width).map(|number| newest(number).map(|(batch, _)| batch).max()).collect()
}

#[test]
fn the_newest_of_each_row_is_a_row_that_there_was_and_none_is_older_than_the_checkpoint() {
    let tables = tables(Optimizer::Adagrad);
    let width = tables.shape().width();
    let mut newer = 0;
    for settings in settings() {
        for seed in 0..6 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("pool");
            file::create(&path, identity(&tables), PLACE.geometry(&tables)).unwrap();
            let mut model = Plain::new(&tables);
            let mut store = open(&path, &tables, settings, Target::Newest);
            train(&mut store, &mut model, 1, 12 + seed, 4);
            drop(store);
            let mut store = open(&path, &tables, settings, Target::EachNewest);
            let found = versions(&state(&store).unwrap(), &model, width);
            let at = store.checkpoints().done();
            assert!(found.iter().all(|version| *version >= Some(at)), "{}: {found:?} behind {at}", store.name());
            newer += found.iter().filter(|version| **version > Some(at)).count();
            // It goes on, and what it makes then is a checkpoint as any.
            let until = 13 + seed;
            store.go_on(until).unwrap();
            step(&mut store, until + 1, &batch(&tables, 4, until + 1, 2), true).unwrap();
            store.drain().unwrap();
            let after = state(&store).unwrap();
            drop(store);
            let store = open(&path, &tables, settings, Target::Newest);
            assert_eq!((store.applied(), state(&store).unwrap() == after), (until + 1, true), "{}", store.name());
        }
    }
    assert!(newer > 100, "{newer} rows were newer than their checkpoint");
}

/// Trains 60 batches in which few rows are used often, and opens the pool again: changes that were not written, and rows that were.
fn lost(tables: &Tables, settings: Settings, checkpoint: u64) -> (u64, u64) {
    const BATCHES: u64 = 60;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    file::create(&path, identity(tables), PLACE.geometry(tables)).unwrap();
    let mut model = Plain::new(tables);
    let mut store = open(&path, tables, settings, Target::Newest);
    let mut used = Vec::new();
    for number in 1..=BATCHES {
        let shares = batch_with(tables, 9, number, 1 + (number % 7 == 0) as usize * 3, 1);
        step(&mut store, number, &shares, number == checkpoint).unwrap();
        model.apply(&shares);
        let mut keys: Vec<_> = shares.iter().flat_map(|share| share.keys.clone()).collect();
        keys.sort_unstable();
        keys.dedup();
        used.push(keys);
    }
    let counters = store.counters();
    drop(store);
    let store = open(&path, tables, settings, Target::EachNewest);
    let found = versions(&state(&store).unwrap(), &model, tables.shape().width());
    let rows = (0..).zip(tables.rows()).flat_map(|(table, rows)| (0..*rows).map(move |row| Key::new(table, row)));
    let behind = |(key, version): (Key, Option<u64>)| {
        let version = version.expect("a row that there was") as usize;
        used[version..].iter().filter(|keys| keys.contains(&key)).count() as u64
    };
    let lost: u64 = rows.zip(found).map(behind).sum();
    assert_eq!(counters.unwritten, lost, "{settings:?}");
    assert_eq!(store.counters().unwritten, 0);
    (lost, counters.flushed)
}

#[test]
fn a_shard_knows_what_is_lost_with_it_and_loses_less_if_it_writes_ahead() {
    let tables = tables(Optimizer::Adagrad);
    for settings in settings() {
        for checkpoint in [0, 20, 59] {
            lost(&tables, settings, checkpoint);
        }
    }
    let of = |ahead_rows| lost(&tables, Settings { ahead_rows, ..Settings::pmem(1000) }, 20);
    let (without, few, many) = (of(0), of(1), of(1000));
    assert!(many.0 < few.0 && few.0 < without.0 && without.1 < few.1 && few.1 < many.1, "{without:?} {few:?} {many:?}");
}
