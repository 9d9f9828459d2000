//! CXL.mem: the host's reads and writes of the device's memory.

use super::arrivals::{Arrivals, INDEX_BITS};
use super::hdm_decoder::HdmDecoder;
use super::tagged_writer::TaggedWriter;
use super::{code, fault_code};
use crate::axi::MARKED_BITS;
use crate::cxl::{CxlMemDevice, hpa};
use crate::cxl_mem::capacity::GIB_BITS;
use crate::cxl_mem::line_reader::LineReader;
use crate::layout::{Place, constants, layout, named};
use crate::stream::{Fifo, RoundRobin, Sampler};
use emberlane_registers::cxl::{
    ADDRESS_BITS, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS,
};
use emberlane_registers::cxl_mem::COUNTED_BYTES;
use emberlane_registers::faults::{self, Fault};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A queued Req: its line's DPA without the bits of a byte, and which memory that is in.
    mod request {
        LINE: ADDRESS_BITS,
        PERSISTENT: 1,
        SCRATCHPAD: 1,
        TAG: TAG_BITS,
        OPCODE: M2sReqOpcode::BITS,
        SNP_TYPE: SnpType::BITS,
    }
}
/// Bits of it.
const REQ_BITS: usize = request::BITS;
layout! {
    /// A queued RwD; where its line is stands there as in a queued Req.
    mod write {
        DATA: 512,
        ENABLES: 64,
        LINE: ADDRESS_BITS,
        PERSISTENT: 1,
        SCRATCHPAD: 1,
        TAG: TAG_BITS,
        OPCODE: M2sRwdOpcode::BITS,
        POISON: 1,
    }
}
/// Bits of it.
const RWD_BITS: usize = write::BITS;
layout! {
    /// A queued answer with data.
    mod answer {
        DATA: 512,
        TAG: TAG_BITS,
        UNMAPPED: 1,
        POISON: 1,
    }
}
/// Bits of it.
const DRS_BITS: usize = answer::BITS;
layout! {
    /// What a write that memory has not answered takes along: the tag of the host, whether the line is poisoned, and written as
    /// a whole, and the line's DPA.
    mod under_way {
        TAG: TAG_BITS,
        POISON: 1,
        WHOLE: 1,
        ADDRESS: 64,
    }
}
/// Bits of it.
const WRITE_TAG_BITS: usize = under_way::BITS;

named! {
    /// Where the answers with data come from, by their bit at the arbiter.
    mod from {
        CHANNEL = 0,
        SCRATCH = 1,
        NOWHERE = 2,
    }
}

named! {
    /// What is completed without data, by its bit at the arbiter.
    mod completed {
        CHANNEL_WRITE = 0,
        SCRATCH_WRITE = 1,
        READ = 2,
        UNMAPPED_WRITE = 3,
    }
}
/// Lines of a port that may be asked for and not answered (2 to the power of this).
const LOG_LINES: usize = 5;
/// Reads of one kind of memory that may be under way (2 to the power of this).
const LOG_READS: usize = 6;

