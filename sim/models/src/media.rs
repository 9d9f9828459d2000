//! Media that the memory controller emulates: presets, and what they are in clock cycles.
//!
//! ```
//! let medium = emberlane_models::media::preset("trainingcxl")?;
//! let settings = medium.settings(4000)?;
//! assert_eq!(settings.read_latency, 35); // 138 ns at 250 MHz
//! # Ok::<(), emberlane_models::media::MediaError>(())
//! ```

use crate::memory_controller::{LINE_BYTES, LINE_PER_CYCLE, Settings};
use emberlane_sourced::{Sourced, presets};
use serde::Deserialize;
use thiserror::Error;

/// A medium, as one memory channel has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MediaPreset {
    /// Name of the preset.
    pub name: String,
    /// What it is.
    pub description: String,
    /// From a read to its answer, picoseconds.
    pub read_latency_ps: Sourced<u64>,
    /// From a write to its answer, picoseconds.
    pub write_latency_ps: Sourced<u64>,
    /// Reads, 10^6 bytes a second; 0 for no bound.
    pub read_bandwidth_mb_per_s: Sourced<u64>,
    /// Writes of single lines of 64 bytes, 10^6 bytes a second; 0 for no bound.
    pub row_write_bandwidth_mb_per_s: Sourced<u64>,
    /// Streaming writes, such as a log, 10^6 bytes a second; 0 for no bound.
    pub stream_write_bandwidth_mb_per_s: Sourced<u64>,
    /// How long after the answer of a write a read of its 256-byte line waits, picoseconds.
    pub read_after_write_window_ps: Sourced<u64>,
}

/// Why a medium cannot be emulated.
#[derive(Debug, Error)]
pub enum MediaError {
    /// No preset has this name.
    #[error("no medium `{name}`; there are {}", known.join(", "))]
    UnknownPreset {
        /// The name.
        name: String,
        /// Names that exist.
        known: Vec<String>,
    },
    /// A time is longer than the controller can count.
    #[error(
        "medium `{medium}`: {key} = {value_ps} is {cycles} cycles of {clock_period_ps} ps; the memory controller \
         counts up to 65535. Take a smaller value or a slower clock"
    )]
    TooLong {
        /// Name of the medium.
        medium: String,
        /// Key of the time.
        key: &'static str,
        /// The time.
        value_ps: u64,
        /// The time in cycles.
        cycles: u64,
        /// The clock.
        clock_period_ps: u64,
    },
    /// A clock that does not move.
    #[error("a clock period of 0 ps; the device's is 4000 ps")]
    NoClock,
}

/// Kinds of traffic that a medium bounds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Traffic {
    /// Reads.
    Read,
    /// Row-sized writes.
    RowWrite,
    /// Streaming writes.
    StreamWrite,
}

/// All presets.
pub fn presets() -> Vec<MediaPreset> {
    presets::read(include_str!("media.toml"), "medium").expect("the presets are tested to be readable")
}

/// The preset of a name.
///
/// # Errors
/// [`MediaError::UnknownPreset`] with the names that exist.
pub fn preset(name: &str) -> Result<MediaPreset, MediaError> {
    let found = presets::find(presets(), name, |preset| &preset.name);
    found.map_err(|known| MediaError::UnknownPreset { name: name.into(), known })
}

impl MediaPreset {
    /// What the memory controller is told, at a clock of this period.
    ///
    /// The emulated medium is never faster than the preset: times are rounded up to whole cycles, rates down to 1/65536
    /// line a cycle. A bandwidth of more than a line a cycle is a line a cycle, as the port carries no more; one of less
    /// than 1/65536 is 1/65536, as 0 means no bound.
    ///
    /// # Errors
    /// [`MediaError::TooLong`] if a time is more than 65535 cycles, [`MediaError::NoClock`] for a period of 0.
    pub fn settings(&self, clock_period_ps: u64) -> Result<Settings, MediaError> {
        if clock_period_ps == 0 {
            return Err(MediaError::NoClock);
        }
        let cycles = |key, figure: &Sourced<u64>| {
            let cycles = figure.value.div_ceil(clock_period_ps);
            u16::try_from(cycles).map_err(|_| MediaError::TooLong {
                medium: self.name.clone(),
                key,
                value_ps: figure.value,
                cycles,
                clock_period_ps,
            })
        };
        Ok(Settings {
            read_latency: cycles("read_latency_ps", &self.read_latency_ps)?,
            write_latency: cycles("write_latency_ps", &self.write_latency_ps)?,
            read_rate: self.rate(Traffic::Read, clock_period_ps),
            row_write_rate: self.rate(Traffic::RowWrite, clock_period_ps),
            stream_write_rate: self.rate(Traffic::StreamWrite, clock_period_ps),
            read_after_write_window: cycles("read_after_write_window_ps", &self.read_after_write_window_ps)?,
        })
    }

