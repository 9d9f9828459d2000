//! CXL.cache: pooled vectors on their way to a peer.

use super::code;
use crate::axi::MARKED_BITS;
use crate::cxl::CxlCacheDevice;
use crate::cxl_mem::line_reader::LineReader;
use crate::memory::LutRam;
use crate::stream::Fifo;
use emberlane_registers::cxl::{
    ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, H2dReqOpcode, H2dRspOpcode, UQID_BITS,
};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes that may be under way (2 to the power of this).
const LOG_SLOTS: usize = 6;
/// The same number.
const SLOTS: usize = 64;
/// Lines of a port of the scratchpad that may be asked for and not sent (2 to the power of this).
const LOG_LINES: usize = 4;
/// Bits of a queued D2H Req: CQID above address.
const REQ_BITS: usize = ADDRESS_BITS + LOG_SLOTS;
/// Bits of a queued pull: slot above UQID.
const PULL_BITS: usize = UQID_BITS + LOG_SLOTS;

/// Sends a region of the scratchpad to a host physical address line by line: for each an `ItoMWr`, and its data when the host
/// pulls them.
///
/// Holds no line of anybody's memory: every snoop is answered with `RspIHitI`. A line that the scratchpad answers with an
/// error goes out poisoned. `failed` pulses when the host refuses a line (`GO-ERR-WritePull`); its data are sent and
/// dropped there.
///
/// Latency: four cycles from `start` to the first D2H Req when the scratchpad answers at once. Throughput: a line a cycle,
/// 64 under way: one every `round trip / 64` cycles when that is longer. Stalls when D2H Req or Data do, or the host does
/// not pull. H2D Rsp is always taken.
#[derive(LogicBlock)]
pub struct Flusher<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// DPA of the first line.
    pub source: Signal<In, Bits<64>>,
    /// HPA of where it goes.
    pub target: Signal<In, Bits<64>>,
    /// Lines.
    pub lines: Signal<In, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The data of a line have been sent.
    pub sent: Signal<Out, Bit>,
    /// The host has refused a line.
    pub failed: Signal<Out, Bit>,
    /// CXL.cache.
    pub cxl_cache: CxlCacheDevice,
    /// Reads: byte address on a port of the scratchpad.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// Reads: answer.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads: line; bit 512: answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    reader: LineReader<PORTS, LOG_LINES>,
    buffer: LutRam<MARKED_BITS, LOG_SLOTS>,
    requests: Fifo<REQ_BITS, 2>,
    pulls: Fifo<PULL_BITS, LOG_SLOTS>,
    snoops: Fifo<UQID_BITS, 2>,
    /// Lines that are not asked for.
    left: DFF<Bits<64>>,
    /// Lines that have no D2H Req.
    unsent: DFF<Bits<64>>,
    read_address: DFF<Bits<64>>,
    write_address: DFF<Bits<64>>,
    slot: DFF<Bits<LOG_SLOTS>>,
    busy: DFF<Bits<SLOTS>>,
    asks: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    slot_free: Signal<Local, Bit>,
    allocated: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    unwanted: Signal<Local, Bits<SLOTS>>,
    pulled_slot: Signal<Local, Bits<LOG_SLOTS>>,
    pull: Signal<Local, Bit>,
    dropped: Signal<Local, Bit>,
    data_goes: Signal<Local, Bit>,
    one: Constant<Bits<SLOTS>>,
    line_bytes: Constant<Bits<64>>,
    ito_m_wr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    rsp_i_hit_i: Constant<Bits<{ D2hRspOpcode::BITS }>>,
    write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    fast_go_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_err_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_write_pull_drop: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for Flusher<PORTS> {
    fn default() -> Self {
        const { assert!(SLOTS == 1 << LOG_SLOTS && H2dReqOpcode::BITS == 3) };
        crate::defaults! {
            [
                clock reset start source target lines idle sent failed cxl_cache reader buffer requests pulls snoops
                left unsent read_address write_address slot busy asks takes slot_free allocated freed unwanted pulled_slot pull dropped
                data_goes about
            ]
            [request_address request_valid request_ready answer_valid answer]
            one: Constant::new(1.into()),
            line_bytes: Constant::new(64.into()),
            ito_m_wr: code(D2hReqOpcode::ItoMWr.code()),
            rsp_i_hit_i: code(D2hRspOpcode::RspIHitI.code()),
            write_pull: code(H2dRspOpcode::WritePull.code()),
            go_write_pull: code(H2dRspOpcode::GoWritePull.code()),
            fast_go_write_pull: code(H2dRspOpcode::FastGoWritePull.code()),
            go_err_write_pull: code(H2dRspOpcode::GoErrWritePull.code()),
            go_write_pull_drop: code(H2dRspOpcode::GoWritePullDrop.code()),
        }
    }
}

