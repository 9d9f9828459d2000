//! Which device a card is.

use emberlane_registers::{RegisterMap, cxl_mem, smartssd};

/// Which device a card is, by its register `IDENTITY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// TrainingCXL's memory expander.
    CxlMem,
    /// NDRec's SmartSSD.
    SmartSsd,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::CxlMem, Self::SmartSsd];

    /// The device whose `IDENTITY` reads so.
    #[must_use]
    pub fn of_identity(value: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.identity() == value)
    }

    /// What `IDENTITY` reads.
    #[must_use]
    pub const fn identity(self) -> u64 {
        match self {
            Self::CxlMem => cxl_mem::IDENTITY_VALUE,
            Self::SmartSsd => smartssd::IDENTITY_VALUE,
        }
    }

    /// Its registers.
    #[must_use]
    pub const fn map(self) -> &'static RegisterMap {
        match self {
            Self::CxlMem => &cxl_mem::MAP,
            Self::SmartSsd => &smartssd::MAP,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CxlMem => "CXL-MEM",
            Self::SmartSsd => "SmartSSD",
        }
    }

    /// Offset of `STATUS`.
    pub(crate) const fn status_offset(self) -> u64 {
        match self {
            Self::CxlMem => cxl_mem::STATUS.offset,
            Self::SmartSsd => smartssd::STATUS.offset,
        }
    }

    /// Whether the interrupt line is high while `STATUS` reads so.
    pub(crate) const fn interrupts(self, status: u64) -> bool {
        match self {
            Self::CxlMem => {
                let ended = cxl_mem::DONE.get(status) == 1 || cxl_mem::FAILED.get(status) == 1;
                ended && cxl_mem::BUSY.get(status) == 0
            }
            Self::SmartSsd => {
                smartssd::DONE.get(status) == 1
                    || smartssd::FAILED.get(status) == 1
                    || smartssd::AGENT_FAILED.get(status) == 1
            }
        }
    }
}

// One place says which register is which device's before it is known which device is there.
const _: () =
    assert!(cxl_mem::IDENTITY.offset == smartssd::IDENTITY.offset && cxl_mem::MAP.bytes == smartssd::MAP.bytes);
