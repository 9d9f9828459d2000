//! Tables over several memories without values: what a batch hits, moves, writes and takes follows from its keys alone.

use std::collections::VecDeque;
use std::path::Path;

use emberlane_data::Bags;
use emberlane_experiment::StoreCache;
use emberlane_models::memories::Access;
use emberlane_stores::{
    BlockReport, CacheReport, Charge, ChargedFor, DrawnRows, EmbeddingError, EmbeddingStore, RowKey, TierHits, Tiers,
    TiersReport,
};

use crate::block::{BlockTier, BlockWork};
use crate::error::TierError;
use crate::files::Files;
use crate::hierarchy::{Hierarchy, Step};
use crate::media::{Accesses, Media, Memory};
use crate::placement::Tier;
use crate::settings::Settings;

/// What is rehearsed, which a store that keeps rows may not be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What stands in front of the files.
    pub cache: StoreCache,
    /// Whether rows of batches in flight stay in the caches.
    pub pin: bool,
}

/// Tables as [`PlacedRows`](crate::PlacedRows) has them, whose rows have no values: they are 0 and stay so. Caches, logs and what makes room
/// in them are the same code, and what is charged to the media is the same; it makes no file.
pub struct RehearsedRows {
    settings: Settings,
    variant: Variant,
    hierarchy: Hierarchy,
    files: Files,
    media: Media,
    /// Batches that come behind the one that was looked up last.
    announced: VecDeque<Planned>,
    /// The batch that was looked up last, until it is updated.
    current: Option<Planned>,
    /// Rows that batches have looked up and updated, and what the caches have moved, since somebody charged them.
    used: Accessed,
    moved: Accessed,
    /// Of memory mode, what each place of DRAM has: the slot of SCM from 1, and whether it was written; 0: nothing.
    direct: Vec<(usize, bool)>,
    gets: u64,
    batches: u64,
}

/// The unique rows of a batch.
#[derive(Debug, Default)]
struct Planned {
    /// Those in files, ascending.
    in_files: Vec<RowKey>,
    /// How many there are of those that are whole in HBM and in DRAM.
    whole: [u64; 2],
    /// Where the caches have those in files; with a cache of blocks, those of them that a file has.
    slots: Vec<usize>,
}

/// What was read and written in DRAM and in SCM.
#[derive(Clone, Copy, Debug, Default)]
struct Accessed {
    dram: [u64; 2],
    scm: [u64; 2],
}

/// A row as caches know it.
fn packed(key: &RowKey) -> u64 {
    u64::from(key.table) << 32 | u64::from(key.row)
}

fn unpacked(key: u64) -> RowKey {
    RowKey { table: (key >> 32) as u32, row: key as u32 }
}

impl RehearsedRows {
    /// Tables that nobody has looked up yet.
    #[must_use]
    pub fn new(settings: Settings, variant: Variant) -> Self {
        let files = Files::without_values(&settings);
        let Settings { policy, ways, dram, scm, prefetch, .. } = settings;
        let (_, block) = files.reads(&[]);
        // As many bytes of blocks as of rows.
        let blocks = |rows: usize| (rows as u64 * 4 * settings.shape.width() as u64 / block.max(1)) as usize;
        let (capacities, direct) = match variant.cache {
            StoreCache::Row => ((dram, scm), 0),
            StoreCache::Block => ((blocks(dram), blocks(scm)), 0),
            // Software sees one memory, of the size of SCM.
            StoreCache::MemoryMode => ((scm, 0), dram),
        };
        let hierarchy = Hierarchy::new(policy, ways, capacities.0, capacities.1, prefetch);
        Self {
            hierarchy: if variant.pin { hierarchy } else { hierarchy.without_pins() },
            files,
            media: Media::new(settings.time, &settings.media),
            announced: VecDeque::new(),
            current: None,
            used: Accessed::default(),
            moved: Accessed::default(),
            direct: vec![(0, false); direct],
            gets: 0,
            batches: 0,
            settings,
            variant,
        }
    }

