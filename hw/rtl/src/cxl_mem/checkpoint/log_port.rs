//! Several writers of a record at one channel.

use crate::layout::{Place, layout};
use crate::stream::{Fifo, RoundRobin};
use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may wait for the channel (2 to the power of this).
const LOG_LINES: usize = 5;
layout! {
    /// A line that waits for its port.
    mod waiting {
        LINE: 512,
        ADDRESS: 64,
    }
}
/// Bits of it.
const WAITING_BITS: usize = waiting::BITS;

/// Takes the lines of `WRITERS` writers to one channel, and counts those that are not answered.
///
/// Writers take turns, but one that has begun an interleaved block goes first until its end, when its next line lies at another channel: so
/// writers that meet fall out of step. If each line were another's turn, all would go from channel to channel together; if one always
/// went first, it would end long before the others.
///
/// * Latency: one cycle to the channel.
/// * Throughput: a line a cycle, or one every `gap + 1` cycles.
/// * Stalls when 32 lines wait for the channel, and for the gap.
#[derive(LogicBlock)]
pub struct LogPort<const WRITERS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Cycles between two lines.
    pub gap: Signal<In, Bits<16>>,
    /// Line of a writer: byte address at the channel.
    pub in_address: [Signal<In, Bits<64>>; WRITERS],
    /// Line of a writer.
    pub in_data: [Signal<In, Bits<512>>; WRITERS],
    /// Line of a writer: there is one.
    pub in_valid: [Signal<In, Bit>; WRITERS],
    /// Line of a writer: taken.
    pub in_ready: [Signal<Out, Bit>; WRITERS],
    /// Write: byte address at the channel.
    pub write_address: Signal<Out, Bits<64>>,
    /// Write: line.
    pub write_data: Signal<Out, Bits<512>>,
    /// Write: there is one.
    pub write_valid: Signal<Out, Bit>,
    /// Write: taken.
    pub write_ready: Signal<In, Bit>,
    /// The channel answers its oldest write.
    pub written: Signal<In, Bit>,
    /// All lines that were taken are answered.
    pub answered: Signal<Out, Bit>,
    queue: Fifo<WAITING_BITS, LOG_LINES>,
    pause: DFF<Bits<16>>,
    /// The channel takes 128 unanswered writes at most.
    unanswered: DFF<Bits<8>>,
    arbiter: RoundRobin<WRITERS>,
    requested: [Signal<Local, Bits<WRITERS>>; WRITERS],
    turn: Signal<Local, Bits<4>>,
    chosen_address: Signal<Local, Bits<64>>,
    chosen_data: Signal<Local, Bits<512>>,
    open: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    issues: Signal<Local, Bit>,
    /// The line of a writer is the last of its block, and that of the one that is chosen is.
    ends: [Signal<Local, Bit>; WRITERS],
    ends_block: Signal<Local, Bit>,
    /// Bits of an address that are set in the last line of a block.
    last_line: Constant<Bits<64>>,
    numbers: [Constant<Bits<4>>; WRITERS],
    turn_mask: Constant<Bits<4>>,
    nobody: Constant<Bits<WRITERS>>,
    about: About<Self>,
}

impl<const WRITERS: usize> Default for LogPort<WRITERS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset gap write_address write_data write_valid write_ready written answered
                queue arbiter pause unanswered turn chosen_address chosen_data open takes issues ends_block about
            ]
            [in_address in_data in_valid in_ready requested ends]
            last_line: Constant::new((INTERLEAVE_BYTES - LINE_BYTES).into()),
            numbers: std::array::from_fn(|writer| Constant::new((writer as u64).into())),
            turn_mask: Constant::new((WRITERS.next_power_of_two() as u64 - 1).into()),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const WRITERS: usize> Describe for LogPort<WRITERS> {
    fn name() -> String {
        format!("log_port_{WRITERS}")
    }

    fn description() -> &'static str {
        "Takes the lines of several writers of a record to one channel, block by block in turn, and counts those that are not answered. One cycle; a line a cycle, less the gap; stalls when 32 lines wait."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        waiting::CONSTANTS.to_vec()
    }
}

impl<const WRITERS: usize> Logic for LogPort<WRITERS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pause, unanswered);
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.open.next = self.queue.in_ready.val() & !self.pause.q.val().any();
        for i in 0..WRITERS {
            if i == 0 {
                self.requested[i].next = self.nobody.val().replace_bit(i, self.in_valid[i].val());
            } else {
                self.requested[i].next = self.requested[i - 1].val().replace_bit(i, self.in_valid[i].val());
            }
            self.arbiter.request.next = self.requested[i].val();
            self.takes.next = self.requested[i].val().any() & self.open.val();
        }
        self.turn.next = self.arbiter.chosen.val() & self.turn_mask.val();
        // Whether a line ends its block is known before one is chosen.
        self.ends_block.next = false;
        for i in 0..WRITERS {
            self.in_ready[i].next = self.arbiter.grant.val().get_bit(i) & self.open.val();
            self.ends[i].next = (self.in_address[i].val() & self.last_line.val()) == self.last_line.val();
            if self.arbiter.grant.val().get_bit(i) {
                self.ends_block.next = self.ends[i].val();
            }
        }
        self.chosen_address.next = self.in_address[0].val();
        self.chosen_data.next = self.in_data[0].val();
        for i in 0..WRITERS {
            if self.turn.val() == self.numbers[i].val() {
                self.chosen_address.next = self.in_address[i].val();
                self.chosen_data.next = self.in_data[i].val();
            }
        }
        self.arbiter.advance.next = self.takes.val() & self.ends_block.val();
        self.queue.in_data.next = bit_cast::<WAITING_BITS, 512>(self.chosen_data.val())
            | (bit_cast::<WAITING_BITS, 64>(self.chosen_address.val()) << waiting::ADDRESS.val());
        self.queue.in_valid.next = self.takes.val();
        self.write_address.next = self.queue.out_data.val().get_bits::<64>(waiting::ADDRESS);
        self.write_data.next = self.queue.out_data.val().get_bits::<512>(waiting::LINE);
        self.write_valid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.write_ready.val();

        if self.pause.q.val().any() {
            self.pause.d.next = self.pause.q.val() - 1;
        }
        if self.takes.val() {
            self.pause.d.next = self.gap.val();
        }
        self.issues.next = self.queue.out_valid.val() & self.write_ready.val();
        if self.issues.val() & !self.written.val() {
            self.unanswered.d.next = self.unanswered.q.val() + 1;
        }
        if self.written.val() & !self.issues.val() {
            self.unanswered.d.next = self.unanswered.q.val() - 1;
        }
        self.answered.next = !self.queue.out_valid.val() & !self.unanswered.q.val().any();
        if self.reset.val() {
            self.pause.d.next = 0.into();
            self.unanswered.d.next = 0.into();
        }
    }
}
