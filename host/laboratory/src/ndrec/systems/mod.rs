//! NDRec's systems, one file each.
//!
//! To add one, write a file like those here: what it assumes and from where, and a function that puts the steps of an iteration
//! into a [`BatchPlan`](crate::side_by_side::BatchPlan); and name it in [`SYSTEMS`]. An iteration begins when the one before has ended: NDRec synchronises there
//! (Section IV-E), and the others do because gradients are exchanged.

mod all;
mod cdlrm;
mod naive_offload;
mod ndrec;
mod nmp_cxl;
mod no_cache;
mod no_cxl;
mod no_lookahead;
mod plan;
mod table_wise;
mod uvm;
mod uvm_caching;

pub use all::SYSTEMS;
