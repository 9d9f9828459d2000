//! Training on Criteo's format: generated files everywhere, real rows where `../shared/data` lies beside the repository.
#![cfg(feature = "host")]

use std::path::{Path, PathBuf};

use emberlane_data::{CRITEO_CATEGORIES, CRITEO_INTEGERS, GenerateOptions, generate};
use emberlane_experiment::Experiment;
use emberlane_training::summary::Summary;
use emberlane_training::{RunOptions, Silent, TrainError};

use crate::training::parse;

fn shared(name: &str) -> Option<PathBuf> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    if file.is_file() {
        return Some(file);
    }
    eprintln!("skipped: {} is absent", file.display());
    None
}

fn experiment(path: &Path, data: &str, device: &str) -> Experiment {
    let text = format!(
        "[model]\nbottom = [13, 64, 32, 16]\ntop = [64, 32, 1]\ntables = 26\nrows = 1000\ndimension = 16\n\
         [data]\nkind = \"criteo\"\npath = {path:?}\n{data}\n[train]\nbatch_size = 128\nlearning_rate = 0.1\nseed = 1\n\
         [device]\n{device}\n"
    );
    parse(&text)
}

fn run(experiment: &Experiment) -> Result<Summary, TrainError> {
    emberlane_training::run(experiment, &RunOptions::default(), &mut Silent)
}

fn record(edit: impl FnOnce(&mut Vec<String>)) -> String {
    let mut fields = vec!["1".to_owned()];
    fields.extend((0..CRITEO_INTEGERS).map(|i| i.to_string()));
    fields.extend((0..CRITEO_CATEGORIES).map(|i| format!("{i:08x}")));
    edit(&mut fields);
    fields.join("\t") + "\n"
}

/// Each kind of malformed line, as the third of a file.
#[test]
fn malformed_lines_are_named_or_counted() {
    let good = record(|_| {});
    let cases: [(Vec<u8>, &str); 9] = [
        (
            record(|f| f.truncate(37)).into_bytes(),
            "expected 40 tab-separated fields (label, 13 integers, 26 categories), found 37",
        ),
        (record(|f| f.push("0".into())).into_bytes(), "found 41"),
        (b"\n".to_vec(), "found 1"),
        (record(|f| f[0] = "yes".into()).into_bytes(), "field 1 (label): expected 0 or 1, found \"yes\""),
        (record(|f| f[2] = "1.5".into()).into_bytes(), "field 3 (integer 2): expected a whole number or nothing"),
        (record(|f| f[13] = "0x1".into()).into_bytes(), "field 14 (integer 13)"),
        (record(|f| f[14] = "0g".into()).into_bytes(), "field 15 (category 1): expected up to 8 hexadecimal digits"),
        (record(|f| f[39] = "-1".into()).into_bytes(), "field 40 (category 26)"),
        (b"1\t2\t\xfe\xff\n".to_vec(), "byte 5 of the line is not UTF-8"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.tsv");
    for (line, expected) in cases {
        std::fs::write(&path, [good.as_bytes(), good.as_bytes(), &line, good.as_bytes()].concat()).unwrap();
        let message = run(&experiment(&path, "", "")).unwrap_err().to_string();
        assert!(message.contains("clicks.tsv:3: "), "{message}");
        assert!(message.contains(expected), "expected {expected:?} in {message:?}");
        let summary = run(&experiment(&path, "on_malformed = \"skip\"", "")).unwrap();
        assert_eq!((summary.samples, summary.data.skipped_lines), (3, 1));
    }
    // Neither a line that never ends nor a file of nothing else takes memory or passes for data.
    std::fs::write(&path, vec![b'7'; 300_000]).unwrap();
    let message = run(&experiment(&path, "", "")).unwrap_err().to_string();
    assert!(message.contains("clicks.tsv:1: the line is longer than"), "{message}");
    let message = run(&experiment(&path, "on_malformed = \"skip\"", "")).unwrap_err().to_string();
    assert!(message.contains("no sample") && message.contains("1 malformed"), "{message}");
    std::fs::write(&path, b"").unwrap();
    assert!(run(&experiment(&path, "", "")).unwrap_err().to_string().contains("no sample"));
}

#[test]
fn line_ends_and_the_last_batch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.tsv");
    let text = record(|_| {}).repeat(130).replace('\n', "\r\n");
    std::fs::write(&path, text.trim_end()).unwrap();
    let summary = run(&experiment(&path, "", "")).unwrap();
    assert_eq!((summary.samples, summary.batches), (130, 2));
}

#[test]
fn a_generated_file_is_learned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.tsv");
    let options = GenerateOptions { rows: 12_800, categories: 500, skew: 1.05, seed: 11 };
    let written = generate(&path, &options).unwrap();
    let mut experiment = experiment(&path, "", "");
    experiment.train.learning_rate = 0.5;
    let summary = run(&experiment).unwrap();
    assert_eq!((summary.samples, summary.batches, summary.data.skipped_lines), (written.rows, 100, 0));
    let (loss, training) = (summary.loss.unwrap(), summary.training.unwrap());
    assert!(training.auc.unwrap() > 0.6, "{training:?}");
    assert!(loss.last_mean < 0.9 * loss.first_mean, "{loss:?}");
}

