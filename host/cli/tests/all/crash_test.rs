//! `emberlane crash-test`: campaigns that find nothing, because there is nothing to find, and those that find what was broken.

use std::path::PathBuf;

use serde_json::Value;

use crate::program::{emberlane, output_of};

const EXPERIMENT: &str = "[model]\nbottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 30\ndimension = 16\nlookups = 2\n\
    [data]\nkind = \"synthetic\"\nbatches = 4\n[train]\nbatch_size = 4\n[system]\nkind = \"automatic\"\n";

/// The command line in a folder of its own.
struct Shell(tempfile::TempDir);

impl Shell {
    fn new() -> Self {
        Self::with(EXPERIMENT)
    }

    fn with(experiment: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("experiment.toml"), experiment).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, command: &str, arguments: &str) -> (i32, String, String) {
        let mut program = emberlane(&[command, "experiment.toml"]);
        output_of(program.args(arguments.split_whitespace()).current_dir(self.0.path()))
    }

    #[track_caller]
    fn fails(&self, status: i32, arguments: &str, message: &[&str]) {
        let (found, stdout, stderr) = self.run("crash-test", arguments);
        assert_eq!(found, status, "{arguments}: {stdout}{stderr}");
        for part in message {
            assert!(stderr.contains(part), "{arguments}: expected {part:?} in {stderr:?}");
        }
    }

    /// The report of a campaign that ends with a status.
    #[track_caller]
    fn report(&self, status: i32, arguments: &str) -> Value {
        let (found, stdout, stderr) = self.run("crash-test", &format!("{arguments} --format json"));
        assert_eq!(found, status, "{arguments}: {stdout}{stderr}");
        serde_json::from_str(&stdout).expect("standard output is one JSON document")
    }

    /// The report of a campaign that every cut has survived.
    #[track_caller]
    fn survived(&self, arguments: &str) -> Value {
        let report = self.report(0, arguments);
        let cuts = count(&report, "cuts");
        assert!(cuts > 0 && [count(&report, "recovered"), count(&report, "identical")] == [cuts; 2], "{report}");
        assert!(report["failures"].as_array().unwrap().is_empty() && count(&report, "corrupt_used") == 0, "{report}");
        report
    }
}

fn count(report: &Value, field: &str) -> u64 {
    report[field].as_u64().unwrap_or_else(|| panic!("no {field} in {report}"))
}

#[test]
fn every_mode_survives_and_notices_flipped_bits() {
    let shell = Shell::new();
    for mode in ["redo", "undo", "relaxed"] {
        let arguments = format!("--mode {mode} --cuts 400 --seed 3 --during both --corrupt");
        let report = shell.survived(&arguments);
        // A cut whose recovery refuses a torn header is not cut in its recovery.
        assert!(count(&report, "cuts") == 400 && count(&report, "recoveries_cut") >= 195, "{mode}: {report}");
        assert!(count(&report, "corrupt_detected") > 100, "{mode}: {report}");
        assert!(count(&report, "resumed") == report["states"].as_array().unwrap().len() as u64, "{mode}");
        let again = shell.run("crash-test", &format!("{arguments} --format json")).1;
        assert_eq!(report, serde_json::from_str::<Value>(&again).unwrap(), "{mode}: not the same twice");
        assert!(count(&shell.survived(&format!("--mode {mode} --cuts 50 --during recovery")), "recoveries_cut") >= 48);
    }
    let (status, stdout, _) = shell.run("crash-test", "--mode undo --cuts 20 --corrupt");
    assert_eq!(status, 0, "{stdout}");
    for part in ["cuts        20 (engine random, seed 0)", "recovered   20", "corrupted", "every cut was survived"] {
        assert!(stdout.contains(part), "expected {part:?} in {stdout}");
    }
}

#[test]
fn relaxed_lookup_survives() {
    let shell = Shell::new();
    for mode in ["undo", "relaxed"] {
        let arguments = format!("--lookup relaxed --mode {mode} --cuts 400 --seed 5 --during both --corrupt");
        let report = shell.survived(&arguments);
        assert!(count(&report, "cuts") == 400 && report["lookup"] == "relaxed", "{mode}: {report}");
        assert_eq!(count(&report, "resumed"), report["states"].as_array().unwrap().len() as u64, "{mode}");
        assert!(count(&report, "resumed") >= 4, "{mode}: {report}");
        shell.survived(&format!("--lookup relaxed --mode {mode} --exhaustive-batches 0..4"));
    }
    let report = shell.report(1, "--lookup relaxed --mode undo --seed 2 --fault crc-ignored --corrupt --cuts 300");
    let replay = report["failures"][0]["replay"].as_str().unwrap();
    assert!(replay.contains(" --lookup relaxed "), "{replay}");
    shell.fails(1, "--lookup relaxed --mode redo", &["checkpoint.mode", "redo"]);
}

