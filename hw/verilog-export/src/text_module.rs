//! Modules whose Verilog their author wrote: memories and wrapped cores.

use crate::domains::Domains;
use crate::error::Problem;
use crate::module::{Body, Paths, PortDeclaration};
use crate::names;
use crate::tree::Node;
use rust_hdl::prelude::AtomKind;
use std::collections::BTreeSet;

/// The ports come from the tree, the rest from the text, in which `bus$ready` stands for port `bus_ready`.
pub(crate) fn build(node: &Node, text: &str) -> Result<Body, Problem> {
    if let Some(child) = node.children.first() {
        return Err(Problem::ChildOfText { child: child.instance.clone() });
    }
    let text = with_flat_names(text);
    let mut ports = Vec::new();
    let mut constants = Vec::new();
    for atom in &node.atoms {
        let name = names::sanitised(&atom.path);
        let is_input = match atom.kind {
            AtomKind::InputParameter => true,
            AtomKind::OutputParameter => false,
            AtomKind::Constant => {
                if let (Some(value), true) = (&atom.value, mentions(&text, &name)) {
                    constants.push(format!("localparam {name} = {value};"));
                }
                continue;
            }
            AtomKind::LocalSignal => continue,
            _ => return Err(Problem::Bidirectional { signal: atom.path.clone() }),
        };
        if atom.width == 0 {
            return Err(Problem::NoBits { signal: atom.path.clone() });
        }
        if name != atom.path.replace('$', "_") {
            return Err(Problem::KeywordInText { signal: atom.path.clone() });
        }
        let is_reg = !is_input && is_assigned_in_block(&text, &name);
        ports.push(PortDeclaration { name, is_input, is_reg, width: atom.width, is_clock: atom.is_clock() });
    }
    let mut lines = constants;
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(text.trim().lines().map(|line| line.trim_end().to_owned()));
    Ok(Body { ports, lines, paths: paths(node), domains: Domains::of_text(node) })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}

/// `bus$ready` as `bus_ready`; `$signed` and its like stay.
fn with_flat_names(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    for c in text.chars() {
        let inside_name = flat.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '_');
        flat.push(if c == '$' && inside_name { '_' } else { c });
    }
    flat
}

/// Whether the text writes an output in an `initial` or `always` block.
fn is_assigned_in_block(text: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + name.len()..]);
        if before.ends_with(is_name) || after.starts_with(is_name) {
            return false;
        }
        let mut after = after.trim_start();
        if let Some((_, rest)) = after.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            after = rest.trim_start();
        }
        let is_write = after.starts_with("<=") || (after.starts_with('=') && !after.starts_with("=="));
        let statement = before.rsplit(';').next().unwrap_or(before);
        let opens_parenthesis = statement.matches('(').count() > statement.matches(')').count();
        is_write && !opens_parenthesis && !words(statement).any(|word| matches!(word, "assign" | "wire"))
    })
}

/// An output that a clocked `TimingInfo` lists comes from a register, an input that only such ones list goes to one.
fn paths(node: &Node) -> Paths {
    let clocked = |ports: fn(&rust_hdl::prelude::TimingInfo) -> &Vec<String>, name: &str| {
        let lists = |clocked: bool| {
            node.timing.iter().any(|info| info.clock.is_empty() != clocked && ports(info).iter().any(|p| p == name))
        };
        lists(true) && !lists(false)
    };
    let inputs: BTreeSet<String> = node
        .atoms
        .iter()
        .filter(|atom| atom.kind == AtomKind::InputParameter && !atom.is_clock())
        .filter(|atom| !clocked(|info| &info.inputs, &atom.path))
        .map(|atom| atom.path.clone())
        .collect();
    node.atoms
        .iter()
        .filter(|atom| atom.kind == AtomKind::OutputParameter)
        .map(|atom| {
            let registered = clocked(|info| &info.outputs, &atom.path);
            (atom.path.clone(), if registered { BTreeSet::new() } else { inputs.clone() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_registers_where_a_block_writes_them() {
        let text = "initial q = 0;\nassign y = q == 3;\nalways @(posedge clock) if (e <= 2) begin q[3:0] <= d; end";
        assert!(is_assigned_in_block(text, "q"));
        assert!(!is_assigned_in_block(text, "y"));
        assert!(!is_assigned_in_block(text, "e"));
        assert!(!is_assigned_in_block(text, "d"));
    }

    #[test]
    fn dollars_inside_names_become_underscores() {
        assert_eq!(with_flat_names("bus$rd$data <= $signed(a$b);"), "bus_rd_data <= $signed(a_b);");
    }
}
