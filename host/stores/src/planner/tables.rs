//! Main, hot-entry and in-use table: what is in the cache, and what may leave it.

use std::collections::VecDeque;

use emberlane_drivers::smartssd::{MovementPlan, Transfer};
use emberlane_memory::bring_near;
use rand::Rng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use super::hot::HotTable;
use super::index::{Index, Position};
use super::{Found, Settings};

/// The table that an EV of the cache is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Table {
    /// EVs that may be evicted.
    Main,
    /// EVs that are used often, and stay.
    Hot,
    /// EVs of iterations in flight.
    InUse,
}

/// What is known of a block, 16 bytes. The table is a field, so no EV is in two.
#[derive(Clone, Copy, Debug)]
struct Record {
    vector: u64,
    /// The last iteration that needs it. In a section of the in-use table that is older than this, the reuse bit is set.
    last: u32,
    uses: u16,
    table: Table,
}

/// Where an EV was when an iteration looked for it first; the lower bits of an entry's mark.
const IN_USE: u32 = 0;
const HOT: u32 = 1;
const MAIN: u32 = 2;
const SSD: u32 = 3;
const SOURCE_BITS: u32 = 2;
/// Iterations that marks can tell apart; the first is 1.
pub(super) const MAX_ITERATION: u32 = u32::MAX >> SOURCE_BITS;

/// In place of a block: it is chosen when all lookups are done.
const PENDING: u32 = 1 << 31;

/// What is first read together, with nothing else in between: then the processor waits for all of it at once, not one by one.
const GROUP: usize = 64;

/// An EV that is on the SSD alone.
#[derive(Clone, Copy, Debug)]
struct Missing {
    vector: u64,
    /// Where its entry is.
    entry: Position,
    /// How many were missing before.
    order: u32,
}

/// How often an EV was found in each place.
type Counts = [u64; 1 << SOURCE_BITS];

/// What an iteration has done to the tables.
#[derive(Debug)]
pub(super) struct Changes {
    pub lookups: Found,
    pub vectors: Found,
    pub promotions: u64,
    pub demotions: u64,
    pub movements: MovementPlan,
}

/// Reads records ahead.
fn touch(records: &[Record], blocks: impl Iterator<Item = u32>) {
    let last = |block: u32| records.get(block as usize).map_or(0, |record| record.last);
    bring_near(blocks.map(last));
}

/// The three tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    settings: Settings,
    index: Index,
    /// By block; blocks behind the last are empty.
    records: Vec<Record>,
    hot: HotTable,
    /// Blocks of the EVs that each iteration in flight needs, the oldest first.
    sections: VecDeque<Vec<u32>>,
    in_use: usize,
    random: Pcg64Mcg,
}

fn found(counts: Counts) -> Found {
    let [in_use, hot, main, ssd] = counts;
    Found { in_use, hot, main, ssd }
}

impl Tables {
    pub fn new(settings: Settings, random: Pcg64Mcg) -> Self {
        let most = settings.vectors.min(settings.blocks.into()) as usize;
        let sections = (0..settings.in_flight).map(|_| Vec::new()).collect();
        let (index, records) = (Index::with_room(most), Vec::with_capacity(most));
        Self { settings, index, records, hot: HotTable::default(), sections, in_use: 0, random }
    }

    /// Puts EVs with their uses into empty blocks and the main table, as far as there are any, and the EVs are not in the cache.
    pub fn fill(&mut self, used: &[(u64, u16)]) {
        let room = self.settings.blocks as usize;
        let mut homes = [0; GROUP];
        for group in used.chunks(GROUP) {
            self.index.reserve(group.len());
            for (home, (vector, _)) in homes.iter_mut().zip(group) {
                *home = self.index.home(*vector);
            }
            self.index.touch(&homes[..group.len()]);
            for (&home, &(vector, uses)) in homes.iter().zip(group) {
                if let Err(entry) = self.index.find(home, vector)
                    && self.records.len() < room
                {
                    self.index.fill(entry, vector, self.records.len() as u32, 0);
                    self.records.push(Record { vector, last: 0, uses, table: Table::Main });
                }
            }
        }
    }

