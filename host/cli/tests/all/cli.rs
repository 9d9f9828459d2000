//! The command line from outside: files, output, messages and exit status.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::output_of;

struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn emberlane(folder: &Path, arguments: &[&str]) -> Run {
    with_environment(folder, arguments, &[])
}

fn with_environment(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let mut command = crate::program::emberlane(arguments);
    let (status, stdout, stderr) = output_of(command.envs(environment.iter().copied()).current_dir(folder));
    Run { status, stdout, stderr }
}

impl Run {
    #[track_caller]
    fn succeeds(self) -> Self {
        assert_eq!(self.status, 0, "{}", self.stderr);
        self
    }

    #[track_caller]
    fn fails(self, status: i32, message: &[&str]) {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        for part in message {
            assert!(self.stderr.contains(part), "expected {part:?} in {:?}", self.stderr);
        }
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("standard output is one JSON document")
    }
}

const SYNTHETIC: &str = "[model]\nbottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 30\ndimension = 16\n\
    [data]\nkind = \"synthetic\"\nbatches = 5\n[train]\nbatch_size = 8\n";

fn folder(experiment: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    std::fs::write(&file, experiment).unwrap();
    (folder, file)
}

#[test]
fn a_system_leaves_a_timeline() {
    let (folder, _) = folder(SYNTHETIC);
    let run = emberlane(folder.path(), &["train", "experiment.toml", "--out", "o", "--system", "automatic"]).succeeds();
    for part in ["system      automatic", "us a batch in simulated time", "GPU", "o/timeline.json", "ui.perfetto.dev"] {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&std::fs::read(folder.path().join("o").join(name)).unwrap()).unwrap()
    };
    check_arrows(read("timeline.json")["traceEvents"].as_array().unwrap());
    let system = &read("summary.json")["system"];
    assert_eq!((&system["kind"], &system["link"]["name"]), (&"automatic".into(), &"trainingcxl".into()));
    assert_eq!(system["batches"].as_array().unwrap().len(), 5);
    let links = system["fabric"]["links"].as_array().unwrap();
    assert_eq!(links.len(), 4, "two devices, each way");
    assert!(links.iter().all(|link| link["messages"].as_u64() > Some(0) && link["bytes"].as_u64() > Some(0)));
    let latencies = system["fabric"]["latencies"].as_array().unwrap();
    assert!(latencies.iter().any(|latency| latency["opcode"] == "ItoMWr" && latency["p99_picoseconds"].is_u64()));

    let plain = emberlane(folder.path(), &["train", "experiment.toml", "--out", "p", "--format", "json"]).succeeds();
    assert_eq!(plain.json()["system"], serde_json::Value::Null);
    assert!(!folder.path().join("p/timeline.json").exists());
    emberlane(folder.path(), &["train", "experiment.toml", "--system", "auto"]).fails(2, &["automatic"]);
}

/// Every arrow of a timeline has a beginning and a later end, each within a slice of its track.
#[track_caller]
fn check_arrows(events: &[serde_json::Value]) {
    let of = |phase: &str| -> Vec<&serde_json::Value> { events.iter().filter(|event| event["ph"] == phase).collect() };
    let nanoseconds = |value: &serde_json::Value| (value.as_f64().unwrap() * 1e3).round() as u64;
    let (slices, begins, ends) = (of("X"), of("s"), of("f"));
    assert!(begins.len() > slices.len() / 2 && begins.len() == ends.len(), "{} arrows", begins.len());
    for (begin, end) in begins.iter().zip(&ends) {
        assert!(begin["id"] == end["id"] && nanoseconds(&begin["ts"]) <= nanoseconds(&end["ts"]), "{begin} {end}");
        for event in [begin, end] {
            let at = nanoseconds(&event["ts"]);
            let is_around = |slice: &&serde_json::Value| {
                let start = nanoseconds(&slice["ts"]);
                slice["tid"] == event["tid"] && (start..=start + nanoseconds(&slice["dur"])).contains(&at)
            };
            assert!(slices.iter().any(is_around), "{event} is in no slice");
        }
    }
}

