//! Relaxed lookup: strict order but for rounding, and never further from it than the bound says.

use std::path::Path;

use crate::cases::{Case, bits};
use emberlane_data::Purpose;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Experiment, Lookup, Optimizer};
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::relaxed::{Before, Order, bounds};
use emberlane_stores::{CxlMemStore, EmbeddingStore, HostMemory, lookahead};
use emberlane_systems::StoreOptions;
use emberlane_training::{RunOptions, Silent, TrainError, Trainer};
use proptest::prelude::*;

/// The reference device and the host's memory, with the same tables.
fn stores(case: &mut Case) -> [Box<dyn EmbeddingStore>; 2] {
    let device = ReferenceCxlMem::new(4).unwrap();
    let device = CxlMemStore::new(device, &case.rows, case.dimension, case.pooling, case.learning_rate).unwrap();
    let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: case.learning_rate };
    let host = HostMemory::new(&case.rows, case.dimension, case.pooling, step).unwrap();
    let mut stores: [Box<dyn EmbeddingStore>; 2] = [Box::new(device), Box::new(host)];
    for (table, values) in case.tables().iter().enumerate() {
        stores.iter_mut().for_each(|store| store.write_rows(table, 0, values).unwrap());
    }
    stores
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn no_element_is_further_from_strict_order_than_the_bound(seed: u64) {
        let mut case = Case::new(seed);
        let [mut relaxed, mut strict] = stores(&mut case);
        let mut bags = case.bags();
        relaxed.lookup(&bags).unwrap();
        for _ in 0..3 {
            let next = case.bags();
            let gradients = case.elements(bags.count() * case.dimension);
            let (learning_rate, mean) = (case.learning_rate, case.mean());
            let before = Before { bags: &bags, gradients: &gradients, learning_rate, mean, order: Order::Same };
            let bounds = bounds(&mut *strict, &before, &next).unwrap();
            strict.lookup(&bags).unwrap();
            strict.update(&gradients).unwrap();
            let expected = strict.lookup(&next).unwrap();
            lookahead(&mut *relaxed).unwrap().look_ahead(&next).unwrap();
            let found = lookahead(&mut *relaxed).unwrap().catch_up(&gradients).unwrap();
            prop_assert_eq!(found.len(), bounds.len());
            for (element, ((found, expected), bound)) in found.iter().zip(&expected).zip(&bounds).enumerate() {
                let difference = (f64::from(*found) - f64::from(*expected)).abs();
                prop_assert!(difference <= *bound, "element {element}: {found} for {expected}, bound {bound:e}");
            }
            for (table, rows) in case.rows.iter().enumerate() {
                let [relaxed, strict] =
                    [&mut relaxed, &mut strict].map(|store| store.read_rows(table, 0, u64::from(*rows)).unwrap());
                prop_assert_eq!(bits(&relaxed), bits(&strict), "table {}", table);
            }
            bags = next;
        }
    }
}

#[test]
fn batches_that_share_no_row_differ_in_no_bit() {
    for seed in 0..20 {
        let mut case = Case::new(seed);
        case.smallest = 0;
        // The lower half of each table, then the upper one.
        let halves = [(); 2].map(|()| case.bags());
        case.rows.iter_mut().for_each(|rows| *rows *= 2);
        let [mut relaxed, mut strict] = stores(&mut case);
        let [first, mut second] = halves;
        for bag in 0..second.count() {
            let rows = case.rows[bag / second.samples] / 2;
            let entries = second.offsets[bag] as usize..second.offsets[bag + 1] as usize;
            second.indices[entries].iter_mut().for_each(|row| *row += rows);
        }
        assert_eq!(bits(&relaxed.lookup(&first).unwrap()), bits(&strict.lookup(&first).unwrap()));
        let gradients = case.elements(first.count() * case.dimension);
        strict.update(&gradients).unwrap();
        lookahead(&mut *relaxed).unwrap().look_ahead(&second).unwrap();
        let found = lookahead(&mut *relaxed).unwrap().catch_up(&gradients).unwrap();
        assert_eq!(bits(&found), bits(&strict.lookup(&second).unwrap()), "seed {seed}");
    }
}

