//! GPUs by their specification.

use emberlane_sourced::{Sourced, presets};
use serde::Deserialize;

/// A GPU as its specification has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpuPreset {
    /// Name of the preset.
    pub name: String,
    /// What it is.
    pub description: String,
    /// What its driver calls it.
    pub reported_name: String,
    /// FP32 outside of tensor cores, 10^9 operations a second.
    pub peak_gflop_per_s: Sourced<u64>,
    /// Memory bandwidth, 10^6 bytes a second.
    pub bandwidth_mb_per_s: Sourced<u64>,
    /// Share of the peak that a product reaches, percent.
    pub compute_efficiency_percent: Sourced<u64>,
    /// Share of the bandwidth that a kernel reaches, percent.
    pub bandwidth_efficiency_percent: Sourced<u64>,
    /// Between one kernel and the next, picoseconds a kernel.
    pub launch_ps: Sourced<u64>,
    /// What the framework adds, picoseconds a layer and direction.
    pub framework_ps: Sourced<u64>,
    /// PCIe, 10^6 bytes a second each way.
    pub pcie_mb_per_s: Sourced<u64>,
}

/// All presets.
///
/// # Panics
/// Never: they are tested to be readable.
#[must_use]
pub fn gpu_presets() -> Vec<GpuPreset> {
    presets::read(include_str!("gpu.toml"), "gpu").expect("the presets are tested to be readable")
}
