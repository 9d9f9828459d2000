//! The shell of a U200 end to end: the driver reaches registers and memory over AXI alone, and finds a device that works.

use emberlane_drivers::{
    BatchBuilder, Configuration, CxlMem, CxlMemError, LogConfiguration, LogMode, Pooling, Transport, TransportError,
};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{self as map, SCRATCHPAD_BASE};
use emberlane_selftest::{Outcome, Plan, Region, test_cxl_mem};
use emberlane_verilated::RtlU200;
use emberlane_verilated::axi::StallProfile;

/// Bytes of persistent memory of the shell with one memory.
const PERSISTENT_BYTES: u64 = 12 << 30;

fn shell(profile: StallProfile, seed: u64) -> RtlU200 {
    println!("{profile:?}, seed {seed}");
    RtlU200::new(profile, seed, 64 << 20).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_self_test_passes() {
    let mut shell = shell(StallProfile::None, 1);
    let plan = Plan { overwrite: Some(Region { base: 1 << 20, bytes: 1 << 17 }), after_reset: true, seed: 3 };
    let report = test_cxl_mem(&mut shell, &plan);
    let wrong: Vec<_> = report.steps.iter().filter(|step| step.outcome != Outcome::Passed).collect();
    assert!(wrong.is_empty() && report.steps.len() >= 8, "{wrong:#?}");
    println!("{} cycles", shell.cycles());
}

#[test]
fn bytes_come_back_as_they_were_written() {
    for (profile, seed) in [(StallProfile::None, 2), (StallProfile::Random, 3), (StallProfile::Heavy, 4)] {
        let mut shell = shell(profile, seed);
        for base in [0x1_0000, SCRATCHPAD_BASE + 0x4_0000] {
            let bytes: Vec<u8> = (0..5000u32).map(|byte| (byte.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
            shell.memory_write(base, &[0xee; 6000]).unwrap();
            shell.memory_write(base + 77, &bytes).unwrap();
            let mut found = vec![0; 6000];
            shell.memory_read(base, &mut found).unwrap();
            let expected = [&[0xee; 77], &bytes[..], &[0xee; 6000 - 77 - 5000]].concat();
            assert!(found == expected, "{profile:?} at {base:#x}");
        }
    }
}

#[test]
fn what_nobody_has_is_refused() {
    let mut shell = shell(StallProfile::None, 5);
    for address in [PERSISTENT_BYTES, map::CHANNEL_BYTES, SCRATCHPAD_BASE + map::SCRATCHPAD_BYTES, 1 << 52] {
        let answer = shell.memory_read(address, &mut [0; 8]);
        assert!(matches!(answer, Err(TransportError::NoMemory { .. })), "{address:#x}: {answer:?}");
    }
    let refused = shell.memory_write(1 << 60, &[1]);
    assert!(matches!(refused, Err(TransportError::NoMemory { .. })), "{refused:?}");
    shell.memory_write(64, &[7; 64]).unwrap();
    let mut found = [0; 64];
    shell.memory_read(64, &mut found).unwrap();
    assert_eq!(found, [7; 64], "it goes on");
}

/// The scratchpad lies behind persistent memory in the DDR memory: nobody gets there by an address of persistent memory.
#[test]
fn persistent_memory_ends_where_the_scratchpad_begins() {
    let mut shell = shell(StallProfile::Random, 8);
    assert_eq!(shell.mmio_read(map::PERSISTENT_BYTES.offset).unwrap(), PERSISTENT_BYTES);
    shell.memory_write(SCRATCHPAD_BASE, &[0x5a; 128]).unwrap();
    shell.memory_write(PERSISTENT_BYTES - 64, &[7; 64]).unwrap();
    // A host is not told of a write that nobody takes.
    let _ = shell.memory_write(PERSISTENT_BYTES, &[0xee; 128]);
    let (mut last, mut scratchpad) = ([0; 64], [0; 128]);
    shell.memory_read(PERSISTENT_BYTES - 64, &mut last).unwrap();
    shell.memory_read(SCRATCHPAD_BASE, &mut scratchpad).unwrap();
    assert_eq!((last, scratchpad), ([7; 64], [0x5a; 128]));

    let mut device = CxlMem::discover(&mut shell).unwrap();
    device.configure(Configuration::new(16, Pooling::Sum, 0, vec![8])).unwrap();
    device.load_table(0, &[0; 8 * 16]).unwrap();
    device.post(&BatchBuilder::new().table(&[0, 2], &[1, 2]).unwrap().build().unwrap()).unwrap();
    device.set(&map::DATA_BYTES, PERSISTENT_BYTES + 64).unwrap();
    device.transport_mut().mmio_write(map::DOORBELL.offset, map::Command::Lookup as u64).unwrap();
    device.transport_mut().wait_interrupt(100_000).unwrap();
    let status = device.transport_mut().mmio_read(map::STATUS.offset).unwrap();
    assert!(map::FAILED.get(status) == 1, "a region that is not in memory: STATUS is {status:#x}");
}

/// A log has its superblock in the last line of persistent memory, and its records before it.
#[test]
fn the_begin_of_a_log_is_found_behind_a_reset() {
    let mut shell = shell(StallProfile::None, 9);
    let words: Vec<u32> = (0..8 * 16u32).map(|word| (word as f32).to_bits()).collect();
    let parameters = [0x11; 128];
    let log = LogConfiguration { configuration: 7, mode: LogMode::Undo, largest_rows: 8, parameter_bytes: 128 };
    let mut device = CxlMem::discover(&mut shell).unwrap();
    device.configure(Configuration::new(16, Pooling::Sum, 0, vec![8])).unwrap();
    device.configure_log(log).unwrap();
    device.load_table(0, &words).unwrap();
    device.begin_log(3, &parameters).unwrap();
    shell.reset().unwrap();
    let mut device = CxlMem::discover(&mut shell).unwrap();
    device.configure(Configuration::new(16, Pooling::Sum, 0, vec![8])).unwrap();
    device.configure_log(log).unwrap();
    let found = device.recover().unwrap();
    assert_eq!((found.batch, &found.parameters[..]), (3, &parameters[..]));
    assert_eq!(device.read_table(0).unwrap(), words);
}

/// A lookup and an update give the bits of the reference, while everything stalls, and again behind a reset of the shell alone.
#[test]
fn jobs_are_bit_equal_to_the_reference() {
    let mut shell = shell(StallProfile::Random, 6);
    for _ in 0..2 {
        let found = job(&mut shell).unwrap_or_else(|error| panic!("{error}"));
        let expected = job(&mut ReferenceCxlMem::new(1).unwrap()).unwrap_or_else(|error| panic!("{error}"));
        assert!(found == expected, "pooled vectors, or the table behind the update");
        shell.reset().unwrap();
    }
}

fn job<T: Transport>(transport: &mut T) -> Result<[Vec<u32>; 2], CxlMemError> {
    let words = |count: u32, seed: u32| -> Vec<u32> {
        (0..count).map(|word| ((word * 37 + seed * 11) as f32 / 64.0 - 5.0).to_bits()).collect()
    };
    let mut device = CxlMem::discover(transport)?;
    device.configure(Configuration::new(32, Pooling::Sum, 0.25f32.to_bits(), vec![40]))?;
    device.load_table(0, &words(40 * 32, 1))?;
    let batch =
        BatchBuilder::new().table(&[0, 3, 3, 5, 9], &[3, 39, 3, 0, 12, 7, 7, 21, 3]).and_then(BatchBuilder::build);
    device.post(&batch.expect("the batch is good"))?;
    let pooled = device.lookup()?;
    device.update(&words(4 * 32, 2))?;
    Ok([pooled, device.read_table(0)?])
}

/// Nobody is there to take what is flushed: the job says so.
#[test]
fn a_flush_without_a_peer_fails() {
    let mut shell = shell(StallProfile::None, 7);
    let mut device = CxlMem::discover(&mut shell).unwrap();
    device.configure(Configuration::new(16, Pooling::Sum, 0, vec![8])).unwrap();
    device.load_table(0, &[0; 8 * 16]).unwrap();
    device.post(&BatchBuilder::new().table(&[0, 2], &[1, 2]).unwrap().build().unwrap()).unwrap();
    device.set(&map::FLUSH_TARGET, 1 << 40 | 1).unwrap();
    let error = device.lookup().expect_err("there is no peer").to_string();
    println!("{error}");
    device.clear().unwrap();
    device.set(&map::FLUSH_TARGET, 0).unwrap();
    device.post(&BatchBuilder::new().table(&[0, 2], &[1, 2]).unwrap().build().unwrap()).unwrap();
    device.lookup().unwrap_or_else(|error| panic!("the device goes on: {error}"));
}
