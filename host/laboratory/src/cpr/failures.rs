//! When jobs fail.

use rand::Rng;
use rand_distr::{Distribution, Gamma as GammaDistribution};
use rand_pcg::Pcg64;

/// Times of `count` failures of each of `jobs` jobs, in milliseconds, all within the first `within` as likely (CPR, Section 5.1).
#[must_use]
pub fn drawn_uniformly(jobs: u64, count: u64, within: u64, seed: u64) -> Vec<Vec<u64>> {
    let times = |job: u64| {
        let mut random = Pcg64::new(u128::from(seed), job.into());
        let mut times: Vec<u64> = (0..count).map(|_| random.random_range(0..within)).collect();
        times.sort_unstable();
        times
    };
    (0..jobs).map(times).collect()
}

/// A gamma distribution of the time to a failure, which the paper's jobs follow (Section 3.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gamma {
    /// Shape; below 1, failures are more likely at the beginning.
    pub shape: f64,
    /// Scale, hours.
    pub scale: f64,
}

impl Gamma {
    /// Of the jobs that fail soonest: a mean of 14 hours and a median of 8 (Section 3.1). The paper prints no parameters; the shape is the
    /// one whose median is `8/14` of its mean.
    pub const SOONEST: Self = Self { shape: 0.68, scale: 20.6 };
    /// Of those that fail last: a mean of 30 hours and a median of 17.
    pub const LATEST: Self = Self { shape: 0.67, scale: 44.8 };

    /// Its mean, hours.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.shape * self.scale
    }

    /// The same shape with another mean, hours.
    #[must_use]
    pub fn with_mean(&self, mean: f64) -> Self {
        Self { scale: mean / self.shape, ..*self }
    }

    /// Times of the failures of each of `jobs` jobs within `within` milliseconds: the time from one to the next is drawn.
    ///
    /// # Panics
    /// With a shape or a scale that is not positive.
    #[must_use]
    pub fn drawn(&self, jobs: u64, within: u64, seed: u64) -> Vec<Vec<u64>> {
        let gamma = GammaDistribution::new(self.shape, self.scale * 3.6e6).expect("shape and scale are positive");
        let times = |job: u64| {
            let mut random = Pcg64::new(u128::from(seed), job.into());
            let (mut times, mut time) = (Vec::new(), 0.0);
            loop {
                time += gamma.sample(&mut random);
                if time >= within as f64 {
                    return times;
                }
                times.push(time as u64);
            }
        };
        (0..jobs).map(times).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gammas_have_the_means_and_medians_of_the_paper() {
        for (gamma, mean, median) in [(Gamma::SOONEST, 14.0, 8.0), (Gamma::LATEST, 30.0, 17.0)] {
            let mut first: Vec<f64> = gamma
                .drawn(20_000, u64::MAX / 4_000_000_000, 1)
                .iter()
                .map(|times| times.first().map_or(f64::INFINITY, |time| *time as f64 / 3.6e6))
                .collect();
            first.sort_by(f64::total_cmp);
            let found = first.iter().sum::<f64>() / first.len() as f64;
            assert!((found - mean).abs() < 0.04 * mean, "mean {found}");
            let found = first[first.len() / 2];
            assert!((found - median).abs() < 0.05 * median, "median {found}");
            assert!((gamma.mean() - mean).abs() < 0.01 * mean, "{}", gamma.mean());
            assert!((gamma.with_mean(7.0).mean() - 7.0).abs() < 1e-12);
        }
    }

    #[test]
    fn uniform_failures_are_as_many_as_asked_for() {
        let times = drawn_uniformly(500, 2, 1000, 3);
        assert!(times.iter().all(|times| times.len() == 2 && times.is_sorted() && times[1] < 1000));
        let mean = times.iter().flatten().sum::<u64>() as f64 / 1000.0;
        assert!((450.0..550.0).contains(&mean), "{mean}");
        assert_eq!(times, drawn_uniformly(500, 2, 1000, 3));
        assert_ne!(times, drawn_uniformly(500, 2, 1000, 4));
    }
}