    /// The unique rows of a batch, table by table.
    fn named(&self, bags: &Bags) -> Result<Planned, EmbeddingError> {
        let mut named = Planned::default();
        let mut rows = Vec::new();
        for table in 0..bags.tables {
            let at = |bag: usize| bags.offsets[bag] as usize;
            rows.clear();
            rows.extend_from_slice(&bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)]);
            rows.sort_unstable();
            rows.dedup();
            let there = self.settings.rows.get(table).copied().unwrap_or(0);
            if let Some(row) = rows.last().filter(|row| **row >= there) {
                return Err(EmbeddingError::NoRow { table, rows: there, row: u64::from(*row) });
            }
            match self.settings.tier(table) {
                Tier::Hbm => named.whole[0] += rows.len() as u64,
                Tier::Dram => named.whole[1] += rows.len() as u64,
                Tier::Ssd => named.in_files.extend(rows.iter().map(|row| RowKey { table: table as u32, row: *row })),
            }
        }
        Ok(named)
    }

    /// Makes room for the rows of a batch in files, and asks for those that are not there; says where they are.
    fn plan(&mut self, keys: &[RowKey]) -> Result<Vec<usize>, TierError> {
        let is_block = self.variant.cache == StoreCache::Block;
        let runs = if is_block { self.files.runs(keys) } else { Vec::new() };
        let named = if is_block {
            let mut blocks = runs.clone();
            blocks.sort_unstable();
            blocks.dedup();
            blocks
        } else {
            keys.iter().map(packed).collect()
        };
        let plan = self.hierarchy.plan(&named);
        let (mut gone, mut asked) = (Vec::new(), Vec::new());
        for step in &plan.steps {
            match *step {
                Step::Move { from, to } => {
                    self.moves(from, Access::Read);
                    self.moves(to, Access::Write);
                }
                Step::Swap { one, other } => {
                    for slot in [one, other] {
                        self.moves(slot, Access::Read);
                        self.moves(slot, Access::Write);
                    }
                }
                Step::Write { key, from } => {
                    self.moves(from, Access::Read);
                    gone.push(unpacked(key));
                }
                Step::Fetch { index, to } => {
                    self.moves(to, Access::Write);
                    asked.push(index);
                }
            }
        }
        self.charge_caches();
        self.write_back(&gone)?;
        self.gets += asked.len() as u64;
        let (count, bytes) = match is_block {
            true => (asked.len() as u64, self.files.reads(&[]).1),
            false => self.files.reads(&asked.iter().map(|index| keys[*index]).collect::<Vec<_>>()),
        };
        let (purpose, depth) = (ChargedFor::Fetch, Some(self.settings.lanes as u64));
        let _ = self.media.charge(Memory::Ssd, 0, Accesses { purpose, access: Access::Read, count, bytes, depth });
        if !is_block {
            return Ok(plan.slots);
        }
        // Of a block that the caches have, a batch reads its rows.
        let slot = |run: &u64| named.binary_search(run).ok().map(|place| plan.slots[place]);
        Ok(runs.iter().filter_map(slot).collect())
    }

    /// A batch reads or writes the row in a slot of the caches.
    fn uses(&mut self, slot: usize, access: Access) {
        match self.in_dram(slot, access) {
            true => self.used.dram[usize::from(access == Access::Write)] += 1,
            false => self.used.scm[usize::from(access == Access::Write)] += 1,
        }
    }

    /// The caches read or write what is in a slot, to move it.
    fn moves(&mut self, slot: usize, access: Access) {
        match self.in_dram(slot, access) {
            true => self.moved.dram[usize::from(access == Access::Write)] += 1,
            false => self.moved.scm[usize::from(access == Access::Write)] += 1,
        }
    }

    /// Whether a slot that is read or written is in DRAM; otherwise it is in SCM. In memory mode it comes there.
    fn in_dram(&mut self, slot: usize, access: Access) -> bool {
        if self.direct.is_empty() {
            let (dram, scm) = self.hierarchy.capacities();
            // What is kept beside the caches is in DRAM.
            return slot < dram || slot >= dram + scm;
        }
        // Lines of SCM pass through DRAM, where each has one place.
        let Accessed { dram, scm } = &mut self.moved;
        let place = slot % self.direct.len();
        let (there, dirty) = &mut self.direct[place];
        if *there != slot + 1 {
            if *there > 0 && *dirty {
                (dram[0], scm[1]) = (dram[0] + 1, scm[1] + 1);
            }
            (scm[0], dram[1]) = (scm[0] + 1, dram[1] + 1);
            (*there, *dirty) = (slot + 1, false);
        }
        *dirty |= access == Access::Write;
        true
    }

    fn charge(&mut self, memory: Memory, [read, written]: [u64; 2], bytes: u64, purpose: ChargedFor) {
        for (access, count) in [(Access::Read, read), (Access::Write, written)] {
            let accesses = Accesses { purpose, access, count, bytes, depth: None };
            let _ = self.media.charge(memory, 0, accesses);
        }
    }

    /// Charges what was accessed in the caches: a cache of blocks moves blocks, and a batch needs rows of them.
    fn charge_caches(&mut self) {
        let row = self.row_bytes();
        let moved = match self.variant.cache {
            StoreCache::Block => self.files.reads(&[]).1,
            StoreCache::Row | StoreCache::MemoryMode => row,
        };
        let (used, moves) = (std::mem::take(&mut self.used), std::mem::take(&mut self.moved));
        for (Accessed { dram, scm }, bytes, purpose) in
            [(moves, moved, ChargedFor::Moves), (used, row, ChargedFor::Rows)]
        {
            self.charge(Memory::Dram, dram, bytes, purpose);
            self.charge(Memory::Scm, scm, bytes, purpose);
        }
    }

    fn row_bytes(&self) -> u64 {
        4 * self.settings.shape.width() as u64
    }

    /// Rows go to the files, and room is made in them.
    fn write_back(&mut self, keys: &[RowKey]) -> Result<(), TierError> {
        let before = self.files.work();
        self.files.set(keys, &[])?;
        let BlockWork { read, written, bytes } = self.files.work();
        for (access, count) in [(Access::Read, read - before.read), (Access::Write, written - before.written)] {
            let accesses = Accesses { purpose: ChargedFor::WriteBack, access, count, bytes, depth: Some(1) };
            let _ = self.media.charge(Memory::Ssd, 0, accesses);
        }
        Ok(())
    }

    /// The rows of the batch that was looked up last are written.
    fn update_rows(&mut self, planned: &Planned) -> Result<(), TierError> {
        if self.variant.cache == StoreCache::Block {
            // They pass the cache by, in memory, where files are filled.
            self.used.dram[1] += planned.in_files.len() as u64;
            self.charge_caches();
            return self.write_back(&planned.in_files);
        }
        if self.variant.pin {
            for slot in &planned.slots {
                self.hierarchy.mark_dirty(*slot);
                self.uses(*slot, Access::Write);
            }
            self.charge_caches();
            return Ok(());
        }
        // What has left the caches since it was looked up comes again.
        self.plan(&planned.in_files)?;
        let mut gone = Vec::new();
        for key in &planned.in_files {
            match self.hierarchy.find(packed(key)) {
                Some(slot) => {
                    self.hierarchy.mark_dirty(slot);
                    self.uses(slot, Access::Write);
                }
                None => gone.push(*key),
            }
        }
        self.charge_caches();
        self.write_back(&gone)
    }

    /// Rows of tables that are whole in a memory are read, or written.
    fn charge_whole(&mut self, [hbm, dram]: [u64; 2], moved: impl Fn(u64) -> [u64; 2]) {
        let bytes = self.row_bytes();
        self.charge(Memory::Hbm, moved(hbm), bytes, ChargedFor::Rows);
        self.charge(Memory::Dram, moved(dram), bytes, ChargedFor::Rows);
    }

    fn nothing_kept(&self) -> EmbeddingError {
        TierError::other(&self.settings.directory, "a rehearsal has no rows to keep").into()
    }
}

