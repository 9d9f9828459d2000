//! Faults of the memory behind a window.

use std::fmt;
use std::str::FromStr;

use emberlane_card::Mapping;
use emberlane_registers::cxl_mem::{LINE_BYTES, interleave};

const WORD_BYTES: u64 = 8;
/// Bits of a line.
const LINE_BITS: u32 = 8 * LINE_BYTES as u32;

/// What is wrong with the memory of the first window: persistent memory, or the SSD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This bit of the address is always 0, so two places are one.
    AddressLine(u32),
    /// This bit of every line reads 0.
    DataLine(u32),
    /// This channel reads zeros.
    Channel(u64),
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddressLine(line) => write!(formatter, "address-line={line}"),
            Self::DataLine(line) => write!(formatter, "data-line={line}"),
            Self::Channel(channel) => write!(formatter, "channel={channel}"),
        }
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = text.split_once('=').and_then(|(kind, number)| {
            let number: u32 = number.parse().ok()?;
            match kind {
                "address-line" if (6..52).contains(&number) => Some(Self::AddressLine(number)),
                "data-line" if number < LINE_BITS => Some(Self::DataLine(number)),
                "channel" if number < 4 => Some(Self::Channel(number.into())),
                _ => None,
            }
        });
        fault.ok_or_else(|| "expected address-line=6..51, data-line=0..511 or channel=0..3".to_owned())
    }
}

/// Memory with a fault. What was written since is looked through when the fault is applied: where a driver's writes have arrived,
/// and after a job.
#[derive(Debug)]
pub(crate) struct Faulty {
    memory: Mapping,
    fault: Fault,
    channels: u64,
    /// The words as they were after the fault was applied last.
    words: Vec<u64>,
}

impl Faulty {
    pub(crate) fn new(memory: Mapping, fault: Fault, channels: u64) -> Self {
        let words = (0..memory.bytes() / WORD_BYTES).map(|word| memory.read(word * WORD_BYTES)).collect();
        let mut faulty = Self { memory, fault, channels, words };
        faulty.apply();
        faulty
    }

    /// Makes memory what it would be with the fault.
    pub(crate) fn apply(&mut self) {
        for word in 0..self.words.len() as u64 {
            let address = word * WORD_BYTES;
            let found = self.memory.read(address);
            let value = match self.fault {
                Fault::AddressLine(line) => {
                    let other = address | 1 << line;
                    if address != other && other < self.memory.bytes() {
                        // One place: whoever has changed it last. Of two that did, the upper one.
                        let (before, upper) = (self.words[word as usize], self.memory.read(other));
                        let value = if upper == before { found } else { upper };
                        self.store(other, upper, value);
                        value
                    } else {
                        found
                    }
                }
                Fault::DataLine(line) if u64::from(line) / 64 == word % (LINE_BYTES / WORD_BYTES) => {
                    found & !(1 << (line % 64))
                }
                Fault::Channel(channel) if interleave(address, self.channels).0 == channel => 0,
                Fault::DataLine(_) | Fault::Channel(_) => found,
            };
            self.store(address, found, value);
        }
    }

    fn store(&mut self, address: u64, found: u64, value: u64) {
        if found != value {
            self.memory.write(address, value);
        }
        self.words[(address / WORD_BYTES) as usize] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faulty(fault: Fault) -> Faulty {
        let file = tempfile::tempfile().unwrap();
        file.set_len(1 << 16).unwrap();
        Faulty::new(Mapping::new(&file, 0, 1 << 16).unwrap(), fault, 2)
    }

    #[test]
    fn two_places_are_one_without_an_address_line() {
        let mut faulty = faulty(Fault::AddressLine(12));
        for (written, value) in [(0x40, 1), (0x1040, 2), (0x40, 3), (0x1040, 3)] {
            faulty.memory.write(written, value);
            faulty.apply();
            assert_eq!([0x40, 0x1040, 0x2040].map(|address| faulty.memory.read(address)), [value, value, 0]);
        }
    }

    #[test]
    fn bits_and_channels_read_zero() {
        let mut data = faulty(Fault::DataLine(70));
        let mut channel = faulty(Fault::Channel(1));
        for address in (0..1 << 16).step_by(8) {
            data.memory.write(address, u64::MAX);
            channel.memory.write(address, u64::MAX);
        }
        data.apply();
        channel.apply();
        assert_eq!(
            [0, 8, 16, 0x48].map(|address| data.memory.read(address)),
            [u64::MAX, !(1 << 6), u64::MAX, !(1 << 6)]
        );
        assert_eq!([0, 248, 256, 512].map(|address| channel.memory.read(address)), [u64::MAX, u64::MAX, 0, u64::MAX]);
    }

    #[test]
    fn a_fault_is_read_as_it_is_printed() {
        for fault in [Fault::AddressLine(16), Fault::DataLine(511), Fault::Channel(3)] {
            assert_eq!(fault.to_string().parse(), Ok(fault));
        }
        for wrong in ["address-line=5", "data-line=512", "channel=4", "line", "channel=x"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
    }
}
