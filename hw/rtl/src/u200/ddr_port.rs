//! A memory channel and its part of the scratchpad in one DDR memory.

use crate::axi::{Axi4SharedMaster, ID_BITS, SHARED_ID_BITS};
use crate::layout::{Place, constants, layout, named};
use crate::stream::{Fifo, RoundRobin, Sampler};
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bytes of a DDR4 memory of the board.
pub const DDR_BYTES: u64 = 16 << 30;

layout! {
    /// A source's address.
    mod ask {
        ADDRESS: 64,
        ID: ID_BITS,
    }
}
/// Bits of it.
const ASK_BITS: usize = ask::BITS;
layout! {
    /// A queued address.
    mod access {
        ADDRESS: 64,
        ID: SHARED_ID_BITS,
    }
}
/// Bits of it.
const ACCESS_BITS: usize = access::BITS;
layout! {
    /// A queued line.
    mod line {
        DATA: 512,
        STROBES: 64,
    }
}
/// Bits of it.
const LINE_BITS: usize = line::BITS;
named! {
    /// An ID at the memory: above that of a source, whose it is.
    mod shared_id {
        SOURCE = ID_BITS,
    }
}
named! {
    /// Who uses the memory.
    mod source {
        CHANNEL = 0,
        SCRATCHPAD = 1,
    }
}
/// Takes the lines of a memory channel and of a port of the scratchpad to one DDR memory of 16 GiB: the scratchpad has its end, the channel
/// the rest. The upper bit of an ID says whose it is. What a channel asks for beyond its part goes to an address from 2^63 on, where no
/// memory is: the interconnect in front of a DDR controller answers that with DECERR.
///
/// It goes on over a reset of the device, as the memory does, and withdraws nothing that it has offered; a reset with `memory_reset` high empties it. At power-up it is empty.
///
/// * Latency: two cycles for an address and for a line; none back.
/// * Throughput: a read and a write a cycle.
/// * Stalls when the memory does. A source that gives an address without its line holds up nobody else. Answers are always taken.
#[derive(LogicBlock)]
pub struct DdrPort<const CHANNELS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The device is in reset.
    pub reset: Signal<In, Bit>,
    /// The memory is in reset, too, and owes nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// Source: read ID.
    pub s_arid: [Signal<In, Bits<ID_BITS>>; 2],
    /// Source: read address.
    pub s_araddr: [Signal<In, Bits<64>>; 2],
    /// Source: there is a read.
    pub s_arvalid: [Signal<In, Bit>; 2],
    /// Source: it is taken.
    pub s_arready: [Signal<Out, Bit>; 2],
    /// Read ID of the line that comes.
    pub s_rid: Signal<Out, Bits<ID_BITS>>,
    /// The line.
    pub s_rdata: Signal<Out, Bits<512>>,
    /// Its response.
    pub s_rresp: Signal<Out, Bits<2>>,
    /// It is this source's, which always takes it.
    pub s_rvalid: [Signal<Out, Bit>; 2],
    /// Source: write ID.
    pub s_awid: [Signal<In, Bits<ID_BITS>>; 2],
    /// Source: write address.
    pub s_awaddr: [Signal<In, Bits<64>>; 2],
    /// Source: there is a write address.
    pub s_awvalid: [Signal<In, Bit>; 2],
    /// Source: it is taken.
    pub s_awready: [Signal<Out, Bit>; 2],
    /// Source: line to write.
    pub s_wdata: [Signal<In, Bits<512>>; 2],
    /// Source: bytes of it that are written.
    pub s_wstrb: [Signal<In, Bits<64>>; 2],
    /// Source: there is a line.
    pub s_wvalid: [Signal<In, Bit>; 2],
    /// Source: it is taken.
    pub s_wready: [Signal<Out, Bit>; 2],
    /// Write ID of the response that comes.
    pub s_bid: Signal<Out, Bits<ID_BITS>>,
    /// The response.
    pub s_bresp: Signal<Out, Bits<2>>,
    /// It is this source's, which always takes it.
    pub s_bvalid: [Signal<Out, Bit>; 2],
    /// The memory.
    pub m_axi: Axi4SharedMaster,
    memory_in_reset: Sampler,
    /// What a source asks for: its path to the turns ends here.
    asked_reads: [Fifo<ASK_BITS, 1>; 2],
    asked_writes: [Fifo<ASK_BITS, 1>; 2],
    source_lines: [Fifo<LINE_BITS, 1>; 2],
    read_turns: RoundRobin<2>,
    reads: Fifo<ACCESS_BITS, 2>,
    write_turns: RoundRobin<2>,
    writes: Fifo<ACCESS_BITS, 2>,
    lines: Fifo<LINE_BITS, 2>,
    empties: Signal<Local, Bit>,
    source_read: [Signal<Local, Bits<64>>; 2],
    source_write: [Signal<Local, Bits<64>>; 2],
    read_id: [Signal<Local, Bits<ID_BITS>>; 2],
    write_id: [Signal<Local, Bits<ID_BITS>>; 2],
    read_address: [Signal<Local, Bits<64>>; 2],
    write_address: [Signal<Local, Bits<64>>; 2],
    read: [Signal<Local, Bits<ACCESS_BITS>>; 2],
    write: [Signal<Local, Bits<ACCESS_BITS>>; 2],
    write_room: Signal<Local, Bit>,
    write_taken: Signal<Local, Bit>,
    scratchpad_base: Constant<Bits<64>>,
    nowhere: Constant<Bits<64>>,
    of: [Constant<Bits<ACCESS_BITS>>; 2],
    line_size: Constant<Bits<3>>,
    incr: Constant<Bits<2>>,
    bufferable: Constant<Bits<4>>,
    about: About<Self>,
}

