//! What the steps of a batch cost.

use std::ops::AddAssign;

use emberlane_models::media;
use serde::Serialize;

use super::{Assumptions, Workload};
use emberlane_experiment::GpuPreset;
use emberlane_systems::gpu::{self, Layer, Pass};
use emberlane_systems::schedule::{self, Call, SoftwareCosts};

/// What a step counts as, as Fig. 11 of TrainingCXL has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Part {
    /// Interaction, top MLP and loss.
    TopMlp,
    /// Bottom MLP.
    BottomMlp,
    /// Movement between host, GPU and memory, and the software that asks for it.
    Transfer,
    /// Embedding lookup and update.
    Embedding,
    /// Logs of rows and parameters.
    Checkpoint,
}

impl Part {
    /// All of them, from the bottom of a bar to its top.
    pub const ALL: [Self; 5] = [Self::TopMlp, Self::BottomMlp, Self::Transfer, Self::Embedding, Self::Checkpoint];

    /// Its name in Fig. 11.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TopMlp => "T-MLP",
            Self::BottomMlp => "B-MLP",
            Self::Transfer => "Transfer",
            Self::Embedding => "Embedding",
            Self::Checkpoint => "Checkpoint",
        }
    }
}

impl From<Part> for usize {
    /// Its place in [`Part::ALL`].
    fn from(part: Part) -> Self {
        part as Self
    }
}

/// Bytes that steps move. Those of the tables' memory include logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Traffic {
    /// Read from the memory that holds the tables.
    pub memory_reads: f64,
    /// Written to it.
    pub memory_writes: f64,
    /// Over PCIe or CXL, both ways.
    pub link: f64,
    /// Read from or written to a cache of rows in host DRAM.
    pub cache: f64,
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.memory_reads += other.memory_reads;
        self.memory_writes += other.memory_writes;
        self.link += other.link;
        self.cache += other.cache;
    }
}

/// A step of a system's batch.
pub type Step = schedule::Step<Part, Traffic>;

/// The memory that holds the tables, as embedding operations and logs meet it. Rates in bytes a second over all channels.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Random reads of rows.
    pub(super) read: f64,
    /// Writes of rows.
    pub(super) row_write: f64,
    /// The log of rows.
    pub(super) row_log: f64,
    /// The log of parameters.
    pub(super) parameter_log: f64,
    /// From a read to its answer, seconds.
    pub(super) read_latency: f64,
    /// From a write to its answer, seconds.
    pub(super) write_latency: f64,
    /// Bytes that a row is read as.
    pub(super) grain: f64,
    /// Share of the accesses that a cache in host DRAM takes.
    pub(super) hits: f64,
    /// Reads and writes share the rate.
    pub(super) is_half_duplex: bool,
    /// What the host's software takes for an index, seconds.
    pub(super) index: f64,
    /// It is past a link.
    pub(super) is_device: bool,
}

/// The costs of a workload's steps.
#[derive(Debug)]
pub struct Costs<'a> {
    pub(super) workload: &'a Workload,
    assumptions: &'a Assumptions,
    gpu: GpuPreset,
    software: SoftwareCosts,
    dram_rate: f64,
    dram_latency: f64,
}

const MB: f64 = 1e6;

impl<'a> Costs<'a> {
    pub(super) fn new(workload: &'a Workload, assumptions: &'a Assumptions) -> Self {
        let mut gpu = emberlane_experiment::gpu_presets()
            .into_iter()
            .find(|preset| preset.name == "rtx-3090")
            .expect("the paper's GPU is a preset");
        gpu.framework_ps.value = (assumptions.get("gpu_framework_us") * 1e6) as u64;
        let dram = media::preset("dram").expect("there is a preset of DRAM");
        Self {
            workload,
            assumptions,
            gpu,
            software: SoftwareCosts::default(),
            dram_rate: dram.read_bandwidth_mb_per_s.value as f64 * MB,
            dram_latency: dram.read_latency_ps.value as f64 * 1e-12,
        }
    }

    fn get(&self, name: &'static str) -> f64 {
        self.assumptions.get(name)
    }

    // Memories.

    /// Persistent memory behind CXL-MEM's channels.
    pub fn device_pmem(&self) -> Memory {
        let all = self.get("cxl_mem_channels");
        Memory { parameter_log: self.get("parameter_log_mb_per_s") * MB, index: 0.0, is_device: true, ..self.pmem(all) }
    }

