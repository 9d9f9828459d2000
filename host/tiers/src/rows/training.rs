//! A store of rows, as training has it.

use std::time::Instant;

use emberlane_stores::{ChargedFor, EmbeddingError, RowKey, RowShape, RowStore, Tiers};

use super::{TieredRows, packed};
use crate::error::TierError;

/// Rows that are read beside training at once.
const PIECE: usize = 4096;

/// Rows by where they are: in slots of the caches, or below them.
struct Parted<'r> {
    slots: Vec<usize>,
    cached: Vec<&'r [f32]>,
    below: Vec<RowKey>,
    values: Vec<f32>,
}

impl TieredRows {
    fn parted<'r>(&self, keys: &[RowKey], rows: &'r [f32]) -> Parted<'r> {
        let mut parted = Parted { slots: Vec::new(), cached: Vec::new(), below: Vec::new(), values: Vec::new() };
        for (key, row) in keys.iter().zip(rows.chunks_exact(self.settings.shape.width())) {
            match self.hierarchy.find(packed(key)) {
                Some(slot) => {
                    parted.slots.push(slot);
                    parted.cached.push(row);
                }
                None => {
                    parted.below.push(*key);
                    parted.values.extend_from_slice(row);
                }
            }
        }
        parted
    }

    fn set_slot(&mut self, slot: usize, row: &[f32]) {
        self.arena.row_mut(slot).copy_from_slice(row);
        self.hierarchy.mark_dirty(slot);
    }

    /// Training puts rows into slots, and waits for that.
    fn put_in_slots<'r>(&mut self, slots: &[usize], rows: impl Iterator<Item = &'r [f32]>) {
        let (start, before) = (self.media.now(), self.traffic);
        slots.iter().zip(rows).for_each(|(slot, row)| self.set_slot(*slot, row));
        self.traffic.count(slots, self.hierarchy.capacities(), [0, 1]);
        self.charge_caches(start, before, ChargedFor::Rows);
    }
}

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
            store.charge_caches(start, before, ChargedFor::Rows);
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
            store.put_in_slots(&planned.slots, rows.chunks_exact(store.settings.shape.width()));
            store.spare.push(planned);
            Ok(())
        })
    }

    fn put_some(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.check("rows to put", keys, rows.len())?;
        self.guarded(|store| {
            store.arrive_all()?;
            let Parted { slots, cached, below, values } = store.parted(keys, rows);
            store.put_in_slots(&slots, cached.into_iter());
            store.charge_writes(|store| store.block.set(&below, &values))
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
            let Parted { slots, cached, below, values } = store.parted(keys, rows);
            slots.into_iter().zip(cached).for_each(|(slot, row)| store.set_slot(slot, row));
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
