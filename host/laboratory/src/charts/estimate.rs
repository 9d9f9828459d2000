//! What a few measurements say about their mean.

use std::ops::{Div, Sub};

use serde::{Deserialize, Deserializer, Serialize};

use super::digits::digits;

/// Student's t for a two-sided interval of 95 %, by degrees of freedom from 1 on.
const STUDENT_T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
/// The same of infinitely many, and what is added by the inverse of their number and its powers (Abramowitz and Stegun, 26.7.5).
const NORMAL: f64 = 1.959_964;
const STUDENT_T_BEYOND: [f64; 3] = [2.3723, 2.8225, 2.5558];
/// Deviations above which a normal value is in one of five cases.
const POWER: f64 = 0.841_621;
/// More measurements than this nobody makes.
const MOST: u64 = 1 << 40;

fn student_t(freedom: u64) -> f64 {
    let known = usize::try_from(freedom).ok().and_then(|freedom| STUDENT_T.get(freedom.saturating_sub(1)));
    known.copied().unwrap_or_else(|| {
        let inverse = 1.0 / freedom as f64;
        STUDENT_T_BEYOND.iter().rev().fold(0.0, |sum, term| (sum + term) * inverse) + NORMAL
    })
}

/// A mean with its interval of 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The interval is the mean, plus and minus this; infinite for a single measurement.
    #[serde(deserialize_with = "null_as_infinity")]
    pub margin: f64,
}

/// JSON has no infinity: it is written as null.
fn null_as_infinity<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}

/// A number without doubt: it was counted, or computed.
impl From<f64> for Estimate {
    fn from(mean: f64) -> Self {
        Self { mean, margin: 0.0 }
    }
}

impl Estimate {
    /// Of independent measurements that scatter normally about what they measure.
    #[must_use]
    pub fn of(measurements: &[f64]) -> Self {
        let count = measurements.len() as f64;
        let mean = measurements.iter().sum::<f64>() / count;
        if measurements.len() < 2 {
            return Self { mean, margin: f64::INFINITY };
        }
        let variance = measurements.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
        Self { mean, margin: student_t(measurements.len() as u64 - 1) * (variance / count).sqrt() }
    }

    /// How many measurements would tell what is `distance` away from the mean: so many that in four of five cases their interval does not
    /// reach there, if they scatter as the `had` do whose interval this is. `None`: no number would.
    #[must_use]
    pub fn needed(&self, had: usize, distance: f64) -> Option<u64> {
        if had < 2 || !self.margin.is_finite() {
            return None;
        }
        let deviation = self.margin / student_t(had as u64 - 1) * (had as f64).sqrt();
        let tells = |count: &u64| (student_t(count - 1) + POWER) * deviation / (*count as f64).sqrt() <= distance;
        // The first power of two that tells, and then between it and the one before.
        let mut enough = std::iter::successors(Some(2u64), |count| Some(count * 2)).take_while(|count| *count <= MOST);
        let high = enough.find(tells)?;
        let (mut low, mut high) = (if high == 2 { 2 } else { high / 2 }, high);
        while low < high {
            let middle = low + (high - low) / 2;
            if tells(&middle) { high = middle } else { low = middle + 1 }
        }
        Some(high)
    }

    /// The mean of several that were measured apart.
    #[must_use]
    pub fn mean_of(measured: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<Self> = measured.into_iter().collect();
        let count = all.len() as f64;
        let squares: f64 = all.iter().map(|each| each.margin * each.margin).sum();
        Self { mean: all.iter().map(|each| each.mean).sum::<f64>() / count, margin: squares.sqrt() / count }
    }

    /// Whether it is no less than a bound: all of its interval; `None`: a part of it.
    #[must_use]
    pub fn at_least(&self, bound: f64) -> Option<bool> {
        if self.low() >= bound {
            Some(true)
        } else if self.high() < bound {
            Some(false)
        } else {
            None
        }
    }

    /// Whether it is no more than a bound: all of its interval; `None`: a part of it.
    #[must_use]
    pub fn at_most(&self, bound: f64) -> Option<bool> {
        if self.high() <= bound {
            Some(true)
        } else if self.low() > bound {
            Some(false)
        } else {
            None
        }
    }

    /// Lower end of the interval.
    #[must_use]
    pub fn low(&self) -> f64 {
        self.mean - self.margin
    }

    /// Upper end of the interval.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.mean + self.margin
    }

    /// The mean with its unit and, where there is doubt, the interval.
    pub(crate) fn text(&self, unit: &str) -> String {
        let mean = format!("{}{unit}", digits(self.mean));
        if self.margin > 0.0 { format!("{mean} ({} .. {})", digits(self.low()), digits(self.high())) } else { mean }
    }
}

