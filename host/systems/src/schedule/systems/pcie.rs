//! PCIe: the device does the embedding operations next to its memory, and software moves the data.
//!
//! Assumptions: TrainingCXL, Evaluation: "PCIe is capable of near-data processing like our CXL-MEM", so it is CXL-MEM; every movement is a
//! copy with a call and a wait of the host (Fig. 4a). Parameters come to the host before the device logs them: a redo log.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::Pcie,
    title: "PCIe",
    summary: "near-data processing, moved by software",
    holdings: Holdings { pmem: true, device: true, ..Holdings::NONE },
    schedule: Schedule::SOFTWARE,
};
