//! Results on their way to the ports.

use super::channel_map::ChannelMap;
use crate::layout::{Place, layout};
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may wait for one port (2 to the power of this).
const LOG_LINES: usize = 3;
layout! {
    /// A line that waits for its port.
    mod waiting {
        LINE: 512,
        ADDRESS: 64,
    }
}
/// Bits of it.
const WAITING_BITS: usize = waiting::BITS;

/// Pairs results with their addresses and queues them for the port that holds their address.
///
/// Latency: one cycle. Throughput: a line a cycle. Stalls while `hold` is high, and when 8 lines wait for the port at
/// hand. While `suppress` is high, results are taken and dropped; so is, at any time, one whose target is outside its region.
#[derive(LogicBlock)]
pub struct WriteQueues<const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Results wait: nothing may be written yet.
    pub hold: Signal<In, Bit>,
    /// Results are taken and dropped.
    pub suppress: Signal<In, Bit>,
    /// Result: line.
    pub result: Signal<In, Bits<512>>,
    /// Result: there is one.
    pub result_valid: Signal<In, Bit>,
    /// Result: taken.
    pub result_ready: Signal<Out, Bit>,
    /// Target: DPA of the result.
    pub target: Signal<In, Bits<64>>,
    /// Target: it lies in its region.
    pub target_inside: Signal<In, Bit>,
    /// Target: there is one.
    pub target_valid: Signal<In, Bit>,
    /// Target: taken.
    pub target_ready: Signal<Out, Bit>,
    /// To a port: DPA.
    pub out_address: [Signal<Out, Bits<64>>; PORTS],
    /// To a port: line.
    pub out_data: [Signal<Out, Bits<512>>; PORTS],
    /// To a port: there is one.
    pub out_valid: [Signal<Out, Bit>; PORTS],
    /// To a port: taken.
    pub out_ready: [Signal<In, Bit>; PORTS],
    /// No line waits.
    pub idle: Signal<Out, Bit>,
    map: ChannelMap<PORTS>,
    queue: [Fifo<WAITING_BITS, LOG_LINES>; PORTS],
    here: Signal<Local, Bit>,
    drops: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const PORTS: usize> Default for WriteQueues<PORTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset hold suppress result result_valid result_ready target target_inside target_valid target_ready idle
                map here drops ready about
            ]
            [out_address out_data out_valid out_ready queue]
        }
    }
}

impl<const PORTS: usize> Describe for WriteQueues<PORTS> {
    fn name() -> String {
        format!("write_queues_p{PORTS}")
    }

    fn description() -> &'static str {
        "Pairs results with their addresses and queues them for their port. One cycle; a line a cycle; stalls while held and when 8 lines wait for the port at hand. Drops a result whose target is outside its region."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        waiting::CONSTANTS.to_vec()
    }
}

impl<const PORTS: usize> Logic for WriteQueues<PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.map.address.next = self.target.val();
        self.here.next = self.result_valid.val() & self.target_valid.val();
        self.drops.next = self.suppress.val() | !self.target_inside.val();
        self.ready.next = self.drops.val();
        self.idle.next = true;
        for i in 0..PORTS {
            self.queue[i].clock.next = self.clock.val();
            self.queue[i].reset.next = self.reset.val();
            self.queue[i].in_data.next = bit_cast::<WAITING_BITS, 512>(self.result.val())
                | (bit_cast::<WAITING_BITS, 64>(self.target.val()) << waiting::ADDRESS.val());
            self.queue[i].in_valid.next =
                self.here.val() & self.map.select.val().get_bit(i) & !self.drops.val() & !self.hold.val();
            if self.map.select.val().get_bit(i) & self.queue[i].in_ready.val() & !self.hold.val() {
                self.ready.next = true;
            }
            self.out_address[i].next = self.queue[i].out_data.val().get_bits::<64>(waiting::ADDRESS);
            self.out_data[i].next = self.queue[i].out_data.val().get_bits::<512>(waiting::LINE);
            self.out_valid[i].next = self.queue[i].out_valid.val();
            self.queue[i].out_ready.next = self.out_ready[i].val();
            if self.queue[i].out_valid.val() {
                self.idle.next = false;
            }
        }
        self.result_ready.next = self.here.val() & self.ready.val();
        self.target_ready.next = self.here.val() & self.ready.val();
    }
}
