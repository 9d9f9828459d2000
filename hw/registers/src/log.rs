//! Records of the log region.
//!
//! A record is a header line of 64 bytes, and behind it the payload, whole lines. Words are 32 bits, little endian:
//!
//! | word | |
//! |---|---|
//! | 0 | [`MAGIC`] |
//! | 1 | [`RecordKind`] |
//! | 2 | `CONFIGURATION` |
//! | 3, 4 | `BATCH`, high word first |
//! | 5 | complement of word 4 |
//! | 6 | lines of the payload |
//! | 7 | complement of word 6 |
//! | 8 | rows; 0 for parameters |
//! | 9 | complement of word 8 |
//! | 10 | FP32 elements of a vector; 0 for parameters |
//! | 11 .. 14 | CRC-32C of each of the [`PARTS`] of the payload |
//! | 15 | CRC-32C of the header with this word 0 |
//!
//! CRC-32C is that of iSCSI (RFC 3720): polynomial 0x1edc6f41, reflected, first and last value all ones; that of no byte is 0.
//!
//! The payload of parameters is the parameters, all of them the first part. That of rows is a sequence of groups: up to
//! [`GROUP_ROWS`] rows, one behind the other, and behind them a line with the DPA of each, 64 bits, zero behind the last. All groups
//! but the last are full. The first part is the groups of the first [`part_rows`] rows, the second those of as many more, and so
//! on; the last ones may be shorter, or empty. So a device can write parts side by side, each with a CRC of its own.
//!
//! A header may be torn by a loss of power, between words of 64 bits: then its CRC does not hold, and there is no record. Headers
//! of two batches, or a header and zeros, differ by two bits at least in every 64 bits in which they differ: that is what the
//! complements are for. (The high word of `BATCH`, which changes once in 2^32 batches, has none.) So a header with one wrong bit
//! is not a torn one, but was whole once, and is damaged.
//!
//! The last line of persistent memory is the superblock. It tells whose log the device holds, so that another experiment,
//! which would look for its records elsewhere, finds out: words 0, 1 are [`SUPERBLOCK_MAGIC`], 2 is `CONFIGURATION`, 15 is the
//! CRC-32C of the line with this word 0; the others are 0. Only the host reads and writes it.

/// The first word of a header: "ELOG", big endian.
pub const MAGIC: u32 = 0x454c_4f47;
/// Bytes of a header.
pub const HEADER_BYTES: u64 = 64;
/// Most bytes of a payload: its lines are a 32-bit number.
pub const MAX_PAYLOAD_BYTES: u64 = ((1 << 32) - 1) * 64;
/// Parts of a payload that have a CRC of their own.
pub const PARTS: usize = 4;
/// Rows whose DPAs fill a line of the payload.
pub const GROUP_ROWS: u64 = 8;
/// Rows whose numbers fill a line of `ROWS`. A part begins with such a line.
const LIST_LINE_ROWS: u64 = 16;

/// The first words of the superblock: "EMBSUPER", big endian.
pub const SUPERBLOCK_MAGIC: u64 = 0x454d_4253_5550_4552;
/// Bytes of the superblock, from the end of persistent memory.
pub const SUPERBLOCK_BYTES: u64 = 64;

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum RecordKind {
    /// Rows of tables as they were before a batch.
    Rows = 1,
    /// Parameters of the MLPs as they were before a batch.
    Parameters = 2,
}

impl RecordKind {
    /// The kind of a number, if it is one.
    #[must_use]
    pub const fn from_value(value: u32) -> Option<Self> {
        match value {
            1 => Some(Self::Rows),
            2 => Some(Self::Parameters),
            _ => None,
        }
    }
}

/// Lines of so many rows of `row_lines` lines, in groups: of a payload, or of a part.
#[must_use]
pub const fn row_payload_lines(rows: u64, row_lines: u64) -> u64 {
    rows.div_ceil(GROUP_ROWS) + rows * row_lines
}

/// Rows of a part, for a record of `rows` rows: of the first ones all, of the others what is left.
#[must_use]
pub const fn part_rows(rows: u64) -> u64 {
    rows.div_ceil(PARTS as u64 * LIST_LINE_ROWS) * LIST_LINE_ROWS
}

/// Lines of each part of a record of `rows` rows of `row_lines` lines.
#[must_use]
pub fn row_part_lines(rows: u64, row_lines: u64) -> [u64; PARTS] {
    let size = part_rows(rows);
    core::array::from_fn(|part| row_payload_lines(rows.saturating_sub(part as u64 * size).min(size), row_lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_payload() {
        for rows in 1..400 {
            for row_lines in 1..=16 {
                let parts = row_part_lines(rows, row_lines);
                assert_eq!(parts.iter().sum::<u64>(), row_payload_lines(rows, row_lines), "{rows} rows of {row_lines}");
            }
        }
    }

    #[test]
    fn parts_are_alike_but_for_the_last() {
        assert_eq!(row_part_lines(1, 2), [3, 0, 0, 0]);
        assert_eq!(row_part_lines(64, 1), [18; PARTS]);
        assert_eq!(row_part_lines(65, 1), [36, 36, 2, 0]);
    }
}
