//! What checkpoints add to a batch on RTL.

use std::path::Path;

use emberlane_experiment::{CheckpointMode, Experiment};
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_training::{RunOptions, Silent};

use super::figure::Figure;

/// Pooling and dimension of RM1; tables, batch and MLPs so small that a batch is simulated in seconds. The GPU takes long for
/// what it computes, as its launches and its framework do.
const EXPERIMENT: &str = r#"
[model]
bottom = [13, 512, 256, 32]
top = [256, 64, 1]
tables = 8
rows = 100000
dimension = 32
lookups = 80
[data]
kind = "synthetic"
skew = 0.0
[train]
batch_size = 32
[device]
kind = "rtl"
media = "trainingcxl"
[system]
kind = "automatic"
"#;
/// Batches that are trained; the first is not measured, as nothing runs before it.
const BATCHES: u64 = 5;
/// Batches between two logs of parameters, in relaxed mode.
const EVERY: u16 = 2;

/// The mean time from the end of a batch to the end of the next, in cycles of the device.
fn cycles(mode: CheckpointMode) -> anyhow::Result<f64> {
    let mut experiment = Experiment::parse(Path::new("bench"), EXPERIMENT)?;
    experiment.checkpoint.mode = mode;
    experiment.checkpoint.every = EVERY;
    let options = RunOptions { batches: Some(BATCHES), ..RunOptions::default() };
    let summary = emberlane_training::run(&experiment, &options, &mut Silent)?;
    let batches = summary.system.map(|system| system.batches).unwrap_or_default();
    let (first, last) = (batches[0].end, batches[batches.len() - 1].end);
    Ok((last - first) as f64 / (batches.len() - 1) as f64 / CLOCK_PERIOD_PS as f64)
}

pub(super) fn measure(figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let without = cycles(CheckpointMode::None)?;
    for mode in [CheckpointMode::Redo, CheckpointMode::Undo, CheckpointMode::Relaxed] {
        let with = cycles(mode)?;
        let from = [("cycles_per_batch", with), ("cycles_per_batch_without_checkpoints", without)];
        let name = format!("rtl.checkpoint.{}.added_cycles", mode.name());
        figures.push(Figure::plain(&name, (with - without) / without, "of a batch", &from));
    }
    Ok(())
}
