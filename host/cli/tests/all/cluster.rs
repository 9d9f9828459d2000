//! `emberlane serve` and `train` with [cluster]: processes that are started late, stopped, killed, started twice, or of another training.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use emberlane_experiment::{ClusterConfig, Experiment};
use emberlane_net::wire::{Push, Rows};
use emberlane_net::{Client, Identity, Pace, Rank, Zenoh, free_ports, new_incarnation};
use emberlane_ps::{Dram, Key, Push as StorePush, ShardStore};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Anything takes longer than this only if it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

mod partial;
mod reshard;
mod secure;
mod strangers;
mod units;
mod workers;

/// A port at which nobody listens.
fn free_port() -> u16 {
    free_ports(1).unwrap()[0]
}

/// A process that is killed when the test ends, however it does.
struct Process {
    child: Child,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_emberlane"));
        command.envs(environment.iter().copied());
        let mut child =
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let stderr = child.stderr.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { child, lines, heard: Vec::new() }
    }

    /// Waits until it says something with this in it.
    #[track_caller]
    fn says(&mut self, part: &str) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            // The thread that reads ends with the process.
            match self.lines.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.heard.last().is_some_and(|line| line.contains(part)) {
                return;
            }
        }
        panic!("it never said {part:?}, but {:#?}", self.heard);
    }

    /// Whether it has said something with this in it by now.
    fn has_said(&mut self, part: &str) -> bool {
        self.heard.extend(self.lines.try_iter());
        self.heard.iter().any(|line| line.contains(part))
    }

    fn signal(&self, name: &str) {
        let done = Command::new("bash").args(["-c", &format!("kill -{name} {}", self.child.id())]).status().unwrap();
        assert!(done.success(), "kill -{name}");
    }

    fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Its exit status, and all that it said.
    fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        while self.is_running() {
            assert!(begun.elapsed() < PATIENCE, "it hangs; it said {:#?}", self.heard);
            std::thread::sleep(Duration::from_millis(5));
        }
        let code = self.child.wait().unwrap().code();
        self.heard.extend(self.lines.iter());
        (code, self.heard.join("\n"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with an experiment, once with and once without a cluster.
struct Job {
    folder: tempfile::TempDir,
    shards: u16,
}

impl Job {
    fn new(shards: u16, train: &str, cluster: &str) -> Self {
        Self::with_workers(shards, 1, train, cluster)
    }

    fn with_workers(shards: u16, workers: u16, train: &str, cluster: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let addresses = (0..shards + workers).map(|_| format!("\"tcp/127.0.0.1:{}\"", free_port()));
        let addresses: Vec<String> = addresses.collect();
        let text = format!(
            "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 3\nrows = [600, 50, 300]\ndimension = 16\nlookups = 3\n\
             [data]\nkind = \"synthetic\"\nbatches = 100000\n[train]\nbatch_size = 32\nseed = 5\n{train}\n"
        );
        let (listen, meet) = addresses.split_at(shards.into());
        let (listen, meet) = (listen.join(", "), meet.join(", "));
        let meet = if workers > 1 { format!("workers = {workers}\nmeet = [{meet}]") } else { String::new() };
        std::fs::write(folder.path().join("alone.toml"), &text).unwrap();
        let text = format!("{text}[cluster]\nshards = {shards}\nlisten = [{listen}]\n{meet}\n{cluster}\n");
        std::fs::write(folder.path().join("cluster.toml"), text).unwrap();
        Self { folder, shards }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn serve(&self, shard: u16) -> Process {
        Process::start(&["serve", &self.text("cluster.toml"), "--shard", &shard.to_string()])
    }

    /// All shards, when they serve.
    fn shards(&self) -> Vec<Process> {
        let mut shards: Vec<Process> = (0..self.shards).map(|shard| self.serve(shard)).collect();
        shards.iter_mut().for_each(|shard| shard.says("serves at"));
        shards
    }

    fn train(&self, more: &[&str]) -> Process {
        let (file, out) = (self.text("cluster.toml"), self.text("out"));
        Process::start(&[&["train", &file, "--out", &out], more].concat())
    }

    /// Trains without a cluster.
    fn alone(&self, more: &[&str]) {
        let (file, out) = (self.text("alone.toml"), self.text("alone"));
        let (code, said) = Process::start(&[&["train", &file, "--out", &out], more].concat()).end();
        assert_eq!(code, Some(0), "{said}");
    }

    /// Losses of every batch, and all parameters, are those of a training without a cluster: every pull has seen what it should.
    #[track_caller]
    fn has_the_bits_of_one_alone(&self) {
        for name in ["metrics.csv", "parameters.safetensors"] {
            let file = |folder: &str| std::fs::read(self.path(folder).join(name)).unwrap();
            assert!(file("out") == file("alone"), "{name} differs");
        }
    }
}

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_emberlane")).args(arguments).stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn shards_leave_the_bits_of_tables_in_memory_whatever_the_optimizer() {
    for optimizer in ["sgd", "adagrad", "rowwise-adagrad"] {
        let job = Job::new(2, &format!("optimizer = {optimizer:?}"), "");
        job.alone(&["--batches", "60"]);
        // Whoever comes first waits for the others.
        let mut train = job.train(&["--batches", "60"]);
        train.says("is not there: waiting for it");
        let mut shards = job.shards();
        let (code, said) = train.end();
        assert_eq!(code, Some(0), "{optimizer}: {said}");
        job.has_the_bits_of_one_alone();
        for shard in &mut shards {
            shard.says("rank 0 begins; 0 batches are applied");
        }
        let (code, said) = run(&["status", &job.text("cluster.toml"), "--format", "json"]);
        assert_eq!(code, Some(0), "{said}");
        let status: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!((&status["shards"][1]["applied"], &status["workers"]), (&60.into(), &0.into()), "{said}");
        for shard in shards {
            shard.signal("TERM");
            let (code, said) = shard.end();
            assert!(code == Some(0) && said.contains("ends; 60 batches are applied, 0 survive"), "{said}");
        }
        let (code, said) = run(&["status", &job.text("cluster.toml"), "--within", "1"]);
        assert!(code == Some(1) && said.contains("it does not answer"), "{said}");
        assert!(said.contains("workers that train: not known"), "{said}");
    }
}

#[test]
fn a_training_is_stopped_and_goes_on_also_on_shards_that_are_new() {
    for new_shards in [false, true] {
        let job = Job::new(2, "optimizer = \"rowwise-adagrad\"", "");
        job.alone(&["--batches", "2000"]);
        let shards = job.shards();
        let train = job.train(&["--batches", "2000"]);
        let begun = Instant::now();
        let trained =
            || std::fs::read_to_string(job.path("out.running/metrics.csv")).is_ok_and(|text| text.lines().count() > 20);
        while !trained() && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        train.signal("TERM");
        let (code, said) = train.end();
        assert!(code == Some(1) && said.contains("go on with --resume"), "{said}");
        // It was begun here: another one that begins is refused.
        let (file, other) = (job.text("cluster.toml"), job.text("other"));
        let (code, said) = run(&["train", &file, "--out", &other]);
        assert!(code == Some(1) && said.contains("batches of this training, which begins anew"), "{code:?} {said}");
        let _shards = if new_shards {
            drop(shards);
            job.shards()
        } else {
            shards
        };
        let (code, said) = job.train(&["--batches", "2000", "--resume", &job.text("out")]).end();
        assert_eq!(code, Some(0), "{said}");
        job.has_the_bits_of_one_alone();
    }
}

#[test]
fn a_shard_that_stands_still_is_waited_for() {
    let job = Job::new(1, "", "");
    job.alone(&["--batches", "1000"]);
    let mut shards = job.shards();
    let mut train = job.train(&["--batches", "1000"]);
    shards[0].says("rank 0 begins");
    shards[0].signal("STOP");
    train.says("does not answer: waiting for it");
    shards[0].signal("CONT");
    train.says("answers again");
    let (code, said) = train.end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
}

#[test]
fn a_shard_in_dram_that_is_killed_has_lost_its_rows_and_says_so() {
    let job = Job::new(1, "", "");
    let mut shards = job.shards();
    let train = job.train(&["--batches", "100000"]);
    shards[0].says("rank 0 begins");
    std::thread::sleep(Duration::from_millis(100));
    drop(shards);
    let _again = job.shards();
    let (code, said) = train.end();
    assert!(code == Some(1) && said.contains("storage \"dram\" keeps nothing"), "{said}");
}

/// At port 0 metrics get one that is free, and it is said which.
#[test]
fn a_shard_says_where_its_metrics_are() {
    let job = Job::new(1, "", "");
    let mut shard =
        Process::start(&["serve", &job.text("cluster.toml"), "--shard", "0", "--prometheus", "127.0.0.1:0"]);
    shard.says("metrics are at http://");
    let line = shard.heard.last().unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.strip_suffix("/metrics")).expect(line);
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: shard\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("emberlane_shard_batches"), "{text}");
}

