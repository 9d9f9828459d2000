//! Messages that a rank wants to be sent.

use crate::network::Address;

/// Tells answers apart: of shards, the shard is in the upper 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(crate) u64);

/// A message to send.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// What its answer is given back with.
    pub ticket: Ticket,
    /// Where it goes.
    pub to: Address,
    /// The message.
    pub bytes: Vec<u8>,
}
