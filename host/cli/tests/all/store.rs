//! `emberlane store`, and trainings with [store] that are killed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::killed::train_through_kills;
use crate::program::output;

/// An experiment whose caches are small beside its tables, and that saves often.
fn experiment(folder: &Path, store: &str) -> String {
    let file = folder.join("experiment.toml");
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 3\nrows = [600, 50, 300]\ndimension = 16\nlookups = 3\n\
         [data]\nkind = \"synthetic\"\nbatches = 60\n[train]\nbatch_size = 32\noptimizer = \"rowwise-adagrad\"\nseed = 5\n\
         [save]\nevery = 3\n[store]\ndirectory = {store:?}\nprefetch = 2\nshards = 2\nlanes = 3\nsegment = \"4KiB\"\n\
         [store.dram]\ncache = \"8KiB\"\n[store.scm]\ncache = \"9KiB\"\n"
    );
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

fn summary(out: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(out.join("summary.json")).unwrap()).unwrap()
}

/// `kill -9` at any moment, in saving too: what goes on ends with the bits and the counts of a run that nobody killed.
#[test]
fn a_training_that_is_killed_goes_on_to_the_same_end() {
    let Some([cut, whole]) = killed(11, "logs", 12) else { panic!("every build has logs") };
    // Whether a row is read from a file, or while it is still in memory, is up to the lanes.
    let [cut, whole] = [cut, whole].map(|mut tiers| {
        tiers["block"]["blocks_read"] = 0.into();
        tiers
    });
    assert_eq!(cut, whole);
    assert!(whole["block"]["compacted"].as_u64().unwrap() > 0);
}

/// The same over RocksDB, whose own counts are its own.
#[test]
fn a_training_over_rocksdb_that_is_killed_goes_on_to_the_same_end() {
    let Some([cut, whole]) = killed(12, "rocksdb", 6) else {
        eprintln!("skipped: a build without the feature rocksdb has no RocksDB");
        return;
    };
    for part in ["batches", "rows", "caches", "course", "beside"] {
        assert_eq!(cut[part], whole[part], "{part}");
    }
    for part in ["gets", "found", "drawn", "sets", "held"] {
        assert_eq!(cut["block"][part], whole["block"][part], "{part}");
    }
    assert_eq!(whole["block"]["name"], "RocksDB");
}

/// Kills a training so many times, and lets it go on to the end; compares its parameters with those of one that nobody killed. Returns the
/// tiers of both; `None`: this build has no such backend.
fn killed(seed: u64, backend: &str, most_kills: usize) -> Option<[serde_json::Value; 2]> {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let experiment = |store: &str| {
        let file = experiment(folder.path(), store);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("[store]\n", &format!("[store]\nbackend = {backend:?}\n"))).unwrap();
        file
    };
    let file = experiment("whole-store");
    let started = std::time::Instant::now();
    let (code, _, said) = output(&["train", &file, "--out", &place("whole")]);
    if said.contains("this build has no RocksDB") {
        assert!(code == 1 && said.contains("scripts/setup") && said.contains("store.backend"), "{said}");
        assert!(!folder.path().join("whole-store").exists(), "what is refused makes no store");
        return None;
    }
    assert_eq!(code, 0, "{said}");
    let takes = started.elapsed();
    train_through_kills(seed, &experiment("cut-store"), &place("cut"), takes, most_kills);
    let file = |out: &str| std::fs::read(folder.path().join(out).join("parameters.safetensors")).unwrap();
    assert!(file("cut") == file("whole"), "seed {seed}: parameters differ");
    Some(["cut", "whole"].map(|out| summary(&folder.path().join(out))["tiers"].clone()))
}

/// A file system that takes no more: an error that says where, and a state to go on from.
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = experiment(folder.path(), "store");
    // Files of rows have 128 KiB, and what is saved of one that is not full may have nearly as much; everything else has less.
    let mut text = std::fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("rows = [600, 50, 300]", "rows = [100000, 50, 90000]"),
        ("batches = 60", "skew = 0.2\nbatches = 60"),
        ("segment = \"4KiB\"", "segment = \"128KiB\""),
        ("prefetch = 2\n", ""),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    std::fs::write(&file, text).unwrap();
    assert_eq!(output(&["train", &file, "--out", &place("whole")]).0, 0);
    let limited = "ulimit -f 120; exec \"$@\"";
    let arguments = ["-c", limited, "-", env!("CARGO_BIN_EXE_emberlane"), "train", &file, "--out", &place("cut")];
    let done = Command::new("bash").args(arguments).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("(shard ") && said.contains("rows cannot be written"), "{said}");
    let (code, _, said) = output(&["train", &file, "--out", &place("cut"), "--resume", &place("cut")]);
    assert_eq!(code, 0, "{said}");
    let file = |out: &str| std::fs::read(folder.path().join(out).join("parameters.safetensors")).unwrap();
    assert!(file("cut") == file("whole"));
}

