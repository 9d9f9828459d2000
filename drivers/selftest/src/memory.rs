//! Memory: its data lines, its address lines, all of its words.

use emberlane_drivers::TransportError;
use emberlane_registers::cxl_mem::{LINE_BYTES, interleave};

use crate::numbers::mix;
use crate::report::Region;

const WORD_BYTES: u64 = 8;
const LINE_BITS: usize = 8 * LINE_BYTES as usize;
/// Bytes of an access when all of a region is written.
const PIECE_BYTES: u64 = 1 << 16;

/// How memory is reached, by its own addresses.
pub(crate) trait Memory {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError>;
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError>;
}

/// A memory to be tested.
pub(crate) struct Tested<'m, M> {
    pub(crate) memory: &'m mut M,
    /// What is overwritten.
    pub(crate) region: Region,
    /// The address from which on memory is interleaved, and over how many channels.
    pub(crate) channels: (u64, u64),
}

impl<M: Memory> Tested<'_, M> {
    /// All tests, in the order in which a fault is named best.
    pub(crate) fn test(&mut self, seed: u64) -> Result<((), String), String> {
        self.data_lines()?;
        let lines = self.address_lines(seed)?;
        self.every_word(seed)?;
        let Region { base, bytes } = self.region;
        let channels = if self.channels.1 > 1 { format!(" on {} channels", self.channels.1) } else { String::new() };
        Ok((
            (),
            format!(
                "{bytes:#x} bytes from {base:#x}{channels}: {LINE_BITS} data lines, {lines} address lines, every word twice"
            ),
        ))
    }

    fn read_word(&mut self, address: u64) -> Result<u64, String> {
        let mut bytes = [0; WORD_BYTES as usize];
        self.memory.read(address, &mut bytes).map_err(|error| error.to_string())?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Patterns in one place, of which any two lines differ in one, both ways: a line that is stuck shows, and two that are one.
    fn data_lines(&mut self) -> Result<(), String> {
        let (mut low, mut high) = ([0u64; 8], [0u64; 8]);
        // The number of the line, bit by bit, and its complement.
        let number = |digit: u32| -> [u64; 8] {
            std::array::from_fn(|word| (0..64).fold(0, |all, bit| all | ((word as u64 * 64 + bit) >> digit & 1) << bit))
        };
        let digits = (0..LINE_BITS.ilog2()).map(number);
        let plain: Vec<[u64; 8]> = std::iter::once([0; 8]).chain(digits).collect();
        let patterns = plain.iter().flat_map(|words| [*words, words.map(|word| !word)]);
        for pattern in patterns {
            let bytes = pattern.map(u64::to_le_bytes).concat();
            let mut found = [0; LINE_BYTES as usize];
            let done = self
                .memory
                .write(self.region.base, &bytes)
                .and_then(|()| self.memory.read(self.region.base, &mut found));
            done.map_err(|error| error.to_string())?;
            let (found, _) = found.as_chunks();
            for (word, found) in found.iter().map(|bytes| u64::from_le_bytes(*bytes)).enumerate() {
                low[word] |= pattern[word] & !found;
                high[word] |= found & !pattern[word];
            }
        }
        let bits = |words: &[u64; 8]| -> Vec<usize> {
            (0..LINE_BITS).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect()
        };
        let (low, high) = (bits(&low), bits(&high));
        let mut wrong = Vec::new();
        if !low.is_empty() {
            wrong.push(format!("{} read 0 when written as 1", data_line_names(&low)));
        }
        if !high.is_empty() {
            wrong.push(format!("{} read 1 when written as 0", data_line_names(&high)));
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("at {:#x}: {}", self.region.base, wrong.join("; ")))
    }

    /// Places that differ from the first in one bit of the address have to be places of their own. Gives how many lines could be tested.
    fn address_lines(&mut self, seed: u64) -> Result<usize, String> {
        let Region { base, bytes } = self.region;
        let lines: Vec<u32> =
            (3..64).filter(|line| base & 1 << line == 0 && 1u64 << line <= bytes - WORD_BYTES).collect();
        let places: Vec<(u64, u64)> = std::iter::once((base, mix(seed)))
            .chain(lines.iter().map(|line| (base | 1 << line, mix(seed ^ 1 << line))))
            .collect();
        // The first place last, and first again: so it shows whichever of two writes stays.
        for &(address, mark) in places[1..].iter().chain(&places[..1]) {
            self.memory.write(address, &mark.to_le_bytes()).map_err(|error| error.to_string())?;
        }
        let (mut wrong, mut lost) = (Vec::new(), Vec::new());
        let (_, first_mark) = places[0];
        let found_first = self.read_word(base)?;
        for (index, &(address, mark)) in places.iter().enumerate().skip(1) {
            let line = lines[index - 1];
            let found = self.read_word(address)?;
            if found == first_mark || found_first == mark {
                wrong.push(format!("address line {line} does nothing: {address:#x} and {base:#x} are one place"));
            } else if let Some(other) = places.iter().position(|place| place.1 == found).filter(|other| *other != index)
            {
                let other = lines[other - 1];
                wrong.push(format!(
                    "address lines {line} and {other} are one: {address:#x} holds what was written to {:#x}",
                    base | 1 << other
                ));
            } else if found != mark {
                lost.push(format!("{address:#x} reads {found:#x}, expected {mark:#x}"));
            }
        }
        if wrong.is_empty() && found_first != first_mark {
            lost.push(format!("{base:#x} reads {found_first:#x}, expected {first_mark:#x}"));
        }
        if wrong.is_empty() && !lost.is_empty() {
            // No address line, then: all words together say more.
            self.every_word(seed)?;
            wrong = lost;
        }
        if wrong.is_empty() { Ok(lines.len()) } else { Err(wrong.join("; ")) }
    }

    /// Words that follow from their addresses, and then their complements: all are written before any is read.
    fn every_word(&mut self, seed: u64) -> Result<(), String> {
        for inverted in [0, u64::MAX] {
            let word = |address: u64| mix(seed ^ address) ^ inverted;
            for Region { base, bytes } in self.pieces() {
                let bytes: Vec<u8> =
                    (0..bytes / WORD_BYTES).flat_map(|at| word(base + at * WORD_BYTES).to_le_bytes()).collect();
                self.memory.write(base, &bytes).map_err(|error| error.to_string())?;
            }
            let mut wrong = Wrong::default();
            for Region { base, bytes } in self.pieces() {
                let mut found = vec![0; bytes as usize];
                self.memory.read(base, &mut found).map_err(|error| error.to_string())?;
                let (found, _) = found.as_chunks();
                for (bytes, at) in found.iter().zip(0..) {
                    let address = base + at * WORD_BYTES;
                    let channel = interleave(address - self.channels.0, self.channels.1).0;
                    wrong.count(address, channel, u64::from_le_bytes(*bytes), word(address));
                }
            }
            wrong.check(self.channels.1)?;
        }
        Ok(())
    }

    fn pieces(&self) -> impl Iterator<Item = Region> + use<M> {
        let Region { base, bytes } = self.region;
        (0..bytes)
            .step_by(PIECE_BYTES as usize)
            .map(move |at| Region { base: base + at, bytes: PIECE_BYTES.min(bytes - at) })
    }
}

