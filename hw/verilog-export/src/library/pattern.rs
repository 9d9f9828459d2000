//! A module with parameters, found from modules that differ by numbers alone.

use super::pieces::{ONE_BIT, Piece};
use crate::about::Generic;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A number that depends on at most one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    /// The same in every instance.
    Constant(u64),
    /// The parameter of this index, and something.
    Parameter(usize, i64),
    /// Two to the power of the parameter of this index, and something.
    Power(usize, i64),
}

impl Number {
    /// The number that has these values, one for each instance. A constant before a parameter before a power.
    fn of(values: &[u64], instances: &[Vec<u64>]) -> Option<Self> {
        if values.iter().all(|value| *value == values[0]) {
            return Some(Self::Constant(values[0]));
        }
        let parameters = 0..instances[0].len();
        let fits = |number: &Self| values.iter().zip(instances).all(|(value, own)| number.value(own) == Some(*value));
        let difference = |of: u64| i64::try_from(values[0]).ok()?.checked_sub_unsigned(of);
        let mut linear = parameters.clone().filter_map(|at| Some(Self::Parameter(at, difference(instances[0][at])?)));
        let power =
            |at: usize| Some(Self::Power(at, difference(1_u64.checked_shl(u32::try_from(instances[0][at]).ok()?)?)?));
        linear.find(fits).or_else(|| parameters.filter_map(power).find(fits))
    }

    fn value(self, parameters: &[u64]) -> Option<u64> {
        match self {
            Self::Constant(value) => Some(value),
            Self::Parameter(at, offset) => parameters[at].checked_add_signed(offset),
            Self::Power(at, offset) => {
                1_u64.checked_shl(u32::try_from(parameters[at]).ok()?)?.checked_add_signed(offset)
            }
        }
    }

    /// In Verilog; in parentheses if it is more than a name, unless it stands `alone`.
    fn text(self, names: &[String], alone: bool) -> String {
        let (base, offset) = match self {
            Self::Constant(value) => return value.to_string(),
            Self::Parameter(at, offset) => (names[at].clone(), offset),
            Self::Power(at, offset) => (format!("(1 << {})", names[at]), offset),
        };
        let sign = if offset < 0 { '-' } else { '+' };
        match (offset, alone) {
            (0, _) => base,
            (_, true) => format!("{base}{sign}{}", offset.abs()),
            (_, false) => format!("({base} {sign} {})", offset.abs()),
        }
    }
}

#[derive(Clone, Debug)]
enum Slot {
    Text(String),
    Number(Number),
    Sized { width: Number, value: Number, spelled: String },
}

/// A module with parameters.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    parameters: Vec<String>,
    /// Values of the parameters where an instance gives none.
    defaults: Vec<u64>,
    slots: Vec<Slot>,
    /// The comments above the module.
    header: String,
}

/// An instance from which a pattern is found.
pub(super) struct Instance {
    pub(super) generic: Generic,
    pub(super) header: String,
    pub(super) pieces: Vec<Piece>,
}

impl Instance {
    /// What is no number: instances of one pattern have the same.
    pub(super) fn shape(&self) -> Vec<&str> {
        let mut shape = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            shape.push(match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Number(_) => "1",
                Piece::Sized { .. } => "1'1",
            });
        }
        shape
    }
}

impl Pattern {
    /// The module of which all these are instances; none if a number of theirs depends on something else than one parameter. The first
    /// gives the values that the parameters have by default.
    pub(super) fn of(instances: &[&Instance]) -> Option<Self> {
        let first = instances.first()?;
        let values: Vec<Vec<u64>> = instances.iter().map(|instance| values(&instance.generic)).collect();
        let number = |read: &dyn Fn(&Piece) -> Option<u64>, at: usize| {
            let each: Option<Vec<u64>> = instances.iter().map(|instance| read(&instance.pieces[at])).collect();
            Number::of(&each?, &values)
        };
        let slot = |(at, piece): (usize, &Piece)| match piece {
            Piece::Text(text) => Some(Slot::Text(text.clone())),
            Piece::Number(_) => number(&plain_number, at).map(Slot::Number),
            Piece::Sized { spelled, .. } => {
                let (width, value) = (number(&sized_width, at)?, number(&sized_value, at)?);
                Some(Slot::Sized { width, value, spelled: spelled.clone() })
            }
        };
        let slots = first.pieces.iter().enumerate().map(slot).collect::<Option<_>>()?;
        let parameters = first.generic.parameters.iter().map(|(name, _)| name.clone()).collect();
        Some(Self { parameters, defaults: values[0].clone(), slots, header: first.header.clone() })
    }

    /// Whether the pattern with the instance's values is the instance, letter by letter but for the spelling of constants: what is proved
    /// of the instance then holds for the module with these values.
    pub(super) fn is(&self, instance: &Instance) -> bool {
        let names = instance.generic.parameters.iter().map(|(name, _)| name);
        let values = values(&instance.generic);
        let same = |(slot, piece): (&Slot, &Piece)| match (slot, piece) {
            (Slot::Text(own), Piece::Text(text)) => own == text,
            (Slot::Number(own), Piece::Number(number)) => own.value(&values) == Some(*number),
            (Slot::Sized { width, value, .. }, Piece::Sized { width: bits, value: number, .. }) => {
                width.value(&values) == Some(*bits) && value.value(&values) == Some(*number)
            }
            _ => false,
        };
        names.eq(&self.parameters)
            && self.slots.len() == instance.pieces.len()
            && self.slots.iter().zip(&instance.pieces).all(same)
    }

