//! A training that loses power, and goes on from what the device's memory holds, ends with the bits of one that was never cut.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use emberlane_checkpoints::{IMAGE_FILE, load_image};
use emberlane_experiment::{CheckpointMode, Experiment};
use emberlane_models::power_loss::Image;
use emberlane_systems::StoreOptions;
use emberlane_training::summary::Summary;
use emberlane_training::{PowerLoss, Previous, RunOptions, Silent, TrainError};
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use crate::program::{emberlane, output_of};

/// One of each interaction, and of each pooling; rows of more than one line; a table of one row.
const MODELS: [&str; 3] = [
    "bottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 30\ndimension = 16\nlookups = 3",
    "bottom = [3, 24]\ntop = [4, 1]\ninteraction = \"cat\"\ntables = 3\nrows = [50, 1, 33]\ndimension = 32\nlookups = 2\n\
     pooling = \"mean\"",
    "bottom = [2, 32]\ntop = [1]\ntables = 1\nrows = 1\ndimension = 32\nlookups = 5\npooling = \"mean\"",
];
const MODES: [&str; 5] = ["redo", "undo", "relaxed\nevery = 1", "relaxed\nevery = 2", "relaxed\nevery = 32768"];
const BATCHES: u64 = 5;

/// An experiment; a mode may be followed by more keys.
fn experiment(model: &str, train: &str, mode: &str) -> Experiment {
    let system = if mode == "none" { "none" } else { "automatic" };
    let (mode, more) = mode.split_once('\n').unwrap_or((mode, ""));
    let text = format!(
        "[model]\n{model}\n[data]\nkind = \"synthetic\"\nbatches = {BATCHES}\n[train]\n{train}\nlearning_rate = 0.1\n\
         seed = 7\n[evaluate]\nbatches = 1\n[system]\nkind = {system:?}\n[checkpoint]\nmode = {mode:?}\n{more}\n"
    );
    Experiment::parse(Path::new("experiment.toml"), &text).unwrap()
}

/// A run, and what it leaves.
struct Run {
    summary: Summary,
    out: tempfile::TempDir,
}

impl Run {
    fn new(experiment: &Experiment, options: RunOptions) -> Result<Self, TrainError> {
        let out = tempfile::tempdir().unwrap();
        let options = RunOptions { out: Some(out.path().to_path_buf()), ..options };
        Ok(Self { summary: emberlane_training::run(experiment, &options, &mut Silent)?, out })
    }

    fn whole(experiment: &Experiment) -> Self {
        Self::new(experiment, RunOptions::default()).unwrap()
    }

    fn cut(experiment: &Experiment, from: Option<&Self>, batch: u64, seed: u64) -> Self {
        let store = from.map_or_else(StoreOptions::default, Self::store);
        let power_loss = Some(PowerLoss { batch, seed });
        let run = Self::new(experiment, RunOptions { power_loss, store, ..RunOptions::default() }).unwrap();
        assert_eq!(run.summary.power_loss.unwrap().batch, batch);
        assert!(!run.out.path().join("parameters.safetensors").exists(), "what was not in the device is gone");
        run
    }

    fn store(&self) -> StoreOptions {
        let image = load_image(&self.out.path().join(IMAGE_FILE)).unwrap();
        StoreOptions { image: Some(image), ..StoreOptions::default() }
    }

    /// Goes on from the image.
    fn resume(&self, experiment: &Experiment) -> Result<Self, TrainError> {
        Self::new(experiment, RunOptions { store: self.store(), ..RunOptions::default() })
    }

    /// Tables and MLPs at the end.
    fn parameters(&self) -> Vec<u8> {
        std::fs::read(self.out.path().join("parameters.safetensors")).unwrap()
    }

    fn metrics(&self) -> String {
        std::fs::read_to_string(self.out.path().join("metrics.csv")).unwrap()
    }

    /// The batch that it went on with, and by how many batches the parameters were older.
    fn recovered(&self) -> (u64, u64) {
        let recovered = self.summary.recovered.as_ref().expect("it went on from an image");
        (recovered.batch, recovered.gap)
    }
}