impl<const CHANNELS: usize> Default for DdrPort<CHANNELS> {
    fn default() -> Self {
        let base = DDR_BYTES - map::SCRATCHPAD_BYTES / CHANNELS as u64;
        let upper_id = access::ID + ID_BITS;
        crate::defaults! {
            [
                clock reset memory_reset s_rid s_rdata s_rresp s_bid s_bresp m_axi memory_in_reset read_turns reads write_turns writes
                lines empties write_room write_taken about
            ]
            [
                s_arid s_araddr s_arvalid s_arready s_rvalid s_awid s_awaddr s_awvalid s_awready s_wdata s_wstrb s_wvalid s_wready s_bvalid
                asked_reads asked_writes source_lines source_read source_write read_id write_id read_address write_address read write
            ]
            scratchpad_base: Constant::new(base.into()),
            nowhere: Constant::new((1 << 63).into()),
            of: [Constant::new(0.into()), Constant::new(bits::<ACCESS_BITS>(1) << upper_id as u64)],
            line_size: Constant::new(u64::from(map::LINE_BYTES.trailing_zeros()).into()),
            incr: Constant::new(1.into()),
            bufferable: Constant::new(3.into()),
        }
    }
}

impl<const CHANNELS: usize> Describe for DdrPort<CHANNELS> {
    fn name() -> String {
        format!("ddr_port_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Takes a memory channel and a port of the scratchpad to one DDR memory. Two cycles, none back; a read and a write a cycle; stalls when the memory does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[ask::CONSTANTS, access::CONSTANTS, line::CONSTANTS, source::CONSTANTS, shared_id::CONSTANTS])
    }
}

impl<const CHANNELS: usize> Logic for DdrPort<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory_in_reset.clock.next = self.clock.val();
        self.memory_in_reset.in_bit.next = self.memory_reset.val();
        self.empties.next = self.reset.val() & self.memory_in_reset.out_bit.val();
        self.read_turns.clock.next = self.clock.val();
        self.read_turns.reset.next = self.empties.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.empties.val();
        self.write_turns.clock.next = self.clock.val();
        self.write_turns.reset.next = self.empties.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.empties.val();
        self.lines.clock.next = self.clock.val();
        self.lines.reset.next = self.empties.val();

