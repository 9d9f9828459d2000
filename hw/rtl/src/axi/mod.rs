//! AXI4 and AXI4-Lite channels.

mod lite_slave;

pub use lite_slave::AxiLiteSlave;
