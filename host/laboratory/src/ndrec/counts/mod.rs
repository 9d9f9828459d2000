//! What NDRec's cache planner meets in a workload, and what its iterations have in common: raw sums over measured iterations.
//!
//! Every count begins in the middle of an epoch, where NDRec's traces are from (Section VI-A). Nobody trains through half an epoch for
//! that: what a cache holds then follows from how likely an iteration uses each row, and is drawn. A few iterations warm up what is not
//! drawn; the measured ones follow. Records of a file have no such law; with them caches begin empty.
//!
//! Devices do not depend on each other: [`each_device`] counts on several threads, and the counts do not depend on how many.

pub mod overlap;
pub mod planner;
mod run;

pub use run::{CountError, Run, each_device};

#[cfg(test)]
mod tests;
