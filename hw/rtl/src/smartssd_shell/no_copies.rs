//! Back-invalidate snoops of a board without a CXL link.

use crate::cxl::CxlBackInvalidateHost;
use crate::stream::Fifo;
use emberlane_registers::cxl::{BI_TAG_BITS, M2sBiRspOpcode};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Says to a device that no cache holds a copy of its lines: every back-invalidate snoop is answered with `BIRspI`. It is true of a host
/// that reads over an [`AxiBridge`](crate::cxl::bridge::AxiBridge), which never asks to keep a line. The device snoops all the same what it
/// keeps no bit for.
///
/// Latency: one cycle. Throughput: a snoop a cycle. Stalls when the device does not take the answers.
#[derive(LogicBlock)]
pub struct NoCopies {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, with the device.
    pub reset: Signal<In, Bit>,
    /// The device.
    pub back_invalidate: CxlBackInvalidateHost,
    tags: Fifo<BI_TAG_BITS, 2>,
    birsp_i: Constant<Bits<{ M2sBiRspOpcode::BITS }>>,
    about: About<Self>,
}

impl Default for NoCopies {
    fn default() -> Self {
        crate::defaults! {
            [clock reset back_invalidate tags about]
            []
            birsp_i: Constant::new(u64::from(M2sBiRspOpcode::BiRspI.code()).into()),
        }
    }
}

impl Describe for NoCopies {
    fn name() -> String {
        "no_copies".into()
    }

    fn description() -> &'static str {
        "Answers every back-invalidate snoop: nobody holds the line. One cycle; a snoop a cycle; stalls only with the device."
    }
}

impl Logic for NoCopies {
    #[hdl_gen]
    fn update(&mut self) {
        self.tags.clock.next = self.clock.val();
        self.tags.reset.next = self.reset.val();
        self.tags.in_valid.next = self.back_invalidate.s2m_bisnp_valid.val();
        self.back_invalidate.s2m_bisnp_ready.next = self.tags.in_ready.val();
        self.tags.in_data.next = self.back_invalidate.s2m_bisnp_bi_tag.val();
        self.back_invalidate.m2s_birsp_valid.next = self.tags.out_valid.val();
        self.tags.out_ready.next = self.back_invalidate.m2s_birsp_ready.val();
        self.back_invalidate.m2s_birsp_opcode.next = self.birsp_i.val();
        self.back_invalidate.m2s_birsp_bi_tag.next = self.tags.out_data.val();
    }
}
