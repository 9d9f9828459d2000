//! What an experiment file (`EXPERIMENT.toml`) says.
//!
//! Every key is checked: an unknown key is an error that names the nearest known one, a value of the wrong type or out
//! of range is an error that says what was expected, each with file and line. Paths are relative to the file.
//!
//! ```toml
//! [model]                      # or: preset = "rm1" .. "rm4" (TrainingCXL, Table 3), rows = N
//! bottom = [13, 64, 32, 16]    # widths from the dense features on
//! top = [64, 32, 1]            # widths after the interaction
//! interaction = "dot"          # or "cat"
//! tables = 4
//! rows = 1000                  # or a list, one a table
//! dimension = 16               # a multiple of 16 in 16..=256
//! pooling = "sum"              # or "mean"
//! lookups = 8                  # rows a bag, for data that does not say (default 1)
//! initial_parameters = "initial.safetensors"   # default: drawn from the seed
//! [data]
//! kind = "tensors"             # or "criteo", "synthetic"
//! path = "batches.safetensors" # not for synthetic
//! on_malformed = "error"       # criteo: or "skip"
//! skew = 1.05                  # synthetic: exponent of the power law
//! batches = 100                # synthetic: batches an epoch
//! [train]
//! batch_size = 32              # default 128; tensors: what the file holds
//! learning_rate = 1.0          # default 0.1
//! optimizer = "sgd"            # or "adagrad", "rowwise-adagrad"
//! lookup = "strict"            # or "relaxed", the default of system "ndrec": a batch is looked up before the one in front of it is
//!                              # applied; needs sgd, and of systems "automatic", "ndrec" or none, of checkpoints "undo", "relaxed" or
//!                              # none
//! seed = 1                     # default 0
//! epochs = 1                   # passes over the data, default 1
//! [evaluate]                   # after training; default: tensors are evaluated, other kinds are not
//! enabled = true
//! path = "test.tsv"            # default: the training data; synthetic: other batches of the same click model
//! batches = 50                 # default: as many as were trained
//! [device]
//! design = "cxl-mem"           # or "smartssd", which has cache_vectors = 65536 (of each) and smartssds = 1 (to 8, two tables each at
//!                              # least, but for one), and neither channels nor media
//! kind = "reference"           # or "model", "rtl"
//! channels = 4                 # memory channels of the device: 4 or 1
//! media = "off"                # what the memory controllers emulate: "dram", "trainingcxl", "openembedding", "optane-measured"
//! stalls = "none"              # rtl: or "random", "heavy": delays and reordering on every bus, drawn from the seed
//! [system]                     # how a batch is scheduled over the devices; it changes simulated time alone
//! kind = "none"                # or "software-copy", "automatic"; with a SmartSSD "ndrec"
//! gpu = "rtx-3090"             # or "rtx-a5000", or the path of a table that scripts/record-gpu-trace recorded
//! link = "trainingcxl"         # of each device to the host; or "ndrec", "ideal"
//! [checkpoint]                 # what the device logs, so that training goes on after a loss of power; needs a system
//! mode = "none"                # or "redo", "undo", "relaxed"
//! every = 8                    # relaxed: batches between two logs of the MLPs' parameters
//! gap = 0                      # cycles between two lines of a record, which leave bandwidth to the jobs beside it
//! ```

mod preset;
mod reader;

use std::path::{Path, PathBuf};

pub use preset::{Preset, Shape};
pub use reader::ConfigError;

use crate::gpu::{self, GpuPreset};
use emberlane_drivers::LogMode;
use emberlane_fabric::link::{self, LinkPreset};
use emberlane_models::media::{self, MediaPreset};
use reader::{Document, Section};

/// What is computed between the bottom and the top MLP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interaction {
    /// The bottom MLP's output, then every pairwise dot product (strictly lower triangle, row by row).
    Dot,
    /// The bottom MLP's output and the pooled vectors, one after the other.
    Cat,
}

