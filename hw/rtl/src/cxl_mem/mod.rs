//! CXL-MEM: registers, computing logic, top.

pub mod channel_map;
pub mod delay;
pub mod event_counter;
pub mod expander;
pub mod job_checker;
pub mod job_settings;
pub mod line_multiplier;
pub mod line_writer;
pub mod occupancy;
pub mod read_crossbar;
pub mod reducer;
pub mod register_file;
pub mod reorder_buffer;
pub mod sequencer;
pub mod top;
pub mod walker;
pub mod word_stream;
pub mod write_crossbar;
