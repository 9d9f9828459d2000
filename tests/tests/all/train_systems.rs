//! A system changes when things happen, never what is computed.
#![cfg(feature = "host")]

use std::collections::BTreeMap;
use std::path::Path;

use emberlane_experiment::{Experiment, GpuConfig, Optimizer, SystemKind};
use emberlane_training::summary::Summary;
use emberlane_training::{RunOptions, Silent, TrainError};
use serde_json::Value;

use crate::training::{MODELS, Results, run, synthetic};

fn experiment(model: &str, system: &str) -> Experiment {
    let rest = format!("[device]\nmedia = \"trainingcxl\"\n[system]\nkind = {system:?}");
    synthetic(4, model, "learning_rate = 0.1\nepochs = 2", &rest)
}

/// Every system with CXL-MEM that logs nothing by itself. Those of the papers' comparisons have tests in `emberlane-systems`.
fn systems() -> impl Iterator<Item = &'static str> {
    let compared = |kind: &SystemKind| SystemKind::NDREC.contains(kind) || SystemKind::TRAININGCXL.contains(kind);
    let others = [SystemKind::None, SystemKind::MTrains];
    let alone = SystemKind::NAMES.iter().filter(move |(_, kind)| !others.contains(kind) && !compared(kind));
    alone.map(|(name, _)| *name)
}

/// Counters of what the device has worked on, but not of how it got there or when.
fn work(summary: &Summary) -> Vec<(String, u64)> {
    let moved = ["mem_reads", "mem_writes", "gradients_arrived", "lines_flushed"];
    let counters = summary.device.counters.0.iter().filter(|(name, _)| !moved.contains(&&**name));
    counters.filter(|(name, _)| !name.ends_with("cycles")).cloned().collect()
}

#[test]
fn every_system_leaves_the_same_bytes() {
    for model in MODELS {
        for batches in [None, Some(1), Some(5)] {
            let plain = run(&experiment(model, "none"), batches);
            assert!(plain.timeline.is_none() && plain.summary.system.is_none());
            for system in systems() {
                let scheduled = run(&experiment(model, system), batches);
                assert_eq!(scheduled.metrics, plain.metrics, "{model}, {system}");
                assert!(scheduled.parameters == plain.parameters, "{model}, {system}: parameters differ");
                assert_eq!(work(&scheduled.summary), work(&plain.summary), "{model}, {system}");
            }
        }
    }
}

#[test]
fn two_runs_leave_the_same_timeline() {
    for system in systems() {
        let experiment = experiment(MODELS[0], system);
        assert_eq!(run(&experiment, None).timeline.unwrap(), run(&experiment, None).timeline.unwrap());
    }
}

/// A slice of a timeline.
#[derive(Clone, Debug)]
struct Slice {
    track: String,
    name: String,
    batch: u64,
    start_ps: u64,
    end_ps: u64,
    bytes: u64,
    /// As a viewer has them: whole nanoseconds.
    shown: (u64, u64),
}

fn slices(timeline: &str) -> Vec<Slice> {
    let trace: Value = serde_json::from_str(timeline).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let names: BTreeMap<u64, &str> = of("M")
        .filter(|event| event["name"] == "thread_name")
        .map(|event| (event["tid"].as_u64().unwrap(), event["args"]["name"].as_str().unwrap()))
        .collect();
    let nanoseconds = |value: &Value| {
        let exact = value.as_f64().unwrap() * 1000.0;
        assert!((exact - exact.round()).abs() < 1e-3, "{exact} is no whole nanosecond");
        exact.round() as u64
    };
    of("X")
        .map(|event| {
            let args = |key: &str| event["args"][key].as_u64().unwrap();
            let start = nanoseconds(&event["ts"]);
            Slice {
                track: names[&event["tid"].as_u64().unwrap()].to_owned(),
                name: event["name"].as_str().unwrap().to_owned(),
                batch: args("batch"),
                start_ps: args("start_ps"),
                end_ps: args("end_ps"),
                bytes: args("bytes"),
                shown: (start, start + nanoseconds(&event["dur"])),
            }
        })
        .collect()
}

