//! Where the tables of a workload are.

use emberlane_experiment::{GpuPreset, gpu_presets};
use emberlane_stores::placement::{Intensity, sorted_pairs};

use super::iteration::Setup;
use super::workload::Workload;
use crate::side_by_side::Assumptions;

/// Which tables are where, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Those that every GPU has.
    pub near: Vec<usize>,
    /// Those of each SmartSSD.
    pub far: Vec<Vec<usize>>,
}

impl Placement {
    /// All tables on SmartSSDs, ascending.
    #[must_use]
    pub fn all_far(&self) -> Vec<usize> {
        let mut tables = self.far.concat();
        tables.sort_unstable();
        tables
    }
}

/// The paper's GPU.
pub(super) fn paper_gpu() -> GpuPreset {
    gpu_presets().into_iter().find(|preset| preset.name == "rtx-a5000").expect("the paper's GPU is a preset")
}

/// Places tables as Section IV-D does: by operational intensity on GPUs, others by unique vectors an iteration on SmartSSDs.
#[must_use]
pub fn place(workload: &Workload, setup: Setup) -> Placement {
    let (gpu, lookups) = (paper_gpu(), (setup.batch * workload.pooling_size) as u64);
    let stays = |table: &usize| Intensity { rows: workload.columns[*table].rows, lookups }.stays_on(&gpu);
    let (near, far): (Vec<usize>, Vec<usize>) = (0..workload.tables()).partition(stays);
    let unique: Vec<f64> = far.iter().map(|table| workload.columns[*table].expected_distinct(lookups)).collect();
    let number = |device: Vec<usize>| device.into_iter().map(|place| far[place]).collect();
    Placement { near, far: sorted_pairs(&unique, setup.smartssds).into_iter().map(number).collect() }
}

/// Bytes of GPUs' memories that tables and caches may take.
#[must_use]
pub fn gpu_bytes(assumptions: &Assumptions, gpus: usize) -> f64 {
    gpus as f64 * (assumptions.get("gpu_memory_gb") - assumptions.get("gpu_reserved_gb")) * 1e9
}
