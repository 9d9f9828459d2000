//! Headers of records, as [`emberlane_registers::log`] lays them out.

use emberlane_registers::{
    cxl_mem::{LINE_BYTES, LINE_ELEMENTS},
    log::{GROUP_ROWS, HEADER_BYTES, MAGIC, PARTS, RecordKind, row_part_lines},
};

use super::super::{region::Region, words::WORD_BYTES};

const WORDS: usize = HEADER_BYTES as usize / 4;
/// Words whose complement is in the next one: of the batch the low word, lines and rows.
const COMPLEMENTED: [usize; 3] = [4, 6, 8];
const PART_CRCS: std::ops::Range<usize> = 11..11 + PARTS;
const HEADER_CRC: usize = 15;

/// A header line, in memory.
pub type HeaderLine = [u8; HEADER_BYTES as usize];

/// What the header of a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordHeader {
    /// What the record holds.
    pub kind: RecordKind,
    /// Tells experiments apart.
    pub configuration: u32,
    /// Number of the batch that the record is from before.
    pub batch: u64,
    /// Lines of the payload.
    pub payload_lines: u32,
    /// Rows; 0 for parameters.
    pub rows: u32,
    /// FP32 elements of a vector; 0 for parameters.
    pub vector_length: u32,
    /// CRC-32C of each part of the payload.
    pub part_crcs: [u32; PARTS],
}

/// Why a line is no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// All of it is 0.
    Empty,
    /// Its CRC does not hold: the loss of power came while it was written, or something else lies there.
    Torn,
    /// Its CRC does not hold, and would if one bit were another: it was whole once, and said this. A torn header is one of
    /// these only by chance, once in some ten million.
    Damaged(RecordHeader),
    /// Its CRC holds, but it is no header that this driver knows.
    Unknown,
}

impl RecordHeader {
    /// The line that says this.
    #[must_use]
    pub fn encode(&self) -> HeaderLine {
        let mut words = [0; WORDS];
        [words[0], words[1], words[2]] = [MAGIC, self.kind as u32, self.configuration];
        [words[3], words[4]] = [(self.batch >> 32) as u32, self.batch as u32];
        [words[6], words[8], words[10]] = [self.payload_lines, self.rows, self.vector_length];
        COMPLEMENTED.into_iter().for_each(|word| words[word + 1] = !words[word]);
        words[PART_CRCS].copy_from_slice(&self.part_crcs);
        words[HEADER_CRC] = crc(&line(&words));
        line(&words)
    }

    /// What a line says.
    ///
    /// # Errors
    /// [`HeaderError`] if it is no header, or one that must not be used.
    pub fn decode(bytes: &HeaderLine) -> Result<Self, HeaderError> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Err(HeaderError::Empty);
        }
        if holds(bytes) {
            return Self::parse(bytes).ok_or(HeaderError::Unknown);
        }
        let mut repaired = *bytes;
        for bit in 0..8 * bytes.len() {
            repaired[bit / 8] ^= 1 << (bit % 8);
            if holds(&repaired)
                && let Some(header) = Self::parse(&repaired)
            {
                return Err(HeaderError::Damaged(header));
            }
            repaired[bit / 8] ^= 1 << (bit % 8);
        }
        Err(HeaderError::Torn)
    }

    /// What a line says if its CRC is not looked at: for tests of what that would do.
    #[must_use]
    pub fn read_unchecked(bytes: &HeaderLine) -> Option<Self> {
        Self::parse(bytes)
    }

    /// Lines of each part of the payload.
    #[must_use]
    pub fn part_lines(&self) -> [u64; PARTS] {
        match self.kind {
            RecordKind::Rows => row_part_lines(self.rows.into(), u64::from(self.vector_length) / LINE_ELEMENTS),
            RecordKind::Parameters => [self.payload_lines.into(), 0, 0, 0],
        }
    }

    /// The groups of rows of a record in `slot`.
    pub(super) fn groups(&self, slot: Region) -> impl Iterator<Item = Group> + use<> {
        let (all, row_bytes) = (u64::from(self.rows), u64::from(self.vector_length) * WORD_BYTES);
        (0..all).step_by(GROUP_ROWS as usize).map(move |row| Group {
            start: slot.base + HEADER_BYTES + row / GROUP_ROWS * (GROUP_ROWS * row_bytes + LINE_BYTES),
            rows: (all - row).min(GROUP_ROWS),
            row_bytes,
        })
    }

    fn parse(bytes: &HeaderLine) -> Option<Self> {
        let words = words(bytes);
        let is_known = words[0] == MAGIC && COMPLEMENTED.iter().all(|&word| words[word + 1] == !words[word]);
        let kind = RecordKind::from_value(words[1]).filter(|_| is_known)?;
        Some(Self {
            kind,
            configuration: words[2],
            batch: u64::from(words[3]) << 32 | u64::from(words[4]),
            payload_lines: words[6],
            rows: words[8],
            vector_length: words[10],
            part_crcs: std::array::from_fn(|part| words[PART_CRCS.start + part]),
        })
    }
}

/// Rows of a record, and the line of their DPAs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    start: u64,
    /// How many rows.
    pub(super) rows: u64,
    row_bytes: u64,
}

