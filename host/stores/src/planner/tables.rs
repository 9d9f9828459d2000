//! Main, hot-entry and in-use table: what is in the cache, and what may leave it.

use std::collections::VecDeque;

use emberlane_drivers::smartssd::{MovementPlan, Transfer};
use emberlane_memory::{NoMemory, Pages, ask_for};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use super::hot::HotTable;
use super::index::{Index, Position};
use super::{Found, Settings};

/// The table that an EV of the cache is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// EVs that may be evicted.
    Main,
    /// EVs that are used often, and stay.
    Hot,
    /// EVs of iterations in flight.
    InUse,
}

/// What is known of an EV beside its block and its uses: the last iteration that needed it, whether it is in the hot-entry table, and
/// where it was when that iteration looked for it first. It is in use as long as that iteration is in flight: so an EV is not visited
/// when it goes back to the main table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark(u32);

/// Where an EV was.
const IN_USE: u32 = 0;
const HOT: u32 = 1;
const MAIN: u32 = 2;
const SSD: u32 = 3;
const SOURCE_BITS: u32 = 2;
const HOT_BIT: u32 = 1 << SOURCE_BITS;
/// Iterations that marks can tell apart; the first is 1.
pub(super) const MAX_ITERATION: u32 = u32::MAX >> (SOURCE_BITS + 1);

impl Mark {
    /// Of an EV that no iteration has needed.
    const UNUSED: Self = Self(0);

    const fn of(iteration: u32, source: u32) -> Self {
        Self(iteration << (SOURCE_BITS + 1) | source)
    }

    const fn iteration(self) -> u32 {
        self.0 >> (SOURCE_BITS + 1)
    }

    const fn source(self) -> u32 {
        self.0 & SSD
    }

    const fn is_hot(self) -> bool {
        self.0 & HOT_BIT != 0
    }

    const fn with_hot(self, hot: bool) -> Self {
        Self(if hot { self.0 | HOT_BIT } else { self.0 & !HOT_BIT })
    }

    /// The table, while the iterations in flight are those behind `left`.
    const fn table(self, left: u32) -> Table {
        if self.iteration() > left {
            Table::InUse
        } else if self.is_hot() {
            Table::Hot
        } else {
            Table::Main
        }
    }
}

/// In place of a block: it is chosen when all lookups are done.
const PENDING: u32 = 1 << 31;

/// In place of an EV: its block waits for another one.
const EVICTED: u64 = u64::MAX;

/// So many EVs before one is looked for, memory is asked for its entry: the processor waits for many at once, not one by one.
const AHEAD: usize = 32;

/// Where the searches for EVs begin, one after the other, each asked for [`AHEAD`] EVs before it is needed.
struct Homes<V> {
    vectors: V,
    coming: [usize; AHEAD],
    place: usize,
}

impl<V: Iterator<Item = u64>> Homes<V> {
    fn of(index: &Index, vectors: V) -> Self {
        let mut homes = Self { vectors, coming: [0; AHEAD], place: 0 };
        (0..AHEAD).for_each(|_| {
            homes.next(index);
        });
        homes
    }

    /// That of the next EV.
    #[inline(always)]
    fn next(&mut self, index: &Index) -> usize {
        let home = self.coming[self.place % AHEAD];
        if let Some(vector) = self.vectors.next() {
            let coming = index.home(vector);
            index.ask_for(coming);
            self.coming[self.place % AHEAD] = coming;
        }
        self.place += 1;
        home
    }
}

/// Blocks that are drawn at once, of which some may be evicted.
const DRAWN: usize = 64;

/// An EV that is on the SSD alone.
#[derive(Clone, Copy, Debug)]
struct Missing {
    vector: u64,
    /// Where its entry is.
    entry: Position,
    /// How many were missing before.
    order: u32,
}

/// The EVs of an iteration in flight.
#[derive(Clone, Debug, Default)]
struct Section {
    /// Those that no later iteration has needed: in a section where that is not so, an EV has the reuse bit set.
    not_reused: usize,
    /// Those that were used so often that they become hot entries, if no later iteration needs them.
    often: Vec<u64>,
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

/// The three tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    settings: Settings,
    index: Index,
    /// The EV of each block.
    vectors: Pages<u64>,
    /// Blocks that are not empty: the first ones.
    filled: usize,
    hot: HotTable,
    /// Of each iteration in flight, the oldest first.
    sections: VecDeque<Section>,
    in_use: usize,
    /// The iteration that the last one has sent out of flight.
    left: u32,
    random: Pcg64Mcg,
}

