//! Failures at scale: jobs that save, fail, load and go on, event by event ([`simulate`]), and trainings of which shards die
//! ([`Setting::train`]).

mod events;
mod failures;
mod setting;

pub use events::{Job, Recovery, Spent, simulate};
pub use failures::{Gamma, drawn_uniformly};
pub use setting::{Outcome, Scores, Setting};
