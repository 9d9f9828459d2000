//! What may be chosen about an export.

/// Settings of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// Clock frequency that the ports of a top are annotated with, in Hz.
    pub clock_hz: u64,
    /// Frequency that every other clock than `clock` is annotated with: those of memory controllers.
    pub memory_clock_hz: u64,
    /// Whether the ports of a top are annotated for vendor tools. Without, a top is like the same module inside a design.
    pub annotated: bool,
}

impl Default for ExportOptions {
    /// Annotated, with 250 MHz, and 300 MHz for memories: a quarter of the clock of DDR4-2400, the user clock of its controller.
    fn default() -> Self {
        Self { clock_hz: 250_000_000, memory_clock_hz: 300_000_000, annotated: true }
    }
}

impl ExportOptions {
    /// Frequency of a clock by its name.
    pub(crate) fn hz(&self, clock: &str) -> u64 {
        if matches!(clock, "clock" | "clk" | "") { self.clock_hz } else { self.memory_clock_hz }
    }
}
