//! Pooling and updating of rows in memory, those of whole tables where they are, or the unique ones of a batch.
//!
//! The order of arithmetic is that of the devices and of [`update_row`](crate::update_row): a bag's rows are
//! summed in their order, and a row takes the gradients of its bags in the order of the bags. Elements are computed side by side, and
//! tables by several threads; neither changes a sum.

use std::ops::Range;

use emberlane_data::Bags;
use emberlane_dlrm::{UpdateRule, threads};
use emberlane_drivers::Batch;
use emberlane_experiment::Pooling;
use emberlane_memory::{Pages, ask_for_row};
use pulp::{Arch, NullaryFnOnce, Simd, WithSimd};

use crate::bags::scale_of;
use crate::row_update::update_row;
use crate::{EmbeddingError, RowShape};

/// So many rows before one is used, memory is asked for it.
const AHEAD: usize = 32;

/// Multiply-adds of a product that take as long as a number of a row, which comes from memory.
const PER_NUMBER: usize = 64;

/// What it takes to pool or update so many uses of rows, in multiply-adds of a product.
fn work(uses: usize, shape: RowShape) -> usize {
    uses.saturating_mul(shape.width() * PER_NUMBER)
}

/// Elements that are computed side by side at most.
const SIDE_BY_SIDE: usize = 64;

/// Pools every bag.
///
/// # Errors
/// Rows that do not exist.
pub(crate) fn pool(
    tables: &[Pages<f32>],
    shape: RowShape,
    pooling: Pooling,
    bags: &Bags,
) -> Result<Vec<f32>, EmbeddingError> {
    let of_table = bags.samples * shape.dimension;
    let mut pooled = vec![0.0; bags.tables * of_table];
    let mut found = vec![Ok(()); bags.tables];
    let parts = pooled.chunks_mut(of_table.max(1)).zip(&mut found).enumerate();
    threads::run(work(bags.indices.len(), shape), parts, |(table, (vectors, found))| {
        let rows = tables.get(table).map_or(&[][..], |rows| rows);
        *found = Arch::new().dispatch(Pool { rows, shape, pooling, bags: OfTable::new(bags, table), vectors });
    });
    first_missing(found, tables, shape)?;
    Ok(pooled)
}

/// Pools every bag of a batch, in the order of the devices. `rows` are its unique rows, one behind the other.
///
/// # Panics
/// With fewer rows than the batch has unique ones.
#[must_use]
pub fn pooled_vectors(batch: &Batch, pooling: Pooling, rows: &[f32], shape: RowShape) -> Vec<f32> {
    let mut pooled = vec![0.0; batch.bags() * shape.dimension];
    let mut vectors = &mut pooled[..];
    let mut first = 0;
    let parts = batch.table_bags().iter().map(|bags| {
        let bags = *bags as usize;
        let (of_table, rest) = std::mem::take(&mut vectors).split_at_mut(bags * shape.dimension);
        let offsets = &batch.offsets()[first..=first + bags];
        (vectors, first) = (rest, first + bags);
        (OfTable { offsets, indices: batch.transpose().places() }, of_table)
    });
    threads::run(work(batch.entries(), shape), parts, |(bags, vectors)| {
        let found = Arch::new().dispatch(Pool { rows, shape, pooling, bags, vectors });
        assert_eq!(found, Ok(()), "there are as many unique rows as the batch has");
    });
    pooled
}

/// Updates rows with the gradients of a batch, as [`update_row`] does. Of each table there are its rows, and whether they are its unique ones, one
/// behind the other, or all of them.
pub(crate) fn update_rows<'r>(
    step: UpdateRule,
    shape: RowShape,
    batch: &Batch,
    gradients: &[f32],
    scales: &[f32],
    tables: impl Iterator<Item = RowsOf<'r>>,
) {
    let mut unique = 0;
    let parts = batch.transpose().table_rows().iter().zip(tables).map(|(count, rows)| {
        let first = unique;
        unique += *count as usize;
        UpdateUnique { step, shape, batch, gradients, scales, rows, unique: first..unique }
    });
    threads::run(work(batch.entries(), shape), parts, |part| Arch::new().dispatch(part));
}

