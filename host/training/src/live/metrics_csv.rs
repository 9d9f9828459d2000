//! `metrics.csv`: a line a batch.

use std::path::Path;

use emberlane_systems::TrainError;

use super::sink::Sink;
use crate::files::{Before, LineFile, METRICS_FILE};
use crate::observer::{BatchRecord, EvaluationRecord, METRICS};

pub(super) struct MetricsCsv(LineFile);

impl MetricsCsv {
    pub(super) fn begin(folder: &Path, before: Option<&Before<'_>>) -> Result<Self, TrainError> {
        let header = format!("batch,loss,{METRICS}\n");
        Ok(Self(LineFile::begin_after(folder, METRICS_FILE, &header, before)?))
    }
}

impl Sink for MetricsCsv {
    fn batch(&mut self, record: &BatchRecord) -> Result<(), TrainError> {
        self.0.line(format!("{},{},{}", record.batch, record.loss, record.metrics.csv()))
    }

    /// They have a file of their own.
    fn evaluation(&mut self, _: &EvaluationRecord) -> Result<(), TrainError> {
        Ok(())
    }

    fn grown(&self) -> Result<Option<(&'static str, u64)>, TrainError> {
        Ok(Some((METRICS_FILE, self.0.bytes()?)))
    }
}
