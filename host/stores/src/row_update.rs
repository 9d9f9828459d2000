//! What a batch's gradients do to one row: the order of arithmetic that every store in software follows.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;

use crate::row_store::RowShape;

/// Updates a row, weights and state, with the gradients of the bags that name it, each with its bag's scale, in the order of the
/// bags, repeats kept.
///
/// SGD: `w = w - (rate * (scale * g))` for one gradient after the other, every product and difference rounded, as the devices do it.
/// Adagrad sums the scaled gradients first, from +0, and takes one step; `sum` is scratch of a row's weights.
#[inline(always)]
pub fn update_row<'g>(
    step: UpdateRule,
    shape: RowShape,
    row: &mut [f32],
    gradients: impl Iterator<Item = (&'g [f32], f32)>,
    sum: &mut [f32],
) {
    let (weights, state) = row.split_at_mut(shape.dimension);
    let rate = step.learning_rate;
    if step.optimizer == Optimizer::Sgd {
        for (gradient, scale) in gradients {
            for (weight, gradient) in weights.iter_mut().zip(gradient) {
                *weight -= rate * (scale * gradient);
            }
        }
        return;
    }
    sum.fill(0.0);
    for (gradient, scale) in gradients {
        for (sum, gradient) in sum.iter_mut().zip(gradient) {
            *sum += scale * gradient;
        }
    }
    adagrad(step, weights, state, sum);
}

/// One step; `gradient` is summed over the batch.
#[inline(always)]
fn adagrad(step: UpdateRule, weights: &mut [f32], state: &mut [f32], gradient: &[f32]) {
    let (rate, epsilon) = (step.learning_rate, step.epsilon());
    if step.optimizer == Optimizer::RowwiseAdagrad {
        let mean = gradient.iter().map(|g| g * g).sum::<f32>() / gradient.len() as f32;
        state[0] += mean;
        let divisor = state[0].sqrt() + epsilon;
        weights.iter_mut().zip(gradient).for_each(|(weight, g)| *weight -= rate * g / divisor);
    } else {
        for ((weight, square), g) in weights.iter_mut().zip(state).zip(gradient) {
            *square += g * g;
            *weight -= rate * g / (square.sqrt() + epsilon);
        }
    }
}
