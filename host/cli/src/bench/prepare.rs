//! Trainers that benchmarks measure.

use std::path::Path;

use emberlane_data::{Batch, Purpose};
use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::Trainer;

/// An experiment and its first batches.
pub(super) fn batches_of(experiment: &str, batches: u64) -> anyhow::Result<(Experiment, Vec<Batch>)> {
    let experiment = Experiment::parse(Path::new("bench"), experiment)?;
    let train = &experiment.train;
    let mut source =
        emberlane_data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)?;
    let mut measured = Vec::new();
    while (measured.len() as u64) < batches {
        match source.next_batch()? {
            Some(batch) => measured.push(batch),
            None => source.rewind()?,
        }
    }
    Ok((experiment, measured))
}

/// A trainer and the batches to measure; the first was trained already.
pub(super) fn prepare(experiment: &str, batches: u64) -> anyhow::Result<(Experiment, Trainer, Vec<Batch>)> {
    let (experiment, measured) = batches_of(experiment, batches)?;
    let mut trainer = Trainer::new(&experiment, &StoreOptions::default())?;
    trainer.train(&measured[0])?;
    if let Some(device) = trainer.store.device() {
        device.clear_counters()?;
    }
    Ok((experiment, trainer, measured))
}
