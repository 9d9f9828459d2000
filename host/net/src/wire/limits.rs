//! How large a message may be. They are checked before anything is allocated.

/// Bytes of a message.
pub const LONGEST_MESSAGE: usize = 8 << 20;
/// Rows that a message names.
pub const MOST_KEYS: u32 = 65_536;
/// Messages that a batch's pull or push of a shard consists of.
pub const MOST_PARTS: u16 = 4096;
/// Batches of a training: one each nanosecond takes two years to get there.
pub const MOST_BATCHES: u64 = 1 << 56;
/// FP32 elements of a gradient.
pub const LARGEST_DIMENSION: u32 = 256;
/// Shards of a job.
pub const MOST_SHARDS: u16 = 1024;
/// Ranks of a job.
pub const MOST_RANKS: u16 = 256;
/// Bytes of text.
pub const LONGEST_TEXT: usize = 64 << 10;

/// Why a shard does not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has too much to do: ask again after a while.
    Busy,
    /// The message is none of this version.
    OtherVersion,
    /// The message cannot be read.
    Malformed,
    /// Its experiment says something else.
    OtherJob,
    /// It is another shard, or one of another number of shards.
    OtherShard,
    /// It keeps rows otherwise than the rank expects.
    OtherStorage,
    /// It has been started again since: say hello.
    OtherIncarnation,
    /// Another process is this rank now.
    OtherTerm,
    /// Another process is this rank, and is there.
    Taken,
    /// The rows of that batch are gone: it was applied.
    Applied,
    /// Batches before it are missing.
    Ahead,
    /// The same push with other gradients.
    Conflict,
    /// The storage has failed.
    Failed,
}

impl Refusal {
    /// All of them; the first has code 1.
    pub const ALL: [Self; 13] = [
        Self::Busy,
        Self::OtherVersion,
        Self::Malformed,
        Self::OtherJob,
        Self::OtherShard,
        Self::OtherStorage,
        Self::OtherIncarnation,
        Self::OtherTerm,
        Self::Taken,
        Self::Applied,
        Self::Ahead,
        Self::Conflict,
        Self::Failed,
    ];

    /// That with this code.
    #[must_use]
    pub fn of(code: u32) -> Option<Self> {
        Self::ALL.get((code as usize).checked_sub(1)?).copied()
    }

    /// Its code.
    #[must_use]
    pub fn code(self) -> u32 {
        Self::ALL.iter().position(|each| *each == self).map_or(0, |at| at as u32 + 1)
    }
}