#[test]
fn messages_of_chosen_batches_are_written_down() {
    let (folder, _) = folder(SYNTHETIC);
    let train = |arguments: &[&str]| {
        emberlane(folder.path(), &[&["train", "experiment.toml", "--overwrite"], arguments].concat())
    };
    let lines = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap().lines().count();
    let run = train(&["--system", "automatic", "--messages", "first.txt"]).succeeds();
    assert!(run.stdout.contains("messages    first.txt (batches 0..1"), "{}", run.stdout);
    train(&["--system", "automatic", "--messages", "all.txt", "--message-batches", "0..9"]).succeeds();
    train(&["--system", "automatic", "--messages", "last.txt", "--message-batches", "4..5"]).succeeds();
    let text = std::fs::read_to_string(folder.path().join("last.txt")).unwrap();
    assert!(text.starts_with("time_ps channel opcode address tag from to latency_ps for\n"), "{text}");
    assert!(lines("all.txt") > 2 * lines("first.txt") && lines("first.txt") > 100 && lines("last.txt") > 100);
    train(&["--system", "automatic", "--messages", "none.txt", "--message-batches", "7..9"])
        .fails(2, &["--message-batches 7: there is no batch 7", "there are 5"]);
    assert!(!folder.path().join("none.txt").exists());
    let before = std::fs::read(folder.path().join("first.txt")).unwrap();
    let late = ["--system", "automatic", "--messages", "first.txt", "--message-batches", "3..4"];
    train(&[&late[..], &["--batches", "3"]].concat())
        .fails(2, &["no batch 3 in --batches 3", "Usage: emberlane train"]);
    train(&["--system", "automatic", "--messages", "first.txt", "--message-batches", "7..9"]).fails(2, &["no batch 7"]);
    assert!(before == std::fs::read(folder.path().join("first.txt")).unwrap(), "what was there stays");
    let there = ["train", "experiment.toml", "--out", "other", "--system", "automatic", "--messages", "first.txt"];
    emberlane(folder.path(), &there).fails(2, &["first.txt: this file is there already", "--overwrite"]);
    train(&["--messages", "first.txt"]).fails(2, &["--messages", "--system automatic", "Usage: emberlane train"]);
    train(&["--system", "automatic", "--message-batches", "0..1"]).fails(2, &["--messages"]);
    train(&["--system", "automatic", "--messages", "m", "--message-batches", "3"]).fails(2, &["FROM..TO"]);
    train(&["--system", "automatic", "--messages", "no/folder/m"]).fails(1, &["no/folder/m"]);
}

#[test]
fn training_leaves_three_files() {
    let (folder, _) = folder(SYNTHETIC);
    let run =
        emberlane(folder.path(), &["train", "experiment.toml", "--out", "results", "--format", "json"]).succeeds();
    assert_eq!(run.stderr, "", "no progress bar where there is no terminal");
    let results = folder.path().join("results");
    let summary: serde_json::Value =
        serde_json::from_slice(&std::fs::read(results.join("summary.json")).unwrap()).unwrap();
    assert_eq!(summary, run.json());
    assert_eq!((&summary["batches"], &summary["samples"]), (&5.into(), &40.into()));
    assert_eq!(summary["device"]["kind"], "reference");
    assert_eq!(summary["device"]["counters"]["lookups"], 5);
    let metrics = std::fs::read_to_string(results.join("metrics.csv")).unwrap();
    let lines: Vec<&str> = metrics.lines().collect();
    assert_eq!(lines[0], "batch,loss,auc,log_loss,normalized_entropy,accuracy");
    assert_eq!(lines.len(), 6);
    let last: Vec<f64> = lines[5].split(',').map(|field| field.parse().unwrap()).collect();
    let training = &summary["training"];
    let expected = ["auc", "log_loss", "normalized_entropy", "accuracy"].map(|key| training[key].as_f64().unwrap());
    assert_eq!(last[0], 4.0);
    assert_eq!(last[1], summary["loss"]["last"].as_f64().unwrap());
    assert_eq!(last[2..], expected);
    let bytes = std::fs::read(results.join("parameters.safetensors")).unwrap();
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(tensors.tensor("embedding.1").unwrap().shape(), [30, 16]);
    assert_eq!(tensors.tensor("top.0.weight").unwrap().shape(), [8, 16 + 3]);
}

