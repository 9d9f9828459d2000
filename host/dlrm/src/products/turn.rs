//! Rows become columns.

use std::array::from_fn;
use std::ops::Range;

/// Copies so many numbers of each of some rows to a column of `to`, whose rows are `stride` apart.
///
/// # Panics
/// Where there are fewer numbers, or less room.
#[inline(always)]
pub(crate) fn turn<'n>(
    row: impl Fn(usize) -> &'n [f32] + Copy,
    rows: usize,
    columns: usize,
    to: &mut [f32],
    stride: usize,
) {
    let mut first = 0;
    while first < rows {
        let count = whole(rows - first);
        let of = move |number: usize| row(first + number);
        let mut column = 0;
        while column < columns {
            let width = whole(columns - column);
            let to = &mut to[column * stride + first..];
            match (count, width) {
                (16, 16) => block::<8, 16>(of, column, to, stride),
                (16, 8) => block::<8, 8>(of, column, to, stride),
                (8, 16) => block::<4, 16>(of, column, to, stride),
                (8, 8) => block::<4, 8>(of, column, to, stride),
                _ => plain(of, count, column..column + width, to, stride),
            }
            column += width;
        }
        first += count;
    }
}

/// How many of so many are turned at a time.
const fn whole(left: usize) -> usize {
    match left {
        16.. => 16,
        8.. => 8,
        few => few,
    }
}

#[inline(always)]
fn plain<'n>(row: impl Fn(usize) -> &'n [f32], rows: usize, columns: Range<usize>, to: &mut [f32], stride: usize) {
    for (column, to) in columns.zip(to.chunks_mut(stride)) {
        for (number, to) in to[..rows].iter_mut().enumerate() {
            *to = row(number)[column];
        }
    }
}

/// `P` pairs of rows, `C` numbers from a column on. Two rows are put side by side into 64 bits, many numbers at a time, which leaves half as
/// many to be moved one by one.
#[inline(always)]
fn block<'n, const P: usize, const C: usize>(
    row: impl Fn(usize) -> &'n [f32],
    column: usize,
    to: &mut [f32],
    stride: usize,
) {
    let row = |number: usize| row(number)[column..].first_chunk::<C>().expect("as many numbers");
    let mut pairs = [[0; C]; P];
    for (number, pair) in pairs.iter_mut().enumerate() {
        let (one, other) = (row(2 * number), row(2 * number + 1));
        for column in 0..C {
            pair[column] = u64::from(one[column].to_bits()) | u64::from(other[column].to_bits()) << 32;
        }
    }
    // Row after row of `to`: where a compiler sees that columns could be done side by side, it scatters them, which is slow.
    for (column, to) in to.chunks_mut(stride).take(C).enumerate() {
        let both: [u64; P] = from_fn(|number| pairs[number][column]);
        let (to, _) = to[..2 * P].as_chunks_mut::<2>();
        for (to, both) in to.iter_mut().zip(both) {
            *to = [both as u32, (both >> 32) as u32].map(f32::from_bits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_the_rows_that_were() {
        for rows in [1, 2, 3, 7, 8, 9, 15, 16, 17, 23, 40] {
            for columns in [0_usize, 1, 2, 7, 8, 13, 15, 16, 17, 25, 33, 48] {
                let (wide, high) = (columns + 3, rows + 2);
                let numbers: Vec<f32> = (0..rows * wide - 3).map(|number| number as f32).collect();
                let mut turned = vec![-1.0; (columns * high).saturating_sub(2)];
                turn(|row| &numbers[row * wide..][..columns], rows, columns, &mut turned, high);
                for (place, value) in turned.iter().enumerate() {
                    let (column, row) = (place / high, place % high);
                    let expected = if row < rows { numbers[row * wide + column] } else { -1.0 };
                    assert_eq!(*value, expected, "row {row}, column {column} of {rows}, {columns}");
                }
            }
        }
    }
}
