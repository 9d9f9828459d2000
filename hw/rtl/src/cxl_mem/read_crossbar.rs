//! Who reads what from which memory port.

use super::channel_map::ChannelMap;
use super::reorder_buffer::LOG_SLOTS;
use crate::axi::ID_BITS;
use crate::stream::{Fifo, RoundRobin};
use emberlane_registers::cxl_mem::SCRATCHPAD_BASE;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Lists that are read from the scratchpad: directory, offsets, segments, entries, scales.
pub const LISTS: usize = 5;

/// Bits of a queued request: ID above address.
const REQUEST_BITS: usize = 64 + ID_BITS;

/// Takes line reads of operands, starting lines and lists to the channels and the scratchpad, and their answers back.
///
/// An ID says who asked: bits 8:6 hold 0 for an operand, 1 for a starting line, 2..=6 for a list; bits 5:0 the slot in
/// the reorder buffer. Operands and starting lines go where their address says; lists lie in the scratchpad.
/// `PORTS` is `CHANNELS + 1`: answers to operands come from the scratchpad (port 0) or a channel (port 1 + channel).
/// Latency: one cycle to the port, none back. Throughput: a line a cycle and port. A starting line goes before an
/// operand for the same channel; the scratchpad is shared in turn.
#[derive(LogicBlock)]
pub struct ReadCrossbar<const CHANNELS: usize, const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Operand: DPA.
    pub operand_address: Signal<In, Bits<64>>,
    /// Operand: slot.
    pub operand_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// Operand: asked for.
    pub operand_valid: Signal<In, Bit>,
    /// Operand: taken.
    pub operand_ready: Signal<Out, Bit>,
    /// Starting line: DPA.
    pub start_address: Signal<In, Bits<64>>,
    /// Starting line: slot.
    pub start_slot: Signal<In, Bits<LOG_SLOTS>>,
    /// Starting line: asked for.
    pub start_valid: Signal<In, Bit>,
    /// Starting line: taken.
    pub start_ready: Signal<Out, Bit>,
    /// Lists: DPA.
    pub list_address: [Signal<In, Bits<64>>; LISTS],
    /// Lists: asked for.
    pub list_valid: [Signal<In, Bit>; LISTS],
    /// Lists: taken.
    pub list_ready: [Signal<Out, Bit>; LISTS],
    /// AXI read address ID, a channel each.
    pub channel_arid: [Signal<Out, Bits<ID_BITS>>; CHANNELS],
    /// AXI read address, a channel each.
    pub channel_araddr: [Signal<Out, Bits<64>>; CHANNELS],
    /// AXI read address valid, a channel each.
    pub channel_arvalid: [Signal<Out, Bit>; CHANNELS],
    /// AXI read address ready, a channel each.
    pub channel_arready: [Signal<In, Bit>; CHANNELS],
    /// AXI read data ID, a channel each.
    pub channel_rid: [Signal<In, Bits<ID_BITS>>; CHANNELS],
    /// AXI read data, a channel each.
    pub channel_rdata: [Signal<In, Bits<512>>; CHANNELS],
    /// AXI read response, a channel each.
    pub channel_rresp: [Signal<In, Bits<2>>; CHANNELS],
    /// AXI read data valid, a channel each.
    pub channel_rvalid: [Signal<In, Bit>; CHANNELS],
    /// AXI read data ready, a channel each.
    pub channel_rready: [Signal<Out, Bit>; CHANNELS],
    /// AXI read address ID of the scratchpad.
    pub scratch_arid: Signal<Out, Bits<ID_BITS>>,
    /// AXI read address of the scratchpad.
    pub scratch_araddr: Signal<Out, Bits<64>>,
    /// AXI read address valid of the scratchpad.
    pub scratch_arvalid: Signal<Out, Bit>,
    /// AXI read address ready of the scratchpad.
    pub scratch_arready: Signal<In, Bit>,
    /// AXI read data ID of the scratchpad.
    pub scratch_rid: Signal<In, Bits<ID_BITS>>,
    /// AXI read data of the scratchpad.
    pub scratch_rdata: Signal<In, Bits<512>>,
    /// AXI read response of the scratchpad.
    pub scratch_rresp: Signal<In, Bits<2>>,
    /// AXI read data valid of the scratchpad.
    pub scratch_rvalid: Signal<In, Bit>,
    /// AXI read data ready of the scratchpad.
    pub scratch_rready: Signal<Out, Bit>,
    /// Answer to an operand: there is one.
    pub operand_answer_valid: [Signal<Out, Bit>; PORTS],
    /// Answer to an operand: taken.
    pub operand_answer_ready: [Signal<In, Bit>; PORTS],
    /// Answer to an operand: slot.
    pub operand_answer_slot: [Signal<Out, Bits<LOG_SLOTS>>; PORTS],
    /// Answer to an operand: line.
    pub operand_answer_data: [Signal<Out, Bits<512>>; PORTS],
    /// Answer to an operand: error.
    pub operand_answer_error: [Signal<Out, Bit>; PORTS],
    /// Answer with a starting line: there is one.
    pub start_answer_valid: [Signal<Out, Bit>; CHANNELS],
    /// Answer with a starting line: taken.
    pub start_answer_ready: [Signal<In, Bit>; CHANNELS],
    /// Answer with a starting line: slot.
    pub start_answer_slot: [Signal<Out, Bits<LOG_SLOTS>>; CHANNELS],
    /// Answer with a starting line: line.
    pub start_answer_data: [Signal<Out, Bits<512>>; CHANNELS],
    /// Answer with a starting line: error.
    pub start_answer_error: [Signal<Out, Bit>; CHANNELS],
    /// Answer to a list: there is one; always taken.
    pub list_line_valid: [Signal<Out, Bit>; LISTS],
    /// Answer to a list: error.
    pub list_line_error: [Signal<Out, Bit>; LISTS],
    /// Answer to a list: line.
    pub list_line_data: Signal<Out, Bits<512>>,
    /// An operand is taken to the scratchpad's queue (a gradient line).
    pub gradient_asked: Signal<Out, Bit>,
    operand_map: ChannelMap<CHANNELS>,
    start_map: ChannelMap<CHANNELS>,
    channel_queue: [Fifo<REQUEST_BITS, 4>; CHANNELS],
    scratch_queue: Fifo<REQUEST_BITS, 4>,
    arbiter: RoundRobin<6>,
    operand_id: Signal<Local, Bits<ID_BITS>>,
    start_id: Signal<Local, Bits<ID_BITS>>,
    operand_in_scratch: Signal<Local, Bit>,
    operand_taken: [Signal<Local, Bit>; PORTS],
    start_taken: [Signal<Local, Bit>; CHANNELS],
    operand_wants: [Signal<Local, Bit>; CHANNELS],
    start_wants: [Signal<Local, Bit>; CHANNELS],
    operand_request: Signal<Local, Bits<1>>,
    list_request: Signal<Local, Bits<LISTS>>,
    list_requests: [Signal<Local, Bits<LISTS>>; LISTS],
    scratch_address: Signal<Local, Bits<64>>,
    scratch_id: Signal<Local, Bits<ID_BITS>>,
    scratch_kind: Signal<Local, Bits<3>>,
    list_ids: [Constant<Bits<ID_BITS>>; LISTS],
    list_kinds: [Constant<Bits<3>>; LISTS],
    start_kind: Constant<Bits<3>>,
    no_request: Constant<Bits<LISTS>>,
    scratchpad_base: Constant<Bits<64>>,
    about: About<Self>,
}

