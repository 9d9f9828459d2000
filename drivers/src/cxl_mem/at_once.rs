//! A batch at a time: posted, looked up, updated, and waited for.

use emberlane_registers::cxl_mem::Command;

use super::{batch::Batch, device::CxlMem, error::CxlMemError, words};
use crate::transport::Transport;

impl<T: Transport> CxlMem<T> {
    /// Checks a batch and writes its lists, for a lookup and for an update, into a half of the scratchpad: in place of the
    /// batch before, or, while jobs of that one are under way, beside it.
    ///
    /// # Errors
    /// A batch that does not match the tables, asks for a row that does not exist, lacks scales for mean pooling or does not
    /// fit into half of the scratchpad, and those of the transport.
    pub fn post(&mut self, batch: &Batch) -> Result<(), CxlMemError> {
        let list = self.place_alone(batch)?;
        self.run(list)
    }

    /// Like [`post`](Self::post), but leaves it to the device to find rows that do not exist.
    ///
    /// # Errors
    /// As [`post`](Self::post), but for rows.
    pub fn post_unchecked(&mut self, batch: &Batch) -> Result<(), CxlMemError> {
        let list = self.place_unchecked(batch)?;
        self.run(list)
    }

    /// Writes the registers of the posted batch, those that changed; what [`lookup`](Self::lookup) and
    /// [`update`](Self::update) do before they submit. What peers do for a job (`FLUSH_TARGET`, `GRADIENT_LINES`,
    /// `PARAMETER_*`) stays as it was [set](Self::set).
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], and those of the transport.
    pub fn prepare(&mut self) -> Result<(), CxlMemError> {
        let settings = self.batch_settings()?;
        self.set_all(settings)
    }

    /// Pools every bag of the posted batch and reads the pooled vectors: `bags * vector_length` words.
    ///
    /// # Errors
    /// [`CxlMemError::Device`] if the device refuses the job, and those of the transport.
    pub fn lookup(&mut self) -> Result<Vec<u32>, CxlMemError> {
        self.prepare()?;
        self.submit(Command::Lookup as u64)?;
        self.read_pooled()
    }

    /// Reads the pooled vectors of the posted batch as they are: `bags * vector_length` words.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], and those of the transport.
    pub fn read_pooled(&mut self) -> Result<Vec<u32>, CxlMemError> {
        let region = self.posted()?.plan.pooled;
        let mut pooled = vec![0; (region.bytes / words::WORD_BYTES) as usize];
        words::read(&mut self.transport, region.base, &mut pooled)?;
        Ok(pooled)
    }

    /// Applies one gradient a bag (`bags * vector_length` words) to the rows of the posted batch. A batch whose bags are
    /// all empty changes nothing and is not sent to the device.
    ///
    /// # Errors
    /// The wrong number of words, [`CxlMemError::Device`] if the device refuses the job, and those of the transport.
    pub fn update(&mut self, gradients: &[u32]) -> Result<(), CxlMemError> {
        self.write_gradients(gradients)?;
        if self.posted.as_ref().is_some_and(|posted| !posted.has_entries()) {
            return Ok(());
        }
        self.prepare()?;
        self.submit(Command::Update as u64)
    }

    /// Writes the gradients of the posted batch without starting the update.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`], the wrong number of words, and those of the transport.
    pub fn write_gradients(&mut self, gradients: &[u32]) -> Result<(), CxlMemError> {
        let base = self.posted()?.gradient_base(gradients)?;
        Ok(words::write(&mut self.transport, base, gradients)?)
    }

    /// Waits for all jobs, and from then on flushes to no peer and waits for no gradients of one: the end of a training whose jobs
    /// were posted with peers.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn settle(&mut self) -> Result<(), CxlMemError> {
        self.is_open = false;
        self.wait()?;
        let list = self.close_writes();
        self.run(list)
    }
}
