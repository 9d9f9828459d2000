//! Shards that are killed and go on with what they had saved (CPR's partial recovery).

use super::*;

/// Batches between two checkpoints.
const EVERY: u64 = 40;

fn in_part(workers: u16, storage: &str, recovery: &str) -> Job {
    let (keys, sections) = match storage {
        "tiers" => ("", "[store]\ndirectory = \"rows\"\n[store.dram]\ncache = \"8KiB\"\n"),
        _ => ("pool = \"pool\"\ncache = \"64KiB\"\n", ""),
    };
    let ahead = if recovery == "partial-newest" { "ahead_rows = 64\n" } else { "" };
    let cluster = format!(
        "storage = {storage:?}\n{keys}[cluster.checkpoint]\nbatches = {EVERY}\nrecovery = {recovery:?}\nwait = true\n{ahead}{sections}"
    );
    Job::with_workers(2, workers, "optimizer = \"rowwise-adagrad\"\nslices = 2", &cluster)
}

/// What was lost, as the summary has it.
fn lost(job: &Job, out: &str) -> serde_json::Value {
    let text = std::fs::read(job.path(out).join("summary.json")).unwrap();
    serde_json::from_slice::<serde_json::Value>(&text).unwrap()["failures"].clone()
}

/// Deaths of shards: batches before, the shard, samples and updates that were lost with it.
fn deaths(failures: &serde_json::Value) -> Vec<[u64; 4]> {
    let of = |death: &serde_json::Value| {
        ["after_batches", "shard", "lost_samples", "lost_updates"].map(|key| death[key].as_u64().unwrap())
    };
    failures["deaths"].as_array().unwrap().iter().map(of).collect()
}

/// Whether what was lost can be said as a plan of `[failures]`: every worker saw a shard die behind the same batch, and none died while it
/// saved.
fn is_a_plan(failures: &serde_json::Value) -> bool {
    let is_torn = failures["deaths"].as_array().unwrap().iter().any(|death| death["torn"] == true);
    !is_torn && deaths(failures).iter().all(|[after, _, samples, _]| *samples == after % EVERY * 32)
}

impl Job {
    /// Trains in one process, of which shards die as they did in the cluster, and compares all bits, and what was lost.
    #[track_caller]
    fn has_the_bits_of_failures_in_one_process(&self, workers: u16, batches: &str) {
        let failures = lost(self, "out");
        let list = |at: usize| format!("{:?}", deaths(&failures).iter().map(|death| death[at]).collect::<Vec<_>>());
        let text = std::fs::read_to_string(self.path("alone.toml")).unwrap();
        let section = format!("[failures]\nshards = 2\ninterval = {EVERY}\nafter = {}\ndies = {}\n", list(0), list(1));
        std::fs::write(self.path("alone.toml"), text + &section).unwrap();
        self.alone(&["--batches", batches]);
        let expected = lost(self, "alone");
        for (found, expected) in deaths(&failures).iter().zip(deaths(&expected)) {
            assert_eq!(found[..3], expected[..3]);
            // A row that two workers update in a batch counts twice.
            assert!(found[3] == expected[3] || workers > 1 && found[3] > expected[3], "{failures}");
        }
        assert_eq!(failures["portion_of_lost_samples"], expected["portion_of_lost_samples"]);
        self.has_the_bits_of_one_alone();
    }
}

