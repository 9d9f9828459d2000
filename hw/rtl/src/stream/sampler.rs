//! A register for an input that may not be driven.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Samples a bit at every clock edge. In a simulator with unknown values, one that is not known to be high counts as low: a bench
/// may leave the input unconnected.
///
/// Latency: one cycle. Never stalls.
#[derive(LogicBlock, Default)]
pub struct Sampler {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// What is sampled.
    pub in_bit: Signal<In, Bit>,
    /// What it was in the cycle before.
    pub out_bit: Signal<Out, Bit>,
    about: About<Self>,
}

impl Describe for Sampler {
    fn name() -> String {
        "sampler".into()
    }

    fn description() -> &'static str {
        "Samples a bit at every clock edge; in simulation one that is unknown or not connected counts as low. One cycle."
    }
}

impl Logic for Sampler {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.out_bit.next = self.in_bit.val();
        }
    }

    fn connect(&mut self) {
        self.out_bit.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(
            "
initial out_bit = 1'b0;

always @(posedge clock)
    if (in_bit)
        out_bit <= 1'b1;
    else
        out_bit <= 1'b0;
"
            .into(),
        )
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "sampler".into(),
            clock: "clock".into(),
            inputs: vec!["in_bit".into()],
            outputs: vec!["out_bit".into()],
        }]
    }
}