/// How the rows of a bag become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// Their sum.
    Sum,
    /// Their sum times f32(1/n).
    Mean,
}

/// What turns gradients into new parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimizer {
    /// `w -= lr * g`; embeddings are updated by the device.
    Sgd,
    /// `s += g^2`, `w -= lr * g / (sqrt(s) + 1e-3)`; embeddings live in host memory.
    Adagrad,
    /// As Adagrad with 1e-10, but an embedding row keeps one `s`, the mean over its elements; embeddings live in host memory.
    RowwiseAdagrad,
}

/// When a batch is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// When the batch before it has been applied to the tables.
    Strict,
    /// Before the gradients of the batch before it are known; its pooled vectors are brought up to date when they are. Only
    /// rounding differs, by no more than [`bounds`](crate::embedding::relaxed::bounds) says. With a system, lookup and update
    /// run while the GPU computes.
    Relaxed,
}

/// What executes embedding lookups and updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceDesign {
    /// TrainingCXL's expander: tables in its persistent memory.
    CxlMem,
    /// NDRec's SmartSSD: tables on the SSD, behind a cache in the FPGA's DRAM. SGD, the system `ndrec` or none, and no checkpoints.
    SmartSsd,
}

/// Which implementation of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// Plain Rust arithmetic, without time.
    Reference,
    /// The same arithmetic with the cycles of the hardware, from the fast model.
    Model,
    /// CXL-MEM's RTL, Verilated.
    Rtl,
}

/// How the simulated buses around an RTL device stall and reorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalls {
    /// Not at all: what cycles are measured with.
    None,
    /// Shortly and often.
    Random,
    /// Long enough to fill every queue of the device.
    Heavy,
}

/// How a batch is scheduled over host, GPU, device and links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemKind {
    /// Not at all: one step after the other, without simulated time.
    None,
    /// Software on the host synchronises, copies and launches.
    SoftwareCopy,
    /// TrainingCXL's automatic data movement: devices send what they make, and start when their inputs are there.
    Automatic,
    /// NDRec's iterations: SmartSSD, GPU, cache agent and planner work on different batches, and synchronise at their ends.
    NdRec,
}

/// What the device logs, so that training goes on after a loss of power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointMode {
    /// Nothing.
    None,
    /// New rows and parameters of every batch, before they come into the tables.
    Redo,
    /// Rows and parameters as they were before every batch, in the background.
    Undo,
    /// Rows as they were before every batch; the MLPs' parameters now and then, over several batches.
    Relaxed,
}

/// What to do with a line that is no Criteo record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMalformed {
    /// Stop, naming file and line.
    Error,
    /// Leave it out and count it.
    Skip,
}

