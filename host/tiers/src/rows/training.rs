//! A store of rows, as training has it.

use std::time::Instant;

use emberlane_stores::{EmbeddingError, RowKey, RowShape, RowStore, Tiers};

use super::{TieredRows, packed};
use crate::error::TierError;

/// Rows that are read beside training at once.
const PIECE: usize = 4096;

impl RowStore for TieredRows {
    fn name(&self) -> &'static str {
        "files behind row caches"
    }

    fn shape(&self) -> RowShape {
        self.settings.shape
    }

    fn rows(&self) -> &[u32] {
        &self.settings.rows
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.check_length("rows to get", keys, rows.len())?;
        // Those that were announced were checked then.
        if self.announced.front().is_none_or(|planned| planned.keys != keys) {
            self.check_keys(keys)?;
            if self.is_usable && !self.announced.is_empty() {
                return Err(EmbeddingError::NotAnnounced);
            }
        }
        self.guarded(|store| {
            store.spare.extend(store.current.take());
            let planned = match store.announced.pop_front() {
                Some(planned) => planned,
                None => store.plan(keys)?,
            };
            let mut planned = store.arrive(planned)?;
            let came = planned.came.unwrap_or_else(Instant::now);
            store.media.wait(planned.due.take(), came);
            let (start, before) = (store.media.now(), store.traffic);
            store.arena.gather(&planned.slots, rows);
            store.traffic.count(&planned.slots, store.hierarchy.capacities(), [1, 0]);
            store.charge_caches(start, before);
            store.current = Some(planned);
            Ok(())
        })
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        let Some(planned) = self.current.take().filter(|planned| planned.keys == keys) else {
            return self.write(keys, rows);
        };
        // They were checked when they were got.
        self.check_length("rows to put", keys, rows.len())?;
        self.guarded(|store| {
            let (start, before) = (store.media.now(), store.traffic);
            for (slot, row) in planned.slots.iter().zip(rows.chunks_exact(store.settings.shape.width())) {
                store.arena.row_mut(*slot).copy_from_slice(row);
                store.hierarchy.mark_dirty(*slot);
            }
            store.traffic.count(&planned.slots, store.hierarchy.capacities(), [0, 1]);
            store.charge_caches(start, before);
            store.spare.push(planned);
            Ok(())
        })
    }

    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.check("rows to get", keys, rows.len())?;
        self.guarded(|store| {
            store.arrive_all()?;
            let width = store.settings.shape.width();
            let mut pieces = keys.chunks(PIECE).zip(rows.chunks_mut(PIECE * width));
            pieces.try_for_each(|(keys, rows)| store.read_piece(keys, rows))
        })
    }

    fn write(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.check("rows to put", keys, rows.len())?;
        self.guarded(|store| {
            store.arrive_all()?;
            let (mut below, mut values) = (Vec::new(), Vec::new());
            for (key, row) in keys.iter().zip(rows.chunks_exact(store.settings.shape.width())) {
                match store.hierarchy.find(packed(key)) {
                    Some(slot) => {
                        store.arena.row_mut(slot).copy_from_slice(row);
                        store.hierarchy.mark_dirty(slot);
                    }
                    None => {
                        below.push(*key);
                        values.extend_from_slice(row);
                    }
                }
            }
            store.block.set(&below, &values)
        })
    }

    fn fetch_ahead(&mut self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        self.check_keys(keys)?;
        // The batch that was got last counts until it is put.
        let (announced, depth) = (self.announced.len() + usize::from(self.current.is_some()), self.settings.prefetch);
        if announced > depth {
            return Err(TierError::TooFarAhead { announced, depth }.into());
        }
        self.guarded(|store| {
            let planned = store.plan(keys)?;
            store.announced.push_back(planned);
            Ok(())
        })
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        Some(self)
    }
}
