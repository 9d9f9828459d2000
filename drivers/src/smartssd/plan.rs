//! The four programs of a plan, and the waits that order them.

use std::fmt;

use emberlane_registers::kernel_plan::{
    BANK_BITS, Backward, Forward, Load, Move, Place, PlanWord, Program, SLOT_BITS, Side, Word,
};
use rustc_hash::FxHashMap;

/// What the kernel does in an iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// EVs from the cache into banks.
    pub loads: Vec<Word<Load>>,
    /// EVs of forward banks into EOs.
    pub forward: Vec<Word<Forward>>,
    /// Gradients into EVs of backward banks.
    pub backward: Vec<Word<Backward>>,
    /// EVs from backward banks to forward banks and to the cache.
    pub moves: Vec<Word<Move>>,
}

impl Plan {
    /// Words of a program, waits included.
    #[must_use]
    pub fn words(&self, program: Program) -> usize {
        match program {
            Program::Loads => self.loads.len(),
            Program::Forward => self.forward.len(),
            Program::Backward => self.backward.len(),
            Program::Moves => self.moves.len(),
        }
    }

    /// A program as memory holds it.
    #[must_use]
    pub fn encode(&self, program: Program) -> Vec<u32> {
        fn words<const WORDS: usize, T: PlanWord<WORDS>>(program: &[Word<T>]) -> Vec<u32> {
            program.iter().flat_map(|word| word.encode::<WORDS>()).collect()
        }
        match program {
            Program::Loads => words(&self.loads),
            Program::Forward => words(&self.forward),
            Program::Backward => words(&self.backward),
            Program::Moves => words(&self.moves),
        }
    }
}

/// What is left of a plan that was stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Words that were not done; their waits count from there on.
    pub plan: Plan,
    /// Gradients that were used up.
    pub gradients: usize,
    /// Words of each program that were dropped, waits included, by [`Program`].
    pub dropped: [usize; 4],
}

impl Plan {
    /// Gradients that the plan uses.
    #[must_use]
    pub fn gradients(&self) -> usize {
        let done = self.backward.iter().filter_map(Word::work);
        let (ended, open) = done.fold((0, false), |(ended, _), word| (ended + usize::from(word.ends), !word.ends));
        ended + usize::from(open)
    }

    /// Cycles that the plan takes at least, for so many bags, of EVs of so many lines: a word of each program a cycle, and a line of
    /// each port of memory.
    #[must_use]
    pub fn least_cycles(&self, bags: usize, vector_lines: u64) -> u64 {
        let stores = self.moves.iter().filter_map(Word::work).filter(|word| word.store.is_some()).count();
        let loads = self.loads.iter().filter_map(Word::work).count();
        let vectors = [loads, stores, bags, self.gradients()].map(|vectors| vectors as u64 * vector_lines);
        let words = Program::ALL.map(|program| self.words(program) as u64);
        vectors.into_iter().chain(words).max().unwrap_or(0)
    }

    /// What is left when the programs have done so many words, waits not counted, by [`Program`]. `None` if they do not have as many.
    ///
    /// Banks and open sums are to be as they were then: the rest goes on from there.
    #[must_use]
    pub fn rest(&self, done: &[u32; 4]) -> Option<Rest> {
        let [loads, forward, backward, moves] = Program::ALL.map(|program| done[program as usize] as usize);
        let dropped = [
            position_behind(&self.loads, loads)?,
            position_behind(&self.forward, forward)?,
            position_behind(&self.backward, backward)?,
            position_behind(&self.moves, moves)?,
        ];
        let [loads, forward, backward, moves] = dropped;
        let used = self.backward[..backward].iter().filter_map(Word::work);
        let gradients = used.filter(|word| word.ends).count();
        let plan = Self {
            loads: relative(&self.loads[loads..], Program::Loads, done),
            forward: relative(&self.forward[forward..], Program::Forward, done),
            backward: relative(&self.backward[backward..], Program::Backward, done),
            moves: relative(&self.moves[moves..], Program::Moves, done),
        };
        Some(Rest { plan, gradients, dropped })
    }

    /// Index of the word of a program that is done when `done` are, if there is one.
    #[must_use]
    pub fn word_behind(&self, program: Program, done: u32) -> Option<usize> {
        let next = done as usize + 1;
        let end = match program {
            Program::Loads => position_behind(&self.loads, next),
            Program::Forward => position_behind(&self.forward, next),
            Program::Backward => position_behind(&self.backward, next),
            Program::Moves => position_behind(&self.moves, next),
        };
        end.map(|end| end - 1)
    }
}

/// How many words of a program have to be passed to have done `count`.
fn position_behind<T>(words: &[Word<T>], count: usize) -> Option<usize> {
    let Some(last) = count.checked_sub(1) else { return Some(0) };
    let done = words.iter().enumerate().filter(|(_, word)| word.work().is_some());
    done.map(|(index, _)| index + 1).nth(last)
}

