//! CXL-MEM on a U200, with a clock for each DDR memory.

use super::top::U200;
use crate::axi::{Axi4ClockedMaster, Axi4SharedMaster, Axi4Slave, AxiLiteDevice};
use crate::crossing::AxiCrossing;
use crate::stream::Sampler;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// [`U200`] whose DDR memories have clocks of their own, such as the `ui_clk` of a DDR4 controller at 300 MHz beside a device at 250: an
/// [`AxiCrossing`] for each.
///
/// * Ports are those of [`U200`]; those of a memory are its clock's, and come with it. `m_axi_ddr_*_reset` is high while the memory is
///   reset, or its controller has not calibrated.
/// * At power-up nothing is asked of a memory before its clock ticks and its reset is low. If a memory is reset later, what it owes is lost:
///   `lost` rises, and that memory is asked for nothing more until the shell is reset with `memory_reset` high, and every memory with it.
/// * Latency: three cycles of the other clock each way more than [`U200`]. Throughput: a line a cycle of the slower clock.
#[derive(LogicBlock)]
pub struct U200Clocks<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> {
    /// Clock of the device.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// The memories are reset, too, and owe nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// DONE or FAILED is set, and BUSY is not.
    pub irq: Signal<Out, Bit>,
    /// A memory was reset and the shell was not: reset all of them.
    pub lost: Signal<Out, Bit>,
    /// Registers; see `RegisterBank`.
    pub s_axil: AxiLiteDevice,
    /// Device memory.
    pub s_axi: Axi4Slave,
    /// DDR memories, each with its clock.
    pub m_axi_ddr: [Axi4ClockedMaster; CHANNELS],
    shell: U200<CHANNELS, GIB, ENGINES, CLIENTS>,
    memories_in_reset: Sampler,
    crossings: [AxiCrossing; CHANNELS],
    empties: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Default
    for U200Clocks<CHANNELS, GIB, ENGINES, CLIENTS>
{
    fn default() -> Self {
        crate::defaults! {
            [clock reset memory_reset irq lost s_axil s_axi shell memories_in_reset empties about]
            [m_axi_ddr crossings]
        }
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Describe
    for U200Clocks<CHANNELS, GIB, ENGINES, CLIENTS>
{
    fn name() -> String {
        if CHANNELS == 4 { "u200_clocks".into() } else { format!("u200_clocks_c{CHANNELS}") }
    }

    fn description() -> &'static str {
        "CXL-MEM for a U200 whose DDR memories have clocks of their own: registers on s_axil, device memory on s_axi, DDR memories on m_axi_ddr. A line a cycle of the slower clock each way. Hold reset for 32 cycles."
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Logic
    for U200Clocks<CHANNELS, GIB, ENGINES, CLIENTS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.shell.clock.next = self.clock.val();
        self.shell.reset.next = self.reset.val();
        self.shell.memory_reset.next = self.memory_reset.val();
        self.irq.next = self.shell.irq.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.shell.s_axil);
        Axi4Slave::link(&mut self.s_axi, &mut self.shell.s_axi);

        comment!("A reset of the device alone forgets nothing that a memory owes.");
        self.memories_in_reset.clock.next = self.clock.val();
        self.memories_in_reset.in_bit.next = self.memory_reset.val();
        self.empties.next = self.reset.val() & self.memories_in_reset.out_bit.val();
        self.lost.next = false;
        for i in 0..CHANNELS {
            self.crossings[i].clock.next = self.clock.val();
            self.crossings[i].reset.next = self.empties.val();
            self.crossings[i].m_clock.next = self.m_axi_ddr[i].clock.val();
            self.crossings[i].m_reset.next = self.m_axi_ddr[i].reset.val();
            if self.crossings[i].lost.val() {
                self.lost.next = true;
            }
            Axi4SharedMaster::join(&mut self.shell.m_axi_ddr[i], &mut self.crossings[i].s_axi);
            self.m_axi_ddr[i].awid.next = self.crossings[i].m_axi.awid.val();
            self.m_axi_ddr[i].awaddr.next = self.crossings[i].m_axi.awaddr.val();
            self.m_axi_ddr[i].awlen.next = self.crossings[i].m_axi.awlen.val();
            self.m_axi_ddr[i].awsize.next = self.crossings[i].m_axi.awsize.val();
            self.m_axi_ddr[i].awburst.next = self.crossings[i].m_axi.awburst.val();
            self.m_axi_ddr[i].awlock.next = self.crossings[i].m_axi.awlock.val();
            self.m_axi_ddr[i].awcache.next = self.crossings[i].m_axi.awcache.val();
            self.m_axi_ddr[i].awprot.next = self.crossings[i].m_axi.awprot.val();
            self.m_axi_ddr[i].awqos.next = self.crossings[i].m_axi.awqos.val();
            self.m_axi_ddr[i].awvalid.next = self.crossings[i].m_axi.awvalid.val();
            self.crossings[i].m_axi.awready.next = self.m_axi_ddr[i].awready.val();
            self.m_axi_ddr[i].wdata.next = self.crossings[i].m_axi.wdata.val();
            self.m_axi_ddr[i].wstrb.next = self.crossings[i].m_axi.wstrb.val();
            self.m_axi_ddr[i].wlast.next = self.crossings[i].m_axi.wlast.val();
            self.m_axi_ddr[i].wvalid.next = self.crossings[i].m_axi.wvalid.val();
            self.crossings[i].m_axi.wready.next = self.m_axi_ddr[i].wready.val();
            self.crossings[i].m_axi.bid.next = self.m_axi_ddr[i].bid.val();
            self.crossings[i].m_axi.bresp.next = self.m_axi_ddr[i].bresp.val();
            self.crossings[i].m_axi.bvalid.next = self.m_axi_ddr[i].bvalid.val();
            self.m_axi_ddr[i].bready.next = self.crossings[i].m_axi.bready.val();
            self.m_axi_ddr[i].arid.next = self.crossings[i].m_axi.arid.val();
            self.m_axi_ddr[i].araddr.next = self.crossings[i].m_axi.araddr.val();
            self.m_axi_ddr[i].arlen.next = self.crossings[i].m_axi.arlen.val();
            self.m_axi_ddr[i].arsize.next = self.crossings[i].m_axi.arsize.val();
            self.m_axi_ddr[i].arburst.next = self.crossings[i].m_axi.arburst.val();
            self.m_axi_ddr[i].arlock.next = self.crossings[i].m_axi.arlock.val();
            self.m_axi_ddr[i].arcache.next = self.crossings[i].m_axi.arcache.val();
            self.m_axi_ddr[i].arprot.next = self.crossings[i].m_axi.arprot.val();
            self.m_axi_ddr[i].arqos.next = self.crossings[i].m_axi.arqos.val();
            self.m_axi_ddr[i].arvalid.next = self.crossings[i].m_axi.arvalid.val();
            self.crossings[i].m_axi.arready.next = self.m_axi_ddr[i].arready.val();
            self.crossings[i].m_axi.rid.next = self.m_axi_ddr[i].rid.val();
            self.crossings[i].m_axi.rdata.next = self.m_axi_ddr[i].rdata.val();
            self.crossings[i].m_axi.rresp.next = self.m_axi_ddr[i].rresp.val();
            self.crossings[i].m_axi.rlast.next = self.m_axi_ddr[i].rlast.val();
            self.crossings[i].m_axi.rvalid.next = self.m_axi_ddr[i].rvalid.val();
            self.m_axi_ddr[i].rready.next = self.crossings[i].m_axi.rready.val();
        }
    }
}
