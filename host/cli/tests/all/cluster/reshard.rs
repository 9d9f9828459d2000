//! Another number of shards between two runs.

use std::collections::BTreeMap;

use super::*;

const POOL: &str = "storage = \"pmem\"\npool = \"pools/clicks\"\ncache = \"64KiB\"\n[cluster.checkpoint]\nbatches = 5";

/// Every row of pools with its bits, as `pool export` writes them; no row is twice.
fn rows(job: &Job, pools: &[String]) -> BTreeMap<u64, Vec<u8>> {
    let mut all = BTreeMap::new();
    for (number, pool) in (0..).zip(pools) {
        let file = job.text(&format!("rows-{}-{number}.safetensors", pools.len()));
        let _ = std::fs::remove_file(&file);
        let (code, said) = run(&["pool", "export", pool, "--out", &file]);
        assert_eq!(code, Some(0), "{said}");
        let bytes = std::fs::read(file).unwrap();
        let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        let tensor = |name: &str| tensors.tensor(name).unwrap().data().to_vec();
        let keys = tensor("keys");
        let (weights, state) = (tensor("weights"), tensor("state"));
        for ((key, weights), state) in keys.chunks_exact(8).zip(weights.chunks_exact(64)).zip(state.chunks_exact(4)) {
            let key = u64::from_le_bytes(key.try_into().unwrap());
            assert_eq!(Key(key).part(pools.len() as u32), number, "a row of another shard");
            assert!(all.insert(key, [weights, state].concat()).is_none(), "row {key:x} twice");
        }
    }
    all
}

/// A training that is cut, resharded from two shards to three, and gone on with.
#[test]
fn a_training_goes_on_with_another_number_of_shards_to_the_same_bits() {
    let train = "optimizer = \"rowwise-adagrad\"\n[save]\nevery = 10";
    let job = Job::new(2, train, POOL);
    job.alone(&["--batches", "50"]);
    let shards = job.shards();
    let (code, said) = job.train(&["--batches", "30"]).end();
    assert_eq!(code, Some(0), "{said}");
    let (file, resharded) = (job.text("cluster.toml"), job.text("three"));
    let command = ["pool", "reshard", &file, "--shards", "3", "--to", &resharded];
    let (code, said) = run(&command);
    assert!(code == Some(1) && said.contains("in use by another process"), "shards run: {said}");
    for shard in shards {
        shard.signal("TERM");
        assert_eq!(shard.end().0, Some(0));
    }
    assert!(!Path::new(&resharded).exists());
    let (code, said) = run(&command);
    assert!(code == Some(0) && said.contains("resharded   checkpoint 30 of 2 shards to 3"), "{said}");
    let old: Vec<String> = (0..2).map(|shard| job.text(&format!("pools/clicks-{shard}"))).collect();
    let new: Vec<String> = (0..3).map(|shard| job.text(&format!("three/clicks-{shard}"))).collect();
    let before = rows(&job, &old);
    assert!(!before.is_empty() && before == rows(&job, &new));
    for pool in &new {
        let (code, said) = run(&["pool", "check", pool]);
        assert!(code == Some(0) && said.contains("checkpoint  30") && said.contains("of 3"), "{said}");
    }
    let (code, said) = run(&command);
    assert!(code == Some(2) && said.contains("is there already"), "a second time: {said}");

    // Shards take the new pools, as of the batch that these hold, and training goes on.
    let text = std::fs::read_to_string(&file).unwrap();
    let free = format!("127.0.0.1:{}", free_port());
    let text = text.replace("shards = 2", "shards = 3").replace("pools/clicks", "three/clicks");
    let text = text.replace("listen = [", &format!("listen = [\"tcp/{free}\", "));
    std::fs::write(&file, text).unwrap();
    let three = Job { shards: 3, ..job };
    let mut shards: Vec<Process> = (0..3).map(|shard| three.serve(shard)).collect();
    for shard in &mut shards {
        shard.says("30 batches are applied");
    }
    let (code, said) = three.train(&["--batches", "50", "--resume", &three.text("out")]).end();
    assert_eq!(code, Some(0), "{said}");
    three.has_the_bits_of_one_alone();
}