/// An address that cannot be had is told before the shard makes the file of its pool.
#[test]
fn a_shard_that_cannot_listen_makes_nothing() {
    let job = Job::new(1, "", IN_POOLS);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = |arguments: &[&str], expected: &str| {
        let files = || std::fs::read_dir(job.folder.path()).unwrap().count();
        let before = files();
        let (code, said) = run(&[&["serve", &job.text("cluster.toml"), "--shard", "0"], arguments].concat());
        assert!(code == Some(1) && said.contains(expected) && said.contains("in use"), "{said}");
        assert_eq!(files(), before, "nothing is made");
    };
    refused(&["--prometheus", &address], &format!("--prometheus {address}: metrics cannot be served there"));
    let port = address.rsplit(':').next().unwrap();
    refused(&["--ports", port], &format!("cluster.listen: the network cannot be opened, listening at tcp/{address}"));
}

/// Whoever waits for a shard that does not come is no reason to wait `patience` for Ctrl-C.
#[test]
fn a_worker_that_is_asked_to_stop_waits_for_no_shard() {
    let job = Job::new(1, "", IN_POOLS);
    let waits = "shard 0 is not there: waiting for it";
    stopped(job.train(&["--batches", "100000"]), waits, "stopped while shard 0 was waited for");
    let mut shards = job.shards();
    let train = job.train(&["--batches", "100000"]);
    shards[0].says("rank 0 begins");
    std::thread::sleep(Duration::from_millis(200));
    drop(shards);
    stopped(train, "shard 0 does not answer: waiting for it", "stopped while shard 0 does not answer");
}

