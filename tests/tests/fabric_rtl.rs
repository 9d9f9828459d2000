//! The RTL behind a CXL link leaves the bits that it leaves without one, whatever the link does; and a GPU's vectors and
//! gradients cross the fabric once, line by line.
#![cfg(feature = "rtl")]

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use emberlane_drivers::{BatchBuilder, Command, Configuration, Pooling, Transport};
use emberlane_fabric::expander::HdmConfig;
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::gpu::{CopyWrite, Gpu, GpuConfig};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::{self, LinkConfig, Stalls};
use emberlane_fabric::memory::MemoryConfig;
use emberlane_fabric::message::Channel;
use emberlane_fabric::time::Time;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::Lockstep;
use emberlane_tests::conformance::{self, Size};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::over_cxl::BAR_BASE;
use emberlane_verilated::{RtlCxlMem, RtlEndpoint, RtlOverCxl};

const GPU_HPA: u64 = 1 << 40;

/// A link with so many credits a channel, and stalls if it has a seed for them.
fn link(preset: &str, credits: u32, seed: Option<u64>) -> LinkConfig {
    let link = link::preset(preset).and_then(|preset| preset.config()).expect("a preset");
    let stalls = seed.map(|seed| Stalls { seed, longest: Time::ns(300) });
    LinkConfig { credits: [credits; Channel::COUNT], stalls, ..link }
}

