//! The reference does what every SmartSSD has to do.

use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Size};

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };

fn device(banks: usize, elements: usize) -> ReferenceSmartSsd {
    ReferenceSmartSsd::new(banks, elements).expect("a device that there is")
}

#[test]
fn training_through_a_small_cache_gives_plain_sums() {
    let seed = seed("smartssd_training", 41);
    for (number, (banks, elements)) in [(1, 16), (2, 16), (3, 32), (6, 64), (8, 128)].into_iter().enumerate() {
        for size in [SIZE, Size { vectors: 100, cached: 400, bags: 20, most: 6, mailbox_lines: 256, ..SIZE }] {
            smartssd::training(device(banks, elements), seed + number as u64, size);
        }
    }
}

#[test]
fn nothing_is_lost_after_an_error() {
    let seed = seed("smartssd_faults", 42);
    for seed in seed..seed + 4 {
        smartssd::faults(|| device(2, 16), seed, SIZE);
        smartssd::faults(|| device(6, 64), seed, SIZE);
    }
}

#[test]
fn a_full_mailbox_takes_nothing() {
    smartssd::full_mailbox(device(2, 16), seed("smartssd_full", 43), SIZE);
}

#[test]
fn late_completions_are_waited_for_again() {
    smartssd::late_completion(device(2, 16), seed("smartssd_late", 44), SIZE);
}

#[test]
fn an_iteration_begins_when_all_conditions_are_met() {
    smartssd::synchronisation(device(2, 16), seed("smartssd_synchronisation", 45), SIZE);
}

#[test]
fn a_failed_write_is_not_gone_on_from() {
    smartssd::write_error(|| device(2, 16), seed("smartssd_write", 46), SIZE);
}

#[test]
fn buffers_stay_where_the_doorbell_found_them() {
    smartssd::buffers_stay(device(2, 16), seed("smartssd_buffers", 47), SIZE);
}
