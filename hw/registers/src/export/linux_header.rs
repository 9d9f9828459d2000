//! The header of a Linux driver.

use super::device::{Device, Enumeration};
use super::text::{Comment, Upper, UpperSnake, access};
use crate::value::Value;
use crate::{Field, Register};
use core::fmt;

/// An interface as the header of a Linux driver: offsets for `readq` and `writeq`, masks for `FIELD_GET` and `FIELD_PREP`. Names begin
/// with `EMB_`, for Linux has names that begin with `CXL_MEM_`.
#[derive(Clone, Copy, Debug)]
pub struct LinuxHeader<'a>(pub &'a Device);

impl fmt::Display for LinuxHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Device { map, enumerations } = self.0;
        let device = Upper(map.name);
        writeln!(f, "/* SPDX-License-Identifier: MIT OR Apache-2.0 */")?;
        writeln!(f, "/*\n * Registers of {}: {}.", map.name, Comment(map.description))?;
        writeln!(f, " * Made from the register table; changes here are lost.\n */")?;
        writeln!(f, "#ifndef _EMB_{device}_REGS_H\n#define _EMB_{device}_REGS_H\n")?;
        writeln!(f, "#include <linux/bits.h>\n")?;
        writeln!(f, "/* Bytes of the MMIO region. */\n#define EMB_{device}_MMIO_SIZE\t{:#x}", map.bytes)?;
        for register in map.registers {
            let Register { name, offset, width, reset, description, .. } = register;
            writeln!(f, "\n/* {}, {width} bits: {} */", access(register.access), Comment(description))?;
            writeln!(f, "#define EMB_{device}_{name}\t{offset:#05x}")?;
            if register.fields.is_empty() {
                writeln!(f, "#define EMB_{device}_{name}_MASK\t{}", Bits(0, *width))?;
            }
            if *reset != 0 {
                writeln!(f, "#define EMB_{device}_{name}_RESET\t{reset:#x}ULL")?;
            }
            for Field { name: field, lsb, width, description } in register.fields {
                writeln!(f, "/* {} */", Comment(description))?;
                writeln!(f, "#define EMB_{device}_{name}_{field}\t{}", Bits(*lsb, *width))?;
            }
        }
        for Enumeration { register, values } in *enumerations {
            writeln!(f, "\n/* Values of {}. */", register.name)?;
            for Value { name, value, description } in *values {
                writeln!(f, "/* {} */", Comment(description))?;
                writeln!(f, "#define EMB_{device}_{}_VALUE_{}\t{value}", register.name, UpperSnake(name))?;
            }
        }
        writeln!(f, "\n#endif /* _EMB_{device}_REGS_H */")
    }
}

/// A mask: lowest bit and number of bits.
struct Bits(u32, u32);

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(lsb, 1) => write!(f, "BIT_ULL({lsb})"),
            Self(lsb, width) => write!(f, "GENMASK_ULL({}, {lsb})", lsb + width - 1),
        }
    }
}
