//! Training with tables on a SmartSSD: the losses of tables anywhere else but for rounding, and the same bits on every device,
//! whatever schedules it.
#![cfg(feature = "host")]

use std::path::Path;

#[cfg(feature = "rtl")]
use emberlane_experiment::Stalls;
use emberlane_experiment::{CheckpointMode, DataConfig, Experiment, Lookup, Optimizer, SystemKind};
use emberlane_systems::Messages;
use emberlane_systems::schedule::Resource;
use emberlane_training::summary::Summary;
use emberlane_training::{BatchRecord, Observer, RunOptions, Silent};

use crate::training::{parse, results, run, synthetic};

const SUM: &str = "bottom = [13, 24, 16]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 16\nlookups = 5";
const MEAN: &str =
    "bottom = [4, 64]\ntop = [1]\ntables = 2\nrows = [90, 200]\ndimension = 64\nlookups = 4\npooling = \"mean\"";

fn experiment(model: &str, device: &str) -> Experiment {
    synthetic(8, model, "learning_rate = 0.02", &format!("[device]\n{device}"))
}

fn losses(metrics: &str) -> Vec<f64> {
    let column =
        metrics.lines().next().unwrap().split(',').position(|name| name == "loss").expect("a column of losses");
    metrics.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().parse().unwrap()).collect()
}

fn error(experiment: &Experiment) -> String {
    emberlane_training::run(experiment, &RunOptions::default(), &mut Silent)
        .expect_err("it must be refused")
        .to_string()
}

/// A cache that is smaller than the tables, and holds little more than the batches in flight, so that vectors come and go.
const NDREC: &str = "design = \"smartssd\"\ncache_vectors = 260";

/// NDRec's system: of both timelines the one that this lookup has.
fn ndrec(model: &str, kind: &str, lookup: &str) -> Experiment {
    let mut experiment =
        experiment(model, &format!("{NDREC}\nkind = {kind:?}\n[system]\nkind = \"ndrec\"\nlink = \"ndrec\""));
    assert_eq!(experiment.train.lookup, Lookup::Relaxed, "looking ahead is what the system is for");
    experiment.train.lookup = if lookup == "strict" { Lookup::Strict } else { Lookup::Relaxed };
    experiment
}

#[track_caller]
fn agree(found: &Experiment, expected: &Experiment) {
    let (found, expected) = (results(found), results(expected));
    assert_eq!(found.0, expected.0, "metrics");
    assert!(found.1 == expected.1, "parameters differ");
}

#[test]
fn ndrec_leaves_the_same_bits_on_reference_and_model() {
    for model in [SUM, MEAN] {
        for lookup in ["strict", "relaxed"] {
            agree(&ndrec(model, "model", lookup), &ndrec(model, "reference", lookup));
        }
    }
}

/// What a training leaves: metrics, parameters, timeline, and messages if they are written down.
fn left(experiment: &Experiment, with_messages: bool) -> [Vec<u8>; 4] {
    let out = tempfile::tempdir().unwrap();
    let messages = with_messages.then(|| Messages { path: out.path().join("messages.txt"), batches: 0..8 });
    let options = RunOptions { out: Some(out.path().join("out")), messages, ..RunOptions::default() };
    emberlane_training::run(experiment, &options, &mut Silent).unwrap();
    ["out/metrics.csv", "out/parameters.safetensors", "out/timeline.json", "messages.txt"]
        .map(|file| std::fs::read(out.path().join(file)).unwrap_or_default())
}

