//! Files that are made beside their place, and take it when they are whole and on the disk.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use emberlane_files::{folder_of, rename_new, sync_folder};

use super::PoolError;
use super::locked::{failed, lock};

/// A file that is being made, under the name of its place with `.unfinished` behind it, by one process at a time, which has its lock.
/// Dropped before it is finished, it leaves nothing.
pub(crate) struct Unfinished {
    place: PathBuf,
    /// Goes before the lock does.
    beside: Beside,
    file: File,
}

/// Its name until it has its own.
struct Beside {
    path: PathBuf,
    is_renamed: bool,
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.is_renamed {
            // It is in nobody's way if it stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Where a file is until it is whole and has its place.
#[must_use]
pub fn unfinished(place: &Path) -> PathBuf {
    place.with_added_extension("unfinished")
}

impl Unfinished {
    /// Begins a file, whose folder must be there. What a process that was killed has left of it goes.
    ///
    /// # Errors
    /// A file at its place, a process that is making it, and a system that fails.
    pub(crate) fn begin(place: &Path) -> Result<Self, PoolError> {
        expect_nothing(place)?;
        let path = unfinished(place);
        loop {
            // What is there may be somebody's, until its lock says that it is nobody's: it is emptied only then.
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(failed(&path, "creating it"))?;
            lock(place, &file)?;
            if !is_named(&file, &path).map_err(failed(&path, "looking at it"))? {
                // Whoever had the lock has finished the file, or given it up.
                expect_nothing(place)?;
                continue;
            }
            let beside = Beside { path, is_renamed: false };
            expect_nothing(place)?;
            file.set_len(0).map_err(failed(&beside.path, "emptying it"))?;
            return Ok(Self { place: place.to_path_buf(), beside, file });
        }
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name, when all of it is on the disk; then that is, too. The lock stays as long as what is returned.
    ///
    /// # Errors
    /// A file that has come to its place meanwhile, which stays, and a system that fails.
    pub(crate) fn finish(self) -> Result<File, PoolError> {
        let Self { place, file, mut beside } = self;
        file.sync_all().map_err(failed(&place, "writing it"))?;
        match rename_new(&beside.path, &place) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists(&place)),
            renamed => renamed.map_err(failed(&place, "giving it its name"))?,
        }
        beside.is_renamed = true;
        sync_folder(folder_of(&place)).map_err(failed(&place, "writing its folder"))?;
        Ok(file)
    }
}

/// Refuses to make what is there.
fn expect_nothing(place: &Path) -> Result<(), PoolError> {
    match place.symlink_metadata() {
        Ok(_) => Err(exists(place)),
        Err(_) => Ok(()),
    }
}

fn exists(place: &Path) -> PoolError {
    PoolError::Exists { pool: place.display().to_string() }
}

/// Whether a file still has a name.
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    let file = file.metadata()?;
    match path.symlink_metadata() {
        Ok(there) => Ok((there.dev(), there.ino()) == (file.dev(), file.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
