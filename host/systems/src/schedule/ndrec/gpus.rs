//! Several GPUs that train together, their links, and what their software takes.

use emberlane_experiment::{Experiment, SystemKind};

use super::carried::{Carried, LENT, LOADED, READ, SERVED, TAKEN, WRITTEN, share};
use super::work::Parameters;
use crate::TrainError;
use crate::assumptions::Assumptions;
use crate::gpu::{Gpu, Layers, NoTime};
use crate::machine::MachineError;
use crate::machine::flows::{Flows, Pass, Port, Transfer, Work};
use crate::schedule::steps::Timed;
use crate::schedule::{Call, Cost, SoftwareCosts};

/// Bytes of an FP32 number.
pub(super) const NUMBER: u64 = 4;

/// What a batch looks up: of some of its tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LookedUp {
    /// Indices.
    pub(super) lookups: u64,
    /// Bags.
    pub(super) bags: u64,
    /// Rows, each once.
    pub(super) unique: u64,
}

/// GPUs, each with a slice of a batch, and the links to everything else.
pub(super) struct Gpus {
    pub(super) timed: Timed,
    pub(super) count: u64,
    pub(super) flows: Flows,
    pub(super) software: SoftwareCosts,
    costs: Assumptions,
    kind: SystemKind,
    /// One way over a link and its switches, picoseconds.
    one_way_ps: u64,
    /// Elements of a row.
    dimension: u64,
    tables: u64,
}

/// A device's link.
#[derive(Clone, Copy, Debug)]
enum End {
    Gpu(u64),
    SmartSsd(usize),
    Modules,
}

impl Gpus {
    pub(super) fn new(
        experiment: &Experiment,
        gpu: Gpu,
        smartssds: usize,
        costs: Assumptions,
    ) -> Result<Self, TrainError> {
        let preset = &experiment.system.link;
        let link = preset.config().map_err(MachineError::from)?;
        let hops = experiment.system.switch_levels * preset.hop_latency_ps.value;
        let payload = preset.flit_payload_bytes.value as f64 / preset.flit_bytes.value as f64;
        let rate = |bytes_per_second: u64| match bytes_per_second {
            0 => f64::INFINITY,
            some => some as f64 * 1e-12,
        };
        let of_link = rate(preset.bytes_per_second.value) * payload;
        let of_gpu =
            gpu.pcie_mb_per_s().map_or(of_link, |megabytes| of_link.min(rate(megabytes * 1_000_000) * payload));
        let count = experiment.system.gpus;
        let mut ports = vec![of_gpu; 2 * count];
        // Of the modules, then of the SmartSSDs with their DRAM: what reads of GPUs have of it, and all of it.
        ports.extend([of_link, of_link]);
        let dram = costs.get("dram_gb_per_s") * 1e-3;
        let of_reads = dram * costs.get("dram_efficiency");
        (0..smartssds).for_each(|_| ports.extend([of_link, of_link, of_reads, dram]));
        Ok(Self {
            timed: Timed::new(gpu),
            count: count as u64,

            flows: Flows::new(ports),
            software: SoftwareCosts::default(),
            costs,
            kind: experiment.system.kind,
            one_way_ps: link.one_way().as_ps() + hops,
            dimension: experiment.model.dimension as u64,
            tables: experiment.model.tables() as u64,
        })
    }

    pub(super) fn vector_bytes(&self) -> u64 {
        NUMBER * self.dimension
    }

    pub(super) fn get(&self, name: &'static str) -> f64 {
        self.costs.get(name)
    }

    /// A layer's part of the samples.
    pub(super) fn layers(&self, model: &emberlane_experiment::ModelConfig, samples: usize) -> Layers {
        Layers::new(model, samples.div_ceil(self.count as usize))
    }

    // Ports.

    fn port_in(&self, end: End) -> Port {
        match end {
            End::Gpu(gpu) => 2 * gpu as usize,
            End::Modules => 2 * self.count as usize,
            End::SmartSsd(smartssd) => 2 * self.count as usize + 2 + 4 * smartssd,
        }
    }

