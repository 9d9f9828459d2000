//! Several sources of one AXI4 port.

use super::axi4::{ID_BITS, response};
use super::marked_line::{MARKED_BITS, marked};
use crate::layout::{Place, constants, layout};
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of an ID that belong to a source; the number of the source lies above them.
pub const SOURCE_ID_BITS: usize = 7;
layout! {
    /// A queued read.
    mod read {
        ADDRESS: 64,
        ID: ID_BITS,
    }
}
/// Bits of it.
const READ_BITS: usize = read::BITS;
layout! {
    /// A queued write.
    mod write_address {
        ADDRESS: 64,
        OWNER: MAX_SOURCES,
    }
}
/// Bits of it.
const WRITE_ADDRESS_BITS: usize = write_address::BITS;
layout! {
    /// Its line.
    mod write_line {
        DATA: 512,
        STROBES: 64,
        POISON: 1,
    }
}
/// Bits of it.
const WRITE_LINE_BITS: usize = write_line::BITS;
/// Sources for which an ID has room.
const MAX_SOURCES: usize = 1 << (ID_BITS - SOURCE_ID_BITS);
/// Writes that may be unanswered (2 to the power of this).
const LOG_UNANSWERED: usize = 7;

/// Takes the line reads and writes of `SOURCES` to one AXI4 port in turn, and its answers back. `SOURCES` is up to 4.
///
/// A write is offered whole: address, strobes and line together. Reads carry an ID of the source's own, below 128; the port
/// answers equal IDs, and all writes, in order. The sources always have room for answers.
///
/// * Latency: one cycle to the port, none back.
/// * Throughput: a read and a write a cycle. They do not wait for each other.
/// * Stalls when the port has not taken two addresses or two lines, and when 128 writes are unanswered.
#[derive(LogicBlock)]
pub struct LineMux<const SOURCES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Source: read ID.
    pub s_arid: [Signal<In, Bits<ID_BITS>>; SOURCES],
    /// Source: read address.
    pub s_araddr: [Signal<In, Bits<64>>; SOURCES],
    /// Source: there is a read.
    pub s_arvalid: [Signal<In, Bit>; SOURCES],
    /// Source: the read is taken.
    pub s_arready: [Signal<Out, Bit>; SOURCES],
    /// ID of the answer to a read, as the source gave it.
    pub s_rid: Signal<Out, Bits<ID_BITS>>,
    /// Line that was read; bit 512: the port answered with an error.
    pub s_rline: Signal<Out, Bits<MARKED_BITS>>,
    /// The answer is this source's.
    pub s_rvalid: [Signal<Out, Bit>; SOURCES],
    /// Source: write address.
    pub s_waddr: [Signal<In, Bits<64>>; SOURCES],
    /// Source: line to write.
    pub s_wdata: [Signal<In, Bits<512>>; SOURCES],
    /// Source: bytes of the line that are written.
    pub s_wstrb: [Signal<In, Bits<64>>; SOURCES],
    /// Source: the line is poison.
    pub s_wpoison: [Signal<In, Bit>; SOURCES],
    /// Source: there is a write.
    pub s_wvalid: [Signal<In, Bit>; SOURCES],
    /// Source: the write is taken.
    pub s_wready: [Signal<Out, Bit>; SOURCES],
    /// The response to a write is an error.
    pub s_berror: Signal<Out, Bit>,
    /// The response is this source's.
    pub s_bvalid: [Signal<Out, Bit>; SOURCES],
    /// AXI read address ID.
    pub m_arid: Signal<Out, Bits<ID_BITS>>,
    /// AXI read address.
    pub m_araddr: Signal<Out, Bits<64>>,
    /// AXI read address valid.
    pub m_arvalid: Signal<Out, Bit>,
    /// AXI read address ready.
    pub m_arready: Signal<In, Bit>,
    /// AXI read data ID.
    pub m_rid: Signal<In, Bits<ID_BITS>>,
    /// AXI read data.
    pub m_rdata: Signal<In, Bits<512>>,
    /// AXI read response.
    pub m_rresp: Signal<In, Bits<2>>,
    /// AXI read data valid.
    pub m_rvalid: Signal<In, Bit>,
    /// AXI read data ready; always high.
    pub m_rready: Signal<Out, Bit>,
    /// AXI write address.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// Whose write it is, one-hot.
    pub m_awsource: Signal<Out, Bits<SOURCES>>,
    /// AXI write address valid.
    pub m_awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub m_awready: Signal<In, Bit>,
    /// AXI write data.
    pub m_wdata: Signal<Out, Bits<512>>,
    /// AXI write strobes.
    pub m_wstrb: Signal<Out, Bits<64>>,
    /// The line is poison.
    pub m_wpoison: Signal<Out, Bit>,
    /// AXI write data valid.
    pub m_wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub m_wready: Signal<In, Bit>,
    /// AXI write response.
    pub m_bresp: Signal<In, Bits<2>>,
    /// AXI write response valid.
    pub m_bvalid: Signal<In, Bit>,
    /// AXI write response ready; always high.
    pub m_bready: Signal<Out, Bit>,
    readers: RoundRobin<SOURCES>,
    reads: Fifo<READ_BITS, 2>,
    writers: RoundRobin<SOURCES>,
    /// Who wrote what is unanswered.
    unanswered: Fifo<SOURCES, LOG_UNANSWERED>,
    /// What goes to the port, which takes address and line apart.
    write_addresses: Fifo<WRITE_ADDRESS_BITS, 1>,
    write_lines: Fifo<WRITE_LINE_BITS, 1>,
    reading: [Signal<Local, Bits<SOURCES>>; SOURCES],
    writing: [Signal<Local, Bits<SOURCES>>; SOURCES],
    read_turn: Signal<Local, Bits<2>>,
    write_turn: Signal<Local, Bits<2>>,
    read_id: Signal<Local, Bits<ID_BITS>>,
    read_address: Signal<Local, Bits<64>>,
    write_address: Signal<Local, Bits<64>>,
    write_data: Signal<Local, Bits<512>>,
    write_strobes: Signal<Local, Bits<64>>,
    write_poison: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    numbers: [Constant<Bits<ID_BITS>>; SOURCES],
    turns: [Constant<Bits<2>>; SOURCES],
    own_id: Constant<Bits<ID_BITS>>,
    nobody: Constant<Bits<SOURCES>>,
    about: About<Self>,
}

