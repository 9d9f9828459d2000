//! Pools in files.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use emberlane_experiment::Optimizer;
use emberlane_pmem::Durability;

use super::plain::{batch, plain, state, step, tables};
use super::pools::{Place, identity};
use crate::pool::file::{self, Use};
use crate::pool::{Identity, PoolError};
use crate::{Pmem, Settings, ShardStore, StoreError, Tables};

const PLACE: Place = Place { partitions: 2, slots: 120 };

fn create(path: &Path, tables: &Tables) {
    file::create(path, identity(tables), PLACE.geometry(tables)).unwrap();
}

fn open(path: &Path, tables: &Tables, identity: &Identity) -> Result<Pmem, StoreError> {
    Pmem::open(path, identity, tables.clone(), Settings::pmem(8), &Use::default())
}

#[test]
fn a_training_goes_on_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let tables = tables(Optimizer::RowwiseAdagrad);
    let states = plain(&tables, 4, 12, 2);
    create(&path, &tables);
    assert!(matches!(file::create(&path, identity(&tables), PLACE.geometry(&tables)), Err(PoolError::Exists { .. })));
    for durability in [Durability::Process, Durability::Power, Durability::Process] {
        let how = Use { otherwise: durability, ..Use::default() };
        let mut store = Pmem::open(&path, &identity(&tables), tables.clone(), Settings::pmem(8), &how).unwrap();
        assert!([durability, Durability::Dax].contains(&store.durability()));
        let first = store.applied();
        assert_eq!(state(&store).unwrap(), states[first as usize]);
        for number in first + 1..=first + 5 {
            step(&mut store, number, &batch(&tables, 4, number, 2), number == first + 4).unwrap();
        }
        store.drain().unwrap();
    }
    let store = open(&path, &tables, &identity(&tables)).unwrap();
    assert_eq!((store.applied(), store.superblock().incarnation), (12, 4));
    assert_eq!(state(&store).unwrap(), states[12]);
}

#[test]
fn a_pool_has_one_owner_and_knows_what_it_is_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let tables = tables(Optimizer::Sgd);
    create(&path, &tables);
    let right = identity(&tables);
    let store = open(&path, &tables, &right).unwrap();
    let says = |result: Result<Pmem, StoreError>, words: &[&str]| {
        let text = result.unwrap_err().to_string();
        assert!(text.contains(&path.display().to_string()) && words.iter().all(|word| text.contains(word)), "{text}");
    };
    says(open(&path, &tables, &right), &["in use"]);
    drop(store);
    says(open(&path, &tables, &Identity { job: 8, ..right }), &["job", "0000000000000007", "0000000000000008"]);
    says(
        open(&path, &tables, &Identity { shard: 1, shards: 2, ..right }),
        &["is one of 1 shards, not of 2", "reshard"],
    );
    let others = super::plain::tables(Optimizer::Adagrad);
    says(open(&path, &others, &identity(&others)), &["tables"]);
    says(open(&path, &others, &right), &["tables"]);
    let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let whole = file.metadata().unwrap().len();
    file.set_len(whole - 100).unwrap();
    says(open(&path, &tables, &right), &["cut short", "slots from 238 on"]);
    file.set_len(whole).unwrap();
    assert!(open(&path, &tables, &right).is_ok());
    for at in [0, 4096] {
        let mut block = [0; 128];
        file.read_exact_at(&mut block, at).unwrap();
        block[8] = 2;
        let crc = crc32c::crc32c(&block[..124]);
        block[124..].copy_from_slice(&crc.to_le_bytes());
        file.write_all_at(&block, at).unwrap();
    }
    says(open(&path, &tables, &right), &["version 2", "version 1"]);
}

#[test]
fn no_room_is_an_error_when_the_pool_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let tables = tables(Optimizer::Sgd);
    let huge = Place { partitions: 1 << 15, slots: 1 << 31 };
    let text = file::create(&path, identity(&tables), huge.geometry(&tables)).unwrap_err().to_string();
    assert!(text.contains("allocating its bytes"), "{text}");
    let never = Place { partitions: 2, slots: u64::MAX / 2 };
    let text = file::create(&path, identity(&tables), never.geometry(&tables)).unwrap_err().to_string();
    assert!(text.contains("larger than any"), "{text}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn a_row_that_is_damaged_while_it_is_served_is_not_given_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let tables = tables(Optimizer::Sgd);
    create(&path, &tables);
    let mut store =
        Pmem::open(&path, &identity(&tables), tables.clone(), Settings::pmem_hash(), &Use::default()).unwrap();
    let shares = batch(&tables, 1, 3, 2);
    step(&mut store, 1, &shares, true).unwrap();
    store.drain().unwrap();
    let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let mut bytes = vec![0; PLACE.slots(&tables).end as usize - 12_288];
    file.read_exact_at(&mut bytes, 12_288).unwrap();
    let used: Vec<usize> =
        (0..bytes.len()).step_by(64).filter(|at| bytes[*at..*at + 64].iter().any(|byte| *byte != 0)).collect();
    assert!(!used.is_empty());
    for at in used {
        file.write_all_at(&[bytes[at + 40] ^ 4], 12_288 + at as u64 + 40).unwrap();
    }
    let mut out = vec![0.0; shares[0].keys.len() * 5];
    let text = store.pull(2, &shares[0].keys, &mut out).unwrap_err().to_string();
    assert!(text.contains("does not hold row") && text.contains("damaged"), "{text}");
}

#[test]
fn a_copy_is_the_same_pool() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["pool", "copy"].map(|name| folder.path().join(name));
    let tables = tables(Optimizer::Sgd);
    create(&path, &tables);
    let store = open(&path, &tables, &identity(&tables)).unwrap();
    assert!(matches!(file::copy(&path, &other), Err(PoolError::InUse { .. })));
    drop(store);
    file::copy(&path, &other).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&other).unwrap());
    assert!(matches!(file::copy(&path, &other), Err(PoolError::Exists { .. })));
}
