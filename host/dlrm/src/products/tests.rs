//! Every product beside the library that made them before, bit for bit: trainings keep theirs.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Slice};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::*;

fn random(draw: &mut Pcg64, rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_simple_fn((rows, columns), || draw.random_range(-1.0..1.0))
}

fn values(matrix: &Array2<f32>) -> &[f32] {
    matrix.as_slice().unwrap()
}

fn features(samples: &Array2<f32>) -> Features {
    Features::from_samples(values(samples), samples.ncols())
}

fn panels(samples: &Array2<f32>) -> Panels {
    Panels::from_features(&features(samples))
}

/// Sample after sample.
fn rows(panels: &Panels) -> Array2<f32> {
    let mut rows = Array2::zeros((panels.samples(), panels.width()));
    for (sample, mut row) in rows.rows_mut().into_iter().enumerate() {
        panels.copy_sample(sample, row.as_slice_mut().unwrap());
    }
    rows
}

fn bits(values: impl IntoIterator<Item = f32>) -> Vec<u32> {
    values.into_iter().map(f32::to_bits).collect()
}

/// The library fuses multiply and add where the processor does; elsewhere its bits are others.
fn library_fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("fma") && is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    cfg!(target_arch = "aarch64")
}

fn check(samples: usize, inputs: usize, outputs: usize, seed: u64) {
    let mut draw = Pcg64::seed_from_u64(seed);
    let (input, weight) = (random(&mut draw, samples, inputs), random(&mut draw, outputs, inputs));
    let gradient = random(&mut draw, samples, outputs);
    let bias = random(&mut draw, 1, outputs);

    let mut expected = Array2::zeros((samples, outputs));
    general_mat_mul(1.0, &input, &weight.t(), 0.0, &mut expected);
    let relu = |value: f32| if value < 0.0 { 0.0 } else { value };
    expected.indexed_iter_mut().for_each(|((_, output), value)| *value = relu(*value + bias[[0, output]]));
    let output = forward(values(&weight), values(&bias), &features(&input), true);
    assert_eq!(bits(output.to_samples()), bits(expected.iter().copied()), "outputs");

    let mut expected = Array2::zeros((samples, inputs));
    general_mat_mul(1.0, &gradient, &weight, 0.0, &mut expected);
    let result = to_input(values(&weight), inputs, &panels(&gradient));
    assert_eq!(bits(rows(&result)), bits(expected.iter().copied()), "gradients of inputs");
    let of_inputs = expected;

    let (mut expected, mut found) = (weight.clone(), weight.clone());
    general_mat_mul(-0.3, &gradient.t(), &input, 1.0, &mut expected);
    step(found.as_slice_mut().unwrap(), &panels(&gradient), &panels(&input), -0.3);
    assert_eq!(bits(found.iter().copied()), bits(expected.iter().copied()), "weights behind a step");
    let mut together = weight.clone();
    let both = to_input_and_step(together.as_slice_mut().unwrap(), &panels(&gradient), &panels(&input), -0.3);
    assert_eq!(bits(together), bits(found.iter().copied()), "weights behind a step in one pass with the gradient");
    assert_eq!(bits(rows(&both)), bits(of_inputs), "gradients of inputs in one pass with a step");

    for some in [0..samples, samples / 3..samples - samples / 4] {
        let slice = Slice::from(some.clone());
        let part = (gradient.slice_axis(Axis(0), slice), input.slice_axis(Axis(0), slice));
        general_mat_mul(1.0, &part.0.t(), &part.1, 0.0, &mut expected);
        weight_gradient(found.as_slice_mut().unwrap(), &panels(&gradient), &panels(&input), some.clone());
        assert_eq!(bits(found.iter().copied()), bits(expected.iter().copied()), "gradients of weights of {some:?}");
        assert_eq!(bits(column_sums(&panels(&gradient), some)), bits(part.0.sum_axis(Axis(0))), "gradients of biases");
    }
}

#[test]
fn products_have_the_bits_of_the_library() {
    if !library_fuses() {
        return;
    }
    // One of everything, whole blocks, whole tiles, and more than is summed at a time; and what RM1 begins and ends with.
    for (samples, inputs, outputs) in [
        (1, 1, 1),
        (16, 8, 8),
        (48, 48, 48),
        (300, 300, 520),
        (128, 13, 96),
        (128, 242, 64),
        (7, 600, 1),
        (257, 3, 1000),
    ] {
        check(samples, inputs, outputs, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn products_of_any_shape_have_them(samples in 1usize..70, inputs in 1usize..300, outputs in 1usize..110, seed: u64) {
        if library_fuses() {
            check(samples, inputs, outputs, seed);
        }
    }
}

#[test]
fn a_sum_of_nothing_is_zero() {
    let mut weight = vec![1.0; 6];
    weight_gradient(&mut weight, &panels(&Array2::ones((4, 2))), &panels(&Array2::ones((4, 3))), 2..2);
    assert_eq!(weight, [0.0; 6]);
}

#[test]
fn relu_lets_through_what_was_positive_or_no_number() {
    let outputs = Array2::from_shape_vec((1, 4), vec![0.0, -0.0, 1.0, f32::NAN]).unwrap();
    let mut gradients = panels(&Array2::from_elem((1, 4), 5.0));
    gradients.through_relu(&panels(&outputs));
    let mut found = [0.0; 4];
    gradients.copy_sample(0, &mut found);
    assert_eq!(found, [0.0, 0.0, 5.0, 5.0]);
}
