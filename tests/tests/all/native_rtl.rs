//! RTL whose FP32 units use this machine's processor: the bits of plain arithmetic, and the cycles of the RTL as it is.
#![cfg(feature = "rtl")]

use emberlane_reference::ReferenceCxlMem;
use emberlane_tests::conformance::{self, Size};
use emberlane_tests::{Lockstep, smartssd};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::smartssd::{RtlSmartSsd, SmartSsdBuilder};
use emberlane_verilated::{RtlCxlMem, native};

const PROFILES: [StallProfile; 3] = [StallProfile::None, StallProfile::Random, StallProfile::Heavy];

fn cxl_mem(is_native: bool, profile: StallProfile, seed: u64) -> Lockstep<ReferenceCxlMem, RtlCxlMem> {
    let builder = RtlCxlMem::builder().channels(1).stalls(profile).seed(seed);
    let rtl = if is_native { builder.native() } else { builder }.build();
    let reference = ReferenceCxlMem::new(1).expect("1 to 4 channels");
    Lockstep::new(reference, rtl.unwrap_or_else(|error| panic!("{error}")))
}

// With the feature the RTL beside it would be the same, and nothing would be compared here.
const _: () = assert!(!native::IN_USE, "build the tests without the feature `rtl-fast`");

/// Lockstep compares the bits with those of plain arithmetic; here it is time and traffic.
#[test]
fn cxl_mem_has_its_bits_and_its_cycles() {
    let seed = conformance::seed("rtl_native", 111);
    for (number, profile) in (0..).zip(PROFILES) {
        let seed = seed + number;
        eprintln!("stalls {profile:?}, seed {seed}");
        let [plain, native] = [false, true].map(|is_native| {
            let mut devices = cxl_mem(is_native, profile, seed);
            conformance::random_batches(&mut devices, seed, 3, Size { entries: 80, rows: 40 });
            conformance::corrupted_jobs(&mut devices, seed, 5, Size { entries: 30, rows: 20 });
            let written = devices.first.written();
            devices.compare_memory(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let statistics = devices.second.statistics();
            (statistics.cycles, statistics.channels, statistics.scratchpad)
        });
        assert_eq!(native, plain, "seed {seed}: cycles, channels, scratchpad");
    }
}

#[test]
fn a_smartssd_has_its_bits_and_its_cycles() {
    let size = smartssd::Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 5, mailbox_lines: 64 };
    let seed = conformance::seed("smartssd_native", 112);
    for (number, profile) in (0..).zip(PROFILES) {
        let seed = seed + number;
        eprintln!("stalls {profile:?}, seed {seed}");
        let with: [fn(SmartSsdBuilder) -> SmartSsdBuilder; 2] =
            [|builder| builder.kernel(2, 16), SmartSsdBuilder::native];
        let [plain, native] = with.map(|with| {
            let builder = with(RtlSmartSsd::builder()).seed(seed).stalls(profile).host_latency(20).ssd(None);
            let device = builder.build().unwrap_or_else(|error| panic!("{error}"));
            let mut trainer = smartssd::Trainer::new(device, seed, size);
            trainer.train(size.iterations);
            trainer.check();
            trainer.device.transport().inner.cycles()
        });
        assert_eq!(native, plain, "seed {seed}");
    }
}
