//! A module: its ports, its instances, and what can be changed in it.

use super::expression::{Change, Kind, Reader};
use super::token::tokens;
use anyhow::{Context as _, Result, bail, ensure};
use std::collections::BTreeSet;

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its bits.
    pub width: usize,
    /// Whether the module is driven by it.
    pub is_input: bool,
}

impl Port {
    /// Words of 32 bits that its value takes.
    #[must_use]
    pub fn words(&self) -> usize {
        self.width.div_ceil(32)
    }
}

/// A module of the export.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its file.
    pub text: String,
    /// Its ports in their order.
    pub ports: Vec<Port>,
    /// Names of the modules that it has instances of.
    pub instances: BTreeSet<String>,
    /// Where its items begin.
    pub body: usize,
    /// What can be changed in it.
    pub changes: Vec<Change>,
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// What is not printed by the exporter.
    pub fn read(text: &str) -> Result<Self> {
        let tokens = tokens(text)?;
        let mut reader = Reader::new(text, &tokens);
        reader.skip_past("module")?;
        let name = reader.next().to_owned();
        let read = |mut reader: Reader<'_>| -> Result<Self> {
            let ports = ports(&mut reader)?;
            let body = reader.end();
            let mut instances = BTreeSet::new();
            while !reader.take("endmodule") {
                item(&mut reader, &mut instances)?;
            }
            let changes = std::mem::take(&mut reader.changes);
            Ok(Self { name: name.clone(), text: text.to_owned(), ports, instances, body, changes })
        };
        read(reader).with_context(|| format!("the module `{name}`"))
    }

    /// The inputs without the clock.
    pub fn inputs(&self) -> impl Iterator<Item = &Port> {
        self.ports.iter().filter(|port| port.is_input && port.name != "clock")
    }

    /// The outputs.
    pub fn outputs(&self) -> impl Iterator<Item = &Port> {
        self.ports.iter().filter(|port| !port.is_input)
    }
}

fn ports(reader: &mut Reader<'_>) -> Result<Vec<Port>> {
    reader.expect("(")?;
    let mut ports = Vec::new();
    while !reader.take(")") {
        let is_input = match reader.next() {
            "input" => true,
            "output" => false,
            other => bail!("a port begins with `input` or `output`, found `{other}`"),
        };
        let width = if type_of(reader)? { width(reader)? } else { 1 };
        ports.push(Port { name: reader.next().to_owned(), width, is_input });
        reader.take(",");
    }
    reader.expect(";")?;
    Ok(ports)
}

/// Passes the words of a type; whether bounds follow.
fn type_of(reader: &mut Reader<'_>) -> Result<bool> {
    while ["wire", "reg", "signed", "integer"].contains(&reader.peek()) {
        reader.next();
    }
    Ok(reader.peek() == "[")
}

/// The width that bounds give.
fn width(reader: &mut Reader<'_>) -> Result<usize> {
    reader.expect("[")?;
    let high = bound(reader)?;
    reader.expect(":")?;
    reader.expect("0")?;
    reader.expect("]")?;
    Ok(high + 1)
}

/// A number, or a product of numbers less one, as in `5 * 6 - 1`.
fn bound(reader: &mut Reader<'_>) -> Result<usize> {
    let number = |reader: &mut Reader<'_>| reader.next().parse::<usize>().context("bounds are numbers");
    let mut value = number(reader)?;
    while reader.take("*") {
        value = value.saturating_mul(number(reader)?);
    }
    if reader.take("-") {
        value = value.checked_sub(number(reader)?).context("bounds are above zero")?;
    }
    Ok(value)
}

fn item(reader: &mut Reader<'_>, instances: &mut BTreeSet<String>) -> Result<()> {
    match reader.peek() {
        "localparam" => {
            reader.next();
            let given = if type_of(reader)? { Some(width(reader)?) } else { None };
            let name = reader.next();
            reader.expect("=")?;
            // Without bounds a constant is as wide as its number.
            let of_number = reader.peek().split_once('\'').and_then(|(width, _)| width.parse().ok());
            reader.constants.insert(name, given.or(of_number).unwrap_or(32));
            reader.skip_past(";")
        }
        "reg" | "wire" | "integer" => declaration(reader),
        "assign" => {
            reader.next();
            reader.postfix()?;
            reader.expect("=")?;
            reader.expression()?;
            reader.expect(";")
        }
        "always" => {
            reader.next();
            reader.expect("@")?;
            if !reader.take("*") {
                reader.skip_past(")")?;
            }
            statement(reader, false)
        }
        // What holds at power-up is not part of the logic.
        "initial" => {
            reader.next();
            reader.fixed += 1;
            statement(reader, false)?;
            reader.fixed -= 1;
            Ok(())
        }
        "" => bail!("the file ends inside the module"),
        _ => instance(reader, instances),
    }
}

