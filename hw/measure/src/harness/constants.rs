//! The generated part of a harness: numbers that the design compares its inputs with, which random bits seldom hit.

use crate::verilog::Library;
use anyhow::Result;
use std::collections::BTreeSet;

/// Most numbers of a harness.
const MOST: usize = 400;

/// The C++ of the constants of a module and of all below it.
pub(super) fn cpp(library: &Library, top: &str) -> Result<String> {
    let mut values = BTreeSet::from([(1, 1)]);
    for name in library.below(top)? {
        values.extend(words(&library.module(&name)?.text).filter_map(value));
    }
    let step = values.len().div_ceil(MOST);
    let values: Vec<String> =
        values.into_iter().step_by(step).map(|(width, value)| format!("{{{width}, {value}u}}")).collect();
    let kind = "struct Constant {\n  unsigned width;\n  uint64_t value;\n};\n";
    Ok(format!("{kind}static const Constant CONSTANTS[] = {{{}}};\n", values.join(", ")))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'')
}

/// Width and value of a sized number; none for what is wider than 64 bits, or too narrow to be hit seldom.
fn value(word: &str) -> Option<(u32, u64)> {
    let (width, digits) = word.split_once('\'')?;
    let radix = match digits.get(..1)? {
        "d" => 10,
        "h" => 16,
        _ => return None,
    };
    let width = width.parse().ok()?;
    let value = u64::from_str_radix(&digits[1..], radix).ok()?;
    (width >= 5 && value > 0).then_some((width, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_verilog() {
        let found: Vec<(u32, u64)> = words("if (a[7:3] == 5'd17 | b != {12'hf0f, 2'd3})").filter_map(value).collect();
        assert_eq!(found, [(5, 17), (12, 0xf0f)]);
    }
}
