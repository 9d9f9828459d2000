//! What may be chosen about an export.

/// Settings of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// Clock frequency that the ports of a top are annotated with, in Hz.
    pub clock_hz: u64,
    /// Whether the ports of a top are annotated for vendor tools. Without, a top is like the same module inside a design.
    pub annotated: bool,
}

impl Default for ExportOptions {
    /// Annotated, with 250 MHz.
    fn default() -> Self {
        Self { clock_hz: 250_000_000, annotated: true }
    }
}
