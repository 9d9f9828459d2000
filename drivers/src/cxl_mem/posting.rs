//! Register programmes of whole batches.
//!
//! Automatic data movement (TrainingCXL, Section III) makes a batch a matter of a few jobs: the device flushes pooled vectors
//! to its peer, the GPU, and begins what needs gradients when the peer has written them. So all jobs of a batch are posted
//! at once, before any of its vectors are there, and what the host writes to post them is known in advance: a [`WriteList`].
//! Which job flushes (`FLUSH_TARGET`) and which counts, awaits or takes gradients (`GRADIENT_LINES`) is set job by job.

use emberlane_registers::{
    Register,
    cxl_mem::{COUNT_ONLY, Command, FLUSH_TARGET, GRADIENT_LINES, KEEP, LINES},
};

use super::{batch::Batch, device::CxlMem, error::CxlMemError, overlap::Overlap, write_list::WriteList};

/// `FLUSH_TARGET` of a peer: bit 0 enables.
const fn flush_to(peer: u64) -> u64 {
    peer | 1
}

impl<T> CxlMem<T> {
    /// Posts a lookup of a batch.
    ///
    /// With `peer`, the lookup flushes the pooled vectors to that HPA, and gradients that the peer writes are counted from
    /// the lookup on; the update waits for all of them. Without, the host moves both itself, and posts the
    /// [update](Self::update_writes) when gradients are there.
    ///
    /// | write | what for |
    /// | --- | --- |
    /// | lists of the batch | a half of the scratchpad that no job uses |
    /// | `FLUSH_TARGET` | the peer, or none |
    /// | `GRADIENT_LINES` | all gradients of the batch; none without a peer, or if nothing takes them: a batch without an entry has no update |
    /// | settings of the batch, doorbell | the lookup |
    ///
    /// # Errors
    /// As [`post`](Self::post), but for the transport; [`CxlMemError::NotCleared`].
    pub fn lookup_writes(&mut self, batch: &Batch, peer: Option<u64>) -> Result<WriteList, CxlMemError> {
        self.check_cleared()?;
        let list = self.place_alone(batch)?;
        let posted = self.posted()?;
        let counts = peer.is_some() && posted.has_entries();
        let lines = if counts { posted.gradient_lines() } else { 0 };
        self.lookup_placed(list, peer.map_or(0, flush_to), lines)
    }

    /// Posts a lookup of a batch whose update comes behind the lookup of the next one (relaxed lookup), and everything that the
    /// batch before waits for: if that one was posted so, too, the lookup finds the tables as that one found them.
    ///
    /// Of the first batch, the lookup flushes to `peer`, an HPA, as [`lookup_writes`](Self::lookup_writes) does. Its gradients are
    /// counted even if it has no entry: the deltas of the next batch take them.
    ///
    /// Of every later one:
    ///
    /// | job | `FLUSH_TARGET` | `GRADIENT_LINES` |
    /// | --- | --- | --- |
    /// | lookup, beside the gradients of the batch before | none | left alone |
    /// | accumulation of the deltas | none | waits for the gradients of the batch before, and takes them |
    /// | accumulation of the corrections | the peer | counts those of this batch, which come as soon as it flushes |
    /// | update of the batch before, if it has entries | the peer, no use | left alone, and so by logs behind it |
    ///
    /// The update of the last batch is [`update_writes`](Self::update_writes).
    ///
    /// # Errors
    /// As [`lookup_writes`](Self::lookup_writes).
    pub fn ahead_writes(&mut self, batch: &Batch, peer: u64) -> Result<WriteList, CxlMemError> {
        self.check_cleared()?;
        let before = self.posted.as_ref().filter(|_| self.is_open);
        let list = match before.map(|before| Overlap::new(&before.batch, batch)) {
            Some(overlap) => {
                let list = self.place_ahead(batch, &overlap)?;
                self.ahead_of_placed(list, flush_to(peer))?
            }
            None => {
                let list = self.place_alone(batch)?;
                let lines = self.posted()?.gradient_lines();
                self.lookup_placed(list, flush_to(peer), lines)?
            }
        };
        self.is_open = true;
        Ok(list)
    }

