//! Where the values of rows in caches are.

use emberlane_memory::bring_near;

/// Bytes that one access to memory gets: a row begins where one of them does, if its width lets it.
const LINE: usize = 64;

/// Rows that are asked for at the same time.
pub(crate) const AHEAD: usize = 16;

/// Slots of rows, one behind the other: those of the caches, and behind them those beside the caches.
#[derive(Debug)]
pub(crate) struct Arena {
    caches: Vec<f32>,
    /// Numbers of `caches` in front of the first slot.
    start: usize,
    slots: usize,
    /// Grows by itself, so that the caches never move.
    beside: Vec<f32>,
    width: usize,
}

impl Arena {
    /// So many slots of zeros; memory that was never written is not taken.
    pub(crate) fn new(slots: usize, width: usize) -> Self {
        let caches = vec![0.0; slots * width + LINE / size_of::<f32>()];
        let start = caches.as_ptr().align_offset(LINE).min(LINE / size_of::<f32>());
        Self { caches, start, slots, beside: Vec::new(), width }
    }

    /// Makes room for so many slots in all.
    pub(crate) fn grow(&mut self, slots: usize) {
        let beside = slots.saturating_sub(self.slots) * self.width;
        if self.beside.len() < beside {
            self.beside.resize(beside, 0.0);
        }
    }

    fn at(&self, slot: usize) -> usize {
        self.start + slot * self.width
    }

    pub(crate) fn row(&self, slot: usize) -> &[f32] {
        match slot.checked_sub(self.slots) {
            None => &self.caches[self.at(slot)..][..self.width],
            Some(slot) => &self.beside[slot * self.width..][..self.width],
        }
    }

    pub(crate) fn row_mut(&mut self, slot: usize) -> &mut [f32] {
        let at = self.at(slot);
        match slot.checked_sub(self.slots) {
            None => &mut self.caches[at..][..self.width],
            Some(slot) => &mut self.beside[slot * self.width..][..self.width],
        }
    }

    /// Copies the rows of slots, one behind the other.
    pub(crate) fn gather(&self, slots: &[usize], rows: &mut [f32]) {
        for (slots, rows) in slots.chunks(AHEAD).zip(rows.chunks_mut(AHEAD * self.width)) {
            self.bring_near(slots.iter().copied());
            for (slot, row) in slots.iter().zip(rows.chunks_exact_mut(self.width)) {
                row.copy_from_slice(self.row(*slot));
            }
        }
    }

    /// Reads the beginnings of rows ahead.
    pub(crate) fn bring_near(&self, slots: impl Iterator<Item = usize>) {
        bring_near(slots.map(|slot| self.row(slot)[0].to_bits()));
    }

    /// Copies a row of the caches to another slot of theirs.
    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        let (from, to) = (self.at(from), self.at(to));
        self.caches.copy_within(from..from + self.width, to);
    }

    /// Lets two rows of the caches change places.
    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        let (low, high) = (self.at(one.min(other)), self.at(one.max(other)));
        let (before, behind) = self.caches.split_at_mut(high);
        before[low..][..self.width].swap_with_slice(&mut behind[..self.width]);
    }
}
