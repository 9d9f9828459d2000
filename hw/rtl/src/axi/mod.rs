//! AXI4 and AXI4-Lite channels.

mod axi4;
mod burst_read_mux;
mod burst_write_mux;
mod event_counter;
mod line_mux;
mod list_stream;
mod lite_slave;
pub mod register_bank;

pub use axi4::{Axi4Master, ID_BITS};
pub use burst_read_mux::BurstReadMux;
pub use burst_write_mux::BurstWriteMux;
pub use event_counter::EventCounter;
pub use line_mux::{LineMux, MARKED_BITS, SOURCE_ID_BITS};
pub use list_stream::ListStream;
pub use lite_slave::AxiLiteSlave;
