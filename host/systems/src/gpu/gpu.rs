//! A GPU: recorded times first, the roofline of its specification for the rest.

use std::path::Path;

use emberlane_experiment::{GpuConfig, GpuPreset, gpu_presets};
use thiserror::Error;

use super::layer::{Kernel, Layer, NUMBER, Pass};
use super::recorded::{Recorded, RecordedError};
use super::roofline::{kernel_picoseconds, picoseconds};

/// A layer whose time nobody knows.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "the table of {gpu} has no {layer:?}, and there is no preset of that GPU to compute it from; record it with \
     scripts/record-gpu-trace (batch size {}), or take a preset: system.gpu = \"rtx-3090\"",
    layer.samples()
)]
pub struct NoTime {
    /// The GPU's name.
    pub gpu: String,
    /// The layer.
    pub layer: Layer,
}

/// How long a layer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerTime {
    /// Picoseconds.
    pub picoseconds: u64,
    /// Whether it was recorded; otherwise it is computed.
    pub recorded: bool,
}

/// A GPU: what was recorded on it, and its specification for what was not.
#[derive(Clone, Debug)]
pub struct Gpu {
    preset: Option<GpuPreset>,
    recorded: Option<Recorded>,
}

impl From<GpuPreset> for Gpu {
    fn from(preset: GpuPreset) -> Self {
        Self { preset: Some(preset), recorded: None }
    }
}

impl From<Recorded> for Gpu {
    /// What was not recorded is computed, if there is a preset of the GPU that the table names.
    fn from(recorded: Recorded) -> Self {
        let preset = gpu_presets().into_iter().find(|preset| preset.reported_name == recorded.gpu);
        Self { preset, recorded: Some(recorded) }
    }
}

impl Gpu {
    /// The GPU of a preset; `None` when there is no such preset.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        gpu_presets().into_iter().find(|preset| preset.name == name).map(Self::from)
    }

    /// The GPU that a table was recorded on.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no table.
    pub fn recorded(file: &Path) -> Result<Self, RecordedError> {
        Recorded::read(file).map(Self::from)
    }

    /// The GPU of an experiment.
    ///
    /// # Errors
    /// As [`recorded`](Self::recorded).
    pub fn open(config: &GpuConfig) -> Result<Self, RecordedError> {
        match config {
            GpuConfig::Preset(preset) => Ok(Self::from((**preset).clone())),
            GpuConfig::Recorded(file) => Self::recorded(file),
        }
    }

    /// The GPU's name.
    #[must_use]
    pub fn name(&self) -> &str {
        let recorded = self.recorded.as_ref().map(|table| &*table.gpu);
        recorded.or(self.preset.as_ref().map(|preset| &*preset.reported_name)).unwrap_or_default()
    }

    /// What its times are from, in a sentence.
    #[must_use]
    pub fn source(&self) -> String {
        match &self.recorded {
            Some(Recorded { driver, framework, date, .. }) => {
                format!("recorded on {date} with {framework}, driver {driver}; other layers by roofline")
            }
            None => "roofline over the specification; see gpu.toml for every figure".into(),
        }
    }

    /// The specification of the GPU; `None` of a recorded one of which there is no preset.
    #[must_use]
    pub fn specification(&self) -> Option<&GpuPreset> {
        self.preset.as_ref()
    }

    /// PCIe of the GPU, 10^6 bytes a second each way; `None` where it is not known.
    #[must_use]
    pub fn pcie_mb_per_s(&self) -> Option<u64> {
        self.preset.as_ref().map(|preset| preset.pcie_mb_per_s.value)
    }

    /// How long a layer takes.
    ///
    /// # Errors
    /// A layer that was not recorded, on a GPU without a preset.
    pub fn time(&self, layer: &Layer, pass: Pass) -> Result<LayerTime, NoTime> {
        if let Some(picoseconds) = self.recorded.as_ref().and_then(|table| table.picoseconds(layer, pass)) {
            return Ok(LayerTime { picoseconds, recorded: true });
        }
        match &self.preset {
            Some(preset) => Ok(LayerTime { picoseconds: picoseconds(preset, layer, pass), recorded: false }),
            None => Err(NoTime { gpu: self.name().to_owned(), layer: *layer }),
        }
    }
}

