//! Training with tables in a pool leaves the bits of host memory, and goes on to them.
#![cfg(feature = "host")]

use std::path::Path;

use emberlane_experiment::Experiment;
use emberlane_training::{RunOptions, Silent};

use crate::training::{MODELS, results, run, stopped_at_times, synthetic};

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

#[test]
fn a_training_that_is_stopped_goes_on_to_the_same_end() {
    for (seed, optimizer) in OPTIMIZERS.into_iter().enumerate() {
        for pool in POOLS {
            let folder = tempfile::tempdir().unwrap();
            let rest = "[evaluate]\nevery = 5\nbatches = 2\n[save]\nevery = 4";
            let experiment = experiment(MODELS[0], optimizer, Some((folder.path(), pool)), rest);
            let whole = run(&experiment, None);
            let (_, parameters) = stopped_at_times(&experiment, folder.path(), seed as u64);
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
