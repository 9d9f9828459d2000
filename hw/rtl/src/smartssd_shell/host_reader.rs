//! CXL.cache of a board whose host is behind AXI4.

use crate::axi::{Axi4Master, ID_BITS, ResetGuard, response};
use crate::cxl::{CxlCacheHost, hpa};
use crate::layout::{Place, constants, layout, named};
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, CQID_BITS, D2hReqOpcode, H2dRspOpcode, UQID_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A queued request: where, whose, whether it wants data, and whether its number is one of an ID.
    mod request {
        ADDRESS: ADDRESS_BITS,
        CQID: CQID_BITS,
        READS: 1,
        HAS_ID: 1,
    }
}
/// Bits of it.
const REQUEST_BITS: usize = request::BITS;
layout! {
    /// A queued line.
    mod line {
        DATA: 512,
        CQID: CQID_BITS,
        ERROR: 1,
    }
}
/// Bits of it.
const LINE_BITS: usize = line::BITS;
named! {
    /// Bits of a CQID.
    mod cqid {
        BEYOND_ID = ID_BITS,
    }
}
/// Bits of a CQID that an ID has no room for.
const BEYOND_BITS: usize = CQID_BITS - ID_BITS;

/// Stands for the host on CXL.cache, and reads its memory over AXI4: each `RdCurr` is a read of 64 bytes at the same address, whose ID is
/// the number of the request.
///
/// * The host is not reset with the device: what was asked for before a reset is taken and dropped, and nothing is asked for until all of
///   it has come ([`ResetGuard`]). `memory_reset` says that the host owes nothing.
/// * A line whose response is SLVERR or DECERR comes with GO-Err. So does, without a read, one whose number is 512 or more.
/// * Other requests are answered with `GO-ERR-WritePull`, and their data dropped: nothing is written to the host. It never snoops.
/// * Latency: one cycle from D2H Req to AR, one from R to H2D Data.
/// * Throughput: a line a cycle; as many under way as the device has numbers.
/// * Stalls when AR does; R, when the device does not take H2D Data.
#[derive(LogicBlock)]
pub struct HostReader {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, with the device.
    pub reset: Signal<In, Bit>,
    /// The host's side is reset, too, and owes nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// The device.
    pub cxl_cache: CxlCacheHost,
    /// The host's memory. It is read only.
    pub m_axi: Axi4Master,
    requests: Fifo<REQUEST_BITS, 2>,
    lines: Fifo<LINE_BITS, 2>,
    guard: ResetGuard,
    cqid: Signal<Local, Bits<CQID_BITS>>,
    reads: Signal<Local, Bit>,
    has_id: Signal<Local, Bit>,
    is_read: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    /// What the oldest request is: a read, one that has no ID, something else.
    asks: Signal<Local, Bit>,
    refuses: Signal<Local, Bit>,
    declines: Signal<Local, Bit>,
    rd_curr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    refusal: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    line_size: Constant<Bits<3>>,
    incr: Constant<Bits<2>>,
    bufferable: Constant<Bits<4>>,
    about: About<Self>,
}

impl Default for HostReader {
    fn default() -> Self {
        const { assert!(CQID_BITS == UQID_BITS) };
        crate::defaults! {
            [
                clock reset memory_reset cxl_cache m_axi requests lines guard cqid reads has_id is_read is_known asks refuses declines
                about
            ]
            []
            rd_curr: Constant::new(u64::from(D2hReqOpcode::RdCurr.code()).into()),
            refusal: Constant::new(u64::from(H2dRspOpcode::GoErrWritePull.code()).into()),
            line_size: Constant::new(6.into()),
            incr: Constant::new(1.into()),
            bufferable: Constant::new(0b0011.into()),
        }
    }
}

impl Describe for HostReader {
    fn name() -> String {
        "host_reader".into()
    }

    fn description() -> &'static str {
        "Stands for the host on CXL.cache: reads its memory over AXI4, 64 bytes for a RdCurr, and refuses everything else. One cycle to AR, one from R; a line a cycle; stalls when AR does, or the device does not take its lines."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[request::CONSTANTS, line::CONSTANTS, cqid::CONSTANTS, hpa::CONSTANTS, response::CONSTANTS])
    }
}

