//! The checkpointing logic: copies of rows and parameters in the log region, and the interlock that makes updates wait for them.

pub mod checkpointing_logic;
pub mod interlock;
pub mod log_port;
pub mod part_gatherer;
pub mod part_splitter;
pub mod record_writer;
pub mod row_gatherer;
pub mod row_walker;
pub mod scribe;
