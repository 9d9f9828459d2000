//! The RTL does what every SmartSSD has to do.
#![cfg(feature = "verilated")]

use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Size};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::smartssd::RtlSmartSsd;

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };
const PROFILES: [StallProfile; 3] = [StallProfile::None, StallProfile::Random, StallProfile::Heavy];

/// The small device, with an SSD that takes a few cycles.
fn device(profile: StallProfile, seed: u64) -> RtlSmartSsd {
    let builder = RtlSmartSsd::builder().kernel(2, 16).seed(seed).stalls(profile).host_latency(20).ssd(None);
    builder.build().expect("a device")
}

#[test]
fn training_through_a_small_cache_gives_plain_sums() {
    let seed = seed("smartssd_rtl_training", 61);
    for (number, profile) in (0..).zip(PROFILES) {
        for size in [SIZE, Size { vectors: 100, cached: 400, bags: 20, most: 6, mailbox_lines: 256, ..SIZE }] {
            smartssd::training(device(profile, seed + number), seed + number, size);
        }
    }
}

#[test]
fn training_on_ndrecs_kernel_gives_plain_sums() {
    let seed = seed("smartssd_rtl_ndrec", 62);
    let device = RtlSmartSsd::builder().seed(seed).stalls(StallProfile::Random).host_latency(20).build();
    smartssd::training(device.expect("a device"), seed, Size { iterations: 4, ..SIZE });
}

#[test]
fn nothing_is_lost_after_an_error() {
    let seed = seed("smartssd_rtl_faults", 63);
    for (number, profile) in (0..).zip(PROFILES) {
        let seed = seed + number;
        smartssd::faults(move || device(profile, seed), seed, SIZE);
    }
}

#[test]
fn a_full_mailbox_takes_nothing() {
    let seed = seed("smartssd_rtl_full", 64);
    smartssd::full_mailbox(device(StallProfile::Random, seed), seed, SIZE);
}

#[test]
fn late_completions_are_waited_for_again() {
    let seed = seed("smartssd_rtl_late", 65);
    smartssd::late_completion(device(StallProfile::None, seed), seed, SIZE);
}

#[test]
fn an_iteration_begins_when_all_conditions_are_met() {
    let seed = seed("smartssd_rtl_synchronisation", 66);
    smartssd::synchronisation(device(StallProfile::Random, seed), seed, SIZE);
}

#[test]
fn a_failed_write_is_not_gone_on_from() {
    let seed = seed("smartssd_rtl_write", 67);
    smartssd::write_error(|| device(StallProfile::Random, seed), seed, SIZE);
}

#[test]
fn buffers_stay_where_the_doorbell_found_them() {
    let seed = seed("smartssd_rtl_buffers", 68);
    for profile in PROFILES {
        smartssd::buffers_stay(device(profile, seed), seed, SIZE);
    }
}
