//! Lines, words and what tests make of them.

use rust_hdl::prelude::*;

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