#[test]
fn a_store_without_a_batch_before_says_so() {
    let mut case = Case::new(1);
    let bags = case.bags();
    let [mut device, mut host] = stores(&mut case);
    assert!(lookahead(&mut *device).unwrap().look_ahead(&bags).unwrap_err().to_string().contains("posted"));
    assert!(lookahead(&mut *device).unwrap().catch_up(&[]).unwrap_err().to_string().contains("ahead"));
    assert!(lookahead(&mut *host).err().unwrap().to_string().contains("host memory"));
}

fn experiment(sections: &str) -> Experiment {
    let text = format!(
        "[model]\nbottom = [13, 24, 32]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 32\nlookups = 5\n\
         [data]\nkind = \"synthetic\"\nbatches = 12\n[evaluate]\nbatches = 2\n[train]\nbatch_size = 16\nseed = 7\n{sections}"
    );
    Experiment::parse(Path::new("experiment.toml"), &text).unwrap()
}

/// `metrics.csv` and `parameters.safetensors` of a run.
fn results(experiment: &Experiment) -> (String, Vec<u8>) {
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions { out: Some(out.path().to_path_buf()), ..RunOptions::default() };
    emberlane_training::run(experiment, &options, &mut Silent).unwrap();
    let metrics = std::fs::read_to_string(out.path().join("metrics.csv")).unwrap();
    (metrics, std::fs::read(out.path().join("parameters.safetensors")).unwrap())
}

#[test]
fn relaxed_training_is_deterministic_and_not_strict() {
    let relaxed = experiment("lookup = \"relaxed\"\n");
    assert_eq!(relaxed.train.lookup, Lookup::Relaxed);
    let (first, second) = (results(&relaxed), results(&relaxed));
    assert_eq!(first.0, second.0);
    assert!(first.1 == second.1, "parameters differ");
    let strict = results(&experiment(""));
    assert_ne!(first.1, strict.1, "nothing was relaxed");
    // Batch 0 is looked up as ever; of batch 1 only rounding differs.
    let losses = |metrics: &str| -> Vec<f64> {
        metrics.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse().unwrap()).collect()
    };
    let (found, expected) = (losses(&first.0), losses(&strict.0));
    assert_eq!((found.len(), found[0]), (12, expected[0]));
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-5 * expected, "{found} for {expected}");
    }
}

#[test]
fn one_batch_is_strict_order() {
    let [relaxed, strict] = ["lookup = \"relaxed\"\n", ""].map(|lookup| {
        let experiment = experiment(lookup);
        let train = &experiment.train;
        let mut source =
            emberlane_data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)
                .unwrap();
        let batch = source.next_batch().unwrap().unwrap();
        let mut trainer = Trainer::new(&experiment, &StoreOptions::default()).unwrap();
        trainer.train_relaxed(&batch, None).unwrap();
        bits(&trainer.store.read_rows(2, 0, 333).unwrap())
    });
    assert_eq!(relaxed, strict);
}

#[test]
fn what_relaxed_lookup_cannot_do_is_refused() {
    for (sections, needed, found) in [
        ("optimizer = \"adagrad\"\n", "train.optimizer = \"sgd\"", "adagrad"),
        ("[system]\nkind = \"software-copy\"\n", "system.kind = \"automatic\" or \"none\"", "software-copy"),
        ("[system]\nkind = \"automatic\"\n[checkpoint]\nmode = \"redo\"\n", "checkpoint.mode = \"undo\"", "redo"),
    ] {
        let experiment = experiment(&format!("lookup = \"relaxed\"\n{sections}"));
        let error = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err();
        assert!(matches!(error, TrainError::NoRelaxedLookup { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(needed) && message.contains(found), "{message}");
    }
}
