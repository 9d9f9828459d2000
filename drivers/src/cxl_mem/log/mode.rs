//! How a checkpoint comes about.

/// How a checkpoint comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogMode {
    /// Write-ahead: rows and parameters of every batch as they will be after it; then the rows are changed. Recovery finds
    /// both as they were before one batch.
    Redo,
    /// Rows and parameters of every batch as they are before it; its update waits for both. Recovery finds both as they were
    /// before one batch.
    Undo,
    /// As undo, but parameters are written over as many batches as that takes, only while a GPU computes. The next log of them
    /// begins when the last is `every` batches old, at least 1, or before, if the host says that
    /// [it has ended](crate::CxlMem::parameters_ended). Recovery finds parameters that are at most `2 * every - 1` batches older
    /// than the rows.
    Relaxed {
        /// Batches between the beginnings of two logs of parameters, at most.
        every: u16,
    },
}

impl LogMode {
    /// Longest time between two logs of parameters that the device can bound.
    pub const LONGEST: u16 = 1 << 15;

    /// By how many batches parameters that count may be older than the batch of an update that begins.
    ///
    /// The next log of parameters begins when the last one is `every` batches old at the latest, and has nearly as many batches
    /// again to end in. That it has ended before the one after it begins lets a GPU do with two copies.
    #[must_use]
    pub fn lag(self) -> u64 {
        match self {
            Self::Redo | Self::Undo => 0,
            Self::Relaxed { every } => 2 * u64::from(every).saturating_sub(1),
        }
    }

    /// By how many batches recovered parameters may be older than recovered rows, if no record is damaged. Batches without a
    /// row, which are not logged, do not count.
    #[must_use]
    pub fn largest_gap(self) -> u64 {
        match self {
            Self::Redo | Self::Undo => 0,
            // The rows of the next batch are logged before its update waits.
            Self::Relaxed { .. } => self.lag() + 1,
        }
    }

    /// Whether a batch's parameters are to be logged, after those of batch `last`.
    pub(super) fn is_due(self, batch: u64, last: Option<u64>) -> bool {
        match self {
            Self::Redo | Self::Undo => true,
            Self::Relaxed { every } => last.is_none_or(|last| batch - last.min(batch) >= u64::from(every)),
        }
    }
}
