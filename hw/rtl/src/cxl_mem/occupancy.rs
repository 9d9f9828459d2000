//! How many words are between two points of a stream.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Counts what entered and has not left, up to 1023. The count follows one cycle later.
///
/// A queue's `out_valid` is not enough to know that it is empty: a word is in it before it is at its output.
#[derive(LogicBlock, Default)]
pub struct Occupancy {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A word enters.
    pub enter: Signal<In, Bit>,
    /// A word leaves.
    pub leave: Signal<In, Bit>,
    /// Every word that entered has left.
    pub empty: Signal<Out, Bit>,
    count: DFF<Bits<10>>,
    about: About<Self>,
}

impl Describe for Occupancy {
    fn name() -> String {
        "occupancy".into()
    }

    fn description() -> &'static str {
        "Counts what entered a stretch of a stream and has not left it. The count follows one cycle later."
    }
}

impl Logic for Occupancy {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        if self.enter.val() & !self.leave.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.leave.val() & !self.enter.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        self.empty.next = !self.count.q.val().any();
        if self.reset.val() {
            self.count.d.next = 0.into();
        }
    }
}
