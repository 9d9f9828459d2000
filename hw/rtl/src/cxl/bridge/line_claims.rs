//! Which lines have a transaction under way.

use super::CLAIM_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that are told apart.
const CLAIMS: usize = 1 << CLAIM_BITS;

/// Lets a host have one transaction of a line at a time, as the link asks of it: a line is claimed before it is asked for, and released
/// with the answer. Lines whose numbers have the same low 7 bits count as one.
///
/// * Latency: 0 cycles from `wants` to `granted`; a line that is released can be claimed in the next cycle.
/// * Throughput: a read and a write a cycle.
/// * Stalls while the line is claimed. Of a read and a write that want one line, the one goes that was not served last.
#[derive(LogicBlock)]
pub struct LineClaims {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Releases all.
    pub reset: Signal<In, Bit>,
    /// Low bits of the number of a line; the first of a pair is the reads'.
    pub line: [Signal<In, Bits<CLAIM_BITS>>; 2],
    /// It is to be claimed.
    pub wants: [Signal<In, Bit>; 2],
    /// It is claimed.
    pub granted: [Signal<Out, Bit>; 2],
    /// Low bits of the number of a line that was answered.
    pub answered_line: [Signal<In, Bits<CLAIM_BITS>>; 2],
    /// It is released.
    pub answered: [Signal<In, Bit>; 2],
    claimed: DFF<Bits<CLAIMS>>,
    /// A read was served last.
    read_was_last: DFF<Bit>,
    free: [Signal<Local, Bit>; 2],
    wanted: [Signal<Local, Bits<CLAIMS>>; 2],
    released: [Signal<Local, Bits<CLAIMS>>; 2],
    grants: [Signal<Local, Bit>; 2],
    same: Signal<Local, Bit>,
    one: Constant<Bits<CLAIMS>>,
    about: About<Self>,
}

impl Default for LineClaims {
    fn default() -> Self {
        crate::defaults! {
            [clock reset claimed read_was_last same about]
            [line wants granted answered_line answered free wanted released grants]
            one: Constant::new(1.into()),
        }
    }
}

impl Describe for LineClaims {
    fn name() -> String {
        "line_claims".into()
    }

    fn description() -> &'static str {
        "Lets a host have one transaction of a line at a time; lines with the same low bits count as one. No latency; a read and a write a cycle; stalls while the line has a transaction."
    }
}

impl Logic for LineClaims {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, claimed, read_was_last);
        for i in 0..2 {
            self.free[i].next = self.wants[i].val() & !self.claimed.q.val().get_bit(self.line[i].val().index());
            self.wanted[i].next = 0.into();
            if self.wants[i].val() {
                self.wanted[i].next = self.one.val() << self.line[i].val();
            }
            self.released[i].next = 0.into();
            if self.answered[i].val() {
                self.released[i].next = self.one.val() << self.answered_line[i].val();
            }
        }
        self.same.next = self.wants[0].val() & self.wants[1].val() & (self.line[0].val() == self.line[1].val());
        self.grants[0].next = self.free[0].val() & !(self.same.val() & self.read_was_last.q.val());
        self.grants[1].next = self.free[1].val() & (!self.same.val() | self.read_was_last.q.val());
        for i in 0..2 {
            self.granted[i].next = self.grants[i].val();
        }
        if self.grants[0].val() {
            self.read_was_last.d.next = true;
        }
        if self.grants[1].val() {
            self.read_was_last.d.next = false;
        }
        // A free line that is wanted is granted to one of the two, whichever: no bit waits for that to be known.
        self.claimed.d.next = (self.claimed.q.val() & !(self.released[0].val() | self.released[1].val()))
            | (!self.claimed.q.val() & (self.wanted[0].val() | self.wanted[1].val()));
        if self.reset.val() {
            self.claimed.d.next = 0.into();
            self.read_was_last.d.next = false;
        }
    }
}
