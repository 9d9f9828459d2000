//! What an experiment says of its data.

use std::path::PathBuf;

use crate::choices::choices;

/// What to do with a line that is no Criteo record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMalformed {
    /// Stop, naming file and line.
    Error,
    /// Leave it out and count it.
    Skip,
}

/// What to do with a line whose last fields are not there, as empty ones at the end of a line are stripped by some tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortLines {
    /// It is malformed.
    Error,
    /// The fields that are not there are missing values; such lines are counted.
    Pad,
}

/// The form of files with Criteo's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFormat {
    /// What the first bytes of each file say: text, Parquet or npz.
    Auto,
    /// Text, a record a line, fields separated by tabs.
    Tsv,
    /// Parquet.
    Parquet,
    /// Arrays of NumPy, as dlrm's `data_utils.py` writes them.
    Npz,
    /// MLPerf's binary, as dlrm's `CriteoBinDataset` reads it.
    Binary,
}

choices!(OnMalformed: "error" = Error, "skip" = Skip);
choices!(ShortLines: "error" = Error, "pad" = Pad);
choices!(DataFormat: "auto" = Auto, "tsv" = Tsv, "parquet" = Parquet, "npz" = Npz, "binary" = Binary);

/// What of the training data is kept from training, and evaluated instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HeldOut {
    /// Nothing: what is evaluated was trained.
    None,
    /// A share of the records, or of the batches of tensors, which a hash of their number and the seed chooses.
    Share(f64),
    /// So many files at the end of the list.
    Files(usize),
}

/// Files with Criteo's records, and how they are read.
#[derive(Clone, Debug, PartialEq)]
pub struct CriteoConfig {
    /// The files, as in [`DataConfig::paths`].
    pub paths: Vec<PathBuf>,
    /// Their form.
    pub format: DataFormat,
    /// What to do with a malformed line.
    pub on_malformed: OnMalformed,
    /// What to do with a line whose last fields are not there.
    pub short_lines: ShortLines,
    /// The folder where parsed records are kept; `None`: nowhere.
    pub cache: Option<PathBuf>,
    /// What is not trained.
    pub held_out: HeldOut,
}

impl CriteoConfig {
    /// Files, read as they are where an experiment says no more.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            format: DataFormat::Auto,
            on_malformed: OnMalformed::Error,
            short_lines: ShortLines::Error,
            cache: None,
            held_out: HeldOut::None,
        }
    }
}

/// Where batches come from.
#[derive(Clone, Debug, PartialEq)]
pub enum DataConfig {
    /// Safetensors files with `dense`, `indices` and `labels`.
    Tensors {
        /// The files, as in [`paths`](Self::paths).
        paths: Vec<PathBuf>,
        /// What is not trained.
        held_out: HeldOut,
    },
    /// Criteo's click logs.
    Criteo(CriteoConfig),
    /// Random rows that follow a power law, with labels that depend on them.
    Synthetic {
        /// Exponent of the power law; 0 is uniform.
        skew: f64,
        /// Batches an epoch.
        batches: u64,
    },
}

impl DataConfig {
    /// What stands for standard input in [`paths`](Self::paths).
    pub const STANDARD_INPUT: &str = "-";

    /// Its name in an experiment file.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tensors { .. } => "tensors",
            Self::Criteo(_) => "criteo",
            Self::Synthetic { .. } => "synthetic",
        }
    }

    /// The files, one behind the other: paths, patterns with `*`, `?`, `[...]` or `**`, or [`STANDARD_INPUT`](Self::STANDARD_INPUT).
    /// None if the data is drawn.
    #[must_use]
    pub fn paths(&self) -> &[PathBuf] {
        match self {
            Self::Tensors { paths, .. } => paths,
            Self::Criteo(criteo) => &criteo.paths,
            Self::Synthetic { .. } => &[],
        }
    }

    /// What is kept from training.
    #[must_use]
    pub fn held_out(&self) -> HeldOut {
        match self {
            Self::Tensors { held_out, .. } => *held_out,
            Self::Criteo(criteo) => criteo.held_out,
            Self::Synthetic { .. } => HeldOut::None,
        }
    }

    /// Takes other files; drawn data has none.
    pub(crate) fn set_paths(&mut self, others: Vec<PathBuf>) {
        match self {
            Self::Tensors { paths, .. } => *paths = others,
            Self::Criteo(criteo) => criteo.paths = others,
            Self::Synthetic { .. } => {}
        }
    }

    /// Keeps something else from training; drawn data keeps nothing.
    pub(crate) fn set_held_out(&mut self, other: HeldOut) {
        match self {
            Self::Tensors { held_out, .. } => *held_out = other,
            Self::Criteo(criteo) => criteo.held_out = other,
            Self::Synthetic { .. } => {}
        }
    }
}
