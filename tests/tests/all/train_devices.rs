//! Training on every device gives the same bits, run after run.
#![cfg(feature = "host")]

use emberlane_data::Bags;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{Experiment, Optimizer};
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::{CxlMemStore, EmbeddingStore, HostMemory};
use emberlane_training::{RunOptions, Silent};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::training::{MODELS, results, synthetic};

fn experiment(model: &str, device: &str) -> Experiment {
    synthetic(6, model, "learning_rate = 0.5", &format!("[device]\n{device}"))
}

#[test]
fn two_runs_leave_the_same_bytes() {
    for model in MODELS {
        let experiment = experiment(model, "");
        let (first, second) = (results(&experiment), results(&experiment));
        assert_eq!(first.0.lines().count(), 7);
        assert_eq!(first.0, second.0, "{model}");
        assert!(first.1 == second.1, "{model}: parameters differ");
    }
}

#[test]
fn a_seed_changes_the_run() {
    let first = experiment(MODELS[0], "");
    let mut second = first.clone();
    second.train.seed += 1;
    assert_ne!(results(&first).0, results(&second).0);
}

#[test]
fn the_loss_of_synthetic_data_falls() {
    let mut experiment = experiment(MODELS[0], "");
    experiment.data = emberlane_experiment::DataConfig::Synthetic { skew: 1.05, batches: 300 };
    experiment.train.batch_size = Some(64);
    experiment.train.learning_rate = 0.2;
    let summary = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap();
    let (loss, training) = (summary.loss.unwrap(), summary.training.unwrap());
    let entropy = training.log_loss / training.normalized_entropy.unwrap();
    assert!(loss.last_mean < 0.97 * entropy, "{loss:?}, entropy {entropy}");
}

/// Host memory is the plain statement of what the device has to do, so both leave the same bits.
#[test]
fn host_memory_and_the_reference_device_agree() {
    for seed in 0..20 {
        let mut random = Pcg64::seed_from_u64(seed);
        let tables = random.random_range(1..4);
        let rows: Vec<u32> = (0..tables).map(|_| random.random_range(1..30)).collect();
        let dimension = 16 * random.random_range(1..5);
        let pooling =
            if random.random() { emberlane_experiment::Pooling::Sum } else { emberlane_experiment::Pooling::Mean };
        let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: random.random_range(0.01..2.0) };
        let device = ReferenceCxlMem::new(4).unwrap();
        let mut device = CxlMemStore::new(device, &rows, dimension, pooling, step.learning_rate).unwrap();
        let mut host = HostMemory::new(&rows, dimension, pooling, step).unwrap();
        let draw = |random: &mut Pcg64, count: usize| -> Vec<f32> {
            (0..count).map(|_| random.random_range(-1.0..1.0)).collect()
        };
        for (table, rows) in rows.iter().enumerate() {
            let values = draw(&mut random, *rows as usize * dimension);
            device.write_rows(table, 0, &values).unwrap();
            host.write_rows(table, 0, &values).unwrap();
        }
        for _ in 0..3 {
            let samples = random.random_range(1..9);
            let mut bags = Bags { tables, samples, offsets: vec![0], indices: vec![] };
            for rows in &rows {
                for _ in 0..samples {
                    let count = random.random_range(0..6);
                    bags.indices.extend((0..count).map(|_| random.random_range(0..*rows)));
                    bags.offsets.push(bags.indices.len() as u32);
                }
            }
            assert_eq!(bits(&device.lookup(&bags).unwrap()), bits(&host.lookup(&bags).unwrap()), "seed {seed}: pooled");
            let gradients = draw(&mut random, bags.count() * dimension);
            device.update(&gradients).unwrap();
            host.update(&gradients).unwrap();
            for (table, rows) in rows.iter().enumerate() {
                let device = device.read_rows(table, 0, u64::from(*rows)).unwrap();
                let host = host.read_rows(table, 0, u64::from(*rows)).unwrap();
                assert_eq!(bits(&device), bits(&host), "seed {seed}: table {table}");
            }
        }
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_row_that_does_not_exist_is_refused_by_both() {
    let bags = Bags { tables: 1, samples: 1, offsets: vec![0, 1], indices: vec![5] };
    let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 1.0 };
    let mut host = HostMemory::new(&[5], 16, emberlane_experiment::Pooling::Sum, step).unwrap();
    assert!(host.lookup(&bags).unwrap_err().to_string().contains("no row 5"));
    let device = ReferenceCxlMem::new(1).unwrap();
    let mut device = CxlMemStore::new(device, &[5], 16, emberlane_experiment::Pooling::Sum, 1.0).unwrap();
    device.lookup(&bags).unwrap_err();
}

#[cfg(feature = "rtl")]
#[test]
fn rtl_leaves_the_bits_of_the_reference() {
    for model in MODELS {
        let expected = results(&experiment(model, "kind = \"reference\""));
        for device in ["channels = 4\nstalls = \"random\"", "channels = 1\nstalls = \"heavy\"", "stalls = \"none\""] {
            let found = results(&experiment(model, &format!("kind = \"rtl\"\n{device}")));
            assert_eq!(found.0, expected.0, "{model}, {device}: metrics");
            assert!(found.1 == expected.1, "{model}, {device}: parameters differ");
        }
    }
}
