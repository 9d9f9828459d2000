//! Training with tables in a pool leaves the bits of host memory, and goes on to them.
#![cfg(feature = "host")]

use std::path::Path;

use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::{BatchRecord, Observer, Previous, Resume, RunOptions, Silent, Stop, TrainError, resume};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::training::{MODELS, results, run, synthetic};

const OPTIMIZERS: [&str; 3] = ["sgd", "adagrad", "rowwise-adagrad"];
/// Every storage; caches of none, of a few rows, and of all rows; each durability.
const POOLS: [&str; 5] = [
    "cache = \"0B\"\npartitions = 1",
    "cache = \"2KiB\"\npartitions = 3\ndurability = \"power\"",
    "storage = \"ori-cache\"\ncache = \"2KiB\"",
    "storage = \"pmem-hash\"",
    "storage = \"dram\"\nmedia = \"openembedding\"",
];

fn experiment(model: &str, optimizer: &str, pool: Option<(&Path, &str)>, rest: &str) -> Experiment {
    let train = format!("learning_rate = 0.05\noptimizer = {optimizer:?}");
    let pool = pool.map(|(folder, keys)| format!("[pool]\npath = {:?}\n{keys}\n", folder.join("rows.pool")));
    synthetic(12, model, &train, &format!("{rest}\n{}", pool.unwrap_or_default()))
}

#[test]
fn a_pool_leaves_the_bits_of_host_memory() {
    for model in MODELS {
        for optimizer in OPTIMIZERS {
            let rest = "[evaluate]\nevery = 5\nbatches = 2";
            let expected = results(&experiment(model, optimizer, None, rest));
            for pool in POOLS {
                let folder = tempfile::tempdir().unwrap();
                let found = results(&experiment(model, optimizer, Some((folder.path(), pool)), rest));
                assert_eq!(found.0, expected.0, "{model}, {optimizer}, {pool}: metrics");
                assert!(found.1 == expected.1, "{model}, {optimizer}, {pool}: parameters differ");
            }
        }
    }
}

#[test]
fn initial_parameters_are_rows_of_the_pool() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("initial.safetensors");
    std::fs::write(&file, results(&experiment(MODELS[0], "adagrad", None, "")).1).unwrap();
    let with = |pool| {
        let mut experiment = experiment(MODELS[0], "adagrad", pool, "");
        experiment.model.initial_parameters = Some(file.clone());
        results(&experiment)
    };
    let expected = with(None);
    let found = with(Some((folder.path(), POOLS[1])));
    assert!(found.0 == expected.0 && found.1 == expected.1);
    // The pool is there now, with rows in it; who does not resume begins anew.
    let again = with(Some((folder.path(), POOLS[1])));
    assert!(again.1 == expected.1);
}

/// Asks to stop when a batch was trained, or never.
struct StopAfter(Option<u64>, Stop);

impl Observer for StopAfter {
    fn start(&mut self, _: u64, _: Option<u64>) {}
    fn batch(&mut self, record: &BatchRecord) {
        if self.0 == Some(record.batch) {
            self.1.ask();
        }
    }
    fn evaluate(&mut self, _: u64) {}
    fn evaluated(&mut self) {}
}

#[test]
fn a_training_that_is_stopped_goes_on_to_the_same_end() {
    for (seed, optimizer) in OPTIMIZERS.into_iter().enumerate() {
        for pool in POOLS {
            let folder = tempfile::tempdir().unwrap();
            let rest = "[evaluate]\nevery = 5\nbatches = 2\n[save]\nevery = 4";
            let experiment = experiment(MODELS[0], optimizer, Some((folder.path(), pool)), rest);
            let whole = run(&experiment, None);
            let mut random = Pcg64::seed_from_u64(seed as u64);
            let out = folder.path().join("out");
            let mut from = None;
            loop {
                let stop = Stop::default();
                let previous = if from.is_some() { Previous::GoOn } else { Previous::Keep };
                let options = RunOptions {
                    out: Some(out.clone()),
                    previous,
                    store: StoreOptions { state: from.take(), ..StoreOptions::default() },
                    stop: stop.clone(),
                    ..RunOptions::default()
                };
                let until = Some(random.random_range(0..14));
                match emberlane_training::run(&experiment, &options, &mut StopAfter(until, stop)) {
                    Ok(_) => break,
                    Err(TrainError::Stopped { .. }) => {}
                    Err(error) => panic!("seed {seed}, {pool}: {error}"),
                }
                match resume(options.out.as_deref().unwrap(), &experiment).unwrap() {
                    Resume::State(state) => from = Some(state),
                    Resume::Image(_) => panic!("seed {seed}, {pool}: there is no device"),
                }
            }
            let parameters = std::fs::read(out.join("parameters.safetensors")).unwrap();
            assert!(parameters == whole.parameters, "seed {seed}, {pool}: parameters differ");
        }
    }
}

#[test]
fn what_it_cannot_do_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Experiment), expected: &[&str]| {
        let mut experiment = experiment(MODELS[0], "sgd", Some((folder.path(), POOLS[1])), "");
        change(&mut experiment);
        let error = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err().to_string();
        assert!(expected.iter().all(|expected| error.contains(expected)), "{error}");
    };
    refused(&|experiment| experiment.device.kind = emberlane_experiment::DeviceKind::Model, &["--device reference"]);
    refused(&|experiment| experiment.set_system(emberlane_experiment::SystemKind::Automatic), &["--system none"]);
    refused(&|experiment| experiment.train.lookup = emberlane_experiment::Lookup::Relaxed, &["train.lookup"]);
    refused(&|experiment| experiment.save.keep = 7, &["save.keep = 7", "6 states"]);
    results(&experiment(MODELS[0], "sgd", Some((folder.path(), POOLS[1])), ""));
    refused(&|experiment| experiment.train.seed = 8, &["rows.pool", "tables"]);
    refused(&|experiment| experiment.pool.as_mut().unwrap().partitions = 2, &["rows.pool", "pool.partitions"]);
    std::fs::write(folder.path().join("rows.pool"), "notes").unwrap();
    refused(&|_| {}, &["rows.pool is no pool"]);
}
