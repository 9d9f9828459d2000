//! Lines, words and what tests make of them.

use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// A line of 64 bytes.
pub type Line = [u32; 16];

/// Words as the bits of a port, the first in the lowest.
pub fn to_bits<const WIDTH: usize>(words: &[u32]) -> Bits<WIDTH> {
    assert_eq!(WIDTH, 32 * words.len(), "words of {WIDTH} bits");
    words.iter().rev().fold(Bits::default(), |bits: Bits<WIDTH>, &word| {
        let word: Bits<32> = u64::from(word).into();
        (bits << 32) | bit_cast::<WIDTH, 32>(word)
    })
}

/// The words of a port.
pub fn to_words<const WIDTH: usize>(bits: Bits<WIDTH>) -> Vec<u32> {
    (0..WIDTH / 32)
        .map(|lane| {
            let word: u64 = bits.get_bits::<32>(32 * lane).into();
            u32::try_from(word).expect("32 bits")
        })
        .collect()
}

/// The words of a line.
pub fn from_bits(bits: Bits<512>) -> Line {
    to_words(bits).try_into().expect("16 words")
}

/// Bits as a number.
pub fn number<const WIDTH: usize>(bits: Bits<WIDTH>) -> u64 {
    bits.into()
}

/// Chances in eight of a thing to happen, drawn anew now and then.
pub struct Rate {
    eighths: u32,
    /// Cycles until it changes.
    left: usize,
}

impl Rate {
    /// Always.
    pub fn always() -> Self {
        Self { eighths: 8, left: usize::MAX }
    }

    /// Never.
    pub fn never() -> Self {
        Self { eighths: 0, left: usize::MAX }
    }

    /// With a chance that changes, from always to not at all for a while.
    pub fn changing() -> Self {
        Self { eighths: 8, left: 0 }
    }

    /// Whether it happens in this cycle.
    pub fn draw(&mut self, random: &mut Pcg64) -> bool {
        if self.left == 0 {
            self.left = random.random_range(1..100);
            self.eighths = [8, 8, 6, 4, 2, 1, 0][random.random_range(0..7)];
        }
        self.left -= 1;
        random.random_ratio(self.eighths, 8)
    }
}

/// What is handed over one by one, each offered until it is taken.
pub struct Source<T> {
    /// What is to come, the one offered first.
    pub items: VecDeque<T>,
    offered: bool,
    rate: Rate,
}

impl<T> Source<T> {
    /// A source of these, at a rate.
    pub fn new(items: impl IntoIterator<Item = T>, rate: Rate) -> Self {
        Self { items: items.into_iter().collect(), offered: false, rate }
    }

    /// What is offered in this cycle.
    pub fn offer(&mut self, random: &mut Pcg64) -> Option<&T> {
        self.offered |= !self.items.is_empty() && self.rate.draw(random);
        if self.offered { self.items.front() } else { None }
    }

    /// It is taken.
    pub fn take(&mut self) -> T {
        assert!(self.offered, "taken without an offer");
        self.offered = false;
        self.items.pop_front().expect("what was offered")
    }
}
