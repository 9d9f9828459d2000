//! The files that a run leaves.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use emberlane_checkpoints::IMAGE_FILE;
use emberlane_experiment::CheckpointMode;
use emberlane_systems::TrainError;

use crate::BatchRecord;

/// Removes what an earlier run has left that this one may not replace, so that nobody takes it for this one's. An image of
/// the device stays until there is a newer one, as it may be the only checkpoint, unless this run makes none.
pub(crate) fn remove_results(out: &Path, mode: CheckpointMode) -> Result<(), TrainError> {
    let image = (mode == CheckpointMode::None).then_some(IMAGE_FILE);
    for name in ["parameters.safetensors", "summary.json", "timeline.json"].into_iter().chain(image) {
        let file = out.join(name);
        match std::fs::remove_file(&file) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(TrainError::Output { file, source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes one JSON document.
pub(crate) fn write_json(file: &Path, value: &serde_json::Value) -> Result<(), TrainError> {
    let output = |source| TrainError::Output { file: file.to_path_buf(), source };
    let mut writer = BufWriter::new(File::create(file).map_err(output)?);
    serde_json::to_writer(&mut writer, value).map_err(|error| output(error.into()))?;
    writer.flush().map_err(output)
}

/// `metrics.csv`: a line a batch.
pub(crate) struct MetricsFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl MetricsFile {
    pub(crate) fn create(directory: &Path) -> Result<Self, TrainError> {
        std::fs::create_dir_all(directory)
            .map_err(|source| TrainError::Output { file: directory.to_path_buf(), source })?;
        let path = directory.join("metrics.csv");
        let file = File::create(&path).map_err(|source| TrainError::Output { file: path.clone(), source })?;
        let mut csv = Self { path, writer: BufWriter::new(file) };
        csv.line("batch,loss,auc,log_loss,normalized_entropy,accuracy")?;
        Ok(csv)
    }

    pub(crate) fn write(&mut self, record: &BatchRecord) -> Result<(), TrainError> {
        let optional = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let BatchRecord { batch, loss, metrics } = record;
        let (auc, entropy) = (optional(metrics.auc), optional(metrics.normalized_entropy));
        self.line(&format!("{batch},{loss},{auc},{},{entropy},{}", metrics.log_loss, metrics.accuracy))
    }

    fn line(&mut self, line: &str) -> Result<(), TrainError> {
        writeln!(self.writer, "{line}").map_err(|source| TrainError::Output { file: self.path.clone(), source })
    }

    pub(crate) fn finish(mut self) -> Result<(), TrainError> {
        self.writer.flush().map_err(|source| TrainError::Output { file: self.path.clone(), source })
    }
}
