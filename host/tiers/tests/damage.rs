//! Disks that are full, and files that are not what was written: an error that says where, nothing of it is used, and what was saved
//! before is there.

mod training;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;

use emberlane_checkpoints::states;
use emberlane_files::{Change, follow_changes, follow_no_more};
use emberlane_stores::{EmbeddingStore, Pooled};
use emberlane_tiers::{PlacedRows, verify};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use training::{BATCHES, EVERY, Failed, Reached, Training, folder_of, uncut};

/// No space is left.
const FULL: i32 = 28;
const BLOCK: usize = 4096;
/// What tells this program that it is a child: the folder.
const CHILD: &str = "EMBERLANE_TEST_HOLD";

/// From a change on so many changes that take space find none, half of what is written already there.
fn fill_disk(at: usize, changes: usize) -> Rc<Cell<usize>> {
    let (mut count, failed) = (0, Rc::new(Cell::new(0)));
    let noted = Rc::clone(&failed);
    follow_changes(move |change| {
        count += 1;
        if count <= at || noted.get() == changes || matches!(change, Change::Remove(_) | Change::Rename(..)) {
            return Ok(());
        }
        if let Change::Write(mut file, None, bytes) = change {
            file.write_all(&bytes[..bytes.len() / 2])?;
        }
        noted.set(noted.get() + 1);
        Err(Error::from_raw_os_error(FULL))
    });
    failed
}

/// Trains on a disk that is full from a change on; says whether the store could go on.
fn train_on_full_disk(seed: u64, at: usize, changes: usize, expected: &BTreeMap<usize, Reached>) -> bool {
    let folder = folder_of(at);
    let training = Training::new(seed, folder.path());
    let case = format!("seed {seed}, change {at}, {changes} fail");
    let check = |batch, store: &mut _| assert!(training.reached(store) == expected[&batch], "{case}: batch {batch}");
    let is_named = |message: &str| {
        let folder = folder.path().to_str().unwrap();
        assert!(message.contains(folder) && message.contains("No space left"), "{case}: {message}");
    };
    let failed = fill_disk(at, changes);
    let trained = match training.open() {
        Err(message) => Err(Failed { saving_before: None, message }),
        Ok((mut store, first)) => {
            let mut trained = training.train(&mut store, first, check);
            if let Err(Failed { saving_before: Some(next), message }) = &trained {
                is_named(message);
                follow_no_more();
                let next = *next;
                check(next, &mut store);
                trained = training.train(&mut store, next, check);
                assert!(trained.is_ok(), "{case}: {trained:?}");
                assert!(next == BATCHES || states(&training.saves()).unwrap().len() == 2, "{case}");
                return true;
            }
            if trained.is_err() {
                let refused = store.read_rows(0, 0, 1).unwrap_err().to_string();
                assert!(refused.contains("failed before"), "{case}: {refused}");
            }
            trained
        }
    };
    follow_no_more();
    match trained {
        Err(Failed { message, .. }) => is_named(&message),
        // A second name that cannot be had is a copy instead; and at the end there may be nothing left to write.
        Ok(()) => assert!(failed.get() <= 1, "{case}: nobody noticed"),
    }
    let (mut store, first) = training.open().unwrap();
    check(first, &mut store);
    training.train(&mut store, first, check).unwrap();
    check(BATCHES, &mut store);
    false
}

#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let (mut gone_on, mut begun_anew) = (0, 0);
    for seed in 20..23 {
        let (expected, changes) = uncut(seed);
        let mut random = Pcg64::seed_from_u64(seed);
        for _ in 0..12 {
            let at = random.random_range(0..changes);
            let fail = if random.random() { 1 } else { usize::MAX };
            if train_on_full_disk(seed, at, fail, &expected) { gone_on += 1 } else { begun_anew += 1 }
        }
    }
    assert!(gone_on > 0 && begun_anew > 0, "{gone_on} have gone on, {begun_anew} begun anew");
}