impl Gpu {
    /// How long a layer of one kernel takes that reads and writes so many bytes of the GPU's memory, and computes little.
    ///
    /// # Errors
    /// A recorded GPU without a preset.
    pub fn moving_picoseconds(&self, bytes: u64) -> Result<u64, NoTime> {
        let layer = Layer::Cat { samples: 1, width: bytes / NUMBER };
        let preset = self.preset.as_ref().ok_or_else(|| NoTime { gpu: self.name().to_owned(), layer })?;
        Ok(kernel_picoseconds(preset, &Kernel { flop: bytes / NUMBER, bytes }) + preset.framework_ps.value)
    }

    /// How long a kernel takes that copies so many bytes within the GPU's memory. Nothing of a framework is around it: it is no layer.
    ///
    /// # Errors
    /// A recorded GPU without a preset.
    pub fn copy_picoseconds(&self, bytes: u64) -> Result<u64, NoTime> {
        let layer = Layer::Cat { samples: 1, width: bytes / NUMBER };
        let preset = self.preset.as_ref().ok_or_else(|| NoTime { gpu: self.name().to_owned(), layer })?;
        // Each is read and written once, as where vectors are put side by side.
        Ok(layer.kernels(Pass::Forward).iter().map(|kernel| kernel_picoseconds(preset, kernel)).sum())
    }
}

#[cfg(test)]
mod tests {
    use emberlane_experiment::{GpuPreset, gpu_presets};
    use emberlane_sourced::Sourced;

    use super::*;
    use crate::gpu::roofline::{kernel_picoseconds, picoseconds};
    use crate::gpu::{Layers, recorded};

    /// 10 TFLOP/s and 1 TB/s at half of either; 2 us a launch, 5 us a layer: round numbers to count by hand.
    fn round() -> GpuPreset {
        let figure = |value| Sourced { value, source: "a test".into() };
        GpuPreset {
            name: "round".into(),
            description: "a GPU that does not exist".into(),
            reported_name: "Round".into(),
            peak_gflop_per_s: figure(10_000),
            bandwidth_mb_per_s: figure(1_000_000),
            compute_efficiency_percent: figure(50),
            bandwidth_efficiency_percent: figure(50),
            launch_ps: figure(2_000_000),
            framework_ps: figure(5_000_000),
            pcie_mb_per_s: figure(16_000),
        }
    }

    #[test]
    fn every_figure_has_a_source() {
        let presets = gpu_presets();
        assert_eq!(
            presets.iter().map(|preset| &*preset.name).collect::<Vec<_>>(),
            ["rtx-3090", "rtx-a5000", "rtx-3090-fig12a", "a100", "a100-fig14a"]
        );
        for preset in presets {
            for figure in [
                &preset.peak_gflop_per_s,
                &preset.bandwidth_mb_per_s,
                &preset.compute_efficiency_percent,
                &preset.bandwidth_efficiency_percent,
                &preset.launch_ps,
                &preset.framework_ps,
                &preset.pcie_mb_per_s,
            ] {
                assert!(figure.value > 0 && figure.source.len() > 10, "{}: {figure:?}", preset.name);
            }
        }
    }

    #[test]
    fn a_product_is_bound_by_arithmetic_or_by_memory() {
        let gpu = round();
        // 2 * 1000^3 operations at 5 TFLOP/s: 400 us. 12 MB at 500 GB/s would be 24 us.
        let compute = Kernel { flop: 2_000_000_000, bytes: 12_000_000 };
        assert_eq!(kernel_picoseconds(&gpu, &compute), 400_000_000 + 2_000_000);
        // 1 MB at 500 GB/s: 2 us. 0.5 MFLOP would be 0.1 us.
        let memory = Kernel { flop: 500_000, bytes: 1_000_000 };
        assert_eq!(kernel_picoseconds(&gpu, &memory), 2_000_000 + 2_000_000);
    }

    #[test]
    fn a_layer_is_its_kernels_and_the_framework() {
        let gpu = round();
        let layer = Layer::Linear { samples: 1000, inputs: 1000, outputs: 1000, input_gradient: true };
        // The product 400 us; ReLU reads and writes 10^6 numbers, 8 MB, 16 us; two launches; the framework.
        assert_eq!(picoseconds(&gpu, &layer, Pass::Forward), (400 + 16 + 2 * 2 + 5) * 1_000_000);
        // ReLU's gradient 12 MB, 24 us; two products 800 us; the bias' gradient 4.004 MB, 8.008 us; the step 12.012 MB,
        // 24.024 us; five launches; the framework.
        let backward = (24 + 800 + 8 + 24 + 5 * 2 + 5) * 1_000_000 + 8_000 + 24_000;
        assert_eq!(picoseconds(&gpu, &layer, Pass::Backward), backward);
        let first = Layer::Linear { samples: 1000, inputs: 1000, outputs: 1000, input_gradient: false };
        assert_eq!(picoseconds(&gpu, &first, Pass::Backward), backward - (400 + 2) * 1_000_000);
    }

