//! The blocks of CXL-MEM in Rust-HDL's own simulation, against plain Rust.

mod batches;
#[path = "../blocks/bench.rs"]
mod bench;
mod checkers;
mod checkpoint;
mod dcoh;
mod endpoint;
mod event_counter;
mod expander;
mod interleaved;
mod job_checker;
mod job_queue;
mod lanes;
mod line_reader;
mod lines;
mod lists;
mod mux;
mod ports;
mod reducer;
mod row_cache;
mod sequencer;
mod splitter;
mod stack;
mod top;
mod walker_bank;
mod write_queues;