        comment!("What the sources ask for.");
        for i in 0..2 {
            self.asked_reads[i].clock.next = self.clock.val();
            self.asked_reads[i].reset.next = self.empties.val();
            self.asked_reads[i].in_valid.next = self.s_arvalid[i].val();
            self.s_arready[i].next = self.asked_reads[i].in_ready.val();
            self.asked_writes[i].clock.next = self.clock.val();
            self.asked_writes[i].reset.next = self.empties.val();
            self.asked_writes[i].in_valid.next = self.s_awvalid[i].val();
            self.s_awready[i].next = self.asked_writes[i].in_ready.val();
            self.source_lines[i].clock.next = self.clock.val();
            self.source_lines[i].reset.next = self.empties.val();
            self.source_lines[i].in_valid.next = self.s_wvalid[i].val();
            self.s_wready[i].next = self.source_lines[i].in_ready.val();
        }
        self.asked_reads[source::CHANNEL].in_data.next = bit_cast::<ASK_BITS, 64>(self.s_araddr[source::CHANNEL].val())
            | (bit_cast::<ASK_BITS, ID_BITS>(self.s_arid[source::CHANNEL].val()) << ask::ID.val());
        self.source_read[source::CHANNEL].next =
            self.asked_reads[source::CHANNEL].out_data.val().get_bits::<64>(ask::ADDRESS);
        self.read_id[source::CHANNEL].next =
            self.asked_reads[source::CHANNEL].out_data.val().get_bits::<ID_BITS>(ask::ID);
        self.source_lines[source::CHANNEL].in_data.next =
            bit_cast::<LINE_BITS, 512>(self.s_wdata[source::CHANNEL].val())
                | (bit_cast::<LINE_BITS, 64>(self.s_wstrb[source::CHANNEL].val()) << line::STROBES.val());
        self.asked_writes[source::CHANNEL].in_data.next =
            bit_cast::<ASK_BITS, 64>(self.s_awaddr[source::CHANNEL].val())
                | (bit_cast::<ASK_BITS, ID_BITS>(self.s_awid[source::CHANNEL].val()) << ask::ID.val());
        self.source_write[source::CHANNEL].next =
            self.asked_writes[source::CHANNEL].out_data.val().get_bits::<64>(ask::ADDRESS);
        self.write_id[source::CHANNEL].next =
            self.asked_writes[source::CHANNEL].out_data.val().get_bits::<ID_BITS>(ask::ID);
        self.asked_reads[source::SCRATCHPAD].in_data.next =
            bit_cast::<ASK_BITS, 64>(self.s_araddr[source::SCRATCHPAD].val())
                | (bit_cast::<ASK_BITS, ID_BITS>(self.s_arid[source::SCRATCHPAD].val()) << ask::ID.val());
        self.source_read[source::SCRATCHPAD].next =
            self.asked_reads[source::SCRATCHPAD].out_data.val().get_bits::<64>(ask::ADDRESS);
        self.read_id[source::SCRATCHPAD].next =
            self.asked_reads[source::SCRATCHPAD].out_data.val().get_bits::<ID_BITS>(ask::ID);
        self.source_lines[source::SCRATCHPAD].in_data.next =
            bit_cast::<LINE_BITS, 512>(self.s_wdata[source::SCRATCHPAD].val())
                | (bit_cast::<LINE_BITS, 64>(self.s_wstrb[source::SCRATCHPAD].val()) << line::STROBES.val());
        self.asked_writes[source::SCRATCHPAD].in_data.next =
            bit_cast::<ASK_BITS, 64>(self.s_awaddr[source::SCRATCHPAD].val())
                | (bit_cast::<ASK_BITS, ID_BITS>(self.s_awid[source::SCRATCHPAD].val()) << ask::ID.val());
        self.source_write[source::SCRATCHPAD].next =
            self.asked_writes[source::SCRATCHPAD].out_data.val().get_bits::<64>(ask::ADDRESS);
        self.write_id[source::SCRATCHPAD].next =
            self.asked_writes[source::SCRATCHPAD].out_data.val().get_bits::<ID_BITS>(ask::ID);

