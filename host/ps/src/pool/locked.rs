//! Files that one process has at a time.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use super::PoolError;

/// What an error of the system becomes that comes while `what` is done to a pool.
pub(crate) fn failed(pool: &Path, what: &'static str) -> impl Fn(io::Error) -> PoolError {
    let pool = pool.display().to_string();
    move |source| PoolError::Io { pool: pool.clone(), what, source }
}

/// Takes the lock of a pool, or says that another process has it.
pub(super) fn lock(path: &Path, file: &File) -> Result<(), PoolError> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => Err(PoolError::InUse { pool: path.display().to_string() }),
        other => other.map_err(io::Error::from).map_err(failed(path, "locking it")),
    }
}
