//! The ranks of a training, as one of them sees them.
//!
//! They meet, and then sum what they have of one batch after the other. A rank asks the one before it what all up to there have summed,
//! adds its own slices one after the other, and shows that to the next; the last has the sum of all, and everybody asks it. So the order is
//! that of the slices, whoever has them. Nobody sends what was not asked for, and an answer that is lost is asked for again.

mod error;
mod machine;
mod questions;
mod sums;
#[cfg(test)]
mod tests;
mod together;

pub use error::CircleError;
pub use machine::{Circle, Stage};
pub use together::Together;