    /// Persistent memory of the host.
    pub fn host_pmem(&self) -> Memory {
        let (all, of_device) = (self.get("host_pmem_channels"), self.get("cxl_mem_channels"));
        let memory = self.pmem(all);
        let outstanding = self.get("host_outstanding_lines") * 64.0 / memory.read_latency;
        let parameter_log = self.get("parameter_log_mb_per_s") * MB * all / of_device;
        Memory { read: memory.read.min(outstanding), parameter_log, ..memory }
    }

    fn pmem(&self, channels: f64) -> Memory {
        let preset = media::preset("trainingcxl").expect("there is a preset of the paper's PMEM");
        let row_write = preset.row_write_bandwidth_mb_per_s.value as f64 * MB * channels;
        Memory {
            read: preset.read_bandwidth_mb_per_s.value as f64 * MB * channels,
            row_write,
            row_log: row_write,
            parameter_log: row_write,
            read_latency: preset.read_latency_ps.value as f64 * 1e-12,
            write_latency: preset.write_latency_ps.value as f64 * 1e-12,
            grain: self.workload.row_bytes as f64,
            hits: 0.0,
            is_half_duplex: false,
            index: self.host_index(),
            is_device: false,
        }
    }

    fn host_index(&self) -> f64 {
        self.get("host_index_ns") * 1e-9
    }

    /// The host's DRAM.
    pub fn host_dram(&self) -> Memory {
        let rate = self.dram_rate * self.get("host_dram_channels");
        let outstanding = self.get("host_outstanding_lines") * 64.0 / self.dram_latency;
        Memory {
            read: rate.min(outstanding),
            row_write: rate,
            row_log: rate,
            parameter_log: rate,
            read_latency: self.dram_latency,
            write_latency: self.dram_latency,
            grain: self.workload.row_bytes as f64,
            hits: 0.0,
            is_half_duplex: true,
            index: self.host_index(),
            is_device: false,
        }
    }

    /// An SSD, read and written in pages, behind a cache of rows in host DRAM.
    pub fn ssd(&self) -> Memory {
        let (page, latency) = (self.get("ssd_page_bytes"), self.get("ssd_latency_ratio") * self.dram_latency);
        let rate = self.dram_rate * self.get("ssd_bandwidth_ratio");
        let random = rate.min(self.get("ssd_queue_depth") * page / latency);
        Memory {
            read: random,
            row_write: random,
            row_log: rate,
            parameter_log: rate,
            read_latency: latency,
            write_latency: latency,
            grain: page,
            hits: self.get("ssd_cache_hit_rate").min(1.0),
            is_half_duplex: true,
            index: self.host_index(),
            is_device: false,
        }
    }

    // The GPU.

    /// The bottom MLP, forward.
    pub fn bottom_forward(&self) -> Step {
        self.kernels(Part::BottomMlp, &self.workload.layers.bottom, &[Pass::Forward])
    }

    /// The bottom MLP, backward.
    pub fn bottom_backward(&self) -> Step {
        self.kernels(Part::BottomMlp, &self.workload.layers.bottom, &[Pass::Backward])
    }

    /// Interaction and top MLP, forward and backward, up to the gradients of the pooled vectors.
    pub fn top(&self) -> Step {
        let layers = &self.workload.layers;
        let all: Vec<Layer> = std::iter::once(layers.interaction).chain(layers.top.iter().copied()).collect();
        self.kernels(Part::TopMlp, &all, &[Pass::Forward, Pass::Backward])
    }

    fn kernels(&self, part: Part, layers: &[Layer], passes: &[Pass]) -> Step {
        let time = |pass: &Pass| layers.iter().map(|layer| gpu::picoseconds(&self.gpu, layer, *pass)).sum::<u64>();
        Step { part, picoseconds: passes.iter().map(time).sum(), traffic: Traffic::default() }
    }

    // Embeddings.

    /// Every index reads its row.
    pub fn lookup(&self, memory: &Memory) -> Step {
        self.reads(memory, self.workload.entries, 1.0)
    }

