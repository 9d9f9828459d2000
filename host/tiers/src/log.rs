//! A shard that threads share: whoever sets rows waits for the disk, while others get rows.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use emberlane_stores::RowKey;

use crate::aligned::AlignedBuffer;
use crate::error::TierError;
use crate::record::Format;
use crate::shard::{Outgrown, Shard, ShardAbout};

/// A shard, and the right to change its files.
#[derive(Debug)]
pub(crate) struct Log {
    shard: Mutex<Shard>,
    /// Held by whoever sets rows, for as long as it takes. The shard itself is held for moments.
    setter: Mutex<()>,
    bytes_of_file: usize,
}

impl Log {
    /// An empty log in a folder, as [`Shard::new`] has it.
    pub(crate) fn new(folder: &Path, of: (usize, usize), rows: &[u32], format: Format, direct: bool) -> Self {
        let shard = Mutex::new(Shard::new(folder, of, rows, format, direct));
        Self { shard, setter: Mutex::new(()), bytes_of_file: format.segment_bytes() }
    }

    /// The shard, for a moment.
    pub(crate) fn shard(&self) -> MutexGuard<'_, Shard> {
        self.shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn setting(&self) -> MutexGuard<'_, ()> {
        self.setter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a row. Files are written and removed, and room is made, before it returns.
    pub(crate) fn set(&self, key: RowKey, values: &[f32]) -> Result<(), TierError> {
        let _setting = self.setting();
        let has_files_to_change = self.shard().set(key, values)?;
        if has_files_to_change {
            self.settle()?;
            while let Some(outgrown) = { self.shard().outgrown() } {
                self.rewrite(&outgrown)?;
            }
        }
        Ok(())
    }

    /// Writes the rows that count of all files that have others too again.
    pub(crate) fn compact_all(&self) -> Result<(), TierError> {
        let _setting = self.setting();
        while let Some(outgrown) = { self.shard().incomplete() } {
            self.rewrite(&outgrown)?;
        }
        Ok(())
    }

    /// Saves the shard, as [`Shard::save`] does, between two rows that are set.
    pub(crate) fn save(&self, folder: &Path) -> Result<ShardAbout, TierError> {
        let _setting = self.setting();
        self.shard().save(folder)
    }

    fn rewrite(&self, outgrown: &Outgrown) -> Result<(), TierError> {
        let mut bytes = AlignedBuffer::new(self.bytes_of_file);
        outgrown.file.read_all(&mut bytes)?;
        self.shard().rewrite(outgrown, &bytes)?;
        drop(bytes);
        self.settle()
    }

    /// Writes the files that became full, then removes those of which no row counts.
    fn settle(&self) -> Result<(), TierError> {
        let unsettled = self.shard().unsettled();
        unsettled.full.iter().try_for_each(|file| file.write())?;
        unsettled.gone.iter().try_for_each(|file| file.remove())
    }
}
