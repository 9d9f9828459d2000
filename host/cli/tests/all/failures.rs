//! Trainings of which shards die.

use std::path::Path;

use crate::program::output;

fn experiment(folder: &Path, failures: &str) -> String {
    let file = folder.join("experiment.toml");
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 3\nrows = [600, 50, 300]\ndimension = 16\nlookups = 3\n\
         [data]\nkind = \"synthetic\"\nbatches = 40\n[train]\nbatch_size = 32\nseed = 5\n{failures}"
    );
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn shards_that_die_lose_what_they_had_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let train = |name: &str, failures: &str| {
        let (status, said, error) = output(&["train", &experiment(folder.path(), failures), "--out", &place(name)]);
        assert_eq!(status, 0, "{error}");
        let summary = std::fs::read(folder.path().join(name).join("summary.json")).unwrap();
        let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap();
        (said, summary, std::fs::read(folder.path().join(name).join("parameters.safetensors")).unwrap())
    };
    let (_, summary, whole) = train("whole", "");
    assert!(summary["failures"].is_null());
    // Nothing is lost behind a save, and nothing else changes: the bits are those of a device.
    let spared = "[failures]\nshards = 4\ninterval = 8\nafter = [16, 40]\ndies = [1, 3]\n";
    let (said, summary, parameters) = train("spared", spared);
    assert!(parameters == whole, "parameters differ though nothing was lost");
    assert_eq!(summary["failures"]["portion_of_lost_samples"], 0.0);
    assert!(said.contains("shard 1 after 16 batches: 0 updates of 0 rows, 0 samples"), "{said}");
    // Of 40 batches shard 1 loses 7, a fourth of the tables.
    let lost = "[failures]\nshards = 4\ninterval = 8\nafter = 23\ndies = 1\npolicy = \"mfu\"\n";
    let (said, summary, parameters) = train("lost", lost);
    assert!(parameters != whole);
    let failures = &summary["failures"];
    assert_eq!(failures["portion_of_lost_samples"], 7.0 / (40.0 * 4.0));
    assert_eq!(failures["deaths"][0]["lost_samples"], 7 * 32);
    assert!(failures["lost_updates"].as_u64() > Some(0) && failures["tracker_bytes"] == 4 * 950);
    assert!(said.contains("portion of lost samples 0.0437"), "{said}");
    assert!(said.contains("shards in host memory keep embeddings"), "{said}");
    let again = train("again", lost);
    assert!(again.2 == parameters, "the same plan leaves other bits");
}

#[test]
fn what_shards_in_host_memory_have_not_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let failures = "[failures]\nshards = 4\ninterval = 8\nafter = 23\ndies = 1\n";
    let file = experiment(folder.path(), failures);
    for option in [["--device", "model"], ["--system", "automatic"], ["--checkpoint", "undo"]] {
        let (status, _, error) = output(&["train", &file, option[0], option[1]]);
        assert!(status == 1 && error.contains("[failures]"), "{option:?}: {status}, {error}");
    }
    let (status, said, error) = output(&["plan", &file]);
    assert!(status == 0 && said.contains("rows as shards have saved them"), "{said}{error}");
}