/// Rows of a table.
pub(crate) enum RowsOf<'r> {
    /// All of them.
    Table(&'r mut [f32]),
    /// The unique ones of a batch.
    Unique(&'r mut [f32]),
}

struct UpdateUnique<'u, 'r> {
    step: UpdateRule,
    shape: RowShape,
    batch: &'u Batch,
    gradients: &'u [f32],
    scales: &'u [f32],
    rows: RowsOf<'r>,
    unique: Range<usize>,
}

impl NullaryFnOnce for UpdateUnique<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { step, shape, batch, gradients, scales, mut rows, unique } = self;
        let (transpose, width, dimension) = (batch.transpose(), shape.width(), shape.dimension);
        let mut sum = vec![0.0; dimension];
        for (place, unique) in unique.enumerate() {
            let row = match &mut rows {
                RowsOf::Table(rows) => &mut rows[transpose.rows()[unique] as usize * width..][..width],
                RowsOf::Unique(rows) => &mut rows[place * width..][..width],
            };
            let gradients = transpose.bags(unique).iter().map(|bag| {
                let bag = *bag as usize;
                (&gradients[bag * dimension..(bag + 1) * dimension], scales[bag])
            });
            update_row(step, shape, row, gradients, &mut sum);
        }
    }
}

/// Applies the gradients of all bags with SGD. Rows have been pooled, so they exist.
pub(crate) fn update(
    tables: &mut [Pages<f32>],
    shape: RowShape,
    pooling: Pooling,
    rate: f32,
    bags: &Bags,
    gradients: &[f32],
) {
    let gradients = gradients.chunks((bags.samples * shape.dimension).max(1));
    let parts = tables.iter_mut().zip(gradients).enumerate();
    threads::run(work(bags.indices.len(), shape), parts, |(table, (rows, gradients))| {
        Arch::new().dispatch(Update { rows, shape, pooling, rate, bags: OfTable::new(bags, table), gradients });
    });
}

/// The error of the first table of which a bag names a row that there is not.
fn first_missing(found: Vec<Result<(), u32>>, tables: &[Pages<f32>], shape: RowShape) -> Result<(), EmbeddingError> {
    for (table, found) in found.into_iter().enumerate() {
        if let Err(row) = found {
            let rows = tables.get(table).map_or(0, |rows| (rows.len() / shape.width()) as u32);
            return Err(EmbeddingError::NoRow { table, rows, row: row.into() });
        }
    }
    Ok(())
}

/// The bags of one table.
#[derive(Clone, Copy)]
struct OfTable<'b> {
    offsets: &'b [u32],
    /// Which rows the bags name, of all tables.
    indices: &'b [u32],
}

impl<'b> OfTable<'b> {
    fn new(bags: &'b Bags, table: usize) -> Self {
        let offsets = &bags.offsets[table * bags.samples..=(table + 1) * bags.samples];
        Self { offsets, indices: &bags.indices }
    }

    /// Where the rows of each are among the indices.
    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = Range<usize>> {
        self.offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    /// Which rows they name, one bag behind the other.
    #[inline(always)]
    fn rows(self) -> &'b [u32] {
        &self.indices[self.offsets[0] as usize..self.offsets[self.offsets.len() - 1] as usize]
    }
}

/// Calls `$work::<S, V>` with as many vectors as `$columns` columns are: cache lines of 16 numbers, four at most. Of what is narrower than
/// a line each column by itself.
macro_rules! by_columns {
    ($simd:ident, $columns:expr, $work:ident($($argument:expr),*)) => {
        match (S::F32_LANES, $columns) {
            (16, 64) => $work::<S, 4>($simd, $($argument),*),
            (16, 32) => $work::<S, 2>($simd, $($argument),*),
            (16, 16) => $work::<S, 1>($simd, $($argument),*),
            (8, 64) => $work::<S, 8>($simd, $($argument),*),
            (8, 32) => $work::<S, 4>($simd, $($argument),*),
            (8, 16) => $work::<S, 2>($simd, $($argument),*),
            (4, 64) => $work::<S, 16>($simd, $($argument),*),
            (4, 32) => $work::<S, 8>($simd, $($argument),*),
            (4, 16) => $work::<S, 4>($simd, $($argument),*),
            (1, 64) => $work::<S, 64>($simd, $($argument),*),
            (1, 32) => $work::<S, 32>($simd, $($argument),*),
            (1, 16) => $work::<S, 16>($simd, $($argument),*),
            _ => $work::<pulp::Scalar, 1>(pulp::Scalar, $($argument),*),
        }
    };
}

