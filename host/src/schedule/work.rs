//! The steps of a training batch, of which every system is made.

pub(super) use super::software::Call;
use super::{OperationId, Wait};

/// A step of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// The host's software.
    Call(Call),
    /// The host's software hands jobs to CXL-MEM: stores their lists and rings the doorbell.
    Post(Posting),
    /// The doorbell of the post before is on its way.
    Doorbell,
    /// The GPU's copy engine moves data that are complete.
    Copy(Cargo),
    /// Pooled vectors arrive in GPU memory, counted line by line.
    Arrive,
    /// Gradients leave the GPU line by line while the step that makes them, which started at the same time, makes them.
    Stream,
    /// The bottom MLP.
    BottomForward,
    /// CXL-MEM pools every bag, and tells the host by an interrupt.
    Lookup,
    /// CXL-MEM pools every bag, up to the first pooled vector that it sends.
    LookupToFlush,
    /// The interaction, the top MLP and the loss.
    TopForward,
    /// The top MLP's gradients and its step.
    TopBackward,
    /// The gradients of the bottom MLP's output and of the pooled vectors.
    InteractionBackward,
    /// The bottom MLP's gradients and its step.
    BottomBackward,
    /// The GPU copies the MLPs' parameters for the log, if they are due.
    Freeze,
    /// CXL-MEM logs the batch's rows; of a redo log, it makes the new ones first.
    LogRows,
    /// CXL-MEM logs the copy of the parameters.
    LogParameters,
    /// CXL-MEM updates every row of the batch.
    Update(Notice),
}

/// What is posted to CXL-MEM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posting {
    /// The batch's lists and a lookup.
    Lookup,
    /// An update of the batch that was looked up.
    Update,
    /// The batch's lists, a lookup that flushes its vectors to the GPU, the log if there is one, and an update that waits for
    /// the gradients and the log.
    Batch,
}

/// Who is told that a job has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// Nobody.
    None,
    /// The host, by an interrupt.
    Interrupt,
}

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cargo {
    /// Dense features and labels, host to GPU.
    Dense,
    /// Pooled vectors, CXL-MEM to GPU.
    Pooled,
    /// Gradients of the pooled vectors, GPU to CXL-MEM.
    Gradients,
}

/// The last operations of a batch, for which later batches may wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// After it both MLPs hold their new parameters.
    pub(super) gpu: OperationId,
    /// After it the tables hold their new rows.
    pub(super) memory: OperationId,
}

impl Ends {
    /// A wait for all of the batch.
    pub(super) fn all(&self) -> Vec<Wait> {
        vec![self.gpu.into(), self.memory.into()]
    }
}
