//! Pulses that come again later.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Repeats each cycle of `enter` as a cycle of `due`, so that a register which `due` sets shows it `delay` cycles after
/// `enter`, and three cycles after it at the earliest. Up to `1 << LOG_DEPTH` pulses are under way.
///
/// Each pulse is held as the time at which it is due. As the delay is the same for all and at most one pulse enters a
/// cycle, the oldest pulse is always the next that is due, and no two are due at once. So 17 bits tell what is due
/// from what is not, as both lie less than 65536 cycles from now.
///
/// * Ports: whoever pulses `enter` sees to it that no more pulses are under way than there is room for; `delay` stays
///   while any are.
/// * Latency: `due` comes `delay - 1` cycles after `enter`, and two cycles after it at the earliest; it comes from a
///   register.
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
    /// When each pulse is due: two cycles before what it sets is to show, one for `due` and one for what it sets.
    deadline: Signal<Local, Bits<17>>,
    /// That of the oldest pulse is in a register, where it is compared, and the others wait behind it.
    oldest: DFF<Bits<17>>,
    has_oldest: DFF<Bit>,
    deadlines: Fifo<17, LOG_DEPTH>,
    time: DFF<Bits<17>>,
    overdue: Signal<Local, Bits<17>>,
    oldest_due: Signal<Local, Bit>,
    /// The register is free for the next one.
    moves: Signal<Local, Bit>,
    repeated: DFF<Bit>,
    about: About<Self>,
}

impl<const LOG_DEPTH: usize> Describe for PulseDelay<LOG_DEPTH> {
    fn name() -> String {
        format!("pulse_delay_d{}", 1_u64 << LOG_DEPTH)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("pulse_delay", &[("LOG_DEPTH", LOG_DEPTH)]))
    }

    fn description() -> &'static str {
        "Repeats pulses so that what a repeated pulse sets shows delay cycles after the pulse, 3 at the earliest. \
         Throughput: a pulse a cycle. Never stalls; its user bounds how many are under way."
    }
}

impl<const LOG_DEPTH: usize> Logic for PulseDelay<LOG_DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, oldest, has_oldest, time, repeated);
        self.deadlines.clock.next = self.clock.val();
        self.deadlines.reset.next = self.reset.val();

        self.time.d.next = self.time.q.val() + 1;
        self.deadline.next = (self.time.q.val() - 2) + bit_cast::<17, 16>(self.delay.val());

        // Negative, with its top bit set, until the deadline.
        self.overdue.next = self.time.q.val() - self.oldest.q.val();
        self.oldest_due.next = self.has_oldest.q.val() & !self.overdue.val().get_bit(16);
        self.moves.next = !self.has_oldest.q.val() | !self.overdue.val().get_bit(16);
        self.deadlines.in_data.next = self.deadline.val();
        // A pulse that finds none before it goes past the queue.
        self.deadlines.in_valid.next = self.enter.val() & (!self.moves.val() | self.deadlines.out_valid.val());
        self.deadlines.out_ready.next = self.moves.val();
        if self.moves.val() {
            self.has_oldest.d.next = self.deadlines.out_valid.val() | self.enter.val();
            self.oldest.d.next = self.deadline.val();
            if self.deadlines.out_valid.val() {
                self.oldest.d.next = self.deadlines.out_data.val();
            }
        }
        self.repeated.d.next = self.oldest_due.val();
        self.due.next = self.repeated.q.val();
        if self.reset.val() {
            self.time.d.next = 0.into();
            self.has_oldest.d.next = false;
            self.repeated.d.next = false;
        }
    }
}