/// SmartSSDs at the ends of links: what they read, write and snoop are messages, which the checker watches.
#[test]
fn messages_change_no_bit_and_no_time() {
    for (kind, model, lookup, smartssds) in [
        ("reference", SUM, "relaxed", 1),
        ("reference", MEAN, "strict", 1),
        ("model", SUM, "relaxed", 1),
        ("model", SUM, "strict", 2),
        ("reference", SUM, "relaxed", 2),
        #[cfg(feature = "rtl")]
        ("rtl", SUM, "relaxed", 2),
        #[cfg(feature = "rtl")]
        ("rtl", MEAN, "strict", 1),
    ] {
        let mut experiment = ndrec(model, kind, lookup);
        experiment.device.smartssds = smartssds;
        let plain = left(&experiment, false);
        let [metrics, parameters, timeline, messages] = left(&experiment, true);
        let context = format!("{kind}, {lookup}, {smartssds} SmartSSDs");
        assert!(metrics == plain[0] && parameters == plain[1], "{context}: bits differ");
        // The RTL's channels are at the link, whose times are its own.
        assert_eq!(timeline == plain[2], kind != "rtl", "{context}: times");
        let messages = String::from_utf8(messages).unwrap();
        // Outputs that a GPU has read in one iteration are snooped before the next but one.
        for number in 0..smartssds {
            let name = if smartssds == 1 { "smartssd".to_owned() } else { format!("smartssd-{number}") };
            let count = |opcode: &str, way: &str| {
                messages.lines().filter(|line| line.contains(opcode) && line.contains(way)).count()
            };
            let (from, to) = (format!(" {name} host "), format!(" host {name} "));
            let snoops = count(" BISnpInv ", &from);
            assert!(snoops > 0, "{context}: {name} takes no output back");
            assert_eq!(count(" BIRspI ", &to), snoops, "{context}: {name}");
            assert!(count(" MemRdData ", &to) > snoops, "{context}: {name} gives outputs");
            assert!(count(" RdCurr ", &from) > 0, "{context}: {name} reads programs and gradients");
        }
    }
}

#[cfg(feature = "rtl")]
#[test]
fn ndrec_leaves_the_same_bits_on_reference_and_rtl() {
    for model in [SUM, MEAN] {
        for (lookup, stalls) in [("strict", Stalls::None), ("relaxed", Stalls::Random), ("relaxed", Stalls::Heavy)] {
            let mut rtl = ndrec(model, "rtl", lookup);
            rtl.device.stalls = stalls;
            agree(&rtl, &ndrec(model, "reference", lookup));
        }
    }
}

#[test]
fn the_system_changes_no_bit() {
    for model in [SUM, MEAN] {
        for lookup in ["strict", "relaxed"] {
            let system = ndrec(model, "reference", lookup);
            let mut none = system.clone();
            none.system.kind = SystemKind::None;
            agree(&system, &none);
        }
    }
}

#[test]
fn few_batches_are_trained_as_well() {
    for lookup in ["strict", "relaxed"] {
        for batches in 1..5 {
            let mut system = ndrec(SUM, "model", lookup);
            system.data = DataConfig::Synthetic { skew: 1.05, batches };
            (system.evaluate.enabled, system.evaluate.batches) = (true, Some(2));
            let mut none = system.clone();
            none.system.kind = SystemKind::None;
            agree(&system, &none);
        }
    }
}

#[test]
fn lookahead_is_strict_order_but_for_rounding() {
    for model in [SUM, MEAN] {
        let (ahead, _) = results(&ndrec(model, "reference", "relaxed"));
        let (strict, _) = results(&ndrec(model, "reference", "strict"));
        let (ahead, strict) = (losses(&ahead), losses(&strict));
        assert_eq!((ahead.len(), ahead[0]), (8, strict[0]));
        for (ahead, strict) in ahead.iter().zip(&strict) {
            assert!((ahead - strict).abs() < 1e-4, "{ahead} for {strict}");
        }
    }
}

/// Tables among several: other banks, and so other roundings, but the same on every device.
#[test]
fn several_smartssds_leave_the_same_bits_on_every_device() {
    let model =
        "bottom = [13, 24, 16]\ntop = [16, 1]\ntables = 5\nrows = [50, 1, 333, 90, 7]\ndimension = 16\nlookups = 5";
    let (one, _) = results(&ndrec(model, "reference", "relaxed"));
    for smartssds in 2..4 {
        let of = |kind: &str| {
            let mut experiment = ndrec(model, kind, "relaxed");
            experiment.device.smartssds = smartssds;
            experiment
        };
        let (reference, _) = results(&of("reference"));
        for (one, several) in losses(&one).iter().zip(losses(&reference)) {
            assert!((one - several).abs() < 1e-4, "{several} for {one}");
        }
        agree(&of("model"), &of("reference"));
        #[cfg(feature = "rtl")]
        agree(&of("rtl"), &of("reference"));
    }
    let few = format!("[model]\n{SUM}\n[data]\nkind = \"synthetic\"\n[device]\ndesign = \"smartssd\"\nsmartssds = 3\n");
    let error = Experiment::parse(Path::new("experiment.toml"), &few).expect_err("two pairs").to_string();
    assert!(error.contains("in pairs") && error.contains("3 make 2"), "{error}");
}

/// Summary and timeline of a run.
fn timeline(experiment: &Experiment) -> (Summary, serde_json::Value) {
    let trained = run(experiment, None);
    (trained.summary, serde_json::from_str(&trained.timeline.unwrap()).unwrap())
}

