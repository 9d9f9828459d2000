//! Faults that the test build of CXL-MEM commits on request, to show that they are caught.
//!
//! The design `cxl_mem_faults` has an input `fault` that selects one; it is for tests, and no design that is exported has
//! it.

/// Bits of the input `fault`.
pub const BITS: usize = 4;

/// A fault; it is committed for as long as it is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Fault {
    /// None.
    None = 0,
    /// S2M NDR: the tag of another request.
    WrongTag = 1,
    /// S2M NDR: answers are not sent.
    LostAnswer = 2,
    /// S2M NDR: answers are sent again and again.
    RepeatedAnswer = 3,
    /// D2H Req: the CQID of a request that is under way.
    ReusedCqid = 4,
    /// D2H Data: the UQID of another pull.
    WrongPull = 5,
    /// D2H Req: every line goes to, and comes from, the one before its own.
    WrongLine = 6,
    /// An update does not wait for all its gradients.
    EarlyUpdate = 7,
    /// A record's header is written before memory has answered its payload.
    EarlyHeader = 8,
    /// An update does not wait for its records.
    NoInterlock = 9,
    /// A record goes where the last one of its kind lies, whatever `ROW_LOG` and `PARAMETER_LOG` say.
    OneSlot = 10,
    /// When a record begins, the header of the last one of its kind, if that lies elsewhere, is cleared.
    EarlyDelete = 11,
}

impl Fault {
    /// Those of which a batch tells: of messages and of what waits for them.
    pub const OF_BATCHES: &'static [Self] = &[
        Self::WrongTag,
        Self::LostAnswer,
        Self::RepeatedAnswer,
        Self::ReusedCqid,
        Self::WrongPull,
        Self::WrongLine,
        Self::EarlyUpdate,
    ];
    /// Those of which only a loss of power tells.
    pub const OF_CHECKPOINTS: &'static [Self] =
        &[Self::EarlyHeader, Self::NoInterlock, Self::OneSlot, Self::EarlyDelete];
}
