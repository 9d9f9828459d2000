//! What decides a drawn click: a hidden logistic model over the features, so that there is something to learn.

use std::hash::Hasher;

use rand::Rng;
use rand_distr::{Distribution, Normal};
use siphasher::sip::SipHasher13;

/// Log-odds of a click when no feature speaks; a click rate of about a quarter.
const BIAS: f64 = -1.6;
/// Standard deviation of what the categories add to the log-odds.
const CATEGORY_STRENGTH: f64 = 1.6;
/// Standard deviation of what the dense features add.
const DENSE_STRENGTH: f64 = 1.5;
/// Mean and standard deviation of the logarithm of a dense feature's count.
const COUNT: (f64, f64) = (1.0, 1.2);
/// About the mean and standard deviation of `ln(1 + count)`.
const LOGARITHM: (f64, f64) = (1.25, 0.85);

/// A hidden logistic model. Its weights are hashes, so that it needs no memory whatever the number of categories.
pub(super) struct ClickModel {
    seed: u64,
    columns: usize,
    features: usize,
}

impl ClickModel {
    /// A model of `features` dense features and `columns` categorical columns.
    pub(super) fn new(seed: u64, features: usize, columns: usize) -> Self {
        Self { seed, columns, features }
    }

    /// Hashes a place of this model to 64 bits.
    pub(super) fn hash(&self, purpose: u64, place: u64) -> u64 {
        let mut hasher = SipHasher13::new_with_keys(self.seed, purpose);
        hasher.write_u64(place);
        hasher.finish()
    }

    /// Uniform weight of unit variance.
    fn weight(&self, purpose: u64, place: u64) -> f64 {
        let unit = self.hash(purpose, place) as f64 / u64::MAX as f64;
        (2.0 * unit - 1.0) * 3f64.sqrt()
    }

    /// What category `value` of `column` adds to the log-odds, where a sample has `values` categories in that column.
    pub(super) fn category(&self, column: usize, value: u64, values: usize) -> f64 {
        let variance = (self.columns * values) as f64;
        CATEGORY_STRENGTH / variance.sqrt() * self.weight(1 + column as u64, value)
    }

    /// What dense feature `feature` adds to the log-odds; `logarithm` is ln(1 + count).
    pub(super) fn dense(&self, feature: usize, logarithm: f64) -> f64 {
        let normal = (logarithm - LOGARITHM.0) / LOGARITHM.1;
        DENSE_STRENGTH / (self.features as f64).sqrt() * self.weight(0, feature as u64) * normal
    }

    /// The probability of a click for what the features add up to.
    pub(super) fn probability(&self, features: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-(BIAS + features)))
    }

    /// Draws a click for what the features add up to.
    pub(super) fn click(&self, features: f64, random: &mut impl Rng) -> bool {
        random.random::<f64>() < self.probability(features)
    }
}

/// Draws the counts of dense features.
pub(super) struct Counts(Normal<f64>);

impl Counts {
    pub(super) fn new() -> Self {
        Self(Normal::new(COUNT.0, COUNT.1).expect("the deviation is finite"))
    }

    /// A count, most often below 10.
    pub(super) fn draw(&self, random: &mut impl Rng) -> u32 {
        libm::exp(self.0.sample(random)).min(1e6) as u32
    }
}
