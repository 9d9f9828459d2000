//! A port of memory: where the device ends and AXI begins.

use super::poison_list::{LINE_NUMBER_BITS, PoisonList};
use crate::axi::{ID_BITS, response};
use crate::layout::{Place, constants, layout, named};
use crate::stream::Fifo;
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
    /// A write that is not answered: the line, and whether it is written as a whole, and with poison.
    mod write {
        LINE: LINE_NUMBER_BITS,
        WHOLE: 1,
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
///   the read, or when it answers, is answered with an error. Which lines that are stays over a reset: [`PoisonList`].
/// * **Reset** may come at any time, and the memory need not be reset with it. The ID is another one after a reset that met something
///   unanswered, so that answers of before are told apart, and dropped. Of a write of which memory has taken but the address, the line
///   follows after the reset, with no byte enabled; of one of which it has taken but the line, the address follows. A memory that is
///   reset, too, and forgets what it has taken, must not have taken half a write. Nothing is offered during reset: what was not taken
///   is withdrawn.
/// * Address and data of a write are taken from the source together.
/// * Latency: none, either way; of a write with poison a cycle, in which memory answers no write, and one at a time is under way.
/// * Throughput: a read and a write a cycle. Stalls on the port's ready, and when 128 reads or 128 writes are unanswered.
///
/// What survives a reset has its values at power-up from its declaration. Until a reset has met something unanswered, the IDs of answers
/// are not looked at.
#[derive(LogicBlock)]
pub struct MemoryPort {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
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
    /// The ID, the one before it, and whether there was one.
    id: DFF<Bits<ID_BITS>>,
    id_before: DFF<Bits<ID_BITS>>,
    is_renewed: DFF<Bit>,
    /// Memory has taken the address of the write at hand, or its line.
    address_taken: DFF<Bit>,
    line_taken: DFF<Bit>,
    /// Of a write of before the last reset, memory is owed the line, or the address.
    owes_line: DFF<Bit>,
    owes_address: DFF<Bit>,
    /// The address of the write that was offered last.
    kept_address: DFF<Bits<64>>,
    /// The line of the write at hand, which has poison, is in the list.
    is_listed: DFF<Bit>,
    /// A write with poison is not answered, and its line.
    poisoning: DFF<Bit>,
    poisoning_line: DFF<Bits<LINE_NUMBER_BITS>>,
    read_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    write_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    read_room: Signal<Local, Bit>,
    read_taken: Signal<Local, Bit>,
    read_answered: Signal<Local, Bit>,
    owes: Signal<Local, Bit>,
    may_write: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    address_goes: Signal<Local, Bit>,
    line_goes: Signal<Local, Bit>,
    write_taken: Signal<Local, Bit>,
    meets_traffic: Signal<Local, Bit>,
    write_answered: Signal<Local, Bit>,
    answered_line: Signal<Local, Bits<LINE_NUMBER_BITS>>,
    answered_poison: Signal<Local, Bit>,
    answered_bad: Signal<Local, Bit>,
    lists: Signal<Local, Bit>,
    all_bytes: Constant<Bits<64>>,
    error: Constant<Bits<2>>,
    about: About<Self>,
}

impl Default for MemoryPort {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset clear_poison poison_overflow s_arid s_araddr s_arvalid s_arready s_rid s_rdata s_rresp s_rvalid
                s_awaddr s_awvalid s_awready s_wdata s_wstrb s_wpoison s_wvalid s_wready s_bresp s_bvalid
                m_arid m_araddr m_arvalid m_arready m_rid m_rdata m_rresp m_rvalid m_rready m_awid m_awaddr m_awvalid m_awready
                m_wdata m_wstrb m_wvalid m_wready m_bid m_bresp m_bvalid m_bready
                poison reads writes id id_before is_renewed address_taken line_taken
                owes_line owes_address kept_address is_listed poisoning poisoning_line
                read_line write_line read_room read_taken read_answered owes may_write offers whole
                address_goes line_goes write_taken meets_traffic write_answered answered_line answered_poison answered_bad
                lists about
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
        "Takes reads and writes to an AXI4 port in order, answers reads of poisoned lines with an error, and drops answers to what was asked before a reset. No latency; a read and a write a cycle; stalls on the port's ready and when 128 are unanswered."
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
            id,
            id_before,
            is_renewed,
            address_taken,
            line_taken,
            owes_line,
            owes_address,
            kept_address,
            is_listed,
            poisoning,
            poisoning_line
        );
        self.poison.clock.next = self.clock.val();
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.poison.clear.next = self.clear_poison.val();
        self.poison_overflow.next = self.poison.overflow.val();

        comment!("Reads.");
        self.read_room.next = self.reads.in_ready.val() & !self.reset.val();
        self.m_arid.next = self.id.q.val();
        self.m_araddr.next = self.s_araddr.val();
        self.m_arvalid.next = self.s_arvalid.val() & self.read_room.val();
        self.s_arready.next = self.m_arready.val() & self.read_room.val();
        self.read_taken.next = self.s_arvalid.val() & self.m_arready.val() & self.read_room.val();
        self.read_line.next = self.s_araddr.val().get_bits::<LINE_NUMBER_BITS>(address::LINE);
        self.poison.look[0].next = self.read_line.val();
        self.reads.in_valid.next = self.read_taken.val();
        self.reads.in_data.next = bit_cast::<READ_BITS, ID_BITS>(self.s_arid.val())
            | (bit_cast::<READ_BITS, LINE_NUMBER_BITS>(self.read_line.val()) << read::LINE.val())
            | (bit_cast::<READ_BITS, 1>(self.poison.poisoned[0].val().into()) << read::POISON.val());
        self.m_rready.next = true;
        self.read_answered.next = self.m_rvalid.val()
            & self.reads.out_valid.val()
            & !self.reset.val()
            & (!self.is_renewed.q.val() | (self.m_rid.val() == self.id.q.val()));
        self.reads.out_ready.next = self.read_answered.val();
        self.poison.look[1].next = self.reads.out_data.val().get_bits::<LINE_NUMBER_BITS>(read::LINE);
        self.s_rid.next = self.reads.out_data.val().get_bits::<ID_BITS>(read::ID);
        self.s_rdata.next = self.m_rdata.val();
        self.s_rresp.next = self.m_rresp.val();
        if self.reads.out_data.val().get_bit(read::POISON) | self.poison.poisoned[1].val() {
            self.s_rresp.next = self.m_rresp.val() | self.error.val();
        }
        self.s_rvalid.next = self.read_answered.val();

        comment!("Writes: what memory is owed goes first.");
        self.owes.next = self.owes_line.q.val() | self.owes_address.q.val();
        self.may_write.next = self.writes.in_ready.val()
            & !self.owes.val()
            & !self.reset.val()
            & (!self.s_wpoison.val() | self.is_listed.q.val());
        self.offers.next = self.s_awvalid.val() & self.s_wvalid.val() & self.may_write.val();
        self.write_line.next = self.s_awaddr.val().get_bits::<LINE_NUMBER_BITS>(address::LINE);
        self.whole.next = self.s_wstrb.val() == self.all_bytes.val();
        self.m_awid.next = self.id.q.val();
        self.m_awaddr.next = self.s_awaddr.val();
        self.m_awvalid.next = self.offers.val() & !self.address_taken.q.val();
        if self.owes_address.q.val() {
            self.m_awid.next = self.id_before.q.val();
            self.m_awaddr.next = self.kept_address.q.val();
            self.m_awvalid.next = !self.reset.val();
        }
        self.m_wdata.next = self.s_wdata.val();
        self.m_wstrb.next = self.s_wstrb.val();
        self.m_wvalid.next = self.offers.val() & !self.line_taken.q.val();
        if self.owes_line.q.val() {
            self.m_wstrb.next = 0.into();
            self.m_wvalid.next = !self.reset.val();
        }
        self.address_goes.next = self.offers.val() & !self.address_taken.q.val() & self.m_awready.val();
        self.line_goes.next = self.offers.val() & !self.line_taken.q.val() & self.m_wready.val();
        self.write_taken.next = self.offers.val()
            & (self.address_taken.q.val() | self.m_awready.val())
            & (self.line_taken.q.val() | self.m_wready.val());
        self.s_awready.next = self.s_wvalid.val()
            & self.may_write.val()
            & (self.address_taken.q.val() | self.m_awready.val())
            & (self.line_taken.q.val() | self.m_wready.val());
        self.s_wready.next = self.s_awvalid.val()
            & self.may_write.val()
            & (self.address_taken.q.val() | self.m_awready.val())
            & (self.line_taken.q.val() | self.m_wready.val());
        if self.address_goes.val() {
            self.address_taken.d.next = true;
        }
        if self.line_goes.val() {
            self.line_taken.d.next = true;
        }
        if self.offers.val() {
            self.kept_address.d.next = self.s_awaddr.val();
        }
        if self.write_taken.val() {
            self.address_taken.d.next = false;
            self.line_taken.d.next = false;
            self.is_listed.d.next = false;
        }
        self.writes.in_valid.next = self.write_taken.val();
        self.writes.in_data.next = bit_cast::<WRITE_BITS, LINE_NUMBER_BITS>(self.write_line.val())
            | (bit_cast::<WRITE_BITS, 1>(self.whole.val().into()) << write::WHOLE.val())
            | (bit_cast::<WRITE_BITS, 1>(self.s_wpoison.val().into()) << write::POISON.val());
        if self.m_awready.val() & !self.reset.val() {
            self.owes_address.d.next = false;
        }
        if self.m_wready.val() & !self.reset.val() {
            self.owes_line.d.next = false;
        }

        comment!("Responses to writes.");
        self.m_bready.next = true;
        self.write_answered.next = self.m_bvalid.val()
            & self.writes.out_valid.val()
            & !self.reset.val()
            & (!self.is_renewed.q.val() | (self.m_bid.val() == self.id.q.val()));
        self.writes.out_ready.next = self.write_answered.val();
        self.s_bresp.next = self.m_bresp.val();
        self.s_bvalid.next = self.write_answered.val();

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
            & !self.owes.val()
            & !self.write_answered.val();
        self.poison.line.next = self.answered_line.val();
        self.poison.add.next = self.write_answered.val() & self.answered_bad.val();
        self.poison.remove.next = self.write_answered.val()
            & !self.answered_bad.val()
            & self.writes.out_data.val().get_bit(write::WHOLE)
            & !(self.poisoning.q.val() & (self.poisoning_line.q.val() == self.answered_line.val()));
        if self.write_answered.val() & self.answered_poison.val() {
            self.poisoning.d.next = false;
        }
        if self.clear_poison.val() & self.is_listed.q.val() & !self.offers.val() {
            // What is not offered yet is listed again before it is.
            self.is_listed.d.next = false;
            self.poisoning.d.next = false;
        }
        if self.lists.val() & !self.reset.val() {
            self.poison.line.next = self.write_line.val();
            self.poison.add.next = true;
            self.is_listed.d.next = true;
            self.poisoning.d.next = true;
            self.poisoning_line.d.next = self.write_line.val();
        }

        comment!("A reset that meets something unanswered takes another ID, and leaves a part of a write as a debt.");
        self.meets_traffic.next = self.reads.out_valid.val()
            | self.writes.out_valid.val()
            | self.address_taken.q.val()
            | self.line_taken.q.val();
        if self.reset.val() {
            if self.meets_traffic.val() {
                self.id.d.next = self.id.q.val() + 1;
                self.id_before.d.next = self.id.q.val();
                self.is_renewed.d.next = true;
            }
            self.address_taken.d.next = false;
            self.line_taken.d.next = false;
            if self.address_taken.q.val() {
                self.owes_line.d.next = true;
            }
            if self.line_taken.q.val() {
                self.owes_address.d.next = true;
            }
            self.is_listed.d.next = false;
            self.poisoning.d.next = false;
        }
    }
}
