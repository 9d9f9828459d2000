//! What every device has to do beside a GPU.

use super::{CONFIGURATION, GPU_HPA, Log, PostedBatch, SHARE, System, Traced, slots};
use crate::conformance::{Aside, Bags, Size, Workload};
use crate::records::{self, Stamp};
use emberlane_drivers::{
    Batch, BatchBuilder, Command, Configuration, CxlMem, CxlMemError, ErrorCode, Pooling, Transport,
};
use emberlane_fabric::gpu::CopyWrite;
use emberlane_fabric::link::LinkConfig;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{CxlMemEndpoint, Finished};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{self as registers, LINE_BYTES};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::ops::Range;

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
    /// DPA of the log region.
    log: u64,
    batches: u64,
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
        let log = if workload.configuration.data_base > 1 << 30 { 1 << 20 } else { 1 << 31 };
        Self { driver, workload, random, size, log, batches: 0 }
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
        self.log(&batch, &parameters);
        self.driver.update(&gradients).expect("the job is right");
        Expected { batch, gradients, parameters, pooled }
    }

    /// Writes what the logs of the next batch should leave.
    fn log(&mut self, batch: &Batch, parameters: &[u8]) {
        let [row_log, parameter_log] = slots(self.log, self.batches);
        let stamp = Stamp { configuration: CONFIGURATION, batch: self.batches };
        self.batches += 1;
        let data = self.driver.data_plan().expect("configured").clone();
        let memory = self.driver.transport_mut();
        memory.memory_write(parameter_log, &records::parameters(stamp, parameters)).expect("memory");
        let mut unique = batch.transpose().rows().iter();
        let mut rows = Vec::new();
        for (table, &count) in data.tables.iter().zip(batch.transpose().table_rows()) {
            for &row in unique.by_ref().take(count as usize) {
                let address = table.base + u64::from(row) * data.vector_bytes;
                let mut bytes = vec![0; data.vector_bytes as usize];
                memory.memory_read(address, &mut bytes).expect("memory");
                rows.push((address, bytes));
            }
        }
        if !rows.is_empty() {
            memory.memory_write(row_log, &records::rows(stamp, &rows)).expect("memory");
        }
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
        expected.iter().map(|each| system.post(&each.batch, &each.parameters, plain.log)).collect();
    let end_of_posting = system.fabric().now();
    assert!(system.finished().updates == 0 && system.finished().parameter_records == 0, "the first waits for its GPU");

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
            let batch = system.post(&expected.batch, &expected.parameters, plain.log);
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
        // Before its vectors have come, and perhaps before its log begins.
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

/// While a long lookup runs, as many jobs wait as the register map says; one more is refused, and those that wait are dropped.
///
/// # Panics
/// Where the device does otherwise.
pub fn a_full_queue_refuses<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig, seed: u64) {
    let mut system = System::new(endpoint, link);
    let driver = &mut system.driver;
    let rows = 500u32;
    driver.configure(Configuration::new(64, Pooling::Sum, 1f32.to_bits(), vec![rows])).expect("the table fits");
    driver.load_table(0, &vec![1f32.to_bits(); 64 * rows as usize]).expect("the table exists");
    // Work for far longer than all these doorbells take.
    let indices: Vec<u32> = (0..10_000).map(|entry| (entry * 7) % rows).collect();
    let batch = BatchBuilder::new().table(&[0, 5_000, 10_000], &indices).and_then(BatchBuilder::build);
    driver.post(&batch.expect("well formed")).expect("the batch is well formed");
    driver.prepare().expect("posted");
    for expected in [Finished { lookups: 1, ..Finished::default() }, Finished { lookups: 2, ..Finished::default() }] {
        for _ in 0..=registers::JOB_QUEUE {
            system.driver.post_job(Command::Lookup as u64).expect("there is room");
        }
        system.driver.post_job(Command::Update as u64).expect("the doorbell is written");
        let error = device_error(system.driver.wait());
        assert_eq!(error, (ErrorCode::QueueFull, Command::Update as u64), "seed {seed}");
        let status = system.driver.transport_mut().mmio_read(registers::STATUS.offset).expect("STATUS");
        assert_eq!(status, registers::DONE.place(1) | registers::FAILED.place(1), "the one that ran ended well");
        assert_eq!(system.finished(), expected, "seed {seed}");
        system.driver.clear().expect("a failure can be cleared");
    }
    assert_eq!(system.driver.lookup().expect("the job is right"), [5_000f32.to_bits(); 128]);
    system.fabric().run_to_end().expect("every request is answered");
}

