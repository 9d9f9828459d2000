//! Fully connected layers, forward and backward, with the optimiser's step fused into the weights' gradient.
//!
//! A batch may be cut into slices, as data-parallel GPUs do. Then the gradients of a slice are as those of a batch of its samples alone, and
//! the slices are summed in their order ([`Mlp::slices`]): bits depend on the slices, and not on who computes them, or when.

use std::ops::Range;

use ndarray::{Array1, Array2};
use pulp::Arch;

use emberlane_experiment::{Optimizer, TrainConfig};
use emberlane_memory::{NoMemory, filled};

use crate::products::{Features, Panels, column_sums, forward, step, to_input, to_input_and_step, weight_gradient};

/// How parameters move along their gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpdateRule {
    /// The rule.
    pub optimizer: Optimizer,
    /// Its learning rate.
    pub learning_rate: f32,
}

impl From<&TrainConfig> for UpdateRule {
    fn from(train: &TrainConfig) -> Self {
        Self { optimizer: train.optimizer, learning_rate: train.learning_rate }
    }
}

impl UpdateRule {
    /// What Adagrad adds to the root of the sum of squares.
    #[must_use]
    pub fn epsilon(&self) -> f32 {
        match self.optimizer {
            Optimizer::Sgd => 0.0,
            Optimizer::Adagrad => 1e-3,
            Optimizer::RowwiseAdagrad => 1e-10,
        }
    }
}

/// One fully connected layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Weights, `[out, in]`.
    pub weight: Array2<f32>,
    /// Biases, `[out]`.
    pub bias: Array1<f32>,
    /// Adagrad's sums of squared gradients; made when the first step needs them.
    squares: Option<(Array2<f32>, Array1<f32>)>,
}

impl Layer {
    fn new(name: &str, inputs: usize, outputs: usize) -> Result<Self, NoMemory> {
        let weights = filled(&format!("{name}.weight, {outputs} by {inputs}"), 0.0, outputs.saturating_mul(inputs))?;
        let weight = Array2::from_shape_vec((outputs, inputs), weights).expect("there are as many weights");
        Ok(Self { weight, bias: Array1::zeros(outputs), squares: None })
    }

    fn weights(&self) -> &[f32] {
        self.weight.as_slice().expect("weights are stored row by row")
    }

    fn forward(&self, input: &Features, relu: bool) -> Features {
        forward(self.weights(), self.bias.as_slice().expect("biases are contiguous"), input, relu)
    }

    /// dL/dinput, from dL/doutput before the activation.
    fn to_input(&self, gradient: &Panels) -> Panels {
        to_input(self.weights(), self.weight.ncols(), gradient)
    }

    /// Adagrad's sums of squared gradients.
    pub(crate) fn squares_mut(&mut self) -> &mut (Array2<f32>, Array1<f32>) {
        zeros_unless(&mut self.squares, &self.weight, &self.bias)
    }

    /// Moves the parameters against `gradient`, dL/doutput before the activation, of samples in so many slices. Gives dL/dinput, of the
    /// parameters before, if `to_input` asks for it.
    fn update(
        &mut self,
        input: &Panels,
        gradient: &Panels,
        slices: usize,
        rule: UpdateRule,
        to_input: bool,
    ) -> Option<Panels> {
        if slices == 1 && rule.optimizer == Optimizer::Sgd {
            let bias_gradient = column_sums(gradient, 0..gradient.samples());
            let (weight, factor) = (slice_of(&mut self.weight), -rule.learning_rate);
            let before = if to_input {
                Some(to_input_and_step(weight, gradient, input, factor))
            } else {
                step(weight, gradient, input, factor);
                None
            };
            self.bias.iter_mut().zip(bias_gradient).for_each(|(bias, gradient)| *bias -= rule.learning_rate * gradient);
            return before;
        }
        let before = to_input.then(|| self.to_input(gradient));
        let (weight_gradient, bias_gradient) = self.gradients(input, gradient, slices);
        self.step(&weight_gradient, &bias_gradient, rule);
        before
    }

