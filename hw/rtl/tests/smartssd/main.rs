//! The blocks of the SmartSSD in Rust-HDL's own simulation, against plain Rust.

mod agent;
#[path = "../blocks/bench.rs"]
mod bench;
mod counters;
mod evictor;
mod filler;
mod guard;
mod iteration;
mod kernel;
#[path = "../cxl_mem/lines.rs"]
mod lines;
mod mailbox;
mod memory;
mod muxes;
mod peer;
#[path = "../cxl_mem/stack.rs"]
mod stack;
mod target;
mod tracker;

#[test]
fn the_fast_model_has_the_latencies_of_the_hardware() {
    use emberlane_rtl::fp32;
    use emberlane_rtl::smartssd::backward_banks;

    assert_eq!(emberlane_models::smartssd::ADD_LATENCY, fp32::ADD_LATENCY);
    assert_eq!(emberlane_models::smartssd::UPDATE_LATENCY, backward_banks::UPDATE_LATENCY);
    assert_eq!(emberlane_models::smartssd::LATE_UPDATE_LATENCY, backward_banks::LATE_UPDATE_LATENCY);
}
