//! Every test that the test plan in `docs/verification.md` names is there.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the parts of a suite of tests stand: its own files, and the contracts of the formal one.
fn places(root: &Path, suite: &str) -> Vec<PathBuf> {
    let rtl = root.join("hw/rtl/tests");
    let all = root.join("tests/tests/all");
    let candidates = [
        rtl.join(format!("{suite}.rs")),
        rtl.join(suite),
        all.join(format!("{suite}.rs")),
        root.join("tests/src").join(format!("{suite}.rs")),
        root.join("tests/src").join(suite),
        root.join("sim/verilated/tests").join(format!("{suite}.rs")),
        // A script.
        root.join(suite),
    ];
    let mut places: Vec<PathBuf> = candidates.into_iter().filter(|path| path.exists()).collect();
    if suite == "formal_blocks" {
        places.push(root.join("hw/formal"));
    }
    places
}

/// Whether a part is a file in one of these places, or a test there.
fn is_in(places: &[PathBuf], part: &str) -> bool {
    places.iter().any(|place| {
        if place.is_dir() {
            let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
            return is_in(&entries.collect::<Vec<_>>(), part) || place.ends_with(part);
        }
        place.file_stem().is_some_and(|stem| stem == part)
            || fs::read_to_string(place).is_ok_and(|text| text.contains(&format!("fn {part}(")))
    })
}

/// Names in backticks, each with those in the brackets after it.
fn named(cell: &str) -> Vec<(String, Vec<String>)> {
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for (index, part) in cell.split('`').enumerate() {
        if index % 2 == 0 {
            inside = (inside || part.contains('(')) && !part.contains(')');
        } else if inside {
            names.last_mut().expect("brackets follow a name").1.push(part.to_owned());
        } else {
            names.push((part.to_owned(), Vec::new()));
        }
    }
    names
}

#[test]
fn the_plan_names_tests_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/verification.md")).unwrap();
    let plan = text.split("\n## ").find(|section| section.starts_with("Test plan")).expect("there is a test plan");
    let rows: Vec<Vec<&str>> =
        plan.lines().filter(|line| line.starts_with("| ")).map(|line| line.split(" | ").collect()).collect();
    assert!(rows.len() > 20, "{} rows", rows.len());
    let mut missing = Vec::new();
    for row in &rows[1..] {
        assert_eq!(row.len(), 3, "feature, where, how: {row:?}");
        let names = named(row[1]);
        assert!(!names.is_empty(), "{row:?} names no test");
        for (suite, parts) in names {
            let places = places(&root, &suite);
            if places.is_empty() {
                missing.push(suite.clone());
            }
            missing
                .extend(parts.into_iter().filter(|part| !is_in(&places, part)).map(|part| format!("{suite}: {part}")));
        }
    }
    assert!(missing.is_empty(), "the test plan names what is not there: {missing:?}");
}
