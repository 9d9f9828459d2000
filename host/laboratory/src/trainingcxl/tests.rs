//! What holds for systems whatever their numbers.

use std::sync::Arc;

use emberlane_experiment::{DataConfig, DeviceKind, Experiment};
use emberlane_systems::StoreOptions;
use emberlane_systems::costs::costs;
use emberlane_systems::schedule::{COMPARED, compared};

use super::*;
use crate::side_by_side::{BatchPart, Measured};

/// A small model with the shape of one of Table 3: the same tables and dimensions, fewer rows, lookups and neurons.
fn experiment(preset: &str) -> Experiment {
    let text = format!(
        "[model]\npreset = {preset:?}\nrows = 400\n[data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 4\nseed = 5\n\
         [device]\nkind = \"model\"\nmedia = \"trainingcxl\"\n"
    );
    let mut experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
    (experiment.model.bottom, experiment.model.top) = (vec![13, 16, experiment.model.dimension], vec![8, 1]);
    experiment.model.lookups = experiment.model.lookups.min(4);
    experiment.checkpoint.every = 2;
    experiment
}

fn measured(name: &str, experiment: &Experiment, options: &StoreOptions) -> Measured<TrainingCxl> {
    let system = COMPARED.iter().find(|system| system.kind.name() == name).unwrap();
    measure(system, experiment, options, 3).unwrap()
}

#[test]
fn counts_are_those_of_the_batches() {
    let text = "[model]\npreset = \"rm1\"\nrows = 5000\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 32\n";
    let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
    let workload = Workload::measure("small", &experiment, 3).unwrap();
    assert_eq!((workload.samples, workload.tables, workload.batches), (32, 20, 2));
    assert_eq!(workload.entries, (32 * 20 * 80) as f64);
    assert!(workload.unique_rows < workload.entries && workload.unique_rows <= 20.0 * 5000.0);
    assert!(
        workload.shared_rows < workload.shared_entries && workload.shared_entries < 1.0,
        "hot rows are shared first"
    );
    assert_eq!(workload.pooled_bytes, 32 * 20 * 128);
}

#[test]
fn parts_add_up_to_the_batch_and_every_system_does_its_work() {
    let experiment = experiment("rm1");
    for system in COMPARED {
        let (measured, counters) = run(system, &experiment, &StoreOptions::default(), 3).unwrap();
        for (_, operation, ..) in counters.events {
            assert!(Part::of(operation).is_some(), "{}: {operation} is no part", system.title);
        }
        let sum: f64 = measured.parts_ms.iter().sum();
        assert!((sum - measured.batch_ms).abs() < 1e-9, "{}: {sum} of {}", system.title, measured.batch_ms);
        assert!(measured.batch_ms > 0.0 && measured.energy.all() > measured.energy.memory());
        assert!(measured.part(Part::TopMlp) > 0.0 && measured.traffic.memory_writes > 0.0, "{}", system.title);
        let logs = measured.parameters_logged.unwrap();
        match system.kind.name() {
            "dram" => assert!(logs == 0.0 && measured.traffic.memory_logs == 0.0),
            // Once in two batches.
            "cxl" => assert!((logs - 0.5).abs() < 0.3, "{logs}"),
            // In whole pages.
            "ssd" => assert!((1.0..2.0).contains(&logs), "{logs}"),
            name => assert!((logs - 1.0).abs() < 0.02, "{name}: {logs}"),
        }
    }
}

#[test]
fn another_cost_changes_the_systems_that_have_it() {
    let experiment = experiment("rm1");
    let slow = Arc::new(costs().with("host_index_ns", 1000.0));
    let slow = StoreOptions { costs: Some(slow), ..StoreOptions::default() };
    let of = |name: &str, options: &StoreOptions| measured(name, &experiment, options).batch_ms;
    for (name, slower) in [("pmem", true), ("dram", true), ("cxl-b", false)] {
        assert_eq!(of(name, &slow) > of(name, &StoreOptions::default()), slower, "{name}");
    }
}

#[test]
fn an_experiment_takes_every_system_whatever_it_was_given() {
    let mut experiment = experiment("rm4");
    experiment.set_system(compared(emberlane_experiment::SystemKind::CxlB).unwrap().kind);
    for system in COMPARED {
        let of_system = with_system(&experiment, system);
        assert_eq!(Some(of_system.checkpoint.mode), system.kind.checkpoint());
        assert_eq!(of_system.train.lookup, system.kind.lookup());
    }
}

/// A small experiment whose data end after so many batches.
fn ending_after(batches: u64, every: u16) -> Experiment {
    let mut experiment = experiment("rm4");
    experiment.data = DataConfig::Synthetic { skew: 1.05, batches };
    experiment.checkpoint.every = every;
    experiment
}

#[test]
fn two_batches_are_too_few() {
    for batches in [1, 2] {
        let experiment = ending_after(batches, 2);
        let read = |error: &WorkloadError| matches!(error, WorkloadError::TooFewBatches { read } if *read == batches);
        let error = Workload::measure("small", &experiment, 4).unwrap_err();
        assert!(read(&error) && error.to_string().contains("at least 3 are needed"), "{error}");
        let error = measure(&COMPARED[0], &experiment, &StoreOptions::default(), 4).unwrap_err();
        assert!(read(&error), "{error}");
    }
    assert!(Workload::measure("small", &ending_after(3, 2), 4).is_ok());
}

/// What few batches log of several batches' log is no rate.
#[test]
fn nothing_is_said_of_logs_of_which_no_whole_one_was_seen() {
    for (batches, every, counted, is_known) in
        [(3, 2, 1, false), (5, 2, 1, false), (3, 100, 1, false), (6, 2, 2, true), (11, 2, 6, true)]
    {
        let experiment = ending_after(batches, every);
        let options = StoreOptions::default();
        let of = |name: &str| {
            let system = COMPARED.iter().find(|system| system.kind.name() == name).unwrap();
            measure(system, &experiment, &options, 4).unwrap()
        };
        let cxl = of("cxl");
        let has = |words: &str| cxl.notes.iter().any(|note| note.contains(words));
        assert_eq!(cxl.parameters_logged.is_some(), is_known, "{batches}: {:?}", cxl.notes);
        assert_eq!(has("no whole log of parameters was seen"), !is_known, "{:?}", cxl.notes);
        assert_eq!(has("a log of parameters takes 2.0 batches"), is_known, "{:?}", cxl.notes);
        assert!(!has("does not checkpoint"), "{:?}", cxl.notes);
        let few =
            if counted == 1 { "1 batch counts, of 4".to_owned() } else { format!("{counted} batches count, of 4") };
        assert_eq!(has(&few), counted < 4, "{batches}: {:?}", cxl.notes);
        // Others log all in every batch.
        let pmem = of("pmem");
        assert!(pmem.parameters_logged > Some(0.9) && pmem.batch_ms > 0.0);
        assert_eq!(pmem.notes.is_empty(), batches >= 7, "{batches}: {:?}", pmem.notes);
    }
}

/// Times of a device without cycles are not passed off as the fast model's.
#[test]
fn a_device_that_is_not_the_fast_model_is_told() {
    let mut experiment = experiment("rm1");
    experiment.device.kind = DeviceKind::Reference;
    for system in COMPARED {
        let measured = measured(system.kind.name(), &experiment, &StoreOptions::default());
        let is_told =
            measured.notes.iter().any(|note| note.contains("takes a lower bound (device.kind = \"reference\")"));
        assert_eq!(is_told, system.holdings.device, "{}: {:?}", system.title, measured.notes);
    }
}
