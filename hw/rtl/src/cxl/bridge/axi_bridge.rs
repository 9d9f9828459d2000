//! The bridge from AXI4 to CXL.mem.

use super::{LOG_SLOTS, LineClaims, ReadBridge, WriteBridge};
use crate::axi::Axi4Slave;
use crate::cxl::CxlMemHost;
use crate::layout::{constants, named};
use emberlane_registers::cxl::{M2sReqOpcode, MetaField, MetaValue, SnpType, TAG_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// Who claims lines.
    mod claimant {
        READS = 0,
        WRITES = 1,
    }
}

/// A host of CXL.mem behind an AXI4 slave of 64-byte data: what an AXI master reads and writes becomes `MemRd`, `MemWr` and `MemWrPtl` to
/// the address of the beat, as a host physical address.
///
/// * Reads have the tags 0 to 63, writes 64 to 127. The host keeps no copy of a line: it asks for no state (MetaField is No-Op) and for no
///   snoop, so that a read has one answer.
/// * Bursts: INCR of beats of 64 bytes, or one beat of any size; others are answered with an error ([`ReadBridge`], [`WriteBridge`]).
///   AxLOCK, AxCACHE, AxPROT and AxQOS are not looked at: an exclusive access is a plain one, answered with OKAY.
/// * Reads are answered in their order, and writes in theirs. A line has one transaction at a time, so that
///   accesses of a line do not overtake each other at the device. A read may still overtake a write that came before and waits in the
///   bridge: a master that wants to read what it wrote waits for B.
/// * Latency: two cycles to CXL.mem, one back. Throughput: a line a cycle each way, 64 reads and 64 writes under way.
/// * Stalls when CXL.mem or the master does. Completions and lines of CXL.mem are always taken.
#[derive(LogicBlock)]
pub struct AxiBridge {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, of the link and the master too.
    pub reset: Signal<In, Bit>,
    /// The AXI master.
    pub s_axi: Axi4Slave,
    /// The device.
    pub cxl_mem: CxlMemHost,
    reads: ReadBridge,
    writes: WriteBridge,
    claims: LineClaims,
    mem_rd: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    no_snoop: Constant<Bits<{ SnpType::BITS }>>,
    no_meta: Constant<Bits<{ MetaField::BITS }>>,
    no_value: Constant<Bits<{ MetaValue::BITS }>>,
    write_tag: Constant<Bits<TAG_BITS>>,
    about: About<Self>,
}

impl Default for AxiBridge {
    fn default() -> Self {
        crate::defaults! {
            [clock reset s_axi cxl_mem reads writes claims about]
            []
            mem_rd: Constant::new(u64::from(M2sReqOpcode::MemRd.code()).into()),
            no_snoop: Constant::new(u64::from(SnpType::NoOp.code()).into()),
            no_meta: Constant::new(u64::from(MetaField::NoOp.code()).into()),
            no_value: Constant::new(u64::from(MetaValue::Invalid.code()).into()),
            write_tag: Constant::new((1 << LOG_SLOTS).into()),
        }
    }
}

impl Describe for AxiBridge {
    fn name() -> String {
        "axi_bridge".into()
    }

    fn description() -> &'static str {
        "Host of CXL.mem behind an AXI4 slave of 64-byte data. Two cycles to CXL.mem, one back; a line a cycle each way, 64 reads and 64 writes under way; stalls when CXL.mem or the master does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[claimant::CONSTANTS])
    }
}

