//! Names of rows.

use emberlane_stores::RowKey;

/// Names a row of a shard: its table in the upper 32 bits, its number there in the lower ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key(pub u64);

impl Key {
    /// A row of a table.
    #[must_use]
    pub const fn new(table: u32, row: u32) -> Self {
        Self((table as u64) << 32 | row as u64)
    }

    /// Its table.
    #[must_use]
    pub const fn table(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Its number in the table.
    #[must_use]
    pub const fn row(self) -> u32 {
        self.0 as u32
    }

    /// A number that spreads keys evenly: neighbours are far apart. It is a bijection, the finaliser of SplitMix64.
    #[must_use]
    pub const fn mixed(self) -> u64 {
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Which of `count` parts a row belongs to: its mixed number scaled to them.
    #[must_use]
    pub const fn part(self, count: u32) -> u32 {
        ((self.mixed() as u128 * count as u128) >> 64) as u32
    }

    /// Which of `count` parts of its shard a row belongs to, whatever the number of shards.
    #[must_use]
    pub const fn partition(self, count: u32) -> u32 {
        // The upper bits said which shard it is.
        (((self.mixed() & 0xffff_ffff) * count as u64) >> 32) as u32
    }
}

impl From<RowKey> for Key {
    fn from(key: RowKey) -> Self {
        Self::new(key.table, key.row)
    }
}

impl From<Key> for RowKey {
    fn from(key: Key) -> Self {
        Self { table: key.table(), row: key.row() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_its_table_and_row() {
        let key = Key::new(3, 0xffff_fffe);
        assert_eq!((key.0, key.table(), key.row()), (0x3_ffff_fffe, 3, 0xffff_fffe));
    }

    #[test]
    fn rows_are_spread_over_shards_and_over_their_parts() {
        const ROWS: u32 = 40_000;
        let mut counts = [[0; 4]; 4];
        for row in 0..ROWS {
            let key = Key::new(row % 7, row);
            counts[key.part(4) as usize][key.partition(4) as usize] += 1;
        }
        let fair = ROWS / 16;
        assert!(counts.iter().flatten().all(|count| (fair * 9 / 10..fair * 11 / 10).contains(count)), "{counts:?}");
    }
}
