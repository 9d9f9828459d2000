//! CXL.cache: lines of the host's memory, or a peer's.

use crate::axi::{MARKED_BITS, marked};
use crate::cxl::{CxlCacheDevice, hpa};
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::{Fifo, RoundRobin};
use emberlane_registers::cxl::{ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, UQID_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may be under way (2 to the power of this).
pub const LOG_SLOTS: usize = 8;
/// Lines that may be under way.
const SLOTS: usize = 1 << LOG_SLOTS;
/// Bits of their number.
const ROOM_BITS: usize = LOG_SLOTS + 1;
layout! {
    /// A queued D2H Req.
    mod request {
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_SLOTS,
    }
}
/// Bits of it.
const REQ_BITS: usize = request::BITS;

/// Reads lines by host physical address for `SOURCES` sources, a `RdCurr` each, and gives each source its lines in the order in
/// which it asked. It holds no line of anybody's memory: every snoop is answered with `RspIHitI`.
///
/// A line has a place before it is asked for, and sources have room for what they ask for, so the host never waits for this
/// reader.
///
/// * Latency: one cycle from a request to D2H Req, one from the data of the oldest line to its source.
/// * Throughput: a line a cycle, 256 under way: one every `round trip / 256` cycles when that is longer.
/// * Stalls when D2H Req does, or the oldest line does not come.
#[derive(LogicBlock)]
pub struct PeerReader<const SOURCES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// CXL.cache.
    pub cxl_cache: CxlCacheDevice,
    /// Source: host physical address of the line asked for.
    pub request_address: [Signal<In, Bits<64>>; SOURCES],
    /// Source: a line is asked for.
    pub request_valid: [Signal<In, Bit>; SOURCES],
    /// Source: the request is taken.
    pub request_ready: [Signal<Out, Bit>; SOURCES],
    /// The line that comes.
    pub line: Signal<Out, Bits<512>>,
    /// It is not to be used.
    pub line_error: Signal<Out, Bit>,
    /// It is this source's.
    pub line_valid: [Signal<Out, Bit>; SOURCES],
    /// A line comes.
    pub fetched: Signal<Out, Bit>,
    turns: RoundRobin<SOURCES>,
    requests: Fifo<REQ_BITS, 2>,
    snoops: Fifo<UQID_BITS, 2>,
    /// Who has asked, by slot.
    owners: LutRam<SOURCES, LOG_SLOTS>,
    buffer: LutRam<MARKED_BITS, LOG_SLOTS>,
    next_slot: DFF<Bits<LOG_SLOTS>>,
    oldest: DFF<Bits<LOG_SLOTS>>,
    room: DFF<Bits<ROOM_BITS>>,
    /// Slots whose line is here.
    here: DFF<Bits<SLOTS>>,
    wants: [Signal<Local, Bits<SOURCES>>; SOURCES],
    address: Signal<Local, Bits<ADDRESS_BITS>>,
    may_ask: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    bad: Signal<Local, Bit>,
    oldest_bit: Signal<Local, Bits<SLOTS>>,
    comes: Signal<Local, Bit>,
    arrived: Signal<Local, Bits<SLOTS>>,
    gone: Signal<Local, Bits<SLOTS>>,
    one: Constant<Bits<SLOTS>>,
    all_slots: Constant<Bits<ROOM_BITS>>,
    nobody: Constant<Bits<SOURCES>>,
    rd_curr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    rsp_i_hit_i: Constant<Bits<{ D2hRspOpcode::BITS }>>,
    about: About<Self>,
}

impl<const SOURCES: usize> Default for PeerReader<SOURCES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset cxl_cache line line_error fetched turns requests snoops owners buffer next_slot oldest room here
                address may_ask asks bad oldest_bit comes arrived gone about
            ]
            [request_address request_valid request_ready line_valid wants]
            one: Constant::new(1.into()),
            all_slots: Constant::new((SLOTS as u64).into()),
            nobody: Constant::new(0.into()),
            rd_curr: Constant::new(u64::from(D2hReqOpcode::RdCurr.code()).into()),
            rsp_i_hit_i: Constant::new(u64::from(D2hRspOpcode::RspIHitI.code()).into()),
        }
    }
}

impl<const SOURCES: usize> Describe for PeerReader<SOURCES> {
    fn name() -> String {
        format!("peer_reader_{SOURCES}")
    }

    fn description() -> &'static str {
        "Reads lines of the host's memory or a peer's over CXL.cache, a RdCurr a line, for several sources in turn. A line a cycle, 256 under way; stalls when D2H Req does, or the oldest line does not come."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[request::CONSTANTS, hpa::CONSTANTS, marked::CONSTANTS])
    }
}

