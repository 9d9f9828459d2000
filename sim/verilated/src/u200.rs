//! The shell of a U200 as RTL: what a host does goes over AXI into the shell, as it does behind a PCIe core.

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem::MAP;

use crate::attached::{Attached, Memories, hold_in_reset};
use crate::axi::{AxiLiteMaster, AxiLitePort, AxiMaster, LiteAnswer, MemoryConfig, StallProfile};
use crate::clocked::{Clocked, Clockwork};
use crate::error::BuildError;
use crate::window::{self, Window};
use crate::{CLOCK_PERIOD_PS, Model, Output};

/// The design, with one memory.
const DESIGN: &str = "u200_c1";
/// Bytes of the board's DDR memory behind it.
pub(crate) const DDR_BYTES: u64 = 16 << 30;
/// Bits of an AXI4 transaction ID of a DDR port.
pub(crate) const ID_WIDTH: u32 = 10;
/// Cycles of a read and of a write of DDR memory.
pub(crate) const LATENCY: u32 = 12;

/// CXL-MEM in the shell of a U200, cycle by cycle. Registers are read and written over the shell's AXI4-Lite slave (BAR 0), and device
/// memory over its AXI4 slave (BARs 2 and 4): nothing goes past the ports, and all of it takes clock cycles.
pub struct RtlU200 {
    clockwork: Clockwork,
    model: Model,
    interrupt: Output,
    registers: AxiLitePort,
    lite: AxiLiteMaster,
    window: AxiMaster,
    memory: Attached,
}

impl RtlU200 {
    /// The shell, after its reset, with a DDR memory that holds up to `memory_limit` bytes of contents. The seed decides all that is random.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn new(profile: StallProfile, seed: u64, memory_limit: u64) -> Result<Self, BuildError> {
        let mut model = Model::new(DESIGN, seed)?;
        let registers = AxiLitePort::new(&mut model, "s_axil", MAP.bytes.trailing_zeros())?;
        let lite = AxiLiteMaster::new("s_axil", profile, seed ^ 0x5eed_ba5e);
        let window = AxiMaster::new(&model, "s_axi", profile, seed ^ 0xb4b2)?;
        let config = MemoryConfig::new(DDR_BYTES, profile, LATENCY, LATENCY, seed);
        let config = MemoryConfig { limit: memory_limit, ..config };
        let memory = Attached::new(&model, "m_axi_ddr_0", ID_WIDTH, 0, config)?;
        let interrupt = model.output("irq", 1)?;
        let clockwork = Clockwork::new(format!("{DESIGN} (RTL)"), &MAP);
        let mut device = Self { clockwork, model, interrupt, registers, lite, window, memory };
        device.reset_with(Memories::Reset)?;
        Ok(device)
    }

    /// Resets the shell, and not its memory, as a PCIe reset does.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::GoOn)
    }

    fn reset_with(&mut self, memories: Memories) -> Result<(), BuildError> {
        self.window.reset(&mut self.model);
        hold_in_reset(&mut self.model, &mut self.registers, &mut [&mut self.memory], memories)?;
        self.lite.reset();
        Ok(())
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.model.cycle()
    }
}

impl Clocked for RtlU200 {
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
        let Self { model, registers, lite, window, memory: Attached { port, memory }, .. } = self;
        registers.drive(model, lite.signals());
        window.drive(model);
        port.drive(model, memory.signals());
        model.step().map_err(|error| error.to_string())?;
        window.sample(model)?;
        memory.cycle(&port.sample(model)).map_err(|violation| violation.to_string())?;
        lite.cycle(&registers.sample(model)).map_err(|violation| violation.to_string())
    }
}

impl Window for RtlU200 {
    fn window(&mut self) -> &mut AxiMaster {
        &mut self.window
    }

    fn is_idle(&self) -> bool {
        self.window.is_idle()
    }
}

impl Transport for RtlU200 {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.read_register(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.write_register(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        window::read(self, 0, address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        window::write(self, 0, address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.wait_for(cycles, |device| device.model.bit(device.interrupt))
    }

    fn time(&self) -> u64 {
        self.cycles() * CLOCK_PERIOD_PS
    }
}