/// Start and end of an operation of a batch, picoseconds.
fn when(timeline: &serde_json::Value, name: &str, batch: u64) -> (u64, u64) {
    let events = timeline["traceEvents"].as_array().unwrap();
    let of =
        |event: &&serde_json::Value| event["ph"] == "X" && event["name"] == name && event["args"]["batch"] == batch;
    let event = events.iter().find(of).unwrap_or_else(|| panic!("no {name} in batch {batch}"));
    let at = |key: &str| event["args"][key].as_u64().unwrap();
    (at("start_ps"), at("end_ps"))
}

#[test]
fn lookahead_hides_what_the_naive_timeline_shows() {
    let (naive, _) = timeline(&ndrec(SUM, "model", "strict"));
    let (ahead, events) = timeline(&ndrec(SUM, "model", "relaxed"));
    for batch in 1..5 {
        let (begun, kernel) = (when(&events, "begin iteration", batch), when(&events, "embedding kernel", batch));
        for name in ["embedding kernel", "gradients", "cache movements", "cache plan", "embedding outputs"] {
            assert_eq!(when(&events, name, batch).0, begun.1, "{name} begins with the iteration");
        }
        let gpu = when(&events, "bottom MLP forward", batch);
        assert!(gpu.0 < kernel.1, "the kernel works while the GPU does");
        let correction = when(&events, "correction", batch);
        assert!(correction.0 >= when(&events, "embedding outputs", batch).1);
        assert!(when(&events, "interaction and top MLP forward", batch).0 >= correction.1);
        // NDRec's synchronisation: nothing of the next batch before the end of everything.
        let next = when(&events, "begin iteration", batch + 1).0;
        for name in ["embedding kernel", "gradients", "cache movements", "copy gradients"] {
            assert!(when(&events, name, batch).1 <= next, "{name}");
        }
    }
    let [naive, ahead] = [naive, ahead].map(|summary| summary.system.unwrap());
    let exposed = [&naive, &ahead].map(|system| system.embedding.unwrap().exposed_picoseconds);
    assert!(exposed[1] < exposed[0], "{exposed:?}");
    assert!(ahead.picoseconds < naive.picoseconds);
    assert_eq!(naive.embedding.unwrap().correction_picoseconds, 0);
    assert!(ahead.embedding.unwrap().correction_picoseconds > 0);
    let held = |resource: Resource| {
        let found = ahead.resources.iter().find(|each| each.name == resource.name());
        found.unwrap_or_else(|| panic!("{resource:?} does nothing")).busy_picoseconds
    };
    for resource in [Resource::Gpu, Resource::EmbeddingKernel, Resource::CacheAgent, Resource::CachePlanner] {
        assert!(held(resource) > 0, "{resource:?}");
    }
}

#[test]
fn the_time_of_the_reference_is_a_lower_bound() {
    let [reference, model] =
        ["reference", "model"].map(|kind| timeline(&ndrec(MEAN, kind, "relaxed")).0.system.unwrap());
    for resource in [Resource::EmbeddingKernel, Resource::CacheAgent] {
        let [reference, model] = [&reference, &model]
            .map(|system| system.resources.iter().find(|each| each.name == resource.name()).unwrap().busy_picoseconds);
        assert!(0 < reference && reference <= model, "{resource:?}: {reference} and {model}");
    }
}

/// Is told of nothing but errors.
struct Nothing;

impl Observer for Nothing {
    fn start(&mut self, _: u64, _: Option<u64>) {
        panic!("training has started");
    }
    fn batch(&mut self, _: &BatchRecord) {}
    fn evaluate(&mut self, _: u64) {}
    fn evaluated(&mut self) {}
}

#[test]
fn what_does_not_fit_is_found_before_the_first_batch_is_trained() {
    let mut small = ndrec(SUM, "reference", "relaxed");
    small.device.cache_vectors = 130;
    let error = emberlane_training::run(&small, &RunOptions::default(), &mut Nothing)
        .expect_err("four batches do not fit")
        .to_string();
    assert!(error.contains("the 3 in flight before it need") && error.contains("130 blocks"), "{error}");
    // Only two are in flight in strict order.
    small.train.lookup = Lookup::Strict;
    small.device.cache_vectors = 260;
    emberlane_training::run(&small, &RunOptions::default(), &mut Silent).unwrap();

    // A bag of more rows than a side has slots. What the slots of a batch do not hold goes in parts.
    let text = "[model]\nbottom = [1, 16]\ntop = [1]\ntables = 1\nrows = 4000\ndimension = 16\nlookups = 9000\n[data]\n\
                kind = \"synthetic\"\nskew = 0\n[train]\nbatch_size = 2\n[device]\ndesign = \"smartssd\"\n[system]\n\
                kind = \"ndrec\"\n";
    let full = parse(text);
    let error = emberlane_training::run(&full, &RunOptions::default(), &mut Nothing)
        .expect_err("more than the slots")
        .to_string();
    assert!(error.contains("batch 0: Forward banks: all 2048 slots"), "{error}");
}

