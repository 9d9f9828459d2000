//! Commands used wrongly: exit status 2, a message that names the option, and nothing written.

use std::path::Path;
use std::process::Command;

use crate::compare::SMALL;

const EXPERIMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/rm1.toml");
const SYNTHETIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/synthetic.toml");
const PLACED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/placed-tables.toml");
const SWEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/sweep.toml");
#[cfg(feature = "cluster")]
const CLUSTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/cluster.toml");
const POWER_LOSS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/power-loss.toml");

/// Status and standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_emberlane")).args(arguments).current_dir(folder).output().unwrap();
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

#[track_caller]
fn refused(cases: &[(&[&str], &[&str])]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "old").unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for (arguments, expected) in cases {
        let (status, error) = run(folder.path(), arguments);
        assert!(status == Some(2), "{arguments:?}: {status:?}: {error}");
        for part in *expected {
            assert!(error.contains(part), "{arguments:?}: expected {part:?} in {error}");
        }
    }
    let mut left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["file", "folder"], "what is refused writes nothing");
    assert_eq!(std::fs::read(folder.path().join("file")).unwrap(), b"old");
}

#[test]
fn compare_refuses_what_has_no_effect() {
    refused(&[
        (&["compare", EXPERIMENT, "--set", "cpu_w=50", "--set", "cpu_w=60"], &["--set cpu_w is there twice"]),
        (&["compare", EXPERIMENT, "--systems", "pmem,cxl,pmem"], &["--systems pmem is there twice"]),
        (&["compare", "--assumptions", "--systems", "cxl"], &["--assumptions", "--systems"]),
        (&["compare", "--assumptions", "--out", "new"], &["--assumptions", "--out"]),
        (&["compare", "--assumptions", "--overwrite"], &["--assumptions", "--overwrite"]),
        (&["compare", "--assumptions", "--batches", "3"], &["--assumptions", "--batches"]),
        (&["compare", EXPERIMENT, "--assumptions"], &["--assumptions", "EXPERIMENT.toml"]),
        (&["compare", "--assumptions", "--workload", "kaggle-dac", "--gpus", "2"], &["--assumptions", "--gpus"]),
        (&["compare", EXPERIMENT, "--out", "file"], &["--out file", "name a folder"]),
        (&["compare", EXPERIMENT, "--out", "file/below"], &["file is a file", "name a folder"]),
        (&["compare", "--workload", "kaggle-dac", "--batch", "1"], &["--batch 1 with --gpus 4", "a larger --batch"]),
        (&["compare", "--workload", "kaggle-dac", "--batch", "2", "--gpus", "3"], &["--batch 2 with --gpus 3"]),
        (&["compare", "folder"], &["folder: this is a folder; name a file"]),
        (&["compare", "--workload", "kaggle-dac", "--criteo", "folder"], &["--criteo folder", "name a file"]),
        (&["compare", "--workload", "kaggle-dac", "--batches", "3"], &["--batches", "--workload"]),
    ]);
}

#[test]
fn crash_test_refuses_what_has_no_effect() {
    let cut = |more: &'static [&'static str]| [&["crash-test", POWER_LOSS, "--device", "reference"], more].concat();
    let cases: Vec<(Vec<&str>, &[&str])> = vec![
        (cut(&["--exhaustive", "0..99999999"]), &["--exhaustive 0..99999999", "cycles 0.."]),
        (cut(&["--exhaustive-batches", "3..999"]), &["--exhaustive-batches 3..999", "batches 0..20"]),
        (cut(&["--exhaustive", "0..9", "--only", "99"]), &["no cut 99"]),
        (cut(&["--fault", "one-slot"]), &["--fault needs --device rtl"]),
        (cut(&["--only", "3", "--trace", "wave.fst"]), &["--trace needs --device rtl"]),
        (cut(&["--dump", "file"]), &["--dump file", "name a folder"]),
        (cut(&["--dump", "."]), &["--dump .", "it holds \"file\"", "has not made"]),
        (cut(&["--overwrite"]), &["--trace", "--dump"]),
        (cut(&["--cuts", "-1"]), &["-1", "--cuts"]),
        (vec!["crash-test", "folder"], &["folder: this is a folder; name a file"]),
        (vec!["crash-test", POWER_LOSS, "--only", "3", "--trace", POWER_LOSS], &["the command reads this file"]),
    ];
    let cases: Vec<(&[&str], &[&str])> = cases.iter().map(|(arguments, expected)| (&**arguments, *expected)).collect();
    refused(&cases);
}

