//! What a store says of itself, and how its rows are drawn.

use std::path::Path;
use std::sync::Arc;

use emberlane_stores::{
    BlockReport, CacheReport, Charge, DrawnRows, EmbeddingError, MemoryTraffic, RowKey, TierHits, Tiers, TiersReport,
};

use super::{TieredRows, packed};
use crate::counts::Counts;
use crate::lanes::Initial;
use crate::manifest::Moved;

impl Tiers for TieredRows {
    fn begin_drawn(&mut self, drawn: DrawnRows) -> Result<bool, EmbeddingError> {
        if self.settings.deferred {
            self.initial = Initial::Drawn(Arc::new(drawn));
        }
        Ok(self.settings.deferred)
    }

    fn save(&mut self, folder: &Path) -> Result<u32, EmbeddingError> {
        self.save_with(folder, None)
    }

    fn load(&mut self, folder: &Path, checksum: u32) -> Result<(), EmbeddingError> {
        self.load_with(folder, checksum).map(drop)
    }

    fn close(&mut self) -> Result<(), EmbeddingError> {
        self.close_with(None)
    }

    fn report(&self) -> TiersReport {
        self.report_with([0; 2])
    }

    fn charges(&mut self) -> Vec<Charge> {
        self.media.take_charges()
    }

    fn has(&self, keys: &[RowKey]) -> Result<Vec<bool>, EmbeddingError> {
        self.check_keys(keys)?;
        let mut has = self.block.has(keys);
        for (has, key) in has.iter_mut().zip(keys) {
            *has |= self.hierarchy.find(packed(key)).is_some();
        }
        Ok(has)
    }

    fn hits(&self) -> TierHits {
        self.hierarchy.tier_hits()
    }

    fn traffic(&self) -> Vec<MemoryTraffic> {
        self.media.traffic()
    }
}

impl TieredRows {
    /// What happened, when HBM and DRAM have so many bytes of tables beside it.
    pub(crate) fn report_with(&self, [hbm, dram]: [u64; 2]) -> TiersReport {
        let row_bytes = 4 * self.settings.shape.width() as u64;
        let (capacities, held, counts) = (self.hierarchy.capacities(), self.hierarchy.held(), self.hierarchy.counts);
        let cache = |name, capacity: usize, held: usize, counts: Counts, traffic: Moved| CacheReport {
            name,
            capacity: capacity as u64,
            held: held as u64,
            hits: counts.hits,
            rows_from_below: counts.from_below,
            rows_from_above: counts.from_above,
            evicted: counts.evicted,
            bytes_read: traffic.read * row_bytes,
            bytes_written: traffic.written * row_bytes,
        };
        let block = BlockReport {
            gets: self.reads.gets,
            found: self.reads.found,
            drawn: self.reads.drawn,
            blocks_read: self.reads.blocks,
            ..self.block.report()
        };
        let slots = [capacities.0, capacities.1].map(|slots| slots as u64 * row_bytes);
        let in_files: u64 = self.settings.rows_in_files().into_iter().map(u64::from).sum();
        let ssd = self.settings.capacity.unwrap_or(in_files * row_bytes);
        let mut media = self.media.report([hbm, dram + slots[0], slots[1], ssd]);
        if self.settings.capacity.is_none() {
            // The tables' own bytes would be worn out in no time: of a drive that nobody knows there is no wear.
            media.media.iter_mut().filter(|medium| medium.memory == "ssd").for_each(|medium| medium.wear = None);
        }
        TiersReport {
            batches: u64::from(self.hierarchy.next()),
            rows: counts.rows,
            tables: Vec::new(),
            caches: vec![
                cache("dram", capacities.0, held.0, counts.dram, self.traffic.dram),
                cache("scm", capacities.1, held.1, counts.scm, self.traffic.scm),
            ],
            course: self.hierarchy.course.points().to_vec(),
            beside: counts.beside,
            most_beside: counts.most_beside,
            beside_hits: counts.beside_hits,
            media,
            block,
        }
    }
}
