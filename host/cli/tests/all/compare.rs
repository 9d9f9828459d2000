//! `emberlane compare`, as a user meets it.

use std::process::{Command, Output};

use serde_json::Value;

const EXPERIMENT: &str = "small.toml";
/// Small, with all that a system has to do.
pub(crate) const SMALL: &str = "[model]\nbottom = [13, 24, 32]\ntop = [8, 1]\ntables = 4\nrows = 300\ndimension = 32\nlookups = 5\n[data]\n\
                     kind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 8\n[device]\nkind = \"model\"\n\
                     media = \"trainingcxl\"\n[checkpoint]\nevery = 2\n";

fn compare(arguments: &[&str], folder: &std::path::Path) -> Output {
    // Each begins without results.
    let _ = std::fs::remove_dir_all(folder.join("out"));
    std::fs::write(folder.join(EXPERIMENT), SMALL).unwrap();
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
    assert!(document["assumptions"]["host_pmem_channels"]["source"].as_str().unwrap().contains("Table 1"));
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
    let [faster, slower] = ["0", "1000"].map(|index| batch(&["--set", &format!("host_index_ns={index}")]));
    assert!(faster < batch(&[]) && slower > batch(&[]), "{faster}, {slower}");
    for (setting, expected) in [
        ("channels=4", "host_pmem_channels"),
        ("host_pmem_channels", "NAME=VALUE"),
        ("host_pmem_channels=many", "NAME=VALUE"),
        ("host_pmem_channels=-1", "from 0 to 10^9"),
        ("host_pmem_channels=nan", "from 0 to 10^9"),
        ("host_index_ns=1e15", ": expected a number from 0 to 10^9"),
        ("host_pmem_channels=0", "expected 1 at least"),
        ("host_pmem_channels=1e-300", "1e-300: expected 1 at least"),
    ] {
        let output = compare(&[EXPERIMENT, "--set", setting], folder.path());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(expected), "{setting}: {error}");
    }
    let unknown = compare(&[EXPERIMENT, "--systems", "pmem,gpu"], folder.path());
    assert_eq!(unknown.status.code(), Some(2));
    let missing = compare(&["none.toml"], folder.path());
    assert!(missing.status.code() == Some(1) && String::from_utf8_lossy(&missing.stderr).contains("none.toml"));
}

/// The largest numbers that are taken leave no step that cannot be counted.
#[test]
fn large_and_small_numbers_leave_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let all = json(&["--assumptions"], folder.path());
    for name in all.as_object().unwrap().keys() {
        let is_share = ["_share", "_efficiency", "_hit_rate"].iter().any(|ending| name.ends_with(ending));
        // Of what is counted there is one at least.
        let small = compare(&["--assumptions", "--set", &format!("{name}=0.001")], folder.path());
        let is_counted = String::from_utf8_lossy(&small.stderr).contains("expected 1 at least");
        for value in [if is_counted { "1" } else { "0.001" }, if is_share { "1" } else { "1e9" }] {
            let set = format!("{name}={value}");
            let document = json(&[EXPERIMENT, "--batches", "2", "--set", &set], folder.path());
            for each in document["measured"].as_array().unwrap() {
                let numbers =
                    [&each["batch_ms"], &each["energy"]["memory_static"], &each["energy"]["links_and_controllers"]];
                assert!(numbers.iter().all(|number| number.is_number()), "{set}: {each}");
            }
        }
    }
}