/// Serves CXL.mem: reads and writes lines of persistent memory and of the scratchpad while the device computes.
///
/// * `MemRd`, `MemRdData`: `MemData`, with poison if the memory answers with an error, as it does for a poisoned line; where
///   nothing is mapped, `MemData-NXM`, all ones. Asked to snoop (`SnpType` other than No-Op), `Cmp` as well: the memory is in
///   device bias, the host may use the line and not keep it.
/// * `MemWr`, `MemWrPtl`: `Cmp` when the memory has answered; poison goes with the line (`write_poison`); where nothing is mapped, `Cmp` and nothing is written.
/// * `MemInv`, `MemInvNT`, `MemClnEvct`: `Cmp`. `MemSpecRd` and what the device never asks for (`MemRdFwd`, `MemWrFwd`,
///   `BIConflict`): taken without an answer.
///
/// A line of the watched region of the scratchpad has arrived when a write of all its bytes, without poison, is answered without an
/// error. It counts once (`watched`) until all are forgotten (`forget`). A write with poison, or one answered with an error, takes a line
/// that counts away again (`unwatched`). Of the region, the first 64 MiB are watched.
///
/// Latency: two cycles from Req to a port, two from its answer to DRS; one from RwD to a port, two from its answer to NDR.
/// Throughput: a read and a write a cycle. Stalls reads when 32 lines of a port or 64 of a kind of memory are under way, writes when 32 of a port are.
/// Reads and writes are not ordered: the host has one transaction of a line at a time.
///
/// `FAULTS` is 0; 1 in the design that commits faults for tests.
#[derive(LogicBlock)]
pub struct MemTarget<const CHANNELS: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// GiB of persistent memory.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
    /// HPA of persistent memory; bit 0 commits.
    pub hdm_base_0: Signal<In, Bits<64>>,
    /// HPA of the scratchpad; bit 0 commits.
    pub hdm_base_1: Signal<In, Bits<64>>,
    /// DPA of the watched region.
    pub watch_base: Signal<In, Bits<64>>,
    /// Bytes of the watched region.
    pub watch_bytes: Signal<In, Bits<64>>,
    /// A read was answered with data.
    pub read_done: Signal<Out, Bit>,
    /// A write was answered by memory.
    pub write_done: Signal<Out, Bit>,
    /// A line of the watched region has arrived that had not (a pulse).
    pub watched: Signal<Out, Bit>,
    /// A line that had arrived is not good any more (a pulse).
    pub unwatched: Signal<Out, Bit>,
    /// Every line may arrive again, from the second cycle after this one. It may be left unconnected.
    pub forget: Signal<In, Bit>,
    /// Lines that have arrived are being counted.
    pub counting: Signal<Out, Bit>,
    /// More lines are poisoned than a port has places for.
    pub poison_overflow: Signal<Out, Bit>,
    /// The same of each port of the channels.
    pub channel_overflow: [Signal<In, Bit>; CHANNELS],
    /// The same of each port of the scratchpad.
    pub scratch_overflow: [Signal<In, Bit>; CHANNELS],
    /// CXL.mem.
    pub cxl_mem: CxlMemDevice,
    /// Reads of channels: byte address there.
    pub channel_read_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Reads of channels: there is one.
    pub channel_read_valid: [Signal<Out, Bit>; CHANNELS],
    /// Reads of channels: taken.
    pub channel_read_ready: [Signal<In, Bit>; CHANNELS],
    /// Reads of channels: answer.
    pub channel_answer_valid: [Signal<In, Bit>; CHANNELS],
    /// Reads of channels: line; bit 512: answered with an error.
    pub channel_answer: [Signal<In, Bits<MARKED_BITS>>; CHANNELS],
    /// Reads of the scratchpad: byte address on the port.
    pub scratch_read_address: [Signal<Out, Bits<64>>; CHANNELS],
    /// Reads of the scratchpad: there is one.
    pub scratch_read_valid: [Signal<Out, Bit>; CHANNELS],
    /// Reads of the scratchpad: taken.
    pub scratch_read_ready: [Signal<In, Bit>; CHANNELS],
    /// Reads of the scratchpad: answer.
    pub scratch_answer_valid: [Signal<In, Bit>; CHANNELS],
    /// Reads of the scratchpad: line; bit 512: answered with an error.
    pub scratch_answer: [Signal<In, Bits<MARKED_BITS>>; CHANNELS],
    /// Line to write.
    pub write_data: Signal<Out, Bits<512>>,
    /// Bytes of it that are written.
    pub write_strobes: Signal<Out, Bits<64>>,
    /// The line is poison.
    pub write_poison: Signal<Out, Bit>,
    /// Writes of channels: byte address there.
    pub channel_write_address: Signal<Out, Bits<64>>,
    /// Writes of channels: there is one.
    pub channel_write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of channels: taken.
    pub channel_write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of channels: answer.
    pub channel_written: [Signal<In, Bit>; CHANNELS],
    /// Writes of channels: the answer is an error.
    pub channel_write_error: [Signal<In, Bit>; CHANNELS],
    /// Writes of the scratchpad: byte address on the port.
    pub scratch_write_address: Signal<Out, Bits<64>>,
    /// Writes of the scratchpad: there is one.
    pub scratch_write_valid: [Signal<Out, Bit>; CHANNELS],
    /// Writes of the scratchpad: taken.
    pub scratch_write_ready: [Signal<In, Bit>; CHANNELS],
    /// Writes of the scratchpad: answer.
    pub scratch_written: [Signal<In, Bit>; CHANNELS],
    /// Writes of the scratchpad: the answer is an error.
    pub scratch_write_error: [Signal<In, Bit>; CHANNELS],
    requests: Fifo<REQ_BITS, 2>,
    writes: Fifo<RWD_BITS, 2>,
    read_decoder: HdmDecoder<CHANNELS>,
    write_decoder: HdmDecoder<CHANNELS>,
    channel_reads: LineReader<CHANNELS, LOG_LINES>,
    scratch_reads: LineReader<CHANNELS, LOG_LINES>,
    channel_tags: Fifo<TAG_BITS, LOG_READS>,
    scratch_tags: Fifo<TAG_BITS, LOG_READS>,
    unmapped_tags: Fifo<TAG_BITS, 2>,
    channel_writes: TaggedWriter<CHANNELS, WRITE_TAG_BITS>,
    scratch_writes: TaggedWriter<CHANNELS, WRITE_TAG_BITS>,
    /// Tags of requests that are done without memory.
    done_reads: Fifo<TAG_BITS, 2>,
    /// Tags of writes that are done without memory.
    done_writes: Fifo<TAG_BITS, 2>,
    arrivals: Arrivals,
    forgets: Sampler,
    drs_arbiter: RoundRobin<3>,
    drs: Fifo<DRS_BITS, 2>,
    ndr_arbiter: RoundRobin<4>,
    ndr: Fifo<TAG_BITS, 2>,
    /// DPA of the request that waits longest, and which memory that is in.
    read_address: Signal<Local, Bits<64>>,
    read_persistent: Signal<Local, Bit>,
    read_scratchpad: Signal<Local, Bit>,
    /// Likewise of the write.
    write_address: Signal<Local, Bits<64>>,
    write_persistent: Signal<Local, Bit>,
    write_scratchpad: Signal<Local, Bit>,
    req_opcode: Signal<Local, Bits<{ M2sReqOpcode::BITS }>>,
    req_snoops: Signal<Local, Bit>,
    req_tag: Signal<Local, Bits<TAG_BITS>>,
    is_read: Signal<Local, Bit>,
    is_done: Signal<Local, Bit>,
    read_room: Signal<Local, Bit>,
    done_room: Signal<Local, Bit>,
    read_taken: Signal<Local, Bit>,
    unmapped_read: Signal<Local, Bit>,
    rwd_opcode: Signal<Local, Bits<{ M2sRwdOpcode::BITS }>>,
    rwd_tag: Signal<Local, Bits<TAG_BITS>>,
    rwd_poison: Signal<Local, Bit>,
    is_write: Signal<Local, Bit>,
    strobes: Signal<Local, Bits<64>>,
    is_whole: Signal<Local, Bit>,
    to_channel: Signal<Local, Bit>,
    to_scratch: Signal<Local, Bit>,
    to_nothing: Signal<Local, Bit>,
    write_taken: Signal<Local, Bit>,
    watch_offset: Signal<Local, Bits<64>>,
    /// A write of a watched line is completed.
    watched_write: Signal<Local, Bit>,
    watching: Signal<Local, Bit>,
    inner_tag: Signal<Local, Bits<WRITE_TAG_BITS>>,
    answer_line: Signal<Local, Bits<512>>,
    answer_tag: Signal<Local, Bits<TAG_BITS>>,
    answer_poison: Signal<Local, Bit>,
    answer_unmapped: Signal<Local, Bit>,
    answers: Signal<Local, Bits<3>>,
    completions: Signal<Local, Bits<4>>,
    completed_tag: Signal<Local, Bits<TAG_BITS>>,
    written: Signal<Local, Bits<WRITE_TAG_BITS>>,
    bad: Signal<Local, Bit>,
    mem_rd: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    mem_rd_data: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    mem_inv: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    mem_inv_nt: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    mem_cln_evct: Constant<Bits<{ M2sReqOpcode::BITS }>>,
    mem_wr: Constant<Bits<{ M2sRwdOpcode::BITS }>>,
    mem_wr_ptl: Constant<Bits<{ M2sRwdOpcode::BITS }>>,
    cmp: Constant<Bits<{ S2mNdrOpcode::BITS }>>,
    mem_data: Constant<Bits<{ S2mDrsOpcode::BITS }>>,
    mem_data_nxm: Constant<Bits<{ S2mDrsOpcode::BITS }>>,
    no_meta: Constant<Bits<{ MetaField::BITS }>>,
    no_value: Constant<Bits<{ MetaValue::BITS }>>,
    all_bytes: Constant<Bits<64>>,
    most_bytes: Constant<Bits<64>>,
    no_line: Constant<Bits<512>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    wrong_tag: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    lost_answer: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    repeated_answer: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    tag_bit: [Constant<Bits<TAG_BITS>>; FAULTS],
    about: About<Self>,
}

