//! A CXL-MEM and a GPU in a fabric, and batches that move by themselves between them; whatever plays the device.
//!
//! The host posts the jobs of a batch and does nothing more: the device flushes pooled vectors to the GPU, the GPU writes
//! gradients to the device and opens the window on its parameters, the device fetches those and applies the gradients.

use crate::conformance::{Bags, Size, Workload};
use emberlane_drivers::{Batch, Command, CxlMem, Transport};
use emberlane_fabric::expander::HdmConfig;
use emberlane_fabric::fabric::{FabricConfig, FabricError};
use emberlane_fabric::gpu::{CopyWrite, CounterId, Gpu, GpuConfig};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::{self, LinkConfig, Stalls};
use emberlane_fabric::memory::MemoryConfig;
use emberlane_fabric::message::Channel;
use emberlane_fabric::time::Time;
use emberlane_fabric::{fabric::Fabric, fabric::Handle};
use emberlane_models::cxl::{CxlMemEndpoint, Finished, OverCxl};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{self as registers, LINE_BYTES};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Host physical address of the GPU's memory.
pub const GPU_HPA: u64 = 1 << 40;
/// Bytes of the GPU's memory that a batch has for each of vectors, gradients and parameters.
const SHARE: u64 = 1 << 20;

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

/// A writer that tests can look into.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A message of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// When it was sent, picoseconds.
    pub time: u64,
    /// Channel.
    pub channel: String,
    /// Opcode.
    pub opcode: String,
    /// Address, if it has one.
    pub address: Option<u64>,
    /// Who has sent it.
    pub from: String,
    /// Who gets it.
    pub to: String,
}

impl Log {
    /// The messages that were written.
    ///
    /// # Panics
    /// If they are no trace.
    #[must_use]
    pub fn messages(&self) -> Vec<Traced> {
        let text = String::from_utf8(self.0.lock().expect("nobody panicked").clone()).expect("text");
        let message = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [time, channel, opcode, address, _tag, from, to, _latency] = words[..] else { panic!("{line}") };
            let hexadecimal = |digits| u64::from_str_radix(digits, 16).expect("an address");
            Traced {
                time: time.parse().expect("a time"),
                channel: channel.into(),
                opcode: opcode.into(),
                address: address.strip_prefix("0x").map(hexadecimal),
                from: from.into(),
                to: to.into(),
            }
        };
        text.lines().skip(1).map(message).collect()
    }
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
        let memory = MemoryConfig::ideal(1 << 30);
        let hdm = HdmConfig { base: GPU_HPA, coherence: Coherence::Device, memory };
        let gpu = over_cxl.fabric().add("gpu", Gpu::new(GpuConfig { hdm, requests: 64 }), link);
        let target = Target::Hdm { device: gpu.index(), coherence: Coherence::Device };
        over_cxl.fabric().map(GPU_HPA, memory.size, target).expect("free addresses");
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
            finished.lookups >= jobs.lookups && finished.updates >= jobs.updates && finished.fetches >= jobs.fetches
        };
        let ended = self.fabric().run_until(|fabric| reached(fabric.device(device).finished()));
        ended.unwrap_or_else(|error| panic!("{jobs:?}: {error}"));
    }

    /// Jobs that were posted.
    #[must_use]
    pub fn posted(&self) -> Finished {
        self.posted
    }

    /// Posts lookup, fetch and update of a batch. The GPU's window on its parameters is closed until
    /// [`open_window`](Self::open_window).
    ///
    /// # Panics
    /// If the device refuses it.
    pub fn post(&mut self, batch: &Batch, parameters: &[u8], target: u64) -> PostedBatch {
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
        for (register, value) in [
            (&registers::FLUSH_TARGET, (GPU_HPA + gpu[0]) | 1),
            (&registers::GRADIENT_LINES, if updates { vector_bytes / LINE_BYTES } else { 0 }),
            (&registers::PARAMETER_SOURCE, GPU_HPA + gpu[2]),
            (&registers::PARAMETER_TARGET, target),
            (&registers::PARAMETER_BYTES, parameter_bytes),
        ] {
            driver.set(register, value).expect(register.name);
        }
        let handle = self.gpu;
        let at_gpu = self.driver.transport_mut().fabric().device_mut(handle);
        let counter = at_gpu.arm(gpu[0]..gpu[0] + vector_bytes);
        at_gpu.server_mut().memory_mut().write_bytes(gpu[2], parameters);
        at_gpu.close_window(gpu[2]..gpu[2] + parameter_bytes);
        let commands = [Command::Lookup, Command::Fetch, Command::Update];
        for command in &commands[..if updates { 3 } else { 2 }] {
            self.driver.post_job(*command as u64).expect("there is room");
        }
        self.posted.lookups += 1;
        self.posted.fetches += 1;
        self.posted.updates += u64::from(updates);
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

/// A batch of a test, with its gradients, parameters and what they came to on a device without peers.
struct Expected {
    batch: Batch,
    gradients: Vec<u32>,
    parameters: Vec<u8>,
    pooled: Vec<u32>,
}

/// A plain device that does batch after batch as the host says; its memory is what all others should have.
struct Plain {
    driver: CxlMem<ReferenceCxlMem>,
    workload: Workload,
    random: Pcg64Mcg,
    size: Size,
    /// Where parameters go.
    target: u64,
}

impl Plain {
    fn new<E: CxlMemEndpoint>(system: &mut System<E>, seed: u64, size: Size) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let workload = Workload::random(&mut random, size, system.driver.capabilities());
        let channels = system.driver.capabilities().channels;
        let plain = ReferenceCxlMem::new(channels).expect("1 to 4 channels");
        let mut driver = CxlMem::discover(plain).expect("a CXL-MEM");
        driver.configure(workload.configuration.clone()).expect("the tables fit");
        system.driver.configure(workload.configuration.clone()).expect("the tables fit");
        for (table, words) in workload.tables.iter().enumerate() {
            driver.load_table(table, words).expect("the table exists");
            system.driver.load_table(table, words).expect("the table exists");
        }
        let target = if workload.configuration.data_base > 1 << 30 { 1 << 20 } else { 1 << 31 };
        Self { driver, workload, random, size, target }
    }

    /// Does a random batch. With no entry its update is no job; `updates` says that it must be one.
    fn batch(&mut self, updates: bool) -> Expected {
        let Self { workload, random, .. } = self;
        let batch = loop {
            let bags: Bags = workload.bags(random, self.size);
            let batch = workload.batch(random, &bags);
            if !updates || batch.entries() > 0 {
                break batch;
            }
        };
        let gradients = workload.gradients(random, &batch);
        let parameters: Vec<u8> = (0..64 * random.random_range(1..150)).map(|_| random.random()).collect();
        self.driver.post(&batch).expect("the batch is well formed");
        let pooled = self.driver.lookup().expect("the job is right");
        self.driver.update(&gradients).expect("the job is right");
        self.driver.transport_mut().memory_write(self.target, &parameters).expect("memory");
        Expected { batch, gradients, parameters, pooled }
    }

    /// Compares persistent memory, past the link.
    fn compare<E: CxlMemEndpoint>(&mut self, system: &mut System<E>, context: &str) {
        let handle = system.device;
        let written = self.driver.transport().written();
        for range in written.into_iter().filter(|range| range.start < registers::SCRATCHPAD_BASE) {
            let mut expected = vec![0; (range.end - range.start) as usize];
            let mut found = expected.clone();
            self.driver.transport_mut().memory_read(range.start, &mut expected).expect("memory");
            system.fabric().device_mut(handle).device().memory_read(range.start, &mut found).expect("memory");
            let differs = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            assert_eq!(differs, None, "{context}: bytes from DPA {:#x} on", range.start);
        }
    }
}

