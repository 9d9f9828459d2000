//! Every MMIO register of the Emberlane devices, once.
//!
//! RTL, driver, reference, C header and documentation are all made from the tables in this crate. It has no
//! dependency and needs no allocator, so that it can serve firmware and kernels as well.
#![no_std]
#![forbid(unsafe_code)]

pub mod cxl;
pub mod cxl_mem;
pub mod export;
pub mod faults;
pub mod kernel_plan;
pub mod log;
pub mod smartssd;
mod table;
mod value;

/// Bytes of one register. Every register is 64 bits wide and naturally aligned.
pub const REGISTER_BYTES: u64 = 8;

/// Who may change a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The device drives it; a write is ignored.
    ReadOnly,
    /// The host writes it and reads back what it wrote.
    ReadWrite,
    /// A write starts an action; it reads as zero.
    WriteOnly,
}

/// A named range of bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, in upper snake case.
    pub name: &'static str,
    /// Lowest bit.
    pub lsb: u32,
    /// Number of bits.
    pub width: u32,
    /// What it means.
    pub description: &'static str,
}

impl Field {
    /// The value of this field in `register`.
    #[must_use]
    pub const fn get(&self, register: u64) -> u64 {
        (register >> self.lsb) & self.mask()
    }

    /// `value` at the place of this field, cut to its width.
    #[must_use]
    pub const fn place(&self, value: u64) -> u64 {
        (value & self.mask()) << self.lsb
    }

    const fn mask(&self) -> u64 {
        if self.width == 64 { u64::MAX } else { (1 << self.width) - 1 }
    }
}

/// One register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name, in upper snake case.
    pub name: &'static str,
    /// Byte offset in the device's MMIO region.
    pub offset: u64,
    /// Who may change it.
    pub access: Access,
    /// Number of bits that are kept, from bit 0; those above read as zero.
    pub width: u32,
    /// Value after reset (of a `ReadOnly` register: unless the device drives something else).
    pub reset: u64,
    /// What it means, with the unit.
    pub description: &'static str,
    /// Its fields; empty when the register is one number.
    pub fields: &'static [Field],
}

impl Register {
    /// The bits that are kept.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        if self.width == 64 { u64::MAX } else { (1 << self.width) - 1 }
    }
}

/// The registers of one device.
#[derive(Clone, Copy, Debug)]
pub struct RegisterMap {
    /// Device name.
    pub name: &'static str,
    /// What the device is.
    pub description: &'static str,
    /// Bytes of the MMIO region; a power of two.
    pub bytes: u64,
    /// All registers, by ascending offset.
    pub registers: &'static [Register],
}

impl RegisterMap {
    /// The register at a byte offset.
    #[must_use]
    pub fn at(&self, offset: u64) -> Option<&'static Register> {
        // Mostly there is a register in each place, so that its number is known.
        let place = usize::try_from(offset / REGISTER_BYTES).ok()?;
        let there = self.registers.get(place).filter(|register| register.offset == offset);
        let search = || self.registers.binary_search_by_key(&offset, |register| register.offset).ok();
        there.or_else(|| search().map(|place| &self.registers[place]))
    }

    /// Whether a byte offset is one of a register's places: where no register is, a read gives zero.
    #[must_use]
    pub fn has_place(&self, offset: u64) -> bool {
        offset.is_multiple_of(REGISTER_BYTES) && offset < self.bytes
    }

    /// The register of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&'static Register> {
        self.registers.iter().find(|register| register.name == name)
    }
}
