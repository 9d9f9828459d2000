//! Several writers of one port of memory.

use super::channel_map::ChannelMap;
use super::line_writer::LineWriter;
use crate::stream::RoundRobin;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Takes the lines of `CLIENTS` writers to one of `CLIENTS` interleaved ports in turn.
///
/// Latency: one cycle to the port. Throughput: a line a cycle. Stalls as [`LineWriter`] does.
#[derive(LogicBlock)]
pub struct WritePort<const CLIENTS: usize, const CHANNELS: usize> {
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
    /// Byte address of a line for the port.
    pub out_address: Signal<Out, Bits<64>>,
    /// A line for the port.
    pub out_data: Signal<Out, Bits<512>>,
    /// There is a line for the port.
    pub out_valid: Signal<Out, Bit>,
    /// The port takes it.
    pub out_ready: Signal<In, Bit>,
    /// The port answers its oldest line.
    pub answer_valid: Signal<In, Bit>,
    /// It answers with an error.
    pub answer_error: Signal<In, Bit>,
    /// Every line that was taken is answered.
    pub idle: Signal<Out, Bit>,
    /// A write was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    arbiter: RoundRobin<CLIENTS>,
    map: ChannelMap<CHANNELS>,
    writer: LineWriter,
    requested: [Signal<Local, Bits<CLIENTS>>; CLIENTS],
    turn: Signal<Local, Bits<4>>,
    chosen_address: Signal<Local, Bits<64>>,
    chosen_data: Signal<Local, Bits<512>>,
    numbers: [Constant<Bits<4>>; CLIENTS],
    turn_mask: Constant<Bits<4>>,
    nobody: Constant<Bits<CLIENTS>>,
    about: About<Self>,
}

impl<const CLIENTS: usize, const CHANNELS: usize> Default for WritePort<CLIENTS, CHANNELS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset out_address out_data out_valid out_ready answer_valid answer_error idle fault fault_address
                arbiter map writer turn chosen_address chosen_data about
            ]
            [in_address in_data in_valid in_ready requested]
            numbers: std::array::from_fn(|client| Constant::new((client as u64).into())),
            turn_mask: Constant::new((CLIENTS.next_power_of_two() as u64 - 1).into()),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const CLIENTS: usize, const CHANNELS: usize> Describe for WritePort<CLIENTS, CHANNELS> {
    fn name() -> String {
        format!("write_port_{CLIENTS}_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Takes the lines of several writers to one port in turn. One cycle to the port; a line a cycle; stalls on the port's ready and when 64 writes are unanswered."
    }
}

impl<const CLIENTS: usize, const CHANNELS: usize> Logic for WritePort<CLIENTS, CHANNELS> {
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
        self.turn.next = self.arbiter.chosen.val() & self.turn_mask.val();
        for i in 0..CLIENTS {
            self.in_ready[i].next = self.arbiter.grant.val().get_bit(i) & self.writer.in_ready.val();
        }
        self.chosen_address.next = self.in_address[0].val();
        self.chosen_data.next = self.in_data[0].val();
        for i in 0..CLIENTS {
            if self.turn.val() == self.numbers[i].val() {
                self.chosen_address.next = self.in_address[i].val();
                self.chosen_data.next = self.in_data[i].val();
            }
        }
        self.map.address.next = self.chosen_address.val();
        self.writer.in_address.next = self.chosen_address.val();
        self.writer.in_port_address.next = self.map.channel_address.val();
        self.writer.in_data.next = self.chosen_data.val();
        self.writer.in_valid.next = self.arbiter.grant.val().any();

        self.out_address.next = self.writer.out_address.val();
        self.out_data.next = self.writer.out_data.val();
        self.out_valid.next = self.writer.out_valid.val();
        self.writer.out_ready.next = self.out_ready.val();
        self.writer.answer_valid.next = self.answer_valid.val();
        self.writer.answer_error.next = self.answer_error.val();
        self.idle.next = self.writer.idle.val();
        self.fault.next = self.writer.fault.val();
        self.fault_address.next = self.writer.fault_address.val();
    }
}
