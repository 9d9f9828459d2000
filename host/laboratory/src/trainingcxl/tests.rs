//! What holds for systems whatever their numbers.

use std::sync::Arc;

use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_systems::costs::costs;
use emberlane_systems::schedule::{COMPARED, compared};

use super::*;
use crate::side_by_side::Measured;

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
        let measured = measure(system, &experiment, &StoreOptions::default(), 3).unwrap();
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

#[test]
fn one_batch_is_too_few() {
    let text =
        "[model]\npreset = \"rm4\"\nrows = 50\n[data]\nkind = \"synthetic\"\nbatches = 1\n[train]\nbatch_size = 4\n";
    let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
    let error = Workload::measure("small", &experiment, 4).unwrap_err();
    assert!(matches!(error, WorkloadError::TooFewBatches { read: 1 }), "{error}");
}
