//! A batch of bags in CSR form, and its transpose.

use std::sync::Arc;

use thiserror::Error;

/// Why lists do not make a batch.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum BatchError {
    /// The batch has no bag.
    #[error("the batch has no bag; a job needs at least one")]
    NoBags,
    /// Offsets of a table are empty, or do not start at 0.
    #[error("offsets of table {table} must start with 0")]
    FirstOffset {
        /// Table in the batch.
        table: usize,
    },
    /// An offset is below the one before it.
    #[error("offsets of table {table} decrease at position {position}")]
    Decreasing {
        /// Table in the batch.
        table: usize,
        /// Position of the smaller offset.
        position: usize,
    },
    /// The last offset is not the number of indices.
    #[error("offsets of table {table} end at {last}, but the table has {indices} indices")]
    LastOffset {
        /// Table in the batch.
        table: usize,
        /// The last offset.
        last: u32,
        /// Indices of the table.
        indices: usize,
    },
    /// More bags, entries or tables than a 32-bit count holds.
    #[error("the batch has more than {} {what}", u32::MAX)]
    TooLarge {
        /// What there are too many of.
        what: &'static str,
    },
    /// Scales do not match the bags one to one.
    #[error("{found} scales for {bags} bags; mean pooling needs one for each bag")]
    ScaleCount {
        /// Scales given.
        found: usize,
        /// Bags of the batch.
        bags: usize,
    },
}

/// Each unique row of a batch once, ascending within its table, with the bags that use it.
///
/// `source_bags[offsets[r]..offsets[r + 1]]` are the bags of unique row `r` (counted over all tables), ascending, and as
/// often as the bag holds the row. `places` says of each index of the batch which unique row it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transpose {
    table_rows: Vec<u32>,
    rows: Vec<u32>,
    offsets: Vec<u32>,
    source_bags: Vec<u32>,
    places: Vec<u32>,
}

impl Transpose {
    /// Unique rows of each table.
    #[must_use]
    pub fn table_rows(&self) -> &[u32] {
        &self.table_rows
    }

    /// The unique rows, table after table.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Where each unique row's bags start in [`source_bags`](Self::source_bags); one more than rows.
    #[must_use]
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// Bags (counted over the whole batch) that use each unique row.
    #[must_use]
    pub fn source_bags(&self) -> &[u32] {
        &self.source_bags
    }

    /// The unique row (counted over all tables) that each of the batch's [`indices`](Batch::indices) names.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Bags that use unique row `row` (counted over all tables); none if there is no such row.
    #[must_use]
    pub fn bags(&self, row: usize) -> &[u32] {
        match self.offsets.get(row..) {
            Some([start, end, ..]) => &self.source_bags[*start as usize..*end as usize],
            _ => &[],
        }
    }

    /// Transposes bags that are already known to be consistent.
    fn of(table_bags: &[u32], offsets: &[u32], indices: &[u32]) -> Self {
        let mut transpose = Self {
            table_rows: Vec::with_capacity(table_bags.len()),
            rows: Vec::new(),
            offsets: vec![0],
            source_bags: Vec::with_capacity(indices.len()),
            places: vec![0; indices.len()],
        };
        let (mut uses, mut spare): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
        let mut bag_of = Vec::new();
        let mut bag = 0;
        for &bags in table_bags {
            // Row above, position below: bags come in order, and repeats of one side by side.
            let start = offsets[bag as usize];
            uses.clear();
            bag_of.clear();
            for _ in 0..bags {
                let entries = offsets[bag as usize]..offsets[bag as usize + 1];
                bag_of.resize((entries.end - start) as usize, bag);
                uses.extend(entries.map(|at| u64::from(indices[at as usize]) << 32 | u64::from(at)));
                bag += 1;
            }
            sort_by_row(&mut uses, &mut spare);
            let first = transpose.rows.len();
            for group in uses.chunk_by(|a, b| a >> 32 == b >> 32) {
                let place = transpose.rows.len() as u32;
                transpose.rows.push((group[0] >> 32) as u32);
                for each in group {
                    let at = *each as u32;
                    transpose.places[at as usize] = place;
                    transpose.source_bags.push(bag_of[(at - start) as usize]);
                }
                transpose.offsets.push(transpose.source_bags.len() as u32);
            }
            transpose.table_rows.push((transpose.rows.len() - first) as u32);
        }
        transpose
    }
}