fn found(counts: Counts) -> Found {
    let [in_use, hot, main, ssd] = counts;
    Found { in_use, hot, main, ssd }
}

impl Tables {
    pub fn new(settings: Settings, random: Pcg64Mcg) -> Result<Self, NoMemory> {
        let most = settings.vectors.min(settings.blocks.into()) as usize;
        let sections = (0..settings.in_flight).map(|_| Section::default()).collect();
        let (index, vectors) = (Index::with_room(most)?, Pages::zeroed("the EVs of a cache", most)?);
        let hot = HotTable::default();
        Ok(Self { settings, index, vectors, filled: 0, hot, sections, in_use: 0, left: 0, random })
    }

    /// Puts EVs with their uses into empty blocks and the main table, as far as there are any, and the EVs are not in the cache.
    pub fn fill(&mut self, used: impl ExactSizeIterator<Item = (u64, u16)> + Clone) -> Result<(), NoMemory> {
        self.index.reserve(used.len().min(self.vectors.len() - self.filled))?;
        let mut homes = Homes::of(&self.index, used.clone().map(|(vector, _)| vector));
        for (vector, uses) in used {
            let home = homes.next(&self.index);
            if let Err(entry) = self.index.find(home, vector)
                && self.filled < self.vectors.len()
            {
                self.index.fill(entry, vector, uses, self.filled as u32, Mark::UNUSED.0);
                self.vectors[self.filled] = vector;
                self.filled += 1;
            }
        }
        Ok(())
    }

    /// The iteration whose section has to go before a new one comes.
    fn leaving(&self, iteration: u32) -> u32 {
        iteration.saturating_sub(self.settings.in_flight)
    }

    fn mark(&self, position: Position) -> Mark {
        Mark(self.index.mark(position))
    }

    /// How many blocks the EVs in flight need, if that is more than there are.
    pub fn too_many(&self, iteration: u32, vectors: &[u64]) -> Option<usize> {
        let blocks = self.settings.blocks as usize;
        // Mostly they would all fit, even if they were all distinct.
        if self.in_use + vectors.len() <= blocks {
            return None;
        }
        let left = self.leaving(iteration);
        let leave = self.sections.front().map_or(0, |section| section.not_reused);
        let stays = |vector: &u64| self.index.position(*vector).is_some_and(|at| self.mark(at).iteration() > left);
        let new: FxHashSet<u64> = vectors.iter().copied().filter(|vector| !stays(vector)).collect();
        let needed = self.in_use - leave + new.len();
        (needed > blocks).then_some(needed)
    }

    /// Collects the EVs of an iteration in a new section of the in-use table, flushes the oldest, and plans what moves.
    /// `blocks` is told the block of each lookup.
    ///
    /// There has to be room ([`too_many`](Self::too_many)).
    pub fn step(&mut self, iteration: u32, vectors: &[u64], blocks: &mut Vec<u32>) -> Result<Changes, NoMemory> {
        self.index.reserve(vectors.len())?;
        let mut missing = Vec::new();
        // All hits come first: an EV that a later lookup needs is not to be evicted for an earlier one.
        let [lookups, distinct] = self.look_up(iteration, vectors, &mut missing, blocks);
        self.left = self.leaving(iteration);
        let oldest = self.sections.pop_front().unwrap_or_default();
        let (promotions, mut demotions) = self.flush(&oldest);
        let mut movements = MovementPlan::default();
        let free = self.free_blocks(missing.len(), &mut movements.evictions, &mut demotions);
        let chosen = self.assign(missing, &free, &mut movements.loads);
        self.forget(&movements.evictions);
        for block in blocks.iter_mut().filter(|block| **block & PENDING != 0) {
            *block = chosen[(*block & !PENDING) as usize];
        }
        // The queues that a coalescer merges neighbours in: commands by priority, the lower address first.
        movements.evictions.sort_unstable();
        Ok(Changes { lookups, vectors: distinct, promotions, demotions, movements })
    }