fn device(channels: usize, profile: StallProfile, seed: u64, link: &LinkConfig) -> RtlOverCxl {
    let rtl = RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build();
    let rtl = rtl.unwrap_or_else(|error| panic!("{error}"));
    RtlOverCxl::new(RtlEndpoint::new(rtl, BAR_BASE), FabricConfig::default(), link)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_link_changes_no_bit() {
    let seed = conformance::seed("fabric_rtl_bits", 41);
    let setups = [
        ("ideal", 64, false, 4, StallProfile::None),
        ("trainingcxl", 64, false, 4, StallProfile::Random),
        ("trainingcxl", 1, true, 4, StallProfile::Heavy),
        ("ndrec", 2, true, 1, StallProfile::Random),
    ];
    for (number, (preset, credits, stalls, channels, profile)) in setups.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("link {preset}, {credits} credits, stalls {stalls}, {channels} channels, {profile:?}, seed {seed}");
        let over_cxl = device(channels, profile, seed, &link(preset, credits, stalls.then_some(seed)));
        let mut devices = Lockstep::new(ReferenceCxlMem::new(channels as u32).expect("1 to 4 channels"), over_cxl);
        conformance::random_batches(&mut devices, seed, 2, Size { entries: 60, rows: 40 });
        let written = devices.first.written();
        devices.compare_memory(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        devices.second.fabric().run_to_end().expect("every request is answered");
    }
}

/// A writer that tests can look into.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A GPU fetches the pooled vectors by CXL.cache reads and gives the gradients back by CXL.cache writes; the device counts
/// what arrives. Every line crosses once.
#[test]
fn every_line_of_vectors_and_gradients_crosses_once() {
    let seed = conformance::seed("fabric_rtl_gpu", 42);
    for (credits, stalls) in [(64, None), (1, Some(seed))] {
        let link = link("trainingcxl", credits, stalls);
        let mut over_cxl = device(4, StallProfile::Random, seed, &link);
        let memory = MemoryConfig::ideal(1 << 30);
        let hdm = HdmConfig { base: GPU_HPA, coherence: Coherence::Device, memory };
        let gpu = over_cxl.fabric().add("gpu", Gpu::new(GpuConfig { hdm, requests: 64 }), &link);
        let target = Target::Hdm { device: gpu.index(), coherence: Coherence::Device };
        over_cxl.fabric().map(GPU_HPA, memory.size, target).expect("free addresses");

        let (rows, length, bags) = (100u32, 64u32, 30u32);
        let mut driver = conformance::discover(over_cxl);
        let configuration = Configuration::new(length, Pooling::Sum, 1f32.to_bits(), vec![rows]);
        driver.configure(configuration).expect("the table fits");
        driver.load_table(0, &vec![3f32.to_bits(); (rows * length) as usize]).expect("the table exists");
        let offsets: Vec<u32> = (0..=bags).map(|bag| 2 * bag).collect();
        let indices: Vec<u32> = (0..2 * bags).collect();
        let batch = BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).expect("well formed");
        driver.post(&batch).expect("the batch is well formed");
        driver.prepare().expect("posted");
        let plan = driver.batch_plan().expect("posted").clone();
        let bytes = u64::from(bags * length) * 4;
        let over_cxl = driver.transport_mut();
        let pooled = over_cxl.host_address(plan.pooled.base, bytes).expect("memory");
        let gradients = over_cxl.host_address(plan.gradients.base, bytes).expect("memory");
        let log = Log::default();
        over_cxl.fabric().trace(Box::new(log.clone())).expect("a trace");

        over_cxl.mmio_write(registers::DOORBELL.offset, Command::Lookup as u64).expect("DOORBELL");
        over_cxl.wait_interrupt(1_000_000).expect("the job ends");
        over_cxl.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
        let fabric = over_cxl.fabric();
        let copy = fabric.device_mut(gpu).copy_in(pooled, 0, bytes);
        fabric.run_until(|fabric| fabric.device(gpu).copy_done(copy).is_some()).expect("the copy ends");
        let mut vectors = vec![0; bytes as usize];
        fabric.device(gpu).server().memory().read_bytes(0, &mut vectors);
        assert!(vectors.chunks(4).all(|word| word == 6f32.to_le_bytes()), "two rows of 3.0 a bag");

        let gradient: Vec<u8> = 0.5f32.to_le_bytes().repeat((bags * length) as usize);
        fabric.device_mut(gpu).server_mut().memory_mut().write_bytes(1 << 20, &gradient);
        let copy = fabric.device_mut(gpu).copy_out(1 << 20, gradients, bytes, CopyWrite::ItoMWr);
        fabric.run_until(|fabric| fabric.device(gpu).copy_done(copy).is_some()).expect("the copy ends");
        fabric.run_to_end().expect("every request is answered");
        assert_eq!(over_cxl.mmio_read(registers::GRADIENTS_ARRIVED.offset).expect("a register"), bytes / 64);
        over_cxl.mmio_write(registers::DOORBELL.offset, Command::Update as u64).expect("DOORBELL");
        over_cxl.wait_interrupt(1_000_000).expect("the job ends");

        // From the trace: each line of either region once, and nothing else but the host's registers.
        let trace = String::from_utf8(log.0.lock().expect("nobody panicked").clone()).expect("text");
        let mut seen: HashMap<(String, u64), u32> = HashMap::new();
        for line in trace.lines() {
            let opcode =
                ["MemRd", "MemWr"].into_iter().find(|opcode| line.split_whitespace().any(|word| word == *opcode));
            let address = line.split_whitespace().find_map(|word| word.strip_prefix("0x"));
            if let (Some(opcode), Some(address)) = (opcode, address) {
                let address = u64::from_str_radix(address, 16).expect("an address");
                *seen.entry((opcode.to_owned(), address)).or_default() += 1;
            }
        }
        let expected: HashMap<(String, u64), u32> = (0..bytes / 64)
            .flat_map(|line| [("MemRd", pooled + 64 * line), ("MemWr", gradients + 64 * line)])
            .map(|(opcode, address)| ((opcode.to_owned(), address), 1))
            .collect();
        assert_eq!(seen, expected, "{credits} credits");

        let words = driver.read_table(0).expect("the table exists");
        for row in 0..rows {
            let value = if row < 2 * bags { 2.5f32 } else { 3.0 };
            assert!(words[(row * length) as usize..][..length as usize].iter().all(|word| *word == value.to_bits()));
        }
    }
}

