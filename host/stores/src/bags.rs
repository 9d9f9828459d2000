//! Batches as devices take them.

use emberlane_data::Bags;
use emberlane_drivers::{Batch, BatchBuilder, BatchError};
use emberlane_experiment::Pooling;

/// The lists of a batch as devices take them; with the scale 1/n of every bag if `mean`.
///
/// # Errors
/// Bags that are no lists of rows.
pub fn device_batch(bags: &Bags, mean: bool) -> Result<Batch, BatchError> {
    let mut builder = BatchBuilder::new();
    for table in 0..bags.tables {
        let offsets = &bags.offsets[table * bags.samples..=(table + 1) * bags.samples];
        let start = offsets[0];
        let relative: Vec<u32> = offsets.iter().map(|offset| offset - start).collect();
        let indices = &bags.indices[start as usize..offsets[bags.samples] as usize];
        builder = builder.table(&relative, indices)?;
    }
    let batch = builder.build()?;
    if !mean {
        return Ok(batch);
    }
    let scales = (0..bags.count()).map(|bag| mean_scale(bags.bag(bag).len()).to_bits()).collect();
    batch.with_scales(scales)
}

/// What each bag's sum, and its gradient, is multiplied by.
#[must_use]
pub fn scales_of(bags: &Bags, pooling: Pooling) -> Vec<f32> {
    (0..bags.count()).map(|bag| scale_of(pooling, bags.bag(bag).len())).collect()
}

/// The same of a bag of `rows`.
#[inline]
pub(crate) fn scale_of(pooling: Pooling, rows: usize) -> f32 {
    if pooling == Pooling::Mean { mean_scale(rows) } else { 1.0 }
}

/// What a sum of `n` rows is multiplied by for their mean: f32(1/n), and 1 for none.
pub fn mean_scale(n: usize) -> f32 {
    1.0 / n.max(1) as f32
}
