//! Trainings of which shards die: what is spared has the bits of any training, and one that is stopped begins again.
#![cfg(feature = "host")]

use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::{BatchRecord, Observer, Previous, Resume, RunOptions, Stop, TrainError, resume};

use crate::training::{MODELS, results, run, synthetic};

const OPTIMIZERS: [&str; 3] = ["sgd", "adagrad", "rowwise-adagrad"];
const REST: &str = "[evaluate]\nevery = 5\nbatches = 2";

fn experiment(model: &str, optimizer: &str, failures: &str) -> Experiment {
    let train = format!("learning_rate = 0.05\noptimizer = {optimizer:?}");
    let failures = if failures.is_empty() { String::new() } else { format!("[failures]\nshards = 3\n{failures}\n") };
    synthetic(12, model, &train, &format!("{REST}\n{failures}"))
}

/// Whoever dies behind a save of every row loses nothing; an evaluation on the way changes nothing.
#[test]
fn a_death_behind_a_save_changes_no_bit() {
    for model in MODELS {
        for optimizer in OPTIMIZERS {
            let expected = results(&experiment(model, optimizer, ""));
            let found = results(&experiment(model, optimizer, "interval = 2\nafter = [4, 10]\ndies = [0, 2]"));
            assert_eq!(found.0, expected.0, "{model}, {optimizer}: metrics");
            assert!(found.1 == expected.1, "{model}, {optimizer}: parameters differ");
            let lost = results(&experiment(model, optimizer, "interval = 20\nafter = [4, 10]\ndies = [0, 2]"));
            assert!(lost.1 != expected.1, "{model}, {optimizer}: nothing was lost");
        }
    }
}

/// Asks to stop when a batch was trained, or in the so-manieth evaluation.
struct StopAfter {
    batch: Option<u64>,
    evaluations: u64,
    stop: Stop,
}

impl Observer for StopAfter {
    fn start(&mut self, _: u64, _: Option<u64>) {}
    fn batch(&mut self, record: &BatchRecord) {
        if self.batch == Some(record.batch) {
            self.stop.ask();
        }
    }
    fn evaluate(&mut self, _: u64) {
        if self.evaluations == 1 {
            self.stop.ask();
        }
        self.evaluations = self.evaluations.saturating_sub(1);
    }
    fn evaluated(&mut self) {}
}

#[test]
fn a_training_that_is_stopped_begins_again_to_the_same_end() {
    let experiment = experiment(
        MODELS[0],
        "rowwise-adagrad",
        "interval = 4\nafter = [6, 9]\ndies = [1, 2]\npolicy = \"mfu\"\nr = 0.25",
    );
    let whole = run(&experiment, None);
    for (batch, evaluations) in [(Some(0), 0), (Some(4), 0), (Some(7), 0), (None, 1), (None, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let options = |stop: &Stop, state, previous| RunOptions {
            out: Some(out.clone()),
            previous,
            store: StoreOptions { state, ..StoreOptions::default() },
            stop: stop.clone(),
            ..RunOptions::default()
        };
        let stop = Stop::default();
        let mut observer = StopAfter { batch, evaluations, stop: stop.clone() };
        match emberlane_training::run(&experiment, &options(&stop, None, Previous::Keep), &mut observer) {
            Err(TrainError::Stopped { from: 0, state: Some(_), .. }) => {}
            other => panic!("{batch:?}, {evaluations}: {:?}", other.map(|_| "it was not stopped")),
        }
        let Resume::State(state) = resume(&out, &experiment).unwrap() else { panic!("there is no device") };
        let options = options(&Stop::default(), Some(state), Previous::GoOn);
        emberlane_training::run(&experiment, &options, &mut emberlane_training::Silent).unwrap();
        let parameters = std::fs::read(out.join("parameters.safetensors")).unwrap();
        assert!(parameters == whole.parameters, "{batch:?}, {evaluations}: parameters differ");
    }
}
