//! What holds for systems whatever their numbers.

use emberlane_experiment::Experiment;

use super::*;
use crate::side_by_side::{Assumptions, find, measure};

fn workload() -> Workload {
    let text = "[model]\npreset = \"rm1\"\nrows = 5000\n[data]\nkind = \"synthetic\"\n[train]\nbatch_size = 32\n";
    let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
    Workload::measure("small", &experiment, 3).unwrap()
}

#[test]
fn counts_are_those_of_the_batches() {
    let workload = workload();
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
fn parts_add_up_to_the_batch() {
    let workload = workload();
    for assumptions in [assumptions(), assumptions().taken_literally()] {
        for system in SYSTEMS {
            let measured = measure(system, &workload, &assumptions);
            let sum: f64 = measured.parts_ms.iter().sum();
            assert!((sum - measured.batch_ms).abs() < 1e-9, "{}: {sum} of {}", system.name, measured.batch_ms);
            let last = measured.steps.iter().map(|step| step.end_ms).fold(0.0, f64::max);
            assert_eq!(last, measured.batch_ms, "{}", system.name);
        }
    }
}

#[test]
fn energy_is_power_times_time_and_accesses() {
    let (workload, mut numbers) = (workload(), assumptions());
    for name in ["pmem_read_nj", "pmem_write_nj", "link_pj_per_bit", "device_controller_w"] {
        numbers.set(name, 0.0).unwrap();
    }
    let measured = measure(&find(SYSTEMS, "cxl").unwrap(), &workload, &numbers);
    // 64 GB at 98 mW.
    let expected = 64.0 * 0.098 * measured.batch_ms * 1e-3;
    assert!((measured.energy.memory() - expected).abs() < 1e-12, "{:?}", measured.energy);
    numbers.set("pmem_write_nj", 1.0).unwrap();
    let more = measure(&find(SYSTEMS, "cxl").unwrap(), &workload, &numbers).energy.memory() - expected;
    assert!((more - measured.traffic.memory_writes / 64.0 * 1e-9).abs() < 1e-12, "{more}");
}

#[test]
fn a_cache_and_slower_reads_do_what_they_say() {
    let (workload, plain) = (workload(), assumptions());
    let of = |name: &str, assumptions: &Assumptions| measure(&find(SYSTEMS, name).unwrap(), &workload, assumptions);
    let hits = of("ssd", &plain.with("ssd_cache_hit_rate", 0.9)).part(Part::Embedding);
    assert!(hits < 0.2 * of("ssd", &plain).part(Part::Embedding));
    let slow = plain.with("raw_read_factor", 4.0);
    let lookup = |assumptions: &Assumptions| of("cxl-b", assumptions).step("embedding lookup").unwrap().end_ms;
    assert!(lookup(&slow) > 2.0 * lookup(&plain.with("raw_read_factor", 1.0)));
    assert_eq!(of("cxl", &slow).batch_ms, of("cxl", &plain).batch_ms, "nothing is read behind a write");
}

#[test]
fn a_log_that_spreads_over_batches_says_how_far_one_comes() {
    let workload = workload();
    let of = |name: &str, rate| {
        let assumptions = assumptions().with("parameter_log_mb_per_s", rate);
        measure(&find(SYSTEMS, name).unwrap(), &workload, &assumptions)
    };
    for (name, logged) in [("pmem", 1.0), ("cxl-b", 1.0), ("dram", 0.0)] {
        assert_eq!(of(name, 59_600.0).parameters_logged, Some(logged), "{name}");
        assert!(!of(name, 59_600.0).never_logs_parameters());
    }
    let logged = |rate| of("cxl", rate).parameters_logged.unwrap();
    let (fast, slow) = (logged(20_000.0), logged(10_000.0));
    assert!(fast < 1.0 && (fast / slow - 2.0).abs() < 1e-6, "{fast}, {slow}");
    // A batch of 16 times as many rows leaves the top MLP's time to their log alone.
    let workload = Workload { unique_rows: 16.0 * workload.unique_rows, ..workload };
    let none = measure(&find(SYSTEMS, "cxl").unwrap(), &workload, &assumptions());
    assert!(none.never_logs_parameters() && none.parameters_logged == Some(0.0));
}

#[test]
fn one_batch_is_too_few() {
    let text =
        "[model]\npreset = \"rm4\"\nrows = 50\n[data]\nkind = \"synthetic\"\nbatches = 1\n[train]\nbatch_size = 4\n";
    let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
    let error = Workload::measure("small", &experiment, 4).unwrap_err();
    assert!(matches!(error, WorkloadError::TooFewBatches { read: 1 }), "{error}");
}
