//! The files of a run.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use emberlane_checkpoints::{IMAGE_FILE, SAVES};
use emberlane_files::{Contents, write_whole};
use emberlane_systems::TrainError;

use crate::observer::{EvaluationRecord, METRICS};

pub(crate) const METRICS_FILE: &str = "metrics.csv";
pub(crate) const METRICS_LINES_FILE: &str = "metrics.jsonl";
pub(crate) const TENSORBOARD_FOLDER: &str = "tensorboard";
pub(crate) const EVALUATIONS_FILE: &str = "evaluations.csv";
pub(crate) const PARAMETERS_FILE: &str = "parameters.safetensors";
pub(crate) const BEST_FILE: &str = "best.safetensors";
pub(crate) const TIMELINE_FILE: &str = "timeline.json";
pub(crate) const SUMMARY_FILE: &str = "summary.json";
pub(crate) const WAVEFORM_FILE: &str = "trace.fst";
/// What the file of messages is called where it is among the results.
pub(crate) const MESSAGES_FILE: &str = "messages.txt";

/// The results of a run, in the order in which they come where they come one by one. The summary is the last.
const RESULTS: [&str; 12] = [
    METRICS_FILE,
    METRICS_LINES_FILE,
    TENSORBOARD_FOLDER,
    EVALUATIONS_FILE,
    TIMELINE_FILE,
    WAVEFORM_FILE,
    MESSAGES_FILE,
    IMAGE_FILE,
    SAVES,
    BEST_FILE,
    PARAMETERS_FILE,
    SUMMARY_FILE,
];

/// What the folder of a run consists of.
pub(crate) fn contents() -> Contents {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    // What took the training, or cannot be had again.
    let worth = names(&[SAVES, IMAGE_FILE, BEST_FILE, PARAMETERS_FILE, SUMMARY_FILE]);
    Contents { results: names(&RESULTS), worth, states: names(&[SAVES, IMAGE_FILE]) }
}

pub(crate) fn output(file: &Path) -> impl FnOnce(std::io::Error) -> TrainError {
    let file = file.to_path_buf();
    move |source| TrainError::Output { file, source }
}

/// Writes one JSON document.
pub(crate) fn write_json(file: &Path, value: &serde_json::Value) -> Result<(), TrainError> {
    write_whole(file, value.to_string()).map_err(output(file))
}

/// What was written before this run begins.
pub(crate) struct Before<'a> {
    /// The folder of the run that goes on.
    pub(crate) folder: &'a Path,
    /// Bytes of each file that grows which are of batches before this run.
    pub(crate) bytes: &'a BTreeMap<String, u64>,
    /// The batch that is trained next.
    pub(crate) batch: u64,
}

/// A file that grows by lines, each of which can be read as soon as it is written.
pub(crate) struct LineFile {
    path: PathBuf,
    file: File,
    /// Bytes so far.
    bytes: u64,
}

impl LineFile {
    /// Begins a file with a header, or, with `before`, goes on with another one, of which so many bytes are of batches before this run.
    fn begin(path: PathBuf, header: &str, before: Option<(&Path, u64)>) -> Result<Self, TrainError> {
        let mut begin = Vec::new();
        if let Some((other, bytes)) = before.filter(|(_, bytes)| *bytes > 0) {
            File::open(other).and_then(|file| file.take(bytes).read_to_end(&mut begin)).map_err(output(other))?;
            let found = begin.len() as u64;
            if found < bytes {
                return Err(TrainError::Shortened { file: other.to_path_buf(), found, expected: bytes });
            }
        } else {
            begin = header.into();
        }
        write_whole(&path, &begin).map_err(output(&path))?;
        let file = OpenOptions::new().append(true).open(&path).map_err(output(&path))?;
        Ok(Self { path, file, bytes: begin.len() as u64 })
    }

    /// Begins a file of this name in a folder, behind what was there `before`.
    pub(crate) fn begin_after(
        folder: &Path,
        name: &str,
        header: &str,
        before: Option<&Before<'_>>,
    ) -> Result<Self, TrainError> {
        let other = before.map(|before| before.folder.join(name));
        let bytes = before.and_then(|before| before.bytes.get(name)).copied().unwrap_or(0);
        Self::begin(folder.join(name), header, other.as_deref().map(|other| (other, bytes)))
    }

    pub(crate) fn line(&mut self, mut line: String) -> Result<(), TrainError> {
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(output(&self.path))?;
        self.bytes += line.len() as u64;
        Ok(())
    }

    /// Bytes so far, which are on the disk.
    pub(crate) fn bytes(&self) -> Result<u64, TrainError> {
        self.file.sync_data().map_err(output(&self.path))?;
        Ok(self.bytes)
    }
}

/// `evaluations.csv`: a line an evaluation on the way.
pub(crate) fn write_evaluations(folder: &Path, evaluations: &[EvaluationRecord]) -> Result<(), TrainError> {
    let path = folder.join(EVALUATIONS_FILE);
    let mut text = BufWriter::new(Vec::new());
    let mut write = || {
        writeln!(text, "batch,best,{METRICS}")?;
        evaluations
            .iter()
            .try_for_each(|each| writeln!(text, "{},{},{}", each.batch, u8::from(each.best), each.metrics.csv()))?;
        text.flush()
    };
    write().map_err(output(&path))?;
    write_whole(&path, text.get_ref()).map_err(output(&path))
}