#[test]
fn an_epoch_of_real_clicks() {
    let Some(path) = shared("criteo_kaggle_8000.tsv") else { return };
    let summary = run(&experiment(&path, "", "kind = \"reference\"")).unwrap();
    assert_eq!((summary.samples, summary.batches, summary.data.skipped_lines), (8000, 63, 0));
    let (loss, training) = (summary.loss.unwrap(), summary.training.unwrap());
    assert!((training.click_rate - 0.216).abs() < 0.001);
    assert_eq!(summary.device.counters.0.iter().find(|(name, _)| name == "lookups").unwrap().1, 63);
    println!("{loss:?} {training:?}");
    let Some(path) = shared("criteo_terabyte_1000.tsv") else { return };
    assert_eq!(run(&experiment(&path, "", "")).unwrap().samples, 1000);
}

#[test]
fn stripped_fields_are_malformed() {
    let Some(path) = shared("criteo_stripped_fields_1000.tsv") else { return };
    let fields: Vec<usize> =
        std::fs::read_to_string(&path).unwrap().lines().map(|line| line.split('\t').count()).collect();
    let first = 1 + fields.iter().position(|count| *count != 40).unwrap();
    let malformed = fields.iter().filter(|count| **count != 40).count() as u64;
    let message = run(&experiment(&path, "", "")).unwrap_err().to_string();
    assert!(message.contains(&format!("criteo_stripped_fields_1000.tsv:{first}: expected 40")), "{message}");
    let summary = run(&experiment(&path, "on_malformed = \"skip\"", "")).unwrap();
    assert_eq!((summary.data.skipped_lines, summary.samples), (malformed, 1000 - malformed));
    let summary = run(&experiment(&path, "short_lines = \"pad\"", "")).unwrap();
    assert_eq!((summary.data.padded_lines, summary.samples), (malformed, 1000));
}

#[cfg(feature = "rtl")]
#[test]
fn twenty_batches_of_real_clicks_on_rtl() {
    let Some(path) = shared("criteo_kaggle_8000.tsv") else { return };
    let run = |device: &str| {
        let out = tempfile::tempdir().unwrap();
        let options = RunOptions { batches: Some(20), out: Some(out.path().to_path_buf()), ..RunOptions::default() };
        let summary = emberlane_training::run(&experiment(&path, "", device), &options, &mut Silent).unwrap();
        let metrics = std::fs::read_to_string(out.path().join("metrics.csv")).unwrap();
        (summary, metrics, std::fs::read(out.path().join("parameters.safetensors")).unwrap())
    };
    let (expected, found) = (run("kind = \"reference\""), run("kind = \"rtl\"\nstalls = \"random\""));
    assert_eq!(found.1, expected.1);
    assert!(found.2 == expected.2, "parameters differ");
    assert!(found.0.device.cycles > 0);
    assert_eq!(found.0.device.row_lines(), expected.0.device.row_lines());
}
