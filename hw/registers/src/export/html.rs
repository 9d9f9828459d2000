//! The register page as HTML.

use super::device::{Device, fields_or_value};
use super::text::{Escaped, UpperSnake, access, msb};
use crate::value::Value;
use crate::{Field, REGISTER_BYTES, Register};
use core::fmt;

/// An interface as a page that needs no other file: a table of registers, and a section for each with its fields, their masks, resets
/// and values.
#[derive(Clone, Copy, Debug)]
pub struct Html<'a>(pub &'a Device);

const STYLE: &str = "body { font: 16px/1.5 sans-serif; max-width: 70em; margin: 1em auto; padding: 0 1em; }
table { border-collapse: collapse; }
td, th { border-bottom: 1px solid #8888; padding: .2em .7em; text-align: left; vertical-align: top; }
td:nth-child(-n+5) { font-family: monospace; white-space: nowrap; }
section:target > h2 { background: #fe86; }
.wide { overflow-x: auto; }";

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.0.map;
        let name = map.name;
        writeln!(f, "<!doctype html>\n<!-- Made from the register table; changes here are lost. -->")?;
        writeln!(f, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(f, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
        writeln!(f, "<title>Registers of {name}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>")?;
        writeln!(f, "<h1>Registers of {name}</h1>\n<p>{}.</p>", Escaped(map.description))?;
        let bits = 8 * REGISTER_BYTES;
        writeln!(
            f,
            "<p>{:#x} bytes of MMIO. Every register is {bits} bits wide and aligned to its size; bits above a register's width read as zero. Access: <b>ro</b> the device drives it, <b>rw</b> the host writes it and reads it back, <b>wo</b> a write starts an action and it reads as zero. An <b>ro</b> register reads what the device drives, whatever its reset value says.</p>",
            map.bytes
        )?;
        writeln!(
            f,
            "<div class=\"wide\"><table>\n<tr><th>offset</th><th>register</th><th>access</th><th>bits</th><th>reset</th><th>meaning</th></tr>"
        )?;
        for Register { name, offset, access: may, width, reset, description, .. } in map.registers {
            let (access, description) = (access(*may), Escaped(description));
            writeln!(
                f,
                "<tr><td>{offset:#05x}</td><td><a href=\"#{name}\">{name}</a></td><td>{access}</td><td>{width}</td><td>{reset:#x}</td><td>{description}</td></tr>"
            )?;
        }
        writeln!(f, "</table></div>")?;
        map.registers.iter().try_for_each(|register| self.section(f, register))?;
        writeln!(f, "</body>\n</html>")
    }
}

impl Html<'_> {
    fn section(&self, f: &mut fmt::Formatter<'_>, register: &'static Register) -> fmt::Result {
        let Register { name, offset, access: may, reset, description, .. } = register;
        writeln!(f, "<section id=\"{name}\">\n<h2>{offset:#05x} {name} ({})</h2>", access(*may))?;
        writeln!(f, "<p>{}.</p>", Escaped(description))?;
        writeln!(
            f,
            "<div class=\"wide\"><table>\n<tr><th>bits</th><th>field</th><th>mask</th><th>reset</th><th>access</th><th>meaning</th></tr>"
        )?;
        for field in fields_or_value(register) {
            let Field { name, lsb, description, .. } = field;
            write!(f, "<tr><td>{}:{lsb}</td><td>{name}</td><td>{:#x}</td>", msb(&field), field.place(u64::MAX))?;
            let (reset, access) = (field.get(*reset), access(*may));
            writeln!(f, "<td>{reset:#x}</td><td>{access}</td><td>{}</td></tr>", Escaped(description))?;
        }
        writeln!(f, "</table></div>")?;
        for field in fields_or_value(register) {
            let values = self.0.values_of(register, &field);
            if values.is_empty() {
                continue;
            }
            writeln!(f, "<div class=\"wide\"><table>\n<tr><th>value</th><th>name</th><th>meaning</th></tr>")?;
            for Value { name, value, description } in values {
                let (name, description) = (UpperSnake(name), Escaped(description));
                writeln!(f, "<tr><td>{value}</td><td>{name}</td><td>{description}</td></tr>")?;
            }
            writeln!(f, "</table></div>")?;
        }
        writeln!(f, "</section>")
    }
}
