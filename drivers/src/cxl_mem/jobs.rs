//! Jobs that were posted and not waited for.

use emberlane_registers::cxl_mem::{self as registers, LINE_BYTES, LINE_ELEMENTS};

use super::settings::Settings;

/// Cycles granted to any job before it is given up as hung.
const WAIT_CYCLES: u64 = 1_000_000;
/// Cycles granted to a job for each line that it moves; slow media answer within a few hundred.
const WAIT_CYCLES_PER_LINE: u64 = 1024;

/// Jobs under way.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    /// Values of their doorbells, in order.
    pub(super) commands: Vec<u64>,
    /// More cycles than they can take.
    pub(super) cycles: u64,
    /// A setting was changed since the first: lists of theirs may be elsewhere than the registers say.
    pub(super) settings_changed: bool,
}

impl Jobs {
    /// One more was posted, of these settings.
    pub(super) fn push(&mut self, command: u64, settings: &Settings) {
        if self.commands.is_empty() {
            self.settings_changed = false;
        }
        self.commands.push(command & registers::DOORBELL.mask());
        self.cycles = self.cycles.saturating_add(wait_limit(settings));
    }
}

/// More cycles than a job of these settings can take; a log may be under way beside it.
fn wait_limit(settings: &Settings) -> u64 {
    let lines_per_vector = (settings.last(&registers::VECTOR_LENGTH) / LINE_ELEMENTS).max(1);
    // Each is at most one row and one gradient or pooled vector, and a few words of lists.
    let vectors = [&registers::TABLE_COUNT, &registers::BAG_COUNT, &registers::ENTRY_COUNT, &registers::ROW_COUNT]
        .iter()
        .fold(0u64, |sum, register| sum.saturating_add(settings.last(register)));
    let parameters = settings.last(&registers::PARAMETER_BYTES) / LINE_BYTES;
    let lines = vectors.saturating_mul(2 * lines_per_vector + 8).saturating_add(parameters);
    lines
        .saturating_mul(WAIT_CYCLES_PER_LINE.saturating_add(settings.last(&registers::LOG_GAP)))
        .saturating_add(WAIT_CYCLES)
}
