//! Trains an experiment from the first batch to the files that it leaves behind.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use emberlane_drivers::{CxlMemError, LogError, Recovered, Region};
use emberlane_models::power_loss::Image;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use thiserror::Error;

use emberlane_checkpoints::{ImageError, random_fate};
use emberlane_experiment::{CheckpointMode, Experiment, Lookup, Optimizer, SystemKind};
use emberlane_data::{Batch, BatchSource, DataError, Purpose};
use emberlane_dlrm::{Dlrm, Loss, Step};
use emberlane_stores::{DeviceReport, EmbeddingError, EmbeddingStore, Opened, StoreOptions};
use emberlane_systems::gpu::{Gpu, NoTime, RecordedError};
use emberlane_systems::machine::MachineError;
use emberlane_dlrm::metrics::{Metrics, MetricsCollector};
use emberlane_checkpoints::parameters::{self, ParameterError};
use emberlane_systems::schedule::{self, GraphError, Messages, NdRecTrainer, Parts, RecordedRun, ScheduledTrainer, Simulated};
use crate::summary::Summary;

/// Why training ended early.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The embedding tables or their device.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
    /// The initial or the final parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// The data has no sample.
    #[error("the data has no sample to train on{}", if *skipped > 0 { format!(" ({skipped} malformed lines were left out)") } else { String::new() })]
    NoData {
        /// Malformed lines that were left out.
        skipped: u64,
    },
    /// The loss is no longer a number.
    #[error("the loss of batch {batch} is {loss}: training diverged; lower train.learning_rate")]
    Diverged {
        /// The batch, from 0.
        batch: u64,
        /// Its loss.
        loss: f64,
    },
    /// The table of a GPU's times.
    #[error(transparent)]
    Gpu(#[from] RecordedError),
    /// A layer whose time nobody knows.
    #[error(transparent)]
    NoTime(#[from] NoTime),
    /// The simulated fabric.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A system whose operations cannot run.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// Embeddings in host memory, which no system schedules.
    #[error(
        "system.kind = {system:?} schedules a device, but optimizer {optimizer:?} keeps embeddings in host memory: use \
         train.optimizer = \"sgd\", or system.kind = \"none\""
    )]
    NoDeviceToSchedule {
        /// The system.
        system: &'static str,
        /// The optimiser.
        optimizer: &'static str,
    },
    /// Relaxed lookup with what does not know it.
    #[error("train.lookup = \"relaxed\" needs {needed}, not {found:?}: change it, or use train.lookup = \"strict\"")]
    NoRelaxedLookup {
        /// What it needs.
        needed: &'static str,
        /// What the experiment has.
        found: &'static str,
    },
    /// Checkpoints without a system that makes them.
    #[error(
        "checkpoint.mode = {mode:?} needs system.kind = \"automatic\", not {system:?}: the device fetches the MLPs' \
         parameters from the GPU over CXL.cache"
    )]
    NoCheckpoints {
        /// The mode.
        mode: &'static str,
        /// The system.
        system: &'static str,
    },
    /// A device image without a log to recover from.
    #[error("to go on from a device image, checkpoint.mode must be what it was when the image was made, not \"none\"")]
    NoMode,
    /// The newest record of a log is damaged.
    #[error(
        "the newest record of the log is damaged, so the tables cannot be brought back to a batch exactly: {}",
        _0.discarded.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    )]
    Inexact(Box<Recovered>),
    /// A device with the log of another experiment.
    #[error(
        "this device was trained by another experiment: [model] but for initial_parameters, [data] kind and skew, \
         train.batch_size, learning_rate, lookup and seed, and checkpoint.mode and every have to be what they were then; without \
         --resume training begins anew"
    )]
    OtherExperiment,
    /// A device without a checkpoint.
    #[error("this device holds no checkpoint of this experiment ({0}); without --resume training begins anew")]
    NoCheckpoint(String),
    /// Parameters of another model.
    #[error("the log holds {found} bytes of parameters, the model has {expected}")]
    OtherParameters {
        /// Bytes in the log.
        found: usize,
        /// Bytes of the model.
        expected: u64,
    },
    /// A checkpoint from after the end of the training.
    #[error(
        "the checkpoint is from before batch {batch}, and this training ends after {batches} batches: more are needed to \
         go on from it"
    )]
    BehindTheEnd {
        /// The checkpoint's batch.
        batch: u64,
        /// Batches of the training, counted from its begin.
        batches: u64,
    },
    /// Power cannot be lost in an update that is none.
    #[error("batch {batch} has no update in which power could be lost: it was not trained, or names no row")]
    NoUpdate {
        /// The batch.
        batch: u64,
    },
    /// A device image on disk.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// An output file.
    #[error("{}: {source}", file.display())]
    Output {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// How to run an experiment.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Batches at most.
    pub batches: Option<u64>,
    /// Where to write `metrics.csv`, `summary.json`, `parameters.safetensors` and, with a system, `timeline.json`; `None`:
    /// nowhere.
    pub out: Option<PathBuf>,
    /// How to open the device.
    pub store: StoreOptions,
    /// Messages of the system's fabric to write down; `None`, and without a system: none.
    pub messages: Option<Messages>,
    /// Lose power; needs checkpoints.
    pub power_loss: Option<PowerLoss>,
}

