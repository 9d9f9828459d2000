//! A host that does the embedding operations by itself, in its own memory or on a drive.
//!
//! The host launches every step of the GPU, looks rows up while the GPU computes the bottom MLP, and copies vectors and gradients with
//! the GPU's copy engine (Fig. 4a of TrainingCXL). It drives one batch at a time. A redo log is written before the rows are: the new
//! rows, and the new parameters, which the GPU copies to the host.

use super::Resource::{HostCpu, LinkFromGpu, LinkToGpu, TableMemory};
use super::thread::Thread;
use super::work::{Call, Cargo, Ends, RowWork, Situation, Work};
use super::{Graph, OperationId, names};
use emberlane_experiment::CheckpointMode;

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let mut thread = Thread::new(graph, earlier);
    let rows = |thread: &mut Thread<'_>, name: &'static str, work: RowWork, inputs: &[OperationId]| {
        thread.add(name, &[HostCpu, TableMemory], Work::OnHost(work), inputs)
    };

    let dense = thread.copy(names::DENSE_FEATURES, Cargo::Dense, &[LinkToGpu]);
    let bottom = thread.kernel(names::BOTTOM_FORWARD, Work::BottomForward, &[dense]);
    rows(&mut thread, names::EMBEDDING_LOOKUP, RowWork::Lookup, &[]);
    let pooled = thread.copy(names::POOLED_VECTORS, Cargo::Pooled, &[LinkToGpu]);
    thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[pooled, bottom]);
    let top = thread.kernel(names::TOP_FORWARD, Work::TopForward, &[bottom, pooled]);
    let top = thread.kernel(names::TOP_BACKWARD, Work::TopBackward, &[top]);
    let interaction = thread.kernel(names::INTERACTION_BACKWARD, Work::InteractionBackward, &[top]);
    let bottom = thread.kernel(names::BOTTOM_BACKWARD, Work::BottomBackward, &[interaction]);

    thread.call(names::SYNCHRONISE_GRADIENTS, Call::Synchronize, &[interaction]);
    let gradients = thread.copy(names::GRADIENTS, Cargo::Gradients, &[LinkFromGpu]);
    thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[gradients]);
    if situation.checkpoint == CheckpointMode::Redo {
        rows(&mut thread, names::EMBEDDING_LOG, RowWork::LogRows, &[]);
        thread.call(names::SYNCHRONISE_PARAMETERS, Call::Synchronize, &[bottom]);
        let parameters = thread.copy(names::PARAMETERS, Cargo::Parameters, &[LinkFromGpu]);
        thread.call(names::SYNCHRONISE_COPY, Call::Synchronize, &[parameters]);
        rows(&mut thread, names::PARAMETER_LOG, RowWork::LogParameters, &[]);
    }
    rows(&mut thread, names::EMBEDDING_UPDATE, RowWork::Update, &[]);
    let end = thread.call(names::SYNCHRONISE_BATCH, Call::Synchronize, &[bottom]);
    Ends::applied(end, end)
}
