//! The transport.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem::{CLOCK_PERIOD_PS, IDENTITY, SCRATCHPAD};
use emberlane_registers::{Access as RegisterAccess, Register};

use crate::bar::Bar;
use crate::emulation;
use crate::error::{CardError, gone};
use crate::function::{CLEAR, Function, Refusals};
use crate::ids::{Ids, KNOWN};
use crate::kind::Kind;
use crate::mapping::WORD;
use crate::place::Place;
use crate::windows::{Space, Windows, places};

/// Looks at `STATUS` without giving the processor away.
const EAGER_LOOKS: u32 = 64;
/// Time between two looks, at first and at last.
const PAUSE: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(5));
/// How long a card may take to come back after a reset.
const RESET_LIMIT: Duration = Duration::from_secs(5);

/// What is known of a card beside its place.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// A list of windows, instead of BAR 2 and BAR 4 ([`parse_windows`](crate::parse_windows)).
    pub windows: Option<PathBuf>,
    /// PCI IDs that are a card's of this project, beside [`KNOWN`].
    pub ids: Vec<Ids>,
}

/// A card whose registers and windows are mapped.
///
/// No two programs have a card at once. A doorbell rings when all that was written to windows before has arrived: a word of what was
/// written last is read back in front of every write of a register.
///
/// # Reads that nobody answers
/// They bring ones. So a read of which any word is ones alone is followed by a look at `IDENTITY`; if that reads ones, too, the card is
/// gone, and the error says so. Of device memory, a line that the card refuses, as it does a poisoned one, brings ones as well:
/// so the function's configuration space is looked at, and where it has noted a refused access since the card was opened or reset, the
/// read is an error, and so is every later one that brings such a word. Ones that memory holds cannot be told from those of a refused
/// line where the function notes nothing, or had noted one before and nobody has cleared it.
#[derive(Debug)]
pub struct Card {
    place: Place,
    kind: Kind,
    bar: Bar,
    function: Function,
    /// What the function had refused when the card was opened or reset.
    refused_before: Refusals,
    windows: Windows,
    clock_hz: u64,
    /// The place of a word that was written to a window, and may be under way.
    unflushed: Option<(Space, u64)>,
    opened: Instant,
}

impl Card {
    /// Opens a card: looks at its PCI IDs and that it answers to memory accesses, maps its registers, and reads `IDENTITY`, before
    /// anything is mapped of its memory. Nothing is written.
    ///
    /// # Errors
    /// [`CardError`], of which each says what to do.
    pub fn open(place: &Place, access: &Access) -> Result<Self, CardError> {
        let (mut bar, function, kind) = open_registers(place, access)?;
        let refused_before = function.refusals()?;
        let scratchpad = (kind == Kind::CxlMem).then(|| bar.read(SCRATCHPAD.offset));
        let windows = Windows::open(place, &places(place, scratchpad, access.windows.as_deref())?)?;
        let clock_hz = clock_hz(place)?;
        let opened = Instant::now();
        let place = place.clone();
        Ok(Self { place, kind, bar, function, refused_before, windows, clock_hz, unflushed: None, opened })
    }

    /// Which device it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The windows: what each shows, its first address and its bytes.
    pub fn windows(&self) -> impl Iterator<Item = (Space, u64, u64)> {
        self.windows.iter().map(|window| (window.space, window.address, window.mapping.bytes()))
    }

    /// Resets the device and waits until it answers again. Memory stays as it is unless the shell resets its controllers, too;
    /// settings are those after reset.
    ///
    /// # Errors
    /// A function that cannot be reset by itself, and a card that does not come back.
    pub fn reset(&mut self) -> Result<(), CardError> {
        let name = || self.place.name().to_owned();
        self.unflushed = None;
        if self.bar.reset().is_none() {
            let path = self.place.file("reset");
            std::fs::write(&path, "1").map_err(|source| CardError::Reset { name: name(), path, source })?;
        }
        let begin = Instant::now();
        while self.bar.read(IDENTITY.offset) != self.kind.identity() {
            if begin.elapsed() > RESET_LIMIT {
                return Err(CardError::Gone { name: name(), emulated: self.place.is_emulated() });
            }
            std::thread::sleep(PAUSE.1);
        }
        self.refused_before = self.function.refusals()?;
        Ok(())
    }

