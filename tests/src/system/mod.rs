//! A CXL-MEM and a GPU in a fabric, and batches that move by themselves between them; whatever plays the device.
//!
//! The host posts the jobs of a batch and does nothing more: the device flushes pooled vectors to the GPU, the GPU writes
//! gradients to the device and opens the window on its parameters, the device logs the rows and those parameters,
//! and applies the gradients when both are durable.

mod checks;
mod poison;
mod trace;

pub use checks::{
    a_full_queue_refuses, an_accumulation_flushes_its_rows, batches_move_by_themselves, order_changes_no_bit,
    peers_that_refuse_fail_the_job,
};
pub use poison::{a_poisoned_row_is_flushed_as_poison, poison_fails_the_jobs_that_read_it};
pub use trace::{Log, Traced};

use emberlane_drivers::{Batch, Command, CxlMem};
use emberlane_fabric::expander::HdmConfig;
use emberlane_fabric::fabric::{Fabric, FabricConfig, FabricError, Handle};
use emberlane_fabric::gpu::{CopyWrite, CounterId, Gpu, GpuConfig};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::{self, LinkConfig, Stalls};
use emberlane_fabric::memory::MemoryConfig;
use emberlane_fabric::message::Channel;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{CxlMemEndpoint, Finished, OverCxl};
use emberlane_registers::cxl_mem::{self as registers, LINE_BYTES};
use std::ops::Range;

/// Host physical address of the GPU's memory.
pub const GPU_HPA: u64 = 1 << 40;
/// Bytes of the GPU's memory that a batch has for each of vectors, gradients and parameters.
const SHARE: u64 = 1 << 20;

/// `CONFIGURATION` of the records.
pub const CONFIGURATION: u32 = 0x5eed_0001;

/// Where a batch's record of rows, and that of its parameters, are in a log region: each has two slots, which take turns.
#[must_use]
pub fn slots(log: u64, batch: u64) -> [u64; 2] {
    [0, 2].map(|first| log + (first + batch % 2) * SHARE)
}

/// A link of a preset with so many credits a channel, and stalls if it has a seed for them.
///
/// # Panics
/// If there is no such preset.
#[must_use]
pub fn link(preset: &str, credits: u32, seed: Option<u64>) -> LinkConfig {
    let link = link::preset(preset).and_then(|preset| preset.config()).expect("a preset");
    let stalls = seed.map(|seed| Stalls { seed, longest: Time::ns(300) });
    LinkConfig { credits: [credits; Channel::COUNT], stalls, ..link }
}

/// Puts a GPU behind `link`, with 1 GiB of memory at [`GPU_HPA`].
///
/// # Panics
/// If those addresses are not free.
pub fn add_gpu(fabric: &mut Fabric, link: &LinkConfig) -> Handle<Gpu> {
    let memory = MemoryConfig::ideal(1 << 30);
    let hdm = HdmConfig { base: GPU_HPA, coherence: Coherence::Device, memory };
    let gpu = fabric.add("gpu", Gpu::new(GpuConfig { hdm, requests: 64 }), link);
    let target = Target::Hdm { device: gpu.index(), coherence: Coherence::Device };
    fabric.map(GPU_HPA, memory.size, target).expect("free addresses");
    gpu
}

/// What was posted for a batch, and where the GPU has its part.
#[derive(Clone, Debug)]
pub struct PostedBatch {
    /// HPA of the region that gradients go to.
    pub gradients_hpa: u64,
    /// Bytes of pooled vectors, and of gradients.
    pub vector_bytes: u64,
    /// Bytes of parameters.
    pub parameter_bytes: u64,
    /// Its rows are updated: there is a row.
    pub updates: bool,
    /// GPU memory of pooled vectors, gradients and parameters.
    pub gpu: [u64; 3],
    counter: CounterId,
}

/// Device, GPU and host.
pub struct System<E> {
    /// The host, with the device behind the link.
    pub driver: CxlMem<OverCxl<E>>,
    /// The GPU.
    pub gpu: Handle<Gpu>,
    device: Handle<E>,
    batches: u64,
    posted: Finished,
}

impl<E: CxlMemEndpoint> System<E> {
    /// Device and GPU, each behind `link`.
    ///
    /// # Panics
    /// If there is no device.
    pub fn new(endpoint: E, link: &LinkConfig) -> Self {
        let mut over_cxl = OverCxl::new(endpoint, FabricConfig::default(), link).expect("registers");
        let device = over_cxl.device();
        let gpu = add_gpu(over_cxl.fabric(), link);
        let driver = CxlMem::discover(over_cxl).expect("a CXL-MEM");
        Self { driver, gpu, device, batches: 0, posted: Finished::default() }
    }

    /// The fabric.
    pub fn fabric(&mut self) -> &mut Fabric {
        self.driver.transport_mut().fabric()
    }

    /// Jobs that ended well.
    pub fn finished(&mut self) -> Finished {
        let device = self.device;
        self.fabric().device(device).finished()
    }

    /// Runs until so many jobs have ended.
    ///
    /// # Panics
    /// If they do not.
    pub fn run_until_finished(&mut self, jobs: Finished) {
        let device = self.device;
        let reached = |finished: Finished| {
            finished.lookups >= jobs.lookups
                && finished.updates >= jobs.updates
                && finished.stages >= jobs.stages
                && finished.parameter_records >= jobs.parameter_records
                && finished.row_records >= jobs.row_records
        };
        let ended = self.fabric().run_until(|fabric| reached(fabric.device(device).finished()));
        ended.unwrap_or_else(|error| panic!("{jobs:?}: {error}"));
    }

    /// Jobs that were posted.
    #[must_use]
    pub fn posted(&self) -> Finished {
        self.posted
    }

