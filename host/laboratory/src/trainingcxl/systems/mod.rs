//! The systems that are compared, one file each.
//!
//! To add one, write a file like those here: what it assumes and from where, and a function that puts the steps of a batch
//! into a [`BatchPlan`](crate::side_by_side::BatchPlan); and name it in [`SYSTEMS`]. A batch begins when the one before has ended.

mod all;
mod cxl;
mod cxl_b;
mod cxl_d;
mod dram;
mod pcie;
mod plan;
mod pmem;
mod ssd;

pub use all::SYSTEMS;
