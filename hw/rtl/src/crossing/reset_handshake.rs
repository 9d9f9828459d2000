//! A reset that two clocks agree on.

use super::synchroniser::Synchroniser;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// One side's part in clearing a queue between two clocks: whichever side is reset, both are cleared, and neither looks at the other's
/// pointer while that jumps.
///
/// The side that is reset asks (`ask`), the other stops, clears its pointer and says so (`cleared`); the one that asked clears its own
/// pointer, and both go on. Each side can ask at any time, also both at once. While the other clock stands still a reset waits, and
/// nothing passes.
///
/// * `open` says that words may pass; `clear` that the pointer of this side is to be zero.
/// * Behind a reset `open` is low for what the reset lasts, and about ten edges of each clock.
/// * At power-up both sides ask: nothing passes before both clocks have ticked. Registers have their initial values, as the configuration
///   of an FPGA gives them.
#[derive(LogicBlock, Default)]
pub struct ResetHandshake {
    /// Clock of this side.
    pub clock: Signal<In, Clock>,
    /// This side is reset; one cycle is enough.
    pub reset: Signal<In, Bit>,
    /// This side asks for the queue to be cleared, from a register.
    pub ask: Signal<Out, Bits<1>>,
    /// This side is clear, as the other one asked, from a register.
    pub cleared: Signal<Out, Bits<1>>,
    /// `ask` of the other side, in its clock.
    pub peer_ask: Signal<In, Bits<1>>,
    /// `cleared` of the other side, in its clock.
    pub peer_cleared: Signal<In, Bits<1>>,
    /// Words may pass.
    pub open: Signal<Out, Bit>,
    /// The pointer of this side is to be zero.
    pub clear: Signal<Out, Bit>,
    about: About<Self>,
    told: Synchroniser<1>,
    answer: Synchroniser<1>,
    /// The first edge is past.
    begun: DFF<Bit>,
    wanted: DFF<Bit>,
    asking: DFF<Bit>,
    answered: DFF<Bit>,
    was_told: DFF<Bit>,
    is_clear: DFF<Bit>,
    is_open: DFF<Bit>,
    is_told: Signal<Local, Bit>,
    is_answered: Signal<Local, Bit>,
}

impl Describe for ResetHandshake {
    fn name() -> String {
        "reset_handshake".into()
    }

    fn description() -> &'static str {
        "One side's part in clearing a queue between two clocks: whichever side is reset, both are cleared before words pass again."
    }
}

impl Logic for ResetHandshake {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, begun, wanted, asking, answered, was_told, is_clear, is_open);
        self.told.clock.next = self.clock.val();
        self.answer.clock.next = self.clock.val();
        self.told.from.next = self.peer_ask.val();
        self.answer.from.next = self.peer_cleared.val();
        self.is_told.next = self.told.to.val().any();
        self.is_answered.next = self.answer.to.val().any();

        self.ask.next = bit_cast::<1, 1>(self.asking.q.val().into());
        self.cleared.next = bit_cast::<1, 1>(self.is_clear.q.val().into());
        self.open.next = self.is_open.q.val();
        self.clear.next = self.is_told.val() | self.answered.q.val();

        comment!(
            "Asked until both sides are clear; a second reset waits until the other side has forgotten the first."
        );
        self.answered.d.next = self.asking.q.val() & self.is_answered.val();
        self.begun.d.next = true;
        self.wanted.d.next = self.reset.val()
            | !self.begun.q.val()
            | (self.wanted.q.val() & !(self.asking.q.val() & self.answered.q.val()));
        if self.asking.q.val() {
            self.asking.d.next = !self.answered.q.val() | self.wanted.q.val();
        } else {
            self.asking.d.next = self.wanted.q.val() & !self.is_answered.val();
        }
        comment!("A cycle behind the pointer, so that the pointer has arrived where this is seen.");
        self.was_told.d.next = self.is_told.val();
        self.is_clear.d.next = self.is_told.val() & self.was_told.q.val();
        self.is_open.d.next = !self.reset.val()
            & self.begun.q.val()
            & !self.wanted.q.val()
            & !self.asking.q.val()
            & !self.is_answered.val()
            & !self.is_told.val();
    }
}
