//! What happens between the bottom MLP and the top MLP.

use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView1, ArrayView2};

use emberlane_experiment::Interaction;

/// Puts the bottom MLP's output `[samples, width]` and the pooled vectors (table by table, within a table sample by
/// sample, `dimension` long) together: `[samples, interaction width]`.
///
/// # Panics
/// When `pooled` does not hold whole tables, or, for [`Interaction::Dot`], when width is not `dimension`.
#[must_use]
pub fn interact(
    interaction: Interaction,
    bottom: ArrayView2<'_, f32>,
    pooled: &[f32],
    dimension: usize,
) -> Array2<f32> {
    let (samples, width) = bottom.dim();
    let tables = pooled.len() / (samples * dimension);
    let mut output = Array2::zeros((samples, width + added_width(interaction, tables, dimension)));
    let mut vectors = Array2::zeros((tables + 1, dimension));
    let mut products = Array2::zeros((tables + 1, tables + 1));
    for (sample, mut row) in output.rows_mut().into_iter().enumerate() {
        let row = row.as_slice_mut().expect("a row of an owned matrix is contiguous");
        let (first, rest) = row.split_at_mut(width);
        copy(first, bottom.row(sample));
        match interaction {
            Interaction::Cat => {
                for (table, to) in rest.chunks_exact_mut(dimension).enumerate() {
                    to.copy_from_slice(&pooled[place(table, sample, samples, dimension)]);
                }
            }
            Interaction::Dot => {
                gather(&mut vectors, bottom, pooled, sample);
                general_mat_mul(1.0, &vectors, &vectors.t(), 0.0, &mut products);
                let triangle = (1..=tables).flat_map(|i| (0..i).map(move |j| (i, j)));
                rest.iter_mut().zip(triangle).for_each(|(to, at)| *to = products[at]);
            }
        }
    }
    output
}

/// Gradients of the bottom MLP's output and of the pooled vectors, from that of the interaction.
///
/// # Panics
/// When the shapes are not those of [`interact`].
#[must_use]
pub fn interact_backward(
    interaction: Interaction,
    bottom: ArrayView2<'_, f32>,
    pooled: &[f32],
    dimension: usize,
    gradient: ArrayView2<'_, f32>,
) -> (Array2<f32>, Vec<f32>) {
    let (samples, width) = bottom.dim();
    let tables = pooled.len() / (samples * dimension);
    let mut to_bottom = Array2::zeros((samples, width));
    let mut to_pooled = vec![0.0; pooled.len()];
    let mut vectors = Array2::zeros((tables + 1, dimension));
    let mut symmetric = Array2::zeros((tables + 1, tables + 1));
    let mut to_vectors = Array2::zeros((tables + 1, dimension));
    for sample in 0..samples {
        let gradient = gradient.row(sample);
        let mut gradient = gradient.iter().copied();
        let mut bottom_row = to_bottom.row_mut(sample);
        bottom_row.iter_mut().zip(gradient.by_ref().take(width)).for_each(|(to, from)| *to = from);
        match interaction {
            Interaction::Cat => {
                for table in 0..tables {
                    let to = &mut to_pooled[place(table, sample, samples, dimension)];
                    to.iter_mut().zip(gradient.by_ref().take(dimension)).for_each(|(to, from)| *to = from);
                }
            }
            Interaction::Dot => {
                // dL/dV = (G + G^T) V, where G is strictly lower triangular.
                let triangle = (1..=tables).flat_map(|i| (0..i).map(move |j| (i, j)));
                for ((i, j), value) in triangle.zip(gradient) {
                    symmetric[[i, j]] = value;
                    symmetric[[j, i]] = value;
                }
                gather(&mut vectors, bottom, pooled, sample);
                general_mat_mul(1.0, &symmetric, &vectors, 0.0, &mut to_vectors);
                bottom_row += &to_vectors.row(0);
                for table in 0..tables {
                    copy(&mut to_pooled[place(table, sample, samples, dimension)], to_vectors.row(table + 1));
                }
            }
        }
    }
    (to_bottom, to_pooled)
}

/// What the pooled vectors add to the width of the bottom MLP's output.
fn added_width(interaction: Interaction, tables: usize, dimension: usize) -> usize {
    match interaction {
        Interaction::Dot => tables * (tables + 1) / 2,
        Interaction::Cat => tables * dimension,
    }
}

/// Where the pooled vector of a table and sample lies.
fn place(table: usize, sample: usize, samples: usize, dimension: usize) -> Range<usize> {
    let start = (table * samples + sample) * dimension;
    start..start + dimension
}

/// The vectors of one sample: the bottom MLP's output, then one a table.
fn gather(vectors: &mut Array2<f32>, bottom: ArrayView2<'_, f32>, pooled: &[f32], sample: usize) {
    let (samples, dimension) = (bottom.nrows(), vectors.ncols());
    vectors.row_mut(0).assign(&bottom.row(sample));
    for table in 1..vectors.nrows() {
        let from = &pooled[place(table - 1, sample, samples, dimension)];
        vectors.row_mut(table).iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    }
}

fn copy(to: &mut [f32], from: ArrayView1<'_, f32>) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

#[cfg(test)]
mod tests {
    use ndarray::arr2;

    use super::*;

    /// Two samples, two tables, vectors of two.
    const POOLED: [f32; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

    #[test]
    fn dot_is_the_strictly_lower_triangle() {
        let bottom = arr2(&[[0.5, 1.0], [2.0, -1.0]]);
        let output = interact(Interaction::Dot, bottom.view(), &POOLED, 2);
        // Z10 = v0.x, Z20 = v1.x, Z21 = v1.v0.
        assert_eq!(output, arr2(&[[0.5, 1.0, 2.5, 8.5, 17.0], [2.0, -1.0, 2.0, 6.0, 53.0]]));
    }

    #[test]
    fn cat_is_one_after_the_other() {
        let bottom = arr2(&[[0.5, 1.0, 9.0], [2.0, -1.0, 8.0]]);
        let output = interact(Interaction::Cat, bottom.view(), &POOLED, 2);
        assert_eq!(output, arr2(&[[0.5, 1.0, 9.0, 1.0, 2.0, 5.0, 6.0], [2.0, -1.0, 8.0, 3.0, 4.0, 7.0, 8.0]]));
        let (to_bottom, to_pooled) = interact_backward(Interaction::Cat, bottom.view(), &POOLED, 2, output.view());
        assert_eq!(to_bottom, bottom);
        assert_eq!(to_pooled, POOLED);
    }
}
