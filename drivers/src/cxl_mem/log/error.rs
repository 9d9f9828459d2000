//! What can go wrong with a log.

use thiserror::Error;

use super::{discarded::Discarded, mode::LogMode};

/// Why a log cannot be written, or nothing can be recovered from it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LogError {
    /// A call that needs [`configure_log`](crate::CxlMem::configure_log) first.
    #[error("no log is configured")]
    NotConfigured,
    /// Nothing is known of what the slots hold.
    #[error(
        "it is not known what the log holds; call `recover` to go on from its checkpoint, or `begin_log` to begin anew"
    )]
    NotStarted,
    /// Sizes of which no log can be made.
    #[error(
        "a log of {rows} rows and {parameter_bytes} bytes of parameters: both must be there, parameters in lines of 64"
    )]
    Sizes {
        /// Rows of the largest batch.
        rows: u32,
        /// Bytes of the parameters.
        parameter_bytes: u64,
    },
    /// The log does not fit behind the tables.
    #[error(
        "tables and log end at byte {needed} of persistent memory, the device has {available}; use smaller batches"
    )]
    TooLarge {
        /// Bytes from DPA 0 to the end of the log.
        needed: u128,
        /// Bytes of persistent memory.
        available: u64,
    },
    /// A batch with more rows than were planned for.
    #[error(
        "the batch has {rows} rows, {bytes} bytes of record; the slots of the log have {available}, for the largest batch that was configured"
    )]
    Rows {
        /// Rows of the batch.
        rows: u64,
        /// Bytes of its record.
        bytes: u64,
        /// Bytes of a slot.
        available: u64,
    },
    /// Parameters of another size than were planned for.
    #[error("{bytes} bytes of parameters, expected whole lines, at most {largest} bytes")]
    Parameters {
        /// Bytes given.
        bytes: u64,
        /// Bytes configured.
        largest: u64,
    },
    /// Parameters that are logged too seldom for the device to bound, or always.
    #[error("parameters once in {every} batches, expected 1 to {}", LogMode::LONGEST)]
    Interval {
        /// Batches between two logs of parameters.
        every: u16,
    },
    /// The log region holds no checkpoint.
    #[error(
        "no checkpoint of configuration {configuration:#010x}: {}; begin anew: call `give_up_log`, load the tables and call `begin_log`",
        list(discarded)
    )]
    NoCheckpoint {
        /// The configuration that was looked for.
        configuration: u32,
        /// What there is instead.
        discarded: Vec<Discarded>,
    },
    /// All records are of another experiment.
    #[error(
        "the log is that of configuration {found:#010x}, not of {expected:#010x}: recover it with the settings of its own experiment, or give it up with `begin_log`"
    )]
    OtherExperiment {
        /// Configuration of a record there.
        found: u32,
        /// The configuration that was looked for.
        expected: u32,
    },
}

fn list(discarded: &[Discarded]) -> String {
    discarded.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