    fn device(&self) -> String {
        format!("{} at {}", self.kind.map().name, self.place.name())
    }

    fn register(&self, offset: u64, access: fn(RegisterAccess) -> bool) -> Result<&'static Register, TransportError> {
        let map = self.kind.map();
        let found = map.at(offset).filter(|register| access(register.access));
        found.ok_or_else(|| TransportError::NoRegister { device: self.device(), offset, limit: map.bytes })
    }

    /// Sees to it that what was written to windows has arrived: a read of the same place comes behind the writes on the bus, and in
    /// the card.
    fn flush(&mut self) {
        if let Some((space, address)) = self.unflushed.take() {
            crate::mapping::order();
            let _ = self.windows.read(space, address, &mut [0; 8]);
            self.bar.flushed();
        }
    }

    /// After a read of ones alone: whether there is nobody any more.
    fn check_there(&mut self) -> Result<(), TransportError> {
        if self.bar.read(IDENTITY.offset) != u64::MAX {
            return Ok(());
        }
        Err(self.protocol(gone(self.place.is_emulated())))
    }

    /// After a read of device memory with a word of ones at an address: whether the card has refused it.
    fn check_not_refused(&self, address: u64) -> Result<(), TransportError> {
        let looked = self.function.command().and_then(|command| Ok((command, self.function.refusals()?)));
        let (command, refusals) = looked.map_err(|error| {
            self.protocol(format!("memory at {address:#x} reads ones, and why cannot be looked up: {error}"))
        })?;
        if command.is_gone() {
            return Err(self.protocol(gone(self.place.is_emulated())));
        }
        if !command.has_memory() {
            return Err(self.protocol(format!(
                "memory at {address:#x} reads ones, for memory space is disabled meanwhile: somebody has reset the function; open the card again"
            )));
        }
        match refusals.since(self.refused_before) {
            None => Ok(()),
            Some(how) => Err(self.protocol(format!(
                "memory at {address:#x} reads ones, and the card has refused an access since it was opened ({how}): a line there is \
                 poisoned, or no memory is; write the line anew, and see `lspci -vv`. Until `{CLEAR}` clears it, \
                 or the card is opened again, no read of ones is believed"
            ))),
        }
    }

    fn protocol(&self, message: impl Into<String>) -> TransportError {
        TransportError::Protocol { device: self.device(), message: message.into() }
    }

    fn read(&mut self, space: Space, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.flush();
        if !self.windows.read(space, address, bytes) {
            return Err(self.outside(space, address, bytes.len()));
        }
        let Some(ones) = word_of_ones(address, bytes) else { return Ok(()) };
        self.check_there()?;
        // Memory of the host and an SSD are not the card's to refuse.
        if space == Space::Memory { self.check_not_refused(ones) } else { Ok(()) }
    }

    fn write(&mut self, space: Space, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        if !self.windows.write(space, address, bytes) {
            return Err(self.outside(space, address, bytes.len()));
        }
        if let Some(last) = (bytes.len() as u64).checked_sub(1) {
            // The word of the last byte; windows begin and end with whole words.
            self.unflushed = Some((space, (address + last) & !7));
        }
        Ok(())
    }

    fn outside(&self, space: Space, address: u64, length: usize) -> TransportError {
        let windows = self.windows().filter(|window| window.0 == space);
        let windows: Vec<String> =
            windows.map(|(_, address, bytes)| format!("{bytes:#x} bytes from {address:#x}")).collect();
        let shown = if windows.is_empty() { "no window shows any".to_owned() } else { windows.join(", ") };
        let message = format!(
            "no window shows {length} bytes of {space} at {address:#x} ({shown}); name the window that does with a list of windows"
        );
        self.protocol(message)
    }
}

/// The first word, of those that an access takes each, of which all that was read is ones; `bytes` were read from `address` on.
fn word_of_ones(address: u64, bytes: &[u8]) -> Option<u64> {
    let is_ones = |part: &[u8]| part.iter().all(|byte| *byte == u8::MAX);
    let before = address.wrapping_neg() % WORD;
    let (first, words) = bytes.split_at(bytes.len().min(before as usize));
    if !first.is_empty() && is_ones(first) {
        return Some(address);
    }
    let word = words.chunks(WORD as usize).position(is_ones)?;
    Some(address + first.len() as u64 + word as u64 * WORD)
}

