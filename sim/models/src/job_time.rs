//! How long a job of CXL-MEM takes where no clock counts it: a stated estimate.
//!
//! The estimate is the least that the medium and the ports of the channels allow: each channel reads and writes rows at the
//! rate of its medium, but at most a line a cycle, reads beside writes, and so does each port of the scratchpad, without a
//! medium; all have their even share. There is no
//! latency in it, and no work on lists; a real job takes longer.
//!
//! ```
//! use emberlane_models::{job_time::JobTime, media};
//! use emberlane_reference::JobLines;
//!
//! let time = JobTime::new(4, media::preset("trainingcxl")?);
//! // 20,000 lines at 4 * 0.72 lines a cycle.
//! assert_eq!(time.cycles(&JobLines { reads: 20_000, ..JobLines::default() }), 6_945);
//! # Ok::<(), media::MediaError>(())
//! ```

use crate::media::{MediaPreset, Traffic};
use emberlane_reference::JobLines;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;

/// The channels of a device and their medium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobTime {
    channels: u32,
    medium: MediaPreset,
}

impl JobTime {
    /// So many channels of a medium.
    #[must_use]
    pub fn new(channels: u32, medium: MediaPreset) -> Self {
        Self { channels, medium }
    }

    /// Cycles of a job that moves so many lines.
    #[must_use]
    pub fn cycles(&self, lines: &JobLines) -> u64 {
        let least = |lines: u64, traffic: Traffic| {
            let rate = self.medium.lines_per_cycle(traffic, CLOCK_PERIOD_PS) * f64::from(self.channels);
            (lines as f64 / rate).ceil() as u64
        };
        let scratchpad = lines.scratchpad_reads.max(lines.scratchpad_writes).div_ceil(self.channels.into());
        least(lines.reads, Traffic::Read).max(least(lines.writes, Traffic::RowWrite)).max(scratchpad)
    }

    /// The same in picoseconds.
    #[must_use]
    pub fn picoseconds(&self, lines: &JobLines) -> u64 {
        self.cycles(lines) * CLOCK_PERIOD_PS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::preset;

    #[test]
    fn the_estimate_is_the_slower_of_reads_and_writes() {
        let time = |media| JobTime::new(4, preset(media).unwrap());
        let lookup = JobLines { reads: 20_000, scratchpad_writes: 250, ..JobLines::default() };
        let update = JobLines { reads: 2_400, writes: 2_400, scratchpad_reads: 2_800, ..JobLines::default() };
        assert_eq!(time("trainingcxl").picoseconds(&lookup), 6_945 * 4000);
        // 2,400 lines at 4 * 0.12 are 5,000 cycles; reading them takes less.
        assert_eq!(time("trainingcxl").cycles(&update), 5_000);
        // Without a bound a port moves a line a cycle.
        assert_eq!(time("off").cycles(&update), 700);
        assert_eq!(time("dram").cycles(&JobLines::default()), 0);
    }
}
