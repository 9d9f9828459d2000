//! Pools in files: made, opened, locked.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{FileExt, FileTypeExt};
use std::path::Path;

use emberlane_experiment::PoolDurability;
use emberlane_files::folder_of;
use emberlane_models::media::preset;
use emberlane_pmem::{Delay, Durability, Mapped};
use rustix::fs::{FallocateFlags, fallocate};

use super::layout::{HEADER_BYTES, SLOTS, SUPERBLOCKS, stride};
use super::locked::{failed, lock};
use super::slot::renumber;
use super::unfinished::Unfinished;
use super::{Geometry, HEAD_BYTES, Identity, Pool, PoolError, Slots, Superblock, format, superblock};

/// How a file begins that is no pool, but the memory of a CXL-MEM.
pub(crate) const DEVICE_MAGIC: &[u8; 8] = b"EMBCXLM\n";

/// How a pool's file is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What a fence is worth where the file is not on DAX.
    pub otherwise: Durability,
    /// A medium to be as slow as, by its preset (`sim/models/src/media.toml`), and its memory channels.
    pub emulated: Option<(String, u32)>,
}

impl Use {
    /// As an experiment says what a fence is worth where the file is not on DAX, as fast as it is.
    #[must_use]
    pub const fn worth(durability: PoolDurability) -> Self {
        let otherwise = match durability {
            PoolDurability::Dax => Durability::Dax,
            PoolDurability::Power => Durability::Power,
            PoolDurability::Process => Durability::Process,
        };
        Self { otherwise, emulated: None }
    }
}

impl Default for Use {
    fn default() -> Self {
        Self { otherwise: Durability::Process, emulated: None }
    }
}

/// A pool that is open and locked.
pub(crate) struct Opened {
    pub(crate) pool: Pool,
    pub(crate) slots: Vec<Slots>,
    pub(crate) durability: Durability,
    /// Holds the lock.
    pub(crate) file: File,
}

/// Makes a pool, whole or not at all: all of its bytes are allocated before it has its name.
///
/// # Errors
/// A file of the name, another process that makes it, no room, and a system that fails.
pub fn create(path: &Path, identity: Identity, geometry: Geometry) -> Result<(), PoolError> {
    create_locked(path, identity, geometry).map(drop)
}

/// The same; it stays locked as long as what is returned.
fn create_locked(path: &Path, identity: Identity, geometry: Geometry) -> Result<File, PoolError> {
    let Geometry { slots, partitions, .. } = geometry;
    let bytes = geometry.bytes().ok_or(PoolError::TooLarge { slots, partitions })?;
    let superblock = failed(path, "writing its superblock");
    create_whole(path, bytes, |mapped| format(mapped, identity, geometry, nonce()).map_err(superblock))
}

/// Makes a file of so many bytes, all of them allocated and written before it has its name. It stays locked as long as what is returned.
pub(crate) fn create_whole<E: From<PoolError>>(
    path: &Path,
    bytes: u64,
    write: impl FnOnce(Mapped) -> Result<(), E>,
) -> Result<File, E> {
    std::fs::create_dir_all(folder_of(path)).map_err(failed(path, "making its folder"))?;
    let unfinished = begin_allocated(path, bytes)?;
    let mapped = Mapped::open(unfinished.file(), bytes, Durability::Process, None);
    write(mapped.map_err(failed(path, "mapping it"))?)?;
    Ok(unfinished.finish()?)
}

/// Opens a file for reading and writing, and locks it; one that is not there is made. Whoever has made it has its lock without a gap: nobody
/// takes it in between.
pub(crate) fn open_or_make(path: &Path, make: impl FnOnce() -> Result<File, PoolError>) -> Result<File, PoolError> {
    if path.exists() {
        return open_locked(path);
    }
    match make() {
        // Somebody was faster.
        Err(PoolError::Exists { .. }) => open_locked(path),
        Ok(mut file) => {
            file.rewind().map_err(failed(path, "reading it"))?;
            Ok(file)
        }
        Err(error) => Err(error),
    }
}

