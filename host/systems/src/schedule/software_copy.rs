//! Conventional data movement by software (Fig. 4a of TrainingCXL).
//!
//! The host launches every step, synchronises with whoever makes its inputs, and copies them with the GPU's copy engine. It
//! drives one batch at a time. It makes no checkpoints.

use super::Resource::{
    ComputingLogic, Gpu, GpuCopyEngine, HostCpu, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory,
};
use super::work::{Call, Cargo, Ends, Notice, Posting, Situation, Work};
use super::{Graph, OperationId, Resource, Wait};

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], _: Situation) -> Ends {
    // One thread: each call follows the one before.
    let mut thread = Thread { graph, last: earlier.last().map_or_else(Vec::new, Ends::all) };

    let post = thread.post("post lookup", Posting::Lookup, &[]);
    let lookup = thread.graph.add("embedding lookup", &[ComputingLogic], Work::Lookup, &[post.into()]);
    let dense = thread.copy("dense features", Cargo::Dense, &[LinkToGpu]);
    let bottom = thread.kernel("bottom MLP forward", Work::BottomForward, &[dense]);

    thread.call("synchronise lookup", Call::Synchronize, &[lookup]);
    let pooled = thread.copy("pooled vectors", Cargo::Pooled, &[LinkFromMemory, LinkToGpu]);
    thread.call("synchronise copy", Call::Synchronize, &[pooled, bottom]);
    let top = thread.kernel("interaction and top MLP forward", Work::TopForward, &[bottom, pooled]);
    let top = thread.kernel("top MLP backward", Work::TopBackward, &[top]);
    let interaction = thread.kernel("interaction backward", Work::InteractionBackward, &[top]);
    let bottom = thread.kernel("bottom MLP backward", Work::BottomBackward, &[interaction]);

    thread.call("synchronise gradients", Call::Synchronize, &[interaction]);
    let gradients = thread.copy("gradients", Cargo::Gradients, &[LinkFromGpu, LinkToMemory]);
    let copied = thread.call("synchronise copy", Call::Synchronize, &[gradients]);
    let post = thread.post("post update", Posting::Update, &[copied]);
    let update = Work::Update(Notice::Interrupt);
    let update = thread.graph.add("embedding update", &[ComputingLogic], update, &[post.into()]);
    let end = thread.call("synchronise batch", Call::Synchronize, &[update, bottom]);
    Ends::applied(end, end)
}

struct Thread<'a> {
    graph: &'a mut Graph<Work>,
    /// What the next call follows.
    last: Vec<Wait>,
}

impl Thread<'_> {
    fn call(&mut self, name: &'static str, call: Call, inputs: &[OperationId]) -> OperationId {
        self.add(name, &[HostCpu], Work::Call(call), inputs)
    }

    /// Posts jobs, and writes what they need over the link to CXL-MEM; says when the doorbell has come there, for which the
    /// thread does not wait.
    fn post(&mut self, name: &'static str, posting: Posting, inputs: &[OperationId]) -> OperationId {
        let post = self.add(name, &[HostCpu, LinkToMemory], Work::Post(posting), inputs);
        self.graph.add("doorbell", &[LinkToMemory], Work::Doorbell, &[post.into()])
    }

    fn add(&mut self, name: &'static str, held: &[Resource], work: Work, inputs: &[OperationId]) -> OperationId {
        let mut waits = std::mem::take(&mut self.last);
        waits.extend(inputs.iter().map(|input| Wait::End(*input)));
        let id = self.graph.add(name, held, work, &waits);
        self.last = vec![id.into()];
        id
    }

    /// A copy, which holds the copy engine and the links on its way.
    fn copy(&mut self, name: &'static str, cargo: Cargo, links: &[Resource]) -> OperationId {
        let call = self.call("copy call", Call::CopyCall, &[]);
        let resources = [&[GpuCopyEngine], links].concat();
        self.graph.add(name, &resources, Work::Copy(cargo), &[call.into()])
    }

    fn kernel(&mut self, name: &'static str, work: Work, inputs: &[OperationId]) -> OperationId {
        let launch = self.call("kernel launch", Call::KernelLaunch, &[]);
        let waits: Vec<Wait> = inputs.iter().chain(&[launch]).map(|input| Wait::End(*input)).collect();
        self.graph.add(name, &[Gpu], work, &waits)
    }
}
