//! The shell of a SmartSSD as RTL: what a host does goes over AXI into the shell, as it does behind a PCIe core, and what the device wants of
//! the host goes over AXI out of it.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::smartssd::{BUFFERABLE, DRAM_BYTES, MAP, NON_DETERMINISTIC};

use crate::attached::{Attached, Memories, hold_in_reset};
use crate::axi::{AxiLiteMaster, AxiLitePort, AxiMaster, AxiMemory, LiteAnswer, MemoryConfig, StallProfile};
use crate::clocked::{Clocked, Clockwork};
use crate::error::BuildError;
use crate::window::{self, Window};
use crate::{CLOCK_PERIOD_PS, Model, Output};

/// The design, with the small kernel.
const DESIGN: &str = "smartssd_shell_b2_s1";
/// Bits of an AXI4 transaction ID of a port to memory.
const ID_WIDTH: u32 = 9;
/// Cycles of a read and of a write of DRAM and SSD.
const LATENCY: u32 = 12;
/// Cycles of a read of the host's memory.
const HOST_LATENCY: u32 = 150;
/// Bytes of the SSD, and of the host's memory from address 0, that of peers included.
const SSD_BYTES: u64 = 1 << 40;
const HOST_BYTES: u64 = 1 << 52;
/// To what BAR 2 is translated: where the drivers of this project put `HDM_BASE`.
const BAR_2: u64 = 1 << 40;

/// Memories that somebody else than the device uses, by their place behind the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    Host = 0,
    Ssd = 2,
}

/// The SmartSSD in its shell, cycle by cycle. Registers are read and written over the shell's AXI4-Lite slave (BAR 0), and TX buffers over its
/// AXI4 slave (BAR 2); the device reads the host's memory over the shell's AXI4 master. Host memory and SSD are read and written past the device
/// and take no time.
pub struct RtlSmartSsdShell {
    clockwork: Clockwork,
    model: Model,
    interrupt: Output,
    /// Of reads and writes of the SSD.
    attributes: [Output; 2],
    registers: AxiLitePort,
    lite: AxiLiteMaster,
    window: AxiMaster,
    /// Host, DRAM, SSD.
    memories: [Attached; 3],
}

impl RtlSmartSsdShell {
    /// The shell, after its reset, with memories that hold up to `memory_limit` bytes of contents each. The seed decides all that is random.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn new(profile: StallProfile, seed: u64, memory_limit: u64) -> Result<Self, BuildError> {
        let mut model = Model::new(DESIGN, seed)?;
        let registers = AxiLitePort::new(&mut model, "s_axil", MAP.bytes.trailing_zeros())?;
        let lite = AxiLiteMaster::new("s_axil", profile, seed ^ 0x5eed_ba5e);
        let window = AxiMaster::new(&model, "s_axi", profile, seed ^ 0xb4b2)?;
        let attach = |name: &str, bytes, latency, stream| {
            let config = MemoryConfig::new(bytes, profile, latency, latency, seed);
            // Host and SSD answer reads in any order.
            let reorder = config.reorder || name != "m_axi_dram";
            Attached::new(&model, name, ID_WIDTH, stream, MemoryConfig { limit: memory_limit, reorder, ..config })
        };
        let memories = [
            attach("m_axi_host", HOST_BYTES, HOST_LATENCY, 0)?,
            attach("m_axi_dram", DRAM_BYTES, LATENCY, 1)?,
            attach("m_axi_ssd", SSD_BYTES, LATENCY, 2)?,
        ];
        let interrupt = model.output("irq", 1)?;
        let attributes = [model.output("m_axi_ssd_aruser", 2)?, model.output("m_axi_ssd_awuser", 2)?];
        let clockwork = Clockwork::new(format!("{DESIGN} (RTL)"), &MAP);
        let mut device = Self { clockwork, model, interrupt, attributes, registers, lite, window, memories };
        device.reset_with(Memories::Reset)?;
        Ok(device)
    }

    /// Resets the shell, and not what is behind its ports, as a PCIe reset does.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::GoOn)
    }

    fn reset_with(&mut self, memories: Memories) -> Result<(), BuildError> {
        self.window.reset(&mut self.model);
        let [host, dram, ssd] = &mut self.memories;
        hold_in_reset(&mut self.model, &mut self.registers, &mut [host, dram, ssd], memories)?;
        self.lite.reset();
        Ok(())
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.model.cycle()
    }

    /// Lets the clock run for `cycles` cycles.
    ///
    /// # Errors
    /// [`TransportError::Protocol`].
    pub fn run(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.until(cycles, |_, _| None::<()>).map(|_| ())
    }

    /// The host's memory behind its port.
    pub fn host(&mut self) -> &mut AxiMemory {
        self.behind(Behind::Host)
    }

    fn behind(&mut self, what: Behind) -> &mut AxiMemory {
        &mut self.memories[what as usize].memory
    }

    fn read(&mut self, what: Behind, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check(what, address, bytes.len())?;
        self.behind(what).read(address, bytes);
        Ok(())
    }

    fn write(&mut self, what: Behind, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check(what, address, bytes.len())?;
        let written = self.behind(what).write(address, bytes);
        written.map_err(|full| self.clockwork.protocol(full.to_string()))
    }

    fn check(&self, what: Behind, address: u64, length: usize) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        let bytes = if what == Behind::Host { HOST_BYTES } else { SSD_BYTES };
        let there = address.checked_add(length as u64).is_some_and(|end| end <= bytes);
        if there { Ok(()) } else { Err(self.clockwork.no_memory(address, length as u64)) }
    }
}

impl Clocked for RtlSmartSsdShell {
    fn clockwork(&self) -> &Clockwork {
        &self.clockwork
    }

    fn clockwork_mut(&mut self) -> &mut Clockwork {
        &mut self.clockwork
    }

    fn master(&mut self) -> &mut AxiLiteMaster {
        &mut self.lite
    }

    fn tick(&mut self) -> Result<Option<LiteAnswer>, String> {
        let Self { model, attributes, registers, lite, window, memories, .. } = self;
        registers.drive(model, lite.signals());
        window.drive(model);
        for Attached { port, memory } in &mut *memories {
            port.drive(model, memory.signals());
        }
        model.step().map_err(|error| error.to_string())?;
        window.sample(model)?;
        for Attached { port, memory } in &mut *memories {
            memory.cycle(&port.sample(model)).map_err(|violation| violation.to_string())?;
        }
        if attributes.iter().any(|port| model.get(*port) != NON_DETERMINISTIC | BUFFERABLE) {
            return Err("m_axi_ssd: the attributes are not those of NDRec's requests".into());
        }
        lite.cycle(&registers.sample(model)).map_err(|violation| violation.to_string())
    }
}

impl Window for RtlSmartSsdShell {
    fn window(&mut self) -> &mut AxiMaster {
        &mut self.window
    }

    fn is_idle(&self) -> bool {
        self.window.is_idle()
    }
}

impl Transport for RtlSmartSsdShell {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.read_register(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.write_register(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        window::read(self, BAR_2, address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        window::write(self, BAR_2, address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.wait_for(cycles, |device| device.model.bit(device.interrupt))
    }

    fn time(&self) -> u64 {
        self.cycles() * CLOCK_PERIOD_PS
    }
}

impl SmartSsdTransport for RtlSmartSsdShell {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read(Behind::Host, address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(Behind::Host, address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read(Behind::Ssd, address, bytes)
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(Behind::Ssd, address, bytes)
    }
}