/// Asks a worker to stop when it says that it waits, and looks that it does, and why.
fn stopped(mut train: Process, waits: &str, expected: &str) {
    // Whoever waits for so long hangs.
    const { assert!(ClusterConfig::DEFAULT_PATIENCE > PATIENCE.as_secs()) };
    train.says(waits);
    train.signal("TERM");
    let (code, said) = train.end();
    assert!(code == Some(1) && said.contains(expected), "{code:?} {said}");
}

/// Shards in pools, with checkpoints often.
const IN_POOLS: &str = "storage = \"pmem\"\npool = \"pool\"\ncache = \"64KiB\"\n[cluster.checkpoint]\nbatches = 7\n";

/// Shards with rows in files, most of them outside their caches, with checkpoints often.
const IN_TIERS: &str = "storage = \"tiers\"\n[cluster.checkpoint]\nbatches = 7\n[store]\ndirectory = \"rows\"\nshards = 2\n\
                        lanes = 2\nsegment = \"4KiB\"\n[store.dram]\ncache = \"8KiB\"\n";

fn in_pool(train: &str) -> Job {
    let job = Job::new(2, train, IN_POOLS);
    job.alone(&["--batches", "1500"]);
    job
}

/// What shards keep rows in, and what `serve` says of it: everything leaves the same bits.
#[test]
fn shards_leave_the_bits_of_tables_in_memory_whatever_they_keep_rows_in() {
    let pool = "pool = \"pool\"\n";
    let storages = [
        ("pmem-hash", pool, "page cache: survives the end of the process", "40"),
        ("dram", pool, "page cache: survives the end of the process", "40"),
        ("pmem", "pool = \"pool\"\n[cluster.checkpoint]\nkind = \"incremental\"\n", "page cache", "40"),
        ("tiers", &IN_TIERS["storage = \"tiers\"".len()..], "a checkpoint survives a loss of power", "40"),
        ("cxl-mem", "", "device \"reference\", nothing survives this process", "40"),
        ("cxl-mem", "device = \"model\"\npool = \"pool\"\n", "device \"model\", its memory is", "12"),
    ];
    for (storage, more, says, batches) in storages {
        let job = Job::new(2, "", &format!("storage = {storage:?}\n{more}"));
        job.alone(&["--batches", batches]);
        let mut shards: Vec<Process> = (0..2).map(|shard| job.serve(shard)).collect();
        for shard in &mut shards {
            shard.says(&format!("storage {storage:?}: "));
            assert!(shard.heard.last().is_some_and(|line| line.contains(says)), "{storage}: {:?}", shard.heard);
        }
        let (code, said) = job.train(&["--batches", batches]).end();
        assert_eq!(code, Some(0), "{storage}: {said}");
        job.has_the_bits_of_one_alone();
        // The last checkpoint is of fewer batches, or not written to its end: a shard that ends in order sees to it. A device can
        // undo its newest batch, which does not count.
        let survive = match (storage, more.contains("pool")) {
            ("cxl-mem", true) => "11",
            ("tiers", _) | (_, true) => batches,
            (_, false) => "0",
        };
        for shard in shards {
            shard.signal("TERM");
            let (code, said) = shard.end();
            let ends = format!("ends; {batches} batches are applied, {survive} survive");
            assert!(code == Some(0) && said.contains(&ends), "{storage}: {said}");
        }
    }
}

