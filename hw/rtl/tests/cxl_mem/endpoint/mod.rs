//! The CXL endpoint and its ports of memory, block by block.

mod arrivals;
mod hdm_decoder;
mod mem_target;
mod memory_port;
mod patience;
mod poison_list;
mod tagged_writer;
