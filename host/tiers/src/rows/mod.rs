//! Rows over caches and a block tier, as a store of rows.

mod plan;
mod report;
mod saved;
mod training;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use emberlane_stores::{EmbeddingError, RowKey};

use crate::arena::Arena;
use crate::backend;
use crate::block::BlockTier;
use crate::directory::Directory;
use crate::error::TierError;
#[cfg(test)]
use crate::files::Files;
use crate::hierarchy::{Hierarchy, Plan};
use crate::lanes::{Initial, Lanes};
use crate::manifest::{Manifest, Reads, Shape, Traffic};
use crate::media::{Due, Media};
use crate::settings::Settings;

/// A batch that was announced or got.
#[derive(Debug, Default)]
struct Planned {
    number: u64,
    keys: Vec<RowKey>,
    slots: Vec<usize>,
    /// Parts of its rows that have not come.
    parts: usize,
    /// When those from files are there as the medium has it, and when the last of them came; `None`: there were none.
    due: Option<Due>,
    came: Option<Instant>,
}

/// What is needed while a batch is planned, in memory that every batch uses again.
#[derive(Debug, Default)]
struct Workspace {
    plan: Plan,
    /// The batch's rows as caches know them.
    packed: Vec<u64>,
    /// Slots that were read, and slots that were written.
    read: Vec<usize>,
    written: Vec<usize>,
    /// Rows that leave, with their values.
    gone: Vec<RowKey>,
    values: Vec<f32>,
    /// Rows that come, with their slots.
    asked: Vec<RowKey>,
    slots: Vec<usize>,
}

impl Workspace {
    /// Forgets what the batch before has moved.
    fn clear(&mut self) {
        self.read.clear();
        self.written.clear();
        self.gone.clear();
        self.values.clear();
        self.asked.clear();
        self.slots.clear();
    }
}

/// Rows in two exclusive caches over a block tier.
///
/// A batch is planned when it is announced, or, if it is not, when it is got: the caches make room for its rows, and those that are not
/// there come from the block tier meanwhile. No value is copied that an earlier batch may still change: a row of a batch in flight stays
/// in its slot, and is read there when the batch before is put.
pub struct TieredRows {
    settings: Settings,
    hierarchy: Hierarchy,
    arena: Arena,
    // Before the block tier, which they read.
    lanes: Lanes,
    block: Arc<dyn BlockTier>,
    initial: Initial,
    announced: VecDeque<Planned>,
    /// The batch that was got last, until it is put.
    current: Option<Planned>,
    /// Batches that were trained: their memory is that of batches to come.
    spare: Vec<Planned>,
    workspace: Workspace,
    reads: Reads,
    traffic: Traffic,
    media: Media,
    is_usable: bool,
    _directory: Directory,
}

impl TieredRows {
    /// Opens a store whose rows are all zero. What a store has left in the folder goes.
    ///
    /// # Errors
    /// A folder that another process has, or that has files of others, and files or threads that cannot be had.
    pub fn open(settings: Settings) -> Result<Self, TierError> {
        Self::with(settings, backend::open)
    }

    /// Opens a store over what `block` makes of its files.
    #[cfg(test)]
    pub(crate) fn over(settings: Settings, block: impl FnOnce(Files) -> Arc<dyn BlockTier>) -> Result<Self, TierError> {
        Self::with(settings, |settings| Ok(block(Files::new(settings))))
    }

    fn with(
        settings: Settings,
        block: impl FnOnce(&Settings) -> Result<Arc<dyn BlockTier>, TierError>,
    ) -> Result<Self, TierError> {
        let directory = Directory::take(&settings.directory)?;
        Manifest::new(Shape::of(&settings), None).write(&settings.directory)?;
        raise_open_files();
        let block = block(&settings)?;
        let Settings { policy, ways, dram, scm, prefetch, shape, .. } = settings;
        let hierarchy = Hierarchy::new(policy, ways, dram, scm, prefetch);
        Ok(Self {
            arena: Arena::new(hierarchy.slots(), shape.width()),
            hierarchy,
            lanes: Lanes::new(&block, settings.lanes, shape.dimension, shape.width())?,
            block,
            initial: Initial::Zeros,
            announced: VecDeque::new(),
            current: None,
            spare: Vec::new(),
            workspace: Workspace::default(),
            reads: Reads::default(),
            traffic: Traffic::default(),
            media: Media::new(settings.time, &settings.media),
            is_usable: true,
            _directory: directory,
            settings,
        })
    }

    /// What happened, and where rows are.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// How it was opened.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// It has failed beside what it does itself.
    pub(crate) fn fail(&mut self) {
        self.is_usable = false;
    }

    /// Does something that leaves the store unusable if it fails.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, TierError>) -> Result<T, EmbeddingError> {
        if !self.is_usable {
            return Err(TierError::Failed.into());
        }
        work(self).map_err(|error| {
            self.is_usable = false;
            error.into()
        })
    }

    pub(crate) fn check(&self, what: &'static str, keys: &[RowKey], found: usize) -> Result<(), EmbeddingError> {
        self.check_length(what, keys, found)?;
        self.check_keys(keys)
    }

    fn check_length(&self, what: &'static str, keys: &[RowKey], found: usize) -> Result<(), EmbeddingError> {
        let expected = keys.len() * self.settings.shape.width();
        if expected == found { Ok(()) } else { Err(EmbeddingError::Length { what, expected, found }) }
    }

    pub(crate) fn check_keys(&self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        let rows = |key: &RowKey| self.settings.rows.get(key.table as usize).copied().unwrap_or(0);
        match keys.iter().find(|key| key.row >= rows(key)) {
            Some(key) => Err(EmbeddingError::NoRow { table: key.table as usize, rows: rows(key), row: key.row.into() }),
            None => Ok(()),
        }
    }
}

/// A row as caches know it.
fn packed(key: &RowKey) -> u64 {
    u64::from(key.table) << 32 | u64::from(key.row)
}

fn unpacked(key: u64) -> RowKey {
    RowKey { table: (key >> 32) as u32, row: key as u32 }
}

/// A large store has more files than a process may open at first.
fn raise_open_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Without it fewer files can be open, and the one too many is an error that says so.
    let _ = setrlimit(Resource::Nofile, limit);
}
