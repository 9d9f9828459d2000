//! SystemRDL 2.0.

use super::device::{Device, Enumeration, fields_or_value};
use super::text::{Quoted, UpperSnake, msb};
use crate::value::Value;
use crate::{Access, Field, REGISTER_BYTES, Register};
use core::fmt;

/// An interface as SystemRDL 2.0.
#[derive(Clone, Copy, Debug)]
pub struct SystemRdl<'a>(pub &'a Device);

impl fmt::Display for SystemRdl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Device { map, enumerations } = self.0;
        writeln!(f, "// Made from the register table; changes here are lost.")?;
        writeln!(f, "addrmap {} {{", map.name)?;
        writeln!(f, "    name = \"{}\";", Quoted(map.name))?;
        writeln!(f, "    desc = \"{}\";", Quoted(map.description))?;
        for Enumeration { register, values } in *enumerations {
            writeln!(f, "\n    enum {}_values {{", register.name)?;
            for Value { name, value, description } in *values {
                let name = UpperSnake(name);
                writeln!(f, "        {name} = {value} {{ desc = \"{}\"; }};", Quoted(description))?;
            }
            writeln!(f, "    }};")?;
        }
        writeln!(f, "\n    default regwidth = {};", 8 * REGISTER_BYTES)?;
        writeln!(f, "    default accesswidth = {};", 8 * REGISTER_BYTES)?;
        for register in map.registers {
            writeln!(f, "\n    reg {{")?;
            writeln!(f, "        name = \"{}\";", register.name)?;
            writeln!(f, "        desc = \"{}\";", Quoted(register.description))?;
            for field in fields_or_value(register) {
                rdl_field(f, register, &field, !self.0.values_of(register, &field).is_empty())?;
            }
            writeln!(f, "    }} {} @ {:#x};", register.name, register.offset)?;
        }
        writeln!(f, "}};")
    }
}

fn rdl_field(f: &mut fmt::Formatter<'_>, register: &Register, field: &Field, encode: bool) -> fmt::Result {
    let (software, hardware) = match register.access {
        // What the table alone decides, no hardware changes.
        Access::ReadOnly if register.reset != 0 => ("r", "na"),
        Access::ReadOnly => ("r", "w"),
        Access::ReadWrite => ("rw", "r"),
        Access::WriteOnly => ("w", "r"),
    };
    writeln!(f, "        field {{")?;
    if !field.description.is_empty() {
        writeln!(f, "            desc = \"{}\";", Quoted(field.description))?;
    }
    writeln!(f, "            sw = {software};")?;
    writeln!(f, "            hw = {hardware};")?;
    if encode {
        writeln!(f, "            encode = {}_values;", register.name)?;
    }
    // The language has pulses of a single bit only.
    if register.access == Access::WriteOnly && field.width == 1 {
        writeln!(f, "            singlepulse;")?;
    }
    let reset = field.get(register.reset);
    writeln!(f, "        }} {}[{}:{}] = {}'h{reset:x};", field.name, msb(field), field.lsb, field.width)
}
