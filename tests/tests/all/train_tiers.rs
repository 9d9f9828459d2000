//! Training with tables in files behind caches leaves the bits of host memory and of the device, and goes on to the same counts.
#![cfg(feature = "host")]

use std::path::Path;

use emberlane_experiment::Experiment;
use emberlane_stores::TiersReport;
use emberlane_training::{RunOptions, Silent};

use crate::training::{MODELS, results, run, stopped_at_times, synthetic};

const OPTIMIZERS: [&str; 3] = ["sgd", "adagrad", "rowwise-adagrad"];
/// Caches of none, of a few rows, and of all rows; many files and one, one lane and many, ahead and not.
const STORES: [&str; 4] = [
    "shards = 1\nlanes = 1\ninitialise = \"before\"\nsegment = \"4KiB\"",
    "shards = 3\nlanes = 5\nprefetch = 2\nsegment = \"4KiB\"\n[store.dram]\ncache = \"4KiB\"\n[store.scm]\ncache = \"4KiB\"",
    "policy = \"lfu\"\nways = 2\nprefetch = 1\ndirect = false\nsegment = \"8KiB\"\n[store.dram]\ncache = \"6KiB\"",
    "prefetch = 3\n[store.dram]\ncache = \"1MiB\"\n[store.scm]\ncache = \"1MiB\"",
];

fn experiment(model: &str, optimizer: &str, store: Option<(&Path, &str)>, rest: &str) -> Experiment {
    let train = format!("learning_rate = 0.05\noptimizer = {optimizer:?}");
    let store = store.map(|(folder, keys)| format!("[store]\ndirectory = {:?}\n{keys}\n", folder.join("store")));
    synthetic(12, model, &train, &format!("{rest}\n{}", store.unwrap_or_default()))
}

#[test]
fn files_leave_the_bits_of_host_memory() {
    for model in MODELS {
        for optimizer in OPTIMIZERS {
            let rest = "[evaluate]\nevery = 5\nbatches = 2";
            let expected = results(&experiment(model, optimizer, None, rest));
            for store in STORES {
                let folder = tempfile::tempdir().unwrap();
                let found = results(&experiment(model, optimizer, Some((folder.path(), store)), rest));
                assert_eq!(found.0, expected.0, "{model}, {optimizer}, {store}: metrics");
                assert!(found.1 == expected.1, "{model}, {optimizer}, {store}: parameters differ");
            }
        }
    }
}

#[test]
fn initial_parameters_are_rows_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("initial.safetensors");
    std::fs::write(&file, results(&experiment(MODELS[0], "adagrad", None, "")).1).unwrap();
    let with = |store| {
        let mut experiment = experiment(MODELS[0], "adagrad", store, "");
        experiment.model.initial_parameters = Some(file.clone());
        results(&experiment)
    };
    let expected = with(None);
    let found = with(Some((folder.path(), STORES[1])));
    assert!(found.0 == expected.0 && found.1 == expected.1);
}

/// Everything that is counted, but for blocks: whether a row is read from a file, or while it is still in memory, is up to the lanes.
fn counts(report: Option<TiersReport>) -> TiersReport {
    let mut report = report.unwrap();
    report.block.blocks_read = 0;
    report
}

/// Stopped at any batch, whether a state was to be saved there or not: parameters, and every count of every tier.
#[test]
fn a_training_that_is_stopped_goes_on_to_the_same_counts() {
    for (seed, optimizer) in OPTIMIZERS.into_iter().enumerate() {
        for store in STORES {
            let folder = tempfile::tempdir().unwrap();
            let rest = "[evaluate]\nevery = 5\nbatches = 2\n[save]\nevery = 4";
            let experiment = experiment(MODELS[0], optimizer, Some((folder.path(), store)), rest);
            let whole = run(&experiment, None);
            let (summary, parameters) = stopped_at_times(&experiment, folder.path(), seed as u64);
            assert_eq!(counts(summary.tiers), counts(whole.summary.tiers), "seed {seed}, {store}");
            assert!(parameters == whole.parameters, "seed {seed}, {store}: parameters differ");
        }
    }
}

#[test]
fn hits_do_not_depend_on_what_is_saved_or_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    let keys = "segment = \"4KiB\"\n[store.dram]\ncache = \"24KiB\"\n[store.scm]\ncache = \"16KiB\"";
    let of = |rest: &str| {
        counts(run(&experiment(MODELS[0], "adagrad", Some((folder.path(), keys)), rest), None).summary.tiers)
    };
    let plain = of("");
    assert!(plain.caches[0].hits > 0 && plain.caches[1].hits > 0 && plain.block.found > 0, "{plain:?}");
    assert_eq!(of("[evaluate]\nevery = 5\nbatches = 2\n[save]\nevery = 4"), plain);
}

#[test]
fn what_it_cannot_do_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Experiment), expected: &str| {
        let mut experiment = experiment(MODELS[0], "sgd", Some((folder.path(), STORES[1])), "");
        change(&mut experiment);
        let error = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    refused(&|experiment| experiment.device.kind = emberlane_experiment::DeviceKind::Model, "--device reference");
    refused(&|experiment| experiment.set_system(emberlane_experiment::SystemKind::Automatic), "--system none");
    refused(&|experiment| experiment.train.lookup = emberlane_experiment::Lookup::Relaxed, "train.lookup");
    std::fs::create_dir(folder.path().join("store")).unwrap();
    std::fs::write(folder.path().join("store/mine.txt"), "notes").unwrap();
    refused(&|_| {}, "mine.txt");
    refused(&|experiment| experiment.store.as_mut().unwrap().dram_cache = 1 << 50, "store.dram.cache");
}
