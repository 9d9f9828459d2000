//! What keeps all rows, below the caches.

use std::path::Path;

use emberlane_stores::{BlockReport, RowKey};

use crate::error::TierError;

/// What setting rows has done to files, in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockWork {
    /// Files that were read to make room.
    pub(crate) read: u64,
    /// Files that were written.
    pub(crate) written: u64,
    /// Bytes of a file.
    pub(crate) bytes: u64,
}

/// What keeps all rows. Any thread may get rows while another sets some.
pub(crate) trait BlockTier: Send + Sync {
    /// Gets rows, and says of each whether it was ever set; those that were not are left as they are. Returns the blocks that were read.
    fn get(&self, keys: &[RowKey], rows: &mut [f32], found: &mut [bool]) -> Result<u64, TierError>;

    /// Sets rows.
    fn set(&self, keys: &[RowKey], rows: &[f32]) -> Result<(), TierError>;

    /// Whether each of these rows was ever set.
    fn has(&self, keys: &[RowKey]) -> Vec<bool>;

    /// Of rows those that would be read from files now, each by itself, and the bytes of one.
    fn reads(&self, keys: &[RowKey]) -> (u64, u64);

    /// Numbers of the runs of blocks that rows in files are in, one for each of those rows. A rehearsal alone asks for them.
    fn runs(&self, _keys: &[RowKey]) -> Vec<u64> {
        Vec::new()
    }

    /// What setting rows has done to files.
    fn work(&self) -> BlockWork;

    /// Saves all rows in a folder, and says what it has to know to load them. Nothing of it changes.
    fn save(&self, folder: &Path) -> Result<serde_json::Value, TierError>;

    /// Takes saved rows, when it is empty, and checks every one of them.
    fn load(&self, folder: &Path, about: &serde_json::Value) -> Result<(), TierError>;

    /// What was written, and what is there.
    fn report(&self) -> BlockReport;
}
