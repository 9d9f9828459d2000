//! CXL.mem: the host's reads of the TX buffers.

use crate::cxl::{CxlMemDevice, hpa};
use crate::layout::{Place, constants, layout, named};
use crate::stream::{Fifo, RoundRobin};
use emberlane_registers::cxl::{
    ADDRESS_BITS, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS,
};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Reads that may be under way (2 to the power of this).
const LOG_READS: usize = 5;
layout! {
    /// A queued Req: its line from the beginning of the buffers, whether that is in the second, and whether it is in any.
    mod request {
        LINE: ADDRESS_BITS,
        TAG: TAG_BITS,
        OPCODE: M2sReqOpcode::BITS,
        SNP_TYPE: SnpType::BITS,
        META_FIELD: MetaField::BITS,
        META_VALUE: MetaValue::BITS,
        SECOND: 1,
        WITHIN: 1,
    }
}
/// Bits of it.
const REQ_BITS: usize = request::BITS;
layout! {
    /// A queued RwD, whose data nobody wants: its line as that of a Req.
    mod write {
        TAG: TAG_BITS,
        OPCODE: M2sRwdOpcode::BITS,
        LINE: ADDRESS_BITS,
        META_FIELD: MetaField::BITS,
        META_VALUE: MetaValue::BITS,
        WITHIN: 1,
    }
}
/// Bits of it.
const RWD_BITS: usize = write::BITS;
layout! {
    /// A queued answer with data.
    mod answer {
        DATA: 512,
        TAG: TAG_BITS,
        POISON: 1,
        UNMAPPED: 1,
    }
}
/// Bits of it.
const DRS_BITS: usize = answer::BITS;
layout! {
    /// A queued answer without data.
    mod completion {
        TAG: TAG_BITS,
        OPCODE: S2mNdrOpcode::BITS,
    }
}
/// Bits of it.
const NDR_BITS: usize = completion::BITS;

named! {
    /// What is completed, by its bit at the arbiter.
    mod completed {
        READ = 0,
        WRITE = 1,
    }
}

