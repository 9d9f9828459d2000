//! Rows in DRAM: in the order in which they were used, and those that are newer than in the pool in the order of their versions.

use emberlane_memory::bring_near;

use super::list::{List, Ranks};
use crate::Key;

/// Numbers of a cache line of the processor.
const LINE: usize = 16;

/// A row in DRAM.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cached {
    pub(super) key: Key,
    /// The batch that used it last. Its numbers are as after that batch, or, between maintenance and push of it, as before.
    pub(super) version: u64,
    /// It is newer than in the pool.
    pub(super) is_dirty: bool,
    /// It is dirty because the batch under way is expected to change it, and has not done so yet.
    pub(super) is_expected: bool,
    /// The version of its newest copy that is to be written, 0 if there is none: until then it is newer than in the pool, although it
    /// is not dirty.
    pub(super) copied: u64,
    /// The batch under way uses it: it stays.
    pub(super) is_pinned: bool,
    /// The push that named it last, to find rows that one names twice.
    pub(super) named: u64,
    /// Batches that have changed it since it was written, or copied to be written.
    pub(super) unwritten: u32,
}

/// Rows in DRAM.
#[derive(Debug)]
pub(super) struct Cache {
    width: usize,
    numbers: Vec<f32>,
    rows: Vec<Cached>,
    free: Vec<u32>,
    used: List,
    dirty: List,
    /// Dirty rows by the batches that have changed them since they were written, if that is asked for.
    changed: Ranks,
    len: usize,
    /// Of all rows.
    unwritten: u64,
}