macro_rules! choices {
    ($type:ident: $($name:literal = $variant:ident),*) => {
        impl $type {
            /// Every value with its name in an experiment file.
            pub const NAMES: &[(&'static str, Self)] = &[$(($name, Self::$variant)),*];

            /// Its name in an experiment file.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

choices!(Interaction: "dot" = Dot, "cat" = Cat);
choices!(Pooling: "sum" = Sum, "mean" = Mean);
choices!(Optimizer: "sgd" = Sgd, "adagrad" = Adagrad, "rowwise-adagrad" = RowwiseAdagrad);
choices!(Lookup: "strict" = Strict, "relaxed" = Relaxed);
choices!(DeviceDesign: "cxl-mem" = CxlMem, "smartssd" = SmartSsd);
choices!(DeviceKind: "reference" = Reference, "model" = Model, "rtl" = Rtl);
choices!(Stalls: "none" = None, "random" = Random, "heavy" = Heavy);
choices!(SystemKind: "none" = None, "software-copy" = SoftwareCopy, "automatic" = Automatic, "ndrec" = NdRec);
choices!(CheckpointMode: "none" = None, "redo" = Redo, "undo" = Undo, "relaxed" = Relaxed);
choices!(OnMalformed: "error" = Error, "skip" = Skip);

/// The model of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelConfig {
    /// Widths of the bottom MLP, the dense features first.
    pub bottom: Vec<usize>,
    /// Widths of the top MLP after the interaction; the last is 1.
    pub top: Vec<usize>,
    /// Interaction between the two.
    pub interaction: Interaction,
    /// Rows of every table.
    pub rows: Vec<u32>,
    /// FP32 elements of a row.
    pub dimension: usize,
    /// Pooling of a bag.
    pub pooling: Pooling,
    /// Rows a bag, where the data does not say.
    pub lookups: usize,
    /// Parameters to start from; `None`: drawn from the seed.
    pub initial_parameters: Option<PathBuf>,
}

impl ModelConfig {
    /// Number of embedding tables.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.rows.len()
    }

    /// Width of the dense features.
    #[must_use]
    pub fn dense(&self) -> usize {
        self.bottom[0]
    }

    /// Width of the bottom MLP's output.
    #[must_use]
    pub fn bottom_output(&self) -> usize {
        self.bottom[self.bottom.len() - 1]
    }

    /// Width of the top MLP's input.
    #[must_use]
    pub fn interaction_width(&self) -> usize {
        match self.interaction {
            Interaction::Dot => self.bottom_output() + self.tables() * (self.tables() + 1) / 2,
            Interaction::Cat => self.bottom_output() + self.tables() * self.dimension,
        }
    }

    /// Widths of the top MLP, its input first.
    #[must_use]
    pub fn top_widths(&self) -> Vec<usize> {
        std::iter::once(self.interaction_width()).chain(self.top.iter().copied()).collect()
    }
}

/// Where batches come from.
#[derive(Clone, Debug, PartialEq)]
pub enum DataConfig {
    /// A safetensors file with `dense`, `indices` and `labels`.
    Tensors {
        /// The file.
        path: PathBuf,
    },
    /// A Criteo TSV file.
    Criteo {
        /// The file.
        path: PathBuf,
        /// What to do with a malformed line.
        on_malformed: OnMalformed,
    },
    /// Random rows that follow a power law, with labels that depend on them.
    Synthetic {
        /// Exponent of the power law; 0 is uniform.
        skew: f64,
        /// Batches an epoch.
        batches: u64,
    },
}

impl DataConfig {
    /// Its name in an experiment file.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tensors { .. } => "tensors",
            Self::Criteo { .. } => "criteo",
            Self::Synthetic { .. } => "synthetic",
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Tensors { path } | Self::Criteo { path, .. } => Some(path),
            Self::Synthetic { .. } => None,
        }
    }

    pub(crate) fn path_mut(&mut self) -> Option<&mut PathBuf> {
        match self {
            Self::Tensors { path } | Self::Criteo { path, .. } => Some(path),
            Self::Synthetic { .. } => None,
        }
    }
}

/// How an experiment trains.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainConfig {
    /// Samples a batch; `None`: not said.
    pub batch_size: Option<usize>,
    /// Learning rate of every parameter.
    pub learning_rate: f32,
    /// Optimiser of every parameter.
    pub optimizer: Optimizer,
    /// When a batch is looked up.
    pub lookup: Lookup,
    /// Whether the file says so; otherwise the system does ([`Experiment::set_system`]).
    pub lookup_is_given: bool,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Passes over the data.
    pub epochs: u64,
}

impl TrainConfig {
    /// Samples a batch where neither the file nor the data says.
    pub const DEFAULT_BATCH_SIZE: usize = 128;

    /// Unless the file says when a batch is looked up, the system does: NDRec's is made to look ahead.
    fn follow(&mut self, system: SystemKind) {
        if !self.lookup_is_given {
            self.lookup = if system == SystemKind::NdRec { Lookup::Relaxed } else { Lookup::Strict };
        }
    }
}

