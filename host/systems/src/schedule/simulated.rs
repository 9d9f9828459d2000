//! What a run of a system leaves.

use emberlane_models::power_loss::{Image, Recording};

use super::EventLog;
use crate::gpu::Gpu;
use crate::machine::FabricReport;

/// What a run of a system leaves.
pub struct Simulated {
    /// When each operation ran, and on what.
    pub log: EventLog,
    /// The GPU, which says where its times are from.
    pub gpu: Gpu,
    /// Passes through layers whose time was recorded, and whose time was computed.
    pub layers: (u64, u64),
    /// Messages of the fabric.
    pub fabric: FabricReport,
    /// Batches behind which the GPU answered reads of parameters outside of interaction and top MLP, because a relaxed log had to end.
    pub overruns: u64,
    /// What the device's persistent memory holds in the end, if it made checkpoints.
    pub image: Option<Image>,
    /// The writes to it, if they were recorded.
    pub recorded: Option<RecordedRun>,
}

/// The writes of a run to persistent memory.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// The medium before, and each write to it.
    pub recording: Recording,
    /// The device's cycle when the first batch began, and when each batch had ended.
    pub ends: Vec<u64>,
}
