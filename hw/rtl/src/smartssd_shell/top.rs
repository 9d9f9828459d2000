//! NDRec's device on a SmartSSD.

use super::{HostReader, NoCopies};
use crate::axi::{Axi4Master, Axi4Slave, AxiLiteDevice};
use crate::cxl::bridge::AxiBridge;
use crate::cxl::{CxlBackInvalidateDevice, CxlCacheDevice, CxlMemHost};
use crate::smartssd::top::SmartSsd;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// NDRec's device for a SmartSSD behind the vendor's PCIe core: what a board without a CXL link has between that core, its DDR controller and
/// its SSD.
///
/// * `s_axil_*` are the registers of [`SmartSsd`]: BAR 0.
/// * `s_axi_*` are the TX buffers: BAR 2, translated to what `HDM_BASE` says. The [`AxiBridge`] makes transactions of CXL.mem of it.
///   They are read; a write is answered and not done.
/// * `m_axi_host_*` reads the host's memory, and that of its peers: mailbox, plans and gradients ([`HostReader`]). It writes nothing.
/// * `m_axi_dram_*` is the board's DRAM, `m_axi_ssd_*` the SSD as memory, each as of [`SmartSsd`].
/// * Nobody keeps a copy of a line of a TX buffer: snoops are answered here ([`NoCopies`]).
/// * `reset` and `memory_reset` are those of [`SmartSsd`]. `memory_reset` says of DRAM, SSD and host together that they owe nothing.
/// * Latency and throughput are those of the parts: three cycles more for a read of a TX buffer than over CXL.mem, and two for a line of
///   the host.
#[derive(LogicBlock)]
pub struct SmartSsdShell<const BANKS: usize, const ADDERS: usize, const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// DRAM, SSD and the host's side are reset, too, and owe nothing; counts while `reset` is high. It may be left unconnected, and is low
    /// then.
    pub memory_reset: Signal<In, Bit>,
    /// An iteration has ended, or the agent has stopped.
    pub irq: Signal<Out, Bit>,
    /// Only the host can bring the device further.
    pub idle: Signal<Out, Bit>,
    /// Registers; see `RegisterBank`.
    pub s_axil: AxiLiteDevice,
    /// TX buffers, by the address that `HDM_BASE` gives them.
    pub s_axi: Axi4Slave,
    /// The host's memory; read only.
    pub m_axi_host: Axi4Master,
    /// The FPGA's DRAM.
    pub m_axi_dram: Axi4Master,
    /// The SSD.
    pub m_axi_ssd: Axi4Master,
    /// The SSD: attributes of a read.
    pub m_axi_ssd_aruser: Signal<Out, Bits<2>>,
    /// The SSD: attributes of a write.
    pub m_axi_ssd_awuser: Signal<Out, Bits<2>>,
    device: SmartSsd<BANKS, ADDERS, SLICES, 0>,
    bridge: AxiBridge,
    host: HostReader,
    no_copies: NoCopies,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Default for SmartSsdShell<BANKS, ADDERS, SLICES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset memory_reset irq idle s_axil s_axi m_axi_host m_axi_dram m_axi_ssd m_axi_ssd_aruser m_axi_ssd_awuser device
                bridge host no_copies about
            ]
            []
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Describe for SmartSsdShell<BANKS, ADDERS, SLICES> {
    fn name() -> String {
        if BANKS == 6 && SLICES == 4 { "smartssd_shell".into() } else { format!("smartssd_shell_b{BANKS}_s{SLICES}") }
    }

    fn description() -> &'static str {
        "NDRec's device for a SmartSSD without a CXL link: registers on s_axil, TX buffers on s_axi; host memory, DRAM and SSD on m_axi_host, m_axi_dram and m_axi_ssd. Hold reset for 32 cycles."
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Logic for SmartSsdShell<BANKS, ADDERS, SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.device.clock.next = self.clock.val();
        self.device.reset.next = self.reset.val();
        self.device.memory_reset.next = self.memory_reset.val();
        self.irq.next = self.device.irq.val();
        self.idle.next = self.device.idle.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.device.s_axil);

        comment!("TX buffers.");
        self.bridge.clock.next = self.clock.val();
        self.bridge.reset.next = self.reset.val();
        Axi4Slave::link(&mut self.s_axi, &mut self.bridge.s_axi);
        CxlMemHost::join(&mut self.bridge.cxl_mem, &mut self.device.cxl_mem);

        comment!("The bridge keeps no copy.");
        self.no_copies.clock.next = self.clock.val();
        self.no_copies.reset.next = self.reset.val();
        CxlBackInvalidateDevice::join(&mut self.device.back_invalidate, &mut self.no_copies.back_invalidate);

        comment!("The host's memory.");
        self.host.clock.next = self.clock.val();
        self.host.reset.next = self.reset.val();
        self.host.memory_reset.next = self.memory_reset.val();
        Axi4Master::link(&mut self.m_axi_host, &mut self.host.m_axi);
        CxlCacheDevice::join(&mut self.device.cxl_cache, &mut self.host.cxl_cache);

        comment!("DRAM and SSD.");
        Axi4Master::link(&mut self.m_axi_dram, &mut self.device.m_axi_dram);
        Axi4Master::link(&mut self.m_axi_ssd, &mut self.device.m_axi_ssd);
        self.m_axi_ssd_aruser.next = self.device.m_axi_ssd_aruser.val();
        self.m_axi_ssd_awuser.next = self.device.m_axi_ssd_awuser.val();
    }
}
