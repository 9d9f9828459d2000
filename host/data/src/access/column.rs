//! A column's power law, and what follows from it.

use serde::{Deserialize, Serialize};

/// Ranks that have a group of their own.
const ALONE: u64 = 2048;
/// Ranks of a later group are at most one part in so many apart.
const PARTS: u64 = 64;
/// Largest exponent that is fitted.
const STEEPEST: f64 = 6.0;

/// Knees of a column at most.
pub const KNEES: usize = 3;
/// The rank from which on a column that goes [through points](Column::through) falls with another exponent than its head.
const HEAD: u64 = 100;

/// A rank from which on probabilities fall with another exponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Knee {
    /// The rank; 0: there is no such knee.
    pub rank: u64,
    /// The exponent from there on.
    pub exponent: f64,
}

/// A column of categories, or a table of rows: `rows` of them, the one of rank `k` looked up with a probability proportional to
/// `k^-exponent`, with other exponents behind its knees. The first may be looked up more often or less than that: in Criteo's data it
/// often stands for a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Rows that there are (cardinality).
    pub rows: u64,
    /// Exponent of the power law; 0: all rows alike.
    pub exponent: f64,
    /// Share of the lookups that are of rank 1; `None`: what the power law says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
    /// Where the exponent changes, in the order of their ranks; those that are not there behind.
    #[serde(default, skip_serializing_if = "has_none")]
    pub knees: [Knee; KNEES],
}

fn has_none(knees: &[Knee; KNEES]) -> bool {
    knees[0].rank == 0
}

/// Neighbouring ranks whose probabilities are nearly the same: apart by 3 % at most where the exponent is 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// The first of its ranks, from 1.
    pub first: u64,
    /// Ranks.
    pub count: u64,
    /// Probability that a lookup is of one of them.
    pub mass: f64,
}

impl Group {
    /// Probability that a lookup is of a rank of this group, averaged over its ranks.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.mass / self.count as f64
    }
}

impl Column {
    /// A power law for all rows.
    #[must_use]
    pub const fn new(rows: u64, exponent: f64) -> Self {
        Self { rows, exponent, top: None, knees: [Knee { rank: 0, exponent: 0.0 }; KNEES] }
    }

    /// Ranks that one exponent is for: the first of them, the one behind the last, the exponent, and the weight at `first`, where that of
    /// rank 1 is 1.
    fn pieces(&self) -> Vec<(u64, u64, f64, f64)> {
        let mut pieces = Vec::new();
        let (mut first, mut exponent, mut weight) = (1, self.exponent, 1.0);
        for knee in self.knees.iter().filter(|knee| (2..=self.rows).contains(&knee.rank)) {
            pieces.push((first, knee.rank, exponent, weight));
            weight *= libm::pow(knee.rank as f64 / first as f64, -exponent);
            (first, exponent) = (knee.rank, knee.exponent);
        }
        pieces.push((first, self.rows + 1, exponent, weight));
        pieces
    }

    /// The exponent that is for a rank.
    pub(super) fn exponent_at(&self, rank: u64) -> f64 {
        let pieces = self.pieces();
        pieces.iter().rev().find(|piece| piece.0 <= rank).map_or(self.exponent, |piece| piece.2)
    }

