//! The RTL behind a CXL link leaves the bits that it leaves without one, whatever the link does; and a GPU's vectors and
//! gradients cross the fabric once, line by line.
#![cfg(feature = "rtl")]

use std::collections::HashMap;

use emberlane_drivers::{BatchBuilder, Command, Configuration, Pooling, Transport};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::gpu::CopyWrite;
use emberlane_fabric::link::LinkConfig;
use emberlane_models::cxl::BAR_BASE;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::Lockstep;
use emberlane_tests::conformance::{self, Size};
use emberlane_tests::system::{
    Log, a_full_queue_refuses, a_poisoned_row_is_flushed_as_poison, add_gpu, an_accumulation_flushes_its_rows,
    batches_move_by_themselves, link, order_changes_no_bit, peers_that_refuse_fail_the_job,
    poison_fails_the_jobs_that_read_it,
};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::{RtlCxlMem, RtlEndpoint, RtlOverCxl};

fn device(channels: usize, profile: StallProfile, seed: u64, link: &LinkConfig) -> RtlOverCxl {
    RtlOverCxl::new(endpoint(channels, profile, seed), FabricConfig::default(), link)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_link_changes_no_bit() {
    let seed = conformance::seed("fabric_rtl_bits", 41);
    let setups = [
        ("ideal", 64, false, 4, StallProfile::None),
        ("trainingcxl", 64, false, 4, StallProfile::Random),
        ("trainingcxl", 1, true, 1, StallProfile::Heavy),
        ("ndrec", 2, true, 1, StallProfile::Random),
    ];
    for (number, (preset, credits, stalls, channels, profile)) in setups.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("link {preset}, {credits} credits, stalls {stalls}, {channels} channels, {profile:?}, seed {seed}");
        let over_cxl = device(channels, profile, seed, &link(preset, credits, stalls.then_some(seed)));
        let mut devices = Lockstep::new(ReferenceCxlMem::new(channels as u32).expect("1 to 4 channels"), over_cxl);
        // A line takes a round trip of the link where there is one credit: few lines.
        conformance::random_batches(&mut devices, seed, 2, Size { entries: 30, rows: 16 });
        let written = devices.first.written();
        devices.compare_memory(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        devices.second.fabric().run_to_end().expect("every request is answered");
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
        let gpu = add_gpu(over_cxl.fabric(), &link);

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
        let mut seen: HashMap<(String, u64), u32> = HashMap::new();
        for message in log.messages() {
            if let ("MemRd" | "MemWr", Some(address)) = (&*message.opcode, message.address) {
                *seen.entry((message.opcode, address)).or_default() += 1;
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

fn endpoint(channels: usize, profile: StallProfile, seed: u64) -> RtlEndpoint {
    let rtl = RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build();
    RtlEndpoint::new(rtl.unwrap_or_else(|error| panic!("{error}")), BAR_BASE)
}

#[test]
fn posted_batches_move_without_the_host_and_every_line_crosses_once() {
    let seed = conformance::seed("fabric_rtl_posted", 43);
    let setups = [
        ("ideal", 64, None, 4, StallProfile::None),
        ("trainingcxl", 64, None, 4, StallProfile::Random),
        ("trainingcxl", 1, Some(seed), 4, StallProfile::Heavy),
        ("ndrec", 3, Some(seed), 1, StallProfile::Random),
    ];
    for (number, (preset, credits, stalls, channels, profile)) in setups.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("link {preset}, {credits} credits, stalls {stalls:?}, {channels} channels, {profile:?}, seed {seed}");
        batches_move_by_themselves(endpoint(channels, profile, seed), &link(preset, credits, stalls), seed);
    }
}

#[test]
fn the_order_of_gradients_and_windows_changes_no_bit() {
    let seed = conformance::seed("fabric_rtl_order", 44);
    for seed in seed..seed + 4 {
        let (credits, stalls) = [(64, false), (1, true), (1, false), (3, true)][(seed % 4) as usize];
        let preset = ["ideal", "trainingcxl", "ndrec"][(seed % 3) as usize];
        let (channels, profile) = [(4, StallProfile::Random), (1, StallProfile::Heavy)][(seed / 2 % 2) as usize];
        eprintln!("link {preset}, {credits} credits, stalls {stalls}, {channels} channels, {profile:?}, seed {seed}");
        let link = link(preset, credits, stalls.then_some(seed));
        order_changes_no_bit(endpoint(channels, profile, seed), &link, seed, Size { entries: 60, rows: 40 });
    }
}

#[test]
fn accumulated_rows_are_flushed() {
    let seed = conformance::seed("fabric_rtl_accumulation", 48);
    an_accumulation_flushes_its_rows(endpoint(4, StallProfile::Random, seed), &link("trainingcxl", 64, None));
    an_accumulation_flushes_its_rows(endpoint(1, StallProfile::Heavy, seed), &link("ndrec", 1, Some(seed)));
}

#[test]
fn a_full_queue_refuses_over_a_link() {
    let seed = conformance::seed("fabric_rtl_queue", 45);
    a_full_queue_refuses(endpoint(1, StallProfile::Random, seed), &link("trainingcxl", 64, None), seed);
}

#[test]
fn peers_that_refuse_fail_the_job_over_a_link() {
    let seed = conformance::seed("fabric_rtl_refused", 46);
    peers_that_refuse_fail_the_job(endpoint(4, StallProfile::Random, seed), &link("trainingcxl", 64, None), seed);
}

#[test]
fn poison_is_no_data_over_a_link() {
    let seed = conformance::seed("fabric_rtl_poison", 47);
    for (channels, profile, link) in [
        (4, StallProfile::Random, link("trainingcxl", 64, None)),
        (1, StallProfile::Heavy, link("ndrec", 1, Some(seed))),
    ] {
        poison_fails_the_jobs_that_read_it(endpoint(channels, profile, seed), &link);
        a_poisoned_row_is_flushed_as_poison(endpoint(channels, profile, seed), &link);
    }
}