impl<const SOURCES: usize> Default for LineMux<SOURCES> {
    fn default() -> Self {
        const { assert!(SOURCES <= MAX_SOURCES, "an ID has room for 4 sources") };
        crate::defaults! {
            [
                clock reset s_rid s_rline s_berror m_arid m_araddr m_arvalid m_arready m_rid m_rdata m_rresp m_rvalid
                m_rready m_awaddr m_awsource m_awvalid m_awready m_wdata m_wstrb m_wpoison m_wvalid m_wready m_bresp m_bvalid m_bready
                readers reads writers unanswered write_addresses write_lines write_address write_data write_strobes write_poison
                read_turn write_turn read_id read_address room taken about
            ]
            [
                s_arid s_araddr s_arvalid s_arready s_rvalid s_waddr s_wdata s_wstrb s_wpoison s_wvalid s_wready s_bvalid
                reading writing
            ]
            numbers: std::array::from_fn(|source| Constant::new(((source as u64) << SOURCE_ID_BITS).into())),
            turns: std::array::from_fn(|source| Constant::new((source as u64).into())),
            own_id: Constant::new(((1u64 << SOURCE_ID_BITS) - 1).into()),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const SOURCES: usize> Describe for LineMux<SOURCES> {
    fn name() -> String {
        format!("line_mux_{SOURCES}")
    }

    fn description() -> &'static str {
        "Takes the line reads and writes of several sources to one AXI4 port in turn. One cycle to the port, none back; a read and a write a cycle; stalls on the port's ready and when 128 writes are unanswered."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            read::CONSTANTS,
            write_address::CONSTANTS,
            write_line::CONSTANTS,
            response::CONSTANTS,
            marked::CONSTANTS,
        ])
    }
}

