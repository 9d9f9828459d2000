//! Training against traces of a public DLRM, in `../shared/oracle` beside the repository; skipped where that is absent.
//!
//! Tolerances: the traces hold an f32 model's and an f64 model's losses; an f32 trainer with another order of summation
//! stays within 2e-6 of the latter, and its parameters after 50 batches within 2e-5.
#![cfg(feature = "host")]

use std::path::{Path, PathBuf};

use emberlane_data::{Batch, Purpose};
use emberlane_experiment::{Experiment, Lookup};
use emberlane_systems::StoreOptions;
use emberlane_training::{BatchRecord, Observer, RunOptions, Trainer};
use safetensors::SafeTensors;

const LOSS_TOLERANCE: f64 = 2e-6;
const PARAMETER_TOLERANCE: f64 = 2e-5;

fn oracle() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/dlrm/rm1_like");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is absent", folder.display());
    None
}

/// A variant of the case, as `case.json` names it.
struct Variant {
    name: &'static str,
    interaction: &'static str,
    optimizer: &'static str,
}

const SGD: [Variant; 2] = [
    Variant { name: "dot.sgd", interaction: "dot", optimizer: "sgd" },
    Variant { name: "cat.sgd", interaction: "cat", optimizer: "sgd" },
];
const ADAGRAD: [Variant; 2] = [
    Variant { name: "dot.adagrad", interaction: "dot", optimizer: "adagrad" },
    Variant { name: "dot.rwsadagrad", interaction: "dot", optimizer: "rowwise-adagrad" },
];

fn case(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.join("case.json")).unwrap()).unwrap()
}

/// The experiment of a variant; every shape comes from `case.json`.
fn experiment(folder: &Path, variant: &Variant, device: &str) -> Experiment {
    let case = case(folder);
    let config = &case["config"];
    let text = format!(
        "[model]\nbottom = {}\ntop = {}\ninteraction = {:?}\ntables = {}\nrows = {}\ndimension = {}\npooling = \"sum\"\n\
         initial_parameters = \"initial.{}.safetensors\"\n[data]\nkind = \"tensors\"\npath = \"batches.safetensors\"\n\
         [train]\nbatch_size = {}\nlearning_rate = {}\noptimizer = {:?}\nseed = 1\n[device]\n{device}\n",
        config["bot"],
        config["top"],
        variant.interaction,
        config["rows"].as_array().unwrap().len(),
        config["rows"],
        config["dim"],
        variant.interaction,
        config["batch"],
        case["variants"][variant.name]["lr"],
        variant.optimizer,
    );
    Experiment::parse(&folder.join("experiment.toml"), &text).unwrap()
}

#[derive(Default)]
struct Losses(Vec<f64>);

impl Observer for Losses {
    fn start(&mut self, _: u64, _: Option<u64>) {}
    fn batch(&mut self, record: &BatchRecord) {
        self.0.push(record.loss);
    }
    fn evaluate(&mut self, _: u64) {}
    fn evaluated(&mut self) {}
}

struct Tensor {
    shape: Vec<usize>,
    values: Vec<f64>,
}

fn tensors(file: &Path) -> std::collections::BTreeMap<String, Tensor> {
    let bytes = std::fs::read(file).unwrap();
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let read = |(name, view): (String, safetensors::tensor::TensorView<'_>)| {
        let data = view.data();
        let values = match view.dtype() {
            safetensors::Dtype::F32 => {
                data.chunks_exact(4).map(|b| f64::from(f32::from_le_bytes(b.try_into().unwrap()))).collect()
            }
            safetensors::Dtype::F64 => {
                data.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
            }
            safetensors::Dtype::I32 => {
                data.chunks_exact(4).map(|b| f64::from(i32::from_le_bytes(b.try_into().unwrap()))).collect()
            }
            other => panic!("{name}: {other:?}"),
        };
        (name, Tensor { shape: view.shape().to_vec(), values })
    };
    file.tensors().into_iter().map(read).collect()
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, |most, difference| {
        assert!(difference.is_finite());
        f64::max(most, difference)
    })
}

#[track_caller]
fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    let difference = largest_difference(found, expected);
    assert!(difference < tolerance, "{what}: differs by {difference:e}, more than {tolerance:e}");
}

