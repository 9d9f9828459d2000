//! CXL.cache of a board without a CXL link.

use crate::cxl::CxlCacheHost;
use crate::layout::{Place, constants, layout};
use crate::stream::Fifo;
use emberlane_registers::cxl::{CQID_BITS, D2hReqOpcode, H2dRspOpcode, UQID_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A queued request: whose it is, and whether it wants data.
    mod request {
        CQID: CQID_BITS,
        READS: 1,
    }
}
/// Bits of it.
const REQUEST_BITS: usize = request::BITS;

/// Says to a device that nobody is at the other end of CXL.cache: every request is answered with an error, so that a job that needs a
/// peer fails, and does not wait for ever.
///
/// * `RdCurr` is answered with data that are marked as an error (GO-Err), all others with `GO-ERR-WritePull`, whose data are dropped.
/// * Latency: one cycle. Throughput: a request a cycle. It stalls only when the device does not take the answers, and never snoops.
#[derive(LogicBlock)]
pub struct NoPeer {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, with the device.
    pub reset: Signal<In, Bit>,
    /// The device.
    pub cxl_cache: CxlCacheHost,
    requests: Fifo<REQUEST_BITS, 2>,
    reads: Signal<Local, Bit>,
    is_read: Signal<Local, Bit>,
    cqid: Signal<Local, Bits<CQID_BITS>>,
    rd_curr: Constant<Bits<{ D2hReqOpcode::BITS }>>,
    refusal: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    no_line: Constant<Bits<512>>,
    about: About<Self>,
}

impl Default for NoPeer {
    fn default() -> Self {
        const { assert!(CQID_BITS == UQID_BITS) };
        crate::defaults! {
            [clock reset cxl_cache requests reads is_read cqid about]
            []
            rd_curr: Constant::new(u64::from(D2hReqOpcode::RdCurr.code()).into()),
            refusal: Constant::new(u64::from(H2dRspOpcode::GoErrWritePull.code()).into()),
            no_line: Constant::new(!bits::<512>(0)),
        }
    }
}

impl Describe for NoPeer {
    fn name() -> String {
        "no_peer".into()
    }

    fn description() -> &'static str {
        "Answers every request on CXL.cache with an error, for a board without a CXL link. One cycle; a request a cycle; stalls only with the device."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[request::CONSTANTS])
    }
}

impl Logic for NoPeer {
    #[hdl_gen]
    fn update(&mut self) {
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.reads.next = self.cxl_cache.d2h_req_opcode.val() == self.rd_curr.val();
        self.requests.in_valid.next = self.cxl_cache.d2h_req_valid.val();
        self.cxl_cache.d2h_req_ready.next = self.requests.in_ready.val();
        self.requests.in_data.next = bit_cast::<REQUEST_BITS, CQID_BITS>(self.cxl_cache.d2h_req_cqid.val())
            | (bit_cast::<REQUEST_BITS, 1>(self.reads.val().into()) << request::READS.val());
        self.is_read.next = self.requests.out_data.val().get_bit(request::READS);
        self.cqid.next = self.requests.out_data.val().get_bits::<CQID_BITS>(request::CQID);

        comment!("A write: its data are asked for under the number of the request, and dropped.");
        self.cxl_cache.h2d_rsp_valid.next = self.requests.out_valid.val() & !self.is_read.val();
        self.cxl_cache.h2d_rsp_opcode.next = self.refusal.val();
        self.cxl_cache.h2d_rsp_rsp_data.next = self.cqid.val();
        self.cxl_cache.h2d_rsp_cqid.next = self.cqid.val();
        self.cxl_cache.d2h_data_ready.next = true;

        comment!("A read.");
        self.cxl_cache.h2d_data_valid.next = self.requests.out_valid.val() & self.is_read.val();
        self.cxl_cache.h2d_data_cqid.next = self.cqid.val();
        self.cxl_cache.h2d_data_go_err.next = true;
        self.cxl_cache.h2d_data_poison.next = false;
        self.cxl_cache.h2d_data_data.next = self.no_line.val();
        self.requests.out_ready.next = (self.is_read.val() & self.cxl_cache.h2d_data_ready.val())
            | (!self.is_read.val() & self.cxl_cache.h2d_rsp_ready.val());

        comment!("Nobody snoops.");
        self.cxl_cache.h2d_req_valid.next = false;
        self.cxl_cache.h2d_req_opcode.next = 0.into();
        self.cxl_cache.h2d_req_uqid.next = 0.into();
        self.cxl_cache.h2d_req_address.next = 0.into();
        self.cxl_cache.d2h_rsp_ready.next = true;
    }
}
