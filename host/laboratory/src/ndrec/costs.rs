//! What the steps of an iteration cost.

use std::ops::AddAssign;

use emberlane_fabric::link::{self, LinkPreset};
use emberlane_models::storage::SsdConfig;
use serde::Serialize;

use super::counts::kernel::Order;
use super::counts::unified::LEAF_BYTES;
use super::iteration::{Device, Iteration, Moved, average};
use crate::compare::Assumptions;
use emberlane_experiment::GpuPreset;
use emberlane_systems::gpu::{self, Layer, Pass};
use emberlane_systems::schedule::{self, Call, SoftwareCosts};

/// What a step counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Part {
    /// Bottom and top MLP, interaction and loss.
    Mlp,
    /// Movement between GPUs, host and devices, collectives and barriers.
    Communication,
    /// Lookup and update of embedding vectors, and their correction.
    Embedding,
    /// Planning of caches, and movement between cache and what is behind it.
    Cache,
}

impl Part {
    /// All of them, from the bottom of a bar to its top; each hides what follows it.
    pub const ALL: [Self; 4] = [Self::Mlp, Self::Communication, Self::Embedding, Self::Cache];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mlp => "MLP",
            Self::Embedding => "Embedding",
            Self::Communication => "Communication",
            Self::Cache => "Cache",
        }
    }
}

impl From<Part> for usize {
    /// Its place in [`Part::ALL`].
    fn from(part: Part) -> Self {
        part as Self
    }
}

/// Bytes that steps move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Traffic {
    /// Over PCIe or CXL.
    pub link: f64,
    /// To and from SSDs.
    pub ssd: f64,
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.link += other.link;
        self.ssd += other.ssd;
    }
}

/// A step of a system's iteration.
pub type Step = schedule::Step<Part, Traffic>;

/// Bytes over PCIe or CXL.
fn link(bytes: f64) -> Traffic {
    Traffic { link: bytes, ssd: 0.0 }
}

/// Where lookups find their vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cached {
    /// The planner's cache in the FPGA's DRAM.
    Planned,
    /// A cache of a fixed size with random eviction, and nothing that stays.
    Static,
}

/// How a system uses its SmartSSDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where lookups find their vectors.
    pub cached: Cached,
    /// What the kernel works for.
    pub order: Order,
    /// Gradients and outputs are copied by software, before and behind the kernel; else peers read each other's.
    pub copied: bool,
}

/// Where small tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// On every GPU, each for its own samples.
    Near,
    /// Shared out among the GPUs like all others.
    SharedOut,
}

/// The costs of an iteration's steps.
#[derive(Debug)]
pub struct Costs<'a> {
    pub(super) iteration: &'a Iteration,
    assumptions: &'a Assumptions,
    gpu: GpuPreset,
    link: LinkPreset,
    software: SoftwareCosts,
    ssd: SsdConfig,
}

const GB: f64 = 1e9;
const MICROSECOND: f64 = 1e-6;
const NANOSECOND: f64 = 1e-9;
/// Bytes a second of the FPGA's DRAM: one channel of DDR4-2400.
pub const DRAM_RATE: f64 = 19.2e9;

impl<'a> Costs<'a> {
    pub(super) fn new(iteration: &'a Iteration, assumptions: &'a Assumptions) -> Self {
        let link = link::presets().into_iter().find(|preset| preset.name == "ndrec");
        Self {
            iteration,
            assumptions,
            gpu: super::machine::gpu(),
            link: link.expect("the paper's link is a preset"),
            software: SoftwareCosts::default(),
            ssd: SsdConfig::samsung_983_dct(),
        }
    }

    fn get(&self, name: &'static str) -> f64 {
        self.assumptions.get(name)
    }

    fn gpus(&self) -> f64 {
        self.iteration.setup.gpus as f64
    }

    /// Payload that a link carries, bytes a second each way.
    fn link_rate(&self) -> f64 {
        let share = self.link.flit_payload_bytes.value as f64 / self.link.flit_bytes.value as f64;
        self.link.bytes_per_second.value as f64 * share
    }

    /// One way through a link and the levels of switches, seconds.
    fn link_latency(&self) -> f64 {
        let hops = (self.link.switch_hops.value + self.iteration.setup.switch_levels) as f64;
        (self.link.latency_ps.value as f64 + hops * self.link.hop_latency_ps.value as f64) * 1e-12
    }

    fn call_seconds(&self, call: Call) -> f64 {
        self.software.picoseconds(call) as f64 * 1e-12
    }

    // The GPUs, each with its part of the batch.

