//! The steps of an iteration, of which NDRec's systems are made.

/// A step of an iteration. Batches are counted from the one that the GPUs train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IterationWork {
    /// The GPUs fetch the dense features and labels of this batch, each of its samples.
    Dense(usize),

    // SmartSSDs.
    /// The planners plan this batch.
    Plan(usize),
    /// The host rings the SmartSSDs' doorbells, and tells their agents of movements.
    Begin(Iteration),
    /// The agents move vectors.
    Move(Iteration),
    /// The SSDs program the pages that were evicted before this batch: their buffers have room for what an iteration evicts, and have to be
    /// empty when the next one does. Every vector is a page of its own.
    Program,
    /// The kernels' iteration.
    Iterate(Iteration),
    /// The kernels read the gradients that they apply from the GPUs' memories.
    Gradients(Iteration),
    /// The GPUs read the outputs of their samples from TX buffers.
    Outputs,
    /// The host asks for copies of gradients to SmartSSDs, table by table, through its memory.
    GradientCopies(Leg),
    /// The host asks for copies of a batch's outputs to GPUs, table by table, through its memory.
    OutputCopies(Leg, usize),
    /// GPUs sum what their own samples change in the rows that two batches share.
    Deltas,
    /// They exchange the sums.
    ExchangeDeltas,
    /// The GPUs bring outputs that were pooled ahead up to date.
    Correct,
    /// The GPUs copy the gradients of the pooled vectors to where the kernels read them.
    CopyGradients,

    // Tables of the host, of GPUs and of memory modules.
    /// The host's software works through an iteration of the framework.
    Software,
    /// Where the rows of the batch are is looked up on the host, by each GPU's process for its samples.
    CheckTags,
    /// Where they are is looked up on the GPUs.
    LookUpCache,
    /// Rows that the cache lacks come, and others make room.
    FetchRows,
    /// The host collects the rows that the next batch needs.
    Collect(usize),
    /// The GPUs look vectors up and pool them.
    LookUp,
    /// The ranks of memory modules do.
    LookUpInRanks,
    /// Pooled vectors come from the modules.
    PooledFromModules,
    /// The GPUs update rows.
    Update,
    /// The GPUs read rows of modules, and write them.
    UpdateModules,
    /// Every GPU sends every other the pooled vectors of its tables for the other's samples, or gets their gradients.
    AllToAll,
    /// The GPUs sum the gradients of rows.
    ReduceRows,

    // The MLPs.
    /// Small tables are looked up on the GPUs.
    SmallTables,
    /// And updated.
    UpdateSmallTables,
    /// The bottom MLP.
    BottomForward,
    /// The interaction, the top MLP and the loss.
    TopForward,
    /// The top MLP's gradients and its step.
    TopBackward,
    /// The gradients of the bottom MLP's output and of the pooled vectors.
    InteractionBackward,
    /// The bottom MLP's gradients and its step.
    BottomBackward,
    /// The GPUs sum the gradients of parameters.
    Reduce(Parameters),
}

/// Parameters whose gradients are summed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    /// Of the top MLP.
    Top,
    /// Of the bottom MLP, and of the small tables that every GPU has.
    Bottom,
}

/// A part of a copy through the host's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// The calls.
    Call,
    /// To the host.
    ToHost,
    /// From it.
    FromHost,
}

/// An iteration of the SmartSSDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    /// Before the GPUs train the first batch, which is looked up.
    First,
    /// While the GPUs train a batch, or, in strict order, before.
    During,
    /// When the GPUs have trained the last batch, whose gradients are applied.
    Last,
}

/// What the graph of a batch depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationSituation {
    /// No batch was before it.
    pub(super) is_first: bool,
    /// Batches that are known behind it, [`AHEAD`](super::AHEAD) at most; none is if it is the last.
    pub(super) behind: usize,
    /// There are several GPUs.
    pub(super) are_many: bool,
    /// The GPUs have the small tables.
    pub(super) small_tables: bool,
    /// SSDs have pages to program.
    pub(super) programs: bool,
}
