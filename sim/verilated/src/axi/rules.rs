//! The rules of a bus, and what breaks them.

use thiserror::Error;

/// A rule of a bus, or a limit of the model behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `valid` stays high until `ready`.
    ValidHeld,
    /// The payload does not change while `valid` is high and `ready` low.
    PayloadStable,
    /// `valid` is low in reset.
    ResetQuiet,
    /// SIZE is the width of the port.
    Size,
    /// BURST is incrementing.
    Burst,
    /// No exclusive access.
    Lock,
    /// The address is a multiple of the width of the port.
    Alignment,
    /// A burst does not cross a 4 KiB boundary.
    Boundary,
    /// The burst lies in the memory.
    AddressRange,
    /// WLAST is high in the last beat of a burst and in no other.
    WriteLast,
    /// IDs in flight differ (where the memory is told to require it).
    UniqueId,
    /// An answer belongs to a request.
    AnswerWithoutRequest,
    /// The design writes more distinct memory than the bench may hold.
    MemoryLimit,
    /// An opcode is one of those of its CXL channel.
    Opcode,
}

impl Rule {
    fn text(self) -> &'static str {
        match self {
            Self::ValidHeld => "valid must stay high until ready",
            Self::PayloadStable => "the payload must not change while valid is high and ready is low",
            Self::ResetQuiet => "valid must be low in reset",
            Self::Size => "SIZE must be the width of the port",
            Self::Burst => "BURST must be INCR",
            Self::Lock => "LOCK must be 0",
            Self::Alignment => "the address must be a multiple of 64",
            Self::Boundary => "a burst must not cross a 4 KiB boundary",
            Self::AddressRange => "a burst must lie in the memory",
            Self::WriteLast => "WLAST must be high in the last beat of a burst and in no other",
            Self::UniqueId => "IDs in flight must differ",
            Self::AnswerWithoutRequest => "an answer must belong to a request",
            Self::MemoryLimit => "the memory of the simulation is limited",
            Self::Opcode => "an opcode of CXL must not be a reserved one",
        }
    }
}

/// A rule of a bus was broken by the design.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{port}, cycle {cycle}: {} (channel {channel}: {detail})", .rule.text())]
pub struct Violation {
    /// Name of the port.
    pub port: String,
    /// Channel of the port, such as `AW`.
    pub channel: &'static str,
    /// The rule.
    pub rule: Rule,
    /// Cycles since the start of the model behind the port.
    pub cycle: u64,
    /// What was seen.
    pub detail: String,
}