#[test]
fn other_commands_refuse_what_has_no_effect() {
    refused(&[
        (&["reproduce", "--list", "--out", "new"], &["--list", "--out"]),
        (&["reproduce", "--list", "--threads", "2"], &["--list", "--threads"]),
        (&["reproduce", "tcxl-fig12", "tcxl-fig12"], &["FIGURE tcxl-fig12 is there twice"]),
        (&["reproduce", "tcxl-fig12", "--threads", "0"], &["0 is not in 1..=1024"]),
        (&["reproduce", "tcxl-fig12", "--threads", "100000"], &["100000 is not in 1..=1024"]),
        (&["reproduce", "--list", "--raw", "new"], &["--list", "--raw"]),
        (&["reproduce", "tcxl-fig12", "--raw", "folder"], &["--raw folder", "name a file"]),
        (&["reproduce", "tcxl-fig12", "--raw", "file/below"], &["--raw", "file is a file; name a folder"]),
        (&["reproduce", "tcxl-fig12", "--out", "file"], &["--out file", "name a folder"]),
        (&["reproduce", "tcxl-fig9a", "--criteo", "folder"], &["--criteo folder", "name a file"]),
        (&["bench", "mlp", "--rtl"], &["--rtl has no effect on mlp; it is for model"]),
        (&["bench", "--seed", "3"], &["--seed has no effect on embedding, mlp"]),
        (&["bench", "model", "--batches", "3"], &["--batches has no effect on model"]),
        (&["bench", "model", "--tables", "3"], &["--tables has no effect on model; it is for rtl"]),
        (&["bench", "mlp", "--folder", "."], &["--folder has no effect on mlp; it is for store"]),
        (&["bench", "all", "mlp"], &["name nothing beside it"]),
        (&["bench", "dlrm", "--preset", "rm5"], &["--preset", "expected one of rm1, rm2, rm3, rm4"]),
        (&["bench", "mlp", "--preset", "rm1"], &["--preset has no effect on mlp; it is for dlrm"]),
        (&["bench", "mlp", "mlp"], &["WHAT mlp is there twice"]),
        (&["bench", "model", "--media", "paper"], &["--media", "no medium `paper`"]),
        (&["bench", "rtl", "--dimension", "17"], &["--dimension", "a multiple of 16 in 16..=256"]),
        (&["bench", "rtl", "--skew", "nan"], &["--skew", "0..=100"]),
        (&["bench", "mlp", "--batches", "-4"], &["-4", "--batches"]),
        (&["generate-data", "--out", "folder"], &["--out folder", "name a file"]),
        (&["generate-data", "--out", "file/clicks.tsv"], &["--out", "file is a file; name a folder"]),
        (&["generate-data", "--out", "file"], &["--out file: this file is there already", "--overwrite"]),
        (&["generate-data", "--out", "new.tsv", "--rows", "-1"], &["-1", "--rows"]),
        (&["man", "--out", "file"], &["--out file", "name a folder"]),
        (&["man", "--overwrite"], &["--out"]),
    ]);
}

