//! What passes from one clock to another: the queue, and an AXI4 port made of five.

#[path = "../blocks/bench.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod bench;
#[path = "../cxl_mem/lines.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod lines;
#[path = "../smartssd/memory.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod memory;

mod axi_crossing;
mod clocks;
mod simulators;

use emberlane_rtl::crossing::{AsyncFifo, DualClockRam, ResetHandshake, Synchroniser};
use emberlane_verilog::equivalence::Equivalence;
use emberlane_verilog::inputs;

const CYCLES: usize = 10_000;

/// With both clocks as one, the Verilog does what Rust-HDL's simulation does; the ratios of clocks are for `simulators`.
#[test]
fn crossings_agree() {
    let report = Equivalence::new(51)
        .add::<Synchroniser<5>>(CYCLES, inputs!(clock, from))
        .add::<ResetHandshake>(CYCLES, inputs!(clock, reset, peer_ask, peer_cleared))
        .add::<DualClockRam<8, 3>>(
            CYCLES,
            inputs!(write_clock, write_enable, write_address, write_data, read_clock, read_enable, read_address),
        )
        .add::<AsyncFifo<8, 2, 3>>(
            CYCLES,
            inputs!(in_clock, in_reset, in_data, in_valid, out_clock, out_reset, out_ready),
        )
        .add::<AsyncFifo<577, 4, 5>>(
            CYCLES,
            inputs!(in_clock, in_reset, in_data, in_valid, out_clock, out_reset, out_ready),
        )
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}
