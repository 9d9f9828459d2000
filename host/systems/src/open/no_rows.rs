//! Tables of a rehearsal.

use emberlane_data::Bags;
use emberlane_stores::{EmbeddingError, EmbeddingStore, RowCache, RowCacheWork, RowKey};

/// Rows of zeros, which take no room, and a cache that counts as if there were rows.
pub(super) struct NoRows {
    pub(super) dimension: usize,
    pub(super) cache: Option<RowCache>,
}

impl EmbeddingStore for NoRows {
    fn name(&self) -> &'static str {
        "host memory"
    }

    fn write_rows(&mut self, _: usize, _: u64, _: &[f32]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn read_rows(&mut self, _: usize, _: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(vec![0.0; count as usize * self.dimension])
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        if let Some(cache) = &mut self.cache {
            let mut keys = Vec::new();
            for table in 0..bags.tables {
                let at = |bag: usize| bags.offsets[bag] as usize;
                let mut rows = bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)].to_vec();
                rows.sort_unstable();
                rows.dedup();
                keys.extend(rows.into_iter().map(|row| RowKey { table: table as u32, row }));
            }
            cache.bring(&keys, |_| {});
        }
        Ok(vec![0.0; bags.count() * self.dimension])
    }

    fn update(&mut self, _: &[f32]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn cache_work(&self) -> Option<RowCacheWork> {
        self.cache.as_ref().map(RowCache::work)
    }
}
