//! Simulated time, and what takes it.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A point in simulated time, or a span of it, in picoseconds. It holds 213 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time(pub u64);

impl Time {
    /// The beginning.
    pub const ZERO: Self = Self(0);

    /// Picoseconds.
    pub const fn ps(picoseconds: u64) -> Self {
        Self(picoseconds)
    }

    /// Nanoseconds.
    pub const fn ns(nanoseconds: u64) -> Self {
        Self(nanoseconds * 1000)
    }

    /// Microseconds.
    pub const fn us(microseconds: u64) -> Self {
        Self(microseconds * 1_000_000)
    }

    /// In picoseconds.
    pub const fn as_ps(self) -> u64 {
        self.0
    }

    /// In seconds.
    pub fn as_seconds(self) -> f64 {
        self.0 as f64 * 1e-12
    }
}

impl Add for Time {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Time {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ps", self.0)
    }
}

/// Something that passes bytes one after the other at a rate, without rounding over time.
#[derive(Clone, Debug)]
pub struct Pacer {
    /// Units in a picosecond; a unit is as short as exactness needs.
    units_per_ps: u128,
    units_per_bit: u128,
    /// When it is free, in units.
    free: u128,
}

impl Pacer {
    /// Passes `bytes_per_second`, of which `payload` in `whole` are counted; 0 for no bound.
    ///
    /// # Panics
    /// If `payload` is 0.
    pub fn new(bytes_per_second: u64, payload: u64, whole: u64) -> Self {
        assert!(payload > 0, "a payload of 0 bytes");
        if bytes_per_second == 0 {
            return Self { units_per_ps: 1, units_per_bit: 0, free: 0 };
        }
        let units_per_ps = 8 * u128::from(bytes_per_second) * u128::from(payload);
        Self { units_per_ps, units_per_bit: 1_000_000_000_000 * u128::from(whole), free: 0 }
    }

    /// Passes so many bits from `now` on, or from when it is free; says when the last has passed, rounded up.
    pub fn pass(&mut self, now: Time, bits: u64) -> Time {
        let start = self.free.max(u128::from(now.0) * self.units_per_ps);
        self.free = start + u128::from(bits) * self.units_per_bit;
        Time(self.free.div_ceil(self.units_per_ps) as u64)
    }

    /// How long what is asked of it at `now` waits.
    pub fn backlog(&self, now: Time) -> Time {
        Time(self.free.saturating_sub(u128::from(now.0) * self.units_per_ps).div_ceil(self.units_per_ps) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pacer_does_not_drift() {
        // 64 bytes at 15.75 GB/s take 4063.49 ps; 68 of 64 bytes on the wire.
        let mut pacer = Pacer::new(15_750_000_000, 64, 68);
        assert_eq!(pacer.pass(Time(1000), 512), Time(1000 + 4318));
        let last = (1..1_000_000).map(|_| pacer.pass(Time(0), 512)).last().unwrap();
        assert_eq!(last, Time(1000 + 4_317_460_318));
        assert_eq!(pacer.backlog(Time(1000)), Time(4_317_460_318));
        assert_eq!(Pacer::new(0, 1, 1).pass(Time(7), 1 << 40), Time(7));
    }
}
