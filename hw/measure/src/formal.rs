//! Proves that a mutant cannot be told from its module, or that it can.
//!
//! First each register, and each instance of another module, is taken to hold the same in both: what remains is
//! combinational, and quick. Then from power-up, by property-directed reachability, with the instances cut out: where
//! whatever they answer gives them the same inputs in both, they answer the same. Then both with everything below the
//! module unfolded, which also finds the inputs that tell the two apart.

use crate::instrument::changed;
use crate::sample::Mutant;
use crate::verilog::Library;
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
    for name in library.below(&module.name)? {
        if name != module.name {
            fs::write(dir.join(format!("below_{name}.v")), &library.module(&name)?.text)?;
        }
    }
    fs::write(dir.join("gold.v"), &module.text)?;
    fs::write(dir.join("gate.v"), changed(module, &mutant.change))?;
    let below = if module.instances.is_empty() { "" } else { "read_verilog -lib below_*.v;" };
    let name = &module.name;
    let read = format!("read_verilog gold.v; rename {name} gold; read_verilog gate.v; rename {name} gate;");
    let matched = "opt_clean; equiv_make gold gate both; hierarchy -top both; opt_clean; equiv_simple; \
                   equiv_induct -seq 3; equiv_status -assert";
    let folded = format!("{below} {read} proc; opt_clean; memory -nomap; {matched}");
    let black_boxes = below;
    let below = below.replace("-lib ", "");
    let flat =
        format!("{below} {read} proc; flatten gold; flatten gate; opt_clean; memory -nomap; memory_map; {matched}");
    if tool(dir, "yosys", &["-q", "-p", &folded], seconds)?.0 {
        return Ok(Verdict::Equivalent);
    }
    let cut = format!("{black_boxes} {read} proc; opt_clean; memory_map; expose -evert gold/c:u_* gate/c:u_*; {MITER}");
    if !module.instances.is_empty() && reach(dir, &cut, seconds)? == Verdict::Equivalent {
        return Ok(Verdict::Equivalent);
    }
    if tool(dir, "yosys", &["-q", "-p", &flat], seconds)?.0 {
        return Ok(Verdict::Equivalent);
    }
    reach(dir, &format!("{below} {read} proc; flatten gold; flatten gate; {MITER}"), seconds)
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
}