    /// Moves the parameters against their gradients.
    pub(crate) fn step(&mut self, weight_gradient: &[f32], bias_gradient: &[f32], rule: UpdateRule) {
        let rate = rule.learning_rate;
        if rule.optimizer == Optimizer::Sgd {
            Arch::new().dispatch(|| {
                let sgd = |(parameter, gradient): (&mut f32, &f32)| *parameter -= rate * gradient;
                slice_of(&mut self.weight).iter_mut().zip(weight_gradient).for_each(sgd);
                self.bias.iter_mut().zip(bias_gradient).for_each(sgd);
            });
            return;
        }
        let Self { weight, bias, squares } = self;
        let (weight_squares, bias_squares) = zeros_unless(squares, weight, bias);
        let adagrad = |((parameter, sum), gradient): ((&mut f32, &mut f32), &f32)| {
            *sum += gradient * gradient;
            *parameter -= rate * gradient / (sum.sqrt() + rule.epsilon());
        };
        Arch::new().dispatch(|| {
            slice_of(weight).iter_mut().zip(slice_of(weight_squares)).zip(weight_gradient).for_each(adagrad);
            bias.iter_mut().zip(bias_squares).zip(bias_gradient).for_each(adagrad);
        });
    }

    /// The gradients of weights and biases: those of each slice of the samples by themselves, and of the slices the sum, from the first to
    /// the last.
    fn gradients(&self, input: &Panels, gradient: &Panels, slices: usize) -> (Vec<f32>, Vec<f32>) {
        let mut sums: Option<(Vec<f32>, Vec<f32>)> = None;
        for slice in slices_of(gradient.samples(), slices) {
            let (weight, bias) = self.gradients_of(input, gradient, slice);
            match &mut sums {
                None => sums = Some((weight, bias)),
                Some(sums) => {
                    add(&mut sums.0, &weight);
                    add(&mut sums.1, &bias);
                }
            }
        }
        sums.unwrap_or_else(|| (vec![0.0; self.weight.len()], vec![0.0; self.bias.len()]))
    }

    /// The gradients of weights and biases of some samples.
    fn gradients_of(&self, input: &Panels, gradient: &Panels, samples: Range<usize>) -> (Vec<f32>, Vec<f32>) {
        let mut weight = vec![0.0; self.weight.len()];
        weight_gradient(&mut weight, gradient, input, samples.clone());
        (weight, column_sums(gradient, samples))
    }
}

fn slice_of(weight: &mut Array2<f32>) -> &mut [f32] {
    weight.as_slice_mut().expect("weights are stored row by row")
}

fn add(sums: &mut [f32], values: &[f32]) {
    Arch::new().dispatch(|| sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value));
}

/// Samples in so many slices, which differ by one at most, the larger ones in front.
pub fn slices_of(samples: usize, slices: usize) -> impl Iterator<Item = Range<usize>> {
    let (each, more) = (samples / slices, samples % slices);
    (0..slices).map(move |slice| {
        let first = slice * each + slice.min(more);
        first..first + each + usize::from(slice < more)
    })
}

/// The sums of squares, made of zeros if there are none yet.
fn zeros_unless<'s>(
    squares: &'s mut Option<(Array2<f32>, Array1<f32>)>,
    weight: &Array2<f32>,
    bias: &Array1<f32>,
) -> &'s mut (Array2<f32>, Array1<f32>) {
    squares.get_or_insert_with(|| (Array2::zeros(weight.raw_dim()), Array1::zeros(bias.raw_dim())))
}

/// Of each layer, of each slice, the gradients of weights and biases.
pub(crate) type LayerGradients = Vec<Vec<(Vec<f32>, Vec<f32>)>>;

/// The output of every layer.
#[derive(Debug)]
pub struct Outputs(Vec<Features>);

impl Outputs {
    /// The output of the last layer.
    pub(crate) fn last(&self) -> &Features {
        &self.0[self.0.len() - 1]
    }
}

