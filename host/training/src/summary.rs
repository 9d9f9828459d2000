//! `summary.json`: what a run did, with everything that its printed figures are computed from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use emberlane_drivers::Recovered;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use emberlane_data::CacheUse;
use emberlane_dlrm::metrics::Metrics;
use emberlane_experiment::{DeviceDesign, DeviceKind, Experiment, Movement};
use emberlane_files::write_whole;
use emberlane_stores::{EmbeddingStore, PartialRecoveries, ShardWaits, TiersReport};
use emberlane_systems::TrainError;
use emberlane_systems::costs::costs;
use emberlane_systems::energy::{Energy, Worked};
use emberlane_systems::machine::FabricReport;
use emberlane_systems::schedule::{self, Accessed, EventLog, Resource, Simulated, names};

use crate::files::output;
use crate::observer::EvaluationRecord;
use crate::trained::Trained;

/// What a run did.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Version of emberlane.
    pub version: &'static str,
    /// The model.
    pub model: ModelSummary,
    /// The data.
    pub data: DataSummary,
    /// Optimiser, as in the experiment.
    pub optimizer: &'static str,
    /// When a batch is looked up, as in the experiment.
    pub lookup: &'static str,
    /// Learning rate.
    pub learning_rate: f32,
    /// Seed.
    pub seed: u64,
    /// Batches that were trained.
    pub batches: u64,
    /// Samples that were trained, those of every epoch counted.
    pub samples: u64,
    /// Loss over the run; `None` when no batch was left to train after a recovery.
    pub loss: Option<LossSummary>,
    /// Metrics of the predictions during training, each made before the update of its batch; `None` as in `loss`.
    pub training: Option<Metrics>,
    /// Metrics of the trained model; `None` when it was not evaluated.
    pub evaluation: Option<Metrics>,
    /// The device during training.
    pub device: DeviceSummary,
    /// The tiers of a store over several memories; `None`: it had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<TiersReport>,
    /// Shards that died, and what was lost with them; `None`: the experiment has no `[failures]`, and no cluster that recovers in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<FailuresSummary>,
    /// The system in simulated time; `None` when there was none, or nothing for it to do.
    pub system: Option<SystemSummary>,
    /// Evaluations on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evaluations: Vec<EvaluationRecord>,
    /// Training ended before the data did, as it got no better ([`stop_after`](emberlane_experiment::EvaluateConfig::stop_after)).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped_early: bool,
    /// The batch of the state that the run went on from last; of its batches, all that were ever trained are counted. `None` when it
    /// began anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// The checkpoint that the run went on from; `None` when it began anew.
    pub recovered: Option<RecoveredSummary>,
    /// The loss of power that ended it; `None` when there was none.
    pub power_loss: Option<PowerLossSummary>,
    /// Wall time.
    pub wall_seconds: WallSummary,
}

/// What a recovery has gone back to.
#[derive(Clone, Debug, Serialize)]
pub struct RecoveredSummary {
    /// The tables are as they were before this batch.
    pub batch: u64,
    /// The MLPs' parameters are as they were before this batch.
    pub parameter_batch: u64,
    /// By how many batches the parameters are older.
    pub gap: u64,
    /// Rows that were written into the tables.
    pub rows: u64,
    /// Slots of the log whose records were not used, and why.
    pub discarded: Vec<String>,
}

