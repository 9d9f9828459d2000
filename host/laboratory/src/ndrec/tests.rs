//! What holds for systems whatever their numbers.

use std::num::NonZeroUsize;

use super::*;
use crate::ndrec::counts::Run;
use crate::ndrec::workload::Workload;
use emberlane_data::access::Column;

/// Criteo Terabyte with four tables: one that stays on the GPUs, three that make all caches miss.
fn workload() -> Workload {
    let columns =
        vec![Column::new(3, 1.0), Column::new(60_000, 0.8), Column::new(90_000, 0.9), Column::new(9_000, 1.1)];
    Workload { epoch_samples: 40_000, ..Workload::criteo_terabyte().with_columns(columns) }
}

fn setup() -> Setup {
    Setup { batch: 512, gpus: 2, smartssds: 2, switch_levels: 0 }
}

fn counted(setup: Setup, threads: usize) -> Iteration {
    let run = Run { before: 20_000, warm: 2, measured: 6, seed: 3 };
    let counting = Counting { run, threads: NonZeroUsize::new(threads).unwrap() };
    count(&workload(), setup, &counting, &small_machine()).unwrap()
}

/// A machine whose memories hold a part of the tables.
fn small_machine() -> Assumptions {
    let mut all = assumptions();
    all.set("gpu_memory_gb", 4.01).unwrap();
    all.set("fpga_dram_gb", 0.02).unwrap();
    all
}

fn measured(name: &str, iteration: &Iteration, assumptions: &Assumptions) -> Measured {
    measure(&System::find(name).unwrap(), iteration, assumptions)
}

#[test]
fn tables_go_where_the_roofline_says() {
    let Placement { near, far } = place(&workload(), setup());
    assert_eq!(near, [0]);
    assert_eq!((far.len(), Placement { near, far: far.clone() }.all_far()), (2, vec![1, 2, 3]));
}

#[test]
fn parts_add_up_and_threads_change_nothing() {
    let [one, two] = [1, 2].map(|threads| counted(setup(), threads));
    assert_eq!(serde_json::to_value(&one).unwrap(), serde_json::to_value(&two).unwrap());
    for system in SYSTEMS {
        let each = measure(system, &one, &small_machine());
        let sum: f64 = each.parts_ms.iter().sum();
        assert!((sum - each.iteration_ms).abs() < 1e-9, "{}: {sum} of {}", system.name, each.iteration_ms);
        let last = each.steps.iter().map(|step| step.end_ms).fold(0.0, f64::max);
        assert_eq!(last, each.iteration_ms, "{}", system.name);
    }
}

#[test]
fn lookahead_takes_as_long_as_the_slowest_and_naive_as_all() {
    let iteration = counted(setup(), 2);
    let numbers = small_machine();
    let [ahead, naive] = ["ndrec", "no-lookahead"].map(|name| measured(name, &iteration, &numbers));
    let kernel = |each: &Measured| each.step("embedding kernel").unwrap().end_ms;
    assert!(ahead.iteration_ms < naive.iteration_ms);
    let fetch = naive.step("fetch outputs").unwrap();
    assert_eq!(fetch.start_ms, kernel(&naive), "nothing is fetched before the kernel is done");
    // Kernels a thousand times as slow are all that is seen.
    let mut slow = numbers.clone();
    slow.set("kernel_clock_mhz", 0.25).unwrap();
    let slow = measured("ndrec", &iteration, &slow);
    assert!(kernel(&slow) / slow.iteration_ms > 0.99, "{slow:?}");
}

#[test]
fn gradients_cross_the_link_once_and_outputs_share_the_dram_where_both_move() {
    let iteration = counted(setup(), 2);
    let bytes = iteration.bags.far as f64 * iteration.vector_bytes as f64;
    let link = |name: &str| measured(name, &iteration, &small_machine()).traffic.link;
    let near = link("no-lookahead") - 2.0 * bytes;
    assert!((link("naive-offload") - 2.0 * bytes - near).abs() < 1.0, "gradients one way, outputs the other");
    // A SmartSSD's outputs come no faster than its DRAM gives them.
    let most = iteration.devices.iter().map(|device| device.bags).fold(0.0, f64::max) * iteration.vector_bytes as f64;
    let fetch = measured("ndrec", &iteration, &small_machine()).step("fetch outputs").unwrap().end_ms;
    assert!(fetch * 1e-3 >= most / DRAM_RATE, "{fetch} ms for {most} bytes");
}

#[test]
fn machines_do_what_they_say() {
    let of = |setup: Setup| measured("ndrec", &counted(setup, 2), &small_machine());
    let (one, switched) = (of(setup()), of(Setup { switch_levels: 2, ..setup() }));
    assert!(switched.iteration_ms > one.iteration_ms && switched.iteration_ms < 1.01 * one.iteration_ms);
    let alone = Setup { gpus: 1, ..setup() };
    assert_eq!(
        measured("uvm", &counted(alone, 1), &small_machine()).step("all-reduce").unwrap().end_ms,
        {
            let uvm = measured("uvm", &counted(alone, 1), &small_machine());
            uvm.step("bottom MLP backward").unwrap().end_ms
        },
        "one GPU has nobody to exchange gradients with"
    );
}

#[test]
fn energy_is_power_times_time() {
    let iteration = counted(setup(), 1);
    let mut numbers = small_machine();
    for name in ["link_pj_per_bit", "host_cpu_w", "host_dram_w", "gpu_w"] {
        numbers.set(name, 0.0).unwrap();
    }
    numbers.set("idle_share", 1.0).unwrap();
    let each = measured("ndrec", &iteration, &numbers);
    let expected = 2.0 * 25.0 * each.iteration_ms * 1e-3;
    assert!((each.energy.all() - expected).abs() < 1e-12, "{:?}", each.energy);
    assert_eq!(measured("uvm", &iteration, &numbers).energy.all(), 0.0, "it has no SmartSSD");
}

#[test]
fn what_does_not_fit_is_not_shared_out() {
    let terabyte = Workload::criteo_terabyte();
    let sharding = System::find("table-wise").unwrap();
    assert!(!can_run(&sharding, &terabyte, 4, &assumptions()));
    assert!(can_run(&sharding, &Workload::kaggle_dac(), 1, &assumptions()));
    assert!(SYSTEMS.iter().all(|system| system.name == "table-wise" || can_run(system, &terabyte, 1, &assumptions())));
}

#[test]
fn every_number_has_a_source() {
    for (name, assumption) in assumptions().iter() {
        assert!(assumption.source.len() > 15 && !assumption.unit.is_empty() && !assumption.fitted, "{name}");
    }
    assert_ne!(assumptions().taken_literally(), assumptions());
}
