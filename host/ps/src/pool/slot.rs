//! Slots: one row each, with a checksum over everything it is and where it is.

use std::hash::Hasher;
use std::io;
use std::ops::Range;

use emberlane_pmem::{Counts, Medium};
use emberlane_stores::RowShape;
use siphasher::sip::SipHasher13;

use super::layout::{HEADER_BYTES, stride};
use crate::Key;

/// What a slot's bytes begin with, behind the checksum.
const MAGIC: u32 = 0x5342_4d45;

/// A row of some version has this digest; that of a checkpoint is the sum over its rows.
pub(crate) fn digest(nonce: u64, key: Key, version: u64) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(nonce, !nonce);
    hasher.write_u64(key.0);
    hasher.write_u64(version);
    hasher.finish()
}

/// What is in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Zeros: it was never written, or was discarded.
    Empty,
    /// A row, as after a batch.
    Row { key: Key, version: u64 },
    /// Neither: it was being written when power failed, or is damaged, or is another pool's.
    Unreadable,
}

/// The slots of a partition.
pub(crate) struct Slots {
    medium: Box<dyn Medium>,
    shape: RowShape,
    nonce: u64,
    /// The number of the first one in the pool.
    first: u64,
    stride: u64,
    scratch: Vec<u8>,
}

impl Slots {
    pub(crate) fn new(medium: Box<dyn Medium>, shape: RowShape, nonce: u64, first: u64) -> Self {
        let stride = stride(shape);
        Self { medium, shape, nonce, first, stride, scratch: vec![0; HEADER_BYTES + 4 * shape.width()] }
    }

    pub(crate) fn count(&self) -> u32 {
        (self.medium.bytes() / self.stride) as u32
    }

    /// The number of a slot in the pool.
    pub(crate) fn number(&self, slot: u32) -> u64 {
        self.first + u64::from(slot)
    }

    pub(crate) fn digest(&self, key: Key, version: u64) -> u64 {
        digest(self.nonce, key, version)
    }

    pub(crate) fn counts(&self) -> Counts {
        self.medium.counts()
    }

    fn at(&self, slot: u32) -> u64 {
        u64::from(slot) * self.stride
    }

    /// Bytes that a row takes.
    fn used(&self) -> usize {
        HEADER_BYTES + 4 * self.shape.width()
    }

    /// Writes a row and begins to write its lines back; a fence makes it durable.
    pub(crate) fn write(&mut self, slot: u32, key: Key, version: u64, row: &[f32]) {
        let mut bytes = std::mem::take(&mut self.scratch);
        bytes[4..8].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[8..16].copy_from_slice(&key.0.to_le_bytes());
        bytes[16..24].copy_from_slice(&version.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.nonce.to_le_bytes());
        encode(row, &mut bytes[HEADER_BYTES..]);
        seal(self.number(slot), &mut bytes);
        let at = self.at(slot);
        self.medium.store(at, &bytes);
        self.medium.flush(at..at + bytes.len() as u64);
        self.scratch = bytes;
    }

    /// A slot that is read soon.
    pub(crate) fn bring_near(&self, slot: u32) {
        let at = self.at(slot);
        self.medium.bring_near(at..at + self.used() as u64);
    }

    /// Reads a slot, and its row if there is one. `bytes` is scratch.
    pub(crate) fn read(&self, slot: u32, bytes: &mut Vec<u8>, row: &mut [f32]) -> Content {
        bytes.resize(self.used(), 0);
        self.medium.load(self.at(slot), bytes);
        let content = content(self.number(slot), self.nonce, bytes);
        if matches!(content, Content::Row { .. }) {
            decode(&bytes[HEADER_BYTES..], row);
        }
        content
    }

    /// What each slot of a range holds, in their order. Many slots are loaded at once.
    pub(crate) fn scan(&self, range: Range<u32>, mut found: impl FnMut(u32, Content)) {
        const AT_ONCE: u32 = 64;
        let mut bytes = vec![0; AT_ONCE as usize * self.stride as usize];
        let mut next = range.start;
        while next < range.end {
            let count = AT_ONCE.min(range.end - next);
            let bytes = &mut bytes[..count as usize * self.stride as usize];
            self.medium.load(self.at(next), bytes);
            for (slot, bytes) in (next..).zip(bytes.chunks_exact(self.stride as usize)) {
                found(slot, content(self.number(slot), self.nonce, &bytes[..self.used()]));
            }
            next += count;
        }
    }

    /// Makes a slot an empty one; a fence makes this durable.
    pub(crate) fn discard(&mut self, slot: u32) {
        let at = self.at(slot);
        self.medium.store(at, &[0; HEADER_BYTES]);
        self.medium.flush(at..at + HEADER_BYTES as u64);
    }

    /// Waits until all that was written is durable.
    pub(crate) fn fence(&mut self) -> io::Result<()> {
        self.medium.fence()
    }
}

/// The checksum of a slot's bytes behind the checksum itself, and of its number in the pool.
fn crc(number: u64, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&number.to_le_bytes()), &bytes[4..])
}

/// Puts the checksum in front of a slot's bytes.
fn seal(number: u64, bytes: &mut [u8]) {
    let crc = crc(number, bytes);
    bytes[..4].copy_from_slice(&crc.to_le_bytes());
}

/// What the bytes of the slot of this number hold.
fn content(slot: u64, nonce: u64, bytes: &[u8]) -> Content {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
    if bytes[..HEADER_BYTES].iter().all(|byte| *byte == 0) {
        return Content::Empty;
    }
    let found = u32::from_le_bytes(bytes[..4].try_into().expect("4 bytes"));
    let is_whole = bytes[4..8] == MAGIC.to_le_bytes() && number(24) == nonce && found == crc(slot, bytes);
    if is_whole { Content::Row { key: Key(number(8)), version: number(16) } } else { Content::Unreadable }
}

/// Makes the bytes of a slot those of another one of the same pool. What is no row is none there, either.
pub(crate) fn renumber(from: u64, to: u64, nonce: u64, bytes: &mut [u8]) {
    if matches!(content(from, nonce, bytes), Content::Row { .. }) {
        seal(to, bytes);
    }
}

fn encode(row: &[f32], bytes: &mut [u8]) {
    for (number, bytes) in row.iter().zip(bytes.chunks_exact_mut(4)) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
}

fn decode(bytes: &[u8], row: &mut [f32]) {
    for (number, bytes) in row.iter_mut().zip(bytes.chunks_exact(4)) {
        *number = f32::from_le_bytes(bytes.try_into().expect("4 bytes"));
    }
}
