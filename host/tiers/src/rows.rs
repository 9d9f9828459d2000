//! Rows over caches and a block tier, as a store of rows.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use emberlane_files::sync_folder;
use emberlane_stores::{
    BlockReport, CacheReport, DrawnRows, EmbeddingError, RowKey, RowShape, RowStore, Tiers, TiersReport,
};

use crate::arena::Arena;
use crate::block::BlockTier;
use crate::counts::Counts;
use crate::directory::Directory;
use crate::error::TierError;
use crate::files::Files;
use crate::hierarchy::{Hierarchy, Step};
use crate::image;
use crate::lanes::{Done, Initial, Lanes};
use crate::manifest::{Manifest, Moved, Reads, Saved, Shape, TablesAbout, Traffic};
use crate::settings::Settings;

/// The name that rows which are read beside training are asked for with: no batch has it.
const BESIDE: u64 = u64::MAX;
/// Rows that are read beside training at once.
const PIECE: usize = 4096;

/// A batch that was announced or got.
#[derive(Debug)]
struct Planned {
    number: u64,
    keys: Vec<RowKey>,
    slots: Vec<usize>,
    /// Parts of its rows that have not come.
    parts: usize,
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
    reads: Reads,
    traffic: Traffic,
    is_usable: bool,
    _directory: Directory,
}

impl TieredRows {
    /// Opens a store whose rows are all zero. What a store has left in the folder goes.
    ///
    /// # Errors
    /// A folder that another process has, or that has files of others, and files or threads that cannot be had.
    pub fn open(settings: Settings) -> Result<Self, TierError> {
        Self::over(settings, |files| Arc::new(files))
    }

    /// Opens a store over what `block` makes of its files.
    pub(crate) fn over(settings: Settings, block: impl FnOnce(Files) -> Arc<dyn BlockTier>) -> Result<Self, TierError> {
        let directory = Directory::take(&settings.directory)?;
        Manifest::new(Shape::of(&settings), None).write(&settings.directory)?;
        raise_open_files();
        let block = block(Files::new(&settings));
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
            reads: Reads::default(),
            traffic: Traffic::default(),
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
        let expected = keys.len() * self.settings.shape.width();
        if expected != found {
            return Err(EmbeddingError::Length { what, expected, found });
        }
        self.check_keys(keys)
    }

    pub(crate) fn check_keys(&self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        let rows = |key: &RowKey| self.settings.rows.get(key.table as usize).copied().unwrap_or(0);
        match keys.iter().find(|key| key.row >= rows(key)) {
            Some(key) => Err(EmbeddingError::NoRow { table: key.table as usize, rows: rows(key), row: key.row.into() }),
            None => Ok(()),
        }
    }

    /// Makes room for the rows of a batch, and asks for those that are not there.
    fn plan(&mut self, keys: &[RowKey]) -> Result<Planned, TierError> {
        let plan = self.hierarchy.plan(&keys.iter().map(packed).collect::<Vec<_>>());
        self.arena.grow(self.hierarchy.slots());
        let (mut gone, mut values) = (Vec::new(), Vec::new());
        let (mut asked, mut slots) = (Vec::new(), Vec::new());
        for step in &plan.steps {
            match *step {
                Step::Move { from, to } => {
                    self.arena.copy(from, to);
                    self.read_from(from);
                    self.write_to(to);
                }
                Step::Swap { one, other } => {
                    self.arena.swap(one, other);
                    for slot in [one, other] {
                        self.read_from(slot);
                        self.write_to(slot);
                    }
                }
                Step::Write { key, from } => {
                    self.read_from(from);
                    gone.push(unpacked(key));
                    values.extend_from_slice(self.arena.row(from));
                }
                Step::Fetch { index, to } => {
                    self.write_to(to);
                    asked.push(keys[index]);
                    slots.push(to);
                }
            }
        }
        // Whoever asks for one of these rows from now on finds it.
        self.block.set(&gone, &values)?;
        let number = u64::from(plan.number);
        self.reads.gets += asked.len() as u64;
        let parts = self.lanes.ask(number, &asked, &slots, &self.initial);
        Ok(Planned { number, keys: keys.to_vec(), slots: plan.slots, parts })
    }

    /// Training reads a slot.
    fn read_from(&mut self, slot: usize) {
        if let Some(moved) = self.traffic.of(slot, self.hierarchy.capacities()) {
            moved.read += 1;
        }
    }

    /// Training writes a slot.
    fn write_to(&mut self, slot: usize) {
        if let Some(moved) = self.traffic.of(slot, self.hierarchy.capacities()) {
            moved.written += 1;
        }
    }

    /// Waits until all rows of a batch have come.
    fn arrive(&mut self, mut planned: Planned) -> Result<Planned, TierError> {
        while planned.parts > 0 {
            let part = self.lanes.wait()?;
            if part.batch == planned.number {
                planned.parts -= 1;
            } else if let Some(other) = self.announced.iter_mut().find(|other| other.number == part.batch) {
                other.parts -= 1;
            }
            self.take(part)?;
        }
        Ok(planned)
    }