    /// Posts lookup, logs and update of a batch, which waits for both records; without a row there is neither update nor record
    /// of rows. Every second batch is staged before, and the stage takes the gradients; every third has its parameters fetched in
    /// the window. `log` is the DPA of the log region. The GPU's window on its parameters is closed until
    /// [`open_window`](Self::open_window).
    ///
    /// # Panics
    /// If the device refuses it.
    pub fn post(&mut self, batch: &Batch, parameters: &[u8], log: u64) -> PostedBatch {
        let number = self.batches;
        self.batches += 1;
        let gpu = [0, 1, 2].map(|part| (3 * number + part) * SHARE);
        let driver = &mut self.driver;
        driver.post(batch).expect("the batch is well formed");
        driver.prepare().expect("posted");
        let plan = driver.batch_plan().expect("posted").clone();
        let (vector_bytes, parameter_bytes) = (plan.gradients.bytes, parameters.len() as u64);
        assert!(vector_bytes.max(parameter_bytes) <= SHARE, "the batch is too large for the test");
        let gradients_hpa = driver.transport().host_address(plan.gradients.base, vector_bytes).expect("memory");
        let updates = batch.entries() > 0;
        let [row_log, parameter_log] = slots(log, number);
        for (register, value) in [
            (&registers::FLUSH_TARGET, (GPU_HPA + gpu[0]) | 1),
            (&registers::GRADIENT_LINES, if updates { vector_bytes / LINE_BYTES } else { 0 }),
            (&registers::PARAMETER_SOURCE, GPU_HPA + gpu[2]),
            (&registers::PARAMETER_BYTES, parameter_bytes),
            (&registers::LOG_BASE, log),
            (&registers::LOG_BYTES, 4 * SHARE),
            (&registers::ROW_LOG, row_log),
            (&registers::PARAMETER_LOG, parameter_log),
            (&registers::BATCH, number),
            (&registers::CONFIGURATION, CONFIGURATION.into()),
            (&registers::STAGED_BASE, registers::SCRATCHPAD_BASE + registers::SCRATCHPAD_BYTES - SHARE),
            (
                &registers::CHECKPOINT,
                registers::AFTER_ROWS.place(1)
                    | registers::AFTER_PARAMETERS.place(1)
                    | registers::IN_WINDOW.place(u64::from(number.is_multiple_of(3)))
                    | registers::LAG.place(number % 2),
            ),
        ] {
            driver.set(register, value).expect(register.name);
        }
        let handle = self.gpu;
        let at_gpu = self.driver.transport_mut().fabric().device_mut(handle);
        let counter = at_gpu.arm(gpu[0]..gpu[0] + vector_bytes);
        at_gpu.server_mut().memory_mut().write_bytes(gpu[2], parameters);
        at_gpu.close_window(gpu[2]..gpu[2] + parameter_bytes);
        let stages = updates && number % 2 == 1;
        let commands: &[Command] = match (updates, stages) {
            (true, true) => {
                &[Command::Lookup, Command::Stage, Command::LogRows, Command::LogParameters, Command::Update]
            }
            (true, false) => &[Command::Lookup, Command::LogRows, Command::LogParameters, Command::Update],
            (false, _) => &[Command::Lookup, Command::LogParameters],
        };
        for command in commands {
            self.driver.post_job(*command as u64).expect("there is room");
            if *command == Command::Stage {
                self.driver.set(&registers::GRADIENT_LINES, registers::KEEP.place(1)).expect("GRADIENT_LINES");
            }
        }
        self.posted.lookups += 1;
        self.posted.parameter_records += 1;
        self.posted.row_records += u64::from(updates);
        self.posted.updates += u64::from(updates);
        self.posted.stages += u64::from(stages);
        PostedBatch { gradients_hpa, vector_bytes, parameter_bytes, updates, gpu, counter }
    }

    /// Runs until the GPU has all vectors of a batch, and reads them.
    ///
    /// # Panics
    /// If they do not come.
    pub fn pooled(&mut self, batch: &PostedBatch) -> Vec<u32> {
        let (gpu, counter) = (self.gpu, batch.counter);
        let ready = self.fabric().run_until(|fabric| fabric.device(gpu).ready(counter).is_some());
        ready.unwrap_or_else(|error| panic!("vectors: {error}"));
        let mut bytes = vec![0; batch.vector_bytes as usize];
        self.fabric().device(gpu).server().memory().read_bytes(batch.gpu[0], &mut bytes);
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    /// Has the GPU send some lines of a batch's gradients at a time; all of them are in its memory then.
    pub fn send_gradients(
        &mut self,
        batch: &PostedBatch,
        gradients: &[u32],
        at: Time,
        lines: Range<u64>,
        how: CopyWrite,
    ) {
        let bytes: Vec<u8> = gradients.iter().flat_map(|word| word.to_le_bytes()).collect();
        let (gpu, source, target) = (self.gpu, batch.gpu[1], batch.gradients_hpa);
        let (start, length) = (lines.start * LINE_BYTES, (lines.end - lines.start) * LINE_BYTES);
        self.fabric().at(at, move |fabric| {
            let gpu = fabric.device_mut(gpu);
            gpu.server_mut().memory_mut().write_bytes(source, &bytes);
            gpu.copy_out(source + start, target + start, length, how);
            Ok(())
        });
    }

    /// Has the GPU open the window on a batch's parameters at a time.
    pub fn open_window(&mut self, batch: &PostedBatch, at: Time) {
        let (gpu, range) = (self.gpu, batch.gpu[2]..batch.gpu[2] + batch.parameter_bytes);
        self.fabric().at(at, move |fabric| {
            let now = fabric.now();
            let opened = fabric.device_mut(gpu).open_window(now, &range);
            opened.map_err(|error| FabricError::Endpoint { device: "gpu".into(), error })
        });
    }
}
