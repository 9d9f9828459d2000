//! The thread on the host that drives devices and GPU.

use super::Resource::{Gpu, GpuCopyEngine, HostCpu, LinkToMemory};
use super::work::{Call, Cargo, Ends, Posting, Work};
use super::{Graph, OperationId, Resource, Wait, names};

/// One thread of the host: each call follows the one before.
pub(super) struct Thread<'a> {
    pub graph: &'a mut Graph<Work>,
    /// What the next call follows.
    last: Vec<Wait>,
}

impl<'a> Thread<'a> {
    /// A thread that begins a batch when the one before has ended.
    pub fn new(graph: &'a mut Graph<Work>, earlier: &[Ends]) -> Self {
        Self { graph, last: earlier.last().map_or_else(Vec::new, Ends::all) }
    }

    /// A call of the thread, which also waits for its inputs.
    pub fn call(&mut self, name: &'static str, call: Call, inputs: &[OperationId]) -> OperationId {
        self.add(name, &[HostCpu], Work::Call(call), inputs)
    }

    /// Posts jobs, and writes what they need over the link to CXL-MEM; says when the doorbell has come there, for which the
    /// thread does not wait.
    pub fn post(&mut self, name: &'static str, posting: Posting, inputs: &[OperationId]) -> OperationId {
        let post = self.add(name, &[HostCpu, LinkToMemory], Work::Post(posting), inputs);
        self.graph.add(names::DOORBELL, &[LinkToMemory], Work::Doorbell, &[post.into()])
    }

    /// Something that the thread does by itself.
    pub fn add(&mut self, name: &'static str, held: &[Resource], work: Work, inputs: &[OperationId]) -> OperationId {
        let mut waits = std::mem::take(&mut self.last);
        waits.extend(inputs.iter().map(|input| Wait::End(*input)));
        let id = self.graph.add(name, held, work, &waits);
        self.last = vec![id.into()];
        id
    }

    /// A copy, which holds the copy engine and the links on its way.
    pub fn copy(&mut self, name: &'static str, cargo: Cargo, links: &[Resource]) -> OperationId {
        let call = self.call(names::COPY_CALL, Call::CopyCall, &[]);
        let resources = [&[GpuCopyEngine], links].concat();
        self.graph.add(name, &resources, Work::Copy(cargo), &[call.into()])
    }

    /// A step of the GPU, which the thread launches.
    pub fn kernel(&mut self, name: &'static str, work: Work, inputs: &[OperationId]) -> OperationId {
        let launch = self.call(names::KERNEL_LAUNCH, Call::KernelLaunch, &[]);
        let waits: Vec<Wait> = inputs.iter().chain(&[launch]).map(|input| Wait::End(*input)).collect();
        self.graph.add(name, &[Gpu], work, &waits)
    }
}
