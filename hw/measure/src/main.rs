//! How much the tests see of the exported Verilog.
//!
//! | module | |
//! |---|---|
//! | `verilog` | reads the export |
//! | `instrument` | puts mutants or recorders into a module |
//! | `harness` | drives a Verilated module |
//! | `sample` | draws mutants |
//! | `campaign` | judges mutants |
//! | `fate` | what becomes of one |
//! | `formal` | proves mutants equivalent |
//! | `coverage` | counts lines and toggles |
//! | `points` | what Verilator counts |
//! | `holes` | reasons for what is not hit |
//! | `recordings` | the traffic of the device tests |
//! | `survivors` | reasons for mutants that live |
//! | `stimulus` | how long random inputs last |
//! | `tested` | the tests of the devices, with mutants |
//! | `report` | tables |

#![forbid(unsafe_code)]

mod campaign;
mod coverage;
mod fate;
mod formal;
mod harness;
mod holes;
mod instrument;
mod points;
mod recordings;
mod report;
mod sample;
mod stimulus;
mod survivors;
mod tested;
mod verilog;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// How much the tests see of the exported Verilog.
#[derive(Parser)]
#[command(name = "measure", version, args_override_self = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Changes the Verilog in small ways, and counts which changes the tests notice.
    Mutate(campaign::Options),
    /// Counts which lines ran and which bits changed.
    Coverage(coverage::Options),
}

fn main() -> Result<ExitCode> {
    let is_good = match Arguments::parse().command {
        Command::Mutate(options) => campaign::run(&options)?,
        Command::Coverage(options) => coverage::run(&options)?,
    };
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
