//! `emberlane registers`

use std::io::Write;

use clap::{Args, ValueEnum};
use emberlane_registers::export::{CHeader, DEVICES, Markdown, SystemRdl};

use crate::outcome::Outcome;

/// Print the devices' registers, from the one table that RTL and driver use.
#[derive(Debug, Args)]
pub(super) struct RegistersArguments {
    /// As what.
    #[arg(long, value_enum, default_value_t)]
    format: RegisterFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum RegisterFormat {
    /// Tables for people.
    #[default]
    Markdown,
    /// A C header.
    C,
    /// SystemRDL 2.0.
    #[value(name = "systemrdl")]
    SystemRdl,
}

pub(super) fn run(arguments: &RegistersArguments) -> anyhow::Result<Outcome> {
    let mut stdout = std::io::stdout().lock();
    for device in DEVICES {
        match arguments.format {
            RegisterFormat::Markdown => write!(stdout, "{}", Markdown(device))?,
            RegisterFormat::C => write!(stdout, "{}", CHeader(device))?,
            RegisterFormat::SystemRdl => write!(stdout, "{}", SystemRdl(device))?,
        }
    }
    Ok(Outcome::Good)
}
