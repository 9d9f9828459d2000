//! The steps of a training batch, of which every system is made.

pub(super) use super::software::Call;
use super::{OperationId, Wait};
use emberlane_experiment::CheckpointMode;

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
    /// CXL-MEM pools every bag, with the tables as the batch before has found them.
    LookupAhead,
    /// CXL-MEM makes what the update of the batch before adds to the rows that both use.
    Deltas,
    /// CXL-MEM adds that to the pooled vectors, up to the first that it sends.
    Corrections,
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
    /// The host's cores do something to rows.
    OnHost(RowWork),
}

/// What the host's cores do to rows in their own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowWork {
    /// They pool every bag.
    Lookup,
    /// They log the new rows.
    LogRows,
    /// They log the parameters, which the GPU has copied to the host.
    LogParameters,
    /// They update every row of the batch.
    Update,
}

/// What is posted to CXL-MEM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posting {
    /// The batch's lists and a lookup.
    Lookup,
    /// An update of the batch that was looked up, behind its redo log if there is one.
    Update,
    /// The batch's lists, a lookup that flushes its vectors to the GPU, the log if there is one, and an update that waits for
    /// the gradients and the log.
    Batch,
    /// The same of a batch that is looked up before the one in front of it is applied: behind its lookup what brings its vectors
    /// up to date, which flushes them, then the update of the batch in front, then the log; an update of its own if it is the
    /// last.
    Ahead {
        /// No batch comes behind it.
        is_last: bool,
    },
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
    /// Pooled vectors, from who made them to the GPU.
    Pooled,
    /// Gradients of the pooled vectors, from the GPU to who updates rows.
    Gradients,
    /// The MLPs' new parameters, GPU to host, for a log.
    Parameters,
}

/// What the graph of a batch depends on, beside the batches in front of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    pub(super) checkpoint: CheckpointMode,
    /// No batch comes behind it.
    pub(super) is_last: bool,
}

/// The last operations of a batch, for which later batches may wait.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    /// After it both MLPs hold their new parameters.
    pub(super) gpu: OperationId,
    /// When the tables hold their new rows.
    pub(super) memory: Applied,
}

/// When a batch is applied: when the tables hold its new rows.
#[derive(Clone, Debug)]
pub(super) enum Applied {
    /// After this operation.
    By(OperationId),
    /// After an update that the graph of the next batch has.
    Open(Open),
}

/// What has to have ended before a batch can be applied.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// Its pooled vectors have left.
    pub(super) pooled: OperationId,
    /// Its gradients have come.
    pub(super) gradients: OperationId,
    /// Its logs are written.
    pub(super) logs: Vec<OperationId>,
}

impl Ends {
    /// A batch whose tables hold their new rows after `memory`.
    pub(super) fn applied(gpu: OperationId, memory: OperationId) -> Self {
        Self { gpu, memory: Applied::By(memory) }
    }

    /// After it the tables hold their new rows.
    ///
    /// # Panics
    /// When no graph has the update yet.
    pub(super) fn memory(&self) -> OperationId {
        match self.memory {
            Applied::By(update) => update,
            Applied::Open(_) => panic!("a batch is waited for when the next one has its update"),
        }
    }

    /// A wait for all of the batch.
    ///
    /// # Panics
    /// As [`memory`](Self::memory).
    pub(super) fn all(&self) -> Vec<Wait> {
        vec![self.gpu.into(), self.memory().into()]
    }
}
