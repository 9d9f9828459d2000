//! SmartSSDs whose messages pass a simulated fabric.
//!
//! The time of a batch is that of the executor, with or without messages: links are shared fairly by what is moved ([`flows`](crate::machine)), and
//! kernel and agent take their cycles, which are the RTL's at these links, or those of a device without one. The fabric has a time of its own, which
//! is never behind: messages of an iteration come when it begins. Their latencies are those of one GPU and, but for the RTL, of a device that fetches,
//! works, snoops and writes one behind the other.

use emberlane_fabric::fabric::{Fabric, FabricError};
use emberlane_fabric::time::Time;

use crate::machine::{FabricReport, MachineError};
use crate::schedule::message_file::MessageFile;
use crate::{Messages, SharedFabric, TrainError};

/// The fabric, and the file of its messages.
pub(super) struct InFabric {
    fabric: SharedFabric,
    messages: MessageFile,
}

impl InFabric {
    /// What was put into memory before is forgotten.
    pub(super) fn new(fabric: SharedFabric, messages: Option<Messages>) -> Result<Self, TrainError> {
        fabric.borrow_mut().fabric().clear_statistics();
        Ok(Self { fabric, messages: MessageFile::new(messages)? })
    }

    /// A batch begins.
    pub(super) fn begin(&mut self, batch: u64) -> Result<(), TrainError> {
        self.messages.begin(batch, self.fabric.borrow_mut().fabric())
    }

    /// A batch has ended.
    pub(super) fn ended(&mut self, batch: u64) -> Result<(), TrainError> {
        self.messages.ended(batch, self.fabric.borrow_mut().fabric())
    }

    /// The executor has come to a time.
    pub(super) fn pass_to(&mut self, now_ps: u64) -> Result<(), TrainError> {
        Ok(self.fabric.borrow_mut().pass_to(Time(now_ps)).map_err(MachineError::from)?)
    }

    /// Nothing may be left on its way. What has moved, and the file of it, whole.
    pub(super) fn end(mut self) -> Result<FabricReport, TrainError> {
        let mut shared = self.fabric.borrow_mut();
        let fabric: &mut Fabric = shared.fabric();
        let rests: Result<(), FabricError> = fabric.run_to_end();
        rests.map_err(MachineError::from)?;
        self.messages.end(fabric)?;
        Ok(FabricReport::new(fabric))
    }
}
