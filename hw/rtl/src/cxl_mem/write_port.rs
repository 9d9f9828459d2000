//! Several writers of one AXI4 port.

use super::channel_map::ChannelMap;
use super::line_writer::LineWriter;
use crate::stream::RoundRobin;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Takes the lines of `CLIENTS` writers to one of `CLIENTS` interleaved AXI4 ports in turn.
///
/// Latency: one cycle to the port. Throughput: a line a cycle. Stalls as [`LineWriter`] does.
#[derive(LogicBlock)]
pub struct WritePort<const CLIENTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Line of a client: DPA.
    pub in_address: [Signal<In, Bits<64>>; CLIENTS],
    /// Line of a client.
    pub in_data: [Signal<In, Bits<512>>; CLIENTS],
    /// Line of a client: there is one.
    pub in_valid: [Signal<In, Bit>; CLIENTS],
    /// Line of a client: taken.
    pub in_ready: [Signal<Out, Bit>; CLIENTS],
    /// AXI write address.
    pub awaddr: Signal<Out, Bits<64>>,
    /// AXI write address valid.
    pub awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub awready: Signal<In, Bit>,
    /// AXI write data.
    pub wdata: Signal<Out, Bits<512>>,
    /// AXI write data valid.
    pub wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub wready: Signal<In, Bit>,
    /// AXI write answer.
    pub bresp: Signal<In, Bits<2>>,
    /// AXI write answer valid.
    pub bvalid: Signal<In, Bit>,
    /// AXI write answer ready; always high.
    pub bready: Signal<Out, Bit>,
    /// Every line that was taken is answered.
    pub idle: Signal<Out, Bit>,
    /// A write was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    arbiter: RoundRobin<CLIENTS>,
    map: ChannelMap<CLIENTS>,
    writer: LineWriter,
    requested: [Signal<Local, Bits<CLIENTS>>; CLIENTS],
    chosen_address: Signal<Local, Bits<64>>,
    chosen_data: Signal<Local, Bits<512>>,
    nobody: Constant<Bits<CLIENTS>>,
    about: About<Self>,
}

impl<const CLIENTS: usize> Default for WritePort<CLIENTS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset awaddr awvalid awready wdata wvalid wready bresp bvalid bready idle fault fault_address
                arbiter map writer chosen_address chosen_data about
            ]
            [in_address in_data in_valid in_ready requested]
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const CLIENTS: usize> Describe for WritePort<CLIENTS> {
    fn name() -> String {
        format!("write_port_{CLIENTS}")
    }

    fn description() -> &'static str {
        "Takes the lines of several writers to one AXI4 port in turn. One cycle to the port; a line a cycle; stalls on the port's ready and when 64 writes are unanswered."
    }
}

impl<const CLIENTS: usize> Logic for WritePort<CLIENTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.arbiter.clock.next = self.clock.val();
        self.arbiter.reset.next = self.reset.val();
        self.writer.clock.next = self.clock.val();
        self.writer.reset.next = self.reset.val();

        for i in 0..CLIENTS {
            if i == 0 {
                self.requested[i].next = self.nobody.val().replace_bit(i, self.in_valid[i].val());
            } else {
                self.requested[i].next = self.requested[i - 1].val().replace_bit(i, self.in_valid[i].val());
            }
            self.arbiter.request.next = self.requested[i].val();
        }
        self.arbiter.advance.next = self.writer.in_ready.val();
        self.chosen_address.next = 0.into();
        self.chosen_data.next = 0.into();
        for i in 0..CLIENTS {
            self.in_ready[i].next = self.arbiter.grant.val().get_bit(i) & self.writer.in_ready.val();
            if self.arbiter.grant.val().get_bit(i) {
                self.chosen_address.next = self.in_address[i].val();
                self.chosen_data.next = self.in_data[i].val();
            }
        }
        self.map.address.next = self.chosen_address.val();
        self.writer.in_address.next = self.chosen_address.val();
        self.writer.in_port_address.next = self.map.channel_address.val();
        self.writer.in_data.next = self.chosen_data.val();
        self.writer.in_valid.next = self.arbiter.grant.val().any();

        self.awaddr.next = self.writer.awaddr.val();
        self.awvalid.next = self.writer.awvalid.val();
        self.writer.awready.next = self.awready.val();
        self.wdata.next = self.writer.wdata.val();
        self.wvalid.next = self.writer.wvalid.val();
        self.writer.wready.next = self.wready.val();
        self.writer.bresp.next = self.bresp.val();
        self.writer.bvalid.next = self.bvalid.val();
        self.bready.next = self.writer.bready.val();
        self.idle.next = self.writer.idle.val();
        self.fault.next = self.writer.fault.val();
        self.fault_address.next = self.writer.fault_address.val();
    }
}
