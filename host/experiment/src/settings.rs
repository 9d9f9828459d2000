//! What an experiment says, section by section.

use std::path::PathBuf;

use emberlane_drivers::LogMode;
use emberlane_fabric::link::LinkPreset;
use emberlane_models::media::MediaPreset;

use crate::choices::choices;
use crate::{
    ClusterConfig, DataConfig, DeviceKind, FailuresConfig, GpuPreset, HeldOut, PoolConfig, Preset, StoreConfig,
};

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

impl Optimizer {
    /// Numbers that it keeps of a row of `dimension` weights.
    #[must_use]
    pub const fn state_of(self, dimension: usize) -> usize {
        match self {
            Self::Sgd => 0,
            Self::Adagrad => dimension,
            Self::RowwiseAdagrad => 1,
        }
    }
}

/// When a batch is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// When the batch before it has been applied to the tables.
    Strict,
    /// Before the gradients of the batch before it are known; its pooled vectors are brought up to date when they are. Only
    /// rounding differs, by no more than `emberlane_stores::relaxed::bounds` says. With a system, lookup and update
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
    /// TrainingCXL's SSD: tables on an NVMe drive, embedding operations on the host's cores, a redo log.
    Ssd,
    /// TrainingCXL's PMEM: tables in persistent memory of the host, embedding operations on the host's cores, a redo log.
    Pmem,
    /// TrainingCXL's PCIe: CXL-MEM's computing logic, data moved by software, a redo log.
    Pcie,
    /// TrainingCXL's CXL-D: automatic data movement, a redo log.
    CxlD,
    /// TrainingCXL's CXL-B: automatic data movement, an undo log beside the GPU's work.
    CxlB,
    /// TrainingCXL's CXL: relaxed lookup and a relaxed log.
    Cxl,
    /// TrainingCXL's DRAM: tables in the host's DRAM, embedding operations on the host's cores, no checkpoint.
    Dram,
    /// NDRec's sharding: tables in the GPUs' memories, each GPU with some of them.
    TableWise,
    /// NDRec's UVM: tables in host memory, which the GPUs read in place (TorchRec).
    Uvm,
    /// NDRec's UVM-Caching: the same behind a cache of rows in the GPUs' memories.
    UvmCaching,
    /// cDLRM: tables in host memory, and a cache on each GPU that is filled ahead.
    Cdlrm,
    /// NDRec's NMP-CXL: memory modules that pool, as one CXL device (RecNMP).
    NmpCxl,
    /// SmartSSDs without lookahead, CXL and planned cache.
    NaiveOffload,
    /// NDRec without lookahead embedding.
    NoLookahead,
    /// NDRec with copies by the host's software.
    NoCxl,
    /// NDRec without its embedding cache.
    NoCache,
    /// MTrainS: tables in files behind row caches, or whole in HBM or DRAM ([`StoreConfig`]), for eight GPUs; rows are fetched ahead.
    MTrains,
}

/// Who moves the data of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Nobody, in simulated time.
    None,
    /// Software on the host, between CXL-MEM and GPU.
    Software,
    /// CXL-MEM and GPU themselves.
    Automatic,
    /// SmartSSD and GPU, in NDRec's iterations.
    Iterations,
    /// Software on the host, whose cores do the embedding operations.
    OnHost,
    /// The GPUs, between files, caches of rows and themselves.
    Tiers,
    /// Software on GPUs that train together, each a part of a batch; tables in their memories, the host's, or modules that pool.
    OnGpus,
}

impl SystemKind {
    /// The systems that TrainingCXL compares, in the order of its Fig. 11, and the ideal of its Fig. 13. Each says what is logged and
    /// when a batch is looked up.
    pub const TRAININGCXL: [Self; 7] =
        [Self::Ssd, Self::Pmem, Self::Pcie, Self::CxlD, Self::CxlB, Self::Cxl, Self::Dram];

    /// The systems that NDRec compares (Section VI), its ablations at the end.
    pub const NDREC: [Self; 10] = [
        Self::TableWise,
        Self::Uvm,
        Self::UvmCaching,
        Self::Cdlrm,
        Self::NmpCxl,
        Self::NaiveOffload,
        Self::NdRec,
        Self::NoLookahead,
        Self::NoCxl,
        Self::NoCache,
    ];