#[test]
fn every_engine_and_every_cycle() {
    let shell = Shell::new();
    for engine in
        ["no-reorder", "reorder-accumulative", "reorder-reverse-accumulative", "reorder-partial", "reorder-full"]
    {
        let report = shell.survived(&format!("--mode undo --cuts 100 --engine {engine}"));
        assert_eq!((count(&report, "cuts"), &report["engine"]), (100, &engine.into()));
    }
    for mode in ["redo", "undo", "relaxed"] {
        let report = shell.survived(&format!("--mode {mode} --exhaustive-batches 0..4"));
        let ends: Vec<u64> = report["batch_cycles"].as_array().unwrap().iter().flat_map(Value::as_u64).collect();
        assert_eq!((ends.len(), count(&report, "cuts")), (5, ends[4] - ends[0]), "{mode}");
        // With every image of the one write that the reference has under way.
        let (from, to) = (ends[1], ends[1] + 40);
        let report = shell.survived(&format!("--mode {mode} --exhaustive {from}..{to} --engine reorder-full"));
        assert!((40..=80).contains(&count(&report, "cuts")), "{mode}: {report}");
    }
}

#[test]
fn a_fault_is_found_and_one_cut_alone_finds_it_again() {
    let shell = Shell::new();
    let campaign = "--mode undo --seed 2 --fault crc-ignored --corrupt --cuts 300";
    let report = shell.report(1, campaign);
    let failures = report["failures"].as_array().unwrap();
    assert!(!failures.is_empty() && count(&report, "corrupt_used") > 0, "{report}");
    for failure in failures.iter().take(3) {
        let replay = failure["replay"].as_str().unwrap();
        let arguments = replay.strip_prefix("emberlane crash-test experiment.toml ").unwrap();
        let alone = shell.report(1, arguments);
        assert_eq!(count(&alone, "cuts"), 1, "{replay}");
        assert_eq!(alone["failures"][0], *failure, "{replay}");
    }
    let failed: Vec<u64> = failures.iter().map(|failure| count(failure, "cut")).collect();
    let good = (0..300).find(|cut| !failed.contains(cut)).expect("some bits make no difference");
    shell.survived(&format!("{campaign} --only {good}").replace("--cuts 300 ", ""));
}

