//! Relaxed lookup: a batch is looked up before the batch in front of it has been applied.

use emberlane_registers::{
    Register,
    cxl_mem::{self as registers, Command},
};

use super::{
    batch::Batch,
    batch_plan::{AccumulationPlan, BatchPlan},
    configuration::Configuration,
    device::CxlMem,
    error::CxlMemError,
    overlap::Overlap,
    posted::Posted,
    region::Region,
    words,
};
use crate::transport::Transport;

/// FP32 bits of -1.0: an accumulation subtracts, and this makes it add.
const MINUS_ONE: u32 = 0xbf80_0000;

impl<T: Transport> CxlMem<T> {
    /// Posts a batch beside the batch that was posted last, whose gradients are not there yet, and which it will be brought
    /// up to date with. `overlap` is what both share.
    ///
    /// Its lookup takes the tables as the batch before found them. What it lacks comes with two accumulations: of the *deltas*,
    /// what the update of the batch before adds to each shared row, and of the *corrections*, which add them to the pooled
    /// vectors. The order of calls, with batch N posted and looked up:
    ///
    /// 1. `post_ahead` N + 1, [`prepare`](Self::prepare), [`post_job`](Self::post_job) of [`Command::Lookup`]. Nothing here needs a
    ///    gradient of N.
    /// 2. [`write_gradients_before`](Self::write_gradients_before) of N, unless a peer writes them.
    /// 3. [`prepare_deltas`](Self::prepare_deltas), [`post_job`](Self::post_job) of [`Command::Accumulate`].
    /// 4. [`prepare_corrections`](Self::prepare_corrections), [`post_job`](Self::post_job) of [`Command::Accumulate`]. Then the pooled
    ///    vectors of N + 1 are those that a lookup after the update finds, up to rounding.
    /// 5. [`prepare_update_before`](Self::prepare_update_before), [`post_job`](Self::post_job) of [`Command::Update`], unless N has no entry.
    /// 6. [`post_log`](Self::post_log) of N + 1, if there is a log: of the rows as the update of N leaves them. The next update
    ///    is that of N + 1, and waits for it. Not of [`LogMode::Redo`](super::LogMode::Redo), which would stage N + 1 here.
    ///
    /// Now N + 1 is the batch before the next. The last batch has its [`update`](Self::update) as any other.
    /// [`catch_up`](Self::catch_up) does 2 to 5. Both accumulations are jobs that a device takes even where the batches share no
    /// row, so the order is always this one: what waits for gradients (the deltas), flushes (the corrections) and leaves
    /// both alone (lookup and update, with `KEEP`) can be [set](Self::set) without looking at the batches.
    ///
    /// The batch goes to the half of the scratchpad in which the batch before the last was: all jobs of that one must have
    /// ended.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`] without a batch before, [`CxlMemError::Overlap`] if the overlap is of other batches, and as
    /// [`post`](Self::post).
    pub fn post_ahead(&mut self, batch: &Batch, overlap: &Overlap) -> Result<(), CxlMemError> {
        let list = self.place_ahead(batch, overlap)?;
        self.run(list)
    }

    /// Posts a lookup of a batch beside the batch that was posted last, before the gradients of that one are there:
    /// [`post_ahead`](Self::post_ahead) and its lookup. [`catch_up`](Self::catch_up) is next.
    ///
    /// # Errors
    /// As [`post_ahead`](Self::post_ahead) and [`post_job`](Self::post_job).
    pub fn look_ahead(&mut self, batch: &Batch) -> Result<(), CxlMemError> {
        let overlap = Overlap::new(&self.posted()?.batch, batch);
        self.post_ahead(batch, &overlap)?;
        self.prepare()?;
        self.post_job(Command::Lookup as u64)
    }

    /// Writes the gradients of the batch before the one that was posted ahead.
    ///
    /// # Errors
    /// [`CxlMemError::NotAhead`], the wrong number of words, and those of the transport.
    pub fn write_gradients_before(&mut self, gradients: &[u32]) -> Result<(), CxlMemError> {
        let base = self.before()?.gradient_base(gradients)?;
        Ok(words::write(&mut self.transport, base, gradients)?)
    }

    /// Writes the registers of the accumulation that makes the deltas from the gradients of the batch before.
    ///
    /// # Errors
    /// [`CxlMemError::NotAhead`], and those of the transport.
    pub fn prepare_deltas(&mut self) -> Result<(), CxlMemError> {
        let settings = self.delta_settings()?;
        self.set_all(settings)
    }

    /// Writes the registers of the accumulation that adds the deltas to the pooled vectors of the batch that was posted ahead.
    /// The region of its gradients is that of the pooled vectors, and reaches to the end of the batch's own gradients: those
    /// can be counted as soon as it flushes.
    ///
    /// # Errors
    /// As [`prepare_deltas`](Self::prepare_deltas).
    pub fn prepare_corrections(&mut self) -> Result<(), CxlMemError> {
        let settings = self.correction_settings()?;
        self.set_all(settings)
    }

