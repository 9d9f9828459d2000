//! Where the values of rows in caches are.

/// Slots of rows, one behind the other.
#[derive(Debug)]
pub(crate) struct Arena {
    values: Vec<f32>,
    width: usize,
}

impl Arena {
    /// So many slots of zeros; memory that was never written is not taken.
    pub(crate) fn new(slots: usize, width: usize) -> Self {
        Self { values: vec![0.0; slots * width], width }
    }

    /// Makes room for so many slots.
    pub(crate) fn grow(&mut self, slots: usize) {
        if self.values.len() < slots * self.width {
            self.values.resize(slots * self.width, 0.0);
        }
    }

    pub(crate) fn row(&self, slot: usize) -> &[f32] {
        &self.values[slot * self.width..(slot + 1) * self.width]
    }

    pub(crate) fn row_mut(&mut self, slot: usize) -> &mut [f32] {
        &mut self.values[slot * self.width..(slot + 1) * self.width]
    }

    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        self.values.copy_within(from * self.width..(from + 1) * self.width, to * self.width);
    }

    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        let (low, high) = (one.min(other), one.max(other));
        let (before, behind) = self.values.split_at_mut(high * self.width);
        before[low * self.width..(low + 1) * self.width].swap_with_slice(&mut behind[..self.width]);
    }
}
