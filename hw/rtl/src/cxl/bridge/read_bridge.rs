//! Reads of an AXI4 master as reads of a host over CXL.mem.

use super::{BEYOND_BITS, CLAIM_BITS, LOG_SLOTS, SLOTS, axi_address, beat, burst};
use crate::axi::SLAVE_ID_BITS;
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, S2mDrsOpcode};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a queued address.
const BURST_BITS: usize = burst::BITS;
/// Bits of what is kept of a beat.
const BEAT_BITS: usize = beat::BITS;
layout! {
    /// A queued Req.
    mod request {
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_SLOTS,
    }
}
/// Bits of it.
const REQUEST_BITS: usize = request::BITS;
layout! {
    /// A line that has come, and whether no memory has its address, or it is poison.
    mod answer {
        DATA: 512,
        UNMAPPED: 1,
        POISON: 1,
    }
}
/// Bits of it.
const ANSWER_BITS: usize = answer::BITS;

/// Makes a `MemRd` of every beat of a read burst, and beats of the answers, in the order of the requests, whatever their IDs.
///
/// * A burst is taken if it is INCR and its beats have 64 bytes, or if it has one beat. An address need not be a multiple of 64; the beat
///   has the whole line. Other bursts are answered with SLVERR, and addresses of 2^52 or more with DECERR, without a request.
/// * Poison is SLVERR, `MemData-NXM` DECERR.
/// * Latency: two cycles from AR to Req, one from DRS to R.
/// * Throughput: a line a cycle; 64 under way.
/// * Stalls when Req does, 64 beats wait for an answer or for R, and while the line of the next beat has a transaction. DRS is always taken.
#[derive(LogicBlock)]
pub struct ReadBridge {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// AXI read address ID.
    pub arid: Signal<In, Bits<SLAVE_ID_BITS>>,
    /// AXI read address.
    pub araddr: Signal<In, Bits<64>>,
    /// AXI burst length.
    pub arlen: Signal<In, Bits<8>>,
    /// AXI beat size.
    pub arsize: Signal<In, Bits<3>>,
    /// AXI burst type.
    pub arburst: Signal<In, Bits<2>>,
    /// AXI read address valid.
    pub arvalid: Signal<In, Bit>,
    /// AXI read address ready.
    pub arready: Signal<Out, Bit>,
    /// AXI read data ID.
    pub rid: Signal<Out, Bits<SLAVE_ID_BITS>>,
    /// AXI read data.
    pub rdata: Signal<Out, Bits<512>>,
    /// AXI read response.
    pub rresp: Signal<Out, Bits<2>>,
    /// AXI last beat of a burst.
    pub rlast: Signal<Out, Bit>,
    /// AXI read data valid.
    pub rvalid: Signal<Out, Bit>,
    /// AXI read data ready.
    pub rready: Signal<In, Bit>,
    /// The line of the next request; low bits of its number.
    pub claim: Signal<Out, Bits<CLAIM_BITS>>,
    /// There is one.
    pub claims: Signal<Out, Bit>,
    /// No other transaction has it.
    pub granted: Signal<In, Bit>,
    /// A line that was answered; low bits of its number.
    pub released: Signal<Out, Bits<CLAIM_BITS>>,
    /// There is one.
    pub releases: Signal<Out, Bit>,
    /// M2S Req: slot of the read, which its tag names.
    pub req_slot: Signal<Out, Bits<LOG_SLOTS>>,
    /// M2S Req: bits 51 to 6 of its HPA.
    pub req_address: Signal<Out, Bits<ADDRESS_BITS>>,
    /// M2S Req: there is one.
    pub req_valid: Signal<Out, Bit>,
    /// M2S Req: taken.
    pub req_ready: Signal<In, Bit>,
    /// S2M DRS: opcode.
    pub drs_opcode: Signal<In, Bits<{ S2mDrsOpcode::BITS }>>,
    /// S2M DRS: slot of the read.
    pub drs_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// S2M DRS: the line is poison.
    pub drs_poison: Signal<In, Bit>,
    /// S2M DRS: line.
    pub drs_data: Signal<In, Bits<512>>,
    /// S2M DRS: there is one; it is always taken.
    pub drs_valid: Signal<In, Bit>,
    bursts: Fifo<BURST_BITS, 2>,
    requests: Fifo<REQUEST_BITS, 2>,
    /// Beats in order; its length bounds what is under way.
    beats: Fifo<BEAT_BITS, LOG_SLOTS>,
    buffer: LutRam<ANSWER_BITS, LOG_SLOTS>,
    /// Lines by slot, to be released.
    lines: LutRam<CLAIM_BITS, LOG_SLOTS>,
    /// Beats of the burst before the next.
    at: DFF<Bits<8>>,
    /// Slot of the next beat, and of the oldest.
    next_slot: DFF<Bits<LOG_SLOTS>>,
    oldest: DFF<Bits<LOG_SLOTS>>,
    /// Slots that are answered.
    here: DFF<Bits<SLOTS>>,
    /// The oldest is.
    oldest_here: DFF<Bit>,
    oldest_after: Signal<Local, Bits<LOG_SLOTS>>,
    address: Signal<Local, Bits<64>>,
    line: Signal<Local, Bits<ADDRESS_BITS>>,
    last: Signal<Local, Bit>,
    is_plain: Signal<Local, Bit>,
    is_beyond: Signal<Local, Bit>,
    refused: Signal<Local, Bits<2>>,
    may_go: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    /// A beat that is refused goes, and is answered at once.
    passes: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    next_bit: Signal<Local, Bits<SLOTS>>,
    oldest_bit: Signal<Local, Bits<SLOTS>>,
    arrived: Signal<Local, Bits<SLOTS>>,
    answered: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    unmapped: Signal<Local, Bit>,
    answer: Signal<Local, Bits<ANSWER_BITS>>,
    one: Constant<Bits<SLOTS>>,
    line_size: Constant<Bits<3>>,
    incr: Constant<Bits<2>>,
    slave_error: Constant<Bits<2>>,
    decode_error: Constant<Bits<2>>,
    nxm: Constant<Bits<{ S2mDrsOpcode::BITS }>>,
    about: About<Self>,
}

