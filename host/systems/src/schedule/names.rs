//! What operations of TrainingCXL's and NDRec's systems are called in event logs, timelines and figures.
//!
//! Whoever asks a log for an operation, or counts it as something, does so by these: a name that changes does so everywhere, and an operation
//! that is new has none that is known.

// What GPUs do with a batch, in every system.

/// Dense features go to the GPU.
pub const DENSE_FEATURES: &str = "dense features";
/// The bottom MLP's forward pass.
pub const BOTTOM_FORWARD: &str = "bottom MLP forward";
/// Interaction and top MLP, forward, and the loss.
pub const TOP_FORWARD: &str = "interaction and top MLP forward";
/// The top MLP's backward pass.
pub const TOP_BACKWARD: &str = "top MLP backward";
/// The interaction's backward pass, which makes the gradients of pooled vectors.
pub const INTERACTION_BACKWARD: &str = "interaction backward";
/// The bottom MLP's backward pass.
pub const BOTTOM_BACKWARD: &str = "bottom MLP backward";

// Embedding vectors, in systems of several papers.

/// Rows are looked up, and pooled.
pub const EMBEDDING_LOOKUP: &str = "embedding lookup";
/// Rows take their gradients.
pub const EMBEDDING_UPDATE: &str = "embedding update";
/// Pooled vectors go to the GPU.
pub const POOLED_VECTORS: &str = "pooled vectors";
/// Gradients of pooled vectors go to what updates the rows.
pub const GRADIENTS: &str = "gradients";

// TrainingCXL.

/// The next batch is looked up before its rows are updated.
pub const LOOKUP_AHEAD: &str = "embedding lookup ahead";
/// What an update takes from rows that were looked up ahead.
pub const DELTAS: &str = "deltas";
/// Pooled vectors that were looked up ahead are brought up to date.
pub const CORRECTIONS: &str = "corrections";
/// Rows are logged.
pub const EMBEDDING_LOG: &str = "embedding log";
/// Rows are computed anew, and logged before they are written.
pub const NEW_ROWS_AND_LOG: &str = "new rows and their log";
/// The MLPs' parameters are logged.
pub const PARAMETER_LOG: &str = "parameter log";
/// The GPU copies the parameters, for the log to read.
pub const FREEZE_PARAMETERS: &str = "freeze parameters";
/// Parameters are copied to the host, for its log.
pub const PARAMETERS: &str = "parameters";
/// The host posts a batch's lists.
pub const POST_BATCH: &str = "post batch";
/// The host posts a lookup.
pub const POST_LOOKUP: &str = "post lookup";
/// The host posts an update.
pub const POST_UPDATE: &str = "post update";
/// The host posts logs and an update.
pub const POST_LOG_AND_UPDATE: &str = "post log and update";
/// The device is told of what was posted.
pub const DOORBELL: &str = "doorbell";
/// The host's software asks for a copy.
pub const COPY_CALL: &str = "copy call";
/// The host's software launches a kernel.
pub const KERNEL_LAUNCH: &str = "kernel launch";
/// The host's software waits for a lookup.
pub const SYNCHRONISE_LOOKUP: &str = "synchronise lookup";
/// The host's software waits for a copy.
pub const SYNCHRONISE_COPY: &str = "synchronise copy";
/// The host's software waits for gradients.
pub const SYNCHRONISE_GRADIENTS: &str = "synchronise gradients";
/// The host's software waits for parameters.
pub const SYNCHRONISE_PARAMETERS: &str = "synchronise parameters";
/// The host's software waits for the end of a batch.
pub const SYNCHRONISE_BATCH: &str = "synchronise batch";

// NDRec, and what it is compared with.

/// Tables that stay on the GPUs are looked up.
pub const SMALL_TABLES: &str = "small tables";
/// Tables that stay on the GPUs are updated.
pub const UPDATE_OF_SMALL_TABLES: &str = "update of small tables";
/// GPUs sum the top MLP's gradients.
pub const ALL_REDUCE_OF_TOP: &str = "all-reduce of the top MLP";
/// GPUs sum the bottom MLP's gradients.
pub const ALL_REDUCE_OF_BOTTOM: &str = "all-reduce of the bottom MLP";
/// GPUs sum gradients of rows.
pub const ALL_REDUCE_OF_ROWS: &str = "all-reduce of rows";
/// Pooled vectors go from all GPUs to all.
pub const ALL_TO_ALL_OF_POOLED: &str = "all-to-all of pooled vectors";
/// Gradients go from all GPUs to all.
pub const ALL_TO_ALL_OF_GRADIENTS: &str = "all-to-all of gradients";
/// The software of a framework, beside the GPUs.
pub const FRAMEWORK: &str = "framework";
/// A cache on the GPUs is asked for rows.
pub const CACHE_LOOKUP: &str = "cache lookup";
/// Rows come that a cache lacks.
pub const MISSING_ROWS: &str = "missing rows";
/// The host collects rows ahead.
pub const COLLECT_ROWS: &str = "collect rows";
/// The host compares tags.
pub const TAGS: &str = "tags";
/// Memory modules look rows up, and pool them.
pub const LOOKUP_IN_RANKS: &str = "lookup in the ranks";
/// GPUs read the rows of memory modules, and write them back.
pub const UPDATE_OF_ROWS: &str = "update of rows";
/// A planner plans what a SmartSSD's cache holds.
pub const CACHE_PLAN: &str = "cache plan";
/// Agents move vectors between cache and SSD.
pub const CACHE_MOVEMENTS: &str = "cache movements";
/// SSDs program what was evicted.
pub const PAGE_PROGRAMS: &str = "page programs";
/// The host begins an iteration.
pub const BEGIN_ITERATION: &str = "begin iteration";
/// SmartSSDs update rows, and pool others.
pub const EMBEDDING_KERNEL: &str = "embedding kernel";
/// GPUs fetch what SmartSSDs pooled.
pub const EMBEDDING_OUTPUTS: &str = "embedding outputs";
/// What an update takes from rows that were pooled ahead.
pub const DELTAS_OF_SHARED_ROWS: &str = "deltas of shared rows";
/// GPUs sum these.
pub const EXCHANGE_OF_DELTAS: &str = "exchange of deltas";
/// What the GPU does to outputs that were pooled ahead.
pub const CORRECTION: &str = "correction";
/// The host's software asks for copies of gradients.
pub const COPIES_OF_GRADIENTS: &str = "copies of gradients";
/// Gradients go to the host's memory.
pub const GRADIENTS_TO_HOST: &str = "gradients to the host";
/// Gradients go from there to the SmartSSDs.
pub const GRADIENTS_TO_SMARTSSDS: &str = "gradients to the SmartSSDs";
/// The host's software asks for copies of outputs.
pub const COPIES_OF_OUTPUTS: &str = "copies of outputs";
/// Outputs go to the host's memory.
pub const OUTPUTS_TO_HOST: &str = "outputs to the host";
/// Outputs go from there to the GPUs.
pub const OUTPUTS_TO_GPUS: &str = "outputs to the GPUs";
/// GPUs keep the gradients, for SmartSSDs to read.
pub const COPY_GRADIENTS: &str = "copy gradients";
