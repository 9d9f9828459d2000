//! Fully connected layers, forward and backward, with the optimiser's step fused into the weights' gradient.
//!
//! A batch may be cut into slices, as data-parallel GPUs do. Then the gradients of a slice are as those of a batch of its samples alone, and
//! the slices are summed in their order ([`Mlp::slices`]): bits depend on the slices, and not on who computes them, or when.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, Slice, Zip};

use emberlane_experiment::{Optimizer, TrainConfig};
use emberlane_memory::{NoMemory, filled};

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

    fn forward(&self, input: ArrayView2<'_, f32>, relu: bool) -> Array2<f32> {
        let mut output = Array2::zeros((input.nrows(), self.weight.nrows()));
        general_mat_mul(1.0, &input, &self.weight.t(), 0.0, &mut output);
        for mut row in output.rows_mut() {
            Zip::from(&mut row).and(&self.bias).for_each(|value, bias| {
                *value += bias;
                if relu {
                    // Not `max`: a NaN has to reach the loss, which reports it.
                    if *value < 0.0 {
                        *value = 0.0;
                    }
                }
            });
        }
        output
    }

    /// Adagrad's sums of squared gradients.
    pub(crate) fn squares_mut(&mut self) -> &mut (Array2<f32>, Array1<f32>) {
        zeros_unless(&mut self.squares, &self.weight, &self.bias)
    }

    /// Moves the parameters against `gradient`, dL/doutput before the activation, of samples in so many slices.
    fn update(&mut self, input: ArrayView2<'_, f32>, gradient: &Array2<f32>, slices: usize, step: UpdateRule) {
        let rate = step.learning_rate;
        if slices == 1 && step.optimizer == Optimizer::Sgd {
            let bias_gradient = gradient.sum_axis(Axis(0));
            general_mat_mul(-rate, &gradient.t(), &input, 1.0, &mut self.weight);
            Zip::from(&mut self.bias).and(&bias_gradient).for_each(|bias, gradient| *bias -= rate * gradient);
            return;
        }
        let (weight_gradient, bias_gradient) = self.gradients(input, gradient, slices);
        self.step(weight_gradient.view(), bias_gradient.view(), step);
    }

    /// Moves the parameters against their gradients.
    pub(crate) fn step(
        &mut self,
        weight_gradient: ArrayView2<'_, f32>,
        bias_gradient: ArrayView1<'_, f32>,
        step: UpdateRule,
    ) {
        let rate = step.learning_rate;
        if step.optimizer == Optimizer::Sgd {
            Zip::from(&mut self.weight).and(&weight_gradient).for_each(|weight, gradient| *weight -= rate * gradient);
            Zip::from(&mut self.bias).and(&bias_gradient).for_each(|bias, gradient| *bias -= rate * gradient);
            return;
        }
        let Self { weight, bias, squares } = self;
        let (weight_squares, bias_squares) = zeros_unless(squares, weight, bias);
        let adagrad = |parameter: &mut f32, sum: &mut f32, gradient: &f32| {
            *sum += gradient * gradient;
            *parameter -= rate * gradient / (sum.sqrt() + step.epsilon());
        };
        Zip::from(weight).and(weight_squares).and(&weight_gradient).for_each(adagrad);
        Zip::from(bias).and(bias_squares).and(&bias_gradient).for_each(adagrad);
    }

    /// The gradients of weights and biases: those of each slice of the samples by themselves, and of the slices the sum, from the first to
    /// the last.
    fn gradients(
        &self,
        input: ArrayView2<'_, f32>,
        gradient: &Array2<f32>,
        slices: usize,
    ) -> (Array2<f32>, Array1<f32>) {
        let mut sums: Option<(Array2<f32>, Array1<f32>)> = None;
        for slice in slices_of(gradient.nrows(), slices) {
            let (weight, bias) = self.gradients_of(input, gradient, slice);
            match &mut sums {
                None => sums = Some((weight, bias)),
                Some(sums) => {
                    sums.0 += &weight;
                    sums.1 += &bias;
                }
            }
        }
        sums.unwrap_or_else(|| (Array2::zeros(self.weight.raw_dim()), Array1::zeros(self.bias.raw_dim())))
    }

    /// The gradients of weights and biases of some samples.
    fn gradients_of(
        &self,
        input: ArrayView2<'_, f32>,
        gradient: &Array2<f32>,
        samples: Range<usize>,
    ) -> (Array2<f32>, Array1<f32>) {
        let samples = Slice::from(samples);
        let (input, gradient) = (input.slice_axis(Axis(0), samples), gradient.slice_axis(Axis(0), samples));
        let mut weight = Array2::zeros(self.weight.raw_dim());
        general_mat_mul(1.0, &gradient.t(), &input, 0.0, &mut weight);
        (weight, gradient.sum_axis(Axis(0)))
    }
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
pub(crate) type LayerGradients = Vec<Vec<(Array2<f32>, Array1<f32>)>>;

