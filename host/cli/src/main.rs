//! The `emberlane` command line.
#![forbid(unsafe_code)]

mod bench;
mod command_line;
mod compare;
mod compare_ndrec;
mod crash_test;
mod doctor;
mod experiment_arguments;
#[cfg(feature = "export")]
mod export_packages;
#[cfg(feature = "export")]
mod export_verilog;
mod generate_data;
mod outcome;
mod paragraph;
mod places;
mod plan;
mod progress;
mod registers;
mod reproduce;
mod shell;
mod signals;
mod train;
mod train_course;
mod train_summary;

use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run()
}
