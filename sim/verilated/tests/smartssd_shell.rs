//! The shell of a SmartSSD end to end: the driver reaches registers and TX buffers over AXI alone, the device its plans and gradients.

use emberlane_drivers::smartssd::{
    Bag, BankAssignment, Condition, Configuration, Iteration, MovementPlan, SmartSsd, SmartSsdError, SmartSsdTransport,
    Transfer,
};
use emberlane_drivers::{Transport, TransportError};
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::smartssd as map;
use emberlane_selftest::{Outcome, Plan, Region, test_smartssd};
use emberlane_verilated::RtlSmartSsdShell;
use emberlane_verilated::axi::{Faulty, StallProfile};

const ELEMENTS: usize = 16;
const VECTOR_BYTES: u64 = 4 * ELEMENTS as u64;
const VECTORS: u32 = 20;
const CYCLES: u64 = 1_000_000;
const HOST: u64 = 0x7_4000_0000;
const PROGRAMS: u64 = HOST + (1 << 16);
const GRADIENTS: u64 = HOST + (1 << 18);
const CONFIGURATION: Configuration = Configuration {
    hdm_base: 1 << 40,
    tx_bytes: 8 * VECTOR_BYTES,
    cache_base: 1 << 12,
    cache_vectors: VECTORS,
    ssd_base: 1 << 16,
    ssd_vectors: 1000,
    mailbox_base: HOST,
    mailbox_lines: 8,
};

fn shell(profile: StallProfile, seed: u64) -> RtlSmartSsdShell {
    println!("{profile:?}, seed {seed}");
    RtlSmartSsdShell::new(profile, seed, 64 << 20).unwrap_or_else(|error| panic!("{error}"))
}

fn transfers() -> Vec<Transfer> {
    (0..VECTORS).map(|vector| Transfer { ssd: vector.into(), cached: vector }).collect()
}

fn bags(seed: u32) -> Vec<Bag> {
    let vectors = |bag: u32| (0..=bag % 4).map(|entry| (seed + bag * 7 + entry * 5) % VECTORS).collect();
    (0..8).map(|bag| Bag { vectors: vectors(bag), scale: 0.5f32.to_bits() }).collect()
}

fn iterate<T: SmartSsdTransport>(
    device: &mut SmartSsd<T>,
    plan: emberlane_drivers::smartssd::Plan,
    bags: u32,
) -> Result<(), SmartSsdError> {
    let after = device.posted();
    let iteration = Iteration { plan, programs: PROGRAMS, gradients: GRADIENTS, bags, after };
    let ready = device.synchronise(after)?.with(Condition::GradientsCopied);
    device.begin(iteration, ready)?;
    device.finish(CYCLES)
}

/// Loads EVs, pools bags into one TX buffer and into the other, applies gradients, and evicts: what was pooled, and the EVs on the SSD.
fn work<T: SmartSsdTransport>(
    transport: &mut T,
    configuration: Configuration,
    seed: u32,
) -> Result<[Vec<u32>; 2], SmartSsdError> {
    let words = |count: u32, salt: u32| -> Vec<u32> {
        (0..count).map(|word| ((word * 37 + (seed + salt) * 11) as f32 / 64.0 - 5.0).to_bits()).collect()
    };
    let mut device = SmartSsd::open(transport, configuration)?;
    device.write_vectors(0, &words(VECTORS * ELEMENTS as u32, 1))?;
    let loads = device.post(&MovementPlan { loads: transfers(), ..MovementPlan::default() })?;
    device.wait_for_plan(loads, CYCLES)?;
    let mut banks = BankAssignment::new(2);
    let mut pooled = Vec::new();
    for bags in [bags(seed + 3), bags(seed)] {
        let forward = banks.plan(&[], &bags).expect("the bags fit");
        iterate(&mut device, forward, 8)?;
        pooled.extend(device.outputs()?);
    }
    device.write_gradients(GRADIENTS, &words(8 * ELEMENTS as u32, 2))?;
    let backward = banks.plan(&bags(seed), &[]).expect("the bags fit");
    iterate(&mut device, backward, 0)?;
    let evictions = device.post(&MovementPlan { evictions: transfers(), ..MovementPlan::default() })?;
    device.wait_for_plan(evictions, CYCLES)?;
    Ok([pooled, device.read_vectors(0, VECTORS.into())?])
}

