//! What a file system has room for.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Bytes that are free for this user on the file system of a folder.
///
/// # Errors
/// A folder that is not there.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let about = rustix::fs::statvfs(folder)?;
    Ok(about.f_bavail.saturating_mul(about.f_frsize))
}

/// Whether two places are on one file system. Of a place that is not there yet, the folder that it will be in is looked at.
#[must_use]
pub fn is_one_file_system(one: &Path, other: &Path) -> bool {
    let device = |place: &Path| {
        let there = place.ancestors().find(|place| place.exists()).unwrap_or(Path::new("."));
        std::fs::metadata(there).ok().map(|about| about.dev())
    };
    device(one) == device(other)
}

/// Whether a file or folder is on a file system that is in memory alone, so that no loss of power leaves anything of it.
///
/// # Errors
/// A file that is not there.
pub fn is_in_memory(path: &Path) -> io::Result<bool> {
    /// tmpfs and ramfs (`linux/magic.h`).
    const IN_MEMORY: [u32; 2] = [0x0102_1994, 0x8584_58f6];
    Ok(IN_MEMORY.contains(&(rustix::fs::statfs(path)?.f_type as u32)))
}
