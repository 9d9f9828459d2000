//! What holds for systems whatever their numbers.

use std::sync::Arc;

use emberlane_data::access::Column;
use emberlane_experiment::SystemKind;
use emberlane_systems::costs::ndrec_costs;
use emberlane_systems::schedule::{EventLog, ITERATED, iterated};

use super::*;
use crate::ndrec::workload::Workload;
use crate::side_by_side::{Assumptions, BatchPart, Measured};

/// Criteo Terabyte's MLPs with four tables: one that stays on the GPUs, three that make all caches miss.
fn workload() -> Workload {
    let columns =
        vec![Column::new(3, 1.0), Column::new(60_000, 0.8), Column::new(90_000, 0.9), Column::new(9_000, 1.1)];
    Workload { epoch_samples: 40_000, ..Workload::criteo_terabyte().with_columns(columns) }
}

const SETUP: Setup = Setup { batch: 512, gpus: 2, smartssds: 2, switch_levels: 0 };

/// A machine whose memories hold a part of the tables.
fn small_machine() -> Assumptions {
    let mut all = ndrec_costs();
    all.set("fpga_dram_gb", 0.02).unwrap();
    all.set("cdlrm_sets", 100.0).unwrap();
    all
}

fn rehearsed(kind: SystemKind, setup: Setup, costs: &Assumptions) -> (Measured<NdRec>, EventLog) {
    let workload = workload();
    let sample = Sample::new(&workload, setup, 3);
    measure(iterated(kind).unwrap(), &workload, &sample, &steady(&workload, sample.seed), costs).unwrap()
}

#[test]
fn tables_go_where_the_roofline_says() {
    let Placement { near, far } = place(&workload(), SETUP);
    assert_eq!(near, [0]);
    let mut all = far.concat();
    all.sort_unstable();
    assert_eq!((far.len(), all), (2, vec![1, 2, 3]));
}

#[test]
fn parts_add_up_and_every_system_runs() {
    for system in ITERATED {
        let (each, log) = rehearsed(system.kind, SETUP, &small_machine());
        for event in log.events() {
            assert!(Part::of(event.operation).is_some(), "{}: {} is no part", system.title, event.operation);
        }
        let sum: f64 = each.parts_ms.iter().sum();
        assert!((sum - each.batch_ms).abs() < 1e-9, "{}: {sum} of {}", system.title, each.batch_ms);
        let last = each.steps.iter().map(|step| step.end_ms).fold(0.0, f64::max);
        assert!((last - each.batch_ms).abs() <= 2.0 * each.margin_ms + 1e-9, "{}: {last}", system.title);
        assert_eq!(log.batches().len(), 5, "{}", system.title);
        assert_eq!(each.traffic.ssd() > 0.0, system.has_smartssds(), "{}: {:?}", system.title, each.traffic);
        assert!(each.energy.all() > 0.0 && (each.energy.smartssd > 0.0) == system.has_smartssds());
    }
}

#[test]
fn lookahead_takes_as_long_as_the_slowest_and_naive_as_all() {
    let of = |kind| rehearsed(kind, SETUP, &small_machine()).0;
    let (ahead, naive) = (of(SystemKind::NdRec), of(SystemKind::NoLookahead));
    assert!(ahead.batch_ms < naive.batch_ms);
    let at = |each: &Measured<NdRec>, step: &str| each.step(step).map(|step| [step.start_ms, step.end_ms]).unwrap();
    assert!(
        at(&naive, "embedding outputs")[0] >= at(&naive, "embedding kernel")[1],
        "nothing is read before it is there"
    );
    let top = at(&ahead, "interaction and top MLP forward");
    let kernel = at(&ahead, "embedding kernel");
    assert!(kernel[0] < top[0], "the kernel works beside the GPUs: {kernel:?} and {top:?}");
}