#[test]
fn the_table_is_computed_from_what_the_document_has() {
    let folder = tempfile::tempdir().unwrap();
    let document = json(&[EXPERIMENT, "--batches", "2"], folder.path());
    let csv = std::fs::read_to_string(folder.path().join("out/compare/compare.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let measured = document["measured"].as_array().unwrap();
    assert_eq!((rows.len(), measured.len()), (7, 7));
    for (row, each) in rows.iter().zip(measured) {
        let number = |value: &Value| value.as_f64().unwrap();
        let energy = |parts: &[&str]| parts.iter().map(|part| number(&each["energy"][part])).sum::<f64>() * 1e3;
        let memory = energy(&["memory_static", "memory_access", "links_and_controllers"]);
        let traffic = |name: &str| number(&each["traffic"][name]) * 1e-6;
        let mut expected: Vec<f64> = each["parts_ms"].as_array().unwrap().iter().map(number).collect();
        expected.extend([number(&each["batch_ms"]), memory, memory + energy(&["cpu", "gpu", "fpga"])]);
        expected.extend(["memory_reads", "memory_writes", "memory_logs", "link"].map(traffic));
        expected.push(100.0 * number(&each["parameters_logged"]));
        let found: Vec<f64> = row[1..].iter().map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() <= 0.051, "{row:?}: {expected}");
        }
    }
}

/// What is measured is what training takes.
#[test]
fn a_system_takes_as_long_as_its_training_does() {
    let folder = tempfile::tempdir().unwrap();
    for system in ["pmem", "pcie", "cxl-b", "cxl"] {
        // Two fill the pipeline and one drains it. CXL runs twice as many between, and logs begin in every second batch from the third
        // on: from the end of the third to that of the ninth.
        let (batches, window) = if system == "cxl" { (2 + 8 + 1, 2..8) } else { (2 + 4 + 1, 1..5) };
        let compared = json(&[EXPERIMENT, "--systems", system], folder.path());
        let out = folder.path().join(system);
        let mut train = Command::new(env!("CARGO_BIN_EXE_emberlane"));
        train.args([
            "train",
            EXPERIMENT,
            "--system",
            system,
            "--batches",
            &batches.to_string(),
            "--format",
            "json",
            "--out",
        ]);
        let output = train.arg(&out).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let trained: Value = serde_json::from_slice(&output.stdout).unwrap();
        let spans = trained["system"]["batches"].as_array().unwrap();
        let end = |batch: usize| spans[batch]["end"].as_u64().unwrap();
        let expected = (end(window.end) - end(window.start)) as f64 * 1e-9 / window.len() as f64;
        let found = compared["measured"][0]["batch_ms"].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9 * expected, "{system}: {found} and {expected}");
    }
}

/// Where a system has its tables, and what it logs, is up to the system.
#[test]
fn what_an_experiment_says_of_tables_and_checkpoints_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let plain = &SMALL[..SMALL.find("[device]").unwrap()];
    let measured = |section: &str| {
        std::fs::write(folder.path().join("other.toml"), format!("{plain}{section}")).unwrap();
        json(&["other.toml", "--batches", "2", "--systems", "pmem,cxl-b"], folder.path())["measured"].clone()
    };
    let expected = measured("");
    for section in [
        "[store]\ndirectory = \"store\"\n[store.dram]\ncache = \"1MiB\"\n",
        "[system]\nkind = \"automatic\"\n[checkpoint]\nmode = \"relaxed\"\n",
        "[system]\nkind = \"pmem\"\n",
    ] {
        assert_eq!(measured(section), expected, "{section}");
    }
    assert!(!folder.path().join("store").exists());
}

