//! What says what the files of a store are.

use std::path::Path;

use emberlane_experiment::{StoreBackend, StoreMedia, StoreTime};
use emberlane_files::{read_text_at_most, write_whole};
use emberlane_stores::RowShape;
use serde::{Deserialize, Serialize};

use crate::counts::AllCounts;
use crate::course::Course;
use crate::directory::MANIFEST;
use crate::error::TierError;
use crate::media::MediaAbout;
use crate::placement::Tier;
use crate::settings::Settings;

const FORMAT: &str = "emberlane store 1";
/// Bytes of the longest manifest: a file of rows has some fifty bytes in it.
const LONGEST: u64 = 1 << 28;

/// What a store says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    format: String,
    pub(crate) shape: Shape,
    /// What was saved; none of a store that is open, or was not closed.
    pub(crate) saved: Option<Saved>,
}

/// What a store was opened with: keys of the experiment that what was saved belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    #[serde(rename = "model.rows")]
    pub(crate) rows: Vec<u32>,
    #[serde(rename = "model.dimension")]
    pub(crate) dimension: usize,
    /// It follows from `train.optimizer`.
    #[serde(rename = "the numbers that train.optimizer keeps of a row")]
    pub(crate) state: usize,
    #[serde(rename = "store.backend", default = "logs")]
    backend: String,
    #[serde(rename = "store.policy")]
    policy: String,
    #[serde(rename = "store.ways")]
    ways: usize,
    #[serde(rename = "the rows of store.dram.cache")]
    dram: usize,
    #[serde(rename = "the rows of store.scm.cache")]
    scm: usize,
    #[serde(rename = "store.prefetch")]
    prefetch: usize,
    #[serde(rename = "store.shards")]
    pub(crate) shards: usize,
    #[serde(rename = "store.segment")]
    pub(crate) segment: usize,
    #[serde(rename = "the tables that store.placement keeps in memory")]
    pub(crate) in_memory: Vec<usize>,
    #[serde(rename = "store.time", default = "real")]
    time: String,
    #[serde(rename = "the media of store.hbm, store.dram, store.scm and store.ssd", default = "default_media")]
    media: Vec<String>,
    /// Old ones do not say it.
    #[serde(rename = "store.scale", default)]
    scale: Option<u64>,
}

/// What a store had before it could say whose time it takes.
fn real() -> String {
    StoreTime::Real.name().to_owned()
}

/// What every store had before there was a choice.
fn logs() -> String {
    StoreBackend::Logs.name().to_owned()
}

fn default_media() -> Vec<String> {
    StoreMedia::DEFAULT.map(str::to_owned).to_vec()
}

/// What was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// What rows were drawn from that are not in the files; `None`: there are none.
    pub(crate) drawn: Option<u64>,
    /// The number of the next batch.
    pub(crate) next: u32,
    pub(crate) counts: AllCounts,
    pub(crate) course: Course,
    pub(crate) reads: Reads,
    pub(crate) traffic: Traffic,
    #[serde(default)]
    pub(crate) media: MediaAbout,
    pub(crate) caches: Caches,
    /// Tables that are whole in memory; `None`: there are none.
    pub(crate) tables: Option<TablesAbout>,
    pub(crate) block: serde_json::Value,
}

/// What training has read of the block tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reads {
    pub(crate) gets: u64,
    pub(crate) found: u64,
    pub(crate) drawn: u64,
    pub(crate) blocks: u64,
}

/// Rows that training has moved to and from the caches, and to and from what is kept beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Traffic {
    pub(crate) dram: Moved,
    pub(crate) scm: Moved,
    /// Beside the caches. Old states do not say it.
    #[serde(default)]
    pub(crate) beside: Moved,
}

/// Rows that training has moved to and from a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub(crate) read: u64,
    pub(crate) written: u64,
}

impl Traffic {
    /// So many rows were read of slots and so many written, where DRAM and SCM have so many; those behind them are beside the caches.
    pub(crate) fn count(&mut self, slots: &[usize], (dram, scm): (usize, usize), [read, written]: [u64; 2]) {
        let of_dram = slots.iter().filter(|slot| **slot < dram).count() as u64;
        let of_scm = slots.iter().filter(|slot| **slot < dram + scm).count() as u64 - of_dram;
        let beside = slots.len() as u64 - of_dram - of_scm;
        for (moved, slots) in [(&mut self.dram, of_dram), (&mut self.scm, of_scm), (&mut self.beside, beside)] {
            moved.read += read * slots;
            moved.written += written * slots;
        }
    }
}

/// The file with the rows of the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Caches {
    pub(crate) rows: u64,
    pub(crate) crc32c: u32,
}

/// The file with tables that are whole in memory, and what training has moved of those in HBM and DRAM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TablesAbout {
    pub(crate) bytes: u64,
    pub(crate) crc32c: u32,
    pub(crate) moved: [Moved; 2],
}

