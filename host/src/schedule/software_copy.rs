//! Conventional data movement by software (Fig. 4a of TrainingCXL).
//!
//! The host launches every step, synchronises with whoever makes its inputs, and copies them with the GPU's copy engine. It
//! drives one batch at a time.

use super::Resource::{
    ComputingLogic, Gpu, GpuCopyEngine, HostCpu, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory,
};
use super::work::{Call, Cargo, Ends, Work};
use super::{Graph, OperationId, Wait};

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &[Ends]) -> Ends {
    // One thread: each call follows the one before.
    let mut thread = Thread { graph, last: earlier.last().map_or_else(Vec::new, Ends::all) };

    let post = thread.call("post lookup", Call::DriverRing, &[]);
    let lists = thread.graph.add("lists", &[LinkToMemory], Work::Transfer(Cargo::Lists), &[post.into()]);
    let lookup = thread.graph.add("embedding lookup", &[ComputingLogic], Work::Lookup, &[lists.into()]);
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
    let post = thread.call("post update", Call::DriverRing, &[copied]);
    let update = thread.graph.add("embedding update", &[ComputingLogic], Work::Update, &[post.into()]);
    let end = thread.call("synchronise batch", Call::Synchronize, &[update, bottom]);
    Ends { gpu: end, memory: end }
}

struct Thread<'a> {
    graph: &'a mut Graph<Work>,
    /// What the next call follows.
    last: Vec<Wait>,
}

impl Thread<'_> {
    fn call(&mut self, name: &'static str, call: Call, inputs: &[OperationId]) -> OperationId {
        let mut waits = std::mem::take(&mut self.last);
        waits.extend(inputs.iter().map(|input| Wait::End(*input)));
        let id = self.graph.add(name, &[HostCpu], Work::Call(call), &waits);
        self.last = vec![id.into()];
        id
    }

    /// A copy, which holds the copy engine and the links on its way.
    fn copy(&mut self, name: &'static str, cargo: Cargo, links: &[super::Resource]) -> OperationId {
        let call = self.call("copy call", Call::CopyCall, &[]);
        let resources = [&[GpuCopyEngine], links].concat();
        self.graph.add(name, &resources, Work::Transfer(cargo), &[call.into()])
    }

    fn kernel(&mut self, name: &'static str, work: Work, inputs: &[OperationId]) -> OperationId {
        let launch = self.call("kernel launch", Call::KernelLaunch, &[]);
        let waits: Vec<Wait> = inputs.iter().chain(&[launch]).map(|input| Wait::End(*input)).collect();
        self.graph.add(name, &[Gpu], work, &waits)
    }
}
