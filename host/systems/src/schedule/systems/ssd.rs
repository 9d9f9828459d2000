//! SSD: tables on an NVMe drive, embedding operations on the host.
//!
//! Assumptions: rows are read and written in pages of 4 KB at the latency and bandwidth of TrainingCXL's Table 2, behind an LRU of rows in
//! host DRAM; checkpoints go to the drive, too, as a redo log. Movement is by software, as the paper's Fig. 4a draws it.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::Ssd,
    title: "SSD",
    summary: "tables on an NVMe drive, embeddings on the host",
    holdings: Holdings { ssd: true, ..Holdings::NONE },
    schedule: Schedule::ON_HOST,
};
