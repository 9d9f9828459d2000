//! A 64-bit counter of events.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Counts the cycles in which `event` is high, until `clear` or `reset`. The count shows one cycle later.
#[derive(LogicBlock, Default)]
pub struct EventCounter {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Sets the count to zero; an event in the same cycle is not counted.
    pub clear: Signal<In, Bit>,
    /// What is counted.
    pub event: Signal<In, Bit>,
    /// Events so far.
    pub count: Signal<Out, Bits<64>>,
    counted: DFF<Bits<64>>,
    about: About<Self>,
}

impl Describe for EventCounter {
    fn name() -> String {
        "event_counter".into()
    }

    fn description() -> &'static str {
        "Counts the cycles in which event is high, until clear or reset. The count shows one cycle later."
    }
}

impl Logic for EventCounter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counted);
        if self.event.val() {
            self.counted.d.next = self.counted.q.val() + 1;
        }
        self.count.next = self.counted.q.val();
        if self.reset.val() | self.clear.val() {
            self.counted.d.next = 0.into();
        }
    }
}
