//! The plan of an iteration: what the SmartSSD's embedding kernel does, as four programs.
//!
//! A program is a list of words that one sequencer of the kernel takes in order. The four run side by side, and each says
//! what it has done by a counter that starts at 0 with the plan:
//!
//! | program | a word | its counter goes up when |
//! |---|---|---|
//! | [`LOADS`](Program::Loads) | reads one embedding vector (EV) from the cache into a bank | the bank holds it |
//! | [`FORWARD`](Program::Forward) | adds up to two EVs of every forward bank to the embedding output (EO) of a bag | they are read |
//! | [`BACKWARD`](Program::Backward) | subtracts a gradient from up to one EV of every backward bank | the bank holds them |
//! | [`MOVES`](Program::Moves) | takes an EV from a backward bank to a forward bank, to the cache, or both | it is there, or on its way to the cache |
//!
//! The kernel knows nothing of what an EV is; where order matters between programs, a *wait* says so: it lets its program go
//! on when the other three counters have reached what it names. So whoever plans decides the order, and a plan in which every
//! read of a bank's slot waits for what was written there gives the same bits whatever the memory's delays are. A plan whose
//! programs all wait is refused as stuck.
//!
//! A store to the cache counts when it is on its way, and a read of memory may overtake it: an EV that a plan stores is not loaded
//! again in that plan.
//!
//! # Order of addition
//! * Forward: `eo = +0`, then for every word of the bag in order `eo = eo + tree`, then `eo * scale`. `tree` adds neighbours:
//!   the two EVs of each bank, then banks 0 and 1, 2 and 3, .., then pairs of these, and so on; one without a neighbour goes up as
//!   it is, and an operand that is not there is -0, which changes no sum. Words of up to [`ACCUMULATORS`] bags may
//!   take turns.
//! * Backward: `ev = ev - gradient` for every gradient in order, one after the other. The gradient is what the optimiser makes
//!   of it: the GPU has multiplied it by the learning rate, and by the bag's scale, when it made the copy that the kernel reads.
//!
//! # Words
//! Bits, the first the lowest. A wait has bit [`WAIT`](Program::wait_bit), the highest, and three numbers of 32 bits from bit 0 on.
//!
//! | program | bits | fields | wait for |
//! |---|---|---|---|
//! | loads | 128 | slot 10, bank 3, side 1 (0 forward, 1 backward); from 32: EV 32 | forward, backward, moves |
//! | forward | 256 | 16 operands of 11: slot 10, used 1, operand `2 b + p` is port `p` of bank `b`; from 176: scale 32 (FP32), bag 20, accumulator 3, first 1, last 1 | loads, backward, moves |
//! | backward | 128 | 8 operands of 11: slot 10, used 1; from 88: last word of its gradient 1 | loads, forward, moves |
//! | moves | 128 | slot 10, bank 3, to the cache 1, to a forward bank 1; from 16: its slot 10, bank 3; from 32: EV 32 | loads, forward, backward |

use crate::table::enumeration;

/// Slots of a bank, each of which holds one EV.
pub const SLOTS: u64 = 1 << SLOT_BITS;
/// Bits of the number of a slot.
pub const SLOT_BITS: usize = 10;
/// Banks of a side at most.
pub const MAX_BANKS: usize = 8;
/// Adders of the backward banks of a kernel with so many banks a side and EVs of so many lines: one a bank for EVs of one line, one for two
/// banks for longer ones. Bank `b` from this number on is updated by the adder of the bank as many before it, in every other cycle.
///
/// A gradient comes a line a cycle, so that of an EV of two lines or more takes at least the two cycles that a word for all banks then takes.
#[must_use]
pub const fn adders(banks: usize, lines: usize) -> usize {
    if lines == 1 { banks } else { banks.div_ceil(2) }
}
/// Bits of the number of a bank.
pub const BANK_BITS: usize = 3;
/// Bits of an operand: a slot, and above it whether it is used.
pub const OPERAND_BITS: usize = SLOT_BITS + 1;
/// Lines of a program, or of gradients, that are buffered or on their way (2 to the power of this): those of a round trip to a peer.
pub const LOG_STREAM_LINES: usize = 7;
/// Sums of bags that may be open.
pub const ACCUMULATORS: usize = 1 << ACCUMULATOR_BITS;
/// Bits of the number of an accumulator.
pub const ACCUMULATOR_BITS: usize = 3;
/// Bits of the number of a bag.
pub const BAG_BITS: usize = 20;
/// Bits of a forward word.
pub const FORWARD_BITS: usize = 256;
/// Bits of the words of the other programs.
pub const WORD_BITS: usize = 128;

