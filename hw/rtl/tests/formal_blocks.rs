//! The contracts in `hw/formal`, proved of the exported blocks: one list, of which `scripts/formal` prints a table.

mod formal;

use formal::claim::{Claim, Tier};
use formal::list::CLAIMS;

/// Checks the claims of these contracts. `EMBERLANE_FORMAL=all` checks the long ones too, and `EMBERLANE_FORMAL=none` leaves all out.
fn check(contracts: &[&str]) {
    let wanted = std::env::var("EMBERLANE_FORMAL").unwrap_or_default();
    let is_wanted =
        |claim: &&Claim| contracts.contains(&claim.contract) && (wanted == "all" || claim.tier == Tier::Short);
    let broken: Vec<String> = CLAIMS.iter().filter(is_wanted).filter_map(|claim| claim.check().err()).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn streams_keep_their_contract() {
    check(&["stream"]);
}

#[test]
fn queues_keep_their_contract_at_every_depth_in_use() {
    check(&["queue"]);
}

#[test]
fn queues_between_clocks_keep_their_contract() {
    check(&["async_fifo"]);
}

#[test]
fn arbiters_keep_their_contract() {
    check(&["round_robin"]);
}

#[test]
fn the_axi_lite_slave_keeps_its_contract() {
    check(&["axi_lite_slave"]);
}

/// No update begins before every line of the record that it waits for is answered, nor with a record that is too old.
#[test]
fn records_count_before_updates_begin() {
    check(&["record", "record_parts", "interlock"]);
}

#[test]
fn every_ring_of_the_doorbell_is_answered() {
    check(&["doorbell"]);
}

#[test]
fn memory_is_read_and_written_by_the_rules() {
    check(&["line_reader", "line_mux", "tagged_writer", "evictor"]);
}

/// Blocks that have a port of AXI4.
#[test]
fn ports_of_memory_keep_the_rules() {
    check(&["memory_port", "memory_controller", "reset_guard", "filler"]);
}

/// Blocks that have a channel of CXL.
#[test]
fn channels_of_cxl_keep_the_rules() {
    check(&["tx_target", "tx_tracker", "peer_reader", "mailbox_reader", "flusher"]);
}

/// Whatever a host clears and whenever, no error, no end and no doorbell of CXL-MEM is lost.
#[test]
fn status_bits_are_set_over_a_clear() {
    check(&["set_over_clear"]);
}

/// Whatever lists say, no row is read and no result is written outside the regions of a job.
#[test]
fn lines_stay_in_their_regions() {
    check(&["region_bound", "bounded_writes"]);
}

/// The bridge answers every line once, with the ID that asked, and lets none overtake another of the same place.
#[test]
fn bridge() {
    check(&["line_claims", "read_bridge", "write_bridge"]);
}

/// Every contract in the folder is in the list, and in a test above.
#[test]
fn every_contract_is_checked() {
    let folder = std::fs::read_dir(formal::claim::CONTRACTS).expect("there are contracts").flatten();
    let tests = include_str!("formal_blocks.rs");
    for file in folder.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        let Some(contract) = file.strip_suffix(".sv") else { continue };
        let is_part = formal::claim::PARTS.contains(&contract);
        assert!(is_part || CLAIMS.iter().any(|claim| claim.contract == contract), "nothing is said of {contract}.sv");
        assert!(is_part || tests.contains(&format!("\"{contract}\"")), "no test checks {contract}.sv");
    }
}
