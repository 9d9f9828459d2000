//! Differences between two ways to train, beside what they may be.

use super::figure::Figure;

/// Differences of elements.
#[derive(Default)]
pub(super) struct Differences {
    elements: u64,
    /// Elements that may differ; the others are the same.
    corrected: u64,
    /// In units of the bound: sum and largest.
    bound: (f64, f64),
    /// In numbers between the two: sum and largest.
    ulps: (u64, u64),
}

impl Differences {
    pub(super) fn add(&mut self, relaxed: f32, strict: f32, bound: f64) {
        self.elements += 1;
        if bound == 0.0 {
            return;
        }
        self.corrected += 1;
        let share = (f64::from(relaxed) - f64::from(strict)).abs() / bound;
        let ulps = ordinal(relaxed).abs_diff(ordinal(strict));
        self.bound = (self.bound.0 + share, self.bound.1.max(share));
        self.ulps = (self.ulps.0 + ulps, self.ulps.1.max(ulps));
    }

    /// The largest and the mean, of a lookup of this name.
    pub(super) fn figures(&self, name: &str, batches: u64, figures: &mut Vec<Figure>) {
        let Self { elements, corrected, bound, ulps } = *self;
        let from = [("batches", batches as f64), ("elements", elements as f64), ("corrected", corrected as f64)];
        let mean = |sum: f64| sum / corrected.max(1) as f64;
        for (which, value, unit) in [
            ("largest", bound.1, "of its bound"),
            ("mean", mean(bound.0), "of its bound"),
            ("largest", ulps.1 as f64, "ulp"),
            ("mean", mean(ulps.0 as f64), "ulp"),
        ] {
            figures.push(Figure::plain(&format!("{name}, {which} difference"), value, unit, &from));
        }
    }
}

/// The place of a number among all FP32 numbers; both zeros are 0.
fn ordinal(value: f32) -> i64 {
    let magnitude = i64::from(value.to_bits() & 0x7fff_ffff);
    if value.is_sign_negative() { -magnitude } else { magnitude }
}