impl<const PORTS: usize> Describe for Flusher<PORTS> {
    fn name() -> String {
        format!("flusher_p{PORTS}")
    }

    fn description() -> &'static str {
        "Sends a region of the scratchpad to a host address over CXL.cache, an ItoMWr a line. A line a cycle, 64 under way; stalls when D2H channels do or the host does not pull."
    }
}

impl<const PORTS: usize> Logic for Flusher<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, unsent, read_address, write_address, slot, busy);
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.buffer.clock.next = self.clock.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.pulls.clock.next = self.clock.val();
        self.pulls.reset.next = self.reset.val();
        self.snoops.clock.next = self.clock.val();
        self.snoops.reset.next = self.reset.val();

        comment!("Lines are read in order.");
        self.asks.next = self.left.q.val().any();
        self.reader.in_address.next = self.read_address.q.val();
        self.reader.in_valid.next = self.asks.val();
        if self.asks.val() & self.reader.in_ready.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.read_address.d.next = self.read_address.q.val() + self.line_bytes.val();
        }
        for i in 0..PORTS {
            self.request_address[i].next = self.reader.request_address[i].val();
            self.request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.request_ready[i].val();
            self.reader.answer_valid[i].next = self.answer_valid[i].val();
            self.reader.answer[i].next = self.answer[i].val();
        }

        comment!("A line takes a slot, and its number is the CQID.");
        self.slot_free.next = !((self.busy.q.val() >> self.slot.q.val()) & self.one.val()).any();
        self.takes.next = self.reader.line_valid.val() & self.slot_free.val() & self.requests.in_ready.val();
        self.reader.line_ready.next = self.slot_free.val() & self.requests.in_ready.val();
        self.buffer.write_enable.next = self.takes.val();
        self.buffer.write_address.next = self.slot.q.val();
        self.buffer.write_data.next = bit_cast::<MARKED_BITS, 512>(self.reader.line_data.val())
            | (bit_cast::<MARKED_BITS, 1>(self.reader.line_error.val().into()) << 512);
        self.requests.in_valid.next = self.takes.val();
        self.requests.in_data.next =
            bit_cast::<REQ_BITS, ADDRESS_BITS>(self.write_address.q.val().get_bits::<ADDRESS_BITS>(6))
                | (bit_cast::<REQ_BITS, LOG_SLOTS>(self.slot.q.val()) << 46);
        self.allocated.next = 0.into();
        if self.takes.val() {
            self.allocated.next = self.one.val() << self.slot.q.val();
            self.slot.d.next = self.slot.q.val() + 1;
            self.unsent.d.next = self.unsent.q.val() - 1;
            self.write_address.d.next = self.write_address.q.val() + self.line_bytes.val();
        }
        self.cxl_cache.d2h_req_valid.next = self.requests.out_valid.val();
        self.requests.out_ready.next = self.cxl_cache.d2h_req_ready.val();
        self.cxl_cache.d2h_req_opcode.next = self.ito_m_wr.val();
        self.cxl_cache.d2h_req_cqid.next =
            bit_cast::<CQID_BITS, LOG_SLOTS>(self.requests.out_data.val().get_bits::<LOG_SLOTS>(46));
        self.cxl_cache.d2h_req_address.next = self.requests.out_data.val().get_bits::<ADDRESS_BITS>(0);

        comment!("The host pulls; there is a place for every pull.");
        self.pull.next = self.cxl_cache.h2d_rsp_valid.val()
            & ((self.cxl_cache.h2d_rsp_opcode.val() == self.write_pull.val())
                | (self.cxl_cache.h2d_rsp_opcode.val() == self.go_write_pull.val())
                | (self.cxl_cache.h2d_rsp_opcode.val() == self.fast_go_write_pull.val())
                | (self.cxl_cache.h2d_rsp_opcode.val() == self.go_err_write_pull.val()));
        self.dropped.next =
            self.cxl_cache.h2d_rsp_valid.val() & (self.cxl_cache.h2d_rsp_opcode.val() == self.go_write_pull_drop.val());
        self.failed.next =
            self.cxl_cache.h2d_rsp_valid.val() & (self.cxl_cache.h2d_rsp_opcode.val() == self.go_err_write_pull.val());
        self.cxl_cache.h2d_rsp_ready.next = true;
        self.pulls.in_valid.next = self.pull.val();
        self.pulls.in_data.next = bit_cast::<PULL_BITS, UQID_BITS>(self.cxl_cache.h2d_rsp_rsp_data.val())
            | (bit_cast::<PULL_BITS, LOG_SLOTS>(self.cxl_cache.h2d_rsp_cqid.val().get_bits::<LOG_SLOTS>(0)) << 12);
        self.pulled_slot.next = self.pulls.out_data.val().get_bits::<LOG_SLOTS>(12);
        self.buffer.read_address.next = self.pulled_slot.val();
        self.cxl_cache.d2h_data_valid.next = self.pulls.out_valid.val();
        self.pulls.out_ready.next = self.cxl_cache.d2h_data_ready.val();
        self.cxl_cache.d2h_data_uqid.next = self.pulls.out_data.val().get_bits::<UQID_BITS>(0);
        self.cxl_cache.d2h_data_poison.next = self.buffer.read_data.val().get_bit(512);
        self.cxl_cache.d2h_data_data.next = self.buffer.read_data.val().get_bits::<512>(0);
        self.data_goes.next = self.pulls.out_valid.val() & self.cxl_cache.d2h_data_ready.val();
        self.sent.next = self.data_goes.val();
        self.freed.next = 0.into();
        if self.data_goes.val() {
            self.freed.next = self.one.val() << self.pulled_slot.val();
        }
        self.unwanted.next = 0.into();
        if self.dropped.val() {
            self.unwanted.next = self.one.val() << self.cxl_cache.h2d_rsp_cqid.val().get_bits::<LOG_SLOTS>(0);
        }
        self.busy.d.next = (self.busy.q.val() | self.allocated.val()) & !(self.freed.val() | self.unwanted.val());

        comment!("Snoops: there is no copy here.");
        self.snoops.in_valid.next = self.cxl_cache.h2d_req_valid.val();
        self.snoops.in_data.next = self.cxl_cache.h2d_req_uqid.val();
        self.cxl_cache.h2d_req_ready.next = self.snoops.in_ready.val();
        self.cxl_cache.d2h_rsp_valid.next = self.snoops.out_valid.val();
        self.snoops.out_ready.next = self.cxl_cache.d2h_rsp_ready.val();
        self.cxl_cache.d2h_rsp_opcode.next = self.rsp_i_hit_i.val();
        self.cxl_cache.d2h_rsp_uqid.next = self.snoops.out_data.val();

        self.idle.next = !self.unsent.q.val().any() & !self.busy.q.val().any();
        if self.start.val() {
            self.left.d.next = self.lines.val();
            self.unsent.d.next = self.lines.val();
            self.read_address.d.next = self.source.val();
            self.write_address.d.next = self.target.val();
        }
        if self.reset.val() {
            self.left.d.next = 0.into();
            self.unsent.d.next = 0.into();
            self.slot.d.next = 0.into();
            self.busy.d.next = 0.into();
        }
    }
}