    /// Bandwidth in 10^6 bytes a second; `None` for no bound.
    pub fn bandwidth_mb_per_s(&self, traffic: Traffic) -> Option<u64> {
        let figure = match traffic {
            Traffic::Read => &self.read_bandwidth_mb_per_s,
            Traffic::RowWrite => &self.row_write_bandwidth_mb_per_s,
            Traffic::StreamWrite => &self.stream_write_bandwidth_mb_per_s,
        };
        (figure.value > 0).then_some(figure.value)
    }

    /// Lines of 64 bytes a cycle that the medium allows, as a fraction; `None` for no bound. It may be more than 1,
    /// which the port is not: see [`Self::lines_per_cycle`].
    pub fn exact_lines_per_cycle(&self, traffic: Traffic, clock_period_ps: u64) -> Option<(u128, u128)> {
        let bandwidth = self.bandwidth_mb_per_s(traffic)?;
        // 10^6 bytes a second times 10^-12 seconds: 10^-6 bytes.
        Some((u128::from(bandwidth) * u128::from(clock_period_ps), u128::from(LINE_BYTES) * 1_000_000))
    }

    /// Lines of 64 bytes a cycle that the medium and the port allow: what a benchmark can reach at most.
    pub fn lines_per_cycle(&self, traffic: Traffic, clock_period_ps: u64) -> f64 {
        let exact = self.exact_lines_per_cycle(traffic, clock_period_ps);
        exact.map_or(1.0, |(lines, cycles)| (lines as f64 / cycles as f64).min(1.0))
    }

    /// Reads a cycle at most; see [`Self::lines_per_cycle`].
    pub fn read_lines_per_cycle(&self, clock_period_ps: u64) -> f64 {
        self.lines_per_cycle(Traffic::Read, clock_period_ps)
    }

    /// Row-sized writes a cycle at most; see [`Self::lines_per_cycle`].
    pub fn row_write_lines_per_cycle(&self, clock_period_ps: u64) -> f64 {
        self.lines_per_cycle(Traffic::RowWrite, clock_period_ps)
    }

