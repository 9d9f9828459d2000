//! Reads lines of interleaved memory in order.

use super::channel_map::ChannelMap;
use crate::axi::{MARKED_BITS, marked};
use crate::stream::{BlockFifo, Fifo};
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Lines of one reader that may be asked for and not handed on (2 to the power of this).
pub const LOG_WINDOW: usize = 9;

/// Reads the lines that are asked for from the `PORTS` ports over which they are interleaved, and hands them on in the
/// order in which they were asked for.
///
/// A port answers its requests in order, so each port has a queue of answers, and a queue of addresses says which port
/// is next. Every request has room for its answer before it is made: a port never waits for this reader.
///
/// * Latency: one cycle to the port, one from the answer to `line_valid`.
/// * Throughput: a line a cycle.
/// * Stalls requests when 512 lines are under way, or `1 << LOG_LINES` of one port; as many may wait for it.
#[derive(LogicBlock)]
pub struct LineReader<const PORTS: usize, const LOG_LINES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// DPA of the line asked for.
    pub in_address: Signal<In, Bits<64>>,
    /// A line is asked for.
    pub in_valid: Signal<In, Bit>,
    /// The request is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Request to a port: byte address there.
    pub request_address: [Signal<Out, Bits<64>>; PORTS],
    /// Request to a port: there is one.
    pub request_valid: [Signal<Out, Bit>; PORTS],
    /// Request to a port: taken.
    pub request_ready: [Signal<In, Bit>; PORTS],
    /// A port answers, in the order of its requests.
    pub answer_valid: [Signal<In, Bit>; PORTS],
    /// The line; bit 512: the memory answered with an error.
    pub answer: [Signal<In, Bits<MARKED_BITS>>; PORTS],
    /// The oldest line.
    pub line_data: Signal<Out, Bits<512>>,
    /// Its DPA.
    pub line_address: Signal<Out, Bits<64>>,
    /// The memory answered it with an error; its content is not to be used.
    pub line_error: Signal<Out, Bit>,
    /// The oldest line is here.
    pub line_valid: Signal<Out, Bit>,
    /// The consumer takes the line.
    pub line_ready: Signal<In, Bit>,
    map: ChannelMap<PORTS>,
    line_map: ChannelMap<PORTS>,
    order: BlockFifo<64, LOG_WINDOW>,
    requests: [Fifo<64, LOG_LINES>; PORTS],
    lines: [Fifo<MARKED_BITS, LOG_LINES>; PORTS],
    used: [DFF<Bits<8>>; PORTS],
    asks: [Signal<Local, Bit>; PORTS],
    hands_on: [Signal<Local, Bit>; PORTS],
    oldest: Signal<Local, Bits<4>>,
    port_ready: Signal<Local, Bit>,
    port_valid: Signal<Local, Bit>,
    numbers: [Constant<Bits<4>>; PORTS],
    port_mask: Constant<Bits<4>>,
    limit: Constant<Bits<8>>,
    about: About<Self>,
}

impl<const PORTS: usize, const LOG_LINES: usize> Default for LineReader<PORTS, LOG_LINES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset in_address in_valid in_ready line_data line_address line_error line_valid line_ready
                map line_map order oldest port_ready port_valid about
            ]
            [
                request_address request_valid request_ready answer_valid answer
                requests lines used asks hands_on
            ]
            numbers: std::array::from_fn(|port| Constant::new((port as u64).into())),
            port_mask: Constant::new((PORTS as u64 - 1).into()),
            limit: Constant::new((1 << LOG_LINES).into()),
        }
    }
}

impl<const PORTS: usize, const LOG_LINES: usize> Describe for LineReader<PORTS, LOG_LINES> {
    fn name() -> String {
        format!("line_reader_p{PORTS}_d{}", 1 << LOG_LINES)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new(&format!("line_reader_p{PORTS}"), &[("LOG_LINES", LOG_LINES)]))
    }

    fn description() -> &'static str {
        "Reads lines from the ports over which they are interleaved and hands them on in order. One cycle to the port, one from the answer; a line a cycle; stalls requests when 512 lines are under way, or too many of one port."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        marked::CONSTANTS.to_vec()
    }
}

impl<const PORTS: usize, const LOG_LINES: usize> Logic for LineReader<PORTS, LOG_LINES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.map.address.next = self.in_address.val();
        self.line_map.address.next = self.order.out_data.val();

        comment!("A request needs a place in the order, in its port's queue, and for its answer.");
        self.port_ready.next = false;
        for i in 0..PORTS {
            if self.map.select.val().get_bit(i)
                & self.requests[i].in_ready.val()
                & (self.used[i].q.val() != self.limit.val())
            {
                self.port_ready.next = true;
            }
        }
        self.in_ready.next = self.port_ready.val() & self.order.in_ready.val();
        self.order.in_data.next = self.in_address.val();
        self.order.in_valid.next = self.in_valid.val() & self.port_ready.val();

        comment!("The oldest line is that of the port which the order names.");
        self.oldest.next = self.line_map.number.val() & self.port_mask.val();
        self.port_valid.next = self.lines[0].out_valid.val();
        self.line_data.next = self.lines[0].out_data.val().get_bits::<512>(marked::LINE);
        self.line_error.next = self.lines[0].out_data.val().get_bit(marked::ERROR);
        for i in 0..PORTS {
            if self.oldest.val() == self.numbers[i].val() {
                self.port_valid.next = self.lines[i].out_valid.val();
                self.line_data.next = self.lines[i].out_data.val().get_bits::<512>(marked::LINE);
                self.line_error.next = self.lines[i].out_data.val().get_bit(marked::ERROR);
            }
        }
        self.line_address.next = self.order.out_data.val();
        self.line_valid.next = self.order.out_valid.val() & self.port_valid.val();
        self.order.out_ready.next = self.line_ready.val() & self.port_valid.val();

        for i in 0..PORTS {
            self.requests[i].clock.next = self.clock.val();
            self.requests[i].reset.next = self.reset.val();
            self.lines[i].clock.next = self.clock.val();
            self.lines[i].reset.next = self.reset.val();
            self.used[i].clock.next = self.clock.val();
            self.used[i].d.next = self.used[i].q.val();

            self.asks[i].next = self.in_valid.val()
                & self.order.in_ready.val()
                & self.map.select.val().get_bit(i)
                & self.requests[i].in_ready.val()
                & (self.used[i].q.val() != self.limit.val());
            self.requests[i].in_data.next = self.map.channel_address.val();
            self.requests[i].in_valid.next = self.asks[i].val();
            self.request_address[i].next = self.requests[i].out_data.val();
            self.request_valid[i].next = self.requests[i].out_valid.val();
            self.requests[i].out_ready.next = self.request_ready[i].val();

            self.lines[i].in_data.next = self.answer[i].val();
            self.lines[i].in_valid.next = self.answer_valid[i].val();
            self.hands_on[i].next = self.order.out_valid.val()
                & self.line_map.select.val().get_bit(i)
                & self.lines[i].out_valid.val()
                & self.line_ready.val();
            self.lines[i].out_ready.next = self.hands_on[i].val();

            if self.asks[i].val() & !self.hands_on[i].val() {
                self.used[i].d.next = self.used[i].q.val() + 1;
            }
            if self.hands_on[i].val() & !self.asks[i].val() {
                self.used[i].d.next = self.used[i].q.val() - 1;
            }
            if self.reset.val() {
                self.used[i].d.next = 0.into();
            }
        }
    }
}
