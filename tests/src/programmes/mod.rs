//! Random programmes: whatever a host may do to a device, at random times, run on RTL, fast model and reference alike.
//!
//! A programme is data: how the device is built, and a list of operations with the cycles before each. It is drawn from a seed,
//! written as JSON and read back, so that one that fails can be attached and replayed. Each device runs all of it, and leaves
//! a [`Transcript`] of what software can see of it; the transcripts must not differ.
//!
//! The devices need not agree in time. So operations are of two kinds:
//!
//! | | what they leave | what is asked |
//! |---|---|---|
//! | confluent | one result, whatever the times | all that software can see is the same at every quiet point |
//! | racing | one of several results | nothing is lost, nothing hangs, nothing is written that is not the job's, and what follows is right again |
//!
//! The runner knows of each operation, from the programme alone, of which kind it is, so that any part of a programme is a
//! programme again: [`shrink`] takes operations out as long as what is left fails.

mod campaign;
pub mod cxl_mem;
mod shrink;
pub mod smartssd;
mod transcript;

pub use campaign::{Campaign, Found, Summary, campaign};
pub use shrink::{Reduce, shrink};
pub use transcript::{Failure, Transcript, all_alike};
