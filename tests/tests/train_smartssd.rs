//! Training with tables on a SmartSSD: the losses of tables anywhere else but for rounding, and the same bits on every device.
#![cfg(feature = "host")]

use std::path::Path;

use emberlane::config::Experiment;
use emberlane::train::{self, RunOptions, Silent};

const SUM: &str = "bottom = [13, 24, 16]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 16\nlookups = 5";
const MEAN: &str =
    "bottom = [4, 64]\ntop = [1]\ntables = 2\nrows = [90, 200]\ndimension = 64\nlookups = 4\npooling = \"mean\"";

fn experiment(model: &str, device: &str) -> Experiment {
    let text = format!(
        "[model]\n{model}\n[data]\nkind = \"synthetic\"\nbatches = 8\n[train]\nbatch_size = 16\nlearning_rate = 0.02\n\
         seed = 7\n[device]\n{device}\n"
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

fn losses(metrics: &str) -> Vec<f64> {
    let column =
        metrics.lines().next().unwrap().split(',').position(|name| name == "loss").expect("a column of losses");
    metrics.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().parse().unwrap()).collect()
}

fn error(experiment: &Experiment) -> String {
    train::run(experiment, &RunOptions::default(), &mut Silent).expect_err("it must be refused").to_string()
}

#[test]
fn the_losses_are_those_of_tables_anywhere_else() {
    for model in [SUM, MEAN] {
        let (expected, _) = results(&experiment(model, ""));
        // A cache that holds little more than two batches, so that vectors come and go.
        let (found, _) = results(&experiment(model, "design = \"smartssd\"\ncache_vectors = 260"));
        let (expected, found) = (losses(&expected), losses(&found));
        assert_eq!(expected.len(), 8);
        // Sums are taken in another order: seven batches of roundings.
        for (expected, found) in expected.iter().zip(&found) {
            assert!((expected - found).abs() < 1e-4, "{model}: {expected} and {found}");
        }
    }
}

#[test]
fn the_size_of_the_cache_changes_no_loss_beyond_rounding() {
    let (small, _) = results(&experiment(SUM, "design = \"smartssd\"\ncache_vectors = 260"));
    let (large, _) = results(&experiment(SUM, "design = \"smartssd\""));
    for (small, large) in losses(&small).iter().zip(losses(&large)) {
        assert!((small - large).abs() < 1e-5, "{small} and {large}");
    }
}

#[test]
fn reference_and_model_leave_the_same_bits() {
    for model in [SUM, MEAN] {
        let device = "design = \"smartssd\"\ncache_vectors = 260";
        let expected = results(&experiment(model, device));
        let found = results(&experiment(model, &format!("{device}\nkind = \"model\"")));
        assert_eq!(expected.0, found.0, "{model}");
        assert!(expected.1 == found.1, "{model}: parameters differ");
    }
}

#[cfg(feature = "rtl")]
#[test]
fn reference_and_rtl_leave_the_same_bits() {
    for model in [SUM, MEAN] {
        let device = "design = \"smartssd\"\ncache_vectors = 260";
        let expected = results(&experiment(model, device));
        let found = results(&experiment(model, &format!("{device}\nkind = \"rtl\"\nstalls = \"random\"")));
        assert_eq!(expected.0, found.0, "{model}");
        assert!(expected.1 == found.1, "{model}: parameters differ");
    }
}

#[test]
fn what_it_cannot_do_it_says() {
    let device = "design = \"smartssd\"";
    let small = error(&experiment(SUM, "design = \"smartssd\"\ncache_vectors = 20"));
    assert!(small.contains("cache"), "{small}");
    let dimension =
        error(&experiment(&SUM.replace("dimension = 16", "dimension = 48").replace("24, 16]", "24, 48]"), device));
    assert!(dimension.contains("16, 32, 64 or 128") && dimension.contains("48"), "{dimension}");
    let mut scheduled = experiment(SUM, device);
    scheduled.system.kind = emberlane::config::SystemKind::Automatic;
    assert!(error(&scheduled).contains("system.kind"), "{}", error(&scheduled));
    let mut relaxed = experiment(SUM, device);
    relaxed.train.lookup = emberlane::config::Lookup::Relaxed;
    assert!(error(&relaxed).contains("lookup"), "{}", error(&relaxed));
    let text = "[model]\nbottom = [1, 16]\ntop = [1]\ntables = 1\nrows = 4\ndimension = 16\n[data]\nkind = \"synthetic\"\n\
                [device]\ndesign = \"smartssd\"\nchannels = 1\n";
    let key = Experiment::parse(Path::new("experiment.toml"), text).expect_err("channels are CXL-MEM's").to_string();
    assert!(key.contains("channels") && key.contains("smartssd"), "{key}");
}