/// A state is written to shards that are new, whose devices update rows themselves.
#[test]
fn a_training_goes_on_from_a_state_on_new_devices() {
    let job = Job::new(2, "[save]\nevery = 20", "storage = \"cxl-mem\"\n");
    job.alone(&["--batches", "40"]);
    let shards = job.shards();
    let (code, said) = job.train(&["--batches", "20"]).end();
    assert_eq!(code, Some(0), "{said}");
    drop(shards);
    let _shards = job.shards();
    let (code, said) = job.train(&["--batches", "40", "--resume", &job.text("out")]).end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
}

#[test]
#[cfg(not(feature = "rtl"))]
fn a_device_that_this_build_has_not_is_refused_by_name() {
    let job = Job::new(1, "", "storage = \"cxl-mem\"\ndevice = \"rtl\"\n");
    let (code, said) = job.serve(0).end();
    assert!(code == Some(1) && said.contains("built without the RTL devices"), "{code:?} {said}");
}

/// `kill -9` of a shard at any moment, and started again by hand: training waits, goes on, and ends with the bits of one that nothing
/// happened to.
#[test]
fn a_shard_in_a_pool_that_is_killed_comes_back_and_nothing_is_lost() {
    is_killed_and_nothing_is_lost("optimizer = \"rowwise-adagrad\"", IN_POOLS, "1500", 12);
}

#[test]
fn a_shard_behind_an_inline_cache_that_is_killed_comes_back_and_nothing_is_lost() {
    let cluster = IN_POOLS.replace("\"pmem\"", "\"ori-cache\"");
    is_killed_and_nothing_is_lost("optimizer = \"adagrad\"", &cluster, "700", 5);
}

