//! `emberlane bench`

#[cfg(feature = "rtl")]
mod agent;
mod checkpoint;
mod clock;
mod command;
mod data;
mod differences;
mod dlrm;
mod figure;
mod kernel;
mod lookahead;
mod model;
mod prepare;
mod ps;
mod ps_checkpoints;
#[cfg(feature = "cluster")]
mod ps_loopback;
mod ps_lost;
mod relaxed_lookup;
mod rtl;
mod shape;
mod store;
mod store_backends;
mod store_rows;
mod store_step;
mod this_machine;

pub(super) use command::{BenchArguments, run};
