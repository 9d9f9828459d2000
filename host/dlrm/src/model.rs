//! The dense part of a DLRM: forward, backward and one training step.

use emberlane_data::Batch;
use emberlane_experiment::{Interaction, ModelConfig, Optimizer};
use emberlane_memory::NoMemory;
use ndarray::Axis;

use crate::interaction::{interact, interact_backward};
use crate::products::{Features, Panels};
use crate::{Loss, Mlp, Outputs, UpdateRule, binary_cross_entropy};

/// What the forward pass leaves behind for the backward pass.
#[derive(Debug)]
pub struct Forward {
    pub(crate) bottom: Outputs,
    pub(crate) interaction: Features,
    pub(crate) top: Outputs,
}

impl Forward {
    /// Log-odds of a click, one a sample.
    #[must_use]
    pub fn logits(&self) -> Vec<f32> {
        self.top.last().row(0).to_vec()
    }

    /// The bottom MLP's output, sample by sample.
    #[must_use]
    pub fn bottom(&self) -> Vec<f32> {
        self.bottom.last().to_samples()
    }

    /// What the top MLP had as its input, sample by sample.
    #[must_use]
    pub fn interaction(&self) -> Vec<f32> {
        self.interaction.to_samples()
    }
}

/// The dense part of a DLRM; the embeddings live in an embedding store.
#[derive(Clone, Debug)]
pub struct Dlrm {
    /// From the dense features to a vector that takes part in the interaction.
    pub bottom: Mlp,
    /// From the interaction to the log-odds of a click.
    pub top: Mlp,
    interaction: Interaction,
    dimension: usize,
}

impl Dlrm {
    /// A DLRM whose parameters are all zero.
    ///
    /// # Errors
    /// No memory for a layer.
    pub fn new(model: &ModelConfig) -> Result<Self, NoMemory> {
        Ok(Self {
            bottom: Mlp::new("bottom", &model.bottom, true)?,
            top: Mlp::new("top", &model.top_widths(), false)?,
            interaction: model.interaction,
            dimension: model.dimension,
        })
    }

    /// Cuts every batch into so many slices, whose gradients are summed in their order ([`Mlp::slices`]).
    ///
    /// # Panics
    /// With no slice.
    pub fn cut_into(&mut self, slices: usize) {
        assert!(slices > 0, "a batch is a slice at least");
        (self.bottom.slices, self.top.slices) = (slices, slices);
    }

    /// Predicts. `dense` holds the dense features sample by sample; `pooled` the pooled vectors, table by table and
    /// within a table sample by sample.
    ///
    /// # Panics
    /// When the lengths do not match the model.
    #[must_use]
    pub fn forward(&self, dense: &[f32], pooled: &[f32]) -> Forward {
        self.forward_top(self.forward_bottom(dense), pooled)
    }

    /// Updates both MLPs and returns the gradient of every pooled vector, in the order of `pooled`.
    ///
    /// `dense` and `pooled` are those of the forward pass, `gradient` is dL/dlogit of every sample.
    ///
    /// # Panics
    /// When the lengths do not match the forward pass.
    #[must_use]
    pub fn backward(
        &mut self,
        forward: &Forward,
        dense: &[f32],
        pooled: &[f32],
        gradient: &[f32],
        step: UpdateRule,
    ) -> Vec<f32> {
        let to_interaction = self.backward_top(forward, gradient, step);
        let (to_bottom, to_pooled) = self.backward_interaction(forward, pooled, &to_interaction);
        self.backward_bottom(forward, dense, to_bottom, step);
        to_pooled
    }

    /// Predicts a batch, given its pooled vectors.
    ///
    /// # Panics
    /// When the lengths do not match the model.
    #[must_use]
    pub fn predict(&self, batch: &Batch, pooled: &[f32]) -> Loss {
        binary_cross_entropy(&self.forward(&batch.dense, pooled).logits(), &batch.labels)
    }

    /// Predicts a batch, then updates both MLPs; with the gradient of every pooled vector. A loss that is not finite
    /// updates nothing and has no gradients.
    ///
    /// # Panics
    /// When the lengths do not match the model.
    #[must_use]
    pub fn train(&mut self, batch: &Batch, pooled: &[f32], step: UpdateRule) -> (Loss, Option<Vec<f32>>) {
        let forward = self.forward(&batch.dense, pooled);
        let loss = binary_cross_entropy(&forward.logits(), &batch.labels);
        let finite = loss.mean.is_finite();
        let gradients = finite.then(|| self.backward(&forward, &batch.dense, pooled, &loss.gradient, step));
        (loss, gradients)
    }