#[test]
fn people_get_lines_and_a_default_folder() {
    let (folder, _) = folder(SYNTHETIC);
    let run = emberlane(folder.path(), &["train", "experiment.toml", "--batches", "3"]).succeeds();
    for part in ["loss  ", "auc", "reference, 4 channels", "rows read", "wall time"] {
        assert!(run.stdout.contains(part), "expected {part:?} in {}", run.stdout);
    }
    assert!(folder.path().join("out/experiment/summary.json").exists());
    let run = emberlane(folder.path(), &["train", "experiment.toml", "--batches", "9", "--overwrite"]).succeeds();
    assert!(run.stdout.contains("the data ended after 5 of 9 batches"), "{}", run.stdout);
}

#[test]
fn trained_parameters_are_initial_parameters() {
    let (folder, _) = folder(SYNTHETIC);
    emberlane(folder.path(), &["train", "experiment.toml", "--out", "first"]).succeeds();
    let again = SYNTHETIC.replace("[data]", "initial_parameters = \"first/parameters.safetensors\"\n[data]");
    std::fs::write(folder.path().join("again.toml"), again).unwrap();
    emberlane(folder.path(), &["train", "again.toml", "--out", "second"]).succeeds();
    std::fs::write(
        folder.path().join("wide.toml"),
        SYNTHETIC
            .replace("[8, 1]", "[9, 1]")
            .replace("[data]", "initial_parameters = \"first/parameters.safetensors\"\n[data]"),
    )
    .unwrap();
    emberlane(folder.path(), &["train", "wide.toml"])
        .fails(1, &["first/parameters.safetensors", "top.0.weight", "[9, 19]", "[8, 19]"]);
}

#[test]
fn mistakes_in_an_experiment_are_explained() {
    let (folder, file) = folder(&SYNTHETIC.replace("batch_size", "batchsize"));
    emberlane(folder.path(), &["train", "experiment.toml"])
        .fails(1, &["experiment.toml:11", "`batchsize`", "did you mean `batch_size`?"]);
    std::fs::write(&file, SYNTHETIC.replace("rows = 30", "rows = []")).unwrap();
    emberlane(folder.path(), &["train", "experiment.toml"]).fails(1, &["experiment.toml:5", "0 numbers", "2 tables"]);
    emberlane(folder.path(), &["train", "absent.toml"]).fails(1, &["absent.toml"]);
    std::fs::write(&file, SYNTHETIC.replace("\"synthetic\"\nbatches = 5", "\"tensors\"\npath = \"absent.st\""))
        .unwrap();
    emberlane(folder.path(), &["train", "experiment.toml"]).fails(1, &["absent.st"]);
    std::fs::write(&file, SYNTHETIC.to_owned() + "learning_rate = 1e6\nepochs = 9\n").unwrap();
    emberlane(folder.path(), &["train", "experiment.toml"]).fails(1, &["diverged", "learning_rate"]);
}

#[test]
fn wrong_use_is_status_2() {
    let (folder, _) = folder(SYNTHETIC);
    emberlane(folder.path(), &["trian"]).fails(2, &["trian"]);
    emberlane(folder.path(), &["train"]).fails(2, &["EXPERIMENT"]);
    emberlane(folder.path(), &["train", "experiment.toml", "--device", "gpu"]).fails(2, &["gpu", "reference"]);
    emberlane(folder.path(), &["train", "experiment.toml", "--batches", "0"]).fails(2, &["--batches"]);
    emberlane(folder.path(), &["train", "experiment.toml", "--trace-cycles", "9..1"]).fails(2, &["FROM..TO"]);
    if cfg!(feature = "export") {
        emberlane(folder.path(), &["export-verilog", "--design", "cxl_mem"]).fails(2, &["--out"]);
        emberlane(folder.path(), &["export-packages", "--design", "cxl_mem"]).fails(2, &["--out"]);
    }
}