#[test]
fn checkpoints_change_no_bit() {
    for model in MODELS {
        for train in ["batch_size = 16", "batch_size = 5", "batch_size = 1"] {
            let plain = Run::whole(&experiment(model, train, "none"));
            for mode in MODES {
                let run = Run::whole(&experiment(model, train, mode));
                assert!(run.parameters() == plain.parameters(), "{model}, {train}, {mode}: parameters differ");
                assert_eq!(run.metrics(), plain.metrics(), "{model}, {train}, {mode}");
            }
        }
    }
}

#[test]
fn a_training_that_loses_power_ends_as_one_that_never_did() {
    for (model, seed) in MODELS.into_iter().zip(1..) {
        let train = "batch_size = 6";
        let uncut = Run::whole(&experiment(model, train, "none"));
        for mode in MODES {
            let experiment = experiment(model, train, mode);
            for batch in [0, seed, BATCHES - 1] {
                let context = format!("{model}, {mode}, power lost in batch {batch}");
                let run = Run::cut(&experiment, None, batch, seed).resume(&experiment).unwrap();
                let (back, gap) = run.recovered();
                // A redo log holds what the batch was about to write.
                assert_eq!(back, batch + u64::from(mode == "redo"), "{context}");
                assert_eq!(run.summary.batches, BATCHES - back, "{context}");
                if mode.starts_with("relaxed") {
                    assert!(gap <= back, "{context}");
                } else {
                    assert_eq!(gap, 0, "{context}");
                }
                if gap == 0 {
                    assert!(run.parameters() == uncut.parameters(), "{context}: parameters differ");
                    assert_eq!(run.summary.evaluation.unwrap().log_loss, uncut.summary.evaluation.unwrap().log_loss);
                }
            }
        }
    }
}

/// What goes on looks its first batch up in the tables, the uncut training has brought it up to date: only rounding differs.
#[test]
fn relaxed_lookup_goes_on_from_what_power_has_left() {
    let train = "batch_size = 6\nlookup = \"relaxed\"";
    for mode in ["none", "undo", "relaxed\nevery = 1", "relaxed\nevery = 2"] {
        for (model, seed) in MODELS.into_iter().zip(1..) {
            let (uncut, experiment) = (Run::whole(&experiment(model, train, "none")), experiment(model, train, mode));
            let whole = Run::whole(&experiment);
            assert!(whole.parameters() == uncut.parameters(), "{model}, {mode}: parameters differ");
            assert_eq!(whole.metrics(), uncut.metrics(), "{model}, {mode}");
            if mode == "none" {
                continue;
            }
            for batch in [0, 2, BATCHES - 1] {
                let context = format!("{model}, {mode}, power lost in batch {batch}");
                let cut = Run::cut(&experiment, None, batch, seed);
                let run = cut.resume(&experiment).unwrap();
                let (back, gap) = run.recovered();
                assert_eq!(back, batch, "{context}");
                let loss = |run: &Run| run.summary.evaluation.unwrap().log_loss;
                let apart = (loss(&run) - loss(&uncut)).abs();
                // Batch 0 has an ordinary lookup in either.
                match (gap, batch) {
                    (0, 0) => assert!(run.parameters() == uncut.parameters(), "{context}: parameters differ"),
                    (0, _) => assert!(apart < 1e-6, "{context}: the loss is {apart} apart"),
                    _ => {}
                }
            }
        }
    }
    let relaxed = experiment(MODELS[0], train, "undo");
    let strict = experiment(MODELS[0], "batch_size = 6", "undo");
    let error = Run::cut(&relaxed, None, 2, 1).resume(&strict).err().unwrap();
    assert!(matches!(error, TrainError::OtherExperiment), "{error}");
}

#[test]
fn power_may_be_lost_again_and_again() {
    let train = "batch_size = 8\nepochs = 2";
    let uncut = Run::whole(&experiment(MODELS[0], train, "none"));
    for mode in ["redo", "undo"] {
        let experiment = experiment(MODELS[0], train, mode);
        for seed in 0..3 {
            let mut run = Run::cut(&experiment, None, 1, seed);
            for batch in [2, 4, 7, 9] {
                run = Run::cut(&experiment, Some(&run), batch, seed);
            }
            let end = run.resume(&experiment).unwrap();
            assert!(end.parameters() == uncut.parameters(), "{mode}, seed {seed}: parameters differ");
            // The same seed loses the same.
            let again = Run::cut(&experiment, None, 1, seed);
            let once = Run::cut(&experiment, None, 1, seed);
            assert_eq!(again.store(), once.store(), "{mode}, seed {seed}");
        }
    }
}

