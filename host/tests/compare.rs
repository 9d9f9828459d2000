//! `emberlane compare`, as a user meets it.

use std::process::{Command, Output};

use serde_json::Value;

const EXPERIMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments/rm1.toml");

fn compare(arguments: &[&str], folder: &std::path::Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberlane"));
    command.arg("compare").args(arguments).current_dir(folder);
    command.output().expect("the program starts")
}

fn json(arguments: &[&str], folder: &std::path::Path) -> Value {
    let output = compare(&[arguments, &["--format", "json"]].concat(), folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("standard output is one JSON document")
}

#[test]
fn systems_are_put_side_by_side_with_all_that_they_were_computed_from() {
    let folder = tempfile::tempdir().unwrap();
    let document = json(&[EXPERIMENT, "--batches", "2", "--systems", "pmem,cxl"], folder.path());
    let measured = document["measured"].as_array().unwrap();
    assert_eq!(measured.iter().map(|each| each["system"].as_str().unwrap()).collect::<Vec<_>>(), ["pmem", "cxl"]);
    for each in measured {
        let parts = each["parts_ms"].as_array().unwrap();
        let sum: f64 = parts.iter().map(|part| part.as_f64().unwrap()).sum();
        assert!((sum - each["batch_ms"].as_f64().unwrap()).abs() < 1e-6, "{each}");
    }
    assert!(document["assumptions"]["raw_read_factor"]["source"].as_str().unwrap().contains("Table 2"));
    assert!(document["workload"]["entries"].as_f64() > Some(0.0));
    for form in ["csv", "md", "svg", "json"] {
        let file = folder.path().join(format!("out/compare/compare.{form}"));
        assert!(std::fs::read_to_string(&file).unwrap().contains("PMEM"), "{form}");
    }
}

#[test]
fn numbers_can_be_replaced_and_wrong_ones_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let batch = |arguments: &[&str]| {
        let all = [&[EXPERIMENT, "--batches", "2", "--systems", "pmem"], arguments].concat();
        json(&all, folder.path())["measured"][0]["batch_ms"].as_f64().unwrap()
    };
    assert!(batch(&["--set", "host_pmem_channels=4"]) < batch(&[]));
    assert!(batch(&["--literal"]) > batch(&[]), "the log is slower literally");
    for (setting, expected) in [
        ("channels=4", "host_pmem_channels"),
        ("host_pmem_channels", "NAME=VALUE"),
        ("host_pmem_channels=many", "NAME=VALUE"),
        ("host_pmem_channels=-1", "not negative"),
        ("host_pmem_channels=0", "more than 0"),
    ] {
        let output = compare(&[EXPERIMENT, "--set", setting], folder.path());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(expected), "{setting}: {error}");
    }
    let unknown = compare(&[EXPERIMENT, "--systems", "pmem,gpu"], folder.path());
    assert_eq!(unknown.status.code(), Some(2));
    let missing = compare(&["none.toml"], folder.path());
    assert!(missing.status.code() == Some(1) && String::from_utf8_lossy(&missing.stderr).contains("none.toml"));
}

#[test]
fn every_number_says_where_it_is_from() {
    let folder = tempfile::tempdir().unwrap();
    let output = compare(&["--assumptions"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("fitted") && text.contains("MTrainS, Table 1"), "{text}");
}
