//! What a file system has room for.

use std::io;
use std::path::Path;

/// Bytes that are free for this user on the file system of a folder.
///
/// # Errors
/// A folder that is not there.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let about = rustix::fs::statvfs(folder)?;
    Ok(about.f_bavail.saturating_mul(about.f_frsize))
}
