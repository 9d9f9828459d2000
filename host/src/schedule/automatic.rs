//! TrainingCXL's automatic data movement (Figs. 4b and 5).
//!
//! The host posts a batch and does nothing more for it; it posts the next one while this one runs. CXL-MEM flushes pooled
//! vectors to the GPU, and the GPU sends gradients to CXL-MEM line by line while it makes them. Each side counts what comes,
//! and starts when its inputs are there.
//!
//! With checkpoints, CXL-MEM logs rows and parameters beside all that. It reads a copy of the parameters, which the GPU
//! makes while no kernel of its own runs: before the batch, or after it for a redo log.

use super::Resource::{
    CheckpointingLogic, ComputingLogic, Gpu, HostCpu, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory,
};
use super::work::{Cargo, Ends, Notice, Posting, Work};
use super::{Graph, OperationId, Wait};
use crate::config::CheckpointMode;

/// Batches whose lists CXL-MEM and whose dense features the GPU have room for: one that runs and one that waits.
pub(super) const IN_FLIGHT: usize = 2;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &[Ends], checkpoint: CheckpointMode) -> Ends {
    let room = if earlier.len() == IN_FLIGHT { earlier[0].all() } else { Vec::new() };
    let post = graph.add("post batch", &[HostCpu, LinkToMemory], Work::Post(Posting::Batch), &room);
    // The features are in host memory when the batch is posted, and the GPU's ring is rung first.
    let dense = graph.add("dense features", &[LinkToGpu], Work::Copy(Cargo::Dense), &[Wait::Start(post)]);
    let previous = earlier.last();

    let freezes_before = matches!(checkpoint, CheckpointMode::Undo | CheckpointMode::Relaxed);
    let frozen = freezes_before.then(|| freeze(graph, Wait::Start(post), previous.map(|ends| ends.gpu)));
    let bottom = graph.add("bottom MLP forward", &[Gpu], Work::BottomForward, &[dense.into()]);
    let doorbell = graph.add("doorbell", &[LinkToMemory], Work::Doorbell, &[post.into()]);
    let lookup = graph.add("embedding lookup", &[ComputingLogic], Work::LookupToFlush, &[doorbell.into()]);
    if let Some(previous) = previous {
        graph.wait(bottom, previous.gpu);
        graph.wait(lookup, previous.memory);
    }
    let to_gpu = [LinkFromMemory, LinkToGpu];
    let pooled = graph.add("pooled vectors", &to_gpu, Work::Arrive, &[lookup.into()]);

    let inputs = [bottom.into(), pooled.into()];
    let top = graph.add("interaction and top MLP forward", &[Gpu], Work::TopForward, &inputs);
    let top = graph.add("top MLP backward", &[Gpu], Work::TopBackward, &[top.into()]);
    if let Some(frozen) = frozen {
        // It changes what is copied.
        graph.wait(top, frozen);
    }
    let interaction = graph.add("interaction backward", &[Gpu], Work::InteractionBackward, &[top.into()]);
    let to_memory = [LinkFromGpu, LinkToMemory];
    let gradients = graph.add("gradients", &to_memory, Work::Stream, &[Wait::Start(interaction)]);
    let bottom = graph.add("bottom MLP backward", &[Gpu], Work::BottomBackward, &[interaction.into()]);
    let inputs = [lookup.into(), gradients.into()];
    let update = |graph: &mut Graph<Work>, logs: &[OperationId]| {
        let inputs: Vec<Wait> = inputs.into_iter().chain(logs.iter().map(|log| (*log).into())).collect();
        graph.add("embedding update", &[ComputingLogic], Work::Update(Notice::None), &inputs)
    };
    match checkpoint {
        CheckpointMode::None => Ends { gpu: bottom, memory: update(graph, &[]) },
        CheckpointMode::Redo => {
            let rows = [ComputingLogic, CheckpointingLogic];
            let rows = graph.add("new rows and their log", &rows, Work::LogRows, &[lookup.into(), gradients.into()]);
            let frozen = freeze(graph, bottom.into(), None);
            let parameters = log_parameters(graph, frozen, rows.into());
            Ends { gpu: frozen, memory: update(graph, &[rows, parameters]) }
        }
        CheckpointMode::Undo => {
            let rows = graph.add("embedding log", &[CheckpointingLogic], Work::LogRows, &[pooled.into()]);
            let parameters = log_parameters(graph, frozen.expect("undo freezes before the batch"), pooled.into());
            Ends { gpu: bottom, memory: update(graph, &[rows, parameters]) }
        }
        // Parameters are logged over several batches, and end with none of them.
        CheckpointMode::Relaxed => {
            let rows = graph.add("embedding log", &[CheckpointingLogic], Work::LogRows, &[pooled.into()]);
            Ends { gpu: bottom, memory: update(graph, &[rows]) }
        }
    }
}

fn freeze(graph: &mut Graph<Work>, after: Wait, previous: Option<OperationId>) -> OperationId {
    let waits: Vec<Wait> = std::iter::once(after).chain(previous.map(Wait::from)).collect();
    graph.add("freeze parameters", &[Gpu], Work::Freeze, &waits)
}

fn log_parameters(graph: &mut Graph<Work>, frozen: OperationId, after: Wait) -> OperationId {
    let resources = [CheckpointingLogic, LinkFromGpu, LinkToMemory];
    graph.add("parameter log", &resources, Work::LogParameters, &[frozen.into(), after])
}
