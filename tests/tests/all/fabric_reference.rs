//! The reference behind a CXL link leaves the bits that it leaves without one, whatever the link does; and batches that were
//! posted move between it and a GPU without the host. So does the reference with the time of the fast model.

use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::link::LinkConfig;
use emberlane_models::cxl::{BAR_BASE, OverCxl, ReferenceEndpoint};
use emberlane_models::{job_time::JobTime, media};
use emberlane_reference::ReferenceCxlMem;
use emberlane_tests::Lockstep;
use emberlane_tests::conformance::{self, ErrorChecks, Size};
use emberlane_tests::system::{
    a_full_queue_refuses, a_poisoned_row_is_flushed_as_poison, an_accumulation_flushes_its_rows,
    batches_move_by_themselves, link, order_changes_no_bit, peers_that_refuse_fail_the_job,
    poison_fails_the_jobs_that_read_it,
};

fn endpoint(channels: u32, medium: &str) -> ReferenceEndpoint {
    let device = ReferenceCxlMem::new(channels).expect("1 to 4 channels");
    ReferenceEndpoint::new(device, BAR_BASE, JobTime::new(channels, media::preset(medium).expect("a medium")))
}

fn model(channels: u32) -> ReferenceEndpoint {
    ReferenceEndpoint::with_model(ReferenceCxlMem::new(channels).expect("1 to 4 channels"), BAR_BASE)
}

fn over_cxl(channels: u32, link: &LinkConfig) -> OverCxl<ReferenceEndpoint> {
    OverCxl::new(endpoint(channels, "trainingcxl"), FabricConfig::default(), link).expect("registers")
}

#[test]
fn a_link_changes_no_bit() {
    let seed = conformance::seed("fabric_reference_bits", 51);
    let setups =
        [("ideal", 64, false, 4), ("trainingcxl", 64, false, 3), ("trainingcxl", 1, true, 4), ("ndrec", 2, true, 1)];
    for (number, (preset, credits, stalls, channels)) in setups.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("link {preset}, {credits} credits, stalls {stalls}, {channels} channels, seed {seed}");
        let over_cxl = over_cxl(channels, &link(preset, credits, stalls.then_some(seed)));
        let mut devices = Lockstep::new(ReferenceCxlMem::new(channels).expect("1 to 4 channels"), over_cxl);
        conformance::random_batches(&mut devices, seed, 4, Size { entries: 200, rows: 100 });
        let written = devices.first.written();
        devices.compare_memory(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        devices.second.fabric().run_to_end().expect("every request is answered");
    }
}

#[test]
fn a_link_changes_no_error() {
    let seed = conformance::seed("fabric_reference_errors", 52);
    conformance::errors(over_cxl(4, &link("trainingcxl", 2, Some(seed))), seed, ErrorChecks::Pairs(20));
}

#[test]
fn posted_batches_move_without_the_host_and_every_line_crosses_once() {
    let seed = conformance::seed("fabric_reference_posted", 53);
    let setups =
        [("ideal", 64, None), ("trainingcxl", 64, None), ("trainingcxl", 1, Some(seed)), ("ndrec", 3, Some(seed))];
    for (number, (preset, credits, stalls)) in setups.into_iter().enumerate() {
        eprintln!("link {preset}, {credits} credits, stalls {stalls:?}");
        let seed = seed + number as u64;
        batches_move_by_themselves(endpoint(4, "trainingcxl"), &link(preset, credits, stalls), seed);
        batches_move_by_themselves(model(4), &link(preset, credits, stalls), seed);
    }
}

#[test]
fn the_order_of_gradients_and_windows_changes_no_bit() {
    let seed = conformance::seed("fabric_reference_order", 54);
    for seed in seed..seed + 24 {
        let (credits, stalls) = [(64, false), (1, true), (1, false), (3, true)][(seed % 4) as usize];
        let preset = ["ideal", "trainingcxl", "ndrec"][(seed % 3) as usize];
        let (channels, medium) = [(4, "trainingcxl"), (1, "off")][(seed / 2 % 2) as usize];
        eprintln!("link {preset}, {credits} credits, stalls {stalls}, {channels} channels, {medium}, seed {seed}");
        let link = link(preset, credits, stalls.then_some(seed));
        order_changes_no_bit(endpoint(channels, medium), &link, seed, Size { entries: 120, rows: 60 });
        order_changes_no_bit(model(channels), &link, seed, Size { entries: 120, rows: 60 });
    }
}

#[test]
fn accumulated_rows_are_flushed() {
    an_accumulation_flushes_its_rows(endpoint(4, "trainingcxl"), &link("trainingcxl", 64, None));
    an_accumulation_flushes_its_rows(endpoint(1, "off"), &link("ndrec", 1, Some(58)));
    an_accumulation_flushes_its_rows(model(4), &link("trainingcxl", 64, None));
}

#[test]
fn a_full_queue_refuses_a_job() {
    let seed = conformance::seed("fabric_reference_queue", 55);
    a_full_queue_refuses(endpoint(4, "trainingcxl"), &link("ideal", 64, None), seed);
    a_full_queue_refuses(endpoint(1, "trainingcxl"), &link("trainingcxl", 1, Some(seed)), seed);
    a_full_queue_refuses(model(4), &link("ideal", 64, None), seed);
}

#[test]
fn peers_that_refuse_fail_a_job() {
    let seed = conformance::seed("fabric_reference_refusals", 56);
    for seed in seed..seed + 4 {
        let stalls = (seed % 2 == 0).then_some(seed);
        let link = link("trainingcxl", 1 + seed as u32 % 4, stalls);
        peers_that_refuse_fail_the_job(endpoint(4, "off"), &link, seed);
        peers_that_refuse_fail_the_job(model(4), &link, seed);
    }
}

#[test]
fn poison_is_no_data() {
    for link in [link("trainingcxl", 64, None), link("ndrec", 1, Some(59))] {
        for channels in [1, 4] {
            poison_fails_the_jobs_that_read_it(endpoint(channels, "off"), &link);
            poison_fails_the_jobs_that_read_it(model(channels), &link);
            a_poisoned_row_is_flushed_as_poison(endpoint(channels, "off"), &link);
            a_poisoned_row_is_flushed_as_poison(model(channels), &link);
        }
    }
}
