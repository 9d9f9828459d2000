//! What a board is tested with first: its registers, its memories, a job, a record, each compared bit for bit with the reference. It runs on
//! whatever is behind a [`Transport`](emberlane_drivers::Transport).
//!
//! Memory is written only in the region that [`Plan::overwrite`] names; without one, only what changes no memory is tested.
//! Settings are put back.
#![forbid(unsafe_code)]

mod cxl_mem;
mod memory;
mod numbers;
mod registers;
mod report;
mod smartssd;

pub use cxl_mem::{check_memory_region, test_cxl_mem};
pub use report::{Outcome, Plan, Region, Report, Step};
pub use smartssd::{check_ssd_region, test_smartssd};
