//! A training step that is shared out: each worker has some slices of a batch, and the gradients of all slices move everybody's parameters.

use std::ops::Range;

use emberlane_data::Batch;

use crate::products::{Features, Panels};
use crate::{Dlrm, Loss, UpdateRule, binary_cross_entropy_of, slices_of};

/// What some slices of a batch say.
#[derive(Clone, Debug)]
pub struct Share {
    /// Loss of their samples; its mean is their part of that of the batch.
    pub loss: Loss,
    /// Of each slice, the gradients of all parameters, in the order of [`Dlrm::parameters_mut`].
    pub slices: Vec<Vec<f32>>,
    /// The gradient of every pooled vector.
    pub pooled: Vec<f32>,
}

/// The slices that worker `worker` of `workers` has of a batch of so many samples: as many as every other.
///
/// # Panics
/// When the slices cannot be shared equally.
#[must_use]
pub fn shares_of(samples: usize, slices: usize, worker: usize, workers: usize) -> Vec<Range<usize>> {
    assert!(worker < workers && slices.is_multiple_of(workers), "{slices} slices for {workers} workers");
    let each = slices / workers;
    slices_of(samples, slices).skip(worker * each).take(each).collect()
}

impl Dlrm {
    /// The forward and the backward pass over some samples of a batch, cut into `slices`; moves nothing. The batch has `all` samples.
    ///
    /// Slices summed from the first to the last are the gradients with which [`train`](Self::train) moves the parameters.
    ///
    /// # Panics
    /// When the lengths do not match the model.
    #[must_use]
    pub fn share(&self, samples: &Batch, pooled: &[f32], slices: &[Range<usize>], all: usize) -> Share {
        if samples.samples() == 0 {
            let loss = binary_cross_entropy_of(&[], &[], all);
            return Share { loss, slices: vec![vec![0.0; self.parameters()]; slices.len()], pooled: Vec::new() };
        }
        let forward = self.forward(&samples.dense, pooled);
        let loss = binary_cross_entropy_of(&forward.logits(), &samples.labels, all);
        let logits = Panels::from_column(&loss.gradient);
        let (top, to_interaction) = self.top.gradients(&forward.interaction, &forward.top, logits, slices, true);
        let to_interaction = to_interaction.expect("the gradient of the input was asked for");
        let (to_bottom, pooled) = self.backward_interaction(&forward, pooled, &to_interaction);
        let dense = Features::from_samples(&samples.dense, self.bottom.inputs());
        let (bottom, _) = self.bottom.gradients(&dense, &forward.bottom, to_bottom, slices, false);
        let of_slice = |slice: usize| {
            let mut flat = Vec::with_capacity(self.parameters());
            for layer in bottom.iter().chain(&top) {
                let (weight, bias) = &layer[slice];
                flat.extend(weight.iter().chain(bias));
            }
            flat
        };
        Share { loss, slices: (0..slices.len()).map(of_slice).collect(), pooled }
    }

    /// How many parameters the MLPs have.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let layers = self.bottom.layers.iter().chain(&self.top.layers);
        layers.map(|layer| layer.weight.len() + layer.bias.len()).sum()
    }

    /// Moves every parameter against the gradients of all of them, in the order of [`parameters_mut`](Self::parameters_mut).
    ///
    /// # Panics
    /// With another number of gradients than of parameters.
    pub fn step(&mut self, gradients: &[f32], step: UpdateRule) {
        assert_eq!(gradients.len(), self.parameters(), "gradients of all parameters");
        let mut rest = gradients;
        for layer in self.bottom.layers.iter_mut().chain(&mut self.top.layers) {
            let (weight, behind) = rest.split_at(layer.weight.len());
            let (bias, behind) = behind.split_at(layer.bias.len());
            rest = behind;
            layer.step(weight, bias, step);
        }
    }
}