/// Bits 8:6 of an ID that a starting line's reader uses.
const START_KIND: u64 = 1;
/// Bits 8:6 of the ID that the first list's reader uses.
const LIST_KIND: u64 = 2;

impl<const CHANNELS: usize, const PORTS: usize> Default for ReadCrossbar<CHANNELS, PORTS> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            operand_address: Default::default(),
            operand_slot: Default::default(),
            operand_valid: Default::default(),
            operand_ready: Default::default(),
            start_address: Default::default(),
            start_slot: Default::default(),
            start_valid: Default::default(),
            start_ready: Default::default(),
            list_address: array::from_fn(|_| Default::default()),
            list_valid: array::from_fn(|_| Default::default()),
            list_ready: array::from_fn(|_| Default::default()),
            channel_arid: array::from_fn(|_| Default::default()),
            channel_araddr: array::from_fn(|_| Default::default()),
            channel_arvalid: array::from_fn(|_| Default::default()),
            channel_arready: array::from_fn(|_| Default::default()),
            channel_rid: array::from_fn(|_| Default::default()),
            channel_rdata: array::from_fn(|_| Default::default()),
            channel_rresp: array::from_fn(|_| Default::default()),
            channel_rvalid: array::from_fn(|_| Default::default()),
            channel_rready: array::from_fn(|_| Default::default()),
            scratch_arid: Default::default(),
            scratch_araddr: Default::default(),
            scratch_arvalid: Default::default(),
            scratch_arready: Default::default(),
            scratch_rid: Default::default(),
            scratch_rdata: Default::default(),
            scratch_rresp: Default::default(),
            scratch_rvalid: Default::default(),
            scratch_rready: Default::default(),
            operand_answer_valid: array::from_fn(|_| Default::default()),
            operand_answer_ready: array::from_fn(|_| Default::default()),
            operand_answer_slot: array::from_fn(|_| Default::default()),
            operand_answer_data: array::from_fn(|_| Default::default()),
            operand_answer_error: array::from_fn(|_| Default::default()),
            start_answer_valid: array::from_fn(|_| Default::default()),
            start_answer_ready: array::from_fn(|_| Default::default()),
            start_answer_slot: array::from_fn(|_| Default::default()),
            start_answer_data: array::from_fn(|_| Default::default()),
            start_answer_error: array::from_fn(|_| Default::default()),
            list_line_valid: array::from_fn(|_| Default::default()),
            list_line_error: array::from_fn(|_| Default::default()),
            list_line_data: Default::default(),
            gradient_asked: Default::default(),
            operand_map: Default::default(),
            start_map: Default::default(),
            channel_queue: array::from_fn(|_| Default::default()),
            scratch_queue: Default::default(),
            arbiter: Default::default(),
            operand_id: Default::default(),
            start_id: Default::default(),
            operand_in_scratch: Default::default(),
            operand_taken: array::from_fn(|_| Default::default()),
            start_taken: array::from_fn(|_| Default::default()),
            operand_wants: array::from_fn(|_| Default::default()),
            start_wants: array::from_fn(|_| Default::default()),
            operand_request: Default::default(),
            list_request: Default::default(),
            list_requests: array::from_fn(|_| Default::default()),
            scratch_address: Default::default(),
            scratch_id: Default::default(),
            scratch_kind: Default::default(),
            list_ids: array::from_fn(|i| Constant::new(((LIST_KIND + i as u64) << LOG_SLOTS).into())),
            list_kinds: array::from_fn(|i| Constant::new((LIST_KIND + i as u64).into())),
            start_kind: Constant::new(START_KIND.into()),
            no_request: Constant::new(0.into()),
            scratchpad_base: Constant::new(SCRATCHPAD_BASE.into()),
            about: Default::default(),
        }
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Describe for ReadCrossbar<CHANNELS, PORTS> {
    fn name() -> String {
        format!("read_crossbar_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Takes line reads of operands, starting lines and lists to the channels and the scratchpad, and the answers back. One cycle to the port; a line a cycle and port; a starting line goes before an operand for the same channel."
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Logic for ReadCrossbar<CHANNELS, PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.scratch_queue.clock.next = self.clock.val();
        self.scratch_queue.reset.next = self.reset.val();
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.operand_map.address.next = self.operand_address.val();
        self.start_map.address.next = self.start_address.val();
        self.operand_in_scratch.next = self.operand_address.val() >= self.scratchpad_base.val();
        self.operand_id.next = bit_cast::<ID_BITS, LOG_SLOTS>(self.operand_slot.val());
        self.start_id.next = bit_cast::<ID_BITS, LOG_SLOTS>(self.start_slot.val())
            | (bit_cast::<ID_BITS, 3>(self.start_kind.val()) << 6);

        comment!("Channels: a queue each; starting lines first.");
        for i in 0..CHANNELS {
            self.channel_queue[i].clock.next = self.clock.val();
            self.channel_queue[i].reset.next = self.reset.val();
            self.start_wants[i].next = self.start_valid.val() & self.start_map.select.val().get_bit(i);
            self.operand_wants[i].next =
                self.operand_valid.val() & !self.operand_in_scratch.val() & self.operand_map.select.val().get_bit(i);
            self.channel_queue[i].in_valid.next = self.start_wants[i].val() | self.operand_wants[i].val();
            self.channel_queue[i].in_data.next = bit_cast::<REQUEST_BITS, 64>(self.operand_map.channel_address.val())
                | (bit_cast::<REQUEST_BITS, ID_BITS>(self.operand_id.val()) << 64);
            if self.start_wants[i].val() {
                self.channel_queue[i].in_data.next = bit_cast::<REQUEST_BITS, 64>(self.start_map.channel_address.val())
                    | (bit_cast::<REQUEST_BITS, ID_BITS>(self.start_id.val()) << 64);
            }
            self.channel_araddr[i].next = self.channel_queue[i].out_data.val().get_bits::<64>(0);
            self.channel_arid[i].next = self.channel_queue[i].out_data.val().get_bits::<ID_BITS>(64);
            self.channel_arvalid[i].next = self.channel_queue[i].out_valid.val();
            self.channel_queue[i].out_ready.next = self.channel_arready[i].val();
        }

        comment!("Who is taken: the scratchpad is in turn 0 of the operand's places, channel i in place i + 1.");
        self.operand_taken[0].next =
            self.operand_in_scratch.val() & self.arbiter.grant.val().get_bit(0) & self.scratch_queue.in_ready.val();
        self.gradient_asked.next =
            self.operand_in_scratch.val() & self.arbiter.grant.val().get_bit(0) & self.scratch_queue.in_ready.val();
        for i in 0..CHANNELS {
            self.operand_taken[i + 1].next = !self.operand_in_scratch.val()
                & self.operand_map.select.val().get_bit(i)
                & self.channel_queue[i].in_ready.val()
                & !self.start_wants[i].val();
            self.start_taken[i].next = self.start_map.select.val().get_bit(i) & self.channel_queue[i].in_ready.val();
        }
        self.operand_ready.next = false;
        for i in 0..PORTS {
            if self.operand_taken[i].val() {
                self.operand_ready.next = true;
            }
        }
        self.start_ready.next = false;
        for i in 0..CHANNELS {
            if self.start_taken[i].val() {
                self.start_ready.next = true;
            }
        }

        comment!("Scratchpad: operand and lists in turn.");
        self.operand_request.next = 0.into();
        if self.operand_valid.val() & self.operand_in_scratch.val() {
            self.operand_request.next = 1.into();
        }
        for i in 0..LISTS {
            if i == 0 {
                self.list_requests[i].next = self.no_request.val().replace_bit(i, self.list_valid[i].val());
            } else {
                self.list_requests[i].next = self.list_requests[i - 1].val().replace_bit(i, self.list_valid[i].val());
            }
            self.list_request.next = self.list_requests[i].val();
        }
        self.arbiter.request.next =
            bit_cast::<6, 1>(self.operand_request.val()) | (bit_cast::<6, LISTS>(self.list_request.val()) << 1);
        self.arbiter.advance.next = self.scratch_queue.in_ready.val();
        self.scratch_address.next = self.operand_address.val();
        self.scratch_id.next = self.operand_id.val();
        for i in 0..LISTS {
            self.list_ready[i].next = self.arbiter.grant.val().get_bit(i + 1) & self.scratch_queue.in_ready.val();
            if self.arbiter.grant.val().get_bit(i + 1) {
                self.scratch_address.next = self.list_address[i].val();
                self.scratch_id.next = self.list_ids[i].val();
            }
        }
        self.scratch_queue.in_valid.next = self.arbiter.grant.val().any();
        self.scratch_queue.in_data.next =
            bit_cast::<REQUEST_BITS, 64>(self.scratch_address.val() - self.scratchpad_base.val())
                | (bit_cast::<REQUEST_BITS, ID_BITS>(self.scratch_id.val()) << 64);
        self.scratch_araddr.next = self.scratch_queue.out_data.val().get_bits::<64>(0);
        self.scratch_arid.next = self.scratch_queue.out_data.val().get_bits::<ID_BITS>(64);
        self.scratch_arvalid.next = self.scratch_queue.out_valid.val();
        self.scratch_queue.out_ready.next = self.scratch_arready.val();

        comment!("Answers: to whom the ID says.");
        self.scratch_kind.next = self.scratch_rid.val().get_bits::<3>(6);
        self.operand_answer_valid[0].next = self.scratch_rvalid.val() & (self.scratch_kind.val() == 0);
        self.operand_answer_slot[0].next = bit_cast::<LOG_SLOTS, ID_BITS>(self.scratch_rid.val());
        self.operand_answer_data[0].next = self.scratch_rdata.val();
        self.operand_answer_error[0].next = self.scratch_rresp.val().get_bit(1);
        self.scratch_rready.next = self.operand_answer_ready[0].val() | (self.scratch_kind.val() != 0);
        self.list_line_data.next = self.scratch_rdata.val();
        for i in 0..LISTS {
            self.list_line_valid[i].next =
                self.scratch_rvalid.val() & (self.scratch_kind.val() == self.list_kinds[i].val());
            self.list_line_error[i].next = self.scratch_rvalid.val()
                & (self.scratch_kind.val() == self.list_kinds[i].val())
                & self.scratch_rresp.val().get_bit(1);
        }
        for i in 0..CHANNELS {
            self.operand_answer_valid[i + 1].next =
                self.channel_rvalid[i].val() & !self.channel_rid[i].val().get_bit(6);
            self.operand_answer_slot[i + 1].next = self.channel_rid[i].val().get_bits::<LOG_SLOTS>(0);
            self.operand_answer_data[i + 1].next = self.channel_rdata[i].val();
            self.operand_answer_error[i + 1].next = self.channel_rresp[i].val().get_bit(1);
            self.start_answer_valid[i].next = self.channel_rvalid[i].val() & self.channel_rid[i].val().get_bit(6);
            self.start_answer_slot[i].next = self.channel_rid[i].val().get_bits::<LOG_SLOTS>(0);
            self.start_answer_data[i].next = self.channel_rdata[i].val();
            self.start_answer_error[i].next = self.channel_rresp[i].val().get_bit(1);
            self.channel_rready[i].next = (self.operand_answer_ready[i + 1].val()
                & !self.channel_rid[i].val().get_bit(6))
                | (self.start_answer_ready[i].val() & self.channel_rid[i].val().get_bit(6));
        }
    }
}