    /// Writes the registers of the update of the batch before the one that was posted ahead.
    ///
    /// # Errors
    /// As [`prepare_deltas`](Self::prepare_deltas).
    pub fn prepare_update_before(&mut self) -> Result<(), CxlMemError> {
        let settings = self.before_settings()?;
        self.set_all(settings)
    }

    /// Applies the gradients of the batch before, first to the pooled vectors of the batch that was posted ahead and looked up,
    /// then to the tables. Reads these pooled vectors: `bags * vector_length` words.
    ///
    /// # Errors
    /// [`CxlMemError::NotAhead`], the wrong number of words, [`CxlMemError::Device`] if the device refuses a job, and those of the
    /// transport.
    pub fn catch_up(&mut self, gradients: &[u32]) -> Result<Vec<u32>, CxlMemError> {
        self.write_gradients_before(gradients)?;
        self.prepare_deltas()?;
        self.post_job(Command::Accumulate as u64)?;
        self.prepare_corrections()?;
        self.post_job(Command::Accumulate as u64)?;
        if self.before()?.has_entries() {
            self.prepare_update_before()?;
            self.post_job(Command::Update as u64)?;
        }
        self.wait()?;
        self.read_pooled()
    }
}

/// What the jobs of a batch ahead set.
impl<T> CxlMem<T> {
    /// Of the accumulation that makes the deltas from the gradients of the batch before.
    pub(super) fn delta_settings(&self) -> Result<[(&'static Register, u64); 18], CxlMemError> {
        let configuration = &self.configured()?.configuration;
        let (before, posted, [deltas, _]) = self.ahead()?;
        let vectors = (before.plan.gradients, before.batch.bags());
        let rate = configuration.learning_rate;
        Ok(accumulation(configuration, rate, &posted.plan, &deltas, posted.plan.deltas, vectors))
    }

    /// Of the accumulation that adds the deltas to the pooled vectors of the batch ahead.
    pub(super) fn correction_settings(&self) -> Result<[(&'static Register, u64); 18], CxlMemError> {
        let configuration = &self.configured()?.configuration;
        let (_, Posted { plan, batch }, [deltas, corrections]) = self.ahead()?;
        let vectors = Region { base: plan.pooled.base, bytes: plan.gradients.end() - plan.pooled.base };
        let vectors = (vectors, batch.bags() + deltas.rows);
        Ok(accumulation(configuration, MINUS_ONE, plan, &corrections, plan.pooled, vectors))
    }

    /// Of the update of the batch before.
    pub(super) fn before_settings(
        &self,
    ) -> Result<impl Iterator<Item = (&'static Register, u64)> + use<T>, CxlMemError> {
        Ok(self.before()?.settings(self.configured()?))
    }

    /// The batch before, the batch that was posted ahead, and its accumulations.
    fn ahead(&self) -> Result<(&Posted, &Posted, [AccumulationPlan; 2]), CxlMemError> {
        let (before, posted) = self.before.as_ref().zip(self.posted.as_ref()).ok_or(CxlMemError::NotAhead)?;
        let accumulations = posted.plan.accumulations.ok_or(CxlMemError::NotAhead)?;
        Ok((before, posted, accumulations))
    }
}

/// What an accumulation sets: with `rate`, it makes rows of `table` from the vectors of a region, of which there are so many.
fn accumulation(
    configuration: &Configuration,
    rate: u32,
    batch: &BatchPlan,
    plan: &AccumulationPlan,
    table: Region,
    (vectors, count): (Region, usize),
) -> [(&'static Register, u64); 18] {
    let [directory, offsets, rows, sources, scales] = plan.lists;
    [
        (&registers::VECTOR_LENGTH, u64::from(configuration.vector_length)),
        (&registers::LEARNING_RATE, u64::from(rate)),
        (&registers::POOLING, configuration.pooling as u64),
        (&registers::DATA_BASE, table.base),
        (&registers::DATA_BYTES, table.bytes),
        (&registers::DESCRIPTOR_BASE, batch.descriptors.base),
        (&registers::DESCRIPTOR_BYTES, batch.descriptors.bytes),
        (&registers::GRADIENT_BASE, vectors.base),
        (&registers::GRADIENT_BYTES, vectors.bytes),
        (&registers::TABLE_COUNT, 1),
        (&registers::BAG_COUNT, count as u64),
        (&registers::ENTRY_COUNT, plan.entries as u64),
        (&registers::ROW_COUNT, plan.rows as u64),
        (&registers::ROW_DIRECTORY, directory),
        (&registers::ROW_OFFSETS, offsets),
        (&registers::ROWS, rows),
        (&registers::SOURCE_BAGS, sources),
        (&registers::SOURCE_SCALES, scales),
    ]
}
