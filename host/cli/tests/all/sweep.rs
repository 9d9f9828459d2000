//! `emberlane sweep`: points, results, runs that fail, are stopped and go on, and lists for other schedulers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::program::{emberlane, output_in};

const EXPERIMENT: &str = "[model]\nbottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 30\ndimension = 16\n\
    [data]\nkind = \"synthetic\"\nbatches = 5\n[train]\nbatch_size = 8\n[evaluate]\nbatches = 3\n";
const SWEEP: &str = "experiment = \"experiment.toml\"\n\
    [[vary]]\nkey = \"train.learning_rate\"\nvalues = [0.1, 0.2]\n[[vary]]\nkey = \"train.seed\"\nvalues = [1, 2]\n";

fn folder(sweep: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("experiment.toml"), EXPERIMENT).unwrap();
    fs::write(folder.path().join("sweep.toml"), sweep).unwrap();
    folder
}

/// The folders of all runs that are done.
fn runs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("out/sweep/runs")).unwrap().map(|entry| entry.unwrap().path());
    let mut runs: Vec<PathBuf> = entries.filter(|path| path.join("summary.json").is_file()).collect();
    runs.sort();
    runs
}

fn written(run: &Path) -> std::time::SystemTime {
    fs::metadata(run.join("summary.json")).unwrap().modified().unwrap()
}

#[test]
fn a_point_is_what_train_would_make_of_it_and_is_trained_once() {
    let folder = folder(SWEEP);
    let at = folder.path();
    let (code, printed, said) = output_in(at, &["sweep", "sweep.toml", "--format", "json"]);
    assert_eq!(code, 0, "{said}");
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 4);
    assert_eq!(rows[3]["values"], serde_json::json!({ "train.learning_rate": 0.2, "train.seed": 2 }));
    // The same by hand.
    fs::write(
        at.join("by-hand.toml"),
        EXPERIMENT.replace("batch_size = 8", "batch_size = 8\nlearning_rate = 0.2\nseed = 2"),
    )
    .unwrap();
    let (code, printed, said) = output_in(at, &["train", "by-hand.toml", "--out", "by-hand", "--format", "json"]);
    assert_eq!(code, 0, "{said}");
    let by_hand: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(rows[3]["measured"]["evaluation.auc"], by_hand["evaluation"]["auc"]);
    assert_eq!(rows[3]["measured"]["loss.last_mean"], by_hand["loss"]["last_mean"]);
    let run = at.join("out/sweep/runs").join(rows[3]["run"].as_str().unwrap());
    let parameters = |folder: &Path| fs::read(folder.join("parameters.safetensors")).unwrap();
    assert_eq!(parameters(&run), parameters(&at.join("by-hand")));
    let csv = fs::read_to_string(at.join("out/sweep/results.csv")).unwrap();
    assert!(
        csv.starts_with("point,train.learning_rate,train.seed,loss.last_mean,") && csv.lines().count() == 5,
        "{csv}"
    );
    assert!(
        fs::read_to_string(at.join("out/sweep/results.svg"))
            .unwrap()
            .contains("loss.last_mean over train.learning_rate")
    );
    // A value more: two runs more, and none again.
    let before: Vec<_> = runs(at).iter().map(|run| (run.clone(), written(run))).collect();
    fs::write(at.join("sweep.toml"), SWEEP.replace("[0.1, 0.2]", "[0.1, 0.2, 0.4]")).unwrap();
    let (code, printed, said) = output_in(at, &["sweep", "sweep.toml"]);
    assert!(code == 0 && printed.contains("results     out/sweep/results.{csv,"), "{printed}{said}");
    assert_eq!((runs(at).len(), before.len()), (6, 4));
    assert!(before.iter().all(|(run, then)| written(run) == *then));
}

#[test]
fn a_run_that_fails_is_tried_again_and_named_and_the_others_go_on() {
    let text = SWEEP.replace(
        "key = \"train.seed\"\nvalues = [1, 2]",
        "key = \"model.initial_parameters\"\nvalues = [\"none.safetensors\"]",
    );
    let folder = folder(&format!("{text}[[vary]]\nkey = \"train.seed\"\nvalues = [3]\n"));
    let (code, _, said) = output_in(folder.path(), &["sweep", "sweep.toml", "--retries", "2"]);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("2 of 2 runs failed: point 0 (train.learning_rate = 0.1, ") && said.contains("none.safetensors"),
        "{said}"
    );
    for log in fs::read_dir(folder.path().join("out/sweep/logs")).unwrap() {
        let log = fs::read_to_string(log.unwrap().path()).unwrap();
        assert_eq!(log.matches("error: ").count(), 3, "{log}");
    }
    let header = fs::read_to_string(folder.path().join("out/sweep/results.csv")).unwrap();
    assert_eq!(header.lines().count(), 1, "{header}");
}

