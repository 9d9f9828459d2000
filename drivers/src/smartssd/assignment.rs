//! Which EV is in which slot of which bank.

use std::collections::BTreeMap;

use emberlane_registers::kernel_plan::{
    ACCUMULATORS, BAG_BITS, Backward, Forward, Load, MAX_BANKS, Move, Place, SLOTS, Side,
};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::plan::{Plan, PlanBuilder};

/// EVs that are pooled together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    /// Numbers of its EVs in the cache, repeats kept.
    pub vectors: Vec<u32>,
    /// FP32 bits of what the sum is multiplied by.
    pub scale: u32,
}

/// Why an iteration has no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AssignmentError {
    /// More EVs are in use at once than a side has slots.
    #[error(
        "{side:?} banks: all {slots} slots hold EVs that are in use; make the batch smaller, or take a kernel of more banks"
    )]
    Full {
        /// The side.
        side: Side,
        /// Its slots.
        slots: usize,
    },
    /// A kernel that there is not.
    #[error("a side has 1 to {MAX_BANKS} banks, not {banks}")]
    Banks {
        /// Banks of a side.
        banks: usize,
    },
    /// The plan has no number for a bag.
    #[error("the iteration has {bags} bags; a plan numbers {} at most", 1 << BAG_BITS)]
    Bags {
        /// Bags of the iteration.
        bags: usize,
    },
}

/// How often bags name each EV.
fn uses(bags: &[Bag]) -> FxHashMap<u32, u32> {
    let mut uses = FxHashMap::default();
    bags.iter().flat_map(|bag| &bag.vectors).for_each(|vector| *uses.entry(*vector).or_default() += 1);
    uses
}

/// Of an EV that was counted: it is used once more. Says whether that was the last time.
fn use_up(uses: &mut FxHashMap<u32, u32>, vector: u32) -> bool {
    let left = uses.get_mut(&vector).expect("it was counted");
    *left -= 1;
    let last = *left == 0;
    if last {
        uses.remove(&vector);
    }
    last
}

/// Where an EV is, and how many came to its side before it.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    place: Place,
    number: u64,
}

/// One side's banks.
#[derive(Clone, Debug)]
struct Banks {
    side: Side,
    arrivals: FxHashMap<u32, Arrival>,
    /// EVs that came so far.
    came: u64,
    /// Slots that hold nothing, by bank.
    free: Vec<Vec<u16>>,
    /// EVs of each bank that nothing in the iteration needs any more, the one that came first in front.
    idle: Vec<BTreeMap<u64, u32>>,
    /// Bank at which the search for a place for the next EV begins.
    next: usize,
}

impl Banks {
    fn new(side: Side, banks: usize) -> Self {
        let free = (0..banks).map(|_| (0..SLOTS as u16).rev().collect()).collect();
        Self { side, arrivals: FxHashMap::default(), came: 0, free, idle: vec![BTreeMap::new(); banks], next: 0 }
    }

    /// An iteration begins that uses these EVs.
    fn begin(&mut self, uses: &FxHashMap<u32, u32>) {
        self.idle.iter_mut().for_each(BTreeMap::clear);
        for (vector, arrival) in &self.arrivals {
            if !uses.contains_key(vector) {
                self.idle[usize::from(arrival.place.bank)].insert(arrival.number, *vector);
            }
        }
    }

    /// Where an EV is.
    fn find(&self, vector: u32) -> Option<Place> {
        self.arrivals.get(&vector).map(|arrival| arrival.place)
    }

    /// Gives an EV that is needed a place, round robin, in a bank that `fits` if there is one. An EV that is idle makes room.
    fn place(&mut self, vector: u32, fits: impl Fn(usize) -> bool) -> Result<Place, AssignmentError> {
        let banks = self.free.len();
        let turn = |step: usize| (self.next + step) % banks;
        let candidates = (0..banks).map(turn).filter(|bank| fits(*bank)).chain((0..banks).map(turn));
        let mut found = None;
        for bank in candidates {
            if let Some(slot) = self.free[bank].pop() {
                found = Some((bank, slot));
                break;
            }
            if let Some((_, other)) = self.idle[bank].pop_first() {
                let arrival = self.arrivals.remove(&other).expect("an EV of a bank has a place");
                found = Some((bank, arrival.place.slot));
                break;
            }
        }
        let full = AssignmentError::Full { side: self.side, slots: banks * SLOTS as usize };
        let (bank, slot) = found.ok_or(full)?;
        self.next = (bank + 1) % banks;
        self.came += 1;
        let place = Place { bank: bank as u8, slot };
        self.arrivals.insert(vector, Arrival { place, number: self.came });
        Ok(place)
    }

    /// Nothing needs the EV any more; it stays until another needs its slot.
    fn leave(&mut self, vector: u32) {
        if let Some(Arrival { place, number }) = self.arrivals.get(&vector) {
            self.idle[usize::from(place.bank)].insert(*number, vector);
        }
    }

    /// The EV is not here any more.
    fn drop(&mut self, vector: u32) {
        if let Some(Arrival { place, number }) = self.arrivals.remove(&vector) {
            let bank = usize::from(place.bank);
            self.idle[bank].remove(&number);
            self.free[bank].push(place.slot);
        }
    }
}

/// Where the EVs on the chip are, from iteration to iteration.
///
/// An iteration applies gradients to the EVs of one batch and adds up those of another, which finds them updated. An EV goes to
/// the next bank whose ports the word that needs it leaves free; it stays until another needs its slot. An EV that all its
/// gradients were applied to goes to the cache at once, and to the forward side if it is needed there.
#[derive(Clone, Debug)]
pub struct BankAssignment {
    /// Banks of a side.
    banks: usize,
    forward: Banks,
    backward: Banks,
}

