//! What goes through an MLP, feature by feature.

use pulp::Arch;

use super::aligned::Aligned;
use super::{BLOCK, LINE, turn};

/// A matrix of as many rows as features; a row has a column a sample, and is filled up to whole cache lines.
#[derive(Debug)]
pub(crate) struct Features {
    width: usize,
    samples: usize,
    values: Aligned,
}

/// Numbers of a row of so many samples.
pub(super) const fn stride_of(samples: usize) -> usize {
    samples.next_multiple_of(LINE)
}

impl Features {
    /// Of so many features and samples; which numbers is not said. Behind the features there are rows up to a whole block.
    pub fn of(width: usize, samples: usize) -> Self {
        Self { width, samples, values: Aligned::of(width.next_multiple_of(BLOCK) * stride_of(samples)) }
    }

    /// From samples one behind the other, of so many numbers each.
    pub fn from_samples(samples: &[f32], width: usize) -> Self {
        let mut features = Self::of(width, samples.len() / width);
        let count = features.samples;
        features.fill(0, samples);
        for row in features.values.values_mut().chunks_exact_mut(stride_of(count).max(1)) {
            row[count..].fill(0.0);
        }
        features
    }

    /// Sets features from `first` on from samples one behind the other.
    pub fn fill(&mut self, first: usize, samples: &[f32]) {
        let stride = self.stride();
        let width = samples.len() / self.samples.max(1);
        let rows = &mut self.values.values_mut()[first * stride..][..width * stride];
        let count = self.samples;
        Arch::new().dispatch(|| {
            turn(|sample| &samples[sample * width..], count, width, rows, stride);
        });
    }

    /// Samples one behind the other.
    pub fn to_samples(&self) -> Vec<f32> {
        let mut samples = vec![0.0; self.width * self.samples];
        for (sample, values) in samples.chunks_exact_mut(self.width).enumerate() {
            values.iter_mut().enumerate().for_each(|(feature, value)| *value = self.row(feature)[sample]);
        }
        samples
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Numbers of a row.
    pub fn stride(&self) -> usize {
        stride_of(self.samples)
    }

    /// All rows, one behind the other.
    pub fn rows(&self) -> &[f32] {
        &self.values.values()[..self.width * self.stride()]
    }

    /// The same, and those up to a whole block.
    pub fn blocks_mut(&mut self) -> &mut [f32] {
        self.values.values_mut()
    }

    /// A feature of all samples.
    pub fn row(&self, feature: usize) -> &[f32] {
        &self.values.values()[feature * self.stride()..][..self.samples]
    }

    /// The same, with what fills the row up.
    pub fn row_mut(&mut self, feature: usize) -> &mut [f32] {
        let stride = self.stride();
        &mut self.values.values_mut()[feature * stride..][..stride]
    }
}