#[test]
fn malformed_clicks_stop_or_are_counted() {
    let criteo = "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 2\nrows = 30\ndimension = 16\n\
        [data]\nkind = \"criteo\"\npath = \"clicks.tsv\"\n";
    let (folder, file) = folder(criteo);
    let data = ["generate-data", "--out", "clicks.tsv", "--rows", "50", "--seed", "4"];
    emberlane(folder.path(), &data).succeeds();
    let clicks = std::fs::read_to_string(folder.path().join("clicks.tsv")).unwrap();
    emberlane(folder.path(), &data).fails(2, &["clicks.tsv: this file is there already", "--overwrite"]);
    emberlane(folder.path(), &[&data[..], &["--overwrite"]].concat()).succeeds();
    assert_eq!(clicks, std::fs::read_to_string(folder.path().join("clicks.tsv")).unwrap());
    let run = emberlane(folder.path(), &["train", "experiment.toml", "--overwrite"]).succeeds();
    assert!(run.stdout.contains("0 malformed lines"), "{}", run.stdout);
    let mut lines: Vec<&str> = clicks.lines().collect();
    lines[16] = "1\t2\t3";
    std::fs::write(folder.path().join("clicks.tsv"), lines.join("\n")).unwrap();
    emberlane(folder.path(), &["train", "experiment.toml", "--overwrite"])
        .fails(1, &["clicks.tsv:17: expected 40", "found 3"]);
    std::fs::write(&file, criteo.to_owned() + "on_malformed = \"skip\"\n").unwrap();
    let run = emberlane(folder.path(), &["train", "experiment.toml", "--overwrite"]).succeeds();
    assert!(run.stdout.contains("skipped     1 malformed lines"), "{}", run.stdout);
}

/// Wide enough that products are shared out over threads.
#[test]
fn the_number_of_threads_changes_no_bit() {
    let (folder, _) = folder(
        "[model]\nbottom = [13, 512, 256, 32]\ntop = [128, 1]\ntables = 3\nrows = 100\ndimension = 32\n\
         [data]\nkind = \"synthetic\"\nbatches = 3\n[train]\nbatch_size = 256\n",
    );
    let run = |threads: &str| {
        let arguments = ["train", "experiment.toml", "--out", threads];
        with_environment(folder.path(), &arguments, &[("MATMUL_NUM_THREADS", threads)]).succeeds();
        ["metrics.csv", "parameters.safetensors"]
            .map(|name| std::fs::read(folder.path().join(threads).join(name)).unwrap())
    };
    let one = run("1");
    for threads in ["2", "3", "4"] {
        assert!(run(threads) == one, "{threads} threads give other bits than one");
    }
}

#[test]
fn devices_say_what_they_cannot_do() {
    let (folder, _) = folder(&(SYNTHETIC.to_owned() + "optimizer = \"adagrad\"\n"));
    emberlane(folder.path(), &["train", "experiment.toml", "--device", "rtl"]).fails(1, &["adagrad", "sgd"]);
    emberlane(folder.path(), &["train", "experiment.toml", "--trace"]).fails(2, &["--trace needs --device rtl"]);
    let run = emberlane(folder.path(), &["train", "experiment.toml"]).succeeds();
    assert!(run.stdout.contains("embeddings in host memory"), "{}", run.stdout);
}

#[cfg(not(feature = "rtl"))]
#[test]
fn a_build_without_rtl_says_so() {
    let (folder, _) = folder(SYNTHETIC);
    emberlane(folder.path(), &["train", "experiment.toml", "--device", "rtl"])
        .fails(1, &["built without the RTL devices", "Verilator"]);
}

#[cfg(feature = "rtl")]
#[test]
fn rtl_counts_cycles_and_records_a_waveform() {
    let (folder, _) = folder(SYNTHETIC);
    let arguments = ["train", "experiment.toml", "--device", "rtl", "--trace-cycles", "100..900", "--out", "rtl"];
    let run = emberlane(folder.path(), &arguments).succeeds();
    assert!(run.stdout.contains("waveform    rtl/trace.fst"), "{}", run.stdout);
    // Beyond the end of the training there is nothing to record, and no file that looks like it.
    let beyond =
        ["train", "experiment.toml", "--device", "rtl", "--trace-cycles", "5000000..5000010", "--out", "beyond"];
    emberlane(folder.path(), &beyond).fails(1, &["no waveform: the device ended before cycle 5000000"]);
    assert!(folder.path().join("beyond/summary.json").exists() && !folder.path().join("beyond/trace.fst").exists());
    let results = folder.path().join("rtl");
    assert!(std::fs::metadata(results.join("trace.fst")).unwrap().len() > 1000);
    let summary: serde_json::Value =
        serde_json::from_slice(&std::fs::read(results.join("summary.json")).unwrap()).unwrap();
    assert_eq!(summary["device"]["kind"], "rtl");
    assert!(summary["device"]["cycles"].as_u64().unwrap() > 1000);
    emberlane(folder.path(), &["train", "experiment.toml", "--out", "reference"]).succeeds();
    for name in ["metrics.csv", "parameters.safetensors"] {
        let read = |device: &str| std::fs::read(folder.path().join(device).join(name)).unwrap();
        assert!(read("rtl") == read("reference"), "{name} differs between the devices");
    }
}

