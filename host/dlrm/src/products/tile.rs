//! The innermost part of every product: some rows by some columns.

use pulp::Simd;

use super::{BLOCK, DEEP, LINE};

/// What becomes of the sums.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keep {
    /// They are what was asked for.
    Assign,
    /// They are added, so many times each.
    Add(f32),
}

/// A factor of each row of a tile.
pub(super) trait Factors: Copy {
    /// That of a row.
    fn of(&self, row: usize) -> f32;
}

impl Factors for &[f32; BLOCK] {
    #[inline(always)]
    fn of(&self, row: usize) -> f32 {
        self[row]
    }
}

/// The same number of each row.
#[derive(Clone, Copy)]
pub(super) struct Across<'r> {
    pub rows: &'r [&'r [f32; DEEP]; BLOCK],
    pub number: usize,
}

impl Factors for Across<'_> {
    #[inline(always)]
    fn of(&self, row: usize) -> f32 {
        self.rows[row][self.number]
    }
}

/// Rows of numbers that sums are kept in.
pub(super) trait Rows {
    /// A row.
    fn row(&mut self, row: usize) -> &mut [f32];
}

/// Rows that are one behind the other.
pub(super) struct Strided<'r> {
    pub values: &'r mut [f32],
    /// From one to the next.
    pub stride: usize,
}

impl Rows for Strided<'_> {
    #[inline(always)]
    fn row(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.stride..]
    }
}

/// Sums over `terms`, each a factor a row and a factor a column, and keeps them in `out`, from column `to` on. There are [`BLOCK`] rows,
/// and `lines` cache lines of columns, three at most.
#[inline(always)]
pub(super) fn tile<'t, S: Simd>(
    simd: S,
    terms: impl Iterator<Item = (impl Factors, &'t [f32])> + Clone,
    lines: usize,
    out: &mut impl Rows,
    to: usize,
    keep: Keep,
) {
    // As many sums as registers hold, with room for a line of factors.
    match (S::F32_LANES, lines) {
        (16, 1) => sums::<S, 8, 1>(simd, terms, 0, out, to, keep),
        (16, 2) => sums::<S, 8, 2>(simd, terms, 0, out, to, keep),
        (16, _) => sums::<S, 8, 3>(simd, terms, 0, out, to, keep),
        (8, 1) => sums::<S, 4, 2>(simd, terms, 0, out, to, keep),
        (8, 2) => sums::<S, 2, 4>(simd, terms, 0, out, to, keep),
        (8, _) => sums::<S, 2, 6>(simd, terms, 0, out, to, keep),
        (4, _) => {
            for line in 0..lines {
                sums::<S, 4, 4>(simd, terms.clone(), line * LINE, out, to, keep);
            }
        }
        (lanes, _) => {
            for column in (0..lines * LINE).step_by(lanes) {
                sums::<S, 8, 1>(simd, terms.clone(), column, out, to, keep);
            }
        }
    }
}

/// `R` rows at a time, `V` vectors of columns from `column` on.
#[inline(always)]
fn sums<'t, S: Simd, const R: usize, const V: usize>(
    simd: S,
    terms: impl Iterator<Item = (impl Factors, &'t [f32])> + Clone,
    column: usize,
    out: &mut impl Rows,
    to: usize,
    keep: Keep,
) {
    let columns = column..column + V * S::F32_LANES;
    for first in (0..BLOCK).step_by(R) {
        let mut sums = [[simd.splat_f32s(0.0); V]; R];
        for (left, right) in terms.clone() {
            let (right, _) = S::as_simd_f32s(&right[columns.clone()]);
            for (r, sums) in sums.iter_mut().enumerate() {
                let left = simd.splat_f32s(left.of(first + r));
                for (v, sum) in sums.iter_mut().enumerate() {
                    *sum = simd.mul_add_f32s(left, right[v], *sum);
                }
            }
        }
        for (r, sums) in sums.iter().enumerate() {
            let (row, _) = S::as_mut_simd_f32s(&mut out.row(first + r)[to..][columns.clone()]);
            for (v, sum) in sums.iter().enumerate() {
                row[v] = match keep {
                    // Not the sum itself, which may be -0.
                    Keep::Assign => simd.mul_add_f32s(simd.splat_f32s(1.0), *sum, simd.splat_f32s(0.0)),
                    Keep::Add(factor) => simd.mul_add_f32s(simd.splat_f32s(factor), *sum, row[v]),
                };
            }
        }
    }
}
