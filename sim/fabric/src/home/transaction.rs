//! What the home agent is doing for a line.

use crate::hdm::Target;
use crate::message::{D2hReq, Line, M2sReq};
use crate::wire::{D2hReqOpcode, S2mBiSnpOpcode};
use std::fmt;

/// Number of a transaction: its M2S tag and its UQID.
pub(super) type Id = u16;

/// Ids that 12 bits of UQID give.
pub(super) const IDS: usize = 1 << 12;

/// What the requester keeps of a line that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    Nothing,
    Shared,
    /// Shared, or exclusive if nobody else has it.
    Any,
    Exclusive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    Read {
        keep: Keep,
        data: bool,
    },
    Write,
    DirtyEvict,
    CleanEvict,
    Flush,
    /// Back-invalidation: the snoop's opcode, without Blk.
    Back(S2mBiSnpOpcode),
}

impl Work {
    pub fn of(opcode: D2hReqOpcode) -> Option<Self> {
        let read = |keep, data| Some(Self::Read { keep, data });
        match opcode {
            D2hReqOpcode::RdCurr => read(Keep::Nothing, true),
            D2hReqOpcode::RdOwn => read(Keep::Exclusive, true),
            D2hReqOpcode::RdShared => read(Keep::Shared, true),
            D2hReqOpcode::RdAny => read(Keep::Any, true),
            D2hReqOpcode::RdOwnNoData => read(Keep::Exclusive, false),
            D2hReqOpcode::ItoMWr
            | D2hReqOpcode::WrCur
            | D2hReqOpcode::WoWrInv
            | D2hReqOpcode::WoWrInvF
            | D2hReqOpcode::WrInv => Some(Self::Write),
            D2hReqOpcode::ClFlush => Some(Self::Flush),
            D2hReqOpcode::CleanEvict | D2hReqOpcode::CleanEvictNoData => Some(Self::CleanEvict),
            D2hReqOpcode::DirtyEvict => Some(Self::DirtyEvict),
            D2hReqOpcode::CacheFlushed => None,
        }
    }
}

/// For whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// An operation of the CPU; a store if it has data.
    Cpu {
        operation: u64,
        store: bool,
    },
    /// The host's cache evicts a line.
    HostCache,
    Device {
        port: usize,
        request: D2hReq,
    },
    /// A back-invalidate snoop; number of its group.
    Back {
        port: usize,
        group: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// For the line.
    Waiting,
    /// For answers of caches.
    Snooping,
    /// For the data of a write.
    Pulling,
    /// For host memory.
    Host,
    /// For the answer to an M2S Req.
    Requesting,
    /// For the answer to an M2S RwD.
    Writing,
    /// For a back-invalidate snoop that came first.
    BehindBack(M2sReq),
    /// For BI-ConflictAck.
    Conflict,
}

#[derive(Clone, Debug)]
pub(super) struct Transaction {
    pub line: u64,
    pub work: Work,
    pub by: By,
    pub stage: Stage,
    pub target: Option<Target>,
    /// Agents whose answers are due, a bit each.
    pub snoops: u32,
    /// Agents whose data are due.
    pub forwards: u32,
    /// Newer than memory, from a cache.
    pub dirty: Option<(Line, bool)>,
    /// What is written or was read.
    pub data: Line,
    pub poison: bool,
    pub byte_enable: u64,
    pub ndr_due: bool,
    pub drs_due: bool,
    /// The device that owns the memory has allowed an exclusive copy.
    pub exclusive: bool,
    /// No memory has the address.
    pub failed: bool,
}

impl Transaction {
    /// Whether one cache may have the line alone without having asked to own it.
    pub fn may_be_exclusive(&self) -> bool {
        match self.target {
            Some(Target::Hdm { coherence, .. }) => self.exclusive || !coherence.device_tracks(),
            _ => true,
        }
    }
}

impl fmt::Display for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            By::Cpu { operation, store } => {
                write!(f, "CPU {} {operation}", if store { "store" } else { "load" })?;
            }
            By::HostCache => write!(f, "host cache's eviction")?,
            By::Device { request, .. } => write!(f, "{} CQID {}", request.opcode, request.cqid)?,
            By::Back { .. } => match self.work {
                Work::Back(opcode) => write!(f, "{opcode}")?,
                _ => unreachable!("a group is of back-invalidations"),
            },
        }
        write!(f, " of {:#x}", self.line)
    }
}
