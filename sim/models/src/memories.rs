//! Media that tables are in, as MTrainS has them: what accesses of them take, and what they cost.
//!
//! ```
//! use emberlane_models::memories::{Access, Bound, preset};
//!
//! // Four blocks of 4 KiB, two at a time, are twice the latency.
//! let (ps, bound) = preset("nand")?.time(Access::Read, 4, 4 * 4096, Some(2));
//! assert_eq!((ps, bound), (200_000_000, Bound::Latency));
//! # Ok::<(), emberlane_models::memories::UnknownMemory>(())
//! ```

use emberlane_sourced::{Sourced, presets};
use serde::Deserialize;
use thiserror::Error;

const PS_PER_SECOND: u128 = 1_000_000_000_000;

/// A medium, as one host has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryPreset {
    /// Name of the preset.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Bytes of which an access takes whole ones.
    pub granule_bytes: Sourced<u64>,
    /// From a read to its answer, picoseconds.
    pub read_latency_ps: Sourced<u64>,
    /// From a write to its answer, picoseconds.
    pub write_latency_ps: Sourced<u64>,
    /// 10^6 bytes a second that are read; 0 for no bound.
    pub read_bandwidth_mb_per_s: Sourced<u64>,
    /// 10^6 bytes a second that are written; 0 for no bound.
    pub write_bandwidth_mb_per_s: Sourced<u64>,
    /// Reads or writes a second; 0 for no bound.
    pub accesses_per_second: Sourced<u64>,
    /// Milliwatts for 10^9 bytes of it.
    pub power_mw_per_gb: Sourced<f64>,
    /// Times a day that all of it may be written; 0 for no bound.
    pub writes_per_day: Sourced<f64>,
}

/// No preset has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no medium `{name}` for tables; there are {}", known.join(", "))]
pub struct UnknownMemory {
    /// The name.
    pub name: String,
    /// Names that exist.
    pub known: Vec<String>,
}

/// What is done with a medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// What accesses take as long for as they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The time of one, times those that are one behind the other.
    Latency,
    /// How many a second.
    Accesses,
    /// How many bytes a second.
    Bandwidth,
}

impl Bound {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Latency, Self::Accesses, Self::Bandwidth];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Accesses => "accesses",
            Self::Bandwidth => "bandwidth",
        }
    }
}

/// All presets.
pub fn presets() -> Vec<MemoryPreset> {
    presets::read(include_str!("memories.toml"), "medium").expect("the presets are tested to be readable")
}

/// The preset of a name.
///
/// # Errors
/// [`UnknownMemory`] with the names that exist.
pub fn preset(name: &str) -> Result<MemoryPreset, UnknownMemory> {
    let found = presets::find(presets(), name, |preset| &preset.name);
    found.map_err(|known| UnknownMemory { name: name.to_owned(), known })
}

impl MemoryPreset {
    /// Bytes that an access of so many takes.
    #[must_use]
    pub fn granules(&self, bytes: u64) -> u64 {
        bytes.next_multiple_of(self.granule_bytes.value.max(1))
    }

    /// Picoseconds that so many accesses of so many bytes take together, and why: the longest of what their latency, their number, and
    /// their bytes take. `depth` of them are under way at a time; `None`: all of them.
    #[must_use]
    pub fn time(&self, access: Access, accesses: u64, bytes: u64, depth: Option<u64>) -> (u64, Bound) {
        let (latency, bandwidth) = match access {
            Access::Read => (&self.read_latency_ps, &self.read_bandwidth_mb_per_s),
            Access::Write => (&self.write_latency_ps, &self.write_bandwidth_mb_per_s),
        };
        let in_turn = depth.map_or(accesses.min(1), |depth| accesses.div_ceil(depth.max(1)));
        let at_a_rate = |amount: u64, rate: u128| match rate {
            0 => 0,
            rate => (u128::from(amount) * PS_PER_SECOND).div_ceil(rate),
        };
        let times = [
            (u128::from(latency.value) * u128::from(in_turn), Bound::Latency),
            (at_a_rate(accesses, self.accesses_per_second.value.into()), Bound::Accesses),
            (at_a_rate(bytes, u128::from(bandwidth.value) * 1_000_000), Bound::Bandwidth),
        ];
        // Of those that take as long the first.
        let (ps, bound) =
            times.into_iter().fold((0, Bound::Latency), |most, time| if time.0 > most.0 { time } else { most });
        (u64::try_from(ps).unwrap_or(u64::MAX), bound)
    }