#[test]
fn a_run_that_has_ended_goes_on_with_more_batches() {
    let train = "batch_size = 8";
    let uncut = Run::whole(&experiment(MODELS[1], train, "none"));
    for mode in ["redo", "undo"] {
        let experiment = experiment(MODELS[1], train, mode);
        let short = Run::new(&experiment, RunOptions { batches: Some(3), ..RunOptions::default() }).unwrap();
        let end = short.resume(&experiment).unwrap();
        let back = if mode == "redo" { 3 } else { 2 };
        assert_eq!(end.recovered(), (back, 0), "{mode}");
        assert!(end.parameters() == uncut.parameters(), "{mode}: parameters differ");
        let again = end.resume(&experiment).unwrap();
        assert!(again.parameters() == uncut.parameters(), "{mode}: parameters differ");
        assert_eq!(again.summary.batches, if mode == "redo" { 0 } else { 1 }, "{mode}");
        assert_eq!(again.summary.loss.is_some(), mode == "undo", "{mode}");

        let batches = Some(back - 1);
        let options = RunOptions { store: end.store(), batches, ..RunOptions::default() };
        let error = Run::new(&experiment, options).err().unwrap();
        assert!(matches!(error, TrainError::BehindTheEnd { .. }), "{error}");
        let power_loss = Some(PowerLoss { batch: 1, seed: 0 });
        let options = RunOptions { store: end.store(), power_loss, ..RunOptions::default() };
        let error = Run::new(&experiment, options).err().unwrap();
        assert!(matches!(error, TrainError::NoUpdate { batch: 1 }), "{error}");
    }
}

/// A file of tensors for the first model, with so many lookups a bag.
fn tensors(path: &Path, batches: usize, samples: usize, lookups: usize) {
    let dense: Vec<u8> = (0..batches * samples * 4).flat_map(|i| (i as f32 / 50.0).to_le_bytes()).collect();
    let indices: Vec<u8> = (0..batches * 2 * samples * lookups).flat_map(|i| (i as i32 % 30).to_le_bytes()).collect();
    let labels: Vec<u8> = (0..batches * samples).flat_map(|i| ((i % 3 == 0) as u8 as f32).to_le_bytes()).collect();
    let view = |kind, shape, bytes| TensorView::new(kind, shape, bytes).unwrap();
    let tensors = HashMap::from([
        ("dense", view(Dtype::F32, vec![batches, samples, 4], &dense)),
        ("indices", view(Dtype::I32, vec![batches, 2, samples, lookups], &indices)),
        ("labels", view(Dtype::F32, vec![batches, samples], &labels)),
    ]);
    std::fs::write(path, safetensors::serialize(tensors, None).unwrap()).unwrap();
}

/// Without a row nothing is logged: training goes back to its begin.
#[test]
fn batches_without_a_row_are_trained_and_not_logged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    for (lookups, mode) in [(0, "redo"), (0, "undo"), (0, "relaxed"), (2, "redo"), (2, "undo")] {
        tensors(&folder.path().join("data.safetensors"), 3, 4, lookups);
        let read = |system: &str, mode: &str| {
            let text = format!(
                "[model]\n{}\n[data]\nkind = \"tensors\"\npath = \"data.safetensors\"\n[system]\nkind = {system:?}\n\
                 [checkpoint]\nmode = {mode:?}\n",
                MODELS[0].replace("lookups = 3", "")
            );
            Experiment::parse(&file, &text).unwrap()
        };
        let (plain, experiment) = (Run::whole(&read("none", "none")), read("automatic", mode));
        let run = Run::whole(&experiment);
        assert!(run.parameters() == plain.parameters(), "{lookups} lookups, {mode}");
        let end = run.resume(&experiment).unwrap();
        assert!(end.parameters() == plain.parameters(), "{lookups} lookups, {mode}");
        let back = match (lookups, mode) {
            (0, _) => 0,
            (_, "redo") => 3,
            _ => 2,
        };
        assert_eq!(end.recovered(), (back, 0), "{lookups} lookups, {mode}");
        let power_loss = Some(PowerLoss { batch: 1, seed: 0 });
        let cut = Run::new(&experiment, RunOptions { power_loss, ..RunOptions::default() });
        match cut.err() {
            Some(error) => assert!(lookups == 0 && error.to_string().contains("names no row"), "{error}"),
            None => assert_eq!(lookups, 2),
        }
    }
}

