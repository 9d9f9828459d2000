//! Registers, by the table of registers alone.

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::{Access, Register, RegisterMap, cxl_mem, smartssd};

use crate::numbers::mix;

/// Settings of which a write does more than to be kept, and the bits that are left alone.
fn acting_bits(map: &RegisterMap, register: &Register, value: u64) -> u64 {
    let is = |name: &str, other: &Register| map.name == name && register.offset == other.offset;
    let decodes = is(cxl_mem::MAP.name, &cxl_mem::HDM_BASE_0)
        || is(cxl_mem::MAP.name, &cxl_mem::HDM_BASE_1)
        || is(smartssd::MAP.name, &smartssd::HDM_BASE);
    if is(smartssd::MAP.name, &smartssd::MAILBOX_TAIL) {
        // The cache agent would read lines.
        return u64::MAX;
    }
    match decodes {
        // A decoder that is committed may be in use; one that is not, is not committed.
        true if value & 1 == 1 => u64::MAX,
        true => 1,
        false => 0,
    }
}

/// The values of all settings, to be put back.
pub(crate) struct Settings(Vec<(&'static Register, u64)>);

impl Settings {
    pub(crate) fn read<T: Transport>(transport: &mut T, map: &RegisterMap) -> Result<Self, TransportError> {
        let settings = map.registers.iter().filter(|register| register.access == Access::ReadWrite);
        settings.map(|register| Ok((register, read(transport, register)?))).collect::<Result<_, _>>().map(Self)
    }

    /// Writes those back that are not `left_alone`.
    pub(crate) fn put_back<T: Transport>(
        &self,
        transport: &mut T,
        map: &RegisterMap,
        left_alone: &[&Register],
    ) -> Result<(), TransportError> {
        for (register, value) in &self.0 {
            let is_left_alone = left_alone.iter().any(|other| other.offset == register.offset);
            if !is_left_alone && acting_bits(map, register, *value) != u64::MAX {
                transport.mmio_write(register.offset, *value)?;
            }
        }
        Ok(())
    }
}

fn read<T: Transport>(transport: &mut T, register: &Register) -> Result<u64, TransportError> {
    transport.mmio_read(register.offset)
}

/// Tests every register in front of `end`. Settings are those from before afterwards.
pub(crate) fn test<T: Transport>(
    transport: &mut T,
    map: &RegisterMap,
    end: u64,
    after_reset: bool,
) -> Result<((), String), String> {
    let settings = Settings::read(transport, map).map_err(|error| error.to_string())?;
    let tested = every_register(transport, map, end, after_reset).and_then(|count| {
        neighbours(transport, map, &settings)?;
        Ok(count)
    });
    let put_back = settings.put_back(transport, map, &[]).map_err(|error| error.to_string());
    let (registers, bits) = tested?;
    put_back?;
    let reset = if after_reset { ", values after reset as in the table" } else { "" };
    Ok(((), format!("{registers} registers, {bits} bits of settings written and read{reset}")))
}

fn every_register<T: Transport>(
    transport: &mut T,
    map: &RegisterMap,
    end: u64,
    after_reset: bool,
) -> Result<(usize, u32), String> {
    let (mut count, mut bits, mut wrong) = (0, 0, Vec::new());
    for register in map.registers.iter().filter(|register| register.offset < end) {
        let value = read(transport, register).map_err(|error| error.to_string())?;
        let name = register.name;
        count += 1;
        if value & !register.mask() != 0 {
            wrong.push(format!("{name} has {} bits, and reads {value:#x}", register.width));
        }
        match register.access {
            Access::ReadOnly => {}
            Access::WriteOnly if value != 0 => wrong.push(format!("{name} starts actions, and reads {value:#x}")),
            Access::WriteOnly => {}
            Access::ReadWrite => {
                if after_reset && value != register.reset {
                    wrong.push(format!("{name} reads {value:#x} after reset, expected {:#x}", register.reset));
                }
                let kept = register.mask() & !acting_bits(map, register, value);
                if kept == 0 {
                    continue;
                }
                bits += kept.count_ones();
                wrong.extend(every_bit(transport, register, kept, value).map_err(|error| error.to_string())?);
            }
        }
    }
    if wrong.is_empty() { Ok((count, bits)) } else { Err(several(&wrong)) }
}

/// Of any two bits, one is 1 and the other 0 in one of them, and the other way round: a bit that is stuck shows, and two that are one.
const PATTERNS: [u64; 14] = [
    0,
    u64::MAX,
    0x5555_5555_5555_5555,
    !0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    !0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    !0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    !0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    !0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
    !0x0000_0000_ffff_ffff,
];

/// Writes patterns into the bits that are kept, the others as they were; gives what is wrong with them.
fn every_bit<T: Transport>(
    transport: &mut T,
    register: &Register,
    kept: u64,
    before: u64,
) -> Result<Option<String>, TransportError> {
    let (mut low, mut high) = (0, 0);
    for pattern in PATTERNS {
        let written = pattern & kept | before & !kept;
        transport.mmio_write(register.offset, written)?;
        let found = read(transport, register)?;
        low |= written & !found;
        high |= found & !written;
    }
    if low | high == 0 {
        return Ok(None);
    }
    Ok(Some(format!(
        "{} at {:#x}: bits {low:#x} were written as 1 and read 0, {high:#x} the other way",
        register.name, register.offset
    )))
}

/// Gives each setting a value of its own, once from the first on and once from the last on: one that also takes that of another shows
/// in one of them.
fn neighbours<T: Transport>(transport: &mut T, map: &RegisterMap, settings: &Settings) -> Result<(), String> {
    let own = |&(register, before): &(&'static Register, u64)| {
        let acting = acting_bits(map, register, before);
        (acting != u64::MAX).then(|| (register, mix(register.offset) & register.mask() & !acting | before & acting))
    };
    let mut values: Vec<(&Register, u64)> = settings.0.iter().filter_map(own).collect();
    for _ in 0..2 {
        let wrong = write_all(transport, &values).map_err(|error| error.to_string())?;
        if !wrong.is_empty() {
            return Err(several(&wrong));
        }
        values.reverse();
    }
    Ok(())
}

/// Writes registers, one after the other, and reads them all then; gives what is wrong.
fn write_all<T: Transport>(transport: &mut T, values: &[(&Register, u64)]) -> Result<Vec<String>, TransportError> {
    for (register, value) in values {
        transport.mmio_write(register.offset, *value)?;
    }
    let mut wrong = Vec::new();
    for (register, value) in values {
        let found = read(transport, register)?;
        if found != *value {
            let holder = values.iter().find(|(_, value)| *value == found && found != 0);
            let whose = holder.map_or_else(String::new, |(other, _)| format!(", which was written to {}", other.name));
            let Register { name, offset, .. } = register;
            wrong.push(format!("{name} at {offset:#x} reads {found:#x}{whose}, expected {value:#x}"));
        }
    }
    Ok(wrong)
}

/// The first of several faults, and how many more there are.
fn several(wrong: &[String]) -> String {
    let shown = &wrong[..wrong.len().min(3)];
    match wrong.len() - shown.len() {
        0 => shown.join("; "),
        more => format!("{}; and {more} more", shown.join("; ")),
    }
}