    fn port_out(&self, end: End) -> Port {
        self.port_in(end) + 1
    }

    /// A transfer over links, each with the messages that carry a line there. The host, at whose end of the links all of them meet, bounds none.
    fn transfer<const LINKS: usize>(&self, links: [(End, Carried); LINKS], bytes: u64) -> Transfer {
        let passes = |(end, carried): (End, Carried)| {
            let directions = [(self.port_in(end), carried.to), (self.port_out(end), carried.from)];
            directions.map(|(port, channels)| Pass { port, share: share(channels) })
        };
        Transfer { passes: links.into_iter().flat_map(passes).collect(), bytes, most: f64::INFINITY }
    }

    /// The same of what is read from a SmartSSD's DRAM.
    fn out_of_dram<const LINKS: usize>(&self, smartssd: usize, links: [(End, Carried); LINKS], bytes: u64) -> Transfer {
        let mut transfer = self.transfer(links, bytes);
        let ports = [self.port_out(End::SmartSsd(smartssd)) + 1, self.dram(smartssd)];
        transfer.passes.extend(ports.map(|port| Pass { port, share: 1.0 }));
        transfer
    }

    /// All that a SmartSSD's DRAM carries.
    fn dram(&self, smartssd: usize) -> Port {
        self.port_out(End::SmartSsd(smartssd)) + 2
    }

    fn gpu_ends(&self) -> impl Iterator<Item = End> {
        (0..self.count).map(End::Gpu)
    }

    /// A request one way and data the other, over the links of both.
    fn read_latency(&self) -> u64 {
        4 * self.one_way_ps
    }

    // Transfers; bytes are of all devices together.

    /// Each GPU gets its part from the host.
    pub(super) fn host_to_gpus(&mut self, tag: u64, now: u64, bytes: u64) {
        let each = bytes.div_ceil(self.count);
        let transfers = self.gpu_ends().map(|gpu| self.transfer([(gpu, READ)], each)).collect();
        self.flows.begin(tag, now, self.one_way_ps, transfers);
    }

    /// Each GPU sends its part to the host.
    pub(super) fn gpus_to_host(&mut self, tag: u64, now: u64, bytes: u64) {
        let each = bytes.div_ceil(self.count);
        let transfers = self.gpu_ends().map(|gpu| self.transfer([(gpu, WRITTEN)], each)).collect();
        self.flows.begin(tag, now, self.one_way_ps, transfers);
    }

    /// Each GPU gets the same rows from the host, and one of them sends others back.
    pub(super) fn exchange_rows(&mut self, tag: u64, now: u64, rows: u64, back: u64) {
        let bytes = self.vector_bytes();
        let mut transfers: Vec<Transfer> =
            self.gpu_ends().map(|gpu| self.transfer([(gpu, READ)], rows * bytes)).collect();
        transfers.push(self.transfer([(End::Gpu(0), WRITTEN)], back * bytes));
        self.flows.begin(tag, now, self.one_way_ps, transfers);
    }

    /// SmartSSDs, each with bytes of its own, read from all GPUs, or all GPUs from them.
    pub(super) fn with_smartssds(&mut self, tag: u64, now: u64, bytes: &[u64], to_gpus: bool) {
        let mut transfers = Vec::new();
        for (smartssd, bytes) in bytes.iter().enumerate() {
            let (device, each) = (End::SmartSsd(smartssd), bytes.div_ceil(self.count));
            transfers.extend(self.gpu_ends().map(|gpu| match to_gpus {
                true => self.out_of_dram(smartssd, [(device, LENT), (gpu, LOADED)], each),
                false => self.transfer([(gpu, SERVED), (device, READ)], each),
            }));
        }
        self.flows.begin(tag, now, self.read_latency(), transfers);
    }

    /// SmartSSDs work, each with bytes to and from its DRAM and picoseconds of its own; longer where GPUs read the DRAM, too.
    pub(super) fn within_smartssds(&mut self, tag: u64, now: u64, each: impl Iterator<Item = (u64, u64)>) {
        let work = |(smartssd, (bytes, takes_ps))| Work { ports: vec![self.dram(smartssd)], bytes, takes_ps };
        let works = each.enumerate().map(work).collect();
        self.flows.begin_work(tag, now, works);
    }