#[test]
fn a_timeline_says_what_the_summary_says() {
    for model in MODELS {
        for system in systems() {
            let Results { summary, timeline, .. } = run(&experiment(model, system), None);
            let summary = summary.system.unwrap();
            assert_eq!(summary.kind, system);
            let slices = slices(&timeline.unwrap());
            let mut tracks: BTreeMap<&str, Vec<&Slice>> = BTreeMap::new();
            for slice in &slices {
                tracks.entry(&slice.track).or_default().push(slice);
            }
            for track in tracks.values_mut() {
                track.sort_by_key(|slice| (slice.start_ps, slice.end_ps));
                for pair in track.windows(2) {
                    assert!(pair[0].end_ps <= pair[1].start_ps, "{pair:?}");
                    assert!(pair[0].shown.1 <= pair[1].shown.0, "{pair:?}");
                }
            }
            let end = slices.iter().map(|slice| slice.end_ps).max().unwrap();
            let span = end - slices.iter().map(|slice| slice.start_ps).min().unwrap();
            assert_eq!(summary.picoseconds, span);
            assert_eq!(summary.picoseconds_per_batch, span as f64 / 8.0);
            let mut seen = 0;
            for resource in &summary.resources {
                // A link has a track more for what it carries beside.
                let is_of = |slice: &&Slice| {
                    slice.track == resource.name || slice.track.starts_with(&format!("{} (", resource.name))
                };
                let held: Vec<&Slice> = slices.iter().filter(is_of).collect();
                let mut until = 0;
                let busy: u64 = held
                    .iter()
                    .map(|slice| {
                        let from = slice.start_ps.max(until);
                        until = until.max(slice.end_ps);
                        slice.end_ps.saturating_sub(from)
                    })
                    .sum();
                assert_eq!((resource.operations, resource.busy_picoseconds), (held.len() as u64, busy));
                assert_eq!(resource.utilisation, busy as f64 / span as f64);
                assert_eq!(resource.bytes, held.iter().map(|slice| slice.bytes).sum::<u64>(), "{}", resource.name);
                seen += held.len();
            }
            assert_eq!(seen, slices.len(), "every slice is of a resource");
            assert_eq!(summary.batches.len(), 8, "two epochs of four batches");
            for (number, span) in summary.batches.iter().enumerate() {
                let of_batch = || slices.iter().filter(|slice| slice.batch == number as u64);
                assert_eq!(Some(span.start), of_batch().map(|slice| slice.start_ps).min());
                assert_eq!(Some(span.end), of_batch().map(|slice| slice.end_ps).max());
            }
        }
    }
}

#[test]
fn the_host_does_nothing_for_a_batch_that_moves_its_data_itself() {
    let Results { summary, timeline, .. } = run(&experiment(MODELS[0], "automatic"), None);
    let summary = summary.system.unwrap();
    let slices = slices(&timeline.unwrap());
    let host: Vec<&Slice> = slices.iter().filter(|slice| slice.track == "host CPU").collect();
    for (batch, span) in summary.batches.iter().enumerate() {
        let [post] = host.iter().filter(|slice| slice.batch == batch as u64).collect::<Vec<_>>()[..] else {
            panic!("batch {batch} has other host operations than its post");
        };
        assert_eq!((&*post.name, post.start_ps), ("post batch", span.start));
        let during = host.iter().filter(|slice| slice.start_ps > post.start_ps && slice.start_ps < span.end);
        assert!(during.clone().all(|slice| slice.name == "post batch" && slice.batch == batch as u64 + 1));
        assert!(during.count() <= 1, "the next batch at most is posted while this one runs");
    }
    let software = run(&experiment(MODELS[0], "software-copy"), None).summary.system.unwrap();
    assert!(summary.picoseconds < software.picoseconds);
}

/// A FIXTURE of the format, made by hand: no GPU was measured for it.
const FIXTURE: &str = r#"{
    "format": "emberlane-gpu-trace-1", "gpu": "NVIDIA RTX A5000", "driver": "fixture", "framework": "fixture",
    "date": "2000-01-01",
    "layers": [{"layer": {"kind": "linear", "samples": 16, "inputs": 13, "outputs": 24, "input_gradient": false},
                "forward_us": 1000, "backward_us": 2000}]
}"#;

#[test]
fn a_recorded_table_replaces_the_roofline_where_it_has_the_layer() {
    let mut recorded = experiment(MODELS[0], "software-copy");
    let computed = run(&recorded, Some(1)).summary.system.unwrap();
    assert_eq!((computed.gpu.recorded_passes, computed.gpu.computed_passes), (0, 12));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), FIXTURE).unwrap();
    recorded.system.gpu = GpuConfig::Recorded(file.path().to_path_buf());
    let Results { summary, timeline, .. } = run(&recorded, Some(1));
    let gpu = summary.system.unwrap().gpu;
    assert_eq!((&*gpu.name, gpu.recorded_passes, gpu.computed_passes), ("NVIDIA RTX A5000", 2, 10));
    assert!(gpu.source.contains("fixture"));
    let slices = slices(&timeline.unwrap());
    let took = |name: &str| {
        let slice = slices.iter().find(|slice| slice.name == name).unwrap();
        slice.end_ps - slice.start_ps
    };
    assert!((1_000_000_000..1_100_000_000).contains(&took("bottom MLP forward")));
    assert!((2_000_000_000..2_100_000_000).contains(&took("bottom MLP backward")));

    recorded.system.gpu = GpuConfig::Recorded("absent.json".into());
    let error = emberlane_training::run(&recorded, &RunOptions::default(), &mut Silent).unwrap_err();
    assert!(matches!(&error, TrainError::Gpu(_)) && error.to_string().contains("absent.json"), "{error}");
}

