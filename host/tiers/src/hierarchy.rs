//! Which row is where: two exclusive caches, the faster one above the slower, and what a batch changes in them.

use emberlane_experiment::CachePolicy;
use emberlane_stores::TierHits;

use crate::counts::AllCounts;
use crate::course::Course;
use crate::level::{Entry, Hashed, Level, Room};
use crate::scratch::Scratch;

/// What has to be done with the values of rows, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A row goes from a slot to another.
    Move {
        /// Its slot.
        from: usize,
        /// Its new slot.
        to: usize,
    },
    /// Two rows change places.
    Swap {
        /// One slot.
        one: usize,
        /// The other.
        other: usize,
    },
    /// A row that was written leaves the caches.
    Write {
        /// The row: its table, and below it its number.
        key: u64,
        /// Its slot.
        from: usize,
    },
    /// A row of the batch comes into the caches.
    Fetch {
        /// Which of the batch's rows.
        index: usize,
        /// Its slot.
        to: usize,
    },
}

impl Step {
    /// The slots whose rows it reads or writes at once: a row that is fetched comes later.
    pub(crate) fn slots(self) -> impl Iterator<Item = usize> {
        let slots = match self {
            Self::Move { from: one, to: other } | Self::Swap { one, other } => [Some(one), Some(other)],
            Self::Write { from, .. } => [Some(from), None],
            Self::Fetch { .. } => [None, None],
        };
        slots.into_iter().flatten()
    }
}

/// What a batch changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The batch, counted since the caches were empty.
    pub number: u32,
    /// Where each of its rows will be.
    pub slots: Vec<usize>,
    /// What has to be done.
    pub steps: Vec<Step>,
}

/// Tags and states of a DRAM cache above an SCM cache, either of which may have no room at all, and of rows beside them.
///
/// Slots are counted through: those of DRAM, those of SCM, those beside.
#[derive(Debug)]
pub struct Hierarchy {
    dram: Level,
    scm: Level,
    scratch: Scratch,
    depth: u32,
    /// Whether rows of batches in flight stay where they are.
    pins: bool,
    policy: CachePolicy,
    next: u32,
    pub(crate) counts: AllCounts,
    pub(crate) course: Course,
    /// Rows of the batch that is planned that are not in DRAM.
    coming: Vec<Coming>,
}

/// A row that is to come to DRAM.
#[derive(Clone, Copy, Debug)]
struct Coming {
    row: Hashed,
    /// Which of the batch's rows.
    index: usize,
    /// Its slot of SCM; `None`: it is in no cache.
    in_scm: Option<usize>,
}

impl Hierarchy {
    /// Empty caches of so many rows, rounded down to whole sets. Rows of a batch, and of `depth` batches before it, stay where they
    /// are until the batch is trained.
    #[must_use]
    pub fn new(policy: CachePolicy, ways: usize, dram: usize, scm: usize, depth: usize) -> Self {
        Self {
            dram: Level::new(policy, dram, ways),
            scm: Level::new(policy, scm, ways),
            scratch: Scratch::default(),
            depth: depth as u32,
            pins: true,
            policy,
            next: 0,
            counts: AllCounts::default(),
            course: Course::default(),
            coming: Vec::new(),
        }
    }

    /// The same, whose rows any other may take the place of, those of the batch itself too. Slots of a plan are nobody's then.
    #[must_use]
    pub fn without_pins(self) -> Self {
        Self { pins: false, ..self }
    }

