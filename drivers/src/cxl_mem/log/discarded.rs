//! Slots whose records a recovery did not use.

use std::fmt;

use emberlane_registers::log::RecordKind;

use super::{mode::LogMode, record::RecordHeader};

/// Why the record of a slot was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is none.
    Empty,
    /// The header is not whole: power was lost while it was written.
    TornHeader,
    /// The header was whole once, and has a wrong bit.
    DamagedHeader,
    /// It is no header that belongs here.
    UnknownHeader,
    /// The record is of another experiment.
    OtherConfiguration {
        /// Its configuration.
        found: u32,
    },
    /// The lengths in the header do not go together, or not with the tables or the slot.
    Lengths,
    /// The payload is not the one that the header was written for: damaged, or overwritten in part when power was lost.
    Payload,
    /// A row that no table has.
    OutsideTables {
        /// DPA of the row.
        address: u64,
    },
    /// Memory did not give the record.
    Unreadable {
        /// Its answer.
        error: String,
    },
    /// No record of the other kind goes with it.
    Incomplete,
    /// There is a newer checkpoint.
    Superseded,
    /// The other slot holds the same batch.
    Repeated,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::TornHeader => f.write_str("torn header"),
            Self::DamagedHeader => f.write_str("damaged header"),
            Self::UnknownHeader => f.write_str("unknown header"),
            Self::OtherConfiguration { found } => write!(f, "of another experiment ({found:#010x})"),
            Self::Lengths => f.write_str("lengths that cannot be"),
            Self::Payload => f.write_str("payload with a wrong CRC"),
            Self::OutsideTables { address } => write!(f, "DPA {address:#x} is no row of a table"),
            Self::Unreadable { error } => write!(f, "cannot be read: {error}"),
            Self::Incomplete => f.write_str("no record of the other kind goes with it"),
            Self::Superseded => f.write_str("older than the checkpoint"),
            Self::Repeated => f.write_str("same as the other slot"),
        }
    }
}

/// A slot whose record was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// What the slot is for.
    pub kind: RecordKind,
    /// 0 or 1.
    pub slot: usize,
    /// Batch of the record, where that is known.
    pub batch: Option<u64>,
    /// Why it was not used.
    pub reason: Reason,
}

impl fmt::Display for Discarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            RecordKind::Rows => "rows",
            RecordKind::Parameters => "parameters",
        };
        write!(f, "{kind} in slot {}", self.slot)?;
        self.batch.map_or(Ok(()), |batch| write!(f, ", batch {batch}"))?;
        write!(f, ": {}", self.reason)
    }
}

impl Discarded {
    /// Whether an update may have begun to write rows that, without this record, nothing brings back. A torn record is one for
    /// which no update began.
    pub(super) fn may_have_begun(&self, mode: LogMode, checkpoint: &RecordHeader) -> bool {
        let was_whole = matches!(
            self.reason,
            Reason::DamagedHeader
                | Reason::Lengths
                | Reason::Payload
                | Reason::OutsideTables { .. }
                | Reason::Unreadable { .. }
        );
        // What an update after a redo log has written only a record with both of its parts writes again; of an undo log the
        // rows suffice to undo it.
        let matters = self.kind == RecordKind::Rows || mode == LogMode::Redo;
        // A record of the same batch holds the same, unless the checkpoint is the one with which the log began, without a row.
        let is_newer = |batch| batch > checkpoint.batch || batch == checkpoint.batch && checkpoint.rows == 0;
        matters && was_whole && self.batch.is_none_or(is_newer)
    }
}
