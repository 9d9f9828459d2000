//! Workers that train the same batches, each with some of their samples.

use crate::EmbeddingError;

/// What a worker has of a batch: its samples in their order, and its slices in theirs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summand {
    /// Tells batches apart: workers that do not read the same data do not train together.
    pub data: u32,
    /// Of each sample, its loss.
    pub losses: Vec<f64>,
    /// Of each sample, the probability of a click.
    pub probabilities: Vec<f32>,
    /// Of each slice, the gradients of all parameters.
    pub slices: Vec<Vec<f32>>,
}

/// What all workers have of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    /// Of each sample, its loss.
    pub losses: Vec<f64>,
    /// Of each sample, the probability of a click.
    pub probabilities: Vec<f32>,
    /// Gradients of all parameters, summed from the first slice to the last.
    pub gradients: Vec<f32>,
}

/// Workers that train the same batches, each with some of their samples, one batch after the other.
pub trait Peers {
    /// Which worker this is, and how many there are.
    fn share(&self) -> (usize, usize);

    /// Gives what this worker has of the next batch, and waits for what all have of it, the same bits for everybody.
    ///
    /// # Errors
    /// A worker that is gone, and one that trains something else.
    fn sum(&mut self, own: Summand) -> Result<Sum, EmbeddingError>;

    /// Asks all to stop behind a batch that all train.
    fn ask_to_stop(&mut self);

    /// Whether all stop behind the batch that was summed last: somebody has asked.
    fn is_stopping(&self) -> bool;

    /// This worker is done: the first waits until the others know, the others wait for the first, which may need them.
    ///
    /// # Errors
    /// The first is gone.
    fn part(&mut self) -> Result<(), EmbeddingError>;
}
