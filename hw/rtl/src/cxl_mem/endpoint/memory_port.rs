//! A port of memory: where the device ends and AXI begins.

use super::poison_list::{LINE_NUMBER_BITS, PoisonList};
use crate::axi::{ID_BITS, Patience, response};
use crate::layout::{Place, constants, layout, named};
use crate::stream::{Fifo, Sampler};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A read that is not answered: the ID of who asked, the line, and whether it was poisoned then.
    mod read {
        ID: ID_BITS,
        LINE: LINE_NUMBER_BITS,
        POISON: 1,
    }
}
/// Bits of it.
const READ_BITS: usize = read::BITS;
layout! {
    /// A write that is not answered: the line, whether it is written as a whole, whether it was poisoned and no read was under way
    /// when that was offered, and whether it is written with poison.
    mod write {
        LINE: LINE_NUMBER_BITS,
        WHOLE: 1,
        MENDS: 1,
        POISON: 1,
    }
}
/// Bits of it.
const WRITE_BITS: usize = write::BITS;
named! {
    /// Bits of an address.
    mod address {
        LINE = 6,
    }
}
/// Reads, and writes, that may be unanswered (2 to the power of this).
const LOG_UNANSWERED: usize = 7;

/// Takes the reads and writes of a source to an AXI4 port, all under one ID, so that they are answered in order; knows which lines are
/// poisoned; and keeps the answers to what was asked before a reset from whoever asks after it.
///
/// * **Poison.** A line is poisoned from the time at which a write with poison is offered to memory, or a write of it is answered with
///   an error, until memory has answered a write of the whole line without either. A read of a line that is poisoned when memory takes
///   the read, or when it answers, is answered with an error. A write that would make a line good waits for the reads under way, which
///   may be of what the line held before, and reads that memory is not offered yet wait for it. Which lines are poisoned stays over a
///   reset: [`PoisonList`].
/// * **Reset** may come at any time, and the memory need not be reset with it: what is unanswered, and what was offered, is remembered
///   over the reset, and nothing new is offered before all of it is answered. Nobody gets these answers, but a write that fails has its
///   line listed. What was offered and not taken is offered again: of a write the address, and a line of zeros with no byte enabled.
/// * **A memory that is reset as well** owes nothing. If `memory_reset` says so while `reset` is high, all is forgotten at once. If
///   not, the port gives up when [`Patience`] is over; memory then holds at most the half of a write that it was owed and has got,
///   and gets the other half, so that it pairs the writes behind it rightly. What is asked after that has another ID, by which answers
///   of a memory that was only slow are told apart, and dropped. From then on the IDs of answers are looked at.
/// * Nothing is offered during reset.
/// * Address and data of a write are taken from the source together.
/// * Latency: none, either way; of a write with poison a cycle, in which memory answers no write, and one at a time is under way.
/// * Throughput: a read and a write a cycle. Stalls on the port's ready, when 128 reads or 128 writes are unanswered, behind a reset,
///   and for a write that makes a line good.
///
/// What survives a reset has its values at power-up from its declaration.
#[derive(LogicBlock)]
pub struct MemoryPort {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Memory is reset, too, and owes nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// No line is poisoned any more (a pulse).
    pub clear_poison: Signal<In, Bit>,
    /// More lines are poisoned than the port has places for.
    pub poison_overflow: Signal<Out, Bit>,
    /// Source: read ID.
    pub s_arid: Signal<In, Bits<ID_BITS>>,
    /// Source: read address.
    pub s_araddr: Signal<In, Bits<64>>,
    /// Source: there is a read.
    pub s_arvalid: Signal<In, Bit>,
    /// Source: the read is taken.
    pub s_arready: Signal<Out, Bit>,
    /// Source: ID of the answer.
    pub s_rid: Signal<Out, Bits<ID_BITS>>,
    /// Source: line that was read.
    pub s_rdata: Signal<Out, Bits<512>>,
    /// Source: response; an error if the line is poisoned.
    pub s_rresp: Signal<Out, Bits<2>>,
    /// Source: there is an answer, which is always taken.
    pub s_rvalid: Signal<Out, Bit>,
    /// Source: write address.
    pub s_awaddr: Signal<In, Bits<64>>,
    /// Source: there is a write address.
    pub s_awvalid: Signal<In, Bit>,
    /// Source: the address is taken; waits for the line.
    pub s_awready: Signal<Out, Bit>,
    /// Source: line to write.
    pub s_wdata: Signal<In, Bits<512>>,
    /// Source: bytes of it that are written.
    pub s_wstrb: Signal<In, Bits<64>>,
    /// Source: it is poison.
    pub s_wpoison: Signal<In, Bit>,
    /// Source: there is a line to write.
    pub s_wvalid: Signal<In, Bit>,
    /// Source: the line is taken; waits for the address.
    pub s_wready: Signal<Out, Bit>,
    /// Source: response to a write.
    pub s_bresp: Signal<Out, Bits<2>>,
    /// Source: there is a response, which is always taken.
    pub s_bvalid: Signal<Out, Bit>,
    /// AXI read address ID.
    pub m_arid: Signal<Out, Bits<ID_BITS>>,
    /// AXI read address.
    pub m_araddr: Signal<Out, Bits<64>>,
    /// AXI read address valid.
    pub m_arvalid: Signal<Out, Bit>,
    /// AXI read address ready.
    pub m_arready: Signal<In, Bit>,
    /// AXI read data ID.
    pub m_rid: Signal<In, Bits<ID_BITS>>,
    /// AXI read data.
    pub m_rdata: Signal<In, Bits<512>>,
    /// AXI read response.
    pub m_rresp: Signal<In, Bits<2>>,
    /// AXI read data valid.
    pub m_rvalid: Signal<In, Bit>,
    /// AXI read data ready; always high.
    pub m_rready: Signal<Out, Bit>,
    /// AXI write address ID.
    pub m_awid: Signal<Out, Bits<ID_BITS>>,
    /// AXI write address.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// AXI write address valid.
    pub m_awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub m_awready: Signal<In, Bit>,
    /// AXI write data.
    pub m_wdata: Signal<Out, Bits<512>>,
    /// AXI write strobes.
    pub m_wstrb: Signal<Out, Bits<64>>,
    /// AXI write data valid.
    pub m_wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub m_wready: Signal<In, Bit>,
    /// AXI write response ID.
    pub m_bid: Signal<In, Bits<ID_BITS>>,
    /// AXI write response.
    pub m_bresp: Signal<In, Bits<2>>,
    /// AXI write response valid.
    pub m_bvalid: Signal<In, Bit>,
    /// AXI write response ready; always high.
    pub m_bready: Signal<Out, Bit>,
    poison: PoisonList,
    /// What is unanswered.
    reads: Fifo<READ_BITS, LOG_UNANSWERED>,
    writes: Fifo<WRITE_BITS, LOG_UNANSWERED>,
    memory_in_reset: Sampler,
    patience: Patience<11, 12>,
    /// What was asked for before the reset is waited for.
    draining: DFF<Bit>,
    /// The wait was given up.
    gave_up: DFF<Bit>,
    /// The ID, and whether it is another one than at power-up.
    id: DFF<Bits<ID_BITS>>,
    is_renewed: DFF<Bit>,
    /// A read, or a write, is offered and not taken, and its address.
    read_open: DFF<Bit>,
    write_open: DFF<Bit>,
    kept_read: DFF<Bits<64>>,
    kept_write: DFF<Bits<64>>,
    /// Memory has taken the address of the write at hand, or its line.
    address_taken: DFF<Bit>,
    line_taken: DFF<Bit>,
    /// If memory was reset as well, it lacks the address, or the line, of which it gets the other half.
    lacks_address: DFF<Bit>,
    lacks_line: DFF<Bit>,
    /// The line of the write at hand, which has poison, is in the list.
    is_listed: DFF<Bit>,
    /// The write at hand was to make its line good when it was first offered.
    mends: DFF<Bit>,
    /// A write with poison is not answered, and its line.
    poisoning: DFF<Bit>,
    poisoning_line: DFF<Bits<LINE_NUMBER_BITS>>,
    forgotten: Signal<Local, Bit>,
    blocks: Signal<Local, Bit>,
    drained: Signal<Local, Bit>,
    reading: Signal<Local, Bit>,
    read_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    write_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    may_read: Signal<Local, Bit>,
    offers_read: Signal<Local, Bit>,
    old_read: Signal<Local, Bit>,
    read_taken: Signal<Local, Bit>,
    read_answered: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    makes_good: Signal<Local, Bit>,
    is_mending: Signal<Local, Bit>,
    may_write: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    old_write: Signal<Local, Bit>,
    address_goes: Signal<Local, Bit>,
    line_goes: Signal<Local, Bit>,
    both_taken: Signal<Local, Bit>,
    write_taken: Signal<Local, Bit>,
    write_answered: Signal<Local, Bit>,
    answered_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    answered_poison: Signal<Local, Bit>,
    answered_bad: Signal<Local, Bit>,
    lists: Signal<Local, Bit>,
    relists: Signal<Local, Bit>,
    all_bytes: Constant<Bits<64>>,
    error: Constant<Bits<2>>,
    about: About<Self>,
}

