//! Mistakes that tests put in, to show that they would be found.

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A checkpoint line is written without waiting for the rows.
    MissingFence,
    /// What a row was before is given up although a checkpoint needs it.
    EarlyFree,
    /// Slots of an earlier checkpoint are given up as soon as a later one is done, and not when that is committed.
    EarlyCommit,
    /// A checkpoint that was asked for at the end of a batch is taken for one of the batch under way.
    MidBatchRequest,
    /// A recovery does not compare digests.
    IgnoredDigest,
    /// A batch that was applied is applied again.
    NoDedup,
    /// A recovery leaves rows that are newer than its checkpoint.
    UnzeroedDiscards,
    /// Only the first checkpoint that is pending has its rows written before they change, as Algorithm 2 says.
    HeadOfQueue,
    /// A victim that is pinned is evicted.
    NoPins,
}
