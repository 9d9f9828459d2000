//! Trainings that are killed at a change of the disk that they are about to make, in the middle of one, or between two: what they have
//! saved is there bit for bit, and what goes on from it ends with the rows and the counts of a training that nobody killed.
//!
//! This program is its own child: changes are counted from the start of a process, so that a seed and a number are the same kill again.

mod training;

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use emberlane_checkpoints::{SavedState, states};
use emberlane_files::{Change, follow_changes};
use emberlane_stores::BlockReport;
use emberlane_tiers::verify;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use training::{BATCHES, EVERY, Reached, Training, folder_of, uncut};

/// Kills at once: they wait for the disk.
const LANES: usize = 6;
const KINDS: [&str; 7] = ["make folder", "create", "write", "sync", "rename", "link", "remove"];
/// What tells this program that it is a child: the seed, the change, and how far it goes.
const CHILD: &str = "EMBERLANE_TEST_KILL";

fn kind(change: &Change<'_>) -> usize {
    match change {
        Change::MakeFolder(_) => 0,
        Change::Create(_) => 1,
        Change::Write(..) => 2,
        Change::Sync => 3,
        Change::Rename(..) => 4,
        Change::Link(..) => 5,
        Change::Remove(_) => 6,
    }
}

/// Does a part of a change that has parts.
fn begin(change: &Change<'_>, part: f64) {
    match change {
        Change::Write(file, at, bytes) => {
            // Around the page cache whole blocks are written.
            let bytes = &bytes[..(bytes.len() as f64 * part) as usize / 4096 * 4096];
            match at {
                Some(at) => file.write_all_at(bytes, *at).unwrap(),
                None => std::io::Write::write_all(&mut &**file, bytes).unwrap(),
            }
        }
        Change::Remove(folder) if folder.is_dir() => {
            let mut names: Vec<PathBuf> =
                std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            names.sort();
            let gone = (names.len() as f64 * part) as usize;
            names.iter().take(gone).filter(|name| name.is_file()).for_each(|name| std::fs::remove_file(name).unwrap());
        }
        _ => {}
    }
}

/// The child: trains, and is killed when it is about to make that change.
#[test]
#[ignore = "it is run by the other tests, as a process of its own"]
fn child() {
    let Ok(what) = std::env::var(CHILD) else { return };
    let [seed, at, part, folder] = what.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
    let training = Training::new(seed.parse().unwrap(), Path::new(folder));
    let (at, part): (usize, f64) = (at.parse().unwrap(), part.parse().unwrap());
    // Whoever was about to start when the one before was killed may have its lock for a moment: a second try would count.
    if let Ok(lock) = File::open(training.settings.directory.join("lock")) {
        lock.lock().unwrap();
    }
    let mut count = 0;
    let said = File::create(Path::new(folder).join("said")).unwrap();
    follow_changes(move |change| {
        if count == at {
            begin(&change, part);
            std::io::Write::write_all(&mut &said, KINDS[kind(&change)].as_bytes()).unwrap();
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).unwrap();
        }
        count += 1;
        Ok(())
    });
    let (mut store, first) = training.open().unwrap();
    let promise = Path::new(folder).join("promised");
    training.train(&mut store, first, |batch, _| std::fs::write(&promise, batch.to_string()).unwrap()).unwrap();
}

/// Runs a child; whether it was killed, and about to do what.
fn run_child(seed: u64, at: usize, part: f64, folder: &Path) -> Option<String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--nocapture", "--test-threads", "1"]);
    command.env(CHILD, format!("{seed} {at} {part} {}", folder.display()));
    let done = command.stdin(Stdio::null()).output().unwrap();
    if done.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.signal(), Some(9), "seed {seed}, change {at}, part {part}: {said}");
    Some(std::fs::read_to_string(folder.join("said")).unwrap())
}

/// Kills a training at a change, and a part of those that go on from it again; checks what is there and what it ends with.
fn kill(seed: u64, at: usize, expected: &BTreeMap<usize, Reached>) -> Vec<String> {
    let folder = folder_of(at);
    let training = Training::new(seed, folder.path());
    let mut random = Pcg64::seed_from_u64(seed ^ (at as u64) << 20);
    let (mut next, mut kinds) = (at, Vec::new());
    loop {
        let part = [0.0, random.random(), 1.0][random.random_range(0..3)];
        let case = format!("seed {seed}, change {at}, then {} more, part {part}", kinds.len());
        let Some(kind) = run_child(seed, next, part, folder.path()) else { break };
        kinds.push(kind);
        let promised = std::fs::read_to_string(folder.path().join("promised")).map_or(0, |said| said.parse().unwrap());
        let states = states(&training.saves()).unwrap();
        for (batch, state) in &states {
            let problems = verify(&state.join("store")).unwrap().problems;
            assert!(problems.is_empty(), "{case}: state {batch}: {problems:?}");
            SavedState::open(state).unwrap();
        }
        let newest = states.last().map_or(0, |(batch, _)| *batch as usize);
        assert!(newest == promised || newest == promised + EVERY, "{case}: {newest} is there, {promised} was promised");
        let (mut store, first) = training.open().unwrap();
        assert_eq!(first, newest, "{case}");
        assert!(training.reached(&mut store) == expected[&newest], "{case}: what was saved before batch {newest}");
        if random.random_ratio(2, 3) {
            let check = |batch, store: &mut _| {
                assert!(training.reached(store) == expected[&batch], "{case}: gone on to batch {batch}");
            };
            training.train(&mut store, first, check).unwrap();
            break;
        }
        drop(store);
        std::fs::write(folder.path().join("promised"), newest.to_string()).unwrap();
        next = random.random_range(0..at + 20);
    }
    let (mut store, _) = training.open().unwrap();
    assert!(training.reached(&mut store) == expected[&BATCHES], "seed {seed}, change {at}: the end");
    kinds
}

/// Kills trainings of these seeds, each at so many changes.
fn kill_all(seeds: std::ops::Range<u64>, points: usize) {
    let kinds: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
    let (mut compacted, mut found) = (0, 0);
    for seed in seeds {
        let (expected, changes) = uncut(seed);
        let mut all: Vec<usize> = (0..changes).collect();
        all.shuffle(&mut Pcg64::seed_from_u64(seed));
        all.truncate(points);
        let all = Mutex::new(all);
        std::thread::scope(|scope| {
            for _ in 0..LANES {
                scope.spawn(|| {
                    while let Some(at) = { all.lock().unwrap().pop() } {
                        for kind in kill(seed, at, &expected) {
                            *kinds.lock().unwrap().entry(kind).or_default() += 1;
                        }
                    }
                });
            }
        });
        let BlockReport { compacted: written_again, found: read, .. } = expected[&BATCHES].report.block;
        compacted += written_again;
        found += read;
        println!("seed {seed}: {changes} changes, {} of them killed", points.min(changes));
    }
    let kinds = kinds.into_inner().unwrap();
    println!("{} kills: {kinds:?}", kinds.values().sum::<usize>());
    assert!(compacted > 0 && found > 0, "they do not reach what they are for");
    assert!(KINDS.iter().all(|kind| kinds.contains_key(*kind)), "some changes were never killed: {kinds:?}");
}

#[test]
fn a_training_that_is_killed_goes_on_from_what_it_has_saved() {
    kill_all(0..3, 40);
}

/// Every change of some trainings, thousands of kills.
#[test]
fn any_cut_of_a_training_leaves_what_it_has_saved() {
    kill_all(100..106, usize::MAX);
}