    /// The same right behind an update that wrote some of the rows.
    pub fn lookup_after_update(&self, memory: &Memory) -> Step {
        let slow = self.get("raw_read_factor").max(1.0) - 1.0;
        self.reads(memory, self.workload.entries, 1.0 + self.workload.shared_entries * slow)
    }

    fn reads(&self, memory: &Memory, rows: f64, factor: f64) -> Step {
        let (bytes, cached) = self.rows_of(memory, rows);
        let software = self.workload.entries * memory.index;
        let slowest = (bytes / memory.read * factor).max(cached / self.dram_rate).max(software);
        let mut step = Step::new(Part::Embedding, memory.read_latency + slowest);
        step.traffic = Traffic { memory_reads: bytes, cache: cached, ..Traffic::default() };
        step
    }

    /// Bytes that accesses to rows move at a memory, and at its cache.
    fn rows_of(&self, memory: &Memory, rows: f64) -> (f64, f64) {
        (rows * (1.0 - memory.hits) * memory.grain, rows * memory.hits * self.workload.row_bytes as f64)
    }

    /// Rows are read, changed and written.
    pub fn update(&self, memory: &Memory) -> Step {
        let rows = (self.get("rows_written_per_entry") * self.workload.entries).max(self.workload.unique_rows);
        let (bytes, cached) = self.rows_of(memory, rows);
        let (read, write) = (bytes / memory.read, bytes / memory.row_write);
        let slowest = if memory.is_half_duplex { read + write } else { read.max(write) };
        let slowest = slowest.max(2.0 * cached / self.dram_rate).max(self.workload.entries * memory.index);
        let mut step = Step::new(Part::Embedding, memory.read_latency + memory.write_latency + slowest);
        step.traffic = Traffic { memory_reads: bytes, memory_writes: bytes, cache: 2.0 * cached, ..Traffic::default() };
        step
    }

    /// Pooled vectors that were looked up early take what the update has added to their rows: from the scratchpad.
    pub fn correction(&self) -> Step {
        let bytes = self.workload.shared_entries * self.workload.entries * self.workload.row_bytes as f64;
        Step::new(Part::Embedding, bytes / (self.get("scratchpad_gb_per_s") * 1e9))
    }

    // Movement.

    /// A call of the host's software.
    pub fn call(&self, call: Call) -> Step {
        Step { part: Part::Transfer, picoseconds: self.software.picoseconds(call), traffic: Traffic::default() }
    }

    /// Dense features and labels, pooled vectors or gradients, over a link.
    pub fn copy(&self, bytes: u64) -> Step {
        self.moved(Part::Transfer, bytes)
    }

    /// The parameters over a link, for their log.
    pub fn copy_parameters(&self) -> Step {
        self.moved(Part::Checkpoint, self.workload.parameter_bytes)
    }

    fn moved(&self, part: Part, bytes: u64) -> Step {
        let mut step = Step::new(part, bytes as f64 / (self.get("host_link_mb_per_s") * MB));
        step.traffic.link = bytes as f64;
        step
    }

    // Logs.

    /// The batch's unique rows to the log.
    pub fn log_rows(&self, memory: &Memory) -> Step {
        let bytes = self.workload.unique_rows * self.workload.row_bytes as f64;
        let mut step = Step::new(Part::Checkpoint, memory.write_latency + bytes / memory.row_log);
        step.traffic = Traffic { memory_reads: bytes, memory_writes: bytes, ..Traffic::default() };
        step
    }

    /// The parameters to the log.
    pub fn log_parameters(&self, memory: &Memory) -> Step {
        self.log_of_parameters(memory, 1.0)
    }

    /// As much of the parameters as a log writes in a time.
    pub fn log_parameters_within(&self, memory: &Memory, picoseconds: u64) -> Step {
        let all = self.log_parameters(memory).picoseconds.max(1);
        let mut step = self.log_of_parameters(memory, picoseconds.min(all) as f64 / all as f64);
        step.picoseconds = step.picoseconds.min(picoseconds);
        step
    }

    fn log_of_parameters(&self, memory: &Memory, share: f64) -> Step {
        let bytes = share * self.workload.parameter_bytes as f64;
        let mut step = Step::new(Part::Checkpoint, bytes / memory.parameter_log);
        step.traffic.memory_writes = bytes;
        // What comes to a device over its link.
        step.traffic.link = if memory.is_device { bytes } else { 0.0 };
        step
    }
}
