//! A scratchpad on the chip, behind an AXI4 port.

use super::axi4::{Axi4MemorySlave, ID_BITS};
use crate::layout::{Place, constants, layout};
use crate::memory::UltraRam;
use crate::stream::{Delay, Fifo};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A burst that waits: its first line, what lies above it in the address, and whether it can be served.
    mod burst {
        LINE: 58,
        LENGTH: 8,
        ID: ID_BITS,
        BAD: 1,
    }
}
/// Bits of it.
const BURST_BITS: usize = burst::BITS;

layout! {
    /// A beat that is read.
    mod answer {
        DATA: 512,
        ID: ID_BITS,
        LAST: 1,
        BAD: 1,
    }
}
/// Bits of it.
const ANSWER_BITS: usize = answer::BITS;

layout! {
    /// What is known of a beat before its line is.
    mod tag {
        ID: ID_BITS,
        LAST: 1,
        BAD: 1,
        VALID: 1,
    }
}
/// Bits of it.
const TAG_BITS: usize = tag::BITS;

layout! {
    /// A response to a write.
    mod done {
        ID: ID_BITS,
        BAD: 1,
    }
}
/// Bits of it.
const DONE_BITS: usize = done::BITS;

/// Beats that may be read and not yet taken.
const OPEN: u64 = 16;

/// A memory of `1 << LOG_LINES` lines of 64 bytes on UltraRAM ([`UltraRam`]) behind an AXI4 slave port, from address zero on.
///
/// * Bursts are INCR of any length, or single beats; bytes are written as WSTRB says. Beats outside the memory, and all beats of a burst
///   of another kind or of narrow beats, are answered with SLVERR and write nothing.
/// * Order: each channel in the order in which addresses came, whatever their IDs.
/// * Latency: a beat is valid in the fourth cycle behind the one in which its address was taken, an answer to a write in the
///   first behind the one in which its last beat was.
/// * Throughput: a beat a cycle read, and one written.
/// * Stalls reads while 16 beats are read and not taken, writes while 16 answers are not taken, and addresses while four bursts wait.
/// * A write is seen by every read whose address comes behind its answer.
/// * Reset: forgets bursts and answers; memory keeps what it holds.
#[derive(LogicBlock)]
pub struct Scratchpad<const LOG_LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// AXI4 slave.
    pub s_axi: Axi4MemorySlave,
    about: About<Self>,
    memory: UltraRam<LOG_LINES>,
    reads: Fifo<BURST_BITS, 2>,
    writes: Fifo<BURST_BITS, 2>,
    answers: Fifo<ANSWER_BITS, 4>,
    responses: Fifo<DONE_BITS, 4>,
    /// A second register behind the memory, and the tags beside both.
    line: Delay<512, 1>,
    tags: [DFF<Bits<TAG_BITS>>; 2],
    /// Beats of the oldest burst that were read, and of the oldest one that were written.
    read_beat: DFF<Bits<8>>,
    write_beat: DFF<Bits<8>>,
    /// A beat of the oldest burst that is written was outside.
    write_failed: DFF<Bit>,
    /// Beats that are read and not taken.
    open: DFF<Bits<5>>,
    read_line: Signal<Local, Bits<58>>,
    read_bad: Signal<Local, Bit>,
    read_last: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    write_line: Signal<Local, Bits<58>>,
    write_bad: Signal<Local, Bit>,
    write_last: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    read_burst: Signal<Local, Bits<BURST_BITS>>,
    write_burst: Signal<Local, Bits<BURST_BITS>>,
    issued_tag: Signal<Local, Bits<TAG_BITS>>,
    came: Signal<Local, Bits<TAG_BITS>>,
    read_refused: Signal<Local, Bit>,
    write_refused: Signal<Local, Bit>,
    /// Lines outside the memory have one of these bits.
    outside: Constant<Bits<58>>,
    most_open: Constant<Bits<5>>,
    incr: Constant<Bits<2>>,
    whole: Constant<Bits<3>>,
    slave_error: Constant<Bits<2>>,
}

impl<const LOG_LINES: usize> Default for Scratchpad<LOG_LINES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset s_axi about memory reads writes answers responses line read_beat write_beat write_failed open read_line
                read_bad read_last issue taken write_line write_bad write_last store read_burst write_burst issued_tag came read_refused
                write_refused
            ]
            [tags]
            outside: Constant::new((((1_u64 << 58) - 1) & !((1_u64 << LOG_LINES) - 1)).into()),
            most_open: Constant::new(OPEN.into()),
            incr: Constant::new(1.into()),
            whole: Constant::new(6.into()),
            slave_error: Constant::new(2.into()),
        }
    }
}

