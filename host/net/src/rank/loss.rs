//! What was lost with a shard.

/// What was lost with a shard that went on with the rows that it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The shard.
    pub shard: u16,
    /// The checkpoint that it went back to ...
    pub from: u64,
    /// ... and the last batch that is lost, both as the shard counts them.
    pub until: u64,
    /// Rows that ranks have updated there, one for each batch and rank, and that are lost.
    pub updates: u64,
    /// Whether all ranks saw rows of the last batch that is lost as they were before it was.
    pub agreed: bool,
}
