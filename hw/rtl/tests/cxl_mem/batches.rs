//! Batches, good and damaged, and what the order of checks in the register map says of them.

use emberlane_registers::cxl_mem::ErrorCode::{self, EmptyRow, Index, Offset, Row, SegmentCount};
use rand::Rng;
use rand_pcg::Pcg64;
use std::ops::Range;

/// An error: code and position.
pub type Error = (u64, u64);

/// A directory entry.
#[derive(Clone, Debug)]
pub struct Table {
    pub base: u64,
    pub rows: u32,
    pub segments: u32,
}

/// The lists of a job and what the settings say of them.
#[derive(Clone, Debug)]
pub struct Batch {
    pub is_update: bool,
    /// Lines of a vector.
    pub lines: u64,
    pub data: Range<u64>,
    pub tables: Vec<Table>,
    /// With the first, which is 0.
    pub offsets: Vec<u32>,
    pub rows: Vec<u32>,
    pub entries: Vec<u32>,
    pub bags: u32,
}

impl Batch {
    /// A batch without error.
    pub fn good(random: &mut Pcg64) -> Self {
        let (is_update, lines) = (random.random(), random.random_range(1..=16));
        let start = random.random_range(0..1_u64 << 45) << 6;
        let bags = random.random_range(1..300);
        let (mut end, mut position) = (start, 0);
        let (mut tables, mut offsets, mut rows, mut entries) = (Vec::new(), vec![0], Vec::new(), Vec::new());
        for _ in 0..random.random_range(1..6) {
            let base = end + 64 * [0, random.random_range(0..100)][random.random_range(0..2)];
            let segments = [0, 1, random.random_range(0..50)][random.random_range(0..3)];
            let spread = [1, 3, 1000][random.random_range(0..3)];
            let mut row = 0;
            for _ in 0..segments {
                row += random.random_range(1..=spread);
                rows.push(row - 1);
                let least = u32::from(is_update);
                let most = [2, 5, 40][random.random_range(0..3)];
                position += random.random_range(least..most);
                offsets.push(position);
            }
            let table_rows = row.max(1) + [0, random.random_range(0..1000)][random.random_range(0..2)];
            let limit = if is_update { bags } else { table_rows };
            entries.extend((entries.len() as u32..position).map(|_| match random.random_range(0..4) {
                0 => limit - 1,
                _ => random.random_range(0..limit),
            }));
            tables.push(Table { base, rows: table_rows, segments });
            end = base + u64::from(table_rows) * lines * 64;
        }
        end += 64 * [0, random.random_range(0..100)][random.random_range(0..2)];
        Self { is_update, lines, data: start..end, tables, offsets, rows, entries, bags }
    }

    /// The batch with a word or two that are not what they were.
    pub fn damage(&mut self, random: &mut Pcg64) {
        let wild = |word: &mut u32, random: &mut Pcg64| {
            *word = match random.random_range(0..5) {
                0 => random.random(),
                1 => word.wrapping_add(1),
                2 => word.wrapping_sub(1),
                3 => u32::MAX,
                _ => 0,
            };
        };
        let pick = |words: &mut [u32], random: &mut Pcg64| {
            if !words.is_empty() {
                let place = random.random_range(0..words.len());
                wild(&mut words[place], random);
            }
        };
        let place = random.random_range(0..self.tables.len());
        let table = &mut self.tables[place];
        match random.random_range(0..12) {
            0 => {
                table.base =
                    table.base.wrapping_add([1, 32, 64, 1 << 40, 0_u64.wrapping_sub(64)][random.random_range(0..5)])
            }
            1 => table.base = random.random(),
            2 => table.base = self.data.end - 64 * random.random_range(0..3),
            3 => pick(std::slice::from_mut(&mut table.rows), random),
            4 => pick(std::slice::from_mut(&mut table.segments), random),
            5 => self.data.end -= 64,
            6 => self.offsets[0] = random.random_range(1..5),
            7 | 8 => pick(&mut self.offsets[1..], random),
            9 => pick(&mut self.rows, random),
            _ => pick(&mut self.entries, random),
        }
    }

    /// Segments of the batch.
    pub fn segments(&self) -> usize {
        self.rows.len()
    }

    /// The order of checks under "Lists" in `emberlane_registers::cxl_mem`, and the ranges of entries to judge that it comes by: the end
    /// of each, and below what its entries must be.
    pub fn judge(&self, with_entries: bool) -> (Result<(), Error>, Vec<(u32, u32)>) {
        let mut ranges = Vec::new();
        let verdict = self.walk(with_entries, &mut ranges);
        (verdict.map_err(|(code, position)| (code as u64, position as u64)), ranges)
    }

