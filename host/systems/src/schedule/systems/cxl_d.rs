//! CXL-D: CXL-MEM without scheduling (TrainingCXL, Fig. 12a).
//!
//! Vectors and gradients move by themselves, line by line, while they are made (Figs. 4b and 5). The paper draws the redo log behind the
//! update; a loss of power in the update would leave rows that no log has, so here it comes before. Of a redo log the paper says that rows
//! and parameters are stored "before starting the next batch training", so the next batch, its bottom MLP too, waits for all of this one.

use emberlane_experiment::SystemKind;

use crate::energy::Holdings;
use crate::schedule::Graph;
use crate::schedule::automatic;
use crate::schedule::compared::{Compared, Schedule};
use crate::schedule::work::{Ends, Situation, Work};

pub(super) const SYSTEM: Compared = Compared {
    kind: SystemKind::CxlD,
    title: "CXL-D",
    summary: "CXL-MEM, redo log",
    holdings: Holdings { pmem: true, device: true, ..Holdings::NONE },
    schedule: Schedule { build, ..Schedule::AUTOMATIC },
};

fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let applied = automatic::build(graph, earlier, situation).memory();
    Ends::applied(applied, applied)
}
