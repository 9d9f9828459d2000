//! What the free Verilog tools say of an exported design.
//!
//! None of the checks waives anything. A tool that is not installed is an error that names its package.

use crate::design::Design;
use crate::files::DesignError;
use crate::library::below_first;
use crate::tools::{ICARUS, Tool, ToolError, VERILATOR, YOSYS};
use std::path::PathBuf;
use tempfile::TempDir;
use thiserror::Error;

/// Why a design did not pass.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LintError {
    /// A tool is missing or has found something.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The design could not be written for the tools.
    #[error(transparent)]
    Design(#[from] DesignError),
}

/// `verilator --lint-only -Wall` on every top that is in no other: Verilator reads every module below it by itself before it puts them together.
///
/// # Errors
/// Verilator's warnings and errors, or that it is missing.
pub fn verilator(design: &Design) -> Result<(), LintError> {
    let written = Written::new(design)?;
    for top in outermost(design) {
        // It finds the modules below in the folder by their names.
        let dir = written.dir.path().to_string_lossy();
        let file = written.dir.path().join(format!("{top}.v"));
        let arguments = ["--lint-only", "-Wall", "--top-module", top, "-y", &dir];
        written.check(VERILATOR, &arguments, &[file], top)?;
    }
    Ok(())
}

/// `iverilog -g2001 -Wall` on every top: Icarus Verilog reads and elaborates the design.
///
/// # Errors
/// Icarus's warnings and errors, or that it is missing.
pub fn icarus(design: &Design) -> Result<(), LintError> {
    let written = Written::new(design)?;
    for top in design.tops() {
        let compiled = written.dir.path().join("compiled");
        let compiled = compiled.to_string_lossy();
        // Timescales are left to who simulates.
        let arguments = ["-g2001", "-Wall", "-Wno-timescale", "-s", top, "-o", &compiled];
        written.check(ICARUS, &arguments, &written.files, top)?;
    }
    Ok(())
}

/// Reads every top that is in no other with yosys and turns its processes into logic: no latch, no undriven or multiply driven net, no
/// combinational loop.
///
/// # Errors
/// What yosys found, or that it is missing.
pub fn yosys(design: &Design) -> Result<(), LintError> {
    with_yosys(design, "flatten; check -assert")
}

/// Reads every top with yosys and turns the processes of each module into logic: no latch. Seconds for what takes [`yosys`] minutes and
/// gigabytes.
///
/// # Errors
/// What yosys found, or that it is missing.
pub fn no_latch(design: &Design) -> Result<(), LintError> {
    with_yosys(design, "check -assert")
}

/// No latch, and what `check` says.
fn with_yosys(design: &Design, check: &str) -> Result<(), LintError> {
    let written = Written::new(design)?;
    for top in outermost(design) {
        // Reading what the top does not use takes longer than the rest.
        let dir = written.dir.path().display();
        let script = format!(
            "read_verilog {dir}/{top}.v; hierarchy -check -top {top} -libdir {dir}; proc; opt_clean; \
             select -assert-none t:$dlatch t:$adlatch t:$dlatchsr; {check}"
        );
        YOSYS.run(["-q", "-p", &script], || format!("yosys does not accept `{top}`"))?;
    }
    Ok(())
}

/// Synthesises one top for UltraScale+ with yosys, and returns its cell counts (`stat`). Minutes for a large design.
///
/// # Errors
/// What yosys found, a latch, or that it is missing.
pub fn synthesise(design: &Design, top: &str) -> Result<String, LintError> {
    let written = Written::new(design)?;
    let script = format!(
        "{}; synth_xilinx -family xcup -flatten -top {top}; check -assert; \
         select -assert-none t:LDCE t:LDPE t:$dlatch t:$_DLATCH_*; tee -o {}/stat.txt stat",
        written.read_command(),
        written.dir.path().display()
    );
    YOSYS.run(["-q", "-p", &script], || format!("yosys does not synthesise `{top}`"))?;
    let path = written.dir.path().join("stat.txt");
    std::fs::read_to_string(&path).map_err(|source| ToolError::File { path, source }.into())
}

/// [`verilator`], [`icarus`] and [`yosys`].
///
/// # Errors
/// The first that any of them finds.
pub fn all(design: &Design) -> Result<(), LintError> {
    verilator(design)?;
    icarus(design)?;
    yosys(design)
}

