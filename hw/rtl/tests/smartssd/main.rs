//! The blocks of the SmartSSD in Rust-HDL's own simulation, against plain Rust.

#[path = "../blocks/bench.rs"]
mod bench;
mod filler;
mod guard;
mod iteration;
mod kernel;
#[expect(dead_code, reason = "the blocks of CXL-MEM use more of it")]
#[path = "../cxl_mem/lines.rs"]
mod lines;
mod memory;
mod muxes;
#[path = "../cxl_mem/stack.rs"]
mod stack;

#[test]
fn the_fast_model_has_the_latencies_of_the_hardware() {
    use emberlane_rtl::fp32;
    use emberlane_rtl::smartssd::backward_banks;

    assert_eq!(emberlane_models::smartssd::ADD_LATENCY, fp32::ADD_LATENCY);
    assert_eq!(emberlane_models::smartssd::UPDATE_LATENCY, backward_banks::UPDATE_LATENCY);
}
