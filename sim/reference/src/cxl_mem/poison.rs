//! Which lines of memory hold poison, as the device's ports know it.

use emberlane_registers::cxl_mem::{LINE_BYTES, MAX_CHANNELS, POISONED_LINES, SCRATCHPAD_BASE, interleave};

/// The poisoned lines behind a port, by their numbers there: [`POISONED_LINES`] one by one, and of those that find no place the
/// range that they span, until [`clear`](Self::clear).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoisonedLines {
    lines: Vec<u64>,
    span: Option<(u64, u64)>,
}

impl PoisonedLines {
    /// Whether a line reads as poisoned.
    #[must_use]
    pub fn contains(&self, line: u64) -> bool {
        self.span.is_some_and(|(first, last)| (first..=last).contains(&line)) || self.lines.contains(&line)
    }

    /// A line becomes poisoned.
    pub fn add(&mut self, line: u64) {
        if self.lines.contains(&line) {
            return;
        }
        if self.lines.len() < POISONED_LINES {
            self.lines.push(line);
        } else {
            let (first, last) = self.span.unwrap_or((line, line));
            self.span = Some((first.min(line), last.max(line)));
        }
    }

    /// A line is good again, unless it lies in the range.
    pub fn remove(&mut self, line: u64) {
        self.lines.retain(|poisoned| *poisoned != line);
    }

    /// All lines are good again.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether lines have found no place.
    #[must_use]
    pub fn overflows(&self) -> bool {
        self.span.is_some()
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.span.is_none()
    }
}

/// The poisoned lines behind all ports: channels, then ports of the scratchpad.
#[derive(Clone, Debug, Default)]
pub struct Poison {
    ports: [PoisonedLines; 2 * MAX_CHANNELS as usize],
}

impl Poison {
    /// The port of a line, and its number there.
    fn place(address: u64, channels: u64) -> (usize, u64) {
        let (port, at) = interleave(address % SCRATCHPAD_BASE, channels);
        let first = if address < SCRATCHPAD_BASE { 0 } else { channels };
        ((first + port) as usize, at / LINE_BYTES)
    }

    /// Whether the line at a DPA reads as poisoned.
    pub fn contains(&self, address: u64, channels: u64) -> bool {
        let (port, line) = Self::place(address, channels);
        self.ports[port].contains(line)
    }

    /// The port of a line, and its number there.
    pub fn port(&mut self, address: u64, channels: u64) -> (&mut PoisonedLines, u64) {
        let (port, line) = Self::place(address, channels);
        (&mut self.ports[port], line)
    }

    /// Whether no line is poisoned.
    pub fn is_empty(&self) -> bool {
        self.ports.iter().all(PoisonedLines::is_empty)
    }
}