/// Lines of a region, each once.
fn once(seen: &mut BTreeMap<(String, String, u64), u32>, opcode: &str, to: &str, region: Range<u64>) {
    for line in region.step_by(LINE_BYTES as usize) {
        let count = seen.remove(&(opcode.into(), to.into(), line));
        assert_eq!(count, Some(1), "{opcode} of {line:#x} to {to}");
    }
}

/// Two batches are posted, the second while the first waits for its GPU. From then on until all have ended, the host
/// sends nothing: no message of CXL.io, and of CXL.mem only what a peer has asked for. Every line of vectors, gradients and
/// parameters crosses once.
///
/// # Panics
/// Where it is otherwise.
pub fn batches_move_by_themselves<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig, seed: u64) {
    let mut system = System::new(endpoint, link);
    let mut plain = Plain::new(&mut system, seed, Size { entries: 200, rows: 60 });
    let expected = [(); 2].map(|()| plain.batch(true));
    let log = Log::default();
    system.fabric().trace(Box::new(log.clone())).expect("a trace");
    let posted: Vec<PostedBatch> =
        expected.iter().map(|each| system.post(&each.batch, &each.parameters, plain.target)).collect();
    let end_of_posting = system.fabric().now();
    assert!(system.finished().updates == 0 && system.finished().fetches == 0, "the first waits for its GPU");

    for (batch, expected) in posted.iter().zip(&expected) {
        assert_eq!(system.pooled(batch), expected.pooled, "seed {seed}");
        let now = system.fabric().now();
        let lines = batch.vector_bytes / LINE_BYTES;
        system.send_gradients(batch, &expected.gradients, now + Time::us(1), 0..lines, CopyWrite::ItoMWr);
        system.open_window(batch, now + Time::us(3));
    }
    system.run_until_finished(system.posted());
    let end = system.fabric().now();
    let gpu = system.gpu;
    assert_eq!(system.fabric().device(gpu).written_twice(), [], "every vector comes once");

    let messages = log.messages();
    // What was posted before is still on its way; what an answer to the host's own reads is was asked for before.
    let later = messages.iter().filter(|message| message.time > end_of_posting.0 && message.time <= end.0);
    let of_host: Vec<&Traced> = later.clone().filter(|message| message.channel.starts_with("io_")).collect();
    assert_eq!(of_host, Vec::<&Traced>::new(), "seed {seed}");
    let mut seen = BTreeMap::new();
    for message in messages.iter().filter(|message| message.channel.starts_with("m2s_")) {
        let key = (message.opcode.clone(), message.to.clone(), message.address.expect("requests have one"));
        *seen.entry(key).or_insert(0) += 1;
    }
    for batch in &posted {
        let range = |start: u64, bytes: u64| start..start + bytes;
        once(&mut seen, "MemWr", "gpu", range(GPU_HPA + batch.gpu[0], batch.vector_bytes));
        once(&mut seen, "MemRd", "gpu", range(GPU_HPA + batch.gpu[2], batch.parameter_bytes));
        once(&mut seen, "MemWr", "cxl-mem", range(batch.gradients_hpa, batch.vector_bytes));
    }
    // All else are the lists, which the host has written while it posted.
    let rest = later.filter(|message| message.channel.starts_with("m2s_"));
    for message in rest {
        let key = (message.opcode.clone(), message.to.clone(), message.address.expect("requests have one"));
        assert!(!seen.contains_key(&key), "the host has asked for {message:?}, seed {seed}");
    }
    system.driver.wait().expect("all jobs are right");
    system.fabric().run_to_end().expect("every request is answered");
    plain.compare(&mut system, &format!("seed {seed}"));
}