#[test]
fn what_a_store_holds_is_said_and_what_is_damaged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), "store");
    let out = folder.path().join("out");
    let (code, printed, _) = output(&["train", &file, "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0);
    for part in ["tiers       ", "  dram ", "  scm ", "  files ", "rows written"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let store = folder.path().join("store");
    let folder_of = store.to_str().unwrap();
    let (code, printed, _) = output(&["store", "stat", folder_of]);
    assert!(
        code == 0 && printed.contains("closed, after 60 batches") && printed.contains("drawn from seed 5"),
        "{printed}"
    );
    let (code, printed, _) = output(&["store", "stat", folder_of, "--format", "json"]);
    let stat: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((code, &stat["saved"]["rows"]), (0, &summary(&out)["tiers"]["block"]["held"]));
    let (code, printed, _) = output(&["store", "verify", folder_of]);
    assert!(code == 0 && printed.contains("all of it is what was written"), "{printed}");
    let svg = folder.path().join("hits.svg");
    let (code, printed, _) = output(&["store", "chart", folder_of, "--out", svg.to_str().unwrap()]);
    assert!(code == 0 && printed.contains("60 points"), "{printed}");
    // Of the last batch, what the summary's course says in other words.
    let course = summary(&out)["tiers"]["course"].as_array().unwrap().clone();
    let of = |point: usize, key: &str| course[point][key].as_u64().unwrap();
    let dram = |point: usize| course[point]["hits"][0].as_u64().unwrap();
    let last = 100.0 * (dram(59) - dram(58)) as f64 / (of(59, "rows") - of(58, "rows")) as f64;
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.contains(&format!("data-value=\"60 {last}\"")), "{last}: {drawn}");
    assert_eq!(of(59, "rows"), summary(&out)["tiers"]["rows"].as_u64().unwrap());
    let (code, printed, _) = output(&["store", "compact", folder_of, "--format", "json"]);
    let done: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert!(code == 0 && done["bytes_after"].as_u64() < done["bytes_before"].as_u64(), "{printed}");
    assert_eq!(done["rows"], stat["saved"]["rows"]);
    let (code, printed, _) = output(&["store", "verify", folder_of]);
    assert!(code == 0 && printed.contains("all of it is what was written"), "{printed}");
    let damaged = std::fs::read_dir(&store).unwrap().flatten().map(|entry| entry.path());
    let damaged = damaged.filter(|path| path.extension().is_some_and(|ending| ending == "rows")).min().unwrap();
    let mut bytes = std::fs::read(&damaged).unwrap();
    bytes[100] ^= 4;
    std::fs::write(&damaged, bytes).unwrap();
    let (code, printed, _) = output(&["store", "verify", folder_of]);
    let name = damaged.file_name().unwrap().to_str().unwrap();
    assert!(code == 1 && printed.contains(name) && printed.contains("shard 0, block 0, slot 1"), "{printed}");
    let (code, _, said) = output(&["store", "stat", out.to_str().unwrap()]);
    assert!(code == 1 && said.contains("no store"), "{said}");
}

#[test]
fn an_error_of_the_section_names_file_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), "store");
    let good = std::fs::read_to_string(&file).unwrap();
    for (from, to, expected) in [
        ("cache = \"8KiB\"", "cache = \"16 kilos\"", "store.dram.cache: expected a number of B, KiB"),
        ("cache = \"8KiB\"", "cache = \"8000TiB\"", "store.dram.cache: expected 0 to"),
        ("cache = \"8KiB\"", "cache = 16", "store.dram.cache: expected a string"),
        ("prefetch = 2", "prefetsh = 2", "did you mean `prefetch`?"),
        ("[store.dram]\ncache", "[store.dram]\ncash", "did you mean `cache`?"),
        ("shards = 2", "shards = 0", "store.shards: expected a whole number in 1..=999"),
        ("[store.dram]\ncache = \"8KiB\"\n", "", "store.scm: this has no effect"),
        ("directory = \"store\"\n", "", "store.directory is missing"),
        ("[save]\n", "[device]\nkind = \"model\"\n[save]\n", "device.kind: this has no effect"),
    ] {
        assert!(good.contains(from), "{from}");
        std::fs::write(&file, good.replacen(from, to, 1)).unwrap();
        let (code, _, said) = output(&["train", &file, "--out", folder.path().join("out").to_str().unwrap()]);
        assert!(code == 1 && said.contains(expected) && said.contains("experiment.toml"), "{expected}: {said}");
    }
}

