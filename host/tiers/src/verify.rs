//! Looking at the folder of a store from outside: what is there, and whether all of it is what was written.

use std::path::Path;

use emberlane_stores::CoursePoint;

use crate::aligned::AlignedBuffer;
use crate::directory::{bytes, names};
use crate::error::TierError;
use crate::image;
use crate::manifest::{Manifest, Saved, Shape};
use crate::placed;
use crate::record::{Format, Place};
use crate::segment::{SegmentFile, active_name, another, wrong_length};
use crate::shard::{SegmentAbout, ShardAbout};

/// What the folder of a store has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreContents {
    /// Rows of each table.
    pub tables: Vec<u32>,
    /// FP32 numbers of a row, with what the optimiser keeps of it.
    pub width: usize,
    /// Shards.
    pub shards: usize,
    /// Files of rows.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// What was saved; `None`: the run was not closed, and rows of its caches are not here.
    pub saved: Option<SavedContents>,
    /// What was counted on the way to what was saved; none, if nothing was.
    pub course: Vec<CoursePoint>,
}

/// What a store has saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedContents {
    /// Batches that were looked up.
    pub batches: u32,
    /// Rows in files that count, and rows of logs that were in memory.
    pub rows: u64,
    /// Rows in files that were set again later.
    pub outdated: u64,
    /// Rows of the caches.
    pub cached: u64,
    /// The seed that all others are drawn from; `None`: they are zero.
    pub drawn: Option<u64>,
    /// Bytes that were written to files while it trained.
    pub bytes_written: u64,
}

/// What was checked.
#[derive(Debug, Default)]
pub struct Verified {
    /// Files.
    pub files: usize,
    /// Rows in files, those that were set again later counted.
    pub rows: u64,
    /// Rows of the caches.
    pub cached: u64,
    /// What is wrong: of each file the first thing.
    pub problems: Vec<TierError>,
}

/// Says what the folder of a store has.
///
/// # Errors
/// A folder that is none, or cannot be read.
pub fn contents(folder: &Path) -> Result<StoreContents, TierError> {
    let (manifest, _) = Manifest::read(folder)?;
    let format = Format::new(manifest.shape.dimension + manifest.shape.state, manifest.shape.segment);
    let contents = |saved| match manifest.shape.is_logs() {
        true => saved_contents(folder, &format, saved),
        false => of_databases(folder, manifest.shape.shards, saved),
    };
    let saved = manifest.saved.as_ref().map(contents).transpose()?;
    let course = manifest.saved.map(|saved| saved.course.points().to_vec()).unwrap_or_default();
    Ok(StoreContents {
        width: format.width(),
        shards: manifest.shape.shards,
        tables: manifest.shape.rows,
        files: files_of_rows(folder)?,
        bytes: bytes(folder)?,
        saved,
        course,
    })
}

/// Files of rows in a folder, and in folders of it.
fn files_of_rows(folder: &Path) -> Result<usize, TierError> {
    names(folder)?.into_iter().try_fold(0, |files, name| {
        let path = folder.join(&name);
        let here = name.ends_with(".rows") || name.ends_with(".sst");
        Ok(files + if path.is_dir() { files_of_rows(&path)? } else { usize::from(here) })
    })
}

#[cfg(feature = "rocksdb")]
fn of_databases(folder: &Path, shards: usize, saved: &Saved) -> Result<SavedContents, TierError> {
    let about = crate::rocks_about::About::read(folder, &saved.block, shards)?;
    let Saved { next, caches, drawn, .. } = saved;
    // What was set again only a compaction finds.
    Ok(SavedContents {
        batches: *next,
        rows: about.rows(),
        outdated: 0,
        cached: caches.rows,
        drawn: *drawn,
        bytes_written: about.work.written(),
    })
}

#[cfg(not(feature = "rocksdb"))]
fn of_databases(_: &Path, _: usize, _: &Saved) -> Result<SavedContents, TierError> {
    Err(TierError::NoRocksDb)
}

pub(crate) fn shards(folder: &Path, saved: &Saved) -> Result<Vec<ShardAbout>, TierError> {
    serde_json::from_value(saved.block.clone()).map_err(|error| TierError::other(folder, error.to_string()))
}