/// A loss of power in the middle of a batch's update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerLoss {
    /// The batch.
    pub batch: u64,
    /// Decides where in the update, and what becomes of writes under way.
    pub seed: u64,
}

/// Wall time of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Reading or drawing batches.
    pub data: Duration,
    /// Looking up and updating embeddings, the simulated device included.
    pub embedding: Duration,
    /// Both MLPs, interaction and loss, forward and backward.
    pub mlp: Duration,
}

/// A trained batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchRecord {
    /// Its number, from 0.
    pub batch: u64,
    /// Mean loss, before the batch's update.
    pub loss: f64,
    /// Metrics of all predictions so far, each made before the update of its batch.
    pub metrics: Metrics,
}

/// Is told how a run goes.
pub trait Observer {
    /// Training starts with batch `first`; `batches` in all, as far as known.
    fn start(&mut self, first: u64, batches: Option<u64>);
    /// A batch was trained.
    fn batch(&mut self, record: &BatchRecord);
    /// Training is over; the trained model is evaluated on `batches` batches at most.
    fn evaluate(&mut self, batches: u64);
    /// A batch was evaluated.
    fn evaluated(&mut self);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn start(&mut self, _: u64, _: Option<u64>) {}
    fn batch(&mut self, _: &BatchRecord) {}
    fn evaluate(&mut self, _: u64) {}
    fn evaluated(&mut self) {}
}

/// A DLRM with its embedding tables.
pub struct Trainer {
    /// The MLPs.
    pub dlrm: Dlrm,
    /// The embedding tables.
    pub store: Box<dyn EmbeddingStore>,
    /// What a system drives the device with.
    pub(crate) parts: Option<Parts>,
    /// The checkpoint that it goes on from.
    recovered: Option<Recovered>,
    /// Pooled vectors of the next batch, where it was looked up ahead.
    ahead: Option<Vec<f32>>,
    step: Step,
    times: Times,
}

impl Trainer {
    /// Opens the experiment's device and sets the initial parameters.
    ///
    /// # Errors
    /// A device or parameters that cannot be had.
    pub fn new(experiment: &Experiment, options: &StoreOptions) -> Result<Self, TrainError> {
        check_relaxed_lookup(experiment)?;
        let (mode, system) = (experiment.checkpoint.mode, experiment.system.kind);
        if mode != CheckpointMode::None && system != SystemKind::Automatic {
            return Err(TrainError::NoCheckpoints { mode: mode.name(), system: system.name() });
        }
        if mode == CheckpointMode::None && options.image.is_some() {
            return Err(TrainError::NoMode);
        }
        let scheduled = experiment.system.kind != SystemKind::None;
        let gpu = scheduled.then(|| Gpu::open(&experiment.system.gpu)).transpose()?;
        let rate = gpu.as_ref().and_then(Gpu::pcie_mb_per_s).map(|megabytes| megabytes * 1_000_000);
        let Opened { mut store, machine } = emberlane_stores::open(experiment, options, rate)?;
        let model = &experiment.model;
        let mut dlrm = Dlrm::new(model);
        let mut recovered = None;
        if options.image.is_some() {
            let checkpoint = store.recover().map_err(unrecovered)?;
            if !checkpoint.exact {
                return Err(TrainError::Inexact(Box::new(checkpoint)));
            }
            if !emberlane_checkpoints::set_parameters(&mut dlrm, &checkpoint.parameters) {
                let (found, expected) = (checkpoint.parameters.len(), emberlane_checkpoints::parameter_bytes(model));
                return Err(TrainError::OtherParameters { found, expected });
            }
            recovered = Some(checkpoint);
        } else {
            if mode != CheckpointMode::None {
                store.give_up_log()?;
            }
            match &model.initial_parameters {
                Some(path) => parameters::load(model, path, &mut dlrm, &mut *store)?,
                None => parameters::draw(model, experiment.train.seed, &mut dlrm, &mut *store)?,
            }
            if mode != CheckpointMode::None {
                store.begin_log(0, &emberlane_checkpoints::parameters(&mut dlrm))?;
            }
        }
        let parts = machine.zip(gpu).map(|(machine, gpu)| Parts { machine, gpu });
        Ok(Self {
            dlrm,
            store,
            parts,
            recovered,
            ahead: None,
            step: emberlane_stores::step(experiment),
            times: Times::default(),
        })
    }

