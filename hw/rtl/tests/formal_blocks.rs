//! The contracts in `hw/formal`, proved of the exported blocks for all inputs and all time.

use emberlane_rtl::axi::AxiLiteSlave;
use emberlane_rtl::cxl_mem::checkpoint::interlock::Interlock;
use emberlane_rtl::cxl_mem::checkpoint::record_writer::RecordWriter;
use emberlane_rtl::cxl_mem::expander::Expander;
use emberlane_rtl::cxl_mem::sequencer::Sequencer;
use emberlane_rtl::cxl_mem::write_queues::WriteQueues;
use emberlane_rtl::stream::{BlockFifo, Fifo, RoundRobin, SkidBuffer};
use emberlane_verilog::{Describe, Design, ExportOptions, export};
use rust_hdl::prelude::Block;
use std::path::Path;
use std::process::Command;

const CONTRACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../formal");

/// Runs a tool of the package yosys; all that it said.
fn run(tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{tool} does not start ({error}); it is in the package yosys"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool} {arguments:?}:\n{said}");
    said
}

/// Proves that all assertions hold for ever, or finds that they do not.
const PROVE: &str = "pdr";
/// Finds a run of up to 100 cycles that breaks an assertion: much sooner than a proof would.
const FIND: &str = "bmc3 -F 100";

/// Whether all assertions of the contract hold.
fn holds(folder: &Path, contract: &str, definitions: &str, how: &str) -> bool {
    let circuit = folder.join("proof.aig").display().to_string();
    let script = format!(
        "read_verilog {0}/*.v; read_verilog -formal -sv {definitions} {CONTRACTS}/{contract}.sv; prep -top proof; \
         flatten; memory_map; opt -full; async2sync; setundef -anyseq; techmap; opt -fast; dffunmap; \
         abc -g AND -fast; opt_clean; write_aiger -zinit {circuit}",
        folder.display()
    );
    run("yosys", &["-q", "-p", &script]);
    let said = run("yosys-abc", &["-c", &format!("read_aiger {circuit}; fold; orpos; strash; scorr; dc2; {how}")]);
    match (said.contains("Property proved"), said.contains("was asserted in frame")) {
        (true, false) => true,
        (false, true) => false,
        (false, false) if how == FIND => true,
        _ => panic!("{definitions}: neither proof nor counterexample:\n{said}"),
    }
}

/// Proves the contract of a block, and that the contract's states can be reached.
fn prove<B: Block + Describe + Default>(contract: &str, parameters: &str, states: usize) {
    prove_with::<B>(Design::default(), contract, parameters, states);
}

fn exported<B: Block + Default>() -> Design {
    export(&B::default(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The same for a contract with another block beside it.
fn prove_with<B: Block + Describe + Default>(beside: Design, contract: &str, parameters: &str, states: usize) {
    let name = B::name();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let design = exported::<B>().merged(beside).unwrap_or_else(|error| panic!("{error}"));
    design.write_to(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let definitions = format!("-DDUT={name} {parameters}");
    assert!(holds(folder.path(), contract, &definitions, PROVE), "{name} breaks {contract}.sv ({definitions})");
    for state in 0..states {
        let reach = format!("{definitions} -DREACH={state}");
        assert!(!holds(folder.path(), contract, &reach, FIND), "{name} never reaches state {state} of {contract}.sv");
    }
}

#[test]
fn fifos_keep_the_stream_contract() {
    prove::<Fifo<1, 1>>("stream", "-DWIDTH=1 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0", 2);
    prove::<Fifo<8, 2>>("stream", "-DWIDTH=8 -DCAPACITY=4 -DLATENCY=1 -DSLACK=0", 2);
    prove::<Fifo<2, 3>>("stream", "-DWIDTH=2 -DCAPACITY=8 -DLATENCY=1 -DSLACK=0", 2);
}

#[test]
fn block_fifos_keep_the_stream_contract() {
    // The output stage counts as room, but cannot be entered directly: the input may stall one word early.
    prove::<BlockFifo<1, 1>>("stream", "-DWIDTH=1 -DCAPACITY=3 -DLATENCY=2 -DSLACK=1", 2);
    prove::<BlockFifo<8, 2>>("stream", "-DWIDTH=8 -DCAPACITY=5 -DLATENCY=2 -DSLACK=1", 2);
}

#[test]
fn skid_buffers_keep_the_stream_contract() {
    prove::<SkidBuffer<1>>("stream", "-DWIDTH=1 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0", 2);
    prove::<SkidBuffer<64>>("stream", "-DWIDTH=64 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0", 2);
}

#[test]
fn arbiters_keep_their_contract() {
    prove::<RoundRobin<1>>("round_robin", "-DN=1", 1);
    prove::<RoundRobin<2>>("round_robin", "-DN=2", 1);
    prove::<RoundRobin<3>>("round_robin", "-DN=3", 1);
    prove::<RoundRobin<6>>("round_robin", "-DN=6", 1);
}

#[test]
fn the_axi_lite_slave_keeps_its_contract() {
    prove::<AxiLiteSlave>("axi_lite_slave", "", 4);
}

/// Whatever a host clears and whenever, no error, no end and no doorbell of CXL-MEM is lost.
#[test]
fn status_bits_are_set_over_a_clear() {
    prove::<Sequencer>("set_over_clear", "", 4);
}

/// Whatever lists say, no row is read and no result is written outside the regions of a job.
#[test]
fn lines_stay_in_their_regions() {
    prove::<Expander>("region_bound", "", 4);
    prove::<WriteQueues<1>>("bounded_writes", "", 3);
}

/// No update begins before every line of the record that it waits for is answered, nor with a record that is too old.
#[test]
fn records_count_before_updates_begin() {
    prove_with::<RecordWriter<1, 1, 0>>(exported::<Interlock>(), "record", "", 6);
}