/// What the trained model is evaluated on.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateConfig {
    /// Whether it is evaluated at all.
    pub enabled: bool,
    /// Other data than the training data, of the same kind.
    pub path: Option<PathBuf>,
    /// Batches at most; `None`: as many as were trained.
    pub batches: Option<u64>,
}

/// The device of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceConfig {
    /// Which device.
    pub design: DeviceDesign,
    /// Which implementation.
    pub kind: DeviceKind,
    /// Embedding vectors in the cache of each SmartSSD.
    pub cache_vectors: u32,
    /// SmartSSDs, among which the tables are spread ([`placement`](crate::placement)).
    pub smartssds: usize,
    /// Memory channels.
    pub channels: u32,
    /// Stalls of the simulated buses; only RTL has them.
    pub stalls: Stalls,
    /// The medium that the memory controllers emulate; it changes time alone.
    pub media: MediaPreset,
}

/// The system of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemConfig {
    /// Which schedule.
    pub kind: SystemKind,
    /// The GPU.
    pub gpu: GpuConfig,
    /// The links between host, GPU and device.
    pub link: LinkPreset,
}

impl SystemConfig {
    /// The link where the file does not say.
    pub const DEFAULT_LINK: &str = "trainingcxl";
}

/// What the GPU's time is from.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuConfig {
    /// A specification.
    Preset(Box<GpuPreset>),
    /// A recorded table.
    Recorded(PathBuf),
}

/// The checkpoints of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckpointConfig {
    /// What is logged.
    pub mode: CheckpointMode,
    /// Batches between two logs of the MLPs' parameters, of [`CheckpointMode::Relaxed`].
    pub every: u16,
    /// Cycles between two lines of a record.
    pub gap: u16,
}

impl CheckpointConfig {
    /// Batches between two logs of parameters where the file does not say.
    pub const DEFAULT_EVERY: u16 = 8;
}

/// Everything that an experiment file says, with defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The model.
    pub model: ModelConfig,
    /// The data.
    pub data: DataConfig,
    /// Training.
    pub train: TrainConfig,
    /// Evaluation after training.
    pub evaluate: EvaluateConfig,
    /// The device.
    pub device: DeviceConfig,
    /// The system.
    pub system: SystemConfig,
    /// Checkpoints.
    pub checkpoint: CheckpointConfig,
}

impl Experiment {
    /// Reads an experiment file.
    ///
    /// # Errors
    /// A file that cannot be read, that is no TOML, or that says something wrong.
    pub fn read(file: &Path) -> Result<Self, ConfigError> {
        let text =
            std::fs::read_to_string(file).map_err(|source| ConfigError::Read { file: file.to_path_buf(), source })?;
        Self::parse(file, &text)
    }

    /// Reads `text` as the contents of `file`, which need not exist; paths in it are relative to `file`.
    ///
    /// # Errors
    /// Text that is no TOML, or that says something wrong.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ConfigError> {
        let document = Document::parse(file, text)?;
        document.only(&["model", "data", "train", "evaluate", "device", "system", "checkpoint"])?;
        let model = model(&document.section("model")?)?;
        let (data, data_section) = data(&document)?;
        let mut train = train(&document.section("train")?)?;
        let evaluate = evaluate(&document.section("evaluate")?, &data)?;
        let device = device(&document.section("device")?, model.tables())?;
        let system = system(&document.section("system")?)?;
        let checkpoint = checkpoint(&document.section("checkpoint")?)?;
        train.follow(system.kind);
        if matches!(data, DataConfig::Criteo { .. }) && model.dense() != crate::data::CRITEO_INTEGERS {
            return Err(data_section.wrong(
                "kind",
                format!(
                    "a Criteo record has {} integers, so model.bottom must start with {}, not {}",
                    crate::data::CRITEO_INTEGERS,
                    crate::data::CRITEO_INTEGERS,
                    model.dense()
                ),
            ));
        }
        Ok(Self { model, data, train, evaluate, device, system, checkpoint })
    }

    /// Takes another system. When a batch is looked up follows, unless the file says it.
    pub fn set_system(&mut self, kind: SystemKind) {
        self.system.kind = kind;
        self.train.follow(kind);
    }

    /// The data that the trained model is evaluated on.
    #[must_use]
    pub fn evaluation_data(&self) -> DataConfig {
        let mut data = self.data.clone();
        if let (Some(other), Some(path)) = (&self.evaluate.path, data.path_mut()) {
            path.clone_from(other);
        }
        data
    }
}