    /// Slots of all rows.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.below() + self.scratch.slots()
    }

    /// Rows that DRAM and SCM have room for.
    #[must_use]
    pub fn capacities(&self) -> (usize, usize) {
        (self.dram.slots(), self.scm.slots())
    }

    /// Rows that DRAM and SCM hold.
    #[must_use]
    pub fn held(&self) -> (usize, usize) {
        (self.dram.held(), self.scm.held())
    }

    /// Rows of batches that were found in DRAM and in SCM.
    #[must_use]
    pub fn hits(&self) -> (u64, u64) {
        (self.counts.dram.hits, self.counts.scm.hits)
    }

    /// All rows of batches, by where they were found.
    pub(crate) fn tier_hits(&self) -> TierHits {
        let AllCounts { rows, dram, scm, beside_hits, .. } = self.counts;
        TierHits { rows, dram: dram.hits, scm: scm.hits, beside: beside_hits }
    }

    fn below(&self) -> usize {
        self.dram.slots() + self.scm.slots()
    }

    /// The number of the next batch.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Where a row is; `None`: not in the caches. Nothing changes.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<usize> {
        let row = Hashed::of(key);
        let scm = || self.scm.find(row).map(|slot| self.dram.slots() + slot);
        let beside = || self.scratch.find(key).map(|slot| self.below() + slot);
        self.dram.find(row).or_else(scm).or_else(beside)
    }

    /// The row in a slot was written.
    pub fn mark_dirty(&mut self, slot: usize) {
        let (dram, below) = (self.dram.slots(), self.below());
        if slot < dram {
            self.dram.mark_dirty(slot);
        } else if slot < below {
            self.scm.mark_dirty(slot - dram);
        } else {
            self.scratch.mark_dirty(slot - below);
        }
    }

    /// Makes room for the rows of the next batch, unique and ascending: those that are in the caches are hit first, all of them, then
    /// the others come, in their order. A row of SCM, or of the block tier, goes to DRAM; the row that makes room for it there to SCM;
    /// the row that makes room for that one to the block tier.
    ///
    /// No row of the batch, or of those in flight, goes. A row for which there is no room otherwise is kept beside the caches until
    /// its batches are trained. A row of SCM that a batch in flight names stays there: that batch knows its slot.
    pub fn plan(&mut self, keys: &[u64]) -> Plan {
        let mut plan = Plan::default();
        self.plan_into(keys, &mut plan);
        plan
    }

    /// As [`plan`](Self::plan), in the memory of an earlier plan.
    pub fn plan_into(&mut self, keys: &[u64], plan: &mut Plan) {
        let number = self.next;
        self.next += 1;
        let pinned = if self.pins { stamp(number.saturating_sub(self.depth), 0) } else { u64::MAX };
        plan.number = number;
        plan.slots.clear();
        plan.steps.clear();
        self.counts.rows += keys.len() as u64;
        let mut coming = std::mem::take(&mut self.coming);
        coming.clear();
        for (index, key) in keys.iter().enumerate() {
            let (row, now) = (Hashed::of(*key), stamp(number, index));
            let slot = if let Some(slot) = self.dram.find(row) {
                self.dram.touch(slot, now);
                self.counts.dram.hits += 1;
                slot
            } else if let Some(slot) = self.scm.find(row) {
                if self.scm.touch(slot, now) < pinned {
                    coming.push(Coming { row, index, in_scm: Some(slot) });
                }
                self.counts.scm.hits += 1;
                self.dram.slots() + slot
            } else if let Some(slot) = self.scratch.find(*key) {
                self.scratch.touch(slot, now);
                self.counts.beside_hits += 1;
                self.below() + slot
            } else {
                coming.push(Coming { row, index, in_scm: None });
                usize::MAX
            };
            plan.slots.push(slot);
        }
        for (slot, entry) in self.scratch.release(pinned) {
            if entry.dirty {
                plan.steps.push(Step::Write { key: entry.key, from: self.below() + slot });
            }
        }
        for Coming { row, index, in_scm } in coming.drain(..) {
            plan.slots[index] = match in_scm {
                // Without pins it may have gone meanwhile.
                Some(slot) if self.scm.entry(slot).key == row.key => self.promote(row, slot, pinned, &mut plan.steps),
                _ => self.insert(row, index, stamp(number, index), pinned, &mut plan.steps),
            };
        }
        self.coming = coming;
        self.counts.most_beside = self.counts.most_beside.max(self.scratch.held() as u64);
        self.course.add(self.next, &self.counts);
    }

    /// A row of SCM comes to DRAM, if there is room; says where it is then.
    fn promote(&mut self, row: Hashed, slot: usize, pinned: u64, steps: &mut Vec<Step>) -> usize {
        let from = self.dram.slots() + slot;
        let Some(room) = self.dram.room(row, pinned) else { return from };
        let entry = self.scm.take(slot);
        self.counts.dram.from_below += 1;
        let to = match room {
            Room::Free(to) => {
                steps.push(Step::Move { from, to });
                to
            }
            Room::Taken(to) => {
                let left = self.demote(to, pinned, Some(slot), steps);
                if !left {
                    steps.push(Step::Move { from, to });
                }
                to
            }
        };
        self.dram.put(to, entry);
        to
    }

    /// A row of the block tier comes to DRAM, or beside the caches; says where it is then.
    fn insert(&mut self, row: Hashed, index: usize, now: u64, pinned: u64, steps: &mut Vec<Step>) -> usize {
        let uses = if self.policy == CachePolicy::Fifo { (self.next - 1) & (u32::MAX >> 1) } else { 1 };
        let entry = Entry { key: row.key, last: now, uses, dirty: false };
        let to = match self.dram.room(row, pinned) {
            None => {
                self.counts.beside += 1;
                self.below() + self.scratch.insert(entry)
            }
            Some(room) => {
                self.counts.dram.from_below += 1;
                let (Room::Free(to) | Room::Taken(to)) = room;
                if let Room::Taken(_) = room {
                    self.demote(to, pinned, None, steps);
                }
                self.dram.put(to, entry);
                to
            }
        };
        steps.push(Step::Fetch { index, to });
        to
    }

    /// The row of a slot of DRAM goes to SCM, or, where there is no room, to the block tier. `vacated` is the slot of SCM whose row
    /// comes in its place; says whether the two have changed places.
    fn demote(&mut self, slot: usize, pinned: u64, vacated: Option<usize>, steps: &mut Vec<Step>) -> bool {
        let entry = self.dram.take(slot);
        self.counts.dram.evicted += 1;
        let dram = self.dram.slots();
        let to = match self.scm.room(Hashed::of(entry.key), pinned) {
            None => {
                if entry.dirty {
                    steps.push(Step::Write { key: entry.key, from: slot });
                }
                return false;
            }
            Some(Room::Free(to)) => to,
            Some(Room::Taken(to)) => {
                let gone = self.scm.take(to);
                self.counts.scm.evicted += 1;
                if gone.dirty {
                    steps.push(Step::Write { key: gone.key, from: dram + to });
                }
                to
            }
        };
        self.counts.scm.from_above += 1;
        self.scm.put(to, entry);
        let changed_places = vacated == Some(to);
        steps.push(if changed_places {
            Step::Swap { one: slot, other: dram + to }
        } else {
            Step::Move { from: slot, to: dram + to }
        });
        changed_places
    }

    /// Every row that is in the caches or beside them, with its slot.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        let (dram, below) = (self.dram.slots(), self.below());
        let scm = self.scm.entries().map(move |(slot, entry)| (dram + slot, entry));
        let beside = self.scratch.entries().map(move |(slot, entry)| (below + slot, entry));
        self.dram.entries().chain(scm).chain(beside)
    }

    /// Empties the caches, to [`restore`](Self::restore) what was there at another time.
    pub(crate) fn begin_restoring(&mut self, next: u32, counts: AllCounts, course: Course) {
        for level in [&mut self.dram, &mut self.scm] {
            for slot in 0..level.slots() {
                level.take(slot);
            }
        }
        self.scratch = Scratch::default();
        (self.next, self.counts, self.course) = (next, counts, course);
    }

    /// Puts a row where it was; says into which slot. Rows beside the caches may come to another, and nothing depends on it.
    pub(crate) fn restore(&mut self, slot: usize, entry: Entry) -> usize {
        let (dram, below) = (self.dram.slots(), self.below());
        if slot < dram {
            self.dram.put(slot, entry);
        } else if slot < below {
            self.scm.put(slot - dram, entry);
        } else {
            return below + self.scratch.insert(entry);
        }
        slot
    }
}

/// When a row was named: the batch, and its place among the rows of the batch.
fn stamp(batch: u32, index: usize) -> u64 {
    u64::from(batch) << 32 | index as u64
}