/// Fully connected layers with ReLU between them.
#[derive(Clone, Debug)]
pub struct Mlp {
    /// The layers.
    pub layers: Vec<Layer>,
    /// Whether ReLU follows the last layer too.
    relu_last: bool,
    /// Parts of a batch whose gradients are summed one after the other; 1: the batch is not cut.
    pub slices: usize,
}

impl Mlp {
    /// Layers of zeros between the `widths`, of which there are at least two; named as in parameter files.
    ///
    /// # Errors
    /// No memory for a layer.
    ///
    /// # Panics
    /// With fewer than two widths.
    pub fn new(name: &str, widths: &[usize], relu_last: bool) -> Result<Self, NoMemory> {
        assert!(widths.len() >= 2, "an MLP has an input and at least one layer");
        let layer = |(k, pair): (usize, &[usize])| Layer::new(&format!("{name}.{k}"), pair[0], pair[1]);
        Ok(Self { layers: widths.windows(2).enumerate().map(layer).collect::<Result<_, _>>()?, relu_last, slices: 1 })
    }

    /// Width of the input.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layers[0].weight.ncols()
    }

    fn relu(&self, layer: usize) -> bool {
        self.relu_last || layer + 1 < self.layers.len()
    }

    /// Outputs of all layers for an input.
    #[must_use]
    pub(crate) fn forward(&self, input: &Features) -> Outputs {
        let mut outputs: Vec<Features> = Vec::with_capacity(self.layers.len());
        for (k, layer) in self.layers.iter().enumerate() {
            let output = layer.forward(outputs.last().unwrap_or(input), self.relu(k));
            outputs.push(output);
        }
        Outputs(outputs)
    }

    /// Moves every parameter and returns dL/dinput if `to_input` asks for it.
    ///
    /// `outputs` are those of the forward pass over `input`, `gradient` is dL/d(last output).
    pub(crate) fn backward(
        &mut self,
        input: &Features,
        outputs: &Outputs,
        mut gradient: Panels,
        rule: UpdateRule,
        to_input: bool,
    ) -> Option<Panels> {
        let mut above = None;
        for k in (0..self.layers.len()).rev() {
            self.before_activation(k, outputs, above, &mut gradient);
            let layer_input = Panels::from_features(if k == 0 { input } else { &outputs.0[k - 1] });
            let needed = k > 0 || to_input;
            gradient = self.layers[k].update(&layer_input, &gradient, self.slices, rule, needed)?;
            above = Some(layer_input);
        }
        Some(gradient)
    }

    /// As [`backward`](Self::backward), but moves nothing: gives also, of each layer, the gradients of weights and biases of each slice of
    /// the samples.
    pub(crate) fn gradients(
        &self,
        input: &Features,
        outputs: &Outputs,
        mut gradient: Panels,
        slices: &[Range<usize>],
        to_input: bool,
    ) -> (LayerGradients, Option<Panels>) {
        let mut layers = Vec::with_capacity(self.layers.len());
        let (mut above, mut next) = (None, None);
        for k in (0..self.layers.len()).rev() {
            self.before_activation(k, outputs, above, &mut gradient);
            next = (k > 0 || to_input).then(|| self.layers[k].to_input(&gradient));
            let input = Panels::from_features(if k == 0 { input } else { &outputs.0[k - 1] });
            let of_slice = |slice: &Range<usize>| self.layers[k].gradients_of(&input, &gradient, slice.clone());
            layers.push(slices.iter().map(of_slice).collect());
            if k > 0
                && let Some(before) = next.take()
            {
                gradient = before;
            }
            above = Some(input);
        }
        layers.reverse();
        (layers, next)
    }

    /// From the gradient behind a layer that before its activation. `above` is the output of the layer, where the layer above has needed
    /// it as well.
    fn before_activation(&self, k: usize, outputs: &Outputs, above: Option<Panels>, gradient: &mut Panels) {
        if self.relu(k) {
            gradient.through_relu(&above.unwrap_or_else(|| Panels::from_features(&outputs.0[k])));
        }
    }
}
