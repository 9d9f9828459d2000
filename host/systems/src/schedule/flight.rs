//! A batch on its way.

use emberlane_data::Batch;
use emberlane_drivers::Logged;
use emberlane_fabric::time::Time;
use emberlane_stores::Posted;

use super::rows::Rows;
use super::steps::{ORDER, Steps};
use crate::gpu::Layers;

/// What every operation keeps to.
pub(super) const IN_FLIGHT: &str = "operations run while their batch is in flight";

/// A batch on its way.
pub(super) struct Flight {
    pub batch: Batch,
    pub steps: Steps,
    pub rows: Rows,
    /// Where CXL-MEM has its vectors.
    pub posted: Option<Posted>,
    /// What was posted of its log.
    pub logged: Logged,
    /// Which of the GPU's copies of the parameters it logs.
    pub copy: u64,
    /// When the step that [`Work::Stream`](super::work::Work::Stream) follows ends.
    pub source_ends: Time,
}

impl Flight {
    pub fn new(batch: Batch, layers: Layers) -> Self {
        Self {
            rows: Rows::new(&batch.bags),
            batch,
            steps: Steps::new(layers),
            posted: None,
            logged: Logged::default(),
            copy: 0,
            source_ends: Time::ZERO,
        }
    }

    pub fn posted(&self) -> Posted {
        self.posted.expect(ORDER)
    }
}
