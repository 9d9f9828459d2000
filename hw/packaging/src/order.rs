//! The modules below a top, in order of dependence.

use emberlane_verilog::Design;
use std::collections::BTreeSet;

/// The names of a top and of all modules below it, each behind those that it instantiates; the top is the last.
#[must_use]
pub fn below(design: &Design, top: &str) -> Vec<String> {
    let names: BTreeSet<String> = design.modules().map(|module| module.name).collect();
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    visit(design, &names, top, &mut seen, &mut order);
    order
}

fn visit(design: &Design, names: &BTreeSet<String>, name: &str, seen: &mut BTreeSet<String>, order: &mut Vec<String>) {
    if !seen.insert(name.to_owned()) {
        return;
    }
    let text = design.module(name).unwrap_or_default();
    let children: BTreeSet<&String> = text.lines().filter_map(|line| names.get(instantiated(line)?)).collect();
    for child in children {
        visit(design, names, child, seen, order);
    }
    order.push(name.to_owned());
}

/// The module that a line instantiates, if it does: `    fifo queue (` or `    fifo #(`, as the exporter prints it.
fn instantiated(line: &str) -> Option<&str> {
    let (first, rest) = line.trim_start().split_once(' ')?;
    let rest = rest.trim();
    (rest.starts_with("#(") || rest.ends_with('(')).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_known_by_their_lines() {
        assert_eq!(instantiated("    fifo queue ("), Some("fifo"));
        assert_eq!(instantiated("    fifo #("), Some("fifo"));
        assert_eq!(instantiated("    fifo #(.WIDTH(3)) queue ("), Some("fifo"));
        assert_eq!(instantiated("    wire fifo = a;"), None);
        assert_eq!(instantiated("// fifo of words"), None);
    }
}
