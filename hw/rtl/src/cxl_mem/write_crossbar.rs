//! Results to the memory port that holds their address.

use super::channel_map::ChannelMap;
use super::line_writer::LineWriter;
use emberlane_registers::cxl_mem::SCRATCHPAD_BASE;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Pairs results with their addresses and writes them to the scratchpad or to a channel.
///
/// Latency: one cycle to the port. Throughput: a line a cycle. Stalls when the port at hand does (see `LineWriter`).
/// While `suppress` is high, results are taken and not written. `PORTS` is `CHANNELS + 1`: port 0 is the scratchpad.
#[derive(LogicBlock)]
pub struct WriteCrossbar<const CHANNELS: usize, const PORTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Results are taken and not written.
    pub suppress: Signal<In, Bit>,
    /// Result: line.
    pub result: Signal<In, Bits<512>>,
    /// Result: there is one.
    pub result_valid: Signal<In, Bit>,
    /// Result: taken.
    pub result_ready: Signal<Out, Bit>,
    /// Target: DPA of the result.
    pub target_address: Signal<In, Bits<64>>,
    /// Target: there is one.
    pub target_valid: Signal<In, Bit>,
    /// Target: taken.
    pub target_ready: Signal<Out, Bit>,
    /// AXI write address, a port each.
    pub awaddr: [Signal<Out, Bits<64>>; PORTS],
    /// AXI write address valid, a port each.
    pub awvalid: [Signal<Out, Bit>; PORTS],
    /// AXI write address ready, a port each.
    pub awready: [Signal<In, Bit>; PORTS],
    /// AXI write data, a port each.
    pub wdata: [Signal<Out, Bits<512>>; PORTS],
    /// AXI write data valid, a port each.
    pub wvalid: [Signal<Out, Bit>; PORTS],
    /// AXI write data ready, a port each.
    pub wready: [Signal<In, Bit>; PORTS],
    /// AXI write answer, a port each.
    pub bresp: [Signal<In, Bits<2>>; PORTS],
    /// AXI write answer valid, a port each.
    pub bvalid: [Signal<In, Bit>; PORTS],
    /// AXI write answer ready, a port each.
    pub bready: [Signal<Out, Bit>; PORTS],
    /// Every write is answered.
    pub idle: Signal<Out, Bit>,
    /// A write was answered with an error.
    pub fault: Signal<Out, Bit>,
    /// Its DPA.
    pub fault_address: Signal<Out, Bits<64>>,
    map: ChannelMap<CHANNELS>,
    writer: [LineWriter; PORTS],
    here: Signal<Local, Bit>,
    in_scratch: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    selected: [Signal<Local, Bit>; PORTS],
    scratchpad_base: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const PORTS: usize> Default for WriteCrossbar<CHANNELS, PORTS> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            suppress: Default::default(),
            result: Default::default(),
            result_valid: Default::default(),
            result_ready: Default::default(),
            target_address: Default::default(),
            target_valid: Default::default(),
            target_ready: Default::default(),
            awaddr: array::from_fn(|_| Default::default()),
            awvalid: array::from_fn(|_| Default::default()),
            awready: array::from_fn(|_| Default::default()),
            wdata: array::from_fn(|_| Default::default()),
            wvalid: array::from_fn(|_| Default::default()),
            wready: array::from_fn(|_| Default::default()),
            bresp: array::from_fn(|_| Default::default()),
            bvalid: array::from_fn(|_| Default::default()),
            bready: array::from_fn(|_| Default::default()),
            idle: Default::default(),
            fault: Default::default(),
            fault_address: Default::default(),
            map: Default::default(),
            writer: array::from_fn(|_| Default::default()),
            here: Default::default(),
            in_scratch: Default::default(),
            ready: Default::default(),
            selected: array::from_fn(|_| Default::default()),
            scratchpad_base: Constant::new(SCRATCHPAD_BASE.into()),
            about: Default::default(),
        }
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Describe for WriteCrossbar<CHANNELS, PORTS> {
    fn name() -> String {
        format!("write_crossbar_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Pairs results with their addresses and writes them to the scratchpad or a channel. One cycle to the port; a line a cycle; stalls when the port at hand does."
    }
}

impl<const CHANNELS: usize, const PORTS: usize> Logic for WriteCrossbar<CHANNELS, PORTS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.map.address.next = self.target_address.val();
        self.in_scratch.next = self.target_address.val() >= self.scratchpad_base.val();
        self.here.next = self.result_valid.val() & self.target_valid.val();
        self.selected[0].next = self.in_scratch.val();
        self.writer[0].in_port_address.next = self.target_address.val() - self.scratchpad_base.val();
        for i in 0..CHANNELS {
            self.selected[i + 1].next = !self.in_scratch.val() & self.map.select.val().get_bit(i);
            self.writer[i + 1].in_port_address.next = self.map.channel_address.val();
        }
        self.ready.next = self.suppress.val();
        self.idle.next = true;
        self.fault.next = false;
        self.fault_address.next = 0.into();
        for i in 0..PORTS {
            self.writer[i].clock.next = self.clock.val();
            self.writer[i].reset.next = self.reset.val();
            self.writer[i].in_address.next = self.target_address.val();
            self.writer[i].in_data.next = self.result.val();
            self.writer[i].in_valid.next = self.here.val() & self.selected[i].val() & !self.suppress.val();
            if self.selected[i].val() & self.writer[i].in_ready.val() {
                self.ready.next = true;
            }
            self.awaddr[i].next = self.writer[i].awaddr.val();
            self.awvalid[i].next = self.writer[i].awvalid.val();
            self.writer[i].awready.next = self.awready[i].val();
            self.wdata[i].next = self.writer[i].wdata.val();
            self.wvalid[i].next = self.writer[i].wvalid.val();
            self.writer[i].wready.next = self.wready[i].val();
            self.writer[i].bresp.next = self.bresp[i].val();
            self.writer[i].bvalid.next = self.bvalid[i].val();
            self.bready[i].next = self.writer[i].bready.val();
            if !self.writer[i].idle.val() {
                self.idle.next = false;
            }
            if self.writer[i].fault.val() {
                self.fault.next = true;
                self.fault_address.next = self.writer[i].fault_address.val();
            }
        }
        self.result_ready.next = self.here.val() & self.ready.val();
        self.target_ready.next = self.here.val() & self.ready.val();
    }
}
