//! The shell of a U200 with a clock for its memory, as RTL: two clocks whose edges come when they come.

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem::MAP;

use crate::attached::{Attached, Memories, RESET_CYCLES};
use crate::axi::{
    AxiLiteMaster, AxiLitePort, AxiMaster, LiteAnswer, LiteMasterSignals, MemoryConfig, SlaveSignals, StallProfile,
};
use crate::clocked::{Clocked, Clockwork};
use crate::error::BuildError;
use crate::u200::{DDR_BYTES, ID_WIDTH, LATENCY};
use crate::window::{self, Window};
use crate::{CLOCK_PERIOD_PS, Input, Model, Output};

/// The design, with one memory.
const DESIGN: &str = "u200_clocks_c1";
/// Edges of the memory's clock within which it becomes quiet in its reset.
const QUIET: u64 = 2;

/// A clock: whether it ticks in the next step, its period, and when it ticks next.
struct Ticks {
    input: Input,
    period: u64,
    next: u64,
}

/// [`RtlU200`](crate::RtlU200) with a crossing to a memory of another clock.
pub struct RtlU200Clocks {
    clockwork: Clockwork,
    model: Model,
    interrupt: Output,
    lost: Output,
    /// Of the shell, and what it is told of memories.
    resets: [Input; 2],
    /// Of the memory, with its clock.
    memory_reset: Input,
    registers: AxiLitePort,
    lite: AxiLiteMaster,
    window: AxiMaster,
    memory: Attached,
    device: Ticks,
    ddr: Ticks,
    /// Edges of the memory's clock that its reset is still high, and has been.
    held: [u64; 2],
    cycles: u64,
}

impl RtlU200Clocks {
    /// The shell, after its reset, with a DDR memory whose clock has a period of so many picoseconds and that holds up to `memory_limit`
    /// bytes of contents. The seed decides all that is random, and which of the clocks is ahead.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn new(profile: StallProfile, seed: u64, memory_period: u64, memory_limit: u64) -> Result<Self, BuildError> {
        let mut model = Model::new(DESIGN, seed)?;
        let registers = AxiLitePort::new(&mut model, "s_axil", MAP.bytes.trailing_zeros())?;
        let lite = AxiLiteMaster::new("s_axil", profile, seed ^ 0x5eed_ba5e);
        let window = AxiMaster::new(&model, "s_axi", profile, seed ^ 0xb4b2)?;
        let config = MemoryConfig::new(DDR_BYTES, profile, LATENCY, LATENCY, seed);
        let config = MemoryConfig { limit: memory_limit, ..config };
        let memory = Attached::new(&model, "m_axi_ddr_0", ID_WIDTH, 0, config)?;
        let ticks =
            |clock: &str, period, next| Ok(Ticks { input: model.input(&format!("{clock}_ticks"), 1)?, period, next });
        let device = ticks("clock", CLOCK_PERIOD_PS, 0).map_err(BuildError::Model)?;
        let ahead = seed.wrapping_mul(0x9e37_79b9) % memory_period;
        let ddr = ticks("m_axi_ddr_0_clock", memory_period, ahead).map_err(BuildError::Model)?;
        let resets = [model.input("reset", 1)?, model.input("memory_reset", 1)?];
        let memory_reset = model.input("m_axi_ddr_0_reset", 1)?;
        let (interrupt, lost) = (model.output("irq", 1)?, model.output("lost", 1)?);
        let clockwork = Clockwork::new(format!("{DESIGN} (RTL)"), &MAP);
        let mut shell = Self {
            clockwork,
            model,
            interrupt,
            lost,
            resets,
            memory_reset,
            registers,
            lite,
            window,
            memory,
            device,
            ddr,
            held: [0; 2],
            cycles: 0,
        };
        shell.reset_with(Memories::Reset, 0)?;
        Ok(shell)
    }

    /// Resets the shell, and not its memory, as a PCIe reset does.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::GoOn, 0)
    }

    /// Resets the shell and its memory, whose controller calibrates for so many edges of its clock more.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset_all(&mut self, calibration: u64) -> Result<(), BuildError> {
        self.reset_with(Memories::Reset, calibration)
    }

    fn reset_with(&mut self, memories: Memories, calibration: u64) -> Result<(), BuildError> {
        let all = memories == Memories::Reset;
        self.window.reset(&mut self.model);
        for (input, high) in self.resets.into_iter().zip([true, all]) {
            self.model.set(input, high.into());
        }
        if all {
            self.reset_memory(u64::MAX);
        }
        let start = self.cycles;
        while self.cycles < start + RESET_CYCLES as u64 {
            self.registers.drive(&mut self.model, &LiteMasterSignals::default());
            self.step()?;
        }
        for input in self.resets {
            self.model.set(input, 0);
        }
        if all {
            self.reset_memory(calibration);
        }
        self.lite.reset();
        Ok(())
    }

    /// Resets the memory for so many edges of its clock from now on. Alone, which nobody should.
    pub fn reset_memory(&mut self, edges: u64) {
        self.model.set(self.memory_reset, (edges > 0).into());
        self.held[0] = edges;
    }

    /// Whether a memory was reset and the shell was not.
    #[must_use]
    pub fn lost(&self) -> bool {
        self.model.bit(self.lost)
    }

    /// Clock cycles of the device since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Lets the clocks run for `cycles` cycles of the device.
    ///
    /// # Errors
    /// [`TransportError::Protocol`].
    pub fn run(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.until(cycles, |_, _| None::<()>).map(|_| ())
    }

    /// The next edge, or two at the same time, with the memory at its side; whether the device's was among them.
    fn step(&mut self) -> Result<bool, BuildError> {
        let now = self.device.next.min(self.ddr.next);
        let [device, ddr] = [&mut self.device, &mut self.ddr].map(|clock| {
            let ticks = clock.next == now;
            self.model.set(clock.input, ticks.into());
            clock.next += if ticks { clock.period } else { 0 };
            ticks
        });
        let Attached { port, memory } = &mut self.memory;
        let quiet = SlaveSignals::default();
        let in_reset = self.held[0] > 0;
        if ddr {
            port.drive(&mut self.model, if in_reset { &quiet } else { memory.signals() });
        }
        self.model.step()?;
        if ddr && in_reset {
            let obeyed = memory.reset(&port.sample(&self.model));
            self.held = [self.held[0] - 1, self.held[1] + 1];
            if self.held[1] > QUIET {
                obeyed?;
            }
            if self.held[0] == 0 {
                self.model.set(self.memory_reset, 0);
            }
        } else if ddr {
            self.held[1] = 0;
            memory.cycle(&port.sample(&self.model))?;
        }
        self.cycles += u64::from(device);
        Ok(device)
    }
}

impl Clocked for RtlU200Clocks {
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
        self.registers.drive(&mut self.model, self.lite.signals());
        self.window.drive(&mut self.model);
        while !self.step().map_err(|error| error.to_string())? {}
        self.window.sample(&self.model)?;
        self.lite.cycle(&self.registers.sample(&self.model)).map_err(|violation| violation.to_string())
    }
}

impl Window for RtlU200Clocks {
    fn window(&mut self) -> &mut AxiMaster {
        &mut self.window
    }

    fn is_idle(&self) -> bool {
        self.window.is_idle()
    }
}

impl Transport for RtlU200Clocks {
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