/// Bits of a line, as faults name them.
fn data_line_names(bits: &[usize]) -> String {
    let shown: Vec<String> = bits.iter().take(8).map(ToString::to_string).collect();
    match bits.len() - shown.len() {
        0 => format!("data lines {} of {LINE_BITS}", shown.join(", ")),
        more => format!("data lines {} and {more} more of {LINE_BITS}", shown.join(", ")),
    }
}

/// Words that are wrong.
#[derive(Default)]
struct Wrong {
    words: u64,
    first: Option<(u64, u64, u64)>,
    bits: u64,
    by_channel: [u64; 4],
}

impl Wrong {
    fn count(&mut self, address: u64, channel: u64, found: u64, expected: u64) {
        if found != expected {
            self.words += 1;
            self.first.get_or_insert((address, found, expected));
            self.bits |= found ^ expected;
            self.by_channel[channel as usize % 4] += 1;
        }
    }

    fn check(&self, channels: u64) -> Result<(), String> {
        let Some((address, found, expected)) = self.first else { return Ok(()) };
        let with: Vec<String> = (0..channels)
            .filter(|channel| self.by_channel[*channel as usize] > 0)
            .map(|channel| channel.to_string())
            .collect();
        let place = if channels > 1 { format!(" on channel {}", with.join(", ")) } else { String::new() };
        Err(format!(
            "{} words{place} are wrong, in bits {:#x}; the first at {address:#x} reads {found:#x}, expected {expected:#x}",
            self.words, self.bits
        ))
    }
}