impl Group {
    /// DPA of the copy of a row.
    pub(super) fn row(&self, number: u64) -> u64 {
        self.start + number * self.row_bytes
    }

    /// DPA of the line of addresses.
    pub(super) fn addresses(&self) -> u64 {
        self.row(self.rows)
    }
}

pub(super) fn words(bytes: &HeaderLine) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    let (each, _) = bytes.as_chunks();
    for (word, bytes) in words.iter_mut().zip(each) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

pub(super) fn line(words: &[u32; WORDS]) -> HeaderLine {
    let mut bytes = [0; HEADER_BYTES as usize];
    let (each, _) = bytes.as_chunks_mut();
    for (bytes, word) in each.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// The CRC of a header, its own word taken as 0.
pub(super) fn crc(bytes: &HeaderLine) -> u32 {
    let crc = crc32c::crc32c(&bytes[..4 * HEADER_CRC]);
    crc32c::crc32c_append(crc, &[0; 4])
}

fn holds(bytes: &HeaderLine) -> bool {
    words(bytes)[HEADER_CRC] == crc(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn headers()(
            rows: bool, configuration: u32, batch: u64, payload_lines: u32, shape: [u32; 2], part_crcs: [u32; PARTS]
        ) -> RecordHeader {
            let kind = if rows { RecordKind::Rows } else { RecordKind::Parameters };
            let [rows, vector_length] = shape;
            RecordHeader { kind, configuration, batch, payload_lines, rows, vector_length, part_crcs }
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded_and_one_wrong_bit_is_told(header in headers(), bit in 0..512usize) {
            let mut line = header.encode();
            prop_assert_eq!(RecordHeader::decode(&line), Ok(header));
            line[bit / 8] ^= 1 << (bit % 8);
            prop_assert_eq!(RecordHeader::decode(&line), Err(HeaderError::Damaged(header)));
        }

        /// Any words of 8 bytes of a new header over an older one, or over zeros: one of the two, or neither; never one that was
        /// not written, and never one that looks damaged.
        #[test]
        fn a_torn_header_is_no_other_header(old in headers(), new in headers(), fresh: bool, mask: u8) {
            let before = if fresh { [0; 64] } else { old.encode() };
            check_torn(before, new.encode(), mask)?;
        }

        /// The header of a slot and the one before it are much alike.
        #[test]
        fn headers_that_differ_in_a_bit_are_torn_apart(old in headers(), bit in 0..32u32, changes: [bool; 3], crcs: [u32; PARTS], mask: u8) {
            let flip = |value: u32, change: bool| if change { value ^ (1 << bit) } else { value };
            let new = RecordHeader {
                batch: old.batch ^ (1 << bit),
                payload_lines: flip(old.payload_lines, changes[0]),
                rows: flip(old.rows, changes[1]),
                part_crcs: if changes[2] { crcs } else { old.part_crcs },
                ..old
            };
            check_torn(old.encode(), new.encode(), mask)?;
        }
    }

    /// Words of 8 bytes of `after` over `before`, those in `mask`.
    fn check_torn(before: HeaderLine, after: HeaderLine, mask: u8) -> Result<(), TestCaseError> {
        let mut line = before;
        for word in (0..8).filter(|word| mask >> word & 1 == 1) {
            line[8 * word..8 * word + 8].copy_from_slice(&after[8 * word..8 * word + 8]);
        }
        if line != before && line != after {
            prop_assert_eq!(RecordHeader::decode(&line), Err(HeaderError::Torn));
        }
        Ok(())
    }

    #[test]
    fn a_header_is_laid_out_as_the_registers_say() {
        let header = RecordHeader {
            kind: RecordKind::Rows,
            configuration: 0x0102_0304,
            batch: 0x1122_3344_5566_7788,
            payload_lines: 5,
            rows: 2,
            vector_length: 32,
            part_crcs: [6, 7, 8, 0xaabb_ccdd],
        };
        let line = header.encode();
        assert_eq!(line[..4], *b"GOLE");
        let expected = [1, 0x0102_0304, 0x1122_3344, 0x5566_7788, 0xaa99_8877, 5, !5, 2, !2, 32, 6, 7, 8, 0xaabb_ccdd];
        assert_eq!(words(&line)[1..15], expected);
    }

    #[test]
    fn what_is_no_header_is_told() {
        assert_eq!(RecordHeader::decode(&[0; 64]), Err(HeaderError::Empty));
        assert_eq!(RecordHeader::decode(&[7; 64]), Err(HeaderError::Torn));
        for (word, value) in [(0, 1), (1, 0), (1, 3), (5, 1), (7, 4), (9, 0)] {
            let mut words = words(
                &RecordHeader {
                    kind: RecordKind::Parameters,
                    configuration: 1,
                    batch: 2,
                    payload_lines: 3,
                    rows: 0,
                    vector_length: 0,
                    part_crcs: [4, 0, 0, 0],
                }
                .encode(),
            );
            words[word] = value;
            words[HEADER_CRC] = crc(&line(&words));
            assert_eq!(RecordHeader::decode(&line(&words)), Err(HeaderError::Unknown), "word {word}");
        }
    }
}
