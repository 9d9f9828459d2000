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
use super::work::{Cargo, Ends, Notice, Posting, Situation, Work};
use super::{Graph, OperationId, Wait, names};
use emberlane_experiment::CheckpointMode;

/// Batches whose lists CXL-MEM and whose dense features the GPU have room for: one that runs and one that waits.
pub(super) const IN_FLIGHT: usize = 2;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let begin = Begin::new(graph, Posting::Batch, earlier, situation.checkpoint);
    let lookup = graph.add(names::EMBEDDING_LOOKUP, &[ComputingLogic], Work::LookupToFlush, &[begin.doorbell.into()]);
    if let Some(previous) = earlier.last() {
        graph.wait(lookup, previous.memory());
    }
    let pooled = arrive(graph, lookup);
    let Computed { gpu, gradients } = begin.compute(graph, pooled);
    let inputs = [lookup, gradients];
    let update = |graph: &mut Graph<Work>, logs: &[OperationId]| {
        let inputs: Vec<Wait> = inputs.iter().chain(logs).map(|input| Wait::End(*input)).collect();
        graph.add(names::EMBEDDING_UPDATE, &[ComputingLogic], Work::Update(Notice::None), &inputs)
    };
    if situation.checkpoint == CheckpointMode::Redo {
        let rows = [ComputingLogic, CheckpointingLogic];
        let rows = graph.add(names::NEW_ROWS_AND_LOG, &rows, Work::LogRows, &inputs.map(Wait::End));
        let frozen = freeze(graph, gpu.into(), None);
        let parameters = log_parameters(graph, frozen, rows);
        return Ends::applied(frozen, update(graph, &[rows, parameters]));
    }
    let logs = begin.log(graph, situation.checkpoint, pooled);
    Ends::applied(gpu, update(graph, &logs))
}

/// How a batch begins: it is posted, and the GPU does what needs no pooled vectors.
pub(super) struct Begin {
    /// The device has its first job.
    pub(super) doorbell: OperationId,
    bottom: OperationId,
    frozen: Option<OperationId>,
}

/// A batch on the GPU.
pub(super) struct Computed {
    /// Both MLPs hold their new parameters.
    pub(super) gpu: OperationId,
    /// CXL-MEM has the gradients.
    pub(super) gradients: OperationId,
}

impl Begin {
    pub(super) fn new(graph: &mut Graph<Work>, posting: Posting, earlier: &[Ends], checkpoint: CheckpointMode) -> Self {
        let room = if earlier.len() == IN_FLIGHT { earlier[0].all() } else { Vec::new() };
        let post = graph.add(names::POST_BATCH, &[HostCpu, LinkToMemory], Work::Post(posting), &room);
        // The features are in host memory when the batch is posted, and the GPU's ring is rung first.
        let dense = graph.add(names::DENSE_FEATURES, &[LinkToGpu], Work::Copy(Cargo::Dense), &[Wait::Start(post)]);
        let previous = earlier.last().map(|ends| ends.gpu);
        let freezes = matches!(checkpoint, CheckpointMode::Undo | CheckpointMode::Relaxed);
        let frozen = freezes.then(|| freeze(graph, Wait::Start(post), previous));
        let bottom = graph.add(names::BOTTOM_FORWARD, &[Gpu], Work::BottomForward, &[dense.into()]);
        let doorbell = graph.add(names::DOORBELL, &[LinkToMemory], Work::Doorbell, &[post.into()]);
        if let Some(previous) = previous {
            graph.wait(bottom, previous);
        }
        Self { doorbell, bottom, frozen }
    }

    /// What the GPU does with the pooled vectors.
    pub(super) fn compute(&self, graph: &mut Graph<Work>, pooled: OperationId) -> Computed {
        let inputs = [self.bottom.into(), pooled.into()];
        let top = graph.add(names::TOP_FORWARD, &[Gpu], Work::TopForward, &inputs);
        let top = graph.add(names::TOP_BACKWARD, &[Gpu], Work::TopBackward, &[top.into()]);
        if let Some(frozen) = self.frozen {
            // It changes what is copied.
            graph.wait(top, frozen);
        }
        let interaction = graph.add(names::INTERACTION_BACKWARD, &[Gpu], Work::InteractionBackward, &[top.into()]);
        let to_memory = [LinkFromGpu, LinkToMemory];
        let gradients = graph.add(names::GRADIENTS, &to_memory, Work::Stream, &[Wait::Start(interaction)]);
        let gpu = graph.add(names::BOTTOM_BACKWARD, &[Gpu], Work::BottomBackward, &[interaction.into()]);
        Computed { gpu, gradients }
    }

    /// The logs of what the batch is going to change, for which its update waits. They begin behind the job of `after`.
    pub(super) fn log(
        &self,
        graph: &mut Graph<Work>,
        checkpoint: CheckpointMode,
        after: OperationId,
    ) -> Vec<OperationId> {
        let Some(frozen) = self.frozen else { return Vec::new() };
        let rows = graph.add(names::EMBEDDING_LOG, &[CheckpointingLogic], Work::LogRows, &[after.into()]);
        match checkpoint {
            // Parameters are logged over several batches, and end with none of them.
            CheckpointMode::Relaxed => vec![rows],
            _ => vec![rows, log_parameters(graph, frozen, after)],
        }
    }
}

/// Pooled vectors flow to the GPU from the job that sends them.
pub(super) fn arrive(graph: &mut Graph<Work>, from: OperationId) -> OperationId {
    graph.add(names::POOLED_VECTORS, &[LinkFromMemory, LinkToGpu], Work::Arrive, &[from.into()])
}

fn freeze(graph: &mut Graph<Work>, after: Wait, previous: Option<OperationId>) -> OperationId {
    let waits: Vec<Wait> = std::iter::once(after).chain(previous.map(Wait::from)).collect();
    graph.add(names::FREEZE_PARAMETERS, &[Gpu], Work::Freeze, &waits)
}

fn log_parameters(graph: &mut Graph<Work>, frozen: OperationId, after: OperationId) -> OperationId {
    let resources = [CheckpointingLogic, LinkFromGpu, LinkToMemory];
    graph.add(names::PARAMETER_LOG, &resources, Work::LogParameters, &[frozen.into(), after.into()])
}
