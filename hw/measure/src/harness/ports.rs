//! The generated part of a harness: the ports of the module.

use crate::verilog::{Module, Port};
use std::fmt::Write as _;

/// The C++ that names the class, its ports and how they are moved.
pub(super) fn cpp(module: &Module, class: &str) -> String {
    let inputs: Vec<&Port> = module.inputs().collect();
    let outputs: Vec<&Port> = module.outputs().collect();
    let has_clock = module.ports.iter().any(|port| port.name == "clock");
    let mut text = format!("using Top = {class};\n");
    let _ = writeln!(text, "#define HAS_CLOCK(statement) {}", if has_clock { "statement" } else { "" });
    text += "struct Input {\n  const char* name_;\n  unsigned width;\n  int offset;\n  bool is_reset;\n  bool is_valid;\n  \
             int valid;\n  int ready;\n  std::string name = name_;\n};\n";
    text += "static const Input INPUTS[] = {\n";
    let mut offset = 0;
    for port in &inputs {
        let is_valid = port.name.contains("valid") && port.width == 1;
        let valid = inputs.iter().position(|valid| belongs(&port.name, valid)).map_or(-1, |index| index as i64);
        let ready = is_valid.then(|| port.name.replacen("valid", "ready", 1));
        let ready = ready.and_then(|name| place(&outputs, &name)).map_or(-1, |place| place as i64);
        let _ = writeln!(
            text,
            "  {{\"{}\", {}, {offset}, {}, {is_valid}, {valid}, {ready}}},",
            port.name,
            port.width,
            port.name == "reset"
        );
        offset += port.words();
    }
    let _ = writeln!(text, "}};\nconstexpr size_t INPUT_WORDS = {offset};");
    let words: usize = outputs.iter().map(|port| port.words()).sum();
    let _ = writeln!(text, "constexpr size_t OUTPUT_WORDS = {words};");
    let names = outputs.iter().flat_map(|port| std::iter::repeat_n(format!("\"{}\"", port.name), port.words()));
    let _ = writeln!(text, "static const char* const OUTPUT_NAMES[] = {{{}}};", names.collect::<Vec<_>>().join(", "));
    let _ = writeln!(text, "static void load(Top& top, const uint32_t* frame) {{\n{}}}", moves(&inputs, true));
    let _ = writeln!(text, "static void store(Top& top, uint32_t* frame) {{\n{}}}", moves(&outputs, false));
    text
}

/// Whether a port is what this one-bit input says is valid: its name has what is before and after `valid` there.
fn belongs(name: &str, valid: &Port) -> bool {
    let Some((before, after)) = valid.name.split_once("valid") else { return false };
    let is_other = name != valid.name && !name.contains("valid") && !name.contains("ready");
    valid.width == 1
        && is_other
        && name.starts_with(before)
        && name.ends_with(after)
        && !(before.is_empty() && after.is_empty())
}

fn place(ports: &[&Port], name: &str) -> Option<usize> {
    let index = ports.iter().position(|port| port.name == name)?;
    Some(ports[..index].iter().map(|port| port.words()).sum())
}

fn moves(ports: &[&Port], is_load: bool) -> String {
    let mut text = String::new();
    let mut offset = 0;
    for port in ports {
        // Verilator's way to write two underscores.
        let member = format!("top.{}", port.name.replace("__", "___05F"));
        let next = offset + 1;
        let _ = match (is_load, port.words()) {
            (true, 1) => writeln!(text, "  {member} = frame[{offset}];"),
            (true, 2) => writeln!(text, "  {member} = frame[{offset}] | uint64_t{{frame[{next}]}} << 32;"),
            (true, words) => writeln!(text, "  std::memcpy({member}.data(), frame + {offset}, {});", words * 4),
            (false, 1) => writeln!(text, "  frame[{offset}] = {member};"),
            (false, 2) => {
                writeln!(text, "  frame[{offset}] = uint32_t({member});\n  frame[{next}] = uint32_t({member} >> 32);")
            }
            (false, words) => writeln!(text, "  std::memcpy(frame + {offset}, {member}.data(), {});", words * 4),
        };
        offset += port.words();
    }
    text
}