/// The output of every layer.
#[derive(Debug)]
pub struct Outputs(Vec<Array2<f32>>);

impl Outputs {
    /// The output of the last layer, `[samples, width]`.
    #[must_use]
    pub fn last(&self) -> ArrayView2<'_, f32> {
        self.0[self.0.len() - 1].view()
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

    /// Outputs of all layers for an input `[samples, inputs]`.
    #[must_use]
    pub fn forward(&self, input: ArrayView2<'_, f32>) -> Outputs {
        let mut outputs: Vec<Array2<f32>> = Vec::with_capacity(self.layers.len());
        for (k, layer) in self.layers.iter().enumerate() {
            let output = layer.forward(outputs.last().map_or(input, |output| output.view()), self.relu(k));
            outputs.push(output);
        }
        Outputs(outputs)
    }

    /// Moves every parameter and returns dL/dinput if `to_input` asks for it.
    ///
    /// `outputs` are those of the forward pass over `input`, `gradient` is dL/d(last output), `[samples, width]`.
    pub fn backward(
        &mut self,
        input: ArrayView2<'_, f32>,
        outputs: &Outputs,
        mut gradient: Array2<f32>,
        step: UpdateRule,
        to_input: bool,
    ) -> Option<Array2<f32>> {
        for k in (0..self.layers.len()).rev() {
            // Before the weights move.
            let next = self.back(k, outputs, &mut gradient, to_input);
            let layer_input = if k == 0 { input } else { outputs.0[k - 1].view() };
            self.layers[k].update(layer_input, &gradient, self.slices, step);
            gradient = next?;
        }
        Some(gradient)
    }

    /// As [`backward`](Self::backward), but moves nothing: gives also, of each layer, the gradients of weights and biases of each slice of
    /// the samples.
    pub(crate) fn gradients(
        &self,
        input: ArrayView2<'_, f32>,
        outputs: &Outputs,
        mut gradient: Array2<f32>,
        slices: &[Range<usize>],
        to_input: bool,
    ) -> (LayerGradients, Option<Array2<f32>>) {
        let mut layers = Vec::with_capacity(self.layers.len());
        let mut next = None;
        for k in (0..self.layers.len()).rev() {
            next = self.back(k, outputs, &mut gradient, to_input);
            let input = if k == 0 { input } else { outputs.0[k - 1].view() };
            let of_slice = |slice: &Range<usize>| self.layers[k].gradients_of(input, &gradient, slice.clone());
            layers.push(slices.iter().map(of_slice).collect());
            if k > 0
                && let Some(before) = next.take()
            {
                gradient = before;
            }
        }
        layers.reverse();
        (layers, next)
    }

    /// From the gradient behind a layer that before its activation, and, if anybody needs it, that of its input.
    fn back(&self, k: usize, outputs: &Outputs, gradient: &mut Array2<f32>, to_input: bool) -> Option<Array2<f32>> {
        if self.relu(k) {
            Zip::from(&mut *gradient).and(&outputs.0[k]).for_each(|gradient, output| {
                if *output <= 0.0 {
                    *gradient = 0.0;
                }
            });
        }
        (k > 0 || to_input).then(|| {
            let mut next = Array2::zeros((gradient.nrows(), self.layers[k].weight.ncols()));
            general_mat_mul(1.0, &*gradient, &self.layers[k].weight, 0.0, &mut next);
            next
        })
    }
}
