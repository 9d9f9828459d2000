//! A pool as those look at it who do not train: nothing of it changes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use emberlane_files::{WholeFile, write_tensor_header};
use emberlane_stores::RowShape;
use safetensors::Dtype;

use super::partition::{Partition, Scanned, Scratch, Sum};
use super::recovery::spans;
use crate::pool::file::{self, Opened, Use};
use crate::pool::{Content, Line, PoolError, Superblock};
use crate::{Key, StoreError};

/// What a pool holds, every slot of which was read.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What it says of itself.
    pub superblock: Superblock,
    /// What a fence of it is worth, on this file system.
    pub durability: &'static str,
    /// The checkpoints that are done, ascending, each with whether all of its rows are there.
    pub checkpoints: Vec<(Line, bool)>,
    /// Slots that were never written, or are free again and empty.
    pub empty: u64,
    /// Slots of rows of a version that no checkpoint here has: they were written behind the newest.
    pub later: u64,
    /// Slots that are unreadable, as ranges.
    pub unreadable: String,
    /// Their number. A slot that was being written when power was lost is one of them, and no damage.
    pub unreadable_slots: u64,
    /// What is wrong, in words.
    pub problems: Vec<String>,
}

/// Reads every slot of a pool, and compares each checkpoint with its line.
///
/// # Errors
/// A pool that is in use, no pool, and one whose superblock or lines are gone.
pub fn check(path: &Path) -> Result<Checked, PoolError> {
    let opened = file::open(path, None, &Use::default())?;
    let superblock = *opened.pool.superblock();
    let shape = superblock.geometry.shape;
    let mut problems = opened.pool.unreadable().to_vec();
    let partitions: Vec<Partition> = opened.slots.into_iter().map(|slots| Partition::new(slots, shape)).collect();
    let lines = opened.pool.lines();
    let mut checkpoints = Vec::new();
    let (mut empty, mut later, mut unreadable) = (0, 0, Vec::new());
    for line in lines {
        let (found, sum) = scan(&partitions, line.checkpoint);
        let is_whole = sum == (Sum { rows: line.rows, digest: line.digest });
        if !is_whole {
            problems.push(format!(
                "checkpoint {} has {} rows, and {} were found whose digest is another",
                line.checkpoint, line.rows, sum.rows
            ));
        }
        checkpoints.push((line, is_whole));
        // Those of the newest checkpoint are what counts.
        later = found.iter().map(|scanned| scanned.later.len() as u64).sum();
        unreadable =
            found.iter().zip(&partitions).flat_map(|(scanned, part)| part.numbers(&scanned.unreadable)).collect();
    }
    for partition in &partitions {
        partition.slots.scan(0..partition.slots.count(), |_, content| empty += u64::from(content == Content::Empty));
    }
    Ok(Checked {
        superblock,
        durability: opened.durability.name(),
        checkpoints,
        empty,
        later,
        unreadable: spans(&unreadable),
        unreadable_slots: unreadable.len() as u64,
        problems,
    })
}

/// What each partition has of a checkpoint, and the sum of it.
fn scan(partitions: &[Partition], checkpoint: u64) -> (Vec<Scanned>, Sum) {
    let found: Vec<Scanned> = partitions.iter().map(|partition| partition.scan(checkpoint)).collect();
    let sum = found.iter().fold(Sum::default(), |sum, scanned| sum.and(scanned.sum));
    (found, sum)
}

