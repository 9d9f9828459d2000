//! `emberlane emulate-card`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use emberlane_emulator::{Device, Emulation, EmulationError, Fault, Options, Plays};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::outcome::{Outcome, misused, stdout};

/// Play a card: make its files in a folder and serve them, until a signal ends it. Its memory stays in the folder.
///
/// Driver and device are two processes with shared memory between them. docs/bring-up.md says what is different from a card.
#[derive(Debug, Args)]
pub(super) struct EmulateCardArguments {
    /// A new folder, or that of a card that was emulated before.
    folder: PathBuf,

    /// The device.
    #[arg(long, value_enum, default_value_t)]
    device: EmulatedDevice,

    /// What plays CXL-MEM [default: reference].
    #[arg(long, value_enum)]
    plays: Option<Player>,

    /// Memory channels of CXL-MEM [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    channels: Option<u32>,

    /// Bytes of persistent memory, or of the SSD, that a window shows. The file takes what is written.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    memory: u64,

    /// Cycles of the device in a second: the fast model works so fast, and a driver measures its waits by it.
    #[arg(long, value_name = "HZ", default_value_t = 250_000)]
    clock: u64,

    /// A fault of that memory: address-line=N, data-line=N or channel=N.
    #[arg(long, value_name = "FAULT")]
    fault: Option<Fault>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EmulatedDevice {
    /// CXL-MEM.
    #[default]
    #[value(name = "cxl_mem")]
    CxlMem,
    /// The SmartSSD, with two banks a side and EVs of 16 elements.
    #[value(name = "smartssd")]
    SmartSsd,
}

/// Memory channels of CXL-MEM, unless others are asked for.
const CHANNELS: u32 = 4;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Player {
    /// Plain arithmetic, without time.
    Reference,
    /// The fast model, with the cycles of the hardware.
    Model,
}

pub(super) fn run(arguments: &EmulateCardArguments) -> anyhow::Result<Outcome> {
    let refused = |option: &str| {
        let text = format!("{option} has no effect on --device smartssd: it is of CXL-MEM; leave it out");
        Err(misused("emulate-card", &text))
    };
    let device = match arguments.device {
        EmulatedDevice::CxlMem => {
            let plays = match arguments.plays {
                None | Some(Player::Reference) => Plays::Reference,
                Some(Player::Model) => Plays::Model,
            };
            Device::CxlMem { channels: arguments.channels.unwrap_or(CHANNELS), plays }
        }
        EmulatedDevice::SmartSsd if arguments.plays.is_some() => return refused("--plays"),
        EmulatedDevice::SmartSsd if arguments.channels.is_some() => return refused("--channels"),
        EmulatedDevice::SmartSsd => Device::SmartSsd { banks: 2, elements: 16 },
    };
    let options = Options { device, memory_bytes: arguments.memory, clock_hz: arguments.clock, fault: arguments.fault };
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let mut emulation = match Emulation::begin(&arguments.folder, options) {
        Err(EmulationError::Options(message)) => return Err(misused("emulate-card", &message)),
        Err(error @ EmulationError::Foreign { .. }) => return Err(misused("emulate-card", &error.to_string())),
        begun => begun?,
    };
    {
        let mut stdout = stdout();
        writeln!(stdout, "serving {}; a signal ends it (Ctrl-C)", arguments.folder.display())?;
        stdout.flush()?;
    }
    emulation.serve(|| stop.load(Ordering::Relaxed));
    Ok(Outcome::Good)
}
