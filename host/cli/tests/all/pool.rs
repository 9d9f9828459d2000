//! `emberlane pool`, and trainings with [pool] that are killed.

use std::path::Path;

use crate::killed::train_through_kills;
use crate::program::output;

/// An experiment that saves often; with its tables in this pool, or in memory.
fn experiment(folder: &Path, pool: Option<&str>) -> String {
    let file = folder.join("experiment.toml");
    let pool = pool.map_or(String::new(), |pool| format!("[pool]\npath = {pool:?}\ncache = \"9KiB\"\nslots = 3\n"));
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 3\nrows = [600, 50, 300]\ndimension = 16\nlookups = 3\n\
         [data]\nkind = \"synthetic\"\nbatches = 60\n[train]\nbatch_size = 32\noptimizer = \"rowwise-adagrad\"\nseed = 5\n\
         [save]\nevery = 3\n{pool}"
    );
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// `kill -9` at any moment, in saving too: what goes on ends with the bits of a run in memory that nobody killed.
#[test]
fn a_training_in_a_pool_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, timed, cut) = (place("whole"), place("timed"), place("cut"));
    assert_eq!(output(&["train", &experiment(folder.path(), None), "--out", &whole]).0, 0);
    let started = std::time::Instant::now();
    assert_eq!(output(&["train", &experiment(folder.path(), Some("timed.pool")), "--out", &timed]).0, 0);
    let takes = started.elapsed();
    train_through_kills(13, &experiment(folder.path(), Some("cut.pool")), &cut, takes, 12);
    let file = |out: &str| std::fs::read(Path::new(out).join("parameters.safetensors")).unwrap();
    assert!(file(&timed) == file(&whole), "parameters differ without a kill");
    assert!(file(&cut) == file(&whole), "parameters differ after kills");
}

/// A pool with too few slots says so, and what to do; a larger one is made of it, and the run goes on to the bits of one in memory.
#[test]
fn a_full_pool_becomes_a_larger_one() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(output(&["train", &experiment(folder.path(), None), "--out", &place("whole")]).0, 0);
    let with_slots = |pool: &str, slots: &str| {
        let file = experiment(folder.path(), Some(pool));
        let text = std::fs::read_to_string(&file).unwrap().replace("slots = 3", slots);
        std::fs::write(&file, text).unwrap();
        file
    };
    let file = with_slots("small.pool", "slots = 1");
    let (code, _, problem) = output(&["train", &file, "--out", &place("cut")]);
    assert!(code == 1 && problem.contains("is full") && problem.contains("pool copy"), "{problem}");

    let file = with_slots("small.pool", "slots = 4");
    let (code, _, problem) = output(&["train", &file, "--out", &place("cut"), "--resume", &place("cut")]);
    assert!(code == 1 && problem.contains("pool copy") && problem.contains("--for"), "{problem}");
    let (small, large) = (place("small.pool"), place("large.pool"));
    let (code, said, problem) = output(&["pool", "copy", &small, &large, "--for", &file]);
    assert_eq!(code, 0, "{said}{problem}");
    let checked = |pool: &str| {
        let (code, said, problem) = output(&["pool", "check", pool, "--format", "json"]);
        assert_eq!(code, 0, "{said}{problem}");
        let mut checked: serde_json::Value = serde_json::from_str(&said).unwrap();
        let slots = checked["slots"].take().as_u64().unwrap();
        let empty = checked["empty_slots"].take().as_u64().unwrap();
        (checked, slots - empty)
    };
    assert_eq!(checked(&large), checked(&small), "but for empty slots they are the same");

    let file = with_slots("large.pool", "slots = 4");
    let (code, _, problem) = output(&["train", &file, "--out", &place("cut"), "--resume", &place("cut")]);
    assert_eq!(code, 0, "{problem}");
    let parameters = |out: &str| std::fs::read(Path::new(&place(out)).join("parameters.safetensors")).unwrap();
    assert!(parameters("cut") == parameters("whole"), "parameters differ");

    let (code, _, problem) = output(&["pool", "copy", &large, &place("x"), "--for", &with_slots("x", "slots = 1")]);
    assert!(code == 1 && problem.contains("no fewer slots"), "{problem}");
    let (code, _, problem) = output(&["pool", "copy", &large, &place("x"), "--for", &experiment(folder.path(), None)]);
    assert!(code == 2 && problem.contains("has no [pool]"), "{problem}");
    assert!(!Path::new(&place("x")).exists());
}

