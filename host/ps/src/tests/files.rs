//! Pools in files.

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::rc::Rc;

use emberlane_experiment::Optimizer;
use emberlane_files::{Change, follow_changes, follow_no_more};
use emberlane_pmem::Durability;

use super::plain::{batch, plain, state, step, tables};
use super::pools::{Place, identity};
use crate::pool::file::{self, Use};
use crate::pool::{Identity, PoolError};
use crate::{Pmem, Settings, ShardStore, StoreError, Tables, Target};

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

/// Whoever makes a file has its lock before it empties it, and until it is used.
#[test]
fn a_pool_that_is_being_made_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool");
    let tables = tables(Optimizer::Sgd);
    let bytes = PLACE.geometry(&tables).bytes().unwrap();
    let unfinished = folder.path().join("pool.unfinished");
    let length = || unfinished.metadata().unwrap().len();
    let made = file::create_whole::<PoolError>(&path, bytes, |_| {
        let second = file::create(&path, identity(&tables), PLACE.geometry(&tables));
        assert!(matches!(second, Err(PoolError::InUse { .. })), "{second:?}");
        assert_eq!(length(), bytes, "what another process maps is cut short");
        Ok(())
    });
    // Whoever comes when it has its name, and is not used yet, does not get in between.
    let locked = made.unwrap();
    assert!(matches!(file::create(&path, identity(&tables), PLACE.geometry(&tables)), Err(PoolError::Exists { .. })));
    let place = (&identity(&tables), PLACE.geometry(&tables));
    let open = || {
        Pmem::open_or_create(&path, place, tables.clone(), Settings::pmem(8), &Use::default(), Target::Newest)
            .map(|store| store.applied())
    };
    assert!(matches!(open(), Err(StoreError::Pool(PoolError::InUse { .. }))));
    drop(locked);
    assert!(!unfinished.exists());
    std::fs::remove_file(&path).unwrap();
    // What a process has left that was killed is made anew.
    std::fs::write(&unfinished, vec![0xa5; 3 * bytes as usize]).unwrap();
    assert_eq!(open().unwrap(), 0);
    assert_eq!((path.metadata().unwrap().len(), unfinished.exists()), (bytes, false));
    assert_eq!(open().unwrap(), 0, "it is there already");
}

/// A shard that serves has its pool where nobody else's file comes to.
#[test]
fn a_pool_does_not_take_the_place_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["pool", "copy"].map(|name| folder.path().join(name));
    let tables = tables(Optimizer::Sgd);
    let bytes = PLACE.geometry(&tables).bytes().unwrap();
    let made = file::create_whole::<PoolError>(&path, bytes, |_| {
        std::fs::write(&path, "another").unwrap();
        Ok(())
    });
    assert!(matches!(made, Err(PoolError::Exists { .. })), "{made:?}");
    assert_eq!(std::fs::read(&path).unwrap(), b"another");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    std::fs::remove_file(&path).unwrap();

    create(&path, &tables);
    let there = other.clone();
    let changes = Rc::new(RefCell::new(Vec::new()));
    let seen = changes.clone();
    follow_changes(move |change| {
        seen.borrow_mut().push(format!("{change:?}").split('(').next().unwrap_or_default().to_owned());
        if matches!(change, Change::Rename(..)) {
            std::fs::write(&there, "another")?;
        }
        Ok(())
    });
    let copied = file::copy(&path, &other);
    follow_no_more();
    assert!(matches!(copied, Err(PoolError::Exists { .. })), "{copied:?}");
    assert_eq!(std::fs::read(&other).unwrap(), b"another");
    std::fs::remove_file(&other).unwrap();
    let seen = changes.clone();
    follow_changes(move |change| {
        seen.borrow_mut().push(format!("{change:?}").split('(').next().unwrap_or_default().to_owned());
        Ok(())
    });
    file::copy(&path, &other).unwrap();
    follow_no_more();
    assert!(changes.borrow().ends_with(&["Rename".to_owned(), "Sync".to_owned()]), "{:?}", changes.borrow());
    // Nor does it take that of one that is being made.
    std::fs::remove_file(&other).unwrap();
    let making = std::fs::File::create(folder.path().join("copy.unfinished")).unwrap();
    making.lock().unwrap();
    assert!(matches!(file::copy(&path, &other), Err(PoolError::InUse { .. })));
}