/// Sorts uses of rows, row above and position below, which are sorted by position: by row, and those of a row by position. `spare` is room
/// for as many.
fn sort_by_row(uses: &mut Vec<u64>, spare: &mut Vec<u64>) {
    /// Of so few the counts would take longer.
    const FEW: usize = 512;
    const DIGIT_BITS: u32 = 11;
    if uses.len() < FEW {
        uses.sort_unstable();
        return;
    }
    let largest = uses.iter().fold(0, |bits, each| bits | each) >> 32;
    spare.resize(uses.len(), 0);
    let mut shift = 32;
    // Digit by digit from the lowest, each pass keeping the order of those before.
    while largest >> (shift - 32) != 0 {
        let digit = |each: u64| (each >> shift) as usize % (1 << DIGIT_BITS);
        let mut places = [0u32; 1 << DIGIT_BITS];
        uses.iter().for_each(|each| places[digit(*each)] += 1);
        let mut next = 0;
        for place in &mut places {
            (*place, next) = (next, next + *place);
        }
        for each in &*uses {
            let place = &mut places[digit(*each)];
            spare[*place as usize] = *each;
            *place += 1;
        }
        std::mem::swap(uses, spare);
        shift += DIGIT_BITS;
    }
}

/// The bags of one training batch, table after table, with their transpose.
///
/// Bags are numbered over the whole batch: those of table 0 first, then those of table 1, and so on. The pooled vector
/// and the gradient of a bag lie at its number. Clones share their lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    bags: Arc<Bags>,
    scales: Option<Arc<[u32]>>,
}

/// What the clones of a batch share.
#[derive(Debug, PartialEq, Eq)]
struct Bags {
    table_bags: Vec<u32>,
    offsets: Vec<u32>,
    indices: Vec<u32>,
    transpose: Transpose,
}

impl Batch {
    /// Adds what mean pooling multiplies each bag's sum by: the bits of FP32 1/n, one word a bag.
    ///
    /// # Errors
    /// [`BatchError::ScaleCount`] if there is not one scale for each bag.
    pub fn with_scales(mut self, scales: Vec<u32>) -> Result<Self, BatchError> {
        if scales.len() != self.bags() {
            return Err(BatchError::ScaleCount { found: scales.len(), bags: self.bags() });
        }
        self.scales = Some(scales.into());
        Ok(self)
    }

    /// Number of tables, those without a bag included.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.bags.table_bags.len()
    }

    /// Number of bags over all tables.
    #[must_use]
    pub fn bags(&self) -> usize {
        self.bags.offsets.len() - 1
    }

    /// Number of entries (indices) over all bags.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.bags.indices.len()
    }

    /// Bags of each table.
    #[must_use]
    pub fn table_bags(&self) -> &[u32] {
        &self.bags.table_bags
    }

    /// Where each bag starts in [`indices`](Self::indices); one more than bags.
    #[must_use]
    pub fn offsets(&self) -> &[u32] {
        &self.bags.offsets
    }

    /// Rows of the bags, each of its bag's table.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        &self.bags.indices
    }

    /// FP32 bits of 1/n of each bag, if given.
    #[must_use]
    pub fn scales(&self) -> Option<&[u32]> {
        self.scales.as_deref()
    }

    /// The unique rows and the bags that use them.
    #[must_use]
    pub fn transpose(&self) -> &Transpose {
        &self.bags.transpose
    }
}

/// Collects the bags of a batch, one table after the other.
#[derive(Clone, Debug)]
pub struct BatchBuilder {
    table_bags: Vec<u32>,
    offsets: Vec<u32>,
    indices: Vec<u32>,
}

impl Default for BatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl BatchBuilder {
    /// A batch of no table yet.
    #[must_use]
    pub fn new() -> Self {
        Self { table_bags: Vec::new(), offsets: vec![0], indices: Vec::new() }
    }