/// Columns of a row, some at a time: 64, 32 or 16 of them, then one by one.
fn pieces(dimension: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let columns = [SIDE_BY_SIDE, 32, 16, 1].into_iter().find(|columns| first + columns <= dimension)?;
        first += columns;
        Some((first - columns, columns))
    })
}

struct Pool<'p> {
    rows: &'p [f32],
    shape: RowShape,
    pooling: Pooling,
    bags: OfTable<'p>,
    vectors: &'p mut [f32],
}

impl WithSimd for Pool<'_> {
    /// A row that there is not.
    type Output = Result<(), u32>;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> Self::Output {
        for (first, columns) in pieces(self.shape.dimension) {
            by_columns!(simd, columns, pool_columns(&mut self, first))?;
        }
        Ok(())
    }
}

/// Pools `V` vectors of columns, from `first` on, of all bags.
#[inline(always)]
fn pool_columns<S: Simd, const V: usize>(simd: S, part: &mut Pool<'_>, first: usize) -> Result<(), u32> {
    let (width, dimension) = (part.shape.width(), part.shape.dimension);
    let columns = first..first + V * S::F32_LANES;
    let rows = part.rows;
    let ask = move |index: &u32| ask_for_row(rows, *index as usize * width + first, V * S::F32_LANES);
    let mut coming = part.bags.rows().iter();
    coming.by_ref().take(AHEAD).for_each(ask);
    for (bag, vector) in part.bags.iter().zip(part.vectors.chunks_exact_mut(dimension)) {
        let bag = &part.bags.indices[bag];
        let mut sums = [simd.splat_f32s(0.0); V];
        for index in bag {
            if let Some(index) = coming.next() {
                ask(index);
            }
            let begin = *index as usize * width;
            let row = rows.get(begin..begin + width).ok_or(*index)?;
            let (row, _) = S::as_simd_f32s(&row[columns.clone()]);
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum = simd.add_f32s(*sum, *value);
            }
        }
        let (vector, _) = S::as_mut_simd_f32s(&mut vector[columns.clone()]);
        let scale = simd.splat_f32s(scale_of(part.pooling, bag.len()));
        for (to, sum) in vector.iter_mut().zip(&sums) {
            *to = if part.pooling == Pooling::Mean { simd.mul_f32s(*sum, scale) } else { *sum };
        }
    }
    Ok(())
}

struct Update<'u> {
    rows: &'u mut [f32],
    shape: RowShape,
    pooling: Pooling,
    rate: f32,
    bags: OfTable<'u>,
    gradients: &'u [f32],
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for (first, columns) in pieces(self.shape.dimension) {
            by_columns!(simd, columns, update_columns(&mut self, first));
        }
    }
}

/// Moves `V` vectors of columns, from `first` on, of the rows of all bags.
#[inline(always)]
fn update_columns<S: Simd, const V: usize>(simd: S, part: &mut Update<'_>, first: usize) {
    let (width, dimension) = (part.shape.width(), part.shape.dimension);
    let columns = first..first + V * S::F32_LANES;
    let rate = simd.splat_f32s(part.rate);
    for (bag, gradient) in part.bags.iter().zip(part.gradients.chunks_exact(dimension)) {
        let bag = &part.bags.indices[bag];
        let (gradient, _) = S::as_simd_f32s(&gradient[columns.clone()]);
        let scale = simd.splat_f32s(scale_of(part.pooling, bag.len()));
        let steps: [S::f32s; V] = std::array::from_fn(|v| simd.mul_f32s(rate, simd.mul_f32s(scale, gradient[v])));
        for index in bag {
            let begin = *index as usize * width;
            let row = &mut part.rows[begin..begin + width];
            let (row, _) = S::as_mut_simd_f32s(&mut row[columns.clone()]);
            for (value, step) in row.iter_mut().zip(&steps) {
                *value = simd.sub_f32s(*value, *step);
            }
        }
    }
}
