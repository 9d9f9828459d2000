//! Runs that are stopped, and go on from another state than their newest.

use std::path::{Path, PathBuf};

use emberlane_experiment::Experiment;

use crate::{
    BatchRecord, Observer, Previous, Resume, RunOptions, Stop, StoreOptions, Summary, TrainError, resume, run,
};

const BATCHES: u64 = 12;

fn experiment(folder: &Path, more: &str) -> Experiment {
    let text = format!(
        "[model]\nbottom = [5, 24, 16]\ntop = [8, 1]\ntables = 2\nrows = [40, 30]\ndimension = 16\nlookups = 3\n\
         [data]\nkind = \"synthetic\"\nskew = 0.7\nbatches = {BATCHES}\n\
         [train]\nbatch_size = 8\nseed = 5\nlearning_rate = 0.5\noptimizer = \"adagrad\"\n[save]\nevery = 2\nkeep = 10\n{more}"
    );
    Experiment::parse(&folder.join("experiment.toml"), &text).unwrap()
}

/// Asks a run to stop when this batch was trained.
struct StopsBehind(u64, Stop);

impl Observer for StopsBehind {
    fn start(&mut self, _: u64, _: Option<u64>) {}

    fn batch(&mut self, record: &BatchRecord) {
        if record.batch == self.0 {
            self.1.ask();
        }
    }

    fn evaluate(&mut self, _: u64) {}

    fn evaluated(&mut self) {}
}

/// Trains into `out` until a batch was trained, from the beginning or from what is somewhere.
fn train(
    experiment: &Experiment,
    out: &Path,
    from: Option<&Path>,
    stops_behind: u64,
) -> Result<Option<Summary>, TrainError> {
    let mut options = RunOptions { out: Some(out.to_path_buf()), ..RunOptions::default() };
    if let Some(from) = from {
        let Resume::State(state) = resume(from, experiment)? else { panic!("{}: an image", from.display()) };
        options.store = StoreOptions { state: Some(state), ..StoreOptions::default() };
        options.previous = Previous::GoOn;
    }
    let mut stops = StopsBehind(stops_behind, options.stop.clone());
    match run(experiment, &options, &mut stops) {
        Err(TrainError::Stopped { .. }) => Ok(None),
        other => other.map(Some),
    }
}

fn saved(folder: &Path) -> Vec<u64> {
    let states = emberlane_checkpoints::states(&folder.join("saves")).unwrap();
    states.into_iter().map(|(batch, _)| batch).collect()
}

fn state(folder: &Path, batch: u64) -> PathBuf {
    folder.join(format!("saves/batch-{batch:012}"))
}

fn same_results(one: &Path, other: &Path) {
    for name in ["parameters.safetensors", "metrics.csv"] {
        assert!(std::fs::read(one.join(name)).unwrap() == std::fs::read(other.join(name)).unwrap(), "{name} differs");
    }
}

/// What is behind the state that was named is made again: until then nobody goes on from it.
#[test]
fn a_run_that_went_on_from_an_earlier_state_goes_on_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
    let running = folder.path().join("out.running");
    let experiment = experiment(folder.path(), "");
    train(&experiment, &whole, None, BATCHES).unwrap();
    train(&experiment, &out, None, 8).unwrap();
    assert_eq!(saved(&running), [2, 4, 6, 8, 9]);
    // The same folder by another path.
    let named = folder.path().join("./whole/../out.running");
    train(&experiment, &out, Some(&state(&named, 4)), 4).unwrap();
    assert_eq!(saved(&running), [2, 4, 5]);
    train(&experiment, &out, Some(&out), BATCHES).unwrap();
    same_results(&whole, &out);
    assert_eq!(saved(&out), [2, 4, 5, 6, 8, 10, 12]);
}

/// A whole run goes on from one of its states, where another has left its own, later ones.
#[test]
fn what_another_run_has_left_is_not_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
    let running = folder.path().join("out.running");
    let experiment = experiment(folder.path(), "");
    train(&experiment, &whole, None, BATCHES).unwrap();
    train(&experiment, &out, None, BATCHES).unwrap();
    let mut other = experiment.clone();
    other.train.seed += 1;
    let elsewhere = folder.path().join("elsewhere");
    train(&other, &elsewhere, None, 8).unwrap();
    std::fs::rename(folder.path().join("elsewhere.running"), &running).unwrap();
    train(&experiment, &out, Some(&state(&out, 4)), 4).unwrap();
    assert_eq!(saved(&running), [4, 5]);
    train(&experiment, &out, Some(&out), BATCHES).unwrap();
    same_results(&whole, &out);
}

/// Gradients of other parts of a batch are other sums.
#[test]
fn other_slices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let experiment = experiment(folder.path(), "");
    train(&experiment, &out, None, 5).unwrap();
    let mut sliced = experiment.clone();
    sliced.train.slices = Some(4);
    let refused = train(&sliced, &out, Some(&out), BATCHES).unwrap_err().to_string();
    assert!(refused.contains("train.slices is 4 here and 1 there"), "{refused}");
    train(&experiment, &out, Some(&out), BATCHES).unwrap();
}

/// Losses, and what is counted in tiers, are of all batches; the time of a system begins with the run, and says with which batch.
#[test]
fn simulated_time_says_with_which_batch_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let more = "[system]\nkind = \"mtrains\"\n[store]\ndirectory = \"store\"\nshards = 2\nlanes = 1\nsegment = \"4KiB\"\n\
                prefetch = 2\n[store.dram]\ncache = \"2KiB\"\n[store.scm]\ncache = \"2KiB\"\n";
    let experiment = experiment(folder.path(), more);
    let whole = train(&experiment, &folder.path().join("whole"), None, BATCHES).unwrap().unwrap();
    let out = folder.path().join("out");
    assert!(train(&experiment, &out, None, 3).unwrap().is_none());
    let resumed = train(&experiment, &out, Some(&out), BATCHES).unwrap().unwrap();
    let (of_whole, system) = (whole.system.unwrap(), resumed.system.unwrap());
    assert_eq!((of_whole.first_batch, of_whole.batches.len() as u64), (None, BATCHES));
    let first = system.first_batch.unwrap();
    assert!((4..BATCHES).contains(&first) && resumed.resumed == Some(first), "{first}");
    assert_eq!((resumed.batches, system.batches.len() as u64), (BATCHES, BATCHES - first));
    let per_batch = system.picoseconds as f64 / (BATCHES - first) as f64;
    assert!((system.picoseconds_per_batch / per_batch - 1.0).abs() < 1e-12);
    let hits = |summary: Option<emberlane_stores::TiersReport>| {
        let tiers = summary.unwrap();
        (tiers.batches, tiers.rows, tiers.caches.iter().map(|cache| cache.hits).collect::<Vec<_>>(), tiers.beside_hits)
    };
    assert_eq!(hits(whole.tiers), hits(resumed.tiers));
}