impl Logic for AxiBridge {
    #[hdl_gen]
    fn update(&mut self) {
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.claims.clock.next = self.clock.val();
        self.claims.reset.next = self.reset.val();

        comment!("Reads.");
        self.reads.arid.next = self.s_axi.arid.val();
        self.reads.araddr.next = self.s_axi.araddr.val();
        self.reads.arlen.next = self.s_axi.arlen.val();
        self.reads.arsize.next = self.s_axi.arsize.val();
        self.reads.arburst.next = self.s_axi.arburst.val();
        self.reads.arvalid.next = self.s_axi.arvalid.val();
        self.s_axi.arready.next = self.reads.arready.val();
        self.s_axi.rid.next = self.reads.rid.val();
        self.s_axi.rdata.next = self.reads.rdata.val();
        self.s_axi.rresp.next = self.reads.rresp.val();
        self.s_axi.rlast.next = self.reads.rlast.val();
        self.s_axi.rvalid.next = self.reads.rvalid.val();
        self.reads.rready.next = self.s_axi.rready.val();
        self.cxl_mem.m2s_req_valid.next = self.reads.req_valid.val();
        self.reads.req_ready.next = self.cxl_mem.m2s_req_ready.val();
        self.cxl_mem.m2s_req_opcode.next = self.mem_rd.val();
        self.cxl_mem.m2s_req_snp_type.next = self.no_snoop.val();
        self.cxl_mem.m2s_req_meta_field.next = self.no_meta.val();
        self.cxl_mem.m2s_req_meta_value.next = self.no_value.val();
        self.cxl_mem.m2s_req_tag.next = bit_cast::<TAG_BITS, LOG_SLOTS>(self.reads.req_slot.val());
        self.cxl_mem.m2s_req_address.next = self.reads.req_address.val();
        self.reads.drs_valid.next = self.cxl_mem.s2m_drs_valid.val();
        self.cxl_mem.s2m_drs_ready.next = true;
        self.reads.drs_opcode.next = self.cxl_mem.s2m_drs_opcode.val();
        self.reads.drs_slot.next = self.cxl_mem.s2m_drs_tag.val().get_bits::<LOG_SLOTS>(0);
        self.reads.drs_poison.next = self.cxl_mem.s2m_drs_poison.val();
        self.reads.drs_data.next = self.cxl_mem.s2m_drs_data.val();

        comment!("Writes.");
        self.writes.awid.next = self.s_axi.awid.val();
        self.writes.awaddr.next = self.s_axi.awaddr.val();
        self.writes.awlen.next = self.s_axi.awlen.val();
        self.writes.awsize.next = self.s_axi.awsize.val();
        self.writes.awburst.next = self.s_axi.awburst.val();
        self.writes.awvalid.next = self.s_axi.awvalid.val();
        self.s_axi.awready.next = self.writes.awready.val();
        self.writes.wdata.next = self.s_axi.wdata.val();
        self.writes.wstrb.next = self.s_axi.wstrb.val();
        self.writes.wvalid.next = self.s_axi.wvalid.val();
        self.s_axi.wready.next = self.writes.wready.val();
        self.s_axi.bid.next = self.writes.bid.val();
        self.s_axi.bresp.next = self.writes.bresp.val();
        self.s_axi.bvalid.next = self.writes.bvalid.val();
        self.writes.bready.next = self.s_axi.bready.val();
        self.cxl_mem.m2s_rwd_valid.next = self.writes.rwd_valid.val();
        self.writes.rwd_ready.next = self.cxl_mem.m2s_rwd_ready.val();
        self.cxl_mem.m2s_rwd_opcode.next = self.writes.rwd_opcode.val();
        self.cxl_mem.m2s_rwd_snp_type.next = self.no_snoop.val();
        self.cxl_mem.m2s_rwd_meta_field.next = self.no_meta.val();
        self.cxl_mem.m2s_rwd_meta_value.next = self.no_value.val();
        self.cxl_mem.m2s_rwd_tag.next =
            bit_cast::<TAG_BITS, LOG_SLOTS>(self.writes.rwd_slot.val()) | self.write_tag.val();
        self.cxl_mem.m2s_rwd_address.next = self.writes.rwd_address.val();
        self.cxl_mem.m2s_rwd_poison.next = false;
        self.cxl_mem.m2s_rwd_be.next = self.writes.rwd_be.val();
        self.cxl_mem.m2s_rwd_data.next = self.writes.rwd_data.val();
        self.writes.ndr_valid.next = self.cxl_mem.s2m_ndr_valid.val();
        self.cxl_mem.s2m_ndr_ready.next = true;
        self.writes.ndr_slot.next = self.cxl_mem.s2m_ndr_tag.val().get_bits::<LOG_SLOTS>(0);

        comment!("One transaction of a line at a time.");
        self.claims.line[claimant::READS].next = self.reads.claim.val();
        self.claims.wants[claimant::READS].next = self.reads.claims.val();
        self.reads.granted.next = self.claims.granted[claimant::READS].val();
        self.claims.answered_line[claimant::READS].next = self.reads.released.val();
        self.claims.answered[claimant::READS].next = self.reads.releases.val();
        self.claims.line[claimant::WRITES].next = self.writes.claim.val();
        self.claims.wants[claimant::WRITES].next = self.writes.claims.val();
        self.writes.granted.next = self.claims.granted[claimant::WRITES].val();
        self.claims.answered_line[claimant::WRITES].next = self.writes.released.val();
        self.claims.answered[claimant::WRITES].next = self.writes.releases.val();
    }
}
