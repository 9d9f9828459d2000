//! The 64 bytes in front of every message.

use std::ops::Range;

use super::{HEADER_BYTES, LONGEST_MESSAGE, MAGIC, MOST_PARTS, MOST_RANKS, MOST_SHARDS, VERSION, WireError};

/// Where the checksum is.
pub(super) const CHECKSUM: Range<usize> = 60..64;

/// What a message is. Answers have the bit 0x80.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Kind {
    /// A rank says what it trains.
    Hello = 0x01,
    /// Rows of a batch, to be trained.
    Pull = 0x02,
    /// Rows that the next batch will pull.
    Prefetch = 0x03,
    /// Gradients of a batch.
    Push = 0x04,
    /// Rows, for whoever does not train.
    Read = 0x05,
    /// Rows to begin with.
    Write = 0x06,
    /// How the shard is.
    Status = 0x07,
    /// From rank to rank: how far is the other?
    Meet = 0x08,
    /// From rank to rank: what has the other summed?
    Sum = 0x09,
    /// A rank says where it is, to a shard that was started and goes on there.
    Enter = 0x0a,
    /// The shard knows the rank.
    Welcome = 0x81,
    /// Rows.
    Rows = 0x82,
    /// It is done.
    Done = 0x83,
    /// How it is, as JSON.
    Text = 0x84,
    /// What ranks have of a batch.
    Words = 0x85,
    /// The shard goes on.
    Entered = 0x86,
    /// It is not done.
    Refused = 0xff,
}

impl Kind {
    const ALL: [Self; 17] = [
        Self::Hello,
        Self::Pull,
        Self::Prefetch,
        Self::Push,
        Self::Read,
        Self::Write,
        Self::Status,
        Self::Meet,
        Self::Sum,
        Self::Enter,
        Self::Welcome,
        Self::Rows,
        Self::Done,
        Self::Text,
        Self::Words,
        Self::Entered,
        Self::Refused,
    ];
}

/// Who says something to whom, of which batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What is trained: the fingerprint of everything that its bits depend on, with the number of shards and ranks.
    pub job: u64,
    /// The shard's process: one that was started again has another.
    pub incarnation: u64,
    /// Requests: the batch. Answers: batches that the shard has applied.
    pub batch: u64,
    /// Batches that survive. Requests: on every shard, as far as the rank knows. Answers: on this one.
    pub mark: u64,
    /// Counts the processes that were this rank, as the shard has seen them.
    pub term: u32,
    /// The rank.
    pub rank: u16,
    /// The shard; between ranks the rank that is asked.
    pub shard: u16,
    /// Which part of a batch's pull or push of a shard, from 0.
    pub part: u16,
    /// How many parts there are.
    pub parts: u16,
}

impl Default for Header {
    fn default() -> Self {
        Self { job: 0, incarnation: 0, batch: 0, mark: 0, term: 0, rank: 0, shard: 0, part: 0, parts: 1 }
    }
}

impl Header {
    /// Writes the header of an empty buffer, with zeros for the checksum.
    pub(super) fn write(&self, kind: Kind, count: u32, length: u32, to: &mut Vec<u8>) {
        to.extend(MAGIC);
        to.extend(VERSION.to_le_bytes());
        to.extend((kind as u16).to_le_bytes());
        for number in [self.job, self.incarnation, self.batch, self.mark] {
            to.extend(number.to_le_bytes());
        }
        to.extend(self.term.to_le_bytes());
        for number in [self.rank, self.shard, self.part, self.parts] {
            to.extend(number.to_le_bytes());
        }
        for number in [count, length, 0] {
            to.extend(number.to_le_bytes());
        }
    }
}

/// The number of the kind, and the rank, of a message that nobody has looked at yet.
pub(crate) fn glance(bytes: &[u8]) -> Option<(u16, u16)> {
    let header = bytes.get(..HEADER_BYTES)?;
    let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    Some((number(6), number(44)))
}

/// CRC-32C of all bytes but those of the checksum.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&bytes[..CHECKSUM.start]), &bytes[CHECKSUM.end..])
}

/// The header of a message in pieces, which has at least so many bytes.
fn head(pieces: &[&[u8]]) -> [u8; HEADER_BYTES] {
    let mut head = [0; HEADER_BYTES];
    let bytes = pieces.iter().flat_map(|piece| piece.iter());
    head.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
    head
}

/// [`checksum`] of a message in pieces, which begins with this header.
fn checksum_of(head: &[u8; HEADER_BYTES], pieces: &[&[u8]]) -> u32 {
    let (mut sum, mut before) = (crc32c::crc32c(&head[..CHECKSUM.start]), HEADER_BYTES);
    for piece in pieces {
        let behind = &piece[before.min(piece.len())..];
        before -= piece.len() - behind.len();
        sum = crc32c::crc32c_append(sum, behind);
    }
    sum
}

/// Reads and checks the header of a message in pieces; gives also its kind, and how many elements its first array has.
pub(super) fn read(pieces: &[&[u8]]) -> Result<(Header, Kind, u32), WireError> {
    let found: usize = pieces.iter().map(|piece| piece.len()).sum();
    if found < HEADER_BYTES {
        return Err(WireError::Short { found });
    }
    let bytes = head(pieces);
    let magic = [bytes[0], bytes[1], bytes[2], bytes[3]];
    if magic != MAGIC {
        return Err(WireError::OtherMagic { found: magic });
    }
    let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
    let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
    let version = u16_at(4);
    if version != VERSION {
        return Err(WireError::OtherVersion { found: version });
    }
    if found > LONGEST_MESSAGE {
        return Err(WireError::Long { found });
    }
    let (count, length, said) = (u32_at(52), u32_at(56), u32_at(60));
    if found - HEADER_BYTES != length as usize {
        return Err(WireError::Length { said: length, found: found - HEADER_BYTES });
    }
    let header = Header {
        job: u64_at(8),
        incarnation: u64_at(16),
        batch: u64_at(24),
        mark: u64_at(32),
        term: u32_at(40),
        rank: u16_at(44),
        shard: u16_at(46),
        part: u16_at(48),
        parts: u16_at(50),
    };
    let within = |what, found: u16, most: u16| {
        let (found, most) = (u64::from(found), u64::from(most));
        if found <= most { Ok(()) } else { Err(WireError::Range { what, found, most }) }
    };
    within("the rank", header.rank, MOST_RANKS - 1)?;
    within("the shard", header.shard, MOST_SHARDS - 1)?;
    within("the number of parts", header.parts, MOST_PARTS)?;
    within("the part", header.part, header.parts.checked_sub(1).ok_or(WireError::NoParts)?)?;
    let found = checksum_of(&bytes, pieces);
    if said != found {
        return Err(WireError::Checksum { said, found });
    }
    let number = u16_at(6);
    let kind = Kind::ALL.into_iter().find(|kind| *kind as u16 == number);
    Ok((header, kind.ok_or(WireError::Kind { found: number })?, count))
}
