//! The GPU's steps of a batch: what each computes, leaves to the next, and takes.

use super::Cost;
use crate::gpu::{Gpu, Layer, Layers, NoTime, Pass};
use crate::{Dense, TrainError};
use emberlane_data::Batch;
use emberlane_dlrm::{Forward, Loss, Outputs, Panels, binary_cross_entropy};

/// What every system keeps to; a graph that does not is a bug.
pub(super) const ORDER: &str = "a system puts a step after the steps that make its inputs";

/// A GPU, and from where it has its times.
pub(super) struct Timed {
    pub(super) gpu: Gpu,
    /// Passes through layers whose time was recorded, and whose time was computed.
    pub(super) layers: (u64, u64),
}

impl Timed {
    pub(super) fn new(gpu: Gpu) -> Self {
        Self { gpu, layers: (0, 0) }
    }

    /// What layers take, one after the other.
    pub(super) fn cost(&mut self, layers: &[Layer], pass: Pass) -> Result<Cost, NoTime> {
        let mut picoseconds = 0;
        for layer in layers {
            let time = self.gpu.time(layer, pass)?;
            *if time.recorded { &mut self.layers.0 } else { &mut self.layers.1 } += 1;
            picoseconds += time.picoseconds;
        }
        Ok(Cost { picoseconds, ..Cost::default() })
    }
}

/// A batch on the GPU.
pub(super) struct Steps {
    layers: Layers,
    bottom: Option<Outputs>,
    pooled: Option<Vec<f32>>,
    forward: Option<Forward>,
    pub(super) loss: Option<Loss>,
    to_interaction: Option<Panels>,
    to_bottom: Option<Panels>,
}

impl Steps {
    pub(super) fn new(layers: Layers) -> Self {
        Self { layers, bottom: None, pooled: None, forward: None, loss: None, to_interaction: None, to_bottom: None }
    }

    pub(super) fn bottom_forward(&mut self, dense: &mut Dense, gpu: &mut Timed, batch: &Batch) -> Result<Cost, NoTime> {
        if !dense.rehearses {
            self.bottom = Some(dense.run(|dlrm, _| dlrm.forward_bottom(&batch.dense)));
        }
        gpu.cost(&self.layers.bottom, Pass::Forward)
    }

    /// The interaction, the top MLP and the loss.
    pub(super) fn top_forward(
        &mut self,
        dense: &mut Dense,
        gpu: &mut Timed,
        (number, batch): (u64, &Batch),
        pooled: Vec<f32>,
    ) -> Result<Cost, TrainError> {
        if dense.rehearses {
            self.loss = Some(binary_cross_entropy(&vec![0.0; batch.labels.len()], &batch.labels));
            self.pooled = Some(pooled);
        } else {
            let bottom = self.bottom.take().expect(ORDER);
            let (forward, loss) = dense.run(|dlrm, _| {
                let forward = dlrm.forward_top(bottom, &pooled);
                let loss = binary_cross_entropy(&forward.logits(), &batch.labels);
                (forward, loss)
            });
            if !loss.mean.is_finite() {
                return Err(TrainError::Diverged { batch: number, loss: loss.mean });
            }
            (self.pooled, self.forward, self.loss) = (Some(pooled), Some(forward), Some(loss));
        }
        let interaction = gpu.cost(&[self.layers.interaction], Pass::Forward)?;
        let top = gpu.cost(&self.layers.top, Pass::Forward)?;
        Ok(Cost { picoseconds: interaction.picoseconds + top.picoseconds, ..Cost::default() })
    }

    pub(super) fn top_backward(&mut self, dense: &mut Dense, gpu: &mut Timed) -> Result<Cost, NoTime> {
        if !dense.rehearses {
            let (forward, loss) = (self.forward.as_ref().expect(ORDER), self.loss.as_ref().expect(ORDER));
            self.to_interaction = Some(dense.run(|dlrm, step| dlrm.backward_top(forward, &loss.gradient, step)));
        }
        gpu.cost(&self.layers.top, Pass::Backward)
    }

    /// Also gives the gradients of the pooled vectors.
    pub(super) fn interaction_backward(
        &mut self,
        dense: &mut Dense,
        gpu: &mut Timed,
    ) -> Result<(Vec<f32>, Cost), NoTime> {
        let pooled = self.pooled.take().expect(ORDER);
        let cost = gpu.cost(&[self.layers.interaction], Pass::Backward)?;
        if dense.rehearses {
            return Ok((vec![0.0; pooled.len()], cost));
        }
        let forward = self.forward.as_ref().expect(ORDER);
        let gradient = self.to_interaction.take().expect(ORDER);
        let (to_bottom, to_pooled) = dense.run(|dlrm, _| dlrm.backward_interaction(forward, &pooled, &gradient));
        self.to_bottom = Some(to_bottom);
        Ok((to_pooled, cost))
    }

    pub(super) fn bottom_backward(
        &mut self,
        dense: &mut Dense,
        gpu: &mut Timed,
        batch: &Batch,
    ) -> Result<Cost, NoTime> {
        if !dense.rehearses {
            let (forward, gradient) = (self.forward.take().expect(ORDER), self.to_bottom.take().expect(ORDER));
            dense.run(|dlrm, step| dlrm.backward_bottom(&forward, &batch.dense, gradient, step));
        }
        gpu.cost(&self.layers.bottom, Pass::Backward)
    }
}
