//! The program that is tested, as a process.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, and nothing on its standard input.
pub fn emberlane(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberlane"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Its exit status, standard output and standard error.
pub fn output(arguments: &[&str]) -> (i32, String, String) {
    output_of(&mut emberlane(arguments))
}

/// The same, of the program in a folder.
pub fn output_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    output_of(emberlane(arguments).current_dir(folder))
}

/// The same, of any command.
pub fn output_of(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().expect("not killed by a signal"), text(stdout), text(stderr))
}