    /// The bottom MLP, forward.
    pub fn bottom_forward(&self) -> Step {
        self.kernels(&self.iteration.layers.bottom, &[Pass::Forward])
    }

    /// Interaction and top MLP, forward and backward, up to the gradients of the pooled vectors.
    pub fn top(&self) -> Step {
        let layers = &self.iteration.layers;
        let all: Vec<Layer> = std::iter::once(layers.interaction).chain(layers.top.iter().copied()).collect();
        self.kernels(&all, &[Pass::Forward, Pass::Backward])
    }

    /// The bottom MLP, backward.
    pub fn bottom_backward(&self) -> Step {
        self.kernels(&self.iteration.layers.bottom, &[Pass::Backward])
    }

    fn kernels(&self, layers: &[Layer], passes: &[Pass]) -> Step {
        let time = |pass: &Pass| layers.iter().map(|layer| gpu::picoseconds(&self.gpu, layer, *pass)).sum::<u64>();
        Step { part: Part::Mlp, picoseconds: passes.iter().map(time).sum(), traffic: Traffic::default() }
    }

    /// A kernel of a GPU that moves so many bytes of its memory.
    fn in_gpu(&self, bytes: f64) -> f64 {
        let rate = self.gpu.bandwidth_mb_per_s.value as f64 * 1e6;
        let share = self.gpu.bandwidth_efficiency_percent.value as f64 / 100.0;
        (self.gpu.launch_ps.value + self.gpu.framework_ps.value) as f64 * 1e-12 + bytes / (rate * share)
    }

    /// Vectors of all tables are gathered from the GPUs' memories, and pooled.
    pub fn gather(&self) -> Step {
        let Iteration { lookups, bags, .. } = self.iteration;
        self.embedding_kernel((lookups.all() + bags.all()) as f64)
    }

    /// The vectors of all tables are updated in the GPUs' memories.
    pub fn scatter(&self) -> Step {
        let Iteration { lookups, unique, .. } = self.iteration;
        self.embedding_kernel(lookups.all() as f64 + 2.0 * unique.all())
    }

    /// The same of the small tables alone, which every GPU has for its own samples.
    pub fn near_tables(&self) -> Step {
        let Iteration { lookups, bags, .. } = self.iteration;
        if bags.near == 0 {
            return Step::new(Part::Embedding, 0.0);
        }
        self.embedding_kernel((2 * lookups.near + bags.near) as f64)
    }

    fn embedding_kernel(&self, vectors: f64) -> Step {
        let bytes = vectors / self.gpus() * self.iteration.vector_bytes as f64;
        Step::new(Part::Embedding, self.in_gpu(bytes))
    }

    // Collectives.

    /// Every GPU sends every other the pooled vectors, or their gradients, of its tables for the other's samples.
    pub fn all_to_all(&self) -> Step {
        let bytes = self.iteration.bags.all() as f64 / self.gpus() * self.iteration.vector_bytes as f64;
        let others = self.gpus() - 1.0;
        self.collective(bytes * others / self.gpus())
    }

    /// The gradients of the MLPs, and of tables that every GPU has, summed over the GPUs. What backward hides of it, it hides: a bucket
    /// is exchanged while the next is made.
    pub fn all_reduce(&self, tables: Tables) -> Step {
        let hidden = (self.bottom_backward().picoseconds + self.top().picoseconds / 2) as f64 * 1e-12;
        let near = if tables == Tables::Near { self.iteration.near_bytes } else { 0 };
        let bytes = (self.iteration.parameter_bytes + near) as f64;
        let all = self.reduction(bytes);
        let last = self.reduction(bytes.min(self.get("bucket_bytes")));
        let seen = (all.picoseconds as f64 * 1e-12 - hidden).max(last.picoseconds as f64 * 1e-12);
        Step::new(Part::Communication, seen).carrying(link(all.traffic.link))
    }

    fn reduction(&self, bytes: f64) -> Step {
        let others = self.gpus() - 1.0;
        self.collective(2.0 * bytes * others / self.gpus())
    }

    /// A collective in which every GPU sends so many bytes.
    fn collective(&self, bytes: f64) -> Step {
        if self.iteration.setup.gpus == 1 {
            return Step::new(Part::Communication, 0.0);
        }
        let seconds = self.get("collective_us") * MICROSECOND + bytes / (self.get("collective_gb_per_s") * GB);
        Step::new(Part::Communication, seconds).carrying(link(bytes * self.gpus()))
    }

    // Unified memory.

