//! A 64-bit counter of events.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Counts the events of every cycle, at most `EVENTS` (up to 15) in one, until `clear` or `reset`. The count shows two
/// cycles later.
#[derive(LogicBlock)]
pub struct EventCounter<const EVENTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Sets the count to zero; an event in the same cycle or the one before is not counted.
    pub clear: Signal<In, Bit>,
    /// What is counted.
    pub event: [Signal<In, Bit>; EVENTS],
    /// Events so far.
    pub count: Signal<Out, Bits<64>>,
    counted: DFF<Bits<64>>,
    now: DFF<Bits<4>>,
    below: [Signal<Local, Bits<4>>; EVENTS],
    sum: [Signal<Local, Bits<4>>; EVENTS],
    about: About<Self>,
}

impl<const EVENTS: usize> Default for EventCounter<EVENTS> {
    fn default() -> Self {
        crate::defaults! { [clock reset clear count counted now about] [event below sum] }
    }
}

impl<const EVENTS: usize> Describe for EventCounter<EVENTS> {
    fn name() -> String {
        format!("event_counter_{EVENTS}")
    }

    fn description() -> &'static str {
        "Counts the events of every cycle, until clear or reset. The count shows two cycles later."
    }
}

impl<const EVENTS: usize> Logic for EventCounter<EVENTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counted, now);
        for i in 0..EVENTS {
            if i == 0 {
                self.below[i].next = 0.into();
            } else {
                self.below[i].next = self.sum[i - 1].val();
            }
            self.sum[i].next = self.below[i].val();
            if self.event[i].val() {
                // One more, without a carry chain: a bit changes where all bits below it are ones.
                self.sum[i].next = self.below[i].val()
                    ^ (((self.below[i].val() << 1) | 1)
                        & ((self.below[i].val() << 2) | 3)
                        & ((self.below[i].val() << 3) | 7));
            }
            self.now.d.next = self.sum[i].val();
        }
        self.counted.d.next = self.counted.q.val() + bit_cast::<64, 4>(self.now.q.val());
        self.count.next = self.counted.q.val();
        if self.reset.val() | self.clear.val() {
            self.counted.d.next = 0.into();
            self.now.d.next = 0.into();
        }
    }
}
