//! The C header.

use super::device::{Device, Enumeration};
use super::text::{Comment, Upper, UpperSnake, access};
use crate::value::Value;
use crate::{Field, Register};
use core::fmt;

/// An interface as a C header: offsets, masks and reset values of registers, positions and masks of fields, numbers with a
/// name.
#[derive(Clone, Copy, Debug)]
pub struct CHeader<'a>(pub &'a Device);

impl fmt::Display for CHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Device { map, enumerations } = self.0;
        let device = Upper(map.name);
        writeln!(f, "/* Registers of {}: {}. */", map.name, Comment(map.description))?;
        writeln!(f, "/* Made from the register table; changes here are lost. */")?;
        writeln!(f, "#ifndef EMBERLANE_{device}_H")?;
        writeln!(f, "#define EMBERLANE_{device}_H\n")?;
        writeln!(f, "#include <stdint.h>\n")?;
        writeln!(f, "/* Bytes of the MMIO region. */")?;
        writeln!(f, "#define {device}_MMIO_BYTES UINT64_C({:#x})", map.bytes)?;
        for register in map.registers {
            let Register { name, offset, reset, width, description, .. } = register;
            let access = access(register.access);
            writeln!(f, "\n/* {name} ({access}, {width} bits): {} */", Comment(description))?;
            writeln!(f, "#define {device}_{name}_OFFSET UINT64_C({offset:#x})")?;
            writeln!(f, "#define {device}_{name}_MASK UINT64_C({:#x})", register.mask())?;
            writeln!(f, "#define {device}_{name}_RESET UINT64_C({reset:#x})")?;
            for field in register.fields {
                let Field { name: field_name, lsb, description, .. } = field;
                writeln!(f, "/* {name}.{field_name}: {} */", Comment(description))?;
                writeln!(f, "#define {device}_{name}_{field_name}_SHIFT {lsb}")?;
                let mask = field.place(u64::MAX);
                writeln!(f, "#define {device}_{name}_{field_name}_MASK UINT64_C({mask:#x})")?;
            }
        }
        for Enumeration { register, values } in *enumerations {
            writeln!(f, "\n/* Values of {}. */", register.name)?;
            for Value { name, value, description } in *values {
                writeln!(f, "/* {} */", Comment(description))?;
                writeln!(f, "#define {device}_{}_VALUE_{} {value}", register.name, UpperSnake(name))?;
            }
        }
        writeln!(f, "\n#endif")
    }
}
