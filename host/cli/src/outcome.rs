//! What every command has: how it prints, and how it ends.

use std::io::{self, Stdout, Write};
use std::path::Path;

use clap::ValueEnum;
use thiserror::Error;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Human,
    /// One JSON document on standard output.
    Json,
}

/// Whether a command that ran to its end found what it was asked to make sure of.
pub(crate) enum Outcome {
    Good,
    Bad,
}

/// Arguments of a command that do not go together: exit status 2.
#[derive(Debug, Error)]
#[error("{message}")]
pub(crate) struct Misuse {
    /// The command, with that within it: `pool export`.
    pub(crate) command: &'static str,
    /// What does not go together, and what to do.
    pub(crate) message: String,
}

/// Ends a command because its arguments do not go together.
pub(crate) fn misused(command: &'static str, message: &str) -> anyhow::Error {
    Misuse { command, message: message.to_owned() }.into()
}

/// Standard output, whose errors say that they are of it.
pub(crate) struct StandardOutput(Stdout);

/// Standard output.
pub(crate) fn stdout() -> StandardOutput {
    StandardOutput(io::stdout())
}

/// Where a command reports on a file that it has written: on standard error, where that was standard output or a pipe.
pub(crate) fn report_on(file: &Path) -> Box<dyn Write> {
    let is_output = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| file == Path::new(name));
    let is_file = file.metadata().is_ok_and(|found| found.is_file());
    if is_file && !is_output { Box::new(stdout()) } else { Box::new(io::stderr()) }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}
