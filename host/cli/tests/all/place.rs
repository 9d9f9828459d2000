//! `emberlane place`, and trainings that take its file.

use std::path::Path;

use crate::program::output_in;

const EXPERIMENT: &str = "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 4\nrows = [600, 50, 300, 20]\ndimension = 16\nlookups = 3\n\
    [data]\nkind = \"synthetic\"\nbatches = 40\n[train]\nbatch_size = 32\noptimizer = \"rowwise-adagrad\"\nseed = 5\n\
    [save]\nevery = 7\n[store]\ndirectory = \"store\"\nprefetch = 2\nshards = 2\nlanes = 3\nsegment = \"4KiB\"\ngpus = 2\n\
    [store.hbm]\ntables = \"4KiB\"\n[store.dram]\ncache = \"8KiB\"\ntables = \"21KiB\"\n[store.scm]\ncache = \"9KiB\"\n";

fn write(folder: &Path, text: &str) {
    std::fs::write(folder.join("experiment.toml"), text).unwrap();
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn tables_are_placed_with_reasons_fills_and_loads() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), EXPERIMENT);
    let (code, printed, said) = output_in(folder.path(), &["place", "experiment.toml"]);
    assert_eq!(code, 0, "{said}");
    for part in
        ["memory  GPU", "HBM 0 ", "HBM 1 ", "DRAM ", "SSD ", "GPU 0 ", "GPU 1 ", "by greedy", "gap ", "it needs"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let (code, printed, _) = output_in(folder.path(), &["place", "experiment.toml", "--format", "json"]);
    let placed = json(&printed);
    assert_eq!(code, 0);
    // 68 bytes a row: those of 50 and 20 rows fit the HBM of a GPU, that of 300 rows DRAM, and that of 600 files.
    let tiers: Vec<&str> =
        placed["tables"].as_array().unwrap().iter().map(|table| table["tier"].as_str().unwrap()).collect();
    assert_eq!(tiers, ["ssd", "hbm", "dram", "hbm"], "{printed}");
    assert!(placed["tables"].as_array().unwrap().iter().all(|table| table["lookups"] == 3.0), "{printed}");
    let loads: Vec<f64> = placed["gpu_times_s"].as_array().unwrap().iter().map(|time| time.as_f64().unwrap()).collect();
    let of = |key: &str| placed[key].as_f64().unwrap();
    assert!(loads.len() == 2 && of("lookup_time_s") == loads[0].max(loads[1]) && of("gap") >= 0.0, "{printed}");
    // 3 rows of 64 bytes over half of 6 GB/s.
    assert!((of("lower_bound_s") / (3.0 * 64.0 / 3e9) - 1.0).abs() < 1e-9, "{printed}");
    for solver in ["size-only", "balanced", "in-turn"] {
        let (code, printed, _) = output_in(folder.path(), &["place", "experiment.toml", "--solver", solver]);
        assert!(code == 0 && printed.contains(&format!("by {solver}")), "{printed}");
        assert_eq!(printed.contains("puts all tables there"), solver != "size-only", "{printed}");
    }
    // The bound is the programme's own: it says that the greedy placement is the best.
    let milp = ["place", "experiment.toml", "--solver", "milp", "--nodes", "100", "--format", "json"];
    let (code, printed, said) = output_in(folder.path(), &milp);
    assert_eq!(code, 0, "{said}");
    let best = json(&printed);
    assert!(best["solver"] == "milp" && best["lookup_time_s"].as_f64().unwrap() <= of("lookup_time_s"), "{printed}");
    assert!(best["gap"].as_f64().unwrap() < 1e-5 && best["lower_bound_s"].as_f64() >= placed["lower_bound_s"].as_f64());
}