fn widen(values: impl IntoIterator<Item = f32>) -> Vec<f64> {
    values.into_iter().map(f64::from).collect()
}

fn agrees(folder: &Path, variant: &Variant, device: &str) {
    let experiment = experiment(folder, variant, device);
    let out = tempfile::tempdir().unwrap();
    let mut losses = Losses::default();
    let options = RunOptions { out: Some(out.path().to_path_buf()), ..RunOptions::default() };
    let summary = emberlane_training::run(&experiment, &options, &mut losses).unwrap();

    let expected = tensors(&folder.join(format!("expected.{}.safetensors", variant.name)));
    let loss_difference = largest_difference(&losses.0, &expected["loss_f64"].values);
    assert!(loss_difference < LOSS_TOLERANCE, "{}: losses differ by {loss_difference:e}", variant.name);
    let found = tensors(&out.path().join("parameters.safetensors"));
    let mut worst = 0.0;
    for (name, expected) in expected.iter().filter_map(|(name, t)| Some((name.strip_prefix("final.")?, t))) {
        assert_eq!(found[name].shape, expected.shape, "{name}");
        let difference = largest_difference(&found[name].values, &expected.values);
        assert!(difference < PARAMETER_TOLERANCE, "{} {name}: differs by {difference:e}", variant.name);
        worst = f64::max(worst, difference);
    }
    println!("{} on {device}: losses within {loss_difference:.1e}, parameters within {worst:.1e}", variant.name);

    let metrics = &case(folder)["variants"][variant.name]["metrics"];
    let evaluation = summary.evaluation.expect("tensors are evaluated");
    for (key, found, tolerance) in [
        ("auc", evaluation.auc.unwrap(), 1e-4),
        ("logloss", evaluation.log_loss, 1e-6),
        ("normalized_entropy", evaluation.normalized_entropy.unwrap(), 2e-6),
        ("accuracy", evaluation.accuracy, 1e-12),
        ("ctr", evaluation.click_rate, 1e-12),
    ] {
        let expected = metrics[key].as_f64().unwrap();
        assert!((found - expected).abs() < tolerance, "{} {key}: {found}, expected {expected}", variant.name);
    }
}

#[test]
fn sgd_on_the_reference_device() {
    let Some(folder) = oracle() else { return };
    SGD.iter().for_each(|variant| agrees(&folder, variant, "kind = \"reference\""));
}

/// The SmartSSD sums in another order, which moves the losses of fifty batches at a learning rate of 1 a little further.
const SMARTSSD_TOLERANCE: f64 = 1e-4;

#[test]
fn sgd_in_the_iterations_of_ndrec() {
    let Some(folder) = oracle() else { return };
    for variant in &SGD {
        let expected = tensors(&folder.join(format!("expected.{}.safetensors", variant.name)));
        for (kind, lookup) in [("reference", "strict"), ("reference", "relaxed"), ("model", "relaxed")] {
            // A cache that holds little more than the four batches in flight.
            let device =
                format!("design = \"smartssd\"\nkind = {kind:?}\ncache_vectors = 2600\n[system]\nkind = \"ndrec\"");
            let mut experiment = experiment(&folder, variant, &device);
            experiment.train.lookup = Lookup::NAMES.iter().find(|(name, _)| *name == lookup).unwrap().1;
            let mut losses = Losses::default();
            emberlane_training::run(&experiment, &RunOptions::default(), &mut losses).unwrap();
            let difference = largest_difference(&losses.0, &expected["loss_f64"].values);
            assert!(difference < SMARTSSD_TOLERANCE, "{} on {kind}, {lookup}: {difference:e}", variant.name);
            println!("{} on {kind}, {lookup}: losses within {difference:.1e}", variant.name);
        }
    }
}

#[test]
fn adagrad_in_host_memory() {
    let Some(folder) = oracle() else { return };
    ADAGRAD.iter().for_each(|variant| agrees(&folder, variant, "kind = \"reference\""));
}

fn first_batch(experiment: &Experiment) -> Batch {
    let size = experiment.train.batch_size;
    emberlane_data::open(&experiment.data, &experiment.model, size, 0, Purpose::Training)
        .unwrap()
        .next_batch()
        .unwrap()
        .unwrap()
}