fn assert_works(shell: &mut RtlSmartSsdShell, configuration: Configuration, seed: u32) {
    let found = work(shell, configuration, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let mut reference = ReferenceSmartSsd::new(2, ELEMENTS).expect("there is such a kernel");
    let expected = work(&mut reference, configuration, seed).unwrap_or_else(|error| panic!("{error}"));
    assert!(found == expected, "seed {seed}: pooled vectors, or EVs on the SSD");
}

#[test]
fn the_self_test_passes() {
    let mut shell = shell(StallProfile::None, 1);
    let plan = Plan { overwrite: Some(Region { base: 0, bytes: 1 << 17 }), after_reset: true, seed: 3 };
    let report = test_smartssd(&mut shell, &plan, Some(Region { base: HOST, bytes: 1 << 19 }));
    let wrong: Vec<_> = report.steps.iter().filter(|step| step.outcome != Outcome::Passed).collect();
    assert!(wrong.is_empty() && report.steps.len() >= 5, "{wrong:#?}");
    println!("{} cycles", shell.cycles());
}

/// Iterations give the bits of the reference, while everything stalls, and again behind a reset of the shell alone.
#[test]
fn iterations_are_bit_equal_to_the_reference() {
    for (profile, seed) in [(StallProfile::None, 2), (StallProfile::Random, 3), (StallProfile::Heavy, 4)] {
        let mut shell = shell(profile, seed);
        for round in 0..2 {
            assert_works(&mut shell, CONFIGURATION, round);
            shell.reset().unwrap();
        }
    }
}

/// The host goes on over a reset of the shell: lines of the mailbox that it owes are not taken for those that are asked for behind it.
#[test]
fn a_reset_at_any_time_forgets_what_the_host_owes() {
    let mut shell = shell(StallProfile::Random, 5);
    for cycles in [1, 5, 30, 90, 160, 200, 260] {
        let loads = MovementPlan { loads: transfers(), ..MovementPlan::default() };
        let mut device = SmartSsd::open(&mut shell, CONFIGURATION).unwrap();
        device.write_vectors(0, &[0x7fc0_0000; ELEMENTS * VECTORS as usize]).unwrap();
        device.post(&loads).unwrap();
        shell.run(cycles).unwrap();
        shell.reset().unwrap();
        assert_works(&mut shell, CONFIGURATION, cycles as u32);
        shell.reset().unwrap();
    }
}

#[test]
fn what_the_host_refuses_fails_and_can_be_tried_again() {
    let mut shell = shell(StallProfile::None, 6);
    shell.host().inject_error(HOST..HOST + 64, Faulty::Reads);
    let error = work(&mut shell, CONFIGURATION, 1).expect_err("the mailbox cannot be read");
    println!("{error}");
    assert!(matches!(error, SmartSsdError::Agent(_)), "{error}");
    shell.host().clear_errors();
    shell.reset().unwrap();
    shell.host().inject_error(PROGRAMS..PROGRAMS + 64, Faulty::Reads);
    let error = work(&mut shell, CONFIGURATION, 1).expect_err("the plan cannot be read");
    println!("{error}");
    assert!(matches!(error, SmartSsdError::Kernel(_)), "{error}");
    shell.host().clear_errors();
    shell.reset().unwrap();
    assert_works(&mut shell, CONFIGURATION, 2);
}

#[test]
fn tx_buffers_are_read_and_nothing_else() {
    let mut shell = shell(StallProfile::Random, 7);
    assert_works(&mut shell, CONFIGURATION, 1);
    let end = 2 * CONFIGURATION.tx_bytes;
    for address in [end, 1 << 50, u64::MAX - 63] {
        let answer = shell.memory_read(address, &mut [0; 8]);
        assert!(matches!(answer, Err(TransportError::NoMemory { .. })), "{address:#x}: {answer:?}");
    }
    let mut before = vec![0; end as usize];
    shell.memory_read(0, &mut before).unwrap();
    shell.memory_write(32, &[0xee; 100]).unwrap();
    assert_eq!(shell.mmio_read(map::WRITES_REFUSED.offset).unwrap(), 3, "lines");
    let mut found = vec![0; end as usize];
    shell.memory_read(0, &mut found).unwrap();
    assert!(found == before && before.iter().any(|byte| *byte != 0), "nothing was written");
    let reads = shell.mmio_read(map::MEM_READS.offset).unwrap();
    shell.memory_read(70, &mut [0; 10]).unwrap();
    assert_eq!(shell.mmio_read(map::MEM_READS.offset).unwrap() - reads, 1, "a line");
    assert_eq!(shell.mmio_read(map::BACK_INVALIDATES.offset).unwrap(), 0, "nobody keeps a line");
}

/// Lines that the device has no bit for are snooped every time: the shell answers.
#[test]
fn snoops_are_answered() {
    let mut shell = shell(StallProfile::Random, 8);
    let large = Configuration { tx_bytes: 8 << 20, cache_base: 16 << 20, ..CONFIGURATION };
    assert_works(&mut shell, large, 1);
    assert_eq!(shell.mmio_read(map::BACK_INVALIDATES.offset).unwrap(), 8, "a line of each bag in the second buffer");
}
