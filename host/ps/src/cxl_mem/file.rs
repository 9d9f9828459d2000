//! The memory of a CXL-MEM in a file, which outlives the process that plays the device.
//!
//! The first page says whose rows it holds. Behind it lies what the device has from DPA 0 on, up to the end of the log, and then its last
//! page, which has the superblock of the log.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use emberlane_experiment::PoolDurability;
use emberlane_pmem::{Durability, Mapped, Medium, Parts};
use emberlane_reference::{ReferenceCxlMem, SharedMemory};

use super::layout::laid_out;
use super::places::Places;
use crate::pool::file::{DEVICE_MAGIC, Use, create_whole, open_or_make};
use crate::pool::locked::failed;
use crate::pool::{Identity, PoolError};
use crate::{StoreError, Tables};

const VERSION: u32 = 1;
/// Bytes of what the file says of itself: magic, version, identity, bytes from DPA 0 on, CRC.
const HEADER_BYTES: usize = 56;
/// Bytes in front of the device's memory.
const HEAD_BYTES: u64 = 4096;
/// Memory is shared in pages of so many bytes.
const PAGE_BYTES: u64 = 1 << 16;

/// A device whose persistent memory is in a file.
#[derive(Debug)]
pub struct DeviceFile {
    /// The device; it holds the file's lock as long as it is there.
    pub device: ReferenceCxlMem,
    /// What a write of the device survives.
    pub durability: Durability,
}

/// A part of the file as the device reaches it.
struct Part {
    medium: Mutex<Box<dyn Medium>>,
    /// Whether a write has to be flushed and fenced.
    flushes: bool,
    _lock: Arc<File>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Part").field("flushes", &self.flushes).finish_non_exhaustive()
    }
}

impl SharedMemory for Part {
    fn read(&self, offset: u64, bytes: &mut [u8]) {
        self.medium.lock().unwrap_or_else(PoisonError::into_inner).load(offset, bytes);
    }

    /// As memory that answers a write when it is durable.
    fn write(&self, offset: u64, bytes: &[u8]) {
        let mut medium = self.medium.lock().unwrap_or_else(PoisonError::into_inner);
        medium.store(offset, bytes);
        if self.flushes {
            medium.flush(offset..offset + bytes.len() as u64);
            medium.fence().expect("a fence without msync waits for the processor alone");
        }
    }
}

/// Opens the file of a shard's device with so many memory channels; one that is not there is made. Where it is not on DAX, its writes are worth what
/// `durability` says.
///
/// # Errors
/// [`PoolDurability::Power`], which a device cannot have; a file that is in use, of something else, or damaged; tables that do not fit a device; no room, and a system that fails.
pub fn device_in_file(
    path: &Path,
    identity: &Identity,
    tables: &Tables,
    channels: u32,
    durability: PoolDurability,
) -> Result<DeviceFile, StoreError> {
    if durability == PoolDurability::Power {
        let text = "a CXL-MEM answers each write when it is durable, and cannot wait for msync at every one: take \"dax\" or \"process\"";
        return Err(StoreError::Unavailable(text.to_owned()));
    }
    let new = || {
        let text = format!("there is no CXL-MEM with {channels} memory channels");
        ReferenceCxlMem::new(channels).ok_or(StoreError::Unavailable(text))
    };
    let (end, persistent) = {
        let mut store = laid_out(new()?, tables, &Places::new(tables, identity.shard, identity.shards))?;
        let driver = store.driver_mut();
        let end = driver.log_plan().map_or(0, |plan| plan.log.end());
        (end.next_multiple_of(PAGE_BYTES), driver.capabilities().persistent_bytes)
    };
    let last = persistent - PAGE_BYTES;
    let end = end.min(last);
    let bytes = HEAD_BYTES + end + PAGE_BYTES;
    let make = || {
        let header = encode(identity, end);
        create_whole(path, bytes, |mapped| {
            let head = &mut mapped.part(&[HEAD_BYTES])[0];
            head.store(0, &header);
            head.flush(0..HEADER_BYTES as u64);
            head.fence().map_err(failed(path, "writing its header"))
        })
    };
    let file = open_or_make(path, make)?;
    check(path, &file, identity, end, bytes)?;
    let otherwise = Use::worth(durability).otherwise;
    let mapped = Mapped::open(&file, bytes, otherwise, None).map_err(failed(path, "mapping it"))?;
    let (durability, lock) = (mapped.durability(), Arc::new(file));
    let mut device = new()?;
    let parts = mapped.part(&[HEAD_BYTES, HEAD_BYTES + end]).into_iter().skip(1);
    for (medium, (base, bytes)) in parts.zip([(0, end), (last, PAGE_BYTES)]) {
        let (medium, flushes) = (Mutex::new(medium), durability == Durability::Dax);
        device.share(base, bytes, Arc::new(Part { medium, flushes, _lock: lock.clone() }));
    }
    Ok(DeviceFile { device, durability })
}

fn encode(identity: &Identity, end: u64) -> [u8; HEADER_BYTES] {
    let Identity { job, tables, shard, shards } = *identity;
    let mut bytes = [0; HEADER_BYTES];
    bytes[..8].copy_from_slice(DEVICE_MAGIC);
    for (number, at) in [VERSION, shard, shards].into_iter().zip((8..).step_by(4)) {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    for (number, at) in [job, tables, end].into_iter().zip((24..).step_by(8)) {
        bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    let crc = crc32c::crc32c(&bytes[..HEADER_BYTES - 4]);
    bytes[HEADER_BYTES - 4..].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// Refuses a file of something else.
fn check(path: &Path, file: &File, identity: &Identity, end: u64, bytes: u64) -> Result<(), PoolError> {
    let pool = path.display().to_string();
    let mut header = Vec::new();
    file.take(HEADER_BYTES as u64).read_to_end(&mut header).map_err(failed(path, "reading it"))?;
    let wrong = |what: String| Err(PoolError::NoDevice { pool: pool.clone(), what });
    let small =
        |at: usize| header.get(at..at + 4).map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().expect("4 bytes")));
    let large = |at: usize| u64::from(small(at)) | u64::from(small(at + 4)) << 32;
    if !header.starts_with(DEVICE_MAGIC) {
        return wrong("it does not begin as one".to_owned());
    }
    if header.len() < HEADER_BYTES || small(HEADER_BYTES - 4) != crc32c::crc32c(&header[..HEADER_BYTES - 4]) {
        return wrong("what it says of itself (bytes 0..56) does not have its checksum".to_owned());
    }
    if small(8) != VERSION {
        return wrong(format!("it has version {} of the format, and this program reads version {VERSION}", small(8)));
    }
    let found = Identity { shard: small(12), shards: small(16), job: large(24), tables: large(32) };
    identity.check(&pool, &found)?;
    let length = file.metadata().map_err(failed(path, "reading its length"))?.len();
    if (large(40), length) != (end, bytes) {
        return wrong(format!("it has {length} bytes, and {bytes} are what these tables take"));
    }
    Ok(())
}
