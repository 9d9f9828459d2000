//! What the host writes to post jobs.

use emberlane_registers::{Register, cxl_mem::DOORBELL};

use crate::transport::{Transport, TransportError};

/// One write of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostWrite {
    /// Bytes that are stored to device memory: CXL.mem.
    Memory {
        /// DPA of the first byte.
        address: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A register that is written: CXL.io.
    Register {
        /// Offset in the device's MMIO region.
        offset: u64,
        /// Its new value.
        value: u64,
    },
}

impl HostWrite {
    /// Does it.
    fn perform(&self, transport: &mut impl Transport) -> Result<(), TransportError> {
        match self {
            Self::Memory { address, bytes } => transport.memory_write(*address, bytes),
            Self::Register { offset, value } => transport.mmio_write(*offset, *value),
        }
    }
}

/// The writes that post jobs, in order: lists of batches into device memory, settings and doorbells into registers.
///
/// The driver makes it from what it knows of the device, without reaching it, and from then on knows the device as it is
/// when all of it is done. So whoever gets a list has it done before the next one, in order, but for this: stores may come before
/// register writes that they stand behind, never the other way round. [`CxlMem::run`](super::CxlMem::run) does it at once; a simulated machine plays
/// it in its own time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "the driver counts on these writes being done"]
pub struct WriteList {
    writes: Vec<HostWrite>,
}

impl WriteList {
    /// Offset of the register whose writes post a job each.
    pub const DOORBELL: u64 = DOORBELL.offset;

    /// Stores bytes.
    pub(super) fn store(&mut self, address: u64, bytes: Vec<u8>) {
        self.writes.push(HostWrite::Memory { address, bytes });
    }

    /// Writes a register.
    pub(super) fn register(&mut self, register: &Register, value: u64) {
        self.writes.push(HostWrite::Register { offset: register.offset, value });
    }

    /// Adds the writes of a list that was made after this one.
    pub fn append(&mut self, next: Self) {
        self.writes.extend(next.writes);
    }

    /// The writes, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, HostWrite> {
        self.writes.iter()
    }

    /// How many jobs it posts.
    #[must_use]
    pub fn jobs(&self) -> usize {
        let rings = |write: &&HostWrite| matches!(write, HostWrite::Register { offset: Self::DOORBELL, .. });
        self.iter().filter(rings).count()
    }

    /// Bytes that it stores.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        let bytes = |write: &HostWrite| match write {
            HostWrite::Memory { bytes, .. } => bytes.len() as u64,
            HostWrite::Register { .. } => 0,
        };
        self.iter().map(bytes).sum()
    }

    /// Does the writes, in order, until one fails.
    ///
    /// # Errors
    /// That of the transport, with the writes that are not done: the one that failed, and those behind it.
    pub fn run(self, transport: &mut impl Transport) -> Result<(), (TransportError, Self)> {
        let mut writes = self.writes.into_iter();
        while let Some(write) = writes.next() {
            if let Err(error) = write.perform(transport) {
                return Err((error, Self { writes: std::iter::once(write).chain(writes).collect() }));
            }
        }
        Ok(())
    }
}

impl IntoIterator for WriteList {
    type Item = HostWrite;
    type IntoIter = std::vec::IntoIter<HostWrite>;

    fn into_iter(self) -> Self::IntoIter {
        self.writes.into_iter()
    }
}

impl<'a> IntoIterator for &'a WriteList {
    type Item = &'a HostWrite;
    type IntoIter = std::slice::Iter<'a, HostWrite>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