/// The newest state of a training in a folder.
fn trained(seed: u64, folder: &Path) -> (Training, PathBuf) {
    let training = Training::new(seed, folder);
    let (mut store, first) = training.open().unwrap();
    training.train(&mut store, first, |_, _| ()).unwrap();
    let (_, state) = states(&training.saves()).unwrap().pop().unwrap();
    (training, state.join("store"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.to_str().unwrap().ends_with(ending));
    files.sort();
    files
}

/// Writes a file anew, and not what other names of it have.
fn replace(file: &Path, bytes: &[u8]) {
    std::fs::remove_file(file).unwrap();
    std::fs::write(file, bytes).unwrap();
}

/// What a state that is opened says, and whoever verifies it.
fn refused(training: &Training, store: &Path, what: &str) -> [String; 2] {
    let verified = verify(store).unwrap().problems;
    let verified = verified.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let Err(message) = training.open() else { panic!("{what}: it was opened; verified: {verified}") };
    [message, verified]
}

#[test]
fn damage_of_what_was_saved_is_named_by_file_shard_and_block() {
    for seed in 30..36 {
        let folder = folder_of(seed as usize);
        let (training, store) = trained(seed, folder.path());
        // The same training, but for what it learns.
        let other_folder = folder_of(seed as usize);
        let mut other = Training::new(seed, other_folder.path());
        other.step.learning_rate *= 2.0;
        let (mut other_store, _) = other.open().unwrap();
        other.train(&mut other_store, 0, |_, _| ()).unwrap();
        let other = states(&other.saves()).unwrap().pop().unwrap().1.join("store");
        let mut random = Pcg64::seed_from_u64(seed);
        for file in files(&store, ".rows").into_iter().chain(files(&store, ".active")) {
            let (whole, name) = (std::fs::read(&file).unwrap(), file.file_name().unwrap().to_str().unwrap().to_owned());
            if whole.is_empty() {
                continue;
            }
            let shard = format!("shard {}", name[6..9].parse::<usize>().unwrap());
            let expect = |what: &str, bytes: &[u8], parts: &[&str]| {
                if bytes == whole {
                    return;
                }
                replace(&file, bytes);
                for message in refused(&training, &store, &format!("seed {seed}, {name}, {what}")) {
                    let named = [name.as_str(), shard.as_str()];
                    for part in named.iter().chain(parts) {
                        assert!(message.contains(part), "seed {seed}, {name}, {what}: no {part:?} in {message}");
                    }
                }
            };
            let mut bytes = whole.clone();
            // The first row of a block, which is never empty.
            let block = random.random_range(0..whole.len() / BLOCK);
            bytes[block * BLOCK + random.random_range(0..12)] ^= 1 << random.random_range(0..8);
            expect("a bit", &bytes, &[&format!("block {block}, slot "), "checksum", "it says that it is row"]);
            let mut bytes = whole.clone();
            bytes[block * BLOCK..(block + 1) * BLOCK].fill(0);
            expect("a block of zeros", &bytes, &[&format!("block {block}, slot "), "row 0 of table 0"]);
            expect(
                "a file without its end",
                &whole[..block * BLOCK],
                &["bytes, and", &format!("from block {block} on")],
            );
            expect("a file without a byte", &whole[..whole.len() - 1], &["bytes, and"]);
            expect("bytes behind its end", &[&whole[..], &[7]].concat(), &["bytes, and", "nobody wrote"]);
            let from_other = std::fs::read(other.join(&name)).unwrap();
            if from_other.len() == whole.len() {
                expect("a file of another store", &from_other, &["another store"]);
            }
            replace(&file, &whole);
            if let Some(neighbour) = files(&store, ".rows").into_iter().find(|other| *other != file) {
                let bytes = std::fs::read(neighbour).unwrap();
                if bytes.len() == whole.len() {
                    expect("a file of another place", &bytes, &["slot 0", "checksum"]);
                    replace(&file, &whole);
                }
            }
            std::fs::remove_file(&file).unwrap();
            for message in refused(&training, &store, &format!("{name} is gone")) {
                assert!(message.contains(&name) && message.contains(&shard), "seed {seed}: {name} is gone: {message}");
            }
            std::fs::write(&file, &whole).unwrap();
        }
        let (mut store, first) = training.open().unwrap();
        assert!(first == BATCHES && training.reached(&mut store) == uncut(seed).0[&BATCHES], "seed {seed}");
    }
}

/// Reads row after row until the first error.
fn read_all(training: &Training, store: &mut Pooled<PlacedRows>, expected: &Reached) -> Option<String> {
    let width = training.settings.shape.width();
    let mut first = 0;
    for (table, rows) in training.settings.rows.iter().enumerate() {
        // Weights of all rows of a table come first, then what the optimiser keeps of them.
        for row in 0..*rows as usize {
            let values = match store.read_rows(table, row as u64, 1) {
                Ok(values) => values,
                Err(error) => return Some(error.to_string()),
            };
            let from = first + row * training.settings.shape.dimension;
            let bits: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
            assert!(bits == expected.rows[from..from + bits.len()], "row {row} of table {table} is another");
        }
        first += *rows as usize * width;
    }
    None
}

/// Damage while a training runs: rows that are whole are what they were, the first that is not is an error.
#[test]
fn damage_under_a_running_store_is_named_by_file_shard_block_and_row() {
    let mut found = 0;
    for seed in 40..52 {
        let folder = folder_of(seed as usize);
        let training = Training::new(seed, folder.path());
        let (mut store, first) = training.open().unwrap();
        training.train(&mut store, first, |_, _| ()).unwrap();
        let expected = training.reached(&mut store);
        let mut random = Pcg64::seed_from_u64(seed);
        let live = files(&training.settings.directory, ".rows");
        let file = &live[random.random_range(0..live.len())];
        let damaged = std::fs::File::options().write(true).open(file).unwrap();
        if random.random() {
            damaged.set_len(0).unwrap();
        } else {
            // Under every row of it.
            let bytes = std::fs::read(file).unwrap().iter().map(|byte| byte ^ 8).collect::<Vec<u8>>();
            std::os::unix::fs::FileExt::write_all_at(&damaged, &bytes, 0).unwrap();
        }
        // A file may have rows that are also in the caches only.
        let Some(message) = read_all(&training, &mut store, &expected) else { continue };
        found += 1;
        let name = file.file_name().unwrap().to_str().unwrap();
        for part in [name, "shard ", "block 0, slot ", "row ", " of table ", "--resume"] {
            assert!(message.contains(part), "seed {seed}: no {part:?} in {message}");
        }
        let refused = store.read_rows(0, 0, 1).unwrap_err().to_string();
        assert!(refused.contains("failed before"), "seed {seed}: {refused}");
        drop(store);
        // What was saved has other names of the same file: it is refused too, and the one before may not have it.
        assert!(training.open().is_err(), "seed {seed}");
    }
    assert!(found > 6, "{found}");
}

/// The child: has a store, says so, and waits to be killed.
#[test]
#[ignore = "it is run by the other tests, as a process of its own"]
fn holder() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let training = Training::new(60, Path::new(&folder));
    let _store = training.open().unwrap();
    std::fs::write(Path::new(&folder).join("held"), "").unwrap();
    std::thread::sleep(std::time::Duration::from_secs(600));
}

#[test]
fn two_processes_do_not_have_one_store() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "holder", "--ignored"]).env(CHILD, folder.path());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    while !folder.path().join("held").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended before it had the store");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let training = Training::new(60, folder.path());
    let refused = PlacedRows::open(training.settings.clone()).err().unwrap().to_string();
    assert!(refused.contains("another process") && refused.contains("live") && refused.contains("store.directory"));
    assert!(training.settings.directory.join("manifest.json").exists(), "nothing of it is touched");
    child.kill().unwrap();
    child.wait().unwrap();
    let (mut store, first) = training.open().unwrap();
    training.train(&mut store, first, |_, _| ()).unwrap();
    assert_eq!(training.reached(&mut store).report.batches, BATCHES as u64 / EVERY as u64 * EVERY as u64);
}