impl<const CHANNELS: usize, const FAULTS: usize> Default for MemTarget<CHANNELS, FAULTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset persistent_gib hdm_base_0 hdm_base_1 watch_base watch_bytes read_done write_done watched unwatched forget counting poison_overflow cxl_mem
                write_data write_strobes write_poison channel_write_address scratch_write_address
                requests writes read_decoder write_decoder channel_reads scratch_reads channel_tags scratch_tags unmapped_tags
                channel_writes scratch_writes done_reads done_writes arrivals forgets drs_arbiter drs ndr_arbiter ndr
                read_address read_persistent read_scratchpad write_address write_persistent write_scratchpad
                req_opcode req_snoops req_tag is_read is_done read_room done_room read_taken unmapped_read
                rwd_opcode rwd_tag rwd_poison is_write strobes is_whole to_channel to_scratch to_nothing write_taken
                watch_offset watched_write watching inner_tag answer_line answer_tag answer_poison answer_unmapped answers completions
                completed_tag written bad about
            ]
            [
                channel_read_address channel_read_valid channel_read_ready channel_answer_valid channel_answer
                scratch_read_address scratch_read_valid scratch_read_ready scratch_answer_valid scratch_answer
                channel_write_valid channel_write_ready channel_written channel_write_error
                scratch_write_valid scratch_write_ready scratch_written scratch_write_error
                channel_overflow scratch_overflow fault
            ]
            wrong_tag: std::array::from_fn(|_| fault_code(Fault::WrongTag)),
            lost_answer: std::array::from_fn(|_| fault_code(Fault::LostAnswer)),
            repeated_answer: std::array::from_fn(|_| fault_code(Fault::RepeatedAnswer)),
            tag_bit: std::array::from_fn(|_| Constant::new(1.into())),
            mem_rd: code(M2sReqOpcode::MemRd.code()),
            mem_rd_data: code(M2sReqOpcode::MemRdData.code()),
            mem_inv: code(M2sReqOpcode::MemInv.code()),
            mem_inv_nt: code(M2sReqOpcode::MemInvNT.code()),
            mem_cln_evct: code(M2sReqOpcode::MemClnEvct.code()),
            mem_wr: code(M2sRwdOpcode::MemWr.code()),
            mem_wr_ptl: code(M2sRwdOpcode::MemWrPtl.code()),
            cmp: code(S2mNdrOpcode::Cmp.code()),
            mem_data: code(S2mDrsOpcode::MemData.code()),
            mem_data_nxm: code(S2mDrsOpcode::MemDataNxm.code()),
            no_meta: code(MetaField::NoOp.code()),
            no_value: code(MetaValue::Invalid.code()),
            all_bytes: Constant::new(u64::MAX.into()),
            most_bytes: Constant::new(COUNTED_BYTES.into()),
            no_line: Constant::new(!bits::<512>(0)),
        }
    }
}