/// Every intermediate of the first batch, so that a wrong one is found where it is wrong.
#[test]
fn intermediates_of_the_first_batch() {
    let Some(folder) = oracle() else { return };
    for variant in &SGD {
        let experiment = experiment(&folder, variant, "kind = \"reference\"");
        let expected = tensors(&folder.join(format!("expected.{}.safetensors", variant.name)));
        let expected = |name: &str| &expected[&format!("b0.{name}")].values;
        let mut trainer = Trainer::new(&experiment, &StoreOptions::default()).unwrap();
        let batch = first_batch(&experiment);
        let model = &experiment.model;

        let pooled = trainer.store.lookup(&batch.bags).unwrap();
        close("pooled", &widen(pooled.iter().copied()), expected("pooled"), 1e-6);
        let forward = trainer.dense.dlrm.forward(&batch.dense, &pooled);
        close("bottom", &widen(forward.bottom()), expected("bot_out"), 1e-6);
        close("interaction", &widen(forward.interaction()), expected("interaction"), 1e-6);
        let loss = trainer.predict(&batch).unwrap();
        close("prob", &widen(loss.probabilities), expected("prob"), 1e-6);

        // With SGD and a learning rate of 1, what a parameter loses is its gradient.
        assert_eq!(experiment.train.learning_rate, 1.0);
        let table_before = trainer.store.read_rows(0, 0, u64::from(model.rows[0])).unwrap();
        let before: Vec<(String, Vec<f32>)> =
            trainer.dense.dlrm.parameters_mut().into_iter().map(|p| (p.name, p.values.to_vec())).collect();
        trainer.train(&batch).unwrap();
        for (parameter, (name, before)) in trainer.dense.dlrm.parameters_mut().into_iter().zip(before) {
            if name.ends_with("bias") {
                let gradient = widen(before.iter().zip(parameter.values).map(|(before, after)| before - *after));
                let short = name.replace("bottom", "bot");
                close(&name, &gradient, expected(&format!("grad.{short}")), 1e-6);
            }
        }
        let table_after = trainer.store.read_rows(0, 0, u64::from(model.rows[0])).unwrap();
        let mut gradient = vec![0.0; table_before.len()];
        for (i, row) in expected("grad.emb.0.rows").iter().enumerate() {
            let (from, to) = (i * model.dimension, *row as usize * model.dimension);
            let values = &expected("grad.emb.0.values")[from..from + model.dimension];
            gradient[to..to + model.dimension].copy_from_slice(values);
        }
        let found = widen(table_before.iter().zip(&table_after).map(|(before, after)| before - after));
        close("embedding 0", &found, &gradient, 1e-6);
    }
}

#[cfg(feature = "rtl")]
mod rtl {
    use super::*;

    /// Losses and parameter file of a variant.
    fn results(folder: &Path, variant: &Variant, device: &str) -> (Vec<u64>, Vec<u8>) {
        let out = tempfile::tempdir().unwrap();
        let mut losses = Losses::default();
        let options = RunOptions { out: Some(out.path().to_path_buf()), ..RunOptions::default() };
        emberlane_training::run(&experiment(folder, variant, device), &options, &mut losses).unwrap();
        let parameters = std::fs::read(out.path().join("parameters.safetensors")).unwrap();
        (losses.0.iter().map(|loss| loss.to_bits()).collect(), parameters)
    }

    /// The RTL holds the same tolerances, as it gives the very same bits.
    #[test]
    fn rtl_equals_the_reference_bit_for_bit() {
        let Some(folder) = oracle() else { return };
        for variant in &SGD {
            let expected = results(&folder, variant, "kind = \"reference\"");
            for device in ["kind = \"rtl\"\nstalls = \"random\"", "kind = \"rtl\"\nchannels = 1\nstalls = \"heavy\""] {
                let found = results(&folder, variant, device);
                assert_eq!(found.0, expected.0, "{}: losses, {device}", variant.name);
                assert!(found.1 == expected.1, "{}: parameters differ, {device}", variant.name);
            }
        }
    }
}
