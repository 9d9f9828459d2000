//! A shift register: what comes in goes out `STAGES` cycles later.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Delays a word by `STAGES` cycles (1 or more). One word a cycle; never stalls; not reset.
#[derive(LogicBlock)]
pub struct Delay<const WIDTH: usize, const STAGES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Word in.
    pub in_data: Signal<In, Bits<WIDTH>>,
    /// The word of `STAGES` cycles ago.
    pub out_data: Signal<Out, Bits<WIDTH>>,
    stage: [DFF<Bits<WIDTH>>; STAGES],
    about: About<Self>,
}

impl<const WIDTH: usize, const STAGES: usize> Default for Delay<WIDTH, STAGES> {
    fn default() -> Self {
        assert!(STAGES > 0, "a delay of no stages is a wire");
        Self {
            clock: Default::default(),
            in_data: Default::default(),
            out_data: Default::default(),
            stage: array::from_fn(|_| Default::default()),
            about: Default::default(),
        }
    }
}

impl<const WIDTH: usize, const STAGES: usize> Describe for Delay<WIDTH, STAGES> {
    fn name() -> String {
        format!("delay_w{WIDTH}_s{STAGES}")
    }

    fn description() -> &'static str {
        "Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls."
    }
}

impl<const WIDTH: usize, const STAGES: usize> Logic for Delay<WIDTH, STAGES> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..STAGES {
            self.stage[i].clock.next = self.clock.val();
            if i == 0 {
                self.stage[i].d.next = self.in_data.val();
            } else {
                self.stage[i].d.next = self.stage[i - 1].q.val();
            }
            self.out_data.next = self.stage[i].q.val();
        }
    }
}