impl Default for MemoryPort {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset memory_reset clear_poison poison_overflow s_arid s_araddr s_arvalid s_arready s_rid s_rdata s_rresp
                s_rvalid s_awaddr s_awvalid s_awready s_wdata s_wstrb s_wpoison s_wvalid s_wready s_bresp s_bvalid
                m_arid m_araddr m_arvalid m_arready m_rid m_rdata m_rresp m_rvalid m_rready m_awid m_awaddr m_awvalid m_awready
                m_wdata m_wstrb m_wvalid m_wready m_bid m_bresp m_bvalid m_bready
                poison reads writes memory_in_reset patience draining gave_up id is_renewed read_open write_open kept_read kept_write
                address_taken line_taken lacks_address lacks_line is_listed mends poisoning poisoning_line
                forgotten blocks drained reading read_line write_line may_read offers_read old_read read_taken read_answered
                whole makes_good is_mending may_write offers old_write address_goes line_goes both_taken write_taken write_answered
                answered_line answered_poison answered_bad lists relists about
            ]
            []
            all_bytes: Constant::new(u64::MAX.into()),
            error: Constant::new((1 << response::ERROR).into()),
        }
    }
}

impl Describe for MemoryPort {
    fn name() -> String {
        "memory_port".into()
    }

    fn description() -> &'static str {
        "Takes reads and writes to an AXI4 port in order, answers reads of poisoned lines with an error, and offers nothing new behind a reset before what was asked before it is answered. No latency; a read and a write a cycle; stalls on the port's ready, when 128 are unanswered, and behind a reset."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[read::CONSTANTS, write::CONSTANTS, address::CONSTANTS, response::CONSTANTS])
    }
}

