//! One place in the table of recent writes.

use super::medium_line::LINE_NUMBER_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Remembers the line of one write, and whether the read at hand waits for it.
///
/// * Ports: `enter` stores `line`; `free` forgets it. `look` asks whether the write that is held is of `look_line`;
///   `blocks` then stays high until the write is freed.
/// * Latency: a cycle from each of them to `blocks`. A write that enters in the cycle of `look` is not seen.
/// * Throughput: one of each a cycle. It never stalls.
#[derive(LogicBlock, Default)]
pub struct RecentWrite {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the write.
    pub reset: Signal<In, Bit>,
    /// Hold this write.
    pub enter: Signal<In, Bit>,
    /// Number of its line.
    pub line: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// Forget the write.
    pub free: Signal<In, Bit>,
    /// A new read is at hand.
    pub look: Signal<In, Bit>,
    /// Number of its line.
    pub look_line: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// The read at hand waits for this write.
    pub blocks: Signal<Out, Bit>,
    held: DFF<Bit>,
    held_line: DFF<Bits<LINE_NUMBER_BITS>>,
    awaited: DFF<Bit>,
    about: About<Self>,
}

impl Describe for RecentWrite {
    fn name() -> String {
        "recent_write".into()
    }

    fn description() -> &'static str {
        "Remembers the line of one write, and whether the read at hand waits for it. \
         Latency: 1 cycle. Throughput: one look a cycle. Never stalls."
    }
}

impl Logic for RecentWrite {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, held_line, awaited);
        self.blocks.next = self.awaited.q.val();
        if self.look.val() {
            self.awaited.d.next = self.held.q.val() & (self.held_line.q.val() == self.look_line.val());
        }
        if self.enter.val() {
            self.held.d.next = true;
            self.held_line.d.next = self.line.val();
        }
        if self.free.val() | self.reset.val() {
            self.held.d.next = false;
            self.awaited.d.next = false;
        }
    }
}
