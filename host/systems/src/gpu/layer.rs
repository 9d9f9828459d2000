//! The layers of a DLRM as a GPU runs them: which kernels, and what each computes and moves.

use serde::{Deserialize, Serialize};

use emberlane_experiment::{Interaction, ModelConfig};

/// Bytes of an FP32 number.
pub(super) const NUMBER: u64 = 4;

/// A layer with its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Layer {
    /// Fully connected, with bias and ReLU; backward with its SGD step.
    Linear {
        /// Samples of the batch.
        samples: u64,
        /// Inputs.
        inputs: u64,
        /// Outputs.
        outputs: u64,
        /// Whether backward also gives the gradient of the input; the first layer's is not needed.
        input_gradient: bool,
    },
    /// Every pairwise dot product of a sample's vectors.
    Dot {
        /// Samples of the batch.
        samples: u64,
        /// Vectors of a sample: one a table, and the bottom MLP's.
        vectors: u64,
        /// Elements of a vector.
        dimension: u64,
    },
    /// The vectors of a sample, one after the other.
    Cat {
        /// Samples of the batch.
        samples: u64,
        /// Elements of all vectors of a sample.
        width: u64,
    },
    /// Binary cross-entropy.
    Loss {
        /// Samples of the batch.
        samples: u64,
    },
    /// NDRec's correction of outputs that were pooled ahead ([`lookahead`](mod@emberlane_stores::lookahead)).
    Correction {
        /// Samples of the batch.
        samples: u64,
        /// Rows that it shares with the batch before.
        rows: u64,
        /// Entries of such rows in the batch before.
        sources: u64,
        /// Entries of such rows in the batch.
        targets: u64,
        /// Elements of a vector.
        dimension: u64,
    },
}

/// Direction through a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// From inputs to outputs.
    Forward,
    /// From the outputs' gradients to the inputs', with the step of the parameters.
    Backward,
}

/// A kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Floating-point operations; a multiplication and an addition are two.
    pub flop: u64,
    /// Bytes read and written, each operand once.
    pub bytes: u64,
}

impl Kernel {
    fn product(rows: u64, inner: u64, columns: u64, count: u64) -> Self {
        let numbers = rows * inner + inner * columns + rows * columns;
        Self { flop: 2 * rows * inner * columns * count, bytes: NUMBER * numbers * count }
    }

    /// A kernel that computes little for each of the `numbers` that it reads or writes.
    fn elementwise(numbers: u64) -> Self {
        Self { flop: numbers, bytes: NUMBER * numbers }
    }
}

impl Layer {
    /// The kernels of one pass.
    #[must_use]
    pub fn kernels(&self, pass: Pass) -> Vec<Kernel> {
        match (*self, pass) {
            // A product with the bias added, and the activation.
            (Self::Linear { samples, inputs, outputs, .. }, Pass::Forward) => {
                vec![Kernel::product(samples, inputs, outputs, 1), Kernel::elementwise(2 * samples * outputs)]
            }
            // The activation, the gradients of weights, bias and input, and the step: read both, write one.
            (Self::Linear { samples, inputs, outputs, input_gradient }, Pass::Backward) => {
                let mut kernels = vec![
                    Kernel::elementwise(3 * samples * outputs),
                    Kernel::product(inputs, samples, outputs, 1),
                    Kernel::elementwise(samples * outputs + outputs),
                ];
                if input_gradient {
                    kernels.push(Kernel::product(samples, outputs, inputs, 1));
                }
                kernels.push(Kernel::elementwise(3 * (inputs * outputs + outputs)));
                kernels
            }
            // The vectors side by side, their products, and the triangle; backward the other way round.
            (Self::Dot { samples, vectors, dimension }, pass) => {
                let (inner, columns) = match pass {
                    Pass::Forward => (dimension, vectors),
                    Pass::Backward => (vectors, dimension),
                };
                vec![
                    Kernel::elementwise(2 * samples * vectors * dimension),
                    Kernel::product(vectors, inner, columns, samples),
                    Kernel::elementwise(samples * vectors * (vectors - 1)),
                ]
            }
            (Self::Cat { samples, width }, _) => vec![Kernel::elementwise(2 * samples * width)],
            (Self::Loss { samples }, _) => vec![Kernel::elementwise(3 * samples)],
            // One that adds up what the sources take from each row: an entry, its scale and its rate; and one that takes it from the
            // outputs: an entry, the row, and the output, which is read and written.
            (Self::Correction { rows, sources, targets, dimension, .. }, _) => vec![
                Kernel {
                    flop: 3 * sources * dimension,
                    bytes: NUMBER * (sources * (dimension + 2) + rows * dimension),
                },
                Kernel { flop: 2 * targets * dimension, bytes: NUMBER * targets * (3 * dimension + 2) },
            ],
        }
    }
}

/// The layers of a model for a batch, in the parts that a system runs one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The bottom MLP.
    pub bottom: Vec<Layer>,
    /// The interaction.
    pub interaction: Layer,
    /// The top MLP and the loss.
    pub top: Vec<Layer>,
}

impl Layers {
    /// Those of `model` for a batch of `samples`.
    #[must_use]
    pub fn new(model: &ModelConfig, samples: usize) -> Self {
        let samples = samples as u64;
        let mlp = |widths: &[usize], to_input: bool| -> Vec<Layer> {
            let layer = |(k, pair): (usize, &[usize])| Layer::Linear {
                samples,
                inputs: pair[0] as u64,
                outputs: pair[1] as u64,
                input_gradient: to_input || k > 0,
            };
            widths.windows(2).enumerate().map(layer).collect()
        };
        let tables = model.tables() as u64;
        let dimension = model.dimension as u64;
        let interaction = match model.interaction {
            Interaction::Dot => Layer::Dot { samples, vectors: tables + 1, dimension },
            Interaction::Cat => Layer::Cat { samples, width: model.interaction_width() as u64 },
        };
        let mut top = mlp(&model.top_widths(), true);
        top.push(Layer::Loss { samples });
        Self { bottom: mlp(&model.bottom, false), interaction, top }
    }
}

impl Layer {
    /// Its parameters.
    #[must_use]
    pub fn parameters(&self) -> u64 {
        match *self {
            Self::Linear { inputs, outputs, .. } => (inputs + 1) * outputs,
            _ => 0,
        }
    }

    /// Samples of the batch.
    #[must_use]
    pub fn samples(&self) -> u64 {
        match *self {
            Self::Linear { samples, .. }
            | Self::Dot { samples, .. }
            | Self::Cat { samples, .. }
            | Self::Loss { samples }
            | Self::Correction { samples, .. } => samples,
        }
    }
}
