//! One place in the table of recent writes.

use super::medium_line::LINE_NUMBER_BITS;
use crate::layout::{constants, layout};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// Bits in which two numbers of lines differ, in three parts: a bit of each, together, are six inputs, which a LUT has.
    mod differing {
        LOW: PART_BITS,
        MIDDLE: PART_BITS,
        HIGH: PART_BITS,
    }
}
layout! {
    /// Where the parts show no difference, with one added: what is carried out says that they show none anywhere.
    mod carried {
        ALIKE: PART_BITS,
        OUT: 1,
    }
}
/// Bits of a third of the number of a line.
const PART_BITS: usize = LINE_NUMBER_BITS.div_ceil(3);
/// Bits of three of them.
const DIFFERING_BITS: usize = differing::BITS;
/// Bits of a sum over them.
const CARRIED_BITS: usize = carried::BITS;

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
    differing: Signal<Local, Bits<DIFFERING_BITS>>,
    alike: Signal<Local, Bits<PART_BITS>>,
    carried: Signal<Local, Bits<CARRIED_BITS>>,
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

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[differing::CONSTANTS, carried::CONSTANTS])
    }
}

impl Logic for RecentWrite {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, held_line, awaited);
        self.blocks.next = self.awaited.q.val();
        comment!("Lines are compared by a carry chain: half the LUTs of a tree, and a table has many places.");
        self.differing.next =
            bit_cast::<DIFFERING_BITS, LINE_NUMBER_BITS>(self.held_line.q.val() ^ self.look_line.val());
        self.alike.next = !(self.differing.val().get_bits::<PART_BITS>(differing::LOW)
            | self.differing.val().get_bits::<PART_BITS>(differing::MIDDLE)
            | self.differing.val().get_bits::<PART_BITS>(differing::HIGH));
        self.carried.next = bit_cast::<CARRIED_BITS, PART_BITS>(self.alike.val()) + 1;
        if self.look.val() {
            self.awaited.d.next = self.held.q.val() & self.carried.val().get_bit(carried::OUT);
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
