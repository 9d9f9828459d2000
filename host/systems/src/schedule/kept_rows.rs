//! Lines of rows that a device's engines had kept: lookups have not read them from the memory that holds the tables.

use emberlane_drivers::CxlMem;
use emberlane_stores::EmbeddingError;

use super::{EventLog, OperationId};
use crate::machine::Machine;

/// The lookups of a run, and what the device says it had kept for them.
pub(super) struct KeptRows {
    lookups: Vec<OperationId>,
    /// Lines that were kept for them, as far as they were [counted](Self::count).
    lines: u64,
    /// What the device's counter said last.
    counter: u64,
}

impl KeptRows {
    /// Those of a run that begins now.
    pub(super) fn new(device: &mut CxlMem<Machine>) -> Result<Self, EmbeddingError> {
        Ok(Self { lookups: Vec::new(), lines: 0, counter: hits(device)? })
    }

    /// An operation is a lookup.
    pub(super) fn looked_up(&mut self, operation: OperationId) {
        self.lookups.push(operation);
    }

    /// The lookups so far have ended: counts the lines that were kept for them.
    pub(super) fn count(&mut self, device: &mut CxlMem<Machine>) -> Result<(), EmbeddingError> {
        let before = std::mem::replace(&mut self.counter, hits(device)?);
        self.lines += self.counter.saturating_sub(before);
        Ok(())
    }

    /// What was looked up since the last [count](Self::count) was none of the run's operations.
    pub(super) fn skip(&mut self, device: &mut CxlMem<Machine>) -> Result<(), EmbeddingError> {
        self.counter = hits(device)?;
        Ok(())
    }

    /// Takes the lines out of what a log says the lookups have read.
    pub(super) fn leave_out(&self, log: &mut EventLog) {
        log.leave_out(&self.lookups, self.lines);
    }
}

fn hits(device: &mut CxlMem<Machine>) -> Result<u64, EmbeddingError> {
    device.row_cache_hits().map_err(EmbeddingError::store)
}