    fn look_up(
        &mut self,
        iteration: u32,
        vectors: &[u64],
        missing: &mut Vec<Missing>,
        blocks: &mut Vec<u32>,
    ) -> [Found; 2] {
        let (mut lookups, mut distinct): (Counts, Counts) = Default::default();
        let mut section = Section::default();
        blocks.resize(vectors.len(), 0);
        let mut homes = Homes::of(&self.index, vectors.iter().copied());
        for (&vector, block) in vectors.iter().zip(blocks) {
            let home = homes.next(&self.index);
            let source = match self.index.find(home, vector) {
                Ok(position) => {
                    *block = self.index.block(position);
                    let mark = self.mark(position);
                    if mark.iteration() == iteration {
                        mark.source()
                    } else {
                        let source = self.need(position, vector, mark, iteration, &mut section);
                        distinct[source as usize] += 1;
                        source
                    }
                }
                Err(entry) => {
                    let order = missing.len() as u32;
                    *block = order | PENDING;
                    self.index.fill(entry, vector, 0, *block, Mark::of(iteration, SSD).0);
                    distinct[SSD as usize] += 1;
                    missing.push(Missing { vector, entry, order });
                    SSD
                }
            };
            lookups[source as usize] += 1;
        }
        let distinct = found(distinct);
        self.in_use += (distinct.hot + distinct.main) as usize;
        section.not_reused = distinct.total() as usize;
        self.sections.push_back(section);
        [found(lookups), distinct]
    }

    /// An iteration needs an EV of the cache, for the first time. Gives where it was.
    #[inline]
    fn need(&mut self, at: Position, vector: u64, mark: Mark, iteration: u32, section: &mut Section) -> u32 {
        let source = match mark.table(self.left) {
            Table::InUse => {
                // The newest section is not among them yet.
                let age = (iteration - mark.iteration()) as usize;
                let reused = self.sections.len() - age;
                self.sections[reused].not_reused -= 1;
                IN_USE
            }
            Table::Hot => {
                self.hot.remove(self.index.block(at));
                HOT
            }
            Table::Main => MAIN,
        };
        self.index.set_mark(at, Mark::of(iteration, source).0);
        if self.index.use_again(at) > self.settings.hot_threshold && self.settings.hot_vectors > 0 {
            section.often.push(vector);
        }
        source
    }

    /// Returns what no later iteration needs to main or hot-entry table. Counts promotions and demotions.
    fn flush(&mut self, section: &Section) -> (u64, u64) {
        let (mut promotions, mut demotions) = (0, 0);
        self.in_use -= section.not_reused;
        for &vector in &section.often {
            let Some(position) = self.index.position(vector) else { continue };
            let mark = self.mark(position);
            if mark.iteration() != self.left {
                continue;
            }
            self.index.set_mark(position, mark.with_hot(true).0);
            promotions += 1;
            self.hot.push(self.index.block(position));
            if self.hot.len() > self.settings.hot_vectors as usize {
                demotions += self.demote();
            }
        }
        (promotions, demotions)
    }

    /// The tail of the hot-entry table goes back to the main table. Gives how many that were.
    fn demote(&mut self) -> u64 {
        let Some(block) = self.hot.pop_tail() else { return 0 };
        if let Some(position) = self.index.position(self.vectors[block as usize]) {
            let mark = self.mark(position).with_hot(false);
            self.index.set_mark(position, mark.0);
        }
        1
    }

    /// Blocks for `count` EVs, ascending: empty ones, then those of EVs that are evicted from the main table.
    fn free_blocks(&mut self, count: usize, evictions: &mut Vec<Transfer>, demotions: &mut u64) -> Vec<u32> {
        let old = self.filled;
        let empty = count.min(self.settings.blocks as usize - old);
        let evicted = count - empty;
        // Who needs more than the main table has takes hot entries, too.
        while self.main() < evicted && self.hot.len() > 0 {
            *demotions += self.demote();
        }
        *evictions = self.evict(evicted);
        let mut free: Vec<u32> = evictions.iter().map(|eviction| eviction.cached).collect();
        self.filled += empty;
        self.in_use += count;
        free.sort_unstable();
        free.extend(old as u32..(old + empty) as u32);
        free
    }

    /// EVs of the main table.
    fn main(&self) -> usize {
        self.filled - self.in_use - self.hot.len()
    }

    /// Whether the EV at a position may be evicted.
    fn is_main(&self, home: usize, vector: u64) -> bool {
        self.index.find(home, vector).is_ok_and(|position| self.mark(position).table(self.left) == Table::Main)
    }

