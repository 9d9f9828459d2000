//! What says which rows a shard saves next.

use super::{Mfu, Scar, Ssu};

/// What says which rows of a table a shard saves next. Rows are named by their place among those that the shard has of the table.
#[derive(Clone, Debug)]
pub enum Tracker {
    /// Those that have changed most.
    Scar(Scar),
    /// Those that were looked up most often.
    Mfu(Mfu),
    /// Some of those that were looked up.
    Ssu(Ssu),
}

impl Tracker {
    /// Sample number `sample` of a batch, from 0, has looked a row up.
    pub fn looked_up(&mut self, sample: u64, place: u32) {
        match self {
            Self::Scar(_) => {}
            Self::Mfu(mfu) => mfu.looked_up(place),
            Self::Ssu(ssu) => ssu.looked_up(sample, place),
        }
    }

    /// Hands out the rows to save now, in ascending order, and takes them for saved. `row` says what a row is.
    pub fn select<'a>(&mut self, row: impl Fn(u32) -> &'a [f32], save: impl FnMut(u32)) {
        match self {
            Self::Scar(scar) => scar.select(row, save),
            Self::Mfu(mfu) => mfu.select(save),
            Self::Ssu(ssu) => ssu.select(save),
        }
    }

    /// Bytes that were allocated.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        match self {
            Self::Scar(scar) => scar.bytes(),
            Self::Mfu(mfu) => mfu.bytes(),
            Self::Ssu(ssu) => ssu.bytes(),
        }
    }
}