/// Place of the scale in a forward word.
pub const SCALE_LSB: usize = 2 * MAX_BANKS * OPERAND_BITS;
/// Place of the bag in a forward word.
pub const BAG_LSB: usize = SCALE_LSB + 32;
/// Place of the accumulator in a forward word.
pub const ACCUMULATOR_LSB: usize = BAG_LSB + BAG_BITS;
/// Place of "first of its bag" in a forward word.
pub const FIRST_BIT: usize = ACCUMULATOR_LSB + ACCUMULATOR_BITS;
/// Place of "last of its bag" in a forward word.
pub const LAST_BIT: usize = FIRST_BIT + 1;
/// Place of "last of its gradient" in a backward word.
pub const ENDS_BIT: usize = MAX_BANKS * OPERAND_BITS;
/// Place of the bank in words of loads and moves; the slot is below it.
pub const BANK_LSB: usize = SLOT_BITS;
/// Place of the side in a word of loads.
pub const SIDE_BIT: usize = BANK_LSB + BANK_BITS;
/// Place of "to the cache" in a word of moves.
pub const STORE_BIT: usize = SIDE_BIT;
/// Place of "to a forward bank" in a word of moves.
pub const COPY_BIT: usize = STORE_BIT + 1;
/// Place of the forward bank's slot in a word of moves; its bank is above it.
pub const TARGET_LSB: usize = 16;
/// Place of the EV in words of loads and moves.
pub const VECTOR_LSB: usize = 32;

// Fields do not meet.
const _: () = assert!(LAST_BIT < Program::Forward.wait_bit() && ENDS_BIT < Program::Backward.wait_bit());
const _: () =
    assert!(SIDE_BIT < VECTOR_LSB && COPY_BIT < TARGET_LSB && TARGET_LSB + SLOT_BITS + BANK_BITS <= VECTOR_LSB);

/// A program of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
pub enum Program {
    /// EVs from the cache into banks.
    Loads,
    /// EVs of forward banks into EOs.
    Forward,
    /// Gradients into EVs of backward banks.
    Backward,
    /// EVs from backward banks to forward banks and to the cache.
    Moves,
}

impl Program {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Loads, Self::Forward, Self::Backward, Self::Moves];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loads => "loads",
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Moves => "moves",
        }
    }

    /// Bits of its words.
    #[must_use]
    pub const fn word_bits(self) -> usize {
        if matches!(self, Self::Forward) { FORWARD_BITS } else { WORD_BITS }
    }

    /// Bit that makes a word a wait.
    #[must_use]
    pub const fn wait_bit(self) -> usize {
        self.word_bits() - 1
    }

    /// The other programs, in the order in which a wait names their counters.
    #[must_use]
    pub const fn others(self) -> [Self; 3] {
        match self {
            Self::Loads => [Self::Forward, Self::Backward, Self::Moves],
            Self::Forward => [Self::Loads, Self::Backward, Self::Moves],
            Self::Backward => [Self::Loads, Self::Forward, Self::Moves],
            Self::Moves => [Self::Loads, Self::Forward, Self::Backward],
        }
    }
}

enumeration! {
    /// Why the kernel has stopped, or has not begun; 0: neither.
    KernelError {
        Bank = 1: "A word names a bank that there is not.";
        Vector = 2: "A word names an EV past the end of the cache.";
        Bag = 3: "A word names a bag past the end of the batch.";
        Gradient = 4: "A word needs a gradient more than there are.";
        Stuck = 5: "Every program that is not over waits.";
        Read = 6: "The memory answered a read of a program, an EV or a gradient with an error.";
        Write = 7: "The memory answered a write with an error.";
        Busy = 8: "The doorbell rang while an iteration was under way, which goes on.";
        UnknownCommand = 9: "The doorbell's value is no command.";
        Layout = 10: "TX buffers, cache and DRAM do not fit, or the outputs do not fit into a TX buffer.";
    }
}

/// A side of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Whose EVs are added up.
    Forward,
    /// Whose EVs are updated.
    Backward,
}

/// A slot of a bank of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Bank, below [`MAX_BANKS`].
    pub bank: u8,
    /// Slot, below [`SLOTS`].
    pub slot: u16,
}

/// A word of the loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Side of the bank.
    pub side: Side,
    /// Where the EV goes.
    pub to: Place,
    /// Number of the EV in the cache.
    pub vector: u32,
}

/// A word of the forward program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forward {
    /// Slots, by bank and port.
    pub operands: [[Option<u16>; 2]; MAX_BANKS],
    /// What the sum is multiplied by, if this is the last word of the bag: FP32 bits.
    pub scale: u32,
    /// Number of the bag.
    pub bag: u32,
    /// Where its sum is kept.
    pub accumulator: u8,
    /// First word of the bag: the sum starts from +0.
    pub first: bool,
    /// Last word of the bag: the sum is the EO.
    pub last: bool,
}

