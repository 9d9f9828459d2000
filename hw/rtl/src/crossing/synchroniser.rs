//! Bits of another clock.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Takes bits of another clock into this one by two registers in a row, which a placer keeps together (`ASYNC_REG`).
///
/// * `from` comes from registers of the other clock, without logic behind them. Each bit is right by itself; several are right together
///   only if no more than one of them changes at a time, as those of a Gray code.
/// * Latency: `to` shows a change behind the second clock edge, or behind the third, if the first register went metastable.
/// * Never stalls. There is no reset; at power-up `to` is zero.
#[derive(LogicBlock, Default)]
pub struct Synchroniser<const WIDTH: usize> {
    /// Clock of `to`.
    pub clock: Signal<In, Clock>,
    /// Bits of another clock.
    pub from: Signal<In, Bits<WIDTH>>,
    /// What they were two edges ago.
    pub to: Signal<Out, Bits<WIDTH>>,
    about: About<Self>,
    /// The first register; the second is `to`.
    _first: Bits<WIDTH>,
}

impl<const WIDTH: usize> Describe for Synchroniser<WIDTH> {
    fn name() -> String {
        format!("synchroniser_w{WIDTH}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("synchroniser", &[("WIDTH", WIDTH)]))
    }

    fn description() -> &'static str {
        "Takes bits of another clock into this one by two registers; of several, only one may change at a time. \
         Latency: 2 cycles, or 3. Never stalls."
    }
}

impl<const WIDTH: usize> Logic for Synchroniser<WIDTH> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.to.next = self._first;
            self._first = self.from.val();
        }
    }

    fn connect(&mut self) {
        self.to.connect();
    }

    fn hdl(&self) -> Verilog {
        let top = WIDTH - 1;
        Verilog::Custom(format!(
            "(* ASYNC_REG = \"TRUE\" *) reg [{top}:0] first = {WIDTH}'d0;
(* ASYNC_REG = \"TRUE\" *) reg [{top}:0] second = {WIDTH}'d0;

assign to = second;

always @(posedge clock) begin
    first <= from;
    second <= first;
end
"
        ))
    }

    // `from` is in no list: it is of another clock, and that is what this block is for.
    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "synchroniser".into(),
            clock: "clock".into(),
            inputs: vec![],
            outputs: vec!["to".into()],
        }]
    }
}
