//! A log of rows: the newest are in memory, the others in files that are never changed.
//!
//! A row that is set again while it is in memory is changed there. When the memory is full, it becomes a file. The rows in files that
//! were set again since are room that is lost; when more than half of it is, the file with the fewest rows that count is written again.
//! How much that is follows from the rows and their order alone.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use emberlane_files::WrittenFile;
use emberlane_stores::RowKey;
use serde::{Deserialize, Serialize};

use crate::aligned::AlignedBuffer;
use crate::error::TierError;
use crate::record::{Format, Place};
use crate::segment::{SegmentFile, active_name, another, link, segment_name, wrong_length};

/// Files that a shard may have before it makes room.
pub(crate) const FEW_SEGMENTS: u64 = 4;

/// What happened in a shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardCounts {
    pub(crate) sets: u64,
    pub(crate) bytes_written: u64,
    pub(crate) compacted: u64,
    pub(crate) compaction_bytes_read: u64,
}

/// What a saved shard consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardAbout {
    /// The number of the segment in memory, and the rows in it.
    pub(crate) active: u64,
    pub(crate) records: usize,
    /// Their checksum.
    pub(crate) checksum: u32,
    /// The files, by ascending number.
    pub(crate) segments: Vec<SegmentAbout>,
    pub(crate) counts: ShardCounts,
}

/// What a saved file of rows is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SegmentAbout {
    pub(crate) number: u64,
    /// Rows in it that count.
    pub(crate) live: u32,
    /// The checksum of all its rows.
    pub(crate) checksum: u32,
}

/// Where a row is.
pub(crate) enum Located {
    /// Nowhere: it was never set.
    Absent,
    /// It was in memory, and is copied.
    Copied,
    /// In this slot of a file.
    File(Arc<SegmentFile>, usize),
}

/// A file of the log.
#[derive(Debug)]
struct Segment {
    file: Arc<SegmentFile>,
    /// Rows that were not set again since.
    live: u32,
    synced: bool,
}

impl Segment {
    fn about(&self) -> SegmentAbout {
        SegmentAbout { number: self.file.number(), live: self.live, checksum: self.file.checksum() }
    }
}

/// A file of which few rows count.
#[derive(Debug)]
pub(crate) struct Outgrown {
    pub(crate) file: Arc<SegmentFile>,
    position: usize,
}

/// What the disk does not know yet.
#[derive(Debug, Default)]
pub(crate) struct Unsettled {
    /// Files that became full and are still in memory.
    pub(crate) full: Vec<Arc<SegmentFile>>,
    /// Files of which no row counts.
    pub(crate) gone: Vec<Arc<SegmentFile>>,
}

/// A log of rows.
#[derive(Debug)]
pub(crate) struct Shard {
    number: usize,
    shards: usize,
    folder: PathBuf,
    format: Format,
    direct: bool,
    /// Of each table, where its rows of this shard are: the position of the segment times its slots, and the slot, from 1; 0: nowhere.
    index: Vec<Vec<u32>>,
    /// Files by position; that of the segment in memory has none.
    segments: Vec<Option<Segment>>,
    memory: AlignedBuffer,
    /// Position and number of the segment in memory, and the rows in it.
    position: usize,
    active: u64,
    records: usize,
    /// Rows in files that count.
    live: u64,
    files: u64,
    counts: ShardCounts,
    unsettled: Unsettled,
}

impl Shard {
    /// An empty log in a folder.
    pub(crate) fn new(
        folder: &Path,
        (number, shards): (usize, usize),
        rows: &[u32],
        format: Format,
        direct: bool,
    ) -> Self {
        // Memory that was never written is not taken.
        let index = rows.iter().map(|rows| vec![0; (*rows as usize).div_ceil(shards)]).collect();
        Self {
            number,
            shards,
            folder: folder.to_path_buf(),
            format,
            direct,
            index,
            segments: vec![None],
            memory: AlignedBuffer::new(format.segment_bytes()),
            position: 0,
            active: 0,
            records: 0,
            live: 0,
            files: 0,
            counts: ShardCounts::default(),
            unsettled: Unsettled::default(),
        }
    }

