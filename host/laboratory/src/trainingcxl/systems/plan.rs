//! Steps that several systems have in common.

use emberlane_systems::schedule::Resource::{Gpu, GpuCopyEngine, HostCpu};
use emberlane_systems::schedule::{Call, OperationId};

use crate::side_by_side::{BatchPlan, StepCost};
use crate::trainingcxl::costs::{Memory, Part, Traffic};
use crate::trainingcxl::family::TrainingCxl;

impl BatchPlan<'_, '_, TrainingCxl> {
    /// The host launches a kernel of the GPU.
    pub(super) fn launched(
        &mut self,
        name: &'static str,
        step: StepCost<Part, Traffic>,
        after: &[OperationId],
    ) -> OperationId {
        let launch = self.add("kernel launch", HostCpu, self.costs.call(Call::KernelLaunch), after);
        self.add(name, Gpu, step, &[launch])
    }

    /// The host asks for a copy, and waits for it.
    pub(super) fn copied(
        &mut self,
        name: &'static str,
        step: StepCost<Part, Traffic>,
        after: &[OperationId],
    ) -> OperationId {
        let call = self.add("copy call", HostCpu, self.costs.call(Call::CopyCall), after);
        let copy = self.add(name, GpuCopyEngine, step, &[call]);
        self.add("synchronise copy", HostCpu, self.costs.call(Call::Synchronize), &[copy])
    }

    /// A batch whose embedding operations the host's cores do in `memory`, with its log there if there is one (Fig. 4a).
    pub(super) fn on_host(&mut self, memory: &Memory, has_log: bool) {
        let (costs, workload) = (self.costs, self.costs.workload);
        let dense = self.copied("dense features", costs.copy(workload.dense_bytes), &[]);
        let bottom = self.launched("bottom MLP forward", costs.bottom_forward(), &[dense]);
        let lookup = self.add("embedding lookup", HostCpu, costs.lookup(memory), &[dense]);
        let pooled = self.copied("pooled vectors", costs.copy(workload.pooled_bytes), &[lookup]);
        let top = self.launched("interaction and top MLP", costs.top(), &[bottom, pooled]);
        let back = self.launched("bottom MLP backward", costs.bottom_backward(), &[top]);
        let gradients = self.copied("gradients", costs.copy(workload.pooled_bytes), &[top]);
        let update = self.add("embedding update", HostCpu, costs.update(memory), &[gradients]);
        if has_log {
            let rows = self.add("embedding log", HostCpu, costs.log_rows(memory), &[update]);
            let copy = self.copied("parameters", costs.copy_parameters(), &[rows, back]);
            self.add("parameter log", HostCpu, costs.log_parameters(memory), &[copy]);
        }
    }

    /// The GPU's part of a batch whose vectors and gradients move by themselves: forward, top, backward. The top MLP also
    /// waits for `pooled`.
    pub(super) fn on_gpu(&mut self, pooled: &[OperationId]) -> [OperationId; 3] {
        let costs = self.costs;
        let bottom = self.add("bottom MLP forward", Gpu, costs.bottom_forward(), &[]);
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([bottom]).collect();
        let top = self.add("interaction and top MLP", Gpu, costs.top(), &inputs);
        let back = self.add("bottom MLP backward", Gpu, costs.bottom_backward(), &[top]);
        [bottom, top, back]
    }
}