    /// Posts the update of the batch that was posted last, unless it has no entry.
    ///
    /// Behind [`ahead_writes`](Self::ahead_writes) the settings are those of the batch before: they, and `GRADIENT_LINES`, are set
    /// to this one's first.
    ///
    /// # Errors
    /// [`CxlMemError::NotPosted`] and [`CxlMemError::NotCleared`].
    pub fn update_writes(&mut self) -> Result<WriteList, CxlMemError> {
        self.check_cleared()?;
        let settings = self.batch_settings()?;
        let posted = self.posted()?;
        let (lines, has_entries) = (posted.gradient_lines(), posted.has_entries());
        let mut list = WriteList::default();
        if std::mem::take(&mut self.is_open) {
            self.write_setting(&mut list, &GRADIENT_LINES, LINES.place(lines));
            self.write_settings(&mut list, settings);
        }
        if has_entries {
            self.ring(&mut list, Command::Update as u64);
        }
        Ok(list)
    }

    /// Sets that later jobs flush to no peer, and wait for no gradients of one; what [`settle`](Self::settle) does when all jobs
    /// have ended.
    pub fn close_writes(&mut self) -> WriteList {
        self.is_open = false;
        let mut list = WriteList::default();
        self.write_settings(&mut list, [(&FLUSH_TARGET, 0), (&GRADIENT_LINES, 0)]);
        list
    }

    /// The lookup of a batch whose lists are placed.
    fn lookup_placed(&mut self, mut list: WriteList, flush: u64, lines: u64) -> Result<WriteList, CxlMemError> {
        let settings = self.batch_settings()?;
        self.write_settings(&mut list, [(&FLUSH_TARGET, flush), (&GRADIENT_LINES, LINES.place(lines))]);
        self.write_settings(&mut list, settings);
        self.ring(&mut list, Command::Lookup as u64);
        Ok(list)
    }

    /// The jobs of a batch whose lists are placed ahead.
    fn ahead_of_placed(&mut self, mut list: WriteList, flush: u64) -> Result<WriteList, CxlMemError> {
        let (settings, update) = (self.batch_settings()?, self.before_settings()?);
        let (deltas, corrections) = (self.delta_settings()?, self.correction_settings()?);
        let (taken, counted) = (self.before()?.gradient_lines(), self.posted()?.gradient_lines());
        let keep = (&GRADIENT_LINES, KEEP.place(1));

        self.write_settings(&mut list, [(&FLUSH_TARGET, 0), keep]);
        self.write_settings(&mut list, settings);
        self.ring(&mut list, Command::Lookup as u64);

        self.write_setting(&mut list, &GRADIENT_LINES, LINES.place(taken));
        self.write_settings(&mut list, deltas);
        self.ring(&mut list, Command::Accumulate as u64);

        self.write_setting(&mut list, &FLUSH_TARGET, flush);
        self.write_setting(&mut list, &GRADIENT_LINES, LINES.place(counted) | COUNT_ONLY.place(1));
        self.write_settings(&mut list, corrections);
        self.ring(&mut list, Command::Accumulate as u64);

        self.write_settings(&mut list, [keep]);
        if self.before()?.has_entries() {
            self.write_settings(&mut list, update);
            self.ring(&mut list, Command::Update as u64);
        }
        Ok(list)
    }

    /// What a lookup or an update of the posted batch sets.
    pub(super) fn batch_settings(
        &self,
    ) -> Result<impl Iterator<Item = (&'static Register, u64)> + use<T>, CxlMemError> {
        let configured = self.configured()?;
        Ok(self.posted()?.settings(configured))
    }
}
