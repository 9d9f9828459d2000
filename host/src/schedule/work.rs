//! The steps of a training batch, of which every system is made.

pub(super) use super::software::Call;
use super::{OperationId, Wait};

/// A step of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// The host's software.
    Call(Call),
    /// Moves data that is complete.
    Transfer(Cargo),
    /// Moves data line by line while its source, which started at the same time, makes it.
    Stream(Cargo),
    /// The bottom MLP.
    BottomForward,
    /// CXL-MEM pools every bag.
    Lookup,
    /// The interaction, the top MLP and the loss.
    TopForward,
    /// The top MLP's gradients and its step.
    TopBackward,
    /// The gradients of the bottom MLP's output and of the pooled vectors.
    InteractionBackward,
    /// The bottom MLP's gradients and its step.
    BottomBackward,
    /// CXL-MEM updates every row of the batch.
    Update,
}

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cargo {
    /// The batch's lists and their transpose, host to CXL-MEM.
    Lists,
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
