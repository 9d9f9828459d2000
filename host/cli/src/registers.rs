//! `emberlane registers`

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use emberlane_registers::export::{CHeader, DEVICES, Device, Html, LinuxHeader, Markdown, Svd, SystemRdl};

use crate::outcome::{Outcome, stdout};

/// Print the devices' registers, from the one table that RTL and driver use.
#[derive(Debug, Args)]
pub(super) struct RegistersArguments {
    /// As what.
    #[arg(long, value_enum, default_value_t)]
    format: RegisterFormat,
    /// Only this device.
    #[arg(long, value_name = "NAME",
        value_parser = PossibleValuesParser::new(DEVICES.iter().map(|device| device.map.name)))]
    device: Option<String>,
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
    /// A header for a Linux driver.
    Linux,
    /// CMSIS-SVD 1.3.
    Svd,
    /// A page for a browser.
    Html,
}

pub(super) fn run(arguments: &RegistersArguments) -> anyhow::Result<Outcome> {
    let mut stdout = stdout();
    let chosen = |device: &&Device| arguments.device.as_ref().is_none_or(|name| device.map.name == name);
    for device in DEVICES.iter().filter(chosen) {
        match arguments.format {
            RegisterFormat::Markdown => write!(stdout, "{}", Markdown(device))?,
            RegisterFormat::C => write!(stdout, "{}", CHeader(device))?,
            RegisterFormat::SystemRdl => write!(stdout, "{}", SystemRdl(device))?,
            RegisterFormat::Linux => write!(stdout, "{}", LinuxHeader(device))?,
            RegisterFormat::Svd => write!(stdout, "{}", Svd(device))?,
            RegisterFormat::Html => write!(stdout, "{}", Html(device))?,
        }
    }
    Ok(Outcome::Good)
}