    /// The iteration whose section has to go before a new one comes.
    fn leaving(&self, iteration: u32) -> u32 {
        iteration.saturating_sub(self.settings.in_flight)
    }

    /// How many blocks the EVs in flight need, if that is more than there are.
    pub fn too_many(&self, iteration: u32, vectors: &[u64]) -> Option<usize> {
        let blocks = self.settings.blocks as usize;
        // Mostly they would all fit, even if they were all distinct.
        if self.in_use + vectors.len() <= blocks {
            return None;
        }
        let stays = |record: &Record| record.table == Table::InUse && record.last > self.leaving(iteration);
        let oldest = self.sections.front().into_iter().flatten();
        let leave = oldest.filter(|block| !stays(&self.records[**block as usize])).count();
        let stays_already =
            |vector: &u64| self.index.block_of(*vector).is_some_and(|block| stays(&self.records[block as usize]));
        let new: FxHashSet<u64> = vectors.iter().copied().filter(|vector| !stays_already(vector)).collect();
        let needed = self.in_use - leave + new.len();
        (needed > blocks).then_some(needed)
    }

    /// Collects the EVs of an iteration in a new section of the in-use table, flushes the oldest, and plans what moves.
    /// `blocks` is told the block of each lookup.
    ///
    /// There has to be room ([`too_many`](Self::too_many)).
    pub fn step(&mut self, iteration: u32, vectors: &[u64], blocks: &mut Vec<u32>) -> Changes {
        let mut section = Vec::new();
        let mut missing = Vec::new();
        // All hits come first: an EV that a later lookup needs is not to be evicted for an earlier one.
        let [lookups, distinct] = self.look_up(iteration, vectors, &mut section, &mut missing, blocks);
        let oldest = self.sections.pop_front().unwrap_or_default();
        let (promotions, mut demotions) = self.flush(self.leaving(iteration), &oldest);
        let mut movements = MovementPlan::default();
        let free = self.free_blocks(missing.len(), &mut movements.evictions, &mut demotions);
        let chosen = self.assign(iteration, missing, free, &mut section, &mut movements.loads);
        self.forget(&movements.evictions);
        for block in blocks.iter_mut().filter(|block| **block & PENDING != 0) {
            *block = chosen[(*block & !PENDING) as usize];
        }
        // The queues that a coalescer merges neighbours in: commands by priority, the lower address first.
        movements.evictions.sort_unstable();
        self.sections.push_back(section);
        Changes { lookups, vectors: distinct, promotions, demotions, movements }
    }

    fn look_up(
        &mut self,
        iteration: u32,
        vectors: &[u64],
        section: &mut Vec<u32>,
        missing: &mut Vec<Missing>,
        blocks: &mut Vec<u32>,
    ) -> [Found; 2] {
        let (mut lookups, mut distinct): (Counts, Counts) = Default::default();
        self.index.reserve(vectors.len());
        blocks.resize(vectors.len(), 0);
        let (mut homes, mut positions) = ([0; GROUP], [Position::NOWHERE; GROUP]);
        for (group, blocks) in vectors.chunks(GROUP).zip(blocks.chunks_mut(GROUP)) {
            let (homes, positions) = (&mut homes[..group.len()], &mut positions[..group.len()]);
            for (home, vector) in homes.iter_mut().zip(group) {
                *home = self.index.home(*vector);
            }
            self.index.touch(homes);
            for (position, (home, vector)) in positions.iter_mut().zip(homes.iter().zip(group)) {
                *position = self.index.find_at_home(*home, *vector);
            }
            let at_home = positions.iter().filter(|position| **position != Position::NOWHERE);
            touch(&self.records, at_home.map(|position| self.index.block(*position)));
            for (((&vector, &home), &position), block) in group.iter().zip(&*homes).zip(&*positions).zip(blocks) {
                let position = if position == Position::NOWHERE { self.index.find(home, vector) } else { Ok(position) };
                let source = match position {
                    Ok(position) => {
                        *block = self.index.block(position);
                        let mark = self.index.mark(position);
                        if *mark >> SOURCE_BITS == iteration {
                            *mark & SSD
                        } else {
                            let record = &mut self.records[*block as usize];
                            let source = match record.table {
                                Table::InUse => IN_USE,
                                Table::Hot => HOT,
                                Table::Main => MAIN,
                            };
                            *mark = iteration << SOURCE_BITS | source;
                            if source == HOT {
                                self.hot.remove(*block);
                            }
                            distinct[source as usize] += 1;
                            record.table = Table::InUse;
                            record.last = iteration;
                            record.uses = record.uses.saturating_add(1);
                            section.push(*block);
                            source
                        }
                    }
                    Err(entry) => {
                        let order = missing.len() as u32;
                        *block = order | PENDING;
                        self.index.fill(entry, vector, *block, iteration << SOURCE_BITS | SSD);
                        distinct[SSD as usize] += 1;
                        missing.push(Missing { vector, entry, order });
                        SSD
                    }
                };
                lookups[source as usize] += 1;
            }
        }
        self.in_use += (distinct[HOT as usize] + distinct[MAIN as usize]) as usize;
        [found(lookups), found(distinct)]
    }