#[test]
fn a_shard_with_tiers_that_is_killed_comes_back_and_nothing_is_lost() {
    is_killed_and_nothing_is_lost("optimizer = \"rowwise-adagrad\"", IN_TIERS, "700", 5);
}

/// Of a device no batch but the newest is undone.
#[test]
fn a_shard_in_a_device_that_is_killed_comes_back_and_nothing_is_lost() {
    is_killed_and_nothing_is_lost("", "storage = \"cxl-mem\"\npool = \"pool\"\n", "700", 5);
}

fn is_killed_and_nothing_is_lost(train: &str, cluster: &str, batches: &str, enough: u32) {
    let seed = std::env::var("EMBERLANE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(17);
    let mut random = Pcg64::seed_from_u64(seed);
    let job = Job::new(2, train, cluster);
    job.alone(&["--batches", batches]);
    let mut shards = job.shards();
    let mut train = job.train(&["--batches", batches]);
    shards[0].says("rank 0 begins");
    let mut kills = 0;
    // On a busy machine a shard may die before it has done anything: kills go on until one has cost something, and each round of
    // them lets shards live for longer.
    let begun = Instant::now();
    while train.is_running() && begun.elapsed() < PATIENCE && (kills < enough || !train.has_said("pushed again")) {
        std::thread::sleep(Duration::from_millis(random.random_range(0..150 * u64::from(1 + kills / enough))));
        let shard = random.random_range(0..2);
        if train.is_running() {
            shards[shard].child.kill().unwrap();
            let _ = shards[shard].child.wait();
            shards[shard] = job.serve(shard as u16);
            shards[shard].says("serves at");
            kills += 1;
        }
    }
    let (code, said) = train.end();
    assert_eq!(code, Some(0), "seed {seed}: {said}");
    assert!(kills > 2, "seed {seed}: {kills} kills are too few");
    assert!(said.contains("pushed again"), "seed {seed}: no kill cost a shard anything: {said}");
    job.has_the_bits_of_one_alone();
}

/// As a pool: whose rows are in a folder is known before anything starts, and they go when they are asked to.
#[test]
fn folders_of_another_training_are_refused_and_removed_on_demand() {
    let job = Job::new(2, "", IN_TIERS);
    let (file, out) = (job.text("cluster.toml"), job.text("out"));
    let (code, said) = run(&["cluster", &file, "--batches", "20", "--out", &out]);
    assert_eq!(code, Some(0), "{said}");
    assert!(job.path("rows-0/checkpoint-000000000020").is_dir() && job.path("rows-1/shard.json").is_file());
    let again = ["cluster", &file, "--batches", "20", "--seed", "6", "--overwrite", "--out", &out];
    let elsewhere = job.text("elsewhere");
    let (code, said) = run(&["cluster", &file, "--batches", "20", "--seed", "6", "--out", &elsewhere]);
    assert!(
        code == Some(2) && said.contains("store.directory: ") && said.contains("rows-0 is of another training"),
        "{said}"
    );
    let (code, said) = run(&["serve", &file, "--shard", "0", "--seed", "6"]);
    assert!(code == Some(1) && said.contains("rows-0: it is of tables (rows, dimension, optimizer"), "{said}");
    let (code, said) = run(&["pool", "reshard", &file, "--shards", "3", "--to", &job.text("new")]);
    assert!(code == Some(2) && said.contains("is no pool: begin from a saved state"), "{said}");
    // One that is damaged goes, too.
    std::fs::write(job.path("rows-1/shard.json"), "{}\n").unwrap();
    let (code, said) = run(&again);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) =
        run(&["train", &job.text("alone.toml"), "--batches", "20", "--seed", "6", "--out", &job.text("alone")]);
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
}

