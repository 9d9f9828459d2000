//! Why training ended early.

use std::path::{Path, PathBuf};

use emberlane_checkpoints::ImageError;
use emberlane_checkpoints::parameters::ParameterError;
use emberlane_data::DataError;
use emberlane_drivers::Recovered;
use emberlane_files::FolderError;
use emberlane_memory::NoMemory;
use emberlane_stores::EmbeddingError;
use thiserror::Error;

use crate::gpu::{NoTime, RecordedError};
use crate::machine::MachineError;
use crate::open::TooLarge;
use crate::schedule::GraphError;

/// Why training ended early.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The embedding tables or their device.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
    /// The initial or the final parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// More memory than there is.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Memory that cannot be had.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// The data has no sample.
    #[error("[data] has no sample to train on, besides what evaluate.hold_out takes{}", if *skipped > 0 { format!(" ({skipped} malformed lines were left out)") } else { String::new() })]
    NoData {
        /// Malformed lines that were left out.
        skipped: u64,
    },
    /// The loss is no longer a number.
    #[error("the loss of batch {batch} is {loss}: training diverged; lower train.learning_rate")]
    Diverged {
        /// The batch, from 0.
        batch: u64,
        /// Its loss.
        loss: f64,
    },
    /// The table of a GPU's times.
    #[error(transparent)]
    Gpu(#[from] RecordedError),
    /// A layer whose time nobody knows.
    #[error(transparent)]
    NoTime(#[from] NoTime),
    /// The simulated fabric.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A system whose operations cannot run.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// Embeddings in host memory, which no system schedules.
    #[error(
        "system.kind = {system:?} schedules a device, but optimizer {optimizer:?} keeps embeddings in host memory: use \
         train.optimizer = \"sgd\", or system.kind = \"none\""
    )]
    NoDeviceToSchedule {
        /// The system.
        system: &'static str,
        /// The optimiser.
        optimizer: &'static str,
    },
    /// Relaxed lookup with what does not know it.
    #[error("train.lookup = \"relaxed\" needs {needed}, not {found:?}: change it, or use train.lookup = \"strict\"")]
    NoRelaxedLookup {
        /// What it needs.
        needed: &'static str,
        /// What the experiment has.
        found: &'static str,
    },
    /// Checkpoints without a system that makes them.
    #[error(
        "checkpoint.mode = {mode:?} needs system.kind = \"automatic\", not {system:?}: the device fetches the MLPs' \
         parameters from the GPU over CXL.cache"
    )]
    NoCheckpoints {
        /// The mode.
        mode: &'static str,
        /// The system.
        system: &'static str,
    },
    /// A system that logs something else.
    #[error(
        "system.kind = {system:?} has checkpoint.mode = {expected:?}, not {found:?}: remove the mode, or use \
         system.kind = \"automatic\""
    )]
    OtherMode {
        /// The system.
        system: &'static str,
        /// Its mode.
        expected: &'static str,
        /// What the experiment has.
        found: &'static str,
    },
    /// A system that looks batches up at another time.
    #[error(
        "system.kind = {system:?} has train.lookup = {expected:?}, not {found:?}: remove the lookup, or use \
         system.kind = \"automatic\""
    )]
    OtherLookup {
        /// The system.
        system: &'static str,
        /// When it looks a batch up.
        expected: &'static str,
        /// What the experiment has.
        found: &'static str,
    },
    /// A log that is written and not read.
    #[error(
        "training cannot go on from a log of system.kind = {system:?}: the log of a host is timed, and nothing recovers from it; use \
         a system with CXL-MEM"
    )]
    NoRecovery {
        /// The system.
        system: &'static str,
    },
    /// Nothing runs in simulated time.
    #[error("system.kind = \"none\" has no time: name a system")]
    NoSystem,
    /// A device image without a log to recover from.
    #[error("to go on from a device image, checkpoint.mode must be what it was when the image was made, not \"none\"")]
    NoMode,
    /// The newest record of a log is damaged.
    #[error(
        "the newest record of the log is damaged, so the tables cannot be brought back to a batch exactly: {}",
        _0.discarded.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    )]
    Inexact(Box<Recovered>),
    /// A device with the log of another experiment.
    #[error(
        "this device was trained by another experiment: [model] but for initial_parameters, [data] kind and skew, \
         train.batch_size, learning_rate, lookup and seed, and checkpoint.mode and every have to be what they were then; without \
         --resume training begins anew"
    )]
    OtherExperiment,
    /// A device without a checkpoint.
    #[error("this device holds no checkpoint of this experiment ({0}); without --resume training begins anew")]
    NoCheckpoint(String),
    /// Parameters of another model.
    #[error("the log holds {found} bytes of parameters, the model has {expected}")]
    OtherParameters {
        /// Bytes in the log.
        found: usize,
        /// Bytes of the model.
        expected: u64,
    },
    /// A checkpoint from after the end of the training.
    #[error(
        "the checkpoint is from before batch {batch}, and this training ends after {batches} batches: to go on from it, raise \
         --batches, data.batches or train.epochs"
    )]
    BehindTheEnd {
        /// The checkpoint's batch.
        batch: u64,
        /// Batches of the training, counted from its begin.
        batches: u64,
    },
    /// Power cannot be lost in an update that is none.
    #[error("batch {batch} has no update in which power could be lost: it was not trained, or names no row")]
    NoUpdate {
        /// The batch.
        batch: u64,
    },
    /// A device image on disk.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A state of another run.
    #[error("{}: no state of this training: {problem}", folder.display())]
    OtherState {
        /// Its folder.
        folder: PathBuf,
        /// What does not fit.
        problem: String,
    },
    /// The folder for results.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file of a run that goes on is not what it was.
    #[error(
        "{}: it has {found} bytes, and {expected} were of batches before the state: put the file back as it was, or go on from a copy",
        file.display()
    )]
    Shortened {
        /// The file.
        file: PathBuf,
        /// Bytes that it has.
        found: u64,
        /// Bytes that it had.
        expected: u64,
    },
    /// Another file among the results.
    #[error("--messages {}: among the results of a run the file of messages is called {name}: call it so, or put it elsewhere", file.display())]
    MessagesInResults {
        /// The file.
        file: PathBuf,
        /// What it is called there.
        name: &'static str,
    },
    /// A run that was to go on has come to its end before.
    #[error("{}: these results are of all its {batches} batches, and nothing is left to train: {raise}", folder.display())]
    NothingLeft {
        /// The folder of the results.
        folder: PathBuf,
        /// Batches that were trained.
        batches: u64,
        /// The option or the key that ends the training, and what to do.
        raise: &'static str,
    },
    /// Whole results that did not come to their place.
    #[error("the results are whole, and did not come to their place: {error}; they are in {}", running.display())]
    NotInPlace {
        /// Where they are.
        running: PathBuf,
        /// Why.
        error: FolderError,
    },
    /// Results and the tables of the run in one folder.
    #[error(
        "--out {}: {key} is {}, and results are no part of tables, nor tables of results: choose another of the two",
        out.display(), tables.display()
    )]
    TablesInResults {
        /// The folder for results.
        out: PathBuf,
        /// The key that says where the tables are.
        key: &'static str,
        /// Where they are.
        tables: PathBuf,
    },
    /// A result would take the place of what the run reads.
    #[error("{}: the run reads this file, and {what} would replace it: choose another", input.display())]
    InputAsOutput {
        /// The file.
        input: PathBuf,
        /// The option.
        what: &'static str,
    },
    /// Something is asked for of a batch that there is not.
    #[error("{what} {batch}: there is no batch {batch}: there are {batches}, counted from 0")]
    NoSuchBatch {
        /// The option.
        what: &'static str,
        /// The batch.
        batch: u64,
        /// Batches of the training.
        batches: u64,
    },
    /// A file system without room for the results.
    #[error(
        "{}: {needed} bytes are needed for the parameters and {states} training states, and {free} are free: choose another --out, or \
         change save.keep, model.rows or model.dimension", folder.display()
    )]
    NoSpace {
        /// A folder of the file system.
        folder: PathBuf,
        /// Bytes.
        needed: u64,
        /// Bytes.
        free: u64,
        /// States that are there at once.
        states: u64,
    },
    /// Somebody has asked training to stop.
    #[error("{}", stopped(*batch, *from, state.as_deref(), out.as_deref()))]
    Stopped {
        /// The batch that would have been trained next.
        batch: u64,
        /// The batch with which the training goes on.
        from: u64,
        /// The state from which it does; `None`: nothing is written.
        state: Option<PathBuf>,
        /// The folder of the run.
        out: Option<PathBuf>,
    },
    /// An output file.
    #[error("{}: {source}", file.display())]
    Output {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

fn stopped(batch: u64, from: u64, state: Option<&Path>, out: Option<&Path>) -> String {
    let (Some(state), Some(out)) = (state, out) else { return format!("stopped before batch {batch}") };
    let again = if from < batch {
        format!(
            ", which trains batches {from}..{batch} again, as only then the bits are those of a training that was not stopped"
        )
    } else {
        String::new()
    };
    format!(
        "stopped before batch {batch}; its state is in {}: go on with --resume {}{again}",
        state.display(),
        out.display()
    )
}