#[test]
fn no_file_is_lost_that_nobody_gave_up() {
    let read = "the command reads this file";
    let there = "this file is there already: choose another, or replace it with --overwrite";
    refused(&[
        (&["pool", "export", "file", "--out", "file", "--overwrite"], &["--out file", read, "emberlane pool export"]),
        (&["pool", "export", "file", "--out", "folder/../file"], &[read]),
        (&["pool", "export", POWER_LOSS, "--out", "file"], &["--out file", there]),
        (&["pool", "copy", "file", "file"], &["COPY file", read]),
        (&["pool", "copy", POWER_LOSS, "file"], &["COPY file", "this is there already: choose another"]),
        (&["place", PLACED, "--out", PLACED, "--overwrite"], &["--out", read]),
        (&["place", PLACED, "--out", "file"], &["--out file", there]),
        (&["sweep", SWEEP, "--list", SWEEP, "--overwrite"], &["--list", read]),
        (&["sweep", SWEEP, "--slurm", SYNTHETIC, "--overwrite"], &["--slurm", read]),
        (&["sweep", SWEEP, "--list", "file"], &["--list file", there]),
        (&["reproduce", "tcxl-fig12", "--raw", "file"], &["--raw file", there]),
        (&["store", "chart", "folder", "--out", "file"], &["--out file", there, "emberlane store chart"]),
        (&["store", "chart", "folder", "--out", "folder/chart.svg"], &["in the store's own folder"]),
    ]);
}