    /// SmartSSDs, each with bytes of its own, and the host.
    pub(super) fn with_host(&mut self, tag: u64, now: u64, bytes: &[u64], to_host: bool) {
        let transfers = bytes.iter().enumerate().map(|(smartssd, bytes)| match to_host {
            true => self.out_of_dram(smartssd, [(End::SmartSsd(smartssd), WRITTEN)], *bytes),
            false => self.transfer([(End::SmartSsd(smartssd), READ)], *bytes),
        });
        let transfers = transfers.collect();
        self.flows.begin(tag, now, self.one_way_ps, transfers);
    }

    /// Bytes from the one device of memory modules to the GPUs, and back.
    pub(super) fn with_modules(&mut self, tag: u64, now: u64, to_gpus: u64, back: u64) {
        let each = [to_gpus, back].map(|bytes| bytes.div_ceil(self.count));
        let mut transfers: Vec<Transfer> =
            self.gpu_ends().map(|gpu| self.transfer([(End::Modules, SERVED), (gpu, READ)], each[0])).collect();
        let back = |gpu| self.transfer([(gpu, WRITTEN), (End::Modules, TAKEN)], each[1]);
        transfers.extend(self.gpu_ends().map(back));
        self.flows.begin(tag, now, self.read_latency(), transfers);
    }

    /// Each GPU sends `bytes` to the others, as much to each.
    pub(super) fn all_to_all(&mut self, tag: u64, now: u64, bytes: u64) {
        let (others, most) = (self.count - 1, self.collective_rate());
        let mut transfers = Vec::new();
        for from in 0..self.count {
            for to in (0..self.count).filter(|to| *to != from) {
                let transfer = self.between_gpus(from, to, bytes.div_ceil(others.max(1)));
                transfers.push(Transfer { most: most / others as f64, ..transfer });
            }
        }
        self.flows.begin(tag, now, self.microseconds("collective_us"), transfers);
    }

    /// Operations that software asks for to sum so many bytes.
    pub(super) fn buckets(&self, bytes: u64) -> u64 {
        bytes.div_ceil(self.get("bucket_bytes") as u64).max(1)
    }

    /// GPUs sum `bytes` of each, in a ring: twice all but a part of them pass each link. `calls`: operations that software asks for.
    pub(super) fn all_reduce(&mut self, tag: u64, now: u64, bytes: u64, calls: u64) {
        let each = 2 * bytes * (self.count - 1) / self.count;
        let most = self.collective_rate();
        let to_next = |gpu: u64| self.between_gpus(gpu, (gpu + 1) % self.count, each);
        let ring = (0..self.count).map(|gpu| Transfer { most, ..to_next(gpu) });
        let transfers = ring.collect();
        self.flows.begin(tag, now, calls * self.microseconds("collective_us"), transfers);
    }

    /// A GPU writes to the memory of another.
    fn between_gpus(&self, from: u64, to: u64, bytes: u64) -> Transfer {
        self.transfer([(End::Gpu(from), WRITTEN), (End::Gpu(to), TAKEN)], bytes)
    }

    fn collective_rate(&self) -> f64 {
        self.get("collective_gb_per_s") * 1e-3
    }

    fn microseconds(&self, name: &'static str) -> u64 {
        (self.get(name) * 1e6) as u64
    }

    /// Bytes of gradients that GPUs sum.
    pub(super) fn parameter_bytes(&self, layers: &[crate::gpu::Layer], parameters: Parameters, small: u64) -> u64 {
        let of_layers: u64 = layers.iter().map(|layer| layer.parameters() * NUMBER).sum();
        of_layers + if parameters == Parameters::Bottom { small } else { 0 }
    }

    // Software and kernels.

    pub(super) fn calls(&self, copies: u64) -> Cost {
        let copies = copies * self.software.picoseconds(Call::CopyCall);
        picoseconds(copies + self.software.picoseconds(Call::Synchronize))
    }

