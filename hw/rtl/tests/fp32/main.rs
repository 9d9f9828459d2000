//! FP32 adder and multiplier, exported and Verilated, against vectors of Berkeley TestFloat and against Rust's `f32`.
//!
//! The units run as they do in the design, a pair of operands in every cycle, with idle cycles of garbage in between.

mod bench;
mod operands;
mod simulation;
mod units;

use bench::{Bench, Cycle};
use operands::Operation;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

const RANDOM_PAIRS: u64 = 10_000_000;

fn random(test: &str, seed: u64) -> Pcg64Mcg {
    eprintln!("{test}: seed {seed}");
    Pcg64Mcg::seed_from_u64(seed)
}

/// Before every sixteenth pair, on average, an idle cycle with random operands.
fn with_idle_cycles(
    mut rng: Pcg64Mcg,
    mut next: impl FnMut(&mut Pcg64Mcg) -> Option<Cycle>,
) -> impl Iterator<Item = Cycle> {
    std::iter::from_fn(
        move || {
            if rng.random_range(0..16) == 0 { Some(Cycle::Idle(rng.random())) } else { next(&mut rng) }
        },
    )
}

fn random_results_are_exact(operation: Operation, seed: u64) {
    let bench = Bench::of(operation);
    let mut left = RANDOM_PAIRS;
    let cycles = with_idle_cycles(random(&format!("random pairs, {operation:?}"), seed), move |rng| {
        left = left.checked_sub(1)?;
        let operands = operation.operands(rng);
        Some(Cycle::Checked { operands, expected: operation.expected(operands) })
    });
    assert_eq!(bench.run(cycles), RANDOM_PAIRS);
}

#[test]
fn random_sums_are_exact() {
    random_results_are_exact(Operation::Add, 1);
}

#[test]
fn random_products_are_exact() {
    random_results_are_exact(Operation::Multiply, 2);
}

/// Operands and results of a file of TestFloat: lines of `a b result flags`, hexadecimal.
fn testfloat(file: &Path) -> Vec<([u32; 2], u32)> {
    let mut text = Vec::new();
    let mut compressed = BufReader::new(File::open(file).expect("the file of vectors can be read"));
    lzma_rs::xz_decompress(&mut compressed, &mut text).expect("the file of vectors is xz-compressed");
    let text = String::from_utf8(text).expect("vectors are text");
    text.lines()
        .map(|line| {
            let words: Vec<u32> = line
                .split_whitespace()
                .map(|word| u32::from_str_radix(word, 16).expect("vectors are hexadecimal"))
                .collect();
            let [a, b, result, _flags] = words[..] else { panic!("not a vector: {line}") };
            ([a, b], result)
        })
        .collect()
}

fn testfloat_results_are_exact(operation: Operation, file: &str, seed: u64) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle/testfloat").join(file);
    if !file.is_file() {
        eprintln!("skipped: {} is not there", file.display());
        return;
    }
    let vectors = testfloat(&file);
    assert_eq!(vectors.len(), 46_464, "{} is not complete", file.display());
    let bench = Bench::of(operation);
    let mut rest = vectors.iter();
    let cycles = with_idle_cycles(random(&format!("TestFloat, {operation:?}"), seed), move |_| {
        rest.next().map(|(operands, expected)| Cycle::Checked { operands: *operands, expected: *expected })
    });
    assert_eq!(bench.run(cycles), 46_464);
}

#[test]
fn sums_of_testfloat_are_exact() {
    testfloat_results_are_exact(Operation::Add, "f32_add.level1.txt.xz", 3);
}

#[test]
fn products_of_testfloat_are_exact() {
    testfloat_results_are_exact(Operation::Multiply, "f32_mul.level1.txt.xz", 4);
}
