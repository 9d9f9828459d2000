//! Binary cross-entropy of log-odds, stable for any of them.

/// Loss of a batch, and what follows from it.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Mean over the samples.
    pub mean: f64,
    /// Loss of every sample.
    pub losses: Vec<f64>,
    /// Probability of a click of every sample.
    pub probabilities: Vec<f32>,
    /// dL/dlogit of every sample, L being the mean.
    pub gradient: Vec<f32>,
}

/// Cross-entropy between the clicks that `logits` predict and `labels` of 0 or 1, natural logarithm, computed in f64
/// as `max(z, 0) - z y + ln(1 + exp(-|z|))`, which neither overflows nor cancels.
#[must_use]
pub fn binary_cross_entropy(logits: &[f32], labels: &[f32]) -> Loss {
    binary_cross_entropy_of(logits, labels, logits.len())
}

/// The same of some samples of a batch that has `samples` in all: L is the mean over all of them, and `mean` what these are of it.
#[must_use]
pub fn binary_cross_entropy_of(logits: &[f32], labels: &[f32], samples: usize) -> Loss {
    let count = samples as f64;
    let mut loss = Loss { mean: 0.0, losses: Vec::new(), probabilities: Vec::new(), gradient: Vec::new() };
    for (logit, label) in logits.iter().zip(labels) {
        let (z, y) = (f64::from(*logit), f64::from(*label));
        let tail = libm::exp(-z.abs());
        let probability = if z >= 0.0 { 1.0 / (1.0 + tail) } else { tail / (1.0 + tail) };
        // Not `max`, which would turn a NaN into a number.
        let positive = if z < 0.0 { 0.0 } else { z };
        let value = positive - z * y + libm::log1p(tail);
        loss.mean += value;
        loss.losses.push(value);
        loss.probabilities.push(probability as f32);
        loss.gradient.push(((probability - y) / count) as f32);
    }
    loss.mean /= count;
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_definition() {
        let logits = [-3.0, -0.5, 0.0, 0.5, 3.0];
        let labels = [0.0, 1.0, 1.0, 0.0, 1.0];
        let loss = binary_cross_entropy(&logits, &labels);
        let mut mean = 0.0;
        for (i, (z, y)) in logits.iter().zip(labels).enumerate() {
            let p = 1.0 / (1.0 + (-f64::from(*z)).exp());
            let expected = -f64::from(y) * p.ln() - (1.0 - f64::from(y)) * (1.0 - p).ln();
            assert!((loss.losses[i] - expected).abs() < 1e-14);
            assert!((f64::from(loss.gradient[i]) - (p - f64::from(y)) / 5.0).abs() < 1e-8);
            mean += expected / 5.0;
        }
        assert!((loss.mean - mean).abs() < 1e-14);
    }

    #[test]
    fn extreme_log_odds_stay_finite() {
        let loss = binary_cross_entropy(&[1e30, -1e30, 1e30], &[1.0, 0.0, 0.0]);
        assert_eq!(loss.losses[..2], [0.0, 0.0]);
        assert_eq!(loss.losses[2], f64::from(1e30f32));
        assert_eq!(loss.probabilities, [1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_nan_is_not_hidden() {
        assert!(binary_cross_entropy(&[f32::NAN], &[1.0]).mean.is_nan());
    }
}