    /// The rate of a token bucket.
    fn rate(&self, traffic: Traffic, clock_period_ps: u64) -> u32 {
        let Some((lines, cycles)) = self.exact_lines_per_cycle(traffic, clock_period_ps) else { return 0 };
        let rate = lines.saturating_mul(LINE_PER_CYCLE.into()) / cycles;
        rate.clamp(1, LINE_PER_CYCLE.into()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{MediaError, Traffic, preset, presets};
    use crate::memory_controller::{LINE_PER_CYCLE, Settings};
    use emberlane_fabric::memory::DDR4_2400;

    /// The device's clock, 250 MHz.
    const CLOCK_PERIOD_PS: u64 = 4000;

    #[test]
    fn dram_is_that_of_the_fabric() {
        let dram = preset("dram").unwrap();
        let latencies = [dram.read_latency_ps, dram.write_latency_ps].map(|latency| latency.value);
        assert_eq!(latencies, [DDR4_2400.latency.as_ps(); 2]);
        let rates =
            [dram.read_bandwidth_mb_per_s, dram.row_write_bandwidth_mb_per_s, dram.stream_write_bandwidth_mb_per_s];
        assert_eq!(rates.map(|rate| rate.value * 1_000_000), [DDR4_2400.bytes_per_second; 3]);
    }

    #[test]
    fn presets_are_there_with_a_source_on_every_figure() {
        let presets = presets();
        let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
        assert_eq!(names, ["off", "dram", "trainingcxl", "openembedding", "optane-measured"]);
        for preset in &presets {
            for figure in [
                &preset.read_latency_ps,
                &preset.write_latency_ps,
                &preset.read_bandwidth_mb_per_s,
                &preset.row_write_bandwidth_mb_per_s,
                &preset.stream_write_bandwidth_mb_per_s,
                &preset.read_after_write_window_ps,
            ] {
                assert!(figure.source.len() > 10, "{}: {figure:?}", preset.name);
            }
            preset.settings(CLOCK_PERIOD_PS).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn off_is_all_zero() {
        assert_eq!(preset("off").unwrap().settings(CLOCK_PERIOD_PS).unwrap(), Settings::default());
    }

    #[test]
    fn settings_are_never_faster_than_the_preset() {
        // 138 / 4 = 34.5 and 322 / 4 = 80.5 cycles; 11.52 and 1.92 GB/s are 0.72 and 0.12 line a cycle.
        let settings = preset("trainingcxl").unwrap().settings(CLOCK_PERIOD_PS).unwrap();
        let expected = Settings {
            read_latency: 35,
            write_latency: 81,
            read_rate: 47_185,
            row_write_rate: 7_864,
            stream_write_rate: 47_185,
            read_after_write_window: 0,
        };
        assert_eq!(settings, expected);
        for period in [1, 999, 2500, 3333, 4000, 10_000] {
            for preset in presets().iter().skip(1) {
                for traffic in [Traffic::Read, Traffic::RowWrite, Traffic::StreamWrite] {
                    let rate = u128::from(preset.rate(traffic, period));
                    let (lines, cycles) = preset.exact_lines_per_cycle(traffic, period).unwrap();
                    let one = u128::from(LINE_PER_CYCLE);
                    assert!(rate >= 1 && rate <= one, "{} {period} {traffic:?}", preset.name);
                    assert!(rate == 1 || rate * cycles <= lines * one, "{} {period} {traffic:?}", preset.name);
                    assert!(rate == one || (rate + 1) * cycles > lines * one, "{} {period} {traffic:?}", preset.name);
                }
            }
        }
    }

    #[test]
    fn limits_are_those_of_medium_and_port() {
        let dram = preset("dram").unwrap();
        // 19.2 GB/s is more than the 16 GB/s of the port at 250 MHz, and just that of the port at 300 MHz.
        assert_eq!(dram.exact_lines_per_cycle(Traffic::Read, CLOCK_PERIOD_PS), Some((76_800_000, 64_000_000)));
        assert_eq!(dram.read_lines_per_cycle(CLOCK_PERIOD_PS), 1.0);
        assert_eq!(dram.settings(CLOCK_PERIOD_PS).unwrap().read_rate, LINE_PER_CYCLE);
        let medium = preset("trainingcxl").unwrap();
        assert_eq!(medium.read_lines_per_cycle(CLOCK_PERIOD_PS), 0.72);
        assert_eq!(medium.row_write_lines_per_cycle(CLOCK_PERIOD_PS), 0.12);
        assert_eq!(medium.lines_per_cycle(Traffic::StreamWrite, CLOCK_PERIOD_PS), 0.72);
        assert_eq!(preset("off").unwrap().exact_lines_per_cycle(Traffic::Read, CLOCK_PERIOD_PS), None);
        assert_eq!(preset("off").unwrap().read_lines_per_cycle(CLOCK_PERIOD_PS), 1.0);
    }

    #[test]
    fn errors_say_what_to_do() {
        let error = preset("optane").unwrap_err().to_string();
        assert_eq!(error, "no medium `optane`; there are off, dram, trainingcxl, openembedding, optane-measured");
        assert!(matches!(preset("dram").unwrap().settings(0), Err(MediaError::NoClock)));
        let mut slow = preset("dram").unwrap();
        slow.write_latency_ps.value = 65_535 * CLOCK_PERIOD_PS;
        assert_eq!(slow.settings(CLOCK_PERIOD_PS).unwrap().write_latency, 65_535);
        slow.write_latency_ps.value += 1;
        let error = slow.settings(CLOCK_PERIOD_PS).unwrap_err().to_string();
        assert!(error.contains("write_latency_ps = 262140001 is 65536 cycles"), "{error}");
    }
}