    /// Who moves the data of a batch.
    #[must_use]
    pub fn movement(self) -> Movement {
        match self {
            Self::None => Movement::None,
            Self::SoftwareCopy | Self::Pcie => Movement::Software,
            Self::Automatic | Self::CxlD | Self::CxlB | Self::Cxl => Movement::Automatic,
            Self::NdRec | Self::NaiveOffload | Self::NoLookahead | Self::NoCxl | Self::NoCache => Movement::Iterations,
            Self::Ssd | Self::Pmem | Self::Dram => Movement::OnHost,
            Self::MTrains => Movement::Tiers,
            Self::TableWise | Self::Uvm | Self::UvmCaching | Self::Cdlrm | Self::NmpCxl => Movement::OnGpus,
        }
    }

    /// What is logged; `None`: the experiment says.
    #[must_use]
    pub fn checkpoint(self) -> Option<CheckpointMode> {
        match self {
            Self::None | Self::SoftwareCopy | Self::Automatic | Self::MTrains => None,
            _ if Self::NDREC.contains(&self) => None,
            Self::Ssd | Self::Pmem | Self::Pcie | Self::CxlD => Some(CheckpointMode::Redo),
            Self::CxlB => Some(CheckpointMode::Undo),
            Self::Cxl => Some(CheckpointMode::Relaxed),
            _ => Some(CheckpointMode::None),
        }
    }

    /// When a batch is looked up, where the experiment does not say.
    #[must_use]
    pub fn lookup(self) -> Lookup {
        match self {
            Self::NdRec | Self::NoCxl | Self::NoCache | Self::Cxl => Lookup::Relaxed,
            _ => Lookup::Strict,
        }
    }
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

/// What says that one evaluation is better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationMetric {
    /// Mean binary cross-entropy: less is better.
    LogLoss,
    /// Area under the ROC curve: more is better.
    Auc,
}

choices!(Interaction: "dot" = Dot, "cat" = Cat);
choices!(Pooling: "sum" = Sum, "mean" = Mean);
choices!(Optimizer: "sgd" = Sgd, "adagrad" = Adagrad, "rowwise-adagrad" = RowwiseAdagrad);
choices!(Lookup: "strict" = Strict, "relaxed" = Relaxed);
choices!(DeviceDesign: "cxl-mem" = CxlMem, "smartssd" = SmartSsd);
choices!(Stalls: "none" = None, "random" = Random, "heavy" = Heavy);
choices!(SystemKind: "none" = None, "software-copy" = SoftwareCopy, "automatic" = Automatic, "ndrec" = NdRec, "ssd" = Ssd,
    "pmem" = Pmem, "pcie" = Pcie, "cxl-d" = CxlD, "cxl-b" = CxlB, "cxl" = Cxl, "dram" = Dram,
    "table-wise" = TableWise, "uvm" = Uvm, "uvm-caching" = UvmCaching, "cdlrm" = Cdlrm, "nmp-cxl" = NmpCxl,
    "naive-offload" = NaiveOffload, "no-lookahead" = NoLookahead, "no-cxl" = NoCxl, "no-cache" = NoCache,
    "mtrains" = MTrains);
choices!(CheckpointMode: "none" = None, "redo" = Redo, "undo" = Undo, "relaxed" = Relaxed);
choices!(EvaluationMetric: "log_loss" = LogLoss, "auc" = Auc);

/// The model of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelConfig {
    /// The preset that its shape is of; `None`: the experiment says it.
    pub preset: Option<Preset>,
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
    /// Parts that a batch's samples are cut into, whose gradients of the MLPs are summed one part after the other; `None`: as many as
    /// there are GPUs.
    pub slices: Option<usize>,
}

impl TrainConfig {
    /// Samples a batch where neither the file nor the data says.
    pub const DEFAULT_BATCH_SIZE: usize = 128;

    /// Unless the file says when a batch is looked up, the system does: some are made to look ahead.
    pub(crate) fn follow(&mut self, system: SystemKind) {
        if !self.lookup_is_given {
            self.lookup = system.lookup();
        }
    }
}

