//! Keeps lines of rows that a lookup reads again and again.

use super::line_reader::LOG_WINDOW;
use crate::layout::{Place, constants, layout};
use crate::memory::{BlockRam, LutRam};
use crate::stream::BlockFifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a tag. With the number of the slot they name a line of 4 TiB, as long as there are 16 slots or more.
const TAG_BITS: usize = 32;
/// Bits of the number of a job.
const JOB_BITS: usize = 8;
/// Bits of the number of a slot at most.
const MOST_SLOT_BITS: usize = 12;

layout! {
    /// Bytes of a line, and above them the address of a line in memory: the lowest bit that is part of the tag.
    mod line_address {
        BYTES: 6,
        NOT_OF_TAG: 4,
        TAG: TAG_BITS,
    }
}

layout! {
    /// What a slot holds: a line, and the job that read it.
    mod entry {
        TAG: TAG_BITS,
        JOB: JOB_BITS,
    }
}
/// Bits of it.
const ENTRY_BITS: usize = entry::BITS;

layout! {
    /// A line in its turn: it comes from its slot; it goes to its slot; the slot; the line before it goes to that slot, and it comes from there.
    mod turn {
        KEPT: 1,
        KEEPS: 1,
        SLOT: MOST_SLOT_BITS,
        FOLLOWS: 1,
    }
}
/// Bits of it.
const TURN_BITS: usize = turn::BITS;

/// Stands between who asks for lines of rows and who reads them, and keeps `1 << LOG_LINES` of them, each where its address says.
/// A line that is asked for again in the same job comes from here, and no channel is asked for it.
///
/// Which lines are kept is decided when they are asked for, and lines are handed on in that order. So a line that is to come from its slot
/// comes behind the one that filled it, however long the memory takes: lines under way need no place of their own.
///
/// * `forget` begins a job: nothing is taken from jobs before it. So what an update, a log or the host has written before a job began is
///   what the job reads. Forgetting takes no time, as slots name the job that filled them; after 255 jobs, and behind a reset, every slot
///   is emptied in turn, and no line is kept for `1 << LOG_LINES` cycles.
/// * In a job that begins while `enable` is low, lines pass by: none is kept, and none comes from here.
/// * Latency: one cycle to the reader, none from it to a line whose turn it is; four cycles from a request to a line that is kept.
/// * Throughput: a line a cycle. A line that comes from a slot which the line before it fills waits a cycle.
/// * Stalls when 512 lines wait for their turn, and with the reader. `in_ready` comes from a register.
///
/// `LOG_LINES` is 4 to 12. A line that memory answered with an error is kept as any other: that the reader had it fails the job.
#[derive(LogicBlock, Default)]
pub struct RowCache<const LOG_LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Lines are kept, and taken from here, in a job that begins now.
    pub enable: Signal<In, Bit>,
    /// A job begins (a pulse); no line is under way.
    pub forget: Signal<In, Bit>,
    /// DPA of the line asked for, in persistent memory.
    pub in_address: Signal<In, Bits<64>>,
    /// A line is asked for.
    pub in_valid: Signal<In, Bit>,
    /// The request is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Reader: DPA of the line asked for.
    pub read_address: Signal<Out, Bits<64>>,
    /// Reader: a line is asked for.
    pub read_valid: Signal<Out, Bit>,
    /// Reader: the request is taken.
    pub read_ready: Signal<In, Bit>,
    /// Reader: the oldest line.
    pub line: Signal<In, Bits<512>>,
    /// Reader: the oldest line is here.
    pub line_valid: Signal<In, Bit>,
    /// Reader: the line is taken.
    pub line_ready: Signal<Out, Bit>,
    /// The oldest line.
    pub out_line: Signal<Out, Bits<512>>,
    /// The oldest line is here.
    pub out_valid: Signal<Out, Bit>,
    /// The consumer takes the line.
    pub out_ready: Signal<In, Bit>,
    /// A line was asked for that comes from here (a pulse, a cycle later).
    pub hit: Signal<Out, Bit>,
    /// The request whose turn it is and what its slot holds, the one behind it, and whether they are there.
    head: DFF<Bits<64>>,
    held: DFF<Bits<ENTRY_BITS>>,
    second: DFF<Bits<64>>,
    has_head: DFF<Bit>,
    has_second: DFF<Bit>,
    entries: LutRam<ENTRY_BITS, LOG_LINES>,
    order: BlockFifo<TURN_BITS, LOG_WINDOW>,
    lines: BlockRam<512, LOG_LINES>,
    /// The job; none is 0.
    job: DFF<Bits<JOB_BITS>>,
    /// Its lines are kept.
    enabled: DFF<Bit>,
    /// Slots are emptied, and which is next.
    empties: DFF<Bit>,
    emptied: DFF<Bits<LOG_LINES>>,
    /// The slot of the last line that was asked for, and whether it goes there.
    former_slot: DFF<Bits<LOG_LINES>>,
    former_keeps: DFF<Bit>,
    /// The line whose turn it is.
    has_turn: DFF<Bit>,
    turn_kept: DFF<Bit>,
    turn_keeps: DFF<Bit>,
    turn_slot: DFF<Bits<LOG_LINES>>,
    was_hit: DFF<Bit>,
    /// The request behind the head, and its slot.
    coming: Signal<Local, Bits<64>>,
    coming_slot: Signal<Local, Bits<LOG_LINES>>,
    moves: Signal<Local, Bit>,
    slot: Signal<Local, Bits<LOG_LINES>>,
    wanted: Signal<Local, Bits<ENTRY_BITS>>,
    works: Signal<Local, Bit>,
    kept: Signal<Local, Bit>,
    keeps: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    follows: Signal<Local, Bit>,
    next_kept: Signal<Local, Bit>,
    next_slot: Signal<Local, Bits<LOG_LINES>>,
    too_early: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    frees: Signal<Local, Bit>,
    advances: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const LOG_LINES: usize> Describe for RowCache<LOG_LINES> {
    fn name() -> String {
        const { assert!(LOG_LINES >= 4 && LOG_LINES <= MOST_SLOT_BITS, "a row cache has 16 to 4096 lines") };
        format!("row_cache_d{}", 1_u64 << LOG_LINES)
    }

    fn description() -> &'static str {
        "Keeps lines of rows that a lookup asks for again, and hands all lines on in the order in which they were asked for. One cycle to the reader, none back; a line a cycle; stalls when 512 lines wait for their turn, and with the reader."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[line_address::CONSTANTS, entry::CONSTANTS, turn::CONSTANTS])
    }
}