/// Writes the rows of a checkpoint to a file of tensors (safetensors): `keys` (table in the upper 32 bits, row in the lower), `weights`
/// and, where the optimiser keeps something, `state`, in the order of keys. A row that is not there is as it was drawn. Returns the
/// checkpoint and its rows.
///
/// # Errors
/// A pool that cannot be opened, has no such checkpoint, or whose rows are not all there; a file that cannot be written.
pub fn export(path: &Path, checkpoint: Option<u64>, to: &Path) -> Result<Line, StoreError> {
    let opened = file::open(path, None, &Use::default())?;
    let lines = opened.pool.lines();
    let line = match checkpoint {
        None => lines.last(),
        Some(checkpoint) => lines.iter().find(|line| line.checkpoint == checkpoint),
    };
    let Some(line) = line.copied() else {
        return Err(StoreError::no_checkpoint(opened.pool.name(), checkpoint.unwrap_or(0), &lines));
    };
    let found = Found::of(opened, line)?;
    let (shape, rows) = (found.shape, found.rows());
    let failed = |source| {
        StoreError::Pool(PoolError::Io {
            pool: path.display().to_string(),
            what: "writing its rows to another file",
            source,
        })
    };
    let write = || -> io::Result<Result<(), PoolError>> {
        let mut file = WholeFile::create(to)?;
        let about = BTreeMap::from([("checkpoint".to_owned(), line.checkpoint.to_string())]);
        let mut tensors = vec![
            ("keys".to_owned(), Dtype::U64, vec![rows.len()]),
            ("weights".to_owned(), Dtype::F32, vec![rows.len(), shape.dimension]),
        ];
        if shape.state > 0 {
            tensors.push(("state".to_owned(), Dtype::F32, vec![rows.len(), shape.state]));
        }
        write_tensor_header(&mut file, &about, tensors)?;
        for (key, ..) in &rows {
            file.write_all(&key.0.to_le_bytes())?;
        }
        let mut scratch = Scratch { bytes: Vec::new(), row: vec![0.0; shape.width()] };
        for part in [0..shape.dimension, shape.dimension..shape.width()] {
            for row in &rows {
                if let Err(error) = found.read(*row, &mut scratch) {
                    return Ok(Err(error));
                }
                let bytes: Vec<u8> = scratch.row[part.clone()].iter().flat_map(|number| number.to_le_bytes()).collect();
                file.write_all(&bytes)?;
            }
        }
        file.commit()?;
        Ok(Ok(()))
    };
    write().map_err(failed)??;
    Ok(line)
}

/// A checkpoint of a pool, all of whose rows are there.
pub(super) struct Found {
    pub(super) name: String,
    pub(super) shape: RowShape,
    partitions: Vec<Partition>,
    scanned: Vec<Scanned>,
    /// Holds the lock of the pool.
    _file: File,
}

/// A row: its partition, and the slot there.
pub(super) type At = (Key, usize, u32);

impl Found {
    /// Scans a pool, and compares with the checkpoint's line.
    pub(super) fn of(opened: Opened, line: Line) -> Result<Self, PoolError> {
        let Opened { pool, slots, file, .. } = opened;
        let shape = pool.superblock().geometry.shape;
        let partitions: Vec<Partition> = slots.into_iter().map(|slots| Partition::new(slots, shape)).collect();
        let (scanned, sum) = scan(&partitions, line.checkpoint);
        if sum != (Sum { rows: line.rows, digest: line.digest }) {
            let numbers = scanned.iter().zip(&partitions).flat_map(|(found, part)| part.numbers(&found.unreadable));
            return Err(PoolError::damaged(pool.name(), &line, sum.rows, &spans(&numbers.collect::<Vec<_>>())));
        }
        Ok(Self { name: pool.name().to_owned(), shape, partitions, scanned, _file: file })
    }

    /// Its rows, in the order of keys.
    pub(super) fn rows(&self) -> Vec<At> {
        let of = |(number, scanned): (usize, &Scanned)| -> Vec<At> {
            scanned.rows().map(|(key, slot)| (key, number, slot)).collect()
        };
        let mut rows: Vec<At> = self.scanned.iter().enumerate().flat_map(of).collect();
        rows.sort_unstable();
        rows
    }

    /// Reads a row to `scratch`; gives its version.
    pub(super) fn read(&self, (key, partition, slot): At, scratch: &mut Scratch) -> Result<u64, PoolError> {
        let slots = &self.partitions[partition].slots;
        match slots.read(slot, &mut scratch.bytes, &mut scratch.row) {
            Content::Row { key: found, version } if found == key => Ok(version),
            _ => {
                let (pool, slot) = (self.name.clone(), slots.number(slot));
                Err(PoolError::Slot { pool, slot, table: key.table(), row: key.row() })
            }
        }
    }
}
