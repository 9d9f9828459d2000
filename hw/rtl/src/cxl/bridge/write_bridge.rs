//! Writes of an AXI4 master as writes of a host over CXL.mem.

use super::{BEYOND_BITS, CLAIM_BITS, LOG_SLOTS, SLOTS, axi_address, beat, burst};
use crate::axi::SLAVE_ID_BITS;
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, M2sRwdOpcode};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a queued address.
const BURST_BITS: usize = burst::BITS;
/// Bits of what is kept of a beat.
const BEAT_BITS: usize = beat::BITS;
layout! {
    /// A queued beat.
    mod line {
        DATA: 512,
        STROBES: 64,
    }
}
/// Bits of it.
const LINE_BITS: usize = line::BITS;
layout! {
    /// A queued RwD.
    mod write {
        DATA: 512,
        STROBES: 64,
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_SLOTS,
    }
}
/// Bits of it.
const WRITE_BITS: usize = write::BITS;

/// Makes a `MemWr` of every beat of a write burst, or a `MemWrPtl` if not all its bytes are enabled, and a response when all of the burst
/// is completed. Responses come in the order of the bursts, whatever their IDs.
///
/// * What is taken is as for reads ([`ReadBridge`](super::ReadBridge)); of a burst that is refused nothing is written. CXL.mem completes
///   writes without a word of errors: a line that memory refuses becomes poison, and one where no memory is, is lost.
/// * Beats are counted by the length of the burst; WLAST is not looked at.
/// * Latency: two cycles from the later of AW and W to RwD, one from NDR to B.
/// * Throughput: a line a cycle; 64 under way.
/// * Stalls when RwD does, 64 beats wait for their completion or for B, and while the line of the next beat has a transaction. NDR is always taken.
#[derive(LogicBlock)]
pub struct WriteBridge {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// AXI write address ID.
    pub awid: Signal<In, Bits<SLAVE_ID_BITS>>,
    /// AXI write address.
    pub awaddr: Signal<In, Bits<64>>,
    /// AXI burst length.
    pub awlen: Signal<In, Bits<8>>,
    /// AXI beat size.
    pub awsize: Signal<In, Bits<3>>,
    /// AXI burst type.
    pub awburst: Signal<In, Bits<2>>,
    /// AXI write address valid.
    pub awvalid: Signal<In, Bit>,
    /// AXI write address ready.
    pub awready: Signal<Out, Bit>,
    /// AXI write data.
    pub wdata: Signal<In, Bits<512>>,
    /// AXI write strobes.
    pub wstrb: Signal<In, Bits<64>>,
    /// AXI write data valid.
    pub wvalid: Signal<In, Bit>,
    /// AXI write data ready.
    pub wready: Signal<Out, Bit>,
    /// AXI write response ID.
    pub bid: Signal<Out, Bits<SLAVE_ID_BITS>>,
    /// AXI write response.
    pub bresp: Signal<Out, Bits<2>>,
    /// AXI write response valid.
    pub bvalid: Signal<Out, Bit>,
    /// AXI write response ready.
    pub bready: Signal<In, Bit>,
    /// The line of the next write; low bits of its number.
    pub claim: Signal<Out, Bits<CLAIM_BITS>>,
    /// There is one.
    pub claims: Signal<Out, Bit>,
    /// No other transaction has it.
    pub granted: Signal<In, Bit>,
    /// A line that was completed; low bits of its number.
    pub released: Signal<Out, Bits<CLAIM_BITS>>,
    /// There is one.
    pub releases: Signal<Out, Bit>,
    /// M2S RwD: opcode.
    pub rwd_opcode: Signal<Out, Bits<{ M2sRwdOpcode::BITS }>>,
    /// M2S RwD: slot of the write, which its tag names.
    pub rwd_slot: Signal<Out, Bits<LOG_SLOTS>>,
    /// M2S RwD: bits 51 to 6 of its HPA.
    pub rwd_address: Signal<Out, Bits<ADDRESS_BITS>>,
    /// M2S RwD: bytes that are written.
    pub rwd_be: Signal<Out, Bits<64>>,
    /// M2S RwD: line.
    pub rwd_data: Signal<Out, Bits<512>>,
    /// M2S RwD: there is one.
    pub rwd_valid: Signal<Out, Bit>,
    /// M2S RwD: taken.
    pub rwd_ready: Signal<In, Bit>,
    /// S2M NDR: slot of the write.
    pub ndr_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// S2M NDR: there is one; it is always taken.
    pub ndr_valid: Signal<In, Bit>,
    bursts: Fifo<BURST_BITS, 2>,
    data: Fifo<LINE_BITS, 2>,
    writes: Fifo<WRITE_BITS, 2>,
    /// Beats in order; its length bounds what is under way.
    beats: Fifo<BEAT_BITS, LOG_SLOTS>,
    /// Lines by slot, to be released.
    lines: LutRam<CLAIM_BITS, LOG_SLOTS>,
    /// Beats of the burst before the next.
    at: DFF<Bits<8>>,
    /// Slot of the next beat, and of the oldest.
    next_slot: DFF<Bits<LOG_SLOTS>>,
    oldest: DFF<Bits<LOG_SLOTS>>,
    /// Slots that are completed.
    here: DFF<Bits<SLOTS>>,
    address: Signal<Local, Bits<64>>,
    line: Signal<Local, Bits<ADDRESS_BITS>>,
    last: Signal<Local, Bit>,
    is_plain: Signal<Local, Bit>,
    is_beyond: Signal<Local, Bit>,
    refused: Signal<Local, Bits<2>>,
    may_go: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    next_bit: Signal<Local, Bits<SLOTS>>,
    oldest_bit: Signal<Local, Bits<SLOTS>>,
    arrived: Signal<Local, Bits<SLOTS>>,
    completed: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    done: Signal<Local, Bit>,
    is_response: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    one: Constant<Bits<SLOTS>>,
    line_size: Constant<Bits<3>>,
    incr: Constant<Bits<2>>,
    slave_error: Constant<Bits<2>>,
    decode_error: Constant<Bits<2>>,
    all_bytes: Constant<Bits<64>>,
    mem_wr: Constant<Bits<{ M2sRwdOpcode::BITS }>>,
    mem_wr_ptl: Constant<Bits<{ M2sRwdOpcode::BITS }>>,
    about: About<Self>,
}