/// Two to six batches, at most two at a time, with gradients that come in pieces and windows that open when they will: memory
/// and vectors are those of a device that does one thing after the other.
///
/// # Panics
/// Where they are not.
pub fn order_changes_no_bit<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig, seed: u64, size: Size) {
    let mut system = System::new(endpoint, link);
    let mut plain = Plain::new(&mut system, seed, size);
    let mut random = Pcg64Mcg::seed_from_u64(!seed);
    let batches = random.random_range(2..=6);
    let mut under_way: Vec<(PostedBatch, Expected, Finished)> = Vec::new();
    for number in 0..=batches {
        if number < batches {
            // The batch before the last one has to make room in the scratchpad.
            if let [.., (_, _, before), _] = under_way[..] {
                system.run_until_finished(before);
            }
            let expected = plain.batch(false);
            let batch = system.post(&expected.batch, &expected.parameters, plain.target);
            under_way.push((batch, expected, system.posted()));
        }
        if number > 0 {
            let (batch, expected, _) = &under_way[number - 1];
            react(&mut system, batch, expected, &mut random, &format!("seed {seed}, batch {}", number - 1));
        }
    }
    system.driver.wait().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(system.finished(), system.posted(), "seed {seed}");
    system.fabric().run_to_end().expect("every request is answered");
    let gpu = system.gpu;
    assert_eq!(system.fabric().device(gpu).written_twice(), [], "seed {seed}");
    plain.compare(&mut system, &format!("seed {seed}"));
}

/// What the GPU does with a batch: gradients in pieces and the window, in any order.
fn react<E: CxlMemEndpoint>(
    system: &mut System<E>,
    batch: &PostedBatch,
    expected: &Expected,
    random: &mut Pcg64Mcg,
    context: &str,
) {
    if random.random_ratio(1, 3) {
        // Before its vectors have come, and perhaps before the fetch.
        system.open_window(batch, Time::ZERO);
    } else {
        let now = system.fabric().now();
        system.open_window(batch, now + Time::ns(random.random_range(0..20_000)));
    }
    assert_eq!(system.pooled(batch), expected.pooled, "{context}");
    if !batch.updates {
        return;
    }
    let lines = batch.vector_bytes / LINE_BYTES;
    let mut cuts: Vec<u64> = (0..random.random_range(0..4)).map(|_| random.random_range(0..=lines)).collect();
    cuts.extend([0, lines]);
    cuts.sort_unstable();
    for piece in cuts.windows(2).filter(|piece| piece[0] < piece[1]) {
        let at = system.fabric().now() + Time::ns(random.random_range(0..20_000));
        let how = if random.random() { CopyWrite::ItoMWr } else { CopyWrite::WrCur };
        system.send_gradients(batch, &expected.gradients, at, piece[0]..piece[1], how);
    }
}
