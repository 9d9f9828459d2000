//! What an experiment needs: memory, part by part, and room on the disk.

use emberlane_data::DataMemory;
use emberlane_dlrm::DlrmMemory;
use emberlane_experiment::{DeviceDesign, Experiment, Optimizer, SystemKind};
use emberlane_memory::{Available, Bytes, Limit, Need, Part, total};
use thiserror::Error;

use super::DiskNeeds;
use super::buffers::words;

/// Bytes of the program with nothing in it, and of what it moves of a table at once.
const PROGRAM_BYTES: u64 = 16 << 20;
/// Bytes of a table that are written at once.
const PIECE_BYTES: u64 = 4 << 20;
/// Bytes that a system's schedule keeps of a batch.
const SCHEDULED_BYTES: u64 = 2048;
/// Bytes that are kept of a batch otherwise: its loss.
const BATCH_BYTES: u64 = 8;
/// Addresses of a thread's stack; they count where address space is limited.
const STACK_BYTES: u64 = 2 << 20;
/// Addresses that the allocator (glibc's) sets aside for a thread, and for how many threads a processor at most: others share them.
const ARENA_BYTES: u64 = 64 << 20;
const ARENAS_A_PROCESSOR: u64 = 8;
/// Says to the allocator for how many threads it may do so.
const ARENAS_VARIABLE: &str = "MALLOC_ARENA_MAX";
/// Lookups of a batch at most: its lists count in 32 bits.
const MOST_LOOKUPS: u64 = u32::MAX as u64;

/// What an experiment needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Needs {
    /// Memory, all of it at the same time, when the first batches are trained.
    pub memory: Vec<Need>,
    /// What it takes on the disk.
    pub disk: DiskNeeds,
    /// The size of its batches.
    pub data: DataMemory,
    /// Batches that it trains, where that is known.
    pub batches: Option<u64>,
    optimizer: Optimizer,
    /// Whether a system schedules it.
    scheduled: bool,
    /// Threads that plan or read rows, beside the one that trains.
    threads: u64,
    /// Tables in files.
    in_files: bool,
}

/// An experiment that needs more memory than there is.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TooLarge {
    /// More than there is.
    #[error(
        "this experiment needs {} of memory, and {} are {}: {parts}; change {keys} (`emberlane plan` shows what needs how much)",
        Bytes(*needed), Bytes(available.bytes), available.limit
    )]
    Memory {
        /// Bytes that it needs.
        needed: u64,
        /// What there is.
        available: Available,
        /// What needs most of it.
        parts: String,
        /// Keys to change.
        keys: String,
    },
    /// More lookups in a batch than its lists can count.
    #[error(
        "a batch of {samples} samples looks up {lookups} rows, and {MOST_LOOKUPS} are the most: change train.batch_size or \
         model.lookups"
    )]
    Lookups {
        /// Samples of the batch.
        samples: u64,
        /// Its lookups.
        lookups: u64,
    },
}

impl Needs {
    /// Those of an experiment, with what its store needs.
    pub(super) fn of(experiment: &Experiment, data: DataMemory, store: Vec<Need>, disk: DiskNeeds) -> Self {
        let Experiment { model, train, device, .. } = experiment;
        let mlps = DlrmMemory::of(model, data.samples, train.optimizer);
        let batches = data.batches.map(|batches| batches.saturating_mul(train.epochs));
        let scheduled = experiment.system.kind != SystemKind::None;
        let threads = match experiment.own_store() {
            Some(store) => store.lanes as u64,
            None if device.design == DeviceDesign::SmartSsd => device.smartssds as u64,
            None => 0,
        };
        let in_files = experiment.own_store().is_some() || experiment.pool.is_some();
        let mut needs =
            Self { memory: store, disk, data, batches, optimizer: train.optimizer, scheduled, threads, in_files };
        let largest = model.rows.iter().max().map_or(0, |rows| words(u64::from(*rows) * model.dimension as u64));
        // A copy of the MLPs, and a piece of a table in its numbers and in bytes.
        let written = mlps.parameters.saturating_add(mlps.state).saturating_add(2 * largest.min(PIECE_BYTES));
        needs.memory.extend([
            Need::new(Part::Mlps, "parameters of the MLPs", mlps.parameters),
            Need::new(Part::MlpState, "state of the optimizer", mlps.state),
            Need::new(Part::MlpState, "gradients of a layer", mlps.gradients),
            Need::new(Part::Batches, "outputs of the MLPs' layers and their gradients", mlps.activations),
            Need::new(Part::Data, "data that stay in memory", data.held),
            Need::new(Part::Program, "the program", PROGRAM_BYTES),
            Need::new(Part::Results, "what is copied to be written", written),
        ]);
        needs
    }

    /// All memory, in bytes.
    #[must_use]
    pub fn total(&self) -> u64 {
        total(&self.memory)
    }