    fn entry(&mut self, key: RowKey) -> &mut u32 {
        &mut self.index[key.table as usize][key.row as usize / self.shards]
    }

    fn at(&self, key: RowKey) -> Option<(usize, usize)> {
        let at = self.index[key.table as usize][key.row as usize / self.shards].checked_sub(1)? as usize;
        Some((at / self.format.slots(), at % self.format.slots()))
    }

    fn place(&self, slot: usize) -> Place {
        Place { shard: self.number, segment: self.active, slot }
    }

    /// Whether a row was ever set.
    pub(crate) fn has(&self, key: RowKey) -> bool {
        self.at(key).is_some()
    }

    /// Whether a row is in a file.
    pub(crate) fn is_in_file(&self, key: RowKey) -> bool {
        self.at(key).is_some_and(|(position, _)| self.segments[position].is_some())
    }

    /// The file that a row is in, and the run of it; `None`: it is in memory, or nowhere.
    pub(crate) fn run_of(&self, key: RowKey) -> Option<(u64, usize)> {
        let (position, slot) = self.at(key)?;
        let segment = self.segments[position].as_ref()?;
        Some((segment.file.number(), self.format.place_of(slot).0 / self.format.run_bytes()))
    }

    /// Finds a row; one in memory is copied into `values`.
    pub(crate) fn locate(&self, key: RowKey, values: &mut [f32]) -> Result<Located, TierError> {
        let Some((position, slot)) = self.at(key) else { return Ok(Located::Absent) };
        if let Some(segment) = &self.segments[position] {
            return Ok(Located::File(Arc::clone(&segment.file), slot));
        }
        let record = &self.memory[self.format.range(slot)];
        let wrong = |problem: String| TierError::Row {
            file: self.folder.clone(),
            shard: self.number,
            block: self.format.block_of(slot),
            slot,
            row: Some(key),
            problem: format!("in memory: {problem}"),
        };
        match self.format.decode(self.place(slot), record, values).map_err(wrong)? {
            found if found == key => Ok(Located::Copied),
            found => Err(wrong(format!("row {} of table {} is there", found.row, found.table))),
        }
    }

    /// Sets a row; says whether its files are to be changed.
    pub(crate) fn set(&mut self, key: RowKey, values: &[f32]) -> Result<bool, TierError> {
        self.counts.sets += 1;
        if let Some((position, slot)) = self.at(key)
            && position == self.position
        {
            let (range, place) = (self.format.range(slot), self.place(slot));
            self.format.encode(place, key, values, &mut self.memory[range]);
            return Ok(false);
        }
        self.append(key, |format, place, record| format.encode(place, key, values, record))?;
        Ok(!self.unsettled.full.is_empty() || !self.unsettled.gone.is_empty() || self.is_outgrown())
    }

    /// Puts a row that is not in memory there.
    fn append(&mut self, key: RowKey, encode: impl FnOnce(&Format, Place, &mut [u8])) -> Result<(), TierError> {
        let (slot, place) = (self.records, self.place(self.records));
        let range = self.format.range(slot);
        encode(&self.format, place, &mut self.memory[range]);
        self.records += 1;
        let at = self.position * self.format.slots() + slot + 1;
        let Ok(at) = u32::try_from(at) else {
            return Err(TierError::other(
                &self.folder,
                format!("shard {} is full: spread the rows over more, with a larger store.shards", self.number),
            ));
        };
        let before = std::mem::replace(self.entry(key), at);
        if let Some(before) = before.checked_sub(1) {
            self.forget(before as usize / self.format.slots());
        }
        if self.records == self.format.slots() {
            self.seal();
        }
        Ok(())
    }

    /// A row of the file at a position counts no more; a file of which none does goes.
    fn forget(&mut self, position: usize) {
        let Some(segment) = &mut self.segments[position] else { return };
        segment.live -= 1;
        self.live -= 1;
        if segment.live == 0 {
            self.unsettled.gone.extend(self.segments[position].take().map(|segment| segment.file));
            self.files -= 1;
        }
    }