/// What is for a device is refused, from the file and from the options, with the keys to change.
#[test]
fn devices_systems_and_checkpoints_are_refused_beside_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), "store");
    let good = std::fs::read_to_string(&file).unwrap().replace("optimizer = \"rowwise-adagrad\"\n", "");
    let out = folder.path().join("out");
    let train = |more: &[&str]| {
        let (code, _, said) = output(&[&["train", &file, "--out", out.to_str().unwrap()], more].concat());
        (code, said)
    };
    std::fs::write(&file, &good).unwrap();
    let systems = ["software-copy", "automatic", "ndrec", "ssd", "pmem", "pcie", "cxl-d", "cxl-b", "cxl", "dram"]
        .map(|system| (vec!["--system", system], "use --system none, or remove [store]"));
    let modes =
        ["redo", "undo", "relaxed"].map(|mode| (vec!["--checkpoint", mode], "use --checkpoint none, and [save]"));
    let devices = ["model", "rtl"].map(|device| (vec!["--device", device], "use --device reference"));
    let relaxed = (vec!["--lookup", "relaxed"], "use train.lookup = \"strict\"");
    for (options, expected) in systems.into_iter().chain(modes).chain(devices).chain([relaxed]) {
        let (code, said) = train(&options);
        assert!(code == 1 && said.contains("[store]") && said.contains(expected), "{options:?}: {code}, {said}");
        assert!(!folder.path().join("store").exists(), "{options:?}: what is refused makes no store");
    }
    for (section, expected) in [
        ("[system]\nkind = \"pmem\"\n", "system.kind: this has no effect"),
        ("[system]\nlink = \"ndrec\"\n", "system.link: this has no effect"),
        ("[checkpoint]\nmode = \"undo\"\n", "checkpoint.mode: this has no effect"),
        ("[checkpoint]\nevery = 4\n", "checkpoint.every: this has no effect"),
        ("[device]\ndesign = \"smartssd\"\n", "device.design: this has no effect"),
    ] {
        std::fs::write(&file, format!("{good}{section}")).unwrap();
        let (code, said) = train(&[]);
        assert!(code == 1 && said.contains(expected) && said.contains("[store]"), "{section}: {code}, {said}");
    }
}

/// Simulated time is that of the media alone: the same in another run, with other figures when a medium is another.
#[test]
fn simulated_time_repeats_and_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let train = |name: &str, medium: &str| {
        let file = experiment(folder.path(), &format!("{name}-store"));
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.replace("prefetch = 2\n", "prefetch = 2\ntime = \"simulated\"\n");
        std::fs::write(&file, text + &format!("[store.ssd]\nmedium = {medium:?}\ncapacity = \"1GiB\"\n")).unwrap();
        let out = folder.path().join(name);
        let (code, printed, said) = output(&["train", &file, "--out", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{said}");
        (summary(&out)["tiers"]["media"].clone(), printed)
    };
    let (first, printed) = train("first", "nand");
    for part in
        ["  simulated ", "waited for ssd, most by its latency", "  ssd       nand: ", " accesses/s, ", " J", "endures"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert_eq!(first, train("second", "nand").0);
    let (faster, _) = train("third", "bla-scm");
    let ps = |media: &serde_json::Value| media["elapsed_ps"].as_u64().unwrap();
    assert!(ps(&faster) < ps(&first));
    let reads = |media: &serde_json::Value| media["media"].as_array().unwrap().last().unwrap()["reads"].clone();
    assert_eq!(reads(&faster), reads(&first));
}

/// Where a training is a part of a server, rates are the server's: its accesses and bytes over its time. What is written to files is in blocks
/// there and here, so that as many accesses are of the server.
#[test]
fn rates_of_a_part_are_those_of_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = experiment(folder.path(), "store");
    let text = std::fs::read_to_string(&file).unwrap();
    let server = "[store]\nconfiguration = \"configBYA-1\"\nscale = 1000\ntime = \"simulated\"\n";
    std::fs::write(&file, text.replace("[store]\n", server)).unwrap();
    let out = folder.path().join("out");
    let (code, printed, said) = output(&["train", &file, "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}");
    let media = summary(&out)["tiers"]["media"].clone();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let seconds = number(&media["elapsed_ps"]) / 1e12;
    for medium in media["media"].as_array().unwrap() {
        let sum = |parts: [&str; 2]| number(&medium[parts[0]]) + number(&medium[parts[1]]);
        let (accesses, bytes) = (sum(["reads", "writes"]), sum(["bytes_read", "bytes_written"]));
        let of_server = number(&medium["of_server"]);
        let is_of_files = medium["memory"] == "ssd";
        assert_eq!(of_server < 1000.0 * accesses, is_of_files, "{medium}");
        let rates = format!("{:.0} accesses/s, {:.1} MB/s", of_server / seconds, 1000.0 * bytes / seconds / 1e6);
        assert!(printed.contains(&rates), "{medium}: {rates} in\n{printed}");
    }
}
