//! Lines that hold poison.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that the list can hold.
pub const POISONED_LINES: usize = 8;

/// Remembers up to eight lines whose content is known to be bad.
///
/// `poisoned` follows `look` at once; `add` and `remove` act at the edge. A line that finds no place sets `overflow`, which
/// stays: from then on the list does not tell all.
#[derive(LogicBlock)]
pub struct PoisonList {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Empties the list.
    pub reset: Signal<In, Bit>,
    /// DPA of a line that is read.
    pub look: Signal<In, Bits<64>>,
    /// It is in the list.
    pub poisoned: Signal<Out, Bit>,
    /// DPA of a line that is written.
    pub line: Signal<In, Bits<64>>,
    /// It becomes poisoned.
    pub add: Signal<In, Bit>,
    /// It is good again.
    pub remove: Signal<In, Bit>,
    /// A line was lost because the list was full.
    pub overflow: Signal<Out, Bit>,
    lines: [DFF<Bits<64>>; POISONED_LINES],
    used: [DFF<Bit>; POISONED_LINES],
    lost: DFF<Bit>,
    known: [Signal<Local, Bit>; POISONED_LINES],
    /// A place up to and including this one is free.
    free: [Signal<Local, Bit>; POISONED_LINES],
    first_free: [Signal<Local, Bit>; POISONED_LINES],
    any_known: Signal<Local, Bit>,
    any_free: Signal<Local, Bit>,
    about: About<Self>,
}

impl Default for PoisonList {
    fn default() -> Self {
        crate::defaults! {
            [clock reset look poisoned line add remove overflow lost any_known any_free about]
            [lines used known free first_free]
        }
    }
}

impl Describe for PoisonList {
    fn name() -> String {
        "poison_list".into()
    }

    fn description() -> &'static str {
        "Remembers up to eight lines whose content is known to be bad. Combinational to look, one cycle to change."
    }
}

impl Logic for PoisonList {
    #[hdl_gen]
    fn update(&mut self) {
        self.lost.clock.next = self.clock.val();
        self.lost.d.next = self.lost.q.val();
        self.overflow.next = self.lost.q.val();
        self.poisoned.next = false;
        self.any_known.next = false;
        self.any_free.next = false;
        for i in 0..POISONED_LINES {
            self.lines[i].clock.next = self.clock.val();
            self.used[i].clock.next = self.clock.val();
            self.lines[i].d.next = self.lines[i].q.val();
            self.used[i].d.next = self.used[i].q.val();
            if self.used[i].q.val() & (self.lines[i].q.val() == self.look.val()) {
                self.poisoned.next = true;
            }
            self.known[i].next = self.used[i].q.val() & (self.lines[i].q.val() == self.line.val());
            if self.known[i].val() {
                self.any_known.next = true;
            }
            if i == 0 {
                self.free[i].next = !self.used[i].q.val();
                self.first_free[i].next = !self.used[i].q.val();
            } else {
                self.free[i].next = self.free[i - 1].val() | !self.used[i].q.val();
                self.first_free[i].next = !self.free[i - 1].val() & !self.used[i].q.val();
            }
            if !self.used[i].q.val() {
                self.any_free.next = true;
            }
        }
        for i in 0..POISONED_LINES {
            if self.add.val() & !self.any_known.val() & self.first_free[i].val() {
                self.used[i].d.next = true;
                self.lines[i].d.next = self.line.val();
            }
            if (self.remove.val() & self.known[i].val()) | self.reset.val() {
                self.used[i].d.next = false;
            }
        }
        if self.add.val() & !self.any_known.val() & !self.any_free.val() {
            self.lost.d.next = true;
        }
        if self.reset.val() {
            self.lost.d.next = false;
        }
    }
}
