//! Random programmes end alike on RTL, fast model and reference: a slice of what `--example programmes` runs for hours.

use emberlane_tests::conformance;
use emberlane_tests::programmes::{Campaign, Failure, Reduce, Summary, campaign, cxl_mem, smartssd};
use std::fs;
use std::path::{Path, PathBuf};

/// Most operations of a programme.
const OPERATIONS: usize = 40;

/// Runs programmes from a seed on until so many have run, or one has failed, which is shrunk.
fn slice<P: Reduce + serde::Serialize>(
    seed: u64,
    programmes: u64,
    generate: impl Fn(u64) -> P,
    run: impl Fn(&P) -> Result<u64, Failure>,
) -> Summary {
    let ends = |summary: &Summary| summary.programmes < programmes && summary.found.is_empty();
    campaign(&Campaign { generate, run, shrinking: 200 }, seed.., ends)
}

/// Programmes of both devices, from the seed of a check on.
fn end_alike(check: &str, seed: u64, programmes: [u64; 2], devices: (&[cxl_mem::Device], &[smartssd::Device])) {
    let seed = conformance::seed(check, seed);
    let cxl_mem = |seed| cxl_mem::Programme::random(seed, OPERATIONS);
    let smartssd = |seed| smartssd::Programme::random(seed, OPERATIONS);
    let summaries = [
        ("cxl-mem", slice(seed, programmes[0], cxl_mem, |programme: &cxl_mem::Programme| programme.run(devices.0))),
        ("smartssd", slice(seed, programmes[1], smartssd, |programme: &smartssd::Programme| programme.run(devices.1))),
    ];
    for (device, Summary { programmes, operations, cycles, found }) in summaries {
        eprintln!("{device}: {programmes} programmes, {operations} operations, {cycles} cycles of all devices");
        if let Some(found) = found.first() {
            panic!("{found}\n`--example programmes -- --device {device} --replay FILE` runs it again");
        }
        assert!(cycles > 10_000 * programmes / 40, "{device}: {cycles} cycles in {programmes} programmes");
    }
}

#[test]
fn random_programmes_end_alike_on_model_and_reference() {
    use cxl_mem::Device::{Model, Reference};
    let smartssd = [smartssd::Device::Reference, smartssd::Device::Model];
    end_alike("programmes", 1, [400, 300], (&[Reference, Model], &smartssd));
}

/// Programmes that once failed end alike on all devices there are.
#[test]
fn programmes_that_failed_end_alike() {
    let files = |device: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programmes").join(device);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{} has programmes", folder.display());
        paths.into_iter().map(|path| (fs::read_to_string(&path).expect("text"), path))
    };
    for (text, path) in files("cxl-mem") {
        let programme: cxl_mem::Programme =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        programme.run(cxl_mem::Device::ALL).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    }
    for (text, path) in files("smartssd") {
        let programme: smartssd::Programme =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        programme.run(smartssd::Device::ALL).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    }
}

/// A programme that is written and read back is the same, and a file with an operation that there is not is refused.
#[test]
fn programmes_are_replayed_from_text() {
    for seed in 0..50 {
        let programme = cxl_mem::Programme::random(seed, OPERATIONS);
        let text = serde_json::to_string(&programme).expect("plain data");
        assert_eq!(serde_json::from_str::<cxl_mem::Programme>(&text).expect("what was written"), programme);
        let programme = smartssd::Programme::random(seed, OPERATIONS);
        let text = serde_json::to_string(&programme).expect("plain data");
        assert_eq!(serde_json::from_str::<smartssd::Programme>(&text).expect("what was written"), programme);
        let wrong = text.replacen("\"do\":\"", "\"do\":\"un", 1);
        assert!(wrong == text || serde_json::from_str::<smartssd::Programme>(&wrong).is_err());
    }
}

#[cfg(feature = "verilated")]
mod rtl {
    use super::*;
    use emberlane_registers::faults::{Fault, SmartSsdFault};

    #[test]
    fn random_programmes_end_alike_on_all_devices() {
        end_alike("programmes_rtl", 1001, [80, 60], (cxl_mem::Device::ALL, smartssd::Device::ALL));
    }

    /// What is found of a fault: it must be, and a few operations must show it.
    fn is_found(fault: &str, most: usize, summary: &Summary) {
        let found =
            summary.found.first().unwrap_or_else(|| panic!("{fault}: {} programmes end well", summary.programmes));
        let (before, after) = found.operations;
        eprintln!(
            "{fault}: programme {}, {before} operations, shrunk to {after}: {}",
            summary.programmes, found.failure
        );
        assert!(after <= most, "{fault}: {found}");
    }

    /// Hardware that commits a fault fails a programme of a few operations.
    #[test]
    fn faults_are_found_and_shrunk() {
        let seed = conformance::seed("programmes_faults", 2001);
        for &fault in Fault::OF_BATCHES {
            let generate = |seed| cxl_mem::Programme { channels: 1, ..cxl_mem::Programme::random(seed, OPERATIONS) };
            let devices = [cxl_mem::Device::Reference, cxl_mem::Device::Faulty(fault)];
            let summary = slice(seed, 60, generate, |programme: &cxl_mem::Programme| programme.run(&devices));
            is_found(&format!("{fault:?}"), 4, &summary);
        }
        for &fault in SmartSsdFault::ALL {
            let generate = |seed| smartssd::Programme::random(seed, OPERATIONS);
            let devices = [smartssd::Device::Reference, smartssd::Device::Faulty(fault)];
            let summary = slice(seed, 60, generate, |programme: &smartssd::Programme| programme.run(&devices));
            is_found(&format!("{fault:?}"), 8, &summary);
        }
    }
}
