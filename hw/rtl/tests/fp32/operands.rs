//! Operands that hit what an FP32 unit can get wrong, and the results that Rust's `f32` gives for them.

use emberlane_rtl::fp32::CANONICAL_NAN;
use rand::Rng;

/// An FP32 operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add,
    /// Product.
    Multiply,
}

impl Operation {
    /// The result of the host, NaN made canonical.
    pub fn expected(self, [a, b]: [u32; 2]) -> u32 {
        let (a, b) = (f32::from_bits(a), f32::from_bits(b));
        let result = match self {
            Self::Add => a + b,
            Self::Multiply => a * b,
        };
        if result.is_nan() { CANONICAL_NAN } else { result.to_bits() }
    }

    /// A pair of operands, of a kind that is drawn too.
    pub fn operands(self, rng: &mut impl Rng) -> [u32; 2] {
        let pair = match rng.random_range(0..8) {
            0 => [rng.random(), rng.random()],
            1 => [special(rng), if rng.random() { special(rng) } else { rng.random() }],
            2 => [structured(rng), structured(rng)],
            3 => [subnormal(rng), if rng.random() { subnormal(rng) } else { structured(rng) }],
            _ => match self {
                Self::Add => add_operands(rng),
                Self::Multiply => multiply_operands(rng),
            },
        };
        if rng.random() { pair } else { [pair[1], pair[0]] }
    }
}

fn add_operands(rng: &mut impl Rng) -> [u32; 2] {
    match rng.random_range(0..4) {
        0 => near_cancellation(rng),
        1 => halfway_sum(rng),
        2 => {
            // Exponents up to 30 apart, where alignment and sticky bit work.
            let a = structured(rng);
            let exponent = (a >> 23 & 0xFF).saturating_sub(rng.random_range(0..30));
            [a, pack(rng.random(), exponent, fraction(rng))]
        }
        _ => {
            // Around the largest finite number.
            let sign = rng.random();
            [
                pack(sign, rng.random_range(252..255), fraction(rng)),
                pack(sign, rng.random_range(228..255), fraction(rng)),
            ]
        }
    }
}

fn multiply_operands(rng: &mut impl Rng) -> [u32; 2] {
    match rng.random_range(0..4) {
        0 => halfway_product(rng),
        1 => {
            // Products around the smallest normal and the smallest subnormal number.
            let exponent = rng.random_range(1..128);
            let other = (127 - exponent + rng.random_range(0..32_u32)).saturating_sub(28);
            [pack(rng.random(), exponent, fraction(rng)), pack(rng.random(), other, fraction(rng))]
        }
        2 => {
            // Products around the largest finite number.
            let exponent = rng.random_range(127..255);
            let other = (381 + rng.random_range(0..4_u32) - exponent - 2).min(254);
            [pack(rng.random(), exponent, fraction(rng)), pack(rng.random(), other, fraction(rng))]
        }
        _ => {
            // A subnormal brought back among the normal numbers, or nearly.
            [subnormal(rng), pack(rng.random(), rng.random_range(100..255), fraction(rng))]
        }
    }
}

/// A number and nearly its negation: the leading bits cancel.
fn near_cancellation(rng: &mut impl Rng) -> [u32; 2] {
    let a = structured(rng);
    let magnitude = a & 0x7FFF_FFFF;
    let neighbour = match rng.random_range(0..4) {
        0 => magnitude,
        1 => magnitude.wrapping_add(rng.random_range(0..8)).wrapping_sub(4),
        2 => magnitude ^ rng.random::<u32>() >> rng.random_range(8..32),
        _ => {
            let exponent = (magnitude >> 23).saturating_add_signed(rng.random_range(-2..=2));
            exponent << 23 | fraction(rng)
        }
    };
    [a, (neighbour & 0x7FFF_FFFF) | (!a & 0x8000_0000)]
}

/// Operands whose sum lies on, or next to, the middle of two representable numbers.
fn halfway_sum(rng: &mut impl Rng) -> [u32; 2] {
    let a = structured(rng);
    let distance = rng.random_range(22..28);
    let exponent = (a >> 23 & 0xFF).saturating_sub(distance);
    // One bit, or the upper ones of few, or one bit and the last place.
    let fraction = match rng.random_range(0..3) {
        0 => 0,
        1 => rng.random_range(0..8) << 20,
        _ => rng.random_range(0..3),
    };
    [a, pack(rng.random(), exponent, fraction)]
}

/// Operands whose product lies on, or next to, the middle of two representable numbers.
fn halfway_product(rng: &mut impl Rng) -> [u32; 2] {
    // Odd factors of m and n bits have an odd product of m + n or m + n - 1 bits; with 25 bits it is a tie.
    let bits = rng.random_range(2..24);
    let odd = |rng: &mut _, bits: u32| -> u32 {
        let lower: u32 = Rng::random_range(rng, 0..1_u32 << (bits - 1));
        1 << (bits - 1) | lower | 1
    };
    let other = (rng.random_range(25..27_u32) - bits).max(1);
    let [a, b] = [odd(rng, bits), odd(rng, other)].map(|significand| {
        let fraction = (significand << (significand.leading_zeros() - 8)) & 0x7F_FFFF;
        pack(rng.random(), rng.random_range(40..200), fraction)
    });
    [a, if rng.random_range(0..4) == 0 { b ^ 1 } else { b }]
}

fn pack(sign: bool, exponent: u32, fraction: u32) -> u32 {
    u32::from(sign) << 31 | exponent << 23 | fraction
}

/// A fraction: random, sparse, or with long runs of equal bits, which is where carries travel far.
fn fraction(rng: &mut impl Rng) -> u32 {
    let run = |rng: &mut dyn rand::RngCore| 0x7F_FFFF_u32 >> (rng.next_u32() % 24) << (rng.next_u32() % 24);
    let value = match rng.random_range(0..6) {
        0 => rng.random(),
        1 => 1 << rng.random_range(0..23),
        2 => run(rng),
        3 => !run(rng),
        4 => run(rng) ^ 1 << rng.random_range(0..23),
        _ => rng.random_range(0..4_u32).wrapping_sub(2),
    };
    value & 0x7F_FFFF
}

/// A finite number or not, with a fraction that is not just random.
fn structured(rng: &mut impl Rng) -> u32 {
    pack(rng.random(), rng.random_range(0..256), fraction(rng))
}

fn subnormal(rng: &mut impl Rng) -> u32 {
    pack(rng.random(), 0, fraction(rng) >> rng.random_range(0..23))
}

/// Zeros, ends of the ranges, powers of two next to one, infinities, NaNs.
fn special(rng: &mut impl Rng) -> u32 {
    const MAGNITUDES: [u32; 20] = [
        0x0000_0000,
        0x0000_0001,
        0x0000_0002,
        0x0040_0000,
        0x007F_FFFF,
        0x0080_0000,
        0x0080_0001,
        0x00FF_FFFF,
        0x0100_0000,
        0x3F7F_FFFF,
        0x3F80_0000,
        0x3F80_0001,
        0x4000_0000,
        0x7E80_0000,
        0x7F00_0000,
        0x7F7F_FFFF,
        0x7F80_0000,
        0x7F80_0001,
        0x7FC0_0000,
        0x7FFF_FFFF,
    ];
    MAGNITUDES[rng.random_range(0..MAGNITUDES.len())] | rng.random_range(0..2_u32) << 31
}
