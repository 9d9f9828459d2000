//! A pool as the store of a training in one process.

use emberlane_experiment::Optimizer;
use emberlane_stores::{DrawnRows, RowKey, RowStore, Tiers};

use super::plain::tables;
use super::pools::{Place, identity};
use crate::pool::file::{self, Use};
use crate::{Pmem, PoolRows, Settings};

const KEYS: [RowKey; 2] = [RowKey { table: 1, row: 3 }, RowKey { table: 1, row: 4 }];

#[test]
fn what_an_earlier_training_left_is_given_up_unless_this_one_goes_on() {
    let tables = tables(Optimizer::Adagrad);
    let place = Place { partitions: 2, slots: 200 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    file::create(&path, identity(&tables), place.geometry(&tables)).unwrap();
    let open = || {
        let store = Pmem::open(&path, &identity(&tables), tables.clone(), Settings::pmem(4), &Use::default());
        PoolRows::new(store.unwrap(), 2)
    };
    let width = tables.shape().width();
    let read = |rows: &mut PoolRows| {
        let mut numbers = vec![0.0; 2 * width];
        rows.read(&KEYS, &mut numbers).unwrap();
        numbers
    };
    let mut rows = open();
    let begin = read(&mut rows);
    assert!(rows.begin_drawn(DrawnRows::new(11, tables.rows(), 5)).unwrap());
    let state = folder.path().join("state");
    std::fs::create_dir(&state).unwrap();
    rows.get(&KEYS, &mut vec![0.0; 2 * width]).unwrap();
    rows.put(&KEYS, &vec![7.0; 2 * width]).unwrap();
    let checksum = rows.save(&state).unwrap();
    rows.get(&KEYS, &mut vec![0.0; 2 * width]).unwrap();
    rows.put(&KEYS, &vec![8.0; 2 * width]).unwrap();
    rows.close().unwrap();
    assert_eq!(read(&mut rows), vec![8.0; 2 * width]);
    drop(rows);

    // Another training goes on from the state.
    let mut rows = open();
    rows.load(&state, checksum).unwrap();
    assert_eq!(read(&mut rows), vec![7.0; 2 * width]);
    assert!(rows.load(&state, !checksum).unwrap_err().to_string().contains("pool.json"));
    drop(rows);

    // One that begins with rows of its own finds nothing of the others.
    let mut rows = open();
    rows.write(&KEYS[..1], &vec![9.0; width]).unwrap();
    assert_eq!(read(&mut rows)[..width], vec![9.0; width]);
    assert_eq!(read(&mut rows)[width..], begin[width..]);
    rows.close().unwrap();
    drop(rows);

    // The state names a checkpoint that is gone, although there is one of its number.
    let error = open().load(&state, checksum).unwrap_err().to_string();
    assert!(error.contains("not in the pool any more"), "{error}");
}
