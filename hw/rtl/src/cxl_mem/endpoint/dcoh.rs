//! The device coherency engine: what the device does over CXL.cache.

use super::fetcher::Fetcher;
use super::flusher::Flusher;
use super::{LOG_SLOTS, code, fault_code};
use crate::axi::{MARKED_BITS, marked};
use crate::cxl::CxlCacheDevice;
use crate::layout::{Place, constants, layout};
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, UQID_BITS};
use emberlane_registers::faults::{self, Fault};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a CQID that are used.
const ID_BITS: usize = LOG_SLOTS + 1;
layout! {
    /// A queued D2H Req. `SLOT` and `FETCH` together are its CQID.
    mod request {
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_SLOTS,
        FETCH: 1,
    }
}
/// Bits of it.
const REQ_BITS: usize = request::BITS;

/// The device coherency engine (DCOH): flushes pooled vectors to a peer, and fetches parameters from one, side by side.
///
/// Its CQIDs are 0 to 63 for a flush, 64 to 127 for a fetch. It holds no line of anybody's memory: every snoop is answered
/// with `RspIHitI`.
///
/// * Latency: one cycle from a request of either to D2H Req.
/// * Throughput: a request and a line each way a cycle. A flush goes before a fetch.
/// * `FAULTS` is 0; 1 in the design that commits faults for tests.
/// * Stalls when the D2H channels do. H2D Rsp and Data are always taken, H2D Req unless four answers wait.
#[derive(LogicBlock)]
pub struct Dcoh<const PORTS: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// CXL.cache.
    pub cxl_cache: CxlCacheDevice,
    /// Flush: begins (a pulse, while idle).
    pub flush_start: Signal<In, Bit>,
    /// Flush: DPA of the first line, in the scratchpad.
    pub flush_source: Signal<In, Bits<64>>,
    /// Flush: HPA of where it goes.
    pub flush_target: Signal<In, Bits<64>>,
    /// Flush: lines.
    pub flush_lines: Signal<In, Bits<64>>,
    /// Flush: nothing is under way.
    pub flush_idle: Signal<Out, Bit>,
    /// Flush: the data of a line have been sent.
    pub flush_sent: Signal<Out, Bit>,
    /// Flush: the host has refused a line.
    pub flush_failed: Signal<Out, Bit>,
    /// Flush: the scratchpad has answered a line with an error (a pulse).
    pub flush_unreadable: Signal<Out, Bit>,
    /// Flush: DPA of that line.
    pub flush_unreadable_address: Signal<Out, Bits<64>>,
    /// Fetch: begins (a pulse, while idle).
    pub fetch_start: Signal<In, Bit>,
    /// Fetch: HPA of the first line.
    pub fetch_source: Signal<In, Bits<64>>,
    /// Fetch: lines, at least one.
    pub fetch_lines: Signal<In, Bits<64>>,
    /// Fetch: lines are asked for in the window only (with `fetch_start`).
    pub fetch_in_window: Signal<In, Bit>,
    /// Fetch: the window is open.
    pub fetch_window: Signal<In, Bit>,
    /// Fetch: the oldest line is here.
    pub fetch_valid: Signal<Out, Bit>,
    /// Fetch: it is taken.
    pub fetch_ready: Signal<In, Bit>,
    /// Fetch: the line; bit 512: not to be used.
    pub fetch_line: Signal<Out, Bits<MARKED_BITS>>,
    /// Only the host or a peer can bring this logic further.
    pub waiting: Signal<Out, Bit>,
    /// Reads of the scratchpad: byte address on a port.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads of the scratchpad: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads of the scratchpad: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// Reads of the scratchpad: answer.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads of the scratchpad: line; bit 512: answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    flusher: Flusher<PORTS>,
    fetcher: Fetcher,
    requests: Fifo<REQ_BITS, 2>,
    snoops: Fifo<UQID_BITS, 2>,
    flush_asks: Signal<Local, Bit>,
    fetch_begins: Signal<Local, Bit>,
    bad_data: Signal<Local, Bit>,
    cqid: Signal<Local, Bits<ID_BITS>>,
    fetch_bit: Constant<Bits<REQ_BITS>>,
    ito_m_wr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    rd_curr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    rsp_i_hit_i: Constant<Bits<{ D2hRspOpcode::BITS }>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    reused_cqid: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    wrong_pull: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    wrong_line: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    uqid_bit: [Constant<Bits<UQID_BITS>>; FAULTS],
    about: About<Self>,
}