/// Words whose waits are for what the other programs do after they have done so much.
fn relative<T: Copy>(words: &[Word<T>], program: Program, done: &[u32; 4]) -> Vec<Word<T>> {
    let before = program.others().map(|other| done[other as usize]);
    let relative = |word: &Word<T>| match *word {
        Word::Wait([first, second, third]) => Word::Wait([
            first.saturating_sub(before[0]),
            second.saturating_sub(before[1]),
            third.saturating_sub(before[2]),
        ]),
        Word::Do(word) => Word::Do(word),
    };
    words.iter().map(relative).collect()
}

/// What two words may meet at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A slot of a bank.
    Bank(Side, Place),
    /// An EV of the cache.
    Cache(u32),
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bank(side, Place { bank, slot }) => {
                let side = match side {
                    Side::Forward => "forward",
                    Side::Backward => "backward",
                };
                write!(formatter, "slot {slot} of {side} bank {bank}")
            }
            Self::Cache(vector) => write!(formatter, "EV {vector} of the cache"),
        }
    }
}

/// Who has used a slot last: words that programs have done, by [`Program`]; 0 is nobody.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    writes: [u32; 4],
    reads: [u32; 4],
}

/// Makes a plan from words in an order in which they could be done one after the other.
///
/// It puts each word into its program, and a wait in front where the word would else overtake one of another program with which
/// it meets at a slot. So the plan does what the words do one after the other, and everything else runs side by side. A
/// plan of ordered words never gets stuck.
///
/// ```
/// use emberlane_drivers::smartssd::PlanBuilder;
/// use emberlane_registers::kernel_plan::{Forward, Load, Place, Side, Word};
///
/// let mut plan = PlanBuilder::default();
/// plan.load(Load { side: Side::Forward, to: Place { bank: 0, slot: 7 }, vector: 1234 });
/// let mut bag = Forward { scale: 0x3f80_0000, first: true, last: true, ..Forward::default() };
/// bag.operands[0][0] = Some(7);
/// plan.forward(bag);
/// let plan = plan.build();
/// assert_eq!(plan.forward, [Word::Wait([1, 0, 0]), Word::Do(bag)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlanBuilder {
    plan: Plan,
    /// Words that each program has, waits not counted.
    done: [u32; 4],
    /// What each program has waited for.
    waited: [[u32; 4]; 4],
    /// Who has used the slots of the banks, by side, bank and slot.
    banks: Vec<Uses>,
    cache: FxHashMap<u32, Uses>,
}

impl PlanBuilder {
    /// Reads an EV of the cache into a bank.
    ///
    /// An EV that an earlier word has stored is in the cache when the iteration is over, not before: it is not to be loaded.
    pub fn load(&mut self, load: Load) {
        let mut needs = [0; 4];
        self.reads(Program::Loads, Slot::Cache(load.vector), &mut needs);
        self.writes(Program::Loads, Slot::Bank(load.side, load.to), &mut needs);
        let wait = self.wait(Program::Loads, needs);
        self.plan.loads.extend(wait.map(Word::Wait).into_iter().chain([Word::Do(load)]));
    }

    /// Adds EVs to a bag.
    pub fn forward(&mut self, word: Forward) {
        let mut needs = [0; 4];
        for (bank, slots) in (0..).zip(word.operands) {
            for slot in slots.into_iter().flatten() {
                self.reads(Program::Forward, Slot::Bank(Side::Forward, Place { bank, slot }), &mut needs);
            }
        }
        let wait = self.wait(Program::Forward, needs);
        self.plan.forward.extend(wait.map(Word::Wait).into_iter().chain([Word::Do(word)]));
    }

    /// Subtracts a gradient from EVs.
    pub fn backward(&mut self, word: Backward) {
        let mut needs = [0; 4];
        for (bank, slot) in (0..).zip(word.operands) {
            if let Some(slot) = slot {
                self.writes(Program::Backward, Slot::Bank(Side::Backward, Place { bank, slot }), &mut needs);
            }
        }
        let wait = self.wait(Program::Backward, needs);
        self.plan.backward.extend(wait.map(Word::Wait).into_iter().chain([Word::Do(word)]));
    }

    /// Moves an EV.
    pub fn move_vector(&mut self, word: Move) {
        let mut needs = [0; 4];
        self.reads(Program::Moves, Slot::Bank(Side::Backward, word.from), &mut needs);
        if let Some(vector) = word.store {
            self.writes(Program::Moves, Slot::Cache(vector), &mut needs);
        }
        if let Some(to) = word.copy {
            self.writes(Program::Moves, Slot::Bank(Side::Forward, to), &mut needs);
        }
        let wait = self.wait(Program::Moves, needs);
        self.plan.moves.extend(wait.map(Word::Wait).into_iter().chain([Word::Do(word)]));
    }

    /// The plan.
    #[must_use]
    pub fn build(self) -> Plan {
        self.plan
    }

    fn uses(&mut self, slot: Slot) -> &mut Uses {
        match slot {
            Slot::Cache(vector) => self.cache.entry(vector).or_default(),
            Slot::Bank(side, Place { bank, slot }) => {
                let bank = (side as usize) << BANK_BITS | usize::from(bank);
                let index = bank << SLOT_BITS | usize::from(slot);
                if self.banks.len() <= index {
                    self.banks.resize(index + 1, Uses::default());
                }
                &mut self.banks[index]
            }
        }
    }

