//! A row on the disk: its key, its values, and a checksum of both and of where they are.

use emberlane_stores::RowKey;

use crate::aligned::BLOCK;

/// Bytes of table and row in front of the values.
const KEY_BYTES: usize = 8;
/// Bytes of the checksum behind them.
const CHECKSUM_BYTES: usize = 4;

/// Where a row was written: what is found elsewhere is not it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) shard: usize,
    pub(crate) segment: u64,
    pub(crate) slot: usize,
}

/// How rows lie in a segment: as many as fit into each run of blocks, so that a row is read with the fewest blocks that it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    width: usize,
    /// Bytes of a run of blocks.
    run: usize,
    rows_a_run: usize,
    runs: usize,
}

impl Format {
    /// Rows of so many numbers, in segments of about so many bytes.
    pub(crate) fn new(width: usize, segment: usize) -> Self {
        let record = KEY_BYTES + 4 * width + CHECKSUM_BYTES;
        let run = record.next_multiple_of(BLOCK);
        Self { width, run, rows_a_run: run / record, runs: (segment / run).max(1) }
    }

    /// The same rows in the same places, without their values.
    pub(crate) fn without_values(self) -> Self {
        Self { width: 0, run: self.rows_a_run * (KEY_BYTES + CHECKSUM_BYTES), ..self }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    fn record_bytes(&self) -> usize {
        KEY_BYTES + 4 * self.width + CHECKSUM_BYTES
    }

    /// Rows of a segment.
    pub(crate) fn slots(&self) -> usize {
        self.rows_a_run * self.runs
    }

    pub(crate) fn segment_bytes(&self) -> usize {
        self.run * self.runs
    }

    /// Bytes of the runs that so many rows are in.
    pub(crate) fn bytes_of(&self, rows: usize) -> usize {
        rows.div_ceil(self.rows_a_run) * self.run
    }

    /// Bytes of a run.
    pub(crate) fn run_bytes(&self) -> usize {
        self.run
    }

    /// The run that a row is in, and where in it the row begins, in bytes.
    pub(crate) fn place_of(&self, slot: usize) -> (usize, usize) {
        (slot / self.rows_a_run * self.run, slot % self.rows_a_run * self.record_bytes())
    }

    /// The block that a row begins in.
    pub(crate) fn block_of(&self, slot: usize) -> usize {
        let (run, within) = self.place_of(slot);
        (run + within) / BLOCK
    }

    /// The bytes of a row in a whole segment.
    pub(crate) fn range(&self, slot: usize) -> std::ops::Range<usize> {
        let (run, within) = self.place_of(slot);
        run + within..run + within + self.record_bytes()
    }

    /// A checksum of the first rows of a segment, which is another one when any of them is another. It is that of their checksums: a
    /// CRC over rows that have theirs behind them is the same for any rows.
    pub(crate) fn checksum(&self, rows: usize, bytes: &[u8]) -> u32 {
        let of_row = |slot: usize| &bytes[self.range(slot).end - CHECKSUM_BYTES..self.range(slot).end];
        (0..rows).fold(0, |checksum, slot| crc32c::crc32c_append(checksum, of_row(slot)))
    }

    /// Writes a row.
    pub(crate) fn encode(&self, place: Place, key: RowKey, values: &[f32], record: &mut [u8]) {
        record[..4].copy_from_slice(&key.table.to_le_bytes());
        record[4..8].copy_from_slice(&key.row.to_le_bytes());
        let (words, _) = record[KEY_BYTES..].as_chunks_mut::<4>();
        words.iter_mut().zip(values).for_each(|(word, value)| *word = value.to_le_bytes());
        let end = record.len() - CHECKSUM_BYTES;
        let checksum = checksum(place, &record[..end]);
        record[end..].copy_from_slice(&checksum.to_le_bytes());
    }

    /// Reads a row; the error says what is wrong with it.
    pub(crate) fn decode(&self, place: Place, record: &[u8], values: &mut [f32]) -> Result<RowKey, String> {
        let key = self.key(place, record)?;
        let (words, _) = record[KEY_BYTES..].as_chunks::<4>();
        values.iter_mut().zip(words).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
        Ok(key)
    }

    /// Which row it is, if it is whole.
    pub(crate) fn key(&self, place: Place, record: &[u8]) -> Result<RowKey, String> {
        let end = record.len() - CHECKSUM_BYTES;
        let word = |at: usize| record[at..at + 4].try_into().map(u32::from_le_bytes).unwrap_or_default();
        let key = RowKey { table: word(0), row: word(4) };
        let (found, expected) = (word(end), checksum(place, &record[..end]));
        if found != expected {
            return Err(format!(
                "its checksum is {found:08x}, and that of its bytes {expected:08x}; it says that it is row {} of table {}",
                key.row, key.table
            ));
        }
        Ok(key)
    }
}

fn checksum(Place { shard, segment, slot }: Place, bytes: &[u8]) -> u32 {
    let mut place = [0; 16];
    place[..4].copy_from_slice(&(shard as u32).to_le_bytes());
    place[4..12].copy_from_slice(&segment.to_le_bytes());
    place[12..].copy_from_slice(&(slot as u32).to_le_bytes());
    crc32c::crc32c_append(crc32c::crc32c(&place), bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place = Place { shard: 3, segment: 1 << 40, slot: 5 };

    #[test]
    fn rows_lie_in_whole_runs_of_blocks() {
        for (width, run, rows) in [(16, 4096, 53), (128, 4096, 7), (256, 4096, 3), (512, 4096, 1), (1023, 8192, 1)] {
            let format = Format::new(width, 1 << 16);
            assert_eq!((format.run, format.rows_a_run), (run, rows), "{width}");
            let last = format.range(format.slots() - 1);
            assert!(last.end <= format.segment_bytes() && format.segment_bytes() <= 1 << 16);
            assert_eq!(format.bytes_of(format.slots()), format.segment_bytes());
        }
    }

    #[test]
    fn any_flipped_bit_and_another_place_are_found() {
        let format = Format::new(3, 4096);
        let (key, values) = (RowKey { table: 7, row: 9 }, [1.5, -0.0, f32::MIN_POSITIVE]);
        let mut record = vec![0; format.record_bytes()];
        format.encode(PLACE, key, &values, &mut record);
        let mut read = [0.0; 3];
        assert_eq!(format.decode(PLACE, &record, &mut read), Ok(key));
        assert_eq!(read.map(f32::to_bits), values.map(f32::to_bits));
        for bit in 0..8 * record.len() {
            let mut damaged = record.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(format.key(PLACE, &damaged).unwrap_err().contains("checksum"), "bit {bit}");
        }
        for other in [Place { shard: 2, ..PLACE }, Place { segment: 1, ..PLACE }, Place { slot: 4, ..PLACE }] {
            assert!(format.key(other, &record).is_err(), "{other:?}");
        }
    }
}
