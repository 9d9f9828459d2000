//! Timing models of the Emberlane hardware, and the media it emulates.
//!
//! A model says in plain Rust what a block does in every cycle, and nothing about how. Tests run it beside the block.
//! [`cxl_mem`] is the fast model of the whole device: the cycles of its jobs; [`smartssd`] that of the SmartSSD, and of its embedding
//! kernel alone: the cycles of its plans. [`cxl`] has the device at the end of a CXL link: the reference with an estimate of time or that of the fast model, or whatever else is an
//! endpoint of the fabric. [`power_loss`] says what memory holds after a cut.
#![forbid(unsafe_code)]

pub mod answers;
mod bar;
pub mod cxl;
pub mod cxl_mem;
pub mod ideal_dram;
pub mod job_time;
pub mod media;
pub mod memories;
pub mod memory_controller;
pub mod power_loss;
pub mod smartssd;
pub mod storage;
