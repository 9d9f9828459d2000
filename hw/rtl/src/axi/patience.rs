//! How long a memory is waited for behind a reset.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Says when a memory that gives no sign is waited for no longer: `1 << LOG_CYCLES` cycles of the wait in a row, which has to be longer
/// than it takes to answer. One that was reset owes no answer, and gives none. `BITS` is `LOG_CYCLES + 1`.
///
/// Latency: `over` is high, for one cycle, in the cycle behind these, if there is no sign in it either; then the wait begins anew. There
/// is no reset: a cycle in which nobody waits ends the wait.
#[derive(LogicBlock)]
pub struct Patience<const LOG_CYCLES: usize, const BITS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The memory is waited for.
    pub waits: Signal<In, Bit>,
    /// It takes something, or answers.
    pub sign: Signal<In, Bit>,
    /// It was waited for long enough (a pulse).
    pub over: Signal<Out, Bit>,
    count: DFF<Bits<BITS>>,
    last: Constant<Bits<BITS>>,
    about: About<Self>,
}

impl<const LOG_CYCLES: usize, const BITS: usize> Default for Patience<LOG_CYCLES, BITS> {
    fn default() -> Self {
        const { assert!(BITS == LOG_CYCLES + 1) };
        crate::defaults! {
            [clock waits sign over count about]
            []
            last: Constant::new((1_u64 << LOG_CYCLES).into()),
        }
    }
}

impl<const LOG_CYCLES: usize, const BITS: usize> Describe for Patience<LOG_CYCLES, BITS> {
    fn name() -> String {
        format!("patience_c{}", 1_u64 << LOG_CYCLES)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("patience", &[("LOG_CYCLES", LOG_CYCLES)]))
    }

    fn description() -> &'static str {
        "Says when a memory that gives no sign is waited for no longer: after a power of two of cycles in a row. A pulse in the cycle behind them."
    }
}

impl<const LOG_CYCLES: usize, const BITS: usize> Logic for Patience<LOG_CYCLES, BITS> {
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
