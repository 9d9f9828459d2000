//! What the host sends to post jobs: recorded from the driver, and played in the fabric's time.

use std::collections::VecDeque;

use emberlane_fabric::fabric::{Fabric, FabricError};
use emberlane_fabric::home::OperationId;
use emberlane_fabric::time::Time;

/// Stores and register writes of the host, by host physical address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    /// CXL.mem: bytes that are stored.
    pub(super) stores: Vec<(u64, Vec<u8>)>,
    /// CXL.io: registers that are written once the stores are done, in order.
    pub(super) writes: Vec<(u64, u64)>,
}

impl Script {
    /// Bytes of the stores.
    pub(super) fn bytes(&self) -> u64 {
        self.stores.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

/// A script that is played.
#[derive(Debug)]
pub(super) struct Play {
    script: Script,
    begin: Time,
    begun: bool,
    /// What is under way: address and operation.
    waits: VecDeque<(u64, OperationId)>,
    /// How many of the first of them are done.
    done: usize,
}

impl Play {
    /// Plays a script from a time on.
    pub(super) fn new(script: Script, begin: Time, fabric: &mut Fabric) -> Self {
        fabric.at(begin, |_| Ok(()));
        Self { script, begin, begun: false, waits: VecDeque::new(), done: 0 }
    }

    /// Whether there is something to do: [`go_on`](Self::go_on).
    pub(super) fn is_due(&mut self, fabric: &Fabric) -> bool {
        if !self.begun {
            return fabric.now() >= self.begin;
        }
        while self.waits.get(self.done).is_some_and(|(_, operation)| fabric.is_done(*operation)) {
            self.done += 1;
        }
        self.done == self.waits.len()
    }

    /// Sends what is next; says whether the script is at its end: all is stored, and the last write is sent.
    pub(super) fn go_on(&mut self, fabric: &mut Fabric) -> Result<bool, FabricError> {
        self.done = 0;
        for (address, operation) in std::mem::take(&mut self.waits) {
            fabric.take_good(operation, address)?;
        }
        if !self.begun {
            self.begun = true;
            for (address, bytes) in std::mem::take(&mut self.script.stores) {
                self.waits.extend(fabric.post_stores(address, &bytes));
            }
            if !self.waits.is_empty() {
                return Ok(false);
            }
        }
        for (address, value) in std::mem::take(&mut self.script.writes) {
            self.waits.push_back((address, fabric.post_mmio_write(address, 8, value)));
        }
        Ok(self.waits.is_empty())
    }
}