impl From<&Recovered> for RecoveredSummary {
    fn from(recovered: &Recovered) -> Self {
        Self {
            batch: recovered.batch,
            parameter_batch: recovered.parameter_batch,
            gap: recovered.gap,
            rows: recovered.rows,
            discarded: recovered.discarded.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Shards that died, and what was lost with them.
#[derive(Clone, Debug, Serialize)]
pub struct FailuresSummary {
    /// The portion of lost samples (CPR, Eq. 3).
    pub portion_of_lost_samples: f64,
    /// Updates of rows that are lost.
    pub lost_updates: u64,
    /// What both are computed from.
    #[serde(flatten)]
    pub recoveries: PartialRecoveries,
}

impl From<PartialRecoveries> for FailuresSummary {
    fn from(recoveries: PartialRecoveries) -> Self {
        let (portion_of_lost_samples, lost_updates) = (recoveries.portion_of_lost_samples(), recoveries.lost_updates());
        Self { portion_of_lost_samples, lost_updates, recoveries }
    }
}

/// A loss of power.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PowerLossSummary {
    /// The batch in whose update it came.
    pub batch: u64,
    /// What the point was drawn from.
    pub seed: u64,
    /// The device's cycle, or, of a device without cycles, the number of the write.
    pub cycle: u64,
    /// Lines of the update that had come to the medium.
    pub lines_written: u64,
    /// Lines of the whole update.
    pub lines_of_update: u64,
    /// Lines under way, of which each was applied, lost or torn.
    pub lines_under_way: u64,
}

/// The model of a run.
#[derive(Clone, Debug, Serialize)]
pub struct ModelSummary {
    /// Widths of the bottom MLP.
    pub bottom: Vec<usize>,
    /// Widths of the top MLP, its input first.
    pub top: Vec<usize>,
    /// Interaction.
    pub interaction: &'static str,
    /// Tables.
    pub tables: usize,
    /// Rows of every table.
    pub rows: Vec<u32>,
    /// Elements of a row.
    pub dimension: usize,
    /// Pooling.
    pub pooling: &'static str,
}

/// The data of a run.
#[derive(Clone, Debug, Serialize)]
pub struct DataSummary {
    /// Kind.
    pub kind: &'static str,
    /// Files, as the experiment names them; `None` if the data is drawn.
    pub path: Option<Paths>,
    /// Malformed lines that were left out, in every epoch.
    pub skipped_lines: u64,
    /// Short lines whose last fields were taken for missing, in every epoch.
    #[serde(skip_serializing_if = "is_zero")]
    pub padded_lines: u64,
    /// What was done with the cache of parsed records; `None`: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheSummary>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde takes it so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One path as itself, several as a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Paths {
    /// One.
    One(PathBuf),
    /// Several.
    Several(Vec<PathBuf>),
}

impl Paths {
    fn of(paths: &[PathBuf]) -> Option<Self> {
        match paths {
            [] => None,
            [path] => Some(Self::One(path.clone())),
            paths => Some(Self::Several(paths.to_vec())),
        }
    }
}

/// What was done with the cache of parsed records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CacheSummary {
    /// Files whose parsed records were there.
    pub used: u64,
    /// Files that were parsed, and their records kept.
    pub built: u64,
    /// Why records that were there were not used.
    pub notes: Vec<String>,
}

impl From<CacheUse> for CacheSummary {
    fn from(CacheUse { used, built, notes }: CacheUse) -> Self {
        Self { used, built, notes }
    }
}

/// Loss over a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LossSummary {
    /// Of the first batch.
    pub first: f64,
    /// Of the last batch.
    pub last: f64,
    /// Batches that the next two means are taken over: a tenth of all, at least one.
    pub window: usize,
    /// Mean over the first batches.
    pub first_mean: f64,
    /// Mean over the last batches.
    pub last_mean: f64,
}

impl LossSummary {
    /// Of the losses of all batches; `None` if there are none.
    fn new(losses: &[f64]) -> Option<Self> {
        let (first, last) = (*losses.first()?, *losses.last()?);
        let window = (losses.len() / 10).max(1);
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let (first_mean, last_mean) = (mean(&losses[..window]), mean(&losses[losses.len() - window..]));
        Some(Self { first, last, window, first_mean, last_mean })
    }
}

/// The device of a run, from after the tables were loaded to the last update.
#[derive(Clone, Debug, Serialize)]
pub struct DeviceSummary {
    /// Kind, as in the experiment.
    pub kind: &'static str,
    /// Where the embeddings lived.
    pub embeddings: &'static str,
    /// Memory channels; 0 when the embeddings lived in host memory.
    pub channels: u32,
    /// Clock cycles; 0 for a device without time.
    pub cycles: u64,
    /// Device time since its reset in picoseconds, with a system the fabric's; 0 for a device without time.
    pub picoseconds: u64,
    /// Every hardware counter by name.
    pub counters: Counters,
    /// The waveform, if one was recorded.
    pub waveform: Option<PathBuf>,
}

impl DeviceSummary {
    /// Row lines that were read and written on all channels.
    #[must_use]
    pub fn row_lines(&self) -> (u64, u64) {
        let sum = |end: &str| {
            let of_channels = |name: &str| name.starts_with("channel_") && name.ends_with(end);
            self.counters.0.iter().filter(|(name, _)| of_channels(name)).map(|(_, value)| value).sum()
        };
        (sum("_reads"), sum("_writes"))
    }