impl BankAssignment {
    /// Of a kernel with so many banks a side, 1 to [`MAX_BANKS`]; of any other there are no plans.
    #[must_use]
    pub fn new(banks: usize) -> Self {
        let room = banks.min(MAX_BANKS);
        Self { banks, forward: Banks::new(Side::Forward, room), backward: Banks::new(Side::Backward, room) }
    }

    /// These numbers of the cache stand for other EVs from the next iteration on: movements have replaced what was there.
    pub fn forget(&mut self, vectors: impl IntoIterator<Item = u32>) {
        for vector in vectors {
            self.forward.drop(vector);
            self.backward.drop(vector);
        }
    }

    /// The plan of an iteration: gradients for `backward`, a bag each, and EOs of `forward`.
    ///
    /// # Errors
    /// No such kernel, too many bags, and more EVs in use at once than slots; what is where is not known then any more.
    pub fn plan(&mut self, backward: &[Bag], forward: &[Bag]) -> Result<Plan, AssignmentError> {
        if !(1..=MAX_BANKS).contains(&self.banks) {
            return Err(AssignmentError::Banks { banks: self.banks });
        }
        if forward.len() > 1 << BAG_BITS {
            return Err(AssignmentError::Bags { bags: forward.len() });
        }
        let mut plan = PlanBuilder::default();
        // Gradients that an EV still waits for, and bags that still need it.
        let (mut pending, mut pooled) = (uses(backward), uses(forward));
        // EVs that wait for gradients are newer here than in the cache.
        self.backward.begin(&pending);
        self.forward.begin(&pooled);
        let (mut gradients, mut groups) = (backward.iter(), forward.chunks(ACCUMULATORS).enumerate().peekable());
        loop {
            // A group of bags, once all of its EVs are updated; a gradient meanwhile.
            let updated = |bag: &Bag| bag.vectors.iter().all(|vector| !pending.contains_key(vector));
            let group = groups.next_if(|(_, bags)| bags.iter().all(updated));
            let gradient = gradients.next();
            if let Some(bag) = gradient {
                self.update(&mut plan, bag, &mut pending, &pooled)?;
            }
            if let Some((number, bags)) = group {
                self.pool(&mut plan, number * ACCUMULATORS, bags, &mut pooled)?;
            }
            if gradient.is_none() && group.is_none() {
                return Ok(plan.build());
            }
        }
    }

    fn update(
        &mut self,
        plan: &mut PlanBuilder,
        bag: &Bag,
        pending: &mut FxHashMap<u32, u32>,
        pooled: &FxHashMap<u32, u32>,
    ) -> Result<(), AssignmentError> {
        let mut words = vec![Backward::default()];
        for &vector in &bag.vectors {
            let place = match self.backward.find(vector) {
                Some(place) => place,
                None => {
                    let word = words.last().expect("there is one");
                    let fits = |bank: usize| word.operands[bank].is_none();
                    let to = self.backward.place(vector, fits)?;
                    plan.load(Load { side: Side::Backward, to, vector });
                    to
                }
            };
            let bank = usize::from(place.bank);
            let word = words.iter_mut().find(|word| word.operands[bank].is_none());
            match word {
                Some(word) => word.operands[bank] = Some(place.slot),
                None => {
                    let mut word = Backward::default();
                    word.operands[bank] = Some(place.slot);
                    words.push(word);
                }
            }
        }
        words.last_mut().expect("there is one").ends = true;
        words.into_iter().for_each(|word| plan.backward(word));
        for &vector in &bag.vectors {
            if !use_up(pending, vector) {
                continue;
            }
            let copy = if pooled.contains_key(&vector) {
                Some(match self.forward.find(vector) {
                    Some(place) => place,
                    None => self.forward.place(vector, |_| true)?,
                })
            } else {
                self.forward.drop(vector);
                None
            };
            let from = self.backward.find(vector).expect("it was just updated");
            plan.move_vector(Move { from, store: Some(vector), copy });
            self.backward.leave(vector);
        }
        Ok(())
    }

    fn pool(
        &mut self,
        plan: &mut PlanBuilder,
        first: usize,
        bags: &[Bag],
        pooled: &mut FxHashMap<u32, u32>,
    ) -> Result<(), AssignmentError> {
        let mut of_bags = Vec::new();
        for (index, bag) in bags.iter().enumerate() {
            let empty = Forward {
                scale: bag.scale,
                bag: (first + index) as u32,
                accumulator: index as u8,
                ..Forward::default()
            };
            let mut words = vec![empty];
            for &vector in &bag.vectors {
                let place = match self.forward.find(vector) {
                    Some(place) => place,
                    None => {
                        let word = words.last().expect("there is one");
                        let fits = |bank: usize| word.operands[bank].contains(&None);
                        let to = self.forward.place(vector, fits)?;
                        plan.load(Load { side: Side::Forward, to, vector });
                        to
                    }
                };
                let bank = usize::from(place.bank);
                let word = match words.iter().position(|word| word.operands[bank].contains(&None)) {
                    Some(word) => word,
                    None => {
                        words.push(empty);
                        words.len() - 1
                    }
                };
                let port = words[word].operands[bank].iter_mut().find(|port| port.is_none()).expect("one is free");
                *port = Some(place.slot);
            }
            words[0].first = true;
            words.last_mut().expect("there is one").last = true;
            of_bags.push(words);
        }
        let longest = of_bags.iter().map(Vec::len).max().unwrap_or(0);
        for word in 0..longest {
            of_bags.iter().filter_map(|words| words.get(word)).for_each(|word| plan.forward(*word));
        }
        for &vector in bags.iter().flat_map(|bag| &bag.vectors) {
            if use_up(pooled, vector) {
                self.forward.leave(vector);
            }
        }
        Ok(())
    }
}
