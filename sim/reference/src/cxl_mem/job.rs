//! What the registers say when the doorbell rings, and the checks that need nothing else.

use super::{Failure, walk::WORD_BYTES};
use emberlane_registers::{
    Register,
    cxl_mem::{
        self as map, Command, DIRECTORY_WORDS, ErrorCode, LINE_BYTES, LINE_ELEMENTS, MAX_VECTOR_LENGTH,
        MIN_VECTOR_LENGTH, Pooling, SCRATCHPAD_BASE, SCRATCHPAD_BYTES,
    },
};

/// A range of memory that registers describe.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// DPA of the first byte.
    pub base: u64,
    /// Bytes.
    pub bytes: u64,
    base_register: &'static Register,
}

impl Range {
    /// Whether it lies within another. Written so that no sum can wrap.
    fn is_within(&self, base: u64, bytes: u64) -> bool {
        self.base >= base && self.base - base <= bytes && self.bytes <= bytes - (self.base - base)
    }

    fn overlaps(&self, other: &Self) -> bool {
        if self.base <= other.base { other.base - self.base < self.bytes } else { self.base - other.base < other.bytes }
    }

    fn fail(&self, code: ErrorCode) -> Failure {
        (code, self.base_register.offset)
    }

    fn check_alignment(&self) -> Result<(), Failure> {
        if self.base.is_multiple_of(LINE_BYTES) { Ok(()) } else { Err(self.fail(ErrorCode::Misaligned)) }
    }
}

/// The registers of a job.
#[derive(Clone, Debug)]
pub struct Job {
    pub is_update: bool,
    pub vector_length: u64,
    pooling: u64,
    /// Pooling is mean.
    pub mean: bool,
    pub learning_rate: f32,
    pub data: Range,
    descriptors: Range,
    /// Pooled vectors or gradients.
    pub vectors: Range,
    pub table_count: u64,
    pub bag_count: u64,
    pub entry_count: u64,
    row_count: u64,
    /// Bags or unique rows.
    pub segment_count: u64,
    /// Lists, each with the bytes that its count asks for.
    pub directory: Range,
    pub offsets: Range,
    /// Unique rows, or scales of bags.
    pub segments: Range,
    /// Indices, or source bags.
    pub entries: Range,
    /// Scales of source bags.
    pub scales: Range,
}

impl Job {
    /// Takes the registers of a command.
    pub fn new(command: Command, read: impl Fn(&Register) -> u64) -> Self {
        let is_update = command == Command::Update;
        let region =
            |base: &'static Register, bytes| Range { base: read(base), bytes: read(bytes), base_register: base };
        let list =
            |base: &'static Register, words| Range { base: read(base), bytes: words * WORD_BYTES, base_register: base };
        let [table_count, bag_count, entry_count, row_count] =
            [&map::TABLE_COUNT, &map::BAG_COUNT, &map::ENTRY_COUNT, &map::ROW_COUNT].map(&read);
        let segment_count = if is_update { row_count } else { bag_count };
        let pooling = read(&map::POOLING);
        let select = |lookup, update| if is_update { update } else { lookup };
        Self {
            is_update,
            vector_length: read(&map::VECTOR_LENGTH),
            pooling,
            mean: pooling == Pooling::Mean as u64,
            learning_rate: f32::from_bits(read(&map::LEARNING_RATE) as u32),
            data: region(&map::DATA_BASE, &map::DATA_BYTES),
            descriptors: region(&map::DESCRIPTOR_BASE, &map::DESCRIPTOR_BYTES),
            vectors: region(
                select(&map::POOLED_BASE, &map::GRADIENT_BASE),
                select(&map::POOLED_BYTES, &map::GRADIENT_BYTES),
            ),
            table_count,
            bag_count,
            entry_count,
            row_count,
            segment_count,
            directory: list(select(&map::BAG_DIRECTORY, &map::ROW_DIRECTORY), table_count * DIRECTORY_WORDS),
            offsets: list(select(&map::BAG_OFFSETS, &map::ROW_OFFSETS), segment_count + 1),
            segments: list(select(&map::BAG_SCALES, &map::ROWS), segment_count),
            entries: list(select(&map::INDICES, &map::SOURCE_BAGS), entry_count),
            scales: list(&map::SOURCE_SCALES, entry_count),
        }
    }

    pub fn vector_bytes(&self) -> u64 {
        self.vector_length * WORD_BYTES
    }