    /// The checkpoint that training goes on from; `None` when it begins anew.
    #[must_use]
    pub fn recovered(&self) -> Option<&Recovered> {
        self.recovered.as_ref()
    }

    /// The batch that is trained next, when none was yet.
    #[must_use]
    pub fn first_batch(&self) -> u64 {
        self.recovered.as_ref().map_or(0, |recovered| recovered.batch)
    }

    /// Trains one batch; the loss is that before the update. A loss that is not finite updates nothing.
    ///
    /// # Errors
    /// A device that fails.
    pub fn train(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        let pooled = self.lookup(batch)?;
        let (loss, gradients) = self.mlp(|dlrm, step| dlrm.train(batch, &pooled, step));
        if let Some(gradients) = gradients {
            self.update(&gradients)?;
        }
        Ok(loss)
    }

    /// Trains one batch, as [`train`](Self::train) does, but looks the next one up before the gradients of this one are known.
    /// Its pooled vectors are brought up to date when they are; they are what the next call begins with. Only rounding
    /// differs ([`emberlane_stores::relaxed`]).
    ///
    /// # Errors
    /// Tables that are on no device, and a device that fails.
    pub fn train_relaxed(&mut self, batch: &Batch, next: Option<&Batch>) -> Result<Loss, EmbeddingError> {
        let pooled = match self.ahead.take() {
            Some(pooled) => pooled,
            None => self.lookup(batch)?,
        };
        if let Some(next) = next {
            self.embed(|store| store.look_ahead(&next.bags))?;
        }
        let (loss, gradients) = self.mlp(|dlrm, step| dlrm.train(batch, &pooled, step));
        match (gradients, next) {
            (Some(gradients), Some(_)) => {
                self.ahead = Some(self.embed(|store| store.catch_up(&gradients))?);
            }
            (Some(gradients), None) => self.update(&gradients)?,
            (None, _) => {}
        }
        Ok(loss)
    }

    /// Predicts one batch.
    ///
    /// # Errors
    /// A device that fails.
    pub fn predict(&mut self, batch: &Batch) -> Result<Loss, EmbeddingError> {
        let pooled = self.lookup(batch)?;
        Ok(self.mlp(|dlrm, _| dlrm.predict(batch, &pooled)))
    }

    /// Time spent so far; `data` is not the trainer's and stays 0.
    #[must_use]
    pub fn times(&self) -> Times {
        self.times
    }

    /// Counts work of the simulated devices as time spent on embeddings.
    pub(crate) fn simulate<T>(&mut self, work: impl FnOnce() -> T) -> T {
        timed(&mut self.times.embedding, work)
    }

    fn lookup(&mut self, batch: &Batch) -> Result<Vec<f32>, EmbeddingError> {
        self.embed(|store| store.lookup(&batch.bags))
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        self.embed(|store| store.update(gradients))
    }

    /// Counts what the tables do as time spent on embeddings.
    pub(crate) fn embed<T>(
        &mut self,
        work: impl FnOnce(&mut dyn EmbeddingStore) -> Result<T, EmbeddingError>,
    ) -> Result<T, EmbeddingError> {
        timed(&mut self.times.embedding, || work(&mut *self.store))
    }

