//! When a bus model makes the other side wait.

use std::ops::RangeInclusive;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// How long an access takes: a number of cycles drawn evenly between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    least: u32,
    most: u32,
}

impl Latency {
    /// Between the bounds of `cycles`. An answer comes a cycle after its request at the earliest: a bound below 1
    /// counts as 1, and an empty range as its start.
    #[must_use]
    pub fn new(cycles: RangeInclusive<u32>) -> Self {
        let least = (*cycles.start()).max(1);
        Self { least, most: (*cycles.end()).max(least) }
    }

    /// Always `cycles`, at least 1.
    #[must_use]
    pub fn fixed(cycles: u32) -> Self {
        Self::new(cycles..=cycles)
    }

    pub(crate) fn draw(self, random: &mut Pcg64Mcg) -> u64 {
        u64::from(if self.least == self.most { self.least } else { random.random_range(self.least..=self.most) })
    }
}

/// How often and how long a channel stalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stalls {
    /// Chance, of 256, that a stall begins in a cycle without one. Each channel draws its own between 0 and this.
    pub chance: u8,
    /// Cycles of the longest stall.
    pub longest: u32,
}

impl Stalls {
    /// None at all.
    pub const NONE: Self = Self { chance: 0, longest: 0 };
}

/// Named settings of everything that is random in a bus model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StallProfile {
    /// No stall, fixed latency, answers in the order of requests: what performance is measured with.
    #[default]
    None,
    /// Short stalls on every channel, latencies that vary, answers in any order.
    Random,
    /// Stalls that are long and frequent enough to fill every queue of a design, answers in any order.
    Heavy,
}

impl StallProfile {
    /// The stalls of this profile.
    #[must_use]
    pub fn stalls(self) -> Stalls {
        match self {
            Self::None => Stalls::NONE,
            Self::Random => Stalls { chance: 96, longest: 4 },
            Self::Heavy => Stalls { chance: 128, longest: 40 },
        }
    }

    /// The latency of this profile, where `typical` is that of the medium.
    #[must_use]
    pub fn latency(self, typical: u32) -> Latency {
        match self {
            Self::None => Latency::fixed(typical),
            Self::Random => Latency::new(1..=typical.saturating_mul(2)),
            Self::Heavy => Latency::new(1..=typical.saturating_mul(8)),
        }
    }

    /// Whether answers of different IDs may overtake each other.
    #[must_use]
    pub fn reorders(self) -> bool {
        self != Self::None
    }
}

/// The stalls of one channel.
#[derive(Debug)]
pub(crate) struct Staller {
    chance: u8,
    longest: u32,
    left: u32,
}

impl Staller {
    /// Channels differ, so that over many seeds each is at times the bottleneck and at times free.
    pub(crate) fn new(stalls: Stalls, random: &mut Pcg64Mcg) -> Self {
        let chance = if stalls.chance == 0 { 0 } else { random.random_range(0..=stalls.chance) };
        Self { chance, longest: stalls.longest, left: 0 }
    }

    /// Whether the channel stalls in the next cycle; asked once a cycle.
    pub(crate) fn stalls(&mut self, random: &mut Pcg64Mcg) -> bool {
        if self.chance == 0 || self.longest == 0 {
            return false;
        }
        if self.left > 0 {
            self.left -= 1;
        } else if random.random::<u8>() < self.chance {
            self.left = random.random_range(1..=self.longest);
        }
        self.left > 0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn latencies_stay_in_their_bounds_and_reach_them() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let latency = Latency::new(3..=6);
        let drawn: Vec<u64> = (0..1000).map(|_| latency.draw(&mut random)).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&3), Some(&6)));
        assert_eq!(Latency::fixed(0), Latency::fixed(1));
    }

    #[test]
    fn stalls_are_no_longer_than_asked() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let mut staller = Staller { chance: 20, longest: 5, left: 0 };
        let mut runs = Vec::new();
        let mut run = 0;
        for _ in 0..20_000 {
            if staller.stalls(&mut random) {
                run += 1;
            } else if run > 0 {
                runs.push(run);
                run = 0;
            }
        }
        // A stall may follow another without a cycle between them only after `left` ran out, which ends the run.
        assert_eq!(runs.iter().max(), Some(&5));
        assert_eq!(runs.iter().min(), Some(&1));
    }

    #[test]
    fn the_quiet_profile_draws_nothing() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let before = random.clone();
        let mut staller = Staller::new(StallProfile::None.stalls(), &mut random);
        for _ in 0..100 {
            assert!(!staller.stalls(&mut random));
        }
        StallProfile::None.latency(25).draw(&mut random);
        assert_eq!(random, before);
    }
}