fn saved_contents(folder: &Path, format: &Format, saved: &Saved) -> Result<SavedContents, TierError> {
    let (mut rows, mut all, mut bytes_written) = (0, 0, 0);
    for shard in shards(folder, saved)? {
        let live: u64 = shard.segments.iter().map(|segment| u64::from(segment.live)).sum();
        rows += live + shard.records as u64;
        all += (shard.segments.len() * format.slots() + shard.records) as u64;
        bytes_written += shard.counts.bytes_written;
    }
    let Saved { next, caches, drawn, .. } = saved;
    Ok(SavedContents { batches: *next, rows, outdated: all - rows, cached: caches.rows, drawn: *drawn, bytes_written })
}

/// Reads every row of a store, and checks that it is what was written.
///
/// # Errors
/// A folder that is no store, and one that was not closed. What is wrong with its files is among [`problems`](Verified::problems).
pub fn verify(folder: &Path) -> Result<Verified, TierError> {
    let (manifest, _) = Manifest::read(folder)?;
    let format = Format::new(manifest.shape.dimension + manifest.shape.state, manifest.shape.segment);
    let Some(saved) = &manifest.saved else {
        let problem = "it is open, or its run was not closed, so that nobody goes on from these files: verify a saved state, \
                       saves/batch-*/store in the folder of the run";
        return Err(TierError::other(folder, problem));
    };
    let mut verified = Verified::default();
    let mut note = |checked: Result<u64, TierError>| {
        verified.files += 1;
        match checked {
            Ok(rows) => verified.rows += rows,
            Err(problem) => verified.problems.push(problem),
        }
    };
    let logs = if manifest.shape.is_logs() { shards(folder, saved)? } else { Vec::new() };
    if !manifest.shape.is_logs() {
        verify_databases(folder, format.width(), &manifest.shape, saved, &mut note)?;
    }
    for (number, about) in logs.iter().enumerate() {
        for SegmentAbout { number: each, checksum, .. } in &about.segments {
            note(segment(folder, &format, number, *each, *checksum));
        }
        note(active(folder, &format, number, about));
    }
    if let Some(about) = saved.tables {
        verified.files += 1;
        verified.problems.extend(placed::check(folder, about).err());
    }
    verified.files += 1;
    match image::check(folder, format.width(), saved.caches) {
        Ok(()) => verified.cached = saved.caches.rows,
        Err(problem) => verified.problems.push(problem),
    }
    Ok(verified)
}

#[cfg(feature = "rocksdb")]
fn verify_databases(
    folder: &Path,
    width: usize,
    shape: &Shape,
    saved: &Saved,
    note: impl FnMut(Result<u64, TierError>),
) -> Result<(), TierError> {
    let about = crate::rocks_about::About::read(folder, &saved.block, shape.shards)?;
    crate::rocks::verify(folder, width, &shape.rows_in_files(), &about, note);
    Ok(())
}

#[cfg(not(feature = "rocksdb"))]
fn verify_databases(
    _: &Path,
    _: usize,
    _: &Shape,
    _: &Saved,
    _: impl FnMut(Result<u64, TierError>),
) -> Result<(), TierError> {
    Err(TierError::NoRocksDb)
}

/// Reads a file of rows; `checksum` is that of all its rows.
fn segment(folder: &Path, format: &Format, shard: usize, number: u64, checksum: u32) -> Result<u64, TierError> {
    let file = SegmentFile::open(folder, shard, (number, checksum), false)?;
    let mut bytes = AlignedBuffer::new(format.segment_bytes());
    file.read_all(&mut bytes)?;
    (0..format.slots()).try_for_each(|slot| file.key(format, slot, &bytes).map(drop))?;
    file.check(format, &bytes)?;
    Ok(format.slots() as u64)
}

fn active(folder: &Path, format: &Format, shard: usize, about: &ShardAbout) -> Result<u64, TierError> {
    let file = folder.join(active_name(shard));
    let bytes = std::fs::read(&file).map_err(TierError::io(&file, Some(shard), "rows cannot be read"))?;
    let expected = format.bytes_of(about.records);
    if bytes.len() != expected {
        return Err(wrong_length(&file, shard, bytes.len() as u64, expected));
    }
    for slot in 0..about.records {
        let key = format.key(Place { shard, segment: about.active, slot }, &bytes[format.range(slot)]);
        key.map_err(|problem| {
            let block = format.block_of(slot);
            TierError::Row { file: file.clone(), shard, block, slot, row: None, problem }
        })?;
    }
    if format.checksum(about.records, &bytes) != about.checksum {
        return Err(another(&file, shard));
    }
    Ok(about.records as u64)
}
