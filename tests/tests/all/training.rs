//! Trainings that several tests run: on what, and what they leave.

use std::path::Path;

use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::summary::Summary;
use emberlane_training::{BatchRecord, Observer, Previous, Resume, RunOptions, Silent, Stop, TrainError, resume};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Three models of different shapes: tables of one row and of many, sums and means, dot products and concatenation.
pub const MODELS: [&str; 3] = [
    "bottom = [13, 24, 32]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 32\nlookups = 5",
    "bottom = [4, 16]\ntop = [1]\ntables = 1\nrows = 9\ndimension = 16\nlookups = 12\npooling = \"mean\"",
    "bottom = [2, 8]\ntop = [4, 1]\ninteraction = \"cat\"\ntables = 2\nrows = 40\ndimension = 48\nlookups = 3\n\
     pooling = \"mean\"",
];

/// The experiment that a text describes.
pub fn parse(text: &str) -> Experiment {
    Experiment::parse(Path::new("experiment.toml"), text).unwrap()
}

/// Synthetic training in batches of 16: so many `batches`, the section `[model]`, the settings in `[train]` beside batch
/// size and seed, and what comes after them.
pub fn synthetic(batches: u32, model: &str, train: &str, rest: &str) -> Experiment {
    parse(&format!(
        "[model]\n{model}\n[data]\nkind = \"synthetic\"\nbatches = {batches}\n\
         [train]\nbatch_size = 16\nseed = 7\n{train}\n{rest}\n"
    ))
}

/// What a training leaves.
pub struct Results {
    pub summary: Summary,
    /// `metrics.csv`.
    pub metrics: String,
    /// `parameters.safetensors`.
    pub parameters: Vec<u8>,
    /// `timeline.json`, if there is one.
    pub timeline: Option<String>,
}

/// Runs a training, or its first `batches`.
pub fn run(experiment: &Experiment, batches: Option<u64>) -> Results {
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions { out: Some(out.path().to_path_buf()), batches, ..RunOptions::default() };
    let summary = emberlane_training::run(experiment, &options, &mut Silent).unwrap();
    let text = |name: &str| std::fs::read_to_string(out.path().join(name));
    Results {
        summary,
        metrics: text("metrics.csv").unwrap(),
        parameters: std::fs::read(out.path().join("parameters.safetensors")).unwrap(),
        timeline: text("timeline.json").ok(),
    }
}

/// `metrics.csv` and `parameters.safetensors` of a training.
pub fn results(experiment: &Experiment) -> (String, Vec<u8>) {
    let Results { metrics, parameters, .. } = run(experiment, None);
    (metrics, parameters)
}

/// Asks to stop when a batch was trained, or never.
pub struct StopAfter(pub Option<u64>, pub Stop);

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

/// Stops a training of 12 batches at drawn ones, and goes on from the state that is left, until it is at its end in a folder: what it
/// says then, and `parameters.safetensors`.
#[track_caller]
pub fn stopped_at_times(experiment: &Experiment, folder: &Path, seed: u64) -> (Summary, Vec<u8>) {
    let mut random = Pcg64::seed_from_u64(seed);
    let out = folder.join("out");
    let mut from = None;
    loop {
        let stop = Stop::default();
        let options = RunOptions {
            out: Some(out.clone()),
            previous: if from.is_some() { Previous::GoOn } else { Previous::Keep },
            store: StoreOptions { state: from.take(), ..StoreOptions::default() },
            stop: stop.clone(),
            ..RunOptions::default()
        };
        // Behind the end, too.
        let until = Some(random.random_range(0..14));
        match emberlane_training::run(experiment, &options, &mut StopAfter(until, stop)) {
            Ok(summary) => return (summary, std::fs::read(out.join("parameters.safetensors")).unwrap()),
            Err(TrainError::Stopped { .. }) => {}
            Err(error) => panic!("seed {seed}, {experiment:?}: {error}"),
        }
        match resume(&out, experiment).unwrap() {
            Resume::State(state) => from = Some(state),
            Resume::Image(_) => panic!("seed {seed}, {experiment:?}: there is no device"),
        }
    }
}