fn declaration(reader: &mut Reader<'_>) -> Result<()> {
    let is_wire = reader.peek() == "wire";
    if type_of(reader)? {
        width(reader)?;
    }
    let name = reader.next();
    if is_wire && reader.take("=") {
        // The wire that takes what nobody needs.
        let is_unused = name.starts_with('_');
        reader.fixed += usize::from(is_unused);
        reader.expression()?;
        reader.fixed -= usize::from(is_unused);
    }
    reader.skip_past(";")
}

fn instance(reader: &mut Reader<'_>, instances: &mut BTreeSet<String>) -> Result<()> {
    instances.insert(reader.next().to_owned());
    reader.next();
    reader.expect("(")?;
    while !reader.take(")") {
        reader.expect(".")?;
        reader.next();
        reader.expect("(")?;
        if reader.peek() != ")" {
            reader.expression()?;
        }
        reader.expect(")")?;
        reader.take(",");
    }
    reader.expect(";")
}

/// A statement; `inside` a condition, an assignment can be left out and what it assigns to still has a value.
fn statement(reader: &mut Reader<'_>, inside: bool) -> Result<()> {
    match reader.peek() {
        ";" => {
            reader.next();
        }
        "begin" => {
            reader.next();
            while !reader.take("end") {
                statement(reader, inside)?;
            }
        }
        "if" => {
            reader.next();
            reader.expect("(")?;
            reader.condition()?;
            reader.expect(")")?;
            statement(reader, true)?;
            if reader.take("else") {
                statement(reader, true)?;
            }
        }
        "case" => {
            reader.next();
            reader.expect("(")?;
            reader.expression()?;
            reader.expect(")")?;
            while !reader.take("endcase") {
                reader.fixed += 1;
                if !reader.take("default") {
                    reader.expression()?;
                    while reader.take(",") {
                        reader.expression()?;
                    }
                }
                reader.fixed -= 1;
                reader.expect(":")?;
                statement(reader, true)?;
            }
        }
        "for" => {
            reader.next();
            reader.skip_past(")")?;
            statement(reader, inside)?;
        }
        _ => assignment(reader, inside)?,
    }
    Ok(())
}

fn assignment(reader: &mut Reader<'_>, inside: bool) -> Result<()> {
    let start = reader.start();
    reader.fixed += 1;
    reader.postfix()?;
    reader.fixed -= 1;
    let is_register = match reader.next() {
        "<=" => true,
        "=" => false,
        other => bail!("an assignment has `=` or `<=`, found `{other}`"),
    };
    reader.expression()?;
    reader.expect(";")?;
    ensure!(start < reader.end(), "an assignment has a text");
    if reader.fixed == 0 && (is_register || inside) {
        let span = start..reader.end();
        reader.changes.push(Change { kind: Kind::Assignment, span, text: ";".to_owned(), is_statement: true });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module m (\n input wire clock,\n input wire [3:0] a,\n output reg [1:0] b\n);\n\
        localparam [1:0] TWO = 2'd2;\n localparam ONE = 1'b1;\n wire y = ONE;\n reg [1:0] r = 2'd0;\n wire x = a == 4'd3;\n\
        sub u_s (\n .clock(clock),\n .in(a & {3'd0, x})\n );\n\
        always @* begin\n b = r;\n if (x) begin\n b = TWO;\n end\n end\n\
        always @(posedge clock) r <= b;\n endmodule\n";

    #[test]
    fn a_module_is_read_whole() {
        let module = Module::read(TEXT).unwrap();
        assert_eq!(module.name, "m");
        // The width of a constant, and so what it is changed by, follows from its bounds.
        let product = Module::read(&TEXT.replace("[1:0] TWO", "[1 * 2 - 1:0] TWO")).unwrap();
        assert_eq!(product.changes.len(), module.changes.len());
        assert!(product.changes.iter().any(|change| change.text == "(TWO ^ 2'd1)"));
        let ports: Vec<(&str, usize, bool)> =
            module.ports.iter().map(|port| (port.name.as_str(), port.width, port.is_input)).collect();
        assert_eq!(ports, [("clock", 1, true), ("a", 4, true), ("b", 2, false)]);
        assert!(module.instances.contains("sub"));
        let dropped: Vec<&str> = module
            .changes
            .iter()
            .filter(|change| change.is_statement)
            .map(|change| &TEXT[change.span.clone()])
            .collect();
        // The default of `b` stays: without it there would be a latch.
        assert_eq!(dropped, ["b = TWO;", "r <= b;"]);
        for constant in ["(TWO ^ 2'd1)", "(ONE ^ 1'd1)"] {
            assert!(module.changes.iter().any(|change| change.text == constant), "{constant}");
        }
        assert!(module.changes.iter().any(|change| change.text == "(a) | ({3'd0, x})"));
    }
}