/// Serves CXL.mem for the TX buffers: HDM-DB that the host reads.
///
/// * `MemRd`, `MemRdData`: `MemData`, poisoned if the memory answers with an error; outside the buffers `MemData-NXM`, all ones. With
///   a `SnpType` other than No-Op also `Cmp`, `Cmp-S` or `Cmp-E`, as the host asks to keep the line. What it keeps is noted (`keep`).
/// * `MemInv`, `MemInvNT`, `MemClnEvct`: answered as a read is without its data.
/// * Reads of the buffer that is device biased (`new_buffer` while `writing`) wait until it is not, and so do those behind them.
/// * `MemWr`, `MemWrPtl`: answered with `Cmp` and not done; what the host keeps of it is noted. `BIConflict`: `BI-ConflictAck`, behind every earlier `Cmp`.
/// * `MemSpecRd`, and what the device never asks for (`MemRdFwd`, `MemWrFwd`), is taken without an answer.
///
/// Latency: two cycles from Req to the DRAM, one from its answer to DRS. Throughput: a read a cycle, 32 under way.
/// Stalls when 32 are, when NDR does, and while the buffer is device biased.
#[derive(LogicBlock)]
pub struct TxTarget {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Host physical address of the TX buffers; bit 0 commits.
    pub hdm_base: Signal<In, Bits<64>>,
    /// Bytes of a TX buffer.
    pub tx_bytes: Signal<In, Bits<32>>,
    /// The buffers are within the DRAM, in front of the cache.
    pub layout_good: Signal<In, Bit>,
    /// The kernel writes outputs.
    pub writing: Signal<In, Bit>,
    /// To this buffer.
    pub new_buffer: Signal<In, Bit>,
    /// CXL.mem.
    pub cxl_mem: CxlMemDevice,
    /// The host reads this line of the buffers to keep it.
    pub keep: Signal<Out, Bits<ADDRESS_BITS>>,
    /// It does.
    pub keep_valid: Signal<Out, Bit>,
    /// That is noted.
    pub keep_ready: Signal<In, Bit>,
    /// It does, or would if it were noted.
    pub keep_wanted: Signal<Out, Bit>,
    /// DRAM: AXI read address, of a line.
    pub araddr: Signal<Out, Bits<64>>,
    /// DRAM: AXI read address valid.
    pub arvalid: Signal<Out, Bit>,
    /// DRAM: AXI read address ready.
    pub arready: Signal<In, Bit>,
    /// DRAM: AXI read data.
    pub rdata: Signal<In, Bits<512>>,
    /// DRAM: the line is an error.
    pub rerror: Signal<In, Bit>,
    /// DRAM: AXI read data valid; there is always room.
    pub rvalid: Signal<In, Bit>,
    /// A read was answered with data.
    pub read_done: Signal<Out, Bit>,
    /// A write was answered and not done.
    pub refused: Signal<Out, Bit>,
    requests: Fifo<REQ_BITS, 2>,
    writes: Fifo<RWD_BITS, 2>,
    reads: Fifo<64, 2>,
    tags: Fifo<TAG_BITS, LOG_READS>,
    unmapped: Fifo<TAG_BITS, 2>,
    drs: Fifo<DRS_BITS, LOG_READS>,
    ndr: Fifo<NDR_BITS, 3>,
    turns: RoundRobin<2>,
    open: DFF<Bits<6>>,
    opcode: Signal<Local, Bits<4>>,
    tag: Signal<Local, Bits<TAG_BITS>>,
    meta_field: Signal<Local, Bits<{ MetaField::BITS }>>,
    meta_value: Signal<Local, Bits<{ MetaValue::BITS }>>,
    asked_line: Signal<Local, Bits<ADDRESS_BITS>>,
    written_line: Signal<Local, Bits<ADDRESS_BITS>>,
    line: Signal<Local, Bits<ADDRESS_BITS>>,
    lines: Signal<Local, Bits<ADDRESS_BITS>>,
    is_read: Signal<Local, Bit>,
    is_invalidate: Signal<Local, Bit>,
    is_done: Signal<Local, Bit>,
    mapped: Signal<Local, Bit>,
    second: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    has_meta: Signal<Local, Bit>,
    keeps: Signal<Local, Bit>,
    done_opcode: Signal<Local, Bits<{ S2mNdrOpcode::BITS }>>,
    read_room: Signal<Local, Bit>,
    may_take: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    answers_done: Signal<Local, Bit>,
    is_conflict: Signal<Local, Bit>,
    write_line: Signal<Local, Bits<ADDRESS_BITS>>,
    write_keeps: Signal<Local, Bit>,
    answers_write: Signal<Local, Bit>,
    write_ends: Signal<Local, Bit>,
    may_keep: Signal<Local, Bit>,
    completions: Signal<Local, Bits<2>>,
    leaves: Signal<Local, Bit>,
    opens: Signal<Local, Bit>,
    nxm: Signal<Local, Bit>,
    mem_rd: Constant<Bits<4>>,
    mem_rd_data: Constant<Bits<4>>,
    mem_inv: Constant<Bits<4>>,
    mem_inv_nt: Constant<Bits<4>>,
    mem_cln_evct: Constant<Bits<4>>,
    bi_conflict: Constant<Bits<{ M2sRwdOpcode::BITS }>>,
    no_meta: Constant<Bits<{ MetaField::BITS }>>,
    invalid: Constant<Bits<{ MetaValue::BITS }>>,
    shared: Constant<Bits<{ MetaValue::BITS }>>,
    cmp: Constant<Bits<{ S2mNdrOpcode::BITS }>>,
    cmp_s: Constant<Bits<{ S2mNdrOpcode::BITS }>>,
    cmp_e: Constant<Bits<{ S2mNdrOpcode::BITS }>>,
    conflict_ack: Constant<Bits<{ S2mNdrOpcode::BITS }>>,
    mem_data: Constant<Bits<{ S2mDrsOpcode::BITS }>>,
    mem_data_nxm: Constant<Bits<{ S2mDrsOpcode::BITS }>>,
    all_reads: Constant<Bits<6>>,
    no_line: Constant<Bits<512>>,
    about: About<Self>,
}

