//! Which systems have room for a workload.

use super::family::NdRec;
use super::placement::gpu_bytes;
use super::workload::Workload;
use crate::side_by_side::{Assumptions, System};

/// Systems whose tables have a place: sharding needs all of them in the GPUs' memories.
#[must_use]
pub fn can_run(system: &System<NdRec>, workload: &Workload, gpus: usize, assumptions: &Assumptions) -> bool {
    system.name != "table-wise" || workload.table_bytes() as f64 <= gpu_bytes(assumptions, gpus)
}
