//! What a batch moves: rows between the caches, to files and from there, and what that takes in the media.

use std::time::Instant;

use emberlane_models::memories::Access;
use emberlane_stores::{ChargedFor, RowKey};

use super::{Planned, TieredRows, Workspace, packed, unpacked};
use crate::arena::AHEAD;
use crate::block::BlockWork;
use crate::error::TierError;
use crate::hierarchy::Step;
use crate::lanes::Done;
use crate::manifest::{Moved, Traffic};
use crate::media::{Accesses, Memory};

/// The name that rows which are read beside training are asked for with: no batch has it.
const BESIDE: u64 = u64::MAX;

impl Planned {
    /// A part of its rows has come.
    fn has_come(&mut self, at: Instant) {
        self.parts -= 1;
        self.came = self.came.max(Some(at));
    }
}

impl TieredRows {
    /// Makes room for the rows of a batch, and asks for those that are not there.
    pub(super) fn plan(&mut self, keys: &[RowKey]) -> Result<Planned, TierError> {
        let (start, before) = (self.media.now(), self.traffic);
        let mut work = std::mem::take(&mut self.workspace);
        work.packed.clear();
        work.packed.extend(keys.iter().map(packed));
        self.hierarchy.plan_into(&work.packed, &mut work.plan);
        self.arena.grow(self.hierarchy.slots());
        self.move_rows(keys, &mut work);
        self.charge_caches(start, before, ChargedFor::Moves);
        // Whoever asks for one of these rows from now on finds it.
        self.charge_writes(|store| store.block.set(&work.gone, &work.values))?;
        self.reads.gets += work.asked.len() as u64;
        let mut planned = self.spare.pop().unwrap_or_default();
        planned.number = u64::from(work.plan.number);
        planned.due = self.charge_reads(&work.asked);
        planned.parts = self.lanes.ask(planned.number, &work.asked, &work.slots, &self.initial);
        planned.keys.clear();
        planned.keys.extend_from_slice(keys);
        std::mem::swap(&mut planned.slots, &mut work.plan.slots);
        planned.came = None;
        self.workspace = work;
        Ok(planned)
    }

    /// Does what a plan says with the values of rows.
    fn move_rows(&mut self, keys: &[RowKey], work: &mut Workspace) {
        work.clear();
        let Workspace { plan, read, written, gone, values, asked, slots, .. } = work;
        for (place, step) in plan.steps.iter().enumerate() {
            if place % AHEAD == 0 {
                self.arena.bring_near(plan.steps[place..].iter().take(AHEAD).flat_map(|step| step.slots()));
            }
            match *step {
                Step::Move { from, to } => {
                    self.arena.copy(from, to);
                    read.push(from);
                    written.push(to);
                }
                Step::Swap { one, other } => {
                    self.arena.swap(one, other);
                    read.extend([one, other]);
                    written.extend([one, other]);
                }
                Step::Write { key, from } => {
                    gone.push(unpacked(key));
                    values.extend_from_slice(self.arena.row(from));
                    read.push(from);
                }
                Step::Fetch { index, to } => {
                    asked.push(keys[index]);
                    slots.push(to);
                    written.push(to);
                }
            }
        }
        let capacities = self.hierarchy.capacities();
        self.traffic.count(read, capacities, [1, 0]);
        self.traffic.count(written, capacities, [0, 1]);
    }

    /// Waits until all rows of a batch have come.
    pub(super) fn arrive(&mut self, mut planned: Planned) -> Result<Planned, TierError> {
        while planned.parts > 0 {
            let part = self.lanes.wait()?;
            if part.batch == planned.number {
                planned.has_come(part.at);
            } else if let Some(other) = self.announced.iter_mut().find(|other| other.number == part.batch) {
                other.has_come(part.at);
            }
            self.take(part)?;
        }
        Ok(planned)
    }

    /// Waits until all rows that were asked for have come.
    pub(super) fn arrive_all(&mut self) -> Result<(), TierError> {
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
    pub(super) fn read_piece(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), TierError> {
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

    /// Rows of the caches, and beside them, that training has moved since `start` are charged, and waited for.
    pub(super) fn charge_caches(&mut self, start: u64, before: Traffic, purpose: ChargedFor) {
        let now = self.traffic;
        let moved = |now: Moved, before: Moved| [now.read - before.read, now.written - before.written];
        let (dram, beside) = (moved(now.dram, before.dram), moved(now.beside, before.beside));
        // What is kept beside the caches is in DRAM.
        let dram = [dram[0] + beside[0], dram[1] + beside[1]];
        let scm = moved(now.scm, before.scm);
        self.charge_rows(start, [(Memory::Dram, dram), (Memory::Scm, scm)], purpose);
    }

    /// Charges rows that were read and written since `start`, and waits for them.
    pub(crate) fn charge_rows(
        &mut self,
        start: u64,
        moved: impl IntoIterator<Item = (Memory, [u64; 2])>,
        purpose: ChargedFor,
    ) {
        let (done, bytes) = (Instant::now(), 4 * self.settings.shape.width() as u64);
        let mut due = Vec::new();
        for (memory, [read, written]) in moved {
            for (access, count) in [(Access::Read, read), (Access::Write, written)] {
                let accesses = Accesses { purpose, access, count, bytes, depth: None };
                due.extend(self.media.charge(memory, start, accesses));
            }
        }
        self.media.wait(due, done);
    }

    /// Now, as the store's clock has it.
    pub(crate) fn now(&self) -> u64 {
        self.media.now()
    }

    /// Does something that may write files, and charges what it did. It is not waited for; what is read behind it is.
    pub(super) fn charge_writes(&mut self, work: impl FnOnce(&Self) -> Result<(), TierError>) -> Result<(), TierError> {
        let (start, before) = (self.media.now(), self.block.work());
        work(self)?;
        let after = self.block.work();
        let BlockWork { read, written, bytes } = after;
        for (access, count) in [(Access::Read, read - before.read), (Access::Write, written - before.written)] {
            let accesses = Accesses { purpose: ChargedFor::WriteBack, access, count, bytes, depth: Some(1) };
            // Nobody waits for its end.
            let _ = self.media.charge(Memory::Ssd, start, accesses);
        }
        Ok(())
    }

    /// Charges reads of those rows that are in files.
    fn charge_reads(&mut self, asked: &[RowKey]) -> Option<crate::media::Due> {
        let (count, bytes) = self.block.reads(asked);
        let (purpose, depth) = (ChargedFor::Fetch, Some(self.settings.lanes as u64));
        let accesses = Accesses { purpose, access: Access::Read, count, bytes, depth };
        self.media.charge(Memory::Ssd, self.media.now(), accesses)
    }
}
