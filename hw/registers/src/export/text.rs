//! Names and texts as the formats want them.

use crate::{Access, Field, Register, RegisterMap};
use core::fmt;

pub(super) fn fields(map: &RegisterMap) -> impl Iterator<Item = (&Register, &Field)> {
    map.registers.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)))
}

pub(super) fn access(access: Access) -> &'static str {
    match access {
        Access::ReadOnly => "ro",
        Access::ReadWrite => "rw",
        Access::WriteOnly => "wo",
    }
}

pub(super) fn msb(field: &Field) -> u32 {
    field.lsb + field.width - 1
}

/// Text in a cell of a Markdown table.
pub(super) struct Cell<'a>(pub(super) &'a str);

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| matches!(c, '|' | '*' | '_' | '<').then_some(['\\', c]))
    }
}

/// Text in a C comment, which it must not end.
pub(super) struct Comment<'a>(pub(super) &'a str);

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| (c == '/').then_some([' ', '/']))
    }
}

/// Text in double quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(f, self.0, |c| matches!(c, '"' | '\\').then_some(['\\', c]))
    }
}

/// Text in XML and HTML.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => write!(f, "&amp;")?,
                '<' => write!(f, "&lt;")?,
                '>' => write!(f, "&gt;")?,
                '"' => write!(f, "&quot;")?,
                _ => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// A name in upper case.
pub(super) struct Upper<'a>(pub(super) &'a str);

impl fmt::Display for Upper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write!(f, "{}", c.to_ascii_uppercase()))
    }
}

/// A name in upper camel case, as that of a [`Value`](super::Value), in upper snake case.
pub struct UpperSnake<'a>(pub &'a str);

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
