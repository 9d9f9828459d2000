//! CXL-B: CXL-D with the batch-aware checkpoint (TrainingCXL, Figs. 7 and 12b).
//!
//! The undo log begins when the lookup has left the memory alone, and the update waits for it.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::CxlB,
    title: "CXL-B",
    summary: "CXL-MEM, undo log beside the GPU's work",
    holdings: Holdings { pmem: true, device: true, ..Holdings::NONE },
    schedule: Schedule::AUTOMATIC,
};
