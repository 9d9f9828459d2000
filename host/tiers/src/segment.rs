//! A file of rows that is full: it is written once, and read.

use std::fs::File;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use emberlane_files::{Change, about_to, link_or_copy};
use emberlane_stores::RowKey;

use crate::aligned::{AlignedBuffer, BLOCK};
use crate::error::TierError;
use crate::record::{Format, Place};

/// What the bytes of a segment are in.
#[derive(Debug)]
enum Bytes {
    /// On the disk.
    File(File),
    /// Still in memory; keys alone, of rows whose values nobody computes, for ever.
    Memory(AlignedBuffer),
}

impl Bytes {
    fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
        match self {
            Self::File(file) => file.read_exact_at(bytes, at),
            Self::Memory(memory) => {
                let there = memory.get(at as usize..at as usize + bytes.len());
                bytes.copy_from_slice(there.ok_or(std::io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// A file of rows.
#[derive(Debug)]
pub(crate) struct SegmentFile {
    bytes: RwLock<Bytes>,
    path: PathBuf,
    shard: usize,
    number: u64,
    direct: bool,
    /// Whether there is ever a file.
    lasts: bool,
    /// Of all its rows.
    checksum: u32,
}

/// The name of a segment's file.
pub(crate) fn segment_name(shard: usize, number: u64) -> String {
    format!("shard-{shard:03}-{number:010}.rows")
}

/// Opens a file, around the page cache if that is asked for.
pub(crate) fn open(path: &Path, direct: bool, create: bool) -> std::io::Result<File> {
    if create {
        about_to(Change::Create(path))?;
    }
    let flags = if direct { rustix::fs::OFlags::DIRECT.bits() as i32 } else { 0 };
    let opened = File::options().read(true).write(create).create_new(create).custom_flags(flags).open(path);
    opened.map_err(|error| {
        if error.raw_os_error() != Some(rustix::io::Errno::MFILE.raw_os_error()) {
            return error;
        }
        let advice =
            "every file of rows is open: raise the limit of open files (ulimit -n), or give store.segment more bytes";
        std::io::Error::new(error.kind(), format!("{error}: {advice}"))
    })
}

impl SegmentFile {
    /// A segment with these bytes, which is to be [written](Self::write).
    pub(crate) fn full(
        folder: &Path,
        (shard, number): (usize, u64),
        direct: bool,
        format: &Format,
        bytes: AlignedBuffer,
    ) -> Self {
        let (path, checksum) = (folder.join(segment_name(shard, number)), format.checksum(format.slots(), &bytes));
        let (bytes, lasts) = (RwLock::new(Bytes::Memory(bytes)), format.width() > 0);
        Self { bytes, path, shard, number, direct, lasts, checksum }
    }

    /// Writes it. Until it is there, it is read from memory.
    pub(crate) fn write(&self) -> Result<(), TierError> {
        if !self.lasts {
            return Ok(());
        }
        let write = || {
            let Bytes::Memory(bytes) = &*self.bytes() else { return Ok(None) };
            let file = open(&self.path, self.direct, true)?;
            about_to(Change::Write(&file, Some(0), bytes))?;
            file.write_all_at(bytes, 0)?;
            Ok(Some(file))
        };
        let file = write().map_err(TierError::io(&self.path, Some(self.shard), "rows cannot be written"))?;
        if let Some(file) = file {
            *self.bytes.write().unwrap_or_else(PoisonError::into_inner) = Bytes::File(file);
        }
        Ok(())
    }

    /// Opens one that is there, and whose rows had that checksum.
    pub(crate) fn open(
        folder: &Path,
        shard: usize,
        (number, checksum): (u64, u32),
        direct: bool,
    ) -> Result<Self, TierError> {
        let path = folder.join(segment_name(shard, number));
        let file = open(&path, direct, false).map_err(TierError::io(&path, Some(shard), "cannot be opened"))?;
        let bytes = RwLock::new(Bytes::File(file));
        Ok(Self { bytes, path, shard, number, direct, lasts: true, checksum })
    }

    fn bytes(&self) -> RwLockReadGuard<'_, Bytes> {
        self.bytes.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn place(&self, slot: usize) -> Place {
        Place { shard: self.shard, segment: self.number, slot }
    }

    /// Reads the run of blocks that begins there.
    pub(crate) fn read_run(
        &self,
        format: &Format,
        slot: usize,
        key: RowKey,
        bytes: &mut [u8],
    ) -> Result<(), TierError> {
        let (run, _) = format.place_of(slot);
        let read = self.bytes().read_exact_at(bytes, run as u64);
        read.map_err(|source| self.wrong(format, slot, Some(key), format!("it cannot be read: {source}")))
    }

    /// Takes a row out of its run.
    pub(crate) fn decode(
        &self,
        format: &Format,
        slot: usize,
        key: RowKey,
        run: &[u8],
        values: &mut [f32],
    ) -> Result<(), TierError> {
        let (start, within) = format.place_of(slot);
        let record = &run[within..within + format.range(slot).len()];
        debug_assert!(start.is_multiple_of(format.run_bytes()));
        let found = format
            .decode(self.place(slot), record, values)
            .map_err(|problem| self.wrong(format, slot, Some(key), problem))?;
        if found == key {
            return Ok(());
        }
        Err(self.wrong(format, slot, Some(key), format!("row {} of table {} is there", found.row, found.table)))
    }

    /// Reads all of it, and refuses a file that is shorter or longer.
    pub(crate) fn read_all(&self, bytes: &mut AlignedBuffer) -> Result<(), TierError> {
        let failed = TierError::io(&self.path, Some(self.shard), "rows cannot be read");
        let there = self.bytes();
        let length = match &*there {
            Bytes::File(file) => file.metadata().map(|about| about.len()),
            Bytes::Memory(_) => Ok(bytes.len() as u64),
        };
        match length {
            Ok(length) if length == bytes.len() as u64 => there.read_exact_at(bytes, 0).map_err(failed),
            Ok(length) => Err(wrong_length(&self.path, self.shard, length, bytes.len())),
            Err(source) => Err(failed(source)),
        }
    }

    /// Of a file whose rows are all whole: refuses rows that are not those that were written.
    pub(crate) fn check(&self, format: &Format, bytes: &[u8]) -> Result<(), TierError> {
        if format.checksum(format.slots(), bytes) == self.checksum {
            return Ok(());
        }
        Err(another(&self.path, self.shard))
    }

    /// Which row is in a slot, of all bytes of the segment.
    pub(crate) fn key(&self, format: &Format, slot: usize, bytes: &[u8]) -> Result<RowKey, TierError> {
        let key = format.key(self.place(slot), &bytes[format.range(slot)]);
        key.map_err(|problem| self.wrong(format, slot, None, problem))
    }

    fn wrong(&self, format: &Format, slot: usize, row: Option<RowKey>, problem: String) -> TierError {
        let block = format.block_of(slot);
        TierError::Row { file: self.path.clone(), shard: self.shard, block, slot, row, problem }
    }

    /// Makes sure that it is on the disk.
    pub(crate) fn sync(&self) -> Result<(), TierError> {
        self.write()?;
        let bytes = self.bytes();
        let Bytes::File(file) = &*bytes else { return Ok(()) };
        let synced = about_to(Change::Sync).and_then(|()| file.sync_all());
        synced.map_err(TierError::io(&self.path, Some(self.shard), "rows cannot be made to last"))
    }

    /// Removes the file; whoever reads it still can.
    pub(crate) fn remove(&self) -> Result<(), TierError> {
        if !self.lasts {
            return Ok(());
        }
        let removed = about_to(Change::Remove(&self.path)).and_then(|()| std::fs::remove_file(&self.path));
        removed.map_err(TierError::io(&self.path, Some(self.shard), "cannot be removed"))
    }
}

/// What to say of a file that has not the bytes that were written.
pub(crate) fn wrong_length(path: &Path, shard: usize, length: u64, expected: usize) -> TierError {
    let lost = match length < expected as u64 {
        true => format!("rows from block {} on are lost here", length as usize / BLOCK),
        false => "nobody wrote what is behind them".to_owned(),
    };
    let problem = format!(
        "shard {shard}: it has {length} bytes, and {expected} were written: {lost}: go on from another saved state"
    );
    TierError::other(path, problem)
}

/// What to say of a file whose rows are whole, and that is not the one that was saved.
pub(crate) fn another(path: &Path, shard: usize) -> TierError {
    let problem = format!(
        "shard {shard}: its rows are whole, but they are not what was saved: it is of another store, or of another time: go on from \
         another saved state"
    );
    TierError::other(path, problem)
}

/// The name of the file with what a shard had in memory.
pub(crate) fn active_name(shard: usize) -> String {
    format!("shard-{shard:03}.active")
}

/// Gives a file a second name in a folder, or, on another file system, a copy.
pub(crate) fn link(file: &Path, folder: &Path, shard: Option<usize>) -> Result<(), TierError> {
    let to = folder.join(file.file_name().unwrap_or_default());
    if !file.exists() {
        let of = shard.map_or_else(String::new, |shard| format!("shard {shard}: "));
        let problem = format!("{of}the file is not there: go on from another saved state");
        return Err(TierError::other(file, problem));
    }
    link_or_copy(file, &to).map_err(TierError::io(&to, shard, "cannot be saved"))
}