#[cfg(test)]
mod tests {
    use emberlane_experiment::{Experiment, Optimizer};
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn model() -> Dlrm {
        let text = "[model]\nbottom = [5, 24, 16]\ntop = [33, 7, 1]\ntables = 3\nrows = 9\ndimension = 16\n[data]\nkind = \"synthetic\"\n";
        let experiment = Experiment::parse("a.toml".as_ref(), text).unwrap();
        let mut dlrm = Dlrm::new(&experiment.model).unwrap();
        let mut random = Pcg64::seed_from_u64(1);
        for parameter in dlrm.parameters_mut() {
            parameter.values.fill_with(|| random.random_range(-0.5..0.5));
        }
        dlrm
    }

    fn bits(dlrm: &mut Dlrm) -> Vec<u32> {
        dlrm.parameters_mut()
            .iter()
            .flat_map(|parameter| parameter.values.iter().map(|value| value.to_bits()))
            .collect()
    }

    fn pooled_of(pooled: &[f32], all: usize, samples: &Range<usize>) -> Vec<f32> {
        let table = |table: usize| &pooled[(table * all + samples.start) * 16..(table * all + samples.end) * 16];
        (0..3).flat_map(table).copied().collect()
    }

    /// Also where a batch has fewer samples than slices.
    #[test]
    fn shares_of_any_number_of_workers_move_the_parameters_to_the_same_bits() {
        for optimizer in [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad] {
            let step = UpdateRule { optimizer, learning_rate: 0.3 };
            for (slices, workers) in [(2, 2), (4, 1), (4, 2), (4, 4), (8, 2), (6, 3)] {
                let mut alone = model();
                alone.cut_into(slices);
                let mut together = model();
                let mut random = Pcg64::seed_from_u64(2);
                for all in [64, 37, 3, 8] {
                    let dense: Vec<f32> = (0..all * 5).map(|_| random.random_range(-1.0..1.0)).collect();
                    let labels: Vec<f32> = (0..all).map(|_| f32::from(random.random_bool(0.4))).collect();
                    let pooled: Vec<f32> = (0..3 * all * 16).map(|_| random.random_range(-1.0..1.0)).collect();
                    let batch = Batch { dense, labels, ..Batch::default() };
                    let (loss, gradients) = alone.train(&batch, &pooled, step);
                    let mut sums: Option<Vec<f32>> = None;
                    let (mut losses, mut to_pooled) = (Vec::new(), vec![0.0; pooled.len()]);
                    for worker in 0..workers {
                        let own = shares_of(all, slices, worker, workers);
                        let samples = own[0].start..own[own.len() - 1].end;
                        let relative: Vec<_> =
                            own.iter().map(|slice| slice.start - samples.start..slice.end - samples.start).collect();
                        let some = Batch {
                            dense: batch.dense[samples.start * 5..samples.end * 5].to_vec(),
                            labels: batch.labels[samples.clone()].to_vec(),
                            ..Batch::default()
                        };
                        let share = together.share(&some, &pooled_of(&pooled, all, &samples), &relative, all);
                        losses.extend(share.loss.losses);
                        for (place, value) in
                            samples.clone().flat_map(|sample| (0..16).map(move |at| (sample, at))).enumerate()
                        {
                            for table in 0..3 {
                                to_pooled[(table * all + value.0) * 16 + value.1] =
                                    share.pooled[table * samples.len() * 16 + place];
                            }
                        }
                        for slice in share.slices {
                            match &mut sums {
                                None => sums = Some(slice),
                                Some(sums) => sums.iter_mut().zip(slice).for_each(|(sum, value)| *sum += value),
                            }
                        }
                    }
                    together.step(&sums.unwrap(), step);
                    let context = format!("{optimizer:?}, {slices} slices, {workers} workers, {all} samples");
                    assert_eq!(losses, loss.losses, "{context}");
                    assert!(to_pooled == gradients.unwrap(), "{context}: other gradients of pooled vectors");
                    assert!(bits(&mut together) == bits(&mut alone), "{context}: other parameters");
                }
            }
        }
    }
}