    /// Waits until all rows that were asked for have come.
    fn arrive_all(&mut self) -> Result<(), TierError> {
        for _ in 0..self.announced.len() {
            if let Some(planned) = self.announced.pop_front() {
                let planned = self.arrive(planned)?;
                self.announced.push_back(planned);
            }
        }
        Ok(())
    }

    /// Puts rows that have come into their slots.
    fn take(&mut self, part: Done) -> Result<(), TierError> {
        let got = part.got?;
        self.reads.found += got.found;
        self.reads.drawn += part.slots.len() as u64 - got.found;
        self.reads.blocks += got.blocks;
        let rows = got.rows.chunks_exact(self.settings.shape.width());
        part.slots.iter().zip(rows).for_each(|(slot, row)| self.arena.row_mut(*slot).copy_from_slice(row));
        Ok(())
    }

    /// Gets rows beside training, a piece at a time.
    fn read_piece(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), TierError> {
        let width = self.settings.shape.width();
        let (mut asked, mut places) = (Vec::new(), Vec::new());
        for (place, (key, row)) in keys.iter().zip(rows.chunks_exact_mut(width)).enumerate() {
            match self.hierarchy.find(packed(key)) {
                Some(slot) => row.copy_from_slice(self.arena.row(slot)),
                None => {
                    asked.push(*key);
                    places.push(place);
                }
            }
        }
        for _ in 0..self.lanes.ask(BESIDE, &asked, &places, &self.initial) {
            let part = self.lanes.wait()?;
            let got = part.got?;
            for (place, row) in part.slots.iter().zip(got.rows.chunks_exact(width)) {
                rows[place * width..(place + 1) * width].copy_from_slice(row);
            }
        }
        Ok(())
    }

    /// Goes on from what was saved; says what was said of tables beside it.
    pub(crate) fn load_with(&mut self, folder: &Path, checksum: u32) -> Result<Option<TablesAbout>, EmbeddingError> {
        self.guarded(|store| store.load_from(folder, checksum))
    }

    /// Saves it in its own folder, as [`save_with`](Self::save_with), and takes nothing more.
    pub(crate) fn close_with(&mut self, tables: Option<TablesAbout>) -> Result<(), EmbeddingError> {
        self.guarded(|store| {
            let folder = store.settings.directory.clone();
            store.save_to(&folder, tables)?;
            store.is_usable = false;
            Ok(())
        })
    }

    /// Saves it, and what whoever has tables beside it says of them.
    pub(crate) fn save_with(&mut self, folder: &Path, tables: Option<TablesAbout>) -> Result<u32, EmbeddingError> {
        if !self.is_usable {
            return Err(TierError::Failed.into());
        }
        // What cannot be saved harms nothing of what is here.
        Ok(self.save_to(folder, tables)?)
    }

    fn save_to(&mut self, folder: &Path, tables: Option<TablesAbout>) -> Result<u32, TierError> {
        if let Some(announced) = Some(self.announced.len()).filter(|announced| *announced > 0) {
            return Err(TierError::other(folder, format!("{announced} batches are announced and not trained")));
        }
        let saved = Saved {
            drawn: match &self.initial {
                Initial::Zeros => None,
                Initial::Drawn(drawn) => Some(drawn.seed()),
            },
            next: self.hierarchy.next(),
            counts: self.hierarchy.counts,
            course: self.hierarchy.course.clone(),
            reads: self.reads,
            traffic: self.traffic,
            caches: image::save(folder, &self.hierarchy, &self.arena)?,
            tables,
            block: self.block.save(folder)?,
        };
        let checksum = Manifest::new(Shape::of(&self.settings), Some(saved)).write(folder)?;
        sync_folder(folder).map_err(TierError::io(folder, None, "cannot be made to last"))?;
        Ok(checksum)
    }

    /// Takes what was saved; says what was said of tables beside it.
    fn load_from(&mut self, folder: &Path, checksum: u32) -> Result<Option<TablesAbout>, TierError> {
        let saved = Manifest::saved(folder, checksum, &Shape::of(&self.settings))?;
        (self.announced, self.current) = (VecDeque::new(), None);
        self.block.load(folder, &saved.block)?;
        let Settings { rows, shape, .. } = &self.settings;
        self.initial = match saved.drawn {
            None => Initial::Zeros,
            Some(seed) => Initial::Drawn(Arc::new(DrawnRows::new(seed, rows, shape.dimension))),
        };
        self.hierarchy.begin_restoring(saved.next, saved.counts, saved.course);
        image::load(folder, shape.width(), saved.caches, &mut self.hierarchy, &mut self.arena)?;
        (self.reads, self.traffic) = (saved.reads, saved.traffic);
        Ok(saved.tables)
    }
}