#[test]
fn pools_of_different_trainings_or_checkpoints_are_refused_by_name() {
    let job = Job::new(2, "optimizer = \"rowwise-adagrad\"", POOL);
    let other = Job::new(2, "optimizer = \"rowwise-adagrad\"", POOL);
    for (job, batches) in [(&job, "10"), (&other, "20")] {
        let shards = job.shards();
        assert_eq!(job.train(&["--batches", batches]).end().0, Some(0));
        for shard in shards {
            shard.signal("TERM");
            assert_eq!(shard.end().0, Some(0));
        }
    }
    let file = job.text("cluster.toml");
    let reshard =
        |more: &[&str]| run(&[&["pool", "reshard", &file, "--shards", "1", "--to", &job.text("new")], more].concat());
    let (code, said) = reshard(&["--checkpoint", "7"]);
    assert!(code == Some(1) && said.contains("no checkpoint 7 that all pools have: pool"), "{said}");
    let (code, said) = reshard(&["--seed", "6"]);
    assert!(code == Some(1) && said.contains("is of tables ("), "{said}");
    let own = std::fs::read(job.path("pools/clicks-1")).unwrap();
    std::fs::copy(other.path("pools/clicks-1"), job.path("pools/clicks-1")).unwrap();
    let (code, said) = reshard(&[]);
    assert!(
        code == Some(1) && said.contains("no checkpoint that all pools have") && said.contains("[15, 20]"),
        "{said}"
    );
    std::fs::copy(job.path("pools/clicks-0"), job.path("pools/clicks-1")).unwrap();
    let (code, said) = reshard(&[]);
    assert!(code == Some(1) && said.contains("clicks-1 is of shard 0 of 2, not of 1 of 2"), "{said}");
    // A flipped bit in each row.
    let mut damaged = own.clone();
    for row in (12_288..damaged.len()).step_by(128) {
        damaged[row + 40] ^= u8::from(damaged[row + 4..row + 8] == *b"EMBS");
    }
    std::fs::write(job.path("pools/clicks-1"), damaged).unwrap();
    let (code, said) = reshard(&[]);
    assert!(code == Some(1) && said.contains("clicks-1 is damaged"), "{said}");
    assert!(!job.path("new").exists() && !job.path("new.unfinished").exists());
    std::fs::write(job.path("pools/clicks-1"), own).unwrap();
    assert_eq!(reshard(&[]).0, Some(0));
}

/// `kill -9` at any moment: the folder is there with all pools, or not at all, and old pools are what they were.
#[test]
fn a_resharding_that_is_killed_leaves_all_or_nothing() {
    let job = Job::new(2, "optimizer = \"rowwise-adagrad\"", POOL);
    let shards = job.shards();
    assert_eq!(job.train(&["--batches", "10"]).end().0, Some(0));
    for shard in shards {
        shard.signal("TERM");
        assert_eq!(shard.end().0, Some(0));
    }
    let old: Vec<String> = (0..2).map(|shard| job.text(&format!("pools/clicks-{shard}"))).collect();
    let before = rows(&job, &old);
    let (file, seed) = (job.text("cluster.toml"), 29);
    let mut random = Pcg64::seed_from_u64(seed);
    let (mut takes, mut kills) = (Duration::from_millis(200), 0);
    for run in 0..12 {
        let to = job.text(&format!("new-{}", run / 3));
        let _ = std::fs::remove_dir_all(&to);
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_emberlane"));
        child
            .args(["pool", "reshard", &file, "--shards", "3", "--to", &to])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        if run % 3 != 2 {
            std::thread::sleep(takes.mul_f64(random.random()));
            child.kill().unwrap();
            kills += usize::from(!child.wait().unwrap().success());
        } else {
            assert!(child.wait().unwrap().success(), "seed {seed}: what was cut off stands in its way");
            takes = begun.elapsed();
            assert!(!Path::new(&to).with_added_extension("unfinished").exists());
        }
        if Path::new(&to).exists() {
            let new: Vec<String> = (0..3).map(|shard| format!("{to}/clicks-{shard}")).collect();
            assert!(rows(&job, &new) == before, "seed {seed}, run {run}");
        }
    }
    // What is somebody else's at the place of what was cut off stays.
    let (to, mine) = (job.text("other"), job.path("other.unfinished/mine"));
    std::fs::create_dir(job.path("other.unfinished")).unwrap();
    std::fs::write(&mine, "mine").unwrap();
    let (code, said) = run(&["pool", "reshard", &file, "--shards", "3", "--to", &to]);
    assert!(code == Some(1) && said.contains("other.unfinished/mine") && mine.exists(), "{said}");
    assert!(kills > 0 && rows(&job, &old) == before, "seed {seed}: {kills} kills");
}