/// An accumulation sends all of its data region to the peer, and ends when the last line has left.
///
/// # Panics
/// Where it does not.
pub fn an_accumulation_flushes_its_rows<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig) {
    let mut system = System::new(endpoint, link);
    let (rows, length) = (40u32, 32u32);
    let driver = &mut system.driver;
    let configuration = Configuration::new(length, Pooling::Sum, 0.5f32.to_bits(), vec![rows]);
    driver.configure(configuration).expect("the table fits");
    let batch = BatchBuilder::new().table(&[0, 3, 5], &[1, 2, 2, 1, 39]).and_then(BatchBuilder::build);
    driver.post(&batch.expect("well formed")).expect("the batch is well formed");
    driver.write_gradients(&vec![1f32.to_bits(); 2 * length as usize]).expect("one gradient a bag");
    driver.prepare().expect("posted");
    let aside = Aside::new(driver, 3);
    aside.prepare(driver, Command::Accumulate);
    driver.set(&registers::FLUSH_TARGET, GPU_HPA | 1).expect("FLUSH_TARGET");
    let bytes = aside.data.data.bytes;
    let gpu = system.gpu;
    let counter = system.fabric().device_mut(gpu).arm(0..bytes);
    system.driver.submit(Command::Accumulate as u64).expect("the job is right");
    assert_eq!(system.finished(), Finished { accumulations: 1, ..Finished::default() });
    let flushed = system.driver.counters().expect("counters can be read").get(&registers::LINES_FLUSHED);
    assert_eq!(flushed, Some(bytes / LINE_BYTES));

    let ready = system.fabric().run_until(|fabric| fabric.device(gpu).ready(counter).is_some());
    ready.expect("every line comes");
    let mut found = vec![0; bytes as usize];
    system.fabric().device(gpu).server().memory().read_bytes(0, &mut found);
    let found = found.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().expect("four bytes")));
    // Rows 1 and 2 have two gradients each, row 39 one.
    let expected = |row| match row {
        1 | 2 => -1.0,
        39 => -0.5,
        _ => 0.0,
    };
    let expected = (0..rows).flat_map(|row| vec![expected(row); length as usize]);
    assert!(found.eq(expected), "what came is not what was accumulated");
    system.fabric().run_to_end().expect("every request is answered");
}

/// A peer that is not there, and parameters that are poisoned: the job fails, those behind it are dropped, and the device
/// works again.
///
/// # Panics
/// Where the device does otherwise.
pub fn peers_that_refuse_fail_the_job<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig, seed: u64) {
    let mut system = System::new(endpoint, link);
    let mut plain = Plain::new(&mut system, seed, Size { entries: 100, rows: 40 });
    let Expected { batch, parameters, .. } = plain.batch(true);
    let (bytes, source, nowhere) = (parameters.len() as u64, GPU_HPA + SHARE, 3 << 40 | 1);
    system.driver.post(&batch).expect("the batch is well formed");
    system.driver.prepare().expect("posted");
    for (register, value) in [
        (&registers::FLUSH_TARGET, nowhere),
        (&registers::PARAMETER_SOURCE, source),
        (&registers::PARAMETER_BYTES, bytes),
        (&registers::LOG_BASE, plain.log),
        (&registers::LOG_BYTES, SHARE),
        (&registers::PARAMETER_LOG, plain.log),
    ] {
        system.driver.set(register, value).expect(register.name);
    }
    let gpu = system.gpu;
    system.fabric().device_mut(gpu).server_mut().memory_mut().poison(SHARE + bytes / 2);
    let fails = |system: &mut System<E>, expected, finished| {
        for command in [Command::Lookup, Command::LogParameters] {
            system.driver.post_job(command as u64).expect("there is room");
        }
        assert_eq!(device_error(system.driver.wait()), expected, "seed {seed}");
        assert_eq!(system.finished(), finished, "seed {seed}");
        system.driver.clear().expect("a failure can be cleared");
    };
    fails(&mut system, (ErrorCode::Flush, nowhere), Finished::default());
    system.driver.set(&registers::FLUSH_TARGET, GPU_HPA | 1).expect("a register");
    fails(&mut system, (ErrorCode::Log, plain.log), Finished { lookups: 1, ..Finished::default() });

    system.fabric().device_mut(gpu).server_mut().memory_mut().write_bytes(SHARE, &parameters);
    system.driver.submit(Command::LogParameters as u64).expect("the parameters are good");
    let expected = records::parameters(Stamp { configuration: 0, batch: 0 }, &parameters);
    let mut found = vec![0; expected.len()];
    system.driver.transport_mut().memory_read(plain.log, &mut found).expect("memory");
    assert_eq!(found, expected, "seed {seed}");
    system.fabric().run_to_end().expect("every request is answered");
}

pub(super) fn device_error(result: Result<(), CxlMemError>) -> (ErrorCode, u64) {
    match result {
        Err(CxlMemError::Device(error)) => (error.code, error.position),
        other => panic!("{other:?}, expected an error of the device"),
    }
}
