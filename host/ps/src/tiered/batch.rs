//! The rows of a batch under way.

use emberlane_stores::RowKey;
use rustc_hash::FxHashMap;

use crate::Key;

/// Rows that a batch has pulled, as they were then.
#[derive(Debug, Default)]
pub(super) struct Batch {
    places: FxHashMap<Key, usize>,
    values: Vec<f32>,
    width: usize,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.places.contains_key(&key)
    }

    /// Those of these rows that are not here, each once, ascending.
    pub(super) fn missing(&self, keys: &[Key]) -> Vec<RowKey> {
        let mut missing: Vec<Key> = keys.iter().copied().filter(|key| !self.has(*key)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing.into_iter().map(RowKey::from).collect()
    }

    /// Takes rows that were not here, `width` numbers each.
    pub(super) fn add(&mut self, keys: &[RowKey], values: Vec<f32>, width: usize) {
        let first = self.places.len();
        self.width = width;
        self.places.extend(keys.iter().enumerate().map(|(number, key)| (Key::from(*key), first + number)));
        if first == 0 { self.values = values } else { self.values.extend(values) }
    }

    fn row(&mut self, key: Key) -> &mut [f32] {
        let place = self.places[&key];
        &mut self.values[place * self.width..][..self.width]
    }

    /// Copies the first `width` numbers of each row.
    pub(super) fn copy(&mut self, keys: &[Key], width: usize, out: &mut [f32]) {
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(width)) {
            out.copy_from_slice(&self.row(*key)[..width]);
        }
    }

    /// Changes rows, each with its number in `keys`.
    pub(super) fn change(&mut self, keys: &[Key], mut change: impl FnMut(usize, &mut [f32])) {
        keys.iter().enumerate().for_each(|(number, key)| change(number, self.row(*key)));
    }

    /// Ends the batch: these rows, ascending, with their values.
    pub(super) fn take(&mut self, keys: &[Key]) -> (Vec<RowKey>, Vec<f32>) {
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        let mut values = Vec::with_capacity(keys.len() * self.width);
        sorted.iter().for_each(|key| values.extend_from_slice(self.row(*key)));
        self.clear();
        (sorted.into_iter().map(RowKey::from).collect(), values)
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
    }
}
