//! Conventional data movement by software (Fig. 4a of TrainingCXL).
//!
//! The host launches every step, synchronises with whoever makes its inputs, and copies them with the GPU's copy engine. It
//! drives one batch at a time. With a redo log, it copies the parameters to the host, from which CXL-MEM reads them, and posts the
//! log in front of the update.

use super::Resource::{CheckpointingLogic, ComputingLogic, LinkFromGpu, LinkFromMemory, LinkToGpu, LinkToMemory};
use super::thread::Thread;
use super::work::{Call, Cargo, Ends, Notice, Posting, Situation, Work};
use super::{Graph, Wait, names};
use emberlane_experiment::CheckpointMode;

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let mut thread = Thread::new(graph, earlier);

    let post = thread.post(names::POST_LOOKUP, Posting::Lookup, &[]);
    let lookup = thread.graph.add(names::EMBEDDING_LOOKUP, &[ComputingLogic], Work::Lookup, &[post.into()]);
    let dense = thread.copy(names::DENSE_FEATURES, Cargo::Dense, &[LinkToGpu]);
    let bottom = thread.kernel(names::BOTTOM_FORWARD, Work::BottomForward, &[dense]);

    thread.call(names::SYNCHRONISE_LOOKUP, Call::Synchronize, &[lookup]);
    let pooled = thread.copy(names::POOLED_VECTORS, Cargo::Pooled, &[LinkFromMemory, LinkToGpu]);
    thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[pooled, bottom]);
    let top = thread.kernel(names::TOP_FORWARD, Work::TopForward, &[bottom, pooled]);
    let top = thread.kernel(names::TOP_BACKWARD, Work::TopBackward, &[top]);
    let interaction = thread.kernel(names::INTERACTION_BACKWARD, Work::InteractionBackward, &[top]);
    let bottom = thread.kernel(names::BOTTOM_BACKWARD, Work::BottomBackward, &[interaction]);

    thread.call(names::SYNCHRONISE_GRADIENTS, Call::Synchronize, &[interaction]);
    let gradients = thread.copy(names::GRADIENTS, Cargo::Gradients, &[LinkFromGpu, LinkToMemory]);
    let copied = thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[gradients]);
    let update = Work::Update(Notice::Interrupt);
    let update = if situation.checkpoint == CheckpointMode::Redo {
        thread.call(names::SYNCHRONISE_PARAMETERS, Call::Synchronize, &[bottom]);
        let parameters = thread.copy(names::PARAMETERS, Cargo::Parameters, &[LinkFromGpu]);
        let copied = thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[parameters]);
        let post: Wait = thread.post(names::POST_LOG_AND_UPDATE, Posting::Update, &[copied]).into();
        let logic = [ComputingLogic, CheckpointingLogic];
        let rows = thread.graph.add(names::NEW_ROWS_AND_LOG, &logic, Work::LogRows, &[post]);
        let logic = [CheckpointingLogic, LinkToMemory];
        let parameters = thread.graph.add(names::PARAMETER_LOG, &logic, Work::LogParameters, &[rows.into()]);
        let waits = [rows.into(), parameters.into()];
        thread.graph.add(names::EMBEDDING_UPDATE, &[ComputingLogic], update, &waits)
    } else {
        let post = thread.post(names::POST_UPDATE, Posting::Update, &[copied]);
        thread.graph.add(names::EMBEDDING_UPDATE, &[ComputingLogic], update, &[post.into()])
    };
    let end = thread.call(names::SYNCHRONISE_BATCH, Call::Synchronize, &[update, bottom]);
    Ends::applied(end, end)
}