    /// Returns what no later iteration needs to main or hot-entry table. Counts promotions and demotions.
    fn flush(&mut self, iteration: u32, section: &[u32]) -> (u64, u64) {
        let (mut promotions, mut demotions) = (0, 0);
        for group in section.chunks(GROUP) {
            touch(&self.records, group.iter().copied());
            for &block in group {
                let record = &mut self.records[block as usize];
                if record.last != iteration {
                    continue;
                }
                self.in_use -= 1;
                record.table = Table::Main;
                if record.uses > self.settings.hot_threshold && self.settings.hot_vectors > 0 {
                    record.table = Table::Hot;
                    promotions += 1;
                    self.hot.push(block);
                    if self.hot.len() > self.settings.hot_vectors as usize {
                        demotions += self.demote();
                    }
                }
            }
        }
        (promotions, demotions)
    }

    /// The tail of the hot-entry table goes back to the main table. Gives how many that were.
    fn demote(&mut self) -> u64 {
        let Some(block) = self.hot.pop_tail() else { return 0 };
        self.records[block as usize].table = Table::Main;
        1
    }

    /// Blocks for `count` EVs, ascending: empty ones, then those of EVs that are evicted from the main table.
    fn free_blocks(&mut self, count: usize, evictions: &mut Vec<Transfer>, demotions: &mut u64) -> Vec<u32> {
        let old = self.records.len();
        let empty = count.min(self.settings.blocks as usize - old);
        let evicted = count - empty;
        // Who needs more than the main table has takes hot entries, too.
        while old - self.in_use - self.hot.len() < evicted && self.hot.len() > 0 {
            *demotions += self.demote();
        }
        *evictions = self.evict(evicted);
        let mut free: Vec<u32> = evictions.iter().map(|eviction| eviction.cached).collect();
        let unfilled = Record { vector: u64::MAX, last: 0, uses: 0, table: Table::InUse };
        self.records.resize(old + empty, unfilled);
        self.in_use += count;
        free.sort_unstable();
        free.extend(old as u32..(old + empty) as u32);
        free
    }

