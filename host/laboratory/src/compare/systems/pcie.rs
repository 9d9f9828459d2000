//! PCIe: the device does the embedding operations next to its memory, and software moves the data.
//!
//! Assumptions: TrainingCXL, Evaluation: "PCIe is capable of near-data processing like our CXL-MEM", so its computing logic and
//! memory are those of CXL-MEM; every movement is a copy with a call and a wait of the host (Fig. 4a); vectors, gradients and, for
//! the checkpoint, the parameters cross the host, over its link and that of the device. The log is a redo log after the update.

use super::{Plan, System};
use crate::compare::energy::Holdings;
use emberlane_systems::schedule::{Call, Resource};

pub(super) const SYSTEM: System =
    System { name: "pcie", title: "PCIe", summary: "near-data processing, moved by software", build, holdings };

fn build(plan: &mut Plan<'_>) {
    let (costs, workload, memory) = (plan.costs, plan.costs.workload, plan.costs.device_pmem());
    let dense = plan.copied("dense features", costs.copy(workload.dense_bytes), &[]);
    let bottom = plan.launched("bottom MLP forward", costs.bottom_forward(), &[dense]);
    let ring = plan.add("post lookup", &[Resource::HostCpu], costs.call(Call::DriverRing), &[dense]);
    let lookup = plan.add("embedding lookup", &[Resource::ComputingLogic], costs.lookup(&memory), &[ring]);
    let wait = plan.add("synchronise lookup", &[Resource::HostCpu], costs.call(Call::Synchronize), &[lookup]);
    let up = plan.copied("pooled vectors to host", costs.copy(workload.pooled_bytes), &[wait]);
    let pooled = plan.copied("pooled vectors to GPU", costs.copy(workload.pooled_bytes), &[up]);
    let top = plan.launched("interaction and top MLP", costs.top(), &[bottom, pooled]);
    let back = plan.launched("bottom MLP backward", costs.bottom_backward(), &[top]);
    let up = plan.copied("gradients to host", costs.copy(workload.pooled_bytes), &[top]);
    let gradients = plan.copied("gradients to device", costs.copy(workload.pooled_bytes), &[up]);
    let ring = plan.add("post update", &[Resource::HostCpu], costs.call(Call::DriverRing), &[gradients]);
    let update = plan.add("embedding update", &[Resource::ComputingLogic], costs.update(&memory), &[ring]);
    let wait = plan.add("synchronise update", &[Resource::HostCpu], costs.call(Call::Synchronize), &[update]);
    let rows = plan.add("embedding log", &[Resource::ComputingLogic], costs.log_rows(&memory), &[wait]);
    let parameters = plan.copied("parameters to host", costs.copy_parameters(), &[wait, back]);
    plan.add("parameter log", &[Resource::ComputingLogic], costs.log_parameters(&memory), &[parameters, rows]);
}

fn holdings() -> Holdings {
    Holdings { pmem: true, device: true, ..Holdings::default() }
}
