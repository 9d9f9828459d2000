//! A training on RTL loses power at hundreds of points, and nothing else; a device that commits a fault is found out.
#![cfg(feature = "rtl")]

use emberlane_experiment::{CheckpointMode, Experiment, Lookup};
use emberlane_laboratory::crash::{self, CrashFault, During, Engine, Options, Report, When};
use emberlane_registers::faults::Fault;
use emberlane_tests::conformance;

/// The experiment that the documentation takes, with less of it.
fn experiment(mode: CheckpointMode) -> Experiment {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments/power-loss.toml");
    let mut experiment = Experiment::read(file.as_ref()).unwrap();
    experiment.checkpoint.mode = mode;
    experiment.checkpoint.every = 2;
    experiment
}

fn options(when: When, seed: u64) -> Options {
    Options {
        batches: Some(8),
        when,
        seed,
        engine: Engine::Random,
        during: During::Both,
        corrupt: false,
        only: None,
        trace: None,
        fault: None,
        dump: None,
    }
}

fn passes(report: &Report, context: &str) {
    assert!(report.is_good(), "{context}: {:#?}", &report.failures[..report.failures.len().min(3)]);
    assert_eq!((report.recovered, report.identical), (report.cuts, report.cuts), "{context}");
}

#[test]
fn every_mode_survives_cuts_at_any_cycle() {
    let seed = conformance::seed("crash_rtl", 91);
    for mode in [CheckpointMode::Redo, CheckpointMode::Undo, CheckpointMode::Relaxed] {
        let options = Options { corrupt: true, ..options(When::Random(600), seed) };
        let report = crash::run(&experiment(mode), &options, &()).unwrap();
        let context = format!("seed {seed}, {mode:?}");
        passes(&report, &context);
        assert!(report.most_under_way > 8, "{context}: only {} lines were under way", report.most_under_way);
        assert!(report.resumed_on_rtl >= 6 && report.corrupt_detected > 200, "{context}: {report:#?}");
        assert_eq!(report.largest_gap > 0, mode == CheckpointMode::Relaxed, "{context}");
    }
}

#[test]
fn relaxed_lookup_survives_cuts_at_any_cycle() {
    let seed = conformance::seed("crash_rtl_relaxed", 94);
    for mode in [CheckpointMode::Undo, CheckpointMode::Relaxed] {
        let mut experiment = experiment(mode);
        experiment.train.lookup = Lookup::Relaxed;
        let options = Options { corrupt: true, ..options(When::Random(400), seed) };
        let report = crash::run(&experiment, &options, &()).unwrap();
        let context = format!("seed {seed}, {mode:?}");
        passes(&report, &context);
        assert!(report.most_under_way > 8, "{context}: only {} lines were under way", report.most_under_way);
        assert!(report.resumed_on_rtl >= 4 && report.corrupt_detected > 130, "{context}: {report:#?}");
    }
    let mut experiment = experiment(CheckpointMode::Undo);
    experiment.train.lookup = Lookup::Relaxed;
    // So slow a log that an update has to wait for it.
    experiment.checkpoint.gap = 2000;
    let fault = Some(CrashFault::Device(Fault::NoInterlock));
    let options = Options { batches: Some(4), fault, ..options(When::Random(1000), 95) };
    let report = crash::run(&experiment, &options, &()).unwrap();
    assert!(!report.failures.is_empty(), "updates that wait for no log were not found");
}

#[test]
fn a_batch_survives_a_cut_in_every_cycle() {
    for engine in [Engine::NoReorder, Engine::Random] {
        // A training that ends soon after: some of the cuts are gone on from on RTL.
        let batches = Some(4);
        let options = Options { engine, during: During::Training, batches, ..options(When::Batches(2..3), 92) };
        let report = crash::run(&experiment(CheckpointMode::Undo), &options, &()).unwrap();
        passes(&report, engine.name());
        assert!(report.cuts > 500, "{} cuts", report.cuts);
    }
}

#[test]
fn faults_of_checkpoints_are_found() {
    for (name, fault) in CrashFault::NAMES {
        for mode in [CheckpointMode::Redo, CheckpointMode::Undo] {
            let mut experiment = experiment(mode);
            let mut cuts = 300;
            if *fault == CrashFault::Device(Fault::NoInterlock) {
                // So slow a log that an update has to wait for it, and then few cuts are just there.
                experiment.checkpoint.gap = 2000;
                cuts = 1000;
            }
            // CRCs matter where something is damaged.
            let corrupt = *fault == CrashFault::CrcIgnored;
            let options = Options { batches: Some(4), fault: Some(*fault), corrupt, ..options(When::Random(cuts), 93) };
            let report = crash::run(&experiment, &options, &()).unwrap();
            assert!(!report.failures.is_empty(), "{mode:?}: {name} was not found within {cuts} cuts");
        }
    }
}
