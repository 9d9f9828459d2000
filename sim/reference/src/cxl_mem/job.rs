//! Segmented reductions: what their registers say, and the checks that need nothing else.

use super::{
    failure::Failure,
    lists::WORD_BYTES,
    region::{Memory, Range},
};
use emberlane_registers::{
    Register,
    cxl_mem::{
        self as map, Command, DIRECTORY_WORDS, ErrorCode, LINE_BYTES, LINE_ELEMENTS, MAX_VECTOR_LENGTH,
        MIN_VECTOR_LENGTH, Pooling,
    },
};

/// Lines of vectors that a job moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobLines {
    /// Lines of rows that it reads on the channels.
    pub reads: u64,
    /// Lines of rows that it writes on the channels.
    pub writes: u64,
    /// Lines of gradients that it reads in the scratchpad.
    pub scratchpad_reads: u64,
    /// Lines of results that it writes to the scratchpad.
    pub scratchpad_writes: u64,
}

/// The registers of a lookup, an update, a stage or an accumulation.
#[derive(Clone, Debug)]
pub struct Job {
    pub command: Command,
    /// It applies gradients to rows: no lookup.
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
    pub staged_base: u64,
}

impl Job {
    /// Takes the registers.
    pub fn new(command: Command, read: impl Fn(&Register) -> u64) -> Self {
        let is_update = command != Command::Lookup;
        let region = |base, bytes| Range::region(base, bytes, &read);
        let list =
            |base: &'static Register, words| Range { base: read(base), bytes: words * WORD_BYTES, base_register: base };
        let [table_count, bag_count, entry_count, row_count] =
            [&map::TABLE_COUNT, &map::BAG_COUNT, &map::ENTRY_COUNT, &map::ROW_COUNT].map(&read);
        let segment_count = if is_update { row_count } else { bag_count };
        let pooling = read(&map::POOLING);
        let select = |lookup, update| if is_update { update } else { lookup };
        Self {
            command,
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
            staged_base: read(&map::STAGED_BASE),
        }
    }

    /// What it sends to a peer when it is asked to: pooled vectors, or all that an accumulation may have written.
    pub fn flushes(&self) -> Option<(u64, u64)> {
        match self.command {
            Command::Lookup => Some((self.vectors.base, self.bag_count * self.vector_lines())),
            Command::Accumulate => Some((self.data.base, self.data.bytes / LINE_BYTES)),
            _ => None,
        }
    }

    pub fn vector_bytes(&self) -> u64 {
        self.vector_length * WORD_BYTES
    }

    /// The lines that it moves. Of a job that fails its checks it says nothing.
    pub fn lines(&self) -> JobLines {
        let lines = |vectors: u64| vectors.saturating_mul(self.vector_lines());
        let [entries, rows] = [self.entry_count, self.row_count].map(lines);
        let (reads, writes, scratchpad_reads, scratchpad_writes) = match self.command {
            Command::Update => (rows, rows, entries, 0),
            Command::Stage => (rows, 0, entries, rows),
            Command::Accumulate => (0, 0, entries, rows),
            _ => (entries, 0, 0, lines(self.bag_count)),
        };
        JobLines { reads, writes, scratchpad_reads, scratchpad_writes }
    }

    pub fn vector_lines(&self) -> u64 {
        self.vector_length / LINE_ELEMENTS
    }

    /// The checks under "Registers of a lookup or an update", of the order in `emberlane_registers::cxl_mem`; `counted` is that of the region in
    /// which gradients are counted.
    pub fn check(&self, counted: Result<(), Failure>, persistent_bytes: u64) -> Result<(), Failure> {
        check_vector_length(self.vector_length)?;
        if self.pooling > Pooling::Mean as u64 {
            return Err((ErrorCode::Pooling, self.pooling));
        }
        self.check_counts()?;
        counted?;
        let of_rows = match self.command {
            Command::Accumulate => Memory::SCRATCHPAD,
            _ => Memory::persistent(persistent_bytes),
        };
        self.data.check(&map::DATA_BYTES, of_rows)?;
        self.descriptors.check(&map::DESCRIPTOR_BYTES, Memory::SCRATCHPAD)?;
        let vectors_bytes = if self.is_update { &map::GRADIENT_BYTES } else { &map::POOLED_BYTES };
        self.vectors.check(vectors_bytes, Memory::SCRATCHPAD)?;
        self.vectors.check_apart(&self.descriptors)?;
        self.check_lists()?;
        if self.bag_count * self.vector_bytes() > self.vectors.bytes {
            return Err(self.vectors.fail(ErrorCode::OutsideRegion));
        }
        match self.command {
            Command::Accumulate => self.data.check_apart(&self.descriptors),
            Command::Stage => {
                let staged = staged_rows(self.staged_base, self.row_count * self.vector_bytes())?;
                staged.check_apart(&self.descriptors)?;
                staged.check_apart(&self.vectors)
            }
            _ => Ok(()),
        }
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

    /// The lists that it reads, in the order of the checks.
    pub fn lists_read(&self) -> impl Iterator<Item = &Range> {
        let lists = [
            (&self.directory, true),
            (&self.offsets, true),
            (&self.segments, self.is_update || self.mean),
            (&self.entries, self.entry_count > 0),
            (&self.scales, self.is_update && self.mean),
        ];
        lists.into_iter().filter(|(_, is_read)| *is_read).map(|(list, _)| list)
    }

    fn check_lists(&self) -> Result<(), Failure> {
        for list in self.lists_read() {
            list.check_alignment()?;
            if !list.is_within(self.descriptors.base, self.descriptors.bytes) {
                return Err(list.fail(ErrorCode::OutsideRegion));
            }
        }
        Ok(())
    }
}

/// So many bytes of staged rows, checked.
pub fn staged_rows(base: u64, bytes: u64) -> Result<Range, Failure> {
    let staged = Range { base, bytes, base_register: &map::STAGED_BASE };
    staged.check_in(Memory::SCRATCHPAD)?;
    Ok(staged)
}

/// The first check of every job that has rows.
pub fn check_vector_length(length: u64) -> Result<(), Failure> {
    if !length.is_multiple_of(LINE_ELEMENTS) || !(MIN_VECTOR_LENGTH..=MAX_VECTOR_LENGTH).contains(&length) {
        return Err((ErrorCode::VectorLength, length));
    }
    Ok(())
}