    /// By how many bytes that grows until so many batches are trained: with what is kept of each of them, and of their predictions.
    #[must_use]
    pub fn growth(&self, batches: u64) -> u64 {
        let of_batch = BATCH_BYTES + if self.scheduled { SCHEDULED_BYTES } else { 0 };
        let predictions = batches.saturating_mul(self.data.samples);
        of_batch.saturating_mul(batches).saturating_add(ranked(predictions))
    }

    /// Bytes of a part.
    #[must_use]
    pub fn of_part(&self, part: Part) -> u64 {
        self.memory.iter().filter(|need| need.part == part).fold(0, |sum, need| sum.saturating_add(need.bytes))
    }

    /// Refuses what is more than there is; `None`: nobody knows how much that is.
    ///
    /// # Errors
    /// It is more.
    pub fn check(&self, available: Option<Available>) -> Result<(), TooLarge> {
        let DataMemory { samples, lookups, .. } = self.data;
        if lookups > MOST_LOOKUPS {
            return Err(TooLarge::Lookups { samples, lookups });
        }
        let Some(available) = available else { return Ok(()) };
        let addresses = if available.limit == Limit::AddressSpace { self.addresses_of_threads() } else { 0 };
        let needed = self.total().saturating_add(addresses);
        if available.bytes >= needed {
            return Ok(());
        }
        let mut parts: Vec<(Part, u64)> = PARTS.iter().map(|part| (*part, self.of_part(*part))).collect();
        parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
        // What would not help is not named.
        parts.retain(|(_, bytes)| *bytes > needed / 20);
        let mut named: Vec<String> =
            parts.iter().map(|(part, bytes)| format!("{} {}", words_of(*part), Bytes(*bytes))).collect();
        let mut keys: Vec<&str> = Vec::new();
        if addresses > needed / 20 {
            named.push(format!("addresses of {} threads {}", self.threads + 1, Bytes(addresses)));
            keys.push(if self.in_files { "store.lanes" } else { "device.smartssds" });
        }
        let parts_named = named.join(", ");
        for key in parts.iter().flat_map(|(part, _)| self.keys(*part)) {
            if !keys.contains(key) {
                keys.push(key);
            }
        }
        let keys = keys.join(", ");
        Err(TooLarge::Memory { needed, available, parts: parts_named, keys })
    }

    /// Addresses of stacks, and of what the allocator sets aside, where there are threads beside the one that trains.
    fn addresses_of_threads(&self) -> u64 {
        if self.threads == 0 {
            return 0;
        }
        let threads = self.threads + 1;
        let said = std::env::var(ARENAS_VARIABLE).ok().and_then(|arenas| arenas.parse().ok());
        let arenas = said.unwrap_or_else(|| ARENAS_A_PROCESSOR * processors());
        (STACK_BYTES * threads).saturating_add(ARENA_BYTES * threads.min(arenas))
    }

    /// Keys of an experiment that change how much a part needs.
    fn keys(&self, part: Part) -> &'static [&'static str] {
        match part {
            Part::Tables if self.in_files => {
                &["store.dram.cache", "store.scm.cache", "store.shards", "store.segment", "model.rows"]
            }
            Part::Tables | Part::Results => &["model.rows", "model.dimension"],
            Part::TableState if self.optimizer == Optimizer::Adagrad => {
                &["train.optimizer (\"rowwise-adagrad\" keeps one number a row)", "model.rows"]
            }
            Part::TableState => &["model.rows"],
            Part::Mlps => &["model.bottom", "model.top"],
            Part::MlpState => &["model.bottom", "model.top", "train.optimizer (\"sgd\" keeps nothing)"],
            Part::Batches => &["train.batch_size", "model.lookups", "model.bottom", "model.top"],
            Part::Device => &["train.batch_size", "checkpoint.mode", "device.cache_vectors"],
            Part::Data => &["data.path (tensors stay in memory: several files, one a run)"],
            Part::Program => &[],
        }
    }
}

/// Every part, in the order of reports.
pub const PARTS: [Part; 9] = [
    Part::Tables,
    Part::TableState,
    Part::Mlps,
    Part::MlpState,
    Part::Batches,
    Part::Device,
    Part::Data,
    Part::Program,
    Part::Results,
];

/// A part, for people.
#[must_use]
pub fn words_of(part: Part) -> &'static str {
    match part {
        Part::Tables => "tables",
        Part::TableState => "the optimizer's state of the tables",
        Part::Mlps => "MLPs",
        Part::MlpState => "gradients and state of the MLPs",
        Part::Batches => "buffers of batches",
        Part::Device => "the device and what is around it",
        Part::Data => "data in memory",
        Part::Program => "the program",
        Part::Results => "writing results",
    }
}