    #[test]
    fn a_copy_is_a_kernel_without_a_framework() {
        // 2 MB at 500 GB/s, and a launch.
        assert_eq!(Gpu::from(round()).copy_picoseconds(1_000_000), Ok((4 + 2) * 1_000_000));
    }

    #[test]
    fn an_interaction_is_small_products() {
        let layer = Layer::Dot { samples: 100, vectors: 21, dimension: 32 };
        let forward = layer.kernels(Pass::Forward);
        assert_eq!(forward[0].bytes, 4 * 2 * 100 * 21 * 32);
        assert_eq!(forward[1], Kernel { flop: 2 * 100 * 21 * 32 * 21, bytes: 4 * 100 * (2 * 21 * 32 + 21 * 21) });
        let backward = layer.kernels(Pass::Backward);
        assert_eq!(backward[1], Kernel { flop: 2 * 100 * 21 * 21 * 32, bytes: 4 * 100 * (2 * 21 * 32 + 21 * 21) });
        // 100 * 21 * 20 / 2 products of the triangle, read and written.
        assert_eq!(forward[2].bytes, 4 * 2 * 100 * 210);
    }

    #[test]
    fn a_recorded_layer_takes_precedence() {
        let table: serde_json::Value = serde_json::from_str(recorded::tests::FIXTURE).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), table.to_string()).unwrap();
        let gpu = Gpu::recorded(file.path()).unwrap();
        let layer = Layer::Linear { samples: 8, inputs: 4, outputs: 16, input_gradient: false };
        assert_eq!(gpu.time(&layer, Pass::Forward), Ok(LayerTime { picoseconds: 11_500_000, recorded: true }));
        let other = Layer::Loss { samples: 8 };
        let a5000 = Gpu::preset("rtx-a5000").unwrap();
        assert_eq!(gpu.time(&other, Pass::Forward), a5000.time(&other, Pass::Forward));
        assert!(!gpu.time(&other, Pass::Forward).unwrap().recorded);
        assert!(gpu.source().contains("2000-01-01") && gpu.name().contains("A5000"));

        std::fs::write(file.path(), table.to_string().replace("A5000", "9999")).unwrap();
        let error = Gpu::recorded(file.path()).unwrap().time(&other, Pass::Forward).unwrap_err().to_string();
        for part in ["RTX 9999", "Loss", "batch size 8", "record-gpu-trace"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn the_layers_of_a_model() {
        let text = "[model]\npreset = \"rm1\"\nrows = 9\n[data]\nkind = \"synthetic\"\n";
        let model = emberlane_experiment::Experiment::parse("e.toml".as_ref(), text).unwrap().model;
        let layers = Layers::new(&model, 128);
        let linear = |inputs, outputs, input_gradient| Layer::Linear { samples: 128, inputs, outputs, input_gradient };
        assert_eq!(layers.bottom, [linear(13, 8192, false), linear(8192, 2048, true), linear(2048, 32, true)]);
        assert_eq!(layers.interaction, Layer::Dot { samples: 128, vectors: 21, dimension: 32 });
        let loss = Layer::Loss { samples: 128 };
        assert_eq!(layers.top, [linear(242, 256, true), linear(256, 64, true), linear(64, 1, true), loss]);
    }

    #[test]
    fn a_correction_is_two_kernels() {
        let layer = Layer::Correction { samples: 8, rows: 2, sources: 5, targets: 3, dimension: 16 };
        let [deltas, corrections] = layer.kernels(Pass::Forward)[..] else { panic!("two kernels") };
        assert_eq!((deltas.flop, deltas.bytes), (3 * 5 * 16, 4 * (5 * 18 + 2 * 16)));
        assert_eq!((corrections.flop, corrections.bytes), (2 * 3 * 16, 4 * 3 * 50));
    }
}
