//! The shell of a U200 whose memory has a clock of its own, end to end: whatever the two clocks are to each other, the driver finds the
//! same device.

use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, CxlMemError, Pooling, Transport};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{BUSY, Command, DOORBELL, STATUS};
use emberlane_selftest::{Outcome, Plan, Region, test_cxl_mem};
use emberlane_verilated::RtlU200Clocks;
use emberlane_verilated::axi::StallProfile;

/// Picoseconds: 300 MHz, as of a DDR4-2400 controller beside a device at 250.
const DDR4_2400: u64 = 3333;

fn shell(profile: StallProfile, seed: u64, memory_period: u64) -> RtlU200Clocks {
    println!("{profile:?}, seed {seed}, memory {memory_period} ps");
    RtlU200Clocks::new(profile, seed, memory_period, 64 << 20).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_self_test_passes() {
    let mut shell = shell(StallProfile::None, 1, DDR4_2400);
    let plan = Plan { overwrite: Some(Region { base: 1 << 20, bytes: 1 << 17 }), after_reset: true, seed: 3 };
    let report = test_cxl_mem(&mut shell, &plan);
    let wrong: Vec<_> = report.steps.iter().filter(|step| step.outcome != Outcome::Passed).collect();
    assert!(wrong.is_empty() && report.steps.len() >= 8, "{wrong:#?}");
    println!("{} cycles", shell.cycles());
}

/// A lookup and an update give the bits of the reference while everything stalls: with a memory that is faster, slower, or as fast, and
/// again behind a reset of the shell alone, whose memory still owes answers.
#[test]
fn jobs_are_bit_equal_to_the_reference() {
    let expected = job(&mut ReferenceCxlMem::new(1).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    for (seed, memory_period) in [(2, DDR4_2400), (3, 3001), (4, 4000), (5, 4001), (6, 7919)] {
        let mut shell = shell(StallProfile::Random, seed, memory_period);
        for round in 0..3 {
            let found = job(&mut shell).unwrap_or_else(|error| panic!("{error}"));
            assert!(found == expected, "round {round}: pooled vectors, or the table behind the update");
            shell.mmio_write(DOORBELL.offset, Command::Lookup as u64).unwrap();
            assert_eq!(BUSY.get(shell.mmio_read(STATUS.offset).unwrap()), 1);
            shell.run(40 * round + 7).unwrap();
            shell.reset().unwrap();
        }
        assert!(!shell.lost());
    }
}

/// A memory that is reset alone has lost what it owed: the shell says so, and works again when all is reset.
#[test]
fn a_reset_of_the_memory_alone_is_told() {
    for edges in [1, 3, 40] {
        let mut shell = shell(StallProfile::None, 7, DDR4_2400);
        job(&mut shell).unwrap_or_else(|error| panic!("{error}"));
        assert!(!shell.lost());
        shell.reset_memory(edges);
        shell.run(100).unwrap();
        assert!(shell.lost(), "{edges} edges");
        shell.reset_all(0).unwrap();
        shell.run(20).unwrap();
        assert!(!shell.lost(), "{edges} edges");
        job(&mut shell).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn words(count: u32, seed: u32) -> Vec<u32> {
    (0..count).map(|word| ((word * 37 + seed * 11) as f32 / 64.0 - 5.0).to_bits()).collect()
}

/// The device need not wait for the controllers: what it asks of a memory that calibrates is asked when that has ended.
#[test]
fn a_memory_may_calibrate_longer_than_the_reset() {
    let mut shell = shell(StallProfile::Random, 8, DDR4_2400);
    let expected = job(&mut ReferenceCxlMem::new(1).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    for calibration in [1, 10_000] {
        shell.reset_all(calibration).unwrap();
        let before = shell.cycles();
        let found = job(&mut shell).unwrap_or_else(|error| panic!("{error}"));
        assert!(found == expected && !shell.lost());
        // In cycles of the device, 5 for 6 edges.
        assert!(shell.cycles() - before > calibration / 6 * 5, "nothing can have been read before");
    }
}

fn job<T: Transport>(transport: &mut T) -> Result<[Vec<u32>; 2], CxlMemError> {
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