    /// Joules that so many bytes of it take in so many picoseconds.
    #[must_use]
    pub fn energy_j(&self, bytes: u64, ps: u64) -> f64 {
        self.power_mw_per_gb.value * 1e-3 * (bytes as f64 / 1e9) * (ps as f64 / 1e12)
    }

    /// Of what may be written to so many bytes of it, the share that was, when so many were in so many picoseconds: 1 wears it out in
    /// the time that it was made for. `None`: it has no bound, or there was no time.
    #[must_use]
    pub fn wear(&self, written: u64, bytes: u64, ps: u64) -> Option<f64> {
        const PS_PER_DAY: f64 = 86_400.0 * 1e12;
        let allowed = self.writes_per_day.value * bytes as f64 * (ps as f64 / PS_PER_DAY);
        (allowed > 0.0).then(|| written as f64 / allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_there_with_a_source_on_every_figure() {
        let presets = presets();
        let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
        assert_eq!(names, ["off", "hbm", "dram", "bya-scm", "bla-scm", "nand"]);
        for preset in &presets {
            let MemoryPreset { granule_bytes, read_latency_ps, write_latency_ps, accesses_per_second, .. } = preset;
            let integers = [granule_bytes, read_latency_ps, write_latency_ps, accesses_per_second];
            let more = [&preset.read_bandwidth_mb_per_s, &preset.write_bandwidth_mb_per_s];
            assert!(integers.into_iter().chain(more).all(|figure| figure.source.len() > 10), "{preset:?}");
            assert!([&preset.power_mw_per_gb, &preset.writes_per_day].iter().all(|figure| figure.source.len() > 10));
            assert!(granule_bytes.value.is_power_of_two());
        }
        let error = preset("optane").unwrap_err().to_string();
        assert_eq!(error, "no medium `optane` for tables; there are off, hbm, dram, bya-scm, bla-scm, nand");
    }

    #[test]
    fn times_are_those_of_hand() {
        let nand = preset("nand").unwrap();
        assert_eq!(nand.time(Access::Read, 0, 0, Some(8)), (0, Bound::Latency));
        // 64 reads, 8 at a time: 8 x 100 us. At 500 K/s they would take 128 us, at 6 GB/s 44 us.
        assert_eq!(nand.time(Access::Read, 64, 64 * 4096, Some(8)), (800_000_000, Bound::Latency));
        // All at a time: what their number takes.
        assert_eq!(nand.time(Access::Read, 64, 64 * 4096, None), (128_000_000, Bound::Accesses));
        // One write of 16 MiB: 16777216 B / 6 GB/s = 2.796202666.. ms, rounded up.
        assert_eq!(nand.time(Access::Write, 1, 16 << 20, None), (2_796_202_667, Bound::Bandwidth));
        let scm = preset("bya-scm").unwrap();
        // 1000 rows of 512 bytes at 15 GB/s: 34.13.. us. Five rows: 200 ns.
        assert_eq!(scm.time(Access::Read, 1000, 512_000, None), (34_133_334, Bound::Bandwidth));
        assert_eq!(scm.time(Access::Read, 5, 2560, None), (200_000, Bound::Latency));
        assert_eq!((scm.granules(100), scm.granules(512), scm.granules(513)), (256, 512, 768));
        assert_eq!(preset("off").unwrap().time(Access::Write, 7, 1 << 40, Some(1)), (0, Bound::Latency));
    }

    #[test]
    fn energy_and_wear_are_those_of_hand() {
        // 384 GB of DRAM at 375 mW a GB take 144 W.
        let (dram, nand) = (preset("dram").unwrap(), preset("nand").unwrap());
        assert!((dram.energy_j(384_000_000_000, 1_000_000_000_000) - 144.0).abs() < 1e-9);
        // 8192 GB may be written 0.8 times a day: 6.5536 TB. Half of it in half a day is what it is made for.
        let half_a_day = 43_200 * 1_000_000_000_000;
        let wear = nand.wear(3_276_800_000_000, 8_192_000_000_000, half_a_day).unwrap();
        assert!((wear - 1.0).abs() < 1e-12);
        assert_eq!(nand.wear(1, 0, half_a_day), None);
        assert_eq!(dram.wear(1 << 40, 1 << 30, half_a_day), None);
    }
}
