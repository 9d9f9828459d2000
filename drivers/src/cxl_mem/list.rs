//! The lists of a batch.

use emberlane_registers::{
    Register,
    cxl_mem::{self as registers, DIRECTORY_WORDS, Pooling},
};

use super::batch::Batch;

/// The lists of a batch, in the order in which they lie in the descriptor region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The lookup's table directory.
    BagDirectory,
    /// Offsets of bags into the indices.
    BagOffsets,
    /// Rows to pool.
    Indices,
    /// 1/n of each bag; mean pooling only.
    BagScales,
    /// The update's table directory.
    RowDirectory,
    /// Offsets of unique rows into the source bags.
    RowOffsets,
    /// Unique rows.
    Rows,
    /// Bags whose gradients a row takes.
    SourceBags,
    /// 1/n of each source bag; mean pooling only.
    SourceScales,
}

impl List {
    /// All lists, in order.
    pub const ALL: [Self; 9] = [
        Self::BagDirectory,
        Self::BagOffsets,
        Self::Indices,
        Self::BagScales,
        Self::RowDirectory,
        Self::RowOffsets,
        Self::Rows,
        Self::SourceBags,
        Self::SourceScales,
    ];

    /// The register that holds the list's DPA.
    #[must_use]
    pub const fn register(self) -> &'static Register {
        match self {
            Self::BagDirectory => &registers::BAG_DIRECTORY,
            Self::BagOffsets => &registers::BAG_OFFSETS,
            Self::Indices => &registers::INDICES,
            Self::BagScales => &registers::BAG_SCALES,
            Self::RowDirectory => &registers::ROW_DIRECTORY,
            Self::RowOffsets => &registers::ROW_OFFSETS,
            Self::Rows => &registers::ROWS,
            Self::SourceBags => &registers::SOURCE_BAGS,
            Self::SourceScales => &registers::SOURCE_SCALES,
        }
    }

    /// Words of the list.
    pub(super) fn words(self, batch: &Batch, pooling: Pooling) -> usize {
        let transpose = batch.transpose();
        let scale = |words| if pooling == Pooling::Mean { words } else { 0 };
        match self {
            Self::BagDirectory | Self::RowDirectory => batch.tables() * DIRECTORY_WORDS as usize,
            Self::BagOffsets => batch.offsets().len(),
            Self::Indices => batch.entries(),
            Self::BagScales => scale(batch.bags()),
            Self::RowOffsets => transpose.offsets().len(),
            Self::Rows => transpose.rows().len(),
            Self::SourceBags => batch.entries(),
            Self::SourceScales => scale(batch.entries()),
        }
    }
}