    /// A hardware counter; `None` if the device does not have it.
    #[must_use]
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.counters.0.iter().find(|(each, _)| each == name).map(|(_, value)| *value)
    }
}

/// Hardware counters by name, in the order of the registers.
#[derive(Clone, Debug, Default)]
pub struct Counters(pub Vec<(String, u64)>);

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A run in the simulated time of its system. `timeline.json` has every operation.
#[derive(Clone, Debug, Serialize)]
pub struct SystemSummary {
    /// Kind, as in the experiment.
    pub kind: &'static str,
    /// The GPU.
    pub gpu: GpuSummary,
    /// The links, each way.
    pub link: LinkSummary,
    /// What the time of the computing logic, or of the SmartSSD, is from.
    pub computing_logic: &'static str,
    /// What NDRec's iterations hide, and what they do not; `None` of other systems.
    pub embedding: Option<EmbeddingSummary>,
    /// The batch with which simulated time begins, of a run that went on: the time of batches before was that of another run. `None`: the
    /// first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_batch: Option<u64>,
    /// From the start of the first operation to the end of the last.
    pub picoseconds: u64,
    /// [`picoseconds`](Self::picoseconds) over the number of [`batches`](Self::batches).
    pub picoseconds_per_batch: f64,
    /// When each batch ran, from [`first_batch`](Self::first_batch) on; they may overlap.
    pub batches: Vec<SpanSummary>,
    /// What each resource did.
    pub resources: Vec<ResourceSummary>,
    /// What moved through the simulated fabric.
    pub fabric: FabricReport,
    /// The memory that holds the tables; `None` of NDRec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesSummary>,
    /// Energy of the run, joules; `None` of NDRec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy: Option<Energy>,
    /// Batches behind which the GPU answered reads of parameters outside of interaction and top MLP, because a relaxed log had to end.
    #[serde(skip_serializing_if = "is_zero")]
    pub log_overruns: u64,
}

/// What a run did to the memory that holds the tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TablesSummary {
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes of rows written.
    pub rows_written: u64,
    /// Bytes of logs written.
    pub logs_written: u64,
    /// All that wears the medium, bytes a batch.
    pub worn_per_batch: f64,
}

impl TablesSummary {
    fn new(log: &EventLog) -> Self {
        let mut all = Accessed::default();
        log.accesses().iter().for_each(|access| all += access.accessed);
        let batches = log.batches().len().max(1) as f64;
        Self {
            bytes_read: all.read,
            rows_written: all.written,
            logs_written: all.logged,
            worn_per_batch: (all.written + all.logged) as f64 / batches,
        }
    }
}

/// What the SmartSSD's work costs the GPU.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EmbeddingSummary {
    /// How long kernel, cache agent or the SmartSSD's link worked while the GPU did not, picoseconds.
    pub exposed_picoseconds: u64,
    /// [`exposed_picoseconds`](Self::exposed_picoseconds) over the run's picoseconds.
    pub exposed: f64,
    /// How long the GPU corrected outputs that were pooled ahead, picoseconds.
    pub correction_picoseconds: u64,
}

impl EmbeddingSummary {
    fn new(log: &EventLog, picoseconds: u64) -> Self {
        let of_smartssd =
            [Resource::EmbeddingKernel, Resource::CacheAgent, Resource::LinkToSmartSsd, Resource::LinkFromSmartSsd];
        let exposed_picoseconds = log.exposed_ps(&of_smartssd, Resource::Gpu);
        let corrections = log.events().iter().filter(|event| event.operation == names::CORRECTION);
        Self {
            exposed_picoseconds,
            exposed: exposed_picoseconds as f64 / picoseconds as f64,
            correction_picoseconds: corrections.map(|event| event.end_ps - event.start_ps).sum(),
        }
    }
}

/// The GPU of a system.
#[derive(Clone, Debug, Serialize)]
pub struct GpuSummary {
    /// Its name, as its driver reports it.
    pub name: String,
    /// What its times are from.
    pub source: String,
    /// Passes through layers whose time was recorded.
    pub recorded_passes: u64,
    /// Passes through layers whose time was computed.
    pub computed_passes: u64,
}