/// Maps the registers of a card, if it is one.
fn open_registers(place: &Place, access: &Access) -> Result<(Bar, Function, Kind), CardError> {
    let name = || place.name().to_owned();
    let ids = place.ids()?;
    if !KNOWN.contains(&ids) && !access.ids.contains(&ids) {
        return Err(CardError::OtherId { name: name(), found: ids });
    }
    let function = Function::open(place)?;
    let command = function.command()?;
    if command.is_gone() {
        return Err(CardError::Gone { name: name(), emulated: place.is_emulated() });
    }
    if !command.has_memory() {
        return Err(CardError::MemoryOff { name: name(), enable: place.file("enable") });
    }
    let mut bar = Bar::open(place, Kind::CxlMem.map().bytes)?;
    let found = bar.read(IDENTITY.offset);
    match Kind::of_identity(found) {
        Some(kind) => Ok((bar, function, kind)),
        None if found == u64::MAX => Err(CardError::Gone { name: name(), emulated: place.is_emulated() }),
        None => Err(CardError::OtherDevice { name: name(), found }),
    }
}

/// Cycles of the device in a second.
fn clock_hz(place: &Place) -> Result<u64, CardError> {
    if !place.is_emulated() {
        return Ok(1_000_000_000_000 / CLOCK_PERIOD_PS);
    }
    let path = place.file(emulation::CLOCK);
    let text = std::fs::read_to_string(&path).map_err(|error| CardError::file(&path, error))?;
    let clock = text.trim().parse().ok().filter(|clock| *clock > 0);
    let expected = "the device's cycles in a second";
    clock.ok_or(CardError::Malformed { path, found: text.trim().to_owned(), expected })
}

impl Transport for Card {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.register(offset, |_| true)?;
        let value = self.bar.read(offset);
        if value == u64::MAX {
            self.check_there()?;
        }
        Ok(value)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.register(offset, |access| access != RegisterAccess::ReadOnly)?;
        self.flush();
        self.bar.write(offset, value);
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read(Space::Memory, address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(Space::Memory, address, bytes)
    }

    /// Looks at `STATUS` until the line must be high: seldom more and more, for as long as the cycles take at least.
    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        let nanoseconds = u128::from(cycles) * 1_000_000_000 / u128::from(self.clock_hz);
        let limit = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX));
        let begin = Instant::now();
        let (mut looks, mut pause) = (0, PAUSE.0);
        loop {
            // Time first: a look behind the end counts.
            let waited = begin.elapsed();
            if self.kind.interrupts(self.mmio_read(self.kind.status_offset())?) {
                return Ok(());
            }
            if waited >= limit {
                return Err(TransportError::Timeout { device: self.device(), cycles });
            }
            if looks < EAGER_LOOKS {
                looks += 1;
            } else {
                std::thread::sleep(pause.min(limit - waited));
                pause = (2 * pause).min(PAUSE.1);
            }
        }
    }

    /// The time of this machine since the card was opened.
    fn time(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_nanos() * 1000).unwrap_or(u64::MAX)
    }
}

impl SmartSsdTransport for Card {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read(Space::Host, address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(Space::Host, address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read(Space::Ssd, address, bytes)
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(Space::Ssd, address, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_ones_are_found_wherever_they_are() {
        let mut bytes = [7; 64];
        assert_eq!(word_of_ones(0x1000, &bytes), None);
        assert_eq!(word_of_ones(0x1000, &[]), None);
        // A link that is lost in front of the last word, and a line of ones among others.
        bytes[56..].fill(u8::MAX);
        assert_eq!(word_of_ones(0x1000, &bytes), Some(0x1038));
        bytes[8..24].fill(u8::MAX);
        assert_eq!(word_of_ones(0x1000, &bytes), Some(0x1008));
        // Of the first and the last word a part is asked for.
        assert_eq!(word_of_ones(0x1004, &[u8::MAX, u8::MAX, u8::MAX, u8::MAX, 1]), Some(0x1004));
        assert_eq!(word_of_ones(0x1006, &[1, 1, 2, 2, 2, 2, 2, 2, 2, 2, u8::MAX]), Some(0x1010));
        // Ones that no word is all of.
        assert_eq!(word_of_ones(0x1004, &[1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), None);
        assert_eq!(word_of_ones(u64::MAX - 1, &[u8::MAX]), Some(u64::MAX - 1));
    }
}
