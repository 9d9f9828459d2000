//! Several writers of a record at one channel.

use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may wait for the channel (2 to the power of this).
const LOG_LINES: usize = 2;
/// Bits of a waiting line: address above data.
const WAITING_BITS: usize = 512 + 64;

/// Takes the lines of `WRITERS` writers to one channel, and counts those that are not answered.
///
/// The writer with the lowest number goes first. Writers of contiguous parts that meet at a channel leave it so one after the other, each
/// with all its lines there, and do not meet again; in turn they would go from channel to channel together.
///
/// * Latency: one cycle to the channel.
/// * Throughput: a line a cycle, or one every `gap + 1` cycles.
/// * Stalls when four lines wait for the channel, and for the gap.
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
    before: [Signal<Local, Bit>; WRITERS],
    chosen_address: Signal<Local, Bits<64>>,
    chosen_data: Signal<Local, Bits<512>>,
    offered: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    issues: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const WRITERS: usize> Default for LogPort<WRITERS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset gap write_address write_data write_valid write_ready written answered
                queue pause unanswered chosen_address chosen_data offered open takes issues about
            ]
            [in_address in_data in_valid in_ready before]
        }
    }
}

impl<const WRITERS: usize> Describe for LogPort<WRITERS> {
    fn name() -> String {
        format!("log_port_{WRITERS}")
    }

    fn description() -> &'static str {
        "Takes the lines of several writers of a record to one channel, the lowest first, and counts those that are not answered. One cycle; a line a cycle, less the gap; stalls when four lines wait."
    }
}

impl<const WRITERS: usize> Logic for LogPort<WRITERS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pause, unanswered);
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.open.next = self.queue.in_ready.val() & !self.pause.q.val().any();
        self.chosen_address.next = 0.into();
        self.chosen_data.next = 0.into();
        self.offered.next = false;
        for i in 0..WRITERS {
            if i == 0 {
                self.before[i].next = false;
            } else {
                self.before[i].next = self.before[i - 1].val() | self.in_valid[i - 1].val();
            }
            self.in_ready[i].next = self.open.val() & !self.before[i].val();
            if self.in_valid[i].val() & !self.before[i].val() {
                self.chosen_address.next = self.in_address[i].val();
                self.chosen_data.next = self.in_data[i].val();
                self.offered.next = true;
            }
        }
        self.takes.next = self.offered.val() & self.open.val();
        self.queue.in_data.next = bit_cast::<WAITING_BITS, 512>(self.chosen_data.val())
            | (bit_cast::<WAITING_BITS, 64>(self.chosen_address.val()) << 512);
        self.queue.in_valid.next = self.takes.val();
        self.write_address.next = self.queue.out_data.val().get_bits::<64>(512);
        self.write_data.next = self.queue.out_data.val().get_bits::<512>(0);
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
