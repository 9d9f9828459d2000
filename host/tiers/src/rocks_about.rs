//! What is known of rows in RocksDB beside the databases: which there are, and what was done.

use std::path::Path;

use emberlane_files::{Change, about_to};
use emberlane_stores::RowKey;
use serde::{Deserialize, Serialize};

use crate::error::TierError;
use crate::segment::link;

/// The folder of a shard's database.
pub(crate) fn database_name(shard: usize) -> String {
    format!("rocks-{shard:03}")
}

/// What was saved of databases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) shards: Vec<ShardAbout>,
    pub(crate) sets: u64,
    pub(crate) work: Work,
}

/// What tells a saved database from those of other times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardAbout {
    /// Rows that the store was given so far.
    pub(crate) sets: u64,
    /// Rows that the database has.
    pub(crate) rows: u64,
}

impl About {
    pub(crate) fn read(folder: &Path, value: &serde_json::Value, shards: usize) -> Result<Self, TierError> {
        let about: Self =
            serde_json::from_value(value.clone()).map_err(|error| TierError::other(folder, error.to_string()))?;
        if about.shards.len() == shards {
            return Ok(about);
        }
        let problem = format!("it has {} shards, and {shards} were expected", about.shards.len());
        Err(TierError::other(folder, problem))
    }

    pub(crate) fn rows(&self) -> u64 {
        self.shards.iter().map(|shard| shard.rows).sum()
    }
}

/// Bytes that databases have read and written by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Work {
    /// Rows that filled the memory.
    pub(crate) flushed: u64,
    /// To make room.
    pub(crate) compacted: u64,
    /// To make room.
    pub(crate) read: u64,
}

impl Work {
    /// What the statistics of databases say.
    pub(crate) fn of(statistics: &str) -> Self {
        let count = |name: &str| {
            let line = statistics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" COUNT : "));
            line.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
        };
        Self {
            flushed: count("rocksdb.flush.write.bytes"),
            compacted: count("rocksdb.compact.write.bytes"),
            read: count("rocksdb.compact.read.bytes"),
        }
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            flushed: self.flushed + other.flushed,
            compacted: self.compacted + other.compacted,
            read: self.read + other.read,
        }
    }

    pub(crate) fn written(self) -> u64 {
        self.flushed + self.compacted
    }
}

/// Which rows of a shard were ever set: a bit of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    shards: usize,
    tables: Vec<Vec<u64>>,
    count: u64,
}

impl Held {
    pub(crate) fn new(rows: &[u32], shards: usize) -> Self {
        let words = |rows: &u32| vec![0; (*rows as usize).div_ceil(shards).div_ceil(64)];
        Self { shards, tables: rows.iter().map(words).collect(), count: 0 }
    }

    fn at(&self, key: RowKey) -> (usize, u64) {
        let row = key.row as usize / self.shards;
        (row / 64, 1 << (row % 64))
    }

    pub(crate) fn has(&self, key: RowKey) -> bool {
        let (word, bit) = self.at(key);
        self.tables[key.table as usize][word] & bit != 0
    }

    pub(crate) fn set(&mut self, key: RowKey) {
        let (word, bit) = self.at(key);
        let word = &mut self.tables[key.table as usize][word];
        self.count += u64::from(*word & bit == 0);
        *word |= bit;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }
}

/// Puts the files of a saved database into the place of another: files of rows, which are never changed, under a second name.
pub(crate) fn copied(from: &Path, to: &Path, shard: usize) -> Result<(), TierError> {
    remove(to, shard)?;
    let made = about_to(Change::MakeFolder(to)).and_then(|()| std::fs::create_dir(to));
    made.map_err(TierError::io(to, Some(shard), "the folder cannot be made"))?;
    for name in crate::directory::names(from)? {
        let file = from.join(&name);
        if name.ends_with(".sst") {
            link(&file, to, Some(shard))?;
        } else {
            let there = to.join(&name);
            let copy = about_to(Change::Create(&there)).and_then(|()| std::fs::copy(&file, &there));
            copy.map_err(TierError::io(&file, Some(shard), "cannot be copied"))?;
        }
    }
    Ok(())
}

/// Removes the folder of a database, if it is there.
pub(crate) fn remove(folder: &Path, shard: usize) -> Result<(), TierError> {
    match about_to(Change::Remove(folder)).and_then(|()| std::fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TierError::io(folder, Some(shard), "cannot be removed")(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_once() {
        // Of two shards this one has the even rows of the first table.
        let mut held = Held::new(&[130, 1], 2);
        for (row, count) in [(0, 1), (128, 2), (0, 2), (126, 3)] {
            held.set(RowKey { table: 0, row });
            assert_eq!(held.count(), count);
        }
        assert!(held.has(RowKey { table: 0, row: 128 }) && !held.has(RowKey { table: 0, row: 124 }));
        assert!(!held.has(RowKey { table: 1, row: 0 }));
    }

    #[test]
    fn counts_are_found_in_statistics() {
        let text = "rocksdb.block.cache.miss COUNT : 3\nrocksdb.compact.read.bytes COUNT : 70\nrocksdb.compact.write.bytes \
                    COUNT : 50\nrocksdb.flush.write.bytes COUNT : 8\n";
        assert_eq!(Work::of(text), Work { flushed: 8, compacted: 50, read: 70 });
        assert_eq!(Work::of(text).with(Work::of(text)).written(), 116);
    }
}
