//! What a layer takes by the roofline of a GPU's specification.

use emberlane_experiment::GpuPreset;
use emberlane_models::media::Figure;

use super::layer::{Kernel, Layer, Pass};

/// How long a layer takes, picoseconds.
#[must_use]
pub fn picoseconds(gpu: &GpuPreset, layer: &Layer, pass: Pass) -> u64 {
    let kernels = layer.kernels(pass);
    gpu.framework_ps.value + kernels.iter().map(|kernel| kernel_picoseconds(gpu, kernel)).sum::<u64>()
}

/// The roofline: the longer of computing and moving, rounded up, and the launch.
pub(super) fn kernel_picoseconds(gpu: &GpuPreset, kernel: &Kernel) -> u64 {
    // Operations over 10^9 a second are 10^-9 s, 1,000 ps; bytes over 10^6 a second are 1,000,000 ps.
    let time = |count: u64, unit_ps: u128, rate: &Figure, percent: &Figure| {
        (u128::from(count) * unit_ps * 100).div_ceil(u128::from(rate.value * percent.value)) as u64
    };
    let compute = time(kernel.flop, 1_000, &gpu.peak_gflop_per_s, &gpu.compute_efficiency_percent);
    let memory = time(kernel.bytes, 1_000_000, &gpu.bandwidth_mb_per_s, &gpu.bandwidth_efficiency_percent);
    compute.max(memory) + gpu.launch_ps.value
}
