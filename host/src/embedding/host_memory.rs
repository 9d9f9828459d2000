//! Tables in the host's own memory, with any optimiser.

use emberlane_drivers::Batch;

use super::{DeviceReport, EmbeddingError, EmbeddingStore, device_batch, mean_scale};
use crate::config::{Optimizer, Pooling};
use crate::data::Bags;
use crate::dlrm::Step;

/// Tables in host memory.
///
/// Sums are taken in the device's order, so that with SGD every bit equals the device's.
#[derive(Clone, Debug)]
pub struct HostMemory {
    rows: Vec<u32>,
    dimension: usize,
    mean: bool,
    step: Step,
    tables: Vec<Vec<f32>>,
    /// Adagrad's sums of squares: as many as elements; row-wise: one a row.
    squares: Vec<Vec<f32>>,
    posted: Option<(Batch, Vec<f32>)>,
}

impl HostMemory {
    /// Tables of zeros.
    #[must_use]
    pub fn new(rows: &[u32], dimension: usize, pooling: Pooling, step: Step) -> Self {
        let sums = match step.optimizer {
            Optimizer::Sgd => 0,
            Optimizer::Adagrad => dimension,
            Optimizer::RowwiseAdagrad => 1,
        };
        Self {
            rows: rows.to_vec(),
            dimension,
            mean: pooling == Pooling::Mean,
            step,
            tables: rows.iter().map(|rows| vec![0.0; *rows as usize * dimension]).collect(),
            squares: rows.iter().map(|rows| vec![0.0; *rows as usize * sums]).collect(),
            posted: None,
        }
    }

    /// Pools every bag, without getting ready for an update.
    ///
    /// # Errors
    /// Rows that do not exist.
    pub fn pool(&self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let mut pooled = vec![0.0; bags.count() * self.dimension];
        for (bag, vector) in pooled.chunks_exact_mut(self.dimension).enumerate() {
            let table = bag / bags.samples;
            for index in bags.bag(bag) {
                let range = self.range(table, u64::from(*index), 1)?;
                let row = &self.tables[table][range];
                vector.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            if self.mean {
                let scale = mean_scale(bags.bag(bag).len());
                vector.iter_mut().for_each(|sum| *sum *= scale);
            }
        }
        Ok(pooled)
    }

    fn range(&self, table: usize, first: u64, count: u64) -> Result<std::ops::Range<usize>, EmbeddingError> {
        let rows = self.rows.get(table).copied().unwrap_or(0);
        match first.checked_add(count) {
            Some(end) if end <= u64::from(rows) => Ok(first as usize * self.dimension..end as usize * self.dimension),
            _ => Err(EmbeddingError::NoRow { table, rows, row: first.saturating_add(count).saturating_sub(1) }),
        }
    }
}

impl EmbeddingStore for HostMemory {
    fn name(&self) -> &'static str {
        "host memory"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let range = self.range(table, first, values.len().div_ceil(self.dimension) as u64)?;
        self.tables[table][range][..values.len()].copy_from_slice(values);
        Ok(())
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let range = self.range(table, first, count)?;
        Ok(self.tables[table][range].to_vec())
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.posted = None;
        let pooled = self.pool(bags)?;
        let scales = (0..bags.count()).map(|bag| if self.mean { mean_scale(bags.bag(bag).len()) } else { 1.0 });
        self.posted = Some((device_batch(bags, false)?, scales.collect()));
        Ok(pooled)
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let Some((batch, scales)) = &self.posted else { return Ok(()) };
        let transpose = batch.transpose();
        let dimension = self.dimension;
        let mut unique = 0;
        let mut sum = vec![0.0; dimension];
        for (table, count) in transpose.table_rows().iter().enumerate() {
            for _ in 0..*count {
                let row = transpose.rows()[unique] as usize;
                let (from, to) = (transpose.offsets()[unique] as usize, transpose.offsets()[unique + 1] as usize);
                unique += 1;
                let weights = &mut self.tables[table][row * dimension..(row + 1) * dimension];
                let scaled = transpose.source_bags()[from..to].iter().map(|bag| {
                    let bag = *bag as usize;
                    (&gradients[bag * dimension..(bag + 1) * dimension], scales[bag])
                });
                let rate = self.step.learning_rate;
                if self.step.optimizer == Optimizer::Sgd {
                    for (gradient, scale) in scaled {
                        for (weight, gradient) in weights.iter_mut().zip(gradient) {
                            *weight -= rate * (scale * gradient);
                        }
                    }
                    continue;
                }
                sum.fill(0.0);
                for (gradient, scale) in scaled {
                    for (sum, gradient) in sum.iter_mut().zip(gradient) {
                        *sum += scale * gradient;
                    }
                }
                adagrad(self.step, weights, &mut self.squares[table], row, &sum);
            }
        }
        Ok(())
    }

    fn device(&mut self) -> Result<Option<DeviceReport>, EmbeddingError> {
        Ok(None)
    }
}

/// One row's step; `gradient` is summed over the batch.
fn adagrad(step: Step, weights: &mut [f32], squares: &mut [f32], row: usize, gradient: &[f32]) {
    let (rate, epsilon) = (step.learning_rate, step.epsilon());
    if step.optimizer == Optimizer::RowwiseAdagrad {
        let mean = gradient.iter().map(|g| g * g).sum::<f32>() / gradient.len() as f32;
        squares[row] += mean;
        let divisor = squares[row].sqrt() + epsilon;
        weights.iter_mut().zip(gradient).for_each(|(weight, g)| *weight -= rate * g / divisor);
    } else {
        let squares = &mut squares[row * weights.len()..(row + 1) * weights.len()];
        for ((weight, square), g) in weights.iter_mut().zip(squares).zip(gradient) {
            *square += g * g;
            *weight -= rate * g / (square.sqrt() + epsilon);
        }
    }
}