fn open_locked(path: &Path) -> Result<File, PoolError> {
    expect_regular(path)?;
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed(path, "opening it"))?;
    lock(path, &file)?;
    Ok(file)
}

/// Begins a file, all of whose bytes are allocated, and zeros.
fn begin_allocated(path: &Path, bytes: u64) -> Result<Unfinished, PoolError> {
    let unfinished = Unfinished::begin(path)?;
    allocate(unfinished.file(), bytes).map_err(failed(path, "allocating its bytes"))?;
    Ok(unfinished)
}

fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, bytes) {
        Err(rustix::io::Errno::OPNOTSUPP) => {
            // A file system that allocates nothing ahead: written zeros take their room.
            let mut writer = io::BufWriter::with_capacity(1 << 20, file);
            io::copy(&mut io::repeat(0).take(bytes), &mut writer)?;
            writer.flush()
        }
        other => Ok(other?),
    }
}

/// A number that no other pool has.
pub(crate) fn nonce() -> u64 {
    // The keys of the standard library's hash maps are the system's random numbers.
    RandomState::new().build_hasher().finish()
}

/// The superblock of a pool's file, which is not mapped and not locked.
///
/// # Errors
/// No such file, no pool, another version, and a pool that is cut short.
pub fn look(path: &Path) -> Result<(Superblock, Vec<String>), PoolError> {
    expect_regular(path)?;
    let file = File::open(path).map_err(failed(path, "opening it"))?;
    whole(path, &file)
}

/// Refuses what would be waited for, and what has no bytes of its own.
pub(crate) fn expect_regular(path: &Path) -> Result<(), PoolError> {
    let found = std::fs::metadata(path).map_err(failed(path, "opening it"))?.file_type();
    let what = match found {
        found if found.is_file() => return Ok(()),
        found if found.is_dir() => "a folder",
        found if found.is_fifo() => "a pipe",
        _ => "a device or a socket",
    };
    Err(PoolError::NoFile { pool: path.display().to_string(), what })
}

fn whole(path: &Path, file: &File) -> Result<(Superblock, Vec<String>), PoolError> {
    let name = path.display().to_string();
    let mut head = Vec::new();
    file.take(HEAD_BYTES).read_to_end(&mut head).map_err(failed(path, "reading it"))?;
    if head.starts_with(DEVICE_MAGIC) {
        return Err(PoolError::Device { pool: name });
    }
    let (superblock, unreadable) = superblock(&name, &head)?;
    let Geometry { slots, partitions, shape } = superblock.geometry;
    let expected = superblock.geometry.bytes().ok_or(PoolError::TooLarge { slots, partitions })?;
    let found = file.metadata().map_err(failed(path, "reading its length"))?.len();
    if found < expected {
        let first_slot = found.saturating_sub(SLOTS) / stride(shape);
        return Err(PoolError::Truncated { pool: name, found, expected, first_slot });
    }
    Ok((superblock, unreadable))
}

/// Opens a pool and locks it.
pub(crate) fn open(path: &Path, identity: Option<&Identity>, how: &Use) -> Result<Opened, PoolError> {
    open_file(path, open_locked(path)?, identity, how)
}

/// Opens a pool and locks it; one that is not there is made, of this geometry.
pub(crate) fn open_or_create(
    path: &Path,
    identity: &Identity,
    geometry: Geometry,
    how: &Use,
) -> Result<Opened, PoolError> {
    let file = open_or_make(path, || create_locked(path, *identity, geometry))?;
    open_file(path, file, Some(identity), how)
}

/// Opens a pool whose file is locked.
fn open_file(path: &Path, file: File, identity: Option<&Identity>, how: &Use) -> Result<Opened, PoolError> {
    let delay =
        how.emulated.as_ref().map(|(medium, channels)| Ok::<_, PoolError>(Delay::of(&preset(medium)?, *channels)));
    let delay = delay.transpose()?;
    let (superblock, unreadable) = whole(path, &file)?;
    let bytes = superblock.geometry.bytes().unwrap_or(0);
    let mapped = Mapped::open(&file, bytes, how.otherwise, delay).map_err(failed(path, "mapping it"))?;
    let durability = mapped.durability();
    let identity = identity.unwrap_or(&superblock.identity);
    let (pool, slots) = Pool::open(&path.display().to_string(), mapped, superblock, unreadable, identity)?;
    Ok(Opened { pool, slots, durability, file })
}

