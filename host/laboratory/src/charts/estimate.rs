//! What a few measurements say about their mean.

use serde::{Deserialize, Deserializer, Serialize};

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
}