#[test]
fn results_are_not_mixed_with_other_things() {
    let foreign = "it holds \"file\"";
    refused(&[
        (&["train", SYNTHETIC, "--out", "."], &[foreign, "no run has made", "--out"]),
        (&["train", SYNTHETIC, "--out", ".", "--overwrite"], &[foreign]),
        (&["man", "--out", "."], &["--out .", foreign, "`emberlane man` has not made"]),
        (&["man", "--out", ".", "--overwrite"], &["--out .", foreign]),
        (&["sweep", SWEEP, "--out", "."], &["--out .", foreign, "`emberlane sweep` has not made"]),
        (&["reproduce", "tcxl-fig12", "--out", "."], &["--out .", foreign, "`emberlane reproduce` has not made"]),
        (
            &["reproduce", "tcxl-fig12", "--out", "new", "--raw", "new/raw.json"],
            &["--raw new/raw.json", "another folder"],
        ),
        (&["reproduce", "tcxl-fig12", "--out", "new", "--raw", "folder/../new/in/raw.json"], &["in --out new"]),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let plain = SMALL.split("[device]").next().unwrap();
    let store = format!("{plain}[store]\ndirectory = \"place/store\"\n");
    std::fs::write(folder.path().join("store.toml"), store).unwrap();
    for out in ["place/store", "place/store/in", "place", "."] {
        let (status, error) = run(folder.path(), &["train", "store.toml", "--out", out]);
        assert!(status == Some(2) && error.contains("store.directory is"), "{out}: {error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn options_without_effect_are_refused() {
    refused(&[
        (&["place", PLACED, "--nodes", "5"], &["--nodes has no effect", "--solver milp"]),
        (&["place", PLACED, "--overwrite"], &["--out"]),
        (&["place", SYNTHETIC], &["there is no [store]", "emberlane place"]),
        (&["sweep", SWEEP, "--overwrite", "--out", "new"], &["--overwrite has no effect", "--list"]),
        (&["reproduce", "tcxl-fig12", "--overwrite"], &["--raw"]),
        (&["train", "folder"], &["EXPERIMENT", "this is a folder; name a file"]),
        (&["pool", "check", "folder"], &["POOL", "this is a folder; name a file"]),
    ]);
}

#[cfg(feature = "cluster")]
#[test]
fn cluster_commands_refuse_what_has_no_effect() {
    refused(&[
        (&["train", SYNTHETIC, "--trust-network"], &["--trust-network has no effect", "[cluster]"]),
        (&["cluster", CLUSTER, "--out", "new", "--overwrite", "--", "--nope"], &["--nope"]),
        (&["cluster", CLUSTER, "--out", "new", "--overwrite", "--", "--power-loss", "3"], &["--checkpoint"]),
        (&["cluster", CLUSTER, "--out", "new", "--", "--seed", "5"], &["--seed behind --", "before --"]),
        (&["cluster", CLUSTER, "--out", "new", "--", "--rank", "1"], &["--rank behind --", "leave it out"]),
        (&["cluster", CLUSTER, "--out", ".", "--overwrite"], &["it holds \"file\"", "emberlane cluster"]),
        (
            &["cluster", CLUSTER, "--out", "new", "--batches", "9", "--kill", "shard 1 at batch 10"],
            &["--kill", "has 9 batches"],
        ),
        (&["cluster", CLUSTER, "--out", "new", "--ports", "1-2"], &["--ports", "separated by commas"]),
        (&["certificates", ".", CLUSTER], &["DIR .", "it holds \"file\""]),
        (&["pool", "reshard", CLUSTER, "--shards", "3", "--to", "folder"], &["--to folder", "is there already"]),
    ]);
}

/// What is stopped leaves no part of its file.
#[test]
fn data_that_is_stopped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_emberlane"))
        .args(["generate-data", "--out", "clicks.tsv", "--rows", "1000000000"])
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    while std::fs::read_dir(folder.path()).unwrap().count() == 0 {
        assert!(begun.elapsed().as_secs() < 60, "it has not begun");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("bash").args(["-c", &format!("kill -TERM {}", child.id())]).status().unwrap();
    assert!(killed.success());
    let done = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.code() == Some(1) && error.contains("stopped: --out clicks.tsv was not written"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(feature = "export")]
#[test]
fn exports_refuse_what_has_no_effect() {
    refused(&[
        (&["export-packages", "--clock-hz", "0"], &["0 is not in 1..=1000000000000"]),
        (&["export-packages", "--design", "none", "--out", "new"], &["none", "cxl_mem"]),
        (&["export-packages", "--design", "smartssd", "--out", "file"], &["--out file", "name a folder"]),
        (&["export-packages", "--design", "smartssd", "--out", "."], &["--out .", "it holds \"file\"", "has not made"]),
        (&["export-packages", "--check", "--overwrite"], &["--check", "--overwrite"]),
        (&["export-verilog", "--clock-hz", "0"], &["0 is not in 1..=1000000000000"]),
        (&["export-verilog", "--list", "--out", "new"], &["--list", "--out"]),
        (&["export-verilog", "--design", "none", "--out", "new"], &["none", "cxl_mem"]),
        (&["export-verilog", "--list", "--overwrite"], &["--list", "--overwrite"]),
        (&["export-verilog", "--design", "smartssd", "--out", ".", "--overwrite"], &["--out .", "it holds \"file\""]),
        (&["export-verilog", "--design", "smartssd", "--out", "file"], &["--out file", "name a folder"]),
    ]);
}

/// A disk that takes no more: the shell's limit on the size of a file makes every write fail, and what was there stays.
#[test]
fn a_full_disk_leaves_old_results_whole() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.toml"), SMALL).unwrap();
    let commands: [&[&str]; 4] = [
        &["compare", "small.toml", "--batches", "2", "--systems", "cxl,pmem", "--out", "out", "--overwrite"],
        &["reproduce", "ndrec-fig6", "--out", "out"],
        &["man", "--out", "out", "--overwrite"],
        &["generate-data", "--out", "out/clicks.tsv", "--rows", "500", "--overwrite"],
    ];
    for arguments in commands {
        let (status, error) = run(folder.path(), arguments);
        assert_eq!(status, Some(0), "{error}");
        let out = folder.path().join("out");
        let files = || -> Vec<(std::ffi::OsString, Vec<u8>)> {
            let read = |entry: std::io::Result<std::fs::DirEntry>| {
                let entry = entry.unwrap();
                (entry.file_name(), std::fs::read(entry.path()).unwrap())
            };
            let mut files: Vec<_> = std::fs::read_dir(&out).unwrap().map(read).collect();
            files.sort();
            files
        };
        // Every file is older, and differs from what would be written.
        for (name, _) in files() {
            std::fs::write(out.join(name), "what was there").unwrap();
        }
        let before = files();
        let command = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let full = Command::new("bash")
            .args(["-c", command, env!("CARGO_BIN_EXE_emberlane")])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&full.stderr);
        assert_eq!(full.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("File too large"), "{error}");
        assert_eq!(files(), before, "{arguments:?}: old results stay, and nothing else is left");
        std::fs::remove_dir_all(&out).unwrap();
    }
}