    /// What is in memory becomes a file.
    fn seal(&mut self) {
        let memory = std::mem::replace(&mut self.memory, AlignedBuffer::new(self.format.segment_bytes()));
        let of = (self.number, self.active);
        let file = Arc::new(SegmentFile::full(&self.folder, of, self.direct, &self.format, memory));
        self.unsettled.full.push(Arc::clone(&file));
        let live = self.records as u32;
        self.counts.bytes_written += self.format.segment_bytes() as u64;
        self.segments[self.position] = Some(Segment { file, live, synced: false });
        self.live += u64::from(live);
        self.files += 1;
        self.begin(self.active + 1);
    }

    /// What the disk has to be told now.
    pub(crate) fn unsettled(&mut self) -> Unsettled {
        std::mem::take(&mut self.unsettled)
    }

    /// Begins a segment in memory, at the first position that no file has.
    fn begin(&mut self, number: u64) {
        self.position = self.segments.iter().position(Option::is_none).unwrap_or(self.segments.len());
        if self.position == self.segments.len() {
            self.segments.push(None);
        }
        (self.active, self.records) = (number, 0);
    }

    /// Whether files have more room that is lost than they may.
    fn is_outgrown(&self) -> bool {
        let slots = self.format.slots() as u64;
        self.files * slots > (2 * self.live).max(FEW_SEGMENTS * slots)
    }

    /// The file with the fewest rows that count, where room is to be made.
    pub(crate) fn outgrown(&self) -> Option<Outgrown> {
        if self.is_outgrown() { self.fewest() } else { None }
    }

    /// The file with the fewest rows that count, where any has others too.
    pub(crate) fn incomplete(&self) -> Option<Outgrown> {
        let is_incomplete = |segment: &Segment| segment.live < self.format.slots() as u32;
        if self.segments.iter().flatten().any(is_incomplete) { self.fewest() } else { None }
    }

    fn fewest(&self) -> Option<Outgrown> {
        let files =
            self.segments.iter().enumerate().filter_map(|(position, segment)| Some((position, segment.as_ref()?)));
        let (position, segment) = files.min_by_key(|(_, segment)| (segment.live, segment.file.number()))?;
        Some(Outgrown { file: Arc::clone(&segment.file), position })
    }

    /// Sets the rows that count of a file again, which has these bytes.
    pub(crate) fn rewrite(&mut self, Outgrown { file, position }: &Outgrown, bytes: &[u8]) -> Result<(), TierError> {
        self.counts.compaction_bytes_read += bytes.len() as u64;
        let (format, mut values) = (self.format, vec![0.0; self.format.width()]);
        for slot in 0..format.slots() {
            let key = file.key(&format, slot, bytes)?;
            if self.at(key) == Some((*position, slot)) {
                let run = &bytes[format.place_of(slot).0..][..format.run_bytes()];
                file.decode(&format, slot, key, run, &mut values)?;
                self.append(key, |format, place, record| format.encode(place, key, &values, record))?;
                self.counts.compacted += 1;
            }
        }
        Ok(())
    }

    pub(crate) fn counts(&self) -> ShardCounts {
        self.counts
    }

    /// Rows that it holds, and bytes on the disk.
    pub(crate) fn held(&self) -> (u64, u64) {
        (self.live + self.records as u64, self.files * self.format.segment_bytes() as u64)
    }

    /// Saves it in a folder: its files under a second name, what is in memory beside them. Nothing of it changes.
    pub(crate) fn save(&mut self, folder: &Path) -> Result<ShardAbout, TierError> {
        let mut segments = Vec::new();
        for segment in self.segments.iter_mut().flatten() {
            if !segment.synced {
                segment.file.sync()?;
                segment.synced = true;
            }
            if folder != self.folder {
                link(segment.file.path(), folder, Some(self.number))?;
            }
            segments.push(segment.about());
        }
        segments.sort_unstable();
        let path = folder.join(active_name(self.number));
        let bytes = &self.memory[..self.format.bytes_of(self.records)];
        let write = || {
            let mut file = WrittenFile::create(&path)?;
            file.write_all(bytes)?;
            file.sync()
        };
        write().map_err(TierError::io(&path, Some(self.number), "rows cannot be written"))?;
        let (active, records, checksum) = (self.active, self.records, self.format.checksum(self.records, bytes));
        Ok(ShardAbout { active, records, checksum, segments, counts: self.counts })
    }

