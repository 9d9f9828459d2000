//! Requests of a driver, done one by one.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use emberlane_card::emulation::{Request, Server};
use emberlane_card::{Kind, Mapping};
use emberlane_drivers::Transport;
use emberlane_registers::{cxl_mem, smartssd};

use crate::device::{Device, Plays, Share, Window};
use crate::fault::{Fault, Faulty};
use crate::folder::{EmulationError, claim, fill, map, windows};

/// How long is waited for a request before `stop` is asked.
const PAUSE: Duration = Duration::from_millis(50);
/// How long, while the device's clock runs beside.
const TICK: Duration = Duration::from_millis(1);
/// Most bytes of memory with a fault: it is looked through after each write.
const FAULTY_BYTES: u64 = 64 << 20;

/// What is emulated, and how.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The device.
    pub device: Device,
    /// Bytes of persistent memory, or of the SSD, that windows show: a multiple of 64 KiB. They are what `PERSISTENT_BYTES` reads.
    pub memory_bytes: u64,
    /// Cycles of the device in a second: what a driver's waits are measured by, and how fast the fast model works.
    pub clock_hz: u64,
    /// A fault of that memory; of the reference alone.
    pub fault: Option<Fault>,
}

/// A card that this process plays.
pub struct Emulation {
    options: Options,
    shares: Vec<Share>,
    device: Box<dyn Transport>,
    registers: Mapping,
    server: Server,
    faulty: Option<Faulty>,
    /// When the device's clock was looked at, and what is left of a cycle, in cycles / 1e9.
    clock: (Instant, u128),
}

impl Emulation {
    /// Makes the files of a card in a folder, or takes those of an emulation that has ended, and begins to serve them.
    ///
    /// # Errors
    /// [`EmulationError`]: options that make no device, a folder of something else, files.
    pub fn begin(folder: &Path, options: Options) -> Result<Self, EmulationError> {
        let (kind, channels) = match options.device {
            Device::CxlMem { channels, .. } => (Kind::CxlMem, u64::from(channels)),
            Device::SmartSsd { .. } => (Kind::SmartSsd, 1),
        };
        let windows = windows(kind, options.memory_bytes)?;
        check(&options)?;
        claim(folder, kind)?;
        let server = Server::begin(folder).map_err(|source| {
            let path = folder.to_owned();
            if source.kind() == io::ErrorKind::WouldBlock {
                EmulationError::Served { path }
            } else {
                EmulationError::File { path, source }
            }
        })?;
        fill(folder, kind, &windows, options.clock_hz)?;
        let mut shares = Vec::new();
        for window in &windows {
            let memory = Arc::new(Window(Mutex::new(map(folder, window.name, window.bytes)?)));
            shares.push(Share { space: window.space, address: window.address, bytes: window.bytes, memory });
        }
        let device = options.device.make(&shares);
        let device = device.ok_or_else(|| {
            let message = "no such device: 1 to 4 channels; 1 to 8 banks, EVs of 16, 32, 64 or 128 elements";
            EmulationError::Options(message.to_owned())
        })?;
        let faulty = match options.fault {
            Some(fault) => Some(Faulty::new(map(folder, windows[0].name, windows[0].bytes)?, fault, channels)),
            None => None,
        };
        let registers = map(folder, "resource0", kind.map().bytes)?;
        Ok(Self { options, shares, device, registers, server, faulty, clock: (Instant::now(), 0) })
    }

    /// Serves until `stop` says so; it is asked some ten times a second at least.
    pub fn serve(&mut self, stop: impl Fn() -> bool) {
        let wait = if self.has_clock() { TICK } else { PAUSE };
        while !stop() {
            let asked = self.server.asked(wait);
            if self.has_clock() {
                self.let_time_pass();
            }
            if let Some(request) = asked {
                if let Some(request) = request {
                    self.answer(request);
                }
                self.server.answer();
            }
        }
    }

    /// Whether the device works when nobody asks.
    fn has_clock(&self) -> bool {
        matches!(self.options.device, Device::CxlMem { plays: Plays::Model, .. })
    }

    fn answer(&mut self, request: Request) {
        match request {
            Request::Read(offset) if offset.is_multiple_of(8) && offset < self.registers.bytes() => {
                let value = self.register(offset);
                self.registers.write(offset, value);
            }
            Request::Write(offset) if offset.is_multiple_of(8) && offset < self.registers.bytes() => {
                // The bus has no errors of writes: what no register takes is lost.
                let _ = self.device.mmio_write(offset, self.registers.read(offset));
                if [cxl_mem::DOORBELL.offset, smartssd::DOORBELL.offset, smartssd::MAILBOX_TAIL.offset]
                    .contains(&offset)
                {
                    self.faulty.iter_mut().for_each(Faulty::apply);
                }
            }
            Request::Read(_) | Request::Write(_) => {}
            Request::Flush => self.faulty.iter_mut().for_each(Faulty::apply),
            Request::Reset => {
                // There was such a device before.
                if let Some(device) = self.options.device.make(&self.shares) {
                    self.device = device;
                }
            }
        }
    }

    /// What a register reads. Where none is, the register file reads 0.
    fn register(&mut self, offset: u64) -> u64 {
        let is_cxl_mem = matches!(self.options.device, Device::CxlMem { .. });
        if is_cxl_mem && offset == cxl_mem::PERSISTENT_BYTES.offset {
            // A board has what its windows show, and the device behind them would say 1 TiB a channel.
            return self.options.memory_bytes;
        }
        self.device.mmio_read(offset).unwrap_or(0)
    }

    /// Lets the device's clock run as far as it should have by now.
    fn let_time_pass(&mut self) {
        let (looked, left) = self.clock;
        let now = Instant::now();
        let total = (now - looked).as_nanos() * u128::from(self.options.clock_hz) + left;
        self.clock = (now, total % 1_000_000_000);
        let cycles = u64::try_from(total / 1_000_000_000).unwrap_or(u64::MAX);
        if cycles > 0 {
            // An interrupt, or none: the time has passed.
            let _ = self.device.wait_interrupt(cycles);
        }
    }
}

fn check(options: &Options) -> Result<(), EmulationError> {
    let refuse = |message: &str| Err(EmulationError::Options(message.to_owned()));
    if options.clock_hz == 0 {
        return refuse("a clock of 0 Hz: no job would ever end");
    }
    let Some(fault) = options.fault else { return Ok(()) };
    if options.memory_bytes > FAULTY_BYTES {
        return refuse(
            "a fault needs a memory of 64 MiB at most, which is looked through after each write: add --memory 67108864, and name a new folder",
        );
    }
    match (fault, &options.device) {
        (Fault::AddressLine(line), _) if 1 << line >= options.memory_bytes => {
            return refuse("this memory has no such address line: none of its addresses is as large");
        }
        (Fault::Channel(_), Device::SmartSsd { .. }) => {
            return refuse("a SmartSSD has no channels: name an address line or a data line");
        }
        (Fault::Channel(channel), Device::CxlMem { channels, .. }) if channel >= u64::from(*channels) => {
            return refuse("there is no such channel: they are counted from 0, and --channels says how many there are");
        }
        _ => {}
    }
    match options.device {
        Device::CxlMem { plays: Plays::Model, .. } => {
            refuse("a fault needs the reference: the fast model writes between the accesses at which it is applied")
        }
        _ => Ok(()),
    }
}
