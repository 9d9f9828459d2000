//! CXL: CXL-B with relaxed lookup and relaxed checkpoint (TrainingCXL, Figs. 8, 9b and 12c).
//!
//! A batch is looked up before the one in front of it is applied. Parameters are logged over as many batches as the top MLP's time allows.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::Cxl,
    title: "CXL",
    summary: "CXL-MEM, relaxed lookup and checkpoint",
    holdings: Holdings { pmem: true, device: true, ..Holdings::NONE },
    schedule: Schedule::RELAXED,
};