    /// Takes `count` EVs out of the main table, each as likely as any other.
    fn evict(&mut self, count: usize) -> Vec<Transfer> {
        let mut evictions = Vec::with_capacity(count);
        let mut evict = |record: &mut Record, cached| {
            record.table = Table::InUse;
            evictions.push(Transfer { ssd: record.vector, cached });
            evictions.len()
        };
        let Self { records, random, .. } = self;
        let main = records.len() - self.in_use - self.hot.len();
        if 2 * count > main {
            // Few would be left to find by chance.
            let is_main = |block: &u32| records[*block as usize].table == Table::Main;
            let mut all: Vec<u32> = (0..records.len() as u32).filter(is_main).collect();
            for &block in all.partial_shuffle(random, count).0.iter() {
                evict(&mut records[block as usize], block);
            }
            return evictions;
        }
        let mut left = count;
        while left > 0 {
            let drawn: [u32; GROUP] = std::array::from_fn(|_| random.random_range(0..records.len() as u32));
            touch(records, drawn.into_iter());
            for block in drawn {
                let record = &mut records[block as usize];
                if record.table == Table::Main && left > 0 {
                    left = count - evict(record, block);
                }
            }
        }
        evictions
    }

    /// Removes what was evicted from the index.
    fn forget(&mut self, evictions: &[Transfer]) {
        for group in evictions.chunks(GROUP) {
            let mut homes = [0; GROUP];
            for (home, eviction) in homes.iter_mut().zip(group) {
                *home = self.index.home(eviction.ssd);
            }
            self.index.touch(&homes[..group.len()]);
            for (home, eviction) in homes.into_iter().zip(group) {
                self.index.remove(home, eviction.ssd);
            }
        }
    }

    /// Puts the EVs that are missing into blocks, both in ascending order: so that neighbours stay neighbours where they can.
    /// Gives the block of each, in the order in which they were missed.
    fn assign(
        &mut self,
        iteration: u32,
        mut missing: Vec<Missing>,
        blocks: Vec<u32>,
        section: &mut Vec<u32>,
        loads: &mut Vec<Transfer>,
    ) -> Vec<u32> {
        let mut chosen = vec![0; missing.len()];
        missing.sort_unstable_by_key(|missing| missing.vector);
        for (Missing { vector, entry, order }, &block) in missing.into_iter().zip(&blocks) {
            self.records[block as usize] = Record { vector, last: iteration, uses: 0, table: Table::InUse };
            self.index.set_block(entry, block);
            chosen[order as usize] = block;
            loads.push(Transfer { ssd: vector, cached: block });
        }
        section.extend(blocks);
        chosen
    }

    /// The table that an EV is in, and its block.
    pub fn locate(&self, vector: u64) -> Option<(Table, u32)> {
        let block = self.index.block_of(vector)?;
        Some((self.records[block as usize].table, block))
    }

    /// EVs in the cache, block after block.
    pub fn by_block(&self) -> impl Iterator<Item = u64> {
        self.records.iter().map(|record| record.vector)
    }

    /// EVs in the cache.
    pub fn filled(&self) -> usize {
        self.records.len()
    }

    /// EVs in flight.
    pub fn in_use(&self) -> usize {
        self.in_use
    }

    /// Hot entries.
    pub fn hot(&self) -> usize {
        self.hot.len()
    }

    /// Checks that tables, index and sections say the same of every EV, and that exactly these are in use.
    #[cfg(test)]
    pub fn check(&self, in_use: impl Iterator<Item = u64>) {
        use std::collections::{BTreeSet, HashSet};

        let blocks = |table: Table| {
            let of_table = (0..).zip(&self.records).filter(move |(_, record): &(u32, &Record)| record.table == table);
            of_table.map(|(block, _)| block).collect::<BTreeSet<u32>>()
        };
        let distinct: HashSet<u64> = self.records.iter().map(|record| record.vector).collect();
        assert_eq!(distinct.len(), self.records.len(), "no EV is in two blocks");
        assert_eq!(self.index.len(), self.records.len());
        for (block, record) in (0..).zip(&self.records) {
            assert_eq!(self.locate(record.vector), Some((record.table, block)));
        }
        assert_eq!(blocks(Table::Hot), self.hot.blocks().collect());
        let needed: BTreeSet<u32> = in_use.map(|vector| self.locate(vector).expect("it is needed").1).collect();
        assert_eq!(blocks(Table::InUse), needed);
        assert_eq!(self.sections.iter().flatten().copied().collect::<BTreeSet<_>>(), needed);
        assert_eq!(self.in_use, needed.len());
    }
}