    /// Leaves that lookups miss come to the GPUs, and blocks make room.
    pub fn page_faults(&self) -> Step {
        let [faults, evicted] = self.iteration.shared.leaves().map(|leaves| leaves / self.gpus());
        let rate = self.gpu.pcie_mb_per_s.value as f64 * 1e6;
        let leaf = LEAF_BYTES as f64;
        let seconds = faults * self.get("uvm_fault_us") * MICROSECOND + (faults + evicted) * leaf / rate;
        Step::new(Part::Embedding, seconds).carrying(link((faults + evicted) * self.gpus() * leaf))
    }

    /// The GPUs look their caches up: unique indices, hits, and what is to come.
    pub fn look_up_cache(&self) -> Step {
        let managed = self.iteration.lookups.far as f64 / self.gpus() * self.get("gpu_cache_ns") * NANOSECOND;
        Step::new(Part::Embedding, managed + self.in_gpu(0.0))
    }

    /// Vectors that the GPUs' cache has not come from host memory, and others make room.
    pub fn row_misses(&self) -> Step {
        let rate = self.gpu.pcie_mb_per_s.value as f64 * 1e6 * self.get("zero_copy_share");
        let bytes = self.iteration.shared.moved_rows() * self.iteration.vector_bytes as f64;
        Step::new(Part::Embedding, bytes / self.gpus() / rate).carrying(link(bytes))
    }

    /// The host collects what a window of iterations needs and the GPUs' cache has not: an iteration's part of it.
    pub fn collect(&self) -> Step {
        let unique = self.iteration.lookups.far as f64 * self.get("host_unique_ns") * NANOSECOND;
        let bytes = 2.0 * self.iteration.shared.window_misses() * self.iteration.vector_bytes as f64;
        Step::new(Part::Cache, unique + bytes / (self.get("host_gather_gb_per_s") * GB))
    }

    /// What was collected goes to the GPUs, and what was trained comes back.
    pub fn exchange_rows(&self) -> Step {
        let bytes = self.iteration.shared.window_misses() * self.iteration.vector_bytes as f64;
        let rate = self.gpu.pcie_mb_per_s.value as f64 * 1e6;
        let calls = 2.0 * (self.call_seconds(Call::CopyCall) + self.call_seconds(Call::Synchronize));
        Step::new(Part::Communication, calls + bytes / self.gpus() / rate).carrying(link(2.0 * bytes))
    }

    // Memory modules that pool.

    /// The ranks look up and pool, each its own; the one with the most to read ends last.
    pub fn rank_lookup(&self) -> Step {
        let bytes = self.iteration.shared.slowest_rank_misses() * self.iteration.vector_bytes as f64;
        let seconds = bytes / (self.get("nmp_rank_gb_per_s") * GB);
        Step::new(Part::Embedding, seconds + self.call_seconds(Call::DriverRing))
    }

    /// Pooled vectors of all samples leave the one device.
    pub fn from_modules(&self) -> Step {
        let bytes = self.iteration.bags.far as f64 * self.iteration.vector_bytes as f64;
        self.linked(bytes)
    }

    /// The GPUs read the rows that they change, and write them.
    pub fn update_modules(&self) -> Step {
        let bytes = self.iteration.unique.far * self.iteration.vector_bytes as f64;
        // Reads and writes take a direction of the link each.
        let step = self.linked(bytes);
        Step { part: Part::Embedding, ..step }.carrying(link(2.0 * bytes))
    }

    /// So many bytes over a link.
    fn linked(&self, bytes: f64) -> Step {
        let seconds = 2.0 * self.link_latency() + bytes / self.link_rate();
        Step::new(Part::Communication, seconds).carrying(link(bytes))
    }

    // SmartSSDs.

    /// The GPUs read embedding outputs out of the SmartSSDs' TX buffers: the slowest of a GPU's link, a SmartSSD's, and its DRAM.
    pub fn fetch_outputs(&self) -> Step {
        let vectors = self.iteration.devices.iter().map(|device| device.bags).fold(0.0, f64::max);
        let (of_gpu, vector) = (self.iteration.bags.far as f64 / self.gpus(), self.iteration.vector_bytes as f64);
        let linked = vectors.max(of_gpu) * vector / self.link_rate();
        let seconds = 2.0 * self.link_latency() + linked.max(vectors * vector / self.dram_rate());
        Step::new(Part::Communication, seconds).carrying(link(self.iteration.bags.far as f64 * vector))
    }

    /// What a SmartSSD's DRAM gives and takes, bytes a second.
    fn dram_rate(&self) -> f64 {
        DRAM_RATE * self.get("dram_efficiency")
    }

