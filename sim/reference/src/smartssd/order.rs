//! Whether the waits of a plan order what must be ordered.
//!
//! Every program has a clock: how far it knows each program, itself included, to be. A wait takes over what the programs that
//! it waits for knew when they had come that far. Two uses of a slot of which one writes must know of each other; then the
//! plan gives the same bits whatever the delays are.

use emberlane_drivers::smartssd::Slot;
use emberlane_registers::kernel_plan::Program;
use rustc_hash::FxHashMap;

use super::plan_error::PlanError;

/// How many words each program has done, by [`Program`].
type Clock = [u32; 4];

/// Who has used a slot last.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    write: Option<(Program, u32)>,
    /// The last read of each program.
    reads: Clock,
}

/// What the programs know of each other.
#[derive(Debug, Default)]
pub(super) struct Order {
    now: [Clock; 4],
    /// What a program knew after each of its words.
    then: [Vec<Clock>; 4],
    uses: FxHashMap<Slot, Uses>,
}

impl Order {
    /// Words that the programs have done.
    pub(super) fn counters(&self) -> Clock {
        Program::ALL.map(|program| self.now[program as usize][program as usize])
    }

    /// A program has waited for these values of the counters of the others.
    pub(super) fn waited(&mut self, program: Program, counters: [u32; 3]) {
        for (other, count) in program.others().into_iter().zip(counters) {
            // Of count 0 there is nothing to know.
            let Some(index) = count.checked_sub(1) else { continue };
            let known = self.then[other as usize][index as usize];
            for (mine, theirs) in self.now[program as usize].iter_mut().zip(known) {
                *mine = (*mine).max(theirs);
            }
        }
    }

    /// A program reads a slot in its next word.
    pub(super) fn reads(&mut self, program: Program, slot: Slot) -> Result<(), PlanError> {
        let knows = self.now[program as usize];
        let uses = self.uses.entry(slot).or_default();
        if let Some((writer, count)) = uses.write {
            // Who waits for a store to the cache knows that it is on its way, not that it is there.
            let on_its_way = matches!(slot, Slot::Cache(_));
            if on_its_way || knows[writer as usize] < count {
                return Err(PlanError::Race { slot, program, other: writer, count });
            }
        }
        uses.reads[program as usize] = knows[program as usize] + 1;
        Ok(())
    }

    /// A program writes a slot in its next word.
    pub(super) fn writes(&mut self, program: Program, slot: Slot) -> Result<(), PlanError> {
        let knows = self.now[program as usize];
        let uses = self.uses.entry(slot).or_default();
        let mut before = Program::ALL.into_iter().zip(uses.reads).chain(uses.write);
        if let Some((other, count)) = before.find(|(other, count)| *other != program && knows[*other as usize] < *count)
        {
            return Err(PlanError::Race { slot, program, other, count });
        }
        *uses = Uses { write: Some((program, knows[program as usize] + 1)), reads: Clock::default() };
        Ok(())
    }

    /// A program has done a word.
    pub(super) fn did(&mut self, program: Program) {
        let knows = &mut self.now[program as usize];
        knows[program as usize] += 1;
        self.then[program as usize].push(*knows);
    }
}
