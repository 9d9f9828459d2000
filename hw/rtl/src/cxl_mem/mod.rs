//! CXL-MEM: registers, computing logic, top.

pub mod channel_map;
pub mod delay;
pub mod event_counter;
pub mod line_multiplier;
pub mod register_file;
