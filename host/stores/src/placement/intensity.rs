//! GPU or SSD: by operational intensity.

use emberlane_experiment::GpuPreset;

/// Bytes of an element.
const ELEMENT: f64 = 4.0;

/// What a batch does with a table, as the roofline sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intensity {
    /// Rows of the table.
    pub rows: u64,
    /// Indices of a batch.
    pub lookups: u64,
}

impl Intensity {
    /// The average operational intensity, FLOP a byte: the additions of a batch's lookups over the table's size, as if every row
    /// came from memory once a batch. The elements of a row are in both.
    #[must_use]
    pub fn flop_per_byte(self) -> f64 {
        self.lookups as f64 / (self.rows.max(1) as f64 * ELEMENT)
    }

    /// Whether arithmetic bounds the lookups on this GPU and not memory: then the table stays there.
    #[must_use]
    pub fn stays_on(self, gpu: &GpuPreset) -> bool {
        self.flop_per_byte() >= ridge(gpu)
    }
}

/// Where a GPU's two ceilings meet, FLOP a byte.
#[must_use]
pub fn ridge(gpu: &GpuPreset) -> f64 {
    gpu.peak_gflop_per_s.value as f64 * 1e3 / gpu.bandwidth_mb_per_s.value as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_stay_on_the_gpu() {
        let gpu = emberlane_experiment::gpu_presets().into_iter().find(|preset| preset.name == "rtx-a5000").unwrap();
        // 27.8 TFLOP/s over 768 GB/s.
        assert!((ridge(&gpu) - 36.2).abs() < 0.05);
        let of = |rows, lookups| Intensity { rows, lookups };
        assert_eq!(of(4, 16).flop_per_byte(), 1.0);
        assert!(of(113, 16_384).stays_on(&gpu) && !of(114, 16_384).stays_on(&gpu));
        assert!(of(0, 0).flop_per_byte() == 0.0);
    }
}
