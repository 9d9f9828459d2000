//! The integration tests of the command line and of what it is made of, in one program, which is linked once.

mod card;
mod cases;
mod checkpoint;
mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod crash_test;
mod data;
mod documentation;
mod failures;
mod golden;
mod killed;
mod lookahead;
mod misuse;
mod place;
mod plan;
mod pool;
mod program;
mod relaxed;
mod report;
mod store;
mod sweep;
mod systems;
