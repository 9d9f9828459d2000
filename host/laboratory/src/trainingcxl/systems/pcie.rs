//! PCIe: the device does the embedding operations next to its memory, and software moves the data.
//!
//! Assumptions: TrainingCXL, Evaluation: "PCIe is capable of near-data processing like our CXL-MEM", so its computing logic and
//! memory are those of CXL-MEM; every movement is a copy with a call and a wait of the host (Fig. 4a); vectors, gradients and, for
//! the checkpoint, the parameters cross the host, over its link and that of the device. The log is a redo log after the update.

use emberlane_systems::schedule::Call;
use emberlane_systems::schedule::Resource::{ComputingLogic, HostCpu};

use crate::side_by_side::{BatchPlan, System};
use crate::trainingcxl::energy::Holdings;
use crate::trainingcxl::family::TrainingCxl;

pub(super) const SYSTEM: System<TrainingCxl> = System {
    name: "pcie",
    title: "PCIe",
    summary: "near-data processing, moved by software",
    storage: Holdings { pmem: true, device: true, ..Holdings::NONE },
    build,
};

fn build(plan: &mut BatchPlan<'_, '_, TrainingCxl>) {
    let (costs, workload, memory) = (plan.costs, plan.costs.workload, plan.costs.device_pmem());
    let dense = plan.copied("dense features", costs.copy(workload.dense_bytes), &[]);
    let bottom = plan.launched("bottom MLP forward", costs.bottom_forward(), &[dense]);
    let ring = plan.add("post lookup", HostCpu, costs.call(Call::DriverRing), &[dense]);
    let lookup = plan.add("embedding lookup", ComputingLogic, costs.lookup(&memory), &[ring]);
    let wait = plan.add("synchronise lookup", HostCpu, costs.call(Call::Synchronize), &[lookup]);
    let up = plan.copied("pooled vectors to host", costs.copy(workload.pooled_bytes), &[wait]);
    let pooled = plan.copied("pooled vectors to GPU", costs.copy(workload.pooled_bytes), &[up]);
    let top = plan.launched("interaction and top MLP", costs.top(), &[bottom, pooled]);
    let back = plan.launched("bottom MLP backward", costs.bottom_backward(), &[top]);
    let up = plan.copied("gradients to host", costs.copy(workload.pooled_bytes), &[top]);
    let gradients = plan.copied("gradients to device", costs.copy(workload.pooled_bytes), &[up]);
    let ring = plan.add("post update", HostCpu, costs.call(Call::DriverRing), &[gradients]);
    let update = plan.add("embedding update", ComputingLogic, costs.update(&memory), &[ring]);
    let wait = plan.add("synchronise update", HostCpu, costs.call(Call::Synchronize), &[update]);
    let rows = plan.add("embedding log", ComputingLogic, costs.log_rows(&memory), &[wait]);
    let parameters = plan.copied("parameters to host", costs.copy_parameters(), &[wait, back]);
    plan.add("parameter log", ComputingLogic, costs.log_parameters(&memory), &[parameters, rows]);
}
