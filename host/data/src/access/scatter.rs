//! Which row has which rank.

/// A permutation of the rows of a table: it says which row has which rank.
///
/// An assumption: tables are not sorted by popularity, so that popular rows are anywhere, as a hash or the order in which
/// categories first came would have them. Products and shifts of `k` bits are a permutation of `2^k` numbers; what lands behind the
/// last row goes through again until it does not.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    rows: u64,
    mask: u64,
    shift: u32,
    key: u64,
    factors: [u64; 3],
    inverses: [u64; 3],
}

impl Scatter {
    /// A permutation of `rows` rows, 2^40 at most; another for another seed.
    ///
    /// # Panics
    /// When there are no rows.
    #[must_use]
    pub fn new(rows: u64, seed: u64) -> Self {
        assert!(rows > 0, "a table has rows");
        let bits = (u64::BITS - (rows - 1).leading_zeros()).max(2);
        let mut state = seed;
        let factors = std::array::from_fn(|_| mixed(&mut state) | 1);
        Self {
            rows,
            mask: (1 << bits) - 1,
            shift: bits.div_ceil(2),
            key: mixed(&mut state),
            factors,
            inverses: factors.map(inverse),
        }
    }

    /// The row of a rank, both from 0.
    #[inline]
    #[must_use]
    pub fn row(&self, rank: u64) -> u64 {
        let mut number = rank;
        loop {
            number = (number ^ self.key) & self.mask;
            for factor in self.factors {
                number = number.wrapping_mul(factor) & self.mask;
                number ^= number >> self.shift;
            }
            if number < self.rows {
                return number;
            }
        }
    }

    /// The rank of a row, both from 0.
    #[inline]
    #[must_use]
    pub fn rank(&self, row: u64) -> u64 {
        let mut number = row;
        loop {
            for inverse in self.inverses.iter().rev() {
                // A shift by half the bits or more undoes itself.
                number ^= number >> self.shift;
                number = number.wrapping_mul(*inverse) & self.mask;
            }
            number = (number ^ self.key) & self.mask;
            if number < self.rows {
                return number;
            }
        }
    }
}

/// The next number of SplitMix64 (Steele et al. 2014).
pub fn mixed(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *state;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// What an odd number is to be multiplied by to give 1, modulo 2^64.
fn inverse(odd: u64) -> u64 {
    // Newton: each step doubles the bits that are right, of which there are three to begin with.
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_one_rank() {
        for rows in [1, 2, 3, 4, 5, 10, 62, 128, 1441, 36_746, 65_536, 65_537] {
            let scatter = Scatter::new(rows, rows + 7);
            let mut seen = vec![false; rows as usize];
            for rank in 0..rows {
                let row = scatter.row(rank);
                assert!(!std::mem::replace(&mut seen[row as usize], true), "{rows}: row {row} twice");
                assert_eq!(scatter.rank(row), rank);
            }
        }
    }

    #[test]
    fn popular_rows_are_anywhere() {
        // Of a thousand ranks on 64 equal parts of the table, each part has some sixteen.
        for (seed, first) in [(0, 0), (1, 0), (2, 5_000), (3, 1 << 20)] {
            let rows = 45_833_188;
            let scatter = Scatter::new(rows, seed);
            let mut parts = [0; 64];
            (first..first + 1024).for_each(|rank| parts[(scatter.row(rank) * 64 / rows) as usize] += 1);
            let chi: f64 = parts.iter().map(|count| f64::from(*count - 16i32).powi(2) / 16.0).sum();
            assert!((20.0..120.0).contains(&chi), "{chi} of 63: {parts:?}");
        }
        assert_ne!(Scatter::new(1000, 1).row(0), Scatter::new(1000, 2).row(0));
    }
}
