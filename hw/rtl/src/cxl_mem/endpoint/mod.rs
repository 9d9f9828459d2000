//! The CXL endpoint: what the host and its peers do with the device's memory.

pub mod flusher;
pub mod hdm_decoder;
pub mod mem_target;
pub mod poison_list;
pub mod tagged_writer;