/// Times are recorded where there is a GPU, and nowhere else.
#[cfg(unix)]
#[test]
fn nothing_is_recorded_without_a_gpu() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let driver = folder.path().join("nvidia-smi");
    std::fs::write(&driver, "#!/bin/sh\nexit 9\n").unwrap();
    std::fs::set_permissions(&driver, std::fs::Permissions::from_mode(0o755)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/record-gpu-trace");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let out = folder.path().join("gpu.json");
    let record = |arguments: &[&str]| {
        let output = Command::new(&script).arg("--out").arg(&out).args(arguments).env("PATH", &path).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, message) = record(&["128"]);
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains("no NVIDIA GPU"), "{message}");
    let (status, message) = record(&["many"]);
    assert_eq!(status, Some(2), "{message}");
    assert!(!out.exists());
}

#[test]
fn what_a_system_cannot_run_is_refused() {
    let mut experiment = experiment(MODELS[0], "automatic");
    experiment.train.optimizer = Optimizer::Adagrad;
    let error = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err().to_string();
    for part in ["\"automatic\"", "\"adagrad\"", "train.optimizer = \"sgd\""] {
        assert!(error.contains(part), "{error}");
    }
    experiment.system.kind = SystemKind::None;
    emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap();
}

#[test]
fn a_run_that_diverges_says_in_which_batch() {
    for system in ["none", "software-copy", "automatic"] {
        let mut experiment = experiment(MODELS[0], system);
        experiment.train.learning_rate = 1e30;
        let error = emberlane_training::run(&experiment, &RunOptions::default(), &mut Silent).unwrap_err();
        assert!(matches!(error, TrainError::Diverged { batch: 1.., .. }), "{system}: {error}");
    }
}

/// On RTL the computing logic, and the link while vectors are flushed, are held at least for the cycles in which jobs ran.
#[cfg(feature = "rtl")]
#[test]
fn rtl_takes_its_own_cycles() {
    use emberlane_experiment::DeviceKind;

    for system in systems() {
        let mut rtl = experiment(MODELS[0], system);
        let reference = run(&rtl, Some(3));
        rtl.device.kind = DeviceKind::Rtl;
        let Results { summary, parameters, .. } = run(&rtl, Some(3));
        assert!(parameters == reference.parameters, "{system}: parameters differ");
        let system = summary.system.unwrap();
        let held = |name| system.resources.iter().find(|resource| resource.name == name).unwrap().busy_picoseconds;
        let held = held("computing logic") + held("link from CXL-MEM");
        let busy = summary.device.counters.0.iter().find(|(name, _)| name == "busy_cycles").unwrap().1;
        let period = emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
        assert!(busy > 0 && held >= busy * period, "{busy} cycles, held for {held} ps");
        assert!(system.computing_logic.contains("RTL"), "{}", system.computing_logic);
    }
}

/// With checkpoints, whose parameters come over the links: the fast model ends when the RTL does, and is as busy, within 2 %.
#[cfg(feature = "rtl")]
#[test]
fn the_fast_model_takes_the_time_of_rtl_with_checkpoints() {
    use emberlane_experiment::{CheckpointMode, DeviceKind};

    // Most cycles are those of lookups and updates in one, of logs of parameters in the other.
    let jobs = "bottom = [13, 64, 32]\ntop = [64, 1]\ntables = 8\nrows = 500\ndimension = 32\nlookups = 20";
    let logs = "bottom = [13, 256, 256, 32]\ntop = [64, 1]\ntables = 4\nrows = 300\ndimension = 32\nlookups = 4";
    for model in [jobs, logs] {
        let run = |kind| {
            let mut experiment = experiment(model, "automatic");
            experiment.checkpoint.mode = CheckpointMode::Undo;
            experiment.device.kind = kind;
            run(&experiment, Some(3))
        };
        let (rtl, fast) = (run(DeviceKind::Rtl), run(DeviceKind::Model));
        assert!(fast.parameters == rtl.parameters, "{model}: parameters differ");
        // The lines of lists are the hardware's own affair.
        let lists = ["lines_directory", "lines_offset", "lines_segment", "lines_entry", "lines_scale"];
        let work = |summary| {
            let work = work(summary).into_iter();
            work.filter(|(name, _)| !lists.contains(&&**name)).collect::<Vec<_>>()
        };
        assert_eq!(work(&fast.summary), work(&rtl.summary), "{model}");
        let measured = |Results { summary, .. }: &Results| {
            let busy = summary.device.counters.0.iter().find(|(name, _)| name == "busy_cycles").unwrap().1;
            let system = summary.system.as_ref().unwrap();
            let held = |name| system.resources.iter().find(|resource| resource.name == name).unwrap().busy_picoseconds;
            [("busy cycles", busy), ("logs", held("checkpointing logic")), ("all", system.picoseconds)]
        };
        for ((what, expected), (_, found)) in measured(&rtl).into_iter().zip(measured(&fast)) {
            let off = found.abs_diff(expected) as f64 / expected as f64;
            assert!(off <= 0.02, "{model}: {what}: RTL {expected}, model {found}");
        }
    }
}