    pub(crate) fn mlp<T>(&mut self, work: impl FnOnce(&mut Dlrm, Step) -> T) -> T {
        timed(&mut self.times.mlp, || work(&mut self.dlrm, self.step))
    }
}

/// Refuses what relaxed lookup cannot do.
fn check_relaxed_lookup(experiment: &Experiment) -> Result<(), TrainError> {
    let (optimizer, mode, system) = (experiment.train.optimizer, experiment.checkpoint.mode, experiment.system.kind);
    let (needed, found) = match (optimizer, mode, system) {
        _ if experiment.train.lookup == Lookup::Strict => return Ok(()),
        // What it does not schedule is refused whatever the lookup is.
        (_, _, SystemKind::NdRec) => return Ok(()),
        _ if optimizer != Optimizer::Sgd => ("train.optimizer = \"sgd\"", optimizer.name()),
        (_, _, SystemKind::SoftwareCopy) => ("system.kind = \"automatic\" or \"none\"", system.name()),
        (_, CheckpointMode::Redo, _) => ("checkpoint.mode = \"undo\", \"relaxed\" or \"none\"", mode.name()),
        _ => return Ok(()),
    };
    Err(TrainError::NoRelaxedLookup { needed, found })
}

/// Trains batches in their order, whatever schedules them.
enum Runner {
    /// One step after the other; with the batches that are next.
    Plain(Box<Trainer>, Lookup, VecDeque<Batch>),
    /// As a system schedules them.
    Scheduled(Box<ScheduledTrainer>),
    /// In NDRec's iterations.
    NdRec(Box<NdRecTrainer>),
}

impl Runner {
    fn new(experiment: &Experiment, trainer: Trainer, options: &RunOptions) -> Result<Self, TrainError> {
        if experiment.system.kind == SystemKind::NdRec {
            return Ok(Self::NdRec(Box::new(NdRecTrainer::new(experiment, trainer)?)));
        }
        let Some(system) = schedule::system(experiment) else {
            return Ok(Self::Plain(Box::new(trainer), experiment.train.lookup, VecDeque::new()));
        };
        let (messages, record) = (options.messages.clone(), options.power_loss.is_some());
        Ok(Self::Scheduled(Box::new(ScheduledTrainer::new(system, experiment, trainer, messages, record)?)))
    }

    /// Whether it takes another batch before it finishes one.
    fn has_room(&self) -> bool {
        match self {
            Self::Plain(_, Lookup::Strict, next) => next.is_empty(),
            Self::Plain(_, Lookup::Relaxed, next) => next.len() < 2,
            Self::Scheduled(trainer) => trainer.has_room(),
            Self::NdRec(trainer) => trainer.has_room(),
        }
    }

    fn submit(&mut self, batch: Batch) -> Result<(), TrainError> {
        match self {
            Self::Plain(_, _, next) => {
                next.push_back(batch);
                Ok(())
            }
            Self::Scheduled(trainer) => trainer.submit(batch),
            Self::NdRec(trainer) => trainer.submit(batch),
        }
    }

    /// The oldest batch with its loss; `None` when there is none.
    fn finish(&mut self) -> Result<Option<(Batch, Loss)>, TrainError> {
        match self {
            Self::Plain(trainer, lookup, next) => {
                let Some(batch) = next.pop_front() else { return Ok(None) };
                let loss = match lookup {
                    Lookup::Strict => trainer.train(&batch)?,
                    Lookup::Relaxed => trainer.train_relaxed(&batch, next.front())?,
                };
                Ok(Some((batch, loss)))
            }
            Self::Scheduled(trainer) => trainer.finish(),
            Self::NdRec(trainer) => trainer.finish(),
        }
    }

    /// What the device's persistent memory holds, if it makes checkpoints and can still tell.
    fn image(&self) -> Option<Image> {
        match self {
            Self::Plain(..) | Self::NdRec(_) => None,
            Self::Scheduled(trainer) => trainer.image(),
        }
    }

