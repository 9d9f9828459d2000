//! CXL.cache: pooled vectors on their way to a peer.

use super::{LOG_SLOTS, SLOTS, code};
use crate::axi::{MARKED_BITS, marked};
use crate::cxl::hpa;
use crate::cxl_mem::line_reader::LineReader;
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, H2dRspOpcode, UQID_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines of a port of the scratchpad that may be asked for and not sent (2 to the power of this).
const LOG_LINES: usize = 4;
layout! {
    /// A line that the host pulls: its UQID, and where it is.
    mod pull {
        UQID: UQID_BITS,
        SLOT: LOG_SLOTS,
    }
}
/// Bits of it.
const PULL_BITS: usize = pull::BITS;

/// Sends a region of the scratchpad to a host physical address line by line: for each an `ItoMWr`, and its data when the host
/// pulls them.
///
/// A line that the scratchpad answers with an error goes out poisoned, and `unreadable` pulses. `failed` pulses when the host refuses a line
/// (`GO-ERR-WritePull`); its data are sent and dropped there.
///
/// Latency: three cycles from `start` to the first request when the scratchpad answers at once. Throughput: a line a cycle,
/// 64 under way: one every `round trip / 64` cycles when that is longer. Stalls when D2H Req or Data do, or the host does
/// not pull. H2D Rsp is always taken.
#[derive(LogicBlock)]
pub struct Flusher<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// DPA of the first line.
    pub source: Signal<In, Bits<64>>,
    /// HPA of where it goes.
    pub target: Signal<In, Bits<64>>,
    /// Lines.
    pub lines: Signal<In, Bits<64>>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The data of a line have been sent.
    pub sent: Signal<Out, Bit>,
    /// The host has refused a line.
    pub failed: Signal<Out, Bit>,
    /// The scratchpad has answered a line with an error (a pulse).
    pub unreadable: Signal<Out, Bit>,
    /// DPA of that line.
    pub unreadable_address: Signal<Out, Bits<64>>,
    /// D2H Req: slot of the line, which its CQID names.
    pub request_slot: Signal<Out, Bits<LOG_SLOTS>>,
    /// D2H Req: bits 51 to 6 of its HPA.
    pub request_line: Signal<Out, Bits<ADDRESS_BITS>>,
    /// D2H Req: there is one.
    pub asks_host: Signal<Out, Bit>,
    /// D2H Req: taken.
    pub host_ready: Signal<In, Bit>,
    /// H2D Rsp: there is one; it is always taken.
    pub response_valid: Signal<In, Bit>,
    /// H2D Rsp: opcode.
    pub response_opcode: Signal<In, Bits<{ H2dRspOpcode::BITS }>>,
    /// H2D Rsp: UQID.
    pub response_uqid: Signal<In, Bits<UQID_BITS>>,
    /// H2D Rsp: slot of the line.
    pub response_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// D2H Data: there is a line.
    pub data_valid: Signal<Out, Bit>,
    /// D2H Data: taken.
    pub data_ready: Signal<In, Bit>,
    /// D2H Data: UQID.
    pub data_uqid: Signal<Out, Bits<UQID_BITS>>,
    /// D2H Data: line; bit 512: poison.
    pub data_line: Signal<Out, Bits<MARKED_BITS>>,
    /// Reads: byte address on a port of the scratchpad.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Reads: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Reads: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// Reads: answer.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// Reads: line; bit 512: answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    reader: LineReader<PORTS, LOG_LINES>,
    buffer: LutRam<MARKED_BITS, LOG_SLOTS>,
    pulls: Fifo<PULL_BITS, LOG_SLOTS>,
    /// Lines that are not asked for.
    left: DFF<Bits<64>>,
    /// Lines that have no D2H Req.
    unsent: DFF<Bits<64>>,
    read_address: DFF<Bits<64>>,
    write_address: DFF<Bits<64>>,
    slot: DFF<Bits<LOG_SLOTS>>,
    busy: DFF<Bits<SLOTS>>,
    asks: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    slot_free: Signal<Local, Bit>,
    allocated: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    unwanted: Signal<Local, Bits<SLOTS>>,
    pulled_slot: Signal<Local, Bits<LOG_SLOTS>>,
    pull: Signal<Local, Bit>,
    dropped: Signal<Local, Bit>,
    data_goes: Signal<Local, Bit>,
    one: Constant<Bits<SLOTS>>,
    line_bytes: Constant<Bits<64>>,
    write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    fast_go_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_err_write_pull: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    go_write_pull_drop: Constant<Bits<{ H2dRspOpcode::BITS }>>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for Flusher<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start source target lines idle sent failed unreadable unreadable_address request_slot request_line asks_host host_ready
                response_valid response_opcode response_uqid response_slot data_valid data_ready data_uqid data_line
                reader buffer pulls
                left unsent read_address write_address slot busy asks takes slot_free allocated freed unwanted pulled_slot pull dropped
                data_goes about
            ]
            [request_address request_valid request_ready answer_valid answer]
            one: Constant::new(1.into()),
            line_bytes: Constant::new(64.into()),
            write_pull: code(H2dRspOpcode::WritePull.code()),
            go_write_pull: code(H2dRspOpcode::GoWritePull.code()),
            fast_go_write_pull: code(H2dRspOpcode::FastGoWritePull.code()),
            go_err_write_pull: code(H2dRspOpcode::GoErrWritePull.code()),
            go_write_pull_drop: code(H2dRspOpcode::GoWritePullDrop.code()),
        }
    }
}