const COMMAND: &str = "[model]\nbottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 30\ndimension = 16\n\
    [data]\nkind = \"synthetic\"\nbatches = 4\n[train]\nbatch_size = 8\n[system]\nkind = \"automatic\"\n";

/// The command line in a folder of its own.
struct Shell(tempfile::TempDir);

impl Shell {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("experiment.toml"), COMMAND).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn train(&self, arguments: &str) -> (i32, String, String) {
        let mut command = emberlane(&["train", "experiment.toml"]);
        output_of(command.args(arguments.split_whitespace()).current_dir(self.0.path()))
    }

    #[track_caller]
    fn succeeds(&self, arguments: &str) -> String {
        let (status, stdout, stderr) = self.train(arguments);
        assert_eq!(status, 0, "{arguments}: {stderr}");
        stdout
    }

    #[track_caller]
    fn fails(&self, status: i32, arguments: &str, message: &[&str]) {
        let (found, stdout, stderr) = self.train(arguments);
        assert_eq!(found, status, "{arguments}: {stdout}{stderr}");
        for part in message {
            assert!(stderr.contains(part), "{arguments}: expected {part:?} in {stderr:?}");
        }
    }
}

#[test]
fn the_command_line_loses_power_and_goes_on() {
    let shell = Shell::new();
    shell.succeeds("--out uncut");
    for mode in ["redo", "undo"] {
        let stdout = shell.succeeds(&format!("--checkpoint {mode} --power-loss 2 --power-loss-seed 5 --out cut"));
        for part in ["power lost  in the update of batch 2", "(seed 5)", "--resume cut", "cut/device.image"] {
            assert!(stdout.contains(part), "expected {part:?} in {stdout}");
        }
        assert!(!stdout.contains("parameters.safetensors"), "{stdout}");
        let stdout = shell.succeeds(&format!("--checkpoint {mode} --resume cut --out resumed"));
        let batch = if mode == "redo" { 3 } else { 2 };
        for part in [format!("goes on with batch {batch}"), format!("recovered   tables as before batch {batch}")] {
            assert!(stdout.contains(&part), "expected {part:?} in {stdout}");
        }
        let parameters = |folder| std::fs::read(shell.path(folder).join("parameters.safetensors")).unwrap();
        assert!(parameters("resumed") == parameters("uncut"), "{mode}");
        // The file itself may be named, and the folder may be the same.
        shell.succeeds(&format!("--checkpoint {mode} --resume resumed/device.image --out resumed --format json"));
        assert!(parameters("resumed") == parameters("uncut"), "{mode}");
        for folder in ["cut", "resumed"] {
            std::fs::remove_dir_all(shell.path(folder)).unwrap();
        }
    }
}