#[test]
fn a_small_cache_loads_more_and_copies_take_longer() {
    let of = |kind| rehearsed(kind, SETUP, &small_machine()).0;
    let ndrec = of(SystemKind::NdRec);
    assert!(of(SystemKind::NoCache).traffic.ssd() > ndrec.traffic.ssd());
    assert!(of(SystemKind::NoCxl).batch_ms > ndrec.batch_ms);
    assert!(of(SystemKind::NaiveOffload).batch_ms > of(SystemKind::NoLookahead).batch_ms);
}

#[test]
fn machines_do_what_they_say() {
    let costs = small_machine();
    // One step after the other, so that nothing hides how long messages are on their way.
    let of = |setup| rehearsed(SystemKind::NoLookahead, setup, &costs).0;
    let (one, switched) = (of(SETUP), of(Setup { switch_levels: 2, ..SETUP }));
    let slower = switched.batch_ms / one.batch_ms;
    assert!(slower > 1.0 && slower < 1.05, "{slower}");
    let alone = rehearsed(SystemKind::Uvm, Setup { gpus: 1, ..SETUP }, &costs).0;
    assert!(alone.step("all-reduce of the top MLP").is_none(), "one GPU has nobody to sum gradients with");
    // Twice the rate of UVM halves what it takes for lookups.
    let lookup = |costs: &Assumptions| {
        let uvm = rehearsed(SystemKind::Uvm, SETUP, costs).0;
        uvm.step("embedding lookup").map(|step| step.end_ms - step.start_ms).unwrap()
    };
    let (slow, fast) = (lookup(&costs), lookup(&costs.with("uvm_gib_per_s", 10.2)));
    assert!((slow / fast - 2.0).abs() < 1e-6, "{slow} and {fast} ms");
}

#[test]
fn software_beside_the_gpus_hides_nothing_that_they_do() {
    let of = |framework_ms| rehearsed(SystemKind::Uvm, SETUP, &small_machine().with("framework_ms", framework_ms)).0;
    let (long, short) = (of(50.0), of(0.001));
    assert!(long.batch_ms > 49.0 && short.batch_ms < 40.0, "{} and {} ms", long.batch_ms, short.batch_ms);
    for part in [Part::Mlp, Part::Communication, Part::Embedding] {
        let [beside, alone] = [&long, &short].map(|each| each.part(part));
        assert!(alone > 0.0 && (beside / alone - 1.0).abs() < 1e-6, "{part:?}: {beside} and {alone} ms");
    }
    let rest = long.batch_ms - short.batch_ms;
    assert!((long.part(Part::Software) - rest).abs() < 0.01, "{:?} of {rest} ms", long.parts_ms);
}

#[test]
fn energy_is_power_times_time() {
    let mut costs = small_machine();
    for name in ["link_pj_per_bit", "host_cpu_w", "host_dram_w", "gpu_w"] {
        costs.set(name, 0.0).unwrap();
    }
    costs.set("idle_share", 1.0).unwrap();
    let each = rehearsed(SystemKind::NdRec, SETUP, &costs).0;
    let expected = 2.0 * 25.0 * each.batch_ms * 1e-3;
    assert!((each.energy.all() - expected).abs() < 1e-12, "{:?}", each.energy);
}

#[test]
fn what_does_not_fit_is_not_shared_out() {
    let (terabyte, sharding) = (Workload::criteo_terabyte(), iterated(SystemKind::TableWise).unwrap());
    let costs = ndrec_costs();
    assert!(!can_run(sharding, &terabyte, SETUP, &costs));
    assert!(can_run(sharding, &Workload::kaggle_dac(), Setup { gpus: 1, ..SETUP }, &costs));
    let sample = Sample::new(&terabyte, SETUP, 1);
    let steady = Arc::clone(&steady(&terabyte, sample.seed));
    let error = measure(sharding, &terabyte, &sample, &steady, &costs).unwrap_err().to_string();
    assert!(error.contains("system.gpus = 2"), "{error}");
}