impl Logic for MemoryPort {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            draining,
            gave_up,
            id,
            is_renewed,
            read_open,
            write_open,
            kept_read,
            kept_write,
            address_taken,
            line_taken,
            lacks_address,
            lacks_line,
            is_listed,
            mends,
            poisoning,
            poisoning_line
        );
        self.memory_in_reset.clock.next = self.clock.val();
        self.memory_in_reset.in_bit.next = self.memory_reset.val();
        self.forgotten.next = self.reset.val() & self.memory_in_reset.out_bit.val();
        self.blocks.next = self.reset.val() | self.draining.q.val();
        self.patience.clock.next = self.clock.val();
        self.poison.clock.next = self.clock.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.forgotten.val() | self.patience.over.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.forgotten.val() | self.patience.over.val();
        self.poison.clear.next = self.clear_poison.val();
        self.poison_overflow.next = self.poison.overflow.val();

        comment!("A write that makes a line good is offered while no read is under way.");
        self.write_line.next = self.s_awaddr.val().get_bits::<LINE_NUMBER_BITS>(address::LINE);
        self.poison.look[2].next = self.write_line.val();
        self.whole.next = self.s_wstrb.val() == self.all_bytes.val();
        self.makes_good.next = self.s_awvalid.val()
            & self.s_wvalid.val()
            & self.whole.val()
            & !self.s_wpoison.val()
            & self.poison.poisoned[2].val();
        self.reading.next = self.reads.out_valid.val() | self.read_open.q.val();

        comment!("Reads. One that was offered before a reset is offered again behind it.");
        self.may_read.next = self.reads.in_ready.val()
            & !self.blocks.val()
            & (!self.makes_good.val() | self.write_open.q.val() | self.read_open.q.val());
        self.offers_read.next = self.s_arvalid.val() & self.may_read.val();
        self.m_arid.next = self.id.q.val();
        self.m_araddr.next = self.s_araddr.val();
        self.m_arvalid.next = self.offers_read.val();
        self.old_read.next = self.draining.q.val() & self.read_open.q.val() & !self.reset.val();
        if self.draining.q.val() {
            self.m_araddr.next = self.kept_read.q.val();
            self.m_arvalid.next = self.old_read.val();
        }
        self.s_arready.next = self.m_arready.val() & self.may_read.val();
        self.read_taken.next = (self.offers_read.val() | self.old_read.val()) & self.m_arready.val();
        if self.offers_read.val() {
            self.read_open.d.next = true;
            self.kept_read.d.next = self.s_araddr.val();
        }
        if self.read_taken.val() {
            self.read_open.d.next = false;
        }
        self.read_line.next = self.s_araddr.val().get_bits::<LINE_NUMBER_BITS>(address::LINE);
        self.poison.look[0].next = self.read_line.val();
        self.reads.in_valid.next = self.read_taken.val();
        self.reads.in_data.next = bit_cast::<READ_BITS, ID_BITS>(self.s_arid.val())
            | (bit_cast::<READ_BITS, LINE_NUMBER_BITS>(self.read_line.val()) << read::LINE.val())
            | (bit_cast::<READ_BITS, 1>(self.poison.poisoned[0].val().into()) << read::POISON.val());
        self.m_rready.next = true;
        self.read_answered.next = self.m_rvalid.val()
            & self.reads.out_valid.val()
            & (!self.is_renewed.q.val() | (self.m_rid.val() == self.id.q.val()));
        self.reads.out_ready.next = self.read_answered.val();
        self.poison.look[1].next = self.reads.out_data.val().get_bits::<LINE_NUMBER_BITS>(read::LINE);
        self.s_rid.next = self.reads.out_data.val().get_bits::<ID_BITS>(read::ID);
        self.s_rdata.next = self.m_rdata.val();
        self.s_rresp.next = self.m_rresp.val();
        if self.reads.out_data.val().get_bit(read::POISON) | self.poison.poisoned[1].val() {
            self.s_rresp.next = self.m_rresp.val() | self.error.val();
        }
        self.s_rvalid.next = self.read_answered.val() & !self.blocks.val();

        comment!(
            "Writes. Of one that was offered before a reset, memory gets behind it what it has not taken, with no byte enabled."
        );
        self.may_write.next = self.writes.in_ready.val()
            & !self.blocks.val()
            & (!self.s_wpoison.val() | self.is_listed.q.val())
            & (!self.makes_good.val() | self.write_open.q.val() | !self.reading.val());
        self.offers.next = self.s_awvalid.val() & self.s_wvalid.val() & self.may_write.val();
        self.old_write.next = self.draining.q.val() & self.write_open.q.val() & !self.reset.val();
        self.m_awid.next = self.id.q.val();
        self.m_awaddr.next = self.s_awaddr.val();
        self.m_wdata.next = self.s_wdata.val();
        self.m_wstrb.next = self.s_wstrb.val();
        if self.draining.q.val() {
            self.m_awaddr.next = self.kept_write.q.val();
            self.m_wdata.next = 0.into();
            self.m_wstrb.next = 0.into();
        }
        self.m_awvalid.next = (self.offers.val() | self.old_write.val()) & !self.address_taken.q.val();
        self.m_wvalid.next = (self.offers.val() | self.old_write.val()) & !self.line_taken.q.val();
        self.address_goes.next =
            (self.offers.val() | self.old_write.val()) & !self.address_taken.q.val() & self.m_awready.val();
        self.line_goes.next =
            (self.offers.val() | self.old_write.val()) & !self.line_taken.q.val() & self.m_wready.val();
        self.both_taken.next =
            (self.address_taken.q.val() | self.m_awready.val()) & (self.line_taken.q.val() | self.m_wready.val());
        self.write_taken.next = (self.offers.val() | self.old_write.val()) & self.both_taken.val();
        self.s_awready.next = self.s_wvalid.val() & self.may_write.val() & self.both_taken.val();
        self.s_wready.next = self.s_awvalid.val() & self.may_write.val() & self.both_taken.val();
        self.is_mending.next = self.makes_good.val();
        if self.write_open.q.val() {
            self.is_mending.next = self.mends.q.val();
        }
        if self.address_goes.val() {
            self.address_taken.d.next = true;
        }
        if self.line_goes.val() {
            self.line_taken.d.next = true;
        }
        if self.offers.val() {
            self.write_open.d.next = true;
            self.kept_write.d.next = self.s_awaddr.val();
            self.mends.d.next = self.is_mending.val();
        }
        if self.write_taken.val() {
            self.write_open.d.next = false;
        }
        if self.write_taken.val() & self.offers.val() {
            self.address_taken.d.next = false;
            self.line_taken.d.next = false;
            self.is_listed.d.next = false;
        }
        self.writes.in_valid.next = self.write_taken.val();
        self.writes.in_data.next = bit_cast::<WRITE_BITS, LINE_NUMBER_BITS>(self.write_line.val())
            | (bit_cast::<WRITE_BITS, 1>(self.whole.val().into()) << write::WHOLE.val())
            | (bit_cast::<WRITE_BITS, 1>(self.is_mending.val().into()) << write::MENDS.val())
            | (bit_cast::<WRITE_BITS, 1>(self.s_wpoison.val().into()) << write::POISON.val());
        if self.draining.q.val() {
            self.writes.in_data.next = bit_cast::<WRITE_BITS, LINE_NUMBER_BITS>(
                self.kept_write.q.val().get_bits::<LINE_NUMBER_BITS>(address::LINE),
            ) | (bit_cast::<WRITE_BITS, 1>(self.is_listed.q.val().into())
                << write::POISON.val());
        }

        comment!("Responses to writes.");
        self.m_bready.next = true;
        self.write_answered.next = self.m_bvalid.val()
            & self.writes.out_valid.val()
            & (!self.is_renewed.q.val() | (self.m_bid.val() == self.id.q.val()));
        self.writes.out_ready.next = self.write_answered.val();
        self.s_bresp.next = self.m_bresp.val();
        self.s_bvalid.next = self.write_answered.val() & !self.blocks.val();

        comment!(
            "Poison: a write that has it is in the list before memory sees it, and until it is answered nothing takes its line out."
        );
        self.answered_line.next = self.writes.out_data.val().get_bits::<LINE_NUMBER_BITS>(write::LINE);
        self.answered_poison.next = self.writes.out_data.val().get_bit(write::POISON);
        self.answered_bad.next = self.answered_poison.val() | self.m_bresp.val().get_bit(response::ERROR);
        self.lists.next = self.s_awvalid.val()
            & self.s_wvalid.val()
            & self.s_wpoison.val()
            & !self.is_listed.q.val()
            & !self.poisoning.q.val()
            & !self.blocks.val()
            & !self.write_answered.val();
        self.poison.line.next = self.answered_line.val();
        self.poison.add.next = self.write_answered.val() & self.answered_bad.val();
        self.poison.remove.next = self.write_answered.val()
            & !self.answered_bad.val()
            & self.writes.out_data.val().get_bit(write::WHOLE)
            & (self.writes.out_data.val().get_bit(write::MENDS) | !self.reading.val())
            & !(self.poisoning.q.val() & (self.poisoning_line.q.val() == self.answered_line.val()));
        if self.write_answered.val() & self.answered_poison.val() {
            self.poisoning.d.next = false;
        }
        if self.clear_poison.val() & self.is_listed.q.val() & !self.offers.val() & !self.blocks.val() {
            // What is not offered yet is listed again before it is.
            self.is_listed.d.next = false;
            self.poisoning.d.next = false;
        }
        self.relists.next =
            self.clear_poison.val() & self.poisoning.q.val() & !(self.write_answered.val() & self.answered_bad.val());
        if self.lists.val() {
            self.poison.line.next = self.write_line.val();
            self.poison.add.next = true;
            self.is_listed.d.next = true;
            self.poisoning.d.next = true;
            self.poisoning_line.d.next = self.write_line.val();
        } else if self.relists.val() {
            // What memory may have taken already stays listed. Which line that is does not wait for whether it may; when all are
            // cleared, nothing else asks for one.
            self.poison.line.next = self.poisoning_line.q.val();
            if self.offers.val() | self.blocks.val() | !self.is_listed.q.val() {
                self.poison.add.next = true;
            }
        }

        comment!(
            "Behind a reset. A memory of which nothing comes was reset as well: what it was owed and got is the half of a write."
        );
        self.patience.waits.next = self.draining.q.val() & !self.reset.val();
        self.patience.sign.next = self.m_rvalid.val()
            | self.m_bvalid.val()
            | (self.old_read.val() & self.m_arready.val())
            | (self.old_write.val() & !self.address_taken.q.val() & self.m_awready.val())
            | (self.old_write.val() & !self.line_taken.q.val() & self.m_wready.val());
        if self.patience.over.val() {
            self.gave_up.d.next = true;
            self.lacks_address.d.next = false;
            self.lacks_line.d.next = false;
            if self.lacks_address.q.val() {
                self.address_taken.d.next = false;
                self.write_open.d.next = true;
            }
            if self.lacks_line.q.val() {
                self.line_taken.d.next = false;
                self.write_open.d.next = true;
            }
        }
        self.drained.next = !self.reading.val() & !self.writes.out_valid.val() & !self.write_open.q.val();
        if self.draining.q.val() & self.drained.val() & !self.reset.val() {
            self.draining.d.next = false;
            self.gave_up.d.next = false;
            self.address_taken.d.next = false;
            self.line_taken.d.next = false;
            self.lacks_address.d.next = false;
            self.lacks_line.d.next = false;
            self.is_listed.d.next = false;
            self.poisoning.d.next = false;
            if self.gave_up.q.val() {
                self.id.d.next = self.id.q.val() + 1;
                self.is_renewed.d.next = true;
            }
        }
        if self.reset.val() {
            self.draining.d.next = true;
            self.lacks_address.d.next = self.write_open.q.val() & self.address_taken.q.val();
            self.lacks_line.d.next = self.write_open.q.val() & self.line_taken.q.val();
        }
        if self.forgotten.val() {
            self.gave_up.d.next = false;
            self.read_open.d.next = false;
            self.write_open.d.next = false;
            self.address_taken.d.next = false;
            self.line_taken.d.next = false;
        }
    }
}
