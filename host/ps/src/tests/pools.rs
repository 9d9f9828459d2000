//! Pools in memory that is recorded.

use std::ops::Range;

use emberlane_models::power_loss::Image;
use emberlane_pmem::{InMemory, Parts, Recorded, Witness};

use crate::engine::Fault;
use crate::pool::{self, Geometry, HEAD_BYTES, Identity};
use crate::{Pmem, Settings, StoreError, Tables};

/// Where a shard's rows lie in tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) partitions: u32,
    pub(super) slots: u64,
}

impl Place {
    pub(super) fn geometry(self, tables: &Tables) -> Geometry {
        Geometry { shape: tables.shape(), partitions: self.partitions, slots: self.slots }
    }

    /// Where the slots are.
    pub(super) fn slots(self, tables: &Tables) -> Range<u64> {
        HEAD_BYTES..self.geometry(tables).bytes().unwrap()
    }
}

pub(super) fn identity(tables: &Tables) -> Identity {
    Identity { job: 7, tables: tables.fingerprint(), shard: 0, shards: 1 }
}

/// A new pool.
pub(super) fn formatted(tables: &Tables, place: Place) -> Image {
    let geometry = place.geometry(tables);
    let recorded = Recorded::from(Image::default(), geometry.bytes().unwrap());
    let witness = recorded.witness();
    pool::format(recorded, identity(tables), geometry, 99).unwrap();
    witness.whole()
}

/// Opens a pool that holds `image`, and sees what is done to it.
pub(super) fn open(
    image: &Image,
    tables: &Tables,
    place: Place,
    settings: Settings,
    fault: Option<Fault>,
) -> Result<(Pmem, Witness), StoreError> {
    let bytes = place.geometry(tables).bytes().unwrap();
    let recorded = Recorded::from(image.clone(), bytes);
    let witness = recorded.witness();
    Ok((open_medium(recorded, image, tables, settings, fault)?, witness))
}

/// Opens a pool that holds `image`; nobody sees what is done to it.
pub(super) fn open_fast(
    image: &Image,
    tables: &Tables,
    place: Place,
    settings: Settings,
    fault: Option<Fault>,
) -> Result<Pmem, StoreError> {
    let mut bytes = vec![0; place.geometry(tables).bytes().unwrap() as usize];
    image.read(0, &mut bytes);
    open_medium(InMemory::holding(bytes), image, tables, settings, fault)
}

fn open_medium(
    medium: impl Parts,
    image: &Image,
    tables: &Tables,
    settings: Settings,
    fault: Option<Fault>,
) -> Result<Pmem, StoreError> {
    let mut head = vec![0; HEAD_BYTES as usize];
    image.read(0, &mut head);
    Pmem::open_medium(medium, &head, &identity(tables), tables.clone(), settings, fault)
}