    /// The host's software of an iteration.
    pub(super) fn framework(&self) -> Cost {
        picoseconds((self.get("framework_ms") * 1e9) as u64)
    }

    /// Nanoseconds an index of a GPU's slice.
    pub(super) fn of_each_index(&self, name: &'static str, lookups: u64) -> Cost {
        picoseconds((self.get(name) * 1e3 * lookups.div_ceil(self.count) as f64) as u64)
    }

    /// A kernel of each GPU that moves its part of so many vectors in its memory.
    pub(super) fn move_vectors(&self, vectors: u64) -> Result<Cost, NoTime> {
        let bytes = vectors.div_ceil(self.count) * self.vector_bytes();
        self.timed.gpu.moving_picoseconds(bytes).map(picoseconds)
    }

    /// The GPUs look up and pool. Bytes are those of rows that they read over their links.
    pub(super) fn look_up(&self, rows: &LookedUp) -> Result<Cost, NoTime> {
        match self.kind {
            SystemKind::Uvm => Ok(Cost { picoseconds: self.in_place(rows), bytes: rows.lookups * self.vector_bytes() }),
            _ => self.move_vectors(rows.lookups + rows.bags),
        }
    }

    /// The GPUs update rows. Bytes are those of rows that come over their links, and go.
    pub(super) fn update(&self, rows: &LookedUp) -> Result<Cost, NoTime> {
        match self.kind {
            // Each row comes and goes.
            SystemKind::Uvm => Ok(Cost {
                picoseconds: (self.in_place(rows) as f64 * self.get("update_times")) as u64,
                bytes: rows.unique * self.vector_bytes(),
            }),
            _ => self.move_vectors(rows.lookups + 2 * rows.unique),
        }
    }

    /// A lookup of tables in host memory, as TorchRec's planner rates it: bytes of indices, rows, which count as 32 elements at least, and
    /// outputs, at the rate of UVM; narrow rows leave a part of FBGEMM's thread blocks idle.
    fn in_place(&self, rows: &LookedUp) -> u64 {
        let each = rows.lookups * (8 + NUMBER * self.dimension.max(32)) + rows.bags * self.vector_bytes();
        let times = match self.dimension {
            128.. => 1.0,
            64.. => self.get("half_block_times"),
            _ => self.get("quarter_block_times"),
        };
        self.at_uvm((each as f64 * times) as u64)
    }

    /// Bytes of all GPUs at UVM's rate, picoseconds.
    fn at_uvm(&self, bytes: u64) -> u64 {
        let rate = self.get("uvm_gib_per_s") * f64::from(1 << 30) * 1e-12;
        (bytes.div_ceil(self.count) as f64 / rate) as u64
    }

    /// Rows that UVM-caching misses come, and others go.
    pub(super) fn fetch(&self, rows: u64) -> Cost {
        let bytes = rows * self.vector_bytes();
        Cost { picoseconds: self.at_uvm(bytes), bytes }
    }

    /// Processes of the host collect the rows of a batch: unique indices, and a copy of the rows each way.
    pub(super) fn collect(&self, rows: &LookedUp) -> Cost {
        let bytes = 2 * rows.unique * self.vector_bytes();
        let unique = rows.lookups as f64 * self.get("host_unique_ns") * 1e3;
        picoseconds((unique + bytes as f64 / (self.get("host_gather_gb_per_s") * 1e-3)) as u64)
    }

    /// The rank with the most to read ends last.
    pub(super) fn in_ranks(&self, slowest_misses: u64) -> Cost {
        let bytes = slowest_misses * self.vector_bytes();
        let read = (bytes as f64 / (self.get("nmp_rank_gb_per_s") * 1e-3)) as u64;
        picoseconds(read + self.software.picoseconds(Call::DriverRing))
    }

    pub(super) fn tables(&self) -> u64 {
        self.tables
    }
}

/// Of so much time.
pub(super) fn picoseconds(picoseconds: u64) -> Cost {
    Cost { picoseconds, ..Cost::default() }
}