/// The difference of two that were measured apart.
impl Sub for Estimate {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { mean: self.mean - other.mean, margin: self.margin.hypot(other.margin) }
    }
}

/// The ratio of two that were measured apart; its interval is right for margins that are small beside what is divided by.
impl Div for Estimate {
    type Output = Self;

    fn div(self, by: Self) -> Self {
        let mean = self.mean / by.mean;
        Self { mean, margin: (self.margin.hypot(mean * by.margin) / by.mean).abs() }
    }
}

/// Whether all of several statements hold: not, if one does not; `None`: none is known not to, and of one it is not known.
#[must_use]
pub fn all(statements: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let known: Vec<Option<bool>> = statements.into_iter().collect();
    if known.contains(&Some(false)) {
        Some(false)
    } else if known.contains(&None) {
        None
    } else {
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_measurements_have_the_textbook_interval() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        // The deviation is sqrt(2.5), that of the mean sqrt(0.5).
        assert_eq!(estimate.mean, 3.0);
        assert!((estimate.margin - 2.776 * 0.5f64.sqrt()).abs() < 1e-12);
        assert!((estimate.high() + estimate.low() - 6.0).abs() < 1e-12);
    }

    #[test]
    fn students_t_is_that_of_tables() {
        for (freedom, expected) in [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (30, 2.042), (120, 1.980)] {
            assert!((student_t(freedom) - expected).abs() < 6e-4, "{freedom}: {}", student_t(freedom));
        }
    }

    #[test]
    fn as_many_are_needed_as_keep_the_interval_away() {
        // A deviation of 1: of 5, the interval is 2.776 / sqrt(5).
        let estimate = Estimate { mean: 0.0, margin: 2.776 / 5f64.sqrt() };
        // By the textbook, (1.96 + 0.84)^2 / 0.5^2 = 31.4 and two for the deviation that is not known.
        assert_eq!(estimate.needed(5, 0.5), Some(34));
        assert_eq!(estimate.needed(5, 100.0), Some(2));
        assert!(estimate.needed(5, 0.05).unwrap() > 3000);
        assert_eq!((estimate.needed(5, 0.0), estimate.needed(1, 1.0)), (None, None));
    }

    #[test]
    fn equal_measurements_leave_no_doubt_and_one_leaves_all() {
        assert_eq!(Estimate::of(&[0.25; 3]), Estimate { mean: 0.25, margin: 0.0 });
        assert_eq!(Estimate::of(&[0.25]).margin, f64::INFINITY);
    }

    #[test]
    fn what_is_computed_of_estimates_has_the_doubt_of_all() {
        let (one, other) = (Estimate { mean: 80.0, margin: 0.8 }, Estimate { mean: 20.0, margin: 0.4 });
        // A hundredth and two hundredths.
        let ratio = one / other;
        assert!((ratio.mean - 4.0).abs() < 1e-12 && (ratio.margin / 4.0 - 0.05f64.sqrt() / 10.0).abs() < 1e-12);
        let difference = one - other;
        assert!((difference.mean - 60.0).abs() < 1e-12 && (difference.margin - 0.8f64.sqrt()).abs() < 1e-12);
        let mean = Estimate::mean_of([one, other]);
        assert!((mean.mean - 50.0).abs() < 1e-12 && (mean.margin - 0.8f64.sqrt() / 2.0).abs() < 1e-12);
        assert_eq!(Estimate::from(6.0) / 3.0.into(), 2.0.into());
        assert_eq!(Estimate::from(0.0) / other, 0.0.into());
    }

    #[test]
    fn a_bound_within_the_interval_is_not_decided() {
        let estimate = Estimate { mean: 3.3, margin: 0.2 };
        assert_eq!([3.0, 3.2, 3.6].map(|bound| estimate.at_least(bound)), [Some(true), None, Some(false)]);
        assert_eq!([3.0, 3.2, 3.6].map(|bound| estimate.at_most(bound)), [Some(false), None, Some(true)]);
        let (sure, unsure) = (Estimate::from(3.3), Estimate { mean: f64::NAN, margin: 0.0 });
        assert_eq!((sure.at_least(3.3), sure.at_most(3.3), unsure.at_least(0.0)), (Some(true), Some(true), None));
        assert_eq!(all([Some(true), None]), None);
        assert_eq!(all([Some(true), None, Some(false)]), Some(false));
        assert_eq!((all([Some(true)]), all([])), (Some(true), Some(true)));
    }
}