impl<const PORTS: usize, const FAULTS: usize> Default for Dcoh<PORTS, FAULTS> {
    fn default() -> Self {
        const { assert!(ADDRESS_BITS == 46 && LOG_SLOTS == 6) };
        crate::defaults! {
            [
                clock reset cxl_cache flush_start flush_source flush_target flush_lines flush_idle flush_sent flush_failed
                flush_unreadable flush_unreadable_address
                fetch_start fetch_source fetch_lines fetch_in_window fetch_window fetch_valid fetch_ready fetch_line waiting
                flusher fetcher requests snoops flush_asks fetch_begins bad_data cqid about
            ]
            [request_address request_valid request_ready answer_valid answer fault]
            reused_cqid: std::array::from_fn(|_| fault_code(Fault::ReusedCqid)),
            wrong_pull: std::array::from_fn(|_| fault_code(Fault::WrongPull)),
            wrong_line: std::array::from_fn(|_| fault_code(Fault::WrongLine)),
            uqid_bit: std::array::from_fn(|_| Constant::new(1.into())),
            fetch_bit: Constant::new((1 << (ADDRESS_BITS + LOG_SLOTS)).into()),
            ito_m_wr: code(D2hReqOpcode::ItoMWr.code()),
            rd_curr: code(D2hReqOpcode::RdCurr.code()),
            rsp_i_hit_i: code(D2hRspOpcode::RspIHitI.code()),
        }
    }
}

impl<const PORTS: usize, const FAULTS: usize> Describe for Dcoh<PORTS, FAULTS> {
    fn name() -> String {
        if FAULTS == 0 { format!("dcoh_p{PORTS}") } else { format!("dcoh_p{PORTS}_faults") }
    }

    fn description() -> &'static str {
        "Device coherency engine: flushes pooled vectors to a peer and fetches parameters from one over CXL.cache; answers snoops. A request and a line each way a cycle; stalls when D2H channels do."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[request::CONSTANTS, marked::CONSTANTS])
    }
}

