//! A host that does the embedding operations by itself, in its own memory or on a drive.
//!
//! The host launches every step of the GPU, looks rows up while the GPU computes the bottom MLP, and copies vectors and gradients with
//! the GPU's copy engine (Fig. 4a of TrainingCXL). It drives one batch at a time. A redo log is written before the rows are: the new
//! rows, and the new parameters, which the GPU copies to the host.

use super::Resource::{HostCpu, LinkFromGpu, LinkToGpu, TableMemory};
use super::thread::Thread;
use super::work::{Call, Cargo, Ends, RowWork, Situation, Work};
use super::{Graph, OperationId};
use emberlane_experiment::CheckpointMode;

pub(super) const IN_FLIGHT: usize = 1;

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let mut thread = Thread::new(graph, earlier);
    let rows = |thread: &mut Thread<'_>, name: &'static str, work: RowWork, inputs: &[OperationId]| {
        thread.add(name, &[HostCpu, TableMemory], Work::OnHost(work), inputs)
    };

    let dense = thread.copy("dense features", Cargo::Dense, &[LinkToGpu]);
    let bottom = thread.kernel("bottom MLP forward", Work::BottomForward, &[dense]);
    rows(&mut thread, "embedding lookup", RowWork::Lookup, &[]);
    let pooled = thread.copy("pooled vectors", Cargo::Pooled, &[LinkToGpu]);
    thread.call("synchronise copy", Call::Synchronize, &[pooled, bottom]);
    let top = thread.kernel("interaction and top MLP forward", Work::TopForward, &[bottom, pooled]);
    let top = thread.kernel("top MLP backward", Work::TopBackward, &[top]);
    let interaction = thread.kernel("interaction backward", Work::InteractionBackward, &[top]);
    let bottom = thread.kernel("bottom MLP backward", Work::BottomBackward, &[interaction]);

    thread.call("synchronise gradients", Call::Synchronize, &[interaction]);
    let gradients = thread.copy("gradients", Cargo::Gradients, &[LinkFromGpu]);
    thread.call("synchronise copy", Call::Synchronize, &[gradients]);
    if situation.checkpoint == CheckpointMode::Redo {
        rows(&mut thread, "embedding log", RowWork::LogRows, &[]);
        thread.call("synchronise parameters", Call::Synchronize, &[bottom]);
        let parameters = thread.copy("parameters", Cargo::Parameters, &[LinkFromGpu]);
        thread.call("synchronise copy", Call::Synchronize, &[parameters]);
        rows(&mut thread, "parameter log", RowWork::LogParameters, &[]);
    }
    rows(&mut thread, "embedding update", RowWork::Update, &[]);
    let end = thread.call("synchronise batch", Call::Synchronize, &[bottom]);
    Ends::applied(end, end)
}
