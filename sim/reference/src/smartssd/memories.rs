//! The memories that a SmartSSD reaches, and the faults that tests put into them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::kernel::Refused;
use crate::memory::{Memory, SharedMemory};

pub(super) use emberlane_registers::cxl::LINE_BYTES;

/// Requests of the device that are answered with an error: of these addresses, until they are healed. The host's own are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Reads of the SSD.
    SsdRead(Range<u64>),
    /// Writes to the SSD.
    SsdWrite(Range<u64>),
    /// Reads of the FPGA's DRAM.
    DramRead(Range<u64>),
    /// Writes to the FPGA's DRAM.
    DramWrite(Range<u64>),
}

/// A memory that a SmartSSD reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The FPGA's DRAM: the TX buffers are its first bytes.
    Dram,
    /// The SSD.
    Ssd,
    /// Memory of the host and its peers.
    Host,
}

/// The FPGA's DRAM, the SSD, and the memory of the host and its peers.
#[derive(Clone, Debug, Default)]
pub(super) struct Memories {
    /// What is there whatever the faults.
    pub(super) dram: Memory,
    /// What is there whatever the faults.
    pub(super) ssd: Memory,
    host: Memory,
    faults: Vec<Fault>,
    /// Addresses of lines of the host.
    poisoned: HashSet<u64>,
    /// Bytes of the next write to a line of the host that arrive.
    torn: HashMap<u64, usize>,
}

impl Memories {
    pub(super) fn share(&mut self, reached: Reached, base: u64, bytes: u64, memory: Arc<dyn SharedMemory>) {
        let shared = match reached {
            Reached::Dram => &mut self.dram,
            Reached::Ssd => &mut self.ssd,
            Reached::Host => &mut self.host,
        };
        shared.share(base, bytes, memory);
    }

    pub(super) fn inject(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub(super) fn heal(&mut self) {
        self.faults.clear();
        self.poisoned.clear();
        self.torn.clear();
    }

    pub(super) fn poison(&mut self, address: u64) {
        self.poisoned.insert(address / LINE_BYTES);
    }

    pub(super) fn tear(&mut self, address: u64, arrives: usize) {
        self.torn.insert(address / LINE_BYTES, arrives);
    }

    /// Whether no fault that `select` takes an interest in meets the access.
    fn allows(
        &self,
        address: u64,
        length: usize,
        select: impl Fn(&Fault) -> Option<&Range<u64>>,
    ) -> Result<(), Refused> {
        let end = address.saturating_add(length as u64);
        let met = self.faults.iter().filter_map(select).any(|range| range.start < end && address < range.end);
        if met { Err(Refused) } else { Ok(()) }
    }

    pub(super) fn read_ssd(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refused> {
        self.allows(address, bytes.len(), |fault| match fault {
            Fault::SsdRead(range) => Some(range),
            _ => None,
        })?;
        self.ssd.read(address, bytes);
        Ok(())
    }

    pub(super) fn write_ssd(&mut self, address: u64, bytes: &[u8]) -> Result<(), Refused> {
        self.allows(address, bytes.len(), |fault| match fault {
            Fault::SsdWrite(range) => Some(range),
            _ => None,
        })?;
        self.ssd.write(address, bytes);
        Ok(())
    }

    pub(super) fn read_dram(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refused> {
        self.allows(address, bytes.len(), |fault| match fault {
            Fault::DramRead(range) => Some(range),
            _ => None,
        })?;
        self.dram.read(address, bytes);
        Ok(())
    }

    pub(super) fn write_dram(&mut self, address: u64, bytes: &[u8]) -> Result<(), Refused> {
        self.allows(address, bytes.len(), |fault| match fault {
            Fault::DramWrite(range) => Some(range),
            _ => None,
        })?;
        self.dram.write(address, bytes);
        Ok(())
    }

    /// Reads memory of the host for the device.
    pub(super) fn fetch(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refused> {
        let lines = address / LINE_BYTES..(address + bytes.len() as u64).div_ceil(LINE_BYTES);
        if !self.poisoned.is_empty() && lines.into_iter().any(|line| self.poisoned.contains(&line)) {
            return Err(Refused);
        }
        self.host.read(address, bytes);
        Ok(())
    }

    /// The host's own read.
    pub(super) fn read_host(&self, address: u64, bytes: &mut [u8]) {
        self.host.read(address, bytes);
    }

    /// The host's own write; it heals poison.
    pub(super) fn write_host(&mut self, mut address: u64, mut bytes: &[u8]) {
        if self.poisoned.is_empty() && self.torn.is_empty() {
            return self.host.write(address, bytes);
        }
        while !bytes.is_empty() {
            let in_line = (LINE_BYTES - address % LINE_BYTES).min(bytes.len() as u64) as usize;
            let (part, rest) = bytes.split_at(in_line);
            let line = address / LINE_BYTES;
            self.poisoned.remove(&line);
            let arrives = self.torn.remove(&line).unwrap_or(in_line).min(in_line);
            self.host.write(address, &part[..arrives]);
            (address, bytes) = (address + in_line as u64, rest);
        }
    }
}