    /// All ranks, in groups: the most popular ones alone, later ones together.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        // A group ends at a knee, so that each has one exponent.
        for (start, end, exponent, weight) in self.pieces() {
            let at_one = weight * libm::pow(start as f64, exponent);
            let mut first = start;
            while first < end {
                let count = if first <= ALONE { 1 } else { (first / PARTS).min(end - first) };
                groups.push(Group { first, count, mass: at_one * power_sum(first, count, exponent) });
                first += count;
            }
        }
        let total: f64 = groups.iter().map(|group| group.mass).sum();
        let (top, rest) = match (self.top, &*groups) {
            // There is nothing else to look up.
            (None, _) | (_, [] | [_]) => (None, total),
            (Some(top), [first, ..]) => (Some(top), (total - first.mass) / (1.0 - top)),
        };
        groups.iter_mut().for_each(|group| group.mass /= rest);
        if let (Some(top), Some(first)) = (top, groups.first_mut()) {
            first.mass = top;
        }
        groups
    }

    /// Rows that so many lookups are expected to hit, each counted once.
    #[must_use]
    pub fn expected_distinct(&self, lookups: u64) -> f64 {
        self.groups().iter().map(|group| group.count as f64 * hit(group.probability(), lookups as f64)).sum()
    }

    /// The column of so many rows of which so many lookups are expected to hit `distinct`, and the share `top` of them the first. All
    /// other rows alike if even that is too few.
    #[must_use]
    pub fn fit(rows: u64, lookups: u64, distinct: f64, top: Option<f64>) -> Self {
        let of = |exponent| Self { top, ..Self::new(rows, exponent) };
        let (mut flat, mut steep) = (0.0, STEEPEST);
        for _ in 0..48 {
            let exponent = 0.5 * (flat + steep);
            if of(exponent).expected_distinct(lookups) > distinct {
                flat = exponent;
            } else {
                steep = exponent;
            }
        }
        of(if flat == 0.0 { 0.0 } else { 0.5 * (flat + steep) })
    }
}

impl Column {
    /// The column whose tail goes through points, each a rank and the probability of a lookup of it, with the last at the last row. Behind the
    /// first rank, which has the share `top`, come a head up to rank 100, and a piece from there to the first point: so that all shares
    /// are one, and so that `lookups` lookups are expected to hit `distinct` rows. `None` if there is no such column.
    ///
    /// # Panics
    /// With other than three points.
    #[must_use]
    pub fn through(points: [(u64, f64); KNEES], lookups: u64, distinct: f64, top: f64) -> Option<Self> {
        let [(first, likely), ..] = points;
        let slope = |[(a, p), (b, q)]: [(u64, f64); 2]| libm::log(p / q) / libm::log(b as f64 / a as f64);
        let knees = |at_head: f64| {
            [
                Knee { rank: HEAD, exponent: slope([(HEAD, at_head), points[0]]) },
                Knee { rank: points[0].0, exponent: slope([points[0], points[1]]) },
                Knee { rank: points[1].0, exponent: slope([points[1], points[2]]) },
            ]
        };
        // With the probability of rank 100 the tail is known, and the head's exponent is what makes all shares one.
        let of = |at_head: f64| -> Option<Self> {
            let column = |exponent| {
                let of_law = Self { knees: knees(at_head), ..Self::new(points[2].0, exponent) };
                Self { top: Some(top), ..of_law }
            };
            // By the law, of rank 100 in all ranks but the first.
            let share = |exponent: f64| {
                let column = column(exponent);
                let groups = column.groups();
                let there = groups.iter().find(|group| group.first == HEAD)?;
                Some((column, there.mass))
            };
            let (mut flat, mut steep) = (0.0, STEEPEST);
            if share(flat)?.1 < at_head || share(steep)?.1 > at_head {
                return None;
            }
            for _ in 0..40 {
                let exponent = 0.5 * (flat + steep);
                if share(exponent)?.1 > at_head { flat = exponent } else { steep = exponent }
            }
            Some(share(0.5 * (flat + steep))?.0)
        };
        // The more likely rank 100 is, the more of the lookups are of the tail, and the more rows they hit.
        let (mut rare, mut often) = (likely * (first as f64 / HEAD as f64).sqrt(), 1.0 / HEAD as f64);
        for _ in 0..40 {
            let at_head = (rare * often).sqrt();
            match of(at_head) {
                Some(column) if column.expected_distinct(lookups) < distinct => rare = at_head,
                _ => often = at_head,
            }
        }
        of(rare)
    }
}

/// Probability that one lookup at least of so many is of a row that a lookup is of with this probability.
pub fn hit(probability: f64, lookups: f64) -> f64 {
    -libm::expm1(lookups * libm::log1p(-probability.min(1.0)))
}