/// The links of a system: each device has one of its own to the host, the GPU's no faster than the GPU's port.
#[derive(Clone, Debug, Serialize)]
pub struct LinkSummary {
    /// Name, as in the experiment.
    pub name: String,
    /// Bytes a second each way, with the overhead of flits; 0: no bound.
    pub bytes_per_second: u64,
    /// One way, with switch hops, and without the time that bytes take.
    pub latency_picoseconds: u64,
    /// Messages of a channel that may be under way.
    pub credits: u64,
}

/// When a batch ran, in picoseconds of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SpanSummary {
    /// Start of its first operation.
    pub start: u64,
    /// End of its last operation.
    pub end: u64,
}

/// What a resource did in simulated time.
#[derive(Clone, Debug, Serialize)]
pub struct ResourceSummary {
    /// The resource.
    pub name: &'static str,
    /// Operations that held it.
    pub operations: u64,
    /// How long at least one operation held it.
    pub busy_picoseconds: u64,
    /// [`busy_picoseconds`](Self::busy_picoseconds) over the run's picoseconds. An operation holds its links as long as
    /// lines of it may pass, whether they do or not; a link's load is its bytes.
    pub utilisation: f64,
    /// Bytes of lines that its operations moved over links, or to and from the medium.
    pub bytes: u64,
}

impl SystemSummary {
    fn new(experiment: &Experiment, simulated: &Simulated, first_batch: Option<u64>) -> Self {
        let Simulated { log, gpu, layers, fabric, .. } = simulated;
        let movement = experiment.system.kind.movement();
        let one_by_one = !matches!(movement, Movement::Iterations | Movement::OnGpus);
        let on_host = movement == Movement::OnHost;
        // What its media take of energy, and how they wear, the report of the tiers says.
        let in_tiers = movement == Movement::Tiers;
        let smartssd = experiment.device.design == DeviceDesign::SmartSsd;
        let link = &experiment.system.link;
        let picoseconds = log.end_ps() - log.start_ps();
        let batches = log.batches();
        let resource = |resource: Resource| {
            let usage = log.usage(resource);
            ResourceSummary {
                name: resource.name(),
                operations: usage.operations,
                busy_picoseconds: usage.busy_ps,
                utilisation: usage.busy_ps as f64 / picoseconds as f64,
                bytes: usage.bytes,
            }
        };
        let used = Resource::ALL.into_iter().map(resource).filter(|summary| summary.operations > 0);
        Self {
            kind: experiment.system.kind.name(),
            gpu: GpuSummary {
                name: gpu.name().to_owned(),
                source: gpu.source(),
                recorded_passes: layers.0,
                computed_passes: layers.1,
            },
            link: LinkSummary {
                name: link.name.clone(),
                bytes_per_second: link.bytes_per_second.value,
                latency_picoseconds: link.latency_ps.value + link.switch_hops.value * link.hop_latency_ps.value,
                credits: link.credits.value,
            },
            embedding: (movement == Movement::Iterations).then(|| EmbeddingSummary::new(log, picoseconds)),
            computing_logic: match experiment.device.kind {
                _ if movement == Movement::OnGpus => "none: GPUs and the host's software, see ndrec.toml",
                _ if on_host => "none: the host's cores, its cache and the lines that miss it, one by one",
                _ if in_tiers => "none: GPUs; rows are charged to the media that they are in, batch by batch",
                DeviceKind::Rtl if smartssd => "cycles of the RTL's kernel and cache agent",
                DeviceKind::Model if smartssd => {
                    "cycles of the fast model's kernel and cache agent: within 2 % of the RTL's"
                }
                DeviceKind::Reference if smartssd => {
                    "estimate, a lower bound: a word of each program and a line of each port a cycle, and an SSD that is never waited for"
                }
                DeviceKind::Rtl => "the RTL, clocked in the fabric's time",
                DeviceKind::Model => "the fast model: within 2 % of the RTL's cycles on the shapes of RM1 to RM4",
                DeviceKind::Reference => {
                    "estimate, a lower bound: row lines of the batch at the line rate of the medium and its ports"
                }
            },
            first_batch,
            picoseconds,
            picoseconds_per_batch: picoseconds as f64 / batches.len() as f64,
            batches: batches.iter().map(|span| SpanSummary { start: span.start_ps, end: span.end_ps }).collect(),
            resources: used.collect(),
            fabric: fabric.clone(),
            tables: one_by_one.then(|| TablesSummary::new(log)),
            energy: (one_by_one && !in_tiers).then(|| {
                // The last events end at the end.
                let worked = Worked::between(log, log.start_ps(), log.end_ps() + 1);
                Energy::of(experiment, schedule::holdings(experiment), &costs(), &worked)
            }),
            log_overruns: simulated.overruns,
        }
    }
}

