//! Data in the forms that people have it in: the same bits from each, also of a training that goes on in the middle of it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use emberlane_data::{GenerateOptions, generate};

/// Runs `emberlane`, with a file on standard input if there is one; its standard error if it fails.
fn emberlane(folder: &Path, arguments: &str, input: Option<&str>) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberlane"));
    command.args(arguments.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    if let Some(input) = input {
        command.stdin(std::fs::File::open(folder.join(input)).unwrap());
    }
    let done = command.output().unwrap();
    if done.status.success() { Ok(()) } else { Err(String::from_utf8(done.stderr).unwrap()) }
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.tsv");
    generate(&path, &GenerateOptions { rows: 1000, categories: 100, skew: 1.05, seed: 8 }).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let half = text.match_indices('\n').nth(599).unwrap().0 + 1;
    std::fs::write(folder.path().join("day_0"), &text[..half]).unwrap();
    for (name, text) in [("clicks.gz", &text[..]), ("day_1.gz", &text[half..])] {
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap();
    }
    folder
}

fn write_experiment(folder: &Path, data: &str, more: &str) {
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 5\nrows = 60\ndimension = 16\n[data]\nkind = \"criteo\"\n{data}\n\
         [train]\nbatch_size = 32\n{more}\n"
    );
    std::fs::write(folder.join("experiment.toml"), text).unwrap();
}

/// What a run leaves but for its summary.
fn results(folder: &Path, out: &str) -> [Vec<u8>; 2] {
    ["metrics.csv", "parameters.safetensors"].map(|name| std::fs::read(folder.join(out).join(name)).unwrap())
}

fn summary(folder: &Path, out: &str) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.join(out).join("summary.json")).unwrap()).unwrap()
}

#[test]
fn every_form_trains_to_the_same_bits() {
    let folder = folder();
    let folder = folder.path();
    write_experiment(folder, "path = \"clicks.tsv\"", "");
    emberlane(folder, "train experiment.toml --out plain", None).unwrap();
    assert_eq!(summary(folder, "plain")["data"]["path"], "clicks.tsv");
    let forms = [
        ("path = \"clicks.gz\"", None),
        ("path = [\"day_0\", \"day_[1-9].gz\"]", None),
        ("path = \"day_*\"\ncache = \"cache\"", None),
        ("path = \"day_*\"\ncache = \"cache\"", None),
        ("path = \"-\"", Some("clicks.gz")),
    ];
    for (number, (data, input)) in forms.into_iter().enumerate() {
        write_experiment(folder, data, "");
        emberlane(folder, &format!("train experiment.toml --out {number}"), input).unwrap();
        assert!(results(folder, &number.to_string()) == results(folder, "plain"), "{data}");
    }
    let data = |out: &str| summary(folder, out)["data"].clone();
    assert_eq!(data("1")["path"], serde_json::json!(["day_0", "day_[1-9].gz"]));
    assert_eq!((&data("2")["cache"]["built"], &data("3")["cache"]["used"]), (&2.into(), &2.into()));
    let error = emberlane(folder, "train experiment.toml --out 5", Some("experiment.toml")).unwrap_err();
    assert!(error.contains("standard input:1: expected 40"), "{error}");
}

#[test]
fn the_last_batch_has_a_line() {
    let folder = folder();
    let folder = folder.path();
    write_experiment(folder, "path = \"clicks.tsv\"", "");
    for (batches, lines) in [("7", vec!["7"]), ("100", vec!["10", "20", "30", "32"])] {
        let arguments = ["train", "experiment.toml", "--out", "out", "--overwrite", "--batches", batches];
        let done = Command::new(env!("CARGO_BIN_EXE_emberlane")).args(arguments).current_dir(folder).output().unwrap();
        let printed = String::from_utf8(done.stdout).unwrap();
        let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        let course = printed.lines().map(first).filter(|word| word.parse::<u64>().is_ok()).collect::<Vec<_>>();
        assert!(course.ends_with(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()), "{printed}");
    }
    write_experiment(folder, "path = \"none.tsv\"", "");
    let error = emberlane(folder, "train experiment.toml --out none", None).unwrap_err();
    assert!(error.contains("none.tsv") && error.contains("data.path"), "{error}");
}

#[test]
fn a_training_goes_on_in_the_middle_of_its_data() {
    let folder = folder();
    let folder = folder.path();
    for data in ["path = \"clicks.gz\"", "path = \"day_*\"\ncache = \"cache\"", "path = [\"day_0\", \"day_1.gz\"]"] {
        let more = "epochs = 2\n[save]\nevery = 7\n[evaluate]\nhold_out = 0.2";
        write_experiment(folder, data, more);
        emberlane(folder, "train experiment.toml --out whole --overwrite", None).unwrap();
        for batches in [3, 22, 31] {
            emberlane(folder, &format!("train experiment.toml --batches {batches} --out part --overwrite"), None)
                .unwrap();
            emberlane(folder, "train experiment.toml --resume part --out rest", None).unwrap();
            assert!(results(folder, "rest")[1] == results(folder, "whole")[1], "{data}, from batch {batches}");
            let evaluation = |out: &str| summary(folder, out)["evaluation"].clone();
            assert_eq!(evaluation("rest"), evaluation("whole"));
            std::fs::remove_dir_all(folder.join("rest")).unwrap();
        }
    }
    // Of other data nothing goes on.
    emberlane(folder, "train experiment.toml --batches 5 --out part --overwrite", None).unwrap();
    let text = std::fs::read_to_string(folder.join("day_0")).unwrap();
    std::fs::write(folder.join("day_0"), text.replacen('\t', "\t1", 1)).unwrap();
    let error = emberlane(folder, "train experiment.toml --resume part --out rest", None).unwrap_err();
    assert!(error.contains("the data is not what it was") && error.contains("day_0"), "{error}");
}