    fn walk(&self, with_entries: bool, ranges: &mut Vec<(u32, u32)>) -> Result<(), (ErrorCode, usize)> {
        let (mut above, mut segment, mut start) = (self.data.start, 0, 0);
        for (number, table) in self.tables.iter().enumerate() {
            let end = u128::from(table.base) + u128::from(table.rows) * u128::from(self.lines) * 64;
            let fits = table.base >= above && end <= u128::from(self.data.end);
            if table.rows == 0 || !table.base.is_multiple_of(64) || !fits {
                return Err((ErrorCode::Table, number));
            }
            above = end as u64;
            let limit = if self.is_update { self.bags } else { table.rows };
            let mut row_before = None;
            for _ in 0..table.segments {
                if segment == self.segments() {
                    ranges.push((start, limit));
                    return Err((SegmentCount, self.tables.len()));
                }
                if segment == 0 && self.offsets[0] != 0 {
                    return Err((Offset, 0));
                }
                let (stop, row) = (self.offsets[segment + 1], self.rows[segment]);
                let error = if stop < start || stop as usize > self.entries.len() {
                    Some(Offset)
                } else if self.is_update && (row >= table.rows || row_before.is_some_and(|before| row <= before)) {
                    Some(Row)
                } else if self.is_update && start == stop {
                    Some(EmptyRow)
                } else {
                    None
                };
                if let Some(error) = error {
                    ranges.push((start, limit));
                    return Err((error, segment));
                }
                if with_entries {
                    let wrong = (start..stop).find(|entry| self.entries[*entry as usize] >= limit);
                    if let Some(entry) = wrong {
                        return Err((Index, entry as usize));
                    }
                }
                (start, segment, row_before) = (stop, segment + 1, Some(row));
            }
            ranges.push((start, limit));
        }
        if segment != self.segments() {
            return Err((SegmentCount, self.tables.len()));
        }
        if start as usize != self.entries.len() {
            return Err((Offset, segment));
        }
        Ok(())
    }

    /// The directory in beats.
    pub fn directory(&self) -> Vec<[u32; 4]> {
        let entry = |table: &Table| [table.base as u32, (table.base >> 32) as u32, table.rows, table.segments];
        self.tables.iter().map(entry).collect()
    }
}

/// Words in lines; what stands behind a list comes along.
pub fn in_lines(words: &[u32], random: &mut Pcg64) -> Vec<[u32; 16]> {
    let line = |words: &[u32], random: &mut Pcg64| {
        std::array::from_fn(|lane| words.get(lane).copied().unwrap_or_else(|| random.random()))
    };
    words.chunks(16).map(|words| line(words, random)).collect()
}

/// Batches that are wrong in one way, written out by hand: the error of each.
pub fn by_hand() -> Vec<(&'static str, Batch, Result<(), Error>)> {
    let table = |base, rows, segments| Table { base, rows, segments };
    let lookup = Batch {
        is_update: false,
        lines: 2,
        data: 0x1000..0x2000,
        tables: vec![table(0x1000, 4, 2), table(0x1200, 28, 1)],
        offsets: vec![0, 2, 2, 5],
        rows: vec![0; 3],
        entries: vec![0, 3, 27, 4, 4],
        bags: 3,
    };
    let update = Batch {
        is_update: true,
        offsets: vec![0, 1, 3, 5],
        rows: vec![1, 3, 0],
        entries: vec![0, 1, 2, 0, 2],
        ..lookup.clone()
    };
    let of = |batch: &Batch, change: fn(&mut Batch)| {
        let mut batch = batch.clone();
        change(&mut batch);
        batch
    };
    let error = |code: ErrorCode, position| Err((code as u64, position));
    vec![
        ("lookup", lookup.clone(), Ok(())),
        ("update", update.clone(), Ok(())),
        ("no rows", of(&lookup, |batch| batch.tables[1].rows = 0), error(ErrorCode::Table, 1)),
        ("misaligned", of(&lookup, |batch| batch.tables[0].base += 32), error(ErrorCode::Table, 0)),
        ("below the region", of(&lookup, |batch| batch.tables[0].base = 0xfc0), error(ErrorCode::Table, 0)),
        ("overlapping", of(&lookup, |batch| batch.tables[1].base = 0x11c0), error(ErrorCode::Table, 1)),
        ("above the region", of(&lookup, |batch| batch.tables[1].rows = 29), error(ErrorCode::Table, 1)),
        ("behind all", of(&lookup, |batch| batch.tables[1].base = u64::MAX - 63), error(ErrorCode::Table, 1)),
        ("a segment more", of(&lookup, |batch| batch.tables[1].segments = 2), error(SegmentCount, 2)),
        ("a segment less", of(&lookup, |batch| batch.tables[1].segments = 0), error(SegmentCount, 2)),
        ("first offset", of(&lookup, |batch| batch.offsets[0] = 1), error(Offset, 0)),
        ("offsets descend", of(&lookup, |batch| batch.offsets[2] = 1), error(Offset, 1)),
        ("offsets pass the end", of(&lookup, |batch| batch.offsets[3] = 6), error(Offset, 2)),
        ("offsets end early", of(&lookup, |batch| batch.offsets[3] = 4), error(Offset, 3)),
        ("index", of(&lookup, |batch| batch.entries[1] = 4), error(Index, 1)),
        ("index of the second table", of(&lookup, |batch| batch.entries[2] = 28), error(Index, 2)),
        ("bag", of(&update, |batch| batch.entries[4] = 3), error(Index, 4)),
        ("row past the table", of(&update, |batch| batch.rows[1] = 4), error(Row, 1)),
        ("row repeated", of(&update, |batch| batch.rows[1] = 1), error(Row, 1)),
        ("empty row", of(&update, |batch| batch.offsets[1] = 0), error(EmptyRow, 0)),
        (
            "the entry before the table that is wrong",
            of(&lookup, |batch| (batch.entries[0], batch.tables[1].rows) = (4, 0)),
            error(Index, 0),
        ),
        (
            "the table before the entry that is wrong",
            of(&lookup, |batch| (batch.entries[4], batch.tables[1].rows) = (100, 0)),
            error(ErrorCode::Table, 1),
        ),
    ]
}