    /// Appends the next table's bags in CSR form: bag `b` holds `indices[offsets[b]..offsets[b + 1]]`.
    ///
    /// A table that no bag of this batch uses has the offsets `[0]`. Whether the rows exist is not known here; the driver
    /// checks it when the batch is posted.
    ///
    /// # Errors
    /// Offsets that do not start at 0, decrease or do not end at `indices.len()`, and more than `u32::MAX` bags, entries
    /// or tables.
    pub fn table(mut self, offsets: &[u32], indices: &[u32]) -> Result<Self, BatchError> {
        let table = self.table_bags.len();
        let (Some(&0), Some(&last)) = (offsets.first(), offsets.last()) else {
            return Err(BatchError::FirstOffset { table });
        };
        if let Some(position) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
            return Err(BatchError::Decreasing { table, position: position + 1 });
        }
        if u64::from(last) != indices.len() as u64 {
            return Err(BatchError::LastOffset { table, last, indices: indices.len() });
        }
        let below_limit = |what, count: usize| match u32::try_from(count) {
            Ok(count) => Ok(count),
            Err(_) => Err(BatchError::TooLarge { what }),
        };
        below_limit("tables", table + 1)?;
        // The list of offsets is one longer than that of bags, and its length has to fit as well.
        below_limit("bags", self.offsets.len() + offsets.len())?;
        below_limit("entries", self.indices.len() + indices.len())?;
        let before = self.indices.len() as u32;
        self.table_bags.push((offsets.len() - 1) as u32);
        self.offsets.extend(offsets[1..].iter().map(|offset| offset + before));
        self.indices.extend_from_slice(indices);
        Ok(self)
    }

    /// The batch, transposed. `O(n log n)` in its entries.
    ///
    /// # Errors
    /// [`BatchError::NoBags`] if no table has a bag.
    pub fn build(self) -> Result<Batch, BatchError> {
        if self.offsets.len() < 2 {
            return Err(BatchError::NoBags);
        }
        let transpose = Transpose::of(&self.table_bags, &self.offsets, &self.indices);
        let Self { table_bags, offsets, indices } = self;
        Ok(Batch { bags: Arc::new(Bags { table_bags, offsets, indices, transpose }), scales: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_lists_its_bags_in_order_and_repeats() {
        let batch = BatchBuilder::new()
            .table(&[0, 3, 3, 5], &[7, 2, 7, 2, 7])
            .and_then(|builder| builder.table(&[0], &[]))
            .and_then(|builder| builder.table(&[0, 1], &[2]))
            .and_then(BatchBuilder::build)
            .unwrap();
        assert_eq!(batch.table_bags(), [3, 0, 1]);
        assert_eq!(batch.offsets(), [0, 3, 3, 5, 6]);
        let transpose = batch.transpose();
        assert_eq!(transpose.table_rows(), [2, 0, 1]);
        assert_eq!(transpose.rows(), [2, 7, 2]);
        assert_eq!(transpose.offsets(), [0, 2, 5, 6]);
        assert_eq!(transpose.source_bags(), [0, 2, 0, 0, 2, 3]);
        assert_eq!(transpose.places(), [1, 0, 1, 0, 1, 2]);
    }

    #[test]
    fn many_uses_are_sorted_as_few_are() {
        // Rows of one, two and three digits, of which many are named often.
        for rows in [1u64, 40, 2048, 5000, 1 << 22, u64::from(u32::MAX)] {
            let uses = |count: u64| {
                (0..count)
                    .map(move |use_of| (((use_of * use_of * 7 + use_of * 0x9e37_79b9) % rows) << 32) | (use_of / 3))
            };
            let mut sorted: Vec<u64> = uses(3000).collect();
            sort_by_row(&mut sorted, &mut Vec::new());
            let mut expected: Vec<u64> = uses(3000).collect();
            expected.sort_unstable();
            assert!(sorted == expected, "{rows} rows");
        }
    }

    #[test]
    fn inconsistent_lists_are_refused() {
        let refused = |offsets: &[u32], indices: &[u32]| BatchBuilder::new().table(offsets, indices).unwrap_err();
        assert_eq!(refused(&[], &[]), BatchError::FirstOffset { table: 0 });
        assert_eq!(refused(&[1, 2], &[5, 5]), BatchError::FirstOffset { table: 0 });
        assert_eq!(refused(&[0, 2, 1], &[5]), BatchError::Decreasing { table: 0, position: 2 });
        assert_eq!(refused(&[0, 2], &[5]), BatchError::LastOffset { table: 0, last: 2, indices: 1 });
        assert_eq!(BatchBuilder::new().table(&[0], &[]).unwrap().build(), Err(BatchError::NoBags));
    }

    #[test]
    fn scales_match_the_bags() {
        let batch = BatchBuilder::new().table(&[0, 1, 1], &[0]).unwrap().build().unwrap();
        assert_eq!(batch.clone().with_scales(vec![1]), Err(BatchError::ScaleCount { found: 1, bags: 2 }));
        assert_eq!(batch.with_scales(vec![3, 4]).unwrap().scales(), Some([3, 4].as_slice()));
    }
}
