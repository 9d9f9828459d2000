//! A device's interface as documentation, as a C header and as SystemRDL.
//!
//! Each is a [`Display`](fmt::Display) of a [`Device`], made without an allocator. The same device gives the same text.

pub use crate::value::Value;
use crate::{
    Access, Field, REGISTER_BYTES, Register, RegisterMap,
    cxl_mem::{self, Command, ErrorCode, Pooling},
    kernel_plan::KernelError,
    smartssd::{self, AgentError},
};
use core::fmt;

/// A device's interface: its registers, and what the numbers in some of them stand for.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// The registers.
    pub map: &'static RegisterMap,
    /// Numbers with a name.
    pub enumerations: &'static [Enumeration],
}

/// Numbers with a name that a register holds.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration {
    /// The register.
    pub register: &'static Register,
    /// The numbers, in order.
    pub values: &'static [Value],
}

/// The interface of CXL-MEM.
pub const CXL_MEM: Device = Device {
    map: &cxl_mem::MAP,
    enumerations: &[
        Enumeration { register: &cxl_mem::POOLING, values: Pooling::VALUES },
        Enumeration { register: &cxl_mem::DOORBELL, values: Command::VALUES },
        Enumeration { register: &cxl_mem::ERROR, values: ErrorCode::VALUES },
    ],
};

/// The interface of the SmartSSD's FPGA.
pub const SMARTSSD: Device = Device {
    map: &smartssd::MAP,
    enumerations: &[
        Enumeration { register: &smartssd::DOORBELL, values: smartssd::Command::VALUES },
        Enumeration { register: &smartssd::ERROR, values: KernelError::VALUES },
        Enumeration { register: &smartssd::AGENT_ERROR, values: AgentError::VALUES },
    ],
};

/// All devices.
pub const DEVICES: &[Device] = &[CXL_MEM, SMARTSSD];

/// An interface as a Markdown page: tables of registers, of fields, and of numbers with a name.
#[derive(Clone, Copy, Debug)]
pub struct Markdown<'a>(pub &'a Device);

/// An interface as a C header: offsets, masks and reset values of registers, positions and masks of fields, numbers with a
/// name.
#[derive(Clone, Copy, Debug)]
pub struct CHeader<'a>(pub &'a Device);

/// An interface as SystemRDL 2.0.
#[derive(Clone, Copy, Debug)]
pub struct SystemRdl<'a>(pub &'a Device);

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
            if register.fields.is_empty() {
                let Register { width, reset, .. } = *register;
                let all = Field { name: "VALUE", lsb: 0, width, description: "" };
                let encode = enumerations.iter().any(|each| each.register.offset == register.offset);
                rdl_field(f, register, &all, reset, encode)?;
            }
            for field in register.fields {
                rdl_field(f, register, field, field.get(register.reset), false)?;
            }
            writeln!(f, "    }} {} @ {:#x};", register.name, register.offset)?;
        }
        writeln!(f, "}};")
    }
}

fn rdl_field(f: &mut fmt::Formatter<'_>, register: &Register, field: &Field, reset: u64, encode: bool) -> fmt::Result {
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
    writeln!(f, "        }} {}[{}:{}] = {}'h{reset:x};", field.name, msb(field), field.lsb, field.width)
}

fn fields(map: &RegisterMap) -> impl Iterator<Item = (&Register, &Field)> {
    map.registers.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)))
}

fn access(access: Access) -> &'static str {
    match access {
        Access::ReadOnly => "ro",
        Access::ReadWrite => "rw",
        Access::WriteOnly => "wo",
    }
}

fn msb(field: &Field) -> u32 {
    field.lsb + field.width - 1
}

/// Text in a cell of a Markdown table.
struct Cell<'a>(&'a str);

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| matches!(c, '|' | '*' | '_' | '<').then_some(['\\', c]))
    }
}

/// Text in a C comment, which it must not end.
struct Comment<'a>(&'a str);

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| (c == '/').then_some([' ', '/']))
    }
}

/// Text in double quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| matches!(c, '"' | '\\').then_some(['\\', c]))
    }
}

/// A name in upper case.
struct Upper<'a>(&'a str);

impl fmt::Display for Upper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write!(f, "{}", c.to_ascii_uppercase()))
    }
}

/// A name in upper camel case, in upper snake case.
struct UpperSnake<'a>(&'a str);

impl fmt::Display for UpperSnake<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, c) in self.0.char_indices() {
            if position > 0 && c.is_ascii_uppercase() {
                write!(f, "_")?;
            }
            write!(f, "{}", c.to_ascii_uppercase())?;
        }
        Ok(())
    }
}

fn replaced(f: &mut fmt::Formatter<'_>, text: &str, escape: impl Fn(char) -> Option<[char; 2]>) -> fmt::Result {
    for c in text.chars() {
        match escape(c) {
            Some([first, second]) => write!(f, "{first}{second}")?,
            None => write!(f, "{c}")?,
        }
    }
    Ok(())
}