impl<const SOURCES: usize> Logic for LineMux<SOURCES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.readers.clock.next = self.clock.val();
        self.readers.reset.next = self.reset.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.writers.clock.next = self.clock.val();
        self.writers.reset.next = self.reset.val();
        self.unanswered.clock.next = self.clock.val();
        self.unanswered.reset.next = self.reset.val();
        self.write_addresses.clock.next = self.clock.val();
        self.write_addresses.reset.next = self.reset.val();
        self.write_lines.clock.next = self.clock.val();
        self.write_lines.reset.next = self.reset.val();

        comment!("Who wants to read, and who to write.");
        for i in 0..SOURCES {
            if i == 0 {
                self.reading[i].next = self.nobody.val().replace_bit(i, self.s_arvalid[i].val());
                self.writing[i].next = self.nobody.val().replace_bit(i, self.s_wvalid[i].val());
            } else {
                self.reading[i].next = self.reading[i - 1].val().replace_bit(i, self.s_arvalid[i].val());
                self.writing[i].next = self.writing[i - 1].val().replace_bit(i, self.s_wvalid[i].val());
            }
            self.readers.request.next = self.reading[i].val();
            self.writers.request.next = self.writing[i].val();
        }

        comment!("Reads.");
        self.readers.advance.next = self.reads.in_ready.val();
        self.read_turn.next = bit_cast::<2, 4>(self.readers.chosen.val());
        self.write_turn.next = bit_cast::<2, 4>(self.writers.chosen.val());
        for i in 0..SOURCES {
            self.s_arready[i].next = self.readers.grant.val().get_bit(i) & self.reads.in_ready.val();
        }
        self.read_id.next = self.s_arid[0].val() | self.numbers[0].val();
        self.read_address.next = self.s_araddr[0].val();
        for i in 0..SOURCES {
            if self.read_turn.val() == self.turns[i].val() {
                self.read_id.next = self.s_arid[i].val() | self.numbers[i].val();
                self.read_address.next = self.s_araddr[i].val();
            }
            self.s_rvalid[i].next =
                self.m_rvalid.val() & ((self.m_rid.val() & !self.own_id.val()) == self.numbers[i].val());
        }
        self.reads.in_valid.next = self.readers.grant.val().any();
        self.reads.in_data.next = bit_cast::<READ_BITS, 64>(self.read_address.val())
            | (bit_cast::<READ_BITS, ID_BITS>(self.read_id.val()) << read::ID.val());
        self.m_araddr.next = self.reads.out_data.val().get_bits::<64>(read::ADDRESS);
        self.m_arid.next = self.reads.out_data.val().get_bits::<ID_BITS>(read::ID);
        self.m_arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.m_arready.val();
        self.s_rid.next = self.m_rid.val() & self.own_id.val();
        self.s_rline.next = bit_cast::<MARKED_BITS, 512>(self.m_rdata.val())
            | (bit_cast::<MARKED_BITS, 1>(self.m_rresp.val().get_bit(response::ERROR).into()) << marked::ERROR.val());
        self.m_rready.next = true;

        comment!("Writes: the port takes address and data apart.");
        self.room.next =
            self.unanswered.in_ready.val() & self.write_addresses.in_ready.val() & self.write_lines.in_ready.val();
        self.writers.advance.next = self.room.val();
        self.taken.next = self.writers.grant.val().any() & self.room.val();
        self.unanswered.in_data.next = self.writers.grant.val();
        self.unanswered.in_valid.next = self.taken.val();
        self.write_address.next = self.s_waddr[0].val();
        self.write_data.next = self.s_wdata[0].val();
        self.write_strobes.next = self.s_wstrb[0].val();
        self.write_poison.next = self.s_wpoison[0].val();
        for i in 0..SOURCES {
            self.s_wready[i].next = self.writers.grant.val().get_bit(i) & self.room.val();
            if self.write_turn.val() == self.turns[i].val() {
                self.write_address.next = self.s_waddr[i].val();
                self.write_data.next = self.s_wdata[i].val();
                self.write_strobes.next = self.s_wstrb[i].val();
                self.write_poison.next = self.s_wpoison[i].val();
            }
            self.s_bvalid[i].next = self.m_bvalid.val() & self.unanswered.out_data.val().get_bit(i);
        }
        self.write_addresses.in_valid.next = self.taken.val();
        self.write_addresses.in_data.next = bit_cast::<WRITE_ADDRESS_BITS, 64>(self.write_address.val())
            | (bit_cast::<WRITE_ADDRESS_BITS, SOURCES>(self.writers.grant.val()) << write_address::OWNER.val());
        self.write_lines.in_valid.next = self.taken.val();
        self.write_lines.in_data.next = bit_cast::<WRITE_LINE_BITS, 512>(self.write_data.val())
            | (bit_cast::<WRITE_LINE_BITS, 64>(self.write_strobes.val()) << write_line::STROBES.val())
            | (bit_cast::<WRITE_LINE_BITS, 1>(self.write_poison.val().into()) << write_line::POISON.val());
        self.m_awaddr.next = self.write_addresses.out_data.val().get_bits::<64>(write_address::ADDRESS);
        self.m_awsource.next = self.write_addresses.out_data.val().get_bits::<SOURCES>(write_address::OWNER);
        self.m_awvalid.next = self.write_addresses.out_valid.val();
        self.write_addresses.out_ready.next = self.m_awready.val();
        self.m_wdata.next = self.write_lines.out_data.val().get_bits::<512>(write_line::DATA);
        self.m_wstrb.next = self.write_lines.out_data.val().get_bits::<64>(write_line::STROBES);
        self.m_wpoison.next = self.write_lines.out_data.val().get_bit(write_line::POISON);
        self.m_wvalid.next = self.write_lines.out_valid.val();
        self.write_lines.out_ready.next = self.m_wready.val();
        self.unanswered.out_ready.next = self.m_bvalid.val();
        self.s_berror.next = self.m_bresp.val().get_bit(response::ERROR);
        self.m_bready.next = true;
    }
}
