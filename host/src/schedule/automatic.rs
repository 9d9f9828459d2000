//! TrainingCXL's automatic data movement (Figs. 4b and 5).
//!
//! The host posts a batch and does nothing more for it; it posts the next one while this one runs. CXL-MEM flushes pooled
//! vectors to the GPU line by line while it makes them, and the GPU gradients to CXL-MEM. Each side starts when its inputs
//! are there.

use super::Resource::{ComputingLogic, Gpu, HostCpu, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory};
use super::work::{Call, Cargo, Ends, Work};
use super::{Graph, Wait};

/// Batches whose lists CXL-MEM and whose dense features the GPU have room for: one that runs and one that waits.
pub(super) const IN_FLIGHT: usize = 2;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &[Ends]) -> Ends {
    let room = if earlier.len() == IN_FLIGHT { earlier[0].all() } else { Vec::new() };
    let post = graph.add("post batch", &[HostCpu], Work::Call(Call::DriverRing), &room);
    let lists = graph.add("lists", &[LinkToMemory], Work::Transfer(Cargo::Lists), &[post.into()]);
    let dense = graph.add("dense features", &[LinkToGpu], Work::Transfer(Cargo::Dense), &[post.into()]);

    let bottom = graph.add("bottom MLP forward", &[Gpu], Work::BottomForward, &[dense.into()]);
    let lookup = graph.add("embedding lookup", &[ComputingLogic], Work::Lookup, &[lists.into()]);
    if let Some(previous) = earlier.last() {
        graph.wait(bottom, previous.gpu);
        graph.wait(lookup, previous.memory);
    }
    let to_gpu = [LinkFromMemory, LinkToGpu];
    let pooled = graph.add("pooled vectors", &to_gpu, Work::Stream(Cargo::Pooled), &[Wait::Start(lookup)]);

    let top = graph.add(
        "interaction and top MLP forward",
        &[Gpu],
        Work::TopForward,
        &[bottom.into(), pooled.into(), lookup.into()],
    );
    let top = graph.add("top MLP backward", &[Gpu], Work::TopBackward, &[top.into()]);
    let interaction = graph.add("interaction backward", &[Gpu], Work::InteractionBackward, &[top.into()]);
    let to_memory = [LinkFromGpu, LinkToMemory];
    let gradients = graph.add("gradients", &to_memory, Work::Stream(Cargo::Gradients), &[Wait::Start(interaction)]);
    let bottom = graph.add("bottom MLP backward", &[Gpu], Work::BottomBackward, &[interaction.into()]);
    let update = graph.add("embedding update", &[ComputingLogic], Work::Update, &[gradients.into()]);
    Ends { gpu: bottom, memory: update }
}