#[test]
fn registers_come_in_six_formats() {
    let here = std::env::temp_dir();
    let formats = [
        ("markdown", "| `0x000` | `IDENTITY`"),
        ("c", "#define SMARTSSD_IDENTITY_OFFSET"),
        ("systemrdl", "addrmap smartssd"),
        ("linux", "#define EMB_SMARTSSD_IDENTITY\t0x000"),
        ("svd", "<name>smartssd</name>"),
        ("html", "<h1>Registers of smartssd</h1>"),
    ];
    for (format, part) in formats {
        let run = emberlane(&here, &["registers", "--format", format]).succeeds();
        let one = emberlane(&here, &["registers", "--device", "smartssd", "--format", format]).succeeds();
        assert!(one.stdout.contains(part) && one.stdout.contains("0x"), "{format}: {}", one.stdout);
        assert!(run.stdout.ends_with(&one.stdout) && run.stdout.len() > one.stdout.len(), "{format}");
    }
    emberlane(&here, &["registers", "--device", "gpu"]).fails(2, &["gpu", "cxl_mem", "smartssd"]);
}

#[cfg(feature = "export")]
#[test]
fn designs_are_listed_and_must_exist() {
    let here = tempfile::tempdir().unwrap();
    let run = emberlane(here.path(), &["export-verilog", "--list"]).succeeds();
    assert!(run.stdout.lines().any(|line| line.starts_with("cxl_mem ")), "{}", run.stdout);
    emberlane(here.path(), &["export-verilog", "--design", "none", "--out", "v"]).fails(2, &["none", "cxl_mem"]);
    emberlane(here.path(), &["export-verilog"]).fails(1, &["hw/verilog", "--out"]);
    emberlane(here.path(), &["export-packages"]).fails(1, &["hw: ", "--out"]);
}

#[cfg(feature = "export")]
#[test]
fn packages_are_whole_in_any_folder_until_something_changes() {
    let here = tempfile::tempdir().unwrap();
    let export = |more: &[&str]| {
        emberlane(here.path(), &[&["export-packages", "--design", "smartssd_b2_s1", "--out", "p"], more].concat())
    };
    export(&["--clock-hz", "100000000"]).succeeds();
    let constraints =
        std::fs::read_to_string(here.path().join("p/packages/smartssd_b2_s1/out_of_context.xdc")).unwrap();
    assert!(constraints.contains("-period 10.000 "), "{constraints}");
    export(&["--clock-hz", "100000000", "--check"]).succeeds();
    export(&["--check"]).fails(1, &["p/verilog is stale"]);
    export(&[]).fails(2, &["--out p: it holds \"packages\" already", "--overwrite"]);
    std::fs::remove_file(here.path().join("p/packages/registers/smartssd.svd")).unwrap();
    export(&["--clock-hz", "100000000", "--check"]).fails(1, &["packages/registers/smartssd.svd"]);
    export(&["--clock-hz", "100000000", "--overwrite"]).succeeds();
    export(&["--clock-hz", "100000000", "--check"]).succeeds();
}

#[test]
fn figures_are_listed_and_must_exist() {
    let (folder, _) = folder(SYNTHETIC);
    let reproduce = |arguments: &[&str]| emberlane(folder.path(), &[&["reproduce"], arguments].concat());
    let run = reproduce(&["--list"]).succeeds();
    assert!(run.stdout.starts_with("tcxl-fig9a "), "{}", run.stdout);
    assert_eq!(reproduce(&["--list", "--format", "json"]).succeeds().json()[0]["id"], "tcxl-fig9a");
    reproduce(&[]).fails(2, &["FIGURE"]);
    reproduce(&["fig9a"]).fails(2, &["fig9a", "tcxl-fig9a"]);
    reproduce(&["--list", "--all"]).fails(2, &["--list", "--all"]);
    reproduce(&["tcxl-fig9a", "--threads", "0"]).fails(2, &["--threads"]);
    reproduce(&["tcxl-fig12", "--criteo", "absent.tsv"]).fails(2, &["--criteo", "tcxl-fig9a"]);
    reproduce(&["tcxl-fig9a", "--criteo", "absent.tsv"]).fails(1, &["absent.tsv"]);
    reproduce(&["tcxl-fig9a", "--criteo", "experiment.toml"]).fails(1, &["experiment.toml", "no sample"]);
    assert!(!folder.path().join("out").exists(), "what is refused leaves no file");
}

