//! Mutations of inputs, from a seed.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

/// Bytes of the longest input.
const LONGEST: usize = 1 << 14;
/// What numbers in text become.
const NUMBERS: [&str; 16] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-320",
    "nan",
    "inf",
    "-0.0",
    "99999999999999999999999999999999",
];
/// What words of four or eight bytes become.
const WORDS: [u64; 10] = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 1 << 32, i64::MAX as u64, u64::MAX];

/// An input like one of a corpus.
pub(super) fn mutated(corpus: &[Vec<u8>], random: &mut Pcg64Mcg) -> Vec<u8> {
    let mut input = corpus.choose(random).cloned().unwrap_or_default();
    let steps = 1 + random.random_range(0..4) * random.random_range(0..2);
    for _ in 0..steps {
        step(&mut input, corpus, random);
        input.truncate(LONGEST);
    }
    input
}

fn step(input: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Pcg64Mcg) {
    let length = input.len();
    if length == 0 {
        input.extend((0..random.random_range(1..9)).map(|_| random.random::<u8>()));
        return;
    }
    let at = random.random_range(0..length);
    // Most parts are short, some are anything.
    let longest = if random.random_ratio(1, 4) { length - at } else { 16.min(length - at) };
    let end = at + random.random_range(1..=longest);
    match random.random_range(0..12) {
        0 => input[at] ^= 1 << random.random_range(0..8),
        1 => input[at] = random.random(),
        2 => input[at] = *b"\0\x01\xff\x7f\x80 \n\t\",.[]{}=-#".choose(random).expect("some bytes"),
        3 => {
            let bytes: Vec<u8> = (0..random.random_range(1..9)).map(|_| random.random()).collect();
            input.splice(at..at, bytes);
        }
        4 => drop(input.drain(at..end)),
        5 => {
            let part = input[at..end].to_vec();
            let times = if random.random_ratio(1, 8) { 50 } else { 1 };
            let to = random.random_range(0..=length);
            input.splice(to..to, part.repeat(times));
        }
        6 => input.truncate(at),
        7 => {
            let other = corpus.choose(random).expect("it is not empty");
            let from = random.random_range(0..=other.len());
            input.splice(at.., other[from..].iter().copied());
        }
        8 => {
            let other = corpus.choose(random).expect("it is not empty");
            let from = random.random_range(0..=other.len());
            let to = other.len().min(from + random.random_range(0..64usize));
            input.splice(at..end, other[from..to].iter().copied());
        }
        9 | 10 => replace_number(input, at, random),
        _ => {
            let word = WORDS.choose(random).expect("some words").wrapping_sub(u64::from(random.random_ratio(1, 4)));
            let bytes = [1, 2, 4, 8].choose(random).expect("some sizes");
            let end = length.min(at + bytes);
            input[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
        }
    }
}

/// Puts an extreme in place of the first number in text behind a place.
fn replace_number(input: &mut Vec<u8>, at: usize, random: &mut Pcg64Mcg) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = input[at..].iter().position(is_digit).map(|digit| at + digit) else { return };
    let end = input[start..].iter().position(|byte| !is_digit(byte)).map_or(input.len(), |digits| start + digits);
    let number = NUMBERS.choose(random).expect("some numbers");
    input.splice(start..end, number.bytes());
}
