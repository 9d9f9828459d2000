//! Where the lists of a batch go, and what they say.

use emberlane_registers::cxl_mem::Pooling;

use super::{
    batch::Batch,
    batch_plan::{self, BatchPlan},
    data_plan::TableRegion,
    device::CxlMem,
    error::CxlMemError,
    log::Logging,
    overlap::Overlap,
    posted::{Configured, Posted},
    write_list::WriteList,
};

impl<T> CxlMem<T> {
    /// Checks a batch, and puts its lists into a half of the scratchpad: in place of the batch before, or, while jobs of that
    /// one are under way, beside it.
    pub(super) fn place_alone(&mut self, batch: &Batch) -> Result<WriteList, CxlMemError> {
        check_indices(batch, &self.configured()?.plan.tables)?;
        self.place_unchecked(batch)
    }

    /// Like [`place_alone`](Self::place_alone), but leaves it to the device to find rows that do not exist.
    pub(super) fn place_unchecked(&mut self, batch: &Batch) -> Result<WriteList, CxlMemError> {
        (self.posted, self.before, self.is_open) = (None, None, false);
        self.place(batch, None, self.upper != self.in_use)
    }

    /// Checks a batch, and puts its lists beside those of the batch that was posted last.
    pub(super) fn place_ahead(&mut self, batch: &Batch, overlap: &Overlap) -> Result<WriteList, CxlMemError> {
        self.configured()?;
        let before = self.posted.take().ok_or(CxlMemError::NotPosted)?;
        let found = [before.batch.bags(), batch.bags()];
        if overlap.bags != found {
            return Err(CxlMemError::Overlap { overlap: overlap.bags, found });
        }
        check_indices(batch, &self.configured()?.plan.tables)?;
        self.before = None;
        let list = self.place(batch, Some(overlap), !self.upper)?;
        self.before = Some(before);
        Ok(list)
    }

    /// Puts the lists of a batch into a half of the scratchpad.
    fn place(&mut self, batch: &Batch, overlap: Option<&Overlap>, upper: bool) -> Result<WriteList, CxlMemError> {
        let Configured { configuration, plan: data } = self.configured()?;
        if batch.tables() != data.tables.len() {
            return Err(CxlMemError::TableCount { found: batch.tables(), configured: data.tables.len() });
        }
        let place = batch_plan::half(&self.capabilities, upper);
        let stages = self.logging.as_ref().is_some_and(Logging::stages);
        let plan = BatchPlan::new(batch, overlap, configuration.pooling, data.vector_bytes, stages, place)?;
        let mut image = plan.image(batch, &data.tables);
        if configuration.pooling == Pooling::Mean {
            plan.scales(batch, batch.scales().ok_or(CxlMemError::NoScales)?, &mut image);
        }
        if let Some(overlap) = overlap {
            if configuration.pooling == Pooling::Mean && !overlap.has_scales() {
                return Err(CxlMemError::NoScales);
            }
            plan.overlap(overlap, &mut image);
        }
        let mut list = WriteList::default();
        list.store(plan.descriptors.base, image);
        (self.upper, self.in_use) = (upper, false);
        self.posted = Some(Posted { plan, batch: batch.clone() });
        Ok(list)
    }
}

/// Finds the first entry whose row its table does not have.
fn check_indices(batch: &Batch, tables: &[TableRegion]) -> Result<(), CxlMemError> {
    let mut first_bag = 0;
    for (table, (&bags, &TableRegion { rows, .. })) in batch.table_bags().iter().zip(tables).enumerate() {
        let bags = first_bag..first_bag + bags as usize;
        let entries = batch.offsets()[bags.start] as usize..batch.offsets()[bags.end] as usize;
        if let Some(position) = batch.indices()[entries.clone()].iter().position(|&index| index >= rows) {
            let entry = entries.start + position;
            let bag = batch.offsets().partition_point(|&offset| offset as usize <= entry) - 1;
            return Err(CxlMemError::Index { table, bag, entry, index: batch.indices()[entry], rows });
        }
        first_bag = bags.end;
    }
    Ok(())
}
