//! Proves that a mutant cannot be told from its module, or that it can.
//!
//! First each register, and each instance of another module, is taken to hold the same in both: what remains is
//! combinational, and quick. Then the same with everything below the module unfolded. What is not proved so is proved from
//! power-up by property-directed reachability, which also finds the inputs that tell the two apart.

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
    let below = below.replace("-lib ", "");
    let flat =
        format!("{below} {read} proc; flatten gold; flatten gate; opt_clean; memory -nomap; memory_map; {matched}");
    for script in [folded, flat] {
        if tool(dir, "yosys", &["-q", "-p", &script], seconds)?.0 {
            return Ok(Verdict::Equivalent);
        }
    }
    let unfolded = format!(
        "{below} {read} proc; flatten gold; flatten gate; miter -equiv -flatten -make_outputs -make_assert gold gate proof; \
         prep -top proof; flatten; memory_map; opt -full; async2sync; techmap; opt -fast; dffunmap; \
         abc -g AND -fast; opt_clean; write_aiger -zinit proof.aig"
    );
    if !tool(dir, "yosys", &["-q", "-p", &unfolded], seconds)?.0 {
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