impl EmbeddingStore for RehearsedRows {
    fn name(&self) -> &'static str {
        "files behind row caches, rehearsed"
    }

    fn write_rows(&mut self, _: usize, _: u64, _: &[f32]) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn read_rows(&mut self, _: usize, _: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        Ok(vec![0.0; count as usize * self.settings.shape.dimension])
    }

    /// There are no vectors.
    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        if self.announced.is_empty() {
            self.fetch_ahead(bags)?;
        }
        let planned = self.announced.pop_front().unwrap_or_default();
        for slot in &planned.slots {
            self.uses(*slot, Access::Read);
        }
        // With a cache of blocks the others are in memory, in files that are filled, or made there.
        self.used.dram[0] += (planned.in_files.len() - planned.slots.len()) as u64;
        self.charge_caches();
        self.charge_whole(planned.whole, |rows| [rows, 0]);
        self.current = Some(planned);
        Ok(Vec::new())
    }

    fn fetch_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let named = self.named(bags)?;
        let slots = self.plan(&named.in_files)?;
        self.announced.push_back(Planned { slots, ..named });
        self.batches += 1;
        Ok(())
    }

    fn update(&mut self, _: &[f32]) -> Result<(), EmbeddingError> {
        let Some(planned) = self.current.take() else { return Ok(()) };
        self.update_rows(&planned)?;
        self.charge_whole(planned.whole, |rows| [0, rows]);
        Ok(())
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        Some(self)
    }
}

impl Tiers for RehearsedRows {
    fn begin_drawn(&mut self, _: DrawnRows) -> Result<bool, EmbeddingError> {
        Ok(true)
    }

    fn save(&mut self, _: &Path) -> Result<u32, EmbeddingError> {
        Err(self.nothing_kept())
    }

    fn load(&mut self, _: &Path, _: u32) -> Result<(), EmbeddingError> {
        Err(self.nothing_kept())
    }

    fn close(&mut self) -> Result<(), EmbeddingError> {
        Err(self.nothing_kept())
    }

    /// Hits of the caches, and what came from files and went there.
    fn report(&self) -> TiersReport {
        let TierHits { rows, dram, scm, beside } = self.hits();
        let cache = |name, hits| CacheReport { name, hits, ..CacheReport::default() };
        TiersReport {
            batches: self.batches,
            rows,
            caches: vec![cache("dram", dram), cache("scm", scm)],
            beside: self.hierarchy.counts.beside,
            most_beside: self.hierarchy.counts.most_beside,
            beside_hits: beside,
            block: BlockReport { gets: self.gets, ..self.files.report() },
            ..TiersReport::default()
        }
    }

    fn hits(&self) -> TierHits {
        self.hierarchy.tier_hits()
    }

    fn charges(&mut self) -> Vec<Charge> {
        self.media.take_charges()
    }
}