/// A word of the backward program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backward {
    /// Slots, by bank.
    pub operands: [Option<u16>; MAX_BANKS],
    /// The next word takes the next gradient.
    pub ends: bool,
}

/// A word of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the EV is, on the backward side.
    pub from: Place,
    /// Number of the EV in the cache to which it is written.
    pub store: Option<u32>,
    /// Where it goes on the forward side.
    pub copy: Option<Place>,
}

/// A word, or a wait for the counters of the [other](Program::others) programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<T> {
    /// Something to do.
    Do(T),
    /// Go on when the counters have reached these values.
    Wait([u32; 3]),
}

/// Puts `width` bits of `value` at bit `lsb` of little-endian words.
const fn place<const WORDS: usize>(mut words: [u32; WORDS], lsb: usize, value: u64) -> [u32; WORDS] {
    let (word, shift) = (lsb / 32, lsb % 32);
    let value = (value as u128) << shift;
    words[word] |= value as u32;
    if word + 1 < WORDS {
        words[word + 1] |= (value >> 32) as u32;
    }
    words
}

/// The `width` bits, at most 32, at bit `lsb`.
const fn take<const WORDS: usize>(words: &[u32; WORDS], lsb: usize, width: usize) -> u32 {
    let (word, shift) = (lsb / 32, lsb % 32);
    let above = if word + 1 < WORDS { words[word + 1] } else { 0 };
    let value = ((words[word] as u64) | ((above as u64) << 32)) >> shift;
    (value & ((1 << width) - 1)) as u32
}

/// A word of a program, as memory holds it: little-endian words of 32 bits.
pub trait PlanWord<const WORDS: usize>: Sized {
    /// Its program.
    const PROGRAM: Program;

    /// As memory holds it.
    fn encode(&self) -> [u32; WORDS];

    /// From memory; bits that mean nothing are ignored.
    fn decode(words: &[u32; WORDS]) -> Self;
}

impl<T> Word<T> {
    /// What there is to do; `None` for a wait.
    pub const fn work(&self) -> Option<&T> {
        match self {
            Self::Do(word) => Some(word),
            Self::Wait(_) => None,
        }
    }

    /// As memory holds it.
    pub fn encode<const WORDS: usize>(&self) -> [u32; WORDS]
    where
        T: PlanWord<WORDS>,
    {
        match self {
            Self::Do(word) => word.encode(),
            Self::Wait(counters) => {
                let words = place([0; WORDS], T::PROGRAM.wait_bit(), 1);
                let mut index = 0;
                counters.iter().fold(words, |words, counter| {
                    index += 1;
                    place(words, 32 * (index - 1), *counter as u64)
                })
            }
        }
    }

    /// From memory.
    pub fn decode<const WORDS: usize>(words: &[u32; WORDS]) -> Self
    where
        T: PlanWord<WORDS>,
    {
        if take(words, T::PROGRAM.wait_bit(), 1) == 1 {
            Self::Wait([words[0], words[1], words[2]])
        } else {
            Self::Do(T::decode(words))
        }
    }
}

impl Place {
    fn put<const WORDS: usize>(self, words: [u32; WORDS], lsb: usize) -> [u32; WORDS] {
        place(place(words, lsb, self.slot as u64), lsb + SLOT_BITS, self.bank as u64)
    }

    fn get<const WORDS: usize>(words: &[u32; WORDS], lsb: usize) -> Self {
        Self { bank: take(words, lsb + SLOT_BITS, BANK_BITS) as u8, slot: take(words, lsb, SLOT_BITS) as u16 }
    }
}

fn put_operand<const WORDS: usize>(words: [u32; WORDS], index: usize, slot: Option<u16>) -> [u32; WORDS] {
    let bits = slot.map_or(0, |slot| slot as u64 | SLOTS);
    place(words, index * OPERAND_BITS, bits)
}

fn operand<const WORDS: usize>(words: &[u32; WORDS], index: usize) -> Option<u16> {
    let bits = take(words, index * OPERAND_BITS, OPERAND_BITS);
    (u64::from(bits) >= SLOTS).then_some((u64::from(bits) % SLOTS) as u16)
}

impl PlanWord<4> for Load {
    const PROGRAM: Program = Program::Loads;

    fn encode(&self) -> [u32; 4] {
        let words = place(self.to.put([0; 4], 0), SIDE_BIT, self.side as u64);
        place(words, VECTOR_LSB, self.vector as u64)
    }

    fn decode(words: &[u32; 4]) -> Self {
        let side = if take(words, SIDE_BIT, 1) == 1 { Side::Backward } else { Side::Forward };
        Self { side, to: Place::get(words, 0), vector: take(words, VECTOR_LSB, 32) }
    }
}

impl PlanWord<8> for Forward {
    const PROGRAM: Program = Program::Forward;