/// `kill -9` of shards at any moment: the training ends with the bits of one in one process in which the same shards die behind the same
/// batches.
#[test]
fn shards_that_are_killed_lose_what_failures_in_one_process_lose() {
    let seed = std::env::var("EMBERLANE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(3);
    // A shard that is killed in the very moment in which it saves dies behind no batch that a plan could name.
    for seed in seed..seed + 3 {
        let mut random = Pcg64::seed_from_u64(seed);
        let job = in_part(1, "pmem", "partial");
        let mut shards = job.shards();
        let mut train = job.train(&["--batches", "1000"]);
        let kills = 4;
        for kill in 0..kills {
            job.has_trained(200 * kill + random.random_range(20..180));
            let shard = random.random_range(0..2);
            shards[shard].child.kill().unwrap();
            let _ = shards[shard].child.wait();
            shards[shard] = job.serve(shard as u16);
            train.says("batches are lost there");
        }
        let (code, said) = run(&["status", &job.text("cluster.toml")]);
        assert!(code == Some(0) && said.contains("lost in partial recoveries: "), "{said}");
        let (code, said) = train.end();
        assert_eq!(code, Some(0), "seed {seed}: {said}");
        let failures = lost(&job, "out");
        assert_eq!(deaths(&failures).len(), kills, "seed {seed}: {failures}");
        if is_a_plan(&failures) {
            return job.has_the_bits_of_failures_in_one_process(1, "1000");
        }
        eprintln!("seed {seed}: a shard was killed while it saved: {failures}");
    }
    panic!("seeds {seed} to {}: in every one a shard was killed while it saved", seed + 2);
}

/// What a run has measured says how often to save: recomputed from the sums that it gives.
#[test]
fn a_run_says_what_recovery_costs_least() {
    let job = in_part(1, "pmem", "partial");
    let kills = ["--kill", "shard 0 at batch 100", "--kill", "shard 1 at batch 230"];
    let (code, said) = job.launch(&[&["--batches", "400"][..], &kills].concat()).end();
    assert_eq!(code, Some(0), "{said}");
    let ask = |more: &[&str]| run(&[&["recovery", &job.text("out"), "--between-failures", "28"][..], more].concat());
    // What a checkpoint takes can be lost among waits of a machine with other work.
    let (code, said) = ask(&[]);
    assert!(code == Some(0) || code == Some(1) && said.contains("or say --save SECONDS"), "{said}");
    let (code, said) = ask(&["--format", "json", "--save", "0.02"]);
    assert_eq!(code, Some(0), "{said}");
    let found: serde_json::Value = serde_json::from_str(&said).unwrap();
    let number =
        |path: &str| found.pointer(path).and_then(serde_json::Value::as_f64).unwrap_or_else(|| panic!("{path}"));
    let waits = |class: &str, key: &str| number(&format!("/waits/{class}/{key}"));
    let batches = ["behind_deaths", "behind_checkpoints", "others"].map(|class| waits(class, "batches"));
    assert_eq!((number("/waits/batches"), number("/waits/deaths")), (400.0, 2.0), "{said}");
    assert!(batches.iter().sum::<f64>() == 399.0, "all but the first: {said}");
    assert!((1.0..=2.0).contains(&batches[0]) && (7.0..=9.0).contains(&batches[1]), "{said}");
    let usual = waits("others", "seconds") / batches[2];
    let (save, between) = (number("/save_seconds"), 28.0 * 3600.0);
    let restart = number("/restart_seconds");
    assert!((restart - (waits("behind_deaths", "seconds") - batches[0] * usual) / 2.0).abs() < 1e-9, "{said}");
    assert!((number("/full/interval_seconds") / (2.0 * save * between).sqrt() - 1.0).abs() < 1e-9, "{said}");
    assert!((number("/partial/interval_seconds") - 2.0 * 0.1 * 2.0 * between).abs() < 1e-6, "{said}");
    assert!((number("/partial/portion_of_lost_samples") - 0.1).abs() < 1e-9, "{said}");
    assert_eq!(found["recovery"], "partial", "two deaths in 56 hours of a tenth of the samples cost next to nothing");
    // Where a failure comes every few seconds, saves for a small portion cost more than training again.
    let often = ["recovery", &job.text("out"), "--between-failures", "1", "--pls", "0.0001", "--save", "60"];
    let (code, said) = run(&often);
    assert!(code == Some(0) && said.contains("recovery = \"full\"") && said.contains("as said"), "{said}");
    let (code, said) = run(&["recovery", &job.text("out"), "--between-failures", "1e-7", "--save", "1"]);
    assert!(code == Some(2) && said.contains("faster than anything can be trained"), "{said}");
    let (code, said) = ask(&["--lost", "3"]);
    assert!(code == Some(2) && said.contains("2 shards"), "{said}");
    job.alone(&["--batches", "20"]);
    let (code, said) = run(&["recovery", &job.text("alone"), "--between-failures", "28"]);
    assert!(code == Some(1) && said.contains("had no shards"), "{said}");
}

/// Several workers, which may be at different batches when a shard dies; if they are not, it is a plan as well.
#[test]
fn workers_go_on_together_with_shards_that_lose_something() {
    for (storage, recovery) in [("pmem", "partial"), ("pmem", "partial-newest"), ("tiers", "partial")] {
        let job = in_part(2, storage, recovery);
        let kills =
            ["--kill", "shard 0 at batch 100", "--kill", "shard 1 at batch 200", "--kill", "shard 0 at batch 290"];
        let asked = [&["--batches", "600", "--workers", "2"][..], &kills].concat();
        let (code, said) = job.launch(&asked).end();
        assert_eq!(code, Some(0), "{recovery}: {said}");
        let failures = lost(&job, "out");
        assert_eq!(deaths(&failures).len(), 3, "{recovery}: {said}");
        assert!(said.contains("is back with the rows of checkpoint"), "{recovery}: {said}");
        if recovery == "partial" && is_a_plan(&failures) {
            job.has_the_bits_of_failures_in_one_process(2, "600");
        }
    }
}
