//! What goes through an MLP, some features at a time.

use pulp::Arch;

use super::aligned::Aligned;
use super::features::{Features, stride_of};
use super::{LINE, PANEL, turn};
use crate::threads;

/// A matrix cut into panels of `PANEL` features, the last one narrower: of each panel, sample after sample. Features are filled up to a
/// whole cache line with zeros, and samples to as many as a row of `Features` has.
#[derive(Debug)]
pub struct Panels {
    width: usize,
    samples: usize,
    values: Aligned,
}

/// Multiply-adds that take as long as a number that is moved.
const A_NUMBER: usize = 16;

impl Panels {
    /// Of so many features and samples; which numbers is not said.
    pub(crate) fn of(width: usize, samples: usize) -> Self {
        Self { width, samples, values: Aligned::of(width.next_multiple_of(LINE) * stride_of(samples)) }
    }

    /// All zero.
    pub(crate) fn zeros(width: usize, samples: usize) -> Self {
        Self { width, samples, values: Aligned::zeros(width.next_multiple_of(LINE) * stride_of(samples)) }
    }

    /// One feature.
    pub(crate) fn from_column(column: &[f32]) -> Self {
        let mut panels = Self::zeros(1, column.len());
        for (sample, value) in column.iter().enumerate() {
            panels.piece_mut(0, sample)[0] = *value;
        }
        panels
    }

    /// The same matrix in the other layout.
    pub(crate) fn from_features(features: &Features) -> Self {
        let (stride, rows) = (features.stride(), features.rows());
        let mut panels = Self::of(features.width(), features.samples());
        let tasks =
            panels.values.values_mut().chunks_mut(PANEL * stride.max(1)).zip(rows.chunks(PANEL * stride.max(1)));
        threads::run(rows.len() * A_NUMBER, tasks, |(panel, rows)| {
            Arch::new().dispatch(|| {
                let width = panel.len() / stride;
                let features = rows.len() / stride;
                // A line of each row at a time, so that none is fetched twice.
                for (lines, samples) in panel.chunks_mut(LINE * width).enumerate() {
                    if features < width {
                        samples.fill(0.0);
                    }
                    turn(|feature| &rows[feature * stride + lines * LINE..], features, LINE, samples, width);
                }
            });
        });
        panels
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn samples(&self) -> usize {
        self.samples
    }

    /// Samples, and what they are filled up with.
    pub(crate) fn stride(&self) -> usize {
        stride_of(self.samples)
    }

    /// All panels, one behind the other: [`PANEL`] times [`stride`](Self::stride) numbers each.
    pub(crate) fn panels(&self) -> &[f32] {
        self.values.values()
    }

    pub(crate) fn panels_mut(&mut self) -> &mut [f32] {
        self.values.values_mut()
    }

    /// One panel, and how far its samples are apart.
    pub(super) fn panel(&self, panel: usize) -> (&[f32], usize) {
        let width = (self.width - panel * PANEL).min(PANEL).next_multiple_of(LINE);
        (&self.values.values()[panel * PANEL * self.stride()..][..width * self.stride()], width)
    }

    /// What one panel has of a sample.
    pub(crate) fn piece(&self, panel: usize, sample: usize) -> &[f32] {
        let (at, width) = self.place(panel, sample);
        &self.values.values()[at..][..width]
    }

    /// The same, to be changed.
    pub(crate) fn piece_mut(&mut self, panel: usize, sample: usize) -> &mut [f32] {
        let (at, width) = self.place(panel, sample);
        &mut self.values.values_mut()[at..][..width]
    }

    /// What one panel has from a sample on, and how far samples are apart.
    pub(crate) fn pieces_mut(&mut self, panel: usize, sample: usize) -> (&mut [f32], usize) {
        let (at, width) = self.place(panel, sample);
        (&mut self.values.values_mut()[at..], width.next_multiple_of(LINE))
    }

    fn place(&self, panel: usize, sample: usize) -> (usize, usize) {
        let width = (self.width - panel * PANEL).min(PANEL);
        (panel * PANEL * self.stride() + sample * width.next_multiple_of(LINE), width)
    }

    /// Copies a sample.
    pub(crate) fn copy_sample(&self, sample: usize, values: &mut [f32]) {
        for (panel, values) in values.chunks_mut(PANEL).enumerate() {
            values.copy_from_slice(self.piece(panel, sample));
        }
    }

    /// Sets a sample.
    pub(crate) fn set_sample(&mut self, sample: usize, values: &[f32]) {
        for (panel, values) in values.chunks(PANEL).enumerate() {
            self.piece_mut(panel, sample).copy_from_slice(values);
        }
    }

    /// What ReLU lets through from behind, where these were its outputs.
    pub(crate) fn through_relu(&mut self, outputs: &Self) {
        let work = outputs.panels().len() * A_NUMBER;
        let part = threads::part(work, outputs.panels().len(), PANEL, 1024);
        let tasks = self.values.values_mut().chunks_mut(part).zip(outputs.panels().chunks(part));
        threads::run(work, tasks, |(gradients, outputs)| {
            Arch::new().dispatch(|| {
                for (gradient, output) in gradients.iter_mut().zip(outputs) {
                    *gradient = if *output <= 0.0 { 0.0 } else { *gradient };
                }
            });
        });
    }
}