impl Default for TxTarget {
    fn default() -> Self {
        let code4 = |code: u8| Constant::new(Bits::<4>::from(u64::from(code)));
        let ndr = |code: S2mNdrOpcode| Constant::new(u64::from(code.code()).into());
        crate::defaults! {
            [
                clock reset hdm_base tx_bytes layout_good writing new_buffer cxl_mem keep keep_valid keep_ready keep_wanted araddr arvalid arready rdata
                rerror rvalid read_done refused requests writes reads tags unmapped drs ndr turns open opcode tag meta_field
                meta_value asked_line written_line line lines is_read is_invalidate is_done mapped second waits has_meta keeps done_opcode read_room
                may_take takes answers_done is_conflict write_line write_keeps answers_write write_ends may_keep completions leaves opens nxm about
            ]
            []
            mem_rd: code4(M2sReqOpcode::MemRd.code()),
            mem_rd_data: code4(M2sReqOpcode::MemRdData.code()),
            mem_inv: code4(M2sReqOpcode::MemInv.code()),
            mem_inv_nt: code4(M2sReqOpcode::MemInvNT.code()),
            mem_cln_evct: code4(M2sReqOpcode::MemClnEvct.code()),
            bi_conflict: Constant::new(u64::from(M2sRwdOpcode::BiConflict.code()).into()),
            no_meta: Constant::new(u64::from(MetaField::NoOp.code()).into()),
            invalid: Constant::new(u64::from(MetaValue::Invalid.code()).into()),
            shared: Constant::new(u64::from(MetaValue::Shared.code()).into()),
            cmp: ndr(S2mNdrOpcode::Cmp),
            cmp_s: ndr(S2mNdrOpcode::CmpS),
            cmp_e: ndr(S2mNdrOpcode::CmpE),
            conflict_ack: ndr(S2mNdrOpcode::BiConflictAck),
            mem_data: Constant::new(u64::from(S2mDrsOpcode::MemData.code()).into()),
            mem_data_nxm: Constant::new(u64::from(S2mDrsOpcode::MemDataNxm.code()).into()),
            all_reads: Constant::new((1u64 << LOG_READS).into()),
            no_line: Constant::new(!bits::<512>(0)),
        }
    }
}

impl Describe for TxTarget {
    fn name() -> String {
        "tx_target".into()
    }

    fn description() -> &'static str {
        "Serves CXL.mem reads of the TX buffers; writes are answered and not done. A read a cycle, 32 under way; stalls when 32 are, when NDR does, and while the buffer is device biased."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            request::CONSTANTS,
            write::CONSTANTS,
            answer::CONSTANTS,
            completion::CONSTANTS,
            completed::CONSTANTS,
            hpa::CONSTANTS,
        ])
    }
}

