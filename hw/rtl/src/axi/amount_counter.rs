//! A 64-bit counter of amounts.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Adds the amount of every cycle in which there is one, of at most `WIDTH` bits, until `clear` or `reset`. The count shows two cycles
/// later, as that of an [`EventCounter`](super::EventCounter) of the same pulse does.
#[derive(LogicBlock, Default)]
pub struct AmountCounter<const WIDTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Sets the count to zero; an amount in the same cycle or the one before is not counted.
    pub clear: Signal<In, Bit>,
    /// The amount.
    pub amount: Signal<In, Bits<WIDTH>>,
    /// There is one.
    pub amount_valid: Signal<In, Bit>,
    /// Sum so far.
    pub count: Signal<Out, Bits<64>>,
    counted: DFF<Bits<64>>,
    now: DFF<Bits<WIDTH>>,
    about: About<Self>,
}

impl<const WIDTH: usize> Describe for AmountCounter<WIDTH> {
    fn name() -> String {
        format!("amount_counter_w{WIDTH}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("amount_counter", &[("WIDTH", WIDTH)]))
    }

    fn description() -> &'static str {
        "Adds the amount of every cycle in which there is one, until clear or reset. The count shows two cycles later."
    }
}

impl<const WIDTH: usize> Logic for AmountCounter<WIDTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counted, now);
        self.now.d.next = 0.into();
        if self.amount_valid.val() {
            self.now.d.next = self.amount.val();
        }
        self.counted.d.next = self.counted.q.val() + bit_cast::<64, WIDTH>(self.now.q.val());
        self.count.next = self.counted.q.val();
        if self.reset.val() | self.clear.val() {
            self.counted.d.next = 0.into();
            self.now.d.next = 0.into();
        }
    }
}