/// What the trained model is evaluated on.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateConfig {
    /// Whether it is evaluated at all.
    pub enabled: bool,
    /// Files of other data than the training data, of the same kind, as in [`DataConfig::paths`]; none: the training data, or what
    /// of it is held out.
    pub paths: Vec<PathBuf>,
    /// Batches at most; `None`: all with `every`, and as many as were trained without it.
    pub batches: Option<u64>,
    /// Batches that are trained between two evaluations; `None`: only the trained model is evaluated.
    pub every: Option<u64>,
    /// What decides which evaluation is the best.
    pub metric: EvaluationMetric,
    /// Evaluations in a row that are no better than the best, after which training stops; `None`: it does not.
    pub stop_after: Option<u64>,
}

impl EvaluateConfig {
    /// Batches that an evaluation takes at most, when `trained` were trained: on the way, it is the same ones every time.
    #[must_use]
    pub fn most(&self, trained: u64) -> u64 {
        self.batches.unwrap_or(if self.every.is_some() { u64::MAX } else { trained })
    }

    /// How often a training of so many batches evaluates: on the way, and in the end.
    #[must_use]
    pub fn times(&self, trained: u64) -> u64 {
        if self.enabled { self.every.map_or(0, |every| trained / every) + 1 } else { 0 }
    }
}

/// Training states that are saved on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaveConfig {
    /// Batches between two states; `None`: the file does not say.
    pub every: Option<u64>,
    /// The newest so many are kept.
    pub keep: usize,
}

impl SaveConfig {
    /// States that are kept where the file does not say.
    pub const DEFAULT_KEEP: usize = 2;
    /// Batches between two states where the file does not say, of a training that can go on to the same bits only from states at fixed
    /// batches ([`Experiment::rests_at_any_batch`]).
    pub const DEFAULT_EVERY: u64 = 1000;
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
    /// SmartSSDs, among which the tables are spread (`emberlane_stores::placement`).
    pub smartssds: usize,
    /// Memory channels.
    pub channels: u32,
    /// Stalls of the simulated buses; only RTL has them.
    pub stalls: Stalls,
    /// The medium that the memory controllers emulate; it changes time alone.
    pub media: MediaPreset,
    /// Engines keep lines of rows that a lookup asks for again; it changes time alone.
    pub row_cache: bool,
}

/// The system of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemConfig {
    /// Which schedule.
    pub kind: SystemKind,
    /// The GPU.
    pub gpu: GpuConfig,
    /// GPUs, each of which trains its part of a batch; only NDRec's systems have more than one.
    pub gpus: usize,
    /// Switches between a device and the root port, beside those of the link; only NDRec's systems have any.
    pub switch_levels: u64,
    /// Whether the GPUs have the small tables, those whose lookups their arithmetic bounds; only SmartSSDs' systems.
    pub small_tables_on_gpus: bool,
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
    /// Whether the file says so; otherwise the system does ([`Experiment::set_system`]).
    pub mode_is_given: bool,
    /// Batches between the beginnings of two logs of the MLPs' parameters at most, of [`CheckpointMode::Relaxed`].
    pub every: u16,
    /// Cycles between two lines of a record.
    pub gap: u16,
}

impl CheckpointConfig {
    /// Batches between two logs of parameters at most, where the file does not say: recovered parameters are then fewer than 200
    /// batches older than the rows. Of "hundreds" the accuracy does not suffer (TrainingCXL, Fig. 9a).
    pub const DEFAULT_EVERY: u16 = 100;
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
    /// Training states that are saved on the way.
    pub save: SaveConfig,
    /// Tables in files; `None`: a device or host memory has them.
    pub store: Option<StoreConfig>,
    /// Tables on shards; `None`: this process has them.
    pub cluster: Option<ClusterConfig>,
    /// Tables in a pool of persistent memory; `None`: they are somewhere else.
    pub pool: Option<PoolConfig>,
    /// Shards that die while training; `None`: none does.
    pub failures: Option<FailuresConfig>,
}

