//! Tables of layer times that were recorded on a real GPU.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use emberlane_files::read_text_at_most;
use serde::Deserialize;
use thiserror::Error;

use super::{Layer, Pass};

/// The value of `format` in a table that this version reads.
pub const FORMAT: &str = "emberlane-gpu-trace-1";

/// Bytes of a table at most; a layer takes some hundred.
const LONGEST_FILE: u64 = 1 << 24;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// The file cannot be read.
    #[error("{}: a table of GPU times, as scripts/record-gpu-trace records one, cannot be read: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no such table.
    #[error("{}: no table of GPU times: {message}", file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

/// Times of layers, as `scripts/record-gpu-trace` writes them.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The GPU's name, as its driver reports it.
    pub gpu: String,
    /// Version of its driver.
    pub driver: String,
    /// The framework that ran the layers, with its version.
    pub framework: String,
    /// Day of the recording.
    pub date: String,
    /// Picoseconds forward and backward.
    times: HashMap<Layer, (u64, u64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    gpu: String,
    driver: String,
    framework: String,
    date: String,
    layers: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    layer: Layer,
    forward_us: f64,
    backward_us: f64,
}

impl Recorded {
    /// Reads a table.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no table.
    pub fn read(file: &Path) -> Result<Self, RecordedError> {
        let text = read_text_at_most(file, LONGEST_FILE)
            .map_err(|source| RecordedError::Read { file: file.to_path_buf(), source })?;
        Self::parse(&text).map_err(|message| RecordedError::Syntax { file: file.to_path_buf(), message })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let File { format, gpu, driver, framework, date, layers } =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(format!("format is {format:?}, expected {FORMAT:?}"));
        }
        let mut times = HashMap::new();
        for Row { layer, forward_us, backward_us } in layers {
            let ps = |key: &str, us: f64| {
                // A day of picoseconds is far below what a float holds exactly.
                let valid = us > 0.0 && us < 86_400e6;
                valid.then(|| (us * 1e6).round() as u64).ok_or_else(|| format!("{key} of {layer:?} is {us}"))
            };
            let both = (ps("forward_us", forward_us)?, ps("backward_us", backward_us)?);
            if times.insert(layer, both).is_some() {
                return Err(format!("{layer:?} is there twice"));
            }
        }
        Ok(Self { gpu, driver, framework, date, times })
    }

    /// How long a layer took, picoseconds; `None` if it was not recorded.
    #[must_use]
    pub fn picoseconds(&self, layer: &Layer, pass: Pass) -> Option<u64> {
        let (forward, backward) = self.times.get(layer)?;
        Some(match pass {
            Pass::Forward => *forward,
            Pass::Backward => *backward,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A FIXTURE of the format, made by hand: no GPU was measured for it.
    pub(in crate::gpu) const FIXTURE: &str = r#"{
        "format": "emberlane-gpu-trace-1",
        "gpu": "NVIDIA RTX A5000",
        "driver": "0.0 (fixture)",
        "framework": "made by hand (fixture)",
        "date": "2000-01-01",
        "layers": [
            {"layer": {"kind": "linear", "samples": 8, "inputs": 4, "outputs": 16, "input_gradient": false},
             "forward_us": 11.5, "backward_us": 20.25},
            {"layer": {"kind": "dot", "samples": 8, "vectors": 3, "dimension": 16}, "forward_us": 7, "backward_us": 9}
        ]
    }"#;

    const LINEAR: Layer = Layer::Linear { samples: 8, inputs: 4, outputs: 16, input_gradient: false };

    #[test]
    fn a_table_gives_picoseconds() {
        let table = Recorded::parse(FIXTURE).unwrap();
        assert_eq!((&*table.gpu, &*table.date), ("NVIDIA RTX A5000", "2000-01-01"));
        assert_eq!(table.picoseconds(&LINEAR, Pass::Forward), Some(11_500_000));
        assert_eq!(table.picoseconds(&LINEAR, Pass::Backward), Some(20_250_000));
        let dot = Layer::Dot { samples: 8, vectors: 3, dimension: 16 };
        assert_eq!(table.picoseconds(&dot, Pass::Backward), Some(9_000_000));
        assert_eq!(table.picoseconds(&Layer::Loss { samples: 8 }, Pass::Forward), None);
    }

    /// What `scripts/record-gpu-trace` is given is what it has to give back.
    #[test]
    fn layers_are_written_as_they_are_read() {
        let table: serde_json::Value = serde_json::from_str(FIXTURE).unwrap();
        assert_eq!(serde_json::to_value(LINEAR).unwrap(), table["layers"][0]["layer"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = |from: &str, to: &str, expected: &str| {
            let error = Recorded::parse(&FIXTURE.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        refused("trace-1", "trace-9", "trace-9");
        refused("\"date\"", "\"day\"", "day");
        refused("11.5", "-1", "forward_us");
        refused("\"dot\"", "\"conv\"", "conv");
        refused("\"vectors\": 3", "\"vectors\": 3, \"x\": 1", "x");
        refused(
            "[",
            "[{\"layer\": {\"kind\": \"dot\", \"samples\": 8, \"vectors\": 3, \"dimension\": 16}, \
            \"forward_us\": 7, \"backward_us\": 9},",
            "twice",
        );
        let error = Recorded::read("no/such/table.json".as_ref()).unwrap_err().to_string();
        assert!(error.contains("table.json") && error.contains("record-gpu-trace"), "{error}");
    }
}