fn model(section: &Section<'_>) -> Result<ModelConfig, ConfigError> {
    section.only(&[
        "preset",
        "bottom",
        "top",
        "interaction",
        "tables",
        "rows",
        "dimension",
        "pooling",
        "lookups",
        "initial_parameters",
    ])?;
    let preset = section.choice("preset", Preset::NAMES)?;
    let shape = match preset {
        Some(preset) => {
            for key in ["bottom", "top", "tables", "dimension"] {
                if section.has(key) {
                    return Err(section
                        .wrong(key, format!("preset {:?} already says {key}; remove one of the two", preset.name())));
                }
            }
            preset.shape()
        }
        None => Shape {
            bottom: widths(section, "bottom")?,
            top: widths(section, "top")?,
            tables: section.require(section.integer("tables", 1, 4096)?, "tables", "the number of embedding tables")?
                as usize,
            dimension: section.require(
                section.integer("dimension", 16, 256)?,
                "dimension",
                "the FP32 elements of an embedding row",
            )? as usize,
            lookups: 1,
        },
    };
    let interaction = section.choice("interaction", Interaction::NAMES)?.unwrap_or(Interaction::Dot);
    if shape.dimension % 16 != 0 {
        return Err(section.wrong("dimension", format!("{} is not a multiple of 16 in 16..=256", shape.dimension)));
    }
    if shape.bottom.len() < 2 {
        return Err(section.wrong("bottom", "expected the dense features and at least one layer, as in [13, 64, 16]"));
    }
    if shape.top.last() != Some(&1) {
        return Err(section.wrong("top", "the last width must be 1, the click's probability"));
    }
    let output = shape.bottom[shape.bottom.len() - 1];
    if interaction == Interaction::Dot && output != shape.dimension {
        return Err(section.wrong(
            "bottom",
            format!(
                "the last width is {output}, but with interaction \"dot\" it must equal dimension, {}",
                shape.dimension
            ),
        ));
    }
    let rows = match section.integers("rows", 1, u64::from(u32::MAX))? {
        None if preset.is_some() => vec![Preset::DEFAULT_ROWS; shape.tables],
        None => return Err(section.missing("rows", "the rows of every table: one number, or a list with one a table")),
        Some(reader::OneOrMany::One(rows)) => vec![rows as u32; shape.tables],
        Some(reader::OneOrMany::Many(rows)) if rows.len() == shape.tables => {
            rows.into_iter().map(|rows| rows as u32).collect()
        }
        Some(reader::OneOrMany::Many(rows)) => {
            return Err(section.wrong(
                "rows",
                format!("the list has {} numbers, but the model has {} tables", rows.len(), shape.tables),
            ));
        }
    };
    Ok(ModelConfig {
        interaction,
        rows,
        pooling: section.choice("pooling", Pooling::NAMES)?.unwrap_or(Pooling::Sum),
        lookups: section.integer("lookups", 1, 65536)?.map_or(shape.lookups, |lookups| lookups as usize),
        initial_parameters: section.path("initial_parameters")?,
        bottom: shape.bottom,
        top: shape.top,
        dimension: shape.dimension,
    })
}

fn widths(section: &Section<'_>, key: &'static str) -> Result<Vec<usize>, ConfigError> {
    match section.integers(key, 1, 1 << 20)? {
        Some(reader::OneOrMany::Many(widths)) if !widths.is_empty() => {
            Ok(widths.into_iter().map(|width| width as usize).collect())
        }
        Some(_) => Err(section.wrong(key, "expected a list of layer widths, as in [64, 32, 1]")),
        None => Err(section.missing(key, "a list of layer widths, or preset = \"rm1\"")),
    }
}

