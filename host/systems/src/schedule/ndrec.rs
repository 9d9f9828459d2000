//! NDRec's iterations (Fig. 4), with lookahead and without.
//!
//! With lookahead, everything works at once, each on a batch of its own. While the GPU trains batch N:
//!
//! | who | does what |
//! |---|---|
//! | embedding kernel | applies the gradients of N - 1, which it reads from the GPU, and pools the bags of N + 1 |
//! | cache agent | moves the vectors of N + 2 |
//! | cache planner | plans N + 3 |
//! | GPU | fetches the outputs of N, which the kernel made in the iteration before, and corrects them with the gradients of N - 1 |
//!
//! The next iteration begins when all of them are done (Section IV-E): so each graph is submitted when the one before it has run to
//! its end. The first has what comes before the first batch in front; the last one more iteration of the kernel behind it.
//!
//! Without, in the paper's naive timeline, all of this is one after the other and about the same batch: plan, movements, kernel,
//! outputs, GPU.
//!
//! The dense features of N + 1 go to the GPU while it trains N, in both.

use super::Resource::{
    CacheAgent, CachePlanner, EmbeddingKernel, Gpu, HostCpu, LinkFromGpu, LinkFromSmartSsd, LinkToGpu, LinkToSmartSsd,
};
use super::{Graph, OperationId, Wait};
use emberlane_experiment::Lookup;

/// Batches that have to be known behind the one that is trained, if there are so many.
pub(super) const AHEAD: usize = 3;

/// What the GPU does to outputs that were pooled ahead.
pub const CORRECTION: &str = "correction";

/// A step of an iteration. Batches are counted from the one that the GPU trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IterationWork {
    /// The GPU fetches the dense features and labels of this batch.
    Dense(usize),
    /// The planner plans this batch.
    Plan(usize),
    /// The host rings the SmartSSD's doorbell, and tells its agent of movements.
    Begin(Iteration),
    /// The agent moves vectors.
    Move(Iteration),
    /// The kernel's iteration.
    Iterate(Iteration),
    /// The kernel reads the gradients that it applies from the GPU's memory.
    Gradients(Iteration),
    /// The GPU reads the outputs of its batch from a TX buffer.
    Outputs,
    /// The bottom MLP.
    BottomForward,
    /// The GPU brings outputs that were pooled ahead up to date.
    Correct,
    /// The interaction, the top MLP and the loss.
    TopForward,
    /// The top MLP's gradients and its step.
    TopBackward,
    /// The gradients of the bottom MLP's output and of the pooled vectors.
    InteractionBackward,
    /// The bottom MLP's gradients and its step.
    BottomBackward,
    /// The GPU copies the gradients of the pooled vectors to where the kernel reads them.
    CopyGradients,
}

/// An iteration of the SmartSSD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    /// Before the GPU trains the first batch, which is looked up.
    First,
    /// While the GPU trains a batch, or, in strict order, before.
    During,
    /// When the GPU has trained the last batch, whose gradients are applied.
    Last,
}

/// What the graph of a batch depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationSituation {
    /// No batch was before it.
    pub(super) is_first: bool,
    /// Batches that are known behind it, [`AHEAD`] at most; none is if it is the last.
    pub(super) behind: usize,
}

/// The operations of a batch.
pub(super) fn build(graph: &mut Graph<IterationWork>, lookup: Lookup, situation: IterationSituation) {
    let done = match lookup {
        Lookup::Strict => naive(graph, situation),
        Lookup::Relaxed => lookahead(graph, situation),
    };
    if situation.behind == 0 {
        let begun = begin(graph, Iteration::Last, &done);
        iterate(graph, Iteration::Last, true, begun);
    }
}