impl Default for WriteBridge {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset awid awaddr awlen awsize awburst awvalid awready wdata wstrb wvalid wready bid bresp bvalid bready
                claim claims granted released releases rwd_opcode rwd_slot rwd_address rwd_be rwd_data rwd_valid rwd_ready ndr_slot
                ndr_valid bursts data writes beats lines at next_slot oldest here address line last is_plain is_beyond refused may_go
                asks goes next_bit oldest_bit arrived completed freed done is_response leaves about
            ]
            []
            one: Constant::new(1.into()),
            line_size: Constant::new(6.into()),
            incr: Constant::new(1.into()),
            slave_error: Constant::new(2.into()),
            decode_error: Constant::new(3.into()),
            all_bytes: Constant::new(u64::MAX.into()),
            mem_wr: Constant::new(u64::from(M2sRwdOpcode::MemWr.code()).into()),
            mem_wr_ptl: Constant::new(u64::from(M2sRwdOpcode::MemWrPtl.code()).into()),
        }
    }
}

impl Describe for WriteBridge {
    fn name() -> String {
        "write_bridge".into()
    }

    fn description() -> &'static str {
        "Makes writes over CXL.mem of the write bursts of an AXI4 master, and answers each burst when all of it is completed. Two cycles to RwD, one from NDR to B; a line a cycle, 64 under way; stalls when RwD or B do, and while a line has a transaction."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, beat::CONSTANTS, axi_address::CONSTANTS, line::CONSTANTS, write::CONSTANTS])
    }
}