    pub fn vector_lines(&self) -> u64 {
        self.vector_length / LINE_ELEMENTS
    }

    /// The checks under "Registers" of the order in `emberlane_registers::cxl_mem`.
    pub fn check(&self, persistent_bytes: u64) -> Result<(), Failure> {
        let length = self.vector_length;
        if !length.is_multiple_of(LINE_ELEMENTS) || !(MIN_VECTOR_LENGTH..=MAX_VECTOR_LENGTH).contains(&length) {
            return Err((ErrorCode::VectorLength, length));
        }
        if self.pooling > Pooling::Mean as u64 {
            return Err((ErrorCode::Pooling, self.pooling));
        }
        self.check_counts()?;
        self.check_region(&self.data, map::DATA_BYTES.offset, 0, persistent_bytes)?;
        let scratchpad = (SCRATCHPAD_BASE, SCRATCHPAD_BYTES);
        self.check_region(&self.descriptors, map::DESCRIPTOR_BYTES.offset, scratchpad.0, scratchpad.1)?;
        let vectors = if self.is_update { &map::GRADIENT_BYTES } else { &map::POOLED_BYTES };
        self.check_region(&self.vectors, vectors.offset, scratchpad.0, scratchpad.1)?;
        if self.vectors.overlaps(&self.descriptors) {
            return Err(self.vectors.fail(ErrorCode::RegionOverlap));
        }
        self.check_lists()?;
        if self.bag_count * self.vector_bytes() > self.vectors.bytes {
            return Err(self.vectors.fail(ErrorCode::OutsideRegion));
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), Failure> {
        let of_both = [(self.table_count, &map::TABLE_COUNT), (self.bag_count, &map::BAG_COUNT)];
        let of_update = [(self.entry_count, &map::ENTRY_COUNT), (self.row_count, &map::ROW_COUNT)];
        let checked = of_both.iter().chain(of_update.iter().filter(|_| self.is_update));
        match checked.into_iter().find(|(count, _)| *count == 0) {
            Some((_, register)) => Err((ErrorCode::ZeroLength, register.offset)),
            None => Ok(()),
        }
    }

    fn check_region(&self, region: &Range, bytes_offset: u64, base: u64, bytes: u64) -> Result<(), Failure> {
        if region.bytes == 0 {
            return Err((ErrorCode::ZeroLength, bytes_offset));
        }
        region.check_alignment()?;
        if !region.bytes.is_multiple_of(LINE_BYTES) {
            return Err((ErrorCode::Misaligned, bytes_offset));
        }
        if !region.is_within(base, bytes) {
            return Err(region.fail(ErrorCode::OutsideDevice));
        }
        Ok(())
    }

    fn check_lists(&self) -> Result<(), Failure> {
        let lists = [
            (&self.directory, true),
            (&self.offsets, true),
            (&self.segments, self.is_update || self.mean),
            (&self.entries, self.entry_count > 0),
            (&self.scales, self.is_update && self.mean),
        ];
        for (list, _) in lists.into_iter().filter(|(_, is_read)| *is_read) {
            list.check_alignment()?;
            if !list.is_within(self.descriptors.base, self.descriptors.bytes) {
                return Err(list.fail(ErrorCode::OutsideRegion));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(base: u64, bytes: u64) -> Range {
        Range { base, bytes, base_register: &map::DATA_BASE }
    }

    #[test]
    fn containment_does_not_wrap() {
        assert!(range(64, 64).is_within(64, 64));
        assert!(range(128, 0).is_within(64, 64));
        assert!(!range(64, 65).is_within(64, 64));
        assert!(!range(63, 1).is_within(64, 64));
        assert!(!range(64, u64::MAX).is_within(64, 64));
        assert!(!range(u64::MAX - 63, 128).is_within(0, 1 << 20));
        assert!(range(u64::MAX, 0).is_within(0, u64::MAX));
    }

    #[test]
    fn touching_ranges_do_not_overlap() {
        let lower = range(64, 64);
        for (other, overlaps) in [
            (range(0, 64), false),
            (range(0, 65), true),
            (range(127, 1), true),
            (range(128, 64), false),
            (range(64, 64), true),
            (range(80, 8), true),
            (range(0, u64::MAX), true),
            (range(u64::MAX, u64::MAX), false),
        ] {
            assert_eq!(lower.overlaps(&other), overlaps, "{other:?}");
            assert_eq!(other.overlaps(&lower), overlaps, "{other:?}");
        }
    }
}