fn data<'a>(document: &'a Document<'_>) -> Result<(DataConfig, Section<'a>), ConfigError> {
    let section = document.section("data")?;
    section.only(&["kind", "path", "on_malformed", "skew", "batches"])?;
    let kinds = [("tensors", "tensors"), ("criteo", "criteo"), ("synthetic", "synthetic")];
    let kind =
        section.require(section.choice("kind", &kinds)?, "kind", "one of \"tensors\", \"criteo\", \"synthetic\"")?;
    let belongs = |key: &'static str, to: &'static str| -> Result<(), ConfigError> {
        if section.has(key) && kind != to {
            return Err(section.wrong(key, format!("this key is for kind = {to:?}, but kind is {kind:?}")));
        }
        Ok(())
    };
    belongs("on_malformed", "criteo")?;
    belongs("skew", "synthetic")?;
    belongs("batches", "synthetic")?;
    let path = section.path("path")?;
    let file = |what| section.require(path.clone(), "path", what);
    let config = match kind {
        "tensors" => DataConfig::Tensors { path: file("a safetensors file with dense, indices and labels")? },
        "criteo" => DataConfig::Criteo {
            path: file("a Criteo TSV file")?,
            on_malformed: section.choice("on_malformed", OnMalformed::NAMES)?.unwrap_or(OnMalformed::Error),
        },
        _ => {
            if section.has("path") {
                return Err(section.wrong("path", "synthetic data is drawn, not read: remove the path or change kind"));
            }
            DataConfig::Synthetic {
                skew: section.number("skew", 0.0, 100.0)?.unwrap_or(1.05),
                batches: section.integer("batches", 1, u64::from(u32::MAX))?.unwrap_or(100),
            }
        }
    };
    Ok((config, section))
}

fn train(section: &Section<'_>) -> Result<TrainConfig, ConfigError> {
    section.only(&["batch_size", "learning_rate", "optimizer", "lookup", "seed", "epochs"])?;
    Ok(TrainConfig {
        batch_size: section.integer("batch_size", 1, 1 << 20)?.map(|size| size as usize),
        learning_rate: section.number("learning_rate", 0.0, 1e6)?.unwrap_or(0.1) as f32,
        optimizer: section.choice("optimizer", Optimizer::NAMES)?.unwrap_or(Optimizer::Sgd),
        lookup: section.choice("lookup", Lookup::NAMES)?.unwrap_or(Lookup::Strict),
        lookup_is_given: section.has("lookup"),
        seed: section.integer("seed", 0, i64::MAX as u64)?.unwrap_or(0),
        epochs: section.integer("epochs", 1, u64::from(u32::MAX))?.unwrap_or(1),
    })
}

fn evaluate(section: &Section<'_>, data: &DataConfig) -> Result<EvaluateConfig, ConfigError> {
    section.only(&["enabled", "path", "batches"])?;
    let path = section.path("path")?;
    if path.is_some() && matches!(data, DataConfig::Synthetic { .. }) {
        return Err(section.wrong("path", "synthetic data is drawn, not read: remove the path"));
    }
    let enabled = section.boolean("enabled")?;
    Ok(EvaluateConfig {
        enabled: enabled.unwrap_or(section.exists() || matches!(data, DataConfig::Tensors { .. })),
        path,
        batches: section.integer("batches", 1, u64::from(u32::MAX))?,
    })
}

