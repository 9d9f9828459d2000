//! CXL-MEM on a U200.

use super::ddr_port::DDR_BYTES;
use super::{DdrPort, NoPeer};
use crate::axi::{Axi4SharedMaster, Axi4Slave, AxiLiteDevice};
use crate::cxl::bridge::AxiBridge;
use crate::cxl::{CxlCacheDevice, CxlMemHost};
use crate::cxl_mem::capacity::GIB_BYTES;
use crate::cxl_mem::top::CxlMem;
use crate::layout::{constants, named};
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// Who uses a DDR memory.
    mod source {
        CHANNEL = 0,
        SCRATCHPAD = 1,
    }
}

/// CXL-MEM for a U200 behind the vendor's PCIe core: what a board has between that core and its DDR controllers.
///
/// * `s_axil_*` are the registers of [`CxlMem`]: BAR 0.
/// * `s_axi_*` is device memory, by the address in the device (DPA): BAR 2 shows persistent memory from 0 on, BAR 4 the scratchpad. The
///   [`AxiBridge`] makes transactions of CXL.mem of it; the decoders are not used.
/// * `m_axi_ddr_*` are the board's DDR memories, a channel each and a part of the scratchpad ([`DdrPort`]).
/// * `GIB` is what the scratchpad leaves a channel of its DDR memory: `PERSISTENT_BYTES` says it, and what is beyond it is nowhere.
/// * There is no peer on CXL.cache: a job that flushes its results, or a log of parameters, ends with an error ([`NoPeer`]).
/// * `reset` and `memory_reset` are those of [`CxlMem`]: the DDR controllers need not be reset with the PCIe core. Hold `memory_reset` high
///   in the first reset, and whenever they are.
/// * One clock. A DDR controller has one of its own: the crossing belongs between `m_axi_ddr_*` and it.
/// * Latency and throughput are those of the parts: three cycles more for a read of memory than over CXL.mem, and a line a cycle each way.
#[derive(LogicBlock)]
pub struct U200<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// The memories are reset, too, and owe nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// DONE or FAILED is set, and BUSY is not.
    pub irq: Signal<Out, Bit>,
    /// Registers; see `RegisterBank`.
    pub s_axil: AxiLiteDevice,
    /// Device memory.
    pub s_axi: Axi4Slave,
    /// DDR memories.
    pub m_axi_ddr: [Axi4SharedMaster; CHANNELS],
    device: CxlMem<CHANNELS, GIB, ENGINES, CLIENTS, 0>,
    bridge: AxiBridge,
    no_peer: NoPeer,
    ddr: [DdrPort<CHANNELS>; CHANNELS],
    about: About<Self>,
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Default
    for U200<CHANNELS, GIB, ENGINES, CLIENTS>
{
    fn default() -> Self {
        const {
            assert!(
                CHANNELS as u64 * (DDR_BYTES - GIB as u64 * GIB_BYTES) == map::SCRATCHPAD_BYTES,
                "GIB is what the scratchpad leaves a channel"
            )
        };
        crate::defaults! {
            [clock reset memory_reset irq s_axil s_axi device bridge no_peer about]
            [m_axi_ddr ddr]
        }
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Describe
    for U200<CHANNELS, GIB, ENGINES, CLIENTS>
{
    fn name() -> String {
        if CHANNELS == 4 { "u200".into() } else { format!("u200_c{CHANNELS}") }
    }

    fn description() -> &'static str {
        "CXL-MEM for a U200: registers on s_axil, device memory on s_axi, DDR memories on m_axi_ddr. A line a cycle each way. Hold reset for 32 cycles."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[source::CONSTANTS])
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize> Logic
    for U200<CHANNELS, GIB, ENGINES, CLIENTS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.device.clock.next = self.clock.val();
        self.device.reset.next = self.reset.val();
        self.device.memory_reset.next = self.memory_reset.val();
        self.device.flat.next = true;
        self.irq.next = self.device.irq.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.device.s_axil);

        comment!("Device memory.");
        self.bridge.clock.next = self.clock.val();
        self.bridge.reset.next = self.reset.val();
        Axi4Slave::link(&mut self.s_axi, &mut self.bridge.s_axi);
        CxlMemHost::join(&mut self.bridge.cxl_mem, &mut self.device.cxl_mem);

        comment!("Nobody is on CXL.cache.");
        self.no_peer.clock.next = self.clock.val();
        self.no_peer.reset.next = self.reset.val();
        CxlCacheDevice::join(&mut self.device.cxl_cache, &mut self.no_peer.cxl_cache);

        comment!("DDR memories.");
        for i in 0..CHANNELS {
            self.ddr[i].clock.next = self.clock.val();
            self.ddr[i].reset.next = self.reset.val();
            self.ddr[i].memory_reset.next = self.memory_reset.val();
            self.ddr[i].s_arid[source::CHANNEL].next = self.device.m_axi[i].arid.val();
            self.ddr[i].s_araddr[source::CHANNEL].next = self.device.m_axi[i].araddr.val();
            self.ddr[i].s_arvalid[source::CHANNEL].next = self.device.m_axi[i].arvalid.val();
            self.device.m_axi[i].arready.next = self.ddr[i].s_arready[source::CHANNEL].val();
            self.device.m_axi[i].rid.next = self.ddr[i].s_rid.val();
            self.device.m_axi[i].rdata.next = self.ddr[i].s_rdata.val();
            self.device.m_axi[i].rresp.next = self.ddr[i].s_rresp.val();
            self.device.m_axi[i].rlast.next = true;
            self.device.m_axi[i].rvalid.next = self.ddr[i].s_rvalid[source::CHANNEL].val();
            self.ddr[i].s_awid[source::CHANNEL].next = self.device.m_axi[i].awid.val();
            self.ddr[i].s_awaddr[source::CHANNEL].next = self.device.m_axi[i].awaddr.val();
            self.ddr[i].s_awvalid[source::CHANNEL].next = self.device.m_axi[i].awvalid.val();
            self.device.m_axi[i].awready.next = self.ddr[i].s_awready[source::CHANNEL].val();
            self.ddr[i].s_wdata[source::CHANNEL].next = self.device.m_axi[i].wdata.val();
            self.ddr[i].s_wstrb[source::CHANNEL].next = self.device.m_axi[i].wstrb.val();
            self.ddr[i].s_wvalid[source::CHANNEL].next = self.device.m_axi[i].wvalid.val();
            self.device.m_axi[i].wready.next = self.ddr[i].s_wready[source::CHANNEL].val();
            self.device.m_axi[i].bid.next = self.ddr[i].s_bid.val();
            self.device.m_axi[i].bresp.next = self.ddr[i].s_bresp.val();
            self.device.m_axi[i].bvalid.next = self.ddr[i].s_bvalid[source::CHANNEL].val();
            self.ddr[i].s_arid[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].arid.val();
            self.ddr[i].s_araddr[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].araddr.val();
            self.ddr[i].s_arvalid[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].arvalid.val();
            self.device.m_axi_scratch[i].arready.next = self.ddr[i].s_arready[source::SCRATCHPAD].val();
            self.device.m_axi_scratch[i].rid.next = self.ddr[i].s_rid.val();
            self.device.m_axi_scratch[i].rdata.next = self.ddr[i].s_rdata.val();
            self.device.m_axi_scratch[i].rresp.next = self.ddr[i].s_rresp.val();
            self.device.m_axi_scratch[i].rlast.next = true;
            self.device.m_axi_scratch[i].rvalid.next = self.ddr[i].s_rvalid[source::SCRATCHPAD].val();
            self.ddr[i].s_awid[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].awid.val();
            self.ddr[i].s_awaddr[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].awaddr.val();
            self.ddr[i].s_awvalid[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].awvalid.val();
            self.device.m_axi_scratch[i].awready.next = self.ddr[i].s_awready[source::SCRATCHPAD].val();
            self.ddr[i].s_wdata[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].wdata.val();
            self.ddr[i].s_wstrb[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].wstrb.val();
            self.ddr[i].s_wvalid[source::SCRATCHPAD].next = self.device.m_axi_scratch[i].wvalid.val();
            self.device.m_axi_scratch[i].wready.next = self.ddr[i].s_wready[source::SCRATCHPAD].val();
            self.device.m_axi_scratch[i].bid.next = self.ddr[i].s_bid.val();
            self.device.m_axi_scratch[i].bresp.next = self.ddr[i].s_bresp.val();
            self.device.m_axi_scratch[i].bvalid.next = self.ddr[i].s_bvalid[source::SCRATCHPAD].val();
            Axi4SharedMaster::link(&mut self.m_axi_ddr[i], &mut self.ddr[i].m_axi);
        }
    }
}
