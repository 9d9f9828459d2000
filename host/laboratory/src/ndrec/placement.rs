//! Where the tables of a workload are.

use emberlane_experiment::{GpuPreset, gpu_presets};
use emberlane_stores::placement::{Intensity, sorted_pairs};

use super::setup::Setup;
use super::workload::Workload;

/// Which tables are where, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Those that every GPU has.
    pub near: Vec<usize>,
    /// Those of each SmartSSD.
    pub far: Vec<Vec<usize>>,
}

/// The paper's GPU.
fn paper_gpu() -> GpuPreset {
    gpu_presets().into_iter().find(|preset| preset.name == "rtx-a5000").expect("the paper's GPU is a preset")
}

/// Places tables as opening a store does (Section IV-D): by operational intensity on GPUs, others by unique vectors an iteration on SmartSSDs.
#[must_use]
pub fn place(workload: &Workload, setup: Setup) -> Placement {
    let (gpu, lookups) = (paper_gpu(), (setup.batch * workload.pooling_size) as u64);
    let stays = |table: &usize| Intensity { rows: workload.columns[*table].rows, lookups }.stays_on(&gpu);
    let (near, far): (Vec<usize>, Vec<usize>) = (0..workload.tables()).partition(stays);
    let unique: Vec<f64> = far.iter().map(|table| workload.columns[*table].expected_distinct(lookups)).collect();
    let number = |device: Vec<usize>| device.into_iter().map(|place| far[place]).collect();
    Placement { near, far: sorted_pairs(&unique, setup.smartssds).into_iter().map(number).collect() }
}