    /// The next word of a program reads a slot; it needs whoever has written it.
    fn reads(&mut self, program: Program, slot: Slot, needs: &mut [u32; 4]) {
        let count = self.done[program as usize] + 1;
        let uses = self.uses(slot);
        uses.reads[program as usize] = count;
        for (need, write) in needs.iter_mut().zip(uses.writes) {
            *need = (*need).max(write);
        }
    }

    /// The next word of a program writes a slot; it needs whoever has used it.
    fn writes(&mut self, program: Program, slot: Slot, needs: &mut [u32; 4]) {
        let count = self.done[program as usize] + 1;
        let uses = self.uses(slot);
        for (need, (read, write)) in needs.iter_mut().zip(uses.reads.into_iter().zip(uses.writes)) {
            *need = (*need).max(read).max(write);
        }
        // Whoever waits for this word waits for those before it, too: it has waited for them.
        *uses = Uses::default();
        uses.writes[program as usize] = count;
    }

    /// The wait that the next word of a program needs, if it has not waited for as much before. Counts the word.
    fn wait(&mut self, program: Program, needs: [u32; 4]) -> Option<[u32; 3]> {
        self.done[program as usize] += 1;
        let waited = &mut self.waited[program as usize];
        let others = program.others();
        if others.iter().all(|other| needs[*other as usize] <= waited[*other as usize]) {
            return None;
        }
        for other in others {
            let waited = &mut waited[other as usize];
            *waited = (*waited).max(needs[other as usize]);
        }
        Some(others.map(|other| waited[other as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: Place = Place { bank: 1, slot: 3 };

    fn load(side: Side, vector: u32) -> Load {
        Load { side, to: SOURCE, vector }
    }

    fn update() -> Backward {
        let mut word = Backward { ends: true, ..Backward::default() };
        word.operands[1] = Some(3);
        word
    }

    #[test]
    fn a_word_waits_for_what_it_meets() {
        let mut plan = PlanBuilder::default();
        plan.load(load(Side::Backward, 7));
        plan.backward(update());
        plan.backward(update());
        plan.move_vector(Move { from: SOURCE, store: Some(7), copy: None });
        // Nothing to wait for: another side.
        plan.load(load(Side::Forward, 8));
        // The slot is free when it was moved out of.
        plan.load(load(Side::Backward, 9));
        let plan = plan.build();
        let waits = |words: &[Word<Load>]| words.iter().map(|word| matches!(word, Word::Wait(_))).collect::<Vec<_>>();
        assert_eq!(waits(&plan.loads), [false, false, true, false]);
        assert_eq!(plan.loads[2], Word::Wait([0, 2, 1]));
        assert_eq!(plan.backward, [Word::Wait([1, 0, 0]), Word::Do(update()), Word::Do(update())]);
        assert_eq!(plan.moves[0], Word::Wait([1, 0, 2]), "the store waits for the load of the EV, too");
    }

    #[test]
    fn the_rest_of_a_plan_waits_for_what_is_left() {
        let mut plan = PlanBuilder::default();
        for vector in 0..3 {
            plan.load(load(Side::Backward, vector));
            plan.backward(Backward { ends: false, ..update() });
            plan.backward(update());
            plan.move_vector(Move { from: SOURCE, store: Some(vector), copy: None });
        }
        let plan = plan.build();
        assert_eq!(plan.gradients(), 3);
        assert_eq!(plan.rest(&[0; 4]), Some(Rest { plan: plan.clone(), ..Rest::default() }));
        // The second EV is here, and half of its first gradient.
        let rest = plan.rest(&[2, 0, 3, 1]).unwrap();
        assert_eq!((rest.gradients, rest.dropped), (1, [3, 0, 5, 2]));
        assert_eq!(rest.plan.gradients(), 2);
        assert_eq!(rest.plan.loads[0], Word::Wait([0, 1, 1]), "for the update and the move that are left");
        assert_eq!(rest.plan.backward[..2], [Word::Do(update()), Word::Wait([1, 0, 0])]);
        // In two steps it is the same.
        let twice = rest.plan.rest(&[1, 0, 1, 1]).unwrap();
        assert_eq!(twice.plan, plan.rest(&[3, 0, 4, 2]).unwrap().plan);
        assert_eq!(plan.rest(&[3, 0, 6, 3]).unwrap().plan, Plan::default());
        assert_eq!(plan.rest(&[4, 0, 0, 0]), None);
        assert_eq!(plan.word_behind(Program::Loads, 1), Some(2));
        assert_eq!(plan.word_behind(Program::Loads, 3), None);
    }

    #[test]
    fn programs_are_as_long_as_their_words() {
        let mut plan = PlanBuilder::default();
        plan.load(load(Side::Backward, 7));
        plan.backward(update());
        let plan = plan.build();
        assert_eq!(Program::ALL.map(|program| plan.words(program)), [1, 0, 2, 0]);
        assert_eq!(Program::ALL.map(|program| plan.encode(program).len()), [4, 0, 8, 0]);
    }
}