    /// Outputs of the first stage take what the gradients of the iteration before change in their vectors.
    ///
    /// Every GPU sums what its own samples change in the rows that both iterations use; the sums of all GPUs are exchanged, and taken
    /// from the outputs.
    pub fn correction(&self) -> [Step; 3] {
        let ([rows, sources, targets], vector) =
            (self.iteration.shared.corrected(), self.iteration.vector_bytes as f64);
        let kernel = |vectors: f64| Step::new(Part::Embedding, self.in_gpu(vectors * vector));
        let (summed, applied) = (sources / self.gpus() + rows, rows + 2.0 * targets / self.gpus());
        [kernel(summed), self.reduction(rows * vector), kernel(applied)]
    }

    /// A copy of the gradients on the GPU, for the SmartSSDs to read.
    pub fn copy_gradients(&self) -> Step {
        let bytes = self.iteration.bags.far as f64 / self.gpus() * self.iteration.vector_bytes as f64;
        Step::new(Part::Communication, self.in_gpu(2.0 * bytes))
    }

    /// The slowest SmartSSD applies the gradients of an iteration and pools the bags of another.
    pub fn kernel(&self, way: Use) -> Step {
        let seconds = self.iteration.devices.iter().map(|device| self.kernel_seconds(device, way));
        let gradients = if way.copied { 0.0 } else { self.iteration.bags.far as f64 };
        let bytes = gradients * self.iteration.vector_bytes as f64;
        Step::new(Part::Embedding, seconds.fold(0.0, f64::max)).carrying(link(bytes))
    }

    /// The cycles of the kernel, or what all that share the DRAM move, or what comes over the link, whichever is longer.
    fn kernel_seconds(&self, device: &Device, way: Use) -> f64 {
        let kernel = device.kernel(way.order);
        let an_iteration = |count: u64| average(count, kernel.iterations);
        let cycles = an_iteration(kernel.cycles) / (self.get("kernel_clock_mhz") * 1e6);
        let of_kernel = an_iteration(kernel.forward_loads + kernel.backward_loads + kernel.stores + kernel.bags);
        // Copied gradients lie in DRAM; GPUs read the outputs of the iteration before while the kernel works ahead.
        let beside = if way.copied || way.order == Order::Ahead { device.bags } else { 0.0 };
        let vector = self.iteration.vector_bytes as f64;
        let in_dram = (of_kernel + beside + device.moved(way.cached).vectors()) * vector / self.dram_rate();
        // Programs and gradients come over the link: of its port, and of those of the GPUs.
        let gradients = if way.copied { 0.0 } else { device.bags.max(self.iteration.bags.far as f64 / self.gpus()) };
        let linked = (gradients * vector + an_iteration(kernel.program_bytes)) / self.link_rate();
        cycles.max(in_dram).max(linked)
    }

    /// The slowest cache agent moves vectors between SSD and DRAM.
    pub fn movement(&self, cached: Cached) -> Step {
        let seconds = self.iteration.devices.iter().map(|device| self.moving(device.moved(cached)));
        let vectors: f64 = self.iteration.devices.iter().map(|device| device.moved(cached).vectors()).sum();
        let mut step = Step::new(Part::Cache, seconds.fold(0.0, f64::max));
        step.traffic.ssd = vectors * self.iteration.vector_bytes as f64;
        step
    }

    /// How long an agent takes, seconds: evictions go first, and reads and programs of pages side by side behind them.
    pub fn moving(&self, moved: &Moved) -> f64 {
        let reads = moved.load_pages * self.ssd.page_read_interval as f64 * 1e-12;
        let programs = moved.eviction_pages / self.get("ssd_programs_per_s");
        let latency = self.ssd.read_latency + self.ssd.write_latency + 4 * self.ssd.link_latency;
        latency as f64 * 1e-12 + reads.max(programs)
    }

    /// The planner of the SmartSSD with the most lookups.
    pub fn plan(&self) -> Step {
        let most = self.iteration.devices.iter().map(|device| device.lookups).fold(0.0, f64::max);
        Step::new(Part::Cache, most * self.software.plan_lookup_ps.value as f64 * 1e-12)
    }

    /// GPUs, SmartSSDs and planners wait for each other.
    pub fn barrier(&self) -> Step {
        Step::new(Part::Communication, self.get("barrier_us") * MICROSECOND + 2.0 * self.link_latency())
    }

    /// Copies by the host's software between GPUs and SmartSSDs, and the wait for them: a thread a GPU asks for one of every table.
    pub fn copies(&self) -> Step {
        let calls =
            self.iteration.far_tables as f64 * self.call_seconds(Call::CopyCall) + self.call_seconds(Call::Synchronize);
        let moved = self.fetch_outputs();
        Step::new(Part::Communication, moved.picoseconds as f64 * 1e-12 + calls).carrying(link(moved.traffic.link))
    }
}
