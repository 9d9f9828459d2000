//! Where a batch's lists and vectors lie in device memory.

use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, LINE_BYTES, Pooling};

use super::{
    batch::Batch,
    capabilities::Capabilities,
    data_plan::TableRegion,
    error::CxlMemError,
    list::List,
    overlap::{Overlap, Segments},
    region::Region,
    words::WORD_BYTES,
};

/// Where a batch's lists and vectors lie in the scratchpad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchPlan {
    /// All lists.
    pub descriptors: Region,
    /// The bags' pooled vectors.
    pub pooled: Region,
    /// What the update of the batch before adds to the rows that both use; no bytes for a batch that is not posted ahead.
    pub deltas: Region,
    /// The bags' gradients.
    pub gradients: Region,
    /// The new rows of a redo log; no bytes for any other.
    pub staged: Region,
    /// DPA of each list, in the order of [`List::ALL`]. Each starts a line.
    pub lists: [u64; List::ALL.len()],
    /// The accumulations of a batch that is posted ahead: of the deltas, and of the pooled vectors.
    pub accumulations: Option<[AccumulationPlan; 2]>,
}

/// The lists of an accumulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccumulationPlan {
    /// DPA of directory, offsets, rows, source bags and source scales.
    pub lists: [u64; Segments::LISTS],
    /// Rows that it makes.
    pub rows: usize,
    /// Vectors that they take.
    pub entries: usize,
}

/// A half of the scratchpad. Two batches can be there at once: the host writes one while the device works on the other.
pub(super) fn half(capabilities: &Capabilities, upper: bool) -> Region {
    let bytes = capabilities.scratchpad_bytes / 2 / INTERLEAVE_BYTES * INTERLEAVE_BYTES;
    Region { base: capabilities.scratchpad_base + if upper { bytes } else { 0 }, bytes }
}

impl BatchPlan {
    /// Plans a batch from the start of `place`, a half of the scratchpad, with room for its new rows if it `stages` them, and
    /// for what a batch ahead needs if it has an `overlap`.
    pub(super) fn new(
        batch: &Batch,
        overlap: Option<&Overlap>,
        pooling: Pooling,
        vector_bytes: u64,
        stages: bool,
        place: Region,
    ) -> Result<Self, CxlMemError> {
        let line = u128::from(LINE_BYTES);
        let mut used = 0u128;
        let mut list_of = |words: usize| {
            let start = used;
            used += (words as u128 * u128::from(WORD_BYTES)).next_multiple_of(line);
            // Where this cuts bits off, the batch is refused below.
            place.base.wrapping_add(start as u64)
        };
        let lists = List::ALL.map(|list| list_of(list.words(batch, pooling)));
        let accumulations = overlap.map(|overlap| {
            [&overlap.deltas, &overlap.corrections].map(|segments| AccumulationPlan {
                lists: segments.words(pooling).map(&mut list_of),
                rows: segments.rows.len(),
                entries: segments.sources.len(),
            })
        });
        let descriptor_bytes = used;
        let vectors = batch.bags() as u128 * u128::from(vector_bytes);
        let deltas = overlap.map_or(0, |overlap| overlap.deltas.rows.len()) as u128 * u128::from(vector_bytes);
        let rows = if stages { batch.transpose().rows().len() } else { 0 };
        let staged = rows as u128 * u128::from(vector_bytes);
        let needed = descriptor_bytes + 2 * vectors + deltas + staged;
        let available = place.bytes;
        if needed > u128::from(available) {
            return Err(CxlMemError::ScratchpadTooSmall { needed, available });
        }
        // All that follows is below `available`, so it fits into 64 bits.
        let base = place.base;
        let descriptors = Region { base, bytes: descriptor_bytes as u64 };
        let pooled = Region { base: descriptors.end(), bytes: vectors as u64 };
        let deltas = Region { base: pooled.end(), bytes: deltas as u64 };
        let gradients = Region { base: deltas.end(), bytes: vectors as u64 };
        let staged = Region { base: gradients.end(), bytes: staged as u64 };
        Ok(Self { descriptors, pooled, deltas, gradients, staged, lists, accumulations })
    }

    /// DPA of a list.
    #[must_use]
    pub fn list(&self, list: List) -> u64 {
        self.lists[list as usize]
    }

    /// What the descriptor region has to hold; for mean pooling, [`scales`](Self::scales) come on top.
    pub(super) fn image(&self, batch: &Batch, tables: &[TableRegion]) -> Vec<u8> {
        let image = &mut vec![0; self.descriptors.bytes as usize];
        let transpose = batch.transpose();
        self.put(image, self.list(List::BagDirectory), directory(tables, batch.table_bags()));
        self.put(image, self.list(List::BagOffsets), batch.offsets().iter().copied());
        self.put(image, self.list(List::Indices), batch.indices().iter().copied());
        self.put(image, self.list(List::RowDirectory), directory(tables, transpose.table_rows()));
        self.put(image, self.list(List::RowOffsets), transpose.offsets().iter().copied());
        self.put(image, self.list(List::Rows), transpose.rows().iter().copied());
        self.put(image, self.list(List::SourceBags), transpose.source_bags().iter().copied());
        std::mem::take(image)
    }

    /// Adds the lists that only mean pooling has.
    pub(super) fn scales(&self, batch: &Batch, scales: &[u32], image: &mut [u8]) {
        self.put(image, self.list(List::BagScales), scales.iter().copied());
        self.put(
            image,
            self.list(List::SourceScales),
            batch.transpose().source_bags().iter().map(|&bag| scales[bag as usize]),
        );
    }

    /// Adds the lists of a batch that is posted ahead.
    pub(super) fn overlap(&self, overlap: &Overlap, image: &mut [u8]) {
        let segments = [
            (&overlap.deltas, self.deltas, overlap.deltas.rows.len()),
            (&overlap.corrections, self.pooled, overlap.bags[1]),
        ];
        for (plan, (segments, table, rows)) in self.accumulations.iter().flatten().zip(segments) {
            let [of_directory, of_offsets, of_rows, of_sources, of_scales] = plan.lists;
            let table = TableRegion { base: table.base, rows: rows as u32 };
            self.put(image, of_directory, directory(&[table], &[segments.rows.len() as u32]));
            self.put(image, of_offsets, segments.offsets.iter().copied());
            self.put(image, of_rows, segments.rows.iter().copied());
            self.put(image, of_sources, segments.sources.iter().copied());
            self.put(image, of_scales, segments.scales.iter().copied());
        }
    }

    /// Puts the words of the list at DPA `list`.
    fn put(&self, image: &mut [u8], list: u64, words: impl Iterator<Item = u32>) {
        let start = (list - self.descriptors.base) as usize;
        for (slot, word) in image[start..].chunks_exact_mut(WORD_BYTES as usize).zip(words) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
    }
}

fn directory<'a>(tables: &'a [TableRegion], segments: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    tables
        .iter()
        .zip(segments)
        .flat_map(|(table, &segments)| [table.base as u32, (table.base >> 32) as u32, table.rows, segments])
}