        comment!("Where the lines are.");
        self.read_address[source::CHANNEL].next = self.source_read[source::CHANNEL].val();
        if self.source_read[source::CHANNEL].val() >= self.scratchpad_base.val() {
            self.read_address[source::CHANNEL].next = self.source_read[source::CHANNEL].val() | self.nowhere.val();
        }
        self.read_address[source::SCRATCHPAD].next =
            self.source_read[source::SCRATCHPAD].val() + self.scratchpad_base.val();
        self.write_address[source::CHANNEL].next = self.source_write[source::CHANNEL].val();
        if self.source_write[source::CHANNEL].val() >= self.scratchpad_base.val() {
            self.write_address[source::CHANNEL].next = self.source_write[source::CHANNEL].val() | self.nowhere.val();
        }
        self.write_address[source::SCRATCHPAD].next =
            self.source_write[source::SCRATCHPAD].val() + self.scratchpad_base.val();
        self.read[source::CHANNEL].next = bit_cast::<ACCESS_BITS, 64>(self.read_address[source::CHANNEL].val())
            | (bit_cast::<ACCESS_BITS, ID_BITS>(self.read_id[source::CHANNEL].val()) << access::ID.val())
            | self.of[source::CHANNEL].val();
        self.write[source::CHANNEL].next = bit_cast::<ACCESS_BITS, 64>(self.write_address[source::CHANNEL].val())
            | (bit_cast::<ACCESS_BITS, ID_BITS>(self.write_id[source::CHANNEL].val()) << access::ID.val())
            | self.of[source::CHANNEL].val();
        self.read[source::SCRATCHPAD].next = bit_cast::<ACCESS_BITS, 64>(self.read_address[source::SCRATCHPAD].val())
            | (bit_cast::<ACCESS_BITS, ID_BITS>(self.read_id[source::SCRATCHPAD].val()) << access::ID.val())
            | self.of[source::SCRATCHPAD].val();
        self.write[source::SCRATCHPAD].next = bit_cast::<ACCESS_BITS, 64>(self.write_address[source::SCRATCHPAD].val())
            | (bit_cast::<ACCESS_BITS, ID_BITS>(self.write_id[source::SCRATCHPAD].val()) << access::ID.val())
            | self.of[source::SCRATCHPAD].val();

        comment!("Reads.");
        self.read_turns.request.next = bit_cast::<2, 1>(self.asked_reads[source::CHANNEL].out_valid.val().into())
            | (bit_cast::<2, 1>(self.asked_reads[source::SCRATCHPAD].out_valid.val().into())
                << source::SCRATCHPAD.val());
        self.read_turns.advance.next = self.reads.in_ready.val();
        self.reads.in_valid.next = self.read_turns.grant.val().any();
        self.reads.in_data.next = self.read[source::CHANNEL].val();
        if self.read_turns.grant.val().get_bit(source::SCRATCHPAD) {
            self.reads.in_data.next = self.read[source::SCRATCHPAD].val();
        }
        for i in 0..2 {
            self.asked_reads[i].out_ready.next = self.read_turns.grant.val().get_bit(i) & self.reads.in_ready.val();
        }
        self.m_axi.arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.m_axi.arready.val();
        self.m_axi.araddr.next = self.reads.out_data.val().get_bits::<64>(access::ADDRESS);
        self.m_axi.arid.next = self.reads.out_data.val().get_bits::<SHARED_ID_BITS>(access::ID);
        self.m_axi.arlen.next = 0.into();
        self.m_axi.arsize.next = self.line_size.val();
        self.m_axi.arburst.next = self.incr.val();
        self.m_axi.arlock.next = false;
        self.m_axi.arcache.next = self.bufferable.val();
        self.m_axi.arprot.next = 0.into();
        self.m_axi.arqos.next = 0.into();
        self.m_axi.rready.next = true;
        self.s_rid.next = self.m_axi.rid.val().get_bits::<ID_BITS>(0);
        self.s_rdata.next = self.m_axi.rdata.val();
        self.s_rresp.next = self.m_axi.rresp.val();
        self.s_rvalid[source::CHANNEL].next =
            self.m_axi.rvalid.val() & !self.m_axi.rid.val().get_bit(shared_id::SOURCE);
        self.s_rvalid[source::SCRATCHPAD].next =
            self.m_axi.rvalid.val() & self.m_axi.rid.val().get_bit(shared_id::SOURCE);