#[test]
fn the_losses_are_those_of_tables_anywhere_else() {
    for model in [SUM, MEAN] {
        let (expected, _) = results(&experiment(model, ""));
        // A cache that holds little more than two batches, so that vectors come and go.
        let (found, _) = results(&experiment(model, "design = \"smartssd\"\ncache_vectors = 260"));
        let (expected, found) = (losses(&expected), losses(&found));
        assert_eq!(expected.len(), 8);
        // Sums are taken in another order: seven batches of roundings.
        for (expected, found) in expected.iter().zip(&found) {
            assert!((expected - found).abs() < 1e-4, "{model}: {expected} and {found}");
        }
    }
}

#[test]
fn the_size_of_the_cache_changes_no_loss_beyond_rounding() {
    let (small, _) = results(&experiment(SUM, "design = \"smartssd\"\ncache_vectors = 260"));
    let (large, _) = results(&experiment(SUM, "design = \"smartssd\""));
    for (small, large) in losses(&small).iter().zip(losses(&large)) {
        assert!((small - large).abs() < 1e-5, "{small} and {large}");
    }
}

#[test]
fn reference_and_model_leave_the_same_bits() {
    for model in [SUM, MEAN] {
        let device = "design = \"smartssd\"\ncache_vectors = 260";
        let expected = results(&experiment(model, device));
        let found = results(&experiment(model, &format!("{device}\nkind = \"model\"")));
        assert_eq!(expected.0, found.0, "{model}");
        assert!(expected.1 == found.1, "{model}: parameters differ");
    }
}

#[cfg(feature = "rtl")]
#[test]
fn reference_and_rtl_leave_the_same_bits() {
    for model in [SUM, MEAN] {
        let device = "design = \"smartssd\"\ncache_vectors = 260";
        let expected = results(&experiment(model, device));
        let found = results(&experiment(model, &format!("{device}\nkind = \"rtl\"\nstalls = \"random\"")));
        assert_eq!(expected.0, found.0, "{model}");
        assert!(expected.1 == found.1, "{model}: parameters differ");
    }
}

#[test]
fn what_it_cannot_do_it_says() {
    let device = "design = \"smartssd\"";
    let small = error(&experiment(SUM, "design = \"smartssd\"\ncache_vectors = 20"));
    assert!(small.contains("cache"), "{small}");
    let dimension =
        error(&experiment(&SUM.replace("dimension = 16", "dimension = 48").replace("24, 16]", "24, 48]"), device));
    assert!(dimension.contains("16, 32, 64 or 128") && dimension.contains("48"), "{dimension}");
    let mut scheduled = experiment(SUM, device);
    scheduled.system.kind = SystemKind::Automatic;
    assert!(error(&scheduled).contains("system.kind = \"ndrec\""), "{}", error(&scheduled));
    let mut other = experiment(SUM, "");
    other.system.kind = SystemKind::NdRec;
    assert!(error(&other).contains("device.design"), "{}", error(&other));
    let mut adagrad = ndrec(SUM, "reference", "strict");
    adagrad.train.optimizer = Optimizer::Adagrad;
    assert!(error(&adagrad).contains("\"sgd\""), "{}", error(&adagrad));
    let mut checkpoint = ndrec(SUM, "reference", "relaxed");
    checkpoint.checkpoint.mode = CheckpointMode::Undo;
    assert!(error(&checkpoint).contains("checkpoint.mode"), "{}", error(&checkpoint));
    let text = "[model]\nbottom = [1, 16]\ntop = [1]\ntables = 1\nrows = 4\ndimension = 16\n[data]\nkind = \"synthetic\"\n\
                [device]\ndesign = \"smartssd\"\nchannels = 1\n";
    let key = Experiment::parse(Path::new("experiment.toml"), text).expect_err("channels are CXL-MEM's").to_string();
    assert!(key.contains("channels") && key.contains("smartssd"), "{key}");
}
