//! Fetches: what their registers say, and the checks.

use super::{
    Failure,
    region::{Memory, Range},
};
use emberlane_registers::{
    Register,
    cxl_mem::{self as map, ErrorCode, LINE_BYTES},
};

/// Parameters that the device reads from a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// HPA of the first line, at the peer.
    pub source: u64,
    /// DPA of the first line, in persistent memory.
    pub target: u64,
    /// Bytes; whole lines.
    pub bytes: u64,
}

/// The registers of a fetch.
#[derive(Clone, Debug)]
pub struct FetchJob {
    source: u64,
    data: Range,
    parameters: Range,
}

impl FetchJob {
    /// Takes the registers.
    pub fn new(read: impl Fn(&Register) -> u64) -> Self {
        Self {
            source: read(&map::PARAMETER_SOURCE),
            data: Range::region(&map::DATA_BASE, &map::DATA_BYTES, &read),
            parameters: Range::region(&map::PARAMETER_TARGET, &map::PARAMETER_BYTES, &read),
        }
    }

    /// The checks under "Registers of a fetch" of the order in `emberlane_registers::cxl_mem`.
    pub fn check(&self, persistent_bytes: u64) -> Result<(), Failure> {
        if !self.source.is_multiple_of(LINE_BYTES) {
            return Err((ErrorCode::Misaligned, map::PARAMETER_SOURCE.offset));
        }
        self.data.check(&map::DATA_BYTES, Memory::persistent(persistent_bytes))?;
        self.parameters.check(&map::PARAMETER_BYTES, Memory::persistent(persistent_bytes))?;
        if self.parameters.overlaps(&self.data) {
            return Err(self.parameters.fail(ErrorCode::RegionOverlap));
        }
        Ok(())
    }

    /// What is to be read, once the checks have found it good.
    pub fn fetch(&self) -> Fetch {
        Fetch { source: self.source, target: self.parameters.base, bytes: self.parameters.bytes }
    }
}
