//! Where the tables of a system with SmartSSDs are (NDRec, Section IV-D).

use emberlane_experiment::{Experiment, GpuConfig, TrainConfig};
use emberlane_stores::placement::{Intensity, sorted_pairs, unique_vectors};

use super::opened::Placed;
use crate::{Steady, TrainError};

/// Which tables are where: those whose lookups a GPU's arithmetic bounds on the GPUs, if the experiment wants that; the others in pairs on the
/// SmartSSDs, by how many rows a batch uses of them.
///
/// # Errors
/// Data that cannot be read.
pub(crate) fn placed(experiment: &Experiment, steady: Option<&Steady>) -> Result<Placed, TrainError> {
    let Experiment { model, train, system, .. } = experiment;
    let samples = train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE);
    let lookups = (samples * model.lookups) as u64;
    let stays = |table: &usize| match &system.gpu {
        GpuConfig::Preset(gpu) if system.small_tables_on_gpus => {
            Intensity { rows: model.rows[*table].into(), lookups }.stays_on(gpu)
        }
        _ => false,
    };
    let (near, far): (Vec<usize>, Vec<usize>) = (0..model.tables()).partition(stays);
    let smartssds = experiment.device.smartssds;
    if smartssds == 1 {
        return Ok(Placed { near, far: vec![far] });
    }
    let unique: Vec<f64> = match steady {
        Some(steady) => far.iter().map(|table| steady.law.column(*table).expected_distinct(lookups)).collect(),
        None => {
            let of_all = unique_vectors(experiment)?;
            far.iter().map(|table| of_all[*table]).collect()
        }
    };
    let number = |device: Vec<usize>| device.into_iter().map(|place| far[place]).collect();
    Ok(Placed { near, far: sorted_pairs(&unique, smartssds).into_iter().map(number).collect() })
}
