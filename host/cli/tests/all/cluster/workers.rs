//! Several workers, and `emberlane cluster`, which starts and watches all processes.

use std::os::unix::fs::MetadataExt;

use super::*;

impl Job {
    /// The first worker with its results, and the others.
    pub(super) fn ranks(&self, workers: u16, more: &[&str]) -> Vec<Process> {
        let file = self.text("cluster.toml");
        let other = |rank: u16| Process::start(&[&["train", &file, "--rank", &rank.to_string()], more].concat());
        let mut ranks: Vec<Process> = vec![self.train(more)];
        ranks.extend((1..workers).map(other));
        ranks
    }

    pub(super) fn launch(&self, more: &[&str]) -> Process {
        let (file, out) = (self.text("cluster.toml"), self.text("out"));
        Process::start(&[&["cluster", &file, "--out", &out], more].concat())
    }

    /// Waits until so many batches are trained.
    pub(super) fn has_trained(&self, batches: usize) {
        let begun = Instant::now();
        let metrics = || std::fs::read_to_string(self.path("out.running/metrics.csv"));
        while !metrics().is_ok_and(|text| text.lines().count() > batches) {
            assert!(begun.elapsed() < PATIENCE, "it trains nothing");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The processes that the launcher has said, of shards and of workers.
fn started(said: &[String]) -> Vec<u32> {
    let line = said.iter().find_map(|line| line.split_once("processes of shards")).unwrap().1;
    let line = line.split("logs in").next().unwrap();
    line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).take_while(|id| *id > 1).collect()
}

fn is_alive(process: u32) -> bool {
    // What has ended and is nobody's child any more is not there.
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn any_number_of_workers_and_shards_leaves_the_bits_of_one_process_with_the_same_slices() {
    for (optimizer, shards, workers) in
        [("sgd", 1, 2), ("rowwise-adagrad", 2, 2), ("adagrad", 2, 4), ("rowwise-adagrad", 1, 4), ("sgd", 2, 1)]
    {
        // Batches that slices do not share equally.
        let train = format!("slices = 4\noptimizer = {optimizer:?}\n[evaluate]\nevery = 20\nbatches = 3");
        let job = Job::with_workers(shards, workers, &train, "");
        for name in ["alone.toml", "cluster.toml"] {
            let text = std::fs::read_to_string(job.path(name)).unwrap();
            std::fs::write(job.path(name), text.replace("batch_size = 32", "batch_size = 30")).unwrap();
        }
        job.alone(&["--batches", "45"]);
        let _shards = job.shards();
        for (rank, process) in job.ranks(workers, &["--batches", "45"]).into_iter().enumerate() {
            let (code, said) = process.end();
            assert_eq!(code, Some(0), "{optimizer}, {shards} shards, rank {rank} of {workers}: {said}");
        }
        job.has_the_bits_of_one_alone();
    }
}

/// Whoever is asked, all stop behind the same batch, and go on from the state of the first.
#[test]
fn workers_stop_together_and_go_on() {
    let job = Job::with_workers(2, 2, "optimizer = \"rowwise-adagrad\"\nslices = 2", "");
    job.alone(&["--batches", "400"]);
    let _shards = job.shards();
    let ranks = job.ranks(2, &["--batches", "400"]);
    job.has_trained(20);
    ranks[1].signal("TERM");
    for process in ranks {
        let (code, said) = process.end();
        assert!(code == Some(1) && said.contains("stopped before batch"), "{code:?} {said}");
    }
    // They have to begin with the same batch.
    let mut first = job.train(&["--batches", "400", "--resume", &job.text("out")]);
    let file = job.text("cluster.toml");
    let (code, said) = run(&["train", &file, "--rank", "1", "--batches", "400"]);
    assert!(code == Some(1) && said.contains("give all of them the same --resume"), "{said}");
    first.says("give all of them the same --resume");
    assert_eq!(first.end().0, Some(1));
    for process in job.ranks(2, &["--batches", "400", "--resume", &job.text("out")]) {
        let (code, said) = process.end();
        assert_eq!(code, Some(0), "{said}");
    }
    job.has_the_bits_of_one_alone();
}

#[test]
fn a_worker_that_is_killed_is_missed_and_another_in_its_place_is_named() {
    let job = Job::with_workers(1, 2, "slices = 2", "");
    let _shards = job.shards();
    let mut ranks = job.ranks(2, &[]);
    job.has_trained(10);
    drop(ranks.pop());
    let mut first = ranks.pop().unwrap();
    first.says("rank 1 is not there: waiting for it");
    let _again = Process::start(&["train", &job.text("cluster.toml"), "--rank", "1"]);
    let (code, said) = first.end();
    assert!(code == Some(1) && said.contains("rank 1 was started again"), "{code:?} {said}");
}

#[test]
fn a_worker_that_is_asked_to_stop_waits_for_no_other() {
    let job = Job::with_workers(1, 2, "slices = 2", "");
    let _shards = job.shards();
    let waits = "rank 1 is not there: waiting for it";
    stopped(job.train(&[]), waits, "stopped while rank 1 was waited for; nothing was trained");
    let mut ranks = job.ranks(2, &[]);
    job.has_trained(10);
    drop(ranks.pop());
    stopped(ranks.pop().unwrap(), waits, "stopped while rank 1 is not there");
}

#[test]
fn workers_that_do_not_go_together_are_refused_by_name() {
    let job = Job::with_workers(1, 2, "slices = 2", "");
    let (file, alone) = (job.text("cluster.toml"), job.text("alone.toml"));
    for (arguments, text) in [
        (vec!["train", &file, "--rank", "2"], "there is no rank 2: cluster.workers = 2"),
        (vec!["train", &file, "--rank", "1", "--jsonl"], "--jsonl with --rank 1: rank 0 alone writes"),
        (vec!["train", &alone, "--rank", "1"], "there is no rank 1: cluster.workers = 1"),
        (vec!["train", &alone, "--workers", "2"], "the experiment has no [cluster]"),
        (vec!["train", &file, "--workers", "3"], "they cannot share 2 slices"),
        (vec!["serve", &file, "--shards", "2", "--ports", "9,10"], "2 shards and 2 workers need 4 ports"),
        (vec!["cluster", &alone], "there is no [cluster]"),
        (vec!["cluster", &file, "--kill", "shard 1 at batch 4"], "there is no shard 1"),
        (vec!["cluster", &file, "--kill", "shard 0 at batch 4"], "storage \"dram\" loses all when a shard is killed"),
        (vec!["cluster", &file, "--kill", "rank 0 at batch 4"], "give the experiment [save] every"),
        (vec!["cluster", &file, "--kill", "rank 0"], "shard 1 at batch 40"),
        (vec!["cluster", &file, "--kill-every", "0"], "expected seconds"),
    ] {
        let (code, said) = run(&arguments);
        assert!(code == Some(2) && said.contains(text), "{arguments:?}: {code:?} {said}");
    }
}

/// A cluster in pools, with states.
fn launched(train: &str) -> Job {
    let job = in_pool(&format!("slices = 2\n{train}\n[save]\nevery = 100"));
    job.alone(&["--batches", "600", "--overwrite"]);
    job
}

/// Shards and workers are killed, at batches that are said and at moments that a seed draws: the bits are those of one process.
#[test]
fn one_command_starts_all_and_nothing_is_lost_when_they_are_killed() {
    let job = launched("optimizer = \"rowwise-adagrad\"");
    let planned = ["shard 1 at batch 40", "rank 0 at batch 60", "rank 1 at batch 250"];
    let more: Vec<&str> = planned.iter().flat_map(|who| ["--kill", *who]).collect();
    let asked = ["--batches", "600", "--workers", "2", "--kill-every", "0.4", "--kill-seed", "3"];
    let mut launcher = job.launch(&[&asked[..], &more].concat());
    launcher.says("processes of shards");
    let processes = started(&launcher.heard);
    assert_eq!(processes.len(), 4, "{:?}", launcher.heard);
    let (code, said) = launcher.end();
    assert_eq!(code, Some(0), "{said}");
    for text in ["kills shard 1", "kills rank 1", "go on from the beginning", "go on from the state", "pushed again"] {
        assert!(said.contains(text), "it never said {text:?}: {said}");
    }
    assert!(!processes.into_iter().any(is_alive), "{said}");
    job.has_the_bits_of_one_alone();
    // Results stay, and so do pools, whoever dies in one that may not begin.
    let whole =
        || ["pool-0", "pool-1", "out/summary.json"].map(|name| std::fs::metadata(job.path(name)).unwrap().ino());
    let before = whole();
    let (code, said) = job.launch(&["--batches", "600", "--workers", "2"]).end();
    assert!(code == Some(2) && said.contains("--overwrite") && !said.contains("processes of shards"), "{said}");
    let (file, other) = (job.text("cluster.toml"), job.text("other"));
    let asked =
        ["cluster", &file, "--out", &other, "--batches", "600", "--workers", "2", "--kill", "shard 1 at batch 1"];
    let (code, said) = Process::start(&asked).end();
    assert!(code == Some(1) && said.contains("begins anew"), "{code:?} {said}");
    assert_eq!(before, whole());
    // Pools hold it: another training begins anew when that is said.
    let (code, said) = job.launch(&["--batches", "600", "--workers", "2", "--overwrite"]).end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
    // One that could not begin leaves them.
    let pools = || ["pool-0", "pool-1"].map(|name| job.path(name).is_file());
    let file = job.path("cluster.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let synthetic = "kind = \"synthetic\"\nbatches = 100000";
    assert!(pools() == [true; 2] && text.contains(synthetic), "{text}");
    let absent = text.replace(synthetic, "kind = \"tensors\"\npath = \"absent.safetensors\"");
    // Tensors say themselves how many rows and samples there are.
    std::fs::write(&file, absent.replace("lookups = 3\n", "").replace("batch_size = 32\n", "")).unwrap();
    let (code, said) = job.launch(&["--batches", "600", "--workers", "2", "--overwrite"]).end();
    assert!(code == Some(1) && said.contains("absent.safetensors"), "{code:?} {said}");
    assert_eq!(pools(), [true; 2]);
}

/// What rank 0 could not do, or would do alone, is refused before the pools of an earlier training are removed.
#[test]
fn options_behind_the_dashes_that_are_refused_cost_no_pool() {
    let job = Job::new(2, "", IN_POOLS);
    let (code, said) = job.launch(&["--batches", "20"]).end();
    assert_eq!(code, Some(0), "{said}");
    let pools = || ["pool-0", "pool-1"].map(|name| std::fs::read(job.path(name)).unwrap());
    let before = pools();
    let refused: [(&[&str], i32, &str); 14] = [
        (&["--device", "model"], 1, "use --device reference"),
        (&["--system", "automatic"], 1, "use --system none"),
        (&["--lookup", "relaxed"], 1, "use train.lookup = \"strict\""),
        (&["--checkpoint", "undo"], 1, "use --checkpoint none"),
        (&["--prometheus", "192.0.2.1:80"], 1, "metrics cannot be served there"),
        (&["--seed", "5"], 2, "--seed behind --"),
        (&["--batches", "5"], 2, "--batches behind --"),
        (&["--shards", "1"], 2, "--shards behind --"),
        (&["--workers", "2"], 2, "--workers behind --"),
        (&["--ports", "7001,7002"], 2, "--ports behind --"),
        (&["--resume", "out"], 2, "--resume behind --"),
        (&["--overwrite"], 2, "--overwrite behind --"),
        (&["--rank", "1"], 2, "--rank behind --"),
        (&["--supervised"], 2, "--supervised behind --"),
    ];
    for (behind, status, text) in refused {
        let (code, said) = job.launch(&[&["--batches", "20", "--overwrite", "--"], behind].concat()).end();
        assert!(code == Some(status) && said.contains(text), "{behind:?}: {code:?} {said}");
        assert!(!said.contains("processes of shards") && pools() == before, "{behind:?}: {said}");
    }
    let (code, said) = job.launch(&["--batches", "20", "--overwrite", "--", "--jsonl"]).end();
    assert!(code == Some(0) && job.path("out/metrics.jsonl").exists(), "{said}");
}

#[test]
fn a_cluster_that_is_stopped_goes_on_and_one_whose_launcher_is_killed_ends_by_itself() {
    let job = launched("");
    let asked = ["--batches", "600", "--workers", "2"];
    let mut launcher = job.launch(&asked);
    launcher.says("processes of shards");
    job.has_trained(20);
    launcher.signal("TERM");
    let (code, said) = launcher.end();
    assert!(code == Some(1) && said.contains("go on with --resume"), "{code:?} {said}");
    let mut launcher = job.launch(&[&asked[..], &["--resume", &job.text("out")]].concat());
    launcher.says("processes of shards");
    let processes = started(&launcher.heard);
    job.has_trained(120);
    launcher.signal("KILL");
    let _ = launcher.child.wait();
    let begun = Instant::now();
    while processes.iter().any(|process| is_alive(*process)) {
        assert!(begun.elapsed() < PATIENCE, "they do not end by themselves");
        std::thread::sleep(Duration::from_millis(10));
    }
    let (code, said) = job.launch(&[&asked[..], &["--resume", &job.text("out")]].concat()).end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
}
