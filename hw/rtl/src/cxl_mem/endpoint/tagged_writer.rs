//! Writes lines to interleaved memory, each under a tag.

use crate::cxl_mem::channel_map::ChannelMap;
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Writes of one port that may be unanswered or not handed on (2 to the power of this).
const LOG_UNANSWERED: usize = 5;

/// Hands writes of lines to the `PORTS` over which memory is interleaved, and says which were answered.
///
/// A port answers its writes in order; over all ports, tags leave in the order of the answers.
///
/// * Latency: none to the port; one cycle from the answer to `out_valid`.
/// * Throughput: a write a cycle.
/// * Stalls when the port of a write does not take it, or when 32 of its writes are unanswered or not handed on.
#[derive(LogicBlock)]
pub struct TaggedWriter<const PORTS: usize, const TAG: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// DPA of the line.
    pub in_address: Signal<In, Bits<64>>,
    /// The tag.
    pub in_tag: Signal<In, Bits<TAG>>,
    /// There is a write.
    pub in_valid: Signal<In, Bit>,
    /// The write is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Byte address on the port.
    pub port_address: Signal<Out, Bits<64>>,
    /// There is a write for this port.
    pub port_valid: [Signal<Out, Bit>; PORTS],
    /// The port takes it.
    pub port_ready: [Signal<In, Bit>; PORTS],
    /// The port answers its oldest write.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// It answers with an error.
    pub answer_error: [Signal<In, Bit>; PORTS],
    /// Tag of an answered write.
    pub out_tag: Signal<Out, Bits<TAG>>,
    /// It was answered with an error.
    pub out_error: Signal<Out, Bit>,
    /// There is an answered write.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    map: ChannelMap<PORTS>,
    tags: [Fifo<TAG, LOG_UNANSWERED>; PORTS],
    errors: [Fifo<1, LOG_UNANSWERED>; PORTS],
    arbiter: RoundRobin<PORTS>,
    answered: [Signal<Local, Bits<PORTS>>; PORTS],
    nobody: Constant<Bits<PORTS>>,
    about: About<Self>,
}

impl<const PORTS: usize, const TAG: usize> Default for TaggedWriter<PORTS, TAG> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset in_address in_tag in_valid in_ready port_address out_tag out_error out_valid out_ready map arbiter
                about
            ]
            [port_valid port_ready answer_valid answer_error tags errors answered]
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const PORTS: usize, const TAG: usize> Describe for TaggedWriter<PORTS, TAG> {
    fn name() -> String {
        format!("tagged_writer_p{PORTS}_w{TAG}")
    }

    fn description() -> &'static str {
        "Hands writes of lines to interleaved ports, and says by tag which were answered. A write a cycle; stalls on the port's ready and when 32 writes of a port are not handed on."
    }
}

impl<const PORTS: usize, const TAG: usize> Logic for TaggedWriter<PORTS, TAG> {
    #[hdl_gen]
    fn update(&mut self) {
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.map.address.next = self.in_address.val();
        self.port_address.next = self.map.channel_address.val();
        self.in_ready.next = false;
        self.out_tag.next = 0.into();
        self.out_error.next = false;
        for i in 0..PORTS {
            self.tags[i].clock.next = self.clock.val();
            self.tags[i].reset.next = self.reset.val();
            self.errors[i].clock.next = self.clock.val();
            self.errors[i].reset.next = self.reset.val();

            self.port_valid[i].next =
                self.in_valid.val() & self.map.select.val().get_bit(i) & self.tags[i].in_ready.val();
            self.tags[i].in_data.next = self.in_tag.val();
            self.tags[i].in_valid.next =
                self.in_valid.val() & self.map.select.val().get_bit(i) & self.port_ready[i].val();
            if self.map.select.val().get_bit(i) & self.tags[i].in_ready.val() & self.port_ready[i].val() {
                self.in_ready.next = true;
            }

            self.errors[i].in_data.next = 0.into();
            if self.answer_error[i].val() {
                self.errors[i].in_data.next = 1.into();
            }
            self.errors[i].in_valid.next = self.answer_valid[i].val();
            if i == 0 {
                self.answered[i].next = self.nobody.val().replace_bit(i, self.errors[i].out_valid.val());
            } else {
                self.answered[i].next = self.answered[i - 1].val().replace_bit(i, self.errors[i].out_valid.val());
            }
            self.arbiter.request.next = self.answered[i].val();
            if self.arbiter.grant.val().get_bit(i) {
                self.out_tag.next = self.tags[i].out_data.val();
                self.out_error.next = self.errors[i].out_data.val().any();
            }
            self.errors[i].out_ready.next = self.arbiter.grant.val().get_bit(i) & self.out_ready.val();
            self.tags[i].out_ready.next = self.arbiter.grant.val().get_bit(i) & self.out_ready.val();
        }
        self.arbiter.advance.next = self.out_ready.val();
        self.out_valid.next = self.arbiter.grant.val().any();
    }
}
