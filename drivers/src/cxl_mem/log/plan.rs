//! Where the records of a log lie.

use emberlane_registers::{
    cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES, LINE_ELEMENTS},
    log::{HEADER_BYTES, RecordKind, SUPERBLOCK_BYTES, row_payload_lines},
};

use super::{
    super::{capabilities::Capabilities, data_plan::DataPlan, region::Region, words::WORD_BYTES},
    error::LogError,
    mode::LogMode,
};

/// What stays the same from batch to batch, for a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogConfiguration {
    /// Tells experiments apart: records of another number are not touched by a recovery.
    pub configuration: u32,
    /// How a checkpoint comes about.
    pub mode: LogMode,
    /// Unique rows of the largest batch.
    pub largest_rows: u32,
    /// Bytes of the parameters, whole lines.
    pub parameter_bytes: u64,
}

impl LogConfiguration {
    /// Whether a record has room for so many bytes of parameters.
    pub(super) fn check_parameters(&self, bytes: u64) -> Result<(), LogError> {
        if bytes == 0 || !bytes.is_multiple_of(LINE_BYTES) || bytes > self.parameter_bytes {
            return Err(LogError::Parameters { bytes, largest: self.parameter_bytes });
        }
        Ok(())
    }
}

/// Where the records lie in persistent memory, behind the tables: two slots for rows, two for parameters. A record goes to
/// the slot that does not hold the newest checkpoint.
///
/// It follows from the tables and from [`LogConfiguration`] alone, so that a recovery finds what was logged. No two slots are
/// in the same 256-byte media line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPlan {
    /// The log region: all slots.
    pub log: Region,
    /// Slots of rows.
    pub rows: [Region; 2],
    /// Slots of parameters.
    pub parameters: [Region; 2],
}

impl LogPlan {
    pub(super) fn new(
        configuration: &LogConfiguration,
        data: &DataPlan,
        capabilities: &Capabilities,
    ) -> Result<Self, LogError> {
        let LogConfiguration { largest_rows: rows, parameter_bytes, .. } = *configuration;
        if rows == 0 || parameter_bytes == 0 || !parameter_bytes.is_multiple_of(LINE_BYTES) {
            return Err(LogError::Sizes { rows, parameter_bytes });
        }
        if let LogMode::Relaxed { every } = configuration.mode
            && !(1..=LogMode::LONGEST).contains(&every)
        {
            return Err(LogError::Interval { every });
        }
        let slot =
            |payload: u64| (u128::from(payload) + u128::from(HEADER_BYTES)).next_multiple_of(INTERLEAVE_BYTES.into());
        let row_slot = slot(row_payload_bytes(rows.into(), data.vector_bytes));
        let parameter_slot = slot(parameter_bytes);
        let base = u128::from(data.data.end()).next_multiple_of(INTERLEAVE_BYTES.into());
        let needed = base + 2 * (row_slot + parameter_slot);
        // Behind all lies the superblock.
        let available = capabilities.persistent_bytes - SUPERBLOCK_BYTES;
        if needed > u128::from(available) {
            return Err(LogError::TooLarge { needed, available });
        }
        // All that follows is below `available`, so it fits into 64 bits.
        let region = |base: u128, bytes: u128| Region { base: base as u64, bytes: bytes as u64 };
        let slots = |base: u128, bytes: u128| [region(base, bytes), region(base + bytes, bytes)];
        Ok(Self {
            log: region(base, needed - base),
            rows: slots(base, row_slot),
            parameters: slots(base + 2 * row_slot, parameter_slot),
        })
    }

    /// The slots of a kind.
    #[must_use]
    pub fn slots(&self, kind: RecordKind) -> &[Region; 2] {
        match kind {
            RecordKind::Rows => &self.rows,
            RecordKind::Parameters => &self.parameters,
        }
    }
}

/// Bytes of the payload of so many rows.
pub(super) fn row_payload_bytes(rows: u64, vector_bytes: u64) -> u64 {
    row_payload_lines(rows, vector_bytes / WORD_BYTES / LINE_ELEMENTS) * LINE_BYTES
}
