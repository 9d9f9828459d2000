//! The fast model and the reference do what every CXL-MEM has to do; the model says in cycles when.

use emberlane_tests::conformance::{self, ErrorChecks, Size};

/// What each device without RTL is tried with.
macro_rules! conforms {
    ($name:ident, $device:ty) => {
        mod $name {
            use super::*;

            fn device(channels: u32) -> $device {
                <$device>::new(channels).expect("1 to 4 channels")
            }

            #[test]
            fn random_batches_train_as_plain_arithmetic_does() {
                let seed = conformance::seed("random_batches", 1);
                for channels in 1..=4 {
                    let size = Size { entries: 300, rows: 200 };
                    conformance::random_batches(device(channels), seed + u64::from(channels), 60, size);
                }
            }

            #[test]
            fn early_lookups_are_brought_up_to_date() {
                let seed = conformance::seed("relaxed", 5);
                for channels in 1..=4 {
                    conformance::relaxed_lookups(
                        device(channels),
                        seed + u64::from(channels),
                        60,
                        Size { entries: 300, rows: 30 },
                    );
                }
            }

            #[test]
            fn registers_and_memory_are_as_the_table_says() {
                let seed = conformance::seed("bus", 2);
                for channels in 1..=4 {
                    conformance::bus(device(channels), seed);
                }
            }

            #[test]
            fn every_error_is_reported_at_its_position_before_any_later_one() {
                let seed = conformance::seed("errors", 3);
                for channels in [1, 4] {
                    conformance::errors(device(channels), seed, ErrorChecks::AllPairs);
                }
            }

            #[test]
            fn damaged_jobs_end_and_failed_ones_write_nothing() {
                let seed = conformance::seed("corrupted_jobs", 4);
                let failures = conformance::corrupted_jobs(device(4), seed, 3000, Size { entries: 60, rows: 20 });
                // Most damage is found; a test in which nothing fails, or everything, would tell little.
                assert!((300..2900).contains(&failures), "{failures} of 3000 jobs failed");
            }
        }
    };
}

conforms!(model, emberlane_models::cxl_mem::ModelCxlMem);
conforms!(reference, emberlane_reference::ReferenceCxlMem);
