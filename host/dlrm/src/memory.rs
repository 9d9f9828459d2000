//! How much memory the MLPs take.

use emberlane_experiment::{ModelConfig, Optimizer};

/// Bytes that the MLPs of a model take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlrmMemory {
    /// Weights and biases.
    pub parameters: u64,
    /// What the optimiser keeps of them.
    pub state: u64,
    /// Gradients of a layer's weights, where they are not added to the weights at once.
    pub gradients: u64,
    /// What a batch's forward pass leaves, and its backward pass takes.
    pub activations: u64,
}

impl DlrmMemory {
    /// Of a model that trains batches of so many samples.
    #[must_use]
    pub fn of(model: &ModelConfig, samples: u64, optimizer: Optimizer) -> Self {
        let wide = |widths: &[usize]| widths.iter().map(|width| *width as u64).collect::<Vec<u64>>();
        let (bottom, top) = (wide(&model.bottom), wide(&model.top_widths()));
        let layers = || bottom.windows(2).chain(top.windows(2));
        let bytes = |numbers: u64| numbers.saturating_mul(4);
        let sum = |numbers: &mut dyn Iterator<Item = u64>| numbers.fold(0, u64::saturating_add);
        let parameters = bytes(sum(&mut layers().map(|layer| (layer[0] + 1).saturating_mul(layer[1]))));
        let largest = bytes(layers().map(|layer| layer[0].saturating_mul(layer[1])).max().unwrap_or(0));
        let (state, gradients) = match optimizer {
            Optimizer::Sgd => (0, 0),
            Optimizer::Adagrad | Optimizer::RowwiseAdagrad => (parameters, largest),
        };
        // Outputs of all layers and of the interaction; then the gradients of one layer's output and input.
        let outputs = sum(&mut bottom[1..].iter().chain(&top).copied());
        let under_way = layers().map(|layer| layer[0] + layer[1]).max().unwrap_or(0);
        let activations = bytes((outputs + under_way).saturating_mul(samples));
        Self { parameters, state, gradients, activations }
    }
}