#[test]
fn a_pool_of_another_training_or_in_use_is_refused_by_name() {
    let job = in_pool("");
    let mut shards = job.shards();
    let (code, said) = job.train(&["--batches", "20"]).end();
    assert_eq!(code, Some(0), "{said}");
    let text = std::fs::read_to_string(job.path("cluster.toml")).unwrap();
    let elsewhere = |port: u16| {
        let first = text.split("tcp/").nth(1).unwrap().split('"').next().unwrap();
        text.replace(first, &format!("127.0.0.1:{port}"))
    };
    std::fs::write(job.path("elsewhere.toml"), elsewhere(free_port())).unwrap();
    let (code, said) = run(&["serve", &job.text("elsewhere.toml"), "--shard", "0"]);
    assert!(code == Some(1) && said.contains("pool-0 is in use by another process"), "{said}");
    shards.iter_mut().for_each(|shard| shard.signal("TERM"));
    shards.into_iter().for_each(|shard| assert_eq!(shard.end().0, Some(0)));
    let (code, said) = run(&["serve", &job.text("cluster.toml"), "--shard", "0", "--seed", "6"]);
    assert!(code == Some(1) && said.contains("pool-0 is of tables (rows, dimension, optimizer"), "{said}");
    std::fs::copy(job.path("pool-0"), job.path("pool-1")).unwrap();
    let (code, said) = run(&["serve", &job.text("cluster.toml"), "--shard", "1"]);
    assert!(code == Some(1) && said.contains("pool-1 is of shard 0 of 2, not of 1 of 2"), "{said}");
}

#[test]
fn whoever_is_there_already_stays_alone() {
    let job = Job::new(1, "", "");
    let mut shards = job.shards();
    let (code, said) = job.serve(0).end();
    assert!(code == Some(1) && said.contains("cannot be opened, listening at"), "{said}");
    let mut train = job.train(&["--batches", "100000"]);
    shards[0].says("rank 0 begins");
    let other = job.text("other");
    let (code, said) = run(&["train", &job.text("cluster.toml"), "--out", &other]);
    assert!(code == Some(1) && said.contains("rank 0 trains already"), "{said}");
    assert!(train.is_running());
    let (code, said) = run(&["status", &job.text("cluster.toml")]);
    assert!(code == Some(0) && said.contains("workers that train: 1"), "{said}");
}

#[test]
fn what_does_not_go_together_is_refused_by_name() {
    let job = Job::new(1, "", "");
    let _shards = job.shards();
    let file = job.text("cluster.toml");
    let out = job.text("out");
    let (code, said) = run(&["train", &file, "--out", &out, "--seed", "6"]);
    assert!(code == Some(1) && said.contains("train.seed is 5 on the shard and 6 on the rank"), "{said}");
    let replaced = |from: &str, to: &str, name: &str| {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(from));
        std::fs::write(job.path(name), text.replace(from, to)).unwrap();
        job.text(name)
    };
    let other = replaced("[cluster]", "[cluster]\nstorage = \"pmem\"\npool = \"pool\"", "pmem.toml");
    let (code, said) = run(&["train", &other, "--out", &out]);
    assert!(
        code == Some(1) && said.contains("cluster.storage is \"dram\" on the shard and \"pmem\" on the rank"),
        "{said}"
    );
    let (code, said) = run(&["serve", &file, "--shard", "1"]);
    assert!(code == Some(2) && said.contains("there is no shard 1"), "{said}");
    let (code, said) = run(&["serve", &job.text("alone.toml")]);
    assert!(code == Some(2) && said.contains("there is no [cluster]"), "{said}");
    let beyond = replaced("tcp/127.0.0.1", "tcp/0.0.0.0", "beyond.toml");
    for command in ["serve", "train", "status"] {
        let (code, said) = run(&[command, &beyond]);
        assert!(code == Some(2) && said.contains("--trust-network"), "{command}: {said}");
    }
    let nobody = replaced("[cluster]", "[cluster]\npatience = 1", "nobody.toml");
    let text = std::fs::read_to_string(&nobody).unwrap();
    let free = format!("127.0.0.1:{}", free_port());
    let address = text.split("tcp/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    std::fs::write(job.path("nobody.toml"), text.replace(&address, &free)).unwrap();
    let (code, said) = run(&["train", &nobody, "--out", &out]);
    assert!(code == Some(1) && said.contains("start it with `emberlane serve"), "{said}");
    assert!(!Path::new(&out).exists());
}

