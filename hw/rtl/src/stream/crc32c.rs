//! CRC-32C of lines or words.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// The polynomial of CRC-32C (RFC 3720), reflected.
const POLYNOMIAL: u32 = 0x82f6_3b78;
/// Bits of the value.
const BITS: usize = 32;

/// The CRC-32C of a stream of words of `WIDTH` bits, byte 0 first: a word a cycle.
///
/// CRC is linear over single bits: the value after a word is a parity of some bits of the word and of the value before.
/// The word's part goes through a register of its own.
///
/// * Latency: two cycles from `word_valid` to `value`; `settled` says that no word is on its way.
/// * Throughput: a word a cycle. It never stalls.
#[derive(LogicBlock)]
pub struct Crc32c<const WIDTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Begins a new value, as reset does; a word in the same cycle is not counted.
    pub clear: Signal<In, Bit>,
    /// A word.
    pub word: Signal<In, Bits<WIDTH>>,
    /// There is one.
    pub word_valid: Signal<In, Bit>,
    /// The CRC of all words that came two cycles ago or earlier.
    pub value: Signal<Out, Bits<BITS>>,
    /// That is of all words.
    pub settled: Signal<Out, Bit>,
    state: DFF<Bits<BITS>>,
    part: DFF<Bits<BITS>>,
    part_valid: DFF<Bit>,
    of_word: [Signal<Local, Bits<BITS>>; BITS],
    of_state: [Signal<Local, Bits<BITS>>; BITS],
    word_bits: [Constant<Bits<WIDTH>>; BITS],
    state_bits: [Constant<Bits<BITS>>; BITS],
    none: Constant<Bits<BITS>>,
    ones: Constant<Bits<BITS>>,
    about: About<Self>,
}

/// The value after one bit.
const fn shift(state: u32, bit: u32) -> u32 {
    if (state ^ bit) & 1 == 1 { state >> 1 ^ POLYNOMIAL } else { state >> 1 }
}

/// The value after a word of `width` bits in which one bit is set, or none.
fn after_word(width: usize, mut state: u32, set: Option<usize>) -> u32 {
    for bit in 0..width {
        state = shift(state, u32::from(set == Some(bit)));
    }
    state
}

/// For every bit of the value, the inputs whose parity it is; `effects` has the value that each input alone leaves.
fn parities<const INPUTS: usize>(effects: &[u32]) -> [Constant<Bits<INPUTS>>; BITS] {
    std::array::from_fn(|bit| {
        let inputs = effects.iter().rev().fold(Bits::<INPUTS>::default(), |inputs, effect| {
            let has = u64::from(effect >> bit & 1);
            (inputs << 1) | Bits::<INPUTS>::from(has)
        });
        Constant::new(inputs)
    })
}

impl<const WIDTH: usize> Default for Crc32c<WIDTH> {
    fn default() -> Self {
        let of_word: Vec<u32> = (0..WIDTH).map(|bit| after_word(WIDTH, 0, Some(bit))).collect();
        let of_state: Vec<u32> = (0..BITS).map(|bit| after_word(WIDTH, 1 << bit, None)).collect();
        crate::defaults! {
            [clock clear word word_valid value settled state part part_valid about]
            [of_word of_state]
            word_bits: parities::<WIDTH>(&of_word),
            state_bits: parities::<BITS>(&of_state),
            none: Constant::new(0.into()),
            ones: Constant::new(u64::from(u32::MAX).into()),
        }
    }
}

impl<const WIDTH: usize> Describe for Crc32c<WIDTH> {
    fn name() -> String {
        format!("crc32c_w{WIDTH}")
    }

    fn description() -> &'static str {
        "CRC-32C of a stream of words. Two cycles; a word a cycle; never stalls."
    }
}

impl<const WIDTH: usize> Logic for Crc32c<WIDTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, part, part_valid);
        for i in 0..BITS {
            if i == 0 {
                self.of_word[i].next =
                    self.none.val().replace_bit(i, (self.word.val() & self.word_bits[i].val()).xor());
                self.of_state[i].next =
                    self.none.val().replace_bit(i, (self.state.q.val() & self.state_bits[i].val()).xor());
            } else {
                self.of_word[i].next =
                    self.of_word[i - 1].val().replace_bit(i, (self.word.val() & self.word_bits[i].val()).xor());
                self.of_state[i].next =
                    self.of_state[i - 1].val().replace_bit(i, (self.state.q.val() & self.state_bits[i].val()).xor());
            }
        }
        self.part.d.next = self.of_word[31].val();
        self.part_valid.d.next = self.word_valid.val();
        if self.part_valid.q.val() {
            self.state.d.next = self.of_state[31].val() ^ self.part.q.val();
        }
        self.value.next = !self.state.q.val();
        self.settled.next = !self.part_valid.q.val();
        if self.clear.val() {
            self.state.d.next = self.ones.val();
            self.part_valid.d.next = false;
        }
    }
}
