//! What every SmartSSD has to do, as checks over any [`Bench`].
//!
//! Each check trains through the driver, with a cache that is smaller than the table, and compares outputs and table with plain
//! sums, bit by bit: the values are whole numbers, whose sums are exact in any order. The seed of a check is that of
//! [`conformance::seed`](crate::conformance::seed).

mod bench;
mod faults;
mod logged;
mod settings;
mod tampered;
mod trainer;

pub use bench::Bench;
pub(crate) use faults::cases;
pub use faults::{faults, full_mailbox, late_completion, synchronisation, write_error};
pub use logged::Logged;
pub use settings::buffers_stay;
pub use tampered::Tampered;
pub use trainer::{Size, Trainer};

/// Random movements, random bags, random gradients: the same bits as plain sums, and the counters that follow.
pub fn training<T: Bench>(device: T, seed: u64, size: Size) {
    let mut trainer = Trainer::new(device, seed, size);
    trainer.train(size.iterations);
    trainer.check_counters();
    trainer.check();
    assert_eq!(trainer.met, [] as [String; 0]);
}
