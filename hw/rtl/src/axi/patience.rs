//! How long a memory is waited for behind a reset.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Cycles that a wait lasts (2 to the power of this).
const LOG_PATIENCE: usize = 11;
/// Bits of their number.
const COUNT_BITS: usize = LOG_PATIENCE + 1;

/// Says when a memory that gives no sign is waited for no longer: 2,048 cycles of the wait in a row, longer than a memory takes to
/// answer. One that was reset owes no answer, and gives none.
///
/// Latency: `over` is high, for one cycle, in the cycle behind these, if there is no sign in it either; then the wait begins anew. There
/// is no reset: a cycle in which nobody waits ends the wait.
#[derive(LogicBlock)]
pub struct Patience {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The memory is waited for.
    pub waits: Signal<In, Bit>,
    /// It takes something, or answers.
    pub sign: Signal<In, Bit>,
    /// It was waited for long enough (a pulse).
    pub over: Signal<Out, Bit>,
    count: DFF<Bits<COUNT_BITS>>,
    last: Constant<Bits<COUNT_BITS>>,
    about: About<Self>,
}

impl Default for Patience {
    fn default() -> Self {
        crate::defaults! {
            [clock waits sign over count about]
            []
            last: Constant::new((1 << LOG_PATIENCE).into()),
        }
    }
}

impl Describe for Patience {
    fn name() -> String {
        "patience".into()
    }

    fn description() -> &'static str {
        "Says when a memory that gives no sign is waited for no longer: after 2,048 cycles in a row. A pulse in the cycle behind them."
    }
}

impl Logic for Patience {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.over.next = self.waits.val() & !self.sign.val() & (self.count.q.val() == self.last.val());
        self.count.d.next = self.count.q.val() + 1;
        if !self.waits.val() | self.sign.val() | (self.count.q.val() == self.last.val()) {
            self.count.d.next = 0.into();
        }
    }
}
