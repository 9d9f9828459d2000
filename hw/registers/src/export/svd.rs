//! CMSIS-SVD 1.3.

use super::device::{Device, fields_or_value};
use super::text::{Escaped, UpperSnake};
use crate::value::Value;
use crate::{Access, Field, REGISTER_BYTES, Register};
use core::fmt;

/// An interface as CMSIS-SVD: one peripheral, for debuggers and generators of register interfaces. Its base address is 0; where the
/// registers are is the board's business.
#[derive(Clone, Copy, Debug)]
pub struct Svd<'a>(pub &'a Device);

impl fmt::Display for Svd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.0.map;
        let description = Escaped(map.description);
        writeln!(f, "<?xml version=\"1.0\" encoding=\"utf-8\"?>")?;
        writeln!(f, "<!-- Made from the register table; changes here are lost. -->")?;
        writeln!(
            f,
            "<device schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\">"
        )?;
        writeln!(f, "  <vendor>Emberlane</vendor>\n  <name>{}</name>", map.name)?;
        writeln!(f, "  <version>{}</version>\n  <description>{description}</description>", env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "  <addressUnitBits>8</addressUnitBits>\n  <width>{}</width>", 8 * REGISTER_BYTES)?;
        writeln!(f, "  <peripherals>\n    <peripheral>\n      <name>{}</name>", map.name)?;
        writeln!(f, "      <description>{description}</description>\n      <baseAddress>0x0</baseAddress>")?;
        writeln!(f, "      <size>{}</size>", 8 * REGISTER_BYTES)?;
        writeln!(f, "      <addressBlock>\n        <offset>0x0</offset>\n        <size>{:#x}</size>", map.bytes)?;
        writeln!(f, "        <usage>registers</usage>\n      </addressBlock>\n      <registers>")?;
        for register in map.registers {
            self.register(f, register)?;
        }
        writeln!(f, "      </registers>\n    </peripheral>\n  </peripherals>\n</device>")
    }
}

impl Svd<'_> {
    fn register(&self, f: &mut fmt::Formatter<'_>, register: &'static Register) -> fmt::Result {
        let Register { name, offset, access, reset, description, .. } = register;
        let access = match access {
            Access::ReadOnly => "read-only",
            Access::ReadWrite => "read-write",
            Access::WriteOnly => "write-only",
        };
        writeln!(f, "        <register>\n          <name>{name}</name>")?;
        writeln!(f, "          <description>{}</description>", Escaped(description))?;
        writeln!(f, "          <addressOffset>{offset:#x}</addressOffset>\n          <access>{access}</access>")?;
        writeln!(f, "          <resetValue>{reset:#x}</resetValue>\n          <resetMask>{:#x}</resetMask>", u64::MAX)?;
        writeln!(f, "          <fields>")?;
        for field in fields_or_value(register) {
            let Field { name, lsb, width, description } = field;
            writeln!(f, "            <field>\n              <name>{name}</name>")?;
            if !description.is_empty() {
                writeln!(f, "              <description>{}</description>", Escaped(description))?;
            }
            writeln!(f, "              <bitOffset>{lsb}</bitOffset>\n              <bitWidth>{width}</bitWidth>")?;
            self.values(f, self.0.values_of(register, &field))?;
            writeln!(f, "            </field>")?;
        }
        writeln!(f, "          </fields>\n        </register>")
    }

    fn values(&self, f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
        if values.is_empty() {
            return Ok(());
        }
        writeln!(f, "              <enumeratedValues>")?;
        for Value { name, value, description } in values {
            writeln!(f, "                <enumeratedValue>\n                  <name>{}</name>", UpperSnake(name))?;
            writeln!(f, "                  <description>{}</description>", Escaped(description))?;
            writeln!(f, "                  <value>{value}</value>\n                </enumeratedValue>")?;
        }
        writeln!(f, "              </enumeratedValues>")
    }
}
