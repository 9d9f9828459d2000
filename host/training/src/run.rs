//! Trains an experiment from the first batch to the files that it leaves behind.

use std::time::Instant;

use emberlane_checkpoints::{IMAGE_FILE, parameters, save_image};
use emberlane_data::{Batch, Epochs, Purpose};
use emberlane_dlrm::Loss;
use emberlane_dlrm::metrics::{Metrics, MetricsCollector};
use emberlane_experiment::Experiment;
use emberlane_systems::{Runner, Times, TrainError, Trainer, check_fits, open, schedule};

use crate::files::{MetricsFile, remove_results, write_json};
use crate::power_loss::lose_power;
use crate::summary::Summary;
use crate::trained::Trained;
use crate::{BatchRecord, Observer, PowerLoss, RunOptions};

/// Trains an experiment, evaluates it if it asks for that, and writes its files.
///
/// # Errors
/// Whatever ends training early; files written until then stay.
pub fn run(experiment: &Experiment, options: &RunOptions, observer: &mut dyn Observer) -> Result<Summary, TrainError> {
    let start = Instant::now();
    let limit = options
        .batches
        .unwrap_or(u64::MAX)
        .min(options.power_loss.map_or(u64::MAX, |loss| loss.batch.saturating_add(1)));
    let mut batches = Epochs::open(experiment, limit)?;
    check_fits(experiment, limit)?;
    let mut opened = open::open(experiment, &options.store)?;
    let mut csv = options.out.as_deref().map(MetricsFile::create).transpose()?;
    if let Some(device) = opened.store().device() {
        device.clear_counters()?;
    }

    let (first, recovered) = (opened.first_batch(), opened.recovered().cloned());
    if let Some(PowerLoss { batch, .. }) = options.power_loss.filter(|loss| loss.batch < first) {
        return Err(TrainError::NoUpdate { batch });
    }
    let known = batches.known().or(options.batches);
    for batch in 0..first {
        if batches.next_batch()?.is_none() {
            return Err(TrainError::BehindTheEnd { batch: first, batches: batch });
        }
    }
    observer.start(first, known);
    if let Some(out) = &options.out {
        remove_results(out, experiment.checkpoint.mode)?;
    }
    let mut runner = Runner::new(experiment, opened, options.messages.clone(), options.power_loss.is_some())?;
    let mut history = History { first, ..History::default() };
    if let Err(error) = train_all(&mut runner, &mut batches, &mut history, csv.as_mut(), observer) {
        // What was trained until then is in the device's log.
        if let (Some(out), Some(image)) = (&options.out, runner.image()) {
            save_image(&out.join(IMAGE_FILE), &image)?;
        }
        return Err(error);
    }
    let (skipped, padded, cache) = (batches.skipped(), batches.padded(), batches.cache());
    let training = history.collector.metrics();
    // After a recovery to the end of the training, what it leaves is there.
    if training.is_none() && first == 0 {
        return Err(TrainError::NoData { skipped });
    }
    if let Some(csv) = csv {
        csv.finish()?;
    }
    let (mut trainer, mut simulated) = runner.into_parts()?;
    let device = trainer.store.device().map(|device| device.report()).transpose()?;
    let lost = match (options.power_loss, simulated.as_mut().and_then(|simulated| simulated.recorded.take())) {
        (Some(loss), Some(recorded)) => {
            let tables = trainer.store.durable().and_then(|durable| durable.tables());
            let lost = tables.and_then(|tables| lose_power(loss, first, &recorded, tables));
            Some(lost.ok_or(TrainError::NoUpdate { batch: loss.batch })?)
        }
        _ => None,
    };
    let image = lost.as_ref().map(|lost| &lost.image).or(simulated.as_ref().and_then(|it| it.image.as_ref()));
    if let (Some(out), Some(image)) = (&options.out, image) {
        save_image(&out.join(IMAGE_FILE), image)?;
    }
    let times = Times { data: batches.time(), ..trainer.times() };

    let evaluation = match lost {
        Some(_) => None,
        None => evaluate(experiment, history.next(), &mut trainer, observer)?,
    };
    if let (Some(out), Some(simulated)) = (&options.out, &simulated) {
        let name = experiment.system.kind.name();
        write_json(&out.join("timeline.json"), &schedule::chrome_trace(&simulated.log, name))?;
    }
    let losses = history.losses;
    let trained =
        Trained { losses, training, evaluation, device, times, skipped, padded, cache, simulated, recovered, lost };
    // What was not in the device is gone.
    let keeps_parameters = trained.lost.is_none();
    let mut summary = Summary::new(experiment, &*trainer.store, trained);
    if let Some(out) = options.out.as_ref().filter(|_| keeps_parameters) {
        let file = out.join("parameters.safetensors");
        parameters::save(&experiment.model, &file, &mut trainer.dense.dlrm, &mut *trainer.store)?;
    }
    summary.finish(start.elapsed(), &options.store);
    if let Some(out) = &options.out {
        summary.write(&out.join("summary.json"))?;
    }
    Ok(summary)
}

/// Trains every batch.
fn train_all(
    runner: &mut Runner,
    batches: &mut Epochs,
    history: &mut History,
    mut csv: Option<&mut MetricsFile>,
    observer: &mut dyn Observer,
) -> Result<(), TrainError> {
    loop {
        while runner.has_room() {
            let Some(batch) = batches.next_batch()? else { break };
            runner.submit(batch)?;
        }
        let Some((batch, loss)) = runner.finish()? else { return Ok(()) };
        if !loss.mean.is_finite() {
            return Err(TrainError::Diverged { batch: history.next(), loss: loss.mean });
        }
        let record = history.add(&batch, &loss);
        if let Some(csv) = &mut csv {
            csv.write(&record)?;
        }
        observer.batch(&record);
    }
}

fn evaluate(
    experiment: &Experiment,
    trained: u64,
    trainer: &mut Trainer,
    observer: &mut dyn Observer,
) -> Result<Option<Metrics>, TrainError> {
    let evaluate = &experiment.evaluate;
    if !evaluate.enabled {
        return Ok(None);
    }
    let config = experiment.evaluation_data();
    let limit = evaluate.batches.unwrap_or(trained);
    let train = &experiment.train;
    let mut source =
        emberlane_data::open(&config, &experiment.model, train.batch_size, train.seed, Purpose::Evaluation)?;
    observer.evaluate(source.batches().map_or(limit, |batches| batches.min(limit)));
    let mut history = History::default();
    while (history.losses.len() as u64) < limit {
        let Some(batch) = source.next_batch()? else { break };
        let loss = trainer.predict(&batch)?;
        history.add(&batch, &loss);
        observer.evaluated();
    }
    Ok(history.collector.metrics())
}

#[derive(Default)]
struct History {
    /// The batch that was trained first.
    first: u64,
    losses: Vec<f64>,
    collector: MetricsCollector,
}

impl History {
    /// The batch that comes next: as many as were ever trained.
    fn next(&self) -> u64 {
        self.first + self.losses.len() as u64
    }

    fn add(&mut self, batch: &Batch, loss: &Loss) -> BatchRecord {
        for (i, label) in batch.labels.iter().enumerate() {
            self.collector.add(loss.probabilities[i], *label == 1.0, loss.losses[i]);
        }
        let metrics = self.collector.metrics().expect("a batch has a sample");
        let record = BatchRecord { batch: self.next(), loss: loss.mean, metrics };
        self.losses.push(loss.mean);
        record
    }
}