    /// The bottom MLP's part of [`forward`](Self::forward).
    ///
    /// # Panics
    /// When `dense` holds no whole samples.
    #[must_use]
    pub fn forward_bottom(&self, dense: &[f32]) -> Outputs {
        self.bottom.forward(&Features::from_samples(dense, self.bottom.inputs()))
    }

    /// The rest of [`forward`](Self::forward): interaction and top MLP.
    ///
    /// # Panics
    /// When the lengths do not match the model.
    #[must_use]
    pub fn forward_top(&self, bottom: Outputs, pooled: &[f32]) -> Forward {
        let interaction = interact(self.interaction, bottom.last(), pooled, self.dimension);
        let top = self.top.forward(&interaction);
        Forward { bottom, interaction, top }
    }

    /// The first part of [`backward`](Self::backward): updates the top MLP and returns the gradient of its input.
    ///
    /// # Panics
    /// When the lengths do not match the forward pass.
    #[must_use]
    pub fn backward_top(&mut self, forward: &Forward, gradient: &[f32], step: UpdateRule) -> Panels {
        let logits = Panels::from_column(gradient);
        let to_interaction = self.top.backward(&forward.interaction, &forward.top, logits, step, true);
        to_interaction.expect("the gradient of the input was asked for")
    }

    /// The second part of [`backward`](Self::backward): the gradients of the bottom MLP's output and of `pooled`.
    ///
    /// # Panics
    /// When the lengths do not match the forward pass.
    #[must_use]
    pub fn backward_interaction(
        &self,
        forward: &Forward,
        pooled: &[f32],
        to_interaction: &Panels,
    ) -> (Panels, Vec<f32>) {
        interact_backward(self.interaction, forward.bottom.last(), pooled, self.dimension, to_interaction)
    }

    /// The last part of [`backward`](Self::backward): updates the bottom MLP.
    ///
    /// # Panics
    /// When the lengths do not match the forward pass.
    pub fn backward_bottom(&mut self, forward: &Forward, dense: &[f32], to_bottom: Panels, step: UpdateRule) {
        let dense = Features::from_samples(dense, self.bottom.inputs());
        self.bottom.backward(&dense, &forward.bottom, to_bottom, step, false);
    }

    /// Every parameter with its name: `bottom.{k}.weight` `[out, in]`, `bottom.{k}.bias` `[out]`, `top.{k}.*` likewise.
    pub fn parameters_mut(&mut self) -> Vec<Parameter<'_>> {
        let mut parameters = Vec::new();
        for (part, mlp) in [("bottom", &mut self.bottom), ("top", &mut self.top)] {
            for (k, layer) in mlp.layers.iter_mut().enumerate() {
                let shape = vec![layer.weight.len_of(Axis(0)), layer.weight.len_of(Axis(1))];
                let weight = layer.weight.as_slice_mut().expect("weights are stored row by row");
                parameters.push(Parameter { name: format!("{part}.{k}.weight"), shape, values: weight });
                let shape = vec![layer.bias.len()];
                let bias = layer.bias.as_slice_mut().expect("biases are contiguous");
                parameters.push(Parameter { name: format!("{part}.{k}.bias"), shape, values: bias });
            }
        }
        parameters
    }

    /// What the optimiser keeps of every parameter, named and shaped as the parameters; nothing for SGD.
    pub fn optimizer_state_mut(&mut self, step: UpdateRule) -> Vec<Parameter<'_>> {
        if step.optimizer == Optimizer::Sgd {
            return Vec::new();
        }
        let mut state = Vec::new();
        for (part, mlp) in [("bottom", &mut self.bottom), ("top", &mut self.top)] {
            for (k, layer) in mlp.layers.iter_mut().enumerate() {
                let (weight, bias) = layer.squares_mut();
                let shape = vec![weight.len_of(Axis(0)), weight.len_of(Axis(1))];
                let values = weight.as_slice_mut().expect("weights are stored row by row");
                state.push(Parameter { name: format!("{part}.{k}.weight"), shape, values });
                let shape = vec![bias.len()];
                let values = bias.as_slice_mut().expect("biases are contiguous");
                state.push(Parameter { name: format!("{part}.{k}.bias"), shape, values });
            }
        }
        state
    }
}

/// A parameter of the MLPs.
#[derive(Debug)]
pub struct Parameter<'a> {
    /// Its name in parameter files.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its values, row by row.
    pub values: &'a mut [f32],
}
