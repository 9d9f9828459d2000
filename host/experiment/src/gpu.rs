//! GPUs by their specification.

use emberlane_models::media::Figure;
use serde::Deserialize;

/// The presets, as a file that shows what they are made of.
pub const GPU_PRESETS: &str = include_str!("gpu.toml");

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
    pub peak_gflop_per_s: Figure,
    /// Memory bandwidth, 10^6 bytes a second.
    pub bandwidth_mb_per_s: Figure,
    /// Share of the peak that a product reaches, percent.
    pub compute_efficiency_percent: Figure,
    /// Share of the bandwidth that a kernel reaches, percent.
    pub bandwidth_efficiency_percent: Figure,
    /// Between one kernel and the next, picoseconds a kernel.
    pub launch_ps: Figure,
    /// What the framework adds, picoseconds a layer and direction.
    pub framework_ps: Figure,
    /// PCIe, 10^6 bytes a second each way.
    pub pcie_mb_per_s: Figure,
}

/// All presets.
///
/// # Panics
/// Never: they are tested to be readable.
#[must_use]
pub fn gpu_presets() -> Vec<GpuPreset> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        gpu: Vec<GpuPreset>,
    }
    toml::from_str::<File>(GPU_PRESETS).expect("the presets are tested to be readable").gpu
}
