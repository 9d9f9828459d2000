//! PMEM: tables in persistent memory of the host, embedding operations on the host.
//!
//! Assumptions: one module (TrainingCXL, Table 1) with the ratios of Table 2; six cores bound random reads by their misses under way; the
//! checkpoint is a redo log in the same module. Movement is by software (Fig. 4a).

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::compared::{Compared, Schedule};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::Pmem,
    title: "PMEM",
    summary: "tables in the host's PMEM, embeddings on the host",
    holdings: Holdings { pmem: true, ..Holdings::NONE },
    schedule: Schedule::ON_HOST,
};
