//! A run without its arithmetic.

use emberlane_data::{Batch, BatchSource, Purpose};
use emberlane_experiment::Experiment;
use emberlane_stores::TiersReport;

use crate::schedule::Simulated;
use crate::{Runner, StoreOptions, TrainError, open};

/// Runs the first batches of an experiment as training does, and leaves the arithmetic out: tables and MLPs hold 0 and keep it. What a
/// run takes does not depend on the numbers, so its log is that of training.
///
/// # Errors
/// As training; an experiment without a system.
pub fn rehearse(experiment: &Experiment, options: &StoreOptions, batches: u64) -> Result<Simulated, TrainError> {
    let train = &experiment.train;
    let mut source =
        emberlane_data::open(&experiment.data, &experiment.model, train.batch_size, train.seed, Purpose::Training)?;
    let mut left = batches;
    let next = || {
        let is_left = left > 0;
        left = left.saturating_sub(1);
        if is_left { source.next_batch().map_err(TrainError::from) } else { Ok(None) }
    };
    rehearse_batches(experiment, options, next).map(|(simulated, _)| simulated)
}

/// The same with other batches than those of the experiment's data, as `next` gives them. Also says what happened in the tiers of a store
/// over several memories.
///
/// # Errors
/// As [`rehearse`], and those of `next`.
pub fn rehearse_batches(
    experiment: &Experiment,
    options: &StoreOptions,
    mut next: impl FnMut() -> Result<Option<Batch>, TrainError>,
) -> Result<(Simulated, Option<TiersReport>), TrainError> {
    let options = StoreOptions { rehearses: true, ..options.clone() };
    let mut runner = Runner::new(experiment, open::open(experiment, &options)?, None, false)?;
    loop {
        while runner.has_room()
            && let Some(batch) = next()?
        {
            runner.submit(batch)?;
        }
        if runner.finish()?.is_none() {
            break;
        }
    }
    let (mut trainer, simulated) = runner.into_parts()?;
    let tiers = trainer.store.tiers().map(|tiers| tiers.report());
    Ok((simulated.ok_or(TrainError::NoSystem)?, tiers))
}

/// The same of other batches than those of the experiment's data, for a system that runs in iterations. Batches behind the last one are
/// looked ahead at, if the system does that, and not trained: the last iterations are like any other.
///
/// # Errors
/// As [`rehearse`].
pub fn rehearse_on(
    source: &mut dyn BatchSource,
    experiment: &Experiment,
    options: &StoreOptions,
    batches: u64,
) -> Result<Simulated, TrainError> {
    let options = StoreOptions { rehearses: true, ..options.clone() };
    let mut runner = Runner::new(experiment, open::open(experiment, &options)?, None, false)?;
    for _ in 0..batches {
        while runner.has_room()
            && let Some(batch) = source.next_batch()?
        {
            runner.submit(batch)?;
        }
        if runner.finish()?.is_none() {
            break;
        }
    }
    let (_, simulated) = runner.into_parts()?;
    simulated.ok_or(TrainError::NoSystem)
}
