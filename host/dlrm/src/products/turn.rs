//! Rows become columns.

use std::array::from_fn;

use super::LINE;

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
    let whole = columns / LINE * LINE;
    let mut first = 0;
    while first < rows {
        let count = match rows - first {
            16.. => 16,
            8.. => 8,
            few => few,
        };
        let of = move |number: usize| row(first + number);
        for column in (0..whole).step_by(LINE) {
            let to = &mut to[column * stride + first..];
            match count {
                16 => block::<8>(of, column, to, stride),
                8 => block::<4>(of, column, to, stride),
                _ => plain(of, count, column..column + LINE, to, stride),
            }
        }
        if whole < columns {
            plain(of, count, whole..columns, &mut to[whole * stride + first..], stride);
        }
        first += count;
    }
}

#[inline(always)]
fn plain<'n>(
    row: impl Fn(usize) -> &'n [f32],
    rows: usize,
    columns: std::ops::Range<usize>,
    to: &mut [f32],
    stride: usize,
) {
    for number in 0..rows {
        for (column, from) in row(number)[columns.clone()].iter().enumerate() {
            to[column * stride + number] = *from;
        }
    }
}

/// `P` pairs of rows, [`LINE`] numbers from a column on. Two rows are put side by side into 64 bits, many numbers at a time, which leaves half
/// as many to be moved one by one.
#[inline(always)]
fn block<'n, const P: usize>(row: impl Fn(usize) -> &'n [f32], column: usize, to: &mut [f32], stride: usize) {
    let row = |number: usize| row(number)[column..].first_chunk::<LINE>().expect("a whole line");
    let mut pairs = [[0; LINE]; P];
    for (number, pair) in pairs.iter_mut().enumerate() {
        let (one, other) = (row(2 * number), row(2 * number + 1));
        for column in 0..LINE {
            pair[column] = u64::from(one[column].to_bits()) | u64::from(other[column].to_bits()) << 32;
        }
    }
    for column in 0..LINE {
        let both: [u64; P] = from_fn(|number| pairs[number][column]);
        let (to, _) = to[column * stride..][..2 * P].as_chunks_mut::<2>();
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
            for columns in [1, 2, 13, 15, 16, 17, 33, 48] {
                let (wide, high) = (columns + 3, rows + 2);
                let numbers: Vec<f32> = (0..rows * wide - 3).map(|number| number as f32).collect();
                let mut turned = vec![-1.0; columns * high - 2];
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
