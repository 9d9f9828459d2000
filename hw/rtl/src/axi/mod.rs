//! AXI4 and AXI4-Lite channels.

mod axi4;
mod lite_slave;

pub use axi4::{Axi4Master, ID_BITS};
pub use lite_slave::AxiLiteSlave;
