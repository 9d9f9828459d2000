//! DRAM: the ideal of TrainingCXL's Fig. 13. All tables lie in the host's DRAM, and there is no checkpoint.
//!
//! Assumptions: as PMEM, with the two channels of DRAM of the host (TrainingCXL, Table 1), whose reads and writes share the bus.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::Dram,
    title: "DRAM",
    summary: "tables in the host's DRAM, no checkpoint: the ideal",
    holdings: Holdings { dram: true, ..Holdings::NONE },
    schedule: Schedule::ON_HOST,
};