#[test]
fn other_schedulers_run_the_same_points() {
    let folder = folder(SWEEP);
    let at = folder.path();
    for (option, file) in [("--list", "points"), ("--slurm", "job")] {
        let (code, printed, said) = output_in(at, &["sweep", "sweep.toml", option, file]);
        assert!(code == 0 && printed.contains("4 points"), "{printed}{said}");
    }
    assert!(!at.join("out/sweep/runs").exists(), "nothing is trained yet");
    assert!(at.join("out/sweep/logs").is_dir(), "Slurm makes no folder");
    let list = fs::read_to_string(at.join("points")).unwrap();
    assert_eq!(list.lines().count(), 4);
    let elsewhere = tempfile::tempdir().unwrap();
    let bash = |arguments: &[&str], task: &str| {
        let mut command = Command::new("bash");
        command.args(arguments).env("SLURM_ARRAY_TASK_ID", task).current_dir(elsewhere.path());
        let Output { status, stderr, .. } = command.output().unwrap();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    };
    list.lines().take(2).for_each(|line| bash(&["-c", line], ""));
    let job = at.join("job");
    let text = fs::read_to_string(&job).unwrap();
    assert!(text.contains("#SBATCH --array=0-3\n"), "{text}");
    ["2", "3", "3"].into_iter().for_each(|task| bash(&[&job.to_string_lossy()], task));
    let before: Vec<_> = runs(at).iter().map(|run| written(run)).collect();
    assert_eq!(before.len(), 4);
    let (code, printed, said) = output_in(at, &["sweep", "sweep.toml"]);
    assert_eq!(code, 0, "{said}");
    assert!(printed.contains("train.learning_rate"), "{printed}");
    assert_eq!(runs(at).iter().map(|run| written(run)).collect::<Vec<_>>(), before);
}

#[test]
fn a_sweep_that_is_stopped_goes_on_to_the_same_bits() {
    let folder = folder(SWEEP);
    let at = folder.path();
    let long = EXPERIMENT.replace("batches = 5\n", "batches = 4000\n").replace("batch_size = 8", "batch_size = 64");
    fs::write(at.join("experiment.toml"), &long).unwrap();
    let mut sweep = emberlane(&["sweep", "sweep.toml", "--jobs", "4"]);
    let mut sweep = sweep.current_dir(at).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // As soon as all four train.
    let began = Instant::now();
    let filled = || {
        let runs = fs::read_dir(at.join("out/sweep/runs")).into_iter().flatten();
        runs.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().join("metrics.csv").exists())).count()
    };
    while filled() < 4 && began.elapsed() < Duration::from_secs(60) && sweep.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").arg(sweep.id().to_string()).status().unwrap();
    let Output { status, stderr, .. } = sweep.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    // A machine that trains faster than it is looked at has nothing left to stop.
    if runs(at).len() < 4 {
        assert!(status.code() == Some(1) && said.contains("of 4 runs done: the same command goes on"), "{said}");
    }
    let (code, _, said) = output_in(at, &["sweep", "sweep.toml"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(runs(at).len(), 4);
    let (code, _, said) = output_in(at, &["sweep", "sweep.toml", "--out", "whole"]);
    assert_eq!(code, 0, "{said}");
    for run in runs(at) {
        let whole = at.join("whole/runs").join(run.file_name().unwrap());
        for file in ["parameters.safetensors", "metrics.csv"] {
            assert!(fs::read(run.join(file)).unwrap() == fs::read(whole.join(file)).unwrap(), "{}", run.display());
        }
    }
}

#[test]
fn what_is_no_sweep_is_refused_before_anything_runs() {
    for (sweep, arguments, expected, says) in [
        ("experiment = \"experiment.toml\"\n", vec!["sweep", "sweep.toml"], 1, "nothing varies"),
        ("experiment = \"no.toml\"\n", vec!["sweep", "sweep.toml"], 1, "no.toml"),
        (SWEEP, vec!["sweep", "sweep.toml", "--only", "4"], 2, "4 points"),
        (SWEEP, vec!["sweep", "sweep.toml", "--jobs", "0"], 2, "--jobs"),
        (SWEEP, vec!["sweep", "sweep.toml", "--out", "experiment.toml"], 2, "name a folder"),
        (SWEEP, vec!["sweep", "sweep.toml", "--list", "a", "--slurm", "b"], 2, "cannot be used with"),
        (
            &SWEEP.replace("train.seed", "train.sed"),
            vec!["sweep", "sweep.toml"],
            1,
            "point 0 (train.learning_rate = 0.1, train.sed = 1)",
        ),
    ] {
        let folder = folder(sweep);
        let (code, _, said) = output_in(folder.path(), &arguments);
        assert!(code == expected && said.contains(says), "{arguments:?}: {code} {said}");
        assert!(runs_or_none(folder.path()) == 0, "{arguments:?}");
    }
}

#[test]
fn a_measure_that_no_run_has_is_said_when_the_first_has_ended() {
    let folder = folder(&format!("measure = [\"evaluation.auk\"]\n{SWEEP}"));
    let (code, _, said) = output_in(folder.path(), &["sweep", "sweep.toml", "--jobs", "1"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(code, 1, "{said}");
    assert!(lines[0].starts_with("note: point 0 has no number evaluation.auk"), "{said}");
    assert!(lines[1].contains("no run has a number evaluation.auk"), "{said}");
    assert!(lines[..2].iter().all(|line| line.contains("did you mean evaluation.auc?")), "{said}");
}

fn runs_or_none(folder: &Path) -> usize {
    if folder.join("out/sweep/runs").exists() { runs(folder).len() } else { 0 }
}