/// Opens a pool to be copied, and locks it.
fn open_source(path: &Path) -> Result<(File, Superblock), PoolError> {
    expect_regular(path)?;
    let file = File::open(path).map_err(failed(path, "opening it"))?;
    lock(path, &file)?;
    let (superblock, _) = whole(path, &file)?;
    Ok((file, superblock))
}

/// Copies a pool that nobody has open to a new file, byte for byte: a copy for safe keeping, with the same nonce. It is on the disk when it has
/// its name.
///
/// # Errors
/// A pool that is in use, no pool, a file of the name, another process that makes it, no room, and a system that fails.
pub fn copy(from: &Path, to: &Path) -> Result<u64, PoolError> {
    let (source, _) = open_source(from)?;
    let unfinished = Unfinished::begin(to)?;
    let write = |target: &File| {
        let length = source.metadata()?.len();
        let mut buffer = vec![0; 1 << 20];
        let mut done = 0;
        while done < length {
            let count = buffer.len().min((length - done) as usize);
            source.read_exact_at(&mut buffer[..count], done)?;
            target.write_all_at(&buffer[..count], done)?;
            done += count as u64;
        }
        Ok(length)
    };
    let length = write(unfinished.file()).map_err(failed(to, "writing it"))?;
    unfinished.finish()?;
    Ok(length)
}

/// Copies a pool that nobody has open to one with more slots, with the same nonce: states that name its checkpoints name those of the copy.
///
/// # Errors
/// As [`copy`]; rows of another shape, another number of partitions, and fewer slots.
pub fn copy_larger(from: &Path, to: &Path, geometry: Geometry) -> Result<u64, PoolError> {
    let (source, superblock) = open_source(from)?;
    let old = superblock.geometry;
    if (old.shape, old.partitions) != (geometry.shape, geometry.partitions) || old.slots > geometry.slots {
        return Err(PoolError::NotLarger { pool: from.display().to_string(), found: old, expected: geometry });
    }
    let Geometry { slots, partitions, shape } = geometry;
    let bytes = geometry.bytes().ok_or(PoolError::TooLarge { slots, partitions })?;
    let unfinished = begin_allocated(to, bytes)?;
    let write = |target: &File| {
        let mut head = vec![0; HEAD_BYTES as usize];
        source.read_exact_at(&mut head, 0)?;
        let superblock = Superblock { geometry, ..superblock }.encode();
        for at in SUPERBLOCKS {
            head[at as usize..][..superblock.len()].copy_from_slice(&superblock);
        }
        target.write_all_at(&head, 0)
    };
    write(unfinished.file()).map_err(failed(to, "writing it"))?;
    let (stride, used) = (stride(shape), HEADER_BYTES + 4 * shape.width());
    let mut buffer = vec![0; AT_ONCE as usize * stride as usize];
    for (part, (from_at, to_at)) in (0..).zip(old.borders().into_iter().zip(geometry.borders())) {
        for first in (0..old.slots).step_by(AT_ONCE as usize) {
            let some = AT_ONCE.min(old.slots - first);
            let buffer = &mut buffer[..(some * stride) as usize];
            source.read_exact_at(buffer, from_at + first * stride).map_err(failed(from, "reading it"))?;
            for (slot, bytes) in (first..).zip(buffer.chunks_exact_mut(stride as usize)) {
                renumber(part * old.slots + slot, part * slots + slot, superblock.nonce, &mut bytes[..used]);
            }
            unfinished.file().write_all_at(buffer, to_at + first * stride).map_err(failed(to, "writing it"))?;
        }
    }
    unfinished.finish()?;
    Ok(bytes)
}

/// Slots that are copied together.
const AT_ONCE: u64 = 1024;