#[test]
fn a_pool_is_checked_exported_and_copied() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pool, copy, rows) = (place("rows.pool"), place("copy.pool"), place("rows.safetensors"));
    let file = experiment(folder.path(), Some("rows.pool"));
    let (code, said, problem) = output(&["train", &file, "--out", &place("out")]);
    assert_eq!(code, 0, "{problem}");
    assert!(said.contains("pool (process)") || said.contains("pool (dax)"), "{said}");
    let (code, said, _) = output(&["pool", "check", &pool]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("all rows are there") && !said.contains("DAMAGED"), "{said}");
    assert_eq!(output(&["pool", "copy", &pool, &copy]).0, 0);
    let (code, said, _) = output(&["pool", "check", &copy, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, json["dimension"].as_u64(), json["state"].as_u64()), (0, Some(16), Some(1)));
    let newest = json["checkpoints"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((newest["checkpoint"].as_u64(), newest["whole"].as_bool()), (Some(60), Some(true)));

    // What is exported are the rows of the parameters that training left, as the library reads both.
    let (code, said, problem) = output(&["pool", "export", &copy, "--out", &rows]);
    assert_eq!(code, 0, "{said}{problem}");
    let (rows, parameters) =
        (std::fs::read(rows).unwrap(), std::fs::read(place("out/parameters.safetensors")).unwrap());
    let rows = safetensors::SafeTensors::deserialize(&rows).unwrap();
    let parameters = safetensors::SafeTensors::deserialize(&parameters).unwrap();
    let tables: Vec<&[u8]> = (0..3)
        .map(|table| {
            let mut names: Vec<&str> = parameters.names().into_iter().filter(|name| name.contains("emb")).collect();
            names.sort_unstable();
            parameters.tensor(names[table]).unwrap().data()
        })
        .collect();
    let keys = rows.tensor("keys").unwrap();
    let weights = rows.tensor("weights").unwrap();
    assert_eq!((keys.shape()[0] as u64, weights.shape()[1]), (newest["rows"].as_u64().unwrap(), 16));
    assert_eq!(rows.tensor("state").unwrap().shape()[1], 1);
    for (key, weights) in keys.data().chunks_exact(8).zip(weights.data().chunks_exact(64)) {
        let key = u64::from_le_bytes(key.try_into().unwrap());
        let (table, row) = ((key >> 32) as usize, key as u32 as usize);
        assert_eq!(&tables[table][row * 64..][..64], weights, "row {row} of table {table}");
    }

    let mut bytes = std::fs::read(&copy).unwrap();
    let used = (12_288..bytes.len()).step_by(128).find(|at| bytes[*at + 4..*at + 8] == *b"EMBS").unwrap();
    bytes[used + 40] ^= 1;
    std::fs::write(&copy, &bytes).unwrap();
    let (code, said, _) = output(&["pool", "check", &copy]);
    assert!(code == 1 || said.contains("unreadable  1 slots"), "{said}");
    let (code, _, problem) = output(&["pool", "check", &place("experiment.toml")]);
    assert!(code == 1 && problem.contains("is no pool"), "{problem}");
    let (code, _, problem) = output(&["pool", "export", &pool, "--out", &place("x"), "--checkpoint", "1"]);
    assert!(code == 1 && problem.contains("no checkpoint 1"), "{problem}");
}