/// A client that trains nothing: it pulls rows and pushes gradients that depend on every bit of them, while shards are killed, and
/// compares every pull with a store in its own memory.
#[test]
fn every_pull_sees_all_pushes_before_it_and_none_after() {
    let seed = std::env::var("EMBERLANE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(23);
    let mut random = Pcg64::seed_from_u64(seed);
    let job = in_pool("");
    let mut shards = job.shards();
    let experiment = Experiment::read(&job.path("cluster.toml")).unwrap();
    let cluster = experiment.cluster.clone().unwrap();
    let settings = emberlane_net::job::settings(&experiment, &cluster);
    let zenoh = Zenoh::open(emberlane_net::fingerprint(&settings), &[], cluster.addresses(), None).unwrap();
    let identity = Identity { settings, rank: 0, shards: 2, session: new_incarnation() };
    let pace = Pace::of(PATIENCE, seed);
    let mut client = Client::connect(Arc::new(zenoh), &identity, pace, Box::new(|line| eprintln!("{line}"))).unwrap();

    let mut oracle = Dram::new(emberlane_net::job::tables(&experiment));
    let (dimension, mut kills) = (experiment.model.dimension, 0);
    for batch in 1..=150 {
        let keys: BTreeSet<Key> = (0..random.random_range(0..40))
            .map(|_| {
                let table = random.random_range(0..3);
                Key::new(table, random.random_range(0..experiment.model.rows[table as usize].min(60)))
            })
            .collect();
        let of_shards: Vec<Vec<Key>> =
            (0..2).map(|shard| keys.iter().copied().filter(|key| key.part(2) == shard).collect()).collect();
        let numbers = |keys: &[Key]| keys.iter().map(|key| key.0).collect::<Vec<u64>>();
        client.tell(|rank| rank.pull(of_shards.iter().map(|keys| vec![numbers(keys)]).collect())).unwrap();
        // Before, while and after it is answered.
        if random.random_bool(0.08) {
            let shard = random.random_range(0..2);
            shards[shard].child.kill().unwrap();
            let _ = shards[shard].child.wait();
            shards[shard] = job.serve(shard as u16);
            kills += 1;
        }
        let answers = client.answers().unwrap();
        let mut pushes = Vec::new();
        for (keys, rows) in of_shards.iter().zip(answers) {
            let mut expected = vec![0.0; keys.len() * dimension];
            oracle.pull(batch, keys, &mut expected).unwrap();
            let bits = |rows: &[f32]| rows.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            let rows: Vec<f32> = rows.iter().flat_map(Rows::to_vec).collect();
            assert_eq!(bits(&rows), bits(&expected), "seed {seed}: batch {batch}");
            pushes.push(Push {
                keys: numbers(keys),
                offsets: (0..=keys.len() as u32).collect(),
                bags: (0..keys.len() as u32).collect(),
                scales: vec![1.0; keys.len()],
                gradients: expected.iter().map(|value| value * 3.0 + batch as f32 / 64.0).collect(),
            });
        }
        oracle.maintain(batch).unwrap();
        let stored: Vec<StorePush> = pushes.iter().zip(&of_shards).map(|(push, keys)| push.to_store(keys)).collect();
        oracle.apply(batch, &stored, false).unwrap();
        client.tell(|rank| rank.push(pushes.into_iter().map(|push| vec![push]).collect())).unwrap();
    }
    client.until(Rank::is_settled).unwrap();
    assert!(kills > 3, "seed {seed}: {kills} kills are too few");
}