impl Default for ReadBridge {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset arid araddr arlen arsize arburst arvalid arready rid rdata rresp rlast rvalid rready
                claim claims granted released releases req_slot req_address req_valid req_ready
                drs_opcode drs_slot drs_poison drs_data drs_valid bursts requests beats buffer lines at next_slot oldest here
                oldest_here oldest_after address line last is_plain is_beyond refused may_go asks goes passes leaves next_bit
                oldest_bit arrived answered freed unmapped answer about
            ]
            []
            one: Constant::new(1.into()),
            line_size: Constant::new(6.into()),
            incr: Constant::new(1.into()),
            slave_error: Constant::new(2.into()),
            decode_error: Constant::new(3.into()),
            nxm: Constant::new(u64::from(S2mDrsOpcode::MemDataNxm.code()).into()),
        }
    }
}

impl Describe for ReadBridge {
    fn name() -> String {
        "read_bridge".into()
    }

    fn description() -> &'static str {
        "Makes reads over CXL.mem of the read bursts of an AXI4 master, and answers them in order. Two cycles from AR to Req, one from DRS to R; a line a cycle, 64 under way; stalls when Req or R do, and while a line has a transaction."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, beat::CONSTANTS, axi_address::CONSTANTS, request::CONSTANTS, answer::CONSTANTS])
    }
}

