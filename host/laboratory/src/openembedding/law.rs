//! How often rows are asked for: a law through the shares of Table II.

use rand::Rng;
use serde::Serialize;

/// A workload of Fig. 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Skew {
    /// The customer's.
    Original,
    /// More skewed.
    More,
    /// Less skewed.
    Less,
}

/// A stretch of ranks over which the density falls by a power.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    from: f64,
    to: f64,
    /// At `from`.
    density: f64,
    slope: f64,
    /// Of all requests, those in front of it.
    before: f64,
}

impl Stretch {
    /// Requests from `from` up to a rank.
    fn up_to(&self, rank: f64) -> f64 {
        self.density * self.from * spread(rank / self.from, self.slope)
    }
}

/// The integral of `x^-slope` from 1 to `end`.
fn spread(end: f64, slope: f64) -> f64 {
    let power = 1.0 - slope;
    if power.abs() < 1e-9 { libm::log(end) } else { (libm::pow(end, power) - 1.0) / power }
}

/// Which share of all requests is for rows of which rank: flat where a row is in every batch, then falling by powers without a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    stretches: Vec<Stretch>,
}

/// The number between `low` and `high` at which a growing function is 0.
fn solve(mut low: f64, mut high: f64, grows: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if grows(middle) < 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

impl Law {
    /// The law of so many rows of which the `parts` that are asked for most have these shares of all requests: three parts, ascending. No
    /// row has more than `most`, as a worker asks for none twice in a batch.
    ///
    /// One power holds up to the second part, so that no kink stands for nothing.
    #[must_use]
    pub fn through(rows: f64, parts: [(f64, f64); 3], most: f64) -> Self {
        let ranks = parts.map(|(part, _)| part * rows);
        let [first, second, third] = parts.map(|(_, share)| share);
        let density_at = |slope: f64| (second - first) / (ranks[0] * spread(ranks[1] / ranks[0], slope));
        let flat_to = |slope: f64| ranks[0] * libm::pow(density_at(slope) / most, 1.0 / slope);
        let slope = solve(0.5, 4.0, |slope| {
            let flat = flat_to(slope);
            most * (flat - 1.0 + flat * spread(ranks[0] / flat, slope)) - first
        });
        let flat = flat_to(slope);
        let mut stretches = vec![
            Stretch { from: 1.0, to: flat, density: most, slope: 0.0, before: 0.0 },
            Stretch { from: flat, to: ranks[1], density: most, slope, before: 0.0 },
        ];
        for (to, share) in [(ranks[2], third - second), (rows, 1.0 - third)] {
            let Stretch { from, to: begin, density, slope, .. } = stretches[stretches.len() - 1];
            let density = density * libm::pow(begin / from, -slope);
            let slope = solve(-4.0, 4.0, |slope| share - density * begin * spread(to / begin, slope));
            stretches.push(Stretch { from: begin, to, density, slope, before: 0.0 });
        }
        Self { stretches }.whole()
    }

    /// The same with every density to a power, which is more skewed above 1 and less below.
    #[must_use]
    pub fn tilted(&self, power: f64) -> Self {
        let tilt = |stretch: &Stretch| Stretch {
            density: libm::pow(stretch.density, power),
            slope: stretch.slope * power,
            ..*stretch
        };
        Self { stretches: self.stretches.iter().map(tilt).collect() }.whole()
    }

    /// With shares whose sum is 1.
    fn whole(mut self) -> Self {
        let all: f64 = self.stretches.iter().map(|stretch| stretch.up_to(stretch.to)).sum();
        let mut before = 0.0;
        for stretch in &mut self.stretches {
            stretch.density /= all;
            stretch.before = before;
            before += stretch.up_to(stretch.to);
        }
        self
    }

    /// The share of all requests that is for the rows that are asked for most, up to a rank.
    #[must_use]
    pub fn share(&self, rank: f64) -> f64 {
        let stretch = self.stretches.iter().rev().find(|stretch| stretch.from <= rank).unwrap_or(&self.stretches[0]);
        stretch.before + stretch.up_to(rank.min(stretch.to))
    }

    /// The rank of a request, from 0.
    pub fn draw(&self, random: &mut impl Rng) -> f64 {
        let share: f64 = random.random();
        let stretch = self.stretches.iter().rev().find(|stretch| stretch.before <= share).unwrap_or(&self.stretches[0]);
        let Stretch { from, to, density, slope, before } = *stretch;
        let power = 1.0 - slope;
        let part = (share - before) / (density * from);
        let times = if power.abs() < 1e-9 { libm::exp(part) } else { libm::pow(1.0 + part * power, 1.0 / power) };
        (from * times).min(to) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const ROWS: f64 = 2.1e9;
    const PARTS: [(f64, f64); 3] = [(0.0005, 0.857), (0.001, 0.895), (0.01, 0.957)];

    #[test]
    fn the_law_goes_through_its_parts_and_has_no_steps() {
        let law = Law::through(ROWS, PARTS, 1.5e-4);
        for (part, share) in PARTS {
            assert!((law.share(part * ROWS) - share).abs() < 1e-6, "{part}: {} {law:?}", law.share(part * ROWS));
        }
        assert!((law.share(ROWS) - 1.0).abs() < 1e-9);
        for pair in law.stretches.windows(2) {
            let end = pair[0].density * libm::pow(pair[0].to / pair[0].from, -pair[0].slope);
            assert!((end / pair[1].density - 1.0).abs() < 1e-6, "{law:?}");
            assert!(pair[1].slope > 0.0);
        }
    }

    #[test]
    fn what_is_drawn_has_its_shares() {
        let law = Law::through(ROWS, PARTS, 1.5e-4);
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let ranks: Vec<f64> = (0..100_000).map(|_| law.draw(&mut random)).collect();
        for (part, share) in PARTS {
            let found = ranks.iter().filter(|rank| **rank < part * ROWS).count() as f64 / 1e5;
            assert!((found - share).abs() < 0.005, "{part}: {found}");
        }
        assert!(ranks.iter().all(|rank| (0.0..ROWS).contains(rank)));
    }

    #[test]
    fn a_tilted_law_is_more_or_less_skewed() {
        let law = Law::through(ROWS, PARTS, 1.5e-4);
        let share = |power| law.tilted(power).share(0.001 * ROWS);
        assert!(share(1.1) > share(1.0) && share(1.0) > share(0.9));
        assert!((share(1.0) - 0.895).abs() < 1e-6);
    }
}
