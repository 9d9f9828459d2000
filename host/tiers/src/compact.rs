//! Makes the folder of a store that was closed as small as its rows are.

use std::path::{Path, PathBuf};

use emberlane_files::{Change, about_to, exchange, is_one_file_system, sync_folder};

use crate::directory::{CACHES, Directory, MANIFEST, TABLES, bytes};
use crate::error::TierError;
use crate::image;
use crate::log::Log;
use crate::manifest::{Manifest, Saved};
use crate::placed;
use crate::record::Format;
use crate::segment::link;
use crate::verify::shards;

/// What compacting has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compacted {
    /// Rows that count.
    pub rows: u64,
    /// Rows of them that were written again.
    pub written: u64,
    /// Bytes of all files before.
    pub before: u64,
    /// Bytes of all files now.
    pub after: u64,
}

/// Writes the rows that count of files that have others too again, and removes those files.
///
/// All of it is made beside the folder, checked as it is read, and takes its place at once; a database of RocksDB does it in its own
/// folder, which is checked before and behind it. What training has counted stays as it is.
///
/// # Errors
/// A folder that is no closed store, what is damaged, and files that cannot be written: the folder is then as it was, and that of a database
/// has the same rows.
pub fn compact(folder: &Path) -> Result<Compacted, TierError> {
    // It may be reached over links, of which none changes.
    let folder = &folder.canonicalize().map_err(TierError::io(folder, None, "the folder cannot be read"))?;
    let _lock = Directory::hold(folder)?;
    let (manifest, _) = Manifest::read(folder)?;
    let Some(saved) = manifest.saved else {
        let problem =
            "its run was not closed, so that there is nothing to keep: go on with its run, or remove the folder";
        return Err(TierError::other(folder, problem));
    };
    // Of these nothing is written again: what is damaged or gone would only be found by the training that goes on.
    image::check(folder, manifest.shape.dimension + manifest.shape.state, saved.caches)?;
    saved.tables.map_or(Ok(()), |about| placed::check(folder, about))?;
    if !manifest.shape.is_logs() {
        return databases(folder, &manifest.shape, &saved);
    }
    let beside = beside(folder)?;
    remove(&beside)?;
    check_place(folder, &beside)?;
    let made = about_to(Change::MakeFolder(&beside)).and_then(|()| std::fs::create_dir(&beside));
    made.map_err(TierError::io(&beside, None, "the folder cannot be made"))?;
    let filled = fill(folder, &beside, manifest.shape, saved);
    let (compacted, _new_lock) = filled.inspect_err(|_| drop(remove(&beside)))?;
    exchange(&beside, folder).map_err(|source| {
        drop(remove(&beside));
        TierError::io(folder, None, "it cannot change places with what was compacted")(source)
    })?;
    let above = beside.parent().unwrap_or(Path::new("."));
    sync_folder(above).map_err(TierError::io(above, None, "cannot be made to last"))?;
    // Under its name there is now what was before.
    remove(&beside)?;
    Ok(compacted)
}

/// Where the new folder is made: beside the other, so that they can change places.
fn beside(folder: &Path) -> Result<PathBuf, TierError> {
    let name = folder.file_name().ok_or_else(|| TierError::other(folder, "it has no name to be replaced under"))?;
    Ok(folder.with_file_name(format!(".{}.compacted.part", name.to_string_lossy())))
}

/// Refuses a folder that nothing beside it can change places with, before all of it is written again.
fn check_place(folder: &Path, beside: &Path) -> Result<(), TierError> {
    if is_one_file_system(folder, beside) {
        return Ok(());
    }
    let problem = "a file system is mounted here, and what is compacted is made beside the folder: let store.directory be a folder on that file system";
    Err(TierError::other(folder, problem))
}

fn remove(folder: &Path) -> Result<(), TierError> {
    match about_to(Change::Remove(folder)).and_then(|()| std::fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TierError::io(folder, None, "cannot be removed")(error))
        }
        _ => Ok(()),
    }
}

/// Makes a compacted store in an empty folder; with its lock.
fn fill(
    folder: &Path,
    beside: &Path,
    shape: crate::manifest::Shape,
    mut saved: Saved,
) -> Result<(Compacted, Directory), TierError> {
    let mut compacted = Compacted { before: bytes(folder)?, ..Compacted::default() };
    let format = Format::new(shape.dimension + shape.state, shape.segment);
    let rows = shape.rows_in_files();
    let mut abouts = Vec::new();
    for (number, before) in shards(folder, &saved)?.iter().enumerate() {
        let log = Log::new(beside, (number, shape.shards), &rows, format, false);
        log.shard().load(folder, before)?;
        log.compact_all()?;
        let mut about = log.save(beside)?;
        compacted.rows += log.shard().held().0;
        compacted.written += about.counts.compacted - before.counts.compacted;
        // What it takes to compact is no wear of training.
        about.counts = before.counts;
        abouts.push(about);
    }
    saved.block = serde_json::to_value(abouts).map_err(|error| TierError::other(beside, error.to_string()))?;
    let tables = saved.tables.is_some().then_some(TABLES);
    for name in [CACHES].into_iter().chain(tables) {
        link(&folder.join(name), beside, None)?;
    }
    Manifest::new(shape, Some(saved)).write(beside)?;
    debug_assert!(beside.join(MANIFEST).exists());
    let lock = Directory::mark(beside)?;
    sync_folder(beside).map_err(TierError::io(beside, None, "cannot be made to last"))?;
    compacted.after = bytes(beside)?;
    Ok((compacted, lock))
}

/// Databases do it by themselves, and keep what was there until it is done.
#[cfg(feature = "rocksdb")]
fn databases(folder: &Path, shape: &crate::manifest::Shape, saved: &Saved) -> Result<Compacted, TierError> {
    let about = crate::rocks_about::About::read(folder, &saved.block, shape.shards)?;
    let before = bytes(folder)?;
    let width = shape.dimension + shape.state;
    // What is damaged stays as it is, and what was written is what was there.
    let check = || {
        let mut problem = None;
        crate::rocks::verify(folder, width, &shape.rows_in_files(), &about, |checked| {
            problem = problem.take().or(checked.err());
        });
        problem.map_or(Ok(()), Err)
    };
    check()?;
    crate::rocks::compact(folder, shape.shards, shape.segment)?;
    check()?;
    Ok(Compacted { rows: about.rows(), written: about.rows(), before, after: bytes(folder)? })
}

#[cfg(not(feature = "rocksdb"))]
fn databases(_: &Path, _: &crate::manifest::Shape, _: &Saved) -> Result<Compacted, TierError> {
    Err(TierError::NoRocksDb)
}