    fn encode(&self) -> [u32; 8] {
        let mut words = [0; 8];
        for (index, slot) in self.operands.iter().flatten().enumerate() {
            words = put_operand(words, index, *slot);
        }
        words = place(words, SCALE_LSB, self.scale as u64);
        words = place(words, BAG_LSB, self.bag as u64);
        words = place(words, ACCUMULATOR_LSB, self.accumulator as u64);
        place(place(words, FIRST_BIT, self.first as u64), LAST_BIT, self.last as u64)
    }

    fn decode(words: &[u32; 8]) -> Self {
        let mut operands = [[None; 2]; MAX_BANKS];
        for (index, slot) in operands.iter_mut().flatten().enumerate() {
            *slot = operand(words, index);
        }
        Self {
            operands,
            scale: take(words, SCALE_LSB, 32),
            bag: take(words, BAG_LSB, BAG_BITS),
            accumulator: take(words, ACCUMULATOR_LSB, ACCUMULATOR_BITS) as u8,
            first: take(words, FIRST_BIT, 1) == 1,
            last: take(words, LAST_BIT, 1) == 1,
        }
    }
}

impl PlanWord<4> for Backward {
    const PROGRAM: Program = Program::Backward;

    fn encode(&self) -> [u32; 4] {
        let mut words = [0; 4];
        for (index, slot) in self.operands.iter().enumerate() {
            words = put_operand(words, index, *slot);
        }
        place(words, ENDS_BIT, self.ends as u64)
    }

    fn decode(words: &[u32; 4]) -> Self {
        let mut operands = [None; MAX_BANKS];
        for (index, slot) in operands.iter_mut().enumerate() {
            *slot = operand(words, index);
        }
        Self { operands, ends: take(words, ENDS_BIT, 1) == 1 }
    }
}

impl PlanWord<4> for Move {
    const PROGRAM: Program = Program::Moves;

    fn encode(&self) -> [u32; 4] {
        let mut words = self.from.put([0; 4], 0);
        if let Some(vector) = self.store {
            words = place(place(words, STORE_BIT, 1), VECTOR_LSB, vector as u64);
        }
        if let Some(to) = self.copy {
            words = to.put(place(words, COPY_BIT, 1), TARGET_LSB);
        }
        words
    }

    fn decode(words: &[u32; 4]) -> Self {
        let store = take(words, STORE_BIT, 1) == 1;
        let copy = take(words, COPY_BIT, 1) == 1;
        Self {
            from: Place::get(words, 0),
            store: store.then(|| take(words, VECTOR_LSB, 32)),
            copy: copy.then(|| Place::get(words, TARGET_LSB)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_from_memory() {
        let place = |bank, slot| Place { bank, slot };
        for (side, vector) in [(Side::Forward, 0), (Side::Backward, u32::MAX)] {
            let load = Word::Do(Load { side, to: place(7, 1023), vector });
            assert_eq!(Word::decode(&load.encode()), load);
        }
        let mut forward = Forward {
            scale: 0x3e80_0000,
            bag: (1 << BAG_BITS) - 1,
            accumulator: 7,
            first: true,
            last: true,
            ..Forward::default()
        };
        for index in 0..2 * MAX_BANKS {
            forward.operands[index / 2][index % 2] = (index % 3 != 0).then_some(1023 - 60 * index as u16);
            let word = Word::Do(Forward { last: index % 2 == 0, ..forward });
            assert_eq!(Word::decode(&word.encode()), word);
        }
        let mut backward = Backward { ends: true, ..Backward::default() };
        for (index, operand) in backward.operands.iter_mut().enumerate() {
            *operand = (index != 2).then_some(1023 - 100 * index as u16);
        }
        assert_eq!(Word::decode(&Word::Do(backward).encode()), Word::Do(backward));
        for store in [None, Some(0), Some(u32::MAX)] {
            for copy in [None, Some(place(5, 1023)), Some(place(0, 0))] {
                let word = Word::Do(Move { from: place(3, 512), store, copy });
                assert_eq!(Word::decode(&word.encode()), word);
            }
        }
    }

    #[test]
    fn a_wait_is_no_word() {
        let counters = [u32::MAX, 7, 1 << 31];
        let wait = Word::<Forward>::Wait(counters);
        assert_eq!(Word::decode(&wait.encode::<8>()), wait);
        let wait = Word::<Load>::Wait(counters);
        assert_eq!(Word::decode(&wait.encode::<4>()), wait);
        let all = Forward { operands: [[Some(1023); 2]; 8], bag: 0xf_ffff, accumulator: 7, ..Forward::default() };
        let full = Word::Do(Forward { scale: u32::MAX, first: true, last: true, ..all });
        assert!(matches!(Word::<Forward>::decode(&full.encode::<8>()), Word::Do(_)));
    }
}
