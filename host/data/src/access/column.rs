//! A column's power law, and what follows from it.

use serde::{Deserialize, Serialize};

/// Ranks that have a group of their own.
const ALONE: u64 = 2048;
/// Ranks of a later group are at most one part in so many apart.
const PARTS: u64 = 64;
/// Largest exponent that is fitted.
const STEEPEST: f64 = 6.0;

/// A column of categories, or a table of rows: `rows` of them, the one of rank `k` looked up with a probability proportional to
/// `k^-exponent`. The first may be looked up more often or less than that: in Criteo's data it often stands for a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Rows that there are (cardinality).
    pub rows: u64,
    /// Exponent of the power law; 0: all rows alike.
    pub exponent: f64,
    /// Share of the lookups that are of rank 1; `None`: what the power law says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
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
        Self { rows, exponent, top: None }
    }

    /// All ranks, in groups: the most popular ones alone, later ones together.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut first = 1;
        while first <= self.rows {
            let count = if first <= ALONE { 1 } else { (first / PARTS).min(self.rows + 1 - first) };
            groups.push(Group { first, count, mass: power_sum(first, count, self.exponent) });
            first += count;
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
        let of = |exponent| Self { rows, exponent, top };
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