    /// Takes `count` EVs out of the main table, each as likely as any other.
    fn evict(&mut self, count: usize) -> Vec<Transfer> {
        let mut evictions = Vec::with_capacity(count);
        let mut take = |vector: &mut u64, cached| {
            evictions.push(Transfer { ssd: std::mem::replace(vector, EVICTED), cached });
            evictions.len()
        };
        if 2 * count > self.main() {
            // Few would be left to find by chance.
            let is_main = |block: &u32| {
                let vector = self.vectors[*block as usize];
                self.is_main(self.index.home(vector), vector)
            };
            let mut all: Vec<u32> = (0..self.filled as u32).filter(is_main).collect();
            for &block in all.partial_shuffle(&mut self.random, count).0.iter() {
                take(&mut self.vectors[block as usize], block);
            }
            return evictions;
        }
        let mut left = count;
        while left > 0 {
            let drawn: [u32; DRAWN] = std::array::from_fn(|_| self.random.random_range(0..self.filled as u32));
            drawn.iter().for_each(|block| ask_for(&self.vectors, *block as usize));
            // One that was evicted before is found nowhere.
            let homes = drawn.map(|block| self.index.home(self.vectors[block as usize]));
            homes.iter().for_each(|home| self.index.ask_for(*home));
            for (block, home) in drawn.into_iter().zip(homes) {
                let vector = self.vectors[block as usize];
                if left > 0 && vector != EVICTED && self.is_main(home, vector) {
                    left = count - take(&mut self.vectors[block as usize], block);
                }
            }
        }
        evictions
    }

    /// Removes what was evicted from the index.
    fn forget(&mut self, evictions: &[Transfer]) {
        let mut homes = Homes::of(&self.index, evictions.iter().map(|eviction| eviction.ssd));
        for eviction in evictions {
            let home = homes.next(&self.index);
            self.index.remove(home, eviction.ssd);
        }
    }

    /// Puts the EVs that are missing into blocks, both in ascending order: so that neighbours stay neighbours where they can.
    /// Gives the block of each, in the order in which they were missed.
    fn assign(&mut self, mut missing: Vec<Missing>, blocks: &[u32], loads: &mut Vec<Transfer>) -> Vec<u32> {
        let mut chosen = vec![0; missing.len()];
        missing.sort_unstable_by_key(|missing| missing.vector);
        for (Missing { vector, entry, order }, &block) in missing.into_iter().zip(blocks) {
            self.vectors[block as usize] = vector;
            self.index.set_block(entry, block);
            chosen[order as usize] = block;
            loads.push(Transfer { ssd: vector, cached: block });
        }
        chosen
    }

    /// The table that an EV is in, and its block.
    pub fn locate(&self, vector: u64) -> Option<(Table, u32)> {
        let position = self.index.position(vector)?;
        Some((self.mark(position).table(self.left), self.index.block(position)))
    }

    /// EVs in the cache, block after block.
    pub fn by_block(&self) -> impl Iterator<Item = u64> {
        self.vectors[..self.filled].iter().copied()
    }

    /// EVs in the cache.
    pub fn filled(&self) -> usize {
        self.filled
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
        use std::collections::{BTreeMap, BTreeSet, HashSet};

        let distinct: HashSet<u64> = self.by_block().collect();
        assert_eq!(distinct.len(), self.filled, "no EV is in two blocks");
        assert_eq!(self.index.len(), self.filled);
        let located: Vec<_> = self.by_block().map(|vector| self.locate(vector).expect("it is there")).collect();
        assert!(located.iter().map(|(_, block)| *block).eq(0..self.filled as u32));
        let blocks = |table: Table| {
            let of_table = located.iter().filter(move |(of, _)| *of == table);
            of_table.map(|(_, block)| *block).collect::<BTreeSet<u32>>()
        };
        assert_eq!(blocks(Table::Hot), self.hot.blocks().collect());
        let needed: BTreeSet<u32> = in_use.map(|vector| self.locate(vector).expect("it is needed").1).collect();
        assert_eq!(blocks(Table::InUse), needed);
        assert_eq!(self.in_use, needed.len());
        // Of each iteration in flight, those that no later one has needed.
        let mut last = BTreeMap::new();
        for vector in self.by_block().filter(|vector| self.locate(*vector).expect("it is there").0 == Table::InUse) {
            let iteration = self.index.position(vector).map(|at| self.mark(at).iteration());
            *last.entry(iteration).or_insert(0) += 1;
        }
        let not_reused = self.sections.iter().map(|section| section.not_reused).filter(|count| *count > 0);
        assert!(last.into_values().eq(not_reused), "{:?}", self.sections);
    }
}
