//! Running the Verilog tools.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Output};
use thiserror::Error;

/// Why a tool gave no good answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The tool is not installed.
    #[error("`{tool}` was not found; install it (Debian and Ubuntu: apt-get install {package})")]
    Missing {
        /// Name of the program.
        tool: &'static str,
        /// Package that has it.
        package: &'static str,
    },
    /// The tool could not be started.
    #[error("`{tool}` could not be started: {source}")]
    Start {
        /// Name of the program.
        tool: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The tool rejected its input.
    #[error("{what}:\n{report}")]
    Rejected {
        /// What was tried.
        what: String,
        /// What the tool said.
        report: String,
    },
    /// A file for the tool could not be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A program and the package that has it.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) package: &'static str,
}

pub(crate) const VERILATOR: Tool = Tool { name: "verilator", package: "verilator" };
pub(crate) const YOSYS: Tool = Tool { name: "yosys", package: "yosys" };
pub(crate) const ICARUS: Tool = Tool { name: "iverilog", package: "iverilog" };
pub(crate) const COMPILER: Tool = Tool { name: "g++", package: "g++" };

impl Tool {
    pub(crate) fn command(self) -> Command {
        Command::new(self.name)
    }

    pub(crate) fn failure(self, source: io::Error) -> ToolError {
        match source.kind() {
            io::ErrorKind::NotFound => ToolError::Missing { tool: self.name, package: self.package },
            _ => ToolError::Start { tool: self.name, source },
        }
    }

    /// Runs the tool; standard output if it succeeded.
    pub(crate) fn run<A: AsRef<OsStr>>(
        self,
        arguments: impl IntoIterator<Item = A>,
        what: impl FnOnce() -> String,
    ) -> Result<String, ToolError> {
        let output = self.command().args(arguments).output().map_err(|source| self.failure(source))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(text);
        }
        Err(ToolError::Rejected { what: what(), report: report(&output) })
    }
}

/// What a failed program said, at most the last 200 lines.
pub(crate) fn report(output: &Output) -> String {
    const LINES: usize = 200;
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
