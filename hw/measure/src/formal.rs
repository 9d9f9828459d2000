//! Proves that a mutant cannot be told from its module, or that it can.
//!
//! First each register, and each instance of another module, is taken to hold the same in both: what remains is
//! combinational, and quick. Then from power-up, by property-directed reachability, with the instances cut out: where
//! whatever they answer gives them the same inputs in both, they answer the same. Then both with everything below the
//! module unfolded but large memories, which are cut out in the same way; without one, this also finds the inputs that
//! tell the two apart.

use crate::instrument::changed;
use crate::sample::Mutant;
use crate::verilog::{Library, Module};
use anyhow::{Context as _, Result};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No input ever tells the two apart.
    Equivalent,
    /// Some inputs do.
    Different,
    /// Neither was found in time.
    Unknown,
}

/// Compares a mutant with its module, within so many seconds of a core for each way.
///
/// # Errors
/// A tool does not start.
pub fn compare(library: &Library, mutant: &Mutant, seconds: u64) -> Result<Verdict> {
    let folder = tempfile::tempdir()?;
    let dir = folder.path();
    let module = library.module(&mutant.module)?;
    let mut is_cut = false;
    for name in library.below(&module.name)? {
        if name != module.name {
            let below = library.module(&name)?;
            fs::write(dir.join(format!("below_{name}.v")), &below.text)?;
            let memory = is_large_memory(below).then(|| without_words(below));
            is_cut |= memory.is_some();
            fs::write(dir.join(format!("unfolded_{name}.v")), memory.as_ref().unwrap_or(&below.text))?;
        }
    }
    fs::write(dir.join("gold.v"), &module.text)?;
    fs::write(dir.join("gate.v"), changed(module, &mutant.change))?;
    let below = if module.instances.is_empty() { "" } else { "read_verilog -lib below_*.v;" };
    let name = &module.name;
    // Not as for synthesis: memories begin with zeros, as in simulation. yosys takes an hour over those of a deep one.
    let how = if is_large_memory(module) { "" } else { "-formal " };
    let read = format!("read_verilog {how}gold.v; rename {name} gold; read_verilog {how}gate.v; rename {name} gate;");
    let folded = format!(
        "{below} {read} proc; opt_clean; memory -nomap; opt_clean; equiv_make gold gate both; hierarchy -top both; \
         opt_clean; equiv_simple; equiv_induct -seq 3; equiv_status -assert"
    );
    if tool(dir, "yosys", &["-q", "-p", &folded], seconds)?.0 {
        return Ok(Verdict::Equivalent);
    }
    let cut = format!("{below} {read} proc; opt_clean; memory_map; expose -evert gold/c:u_* gate/c:u_*; {MITER}");
    if !module.instances.is_empty() && reach(dir, &cut, seconds)? == Verdict::Equivalent {
        return Ok(Verdict::Equivalent);
    }
    let unfolded = below.replace("-lib below_", "-formal unfolded_");
    let words = if is_cut { "expose -evert gold/c:*u_words gate/c:*u_words;" } else { "" };
    let script = format!("{unfolded} {read} proc; flatten gold; flatten gate; opt_clean; memory_map; {words} {MITER}");
    let verdict = reach(dir, &script, seconds)?;
    // What tells them apart may be words that no memory holds.
    Ok(if is_cut && verdict == Verdict::Different { Verdict::Unknown } else { verdict })
}

/// Bits of memory that are unfolded at most: those of a queue of small numbers, of which it may matter what they can be.
const MOST_BITS: usize = 512;

/// Whether it is a memory with more bits than that.
fn is_large_memory(module: &Module) -> bool {
    let size = || {
        let (_, rest) = module.text.split_once("reg [")?;
        let (high, rest) = rest.split_once(":0] memory [0:")?;
        let (last, _) = rest.split_once("];")?;
        Some((high.parse::<usize>().ok()? + 1) * (last.parse::<usize>().ok()? + 1))
    };
    size().is_some_and(|bits| bits > MOST_BITS)
}

/// What a memory looks at, and when it does.
const GUARDS: [(&str, &str); 7] = [
    ("write_address", "write_enable"),
    ("write_data", "write_enable"),
    ("read_address", "read_enable"),
    ("a_address", "a_enable"),
    ("b_address", "b_enable"),
    ("b_write", "b_enable"),
    ("b_write_data", "b_enable & b_write"),
];

/// A memory whose words are another module, unknown, that is given what counts: all else is zero.
fn without_words(memory: &Module) -> String {
    let name = &memory.name;
    let ports = |rename: &str| {
        let text = &memory.text[..memory.body];
        let text = &text[text.find(&format!("module {name}")).unwrap_or_default()..];
        text.replace(&format!("module {name}"), &format!("module {name}{rename}")).replace("output reg", "output wire")
    };
    let is_port = |name: &str| memory.ports.iter().any(|port| port.name == name);
    let connected = memory.ports.iter().map(|port| {
        let name = &port.name;
        match GUARDS.iter().find(|(guarded, by)| guarded == name && by.split(" & ").all(is_port)) {
            Some((_, by)) => format!(".{name}({name} & {{{}{{{by}}}}})", port.width),
            None => format!(".{name}({name})"),
        }
    });
    let connected: Vec<String> = connected.collect();
    format!(
        "(* blackbox, keep *)\n{}\nendmodule\n{}\n    {name}_words u_words ({});\nendmodule\n",
        ports("_words"),
        ports(""),
        connected.join(", ")
    )
}