impl Cache {
    pub(super) fn new(width: usize) -> Self {
        let (used, dirty, changed) = (List::default(), List::default(), Ranks::default());
        let (numbers, rows, free) = (Vec::new(), Vec::new(), Vec::new());
        Self { width, numbers, rows, free, used, dirty, changed, len: 0, unwritten: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// What is lost without this cache: changes of rows that are not written, one for each row and batch.
    pub(super) const fn unwritten(&self) -> u64 {
        self.unwritten
    }

    pub(super) fn cached(&self, place: u32) -> &Cached {
        &self.rows[place as usize]
    }

    pub(super) fn cached_mut(&mut self, place: u32) -> &mut Cached {
        &mut self.rows[place as usize]
    }

    pub(super) fn row(&self, place: u32) -> &[f32] {
        &self.numbers[place as usize * self.width..][..self.width]
    }

    pub(super) fn row_mut(&mut self, place: u32) -> &mut [f32] {
        &mut self.numbers[place as usize * self.width..][..self.width]
    }

    /// Reads a number of every cache line of some rows ahead.
    pub(super) fn bring_near(&self, places: impl IntoIterator<Item = u32>) {
        let of_row = |place| self.row(place).iter().step_by(LINE).fold(0, |seen, number| seen | number.to_bits());
        bring_near(places.into_iter().map(of_row));
    }

    /// The same of what says how rows are used, and of their neighbours in the order of use and of versions.
    pub(super) fn bring_order_near(&self, places: &[u32]) {
        let links =
            |place: u32| self.used.near(place) ^ self.dirty.near(place) ^ self.rows[place as usize].named as u32;
        let neighbours = |place: u32| self.used.neighbours_near(place) ^ self.dirty.neighbours_near(place);
        bring_near(places.iter().map(|place| links(*place)));
        bring_near(places.iter().map(|place| neighbours(*place)));
    }

    /// Takes a row in, clean and as the one used last; `fill` writes its numbers.
    pub(super) fn insert(&mut self, key: Key, version: u64, fill: impl FnOnce(&mut [f32])) -> u32 {
        let row = Cached {
            key,
            version,
            is_dirty: false,
            is_expected: false,
            copied: 0,
            is_pinned: false,
            named: 0,
            unwritten: 0,
        };
        let place = match self.free.pop() {
            Some(place) => {
                self.rows[place as usize] = row;
                place
            }
            None => {
                self.rows.push(row);
                self.numbers.resize(self.rows.len() * self.width, 0.0);
                self.rows.len() as u32 - 1
            }
        };
        fill(self.row_mut(place));
        self.used.push_front(place);
        self.len += 1;
        place
    }

    /// Lets a clean row go.
    pub(super) fn remove(&mut self, place: u32) {
        debug_assert!(!self.cached(place).is_dirty, "only clean rows go");
        self.used.remove(place);
        self.free.push(place);
        self.len -= 1;
    }

    /// The row is the one used last.
    pub(super) fn use_row(&mut self, place: u32) {
        self.used.remove(place);
        self.used.push_front(place);
    }

    /// The row that was not used for longest, and is not pinned. Pinned rows are the ones used last.
    pub(super) fn oldest(&self) -> Option<u32> {
        self.used.back().filter(|place| !self.cached(*place).is_pinned)
    }

    /// The clean row that was not used for longest of the `most` oldest.
    pub(super) fn oldest_clean(&self, most: usize) -> Option<u32> {
        let old = std::iter::successors(self.used.back(), |place| self.used.before(*place)).take(most);
        let can_go = |row: &Cached| !row.is_dirty && row.copied == 0 && !row.is_pinned;
        old.into_iter().find(|place| can_go(self.cached(*place)))
    }

    /// The row is newer than in the pool, as of its version, which is no older than any other's.
    pub(super) fn set_dirty(&mut self, place: u32) {
        if self.cached(place).is_dirty {
            self.dirty.remove(place);
        }
        self.dirty.push_back(place);
        self.cached_mut(place).is_dirty = true;
    }

    /// The batch under way is expected to change the row, which is clean. It is dirty from now on, so that its push, which ranks wait for,
    /// need not look for its neighbours.
    pub(super) fn expect(&mut self, place: u32) {
        self.set_dirty(place);
        self.cached_mut(place).is_expected = true;
    }

    /// The batch under way has changed the row.
    pub(super) fn change(&mut self, place: u32) {
        self.cached_mut(place).unwritten += 1;
        self.unwritten += 1;
        if self.cached(place).is_dirty {
            // It is of this batch's version already, since its maintenance.
            self.cached_mut(place).is_expected = false;
        } else {
            self.set_dirty(place);
        }
    }

    /// The batch that was under way has ended: the row may go, and if it was not changed, it is in the pool as it is here.
    pub(super) fn let_go(&mut self, place: u32) {
        let row = self.cached_mut(place);
        row.is_pinned = false;
        if std::mem::take(&mut row.is_expected) {
            self.set_clean(place);
        }
    }

    /// The row is in the pool as it is here.
    pub(super) fn set_clean(&mut self, place: u32) {
        if self.cached(place).is_dirty {
            self.dirty.remove(place);
            self.cached_mut(place).is_dirty = false;
            self.changed.put(place, 0);
        }
    }

    /// Batches that have changed the row since this was asked last: who asks will write it as it is, and say so.
    pub(super) fn take_changes(&mut self, place: u32) -> u32 {
        std::mem::take(&mut self.cached_mut(place).unwritten)
    }

    /// So many changes, of whatever row, were written.
    pub(super) fn wrote(&mut self, changes: u32) {
        self.unwritten -= u64::from(changes);
    }

    /// The batch under way will change the row, which is dirty: it has its place among those that have changed most.
    pub(super) fn rank(&mut self, place: u32) {
        self.changed.put(place, self.cached(place).unwritten + 1);
    }

    /// Of the dirty rows that were [ranked](Self::rank) the one that has changed most since it was written.
    pub(super) fn most_changed(&self) -> Option<u32> {
        self.changed.highest()
    }

    /// The dirty row of the oldest version.
    pub(super) fn oldest_dirty(&self) -> Option<u32> {
        self.dirty.front()
    }

    /// All rows that are dirty, by version.
    pub(super) fn dirty(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.dirty.front(), |place| self.dirty.behind(*place))
    }
}