impl<const LOG_LINES: usize> Logic for RowCache<LOG_LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            head,
            held,
            second,
            has_head,
            has_second,
            job,
            enabled,
            empties,
            emptied,
            former_slot,
            former_keeps,
            has_turn,
            turn_kept,
            turn_keeps,
            turn_slot,
            was_hit
        );
        self.entries.clock.next = self.clock.val();
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.lines.clock.next = self.clock.val();

        comment!("A line that this job has asked for before, and whose slot no other line has taken since, is kept.");
        self.slot.next = self.head.q.val().get_bits::<LOG_LINES>(line_address::NOT_OF_TAG);
        self.wanted.next = bit_cast::<ENTRY_BITS, TAG_BITS>(self.head.q.val().get_bits::<TAG_BITS>(line_address::TAG))
            | (bit_cast::<ENTRY_BITS, JOB_BITS>(self.job.q.val()) << entry::JOB.val());
        self.works.next = self.enabled.q.val() & !self.empties.q.val();
        self.kept.next = self.works.val() & (self.held.q.val() == self.wanted.val());

        comment!("It takes its turn; any other is read as well.");
        self.keeps.next = self.works.val() & !self.kept.val();
        self.read_address.next = self.head.q.val();
        self.read_valid.next = self.has_head.q.val() & self.order.in_ready.val() & !self.kept.val();
        self.goes.next = self.has_head.q.val() & self.order.in_ready.val() & (self.kept.val() | self.read_ready.val());
        self.order.in_valid.next = self.goes.val();
        self.follows.next = self.kept.val() & self.former_keeps.q.val() & (self.former_slot.q.val() == self.slot.val());
        self.order.in_data.next = bit_cast::<TURN_BITS, 1>(self.kept.val().into())
            | (bit_cast::<TURN_BITS, 1>(self.keeps.val().into()) << turn::KEEPS.val())
            | (bit_cast::<TURN_BITS, LOG_LINES>(self.slot.val()) << turn::SLOT.val())
            | (bit_cast::<TURN_BITS, 1>(self.follows.val().into()) << turn::FOLLOWS.val());
        if self.goes.val() {
            self.former_slot.d.next = self.slot.val();
            self.former_keeps.d.next = self.keeps.val();
        }
        self.was_hit.d.next = self.goes.val() & self.kept.val();
        self.hit.next = self.was_hit.q.val();
        comment!("Written for a line that is kept, too, as the same again: whether it is comes late.");
        self.entries.write_enable.next =
            self.has_head.q.val() & self.order.in_ready.val() & self.read_ready.val() & self.works.val();
        self.entries.write_address.next = self.slot.val();
        self.entries.write_data.next = self.wanted.val();

        comment!(
            "What a slot holds is read before its request is the head: of a slot that the head fills, what the head fills it with."
        );
        self.in_ready.next = !self.has_second.q.val();
        self.coming.next = self.in_address.val();
        if self.has_second.q.val() {
            self.coming.next = self.second.q.val();
        }
        self.coming_slot.next = self.coming.val().get_bits::<LOG_LINES>(line_address::NOT_OF_TAG);
        self.entries.read_address.next = self.coming_slot.val();
        self.moves.next = !self.has_head.q.val() | self.goes.val();
        if !self.has_second.q.val() {
            self.second.d.next = self.in_address.val();
        }
        if self.moves.val() {
            self.head.d.next = self.coming.val();
            self.held.d.next = self.entries.read_data.val();
            if self.has_head.q.val() & self.works.val() & (self.coming_slot.val() == self.slot.val()) {
                self.held.d.next = self.wanted.val();
            }
            self.has_head.d.next = self.has_second.q.val() | self.in_valid.val();
            self.has_second.d.next = false;
        } else if self.in_valid.val() {
            self.has_second.d.next = true;
        }

        comment!("Slots are emptied when numbers of jobs begin anew.");
        if self.empties.q.val() {
            self.entries.write_enable.next = true;
            self.entries.write_address.next = self.emptied.q.val();
            self.entries.write_data.next = 0.into();
            self.held.d.next = 0.into();
            self.emptied.d.next = self.emptied.q.val() + 1;
            if self.emptied.q.val().all() {
                self.empties.d.next = false;
            }
        }
        if self.forget.val() {
            self.enabled.d.next = self.enable.val();
            self.job.d.next = self.job.q.val() + 1;
            if self.job.q.val().all() {
                self.job.d.next = 1.into();
                self.empties.d.next = true;
                self.emptied.d.next = 0.into();
            }
        }

        comment!("The next turn: a line from a slot is read from there, once the line that fills the slot has left.");
        self.next_kept.next = self.order.out_data.val().get_bit(turn::KEPT);
        self.next_slot.next = self.order.out_data.val().get_bits::<LOG_LINES>(turn::SLOT);
        self.too_early.next = self.has_turn.q.val() & self.order.out_data.val().get_bit(turn::FOLLOWS);
        self.here.next = self.has_turn.q.val() & (self.turn_kept.q.val() | self.line_valid.val());
        self.leaves.next = self.here.val() & self.out_ready.val();
        self.frees.next = !self.has_turn.q.val() | self.leaves.val();
        self.advances.next = self.frees.val() & !self.too_early.val();
        self.order.out_ready.next = self.advances.val();
        if self.leaves.val() {
            self.has_turn.d.next = false;
        }
        if self.advances.val() {
            self.has_turn.d.next = self.order.out_valid.val();
        }
        // Also read when it is too early, and read again then: that it is comes late.
        if self.frees.val() {
            self.turn_kept.d.next = self.next_kept.val();
            self.turn_keeps.d.next = self.order.out_data.val().get_bit(turn::KEEPS);
            self.turn_slot.d.next = self.next_slot.val();
        }
        self.lines.read_enable.next = self.frees.val();
        self.lines.read_address.next = self.next_slot.val();

        comment!("The line whose turn it is.");
        self.out_line.next = self.line.val();
        if self.turn_kept.q.val() {
            self.out_line.next = self.lines.read_data.val();
        }
        self.out_valid.next = self.here.val();
        self.line_ready.next = self.has_turn.q.val() & !self.turn_kept.q.val() & self.out_ready.val();
        self.fills.next = self.leaves.val() & self.turn_keeps.q.val();
        self.lines.write_enable.next = self.fills.val();
        self.lines.write_address.next = self.turn_slot.q.val();
        self.lines.write_data.next = self.line.val();

        if self.reset.val() {
            self.has_head.d.next = false;
            self.has_second.d.next = false;
            self.has_turn.d.next = false;
            self.was_hit.d.next = false;
            self.enabled.d.next = false;
            self.job.d.next = 1.into();
            self.empties.d.next = true;
            self.emptied.d.next = 0.into();
        }
    }
}
