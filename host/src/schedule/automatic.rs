//! TrainingCXL's automatic data movement (Figs. 4b and 5).
//!
//! The host posts a batch and does nothing more for it; it posts the next one while this one runs. CXL-MEM flushes pooled
//! vectors to the GPU, and the GPU sends gradients to CXL-MEM line by line while it makes them. Each side counts what comes,
//! and starts when its inputs are there.

use super::Resource::{ComputingLogic, Gpu, HostCpu, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory};
use super::work::{Cargo, Ends, Notice, Posting, Work};
use super::{Graph, Wait};

/// Batches whose lists CXL-MEM and whose dense features the GPU have room for: one that runs and one that waits.
pub(super) const IN_FLIGHT: usize = 2;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &[Ends]) -> Ends {
    let room = if earlier.len() == IN_FLIGHT { earlier[0].all() } else { Vec::new() };
    let post = graph.add("post batch", &[HostCpu, LinkToMemory], Work::Post(Posting::Batch), &room);
    // The features are in host memory when the batch is posted, and the GPU's ring is rung first.
    let dense = graph.add("dense features", &[LinkToGpu], Work::Copy(Cargo::Dense), &[Wait::Start(post)]);

    let bottom = graph.add("bottom MLP forward", &[Gpu], Work::BottomForward, &[dense.into()]);
    let doorbell = graph.add("doorbell", &[LinkToMemory], Work::Doorbell, &[post.into()]);
    let lookup = graph.add("embedding lookup", &[ComputingLogic], Work::LookupToFlush, &[doorbell.into()]);
    if let Some(previous) = earlier.last() {
        graph.wait(bottom, previous.gpu);
        graph.wait(lookup, previous.memory);
    }
    let to_gpu = [LinkFromMemory, LinkToGpu];
    let pooled = graph.add("pooled vectors", &to_gpu, Work::Arrive, &[lookup.into()]);

    let inputs = [bottom.into(), pooled.into()];
    let top = graph.add("interaction and top MLP forward", &[Gpu], Work::TopForward, &inputs);
    let top = graph.add("top MLP backward", &[Gpu], Work::TopBackward, &[top.into()]);
    let interaction = graph.add("interaction backward", &[Gpu], Work::InteractionBackward, &[top.into()]);
    let to_memory = [LinkFromGpu, LinkToMemory];
    let gradients = graph.add("gradients", &to_memory, Work::Stream, &[Wait::Start(interaction)]);
    let bottom = graph.add("bottom MLP backward", &[Gpu], Work::BottomBackward, &[interaction.into()]);
    let inputs = [lookup.into(), gradients.into()];
    let update = graph.add("embedding update", &[ComputingLogic], Work::Update(Notice::None), &inputs);
    Ends { gpu: bottom, memory: update }
}