fn device(section: &Section<'_>, tables: usize) -> Result<DeviceConfig, ConfigError> {
    section.only(&["design", "kind", "channels", "stalls", "media", "cache_vectors", "smartssds"])?;
    let design = section.choice("design", DeviceDesign::NAMES)?.unwrap_or(DeviceDesign::CxlMem);
    let of_other: &[&str] = match design {
        DeviceDesign::CxlMem => &["cache_vectors", "smartssds"],
        DeviceDesign::SmartSsd => &["channels", "media"],
    };
    if let Some(key) = of_other.iter().find(|key| section.has(key)) {
        return Err(section.wrong(key, format!("design = {:?} does not have this: remove it", design.name())));
    }
    let channels = section.integer("channels", 1, 4)?.unwrap_or(4) as u32;
    if channels != 1 && channels != 4 {
        return Err(section.wrong("channels", format!("expected 4 or 1, found {channels}")));
    }
    let smartssds = section.integer("smartssds", 1, 8)?.unwrap_or(1) as usize;
    if smartssds > tables.div_ceil(2) {
        let message =
            format!("tables are placed in pairs, and {tables} make {}: take no more SmartSSDs", tables.div_ceil(2));
        return Err(section.wrong("smartssds", message));
    }
    Ok(DeviceConfig {
        design,
        smartssds,
        cache_vectors: section.integer("cache_vectors", 1, 1 << 26)?.unwrap_or(1 << 16) as u32,
        kind: section.choice("kind", DeviceKind::NAMES)?.unwrap_or(DeviceKind::Reference),
        channels,
        stalls: section.choice("stalls", Stalls::NAMES)?.unwrap_or(Stalls::None),
        media: medium(section)?,
    })
}

fn medium(section: &Section<'_>) -> Result<MediaPreset, ConfigError> {
    let presets = media::presets();
    let names: Vec<(&str, usize)> = presets.iter().enumerate().map(|(index, preset)| (&*preset.name, index)).collect();
    let chosen = section.choice("media", &names)?.unwrap_or_default();
    Ok(presets[chosen].clone())
}

fn system(section: &Section<'_>) -> Result<SystemConfig, ConfigError> {
    section.only(&["kind", "gpu", "link"])?;
    let links = link::presets();
    let names: Vec<(&str, usize)> = links.iter().enumerate().map(|(index, link)| (&*link.name, index)).collect();
    let default = links.iter().position(|link| link.name == SystemConfig::DEFAULT_LINK).unwrap_or_default();
    let link = section.choice("link", &names)?.unwrap_or(default);
    Ok(SystemConfig {
        kind: section.choice("kind", SystemKind::NAMES)?.unwrap_or(SystemKind::None),
        gpu: gpu(section)?,
        link: links[link].clone(),
    })
}

fn checkpoint(section: &Section<'_>) -> Result<CheckpointConfig, ConfigError> {
    section.only(&["mode", "every", "gap"])?;
    let mode = section.choice("mode", CheckpointMode::NAMES)?.unwrap_or(CheckpointMode::None);
    if section.has("every") && mode != CheckpointMode::Relaxed {
        let message = format!("this key is for mode = \"relaxed\", but mode is {:?}", mode.name());
        return Err(section.wrong("every", message));
    }
    let every = section.integer("every", 1, LogMode::LONGEST.into())?;
    let every = every.map_or(CheckpointConfig::DEFAULT_EVERY, |every| every as u16);
    let gap = section.integer("gap", 0, u16::MAX.into())?.unwrap_or(0) as u16;
    Ok(CheckpointConfig { mode, every, gap })
}

fn gpu(section: &Section<'_>) -> Result<GpuConfig, ConfigError> {
    let presets = gpu::presets();
    let names: Vec<(&str, usize)> = presets.iter().enumerate().map(|(index, preset)| (&*preset.name, index)).collect();
    // A table is a file with an ending or in a folder, which no preset's name looks like.
    if let Some(path) = section.path("gpu")?.filter(|_| section.text("gpu").contains(['/', '.'])) {
        return Ok(GpuConfig::Recorded(path));
    }
    let chosen = section.choice_or("gpu", &names, " or the path of a recorded table (gpu.json)")?;
    Ok(GpuConfig::Preset(Box::new(presets[chosen.unwrap_or_default()].clone())))
}

#[cfg(test)]
mod tests;
