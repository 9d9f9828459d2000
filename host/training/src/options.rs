//! How to run an experiment.

use std::net::TcpListener;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use emberlane_files::{Previous, whole_path};
use emberlane_systems::{Messages, Stop, StoreOptions};

/// How to run an experiment.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Batches at most.
    pub batches: Option<u64>,
    /// The folder for `metrics.csv`, `summary.json`, `parameters.safetensors` and, with a system, `timeline.json`; `None`: nothing is
    /// written. It is filled beside its place, and put there when it is whole ([`emberlane_files::Folder`]).
    pub out: Option<PathBuf>,
    /// What becomes of results that are there.
    pub previous: Previous,
    /// Files that the run reads beside those of the experiment: none of them may be among its results.
    pub inputs: Vec<PathBuf>,
    /// How to open the device.
    pub store: StoreOptions,
    /// Clock cycles to record in `trace.fst`, since reset; only RTL has a waveform.
    pub trace: Option<Range<u64>>,
    /// Messages of the system's fabric to write down; `None`, and without a system: none.
    pub messages: Option<Messages>,
    /// Lose power; needs checkpoints.
    pub power_loss: Option<PowerLoss>,
    /// Who else is told how the run goes, while it goes.
    pub live: LiveOptions,
    /// Ends training after the batch that runs.
    pub stop: Stop,
}

/// Who else is told how a run goes, while it goes.
#[derive(Clone, Debug, Default)]
pub struct LiveOptions {
    /// `metrics.jsonl`: a JSON document a batch, and one an evaluation.
    pub json_lines: bool,
    /// Event files in `tensorboard/`.
    pub tensorboard: bool,
    /// Where metrics are served for Prometheus, under `/metrics`.
    pub prometheus: Option<Arc<TcpListener>>,
}

impl RunOptions {
    /// Whether this is the worker that evaluates and writes; one that trains alone is.
    pub(crate) const fn is_first_worker(&self) -> bool {
        self.store.rank == 0
    }

    /// Whether the file of messages is to be among the results.
    pub(crate) fn has_messages_in_results(&self) -> bool {
        let (Some(out), Some(Messages { path, .. })) = (&self.out, &self.messages) else { return false };
        path.parent().is_some_and(|folder| whole_path(folder) == whole_path(out))
    }
}

/// A loss of power in the middle of a batch's update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerLoss {
    /// The batch.
    pub batch: u64,
    /// Decides where in the update, and what becomes of writes under way.
    pub seed: u64,
}
