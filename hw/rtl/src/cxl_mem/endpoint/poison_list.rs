//! Lines that hold poison.

use emberlane_registers::cxl_mem::{CHANNEL_BYTES, LINE_BYTES, POISONED_LINES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of a line behind a port of memory.
pub const LINE_NUMBER_BITS: usize = (CHANNEL_BYTES / LINE_BYTES).trailing_zeros() as usize;

/// Who looks lines up.
const LOOKERS: usize = 3;

/// Remembers which lines hold poison, by their numbers behind a port: [`POISONED_LINES`] of them one by one. Of those that find no
/// place it knows the first and the last, and takes every line between them for poisoned, until `clear`: it forgets none.
///
/// `poisoned` follows `look` at once, for each of three lookers; `add`, `remove` and `clear` act at the edge, and what is added while
/// all are forgotten stays. There is no reset: the list is empty at power-up.
#[derive(LogicBlock)]
pub struct PoisonList {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Lines that are looked at.
    pub look: [Signal<In, Bits<LINE_NUMBER_BITS>>; LOOKERS],
    /// They are poisoned.
    pub poisoned: [Signal<Out, Bit>; LOOKERS],
    /// Line that changes.
    pub line: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// It becomes poisoned.
    pub add: Signal<In, Bit>,
    /// It is good again; not while one is added.
    pub remove: Signal<In, Bit>,
    /// All lines are good again.
    pub clear: Signal<In, Bit>,
    /// Lines have found no place.
    pub overflow: Signal<Out, Bit>,
    lines: [DFF<Bits<LINE_NUMBER_BITS>>; POISONED_LINES],
    used: [DFF<Bit>; POISONED_LINES],
    /// The first and the last of the lines without a place, if there are any.
    first: DFF<Bits<LINE_NUMBER_BITS>>,
    last: DFF<Bits<LINE_NUMBER_BITS>>,
    spans: DFF<Bit>,
    known: [Signal<Local, Bit>; POISONED_LINES],
    /// The place is not used, or will not be.
    free: [Signal<Local, Bit>; POISONED_LINES],
    /// A place up to and including this one is free.
    free_so_far: [Signal<Local, Bit>; POISONED_LINES],
    first_free: [Signal<Local, Bit>; POISONED_LINES],
    any_known: Signal<Local, Bit>,
    any_free: Signal<Local, Bit>,
    about: About<Self>,
}

impl Default for PoisonList {
    fn default() -> Self {
        crate::defaults! {
            [clock line add remove clear overflow first last spans any_known any_free about]
            [look poisoned lines used known free free_so_far first_free]
        }
    }
}

impl Describe for PoisonList {
    fn name() -> String {
        "poison_list".into()
    }

    fn description() -> &'static str {
        "Remembers the lines of a port that hold poison: four of them, and of more the range that they span. Combinational to look, one cycle to change; not reset."
    }
}

impl Logic for PoisonList {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, last, spans);
        self.overflow.next = self.spans.q.val();
        for j in 0..LOOKERS {
            self.poisoned[j].next = self.spans.q.val()
                & (self.look[j].val() >= self.first.q.val())
                & (self.look[j].val() <= self.last.q.val());
            for i in 0..POISONED_LINES {
                if self.used[i].q.val() & (self.lines[i].q.val() == self.look[j].val()) {
                    self.poisoned[j].next = true;
                }
            }
        }
        self.any_known.next = false;
        self.any_free.next = false;
        for i in 0..POISONED_LINES {
            self.lines[i].clock.next = self.clock.val();
            self.used[i].clock.next = self.clock.val();
            self.lines[i].d.next = self.lines[i].q.val();
            self.free[i].next = !self.used[i].q.val() | self.clear.val();
            self.used[i].d.next = !self.free[i].val();
            self.known[i].next = !self.free[i].val() & (self.lines[i].q.val() == self.line.val());
            if self.known[i].val() {
                self.any_known.next = true;
            }
            if self.free[i].val() {
                self.any_free.next = true;
            }
            if i == 0 {
                self.free_so_far[i].next = self.free[i].val();
                self.first_free[i].next = self.free[i].val();
            } else {
                self.free_so_far[i].next = self.free_so_far[i - 1].val() | self.free[i].val();
                self.first_free[i].next = !self.free_so_far[i - 1].val() & self.free[i].val();
            }
        }
        for i in 0..POISONED_LINES {
            if self.add.val() & !self.any_known.val() & self.first_free[i].val() {
                self.used[i].d.next = true;
                self.lines[i].d.next = self.line.val();
            }
            if self.remove.val() & self.known[i].val() {
                self.used[i].d.next = false;
            }
        }
        if self.clear.val() {
            self.spans.d.next = false;
        }
        if self.add.val() & !self.any_known.val() & !self.any_free.val() {
            self.spans.d.next = true;
            if !self.spans.q.val() | (self.line.val() < self.first.q.val()) {
                self.first.d.next = self.line.val();
            }
            if !self.spans.q.val() | (self.line.val() > self.last.q.val()) {
                self.last.d.next = self.line.val();
            }
        }
    }
}
