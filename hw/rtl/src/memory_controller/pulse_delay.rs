//! Pulses that come again later.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Repeats each cycle of `enter` as a cycle of `due`, so that a register which `due` sets shows it `delay` cycles after
/// `enter`, and two cycles after it at the earliest. Up to `1 << LOG_DEPTH` pulses are under way.
///
/// As the delay is the same for all and at most one pulse enters a cycle, the oldest pulse is always the next that is
/// due, and none becomes due while another does: a time of 16 bits is enough, however long the delay.
///
/// * Ports: whoever pulses `enter` sees to it that no more pulses are under way than there is room for; `delay` stays
///   while any are.
/// * Latency: `due` comes `delay - 1` cycles after `enter`, and one cycle after it at the earliest.
/// * Throughput: a pulse a cycle. It never stalls.
#[derive(LogicBlock, Default)]
pub struct PulseDelay<const LOG_DEPTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the pulses under way.
    pub reset: Signal<In, Bit>,
    /// Cycles from `enter` to what `due` sets.
    pub delay: Signal<In, Bits<16>>,
    /// A pulse.
    pub enter: Signal<In, Bit>,
    /// The same pulse, later.
    pub due: Signal<Out, Bit>,
    /// When each pulse came.
    stamps: Fifo<16, LOG_DEPTH>,
    time: DFF<Bits<16>>,
    time_after: Signal<Local, Bits<16>>,
    elapsed_after: Signal<Local, Bits<16>>,
    oldest_due: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const LOG_DEPTH: usize> Describe for PulseDelay<LOG_DEPTH> {
    fn name() -> String {
        format!("pulse_delay_d{}", 1_u64 << LOG_DEPTH)
    }

    fn description() -> &'static str {
        "Repeats pulses so that what a repeated pulse sets shows delay cycles after the pulse, 2 at the earliest. \
         Throughput: a pulse a cycle. Never stalls; its user bounds how many are under way."
    }
}

impl<const LOG_DEPTH: usize> Logic for PulseDelay<LOG_DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, time);
        self.stamps.clock.next = self.clock.val();
        self.stamps.reset.next = self.reset.val();

        self.time_after.next = self.time.q.val() + 1;
        self.time.d.next = self.time_after.val();
        self.stamps.in_data.next = self.time.q.val();
        self.stamps.in_valid.next = self.enter.val();

        // Time that will have passed when a register shows the pulse: hence counted from the next cycle.
        self.elapsed_after.next = self.time_after.val() - self.stamps.out_data.val();
        self.oldest_due.next = self.stamps.out_valid.val() & (self.elapsed_after.val() >= self.delay.val());
        self.stamps.out_ready.next = self.oldest_due.val();
        self.due.next = self.oldest_due.val();
        if self.reset.val() {
            self.time.d.next = 0.into();
        }
    }
}
