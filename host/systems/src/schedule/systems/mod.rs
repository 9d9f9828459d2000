//! The systems that TrainingCXL compares, a file each: what it assumes and from where, what holds its tables, how its batches are
//! scheduled.

mod cxl;
mod cxl_b;
mod cxl_d;
mod dram;
mod pcie;
mod pmem;
mod ssd;

use super::compared::Compared;

/// Every one, in the order of Fig. 11, and the ideal of Fig. 13.
pub const COMPARED: &[Compared] =
    &[ssd::SYSTEM, pmem::SYSTEM, pcie::SYSTEM, cxl_d::SYSTEM, cxl_b::SYSTEM, cxl::SYSTEM, dram::SYSTEM];