/// Gives what has to have ended before another iteration of the SmartSSD begins.
fn lookahead(
    graph: &mut Graph<IterationWork>,
    IterationSituation { is_first, behind }: IterationSituation,
) -> Vec<OperationId> {
    let mut ready = Vec::new();
    if is_first {
        let planned: Vec<OperationId> = (0..=behind.min(2)).map(|batch| plan(graph, batch, &[])).collect();
        // The second batch's vectors, which the agent moves beside the kernel, are moved with those of the first here.
        let begun = begin(graph, Iteration::First, &planned[..=behind.min(1)]);
        let moved = movements(graph, Iteration::First, begun);
        ready = [planned, iterate(graph, Iteration::First, false, moved), vec![dense(graph, 0)]].concat();
    }
    let begun = begin(graph, Iteration::During, &ready);
    let mut done = Vec::new();
    if !is_first || behind > 0 {
        done = iterate(graph, Iteration::During, !is_first, begun);
    }
    if behind >= 2 {
        done.push(movements(graph, Iteration::During, begun));
    }
    if behind >= 3 {
        plan(graph, 3, &[begun]);
    }
    let outputs = outputs(graph, &[begun]);
    let bottom = graph.add("bottom MLP forward", &[Gpu], IterationWork::BottomForward, &[begun.into()]);
    let inputs = match is_first {
        true => outputs,
        false => graph.add(CORRECTION, &[Gpu], IterationWork::Correct, &[outputs.into()]),
    };
    done.push(train(graph, behind, &[bottom, inputs]));
    done
}

/// Gives what has to have ended before another iteration of the SmartSSD begins.
fn naive(
    graph: &mut Graph<IterationWork>,
    IterationSituation { is_first, behind }: IterationSituation,
) -> Vec<OperationId> {
    let dense = is_first.then(|| dense(graph, 0));
    let ready: Vec<OperationId> = [plan(graph, 0, &[])].into_iter().chain(dense).collect();
    let begun = begin(graph, Iteration::During, &ready);
    let moved = movements(graph, Iteration::During, begun);
    let done = iterate(graph, Iteration::During, !is_first, moved);
    let outputs = outputs(graph, &done);
    let bottom = graph.add("bottom MLP forward", &[Gpu], IterationWork::BottomForward, &[outputs.into()]);
    vec![train(graph, behind, &[bottom])]
}

fn ends(operations: &[OperationId]) -> Vec<Wait> {
    operations.iter().map(|operation| Wait::End(*operation)).collect()
}

fn dense(graph: &mut Graph<IterationWork>, batch: usize) -> OperationId {
    graph.add("dense features", &[LinkToGpu], IterationWork::Dense(batch), &[])
}

fn plan(graph: &mut Graph<IterationWork>, batch: usize, after: &[OperationId]) -> OperationId {
    graph.add("cache plan", &[CachePlanner], IterationWork::Plan(batch), &ends(after))
}

fn begin(graph: &mut Graph<IterationWork>, iteration: Iteration, after: &[OperationId]) -> OperationId {
    graph.add("begin iteration", &[HostCpu], IterationWork::Begin(iteration), &ends(after))
}

fn movements(graph: &mut Graph<IterationWork>, iteration: Iteration, begun: OperationId) -> OperationId {
    graph.add("cache movements", &[CacheAgent], IterationWork::Move(iteration), &[begun.into()])
}

/// The kernel, and the gradients that it reads if it applies any: it has done its part when both have ended.
fn iterate(
    graph: &mut Graph<IterationWork>,
    iteration: Iteration,
    applies: bool,
    begun: OperationId,
) -> Vec<OperationId> {
    let kernel = graph.add("embedding kernel", &[EmbeddingKernel], IterationWork::Iterate(iteration), &[begun.into()]);
    let mut done = vec![kernel];
    if applies {
        let links = [LinkFromGpu, LinkToSmartSsd];
        done.push(graph.add("gradients", &links, IterationWork::Gradients(iteration), &[Wait::Start(kernel)]));
    }
    done
}

fn outputs(graph: &mut Graph<IterationWork>, after: &[OperationId]) -> OperationId {
    graph.add("embedding outputs", &[LinkFromSmartSsd, LinkToGpu], IterationWork::Outputs, &ends(after))
}

/// What the GPU does with the dense features and the outputs, when both are there. Gives the last operation.
fn train(graph: &mut Graph<IterationWork>, behind: usize, inputs: &[OperationId]) -> OperationId {
    if behind >= 1 {
        dense(graph, 1);
    }
    let top = graph.add("interaction and top MLP forward", &[Gpu], IterationWork::TopForward, &ends(inputs));
    let top = graph.add("top MLP backward", &[Gpu], IterationWork::TopBackward, &[top.into()]);
    let interaction = graph.add("interaction backward", &[Gpu], IterationWork::InteractionBackward, &[top.into()]);
    let bottom = graph.add("bottom MLP backward", &[Gpu], IterationWork::BottomBackward, &[interaction.into()]);
    graph.add("copy gradients", &[Gpu], IterationWork::CopyGradients, &[bottom.into()])
}
