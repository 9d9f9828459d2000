//! Trainings that are interrupted end with the bits of those that are not: parameters, metrics and evaluations, on every device and
//! store, however often and wherever they are stopped.
#![cfg(feature = "host")]

use std::path::Path;

use emberlane_checkpoints::SavedState;
use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::{LiveOptions, Previous, Resume, RunOptions, Stop, TrainError, resume};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::training::{StopAfter, synthetic};

const MODEL: &str = "bottom = [4, 24, 16]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 133]\ndimension = 16\nlookups = 5";
const BATCHES: u32 = 40;
const INTERRUPTIONS: usize = 10;
/// Evaluation and states at batches that do not always coincide.
const ON_THE_WAY: &str = "[evaluate]\nevery = 9\nbatches = 3\n[save]\nevery = 6\n";

/// Runs until a batch was trained, or to the end.
fn run(experiment: &Experiment, out: &Path, from: Option<Resume>, until: Option<u64>) -> Result<(), TrainError> {
    let mut store = StoreOptions::default();
    let previous = if from.is_some() { Previous::GoOn } else { Previous::Keep };
    match from {
        Some(Resume::State(state)) => store.state = Some(state),
        Some(Resume::Image(image)) => store.image = Some(image),
        None => {}
    }
    let stop = Stop::default();
    let options = RunOptions {
        out: Some(out.to_path_buf()),
        previous,
        store,
        live: LiveOptions { json_lines: true, ..LiveOptions::default() },
        stop: stop.clone(),
        ..RunOptions::default()
    };
    emberlane_training::run(experiment, &options, &mut StopAfter(until, stop)).map(drop)
}

/// What must not depend on interruptions.
fn files(out: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let names = ["metrics.csv", "metrics.jsonl", "evaluations.csv", "best.safetensors", "parameters.safetensors"];
    names.map(|name| (name, std::fs::read(out.join(name)).unwrap_or_default())).to_vec()
}

#[track_caller]
fn survives(experiment: &Experiment, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    run(experiment, &whole, None, None).unwrap();
    let mut random = Pcg64::seed_from_u64(seed);
    let mut from = None;
    for _ in 0..INTERRUPTIONS {
        // Behind the end, too.
        let until = random.random_range(0..u64::from(BATCHES) + 2);
        match run(experiment, &cut, from.take(), Some(until)) {
            Ok(()) => break,
            Err(TrainError::Stopped { state: Some(state), .. }) => {
                assert!(SavedState::open(&state).is_ok(), "seed {seed}");
                assert!(!cut.exists(), "seed {seed}: nothing is in its place before it is whole");
                from = Some(resume(&cut, experiment).unwrap());
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    if let Some(from) = from {
        run(experiment, &cut, Some(from), None).unwrap();
    }
    for ((name, expected), (_, found)) in files(&whole).into_iter().zip(files(&cut)) {
        assert!(expected == found, "seed {seed}: {name} differs");
    }
    assert!(!files(&cut)[4].1.is_empty());
}

/// A training of the device, system and mode that are described.
fn training(train: &str, rest: &str) -> Experiment {
    synthetic(BATCHES, MODEL, &format!("learning_rate = 0.05\n{train}"), &format!("{rest}\n{ON_THE_WAY}"))
}

#[test]
fn on_reference_and_model() {
    for kind in ["reference", "model"] {
        for seed in 0..3 {
            survives(&training("", &format!("[device]\nkind = {kind:?}")), seed);
        }
    }
}

#[test]
fn in_host_memory() {
    for optimizer in ["adagrad", "rowwise-adagrad"] {
        survives(&training(&format!("optimizer = {optimizer:?}"), ""), 1);
    }
}

#[test]
fn with_lookups_ahead() {
    for seed in 0..3 {
        survives(&training("lookup = \"relaxed\"", ""), seed);
        let system = "[system]\nkind = \"automatic\"\n[checkpoint]\nmode = \"undo\"";
        survives(&training("lookup = \"relaxed\"", system), seed);
    }
}

#[test]
fn in_systems() {
    for system in ["software-copy", "automatic"] {
        survives(&training("", &format!("[device]\nkind = \"model\"\n[system]\nkind = {system:?}")), 2);
    }
    for mode in ["redo", "undo", "relaxed"] {
        let system = "[device]\nkind = \"model\"\n[system]\nkind = \"automatic\"";
        survives(&training("", &format!("{system}\n[checkpoint]\nmode = {mode:?}")), 3);
    }
}

#[test]
fn on_smartssds() {
    const SMARTSSD: &str = "[device]\ndesign = \"smartssd\"\ncache_vectors = 160";
    for kind in ["reference", "model"] {
        let device = format!("{SMARTSSD}\nkind = {kind:?}");
        survives(&training("", &device), 4);
        survives(&training("lookup = \"relaxed\"", &device), 5);
        survives(&training("", &format!("{device}\nsmartssds = 2\n[system]\nkind = \"ndrec\"")), 6);
    }
    // Without states of its own it goes on from the first batch.
    let experiment = synthetic(12, MODEL, "learning_rate = 0.05", SMARTSSD);
    survives(&experiment, 7);
}

#[cfg(feature = "rtl")]
#[test]
fn on_rtl() {
    for rest in [
        "[device]\nkind = \"rtl\"\nstalls = \"random\"",
        "[device]\nkind = \"rtl\"\n[system]\nkind = \"automatic\"\n[checkpoint]\nmode = \"undo\"",
        "[device]\nkind = \"rtl\"\ndesign = \"smartssd\"\ncache_vectors = 160",
    ] {
        survives(&training("", rest), 8);
    }
}

/// A run that has ended can be made longer, on another device.
#[test]
fn a_longer_training_goes_on_from_a_shorter_one() {
    let folder = tempfile::tempdir().unwrap();
    let (short, long, whole) = (folder.path().join("short"), folder.path().join("long"), folder.path().join("whole"));
    let experiment = |batches: u32, kind: &str| {
        let rest = format!("[device]\nkind = {kind:?}\n{ON_THE_WAY}");
        synthetic(batches, MODEL, "learning_rate = 0.05", &rest)
    };
    run(&experiment(20, "model"), &short, None, None).unwrap();
    run(&experiment(40, "reference"), &whole, None, None).unwrap();
    let from = resume(&short, &experiment(40, "reference")).unwrap();
    let Resume::State(state) = from else { panic!("a state was saved at the end") };
    assert_eq!(state.batch(), 20);
    let store = StoreOptions { state: Some(state), ..StoreOptions::default() };
    let options = RunOptions { out: Some(long.clone()), store, ..RunOptions::default() };
    emberlane_training::run(&experiment(40, "reference"), &options, &mut StopAfter(None, Stop::default())).unwrap();
    for name in ["metrics.csv", "parameters.safetensors", "best.safetensors", "evaluations.csv"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
        assert!(read(&whole) == read(&long), "{name}");
    }
    assert!(short.join("parameters.safetensors").exists(), "the shorter one stays");
}

/// What is of another experiment is refused with the keys that differ.
#[test]
fn a_state_of_another_experiment_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    run(&training("", ""), &out, None, Some(10)).unwrap_err();
    let other = training("optimizer = \"adagrad\"", "");
    let error = run(&other, &out, Some(resume(&out, &other).unwrap()), None).unwrap_err().to_string();
    assert!(error.contains("train.optimizer is \"adagrad\" here and \"sgd\" there"), "{error}");
    let error = run(&training("", ""), &out, None, None).unwrap_err().to_string();
    assert!(error.contains("did not come to its end") && error.contains("--resume"), "{error}");
}