    /// The module as Verilog.
    pub(super) fn text(&self, name: &str) -> String {
        let mut constants = Constants { names: &self.parameters, values: BTreeMap::new() };
        let mut body = String::new();
        for (at, slot) in self.slots.iter().enumerate() {
            match slot {
                Slot::Text(text) => body.push_str(text),
                Slot::Number(number) => {
                    let next = self.slots.get(at + 1);
                    let opens = body.ends_with(['[', '(', ':']);
                    let closes = matches!(next, Some(Slot::Text(text)) if text.starts_with([']', ')', ':']));
                    body.push_str(&number.text(&self.parameters, opens && closes));
                }
                Slot::Sized { width: Number::Constant(_), value: Number::Constant(_), spelled } => {
                    body.push_str(spelled)
                }
                // A constant has its width already.
                Slot::Sized { value, .. } if is_declared(&body) => body.push_str(&value.text(&self.parameters, true)),
                Slot::Sized { width, value, .. } => body.push_str(&constants.name(*width, *value)),
            }
        }
        let body = body.replace(ONE_BIT, "");
        let (ports, rest) = body.split_once("\n);\n").unwrap_or((&body, ""));
        let defaults = self.parameters.iter().zip(&self.defaults);
        let defaults = defaults.map(|(name, value)| format!("    parameter {name} = {value}"));
        let defaults = defaults.collect::<Vec<_>>().join(",\n");
        let ports = aligned(ports.trim_start_matches([' ', '(', '\n']));
        let constants = constants.declarations();
        format!(
            "{}`default_nettype none\n\nmodule {name} #(\n{defaults}\n) (\n{ports}\n);\n{constants}{rest}",
            self.header
        )
    }
}

fn values(generic: &Generic) -> Vec<u64> {
    generic.parameters.iter().map(|(_, value)| *value as u64).collect()
}

fn plain_number(piece: &Piece) -> Option<u64> {
    if let Piece::Number(number) = piece { Some(*number) } else { None }
}

fn sized_width(piece: &Piece) -> Option<u64> {
    if let Piece::Sized { width, .. } = piece { Some(*width) } else { None }
}

fn sized_value(piece: &Piece) -> Option<u64> {
    if let Piece::Sized { value, .. } = piece { Some(*value) } else { None }
}

/// Whether a text ends where a constant gets its value.
fn is_declared(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with("localparam ") && line.ends_with("= ")
}

/// Constants whose width or value depends on a parameter. Verilog-2001 has no spelling for them but a name.
struct Constants<'a> {
    names: &'a [String],
    values: BTreeMap<(Number, Number), String>,
}

impl Constants<'_> {
    fn name(&mut self, width: Number, value: Number) -> String {
        if value == Number::Constant(0) {
            return format!("{{{}{{1'b0}}}}", width.text(self.names, true));
        }
        let value_name = match value {
            Number::Constant(1) => "ONE".to_owned(),
            Number::Constant(value) => format!("VALUE_{value}"),
            Number::Parameter(at, _) => format!("OF_{}", self.names[at]),
            Number::Power(at, _) => format!("POWER_OF_{}", self.names[at]),
        };
        let taken =
            self.values.iter().filter(|(key, name)| **key != (width, value) && name.starts_with(&value_name)).count();
        let name = if taken == 0 { value_name } else { format!("{value_name}_{}", taken + 1) };
        self.values.entry((width, value)).or_insert(name).clone()
    }

    fn declarations(&self) -> String {
        let mut text = String::from(if self.values.is_empty() { "" } else { "\n" });
        for ((width, value), name) in &self.values {
            let top = match width {
                Number::Constant(bits) => (bits - 1).to_string(),
                Number::Parameter(at, offset) => Number::Parameter(*at, offset - 1).text(self.names, true),
                Number::Power(at, offset) => Number::Power(*at, offset - 1).text(self.names, true),
            };
            let _ = writeln!(text, "    localparam [{top}:0] {name} = {};", value.text(self.names, true));
        }
        text
    }
}

/// Port declarations with their names below each other.
fn aligned(ports: &str) -> String {
    let parts = |line: &str| {
        let mut words = line.trim().splitn(3, ' ').map(str::to_owned);
        let (direction, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let rest = words.next().unwrap_or_default();
        let (range, name) = match rest.rsplit_once(' ') {
            Some((range, name)) => (range.to_owned(), name.to_owned()),
            None => (String::new(), rest),
        };
        (direction, kind, range, name)
    };
    let lines: Vec<_> = ports.lines().map(parts).collect();
    let width = lines.iter().map(|line| line.2.len() + usize::from(!line.2.is_empty())).max().unwrap_or(0);
    let line = |(direction, kind, range, name): &(String, String, String, String)| {
        format!("    {direction:<6} {kind:<4} {range:width$}{name}")
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}
