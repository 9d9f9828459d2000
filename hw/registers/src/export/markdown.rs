//! The register page as Markdown.

use super::device::{Device, Enumeration};
use super::text::{Cell, access, fields, msb};
use crate::value::Value;
use crate::{Field, REGISTER_BYTES, Register};
use core::fmt;

/// An interface as a Markdown page: tables of registers, of fields, and of numbers with a name.
#[derive(Clone, Copy, Debug)]
pub struct Markdown<'a>(pub &'a Device);

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Device { map, enumerations } = self.0;
        writeln!(f, "# Registers of `{}`\n", map.name)?;
        writeln!(f, "{}.\n", map.description)?;
        writeln!(
            f,
            "{:#x} bytes of MMIO; every register is {} bits wide and aligned to its size. Bits above a register's width read as zero.",
            map.bytes,
            8 * REGISTER_BYTES
        )?;
        writeln!(
            f,
            "Access: `ro` the device drives it, `rw` the host writes it and reads it back, `wo` a write starts an action and it reads as zero. An `ro` register reads what the device drives, whatever its reset value says.\n"
        )?;
        writeln!(f, "| offset | register | access | bits | reset | meaning |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for register in map.registers {
            let Register { offset, name, width, reset, description, .. } = register;
            let access = access(register.access);
            writeln!(f, "| `{offset:#05x}` | `{name}` | {access} | {width} | `{reset:#x}` | {} |", Cell(description))?;
        }
        if map.registers.iter().any(|register| !register.fields.is_empty()) {
            writeln!(f, "\n## Fields\n")?;
            writeln!(f, "| register | bits | field | meaning |")?;
            writeln!(f, "|---|---|---|---|")?;
        }
        for (register, field) in fields(map) {
            let Field { lsb, name, description, .. } = field;
            let name_of_register = register.name;
            if field.width == 1 {
                writeln!(f, "| `{name_of_register}` | {lsb} | `{name}` | {} |", Cell(description))?;
            } else {
                writeln!(f, "| `{name_of_register}` | {}:{lsb} | `{name}` | {} |", msb(field), Cell(description))?;
            }
        }
        for Enumeration { register, values } in *enumerations {
            writeln!(f, "\n## Values of `{}`\n", register.name)?;
            writeln!(f, "| value | name | meaning |")?;
            writeln!(f, "|---|---|---|")?;
            for Value { name, value, description } in *values {
                writeln!(f, "| {value} | `{name}` | {description} |")?;
            }
        }
        Ok(())
    }
}