/// The sum of `k^-exponent` over `count` numbers from `first` on.
fn power_sum(first: u64, count: u64, exponent: f64) -> f64 {
    let power = |x: f64| libm::pow(x, -exponent);
    if count <= 8 {
        return (first..first + count).map(|k| power(k as f64)).sum();
    }
    // Euler-Maclaurin; `first` is large, so what is left out is nothing.
    let (a, b) = (first as f64, (first + count - 1) as f64);
    let span = libm::log(b / a);
    let bend = (1.0 - exponent) * span;
    let growth = if bend.abs() < 1e-12 { span } else { span * libm::expm1(bend) / bend };
    let integral = a * power(a) * growth;
    let slope = exponent * (power(a) / a - power(b) / b);
    integral + 0.5 * (power(a) + power(b)) + slope / 12.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_all_ranks_with_their_masses() {
        for (rows, exponent) in [(1, 1.0), (3, 0.5), (2049, 1.0), (300_000, 1.0), (300_000, 1.3), (1_000_000, 0.0)] {
            let column = Column::new(rows, exponent);
            let groups = column.groups();
            let total: f64 = (1..=rows).map(|k| (k as f64).powf(-exponent)).sum();
            let mut first = 1;
            for group in &groups {
                assert_eq!(group.first, first);
                let mass: f64 = (first..first + group.count).map(|k| (k as f64).powf(-exponent)).sum();
                assert!((group.mass * total / mass - 1.0).abs() < 1e-10, "{column:?}: {group:?}");
                first += group.count;
            }
            assert_eq!(first, rows + 1);
        }
    }

    #[test]
    fn a_column_goes_through_its_points() {
        let points = [(8_000_000, 15.0 / 4e9), (19_000_000, 6.0 / 4e9), (46_000_000, 3.0 / 4e9)];
        let column = Column::through(points, 1000, 307.0, 0.374).unwrap();
        let groups = column.groups();
        let total: f64 = groups.iter().map(|group| group.mass).sum();
        assert!((total - 1.0).abs() < 1e-9 && (groups[0].mass - 0.374).abs() < 1e-12, "{total}");
        assert!((column.expected_distinct(1000) - 307.0).abs() < 0.01, "{column:?}");
        for (rank, probability) in points {
            let group = groups.iter().rev().find(|group| group.first <= rank).unwrap();
            assert!((group.probability() / probability - 1.0).abs() < 0.03, "{rank}: {group:?}");
        }
        let mut first = 1;
        for group in &groups {
            assert_eq!(group.first, first);
            first += group.count;
        }
        assert_eq!(first, column.rows + 1);
        assert!(Column::through(points, 1000, 307.0, 0.9999).is_none(), "the tail alone has more");
    }

    #[test]
    fn a_fit_finds_the_exponent() {
        for (rows, exponent) in [(2, 1.0), (105, 0.7), (100_000, 1.05), (40_000_000, 0.9), (40_000_000, 1.4)] {
            let lookups = rows.min(10_000);
            let distinct = Column::new(rows, exponent).expected_distinct(lookups);
            let fit = Column::fit(rows, lookups, distinct, None);
            assert!((fit.exponent - exponent).abs() < 1e-6, "{fit:?} for {exponent}");
        }
        let column = Column { top: Some(0.4), ..Column::new(100_000, 1.05) };
        let fit = Column::fit(100_000, 1_000, column.expected_distinct(1_000), column.top);
        assert!((fit.exponent - 1.05).abs() < 1e-6 && fit.top == Some(0.4), "{fit:?}");
        let groups = column.groups();
        assert!((groups[0].mass - 0.4).abs() < 1e-12);
        assert!((groups.iter().map(|group| group.mass).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((groups[2].mass / groups[1].mass - 1.5f64.powf(-1.05)).abs() < 1e-9);
        assert_eq!(Column::fit(1000, 100, 100.0, None).exponent, 0.0);
    }
}