/// The device flushes the pooled vectors to the GPU by itself, and an update that was begun waits for the GPU's gradients.
#[test]
fn the_device_flushes_vectors_and_waits_for_gradients() {
    let seed = conformance::seed("fabric_rtl_flush", 43);
    let setups = [(4, 64, None), (4, 1, Some(seed)), (1, 3, Some(seed + 1))];
    for (channels, credits, stalls) in setups {
        eprintln!("{channels} channels, {credits} credits, stalls {stalls:?}");
        let link = link("trainingcxl", credits, stalls);
        let mut over_cxl = device(channels, StallProfile::Random, seed, &link);
        let memory = MemoryConfig::ideal(1 << 30);
        let hdm = HdmConfig { base: GPU_HPA, coherence: Coherence::Device, memory };
        let gpu = over_cxl.fabric().add("gpu", Gpu::new(GpuConfig { hdm, requests: 64 }), &link);
        let target = Target::Hdm { device: gpu.index(), coherence: Coherence::Device };
        over_cxl.fabric().map(GPU_HPA, memory.size, target).expect("free addresses");

        let (rows, length, bags) = (90u32, 48u32, 45u32);
        let mut driver = conformance::discover(over_cxl);
        driver.configure(Configuration::new(length, Pooling::Sum, 1f32.to_bits(), vec![rows])).expect("the table fits");
        let table: Vec<u32> = (0..rows * length).map(|word| (word as f32).to_bits()).collect();
        driver.load_table(0, &table).expect("the table exists");
        let offsets: Vec<u32> = (0..=bags).map(|bag| 2 * bag).collect();
        let indices: Vec<u32> = (0..2 * bags).collect();
        let batch = BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).expect("well formed");
        driver.post(&batch).expect("the batch is well formed");
        driver.prepare().expect("posted");
        let plan = driver.batch_plan().expect("posted").clone();
        let bytes = u64::from(bags * length) * 4;
        let lines = bytes / 64;
        let over_cxl = driver.transport_mut();
        let gradients = over_cxl.host_address(plan.gradients.base, bytes).expect("memory");
        over_cxl.mmio_write(registers::FLUSH_TARGET.offset, (GPU_HPA + 4096) | 1).expect("a register");
        over_cxl.mmio_write(registers::GRADIENT_LINES.offset, lines).expect("a register");
        let counter = over_cxl.fabric().device_mut(gpu).arm(4096..4096 + bytes);

        for round in 0..2u32 {
            over_cxl.mmio_write(registers::DOORBELL.offset, Command::Lookup as u64).expect("DOORBELL");
            over_cxl.wait_interrupt(1_000_000).expect("the job ends");
            // What the host has pulled may still be on its way to the GPU.
            over_cxl.fabric().run_until(|fabric| fabric.device(gpu).ready(counter).is_some()).expect("all lines come");
            over_cxl.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
            let mut vectors = vec![0; bytes as usize];
            over_cxl.fabric().device(gpu).server().memory().read_bytes(4096, &mut vectors);
            for (word, bytes) in vectors.chunks(4).enumerate() {
                let (bag, lane) = (word as u32 / length, word as u32 % length);
                let row = |row: u32| (row * length + lane) as f32 - 0.5 * round as f32;
                let pooled = row(2 * bag) + row(2 * bag + 1);
                assert_eq!(bytes, pooled.to_le_bytes(), "round {round}, bag {bag}");
            }
            assert_eq!(over_cxl.fabric().device(gpu).written_twice(), [], "every line comes once");
            over_cxl.fabric().device_mut(gpu).rearm(counter);

            over_cxl.mmio_write(registers::DOORBELL.offset, Command::Update as u64).expect("DOORBELL");
            over_cxl.fabric().run_for(Time::us(30)).expect("nothing breaks");
            let status = over_cxl.mmio_read(registers::STATUS.offset).expect("a register");
            assert_eq!(status, registers::BUSY.place(1), "the update waits for its gradients");
            let gradient: Vec<u8> = 0.5f32.to_le_bytes().repeat((bags * length) as usize);
            let fabric = over_cxl.fabric();
            fabric.device_mut(gpu).server_mut().memory_mut().write_bytes(1 << 20, &gradient);
            fabric.device_mut(gpu).copy_out(1 << 20, gradients, bytes, CopyWrite::WrCur);
            over_cxl.wait_interrupt(1_000_000).expect("the job ends");
            over_cxl.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
        }
        assert_eq!(over_cxl.mmio_read(registers::LINES_FLUSHED.offset).expect("a register"), 2 * lines);
        over_cxl.fabric().run_to_end().expect("every request is answered");
        let words = driver.read_table(0).expect("the table exists");
        for (word, bits) in words.into_iter().enumerate() {
            assert_eq!(f32::from_bits(bits), word as f32 - 1.0);
        }
    }
}
