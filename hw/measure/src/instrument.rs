//! Verilog with mutants inside that an environment variable selects, or with recorders.

use crate::verilog::{Change, Module};
use std::fmt::Write as _;

/// Selects a mutant by its number; zero, or nothing, is the design as it is.
pub const VARIABLE: &str = "EMBERLANE_MUTANT";

/// The name that the number has in a module.
const NUMBER: &str = "emberlane_mutant";

/// A module with some of its changes inside, each with its number.
#[must_use]
pub fn with_mutants(module: &Module, changes: &[(u32, &Change)]) -> String {
    let mut sorted: Vec<&(u32, &Change)> = changes.iter().collect();
    // What is around comes before what is inside.
    sorted.sort_by_key(|(number, change)| {
        (change.span.start, std::cmp::Reverse(change.span.end), !change.is_statement, *number)
    });
    let (header, body) = (module.body, module.text.len());
    let get = format!("std::getenv(\\\"{VARIABLE}\\\")").replace("\\\"", "\"");
    let quoted = get.replace('"', "\\\"");
    format!(
        "{}\n    reg [31:0] {NUMBER};\n    initial {NUMBER} = $c32(\"({quoted} ? std::atoi({quoted}) : 0)\");\n{}",
        &module.text[..header],
        rendered(&module.text, header..body, &sorted)
    )
}

/// A part of a text with the changes that lie inside it.
fn rendered(text: &str, range: std::ops::Range<usize>, changes: &[&(u32, &Change)]) -> String {
    let mut result = String::new();
    let (mut at, mut index) = (range.start, 0);
    while let Some((_, first)) = changes.get(index) {
        let span = first.span.clone();
        result.push_str(&text[at..span.start]);
        // All changes of this place, and those inside it.
        let here = changes[index..]
            .iter()
            .take_while(|(_, change)| change.span == span && change.is_statement == first.is_statement)
            .count();
        let inside = changes[index + here..].iter().take_while(|(_, change)| change.span.end <= span.end).count();
        let original = rendered(text, span.clone(), &changes[index + here..index + here + inside]);
        if first.is_statement {
            // In a block, or it would take the `else` of what is around.
            result.push_str("begin ");
            for (number, _) in &changes[index..index + here] {
                let _ = write!(result, "if ({NUMBER} != 32'd{number}) ");
            }
            let _ = write!(result, "{original} end");
        } else {
            result.push('(');
            for (number, change) in &changes[index..index + here] {
                let _ = write!(result, "({NUMBER} == 32'd{number}) ? ({}) : ", change.text);
            }
            let _ = write!(result, "({original}))");
        }
        at = span.end;
        index += here + inside;
    }
    result.push_str(&text[at..range.end]);
    result
}

/// A module with one change and nothing else.
#[must_use]
pub fn changed(module: &Module, change: &Change) -> String {
    let (before, after) = (&module.text[..change.span.start], &module.text[change.span.end..]);
    if change.is_statement {
        format!("{before}{}{after}", change.text)
    } else {
        format!("{before}({}){after}", change.text)
    }
}

/// A module that hands the inputs of every cycle to the harness, each in words of 32 bits, the first input lowest.
#[must_use]
pub fn with_recorder(module: &Module) -> String {
    let name = &module.name;
    let inputs: Vec<String> = module
        .inputs()
        .map(|port| match port.words() * 32 - port.width {
            0 => port.name.clone(),
            spare => format!("{{{spare}'d0, {}}}", port.name),
        })
        .rev_joined();
    let words: usize = module.inputs().map(|port| port.words()).sum();
    if words == 0 || !module.ports.iter().any(|port| port.name == "clock") {
        return module.text.clone();
    }
    let recorder = format!(
        "\n    import \"DPI-C\" function int emberlane_begin_{name}();\n    \
         import \"DPI-C\" function void emberlane_cycle_{name}(input int recording, input bit [{}:0] frame);\n    \
         integer emberlane_recording;\n    initial emberlane_recording = emberlane_begin_{name}();\n    \
         always @(posedge clock) if (emberlane_recording >= 0) emberlane_cycle_{name}(emberlane_recording, {{{}}});\n",
        words * 32 - 1,
        inputs.join(", ")
    );
    format!("{}{recorder}{}", &module.text[..module.body], &module.text[module.body..])
}

/// The C++ of a module's recorder.
#[must_use]
pub fn recorder_cpp(module: &Module) -> String {
    let name = &module.name;
    let words: usize = module.inputs().map(|port| port.words()).sum();
    let mut header = String::new();
    for port in module.inputs() {
        let _ = write!(header, "{} {}\\n", port.width, port.name);
    }
    format!(
        "extern \"C\" int emberlane_begin_{name}() {{ return begin_recording(\"{name}\", \"{header}\", {words}); }}\n\
         extern \"C\" void emberlane_cycle_{name}(int recording, const svBitVecVal* frame) {{\n  \
         record_cycle(recording, frame);\n}}\n"
    )
}

/// Items in the opposite order: a concatenation begins with the highest.
trait Reversed {
    fn rev_joined(self) -> Vec<String>;
}

impl<I: Iterator<Item = String>> Reversed for I {
    fn rev_joined(self) -> Vec<String> {
        let mut items: Vec<String> = self.collect();
        items.reverse();
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module m (\n    input  wire a,\n    input  wire b,\n    output wire c\n);\n    assign c = a & ~b;\nendmodule\n";

    #[test]
    fn mutants_lie_inside_each_other() {
        let module = Module::read(TEXT).unwrap();
        let changes: Vec<(u32, &Change)> = (1..).zip(&module.changes).collect();
        let text = with_mutants(&module, &changes);
        let expected = "assign c = ((emberlane_mutant == 32'd2) ? ((a) | (~b)) : \
            (a & ((emberlane_mutant == 32'd1) ? ((b)) : (~b))));";
        assert!(text.contains(expected), "{text}");
        // What it gives is Verilog still.
        Module::read(&text.replace("$c32(\"", "$c32(").replace("\")", ")")).unwrap_err();
    }

    #[test]
    fn a_statement_leaves_the_else_of_its_condition() {
        let text = "module m (\n    input  wire clock,\n    input  wire a,\n    output reg  b\n);\n    \
            always @(posedge clock) if (a) b <= 1'b1; else b <= 1'b0;\nendmodule\n";
        let module = Module::read(text).unwrap();
        let change = module.changes.iter().find(|change| change.is_statement).unwrap();
        let text = with_mutants(&module, &[(1, change)]);
        assert!(text.contains("if (a) begin if (emberlane_mutant != 32'd1) b <= 1'b1; end else b <= 1'b0;"), "{text}");
    }

    #[test]
    fn one_change_changes_one_place() {
        let module = Module::read(TEXT).unwrap();
        let text = changed(&module, &module.changes[1]);
        assert!(text.contains("assign c = ((a) | (~b));"), "{text}");
    }
}
