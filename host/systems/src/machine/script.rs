//! What the host sends to post jobs: made by the driver, and played in the fabric's time.

use std::collections::VecDeque;

use emberlane_drivers::{HostWrite, TransportError, WriteList};
use emberlane_models::cxl::BAR_BASE;
use emberlane_registers::cxl_mem::LINE_BYTES;

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
    /// The writes of a list, by host physical address as `host_address` has it.
    ///
    /// # Errors
    /// Memory that the device does not have.
    pub(super) fn new(
        writes: WriteList,
        host_address: impl Fn(u64, u64) -> Result<u64, TransportError>,
    ) -> Result<Self, TransportError> {
        let mut script = Self::default();
        for write in writes {
            match write {
                HostWrite::Memory { address, bytes } => {
                    script.stores.push((host_address(address, bytes.len() as u64)?, bytes));
                }
                HostWrite::Register { offset, value } => script.writes.push((BAR_BASE + offset, value)),
            }
        }
        Ok(script)
    }
}

/// A script that is played.
#[derive(Debug)]
pub(super) struct Play {
    script: Script,
    begin: Time,
    begun: bool,
    /// Stores under way at most.
    stores: usize,
    /// Lines, or parts of one, that are to be stored: address and bytes.
    lines: VecDeque<(u64, Vec<u8>)>,
    /// What is under way: address and operation.
    waits: Vec<(u64, OperationId)>,
    doorbells: u64,
}

impl Play {
    /// Plays a script from a time on, with so many stores under way at most.
    ///
    /// # Panics
    /// If that is none.
    pub(super) fn new(mut script: Script, begin: Time, stores: usize, fabric: &mut Fabric) -> Self {
        assert!(stores > 0, "a CPU has a store under way");
        fabric.at(begin, |_| Ok(()));
        let mut lines = VecDeque::new();
        for (mut address, bytes) in std::mem::take(&mut script.stores) {
            let mut left = &bytes[..];
            while !left.is_empty() {
                let room = (LINE_BYTES - address % LINE_BYTES) as usize;
                let (line, rest) = left.split_at(room.min(left.len()));
                lines.push_back((address, line.to_vec()));
                address += line.len() as u64;
                left = rest;
            }
        }
        let rings = |(address, _): &&(u64, u64)| *address == BAR_BASE + WriteList::DOORBELL;
        let doorbells = script.writes.iter().filter(rings).count() as u64;
        Self { script, begin, begun: false, stores, lines, waits: Vec::new(), doorbells }
    }

    /// How often the script rings the device's doorbell.
    pub(super) fn doorbells(&self) -> u64 {
        self.doorbells
    }

    /// Whether there is something to do: [`go_on`](Self::go_on).
    pub(super) fn is_due(&mut self, fabric: &Fabric) -> bool {
        if !self.begun {
            return fabric.now() >= self.begin;
        }
        let mut waits = self.waits.iter();
        // A store that is done makes room for the next; when there is none, all have to be done.
        if self.lines.is_empty() {
            waits.all(|(_, operation)| fabric.is_done(*operation))
        } else {
            waits.any(|(_, operation)| fabric.is_done(*operation))
        }
    }

    /// Sends what is next; says whether the script is at its end: all is stored, and the last write is sent.
    pub(super) fn go_on(&mut self, fabric: &mut Fabric) -> Result<bool, FabricError> {
        self.begun = true;
        let mut under_way = Vec::new();
        for (address, operation) in std::mem::take(&mut self.waits) {
            if fabric.is_done(operation) {
                fabric.take_good(operation, address)?;
            } else {
                under_way.push((address, operation));
            }
        }
        self.waits = under_way;
        while self.waits.len() < self.stores
            && let Some((address, bytes)) = self.lines.pop_front()
        {
            self.waits.extend(fabric.post_stores(address, &bytes));
        }
        if !self.waits.is_empty() {
            return Ok(false);
        }
        for (address, value) in std::mem::take(&mut self.script.writes) {
            self.waits.push((address, fabric.post_mmio_write(address, 8, value)));
        }
        Ok(self.waits.is_empty())
    }
}
