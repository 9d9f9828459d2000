//! Many runs of one experiment, over values of its keys.
//!
//! A sweep file ([`Sweep`]) names an experiment and what to vary. Each combination of values is a [`Point`]: an experiment of its own,
//! named by its content, so that a point is run once, however often and in whatever company it is asked for. [`Folder`] is where runs
//! are, [`Results`] reads what they left, [`scripts`] writes them down for other schedulers.

mod folder;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod results;
pub mod scripts;

pub use folder::Folder;
pub use plan::{Point, Sweep, SweepError, Value};
pub use results::{Results, Row, missing_measures};

/// How many points a sweep has at most.
pub const MOST_POINTS: usize = 10_000;