#[test]
fn what_cannot_go_on_is_said_for_people() {
    let shell = Shell::new();
    shell.fails(1, "--checkpoint undo --system none", &["checkpoint.mode = \"undo\"", "system.kind = \"automatic\""]);
    shell.fails(1, "--checkpoint redo --system software-copy", &["\"automatic\", not \"software-copy\""]);
    shell.fails(2, "--power-loss 1", &["--power-loss", "--checkpoint undo", "Usage"]);
    shell.fails(2, "--checkpoint undo --power-loss 3 --batches 3", &["there is no batch 3 in --batches 3"]);
    shell.fails(2, "--checkpoint undo --power-loss-seed 3", &["--power-loss"]);
    shell.fails(2, "--checkpoint perhaps", &["redo", "relaxed"]);
    for beyond in ["4", "18446744073709551615"] {
        let arguments = format!("--checkpoint undo --power-loss {beyond}");
        shell.fails(2, &arguments, &[&format!("there is no batch {beyond}"), "there are 4"]);
    }

    shell.succeeds("--checkpoint undo --out o");
    shell.fails(1, "--resume o", &["checkpoint.mode", "\"none\""]);
    for (other, difference) in [
        ("--checkpoint undo --seed 9", "train.seed is 9 here and 0 there"),
        ("--checkpoint redo", "checkpoint.mode is \"redo\" here and \"undo\" there"),
        ("--checkpoint relaxed", "checkpoint.every is 100 here and not said there"),
    ] {
        shell.fails(1, &format!("{other} --resume o --out p"), &["made by another experiment", difference]);
    }
    shell.fails(1, "--checkpoint undo --resume o --batches 2", &["before batch 3", "ends after 2 batches"]);
    shell.fails(1, "--checkpoint undo --resume o --power-loss 1", &["batch 1 has no update"]);
    shell.fails(1, "--checkpoint undo --resume nowhere", &["nowhere"]);
    shell.fails(1, "--checkpoint undo --resume experiment.toml", &["experiment.toml", "no device image"]);
    shell.fails(1, "--checkpoint undo --resume p/parameters.safetensors", &["p/parameters.safetensors"]);

    let image = std::fs::read(shell.path("o/device.image")).unwrap();
    let other = |bytes: &[u8]| std::fs::write(shell.path("other.image"), bytes).unwrap();
    for length in [0, 4, 100, image.len() / 2, image.len() - 1] {
        other(&image[..length]);
        shell.fails(1, "--checkpoint undo --resume other.image", &["other.image", "no device image"]);
    }
    // Of a larger device, and of one that never logged.
    let mut experiment = Experiment::read(&shell.path("experiment.toml")).unwrap();
    experiment.checkpoint.mode = CheckpointMode::Undo;
    let written = |address: u64| {
        let mut image = Image::default();
        image.write(address, &[1; 4096]);
        emberlane_checkpoints::save_image(&shell.path("other.image"), &image, &experiment).unwrap();
    };
    written(1 << 50);
    shell.fails(1, "--checkpoint undo --resume other.image", &["the device image"]);
    written(4096);
    shell.fails(1, "--checkpoint undo --resume other.image", &["no checkpoint"]);
    let former = HashMap::from([("format".to_owned(), "emberlane device image 1".to_owned())]);
    let page = TensorView::new(Dtype::U8, vec![4096], &[1; 4096]).unwrap();
    other(&safetensors::serialize([("0x0000000000001000", page)], Some(former)).unwrap());
    shell.fails(1, "--checkpoint undo --resume other.image", &["without checksums"]);
}

#[test]
fn a_failed_run_leaves_what_it_has_logged_beside_what_was_there() {
    let out = tempfile::tempdir().unwrap();
    let path = |name: &str| out.path().join(name);
    let options =
        || RunOptions { out: Some(out.path().to_path_buf()), previous: Previous::Replace, ..RunOptions::default() };
    let good = experiment(MODELS[0], "", "undo");
    emberlane_training::run(&good, &options(), &mut Silent).unwrap();
    assert!(path("parameters.safetensors").exists() && path("summary.json").exists());

    // So high a rate that training diverges.
    let mut bad = good.clone();
    bad.train.learning_rate = 1e30;
    assert!(matches!(emberlane_training::run(&bad, &options(), &mut Silent), Err(TrainError::Diverged { .. })));
    assert!(path("parameters.safetensors").exists() && path("summary.json").exists(), "those of the other run stay");
    let image = load_image(&emberlane_files::running(out.path()).join(IMAGE_FILE)).unwrap();
    let store = StoreOptions { image: Some(image), ..StoreOptions::default() };
    let resumed = emberlane_training::run(&good, &RunOptions { store, ..RunOptions::default() }, &mut Silent);
    assert!(matches!(resumed, Err(TrainError::OtherExperiment)), "the image is the failed run's");

    // One that makes no checkpoints leaves none that could be taken for its own.
    emberlane_training::run(&experiment(MODELS[0], "", "none"), &options(), &mut Silent).unwrap();
    assert!(!path(IMAGE_FILE).exists());
}

#[test]
fn an_image_that_cannot_be_written_leaves_the_one_before() {
    let run = Run::whole(&experiment(MODELS[0], "", "undo"));
    let file = run.out.path().join(IMAGE_FILE);
    let image = load_image(&file).unwrap();
    let elsewhere = run.out.path().join("no folder").join(IMAGE_FILE);
    assert!(emberlane_checkpoints::save_image(&elsewhere, &image, &experiment(MODELS[0], "", "undo")).is_err());
    load_image(&file).unwrap();
}
