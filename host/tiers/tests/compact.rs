//! Stores that were closed are made as small as their rows are, or stay as they were.

mod training;

use std::cell::Cell;
use std::io::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use emberlane_checkpoints::states;
use emberlane_files::{follow_changes, follow_no_more};
use emberlane_stores::{EmbeddingStore, Pooled, Tiers};
use emberlane_tiers::{PlacedRows, compact, contents, verify};
use training::{BATCHES, Reached, Training, folder_of, uncut};

/// A training that has come to its end, and whose store was closed; with where it is.
fn closed(seed: u64, folder: &Path) -> (Training, PathBuf) {
    let training = Training::new(seed, folder);
    let (mut store, first) = training.open().unwrap();
    training.train(&mut store, first, |_, _| ()).unwrap();
    store.tiers().unwrap().close().unwrap();
    let place = training.settings.directory.clone();
    (training, place)
}

/// What is in the folder of a closed store.
fn read(training: &Training, place: &Path) -> Reached {
    let manifest = std::fs::read_to_string(place.join("manifest.json")).unwrap();
    let checksum = u32::from_str_radix(manifest.lines().last().unwrap(), 16).unwrap();
    let elsewhere = folder_of(1);
    let mut settings = training.settings.clone();
    settings.directory = elsewhere.path().join("live");
    let mut rows = PlacedRows::open(settings).unwrap();
    Tiers::load(&mut rows, place, checksum).unwrap();
    training.reached(&mut Pooled::over(rows, training.model.pooling, training.step))
}

fn disk_bytes(reached: &Reached) -> Reached {
    let mut reached = reached.clone();
    reached.report.block.disk_bytes = 0;
    reached
}

#[test]
fn a_compacted_store_has_the_same_rows_and_counts_in_fewer_bytes() {
    let mut smaller = 0;
    for seed in 70..80 {
        let folder = folder_of(seed as usize);
        let (training, place) = closed(seed, folder.path());
        let (expected, before) = (read(&training, &place), contents(&place).unwrap());
        assert!(expected == uncut(seed).0[&BATCHES], "seed {seed}");
        let done = compact(&place).unwrap();
        let (after, verified) = (contents(&place).unwrap(), verify(&place).unwrap());
        let (saved, was) = (after.saved.unwrap(), before.saved.unwrap());
        assert!(verified.problems.is_empty(), "seed {seed}: {verified:?}");
        assert_eq!((saved.outdated, saved.rows, done.rows), (0, was.rows, was.rows), "seed {seed}");
        assert_eq!((saved.bytes_written, saved.batches), (was.bytes_written, was.batches), "seed {seed}");
        assert!(disk_bytes(&read(&training, &place)) == disk_bytes(&expected), "seed {seed}");
        // The manifest is no larger than before by more than some digits.
        assert!(done.before == before.bytes && done.after == after.bytes && done.after <= done.before + 64, "{done:?}");
        smaller += usize::from(done.after + 4096 <= done.before);
        assert_eq!(compact(&place).unwrap().written, 0, "seed {seed}: nothing is left to do");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "the store and the states alone");
        // What was saved is whole, and a run goes on from it as ever.
        let (mut store, first) = training.open().unwrap();
        assert!(first == BATCHES && training.reached(&mut store) == expected, "seed {seed}");
    }
    assert!(smaller > 5, "{smaller}");
}

/// Whatever fails, and wherever it is cut: all of it is there, before or after.
#[test]
fn compacting_that_fails_or_is_cut_leaves_the_store_whole() {
    for seed in [81, 82] {
        let folder = folder_of(1);
        let (training, place) = closed(seed, folder.path());
        let expected = disk_bytes(&read(&training, &place));
        let mut at = 0;
        loop {
            let is_cut = at % 2 == 1;
            let count = Rc::new(Cell::new(0));
            let counted = Rc::clone(&count);
            follow_changes(move |_| {
                counted.set(counted.get() + 1);
                if counted.get() != at + 1 {
                    return Ok(());
                }
                // A panic cleans up no more than it must; it is as near to a kill as one process gets.
                if is_cut { std::panic::panic_any("cut") } else { Err(Error::from_raw_os_error(28)) }
            });
            let done = catch_unwind(AssertUnwindSafe(|| compact(&place)));
            follow_no_more();
            assert!(verify(&place).unwrap().problems.is_empty(), "seed {seed}, change {at}");
            assert!(disk_bytes(&read(&training, &place)) == expected, "seed {seed}, change {at}");
            match done {
                Ok(Ok(_)) if count.get() <= at => break,
                // A second name that cannot be had is a copy instead.
                Ok(Ok(_)) | Err(_) => {}
                Ok(Err(error)) => {
                    let error = error.to_string();
                    assert!(
                        error.contains("No space left") && error.contains(folder.path().to_str().unwrap()),
                        "{error}"
                    );
                }
            }
            at += 1;
        }
        assert!(at > 15, "seed {seed}: {at}");
        assert_eq!(contents(&place).unwrap().saved.unwrap().outdated, 0);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "what was cut is gone");
    }
}

/// A store that is reached over a link is compacted where it is, and the link stays one.
#[test]
fn a_link_to_a_store_stays_a_link() {
    let folder = folder_of(1);
    let (training, place) = closed(91, folder.path());
    let expected = disk_bytes(&read(&training, &place));
    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("link");
    std::os::unix::fs::symlink(&place, &link).unwrap();
    compact(&link).unwrap();
    assert!(link.is_symlink() && place.is_dir());
    assert_eq!(contents(&place).unwrap().saved.unwrap().outdated, 0);
    assert!(disk_bytes(&read(&training, &place)) == expected);
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_compacted_is_refused_and_stays() {
    let folder = folder_of(1);
    let (training, place) = closed(90, folder.path());
    let refused = |place: &Path, expected: &str| {
        let message = compact(place).unwrap_err().to_string();
        assert!(message.contains(expected) && message.contains(place.to_str().unwrap()), "{message}");
    };
    let saved = states(&training.saves()).unwrap().pop().unwrap().1.join("store");
    refused(&saved, "saved state");
    assert!(verify(&saved).unwrap().problems.is_empty());
    refused(folder.path(), "no store");
    let file = std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path());
    let file = file.filter(|path| path.extension().is_some_and(|ending| ending == "rows")).min().unwrap();
    let whole = std::fs::read(&file).unwrap();
    let mut bytes = whole.clone();
    bytes[5] ^= 1;
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, bytes).unwrap();
    let message = compact(&place).unwrap_err().to_string();
    assert!(message.contains("shard ") && message.contains("block 0, slot 0"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    std::fs::write(&file, whole).unwrap();
    // Nothing is written again of what the caches held, and without it nobody goes on.
    let caches = place.join("caches");
    let whole = std::fs::read(&caches).unwrap();
    std::fs::remove_file(&caches).unwrap();
    refused(&place, "caches");
    std::fs::write(&caches, b"").unwrap();
    refused(&place, "it is damaged");
    std::fs::write(&caches, whole).unwrap();
    let (store, _) = training.open().unwrap();
    refused(&place, "another process");
    drop(store);
    refused(&place, "was not closed");
}
