//! Several readers of one port of memory.

use crate::axi::{ID_BITS, MARKED_BITS};
use crate::layout::{Place, layout};
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A queued request.
    mod request {
        ADDRESS: 64,
        ID: ID_BITS,
    }
}
/// Bits of it.
const REQUEST_BITS: usize = request::BITS;

/// Takes the line reads of `CLIENTS` readers to one port in turn, and its answers back.
///
/// A client's number is its ID, so that the port answers each client in order. Latency: one cycle to the port, none back.
/// Throughput: a line a cycle. Stalls when the port does not take addresses. A client has room for the
/// answer before it asks.
#[derive(LogicBlock)]
pub struct ReadPort<const CLIENTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Request of a client: byte address on the port.
    pub request_address: [Signal<In, Bits<64>>; CLIENTS],
    /// Request of a client: there is one.
    pub request_valid: [Signal<In, Bit>; CLIENTS],
    /// Request of a client: taken.
    pub request_ready: [Signal<Out, Bit>; CLIENTS],
    /// Answer to a client.
    pub answer_valid: [Signal<Out, Bit>; CLIENTS],
    /// The line, for the client whose `answer_valid` is high; bit 512: the memory answered with an error.
    pub answer: Signal<Out, Bits<MARKED_BITS>>,
    /// Read ID.
    pub arid: Signal<Out, Bits<ID_BITS>>,
    /// Read address.
    pub araddr: Signal<Out, Bits<64>>,
    /// There is a read.
    pub arvalid: Signal<Out, Bit>,
    /// The read is taken.
    pub arready: Signal<In, Bit>,
    /// ID of the answer.
    pub rid: Signal<In, Bits<ID_BITS>>,
    /// Line that was read; bit 512: the port answered with an error.
    pub rline: Signal<In, Bits<MARKED_BITS>>,
    /// There is an answer.
    pub rvalid: Signal<In, Bit>,
    arbiter: RoundRobin<CLIENTS>,
    queue: Fifo<REQUEST_BITS, 2>,
    requested: [Signal<Local, Bits<CLIENTS>>; CLIENTS],
    /// Address of a client if it is chosen, else zero; and that of it and all before it.
    offered: [Signal<Local, Bits<64>>; CLIENTS],
    merged: [Signal<Local, Bits<64>>; CLIENTS],
    chosen_address: Signal<Local, Bits<64>>,
    ids: [Constant<Bits<ID_BITS>>; CLIENTS],
    nobody: Constant<Bits<CLIENTS>>,
    about: About<Self>,
}

impl<const CLIENTS: usize> Default for ReadPort<CLIENTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset answer arid araddr arvalid arready rid rline rvalid
                arbiter queue chosen_address about
            ]
            [request_address request_valid request_ready answer_valid requested offered merged]
            ids: std::array::from_fn(|client| Constant::new((client as u64).into())),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const CLIENTS: usize> Describe for ReadPort<CLIENTS> {
    fn name() -> String {
        format!("read_port_{CLIENTS}")
    }

    fn description() -> &'static str {
        "Takes the line reads of several readers to one port in turn, and the answers back. One cycle to the port, none back; a line a cycle; stalls when the port does not take addresses."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        request::CONSTANTS.to_vec()
    }
}

impl<const CLIENTS: usize> Logic for ReadPort<CLIENTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();

        for i in 0..CLIENTS {
            if i == 0 {
                self.requested[i].next = self.nobody.val().replace_bit(i, self.request_valid[i].val());
            } else {
                self.requested[i].next = self.requested[i - 1].val().replace_bit(i, self.request_valid[i].val());
            }
            self.arbiter.request.next = self.requested[i].val();
            self.queue.in_valid.next = self.requested[i].val().any();
        }
        self.arbiter.advance.next = self.queue.in_ready.val();
        // One is chosen at most: addresses are merged, as a chain of choices would be long.
        for i in 0..CLIENTS {
            self.request_ready[i].next = self.arbiter.grant.val().get_bit(i) & self.queue.in_ready.val();
            self.offered[i].next = 0.into();
            if self.arbiter.grant.val().get_bit(i) {
                self.offered[i].next = self.request_address[i].val();
            }
            if i == 0 {
                self.merged[i].next = self.offered[i].val();
            } else {
                self.merged[i].next = self.merged[i - 1].val() | self.offered[i].val();
            }
            self.chosen_address.next = self.merged[i].val();
            self.answer_valid[i].next = self.rvalid.val() & (self.rid.val() == self.ids[i].val());
        }
        self.queue.in_data.next = bit_cast::<REQUEST_BITS, 64>(self.chosen_address.val())
            | (bit_cast::<REQUEST_BITS, 4>(self.arbiter.chosen.val()) << request::ID.val());
        self.araddr.next = self.queue.out_data.val().get_bits::<64>(request::ADDRESS);
        self.arid.next = self.queue.out_data.val().get_bits::<ID_BITS>(request::ID);
        self.arvalid.next = self.queue.out_valid.val();
        self.queue.out_ready.next = self.arready.val();

        self.answer.next = self.rline.val();
    }
}
