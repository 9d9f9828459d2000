//! What a job reads and writes, in its order: all that its time depends on.

use super::{job::Job, lists::List, walk};
use crate::memory::Memory;
use emberlane_registers::cxl_mem::{Command, DIRECTORY_WORDS};

/// A lookup, an update, a stage or an accumulation whose lists are good.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// Which of them.
    pub command: Command,
    /// Pooling is mean.
    pub mean: bool,
    /// Bytes of a vector.
    pub vector_bytes: u64,
    /// DPA of the directory.
    pub directory: u64,
    /// DPA of the offsets.
    pub offsets: u64,
    /// DPA of the list with a word a segment: rows, or scales of bags.
    pub segments: u64,
    /// DPA of the list with a word an entry: indices, or source bags.
    pub entries: u64,
    /// DPA of the scales of the entries.
    pub scales: u64,
    /// DPA of pooled vectors, or of gradients.
    pub vectors: u64,
    /// DPA of the staged rows.
    pub staged: u64,
    /// Segments of each table.
    pub tables: Vec<u32>,
    /// Of each segment: DPA of row 0 of the bag's table, or of the row.
    pub addresses: Vec<u64>,
    /// Of each segment: where its entries end.
    pub ends: Vec<u32>,
    /// The words of the list of entries.
    pub operands: Vec<u32>,
}

impl Reduction {
    /// The job, if its lists are good.
    pub(super) fn new(job: &Job, memory: &Memory) -> Option<Self> {
        let segments = walk::walk(job, memory).ok()?;
        let mut directory = List::new(memory, job.directory.base);
        let mut operands = vec![0; job.entry_count as usize];
        memory.read_words(job.entries.base, &mut operands);
        Some(Self {
            command: job.command,
            mean: job.mean,
            vector_bytes: job.vector_bytes(),
            directory: job.directory.base,
            offsets: job.offsets.base,
            segments: job.segments.base,
            entries: job.entries.base,
            scales: job.scales.base,
            vectors: job.vectors.base,
            staged: job.staged_base,
            tables: (0..job.table_count).map(|table| directory.word(table * DIRECTORY_WORDS + 3)).collect(),
            addresses: segments.iter().map(|segment| segment.address).collect(),
            ends: segments.iter().map(|segment| segment.entries.end).collect(),
            operands,
        })
    }

    /// Whether it applies gradients: no lookup.
    #[must_use]
    pub fn is_update(&self) -> bool {
        self.command != Command::Lookup
    }

    /// Whether each sum begins with a row.
    #[must_use]
    pub fn reads_rows(&self) -> bool {
        matches!(self.command, Command::Update | Command::Stage)
    }

    /// Whether its results go to persistent memory.
    #[must_use]
    pub fn writes_tables(&self) -> bool {
        self.command == Command::Update
    }

    /// Whether segments have a word of their own.
    #[must_use]
    pub fn uses_segments(&self) -> bool {
        self.is_update() || self.mean
    }

    /// Whether entries have a scale.
    #[must_use]
    pub fn uses_scales(&self) -> bool {
        self.is_update() && self.mean
    }

    /// Where the entries of the segments before one end.
    #[must_use]
    pub fn end_before(&self, segment: u32) -> u32 {
        segment.checked_sub(1).map_or(0, |before| self.ends[before as usize])
    }

    /// DPA of the vector of an entry.
    #[must_use]
    pub fn operand(&self, segment: u32, entry: u32) -> u64 {
        let base = if self.is_update() { self.vectors } else { self.addresses[segment as usize] };
        base + u64::from(self.operands[entry as usize]) * self.vector_bytes
    }

    /// DPA of the result of a segment.
    #[must_use]
    pub fn target(&self, segment: u32) -> u64 {
        match self.command {
            Command::Lookup => self.vectors + u64::from(segment) * self.vector_bytes,
            Command::Stage => self.staged + u64::from(segment) * self.vector_bytes,
            _ => self.addresses[segment as usize],
        }
    }
}

/// A log of rows whose lists are good.
#[derive(Clone, Debug)]
pub struct RowRecord {
    /// Bytes of a row.
    pub vector_bytes: u64,
    /// DPA of the row directory.
    pub directory: u64,
    /// DPA of the list of unique rows.
    pub rows: u64,
    /// Unique rows of each table.
    pub tables: Vec<u32>,
    /// DPA of each row.
    pub addresses: Vec<u64>,
    /// DPA of the first row where they are staged.
    pub staged: Option<u64>,
    /// DPA of the record.
    pub record: u64,
    /// Cycles that a channel has between two lines of the record.
    pub gap: u64,
}
