//! A pool that is being made, of a medium that is all zeros.

use std::io;

use emberlane_pmem::{Medium, Parts};

use super::layout::{LINES, SUPERBLOCKS};
use super::{Geometry, Identity, Line, Moment, Slots, Superblock};
use crate::Key;

/// A pool that is being made: rows come first, then the line that says that they are there, and superblocks, without which it is none, last.
pub(crate) struct Filling {
    head: Box<dyn Medium>,
    slots: Vec<Slots>,
    /// Of each partition the next free slot.
    next: Vec<u32>,
    superblock: Superblock,
    rows: u64,
    digest: u64,
}

impl Filling {
    pub(crate) fn new(medium: impl Parts, identity: Identity, geometry: Geometry, nonce: u64) -> Self {
        let mut parts = medium.part(&geometry.borders()).into_iter();
        let head = parts.next().expect("a part in front of every border");
        let first = (0..).map(|part: u64| part * geometry.slots);
        let slots: Vec<Slots> =
            parts.zip(first).map(|(medium, first)| Slots::new(medium, geometry.shape, nonce, first)).collect();
        let superblock = Superblock { identity, geometry, nonce, incarnation: 0, sequence: 0 };
        Self { head, next: vec![0; slots.len()], slots, superblock, rows: 0, digest: 0 }
    }

    /// Writes a row of some version; `false`: its partition is full.
    pub(crate) fn put(&mut self, key: Key, version: u64, row: &[f32]) -> bool {
        let part = key.partition(self.superblock.geometry.partitions) as usize;
        let (slots, next) = (&mut self.slots[part], &mut self.next[part]);
        if *next >= slots.count() {
            return false;
        }
        slots.write(*next, key, version, row);
        self.digest = self.digest.wrapping_add(slots.digest(key, version));
        *next += 1;
        self.rows += 1;
        true
    }

    /// Says that a checkpoint is done, which consists of the rows that were put, and makes the medium a pool.
    pub(crate) fn end(self, checkpoint: u64, moment: Option<Moment>) -> io::Result<()> {
        let Self { mut head, mut slots, mut superblock, rows, digest, .. } = self;
        slots.iter_mut().try_for_each(Slots::fence)?;
        let line = Line { checkpoint, committed: checkpoint, rows, digest, moment, incarnation: 0 };
        put(&mut *head, LINES, &line.encode(superblock.nonce))?;
        for at in SUPERBLOCKS {
            superblock.sequence += 1;
            put(&mut *head, at, &superblock.encode())?;
        }
        Ok(())
    }
}

/// Makes a new pool of a medium that is all zeros: it holds checkpoint 0, which has no rows.
pub(crate) fn format(medium: impl Parts, identity: Identity, geometry: Geometry, nonce: u64) -> io::Result<()> {
    Filling::new(medium, identity, geometry, nonce).end(0, None)
}

/// Stores bytes and waits until they are durable.
pub(super) fn put(medium: &mut dyn Medium, at: u64, bytes: &[u8]) -> io::Result<()> {
    medium.store(at, bytes);
    medium.flush(at..at + bytes.len() as u64);
    medium.fence()
}