impl RowStore for TieredRows {
    fn name(&self) -> &'static str {
        "files behind row caches"
    }

    fn shape(&self) -> RowShape {
        self.settings.shape
    }

    fn rows(&self) -> &[u32] {
        &self.settings.rows
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.check("rows to get", keys, rows.len())?;
        if self.is_usable && self.announced.front().is_some_and(|planned| planned.keys != keys) {
            return Err(EmbeddingError::NotAnnounced);
        }
        self.guarded(|store| {
            store.current = None;
            let planned = match store.announced.pop_front() {
                Some(planned) => planned,
                None => store.plan(keys)?,
            };
            let planned = store.arrive(planned)?;
            for (slot, row) in planned.slots.iter().zip(rows.chunks_exact_mut(store.settings.shape.width())) {
                row.copy_from_slice(store.arena.row(*slot));
                store.read_from(*slot);
            }
            store.current = Some(planned);
            Ok(())
        })
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        let Some(planned) = self.current.take().filter(|planned| planned.keys == keys) else {
            return self.write(keys, rows);
        };
        self.check("rows to put", keys, rows.len())?;
        self.guarded(|store| {
            for (slot, row) in planned.slots.iter().zip(rows.chunks_exact(store.settings.shape.width())) {
                store.arena.row_mut(*slot).copy_from_slice(row);
                store.hierarchy.mark_dirty(*slot);
                store.write_to(*slot);
            }
            Ok(())
        })
    }

    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.check("rows to get", keys, rows.len())?;
        self.guarded(|store| {
            store.arrive_all()?;
            let width = store.settings.shape.width();
            let mut pieces = keys.chunks(PIECE).zip(rows.chunks_mut(PIECE * width));
            pieces.try_for_each(|(keys, rows)| store.read_piece(keys, rows))
        })
    }

    fn write(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.check("rows to put", keys, rows.len())?;
        self.guarded(|store| {
            store.arrive_all()?;
            for (key, row) in keys.iter().zip(rows.chunks_exact(store.settings.shape.width())) {
                match store.hierarchy.find(packed(key)) {
                    Some(slot) => {
                        store.arena.row_mut(slot).copy_from_slice(row);
                        store.hierarchy.mark_dirty(slot);
                    }
                    None => store.block.set(&[*key], row)?,
                }
            }
            Ok(())
        })
    }

    fn fetch_ahead(&mut self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        self.check_keys(keys)?;
        // The batch that was got last counts until it is put.
        let (announced, depth) = (self.announced.len() + usize::from(self.current.is_some()), self.settings.prefetch);
        if announced > depth {
            return Err(TierError::TooFarAhead { announced, depth }.into());
        }
        self.guarded(|store| {
            let planned = store.plan(keys)?;
            store.announced.push_back(planned);
            Ok(())
        })
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        Some(self)
    }
}

impl Tiers for TieredRows {
    fn begin_drawn(&mut self, drawn: DrawnRows) -> Result<bool, EmbeddingError> {
        if self.settings.deferred {
            self.initial = Initial::Drawn(Arc::new(drawn));
        }
        Ok(self.settings.deferred)
    }

    fn save(&mut self, folder: &Path) -> Result<u32, EmbeddingError> {
        self.save_with(folder, None)
    }

    fn load(&mut self, folder: &Path, checksum: u32) -> Result<(), EmbeddingError> {
        self.load_with(folder, checksum).map(drop)
    }

    fn close(&mut self) -> Result<(), EmbeddingError> {
        self.close_with(None)
    }

    fn report(&self) -> TiersReport {
        let row_bytes = 4 * self.settings.shape.width() as u64;
        let (capacities, held, counts) = (self.hierarchy.capacities(), self.hierarchy.held(), self.hierarchy.counts);
        let cache = |name, capacity: usize, held: usize, counts: Counts, traffic: Moved| CacheReport {
            name,
            capacity: capacity as u64,
            held: held as u64,
            hits: counts.hits,
            rows_from_below: counts.from_below,
            rows_from_above: counts.from_above,
            evicted: counts.evicted,
            bytes_read: traffic.read * row_bytes,
            bytes_written: traffic.written * row_bytes,
        };
        TiersReport {
            batches: u64::from(self.hierarchy.next()),
            rows: counts.rows,
            tables: Vec::new(),
            caches: vec![
                cache("dram", capacities.0, held.0, counts.dram, self.traffic.dram),
                cache("scm", capacities.1, held.1, counts.scm, self.traffic.scm),
            ],
            course: self.hierarchy.course.points().to_vec(),
            beside: counts.beside,
            most_beside: counts.most_beside,
            block: BlockReport {
                gets: self.reads.gets,
                found: self.reads.found,
                drawn: self.reads.drawn,
                blocks_read: self.reads.blocks,
                ..self.block.report()
            },
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