/// The tops that are in no other: what they are made of is looked at where these are. What no top uses hides none.
fn outermost(design: &Design) -> impl Iterator<Item = &str> {
    let modules_of = |top| (top, below_first(design, std::slice::from_ref(top)));
    let lists: Vec<(&String, Vec<String>)> = design.tops().iter().map(modules_of).collect();
    let is_within_another =
        move |top: &String| lists.iter().any(|(other, modules)| *other != top && modules.contains(top));
    design.tops().iter().filter(move |top| !is_within_another(top)).map(String::as_str)
}

/// A design in a folder of its own.
struct Written {
    dir: TempDir,
    files: Vec<PathBuf>,
}

impl Written {
    fn new(design: &Design) -> Result<Self, LintError> {
        let dir = tempfile::tempdir().map_err(|source| ToolError::File { path: std::env::temp_dir(), source })?;
        design.write_to(dir.path())?;
        let files = design.modules().map(|module| dir.path().join(format!("{}.v", module.name))).collect();
        Ok(Self { dir, files })
    }

    /// Runs a checker that must neither fail nor say anything.
    fn check(&self, tool: Tool, arguments: &[&str], files: &[PathBuf], top: &str) -> Result<(), LintError> {
        let output = tool.command().args(arguments).args(files).output().map_err(|source| tool.failure(source))?;
        let report = crate::tools::report(&output);
        if output.status.success() && report.is_empty() {
            return Ok(());
        }
        let what = format!("{} does not accept `{top}`", tool.name);
        let report = report.replace(&format!("{}/", self.dir.path().display()), "");
        Err(ToolError::Rejected { what, report }.into())
    }

    fn read_command(&self) -> String {
        let files: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        format!("read_verilog {}", files.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn design(text: &str) -> Design {
        let text = format!("module top (input wire [3:0] a, output wire y);\n{text}\nendmodule\n");
        Design::new(vec!["top".into()], BTreeMap::from([("top".into(), text)]))
    }

    #[track_caller]
    fn assert_rejected(result: Result<(), LintError>, part: &str) {
        let error = result.expect_err("the tool must find the fault").to_string();
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }

    #[test]
    fn a_clean_module_passes_every_tool() {
        all(&design("assign y = ^a;")).unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn a_top_within_another_is_looked_at_there() {
        let outer = "module outer (input wire [3:0] a, output wire y);\n    top u_top (\n        .a(a),\n        .y(y)\n    );\nendmodule\n";
        let inner = design("assign y = ^a[2:0];").module("top").expect("it is there").to_owned();
        let tops = ["top", "outer"].map(str::to_owned).into();
        let both = Design::new(tops, BTreeMap::from([("outer".into(), outer.into()), ("top".into(), inner)]));
        assert_eq!(outermost(&both).collect::<Vec<_>>(), ["outer"]);
        assert_rejected(verilator(&both), "UNUSEDSIGNAL");
    }

    #[test]
    fn verilator_finds_an_unread_bit() {
        assert_rejected(verilator(&design("assign y = ^a[2:0];")), "UNUSEDSIGNAL");
    }

    #[test]
    fn icarus_finds_an_undeclared_name() {
        assert_rejected(icarus(&design("assign y = ^b;")), "iverilog does not accept `top`");
    }

    #[test]
    fn yosys_finds_a_latch_and_an_undriven_output() {
        let latch = "reg q;\nalways @* if (a[0]) q = a[1];\nassign y = q ^ a[2] ^ a[3];";
        assert_rejected(yosys(&design(latch)), "yosys does not accept `top`");
        assert_rejected(no_latch(&design(latch)), "yosys does not accept `top`");
        assert_rejected(yosys(&design("wire u;\nassign y = u ^ (^a);")), "yosys does not accept `top`");
    }

    #[test]
    fn yosys_finds_a_latch_below_a_deep_memory() {
        // yosys takes an hour over initial values of this many words; the exporter keeps them from synthesis.
        let memory = "reg [3:0] memory [0:131071];\n`ifndef SYNTHESIS\ninteger word;\ninitial\n    \
                      for (word = 0; word <= 131071; word = word + 1)\n        memory[word] = 4'd0;\n`endif\n";
        let good = format!("{memory}assign y = ^a ^ memory[a][0];");
        no_latch(&design(&good)).unwrap_or_else(|error| panic!("{error}"));
        let latch = format!("{memory}reg q;\nalways @* if (a[0]) q = a[1];\nassign y = q ^ memory[a][2];");
        assert_rejected(no_latch(&design(&latch)), "yosys does not accept `top`");
        assert_rejected(yosys(&design(&latch)), "yosys does not accept `top`");
    }
}
