//! AXI4 and AXI4-Lite channels.

mod axi4;
mod line_mux;
mod lite_slave;

pub use axi4::{Axi4Master, ID_BITS};
pub use line_mux::{LineMux, MARKED_BITS, SOURCE_ID_BITS};
pub use lite_slave::AxiLiteSlave;