    fn into_parts(self) -> Result<(Trainer, Option<Simulated>), TrainError> {
        Ok(match self {
            Self::Plain(mut trainer, ..) => {
                trainer.embed(|store| store.settle())?;
                (*trainer, None)
            }
            Self::NdRec(trainer) => {
                let (trainer, simulated) = trainer.into_parts();
                (trainer, Some(simulated))
            }
            Self::Scheduled(trainer) => {
                let (trainer, simulated) = trainer.into_parts()?;
                (trainer, Some(simulated))
            }
        })
    }
}

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
    emberlane_stores::check_fits(experiment, limit)?;
    let mut trainer = Trainer::new(experiment, &options.store)?;
    let mut csv = options.out.as_deref().map(MetricsFile::create).transpose()?;
    trainer.store.clear_counters()?;

    let (first, recovered) = (trainer.first_batch(), trainer.recovered().cloned());
    if let Some(PowerLoss { batch, .. }) = options.power_loss.filter(|loss| loss.batch < first) {
        return Err(TrainError::NoUpdate { batch });
    }
    let known = batches.known().or(options.batches);
    for batch in 0..first {
        if batches.next()?.is_none() {
            return Err(TrainError::BehindTheEnd { batch: first, batches: batch });
        }
    }
    observer.start(first, known);
    if let Some(out) = &options.out {
        remove_results(out, experiment.checkpoint.mode)?;
    }
    let mut runner = Runner::new(experiment, trainer, options)?;
    let mut history = History { first, ..History::default() };
    if let Err(error) = train_all(&mut runner, &mut batches, &mut history, csv.as_mut(), observer) {
        // What was trained until then is in the device's log.
        if let (Some(out), Some(image)) = (&options.out, runner.image()) {
            emberlane_checkpoints::save_image(&out.join(emberlane_checkpoints::IMAGE_FILE), &image)?;
        }
        return Err(error);
    }
    let skipped = batches.skipped();
    let training = history.collector.metrics();
    // After a recovery to the end of the training, what it leaves is there.
    if training.is_none() && first == 0 {
        return Err(TrainError::NoData { skipped });
    }
    if let Some(csv) = csv {
        csv.finish()?;
    }
    let (mut trainer, mut simulated) = runner.into_parts()?;
    let device = trainer.store.device()?;
    let lost = match (options.power_loss, simulated.as_mut().and_then(|simulated| simulated.recorded.take())) {
        (Some(loss), Some(recorded)) => {
            let tables = trainer.store.tables().expect("a device that was recorded has the tables");
            Some(lose_power(loss, first, &recorded, tables).ok_or(TrainError::NoUpdate { batch: loss.batch })?)
        }
        _ => None,
    };
    let image = lost.as_ref().map(|lost| &lost.image).or(simulated.as_ref().and_then(|it| it.image.as_ref()));
    if let (Some(out), Some(image)) = (&options.out, image) {
        emberlane_checkpoints::save_image(&out.join(emberlane_checkpoints::IMAGE_FILE), image)?;
    }
    let times = Times { data: batches.time, ..trainer.times() };

    let evaluation = match lost {
        Some(_) => None,
        None => evaluate(experiment, history.next(), &mut trainer, observer)?,
    };
    if let (Some(out), Some(simulated)) = (&options.out, &simulated) {
        let name = experiment.system.kind.name();
        write_json(&out.join("timeline.json"), &schedule::chrome_trace(&simulated.log, name))?;
    }
    let losses = history.losses;
    let trained = Trained { losses, training, evaluation, device, times, skipped, simulated, recovered, lost };
    // What was not in the device is gone.
    let keeps_parameters = trained.lost.is_none();
    let mut summary = Summary::new(experiment, &*trainer.store, trained);
    if let Some(out) = options.out.as_ref().filter(|_| keeps_parameters) {
        let file = out.join("parameters.safetensors");
        parameters::save(&experiment.model, &file, &mut trainer.dlrm, &mut *trainer.store)?;
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
            let Some(batch) = batches.next()? else { break };
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

/// Removes what an earlier run has left that this one may not replace, so that nobody takes it for this one's. An image of
/// the device stays until there is a newer one, as it may be the only checkpoint, unless this run makes none.
fn remove_results(out: &Path, mode: CheckpointMode) -> Result<(), TrainError> {
    let image = (mode == CheckpointMode::None).then_some(emberlane_checkpoints::IMAGE_FILE);
    for name in ["parameters.safetensors", "summary.json", "timeline.json"].into_iter().chain(image) {
        let file = out.join(name);
        match std::fs::remove_file(&file) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(TrainError::Output { file, source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Why there was no recovery, for whoever asked to resume.
fn unrecovered(error: EmbeddingError) -> TrainError {
    match error {
        EmbeddingError::Device(CxlMemError::Log(LogError::OtherExperiment { .. })) => TrainError::OtherExperiment,
        EmbeddingError::Device(CxlMemError::Log(LogError::NoCheckpoint { discarded, .. })) => {
            TrainError::NoCheckpoint(discarded.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        }
        error => error.into(),
    }
}

fn write_json(file: &Path, value: &serde_json::Value) -> Result<(), TrainError> {
    let output = |source| TrainError::Output { file: file.to_path_buf(), source };
    let mut writer = BufWriter::new(File::create(file).map_err(output)?);
    serde_json::to_writer(&mut writer, value).map_err(|error| output(error.into()))?;
    writer.flush().map_err(output)
}

/// What a run learned, before it becomes a [`Summary`].
pub(crate) struct Trained {
    pub(crate) losses: Vec<f64>,
    pub(crate) training: Option<Metrics>,
    pub(crate) evaluation: Option<Metrics>,
    pub(crate) device: Option<DeviceReport>,
    pub(crate) times: Times,
    pub(crate) skipped: u64,
    pub(crate) simulated: Option<Simulated>,
    pub(crate) recovered: Option<Recovered>,
    pub(crate) lost: Option<Lost>,
}

/// What a loss of power has left.
pub(crate) struct Lost {
    pub(crate) batch: u64,
    pub(crate) seed: u64,
    /// The device's cycle.
    pub(crate) cycle: u64,
    /// Writes of the update that had come to the medium, and all of them.
    pub(crate) writes: (u64, u64),
    /// Writes that no controller had answered.
    pub(crate) open: u64,
    pub(crate) image: Image,
}

/// Cuts the power while a batch's update writes `tables`; `None` if it writes nothing.
fn lose_power(loss: PowerLoss, first: u64, recorded: &RecordedRun, tables: Region) -> Option<Lost> {
    let number = usize::try_from(loss.batch.checked_sub(first)?).ok()?;
    let (after, until) = (*recorded.ends.get(number)?, *recorded.ends.get(number + 1)?);
    let RecordedRun { recording, .. } = recorded;
    let of_update: Vec<u64> = recording
        .writes
        .iter()
        .filter(|write| (tables.base..tables.end()).contains(&write.address))
        .map(|write| write.issued)
        .filter(|issued| (after + 1..=until).contains(issued))
        .collect();
    let mut random = Pcg64::seed_from_u64(loss.seed);
    let cycle = *of_update.get(random.random_range(0..of_update.len().max(1)))?;
    let writes = (of_update.iter().filter(|issued| **issued <= cycle).count() as u64, of_update.len() as u64);
    let mut cuts = recording.cuts();
    let image = cuts.image(cycle, |_| random_fate(&mut random));
    Some(Lost { batch: loss.batch, seed: loss.seed, cycle, writes, open: cuts.open() as u64, image })
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
    let mut source = emberlane_data::open(&config, &experiment.model, train.batch_size, train.seed, Purpose::Evaluation)?;
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

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
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

struct MetricsFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl MetricsFile {
    fn create(directory: &Path) -> Result<Self, TrainError> {
        std::fs::create_dir_all(directory)
            .map_err(|source| TrainError::Output { file: directory.to_path_buf(), source })?;
        let path = directory.join("metrics.csv");
        let file = File::create(&path).map_err(|source| TrainError::Output { file: path.clone(), source })?;
        let mut csv = Self { path, writer: BufWriter::new(file) };
        csv.line("batch,loss,auc,log_loss,normalized_entropy,accuracy")?;
        Ok(csv)
    }

    fn write(&mut self, record: &BatchRecord) -> Result<(), TrainError> {
        let optional = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let BatchRecord { batch, loss, metrics } = record;
        let (auc, entropy) = (optional(metrics.auc), optional(metrics.normalized_entropy));
        self.line(&format!("{batch},{loss},{auc},{},{entropy},{}", metrics.log_loss, metrics.accuracy))
    }

    fn line(&mut self, line: &str) -> Result<(), TrainError> {
        writeln!(self.writer, "{line}").map_err(|source| TrainError::Output { file: self.path.clone(), source })
    }

    fn finish(mut self) -> Result<(), TrainError> {
        self.writer.flush().map_err(|source| TrainError::Output { file: self.path.clone(), source })
    }
}
