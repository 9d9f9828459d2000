//! NDRec (Table II, Section VI): its workloads, and what the caches of the systems that it compares meet in them.
//!
//! A [`workload`] says which rows an iteration looks up; [`counts`] runs iterations through each system's cache, and counts. What the
//! counts cost in time and energy is not said here.

pub mod counts;
pub mod ids;
pub mod workload;
