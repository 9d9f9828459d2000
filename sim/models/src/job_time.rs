//! How long a job of CXL-MEM takes where no clock counts it: a stated estimate.
//!
//! The estimate is the least that the medium and the ports of the channels allow: each channel reads and writes rows at the
//! rate of its medium, but at most a line a cycle, reads beside writes, and all channels have their even share. There is no
//! latency in it, and no work on lists; a real job takes longer.
//!
//! ```
//! use emberlane_models::{job_time::JobTime, media};
//!
//! let time = JobTime::new(4, media::preset("trainingcxl")?);
//! // 20,000 lines at 4 * 0.72 lines a cycle.
//! assert_eq!(time.cycles(20_000, 0), 6_945);
//! # Ok::<(), media::MediaError>(())
//! ```

use crate::media::{MediaPreset, Traffic};
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

    /// Cycles of a job that reads and writes so many lines of rows.
    #[must_use]
    pub fn cycles(&self, reads: u64, writes: u64) -> u64 {
        let least = |lines: u64, traffic: Traffic| {
            let rate = self.medium.lines_per_cycle(traffic, CLOCK_PERIOD_PS) * f64::from(self.channels);
            (lines as f64 / rate).ceil() as u64
        };
        least(reads, Traffic::Read).max(least(writes, Traffic::RowWrite))
    }

    /// The same in picoseconds.
    #[must_use]
    pub fn picoseconds(&self, reads: u64, writes: u64) -> u64 {
        self.cycles(reads, writes) * CLOCK_PERIOD_PS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::preset;

    #[test]
    fn the_estimate_is_the_slower_of_reads_and_writes() {
        let time = |media| JobTime::new(4, preset(media).unwrap());
        assert_eq!(time("trainingcxl").picoseconds(20_000, 0), 6_945 * 4000);
        // 2,400 lines at 4 * 0.12 are 5,000 cycles; reading them takes less.
        assert_eq!(time("trainingcxl").cycles(2_400, 2_400), 5_000);
        // Without a bound a port moves a line a cycle.
        assert_eq!(time("off").cycles(2_400, 2_400), 600);
        assert_eq!(time("dram").cycles(0, 0), 0);
    }
}