/// Processors of the machine, of which this process may have fewer: the allocator counts them all.
fn processors() -> u64 {
    let listed = std::fs::read_to_string("/sys/devices/system/cpu/online").unwrap_or_default();
    let last = listed.trim().rsplit([',', '-']).next().and_then(|last| last.parse::<u64>().ok());
    let available = std::thread::available_parallelism().map_or(1, |processors| processors.get() as u64);
    last.map_or(available, |last| available.max(last + 1))
}

/// Bytes of the tree in which so many predictions are ranked, for the AUC: 16 probabilities that follow one another share a node of 320
/// bytes, and 256 one above it. Predictions are spread over some eight powers of two.
fn ranked(predictions: u64) -> u64 {
    let nodes = |of_power: f64| {
        let all = 8.0 * of_power;
        all * -(-(predictions as f64) / all).exp_m1()
    };
    (320.0 * (nodes((1 << 19).into()) + nodes((1 << 15).into()))) as u64
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::open::needs;

    fn experiment(model: &str, train: &str) -> Experiment {
        let text = format!("[model]\n{model}\n[data]\nkind = \"synthetic\"\n[train]\n{train}\n");
        Experiment::parse(Path::new("e.toml"), &text).unwrap()
    }

    #[test]
    fn parts_are_what_they_are_made_of() {
        let model = "bottom = [13, 64, 16]\ntop = [8, 1]\ntables = 3\nrows = [100, 200, 300]\ndimension = 16";
        let found = needs(&experiment(model, "optimizer = \"adagrad\"\nbatch_size = 32")).unwrap();
        assert_eq!(found.of_part(Part::Tables), 600 * 16 * 4);
        assert_eq!(found.of_part(Part::TableState), 600 * 16 * 4);
        let parameters = 4 * (14 * 64 + 65 * 16 + 23 * 8 + 9);
        assert_eq!(found.of_part(Part::Mlps), parameters);
        assert_eq!(found.of_part(Part::MlpState), parameters + 4 * 64 * 16);
        assert_eq!(found.disk.state, 2 * (600 * 16 * 4 + parameters));
        assert_eq!(found.of_part(Part::Results), 2 * (300 * 16 * 4) + 2 * parameters);
        let rowwise = needs(&experiment(model, "optimizer = \"rowwise-adagrad\"")).unwrap();
        assert_eq!(rowwise.of_part(Part::TableState), 600 * 4);
        let sgd = needs(&experiment(model, "")).unwrap();
        assert_eq!((sgd.of_part(Part::TableState), sgd.of_part(Part::MlpState)), (0, 0));
    }

    #[test]
    fn threads_are_named_where_address_space_is_limited() {
        let text = "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 2\nrows = 10\ndimension = 16\n[data]\nkind = \"synthetic\"\n\
                    [store]\ndirectory = \"store\"\nlanes = 1024\nsegment = \"64KiB\"\n[store.dram]\ncache = \"64KiB\"\n";
        let found = needs(&Experiment::parse(Path::new("e.toml"), text).unwrap()).unwrap();
        let available = |limit| Some(Available { bytes: 1 << 30, limit });
        found.check(available(Limit::Machine)).unwrap();
        let message = found.check(available(Limit::AddressSpace)).unwrap_err().to_string();
        assert!(message.contains("addresses of 1025 threads") && message.contains("change store.lanes"), "{message}");
    }

    #[test]
    fn too_much_is_refused_with_figures_and_keys() {
        let available = Some(Available { bytes: 1 << 34, limit: Limit::Machine });
        let refused = |model: &str, train: &str| {
            needs(&experiment(model, train)).unwrap().check(available).unwrap_err().to_string()
        };
        let small = "bottom = [13, 64, 16]\ntop = [8, 1]\ndimension = 16";
        let message = refused(&format!("{small}\ntables = 4096\nrows = 4294967295"), "");
        assert!(
            message.contains("needs 1.00 PiB of memory, and 16.0 GiB are free on this machine: tables 1.00 PiB"),
            "{message}"
        );
        assert!(message.contains("change model.rows, model.dimension"), "{message}");
        let wide = "bottom = [13, 1048576, 1048576, 16]\ntop = [8, 1]\ndimension = 16\ntables = 2\nrows = 10";
        let message = refused(wide, "batch_size = 1");
        assert!(message.contains("MLPs 4.00 TiB") && message.contains("model.bottom"), "{message}");
        let message = refused(&format!("{small}\ntables = 2\nrows = 10\nlookups = 65536"), "batch_size = 1048576");
        assert!(message.contains("looks up 137438953472 rows") && message.contains("train.batch_size"), "{message}");
        let message = refused(&format!("{small}\ntables = 200\nrows = 10\nlookups = 10"), "batch_size = 1048576");
        assert!(message.contains("buffers of batches") && message.contains("change train.batch_size"), "{message}");
    }
}
