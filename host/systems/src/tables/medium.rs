//! What a host's memory controller or drive takes for lines and pages.

use emberlane_models::media::MediaPreset;
use emberlane_models::storage::{Access, AccessTime, Ssd};

/// Bytes after which the next channel has its turn: the line of persistent memory.
const INTERLEAVE: u64 = 256;

/// What is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traffic {
    /// A part of a row.
    Row,
    /// A part of a log, which follows the part before it.
    Log,
}

/// Channels of memory of the host.
#[derive(Clone, Debug)]
pub(super) struct Channels {
    preset: MediaPreset,
    /// Reads and writes have one bus, as in DRAM.
    shares_bus: bool,
    /// When the buses of each channel are free, for reads and for writes.
    free: Vec<[u64; 2]>,
}

impl Channels {
    /// So many channels of a medium.
    pub fn new(preset: MediaPreset, channels: usize, shares_bus: bool) -> Self {
        Self { preset, shares_bus, free: vec![[0; 2]; channels.max(1)] }
    }

    fn done(&mut self, now: u64, access: Access, traffic: Traffic, address: u64, bytes: u64) -> u64 {
        let (rate, latency) = match (access, traffic) {
            (Access::Read, _) => (&self.preset.read_bandwidth_mb_per_s, &self.preset.read_latency_ps),
            (Access::Write, Traffic::Row) => (&self.preset.row_write_bandwidth_mb_per_s, &self.preset.write_latency_ps),
            (Access::Write, Traffic::Log) => {
                (&self.preset.stream_write_bandwidth_mb_per_s, &self.preset.write_latency_ps)
            }
        };
        let channel = (address / INTERLEAVE % self.free.len() as u64) as usize;
        let bus = if self.shares_bus || access == Access::Read { 0 } else { 1 };
        let free = &mut self.free[channel][bus];
        *free = now.max(*free) + (bytes * 1_000_000).checked_div(rate.value).unwrap_or(0);
        *free + latency.value
    }
}

/// What holds the tables of a host.
#[derive(Debug)]
pub(super) enum Medium {
    /// Memory, in lines.
    Memory(Box<Channels>),
    /// A drive, in pages of so many bytes.
    Drive(Box<Ssd>, u64),
}

impl Medium {
    /// Bytes that are read or written at least.
    pub fn grain(&self) -> u64 {
        match self {
            Self::Memory(_) => emberlane_registers::cxl_mem::LINE_BYTES,
            Self::Drive(_, page) => *page,
        }
    }

    /// When an access of a grain that comes now is done.
    pub fn done(&mut self, now: u64, access: Access, traffic: Traffic, address: u64) -> u64 {
        let bytes = self.grain();
        match self {
            Self::Memory(channels) => channels.done(now, access, traffic, address, bytes),
            Self::Drive(ssd, _) => ssd.done(now, access, address, bytes),
        }
    }
}