impl Logic for ReadBridge {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at, next_slot, oldest, here, oldest_here);
        self.bursts.clock.next = self.clock.val();
        self.bursts.reset.next = self.reset.val();
        self.requests.clock.next = self.clock.val();
        self.requests.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.buffer.clock.next = self.clock.val();
        self.lines.clock.next = self.clock.val();

        comment!("Bursts.");
        self.bursts.in_valid.next = self.arvalid.val();
        self.arready.next = self.bursts.in_ready.val();
        self.bursts.in_data.next = bit_cast::<BURST_BITS, 64>(self.araddr.val())
            | (bit_cast::<BURST_BITS, 8>(self.arlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, 3>(self.arsize.val()) << burst::SIZE.val())
            | (bit_cast::<BURST_BITS, 2>(self.arburst.val()) << burst::KIND.val())
            | (bit_cast::<BURST_BITS, SLAVE_ID_BITS>(self.arid.val()) << burst::ID.val());

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
        self.may_go.next = self.bursts.out_valid.val() & self.beats.in_ready.val() & self.requests.in_ready.val();
        self.claim.next = self.line.val().get_bits::<CLAIM_BITS>(0);
        self.claims.next = self.may_go.val() & !self.refused.val().any();
        self.asks.next = self.may_go.val() & !self.refused.val().any() & self.granted.val();
        self.passes.next = self.may_go.val() & self.refused.val().any();
        self.goes.next = self.asks.val() | self.passes.val();
        self.bursts.out_ready.next = self.goes.val() & self.last.val();
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

        comment!("M2S Req.");
        self.requests.in_valid.next = self.asks.val();
        self.requests.in_data.next = bit_cast::<REQUEST_BITS, ADDRESS_BITS>(self.line.val())
            | (bit_cast::<REQUEST_BITS, LOG_SLOTS>(self.next_slot.q.val()) << request::SLOT.val());
        self.req_valid.next = self.requests.out_valid.val();
        self.requests.out_ready.next = self.req_ready.val();
        self.req_address.next = self.requests.out_data.val().get_bits::<ADDRESS_BITS>(request::ADDRESS);
        self.req_slot.next = self.requests.out_data.val().get_bits::<LOG_SLOTS>(request::SLOT);
        self.lines.write_enable.next = self.asks.val();
        self.lines.write_address.next = self.next_slot.q.val();
        self.lines.write_data.next = self.line.val().get_bits::<CLAIM_BITS>(0);

        comment!("S2M DRS, in any order.");
        self.buffer.write_enable.next = self.drs_valid.val();
        self.buffer.write_address.next = self.drs_slot.val();
        self.unmapped.next = self.drs_opcode.val() == self.nxm.val();
        self.buffer.write_data.next = bit_cast::<ANSWER_BITS, 512>(self.drs_data.val())
            | (bit_cast::<ANSWER_BITS, 1>(self.unmapped.val().into()) << answer::UNMAPPED.val())
            | (bit_cast::<ANSWER_BITS, 1>(self.drs_poison.val().into()) << answer::POISON.val());
        self.lines.read_address.next = self.drs_slot.val();
        self.released.next = self.lines.read_data.val();
        self.releases.next = self.drs_valid.val();
        self.arrived.next = 0.into();
        if self.drs_valid.val() {
            self.arrived.next = self.one.val() << self.drs_slot.val();
        }
        self.next_bit.next = self.one.val() << self.next_slot.q.val();
        self.answered.next = self.arrived.val();
        if self.passes.val() {
            self.answered.next = self.arrived.val() | self.next_bit.val();
        }

        comment!("R, in order again.");
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();
        self.buffer.read_address.next = self.oldest.q.val();
        self.answer.next = self.buffer.read_data.val();
        self.rvalid.next = self.oldest_here.q.val();
        self.rid.next = self.beats.out_data.val().get_bits::<SLAVE_ID_BITS>(beat::ID);
        self.rlast.next = self.beats.out_data.val().get_bit(beat::LAST);
        self.rdata.next = self.answer.val().get_bits::<512>(answer::DATA);
        self.rresp.next = 0.into();
        if self.answer.val().get_bit(answer::UNMAPPED) {
            self.rresp.next = self.decode_error.val();
        }
        if self.answer.val().get_bit(answer::POISON) {
            self.rresp.next = self.slave_error.val();
        }
        if self.beats.out_data.val().get_bits::<2>(beat::RESPONSE).any() {
            self.rresp.next = self.beats.out_data.val().get_bits::<2>(beat::RESPONSE);
            self.rdata.next = 0.into();
        }
        self.leaves.next = self.oldest_here.q.val() & self.rready.val();
        self.beats.out_ready.next = self.leaves.val();
        self.freed.next = 0.into();
        if self.leaves.val() {
            self.freed.next = self.oldest_bit.val();
            self.oldest.d.next = self.oldest.q.val() + 1;
        }
        self.here.d.next = (self.here.q.val() & !self.freed.val()) | self.answered.val();
        // Whether the oldest is answered is known a cycle before it is asked: of it and of the one behind it, side by side.
        self.oldest_after.next = self.oldest.q.val() + 1;
        self.oldest_here.d.next = self.oldest_here.q.val()
            | (self.drs_valid.val() & (self.drs_slot.val() == self.oldest.q.val()))
            | (self.passes.val() & (self.next_slot.q.val() == self.oldest.q.val()));
        if self.leaves.val() {
            self.oldest_here.d.next = self.here.q.val().get_bit(self.oldest_after.val().index())
                | (self.drs_valid.val() & (self.drs_slot.val() == self.oldest_after.val()))
                | (self.passes.val() & (self.next_slot.q.val() == self.oldest_after.val()));
        }

        if self.reset.val() {
            self.at.d.next = 0.into();
            self.next_slot.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.here.d.next = 0.into();
            self.oldest_here.d.next = false;
        }
    }
}