/// Wherever tables are: the bits of tables in files, also when a training is stopped by a kill and goes on.
#[test]
fn training_takes_the_placement_and_leaves_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let parameters = |out: &str| std::fs::read(folder.join(out).join("parameters.safetensors")).unwrap();
    write(folder, EXPERIMENT);
    assert_eq!(output_in(folder, &["train", "experiment.toml", "--out", "files"]).0, 0);
    assert_eq!(output_in(folder, &["place", "experiment.toml", "--out", "placement.json"]).0, 0);
    let placed = EXPERIMENT.replace("gpus = 2\n", "gpus = 2\nplacement = \"placement.json\"\n");
    write(folder, &placed);
    let (code, printed, said) = output_in(folder, &["train", "experiment.toml", "--out", "placed"]);
    assert_eq!(code, 0, "{said}");
    assert!(
        printed.contains("in hbm    2 tables of 70 rows") && printed.contains("in dram   1 tables of 300 rows"),
        "{printed}"
    );
    assert!(parameters("placed") == parameters("files"));
    let tiers = json(&std::fs::read_to_string(folder.join("placed/summary.json")).unwrap())["tiers"].clone();
    assert!(
        tiers["tables"][0]["rows"].as_u64().unwrap() > 0 && tiers["block"]["gets"].as_u64().unwrap() > 0,
        "{tiers}"
    );
    // From a state in the middle, to the same bits and counts.
    assert_eq!(output_in(folder, &["train", "experiment.toml", "--out", "cut", "--batches", "21"]).0, 0);
    let (code, _, said) = output_in(folder, &["train", "experiment.toml", "--out", "on", "--resume", "cut"]);
    assert_eq!(code, 0, "{said}");
    assert!(parameters("on") == parameters("files"));
    let on = json(&std::fs::read_to_string(folder.join("on/summary.json")).unwrap())["tiers"].clone();
    assert_eq!(on["tables"], tiers["tables"]);
    // What was saved belongs to one placement.
    assert_eq!(
        output_in(
            folder,
            &["place", "experiment.toml", "--solver", "balanced", "--out", "placement.json", "--overwrite"]
        )
        .0,
        0
    );
    let (code, _, said) = output_in(folder, &["train", "experiment.toml", "--out", "other", "--resume", "cut"]);
    assert!(code == 1 && said.contains("store.placement"), "{said}");
    // What the refused training has left is nothing to go on from; what was saved is whole.
    let (code, printed, said) = output_in(folder, &["store", "verify", "store"]);
    assert!(code == 1 && said.contains("was not closed"), "{printed}{said}");
    let saved = std::fs::read_dir(folder.join("cut/saves")).unwrap().next().unwrap().unwrap().path().join("store");
    let (code, printed, said) = output_in(folder, &["store", "verify", saved.to_str().unwrap()]);
    assert_eq!(code, 0, "{printed}{said}");
}

#[test]
fn what_cannot_be_placed_or_taken_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused_with = |status, text: &str, arguments: &[&str], expected: &[&str]| {
        write(folder, text);
        let (code, _, said) = output_in(folder, arguments);
        assert!(code == status && expected.iter().all(|part| said.contains(part)), "{expected:?}: {code}: {said}");
    };
    let refused = |text: &str, arguments: &[&str], expected: &[&str]| refused_with(1, text, arguments, expected);
    let place = ["place", "experiment.toml", "--out", "placement.json"];
    let train = ["train", "experiment.toml", "--out", "out"];
    let without = EXPERIMENT.split("[store]").next().unwrap();
    refused_with(2, without, &place, &["no [store]", "experiment.toml"]);
    let small = format!("{EXPERIMENT}[store.ssd]\ncapacity = \"20KiB\"\n");
    refused(&small, &place, &["no room", "65960 bytes", "SSD 20480 bytes", "store.ssd.capacity"]);
    refused(&EXPERIMENT.replace("gpus = 2", "gpus = 0"), &place, &["store.gpus: expected a whole number in 1..="]);
    refused(&EXPERIMENT.replace("tables = \"4KiB\"", "table = \"4KiB\""), &place, &["did you mean `tables`?"]);
    let placed = EXPERIMENT.replace("gpus = 2\n", "gpus = 2\nplacement = \"placement.json\"\n");
    refused(&placed, &train, &["placement.json", "cannot be read", "store.placement", "emberlane place"]);
    write(folder, &placed);
    assert_eq!(output_in(folder, &place).0, 0);
    let other = placed.replace("[600, 50, 300, 20]", "[600, 50, 301, 20]");
    refused(&other, &train, &["placement.json", "table 2 has 300 rows there, and 301 in the model", "emberlane place"]);
    let more = placed.replace("gpus = 2\n", "gpus = 3\n");
    refused(&more, &train, &["placement.json", "it is for 2 GPUs, and store.gpus = 3"]);
    let less = placed.replace("tables = \"21KiB\"", "tables = \"1KiB\"");
    refused(&less, &train, &["placement.json", "store.dram.tables has room for 1024"]);
    let (code, _, said) = output_in(folder, &["place", "experiment.toml", "--out", "."]);
    assert!(code == 2 && said.contains("folder"), "{said}");
}
