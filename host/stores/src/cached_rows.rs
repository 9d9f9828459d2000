//! Rows in host memory behind a cache of some of them.

use crate::{EmbeddingError, HostRows, RowCache, RowCacheWork, RowKey, RowShape, RowStore};

/// Rows in host memory, of which a cache has copies. What is in the cache is newer than what is behind it.
#[derive(Clone, Debug)]
pub struct CachedRows {
    behind: HostRows,
    cache: RowCache,
    /// Rows by slot.
    slots: Vec<f32>,
}

impl CachedRows {
    /// Rows behind an empty cache.
    #[must_use]
    pub fn new(behind: HostRows, cache: RowCache) -> Self {
        let slots = vec![0.0; cache.slots() * behind.shape().width()];
        Self { behind, cache, slots }
    }

    fn slot(&self, slot: usize) -> std::ops::Range<usize> {
        let width = self.behind.shape().width();
        slot * width..(slot + 1) * width
    }
}

impl RowStore for CachedRows {
    fn name(&self) -> &'static str {
        "host memory behind a cache"
    }

    fn shape(&self) -> RowShape {
        self.behind.shape()
    }

    fn rows(&self) -> &[u32] {
        self.behind.rows()
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        let mut brought = Vec::new();
        self.cache.bring(keys, |each| brought.push(each));
        for each in brought {
            let slot = self.slot(each.slot);
            if let Some(evicted) = each.evicted {
                self.behind.put(&[evicted], &self.slots[slot.clone()])?;
            }
            self.behind.get(&keys[each.key..=each.key], &mut self.slots[slot])?;
        }
        self.read(keys, rows)
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        for (key, row) in keys.iter().zip(rows.chunks_exact(self.behind.shape().width())) {
            match self.cache.find(*key).map(|slot| self.slot(slot)) {
                Some(slot) => self.slots[slot].copy_from_slice(row),
                None => self.behind.put(&[*key], row)?,
            }
        }
        Ok(())
    }

    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        for (key, row) in keys.iter().zip(rows.chunks_exact_mut(self.behind.shape().width())) {
            match self.cache.find(*key).map(|slot| self.slot(slot)) {
                Some(slot) => row.copy_from_slice(&self.slots[slot]),
                None => self.behind.get(&[*key], row)?,
            }
        }
        Ok(())
    }

    fn cache_work(&self) -> Option<RowCacheWork> {
        Some(self.cache.work())
    }
}