impl<const SOURCES: usize> Logic for PeerReader<SOURCES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_slot, oldest, room, here);
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.snoops.clock.next = self.clock.val();
        self.snoops.reset.next = self.reset.val();
        self.owners.clock.next = self.clock.val();
        self.buffer.clock.next = self.clock.val();

        comment!("Requests, in turn.");
        self.may_ask.next = self.room.q.val().any() & self.requests.in_ready.val();
        self.address.next = 0.into();
        for i in 0..SOURCES {
            if i == 0 {
                self.wants[i].next = self.nobody.val().replace_bit(i, self.request_valid[i].val());
            } else {
                self.wants[i].next = self.wants[i - 1].val().replace_bit(i, self.request_valid[i].val());
            }
            self.turns.request.next = self.wants[i].val();
            self.request_ready[i].next = self.turns.grant.val().get_bit(i) & self.may_ask.val();
            if self.turns.grant.val().get_bit(i) {
                self.address.next = self.request_address[i].val().get_bits::<ADDRESS_BITS>(hpa::LINE);
            }
        }
        self.asks.next = self.turns.grant.val().any() & self.may_ask.val();
        self.turns.advance.next = self.may_ask.val();
        self.requests.in_valid.next = self.turns.grant.val().any() & self.room.q.val().any();
        self.requests.in_data.next = bit_cast::<REQ_BITS, ADDRESS_BITS>(self.address.val())
            | (bit_cast::<REQ_BITS, LOG_SLOTS>(self.next_slot.q.val()) << request::SLOT.val());
        self.owners.write_enable.next = self.asks.val();
        self.owners.write_address.next = self.next_slot.q.val();
        self.owners.write_data.next = self.turns.grant.val();
        if self.asks.val() {
            self.next_slot.d.next = self.next_slot.q.val() + 1;
        }
        self.cxl_cache.d2h_req_valid.next = self.requests.out_valid.val();
        self.requests.out_ready.next = self.cxl_cache.d2h_req_ready.val();
        self.cxl_cache.d2h_req_opcode.next = self.rd_curr.val();
        self.cxl_cache.d2h_req_cqid.next =
            bit_cast::<CQID_BITS, LOG_SLOTS>(self.requests.out_data.val().get_bits::<LOG_SLOTS>(request::SLOT));
        self.cxl_cache.d2h_req_address.next = self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::ADDRESS);

        comment!("Data, in any order.");
        self.cxl_cache.h2d_rsp_ready.next = true;
        self.cxl_cache.h2d_data_ready.next = true;
        self.cxl_cache.d2h_data_valid.next = false;
        self.cxl_cache.d2h_data_uqid.next = 0.into();
        self.cxl_cache.d2h_data_poison.next = false;
        self.cxl_cache.d2h_data_data.next = 0.into();
        self.bad.next = self.cxl_cache.h2d_data_poison.val() | self.cxl_cache.h2d_data_go_err.val();
        self.buffer.write_enable.next = self.cxl_cache.h2d_data_valid.val();
        self.buffer.write_address.next = self.cxl_cache.h2d_data_cqid.val().get_bits::<LOG_SLOTS>(0);
        self.buffer.write_data.next = bit_cast::<MARKED_BITS, 512>(self.cxl_cache.h2d_data_data.val())
            | (bit_cast::<MARKED_BITS, 1>(self.bad.val().into()) << marked::ERROR.val());
        self.arrived.next = 0.into();
        if self.cxl_cache.h2d_data_valid.val() {
            self.arrived.next = self.one.val() << self.cxl_cache.h2d_data_cqid.val().get_bits::<LOG_SLOTS>(0);
        }

        comment!("Lines, in order again.");
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();
        self.comes.next = (self.here.q.val() & self.oldest_bit.val()).any();
        self.fetched.next = self.comes.val();
        self.buffer.read_address.next = self.oldest.q.val();
        self.owners.read_address.next = self.oldest.q.val();
        self.line.next = self.buffer.read_data.val().get_bits::<512>(marked::LINE);
        self.line_error.next = self.buffer.read_data.val().get_bit(marked::ERROR);
        for i in 0..SOURCES {
            self.line_valid[i].next = self.comes.val() & self.owners.read_data.val().get_bit(i);
        }
        self.gone.next = 0.into();
        if self.comes.val() {
            self.gone.next = self.oldest_bit.val();
            self.oldest.d.next = self.oldest.q.val() + 1;
        }
        self.here.d.next = (self.here.q.val() | self.arrived.val()) & !self.gone.val();
        if self.asks.val() & !self.comes.val() {
            self.room.d.next = self.room.q.val() - 1;
        }
        if self.comes.val() & !self.asks.val() {
            self.room.d.next = self.room.q.val() + 1;
        }

        comment!("Snoops: there is no copy here.");
        self.snoops.in_valid.next = self.cxl_cache.h2d_req_valid.val();
        self.snoops.in_data.next = self.cxl_cache.h2d_req_uqid.val();
        self.cxl_cache.h2d_req_ready.next = self.snoops.in_ready.val();
        self.cxl_cache.d2h_rsp_valid.next = self.snoops.out_valid.val();
        self.snoops.out_ready.next = self.cxl_cache.d2h_rsp_ready.val();
        self.cxl_cache.d2h_rsp_opcode.next = self.rsp_i_hit_i.val();
        self.cxl_cache.d2h_rsp_uqid.next = self.snoops.out_data.val();
        if self.reset.val() {
            self.next_slot.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.room.d.next = self.all_slots.val();
            self.here.d.next = 0.into();
        }
    }
}
