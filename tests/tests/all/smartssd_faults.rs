//! Faults that a test build of the SmartSSD commits are caught by the checks that the design passes.
#![cfg(feature = "verilated")]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::link::preset;
use emberlane_models::smartssd::in_fabric::{OverFabric, SmartSsdFabric};
use emberlane_registers::faults::SmartSsdFault;
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Size};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::smartssd::{RtlSmartSsd, RtlSmartSsdEndpoint};

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };
/// Trainings within which a fault must show.
const TRAININGS: u64 = 8;

fn device(fault: SmartSsdFault, profile: StallProfile, seed: u64) -> RtlSmartSsd {
    let builder = RtlSmartSsd::builder().fault(fault).seed(seed).stalls(profile).host_latency(20).ssd(None);
    builder.build().expect("a device")
}

/// What the checks say of a device with a fault; nothing if they find none.
fn found(fault: SmartSsdFault, seed: u64) -> Option<String> {
    let checks = AssertUnwindSafe(|| {
        for number in 0..TRAININGS {
            let profile = [StallProfile::Random, StallProfile::Heavy][number as usize % 2];
            smartssd::training(device(fault, profile, seed + number), seed + number, SIZE);
        }
        smartssd::faults(|| device(fault, StallProfile::Random, seed), seed, SIZE);
    });
    let error = catch_unwind(checks).err()?;
    let text = error.downcast_ref::<String>().cloned();
    Some(text.or_else(|| error.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
}

/// A write of a line that the GPU has is seen when it is made, not when the GPU reads it again.
#[test]
fn a_write_without_a_snoop_is_caught_at_a_link() {
    let seed = seed("smartssd_fabric_seeded_faults", 72);
    for fault in [SmartSsdFault::NoSnoop, SmartSsdFault::NoWait] {
        let training = AssertUnwindSafe(|| {
            let link = preset("ndrec").unwrap().config().unwrap();
            let shared = Rc::new(RefCell::new(SmartSsdFabric::new(FabricConfig::default(), &link).unwrap()));
            let device = device(fault, StallProfile::None, seed);
            let endpoint = |bar| RtlSmartSsdEndpoint::new(device, bar);
            smartssd::training(OverFabric::new(&shared, "smartssd", endpoint).unwrap(), seed, SIZE);
        });
        let error = catch_unwind(training).expect_err("the fault is caught");
        let text = error.downcast_ref::<String>().expect("a message");
        assert!(text.contains("which the host holds"), "{fault:?}: {text}");
    }
}

#[test]
fn every_fault_is_caught() {
    let seed = seed("smartssd_rtl_seeded_faults", 71);
    assert_eq!(found(SmartSsdFault::None, seed), None);
    for &fault in SmartSsdFault::ALL {
        let found = found(fault, seed).unwrap_or_else(|| panic!("{fault:?} was not caught"));
        let first = found.lines().next().unwrap_or_default();
        println!("{fault:?}: {}", first.chars().take(120).collect::<String>());
    }
}