/// Wall time of a run, in seconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct WallSummary {
    /// All of it, with opening, evaluation and writing.
    pub total: f64,
    /// Reading or drawing the trained batches.
    pub data: f64,
    /// Embedding lookups and updates in training, the simulated device included.
    pub embedding: f64,
    /// MLPs, interaction and loss in training, and waiting for the sums of other workers.
    pub mlp: f64,
    /// Waiting for rows of shards, which is a part of `embedding`; `None`: there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<ShardWaits>,
}

impl Summary {
    pub(crate) fn new(experiment: &Experiment, store: &dyn EmbeddingStore, trained: Trained) -> Self {
        let model = &experiment.model;
        let losses = &trained.losses;
        let device = trained.device;
        let channels = device.as_ref().map_or(0, |device| device.channels);
        let recovered = trained.recovered.as_ref().map(|recovered| recovered.batch);
        let first_batch = trained.resumed.or(recovered).filter(|first| *first > 0);
        Self {
            version: env!("CARGO_PKG_VERSION"),
            model: ModelSummary {
                bottom: model.bottom.clone(),
                top: model.top_widths(),
                interaction: model.interaction.name(),
                tables: model.tables(),
                rows: model.rows.clone(),
                dimension: model.dimension,
                pooling: model.pooling.name(),
            },
            data: DataSummary {
                kind: experiment.data.kind(),
                path: Paths::of(experiment.data.paths()),
                skipped_lines: trained.skipped,
                padded_lines: trained.padded,
                cache: trained.cache.map(CacheSummary::from),
            },
            optimizer: experiment.train.optimizer.name(),
            lookup: experiment.train.lookup.name(),
            learning_rate: experiment.train.learning_rate,
            seed: experiment.train.seed,
            batches: losses.len() as u64,
            samples: trained.training.as_ref().map_or(0, |metrics| metrics.samples),
            loss: LossSummary::new(losses),
            training: trained.training,
            evaluation: trained.evaluation,
            device: DeviceSummary {
                kind: experiment.device.kind.name(),
                embeddings: store.name(),
                channels,
                cycles: device.as_ref().map_or(0, |device| device.counter("cycles")),
                picoseconds: device.as_ref().map_or(0, |device| device.picoseconds),
                counters: Counters(device.map(|device| device.counters).unwrap_or_default()),
                waveform: None,
            },
            tiers: trained.tiers,
            failures: trained.recoveries.map(FailuresSummary::from),
            system: trained
                .simulated
                .as_ref()
                .filter(|simulated| !simulated.log.batches().is_empty())
                .map(|simulated| SystemSummary::new(experiment, simulated, first_batch)),
            evaluations: trained.evaluations,
            stopped_early: trained.stopped_early,
            resumed: trained.resumed,
            recovered: trained.recovered.as_ref().map(RecoveredSummary::from),
            power_loss: trained.lost.as_ref().map(|lost| PowerLossSummary {
                batch: lost.batch,
                seed: lost.seed,
                cycle: lost.cycle,
                lines_written: lost.writes.0,
                lines_of_update: lost.writes.1,
                lines_under_way: lost.open,
            }),
            wall_seconds: WallSummary {
                total: 0.0,
                data: trained.times.data.as_secs_f64(),
                embedding: trained.times.embedding.as_secs_f64(),
                mlp: trained.times.mlp.as_secs_f64(),
                waits: trained.waits,
            },
        }
    }

    pub(crate) fn finish(&mut self, total: Duration, waveform: Option<PathBuf>) {
        self.wall_seconds.total = total.as_secs_f64();
        self.device.waveform = waveform;
    }

    /// The summary as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a summary has string keys and no failing value")
    }

    pub(crate) fn write(&self, file: &Path) -> Result<(), TrainError> {
        write_whole(file, self.json() + "\n").map_err(output(file))
    }
}
