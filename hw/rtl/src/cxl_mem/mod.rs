//! CXL-MEM: registers, computing logic, top.
//!
//! A job: the [`job_queue`] holds it until its turn, the [`sequencer`] has the settings checked by the [`job_checker`], then starts two walks over the batch side by
//! side. The [`batch_checker`] finds the first thing that is wrong. The [`splitter`] deals out tasks to one [`engine`] a
//! channel, each with a [`walker_bank`], an [`expander`], [`line_reader`]s for rows and gradients, a [`row_cache`] before the former, a
//! [`reducer`] and [`write_queues`]. A [`read_port`] and a [`write_port`] stand before every memory port.

pub mod batch_checker;
pub mod capacity;
pub mod channel_map;
pub mod checkpoint;
pub mod codes;
pub mod computing_logic;
pub mod controls;
mod directory;
pub mod endpoint;
pub mod engine;
pub mod entry_checker;
pub mod expander;
pub mod job_checker;
pub mod job_queue;
pub mod job_settings;
pub mod lanes;
pub mod line_multiplier;
pub mod line_reader;
pub mod line_reads;
pub mod line_writer;
pub mod list_reader;
pub mod occupancy;
pub mod read_port;
pub mod reducer;
pub mod region_bound;
pub mod register_file;
pub mod row_cache;
pub mod segment_checker;
pub mod segment_walker;
pub mod sequencer;
pub mod settings;
pub mod splitter;
pub mod top;
pub mod walker_bank;
pub mod write_port;
pub mod write_queues;