/// From `gold` and `gate` to a network whose only output says that they differ. With more outputs, of which each would
/// be a property, a property that does not hold would always be found.
const MITER: &str = "miter -equiv -flatten -make_assert gold gate proof; prep -top proof; flatten; memory_map; opt -full; \
                     async2sync; techmap; opt -fast; dffunmap; abc -g AND -fast; opt_clean; write_aiger -zinit proof.aig";

/// Makes a network, and looks for what the script says from power-up on.
fn reach(dir: &Path, script: &str, seconds: u64) -> Result<Verdict> {
    if !tool(dir, "yosys", &["-q", "-p", script], seconds)?.0 {
        return Ok(Verdict::Unknown);
    }
    let prove = "read_aiger proof.aig; fold; orpos; strash; scorr; dc2; pdr";
    let (_, said) = tool(dir, "yosys-abc", &["-c", prove], 2 * seconds)?;
    if said.contains("Property proved") || said.contains("Networks are equivalent") {
        return Ok(Verdict::Equivalent);
    }
    Ok(if said.contains("was asserted in frame") { Verdict::Different } else { Verdict::Unknown })
}

/// Runs a tool for so many seconds of a core at most; whether it succeeded, and what it said.
fn tool(dir: &Path, tool: &str, arguments: &[&str], seconds: u64) -> Result<(bool, String)> {
    let output = Command::new("prlimit")
        .arg(format!("--cpu={seconds}"))
        .arg(tool)
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{tool}` does not start; it is in the package yosys"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if std::env::var_os("EMBERLANE_MEASURE_TALK").is_some() {
        eprintln!("{tool}: {said}");
    }
    Ok((output.status.success(), said))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::draw;
    use std::collections::BTreeMap;

    const TOP: &str = "module top (\n    input  wire clock,\n    input  wire a,\n    output wire b\n);\n    \
        reg [1:0] at = 2'd0;\n    wire c;\n    below u_below (\n        .clock(clock),\n        .a(a & at[1]),\n        .b(c)\n    );\n    \
        always @(posedge clock) at <= at ^ {2{at[0]}};\n    assign b = c | at[0];\nendmodule\n";
    const BELOW: &str = "module below (\n    input  wire clock,\n    input  wire a,\n    output wire b\n);\n    \
        reg held = 1'b0;\n    always @(posedge clock) held <= a;\n    assign b = held;\nendmodule\n";

    /// `at` stays zero: what happens where it is not is no change, and what is seen of `c` is one.
    #[test]
    fn what_cannot_be_reached_is_no_change() {
        if Command::new("yosys").arg("-V").output().is_err() {
            eprintln!("skipped: yosys is not installed");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("top.v"), TOP).unwrap();
        fs::write(folder.path().join("below.v"), BELOW).unwrap();
        let library = Library::read(folder.path()).unwrap();
        let blocks = BTreeMap::from([("top".to_owned(), "top".to_owned())]);
        let mutants = draw(&library, &blocks, 1, 1000).unwrap();
        let verdict = |original: &str, changed: &str| {
            let is_it = |mutant: &&Mutant| mutant.original == original && mutant.change.text == changed;
            let mutant = mutants.iter().find(is_it).unwrap_or_else(|| panic!("no {changed} for {original}"));
            compare(&library, mutant, 20).unwrap()
        };
        assert_eq!(verdict("c | at[0]", "(c) ^ (at[0])"), Verdict::Equivalent);
        assert_eq!(verdict("a & at[1]", "(a) | (at[1])"), Verdict::Different);
    }

    /// What is guarded when a memory is cut out is what the memory does not look at.
    #[test]
    fn memories_look_at_what_counts() {
        if Command::new("yosys").arg("-V").output().is_err() {
            eprintln!("skipped: yosys is not installed");
            return;
        }
        for (folder, name) in
            [("common", "emb_lut_ram"), ("common", "emb_block_ram"), ("smartssd", "emb_dual_port_ram")]
        {
            let text = fs::read_to_string(format!("../verilog/{folder}/{name}.v")).unwrap();
            // Of four words of two bits, so that the proof is short, and without parameters, as the reader knows modules.
            let (head, rest) = text.split_once(" #(").unwrap();
            let (_, rest) = rest.split_once("\n) (").unwrap();
            let text = format!("{head} ({rest}").replace("[WIDTH-1:0]", "[1:0]").replace("[LOG_DEPTH-1:0]", "[1:0]");
            let text = text.replace("((1 << LOG_DEPTH) - 1)", "3").replace("(1 << LOG_DEPTH)-1", "3");
            let memory = Module::read(&text.replace("{WIDTH{", "{2{")).unwrap();
            let guarded = without_words(&memory);
            assert!(guarded.contains(" & {2{"), "{guarded}");
            let (_, wrapper) = guarded.split_once("endmodule").unwrap();
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("gold.v"), &memory.text).unwrap();
            let words = memory.text.replace(&format!("module {name}"), &format!("module {name}_words"));
            fs::write(folder.path().join("gate.v"), words + wrapper).unwrap();
            let script = format!(
                "read_verilog -formal gold.v; rename {name} gold; read_verilog -formal gate.v; rename {name} gate; proc; \
                 flatten gate; opt_clean; memory_map; {MITER}"
            );
            assert_eq!(reach(folder.path(), &script, 60).unwrap(), Verdict::Equivalent, "{name}");
        }
    }
}
