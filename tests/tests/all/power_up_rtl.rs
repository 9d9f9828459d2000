//! The RTL without initial values: registers and memories begin as a chip's may. Behind its reset it does what it always does.
#![cfg(feature = "rtl")]

use emberlane_drivers::{Command, Transport};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::conformance::{self, Size};
use emberlane_tests::{Lockstep, smartssd};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::smartssd::RtlSmartSsd;
use emberlane_verilated::{Model, RtlCxlMem};
use std::collections::BTreeSet;

const PROFILES: [StallProfile; 3] = [StallProfile::None, StallProfile::Random, StallProfile::Heavy];

fn cxl_mem(profile: StallProfile, seed: u64) -> Lockstep<ReferenceCxlMem, RtlCxlMem> {
    let rtl = RtlCxlMem::builder().unset().stalls(profile).seed(seed).build();
    let reference = ReferenceCxlMem::new(1).expect("1 to 4 channels");
    Lockstep::new(reference, rtl.unwrap_or_else(|error| panic!("{error}")))
}

/// Without this the other tests of this file would show nothing.
#[test]
fn power_up_is_random() {
    for (design, output) in [("cxl_mem_c1_unset", "m_axi_0_araddr"), ("smartssd_b2_s1_unset", "m_axi_dram_araddr")] {
        let found = (0..8).map(|seed| {
            let mut model = Model::new(design, seed).unwrap_or_else(|error| panic!("{error}"));
            let port = model.output(output, 64).unwrap_or_else(|error| panic!("{error}"));
            model.step().unwrap_or_else(|error| panic!("{error}"));
            model.get(port)
        });
        let found: BTreeSet<u64> = found.collect();
        assert!(found.len() > 4, "{design}: {output} begins as {found:x?}");
    }
}

#[test]
fn batches_and_damaged_jobs_are_those_of_plain_arithmetic_from_any_power_up() {
    let seed = conformance::seed("rtl_power_up", 101);
    for (number, profile) in (0..).zip(PROFILES) {
        let seed = seed + number;
        eprintln!("stalls {profile:?}, seed {seed}");
        let mut devices = cxl_mem(profile, seed);
        conformance::random_batches(&mut devices, seed, 2, Size { entries: 60, rows: 40 });
        conformance::relaxed_lookups(&mut devices, seed, 1, Size { entries: 40, rows: 8 });
        conformance::corrupted_jobs(&mut devices, seed, 10, Size { entries: 30, rows: 20 });
        let written = devices.first.written();
        devices.compare_memory(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

/// Without stalls the seed says nothing but how the device begins: no job takes a cycle more or less.
#[test]
fn jobs_take_the_same_cycles_from_any_power_up() {
    let seed = conformance::seed("rtl_power_up_cycles", 102);
    let cycles = |power_up| {
        let mut devices = cxl_mem(StallProfile::None, power_up);
        conformance::random_batches(&mut devices, seed, 2, Size { entries: 80, rows: 40 });
        // The doorbell of a job that is refused.
        devices.mmio_write(registers::VECTOR_LENGTH.offset, 0).expect("a register");
        devices.mmio_write(registers::DOORBELL.offset, Command::Lookup as u64).expect("DOORBELL");
        devices.wait_interrupt(10_000).expect("it is refused");
        devices.second.cycles()
    };
    let first = cycles(seed);
    for power_up in seed + 1..seed + 5 {
        assert_eq!(cycles(power_up), first, "seed {seed}, power-up {power_up}");
    }
}

/// What counts uses of EVs that were never loaded, and what back-invalidates lines that nobody has read, begins as the memories
/// do: bits do not depend on it.
#[test]
fn training_gives_plain_sums_from_any_power_up() {
    let size = smartssd::Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 5, mailbox_lines: 64 };
    let seed = conformance::seed("smartssd_power_up", 103);
    for (number, profile) in (0..).zip(PROFILES) {
        let seed = seed + number;
        eprintln!("stalls {profile:?}, seed {seed}");
        let builder = RtlSmartSsd::builder().unset().seed(seed).stalls(profile).host_latency(20).ssd(None);
        let device = builder.build().unwrap_or_else(|error| panic!("{error}"));
        let mut trainer = smartssd::Trainer::new(device, seed, size);
        trainer.train(size.iterations);
        trainer.check();
        assert_eq!(trainer.met, [] as [String; 0]);
    }
}