impl<const PORTS: usize, const FAULTS: usize> Logic for Dcoh<PORTS, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.flusher.clock.next = self.clock.val();
        self.flusher.reset.next = self.reset.val();
        self.fetcher.clock.next = self.clock.val();
        self.fetcher.reset.next = self.reset.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.snoops.clock.next = self.clock.val();
        self.snoops.reset.next = self.reset.val();

        comment!("A flush.");
        self.flusher.start.next = self.flush_start.val();
        self.flusher.source.next = self.flush_source.val();
        self.flusher.target.next = self.flush_target.val();
        self.flusher.lines.next = self.flush_lines.val();
        self.flush_idle.next = self.flusher.idle.val();
        self.flush_sent.next = self.flusher.sent.val();
        self.flush_failed.next = self.flusher.failed.val();
        self.flush_unreadable.next = self.flusher.unreadable.val();
        self.flush_unreadable_address.next = self.flusher.unreadable_address.val();
        for i in 0..PORTS {
            self.request_address[i].next = self.flusher.request_address[i].val();
            self.request_valid[i].next = self.flusher.request_valid[i].val();
            self.flusher.request_ready[i].next = self.request_ready[i].val();
            self.flusher.answer_valid[i].next = self.answer_valid[i].val();
            self.flusher.answer[i].next = self.answer[i].val();
        }

        comment!("A fetch.");
        self.fetcher.start.next = self.fetch_start.val();
        self.fetcher.source.next = self.fetch_source.val();
        self.fetcher.lines.next = self.fetch_lines.val();
        self.fetcher.in_window.next = self.fetch_in_window.val();
        self.fetcher.window.next = self.fetch_window.val();
        self.fetch_valid.next = self.fetcher.line_valid.val();
        self.fetcher.line_ready.next = self.fetch_ready.val();
        self.fetch_line.next = self.fetcher.line.val();
        self.waiting.next = self.flusher.idle.val()
            & self.fetcher.waiting.val()
            & !self.requests.out_valid.val()
            & !self.snoops.out_valid.val();

        comment!("D2H Req.");
        self.flush_asks.next = self.flusher.asks_host.val();
        self.flusher.host_ready.next = self.requests.in_ready.val();
        self.fetcher.host_ready.next = self.requests.in_ready.val() & !self.flush_asks.val();
        self.fetch_begins.next = self.fetcher.asks_host.val() & !self.flush_asks.val();
        self.requests.in_valid.next = self.flush_asks.val() | self.fetch_begins.val();
        self.requests.in_data.next = bit_cast::<REQ_BITS, ADDRESS_BITS>(self.flusher.request_line.val())
            | (bit_cast::<REQ_BITS, LOG_SLOTS>(self.flusher.request_slot.val()) << request::SLOT.val());
        if self.fetch_begins.val() {
            self.requests.in_data.next = bit_cast::<REQ_BITS, ADDRESS_BITS>(self.fetcher.request_line.val())
                | (bit_cast::<REQ_BITS, LOG_SLOTS>(self.fetcher.request_slot.val()) << request::SLOT.val())
                | self.fetch_bit.val();
        }
        self.cxl_cache.d2h_req_valid.next = self.requests.out_valid.val();
        self.requests.out_ready.next = self.cxl_cache.d2h_req_ready.val();
        self.cxl_cache.d2h_req_opcode.next = self.ito_m_wr.val();
        if self.requests.out_data.val().get_bit(request::FETCH) {
            self.cxl_cache.d2h_req_opcode.next = self.rd_curr.val();
        }
        self.cqid.next = self.requests.out_data.val().get_bits::<ID_BITS>(request::SLOT);
        self.cxl_cache.d2h_req_cqid.next = bit_cast::<CQID_BITS, ID_BITS>(self.cqid.val());
        self.cxl_cache.d2h_req_address.next = self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::ADDRESS);

        comment!("H2D Rsp is for a flush, H2D Data for a fetch.");
        self.cxl_cache.h2d_rsp_ready.next = true;
        self.flusher.response_valid.next = self.cxl_cache.h2d_rsp_valid.val();
        self.flusher.response_opcode.next = self.cxl_cache.h2d_rsp_opcode.val();
        self.flusher.response_uqid.next = self.cxl_cache.h2d_rsp_rsp_data.val();
        self.flusher.response_slot.next = self.cxl_cache.h2d_rsp_cqid.val().get_bits::<LOG_SLOTS>(0);
        self.cxl_cache.d2h_data_valid.next = self.flusher.data_valid.val();
        self.flusher.data_ready.next = self.cxl_cache.d2h_data_ready.val();
        self.cxl_cache.d2h_data_uqid.next = self.flusher.data_uqid.val();
        self.cxl_cache.d2h_data_poison.next = self.flusher.data_line.val().get_bit(marked::ERROR);
        self.cxl_cache.d2h_data_data.next = self.flusher.data_line.val().get_bits::<512>(marked::LINE);
        self.cxl_cache.h2d_data_ready.next = true;
        self.bad_data.next = self.cxl_cache.h2d_data_poison.val() | self.cxl_cache.h2d_data_go_err.val();
        self.fetcher.data_valid.next = self.cxl_cache.h2d_data_valid.val();
        self.fetcher.data_slot.next = self.cxl_cache.h2d_data_cqid.val().get_bits::<LOG_SLOTS>(0);
        self.fetcher.data_line.next = bit_cast::<MARKED_BITS, 512>(self.cxl_cache.h2d_data_data.val())
            | (bit_cast::<MARKED_BITS, 1>(self.bad_data.val().into()) << marked::ERROR.val());

        comment!("Snoops: there is no copy here.");
        self.snoops.in_valid.next = self.cxl_cache.h2d_req_valid.val();
        self.snoops.in_data.next = self.cxl_cache.h2d_req_uqid.val();
        self.cxl_cache.h2d_req_ready.next = self.snoops.in_ready.val();
        self.cxl_cache.d2h_rsp_valid.next = self.snoops.out_valid.val();
        self.snoops.out_ready.next = self.cxl_cache.d2h_rsp_ready.val();
        self.cxl_cache.d2h_rsp_opcode.next = self.rsp_i_hit_i.val();
        self.cxl_cache.d2h_rsp_uqid.next = self.snoops.out_data.val();
        for i in 0..FAULTS {
            comment!("Faults, for tests.");
            if self.fault[i].val() == self.reused_cqid[i].val() {
                self.cxl_cache.d2h_req_cqid.next = 0.into();
            }
            if self.fault[i].val() == self.wrong_pull[i].val() {
                self.cxl_cache.d2h_data_uqid.next = self.flusher.data_uqid.val() ^ self.uqid_bit[i].val();
            }
            if self.fault[i].val() == self.wrong_line[i].val() {
                self.cxl_cache.d2h_req_address.next =
                    self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::ADDRESS) - 1;
            }
        }
    }
}
