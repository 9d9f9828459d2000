//! The fast model does what every SmartSSD has to do.

use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Size};

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };

/// With an SSD that takes a few cycles.
fn device(banks: usize, elements: usize, seed: u64) -> ModelSmartSsd {
    let builder = ModelSmartSsd::builder().kernel(banks, elements).seed(seed).host_latency(20).ssd(None);
    builder.build().expect("a device that there is")
}

#[test]
fn training_through_a_small_cache_gives_plain_sums() {
    let seed = seed("smartssd_model_training", 81);
    for (number, (banks, elements)) in (0..).zip([(1, 16), (2, 16), (3, 32), (6, 64), (8, 128)]) {
        let seed = seed + number;
        for size in [SIZE, Size { vectors: 100, cached: 400, bags: 20, most: 6, mailbox_lines: 256, ..SIZE }] {
            smartssd::training(device(banks, elements, seed), seed, size);
        }
    }
}

#[test]
fn training_on_ndrecs_device_gives_plain_sums() {
    let seed = seed("smartssd_model_ndrec", 82);
    let device = ModelSmartSsd::builder().seed(seed).build().expect("NDRec's device");
    smartssd::training(device, seed, SIZE);
}

#[test]
fn nothing_is_lost_after_an_error() {
    let seed = seed("smartssd_model_faults", 83);
    for seed in seed..seed + 4 {
        smartssd::faults(|| device(2, 16, seed), seed, SIZE);
        smartssd::faults(|| device(6, 64, seed), seed, SIZE);
    }
}

#[test]
fn a_full_mailbox_takes_nothing() {
    let seed = seed("smartssd_model_full", 84);
    smartssd::full_mailbox(device(2, 16, seed), seed, SIZE);
}

#[test]
fn late_completions_are_waited_for_again() {
    let seed = seed("smartssd_model_late", 85);
    smartssd::late_completion(device(2, 16, seed), seed, SIZE);
}

#[test]
fn an_iteration_begins_when_all_conditions_are_met() {
    let seed = seed("smartssd_model_synchronisation", 86);
    smartssd::synchronisation(device(2, 16, seed), seed, SIZE);
}

#[test]
fn a_failed_write_is_not_gone_on_from() {
    let seed = seed("smartssd_model_write", 87);
    smartssd::write_error(device(2, 16, seed), seed, SIZE);
}
