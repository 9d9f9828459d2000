//! Adder and multiplier against Rust's `f32`, in Rust-HDL's simulator.

use super::simulation::{Unit, results};
use super::{CANONICAL_NAN, Fp32Add, Fp32Multiply};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

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

fn random_pairs(count: usize) -> Vec<[u32; 2]> {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    (0..count).map(|_| [rng.random(), rng.random()]).collect()
}

#[test]
fn sums_of_random_values_are_exact() {
    check::<Fp32Add>(&random_pairs(4000), sum);
}

#[test]
fn products_of_random_values_are_exact() {
    check::<Fp32Multiply>(&random_pairs(4000), product);
}
