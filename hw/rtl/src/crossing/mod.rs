//! From one clock to another.
//!
//! Nothing passes between clocks but through [`Synchroniser`] and [`DualClockRam`]: the exporter refuses every other path.

mod async_fifo;
mod axi_crossing;
mod dual_clock_ram;
mod reset_handshake;
mod synchroniser;

pub use async_fifo::AsyncFifo;
pub use axi_crossing::AxiCrossing;
pub use dual_clock_ram::DualClockRam;
pub use reset_handshake::ResetHandshake;
pub use synchroniser::Synchroniser;