#[test]
fn a_log_that_does_not_fit_its_windows_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = compare(&[EXPERIMENT, "--systems", "cxl-b,cxl"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("note        CXL: a log of parameters takes 2.0 batches"), "{text}");
    // Parameters of 10 MB in the window of a small top MLP.
    let large = SMALL.replace("[13, 24, 32]", "[13, 8192, 320, 32]");
    std::fs::write(folder.path().join("large.toml"), large).unwrap();
    let output = compare(&["large.toml", "--systems", "cxl-b,cxl"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("note        CXL: interaction and top MLP leave too little time"), "{text}");
    // The same five windows, and ten times as many.
    let rare = |bottom: &str| SMALL.replace("[13, 24, 32]", bottom).replace("every = 2", "every = 30");
    std::fs::write(folder.path().join("rare.toml"), rare("[13, 8192, 320, 32]")).unwrap();
    let output = compare(&["rare.toml", "--systems", "cxl"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("note        CXL: a log of parameters takes 7."), "{text}");
    std::fs::write(folder.path().join("rare.toml"), rare("[13, 8192, 3200, 32]")).unwrap();
    let output = compare(&["rare.toml", "--systems", "cxl"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("note        CXL: it does not checkpoint at this rate"), "{text}");
}

#[test]
fn results_are_replaced_when_asked_and_mixed_with_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let forms = [
        &[EXPERIMENT, "--batches", "2", "--systems", "pmem"][..],
        &["--workload", "kaggle-dac", "--batch", "64", "--systems", "uvm"],
    ];
    for (form, out) in forms.into_iter().zip(["one", "two"]) {
        let compare = |more: &[&str]| {
            let output = compare(&[form, &["--out", out], more].concat(), folder.path());
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        assert_eq!(compare(&[]).0, Some(0));
        let csv = folder.path().join(out).join("compare.csv");
        let before = std::fs::read(&csv).unwrap();
        let (status, error) = compare(&["--set", "gpu_w=1000"]);
        assert!(status == Some(2) && error.contains("compare.csv: this file is there already"), "{error}");
        assert_eq!(std::fs::read(&csv).unwrap(), before);
        assert_eq!(compare(&["--set", "gpu_w=1000", "--overwrite"]).0, Some(0));
        assert_ne!(std::fs::read(&csv).unwrap(), before);
        std::fs::write(folder.path().join(out).join("notes.txt"), "mine").unwrap();
        let (status, error) = compare(&["--overwrite"]);
        assert!(
            status == Some(2) && error.contains("it holds \"notes.txt\", which `emberlane compare` has not made"),
            "{error}"
        );
    }
}

/// Data that end early: what is left to count is told, and nothing that it does not say.
#[test]
fn few_batches_are_told_and_too_few_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ending = |batches: u64| {
        let text = SMALL.replace("skew = 1.05\n", &format!("skew = 1.05\nbatches = {batches}\n"));
        std::fs::write(folder.path().join("ending.toml"), text).unwrap();
        compare(&["ending.toml", "--systems", "cxl,pmem"], folder.path())
    };
    for batches in [1, 2] {
        let output = ending(batches);
        let error = String::from_utf8_lossy(&output.stderr);
        let expected = format!("ending.toml: the data have {batches} batches; at least 3 are needed");
        assert!(
            output.status.code() == Some(1) && error.contains(&expected) && error.contains("data.batches"),
            "{error}"
        );
    }
    let text = String::from_utf8(ending(5).stdout).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("note PMEM: 2 batches count, of 4 that were asked for: 5 ran"), "{text}");
    assert!(text.contains("note CXL: no whole log of parameters was seen") && !text.contains("0.00 %"), "{text}");
}

/// What holds for several systems is said once.
#[test]
fn the_device_of_an_experiment_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bounds.toml"), SMALL.replace("\"model\"", "\"reference\"")).unwrap();
    let told = |file: &str| {
        let output = compare(&[file, "--batches", "2"], folder.path());
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let note = "note PCIe, CXL-D, CXL-B, CXL: a job of the device takes a lower bound (device.kind = \"reference\")";
    assert!(told("bounds.toml").contains(note), "{}", told("bounds.toml"));
    assert!(!told(EXPERIMENT).contains("device.kind"));
}

#[test]
fn people_get_a_hundred_columns() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &[EXPERIMENT, "--batches", "2"][..],
        &[EXPERIMENT, "--batches", "2", "--set", "host_index_ns=1e9"],
        &["--assumptions"],
        &["--workload", "kaggle-dac", "--batch", "64", "--systems", "uvm,nmp-cxl,ndrec"],
        &["--workload", "kaggle-dac", "--batch", "64", "--systems", "uvm", "--set", "gpu_w=1e9"],
        &["--workload", "kaggle-dac", "--assumptions"],
    ] {
        let output = compare(arguments, folder.path());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.lines().count() > 5, "{arguments:?}: {text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{arguments:?}: {} columns: {line}", line.chars().count());
        }
    }
}

