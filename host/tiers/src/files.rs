//! Rows in files of our own: logs, one a shard.

use std::path::Path;
use std::sync::{Arc, MutexGuard};

use emberlane_stores::{BlockReport, RowKey};

use crate::aligned::{AlignedBuffer, BLOCK};
use crate::block::{BlockTier, BlockWork};
use crate::error::TierError;
use crate::log::Log;
use crate::record::Format;
use crate::segment::SegmentFile;
use crate::settings::Settings;
use crate::shard::{Located, Shard, ShardAbout, shard_of};

/// Rows in logs.
#[derive(Debug)]
pub(crate) struct Files {
    format: Format,
    /// How rows with their values lie.
    whole: Format,
    direct: bool,
    shards: Vec<Log>,
}

impl Files {
    /// Empty logs in a folder that is there.
    pub(crate) fn new(settings: &Settings) -> Self {
        let format = Format::new(settings.shape.width(), settings.segment);
        let direct = settings.direct && takes_direct(&settings.directory);
        Self::with(settings, format, direct)
    }

    /// Empty logs of keys alone, which are kept in memory: what is written, read and made room for is what it would be with values.
    pub(crate) fn without_values(settings: &Settings) -> Self {
        let whole = Format::new(settings.shape.width(), settings.segment);
        Self { whole, ..Self::with(settings, whole.without_values(), false) }
    }

    fn with(settings: &Settings, format: Format, direct: bool) -> Self {
        let rows = settings.rows_in_files();
        let shard = |number| Log::new(&settings.directory, (number, settings.shards), &rows, format, direct);
        let shards = (0..settings.shards).map(shard).collect();
        Self { format, whole: format, direct, shards }
    }

    fn shard(&self, number: usize) -> MutexGuard<'_, Shard> {
        self.shards[number].shard()
    }
}

/// Whether the file system of a folder lets reads and writes go around the page cache.
pub(crate) fn takes_direct(folder: &Path) -> bool {
    let path = folder.join(DIRECT_PROBE);
    let takes = crate::segment::open(&path, true, true).is_ok();
    // If it is not there, nothing is left behind.
    let _ = std::fs::remove_file(&path);
    takes
}

/// A file that is made and removed to see what the file system can do.
pub(crate) const DIRECT_PROBE: &str = "shard-probe.rows";

impl BlockTier for Files {
    fn get(&self, keys: &[RowKey], rows: &mut [f32], found: &mut [bool]) -> Result<u64, TierError> {
        let run_bytes = self.format.run_bytes();
        let mut blocks = 0;
        // The run that was read last, with the file that it is of.
        let mut run: Option<AlignedBuffer> = None;
        let mut of: Option<(Arc<SegmentFile>, usize)> = None;
        let all = keys.iter().zip(rows.chunks_exact_mut(self.format.width())).zip(found);
        for ((key, row), found) in all {
            let located = self.shard(shard_of(*key, self.shards.len())).locate(*key, row)?;
            *found = !matches!(located, Located::Absent);
            let Located::File(file, slot) = located else { continue };
            let (start, _) = self.format.place_of(slot);
            let run = run.get_or_insert_with(|| AlignedBuffer::new(run_bytes));
            let is_there = of.as_ref().is_some_and(|(read, from)| Arc::ptr_eq(read, &file) && *from == start);
            if !is_there {
                file.read_run(&self.format, slot, *key, run)?;
                blocks += (run_bytes / BLOCK) as u64;
            }
            file.decode(&self.format, slot, *key, run, row)?;
            of = Some((file, start));
        }
        Ok(blocks)
    }

    fn set(&self, keys: &[RowKey], rows: &[f32]) -> Result<(), TierError> {
        let width = self.format.width();
        let mut all = keys.iter().enumerate();
        all.try_for_each(|(number, key)| {
            let row = &rows[number * width..(number + 1) * width];
            self.shards[shard_of(*key, self.shards.len())].set(*key, row)
        })
    }

    fn has(&self, keys: &[RowKey]) -> Vec<bool> {
        keys.iter().map(|key| self.shard(shard_of(*key, self.shards.len())).has(*key)).collect()
    }

    fn reads(&self, keys: &[RowKey]) -> (u64, u64) {
        let is_in_file = |key: &&RowKey| self.shard(shard_of(**key, self.shards.len())).is_in_file(**key);
        (keys.iter().filter(is_in_file).count() as u64, self.whole.run_bytes() as u64)
    }

    fn runs(&self, keys: &[RowKey]) -> Vec<u64> {
        let run = |key: &RowKey| {
            let shard = shard_of(*key, self.shards.len());
            let (segment, run) = self.shard(shard).run_of(*key)?;
            // No shard has 2^30 files, and no file 2^24 blocks.
            Some((shard as u64) << 54 | segment << 24 | run as u64)
        };
        keys.iter().filter_map(run).collect()
    }

    fn work(&self) -> BlockWork {
        let bytes = self.format.segment_bytes() as u64;
        let (mut read, mut written) = (0, 0);
        for number in 0..self.shards.len() {
            let counts = self.shard(number).counts();
            read += counts.compaction_bytes_read;
            written += counts.bytes_written;
        }
        BlockWork { read: read / bytes, written: written / bytes, bytes: self.whole.segment_bytes() as u64 }
    }

    fn save(&self, folder: &Path) -> Result<serde_json::Value, TierError> {
        let shards: Result<Vec<ShardAbout>, TierError> = self.shards.iter().map(|log| log.save(folder)).collect();
        serde_json::to_value(shards?).map_err(|error| TierError::other(folder, error.to_string()))
    }

    fn load(&self, folder: &Path, about: &serde_json::Value) -> Result<(), TierError> {
        let shards: Vec<ShardAbout> =
            serde_json::from_value(about.clone()).map_err(|error| TierError::other(folder, error.to_string()))?;
        if shards.len() != self.shards.len() {
            let problem = format!("it has {} shards, and {} were expected", shards.len(), self.shards.len());
            return Err(TierError::other(folder, problem));
        }
        shards.iter().enumerate().try_for_each(|(number, about)| self.shard(number).load(folder, about))
    }

    fn report(&self) -> BlockReport {
        let mut report = BlockReport { name: "files".to_owned(), direct: self.direct, ..BlockReport::default() };
        let whole = |bytes: u64| bytes / self.format.segment_bytes() as u64 * self.whole.segment_bytes() as u64;
        for number in 0..self.shards.len() {
            let shard = self.shard(number);
            let (counts, (held, bytes)) = (shard.counts(), shard.held());
            report.sets += counts.sets;
            report.bytes_written += whole(counts.bytes_written);
            report.compacted += counts.compacted;
            report.compaction_bytes_read += whole(counts.compaction_bytes_read);
            report.held += held;
            report.disk_bytes += whole(bytes);
        }
        report
    }
}