impl Experiment {
    /// Whether training may rest before any batch without a difference in its bits: nothing but parameters and tables goes from one
    /// batch to the next.
    ///
    /// A batch that is looked up ahead is pooled in another order than one that is not, and a SmartSSD sums vectors in the order in
    /// which its cache and banks happen to hold them. Such a training rests at [fixed batches](Self::rests_before) instead, whether it
    /// is stopped there or not. One with [failures](Self::failures) begins again from its first batch: what its shards have saved is in no
    /// state.
    #[must_use]
    pub fn rests_at_any_batch(&self) -> bool {
        if self.failures.is_some() {
            return false;
        }
        let elsewhere = self.store.is_some() || self.cluster.is_some() || self.pool.is_some();
        let on_host = matches!(self.system.kind.movement(), Movement::OnHost | Movement::OnGpus) || elsewhere;
        let in_host_memory = self.train.optimizer != Optimizer::Sgd || on_host;
        in_host_memory || (self.train.lookup == Lookup::Strict && self.device.design == DeviceDesign::CxlMem)
    }

    /// What keeps the tables in files of this process; `None`: they are elsewhere, or `[store]` describes what shards keep them in.
    #[must_use]
    pub fn own_store(&self) -> Option<&StoreConfig> {
        self.store.as_ref().filter(|_| self.cluster.is_none())
    }

    /// Batches between two states that are saved; `None`: none is, unless the training is stopped.
    #[must_use]
    pub fn saves_every(&self) -> Option<u64> {
        let has_to = !self.rests_at_any_batch() && self.failures.is_none();
        self.save.every.or(has_to.then_some(SaveConfig::DEFAULT_EVERY))
    }

    /// Whether a state is saved before this batch.
    #[must_use]
    pub fn saves_before(&self, batch: u64) -> bool {
        batch > 0 && self.saves_every().is_some_and(|every| batch.is_multiple_of(every))
    }

    /// Whether the model is evaluated before this batch, on the way.
    #[must_use]
    pub fn evaluates_before(&self, batch: u64) -> bool {
        batch > 0 && self.evaluate.every.is_some_and(|every| batch.is_multiple_of(every))
    }

    /// Whether training rests before this batch: all that was begun is applied, and caches are empty.
    #[must_use]
    pub fn rests_before(&self, batch: u64) -> bool {
        self.saves_before(batch) || self.evaluates_before(batch)
    }

    /// Parts of a batch whose gradients of the MLPs are summed one after the other: one a GPU or a worker, unless the file says it.
    #[must_use]
    pub fn slices(&self) -> usize {
        let workers = self.cluster.as_ref().map_or(1, |cluster| usize::from(cluster.workers));
        self.train.slices.unwrap_or(self.system.gpus.max(workers))
    }

    /// Takes another system. When a batch is looked up and what is logged follow, unless the file says it.
    pub fn set_system(&mut self, kind: SystemKind) {
        self.system.kind = kind;
        self.train.follow(kind);
        self.checkpoint.follow(kind);
    }

    /// Whether CXL-MEM makes checkpoints, from which training goes on.
    #[must_use]
    pub fn logs_on_device(&self) -> bool {
        let on_host = matches!(self.system.kind.movement(), Movement::OnHost | Movement::OnGpus);
        self.checkpoint.mode != CheckpointMode::None && !on_host
    }

    /// Bytes of a row of a table, with what the optimiser keeps of it.
    pub(crate) fn row_bytes(&self) -> u64 {
        let dimension = self.model.dimension;
        4 * (dimension + self.train.optimizer.state_of(dimension)) as u64
    }

    /// The data that the trained model is evaluated on.
    #[must_use]
    pub fn evaluation_data(&self) -> DataConfig {
        let mut data = self.data.clone();
        if !self.evaluate.paths.is_empty() {
            data.set_paths(self.evaluate.paths.clone());
            data.set_held_out(HeldOut::None);
        }
        data
    }
}

impl CheckpointConfig {
    /// Unless the file says what is logged, the system does.
    pub(crate) fn follow(&mut self, system: SystemKind) {
        if !self.mode_is_given {
            self.mode = system.checkpoint().unwrap_or(CheckpointMode::None);
        }
    }

    /// How the device logs; `None`: not at all.
    #[must_use]
    pub fn log_mode(&self) -> Option<LogMode> {
        match self.mode {
            CheckpointMode::None => None,
            CheckpointMode::Redo => Some(LogMode::Redo),
            CheckpointMode::Undo => Some(LogMode::Undo),
            CheckpointMode::Relaxed => Some(LogMode::Relaxed { every: self.every }),
        }
    }
}
