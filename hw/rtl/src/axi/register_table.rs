//! The register tables of the devices, as [`RegisterBank`](super::RegisterBank) takes them.

use emberlane_registers::{Access, Register, cxl_mem, smartssd};

/// The registers of a device.
struct Table {
    /// Name of the device.
    name: &'static str,
    /// Registers that every device of this kind has once.
    registers: &'static [Register],
    /// Registers of its units, such as memory channels: those of unit 0, then those of unit 1, ..; the device drives them. A device may
    /// have fewer units than the table.
    of_units: &'static [Register],
    /// Registers of a unit.
    each: usize,
}

/// Tables that a bank can be made of, by number.
const TABLES: [Table; 2] = [
    Table { name: smartssd::MAP.name, registers: smartssd::REGISTERS, of_units: &[], each: 0 },
    Table {
        name: cxl_mem::MAP.name,
        registers: cxl_mem::REGISTERS.split_at(CHANNEL_COUNTERS).0,
        of_units: cxl_mem::REGISTERS.split_at(CHANNEL_COUNTERS).1,
        each: 2,
    },
];

/// Number of the SmartSSD's table.
pub const SMARTSSD: usize = 0;
/// Number of CXL-MEM's table.
pub const CXL_MEM: usize = 1;

/// Index of the first counter of a memory channel in the table of CXL-MEM.
const CHANNEL_COUNTERS: usize = {
    let mut index = 0;
    while cxl_mem::REGISTERS[index].offset != cxl_mem::CHANNEL_0_READS.offset {
        index += 1;
    }
    index
};

// The counters of the channels are the last of the table, and in order.
const _: () = {
    let counters = TABLES[CXL_MEM].of_units;
    let mut channel = 0;
    while channel < cxl_mem::MAX_CHANNELS as usize {
        assert!(counters[2 * channel].offset == cxl_mem::channel_reads(channel as u64));
        assert!(counters[2 * channel + 1].offset == cxl_mem::channel_writes(channel as u64));
        channel += 1;
    }
    assert!(counters.len() == 2 * channel);
};

/// What a bank does with a register.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Keeps what the host writes.
    Setting,
    /// Reads what the device drives.
    Driven,
    /// Reads what the table says, and nothing else.
    Fixed,
    /// Tells the device that it was written.
    Action,
}

impl Kind {
    const fn of(register: &Register) -> Self {
        match register.access {
            Access::ReadWrite => Self::Setting,
            Access::WriteOnly => Self::Action,
            Access::ReadOnly if register.reset == 0 => Self::Driven,
            Access::ReadOnly => Self::Fixed,
        }
    }
}

/// Registers of a kind before the one at `end`.
const fn count(table: usize, kind: Kind, end: usize) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < end {
        count += (Kind::of(&TABLES[table].registers[index]) as u8 == kind as u8) as usize;
        index += 1;
    }
    count
}

/// Registers of a table that the host writes and reads back.
#[must_use]
pub const fn settings(table: usize) -> usize {
    count(table, Kind::Setting, TABLES[table].registers.len())
}

/// Registers of a table that the device drives, without those of its units.
#[must_use]
pub const fn driven(table: usize) -> usize {
    count(table, Kind::Driven, TABLES[table].registers.len())
}

/// Registers of a table whose value never changes.
#[must_use]
pub const fn fixed(table: usize) -> usize {
    count(table, Kind::Fixed, TABLES[table].registers.len())
}

/// Registers of a table that start an action.
#[must_use]
pub const fn actions(table: usize) -> usize {
    count(table, Kind::Action, TABLES[table].registers.len())
}

/// Registers of each unit of a table.
#[must_use]
pub const fn each(table: usize) -> usize {
    TABLES[table].each
}

/// Index of a register among those of its kind, or among those of its unit.
///
/// # Panics
/// If the table does not have it.
#[must_use]
pub const fn place(table: usize, register: &Register) -> usize {
    let Table { registers, of_units, each, .. } = &TABLES[table];
    let mut index = 0;
    while index < registers.len() {
        if registers[index].offset == register.offset {
            return count(table, Kind::of(register), index);
        }
        index += 1;
    }
    index = 0;
    while of_units[index].offset != register.offset {
        index += 1;
    }
    index % *each
}

/// The registers of a kind, by ascending offset.
pub(super) fn of_kind(table: usize, kind: Kind) -> impl Iterator<Item = &'static Register> {
    TABLES[table].registers.iter().filter(move |register| Kind::of(register) == kind)
}

/// The registers of a unit, by ascending offset.
pub(super) fn of_unit(table: usize, unit: usize) -> &'static [Register] {
    let Table { of_units, each, .. } = &TABLES[table];
    &of_units[unit * each..][..*each]
}

/// Name of a table's device.
pub(super) fn device(table: usize) -> &'static str {
    TABLES[table].name
}

/// The places of registers in a bank, by name.
macro_rules! registers {
    ($(#[$meta:meta])* $vis:vis mod $name:ident of $table:ident, $map:ident { $($register:ident)* }) => {
        $crate::layout::named! {
            $(#[$meta])*
            $vis mod $name {
                $($register = $crate::axi::register_table::place($table, &$map::$register),)*
            }
        }
    };
}
pub(crate) use registers;