impl<const CHANNELS: usize, const FAULTS: usize> Describe for MemTarget<CHANNELS, FAULTS> {
    fn name() -> String {
        if FAULTS == 0 { format!("mem_target_c{CHANNELS}") } else { format!("mem_target_c{CHANNELS}_faults") }
    }

    fn description() -> &'static str {
        "Serves CXL.mem reads and writes of persistent memory and scratchpad. A read and a write a cycle; stalls when too many of a port are under way."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            hpa::CONSTANTS,
            request::CONSTANTS,
            write::CONSTANTS,
            answer::CONSTANTS,
            under_way::CONSTANTS,
            from::CONSTANTS,
            completed::CONSTANTS,
        ])
    }
}

impl<const CHANNELS: usize, const FAULTS: usize> Logic for MemTarget<CHANNELS, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.channel_reads.clock.next = self.clock.val();
        self.channel_reads.reset.next = self.reset.val();
        self.scratch_reads.clock.next = self.clock.val();
        self.scratch_reads.reset.next = self.reset.val();
        self.channel_tags.clock.next = self.clock.val();
        self.channel_tags.reset.next = self.reset.val();
        self.scratch_tags.clock.next = self.clock.val();
        self.scratch_tags.reset.next = self.reset.val();
        self.unmapped_tags.clock.next = self.clock.val();
        self.unmapped_tags.reset.next = self.reset.val();
        self.channel_writes.clock.next = self.clock.val();
        self.channel_writes.reset.next = self.reset.val();
        self.scratch_writes.clock.next = self.clock.val();
        self.scratch_writes.reset.next = self.reset.val();
        self.done_reads.clock.next = self.clock.val();
        self.done_reads.reset.next = self.reset.val();
        self.done_writes.clock.next = self.clock.val();
        self.done_writes.reset.next = self.reset.val();
        self.arrivals.clock.next = self.clock.val();
        self.arrivals.reset.next = self.reset.val();
        self.forgets.clock.next = self.clock.val();
        self.drs_arbiter.clock.next = self.clock.val();
        self.drs_arbiter.reset.next = self.reset.val();
        self.drs.clock.next = self.clock.val();
        self.drs.reset.next = self.reset.val();
        self.ndr_arbiter.clock.next = self.clock.val();
        self.ndr_arbiter.reset.next = self.reset.val();
        self.ndr.clock.next = self.clock.val();
        self.ndr.reset.next = self.reset.val();

        comment!("M2S Req. An address is decoded before it waits.");
        self.requests.in_valid.next = self.cxl_mem.m2s_req_valid.val();
        self.cxl_mem.m2s_req_ready.next = self.requests.in_ready.val();
        self.read_decoder.address.next = self.cxl_mem.m2s_req_address.val();
        self.read_decoder.persistent_gib.next = self.persistent_gib.val();
        self.read_decoder.base_0.next = self.hdm_base_0.val();
        self.read_decoder.base_1.next = self.hdm_base_1.val();
        self.requests.in_data.next = bit_cast::<REQ_BITS, ADDRESS_BITS>(
            self.read_decoder.device_address.val().get_bits::<ADDRESS_BITS>(hpa::LINE),
        ) | (bit_cast::<REQ_BITS, 1>(self.read_decoder.persistent.val().into())
            << request::PERSISTENT.val())
            | (bit_cast::<REQ_BITS, 1>(self.read_decoder.scratchpad.val().into()) << request::SCRATCHPAD.val())
            | (bit_cast::<REQ_BITS, TAG_BITS>(self.cxl_mem.m2s_req_tag.val()) << request::TAG.val())
            | (bit_cast::<REQ_BITS, 4>(self.cxl_mem.m2s_req_opcode.val()) << request::OPCODE.val())
            | (bit_cast::<REQ_BITS, 3>(self.cxl_mem.m2s_req_snp_type.val()) << request::SNP_TYPE.val());
        self.read_address.next =
            bit_cast::<64, ADDRESS_BITS>(self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::LINE))
                << hpa::LINE.val();
        self.read_persistent.next = self.requests.out_data.val().get_bit(request::PERSISTENT);
        self.read_scratchpad.next = self.requests.out_data.val().get_bit(request::SCRATCHPAD);
        self.req_tag.next = self.requests.out_data.val().get_bits::<TAG_BITS>(request::TAG);
        self.req_opcode.next = self.requests.out_data.val().get_bits::<4>(request::OPCODE);
        self.req_snoops.next = self.requests.out_data.val().get_bits::<3>(request::SNP_TYPE).any();
        self.is_read.next =
            (self.req_opcode.val() == self.mem_rd.val()) | (self.req_opcode.val() == self.mem_rd_data.val());
        self.is_done.next = (self.is_read.val() & self.req_snoops.val())
            | (self.req_opcode.val() == self.mem_inv.val())
            | (self.req_opcode.val() == self.mem_inv_nt.val())
            | (self.req_opcode.val() == self.mem_cln_evct.val());
        self.unmapped_read.next = !self.read_persistent.val() & !self.read_scratchpad.val();
        self.read_room.next = !self.is_read.val()
            | (self.read_persistent.val() & self.channel_reads.in_ready.val() & self.channel_tags.in_ready.val())
            | (self.read_scratchpad.val() & self.scratch_reads.in_ready.val() & self.scratch_tags.in_ready.val())
            | (self.unmapped_read.val() & self.unmapped_tags.in_ready.val());
        self.done_room.next = !self.is_done.val() | self.done_reads.in_ready.val();
        self.read_taken.next = self.requests.out_valid.val() & self.read_room.val() & self.done_room.val();
        self.requests.out_ready.next = self.read_room.val() & self.done_room.val();
        self.done_reads.in_data.next = self.req_tag.val();
        self.done_reads.in_valid.next = self.read_taken.val() & self.is_done.val();
        self.channel_reads.in_address.next = self.read_address.val();
        self.channel_reads.in_valid.next = self.read_taken.val() & self.is_read.val() & self.read_persistent.val();
        self.channel_tags.in_data.next = self.req_tag.val();
        self.channel_tags.in_valid.next = self.read_taken.val() & self.is_read.val() & self.read_persistent.val();
        self.scratch_reads.in_address.next = self.read_address.val();
        self.scratch_reads.in_valid.next = self.read_taken.val() & self.is_read.val() & self.read_scratchpad.val();
        self.scratch_tags.in_data.next = self.req_tag.val();
        self.scratch_tags.in_valid.next = self.read_taken.val() & self.is_read.val() & self.read_scratchpad.val();
        self.unmapped_tags.in_data.next = self.req_tag.val();
        self.unmapped_tags.in_valid.next = self.read_taken.val() & self.is_read.val() & self.unmapped_read.val();

        comment!("M2S RwD.");
        self.writes.in_valid.next = self.cxl_mem.m2s_rwd_valid.val();
        self.cxl_mem.m2s_rwd_ready.next = self.writes.in_ready.val();
        self.write_decoder.address.next = self.cxl_mem.m2s_rwd_address.val();
        self.write_decoder.persistent_gib.next = self.persistent_gib.val();
        self.write_decoder.base_0.next = self.hdm_base_0.val();
        self.write_decoder.base_1.next = self.hdm_base_1.val();
        self.writes.in_data.next = bit_cast::<RWD_BITS, 512>(self.cxl_mem.m2s_rwd_data.val())
            | (bit_cast::<RWD_BITS, 64>(self.cxl_mem.m2s_rwd_be.val()) << write::ENABLES.val())
            | (bit_cast::<RWD_BITS, ADDRESS_BITS>(
                self.write_decoder.device_address.val().get_bits::<ADDRESS_BITS>(hpa::LINE),
            ) << write::LINE.val())
            | (bit_cast::<RWD_BITS, 1>(self.write_decoder.persistent.val().into()) << write::PERSISTENT.val())
            | (bit_cast::<RWD_BITS, 1>(self.write_decoder.scratchpad.val().into()) << write::SCRATCHPAD.val())
            | (bit_cast::<RWD_BITS, TAG_BITS>(self.cxl_mem.m2s_rwd_tag.val()) << write::TAG.val())
            | (bit_cast::<RWD_BITS, 4>(self.cxl_mem.m2s_rwd_opcode.val()) << write::OPCODE.val())
            | (bit_cast::<RWD_BITS, 1>(self.cxl_mem.m2s_rwd_poison.val().into()) << write::POISON.val());
        self.write_address.next =
            bit_cast::<64, ADDRESS_BITS>(self.writes.out_data.val().get_bits::<ADDRESS_BITS>(write::LINE))
                << hpa::LINE.val();
        self.write_persistent.next = self.writes.out_data.val().get_bit(write::PERSISTENT);
        self.write_scratchpad.next = self.writes.out_data.val().get_bit(write::SCRATCHPAD);
        self.rwd_tag.next = self.writes.out_data.val().get_bits::<TAG_BITS>(write::TAG);
        self.rwd_opcode.next = self.writes.out_data.val().get_bits::<4>(write::OPCODE);
        self.rwd_poison.next = self.writes.out_data.val().get_bit(write::POISON);
        self.is_write.next =
            (self.rwd_opcode.val() == self.mem_wr.val()) | (self.rwd_opcode.val() == self.mem_wr_ptl.val());
        self.to_channel.next = self.is_write.val() & self.write_persistent.val();
        self.to_scratch.next = self.is_write.val() & self.write_scratchpad.val();
        self.to_nothing.next = self.is_write.val() & !self.write_persistent.val() & !self.write_scratchpad.val();
        self.write_taken.next = !self.is_write.val()
            | (self.to_channel.val() & self.channel_writes.in_ready.val())
            | (self.to_scratch.val() & self.scratch_writes.in_ready.val())
            | (self.to_nothing.val() & self.done_writes.in_ready.val());
        self.writes.out_ready.next = self.write_taken.val();
        self.write_data.next = self.writes.out_data.val().get_bits::<512>(write::DATA);
        self.strobes.next = self.all_bytes.val();
        if self.rwd_opcode.val() != self.mem_wr.val() {
            self.strobes.next = self.writes.out_data.val().get_bits::<64>(write::ENABLES);
        }
        self.is_whole.next = self.strobes.val() == self.all_bytes.val();
        self.write_strobes.next = self.strobes.val();
        self.write_poison.next = self.rwd_poison.val();
        self.inner_tag.next = bit_cast::<WRITE_TAG_BITS, TAG_BITS>(self.rwd_tag.val())
            | (bit_cast::<WRITE_TAG_BITS, 1>(self.rwd_poison.val().into()) << under_way::POISON.val())
            | (bit_cast::<WRITE_TAG_BITS, 1>(self.is_whole.val().into()) << under_way::WHOLE.val())
            | (bit_cast::<WRITE_TAG_BITS, 64>(self.write_address.val()) << under_way::ADDRESS.val());
        self.channel_writes.in_address.next = self.write_address.val();
        self.channel_writes.in_tag.next = self.inner_tag.val();
        self.channel_writes.in_valid.next = self.writes.out_valid.val() & self.to_channel.val();
        self.scratch_writes.in_address.next = self.write_address.val();
        self.scratch_writes.in_tag.next = self.inner_tag.val();
        self.scratch_writes.in_valid.next = self.writes.out_valid.val() & self.to_scratch.val();
        self.done_writes.in_data.next = self.rwd_tag.val();
        self.done_writes.in_valid.next = self.writes.out_valid.val() & self.to_nothing.val();

        comment!("Memory.");
        for i in 0..CHANNELS {
            self.channel_read_address[i].next = self.channel_reads.request_address[i].val();
            self.channel_read_valid[i].next = self.channel_reads.request_valid[i].val();
            self.channel_reads.request_ready[i].next = self.channel_read_ready[i].val();
            self.channel_reads.answer_valid[i].next = self.channel_answer_valid[i].val();
            self.channel_reads.answer[i].next = self.channel_answer[i].val();
            self.scratch_read_address[i].next = self.scratch_reads.request_address[i].val();
            self.scratch_read_valid[i].next = self.scratch_reads.request_valid[i].val();
            self.scratch_reads.request_ready[i].next = self.scratch_read_ready[i].val();
            self.scratch_reads.answer_valid[i].next = self.scratch_answer_valid[i].val();
            self.scratch_reads.answer[i].next = self.scratch_answer[i].val();
            self.channel_write_valid[i].next = self.channel_writes.port_valid[i].val();
            self.channel_writes.port_ready[i].next = self.channel_write_ready[i].val();
            self.channel_writes.answer_valid[i].next = self.channel_written[i].val();
            self.channel_writes.answer_error[i].next = self.channel_write_error[i].val();
            self.scratch_write_valid[i].next = self.scratch_writes.port_valid[i].val();
            self.scratch_writes.port_ready[i].next = self.scratch_write_ready[i].val();
            self.scratch_writes.answer_valid[i].next = self.scratch_written[i].val();
            self.scratch_writes.answer_error[i].next = self.scratch_write_error[i].val();
        }
        self.channel_write_address.next = self.channel_writes.port_address.val();
        self.scratch_write_address.next = self.scratch_writes.port_address.val();

        comment!("S2M DRS: lines of channels, of the scratchpad, and of nothing.");
        self.answers.next = bit_cast::<3, 1>(self.channel_reads.line_valid.val().into())
            | (bit_cast::<3, 1>(self.scratch_reads.line_valid.val().into()) << from::SCRATCH.val())
            | (bit_cast::<3, 1>(self.unmapped_tags.out_valid.val().into()) << from::NOWHERE.val());
        self.drs_arbiter.request.next = self.answers.val();
        self.drs_arbiter.advance.next = self.drs.in_ready.val();
        self.answer_line.next = self.channel_reads.line_data.val();
        self.answer_tag.next = self.channel_tags.out_data.val();
        self.answer_poison.next = self.channel_reads.line_error.val();
        self.answer_unmapped.next = false;
        if self.drs_arbiter.grant.val().get_bit(from::SCRATCH) {
            self.answer_line.next = self.scratch_reads.line_data.val();
            self.answer_tag.next = self.scratch_tags.out_data.val();
            self.answer_poison.next = self.scratch_reads.line_error.val();
        }
        if self.drs_arbiter.grant.val().get_bit(from::NOWHERE) {
            self.answer_line.next = self.no_line.val();
            self.answer_tag.next = self.unmapped_tags.out_data.val();
            self.answer_poison.next = false;
            self.answer_unmapped.next = true;
        }
        self.channel_reads.line_ready.next =
            self.drs_arbiter.grant.val().get_bit(from::CHANNEL) & self.drs.in_ready.val();
        self.channel_tags.out_ready.next =
            self.drs_arbiter.grant.val().get_bit(from::CHANNEL) & self.drs.in_ready.val();
        self.scratch_reads.line_ready.next =
            self.drs_arbiter.grant.val().get_bit(from::SCRATCH) & self.drs.in_ready.val();
        self.scratch_tags.out_ready.next =
            self.drs_arbiter.grant.val().get_bit(from::SCRATCH) & self.drs.in_ready.val();
        self.unmapped_tags.out_ready.next =
            self.drs_arbiter.grant.val().get_bit(from::NOWHERE) & self.drs.in_ready.val();
        self.drs.in_valid.next = self.drs_arbiter.grant.val().any();
        self.read_done.next = self.drs_arbiter.grant.val().any() & self.drs.in_ready.val();
        self.drs.in_data.next = bit_cast::<DRS_BITS, 512>(self.answer_line.val())
            | (bit_cast::<DRS_BITS, TAG_BITS>(self.answer_tag.val()) << answer::TAG.val())
            | (bit_cast::<DRS_BITS, 1>(self.answer_unmapped.val().into()) << answer::UNMAPPED.val())
            | (bit_cast::<DRS_BITS, 1>(self.answer_poison.val().into()) << answer::POISON.val());
        self.cxl_mem.s2m_drs_valid.next = self.drs.out_valid.val();
        self.drs.out_ready.next = self.cxl_mem.s2m_drs_ready.val();
        self.cxl_mem.s2m_drs_opcode.next = self.mem_data.val();
        if self.drs.out_data.val().get_bit(answer::UNMAPPED) {
            self.cxl_mem.s2m_drs_opcode.next = self.mem_data_nxm.val();
        }
        self.cxl_mem.s2m_drs_meta_field.next = self.no_meta.val();
        self.cxl_mem.s2m_drs_meta_value.next = self.no_value.val();
        self.cxl_mem.s2m_drs_tag.next = self.drs.out_data.val().get_bits::<TAG_BITS>(answer::TAG);
        self.cxl_mem.s2m_drs_poison.next = self.drs.out_data.val().get_bit(answer::POISON);
        self.cxl_mem.s2m_drs_dev_load.next = 0.into();
        self.cxl_mem.s2m_drs_data.next = self.drs.out_data.val().get_bits::<512>(answer::DATA);

        self.poison_overflow.next = false;
        for i in 0..CHANNELS {
            if self.channel_overflow[i].val() | self.scratch_overflow[i].val() {
                self.poison_overflow.next = true;
            }
        }

        comment!("S2M NDR: writes that memory has answered, and what needs no memory.");
        self.completions.next = bit_cast::<4, 1>(self.channel_writes.out_valid.val().into())
            | (bit_cast::<4, 1>(self.scratch_writes.out_valid.val().into()) << completed::SCRATCH_WRITE.val())
            | (bit_cast::<4, 1>(self.done_reads.out_valid.val().into()) << completed::READ.val())
            | (bit_cast::<4, 1>(self.done_writes.out_valid.val().into()) << completed::UNMAPPED_WRITE.val());
        self.ndr_arbiter.request.next = self.completions.val();
        self.ndr_arbiter.advance.next = self.ndr.in_ready.val();
        self.written.next = self.channel_writes.out_tag.val();
        if self.ndr_arbiter.grant.val().get_bit(completed::SCRATCH_WRITE) {
            self.written.next = self.scratch_writes.out_tag.val();
        }
        self.completed_tag.next = self.written.val().get_bits::<TAG_BITS>(under_way::TAG);
        if self.ndr_arbiter.grant.val().get_bit(completed::READ) {
            self.completed_tag.next = self.done_reads.out_data.val();
        }
        if self.ndr_arbiter.grant.val().get_bit(completed::UNMAPPED_WRITE) {
            self.completed_tag.next = self.done_writes.out_data.val();
        }
        self.channel_writes.out_ready.next =
            self.ndr_arbiter.grant.val().get_bit(completed::CHANNEL_WRITE) & self.ndr.in_ready.val();
        self.scratch_writes.out_ready.next =
            self.ndr_arbiter.grant.val().get_bit(completed::SCRATCH_WRITE) & self.ndr.in_ready.val();
        self.done_reads.out_ready.next =
            self.ndr_arbiter.grant.val().get_bit(completed::READ) & self.ndr.in_ready.val();
        self.done_writes.out_ready.next =
            self.ndr_arbiter.grant.val().get_bit(completed::UNMAPPED_WRITE) & self.ndr.in_ready.val();
        self.write_done.next =
            self.ndr_arbiter.grant.val().get_bits::<2>(completed::CHANNEL_WRITE).any() & self.ndr.in_ready.val();
        comment!(
            "A watched line arrives whole and good, and a bad write of it makes it bad again. What region is watched when it is answered counts."
        );
        self.watch_offset.next =
            self.scratch_writes.out_tag.val().get_bits::<64>(under_way::ADDRESS) - self.watch_base.val();
        self.watching.next =
            (self.watch_offset.val() < self.watch_bytes.val()) & (self.watch_offset.val() < self.most_bytes.val());
        self.watched_write.next = self.ndr_arbiter.grant.val().get_bit(completed::SCRATCH_WRITE)
            & self.ndr.in_ready.val()
            & self.watching.val()
            & !self.reset.val();
        self.bad.next =
            self.scratch_writes.out_tag.val().get_bit(under_way::POISON) | self.scratch_writes.out_error.val();
        self.arrivals.line.next =
            self.scratch_writes.out_tag.val().get_bits::<INDEX_BITS>(under_way::ADDRESS + hpa::LINE);
        self.arrivals.good.next =
            self.watched_write.val() & !self.bad.val() & self.scratch_writes.out_tag.val().get_bit(under_way::WHOLE);
        self.arrivals.bad.next = self.watched_write.val() & self.bad.val();
        self.forgets.in_bit.next = self.forget.val();
        self.arrivals.forget.next = self.forgets.out_bit.val();
        self.watched.next = self.arrivals.counted.val();
        self.unwatched.next = self.arrivals.lost.val();
        self.counting.next = self.arrivals.busy.val();
        self.ndr.in_valid.next = self.ndr_arbiter.grant.val().any();
        self.ndr.in_data.next = self.completed_tag.val();
        self.cxl_mem.s2m_ndr_valid.next = self.ndr.out_valid.val();
        self.ndr.out_ready.next = self.cxl_mem.s2m_ndr_ready.val();
        self.cxl_mem.s2m_ndr_opcode.next = self.cmp.val();
        self.cxl_mem.s2m_ndr_meta_field.next = self.no_meta.val();
        self.cxl_mem.s2m_ndr_meta_value.next = self.no_value.val();
        self.cxl_mem.s2m_ndr_tag.next = self.ndr.out_data.val();
        self.cxl_mem.s2m_ndr_dev_load.next = 0.into();
        for i in 0..FAULTS {
            comment!("Faults, for tests.");
            if self.fault[i].val() == self.wrong_tag[i].val() {
                self.cxl_mem.s2m_ndr_tag.next = self.ndr.out_data.val() ^ self.tag_bit[i].val();
            }
            if self.fault[i].val() == self.lost_answer[i].val() {
                self.cxl_mem.s2m_ndr_valid.next = false;
                self.ndr.out_ready.next = true;
            }
            if self.fault[i].val() == self.repeated_answer[i].val() {
                self.ndr.out_ready.next = false;
            }
        }
    }
}