    /// Takes a saved shard in place of an empty one, and checks every row of it.
    pub(crate) fn load(&mut self, folder: &Path, about: &ShardAbout) -> Result<(), TierError> {
        let mut bytes = AlignedBuffer::new(self.format.segment_bytes());
        for SegmentAbout { number, checksum, .. } in &about.segments {
            let from = folder.join(segment_name(self.number, *number));
            link(&from, &self.folder, Some(self.number))?;
            let file = SegmentFile::open(&self.folder, self.number, (*number, *checksum), self.direct)?;
            file.read_all(&mut bytes)?;
            self.begin(*number);
            let position = self.position;
            self.segments[position] = Some(Segment { file: Arc::new(file), live: 0, synced: true });
            for slot in 0..self.format.slots() {
                self.found(position, slot, &bytes)?;
            }
            self.segments[position].iter().try_for_each(|segment| segment.file.check(&self.format, &bytes))?;
        }
        let path = folder.join(active_name(self.number));
        let memory = std::fs::read(&path).map_err(TierError::io(&path, Some(self.number), "rows cannot be read"))?;
        if memory.len() != self.format.bytes_of(about.records) {
            return Err(wrong_length(&path, self.number, memory.len() as u64, self.format.bytes_of(about.records)));
        }
        self.begin(about.active);
        self.memory[..memory.len()].copy_from_slice(&memory);
        for slot in 0..about.records {
            let key = self.format.key(self.place(slot), &self.memory[self.format.range(slot)]);
            let key = key.map_err(|problem| TierError::Row {
                file: path.clone(),
                shard: self.number,
                block: self.format.block_of(slot),
                slot,
                row: None,
                problem,
            })?;
            self.check(key, &path, slot)?;
            let at = (self.position * self.format.slots() + slot + 1) as u32;
            let before = std::mem::replace(self.entry(key), at);
            self.outdated(before);
        }
        if self.format.checksum(about.records, &memory) != about.checksum {
            return Err(another(&path, self.number));
        }
        self.records = about.records;
        self.counts = about.counts;
        let mut segments: Vec<SegmentAbout> = self.segments.iter().flatten().map(Segment::about).collect();
        segments.sort_unstable();
        if segments != about.segments {
            let problem = format!("shard {}: its files do not hold the rows that were saved", self.number);
            return Err(TierError::other(folder, problem));
        }
        self.files = segments.len() as u64;
        self.live = segments.iter().map(|segment| u64::from(segment.live)).sum();
        Ok(())
    }

    /// A row was found in a file; those that were found before are older.
    fn found(&mut self, position: usize, slot: usize, bytes: &AlignedBuffer) -> Result<(), TierError> {
        let Some(segment) = &mut self.segments[position] else { return Ok(()) };
        let key = segment.file.key(&self.format, slot, bytes)?;
        segment.live += 1;
        let path = segment.file.path().to_path_buf();
        self.check(key, &path, slot)?;
        let at = (position * self.format.slots() + slot + 1) as u32;
        let before = std::mem::replace(self.entry(key), at);
        self.outdated(before);
        Ok(())
    }

    fn outdated(&mut self, before: u32) {
        let before = before.checked_sub(1).map(|at| at as usize / self.format.slots());
        if let Some(segment) = before.and_then(|position| self.segments[position].as_mut()) {
            segment.live -= 1;
        }
    }

    /// Refuses a row that this shard cannot have.
    fn check(&self, key: RowKey, file: &Path, slot: usize) -> Result<(), TierError> {
        let there = self.index.get(key.table as usize).map_or(0, Vec::len);
        if (key.row as usize / self.shards) < there && shard_of(key, self.shards) == self.number {
            return Ok(());
        }
        let problem = "this shard has no such row".to_owned();
        let (file, block) = (file.to_path_buf(), self.format.block_of(slot));
        Err(TierError::Row { file, shard: self.number, block, slot, row: Some(key), problem })
    }
}

/// The shard of a row: rows that follow one another are in different ones, and so are those of different tables.
pub(crate) fn shard_of(key: RowKey, shards: usize) -> usize {
    (key.row as usize + key.table as usize) % shards
}
