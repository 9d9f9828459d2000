//! Faults that the test builds of the devices commit on request, to show that they are caught.
//!
//! The designs `cxl_mem_faults` and `smartssd_b2_s1_faults` have an input `fault` that selects one; they are for tests, and no
//! design that is exported has it.

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
}

/// A fault of the SmartSSD; it is committed for as long as it is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum SmartSsdFault {
    /// None.
    None = 0,
    /// Outputs are written though the host may hold their lines.
    NoSnoop = 1,
    /// Loads do not wait for the evictions of their plan.
    EarlyLoad = 2,
    /// A plan ends before all of it is answered.
    EarlyEnd = 3,
    /// Movements are not held against the cache's end.
    NoRange = 4,
    /// Loads go to the EV behind their own.
    WrongSlot = 5,
    /// An iteration does not wait for its plan of movements.
    EarlyKernel = 6,
    /// TX buffers do not swap their roles.
    NoSwap = 7,
    /// Outputs are written before snoops are answered.
    NoWait = 8,
}

impl SmartSsdFault {
    /// All of them but none.
    pub const ALL: &'static [Self] = &[
        Self::NoSnoop,
        Self::EarlyLoad,
        Self::EarlyEnd,
        Self::NoRange,
        Self::WrongSlot,
        Self::EarlyKernel,
        Self::NoSwap,
        Self::NoWait,
    ];
}
