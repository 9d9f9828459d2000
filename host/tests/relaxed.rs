//! Relaxed lookup: strict order but for rounding, and never further from it than the bound says.

use std::path::Path;

use emberlane::config::{Experiment, Lookup, Optimizer, Pooling};
use emberlane::data::{self, Bags, Purpose};
use emberlane::dlrm::Step;
use emberlane::embedding::relaxed::{Before, bounds};
use emberlane::embedding::{CxlMemStore, EmbeddingStore, HostMemory, StoreOptions};
use emberlane::train::{self, RunOptions, Silent, TrainError, Trainer};
use emberlane_reference::ReferenceCxlMem;
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Random tables with batches that share rows.
struct Case {
    random: Pcg64,
    rows: Vec<u32>,
    dimension: usize,
    pooling: Pooling,
    learning_rate: f32,
    /// Exponent of ten of the smallest elements; the largest are near 1.
    smallest: i32,
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let tables = random.random_range(1..4);
        Self {
            rows: (0..tables).map(|_| random.random_range(1..30)).collect(),
            dimension: 16 * random.random_range(1..3),
            pooling: if random.random() { Pooling::Sum } else { Pooling::Mean },
            learning_rate: random.random_range(0.01..2.0),
            smallest: if random.random() { 0 } else { random.random_range(-44..0) },
            random,
        }
    }

    fn mean(&self) -> bool {
        self.pooling == Pooling::Mean
    }

    /// Elements of any size, half of which cancel the other half but for what is small.
    fn elements(&mut self, count: usize) -> Vec<f32> {
        let (random, smallest) = (&mut self.random, self.smallest);
        let draw = |random: &mut Pcg64| {
            let size = 10f32.powi(if smallest < 0 { random.random_range(smallest..1) } else { 0 });
            size * random.random_range(-1.0..1.0)
        };
        let large = draw(random);
        (0..count)
            .map(|_| match random.random_range(0..3) {
                0 => large,
                1 => -large * random.random_range(0.999..1.001),
                _ => draw(random),
            })
            .collect()
    }

    /// Bags in which some rows are hot and repeat, and some bags are empty.
    fn bags(&mut self) -> Bags {
        let samples = self.random.random_range(1..7);
        let longest = self.random.random_range(1..12);
        let mut bags = Bags { tables: self.rows.len(), samples, offsets: vec![0], indices: vec![] };
        for &rows in &self.rows {
            let hot = self.random.random_range(0..rows);
            for _ in 0..samples {
                for _ in 0..self.random.random_range(0..longest) {
                    let row = if self.random.random() { hot } else { self.random.random_range(0..rows) };
                    bags.indices.push(row);
                }
                bags.offsets.push(bags.indices.len() as u32);
            }
        }
        bags
    }

    /// The reference device and the host's memory, with the same tables.
    fn stores(&mut self) -> [Box<dyn EmbeddingStore>; 2] {
        let device = ReferenceCxlMem::new(4).unwrap();
        let device = CxlMemStore::new(device, &self.rows, self.dimension, self.pooling, self.learning_rate).unwrap();
        let step = Step { optimizer: Optimizer::Sgd, learning_rate: self.learning_rate };
        let host = HostMemory::new(&self.rows, self.dimension, self.pooling, step);
        let mut stores: [Box<dyn EmbeddingStore>; 2] = [Box::new(device), Box::new(host)];
        for (table, rows) in self.rows.clone().iter().enumerate() {
            let values = self.elements(*rows as usize * self.dimension);
            stores.iter_mut().for_each(|store| store.write_rows(table, 0, &values).unwrap());
        }
        stores
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn no_element_is_further_from_strict_order_than_the_bound(seed: u64) {
        let mut case = Case::new(seed);
        let [mut relaxed, mut strict] = case.stores();
        let mut bags = case.bags();
        relaxed.lookup(&bags).unwrap();
        for _ in 0..3 {
            let next = case.bags();
            let gradients = case.elements(bags.count() * case.dimension);
            let before = Before { bags: &bags, gradients: &gradients, learning_rate: case.learning_rate, mean: case.mean() };
            let bounds = bounds(&mut *strict, &before, &next).unwrap();
            strict.lookup(&bags).unwrap();
            strict.update(&gradients).unwrap();
            let expected = strict.lookup(&next).unwrap();
            relaxed.look_ahead(&next).unwrap();
            let found = relaxed.catch_up(&gradients).unwrap();
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
        let [mut relaxed, mut strict] = case.stores();
        let [first, mut second] = halves;
        for bag in 0..second.count() {
            let rows = case.rows[bag / second.samples] / 2;
            let entries = second.offsets[bag] as usize..second.offsets[bag + 1] as usize;
            second.indices[entries].iter_mut().for_each(|row| *row += rows);
        }
        assert_eq!(bits(&relaxed.lookup(&first).unwrap()), bits(&strict.lookup(&first).unwrap()));
        let gradients = case.elements(first.count() * case.dimension);
        strict.update(&gradients).unwrap();
        relaxed.look_ahead(&second).unwrap();
        let found = relaxed.catch_up(&gradients).unwrap();
        assert_eq!(bits(&found), bits(&strict.lookup(&second).unwrap()), "seed {seed}");
    }
}

#[test]
fn a_store_without_a_batch_before_says_so() {
    let mut case = Case::new(1);
    let bags = case.bags();
    let [mut device, mut host] = case.stores();
    assert!(device.look_ahead(&bags).unwrap_err().to_string().contains("posted"));
    assert!(device.catch_up(&[]).unwrap_err().to_string().contains("ahead"));
    assert!(host.look_ahead(&bags).unwrap_err().to_string().contains("host memory"));
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
    train::run(experiment, &options, &mut Silent).unwrap();
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
            data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training).unwrap();
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
        let error = train::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err();
        assert!(matches!(error, TrainError::NoRelaxedLookup { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(needed) && message.contains(found), "{message}");
    }
}
