//! The systems that are compared, one file each.
//!
//! To add one, write a file like those here: what it assumes and from where, and a function that puts the steps of a batch
//! into a [`Plan`]; and name it in [`SYSTEMS`]. A batch begins when the one before has ended.

mod cxl;
mod cxl_b;
mod cxl_d;
mod dram;
mod pcie;
mod pmem;
mod ssd;

use super::costs::{Costs, Memory, Step};
use super::energy::Holdings;
use emberlane_systems::schedule::{Call, Graph, OperationId, Resource, Wait};

/// Every system, in the order of TrainingCXL's Fig. 11, and the ideal of Fig. 13.
pub const SYSTEMS: &[System] =
    &[ssd::SYSTEM, pmem::SYSTEM, pcie::SYSTEM, cxl_d::SYSTEM, cxl_b::SYSTEM, cxl::SYSTEM, dram::SYSTEM];

/// A training system.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    pub(super) build: fn(&mut Plan<'_>),
    /// What holds its tables, for its energy.
    pub(super) holdings: fn() -> Holdings,
}

impl System {
    /// The system of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        SYSTEMS.iter().find(|system| system.name == name).copied()
    }
}

/// The steps of a batch, and what they cost.
#[derive(Debug)]
pub struct Plan<'a> {
    pub(super) graph: Graph<Step>,
    /// What steps cost.
    pub costs: &'a Costs<'a>,
}

impl Plan<'_> {
    /// Adds a step that holds resources while it runs, after others.
    pub fn add(&mut self, name: &'static str, held: &[Resource], step: Step, after: &[OperationId]) -> OperationId {
        let waits: Vec<Wait> = after.iter().map(|operation| Wait::End(*operation)).collect();
        self.graph.add(name, held, step, &waits)
    }

    /// The host launches a kernel of the GPU.
    fn launched(&mut self, name: &'static str, step: Step, after: &[OperationId]) -> OperationId {
        let launch = self.add("kernel launch", &[Resource::HostCpu], self.costs.call(Call::KernelLaunch), after);
        self.add(name, &[Resource::Gpu], step, &[launch])
    }

    /// The host asks for a copy, and waits for it.
    fn copied(&mut self, name: &'static str, step: Step, after: &[OperationId]) -> OperationId {
        let call = self.add("copy call", &[Resource::HostCpu], self.costs.call(Call::CopyCall), after);
        let copy = self.add(name, &[Resource::GpuCopyEngine], step, &[call]);
        self.add("synchronise copy", &[Resource::HostCpu], self.costs.call(Call::Synchronize), &[copy])
    }

    /// A batch whose embedding operations the host's cores do in `memory`, with its log there if there is one (Fig. 4a).
    fn on_host(&mut self, memory: &Memory, has_log: bool) {
        let (costs, workload) = (self.costs, self.costs.workload);
        let dense = self.copied("dense features", costs.copy(workload.dense_bytes), &[]);
        let bottom = self.launched("bottom MLP forward", costs.bottom_forward(), &[dense]);
        let lookup = self.add("embedding lookup", &[Resource::HostCpu], costs.lookup(memory), &[dense]);
        let pooled = self.copied("pooled vectors", costs.copy(workload.pooled_bytes), &[lookup]);
        let top = self.launched("interaction and top MLP", costs.top(), &[bottom, pooled]);
        let back = self.launched("bottom MLP backward", costs.bottom_backward(), &[top]);
        let gradients = self.copied("gradients", costs.copy(workload.pooled_bytes), &[top]);
        let update = self.add("embedding update", &[Resource::HostCpu], costs.update(memory), &[gradients]);
        if has_log {
            let rows = self.add("embedding log", &[Resource::HostCpu], costs.log_rows(memory), &[update]);
            let copy = self.copied("parameters", costs.copy_parameters(), &[rows, back]);
            self.add("parameter log", &[Resource::HostCpu], costs.log_parameters(memory), &[copy]);
        }
    }

    /// The GPU's part of a batch whose vectors and gradients move by themselves: forward, top, backward. The top MLP also
    /// waits for `pooled`.
    fn on_gpu(&mut self, pooled: &[OperationId]) -> [OperationId; 3] {
        let costs = self.costs;
        let bottom = self.add("bottom MLP forward", &[Resource::Gpu], costs.bottom_forward(), &[]);
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([bottom]).collect();
        let top = self.add("interaction and top MLP", &[Resource::Gpu], costs.top(), &inputs);
        let back = self.add("bottom MLP backward", &[Resource::Gpu], costs.bottom_backward(), &[top]);
        [bottom, top, back]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_have_names_of_their_own() {
        for (number, system) in SYSTEMS.iter().enumerate() {
            assert_eq!(SYSTEMS.iter().position(|other| other.name == system.name), Some(number));
            assert_eq!(System::find(system.name).map(|found| found.title), Some(system.title));
        }
        assert!(System::find("none").is_none());
    }
}