#[test]
fn what_is_left_at_the_end_of_a_file_is_no_batch() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberlane"));
    command.args(["generate-data", "--out", "clicks.tsv", "--rows", "50"]).current_dir(folder.path());
    assert!(command.output().unwrap().status.success());
    let experiment = "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 26\nrows = 40\ndimension = 16\n\
                      [data]\nkind = \"criteo\"\npath = \"clicks.tsv\"\n[train]\nbatch_size = 16\n";
    std::fs::write(folder.path().join("criteo.toml"), experiment).unwrap();
    let workload = &json(&["criteo.toml", "--batches", "9"], folder.path())["workload"];
    assert_eq!(
        (&workload["batches"], &workload["samples"], &workload["entries"]),
        (&2.into(), &16.into(), &416.0.into())
    );
}

#[test]
fn every_number_says_where_it_is_from() {
    let folder = tempfile::tempdir().unwrap();
    let output = compare(&["--assumptions"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.status.success() && text.contains("fitted") && text.contains("MTrainS, Table 1"), "{text}");
}

#[test]
fn systems_of_ndrec_are_compared_on_a_workload() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["--workload", "kaggle-dac", "--batch", "64", "--smartssds", "2", "--systems", "uvm,ndrec"];
    let document = json(&ask, folder.path());
    let names: Vec<&str> =
        document["measured"].as_array().unwrap().iter().map(|each| each["system"].as_str().unwrap()).collect();
    assert_eq!(names, ["uvm", "ndrec"]);
    assert_eq!(document["iteration"]["setup"]["smartssds"], 2);
    assert_eq!((&document["iteration"]["tables"], &document["iteration"]["counted"]), (&26.into(), &3.into()));
    for form in ["csv", "md", "svg", "json"] {
        assert!(folder.path().join(format!("out/compare/compare.{form}")).is_file(), "{form}");
    }
    for (arguments, hint) in [
        (&[EXPERIMENT, "--systems", "ndrec"][..], "--workload"),
        (&["--workload", "kaggle-dac", "--systems", "cxl"], "--workload"),
        (&["--workload", "random-xl", "--criteo", "clicks.tsv"], "26 tables"),
        (&["--workload", "kaggle-dac", "--set", "idle_share=2"], "from 0 to 1"),
        (&["--workload", "kaggle-dac", "--set", "dram_efficiency=0"], "expected 0.001 at least"),
        (&[EXPERIMENT, "--gpus", "2"], "--gpus"),
    ] {
        let run = compare(arguments, folder.path());
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && error.contains(hint), "{arguments:?}: {error}");
    }
    let run = compare(&["--workload", "criteo-terabyte", "--systems", "table-wise"], folder.path());
    let error = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.code() == Some(1) && error.contains("table-wise") && error.contains("91.11 GB"), "{error}");
}

/// What is advised is what a comparison has: it has no --system, and the file's own system does not count.
#[test]
fn what_no_system_is_compared_with_is_refused_with_what_helps() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = |name: &str| format!("{}/../../experiments/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    for (name, advice) in [
        ("cluster", "remove [cluster]"),
        ("pool", "remove [pool]"),
        ("failures", "remove [failures]"),
        ("long-run", "use train.optimizer = \"sgd\""),
        ("larger-than-memory", "use train.optimizer = \"sgd\""),
    ] {
        let refused = compare(&[&experiment(name), "--batches", "2"], folder.path());
        let error = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{name}: {error}");
        assert!(error.trim_end().ends_with(advice) && error.contains(&format!("{name}.toml: ")), "{name}: {error}");
    }
}