        comment!("Writes, each with its line.");
        self.write_room.next = self.writes.in_ready.val() & self.lines.in_ready.val();
        self.write_turns.request.next = bit_cast::<2, 1>(
            (self.asked_writes[source::CHANNEL].out_valid.val() & self.source_lines[source::CHANNEL].out_valid.val())
                .into(),
        ) | (bit_cast::<2, 1>(
            (self.asked_writes[source::SCRATCHPAD].out_valid.val()
                & self.source_lines[source::SCRATCHPAD].out_valid.val())
            .into(),
        ) << source::SCRATCHPAD.val());
        self.write_turns.advance.next = self.write_room.val();
        self.write_taken.next = self.write_turns.grant.val().any() & self.write_room.val();
        self.writes.in_valid.next = self.write_taken.val();
        self.lines.in_valid.next = self.write_taken.val();
        self.writes.in_data.next = self.write[source::CHANNEL].val();
        self.lines.in_data.next = self.source_lines[source::CHANNEL].out_data.val();
        if self.write_turns.grant.val().get_bit(source::SCRATCHPAD) {
            self.writes.in_data.next = self.write[source::SCRATCHPAD].val();
            self.lines.in_data.next = self.source_lines[source::SCRATCHPAD].out_data.val();
        }
        for i in 0..2 {
            self.asked_writes[i].out_ready.next = self.write_turns.grant.val().get_bit(i) & self.write_room.val();
            self.source_lines[i].out_ready.next = self.write_turns.grant.val().get_bit(i) & self.write_room.val();
        }
        self.m_axi.awvalid.next = self.writes.out_valid.val();
        self.writes.out_ready.next = self.m_axi.awready.val();
        self.m_axi.awaddr.next = self.writes.out_data.val().get_bits::<64>(access::ADDRESS);
        self.m_axi.awid.next = self.writes.out_data.val().get_bits::<SHARED_ID_BITS>(access::ID);
        self.m_axi.awlen.next = 0.into();
        self.m_axi.awsize.next = self.line_size.val();
        self.m_axi.awburst.next = self.incr.val();
        self.m_axi.awlock.next = false;
        self.m_axi.awcache.next = self.bufferable.val();
        self.m_axi.awprot.next = 0.into();
        self.m_axi.awqos.next = 0.into();

        self.m_axi.wvalid.next = self.lines.out_valid.val();
        self.lines.out_ready.next = self.m_axi.wready.val();
        self.m_axi.wdata.next = self.lines.out_data.val().get_bits::<512>(line::DATA);
        self.m_axi.wstrb.next = self.lines.out_data.val().get_bits::<64>(line::STROBES);
        self.m_axi.wlast.next = true;
        self.m_axi.bready.next = true;
        self.s_bid.next = self.m_axi.bid.val().get_bits::<ID_BITS>(0);
        self.s_bresp.next = self.m_axi.bresp.val();
        self.s_bvalid[source::CHANNEL].next =
            self.m_axi.bvalid.val() & !self.m_axi.bid.val().get_bit(shared_id::SOURCE);
        self.s_bvalid[source::SCRATCHPAD].next =
            self.m_axi.bvalid.val() & self.m_axi.bid.val().get_bit(shared_id::SOURCE);
    }
}
