//! A system changes when things happen, never what is computed; and of its messages, none is the host's that need not be.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use emberlane_experiment::Experiment;
use emberlane_models::cxl::BAR_BASE;
use emberlane_registers::cxl_mem::DOORBELL;
use emberlane_systems::Messages;
use emberlane_training::{RunOptions, Silent};
use serde_json::Value;

const MODELS: [&str; 3] = [
    "bottom = [13, 24, 32]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 32\nlookups = 5",
    "bottom = [4, 16]\ntop = [1]\ntables = 1\nrows = 9\ndimension = 16\nlookups = 12\npooling = \"mean\"",
    "bottom = [2, 8]\ntop = [4, 1]\ninteraction = \"cat\"\ntables = 2\nrows = 40\ndimension = 48\nlookups = 3\n\
     pooling = \"mean\"",
];
const BATCHES: u64 = 5;
/// Samples of a batch.
const SAMPLES: u64 = 16;

fn experiment(model: &str, system: &str, link: &str) -> Experiment {
    let text = format!(
        "[model]\n{model}\n[data]\nkind = \"synthetic\"\nbatches = {BATCHES}\n[train]\nbatch_size = {SAMPLES}\n\
         learning_rate = 0.1\nseed = 7\n[evaluate]\nbatches = 2\n[device]\nmedia = \"trainingcxl\"\n\
         [system]\nkind = {system:?}\nlink = {link:?}\n"
    );
    Experiment::parse(Path::new("experiment.toml"), &text).unwrap()
}

struct Results {
    parameters: Vec<u8>,
    metrics: String,
    evaluation: String,
    timeline: String,
    messages: String,
}

fn run(experiment: &Experiment) -> Results {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("messages.txt");
    let options = RunOptions {
        out: Some(out.path().to_path_buf()),
        messages: Some(Messages { path, batches: 0..BATCHES }),
        ..RunOptions::default()
    };
    let summary = emberlane_training::run(experiment, &options, &mut Silent).unwrap();
    let text = |name: &str| std::fs::read_to_string(out.path().join(name)).unwrap_or_default();
    Results {
        parameters: std::fs::read(out.path().join("parameters.safetensors")).unwrap(),
        metrics: text("metrics.csv"),
        evaluation: format!("{:?}", summary.evaluation),
        timeline: text("timeline.json"),
        messages: text("messages.txt"),
    }
}

#[test]
fn no_system_and_no_link_changes_a_bit() {
    for model in MODELS {
        let plain = run(&experiment(model, "none", "trainingcxl"));
        assert!(plain.timeline.is_empty() && plain.messages.is_empty());
        for (system, link, credits) in [
            ("automatic", "trainingcxl", None),
            ("automatic", "trainingcxl", Some(1)),
            ("automatic", "ideal", None),
            ("software-copy", "trainingcxl", None),
            ("software-copy", "ndrec", Some(2)),
        ] {
            let mut experiment = experiment(model, system, link);
            let preset = &mut experiment.system.link.credits.value;
            *preset = credits.unwrap_or(*preset);
            let results = run(&experiment);
            assert!(
                results.parameters == plain.parameters,
                "{model}, {system}, {link}, {credits:?}: parameters differ"
            );
            assert_eq!(results.metrics, plain.metrics, "{model}, {system}, {link}, {credits:?}");
            assert_eq!(results.evaluation, plain.evaluation, "{model}, {system}, {link}, {credits:?}");
        }
    }
}

#[test]
fn two_runs_are_the_same_byte_for_byte() {
    for system in ["automatic", "software-copy"] {
        let [first, second] = [0; 2].map(|_| run(&experiment(MODELS[0], system, "trainingcxl")));
        assert_eq!(first.timeline, second.timeline);
        assert!(first.messages == second.messages, "{system}: messages differ");
    }
}

/// A line of a trace.
#[derive(Debug)]
struct Message<'a> {
    time: u64,
    channel: &'a str,
    opcode: &'a str,
    address: Option<u64>,
    from: &'a str,
    to: &'a str,
    arrival: u64,
    initiator: &'a str,
}

fn messages(trace: &str) -> Vec<Message<'_>> {
    let line = |line| {
        let [time, channel, opcode, address, _, from, to, latency, initiator] =
            str::split(line, ' ').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        let address = address.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16).unwrap());
        let time: u64 = time.parse().unwrap();
        let arrival = time + latency.parse::<u64>().unwrap();
        Message { time, channel, opcode, address, from, to, arrival, initiator }
    };
    trace.lines().skip(1).map(line).collect()
}

/// When an operation of each batch ran, from a timeline.
fn spans(timeline: &str, operation: &str) -> Vec<RangeInclusive<u64>> {
    let timeline: Value = serde_json::from_str(timeline).unwrap();
    let mut spans = BTreeMap::new();
    for event in timeline["traceEvents"].as_array().unwrap() {
        let args = |key: &str| event["args"][key].as_u64().unwrap();
        if event["ph"] == "X" && event["name"] == operation {
            spans.insert(args("batch"), args("start_ps")..=args("end_ps"));
        }
    }
    assert_eq!(spans.len() as u64, BATCHES, "{operation}");
    spans.into_values().collect()
}

