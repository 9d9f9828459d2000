//! Who has a host physical address: host memory, a device's memory (HDM decoders), a device's registers (BARs).

use crate::wire::{ADDRESS_LIMIT, LINE_BYTES};
use thiserror::Error;

/// How host and device keep a device's memory coherent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coherence {
    /// HDM-H: the host alone; the device keeps no state.
    HostOnly,
    /// HDM-D: the device asks through CXL.cache.
    Device,
    /// HDM-DB: the device asks by back-invalidate snoops.
    DeviceBackInvalidate,
}

impl Coherence {
    /// Whether the device tracks what the host caches.
    pub const fn device_tracks(self) -> bool {
        !matches!(self, Self::HostOnly)
    }
}

/// What a range of addresses is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Memory of the host.
    HostMemory,
    /// Memory of a device.
    Hdm {
        /// Number of the device.
        device: usize,
        /// How it is kept coherent.
        coherence: Coherence,
    },
    /// Registers of a device.
    Bar {
        /// Number of the device.
        device: usize,
        /// Number of the BAR.
        bar: u8,
    },
}

/// A range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// What it is.
    pub target: Target,
}

impl Region {
    /// An HDM decoder without interleaving: the device's address of a host address in the region.
    pub fn dpa(&self, address: u64) -> Option<u64> {
        address.checked_sub(self.base).filter(|&offset| offset < self.size)
    }
}

/// Why a region cannot be mapped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HdmError {
    /// It shares addresses with another.
    #[error("{base:#x}, {size} bytes, overlaps {other_base:#x}, {other_size} bytes")]
    Overlap {
        /// First address.
        base: u64,
        /// Bytes.
        size: u64,
        /// First address of the other.
        other_base: u64,
        /// Bytes of the other.
        other_size: u64,
    },
    /// It is empty, not made of whole lines, or beyond what addresses reach.
    #[error("{base:#x}, {size} bytes: expected whole lines of 64 bytes, at least one, below 2^52")]
    Range {
        /// First address.
        base: u64,
        /// Bytes.
        size: u64,
    },
}

/// The map of host physical addresses.
#[derive(Clone, Debug, Default)]
pub struct AddressMap {
    /// By first address.
    regions: Vec<Region>,
}

impl AddressMap {
    /// Adds a region.
    ///
    /// # Errors
    /// [`HdmError`] if it is not of whole lines, too high, or overlaps another.
    pub fn add(&mut self, region: Region) -> Result<(), HdmError> {
        let Region { base, size, .. } = region;
        let aligned = base % LINE_BYTES == 0 && size % LINE_BYTES == 0 && size > 0;
        if !aligned || base.checked_add(size).is_none_or(|end| end > ADDRESS_LIMIT) {
            return Err(HdmError::Range { base, size });
        }
        let at = self.regions.partition_point(|other| other.base < base);
        let neighbours = self.regions[at.saturating_sub(1)..].iter().take(2);
        for &Region { base: other_base, size: other_size, .. } in neighbours {
            if base < other_base + other_size && other_base < base + size {
                return Err(HdmError::Overlap { base, size, other_base, other_size });
            }
        }
        self.regions.insert(at, region);
        Ok(())
    }

    /// The region of an address.
    pub fn find(&self, address: u64) -> Option<&Region> {
        let at = self.regions.partition_point(|region| region.base <= address);
        let region = self.regions.get(at.checked_sub(1)?)?;
        region.dpa(address).is_some().then_some(region)
    }

    /// All regions, by address.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_find_their_region() {
        let mut map = AddressMap::default();
        let hdm = |device| Target::Hdm { device, coherence: Coherence::HostOnly };
        for (base, size, target) in
            [(0x4000, 0x1000, hdm(1)), (0, 0x1000, Target::HostMemory), (0x1000, 0x40, hdm(0)), (0x1040, 0x40, hdm(2))]
        {
            map.add(Region { base, size, target }).unwrap();
        }
        let target = |address| map.find(address).map(|region| region.target);
        assert_eq!(target(0), Some(Target::HostMemory));
        assert_eq!(target(0xfff), Some(Target::HostMemory));
        assert_eq!(target(0x103f), Some(hdm(0)));
        assert_eq!(target(0x1040), Some(hdm(2)));
        assert_eq!(target(0x1080), None);
        assert_eq!(target(0x4fff), Some(hdm(1)));
        assert_eq!(target(0x5000), None);
        assert_eq!(map.find(0x4010).unwrap().dpa(0x4010), Some(0x10));
    }

    #[test]
    fn overlap_and_odd_ranges_are_refused() {
        let mut map = AddressMap::default();
        let region = |base, size| Region { base, size, target: Target::HostMemory };
        map.add(region(0x1000, 0x1000)).unwrap();
        for (base, size) in [(0x1000, 0x40), (0xfc0, 0x80), (0x1fc0, 0x1000), (0, 0x10000)] {
            assert!(matches!(map.add(region(base, size)), Err(HdmError::Overlap { .. })), "{base:#x}");
        }
        for (base, size) in [(0x20, 0x40), (0x4000, 0x20), (0x4000, 0), (ADDRESS_LIMIT - 64, 128), (!63, 64)] {
            assert!(matches!(map.add(region(base, size)), Err(HdmError::Range { .. })), "{base:#x}");
        }
        map.add(region(0xfc0, 0x40)).unwrap();
        map.add(region(0x2000, 0x40)).unwrap();
    }
}