impl<const LOG_LINES: usize> Describe for Scratchpad<LOG_LINES> {
    fn name() -> String {
        format!("axi_scratchpad_d{}", 1_u64 << LOG_LINES)
    }

    fn description() -> &'static str {
        "Memory of lines of 64 bytes on UltraRAM behind an AXI4 slave port; what is outside is answered with an error. \
         Latency: read 4 cycles, write 1. Throughput: a beat read and a beat written a cycle. \
         Stalls while 16 beats or answers are not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, answer::CONSTANTS, tag::CONSTANTS, done::CONSTANTS])
    }
}

impl<const LOG_LINES: usize> Logic for Scratchpad<LOG_LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, read_beat, write_beat, write_failed, open);
        self.memory.clock.next = self.clock.val();
        self.line.clock.next = self.clock.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.answers.clock.next = self.clock.val();
        self.answers.reset.next = self.reset.val();
        self.responses.clock.next = self.clock.val();
        self.responses.reset.next = self.reset.val();

        comment!("Bursts.");
        self.read_refused.next = self.s_axi.arlen.val().any()
            & ((self.s_axi.arsize.val() != self.whole.val()) | (self.s_axi.arburst.val() != self.incr.val()));
        self.reads.in_data.next = bit_cast::<BURST_BITS, 58>(self.s_axi.araddr.val().get_bits::<58>(6))
            | (bit_cast::<BURST_BITS, 8>(self.s_axi.arlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, ID_BITS>(self.s_axi.arid.val()) << burst::ID.val())
            | (bit_cast::<BURST_BITS, 1>(self.read_refused.val().into()) << burst::BAD.val());
        self.reads.in_valid.next = self.s_axi.arvalid.val();
        self.s_axi.arready.next = self.reads.in_ready.val();
        self.write_refused.next = self.s_axi.awlen.val().any()
            & ((self.s_axi.awsize.val() != self.whole.val()) | (self.s_axi.awburst.val() != self.incr.val()));
        self.writes.in_data.next = bit_cast::<BURST_BITS, 58>(self.s_axi.awaddr.val().get_bits::<58>(6))
            | (bit_cast::<BURST_BITS, 8>(self.s_axi.awlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, ID_BITS>(self.s_axi.awid.val()) << burst::ID.val())
            | (bit_cast::<BURST_BITS, 1>(self.write_refused.val().into()) << burst::BAD.val());
        self.writes.in_valid.next = self.s_axi.awvalid.val();
        self.s_axi.awready.next = self.writes.in_ready.val();

        comment!("Beats that are read, as long as there is room for their answers.");
        self.read_burst.next = self.reads.out_data.val();
        self.read_line.next =
            self.read_burst.val().get_bits::<58>(burst::LINE) + bit_cast::<58, 8>(self.read_beat.q.val());
        self.read_bad.next =
            self.read_burst.val().get_bit(burst::BAD) | (self.read_line.val() & self.outside.val()).any();
        self.read_last.next = self.read_beat.q.val() == self.read_burst.val().get_bits::<8>(burst::LENGTH);
        self.issue.next = self.reads.out_valid.val() & (self.open.q.val() != self.most_open.val());
        self.reads.out_ready.next = self.issue.val() & self.read_last.val();
        self.memory.read_enable.next = self.issue.val();
        self.memory.read_address.next = bit_cast::<LOG_LINES, 58>(self.read_line.val());
        if self.issue.val() {
            self.read_beat.d.next = self.read_beat.q.val() + 1;
            if self.read_last.val() {
                self.read_beat.d.next = 0.into();
            }
        }
        self.issued_tag.next = bit_cast::<TAG_BITS, ID_BITS>(self.read_burst.val().get_bits::<ID_BITS>(burst::ID))
            | (bit_cast::<TAG_BITS, 1>(self.read_last.val().into()) << tag::LAST.val())
            | (bit_cast::<TAG_BITS, 1>(self.read_bad.val().into()) << tag::BAD.val())
            | (bit_cast::<TAG_BITS, 1>(self.issue.val().into()) << tag::VALID.val());
        for i in 0..2 {
            self.tags[i].clock.next = self.clock.val();
            if i == 0 {
                self.tags[i].d.next = self.issued_tag.val();
            } else {
                self.tags[i].d.next = self.tags[i - 1].q.val();
            }
            if self.reset.val() {
                self.tags[i].d.next = 0.into();
            }
        }
        self.line.in_data.next = self.memory.read_data.val();
        self.came.next = self.tags[1].q.val();
        self.answers.in_data.next = bit_cast::<ANSWER_BITS, 512>(self.line.out_data.val())
            | (bit_cast::<ANSWER_BITS, ID_BITS>(self.came.val().get_bits::<ID_BITS>(tag::ID)) << answer::ID.val())
            | (bit_cast::<ANSWER_BITS, 1>(self.came.val().get_bit(tag::LAST).into()) << answer::LAST.val())
            | (bit_cast::<ANSWER_BITS, 1>(self.came.val().get_bit(tag::BAD).into()) << answer::BAD.val());
        self.answers.in_valid.next = self.came.val().get_bit(tag::VALID);
        self.s_axi.rdata.next = self.answers.out_data.val().get_bits::<512>(answer::DATA);
        self.s_axi.rid.next = self.answers.out_data.val().get_bits::<ID_BITS>(answer::ID);
        self.s_axi.rlast.next = self.answers.out_data.val().get_bit(answer::LAST);
        self.s_axi.rresp.next = 0.into();
        if self.answers.out_data.val().get_bit(answer::BAD) {
            self.s_axi.rresp.next = self.slave_error.val();
        }
        self.s_axi.rvalid.next = self.answers.out_valid.val();
        self.answers.out_ready.next = self.s_axi.rready.val();
        self.taken.next = self.answers.out_valid.val() & self.s_axi.rready.val();
        if self.issue.val() & !self.taken.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.taken.val() & !self.issue.val() {
            self.open.d.next = self.open.q.val() - 1;
        }

        comment!("Beats that are written.");
        self.write_burst.next = self.writes.out_data.val();
        self.write_line.next =
            self.write_burst.val().get_bits::<58>(burst::LINE) + bit_cast::<58, 8>(self.write_beat.q.val());
        self.write_bad.next =
            self.write_burst.val().get_bit(burst::BAD) | (self.write_line.val() & self.outside.val()).any();
        self.write_last.next = self.write_beat.q.val() == self.write_burst.val().get_bits::<8>(burst::LENGTH);
        self.s_axi.wready.next = self.writes.out_valid.val() & self.responses.in_ready.val();
        self.store.next = self.s_axi.wvalid.val() & self.writes.out_valid.val() & self.responses.in_ready.val();
        self.writes.out_ready.next = self.store.val() & self.write_last.val();
        self.memory.write_enable.next = self.store.val() & !self.write_bad.val();
        self.memory.write_address.next = bit_cast::<LOG_LINES, 58>(self.write_line.val());
        self.memory.write_data.next = self.s_axi.wdata.val();
        self.memory.write_bytes.next = self.s_axi.wstrb.val();
        if self.store.val() {
            self.write_beat.d.next = self.write_beat.q.val() + 1;
            self.write_failed.d.next = self.write_failed.q.val() | self.write_bad.val();
            if self.write_last.val() {
                self.write_beat.d.next = 0.into();
                self.write_failed.d.next = false;
            }
        }
        self.responses.in_data.next =
            bit_cast::<DONE_BITS, ID_BITS>(self.write_burst.val().get_bits::<ID_BITS>(burst::ID))
                | (bit_cast::<DONE_BITS, 1>((self.write_failed.q.val() | self.write_bad.val()).into())
                    << done::BAD.val());
        self.responses.in_valid.next = self.store.val() & self.write_last.val();
        self.s_axi.bid.next = self.responses.out_data.val().get_bits::<ID_BITS>(done::ID);
        self.s_axi.bresp.next = 0.into();
        if self.responses.out_data.val().get_bit(done::BAD) {
            self.s_axi.bresp.next = self.slave_error.val();
        }
        self.s_axi.bvalid.next = self.responses.out_valid.val();
        self.responses.out_ready.next = self.s_axi.bready.val();

        if self.reset.val() {
            self.read_beat.d.next = 0.into();
            self.write_beat.d.next = 0.into();
            self.write_failed.d.next = false;
            self.open.d.next = 0.into();
        }
    }
}