impl<const PORTS: usize> Describe for Flusher<PORTS> {
    fn name() -> String {
        format!("flusher_p{PORTS}")
    }

    fn description() -> &'static str {
        "Sends a region of the scratchpad to a host address over CXL.cache, an ItoMWr a line. A line a cycle, 64 under way; stalls when D2H channels do or the host does not pull."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[pull::CONSTANTS, marked::CONSTANTS, hpa::CONSTANTS])
    }
}

impl<const PORTS: usize> Logic for Flusher<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, unsent, read_address, write_address, slot, busy);
        self.reader.clock.next = self.clock.val();
        self.reader.reset.next = self.reset.val();
        self.buffer.clock.next = self.clock.val();
        self.pulls.clock.next = self.clock.val();
        self.pulls.reset.next = self.reset.val();

        comment!("Lines are read in order.");
        self.asks.next = self.left.q.val().any();
        self.reader.in_address.next = self.read_address.q.val();
        self.reader.in_valid.next = self.asks.val();
        if self.asks.val() & self.reader.in_ready.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.read_address.d.next = self.read_address.q.val() + self.line_bytes.val();
        }
        for i in 0..PORTS {
            self.request_address[i].next = self.reader.request_address[i].val();
            self.request_valid[i].next = self.reader.request_valid[i].val();
            self.reader.request_ready[i].next = self.request_ready[i].val();
            self.reader.answer_valid[i].next = self.answer_valid[i].val();
            self.reader.answer[i].next = self.answer[i].val();
        }

        comment!("A line takes a slot, and its number is the CQID.");
        self.slot_free.next = !((self.busy.q.val() >> self.slot.q.val()) & self.one.val()).any();
        self.asks_host.next = self.reader.line_valid.val() & self.slot_free.val();
        self.takes.next = self.reader.line_valid.val() & self.slot_free.val() & self.host_ready.val();
        self.reader.line_ready.next = self.slot_free.val() & self.host_ready.val();
        self.buffer.write_enable.next = self.takes.val();
        self.buffer.write_address.next = self.slot.q.val();
        self.buffer.write_data.next = bit_cast::<MARKED_BITS, 512>(self.reader.line_data.val())
            | (bit_cast::<MARKED_BITS, 1>(self.reader.line_error.val().into()) << marked::ERROR.val());
        self.request_slot.next = self.slot.q.val();
        self.request_line.next = self.write_address.q.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.unreadable.next = self.takes.val() & self.reader.line_error.val();
        self.unreadable_address.next = self.reader.line_address.val();
        self.allocated.next = 0.into();
        if self.takes.val() {
            self.allocated.next = self.one.val() << self.slot.q.val();
            self.slot.d.next = self.slot.q.val() + 1;
            self.unsent.d.next = self.unsent.q.val() - 1;
            self.write_address.d.next = self.write_address.q.val() + self.line_bytes.val();
        }

        comment!("The host pulls; there is a place for every pull.");
        self.pull.next = self.response_valid.val()
            & ((self.response_opcode.val() == self.write_pull.val())
                | (self.response_opcode.val() == self.go_write_pull.val())
                | (self.response_opcode.val() == self.fast_go_write_pull.val())
                | (self.response_opcode.val() == self.go_err_write_pull.val()));
        self.dropped.next = self.response_valid.val() & (self.response_opcode.val() == self.go_write_pull_drop.val());
        self.failed.next = self.response_valid.val() & (self.response_opcode.val() == self.go_err_write_pull.val());
        self.pulls.in_valid.next = self.pull.val();
        self.pulls.in_data.next = bit_cast::<PULL_BITS, UQID_BITS>(self.response_uqid.val())
            | (bit_cast::<PULL_BITS, LOG_SLOTS>(self.response_slot.val()) << pull::SLOT.val());
        self.pulled_slot.next = self.pulls.out_data.val().get_bits::<LOG_SLOTS>(pull::SLOT);
        self.buffer.read_address.next = self.pulled_slot.val();
        self.data_valid.next = self.pulls.out_valid.val();
        self.pulls.out_ready.next = self.data_ready.val();
        self.data_uqid.next = self.pulls.out_data.val().get_bits::<UQID_BITS>(pull::UQID);
        self.data_line.next = self.buffer.read_data.val();
        self.data_goes.next = self.pulls.out_valid.val() & self.data_ready.val();
        self.sent.next = self.data_goes.val();
        self.freed.next = 0.into();
        if self.data_goes.val() {
            self.freed.next = self.one.val() << self.pulled_slot.val();
        }
        self.unwanted.next = 0.into();
        if self.dropped.val() {
            self.unwanted.next = self.one.val() << self.response_slot.val();
        }
        self.busy.d.next = (self.busy.q.val() | self.allocated.val()) & !(self.freed.val() | self.unwanted.val());

        self.idle.next = !self.unsent.q.val().any() & !self.busy.q.val().any();
        if self.start.val() {
            self.left.d.next = self.lines.val();
            self.unsent.d.next = self.lines.val();
            self.read_address.d.next = self.source.val();
            self.write_address.d.next = self.target.val();
        }
        if self.reset.val() {
            self.left.d.next = 0.into();
            self.unsent.d.next = 0.into();
            self.slot.d.next = 0.into();
            self.busy.d.next = 0.into();
        }
    }
}
