//! AXI4 and AXI4-Lite channels.

mod amount_counter;
mod axi4;
mod axi4_lite;
mod burst_read_mux;
mod burst_write_mux;
mod event_counter;
mod line_mux;
mod list_stream;
mod lite_slave;
mod marked_line;
mod patience;
mod register_bank;
pub mod register_table;
mod reset_guard;
mod scratchpad;

pub use amount_counter::AmountCounter;
pub use axi4::{
    Axi4ClockedMaster, Axi4Master, Axi4MemorySlave, Axi4SharedMaster, Axi4SharedSlave, Axi4Slave, ID_BITS,
    SHARED_ID_BITS, SLAVE_ID_BITS, response,
};
pub use axi4_lite::AxiLiteDevice;
pub use burst_read_mux::BurstReadMux;
pub use burst_write_mux::BurstWriteMux;
pub use event_counter::EventCounter;
pub use line_mux::{LineMux, SOURCE_ID_BITS};
pub use list_stream::ListStream;
pub use lite_slave::AxiLiteSlave;
pub use marked_line::{MARKED_BITS, marked};
pub use patience::Patience;
pub use register_bank::RegisterBank;
pub use reset_guard::ResetGuard;
pub use scratchpad::Scratchpad;
