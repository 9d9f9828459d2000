//! When the GPU answers reads of parameters that are logged over several batches (Fig. 9b of TrainingCXL).
//!
//! It does so while it computes interaction and top MLP, in which the links carry nothing of the batch; the device asks, too, only while
//! none of its jobs works. So nothing of a batch waits for the log, which takes as many batches as it takes; the next begins with the
//! first batch that is posted behind its end. How far parameters may be behind rows is bounded, though: the device holds an update back
//! whose newest parameters are too old. Where that would come next, the GPU goes on answering.

use std::collections::VecDeque;

use emberlane_fabric::time::Time;

use crate::machine::{Machine, MachineError};

/// The windows of a run.
pub(super) struct ParameterWindows {
    /// By how many batches parameters may be older than the batch of an update that begins.
    lag: u64,
    /// Bytes of a record.
    bytes: u64,
    /// The batch of the newest record that is whole; `None`: the device has made none, and holds every update back.
    whole: Option<u64>,
    /// Records that the device had made before.
    made: u64,
    /// Records that are posted and not whole, the oldest first.
    records: VecDeque<Record>,
    /// Lines that the device had asked for when that was looked at last.
    asked: u64,
    /// Batches behind which the windows stayed open.
    overruns: u64,
}

struct Record {
    batch: u64,
    copy: u64,
    /// The GPU has the copy.
    is_there: bool,
    is_open: bool,
}

impl ParameterWindows {
    /// Those of a run in which parameters may be so many batches behind.
    pub fn new(lag: u64, bytes: u64, machine: &mut Machine) -> Self {
        let (made, asked) = (machine.parameter_records(), machine.parameter_lines());
        Self { lag, bytes, whole: None, made, records: VecDeque::new(), asked, overruns: 0 }
    }

    /// Whether every record that was posted is whole: the next may be.
    pub fn are_whole(&mut self, machine: &mut Machine) -> bool {
        self.forget_whole(machine);
        self.records.is_empty()
    }

    /// A record was posted, of this copy.
    pub fn posted(&mut self, batch: u64, copy: u64) {
        self.records.push_back(Record { batch, copy, is_there: false, is_open: false });
    }

    /// The GPU has a copy from `ready` on. It answers when its window comes.
    pub fn frozen(&mut self, batch: u64) {
        for record in self.records.iter_mut().filter(|record| record.batch == batch) {
            record.is_there = true;
        }
    }

    /// The GPU begins with interaction and top MLP.
    pub fn open(&mut self, machine: &mut Machine) -> Result<(), MachineError> {
        self.forget_whole(machine);
        for record in self.records.iter_mut().filter(|record| record.is_there && !record.is_open) {
            machine.open_parameters(record.copy, self.bytes)?;
            record.is_open = true;
        }
        Ok(())
    }

    /// The GPU ends top MLP and interaction of a batch at this time.
    pub fn close(&mut self, batch: u64, at: Time, machine: &mut Machine) {
        self.forget_whole(machine);
        // Before the next window, updates of this batch and of the one before it may begin. The very first waits for the first record.
        let Some(whole) = self.whole else { return };
        if batch > whole + self.lag {
            self.overruns += 1;
            return;
        }
        for record in self.records.iter_mut().filter(|record| record.is_open) {
            machine.close_parameters(record.copy, self.bytes, at);
            record.is_open = false;
        }
    }

    /// Batches behind which the windows stayed open, because the log had to end; the first log of a run is not counted.
    pub fn overruns(&self) -> u64 {
        self.overruns
    }

    /// Bytes that the device has asked for since this was asked.
    pub fn logged(&mut self, machine: &mut Machine) -> u64 {
        let asked = machine.parameter_lines();
        let lines = asked - std::mem::replace(&mut self.asked, asked);
        lines * emberlane_registers::cxl_mem::LINE_BYTES
    }

    fn forget_whole(&mut self, machine: &mut Machine) {
        while machine.parameter_records() > self.made
            && let Some(record) = self.records.pop_front()
        {
            self.made += 1;
            self.whole = Some(record.batch);
        }
    }
}
