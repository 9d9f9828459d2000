//! What is told of every batch and evaluation.

use emberlane_systems::TrainError;

use crate::observer::{BatchRecord, EvaluationRecord};

/// Is told how a run goes, and passes it on at once.
pub(crate) trait Sink {
    /// A batch was trained.
    fn batch(&mut self, record: &BatchRecord) -> Result<(), TrainError>;

    /// The model was evaluated on the way.
    fn evaluation(&mut self, record: &EvaluationRecord) -> Result<(), TrainError>;

    /// Name and bytes of a file that grows by lines; `None`: there is none.
    fn grown(&self) -> Result<Option<(&'static str, u64)>, TrainError> {
        Ok(None)
    }
}