impl Logic for WriteBridge {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at, next_slot, oldest, here);
        self.bursts.clock.next = self.clock.val();
        self.bursts.reset.next = self.reset.val();
        self.data.clock.next = self.clock.val();
        self.data.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.lines.clock.next = self.clock.val();

        comment!("Bursts, and their data.");
        self.bursts.in_valid.next = self.awvalid.val();
        self.awready.next = self.bursts.in_ready.val();
        self.bursts.in_data.next = bit_cast::<BURST_BITS, 64>(self.awaddr.val())
            | (bit_cast::<BURST_BITS, 8>(self.awlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, 3>(self.awsize.val()) << burst::SIZE.val())
            | (bit_cast::<BURST_BITS, 2>(self.awburst.val()) << burst::KIND.val())
            | (bit_cast::<BURST_BITS, SLAVE_ID_BITS>(self.awid.val()) << burst::ID.val());
        self.data.in_valid.next = self.wvalid.val();
        self.wready.next = self.data.in_ready.val();
        self.data.in_data.next = bit_cast::<LINE_BITS, 512>(self.wdata.val())
            | (bit_cast::<LINE_BITS, 64>(self.wstrb.val()) << line::STROBES.val());

        comment!("A beat after the other.");
        self.address.next = self.bursts.out_data.val().get_bits::<64>(burst::ADDRESS);
        self.line.next = self.address.val().get_bits::<ADDRESS_BITS>(axi_address::LINE)
            + bit_cast::<ADDRESS_BITS, 8>(self.at.q.val());
        self.last.next = self.at.q.val() == self.bursts.out_data.val().get_bits::<8>(burst::LENGTH);
        self.is_plain.next = !self.bursts.out_data.val().get_bits::<8>(burst::LENGTH).any()
            | ((self.bursts.out_data.val().get_bits::<3>(burst::SIZE) == self.line_size.val())
                & (self.bursts.out_data.val().get_bits::<2>(burst::KIND) == self.incr.val()));
        self.is_beyond.next = self.address.val().get_bits::<BEYOND_BITS>(axi_address::BEYOND_HPA).any();
        self.refused.next = 0.into();
        if self.is_beyond.val() {
            self.refused.next = self.decode_error.val();
        }
        if !self.is_plain.val() {
            self.refused.next = self.slave_error.val();
        }
        self.may_go.next = self.bursts.out_valid.val()
            & self.data.out_valid.val()
            & self.beats.in_ready.val()
            & self.writes.in_ready.val();
        self.claim.next = self.line.val().get_bits::<CLAIM_BITS>(0);
        self.claims.next = self.may_go.val() & !self.refused.val().any();
        self.asks.next = self.may_go.val() & !self.refused.val().any() & self.granted.val();
        self.goes.next = self.asks.val() | (self.may_go.val() & self.refused.val().any());
        self.bursts.out_ready.next = self.goes.val() & self.last.val();
        self.data.out_ready.next = self.goes.val();
        self.beats.in_valid.next = self.goes.val();
        self.beats.in_data.next =
            bit_cast::<BEAT_BITS, SLAVE_ID_BITS>(self.bursts.out_data.val().get_bits::<SLAVE_ID_BITS>(burst::ID))
                | (bit_cast::<BEAT_BITS, 2>(self.refused.val()) << beat::RESPONSE.val())
                | (bit_cast::<BEAT_BITS, 1>(self.last.val().into()) << beat::LAST.val());
        if self.goes.val() {
            self.next_slot.d.next = self.next_slot.q.val() + 1;
            self.at.d.next = self.at.q.val() + 1;
            if self.last.val() {
                self.at.d.next = 0.into();
            }
        }

        comment!("M2S RwD.");
        self.writes.in_valid.next = self.asks.val();
        self.writes.in_data.next = bit_cast::<WRITE_BITS, LINE_BITS>(self.data.out_data.val())
            | (bit_cast::<WRITE_BITS, ADDRESS_BITS>(self.line.val()) << write::ADDRESS.val())
            | (bit_cast::<WRITE_BITS, LOG_SLOTS>(self.next_slot.q.val()) << write::SLOT.val());
        self.rwd_valid.next = self.writes.out_valid.val();
        self.writes.out_ready.next = self.rwd_ready.val();
        self.rwd_data.next = self.writes.out_data.val().get_bits::<512>(write::DATA);
        self.rwd_be.next = self.writes.out_data.val().get_bits::<64>(write::STROBES);
        self.rwd_address.next = self.writes.out_data.val().get_bits::<ADDRESS_BITS>(write::ADDRESS);
        self.rwd_slot.next = self.writes.out_data.val().get_bits::<LOG_SLOTS>(write::SLOT);
        self.rwd_opcode.next = self.mem_wr_ptl.val();
        if self.writes.out_data.val().get_bits::<64>(write::STROBES) == self.all_bytes.val() {
            self.rwd_opcode.next = self.mem_wr.val();
        }
        self.lines.write_enable.next = self.asks.val();
        self.lines.write_address.next = self.next_slot.q.val();
        self.lines.write_data.next = self.line.val().get_bits::<CLAIM_BITS>(0);

        comment!("S2M NDR, in any order.");
        self.lines.read_address.next = self.ndr_slot.val();
        self.released.next = self.lines.read_data.val();
        self.releases.next = self.ndr_valid.val();
        self.arrived.next = 0.into();
        if self.ndr_valid.val() {
            self.arrived.next = self.one.val() << self.ndr_slot.val();
        }
        self.next_bit.next = self.one.val() << self.next_slot.q.val();
        self.completed.next = self.arrived.val();
        if self.goes.val() & self.refused.val().any() {
            self.completed.next = self.arrived.val() | self.next_bit.val();
        }

        comment!("B behind the last beat of a burst.");
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();
        self.done.next = (self.here.q.val() & self.oldest_bit.val()).any();
        self.is_response.next = self.beats.out_data.val().get_bit(beat::LAST);
        self.bvalid.next = self.done.val() & self.is_response.val();
        self.bid.next = self.beats.out_data.val().get_bits::<SLAVE_ID_BITS>(beat::ID);
        self.bresp.next = self.beats.out_data.val().get_bits::<2>(beat::RESPONSE);
        self.leaves.next = self.done.val() & (!self.is_response.val() | self.bready.val());
        self.beats.out_ready.next = self.leaves.val();
        self.freed.next = 0.into();
        if self.leaves.val() {
            self.freed.next = self.oldest_bit.val();
            self.oldest.d.next = self.oldest.q.val() + 1;
        }
        self.here.d.next = (self.here.q.val() & !self.freed.val()) | self.completed.val();

        if self.reset.val() {
            self.at.d.next = 0.into();
            self.next_slot.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.here.d.next = 0.into();
        }
    }
}
