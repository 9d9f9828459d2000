//! Conventional data movement by software (Fig. 4a of TrainingCXL).
//!
//! The host launches every step, synchronises with whoever makes its inputs, and copies them with the GPU's copy engine. It
//! drives one batch at a time. With a redo log, it copies the parameters to the host, from which CXL-MEM reads them, and posts the
//! log in front of the update.

use super::Resource::{CheckpointingLogic, ComputingLogic, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory};
use super::thread::Thread;
use super::work::{Call, Cargo, Ends, Notice, Posting, Situation, Work};
use super::{Graph, Wait};
use emberlane_experiment::CheckpointMode;

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let mut thread = Thread::new(graph, earlier);

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
    let update = Work::Update(Notice::Interrupt);
    let update = if situation.checkpoint == CheckpointMode::Redo {
        thread.call("synchronise parameters", Call::Synchronize, &[bottom]);
        let parameters = thread.copy("parameters", Cargo::Parameters, &[LinkFromGpu]);
        let copied = thread.call("synchronise copy", Call::Synchronize, &[parameters]);
        let post: Wait = thread.post("post log and update", Posting::Update, &[copied]).into();
        let logic = [ComputingLogic, CheckpointingLogic];
        let rows = thread.graph.add("new rows and their log", &logic, Work::LogRows, &[post]);
        let logic = [CheckpointingLogic, LinkToMemory];
        let parameters = thread.graph.add("parameter log", &logic, Work::LogParameters, &[rows.into()]);
        let waits = [rows.into(), parameters.into()];
        thread.graph.add("embedding update", &[ComputingLogic], update, &waits)
    } else {
        let post = thread.post("post update", Posting::Update, &[copied]);
        thread.graph.add("embedding update", &[ComputingLogic], update, &[post.into()])
    };
    let end = thread.call("synchronise batch", Call::Synchronize, &[update, bottom]);
    Ends::applied(end, end)
}
