//! What a few measurements say about their mean.

use serde::{Deserialize, Deserializer, Serialize};

/// Student's t for a two-sided interval of 95 %, by degrees of freedom from 1 on.
const STUDENT_T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

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
    /// Of independent measurements that scatter normally about what they measure. Of more than eleven, the interval is a
    /// little wider than need be.
    #[must_use]
    pub fn of(measurements: &[f64]) -> Self {
        let count = measurements.len() as f64;
        let mean = measurements.iter().sum::<f64>() / count;
        if measurements.len() < 2 {
            return Self { mean, margin: f64::INFINITY };
        }
        let variance = measurements.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
        let t = STUDENT_T[(measurements.len() - 2).min(STUDENT_T.len() - 1)];
        Self { mean, margin: t * (variance / count).sqrt() }
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
    fn equal_measurements_leave_no_doubt_and_one_leaves_all() {
        assert_eq!(Estimate::of(&[0.25; 3]), Estimate { mean: 0.25, margin: 0.0 });
        assert_eq!(Estimate::of(&[0.25]).margin, f64::INFINITY);
    }
}