#[test]
fn the_doctor_reports_every_tool() {
    let here = std::env::temp_dir();
    let run = emberlane(&here, &["doctor", "--format", "json"]);
    let report = run.json();
    let tools = report["tools"].as_array().unwrap();
    for name in ["rustc", "cargo", "verilator", "yosys", "iverilog", "zlib headers", "gtkwave"] {
        assert!(tools.iter().any(|tool| tool["name"] == name), "{name}");
    }
    let missing = tools.iter().filter(|tool| tool["required"] == true && tool["ok"] == false).count();
    assert_eq!(report["missing"], missing);
    assert_eq!(run.status, i32::from(missing > 0));
    // With no tool in reach everything is missing, and the doctor says what to type.
    let run = with_environment(&here, &["doctor"], &[("PATH", "/nonexistent")]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("sudo apt install verilator"), "{}", run.stdout);
}

#[test]
fn shells_and_manuals_are_served() {
    let here = tempfile::tempdir().unwrap();
    let run = emberlane(here.path(), &["completions", "bash"]).succeeds();
    assert!(run.stdout.contains("generate-data"));
    emberlane(here.path(), &["man", "--out", "man"]).succeeds();
    assert!(here.path().join("man/emberlane-train.1").exists());
    // Pages of others are at home there, too; those that are there are replaced only when that is said.
    std::fs::write(here.path().join("man/other.1"), "a page").unwrap();
    let main = here.path().join("man/emberlane.1");
    std::fs::write(&main, "an old page").unwrap();
    emberlane(here.path(), &["man", "--out", "man"]).fails(2, &["this file is there already", "--overwrite"]);
    assert_eq!(std::fs::read(&main).unwrap(), b"an old page");
    emberlane(here.path(), &["man", "--out", "man", "--overwrite"]).succeeds();
    assert!(std::fs::read(&main).unwrap() != b"an old page");
    assert_eq!(std::fs::read(here.path().join("man/other.1")).unwrap(), b"a page");
}

/// At port 0 metrics get one that is free, and it is said which; an address that cannot be had is refused before anything is made.
#[test]
fn a_training_says_where_its_metrics_are() {
    use std::io::{BufRead, BufReader, Read, Write};
    let (folder, _) = folder(&SYNTHETIC.replace("batches = 5", "batches = 1000000"));
    let train = |address: &str| -> Vec<String> {
        ["train", "experiment.toml", "--format", "json", "--out", "out", "--prometheus", address]
            .map(str::to_owned)
            .into()
    };
    let mut run = Command::new(env!("CARGO_BIN_EXE_emberlane"))
        .args(train("127.0.0.1:0"))
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(run.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("metrics are at http://").and_then(|rest| rest.strip_suffix("/metrics"));
    let mut stream = std::net::TcpStream::connect(address.expect(&line)).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: run\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("emberlane_batches"), "{text}");

    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = |address: &str, status, expected: &[&str]| {
        let arguments = train(address);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        emberlane(folder.path(), &[&arguments[..], &["--overwrite"]].concat()).fails(status, expected);
    };
    refused(&address, 1, &[&format!("--prometheus {address}: metrics cannot be served there"), "in use"]);
    for wrong in ["localhost:9464", "9464", "127.0.0.1"] {
        refused(wrong, 2, &["--prometheus", "expected an IP address and a port, as in 127.0.0.1:9464"]);
    }
}

#[test]
fn standard_output_that_takes_no_more_is_named() {
    let (folder, _) = folder(SYNTHETIC);
    for arguments in [
        &["compare", "--assumptions"][..],
        &["reproduce", "--list"],
        &["plan", "experiment.toml"],
        &["train", "experiment.toml"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_emberlane"))
            .args(arguments)
            .current_dir(folder.path())
            .stdout(full)
            .output();
        let output = program.unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.contains("error: standard output: No space left on device"), "{arguments:?}: {error}");
    }
}
