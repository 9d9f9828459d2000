//! Event files that TensorBoard shows: scalars `train/...` a batch and `evaluation/...` an evaluation.
//!
//! A file is a sequence of records (TensorFlow's TFRecord): length, its checksum, message, its checksum. Messages are protocol buffers
//! (`Event` of tensorflow/core/util/event.proto); of their fields those that are written here are declared.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use emberlane_dlrm::metrics::Metrics;
use emberlane_systems::TrainError;
use prost::Message;

use super::sink::Sink;
use crate::files::{Before, TENSORBOARD_FOLDER, output};
use crate::observer::{BatchRecord, EvaluationRecord};

#[derive(Clone, PartialEq, Message)]
struct Event {
    /// Seconds since 1970.
    #[prost(double, tag = "1")]
    wall_time: f64,
    #[prost(int64, tag = "2")]
    step: i64,
    #[prost(string, optional, tag = "3")]
    file_version: Option<String>,
    #[prost(message, optional, tag = "5")]
    summary: Option<Summary>,
    #[prost(message, optional, tag = "7")]
    session_log: Option<SessionLog>,
}

#[derive(Clone, PartialEq, Message)]
struct Summary {
    #[prost(message, repeated, tag = "1")]
    value: Vec<Value>,
}

#[derive(Clone, PartialEq, Message)]
struct Value {
    #[prost(string, tag = "1")]
    tag: String,
    #[prost(float, optional, tag = "2")]
    simple_value: Option<f32>,
}

#[derive(Clone, PartialEq, Message)]
struct SessionLog {
    #[prost(int32, tag = "1")]
    status: i32,
}

/// What a file begins with.
const VERSION: &str = "brain.Event:2";
/// A session starts: what earlier files have of its step and later ones is not shown any more.
const START: i32 = 1;

pub(super) struct TensorBoard {
    path: PathBuf,
    file: File,
}

impl TensorBoard {
    pub(super) fn begin(folder: &Path, before: Option<&Before<'_>>) -> Result<Self, TrainError> {
        let folder = folder.join(TENSORBOARD_FOLDER);
        std::fs::create_dir_all(&folder).map_err(output(&folder))?;
        let now = since_1970();
        // Files are read in the order of their names.
        let name = format!("events.out.tfevents.{:010}.emberlane.{}", now as u64, std::process::id());
        let path = folder.join(name);
        let file = File::create(&path).map_err(output(&path))?;
        let mut board = Self { path, file };
        board.write(&Event { wall_time: now, file_version: Some(VERSION.to_owned()), ..Event::default() })?;
        if let Some(Before { batch, .. }) = before {
            let session_log = Some(SessionLog { status: START });
            board.write(&Event { wall_time: now, step: *batch as i64, session_log, ..Event::default() })?;
        }
        Ok(board)
    }

    fn write(&mut self, event: &Event) -> Result<(), TrainError> {
        self.file.write_all(&record(&event.encode_to_vec())).map_err(output(&self.path))
    }

    fn scalars(&mut self, batch: u64, group: &str, loss: Option<f64>, metrics: &Metrics) -> Result<(), TrainError> {
        let Metrics { auc, log_loss, normalized_entropy, accuracy, .. } = *metrics;
        let values = [
            ("loss", loss),
            ("auc", auc),
            ("log_loss", Some(log_loss)),
            ("normalized_entropy", normalized_entropy),
            ("accuracy", Some(accuracy)),
        ];
        let value = |(name, value): (&str, Option<f64>)| {
            let value = value?;
            Some(Value { tag: format!("{group}/{name}"), simple_value: Some(value as f32) })
        };
        let summary = Some(Summary { value: values.into_iter().filter_map(value).collect() });
        self.write(&Event { wall_time: since_1970(), step: batch as i64, summary, ..Event::default() })
    }
}

impl Sink for TensorBoard {
    fn batch(&mut self, BatchRecord { batch, loss, metrics, .. }: &BatchRecord) -> Result<(), TrainError> {
        self.scalars(*batch, "train", Some(*loss), metrics)
    }

    fn evaluation(&mut self, EvaluationRecord { batch, metrics, .. }: &EvaluationRecord) -> Result<(), TrainError> {
        self.scalars(*batch, "evaluation", None, metrics)
    }
}

/// A message as a record.
fn record(message: &[u8]) -> Vec<u8> {
    let length = (message.len() as u64).to_le_bytes();
    let parts = [&length[..], &masked(&length).to_le_bytes(), message, &masked(message).to_le_bytes()];
    parts.concat()
}

/// TFRecord's checksum: a CRC-32C that a checksum over it does not undo.
fn masked(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

fn since_1970() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}