/// Each batch's pooled vectors and gradients cross once, line by line, and the host says nothing but posts.
#[test]
fn a_posted_batch_moves_its_data_without_the_host() {
    for model in MODELS {
        let experiment = experiment(model, "automatic", "trainingcxl");
        let Results { timeline, messages: trace, .. } = run(&experiment);
        let messages = messages(&trace);
        let lines = SAMPLES * (experiment.model.rows.len() * experiment.model.dimension) as u64 * 4 / 64;
        let posts = spans(&timeline, "post batch");
        let (lookups, pooled) = (spans(&timeline, "embedding lookup"), spans(&timeline, "pooled vectors"));
        let doorbells = spans(&timeline, "doorbell");
        let (sent, updates) = (spans(&timeline, "gradients"), spans(&timeline, "embedding update"));

        let mut moved = 0;
        for batch in 0..BATCHES as usize {
            // From whom, to whom, when they leave, and when the last has come.
            let flows = [
                ("cxl-mem", "gpu", &pooled[batch], *pooled[batch].end()),
                ("gpu", "cxl-mem", &sent[batch], *updates[batch].start()),
            ];
            for (from, to, leave, end) in flows {
                let asked = messages.iter().filter(|message| {
                    message.from == from && message.opcode == "ItoMWr" && leave.contains(&message.time)
                });
                let mut asked: Vec<u64> = asked.map(|message| message.address.unwrap()).collect();
                asked.sort_unstable();
                let first = asked[0];
                let expected: Vec<u64> = (0..lines).map(|line| first + 64 * line).collect();
                assert_eq!(asked, expected, "batch {batch}: every line from {from} is asked for once");
                let region = first..first + 64 * lines;
                let written = messages.iter().filter(|message| {
                    message.to == to
                        && message.channel == "m2s_rwd"
                        && (*leave.start()..=end).contains(&message.time)
                        && message.address.is_some_and(|address| region.contains(&address))
                });
                let last = written.clone().map(|message| message.arrival).max();
                assert_eq!(last, Some(*leave.end()), "batch {batch}: it ends when the last line is at {to}");
                let mut written: Vec<u64> = written.map(|message| message.address.unwrap()).collect();
                written.sort_unstable();
                assert_eq!(written, expected, "batch {batch}: every line to {to} is written once");
                moved += 2 * lines;
            }
            let flush = messages.iter().filter(|message| message.from == "cxl-mem" && message.opcode == "ItoMWr");
            let first = flush.map(|message| message.time).find(|time| time >= lookups[batch].start());
            assert_eq!(first, Some(*pooled[batch].start()), "batch {batch}: it begins with the flush");
            assert_eq!(lookups[batch].end(), pooled[batch].start());
            // Some round trips beside what the bytes take at the rate of the link.
            let held = pooled[batch].end() - pooled[batch].start();
            assert!(held < lines * (64 + 16) * 1000 / 15 + 1_000_000, "batch {batch}: links are held {held} ps");
            assert!(updates[batch].start() >= sent[batch].end(), "batch {batch}");
            let rung = messages.iter().find(|message| {
                message.channel == "io_down"
                    && message.address == Some(BAR_BASE + DOORBELL.offset)
                    && message.time > *posts[batch].start()
            });
            assert_eq!(*doorbells[batch].end(), rung.unwrap().arrival);
            assert!(lookups[batch].start() >= doorbells[batch].end(), "batch {batch}");
        }
        // No other line is asked for or written but by the posts, and what the GPU pulls from host memory.
        let mut posted = 0;
        for message in &messages {
            let by_post = || posts.iter().any(|post| post.contains(&message.time));
            if message.initiator == "cpu" {
                assert!(by_post(), "{message:?} is no post");
            }
            match (message.channel, message.opcode, message.from) {
                ("io_down", ..) => assert!(by_post(), "{message:?} is no post"),
                ("m2s_req", ..) | ("io_up", ..) => panic!("nobody reads a device: {message:?}"),
                ("m2s_rwd", ..) | ("d2h_req", "ItoMWr", _) => posted += 1,
                ("d2h_req", opcode, from) => assert_eq!((opcode, from), ("RdCurr", "gpu")),
                _ => {}
            }
        }
        let stores = messages.iter().filter(|message| {
            let by_post = posts.iter().any(|post| post.contains(&message.time));
            message.channel == "m2s_rwd" && message.to == "cxl-mem" && by_post
        });
        let gradients_during_posts = stores.clone().filter(|message| {
            let asked = |other: &&Message<'_>| other.from == "gpu" && other.opcode == "ItoMWr";
            messages.iter().filter(asked).any(|other| other.address == message.address && other.time < message.time)
        });
        assert_eq!(posted - moved, (stores.count() - gradients_during_posts.count()) as u64, "lists, by posts alone");
    }
}
