//! `metrics.jsonl`: a JSON document a batch, and one an evaluation.

use std::path::Path;

use emberlane_systems::TrainError;
use serde_json::json;

use super::sink::Sink;
use crate::files::{Before, LineFile, METRICS_LINES_FILE};
use crate::observer::{BatchRecord, EvaluationRecord};

pub(super) struct JsonLines(LineFile);

impl JsonLines {
    pub(super) fn begin(folder: &Path, before: Option<&Before<'_>>) -> Result<Self, TrainError> {
        Ok(Self(LineFile::begin_after(folder, METRICS_LINES_FILE, "", before)?))
    }
}

impl Sink for JsonLines {
    fn batch(&mut self, BatchRecord { batch, loss, metrics, .. }: &BatchRecord) -> Result<(), TrainError> {
        self.0.line(json!({ "kind": "batch", "batch": batch, "loss": loss, "metrics": metrics }).to_string())
    }

    fn evaluation(&mut self, EvaluationRecord { batch, best, metrics }: &EvaluationRecord) -> Result<(), TrainError> {
        self.0.line(json!({ "kind": "evaluation", "batch": batch, "best": best, "metrics": metrics }).to_string())
    }

    fn grown(&self) -> Result<Option<(&'static str, u64)>, TrainError> {
        Ok(Some((METRICS_LINES_FILE, self.0.bytes()?)))
    }
}
