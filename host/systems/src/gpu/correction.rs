//! What NDRec's correction takes of a GPU: in factored form, and as the dense matrix of Eq. 4.

use emberlane_data::Bags;
use emberlane_stores::lookahead::{Factors, Matrix};

use super::layer::{Kernel, Layer};

/// Bytes of an FP32 number.
const NUMBER: u64 = 4;

/// What a GPU does to bring the outputs of `next` up to date with these factors, for vectors of so many elements.
#[must_use]
pub fn correction(factors: &Factors, next: &Bags, dimension: usize) -> Layer {
    let (sources, targets) = factors.entries();
    Layer::Correction {
        samples: next.samples as u64,
        rows: factors.rows() as u64,
        sources: sources as u64,
        targets: targets as u64,
        dimension: dimension as u64,
    }
}

/// The product of a matrix with the steps as a dense one: all three matrices are read, and the outputs written.
#[must_use]
pub fn dense_product(matrix: &Matrix) -> Kernel {
    let Matrix { rows, columns, dimension, .. } = *matrix;
    Kernel {
        flop: 2 * rows * columns * dimension,
        bytes: NUMBER * (rows * columns + columns * dimension + 2 * rows * dimension),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dense_product_reads_three_matrices_and_writes_one() {
        let matrix = Matrix { rows: 3, columns: 4, nonzeros: 5, dimension: 16 };
        assert_eq!(dense_product(&matrix), Kernel { flop: 2 * 12 * 16, bytes: 4 * (12 + 64 + 96) });
    }
}
