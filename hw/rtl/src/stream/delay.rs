//! A shift register: what comes in goes out `STAGES` cycles later.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;
use std::collections::VecDeque;
use std::iter;

/// Delays a word by `STAGES` cycles (1 or more). One word a cycle; never stalls; not reset.
#[derive(LogicBlock)]
pub struct Delay<const WIDTH: usize, const STAGES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Word in.
    pub in_data: Signal<In, Bits<WIDTH>>,
    /// The word of `STAGES` cycles ago.
    pub out_data: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    /// Words on the way; the one that came in last is the first.
    _stages: VecDeque<Bits<WIDTH>>,
}

impl<const WIDTH: usize, const STAGES: usize> Default for Delay<WIDTH, STAGES> {
    fn default() -> Self {
        assert!(STAGES > 0, "a delay of no stages is a wire");
        Self {
            clock: Default::default(),
            in_data: Default::default(),
            out_data: Default::default(),
            about: Default::default(),
            _stages: iter::repeat_n(Bits::default(), STAGES).collect(),
        }
    }
}

impl<const WIDTH: usize, const STAGES: usize> Describe for Delay<WIDTH, STAGES> {
    fn name() -> String {
        format!("delay_w{WIDTH}_s{STAGES}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("delay", &[("WIDTH", WIDTH), ("STAGES", STAGES)]))
    }

    fn description() -> &'static str {
        "Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls."
    }
}

impl<const WIDTH: usize, const STAGES: usize> Logic for Delay<WIDTH, STAGES> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self._stages.rotate_right(1);
            self._stages[0] = self.in_data.val();
        }
        self.out_data.next = self._stages[STAGES - 1];
    }

    fn connect(&mut self) {
        self.out_data.connect();
    }

    /// A loop over the stages: as registers by name, every number of stages would be a module of its own.
    fn hdl(&self) -> Verilog {
        let top = WIDTH - 1;
        Verilog::Custom(format!(
            "reg [{STAGES} * {WIDTH} - 1:0] stages = {{{STAGES} * {WIDTH}{{1'b0}}}};
integer stage;

always @(posedge clock) begin
    for (stage = {STAGES} - 1; stage > 0; stage = stage - 1)
        stages[stage * {WIDTH} +: {WIDTH}] <= stages[(stage - 1) * {WIDTH} +: {WIDTH}];
    stages[{top}:0] <= in_data;
end

assign out_data = stages[{STAGES} * {WIDTH} - 1 -: {WIDTH}];
"
        ))
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "delay".into(),
            clock: "clock".into(),
            inputs: vec!["in_data".into()],
            outputs: vec!["out_data".into()],
        }]
    }
}