/// Cuts of an earlier run are replaced only when that is said, and then none of them stays among those of the new one.
#[test]
fn what_was_dumped_is_replaced_when_that_is_said() {
    let shell = Shell::new();
    let cuts = || {
        let names = std::fs::read_dir(shell.path("dump")).unwrap().map(|entry| entry.unwrap().file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    shell.survived("--mode undo --cuts 40 --dump dump");
    let first = cuts();
    let other = "--mode undo --cuts 40 --seed 9 --dump dump";
    shell.fails(2, other, &["--dump dump: it holds \"cut-", "replace it with --overwrite"]);
    assert_eq!(cuts(), first, "what is refused changes nothing");
    std::fs::create_dir(shell.path("dump/cut-999999")).unwrap();
    shell.survived(&format!("{other} --overwrite"));
    assert!(!cuts().is_empty() && !shell.path("dump/cut-999999").exists(), "{:?}", cuts());
    std::fs::write(shell.path("dump/notes.txt"), "a user's").unwrap();
    shell.fails(2, &format!("{other} --overwrite"), &["\"notes.txt\", which `emberlane crash-test` has not made"]);
}

#[test]
fn what_is_dumped_is_what_a_shorter_training_leaves() {
    let shell = Shell::new();
    for mode in ["redo", "undo"] {
        shell.survived(&format!("--mode {mode} --cuts 200 --dump {mode}"));
        let mut batches = Vec::new();
        for cut in std::fs::read_dir(shell.path(mode)).unwrap().map(|entry| entry.unwrap().path()) {
            let about = std::fs::read(cut.join("recovered.json")).unwrap();
            let batch = count(&serde_json::from_slice(&about).unwrap(), "batch");
            batches.push(batch);
            if batch > 0 {
                let (status, _, stderr) = shell.run("train", &format!("--batches {batch} --out shorter --overwrite"));
                assert_eq!(status, 0, "{stderr}");
                let parameters = |folder: PathBuf| std::fs::read(folder.join("parameters.safetensors")).unwrap();
                assert!(parameters(cut.clone()) == parameters(shell.path("shorter")), "{}", cut.display());
            }
            let (status, stdout, stderr) = shell
                .run("train", &format!("--checkpoint {mode} --resume {} --out resumed --overwrite", cut.display()));
            assert_eq!(status, 0, "{stdout}{stderr}");
        }
        batches.sort_unstable();
        assert_eq!(batches, if mode == "redo" { vec![0, 1, 2, 3, 4] } else { vec![0, 1, 2, 3] });
    }
}

#[test]
fn odd_experiments_survive_too() {
    for (from, to) in [
        ("batches = 4", "batches = 1"),
        ("batch_size = 4", "batch_size = 1"),
        ("batch_size = 4", "batch_size = 3\nepochs = 2"),
        ("tables = 2\nrows = 30", "tables = 1\nrows = 1"),
        ("dimension = 16", "dimension = 32\npooling = \"mean\"\ninteraction = \"cat\""),
    ] {
        let shell = Shell::with(&EXPERIMENT.replace(from, to));
        for mode in ["redo", "undo", "relaxed"] {
            shell.survived(&format!("--mode {mode} --cuts 100 --during both --corrupt"));
        }
    }
    for (from, to) in [("batches = 4", "batches = 2"), ("tables = 2\nrows = 30", "tables = 1\nrows = 1")] {
        let shell = Shell::with(&EXPERIMENT.replace(from, to));
        for mode in ["undo", "relaxed"] {
            shell.survived(&format!("--lookup relaxed --mode {mode} --cuts 100 --during both --corrupt"));
        }
    }
    for every in [1, 3, 32768] {
        let shell = Shell::with(&format!("{EXPERIMENT}[checkpoint]\nmode = \"relaxed\"\nevery = {every}\n"));
        let report = shell.survived("--cuts 200 --during both");
        assert!(count(&report, "largest_gap") < 2 * every, "{report}");
    }
    // More batches than the data has are those that it has.
    assert_eq!(count(&Shell::new().survived("--mode undo --cuts 10 --batches 18446744073709551615"), "batches"), 4);
}

#[test]
fn what_a_device_cannot_show_is_said() {
    let shell = Shell::new();
    for (device, first) in [("reference", "the reference has no time"), ("model", "the time of whole jobs")] {
        let arguments = format!("--mode undo --cuts 3 --device {device}");
        let missing = shell.survived(&arguments)["not_shown"].clone();
        let missing: Vec<&str> = missing.as_array().unwrap().iter().map(|what| what.as_str().unwrap()).collect();
        assert!(missing.len() == 4 && missing[0].contains(first), "{missing:?}");
        let (status, text, _) = shell.run("crash-test", &arguments);
        assert!(status == 0 && text.contains("not shown   ") && text.contains("--device rtl cuts between"), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(missing.iter().all(|what| words.contains(what)), "{words}");
    }
}

#[test]
fn what_cannot_be_cut_is_said_for_people() {
    let shell = Shell::new();
    shell.fails(2, "", &["no checkpoints", "--mode redo"]);
    for (arguments, message) in [
        ("--cuts 0", "--cuts"),
        ("--cuts 18446744073709551615", "--cuts"),
        ("--only 18446744073709551615", "--only"),
        ("--cuts 5 --exhaustive 1..2", "--exhaustive"),
        ("--exhaustive 1..2 --exhaustive-batches 1..2", "--exhaustive"),
        ("--exhaustive 5..5", "FROM..TO"),
        ("--engine reorder", "reorder-full"),
        ("--fault all", "crc-ignored"),
        ("--trace cut.fst", "--only"),
        ("--only 0 --trace cut.fst", "--device rtl"),
        ("--exhaustive 0..18446744073709551615", "the training takes the device's cycles 0.."),
        ("--exhaustive-batches 3..9", "the training has batches 0..4"),
        ("--exhaustive-batches 0..1 --only 100000", "no cut 100000"),
        ("--fault one-slot", "--device rtl"),
        ("--dump experiment.toml --cuts 2", "experiment.toml"),
    ] {
        shell.fails(2, &format!("--mode undo {arguments}"), &[message]);
    }
    let with = |from: &str, to: &str| Shell::with(&EXPERIMENT.replace(from, to));
    with("kind = \"automatic\"", "kind = \"none\"").fails(1, "--mode undo", &["system.kind = \"automatic\""]);
    with("rows = 30", "rows = 100000000").fails(1, "--mode undo", &["smaller tables"]);
    with("batches = 4", "batches = 4000000000").fails(1, "--mode undo", &["--batches"]);
    let criteo = EXPERIMENT
        .replace("kind = \"synthetic\"\nbatches = 4", "kind = \"criteo\"\npath = \"empty.tsv\"")
        .replace("bottom = [4, 16]", "bottom = [13, 16]")
        .replace("\nlookups = 2", "");
    let criteo = Shell::with(&criteo);
    std::fs::write(criteo.path("empty.tsv"), "").unwrap();
    criteo.fails(1, "--mode undo --batches 5", &["no sample"]);
}