impl Shape {
    pub(crate) fn of(settings: &Settings) -> Self {
        let Settings {
            rows,
            shape: RowShape { dimension, state },
            backend,
            policy,
            ways,
            dram,
            scm,
            prefetch,
            shards,
            segment,
            ..
        } = settings;
        Self {
            rows: rows.clone(),
            dimension: *dimension,
            state: *state,
            backend: backend.name().to_owned(),
            policy: policy.name().to_owned(),
            ways: *ways,
            dram: *dram,
            scm: *scm,
            prefetch: *prefetch,
            shards: *shards,
            segment: *segment,
            in_memory: (0..rows.len()).filter(|table| settings.tier(*table) != Tier::Ssd).collect(),
            time: settings.time.name().to_owned(),
            media: settings.media.all().map(|preset| preset.name.clone()).to_vec(),
            scale: Some(settings.media.scale),
        }
    }

    /// Whether the rows are in logs of ours.
    pub(crate) fn is_logs(&self) -> bool {
        self.backend == StoreBackend::Logs.name()
    }

    /// Rows of each table that are in files.
    pub(crate) fn rows_in_files(&self) -> Vec<u32> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(table, rows)| if self.in_memory.contains(&table) { 0 } else { *rows }).collect()
    }

    /// What this says otherwise than what was saved.
    fn difference(&self, saved: &Self) -> Option<String> {
        let fields = |shape: &Self| serde_json::to_value(shape).unwrap_or_default();
        let (here, there) = (fields(self), fields(saved));
        let differs = |key: &str, value: &serde_json::Value| {
            there.get(key).is_none_or(|there| !there.is_null() && there != value)
        };
        let other = here.as_object()?.iter().find(|(key, value)| differs(key, value));
        other.map(|(key, value)| {
            let shown = |value: &serde_json::Value| emberlane_experiment::shortened(&value.to_string());
            let there = there.get(key).map_or_else(|| "not said".to_owned(), shown);
            format!("{key}: {} here and {there} there", shown(value))
        })
    }
}

impl Manifest {
    pub(crate) fn new(shape: Shape, saved: Option<Saved>) -> Self {
        Self { format: FORMAT.to_owned(), shape, saved }
    }

    /// Writes it; returns its checksum.
    pub(crate) fn write(&self, folder: &Path) -> Result<u32, TierError> {
        let path = folder.join(MANIFEST);
        let json = serde_json::to_string(self).map_err(|error| TierError::other(&path, error.to_string()))?;
        if json.len() as u64 + 16 > LONGEST {
            let problem = "there are too many files for it to name: give store.segment more bytes, and begin anew";
            return Err(TierError::other(&path, problem));
        }
        let checksum = crc32c::crc32c(json.as_bytes());
        let text = format!("{json}\n{checksum:08x}\n");
        write_whole(&path, text).map_err(TierError::io(&path, None, "cannot be written"))?;
        Ok(checksum)
    }

    /// Reads that of a folder, with its checksum.
    pub(crate) fn read(folder: &Path) -> Result<(Self, u32), TierError> {
        let path = folder.join(MANIFEST);
        let text = read_text_at_most(&path, LONGEST).map_err(TierError::io(
            &path,
            None,
            "this folder is no store, or its manifest cannot be read",
        ))?;
        let damaged = |problem: &str| TierError::other(&path, format!("{problem}: go on from another saved state"));
        let (json, rest) = text.split_once('\n').ok_or_else(|| damaged("it is not whole"))?;
        let checksum = crc32c::crc32c(json.as_bytes());
        if rest != format!("{checksum:08x}\n") {
            return Err(damaged("it is damaged: its checksum is not that of its text"));
        }
        let manifest: Self = serde_json::from_str(json)
            .map_err(|error| damaged(&format!("it does not say what a store is ({error})")))?;
        if manifest.format != FORMAT {
            return Err(damaged(&format!("expected format {FORMAT:?}, found another")));
        }
        Ok((manifest, checksum))
    }

    /// What was saved in a folder with this checksum by a store that was opened so.
    pub(crate) fn saved(folder: &Path, checksum: u32, shape: &Shape) -> Result<Saved, TierError> {
        let (manifest, found) = Self::read(folder)?;
        let path = folder.join(MANIFEST);
        if found != checksum {
            let problem = "it is not the one that was saved with this state: go on from another saved state";
            return Err(TierError::other(&path, problem));
        }
        if let Some(difference) = shape.difference(&manifest.shape) {
            let problem = format!("it was saved by another store: {difference}; change it back, or begin anew");
            return Err(TierError::other(&path, problem));
        }
        manifest.saved.ok_or_else(|| TierError::other(&path, "nothing was saved here: go on from a saved state"))
    }
}
