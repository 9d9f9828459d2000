//! What the caches of each system meet in a workload: raw sums over measured iterations.
//!
//! Every count begins in the middle of an epoch, where NDRec's traces are from (Section VI-A). Nobody trains through half an epoch for
//! that: what a cache holds then follows from how likely an iteration uses each row, and is drawn. A few iterations warm up what is not
//! drawn; the measured ones follow. Records of a file have no such law; with them caches begin empty.
//!
//! A function of each module counts for one device, or one GPU, and some tables. Devices do not depend on each other:
//! [`each_device`] counts on several threads, and the counts do not depend on how many.

pub mod kernel;
pub mod lookahead;
pub mod lru;
pub mod overlap;
pub mod planner;
pub mod rank_cache;
mod run;
mod steady;
pub mod unified;

pub use run::{CountError, Run, each_device};

#[cfg(test)]
mod tests;