impl Logic for HostReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.lines.clock.next = self.clock.val();
        self.lines.reset.next = self.reset.val();
        self.guard.clock.next = self.clock.val();
        self.guard.reset.next = self.reset.val();
        self.guard.memory_reset.next = self.memory_reset.val();

        comment!("D2H Req.");
        self.reads.next = self.cxl_cache.d2h_req_opcode.val() == self.rd_curr.val();
        self.has_id.next = !self.cxl_cache.d2h_req_cqid.val().get_bits::<BEYOND_BITS>(cqid::BEYOND_ID).any();
        self.requests.in_valid.next = self.cxl_cache.d2h_req_valid.val();
        self.cxl_cache.d2h_req_ready.next = self.requests.in_ready.val();
        self.requests.in_data.next = bit_cast::<REQUEST_BITS, ADDRESS_BITS>(self.cxl_cache.d2h_req_address.val())
            | (bit_cast::<REQUEST_BITS, CQID_BITS>(self.cxl_cache.d2h_req_cqid.val()) << request::CQID.val())
            | (bit_cast::<REQUEST_BITS, 1>(self.reads.val().into()) << request::READS.val())
            | (bit_cast::<REQUEST_BITS, 1>(self.has_id.val().into()) << request::HAS_ID.val());
        self.cqid.next = self.requests.out_data.val().get_bits::<CQID_BITS>(request::CQID);
        self.is_read.next = self.requests.out_data.val().get_bit(request::READS);
        self.is_known.next = self.requests.out_data.val().get_bit(request::HAS_ID);
        self.asks.next = self.requests.out_valid.val() & self.is_read.val() & self.is_known.val();
        self.refuses.next = self.requests.out_valid.val() & self.is_read.val() & !self.is_known.val();
        self.declines.next = self.requests.out_valid.val() & !self.is_read.val();
        self.requests.out_ready.next = (self.asks.val() & self.guard.s_arready.val())
            | (self.refuses.val() & self.lines.in_ready.val() & !self.guard.s_rvalid.val())
            | (self.declines.val() & self.cxl_cache.h2d_rsp_ready.val());

        comment!("A read.");
        self.guard.s_arvalid.next = self.asks.val();
        self.m_axi.arvalid.next = self.guard.m_arvalid.val();
        self.guard.m_arready.next = self.m_axi.arready.val();
        self.m_axi.arid.next = self.cqid.val().get_bits::<ID_BITS>(0);
        self.m_axi.araddr.next =
            bit_cast::<64, ADDRESS_BITS>(self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::ADDRESS))
                << hpa::LINE.val();
        self.m_axi.arlen.next = 0.into();
        self.m_axi.arsize.next = self.line_size.val();
        self.m_axi.arburst.next = self.incr.val();
        self.m_axi.arlock.next = false;
        self.m_axi.arcache.next = self.bufferable.val();
        self.m_axi.arprot.next = 0.into();
        self.m_axi.arqos.next = 0.into();

        comment!(
            "Its line. One that is refused goes when none comes: as nothing is asked for meanwhile, that is soon."
        );
        self.guard.m_rvalid.next = self.m_axi.rvalid.val();
        self.guard.m_rlast.next = self.m_axi.rlast.val();
        self.m_axi.rready.next = self.guard.m_rready.val();
        self.guard.s_rready.next = self.lines.in_ready.val();
        self.lines.in_valid.next = self.guard.s_rvalid.val() | self.refuses.val();
        self.lines.in_data.next = bit_cast::<LINE_BITS, 512>(self.m_axi.rdata.val())
            | (bit_cast::<LINE_BITS, ID_BITS>(self.m_axi.rid.val()) << line::CQID.val())
            | (bit_cast::<LINE_BITS, 1>(self.m_axi.rresp.val().get_bit(response::ERROR).into()) << line::ERROR.val());
        if !self.guard.s_rvalid.val() {
            self.lines.in_data.next = (bit_cast::<LINE_BITS, CQID_BITS>(self.cqid.val()) << line::CQID.val())
                | (bit_cast::<LINE_BITS, 1>(self.refuses.val().into()) << line::ERROR.val());
        }
        self.cxl_cache.h2d_data_valid.next = self.lines.out_valid.val();
        self.lines.out_ready.next = self.cxl_cache.h2d_data_ready.val();
        self.cxl_cache.h2d_data_cqid.next = self.lines.out_data.val().get_bits::<CQID_BITS>(line::CQID);
        self.cxl_cache.h2d_data_go_err.next = self.lines.out_data.val().get_bit(line::ERROR);
        self.cxl_cache.h2d_data_poison.next = false;
        self.cxl_cache.h2d_data_data.next = self.lines.out_data.val().get_bits::<512>(line::DATA);

        comment!("Anything else: its data are asked for under the number of the request, and dropped.");
        self.cxl_cache.h2d_rsp_valid.next = self.declines.val();
        self.cxl_cache.h2d_rsp_opcode.next = self.refusal.val();
        self.cxl_cache.h2d_rsp_rsp_data.next = self.cqid.val();
        self.cxl_cache.h2d_rsp_cqid.next = self.cqid.val();
        self.cxl_cache.d2h_data_ready.next = true;

        comment!("Nobody snoops.");
        self.cxl_cache.h2d_req_valid.next = false;
        self.cxl_cache.h2d_req_opcode.next = 0.into();
        self.cxl_cache.h2d_req_uqid.next = 0.into();
        self.cxl_cache.h2d_req_address.next = 0.into();
        self.cxl_cache.d2h_rsp_ready.next = true;

        comment!("Nothing is written.");
        self.guard.s_awid.next = 0.into();
        self.guard.s_awaddr.next = 0.into();
        self.guard.s_awlen.next = 0.into();
        self.guard.s_awvalid.next = false;
        self.guard.s_wdata.next = 0.into();
        self.guard.s_wlast.next = false;
        self.guard.s_wvalid.next = false;
        self.guard.m_awready.next = false;
        self.guard.m_wready.next = false;
        self.guard.m_bvalid.next = false;
        self.m_axi.awid.next = 0.into();
        self.m_axi.awaddr.next = 0.into();
        self.m_axi.awlen.next = 0.into();
        self.m_axi.awsize.next = self.line_size.val();
        self.m_axi.awburst.next = self.incr.val();
        self.m_axi.awlock.next = false;
        self.m_axi.awcache.next = self.bufferable.val();
        self.m_axi.awprot.next = 0.into();
        self.m_axi.awqos.next = 0.into();
        self.m_axi.awvalid.next = false;
        self.m_axi.wdata.next = 0.into();
        self.m_axi.wstrb.next = 0.into();
        self.m_axi.wlast.next = false;
        self.m_axi.wvalid.next = false;
        self.m_axi.bready.next = true;
    }
}
