//! What two consecutive batches share, as the lists of the two accumulations of a relaxed lookup.

use std::cmp::Ordering;

use emberlane_registers::cxl_mem::{DIRECTORY_WORDS, Pooling};

use super::batch::{Batch, Transpose};

/// FP32 bits of 1.0, the scale of a pooled vector in its own correction.
const ONE: u32 = 0x3f80_0000;

/// The rows that a batch and the batch before it both use.
///
/// It is kept in factored form: of each shared row the bags of the batch before that use it, and of each bag that uses shared
/// rows these rows. So it grows with the entries of the batches, never with pairs of bags. Shared rows are numbered table
/// after table, ascending, as an update visits them.
///
/// Batches that share nothing still have lists that a device takes: row 0 is of the first bag of the batch before, nobody
/// uses it, and the first bag takes itself alone. So jobs that wait for gradients or flush vectors are always the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Bags of the batch before, and of the batch.
    pub(super) bags: [usize; 2],
    shared_rows: usize,
    shared_entries: usize,
    /// Of each shared row the bags of the batch before that use it, in bag order, repeats kept.
    pub(super) deltas: Segments,
    /// Of each bag that uses shared rows the bag itself, then, behind the numbers of all bags, these rows, ascending, repeats
    /// kept.
    pub(super) corrections: Segments,
}

impl Overlap {
    /// Finds the rows that `before` and `batch`, the batch behind it, both use. Linear in the entries of both.
    #[must_use]
    pub fn new(before: &Batch, batch: &Batch) -> Self {
        let (old, new) = (before.transpose(), batch.transpose());
        let shared = shared_rows(old, new);
        let mut deltas = Segments::default();
        for (number, (row, _)) in shared.iter().enumerate() {
            deltas.push(number, old.bags(*row).iter().copied(), |bag| scale(before, bag));
        }
        let mut uses = vec![0; batch.bags()];
        let users = || shared.iter().flat_map(|(_, row)| new.bags(*row));
        users().for_each(|bag| uses[*bag as usize] += 1);
        let shared_entries = uses.iter().sum();
        if shared.is_empty() {
            deltas.push(0, std::iter::once(0), |bag| scale(before, bag));
        }
        Self {
            bags: [before.bags(), batch.bags()],
            shared_rows: shared.len(),
            shared_entries,
            deltas,
            corrections: corrections(batch, &shared, &uses),
        }
    }

    /// Whether both batches had scales, as mean pooling needs.
    pub(super) fn has_scales(&self) -> bool {
        [&self.deltas, &self.corrections].iter().all(|segments| segments.scales.len() == segments.sources.len())
    }

    /// Rows that both batches use.
    #[must_use]
    pub fn shared_rows(&self) -> usize {
        self.shared_rows
    }

    /// Entries of the batch that name such rows.
    #[must_use]
    pub fn shared_entries(&self) -> usize {
        self.shared_entries
    }
}

/// Of each bag with `uses` of shared rows itself and these rows.
fn corrections(batch: &Batch, shared: &[(usize, usize)], uses: &[usize]) -> Segments {
    let mut corrections = Segments::default();
    // Where the next row of each bag goes.
    let mut next = vec![0; batch.bags()];
    for (bag, &uses) in uses.iter().enumerate().filter(|(bag, uses)| **uses > 0 || (shared.is_empty() && *bag == 0)) {
        next[bag] = corrections.sources.len() + 1;
        // Rows come below; till then all is the bag itself.
        let itself = std::iter::repeat_n(bag as u32, 1 + uses);
        corrections.push(bag, itself, |bag| scale(batch, bag));
        if let Some(scale) = corrections.scales.get_mut(next[bag] - 1) {
            *scale = ONE;
        }
    }
    for (number, (_, row)) in shared.iter().enumerate() {
        for &bag in batch.transpose().bags(*row) {
            let slot = &mut next[bag as usize];
            // More vectors than 32 bits number fit no scratchpad, and are refused with it.
            corrections.sources[*slot] = (batch.bags() + number) as u32;
            *slot += 1;
        }
    }
    corrections
}

fn scale(batch: &Batch, bag: u32) -> Option<u32> {
    batch.scales().map(|scales| scales[bag as usize])
}

/// Rows that both use, as their numbers in each.
fn shared_rows(before: &Transpose, behind: &Transpose) -> Vec<(usize, usize)> {
    let mut shared = Vec::new();
    let (mut old, mut new) = (0, 0);
    for (old_rows, new_rows) in before.table_rows().iter().zip(behind.table_rows()) {
        let (old_end, new_end) = (old + *old_rows as usize, new + *new_rows as usize);
        while old < old_end && new < new_end {
            match before.rows()[old].cmp(&behind.rows()[new]) {
                Ordering::Less => old += 1,
                Ordering::Greater => new += 1,
                Ordering::Equal => {
                    shared.push((old, new));
                    (old, new) = (old + 1, new + 1);
                }
            }
        }
        (old, new) = (old_end, new_end);
    }
    shared
}

/// What an accumulation does to the rows of its one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segments {
    /// The rows, ascending.
    pub(super) rows: Vec<u32>,
    /// Where the sources of each start; one more than rows.
    pub(super) offsets: Vec<u32>,
    /// The vectors that a row takes.
    pub(super) sources: Vec<u32>,
    /// What each source is multiplied by; none without mean pooling.
    pub(super) scales: Vec<u32>,
}

impl Default for Segments {
    fn default() -> Self {
        Self { rows: Vec::new(), offsets: vec![0], sources: Vec::new(), scales: Vec::new() }
    }
}

impl Segments {
    /// Lists of an accumulation.
    pub(super) const LISTS: usize = 5;

    fn push(&mut self, row: usize, sources: impl Iterator<Item = u32>, scale: impl Fn(u32) -> Option<u32>) {
        for source in sources {
            self.sources.push(source);
            self.scales.extend(scale(source));
        }
        self.rows.push(row as u32);
        self.offsets.push(self.sources.len() as u32);
    }

    /// Words of directory, offsets, rows, sources and scales.
    pub(super) fn words(&self, pooling: Pooling) -> [usize; Self::LISTS] {
        let scales = if pooling == Pooling::Mean { self.sources.len() } else { 0 };
        [DIRECTORY_WORDS as usize, self.offsets.len(), self.rows.len(), self.sources.len(), scales]
    }
}
