//! What is known of a log.

use emberlane_registers::log::HEADER_BYTES;

use super::{
    error::LogError,
    mode::LogMode,
    plan::{LogConfiguration, LogPlan, row_payload_bytes},
};

/// Parameters of a batch, at a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// HPA of the first line.
    pub source: u64,
    /// Bytes, whole lines.
    pub bytes: u64,
}

/// What was posted of a batch's log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logged {
    /// Its rows; false if it has none, and then there is no update to post.
    pub rows: bool,
    /// The parameters.
    pub parameters: bool,
}

/// A configured log.
#[derive(Debug)]
pub(in crate::cxl_mem) struct Logging {
    pub(super) configuration: LogConfiguration,
    pub(in crate::cxl_mem) plan: LogPlan,
    /// `None` while it is not known what the slots hold.
    pub(super) slots: Option<Slots>,
}

impl Logging {
    /// Whether the log takes a batch of so many rows, and so many bytes of parameters.
    pub(super) fn check(&self, rows: u64, vector_bytes: u64, parameter_bytes: u64) -> Result<(), LogError> {
        let bytes = HEADER_BYTES + row_payload_bytes(rows, vector_bytes);
        let available = self.plan.rows[0].bytes;
        if bytes > available {
            return Err(LogError::Rows { rows, bytes, available });
        }
        self.configuration.check_parameters(parameter_bytes)
    }

    /// A job has failed: which records were written is not known.
    pub(in crate::cxl_mem) fn forget(&mut self) {
        self.slots = None;
    }

    /// Whether a batch's new rows are made in the scratchpad before they come into the tables.
    pub(in crate::cxl_mem) fn stages(&self) -> bool {
        self.configuration.mode == LogMode::Redo
    }
}

/// What is known of the slots.
#[derive(Debug)]
pub(super) struct Slots {
    /// Where the next records of rows and of parameters go.
    pub(super) next: [usize; 2],
    /// DPA of headers that have to go before the next log: they are of batches that a recovery has gone back behind, and will come
    /// again with other records.
    pub(super) stale: Vec<u64>,
    /// The batch whose parameters were logged last since the device has power, unless that log is known to have ended.
    pub(super) parameters: Option<u64>,
}
