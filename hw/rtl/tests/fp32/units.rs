//! Adder and multiplier against Rust's `f32`, in Rust-HDL's simulator.

use crate::simulation::{Unit, results};
use emberlane_rtl::fp32::{
    ADD_LATENCY, CANONICAL_NAN, Fp32Add, Fp32Multiply, LANES, LeadingZeros, MULTIPLY_LATENCY, VectorAdd, VectorScale,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rust_hdl::prelude::*;

fn canonical(value: f32) -> u32 {
    if value.is_nan() { CANONICAL_NAN } else { value.to_bits() }
}

fn sum(a: u32, b: u32) -> u32 {
    canonical(f32::from_bits(a) + f32::from_bits(b))
}

fn product(a: u32, b: u32) -> u32 {
    canonical(f32::from_bits(a) * f32::from_bits(b))
}

fn check<U: Unit>(operands: &[[u32; 2]], expected: fn(u32, u32) -> u32) {
    for ([a, b], got) in operands.iter().zip(results::<U>(operands)) {
        let want = expected(*a, *b);
        assert_eq!(got, want, "{a:08x} with {b:08x}: got {got:08x}, expected {want:08x}");
    }
}

/// Values at which something changes: zeros, ends of the subnormals and normals, powers of two, ones in every place.
fn corners() -> Vec<u32> {
    let magnitudes = [
        0x0000_0000,
        0x0000_0001,
        0x0000_0002,
        0x0000_0003,
        0x0040_0000,
        0x007F_FFFE,
        0x007F_FFFF,
        0x0080_0000,
        0x0080_0001,
        0x00FF_FFFF,
        0x0100_0000,
        0x0C00_0000,
        0x2000_0000,
        0x3380_0000,
        0x33FF_FFFF,
        0x3400_0000,
        0x3F00_0000,
        0x3F7F_FFFF,
        0x3F80_0000,
        0x3F80_0001,
        0x3FFF_FFFF,
        0x4000_0000,
        0x4B7F_FFFF,
        0x4B80_0000,
        0x7E80_0000,
        0x7F00_0000,
        0x7F7F_FFFE,
        0x7F7F_FFFF,
        0x7F80_0000,
        0x7F80_0001,
        0x7FC0_0000,
        0x7FFF_FFFF,
    ];
    magnitudes.iter().flat_map(|m| [*m, m | 0x8000_0000]).collect()
}

fn corner_pairs() -> Vec<[u32; 2]> {
    let corners = corners();
    corners.iter().flat_map(|a| corners.iter().map(|b| [*a, *b])).collect()
}

#[test]
fn sums_of_corner_values_are_exact() {
    check::<Fp32Add>(&corner_pairs(), sum);
}

#[test]
fn products_of_corner_values_are_exact() {
    check::<Fp32Multiply>(&corner_pairs(), product);
}

fn random_pairs(count: usize, seed: u64) -> Vec<[u32; 2]> {
    eprintln!("seed {seed}");
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    (0..count).map(|_| [rng.random(), rng.random()]).collect()
}

#[test]
fn sums_of_random_values_are_exact() {
    check::<Fp32Add>(&random_pairs(4000, 1), sum);
}

#[test]
fn products_of_random_values_are_exact() {
    check::<Fp32Multiply>(&random_pairs(4000, 2), product);
}

/// One place of the smaller operand is set, at every distance: whatever place is shifted out has to stick.
#[test]
fn every_shifted_place_reaches_the_rounding() {
    let places = |distance: u32| {
        (0..23).flat_map(move |place| {
            let small = (150 - distance) << 23 | 1 << place;
            [[0x4B00_0001, small], [0x4B00_0001, small | 0x8000_0000], [0x4B7F_FFFE, small], [0x4B00_0000, small]]
        })
    };
    check::<Fp32Add>(&(0..60).flat_map(places).collect::<Vec<_>>(), sum);
}

/// All sizes of subnormal factors, times factors that bring the product back among the normal numbers or leave it on the
/// edge.
#[test]
fn every_size_of_subnormal_factor_is_normalised() {
    let sizes = |exponent: u32| {
        (0..23).flat_map(move |place| {
            let one = 1_u32 << place;
            let other = exponent << 23 | 0x2A_AAAB;
            [[one, other], [one | one >> 1, other], [other, 2 * one - 1]]
        })
    };
    check::<Fp32Multiply>(&(100..255).step_by(3).flat_map(sizes).collect::<Vec<_>>(), product);
}

/// Products that become subnormal, shifted right by every distance, with one place set in the lower half.
#[test]
fn every_shifted_place_of_a_product_reaches_the_rounding() {
    let places = |exponent: u32| {
        (0..23).flat_map(move |place| {
            let [a, b] = [40 << 23 | 1 << place, exponent << 23];
            [[a, b], [a, b | 0x40_0000], [b | 1, a], [a | 0x7F_0000, b | 0x7F_FFFF]]
        })
    };
    check::<Fp32Multiply>(&(56..96).flat_map(places).collect::<Vec<_>>(), product);
}

/// What, first operand, second operand, result.
type Named = (&'static str, u32, u32, u32);

fn check_named<U: Unit>(cases: &[Named]) {
    let operands: Vec<[u32; 2]> = cases.iter().map(|(_, a, b, _)| [*a, *b]).collect();
    for ((what, a, b, want), got) in cases.iter().zip(results::<U>(&operands)) {
        assert_eq!(got, *want, "{what}: {a:08x} with {b:08x}: got {got:08x}, expected {want:08x}");
    }
}

#[test]
fn sums_that_have_a_name() {
    check_named::<Fp32Add>(&[
        ("one and one", 0x3F80_0000, 0x3F80_0000, 0x4000_0000),
        ("zeros of both signs", 0x0000_0000, 0x8000_0000, 0x0000_0000),
        ("negative zeros", 0x8000_0000, 0x8000_0000, 0x8000_0000),
        ("cancellation is positive zero", 0xBF80_0000, 0x3F80_0000, 0x0000_0000),
        ("cancellation to the last place", 0x3F80_0001, 0xBF80_0000, 0x3400_0000),
        ("cancellation into the subnormals", 0x0080_0001, 0x8080_0000, 0x0000_0001),
        ("subnormals carry into the normals", 0x007F_FFFF, 0x0000_0001, 0x0080_0000),
        ("smallest normal less smallest subnormal", 0x0080_0000, 0x8000_0001, 0x007F_FFFF),
        ("tie goes down to even", 0x3F80_0000, 0x3380_0000, 0x3F80_0000),
        ("tie goes up to even", 0x3F80_0001, 0x3380_0000, 0x3F80_0002),
        ("just above the tie goes up", 0x3F80_0000, 0x3380_0001, 0x3F80_0001),
        ("just below one", 0x3F80_0000, 0x8000_0001, 0x3F80_0000),
        ("round-up carries into the exponent", 0x3FFF_FFFF, 0x3380_0000, 0x4000_0000),
        ("largest plus half its last place overflows", 0x7F7F_FFFF, 0x7300_0000, 0x7F80_0000),
        ("largest plus less stays", 0x7F7F_FFFF, 0x72FF_FFFF, 0x7F7F_FFFF),
        ("largest twice overflows", 0xFF7F_FFFF, 0xFF7F_FFFF, 0xFF80_0000),
        ("infinity and a number", 0xFF80_0000, 0x7F7F_FFFF, 0xFF80_0000),
        ("infinities of one sign", 0x7F80_0000, 0x7F80_0000, 0x7F80_0000),
        ("infinities of both signs", 0x7F80_0000, 0xFF80_0000, CANONICAL_NAN),
        ("signalling NaN becomes canonical", 0x7F80_0001, 0x3F80_0000, CANONICAL_NAN),
        ("negative NaN with payload becomes canonical", 0x0000_0000, 0xFFC1_2345, CANONICAL_NAN),
        ("NaN and infinity", 0xFF80_0000, 0x7FFF_FFFF, CANONICAL_NAN),
    ]);
}

#[test]
fn products_that_have_a_name() {
    check_named::<Fp32Multiply>(&[
        ("one and a half squared", 0x3FC0_0000, 0x3FC0_0000, 0x4010_0000),
        ("signs", 0xBF80_0000, 0x4049_0FDB, 0xC049_0FDB),
        ("negative zero", 0x8000_0000, 0x4049_0FDB, 0x8000_0000),
        ("zero times a subnormal", 0x0000_0000, 0x8000_0001, 0x8000_0000),
        ("zero times the largest", 0x7F7F_FFFF, 0x0000_0000, 0x0000_0000),
        ("one times the smallest subnormal", 0x0000_0001, 0x3F80_0000, 0x0000_0001),
        ("one times the largest subnormal", 0x3F80_0000, 0x007F_FFFF, 0x007F_FFFF),
        ("smallest subnormal made normal", 0x0000_0001, 0x4B00_0000, 0x0080_0000),
        ("smallest subnormal times the largest", 0x0000_0001, 0x7F7F_FFFF, 0x34FF_FFFF),
        ("half the smallest subnormal ties to zero", 0x0000_0001, 0x3F00_0000, 0x0000_0000),
        ("just above half goes up", 0x0000_0001, 0x3F00_0001, 0x0000_0001),
        ("one and a half ties to two", 0x0000_0003, 0x3F00_0000, 0x0000_0002),
        ("rounds up into the normals", 0x00FF_FFFF, 0x3F00_0000, 0x0080_0000),
        ("subnormals vanish", 0x807F_FFFF, 0x007F_FFFF, 0x8000_0000),
        ("tie goes to even", 0x3F80_0800, 0x3F80_0800, 0x3F80_1000),
        ("round-up carries into the exponent", 0x3F80_0001, 0x3FFF_FFFE, 0x4000_0000),
        ("largest times just above one overflows", 0x7F7F_FFFF, 0x3F80_0001, 0x7F80_0000),
        ("round-up overflows", 0x7F00_0001, 0x3FFF_FFFE, 0x7F80_0000),
        ("overflow far", 0xFF7F_FFFF, 0x7F7F_FFFF, 0xFF80_0000),
        ("infinity times a subnormal", 0x7F80_0000, 0x8000_0001, 0xFF80_0000),
        ("infinity times infinity", 0xFF80_0000, 0xFF80_0000, 0x7F80_0000),
        ("infinity times zero", 0x7F80_0000, 0x8000_0000, CANONICAL_NAN),
        ("NaN times zero", 0xFFC1_2345, 0x0000_0000, CANONICAL_NAN),
        ("NaN times infinity", 0x7F80_0001, 0x7F80_0000, CANONICAL_NAN),
    ]);
}

#[test]
fn leading_zeros_of_every_length() {
    let mut block = LeadingZeros::default();
    block.connect_all();
    for length in 0..=24_u32 {
        for below in [0_u32, 1, 0x55_5555, 0xAA_AAAA, 0xFF_FFFF] {
            let value = if length == 0 { 0 } else { 1 << (length - 1) | below & ((1 << (length - 1)) - 1) };
            block.value.next = u64::from(value).into();
            assert!(simulate(&mut block, 20), "the block does not settle");
            assert_eq!(block.count.val().to_u32(), 24 - length, "{value:06x}");
        }
    }
}

/// Every lane gets its own operands and returns its own result.
#[test]
fn vectors_keep_their_lanes_apart() {
    const CYCLES: usize = 12;
    let operands = random_pairs(CYCLES * LANES, 3);
    let packed = |which: usize, cycle: usize| -> Bits<512> {
        let lanes = operands[cycle * LANES..][..LANES].iter().enumerate();
        lanes.fold(Bits::default(), |vector, (lane, pair)| {
            vector | (Bits::<512>::from(u64::from(pair[which])) << (32 * lane as u64))
        })
    };
    let mut add = VectorAdd::default();
    let mut scale = VectorScale::default();
    add.connect_all();
    scale.connect_all();
    for cycle in 0..CYCLES {
        let factor = operands[cycle * LANES][1];
        for clock in [false, true] {
            add.clock.next = clock.into();
            add.a.next = packed(0, cycle);
            add.b.next = packed(1, cycle);
            scale.clock.next = clock.into();
            scale.vector.next = packed(0, cycle);
            scale.factor.next = u64::from(factor).into();
            assert!(simulate(&mut add, 30) && simulate(&mut scale, 30), "a vector does not settle");
        }
        for lane in 0..LANES {
            if let Some(entered) = (cycle + 1).checked_sub(ADD_LATENCY) {
                let [a, b] = operands[entered * LANES + lane];
                assert_eq!(add.sum.val().get_bits::<32>(32 * lane).to_u32(), sum(a, b), "sum in lane {lane}");
            }
            if let Some(entered) = (cycle + 1).checked_sub(MULTIPLY_LATENCY) {
                let (a, factor) = (operands[entered * LANES + lane][0], operands[entered * LANES][1]);
                let got = scale.product.val().get_bits::<32>(32 * lane).to_u32();
                assert_eq!(got, product(a, factor), "product in lane {lane}");
            }
        }
    }
}
