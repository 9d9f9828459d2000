//! What the disk of a store does without the store: the limit of its reads.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::aligned::{AlignedBuffer, BLOCK};
use crate::directory::names;
use crate::error::TierError;
use crate::segment::open;

/// The files of rows in a folder, to read blocks of them as a store does, and nothing else.
#[derive(Debug)]
pub struct RawBlocks {
    /// Each with the blocks of it and of those before it.
    files: Vec<(File, PathBuf, u64)>,
}

impl RawBlocks {
    /// Opens all files of rows of a folder.
    ///
    /// # Errors
    /// A folder without any, and files that cannot be opened.
    pub fn open(folder: &Path, direct: bool) -> Result<Self, TierError> {
        let (mut files, mut blocks, mut names) = (Vec::new(), 0, names(folder)?);
        names.sort();
        for name in names.into_iter().filter(|name| name.ends_with(".rows")) {
            let path = folder.join(name);
            let file = open(&path, direct, false).map_err(TierError::io(&path, None, "cannot be opened"))?;
            let about = file.metadata().map_err(TierError::io(&path, None, "cannot be read"))?;
            blocks += about.len() / BLOCK as u64;
            files.push((file, path, blocks));
        }
        if blocks == 0 {
            return Err(TierError::other(folder, "it has no rows in files to read"));
        }
        Ok(Self { files })
    }

    /// Blocks of all files.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.files.last().map_or(0, |(_, _, blocks)| *blocks)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads these blocks, each by itself and as many at a time as there are threads; says how long all of them took.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(&self, blocks: &[u64], threads: usize) -> Result<Duration, TierError> {
        let (next, start) = (AtomicU64::new(0), Instant::now());
        let thread = || {
            let mut bytes = AlignedBuffer::new(BLOCK);
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                self.read_one(*block, &mut bytes)?;
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(thread)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Err(TierError::Lane)))
        })?;
        Ok(start.elapsed())
    }

    fn read_one(&self, block: u64, bytes: &mut [u8]) -> Result<(), TierError> {
        let at = self.files.partition_point(|(_, _, blocks)| *blocks <= block);
        let before = at.checked_sub(1).map_or(0, |before| self.files[before].2);
        let (file, path, _) = &self.files[at];
        let read = file.read_exact_at(bytes, (block - before) * BLOCK as u64);
        read.map_err(TierError::io(path, None, "a block cannot be read"))
    }
}
