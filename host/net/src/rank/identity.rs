//! What a rank is.

/// What a rank is.
#[derive(Clone, Debug)]
pub struct Identity {
    /// What it trains, a line `key = value` each.
    pub settings: String,
    /// The rank.
    pub rank: u16,
    /// How many shards there are.
    pub shards: u16,
    /// Tells its process from others of the rank; never 0.
    pub session: u64,
}