impl Logic for TxTarget {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open);
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.tags.clock.next = self.clock.val();
        self.tags.reset.next = self.reset.val();
        self.unmapped.clock.next = self.clock.val();
        self.unmapped.reset.next = self.reset.val();
        self.drs.clock.next = self.clock.val();
        self.drs.reset.next = self.reset.val();
        self.ndr.clock.next = self.clock.val();
        self.ndr.reset.next = self.reset.val();
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();

        comment!("M2S Req.");
        self.requests.in_valid.next = self.cxl_mem.m2s_req_valid.val();
        self.cxl_mem.m2s_req_ready.next = self.requests.in_ready.val();
        comment!("Where a line lies in the buffers is found out before it waits for its turn.");
        self.lines.next = bit_cast::<ADDRESS_BITS, 26>(self.tx_bytes.val().get_bits::<26>(6));
        self.asked_line.next =
            self.cxl_mem.m2s_req_address.val() - self.hdm_base.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.requests.in_data.next = bit_cast::<REQ_BITS, ADDRESS_BITS>(self.asked_line.val())
            | (bit_cast::<REQ_BITS, TAG_BITS>(self.cxl_mem.m2s_req_tag.val()) << request::TAG.val())
            | (bit_cast::<REQ_BITS, 4>(self.cxl_mem.m2s_req_opcode.val()) << request::OPCODE.val())
            | (bit_cast::<REQ_BITS, 3>(self.cxl_mem.m2s_req_snp_type.val()) << request::SNP_TYPE.val())
            | (bit_cast::<REQ_BITS, 2>(self.cxl_mem.m2s_req_meta_field.val()) << request::META_FIELD.val())
            | (bit_cast::<REQ_BITS, 2>(self.cxl_mem.m2s_req_meta_value.val()) << request::META_VALUE.val())
            | (bit_cast::<REQ_BITS, 1>((self.asked_line.val() >= self.lines.val()).into()) << request::SECOND.val())
            | (bit_cast::<REQ_BITS, 1>((self.asked_line.val() < (self.lines.val() << 1)).into())
                << request::WITHIN.val());
        self.tag.next = self.requests.out_data.val().get_bits::<TAG_BITS>(request::TAG);
        self.opcode.next = self.requests.out_data.val().get_bits::<4>(request::OPCODE);
        self.meta_field.next = self.requests.out_data.val().get_bits::<2>(request::META_FIELD);
        self.meta_value.next = self.requests.out_data.val().get_bits::<2>(request::META_VALUE);
        self.line.next = self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::LINE);
        self.second.next = self.requests.out_data.val().get_bit(request::SECOND);
        self.mapped.next = self.hdm_base.val().get_bit(hpa::ENABLED)
            & self.layout_good.val()
            & self.requests.out_data.val().get_bit(request::WITHIN);
        self.is_read.next = (self.opcode.val() == self.mem_rd.val()) | (self.opcode.val() == self.mem_rd_data.val());
        self.is_invalidate.next =
            (self.opcode.val() == self.mem_inv.val()) | (self.opcode.val() == self.mem_inv_nt.val());
        self.is_done.next = (self.is_read.val() & self.requests.out_data.val().get_bits::<3>(request::SNP_TYPE).any())
            | self.is_invalidate.val()
            | (self.opcode.val() == self.mem_cln_evct.val());
        self.waits.next = (self.is_read.val() | self.is_invalidate.val())
            & self.mapped.val()
            & self.writing.val()
            & (self.second.val() == self.new_buffer.val());
        self.has_meta.next =
            (self.meta_field.val() != self.no_meta.val()) & (self.meta_value.val() != self.invalid.val());
        self.keeps.next = self.mapped.val()
            & ((self.opcode.val() == self.mem_rd_data.val())
                | ((self.is_read.val() | self.is_invalidate.val()) & self.has_meta.val()));
        self.done_opcode.next = self.cmp.val();
        if self.keeps.val() {
            self.done_opcode.next = self.cmp_e.val();
            if (self.opcode.val() == self.mem_rd_data.val()) | (self.meta_value.val() == self.shared.val()) {
                self.done_opcode.next = self.cmp_s.val();
            }
        }

        comment!("A host may keep what it writes, too.");
        self.write_line.next = self.writes.out_data.val().get_bits::<ADDRESS_BITS>(write::LINE);
        self.is_conflict.next = self.writes.out_data.val().get_bits::<4>(write::OPCODE) == self.bi_conflict.val();
        self.write_keeps.next = self.writes.out_valid.val()
            & !self.is_conflict.val()
            & self.hdm_base.val().get_bit(hpa::ENABLED)
            & self.layout_good.val()
            & self.writes.out_data.val().get_bit(write::WITHIN)
            & (self.writes.out_data.val().get_bits::<2>(write::META_FIELD) != self.no_meta.val())
            & (self.writes.out_data.val().get_bits::<2>(write::META_VALUE) != self.invalid.val());
        self.answers_write.next = self.writes.out_valid.val() & (!self.write_keeps.val() | self.keep_ready.val());
        self.may_keep.next = self.keep_ready.val() & !self.write_keeps.val();

        comment!("It is taken when there is room for all that follows from it.");
        self.read_room.next =
            (self.open.q.val() != self.all_reads.val()) & self.reads.in_ready.val() & self.unmapped.in_ready.val();
        self.answers_done.next = self.requests.out_valid.val()
            & self.is_done.val()
            & !self.waits.val()
            & (!self.is_read.val() | self.read_room.val())
            & (!self.keeps.val() | self.may_keep.val());
        self.may_take.next = !self.waits.val()
            & (!self.is_read.val() | self.read_room.val())
            & (!self.keeps.val() | self.may_keep.val())
            & (!self.is_done.val() | (self.turns.grant.val().get_bit(completed::READ) & self.ndr.in_ready.val()));
        self.takes.next = self.requests.out_valid.val() & self.may_take.val();
        self.requests.out_ready.next = self.may_take.val();
        self.keep.next = self.line.val();
        self.keep_valid.next = self.takes.val() & self.keeps.val();
        if self.write_keeps.val() {
            self.keep.next = self.write_line.val();
            self.keep_valid.next = true;
        }
        self.keep_wanted.next =
            (self.requests.out_valid.val() & self.keeps.val() & !self.waits.val()) | self.write_keeps.val();
        self.opens.next = self.takes.val() & self.is_read.val();
        self.reads.in_valid.next = self.takes.val() & self.is_read.val() & self.mapped.val();
        self.reads.in_data.next = bit_cast::<64, ADDRESS_BITS>(self.line.val()) << hpa::LINE.val();
        self.tags.in_valid.next = self.takes.val() & self.is_read.val() & self.mapped.val();
        self.tags.in_data.next = self.tag.val();
        self.unmapped.in_valid.next = self.takes.val() & self.is_read.val() & !self.mapped.val();
        self.unmapped.in_data.next = self.tag.val();
        self.araddr.next = self.reads.out_data.val();
        self.arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.arready.val();

        comment!("S2M DRS.");
        self.tags.out_ready.next = self.rvalid.val();
        self.nxm.next = self.unmapped.out_valid.val() & !self.rvalid.val();
        self.unmapped.out_ready.next = !self.rvalid.val();
        self.drs.in_valid.next = self.rvalid.val() | self.nxm.val();
        self.drs.in_data.next = bit_cast::<DRS_BITS, 512>(self.rdata.val())
            | (bit_cast::<DRS_BITS, TAG_BITS>(self.tags.out_data.val()) << answer::TAG.val())
            | (bit_cast::<DRS_BITS, 1>(self.rerror.val().into()) << answer::POISON.val());
        if !self.rvalid.val() {
            self.drs.in_data.next = bit_cast::<DRS_BITS, 512>(self.no_line.val())
                | (bit_cast::<DRS_BITS, TAG_BITS>(self.unmapped.out_data.val()) << answer::TAG.val())
                | (bit_cast::<DRS_BITS, 1>(self.nxm.val().into()) << answer::UNMAPPED.val());
        }
        self.cxl_mem.s2m_drs_valid.next = self.drs.out_valid.val();
        self.drs.out_ready.next = self.cxl_mem.s2m_drs_ready.val();
        self.leaves.next = self.drs.out_valid.val() & self.cxl_mem.s2m_drs_ready.val();
        self.read_done.next = self.leaves.val();
        self.cxl_mem.s2m_drs_data.next = self.drs.out_data.val().get_bits::<512>(answer::DATA);
        self.cxl_mem.s2m_drs_tag.next = self.drs.out_data.val().get_bits::<TAG_BITS>(answer::TAG);
        self.cxl_mem.s2m_drs_poison.next = self.drs.out_data.val().get_bit(answer::POISON);
        self.cxl_mem.s2m_drs_opcode.next = self.mem_data.val();
        if self.drs.out_data.val().get_bit(answer::UNMAPPED) {
            self.cxl_mem.s2m_drs_opcode.next = self.mem_data_nxm.val();
        }
        self.cxl_mem.s2m_drs_meta_field.next = self.no_meta.val();
        self.cxl_mem.s2m_drs_meta_value.next = self.invalid.val();
        self.cxl_mem.s2m_drs_dev_load.next = 0.into();

        comment!("M2S RwD.");
        self.writes.in_valid.next = self.cxl_mem.m2s_rwd_valid.val();
        self.cxl_mem.m2s_rwd_ready.next = self.writes.in_ready.val();
        self.written_line.next =
            self.cxl_mem.m2s_rwd_address.val() - self.hdm_base.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.writes.in_data.next = bit_cast::<RWD_BITS, TAG_BITS>(self.cxl_mem.m2s_rwd_tag.val())
            | (bit_cast::<RWD_BITS, 4>(self.cxl_mem.m2s_rwd_opcode.val()) << write::OPCODE.val())
            | (bit_cast::<RWD_BITS, ADDRESS_BITS>(self.written_line.val()) << write::LINE.val())
            | (bit_cast::<RWD_BITS, 1>((self.written_line.val() < (self.lines.val() << 1)).into())
                << write::WITHIN.val())
            | (bit_cast::<RWD_BITS, 2>(self.cxl_mem.m2s_rwd_meta_field.val()) << write::META_FIELD.val())
            | (bit_cast::<RWD_BITS, 2>(self.cxl_mem.m2s_rwd_meta_value.val()) << write::META_VALUE.val());
        self.write_ends.next = self.turns.grant.val().get_bit(completed::WRITE) & self.ndr.in_ready.val();
        self.writes.out_ready.next = self.write_ends.val();
        self.refused.next = self.write_ends.val() & !self.is_conflict.val();

        comment!("S2M NDR.");
        self.completions.next = bit_cast::<2, 1>(self.answers_done.val().into())
            | (bit_cast::<2, 1>(self.answers_write.val().into()) << completed::WRITE.val());
        self.turns.request.next = self.completions.val();
        self.turns.advance.next = self.ndr.in_ready.val();
        self.ndr.in_valid.next = self.turns.grant.val().any();
        self.ndr.in_data.next = bit_cast::<NDR_BITS, TAG_BITS>(self.tag.val())
            | (bit_cast::<NDR_BITS, 3>(self.done_opcode.val()) << completion::OPCODE.val());
        if self.turns.grant.val().get_bit(completed::WRITE) {
            self.ndr.in_data.next =
                bit_cast::<NDR_BITS, TAG_BITS>(self.writes.out_data.val().get_bits::<TAG_BITS>(write::TAG))
                    | (bit_cast::<NDR_BITS, 3>(self.cmp.val()) << completion::OPCODE.val());
            if self.is_conflict.val() {
                self.ndr.in_data.next =
                    bit_cast::<NDR_BITS, TAG_BITS>(self.writes.out_data.val().get_bits::<TAG_BITS>(write::TAG))
                        | (bit_cast::<NDR_BITS, 3>(self.conflict_ack.val()) << completion::OPCODE.val());
            }
        }
        self.cxl_mem.s2m_ndr_valid.next = self.ndr.out_valid.val();
        self.ndr.out_ready.next = self.cxl_mem.s2m_ndr_ready.val();
        self.cxl_mem.s2m_ndr_tag.next = self.ndr.out_data.val().get_bits::<TAG_BITS>(completion::TAG);
        self.cxl_mem.s2m_ndr_opcode.next = self.ndr.out_data.val().get_bits::<3>(completion::OPCODE);
        self.cxl_mem.s2m_ndr_meta_field.next = self.no_meta.val();
        self.cxl_mem.s2m_ndr_meta_value.next = self.invalid.val();
        self.cxl_mem.s2m_ndr_dev_load.next = 0.into();

        if self.opens.val() & !self.leaves.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.leaves.val() & !self.opens.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        if self.reset.val() {
            self.open.d.next = 0.into();
        }
    }
}
