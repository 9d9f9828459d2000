//! MTrainS' models on the servers that it compares, rehearsed: its system's graph on the ids alone, at a part of its size.
//!
//! A [`Model`] is a line of the paper's Table 2 with what that leaves open; a server is one of
//! [`servers`](emberlane_experiment::servers); [`count`] rehearses one on the other, and leaves [`Counters`], from which every figure
//! of it is computed.

mod counters;
mod drawn;
mod models;
mod run;
mod servers;

pub use counters::{Counters, Point};
pub use drawn::Drawn;
pub use models::{Model, models, numbers};
pub use run::{Ids, Placed, Setup, count};
pub use servers::{hosts, power_w, server};
