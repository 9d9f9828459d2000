//! The host's end of the mailbox: a ring of lines in host memory.

use std::collections::VecDeque;

use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::smartssd::{self as registers, LINE_WORDS, MOVEMENTS, MailboxLine, Movement};

use super::error::SmartSsdError;
use super::transport::SmartSsdTransport;

const _: () = assert!(LINE_BYTES == 4 * LINE_WORDS as u64, "a line of the mailbox is one of memory");

/// A line as memory holds it, with its CRC-32C.
#[must_use]
pub fn encode_line(line: &MailboxLine) -> [u8; 4 * LINE_WORDS] {
    let mut bytes = [0; 4 * LINE_WORDS];
    let (words, checked) = (line.encode(), 4 * (LINE_WORDS - 1));
    for (bytes, word) in bytes.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    let crc = crc32c::crc32c(&bytes[..checked]);
    bytes[checked..].copy_from_slice(&crc.to_le_bytes());
    bytes
}

/// The host's end of the ring. It keeps the lines that the device may still need, so that they can be written again.
#[derive(Clone, Debug)]
pub struct Mailbox {
    base: u64,
    lines: u32,
    /// Number of the next line.
    tail: u32,
    /// The last lines before `tail`.
    kept: VecDeque<[Movement; MOVEMENTS]>,
}

impl Mailbox {
    /// A ring of `lines` lines from HPA `base` on, to which `tail` lines were written; the device needs none of them.
    #[must_use]
    pub fn new(base: u64, lines: u32, tail: u32) -> Self {
        Self { base, lines, tail, kept: VecDeque::new() }
    }

    /// Lines that were written since reset, modulo 2^32.
    #[must_use]
    pub fn tail(&self) -> u32 {
        self.tail
    }

    /// Lines that the device may still need.
    #[must_use]
    pub fn kept(&self) -> u32 {
        self.kept.len() as u32
    }

    /// A movement that the device may still need, by the number of its line.
    #[must_use]
    pub fn movement(&self, line: u32, movement: usize) -> Option<Movement> {
        let index = line.wrapping_sub(self.head()) as usize;
        self.kept.get(index)?.get(movement).copied()
    }

    /// Writes movements into lines of their own, then says so by `MAILBOX_TAIL`. After an error nothing is posted, and the same
    /// call may be made again.
    ///
    /// # Errors
    /// [`SmartSsdError::PlanTooLong`] and [`SmartSsdError::Full`], after which nothing is written; those of the transport.
    pub fn post<T: SmartSsdTransport>(
        &mut self,
        transport: &mut T,
        movements: &[Movement],
    ) -> Result<(), SmartSsdError> {
        let needed = movements.len().div_ceil(MOVEMENTS);
        if needed > self.lines as usize {
            return Err(SmartSsdError::PlanTooLong { needed, lines: self.lines });
        }
        self.forget_done(transport)?;
        let free = self.lines - self.kept();
        if needed > free as usize {
            return Err(SmartSsdError::Full { needed, free, lines: self.lines });
        }
        let mut lines = Vec::with_capacity(needed);
        for part in movements.chunks(MOVEMENTS) {
            let mut line = [Movement::Nothing; MOVEMENTS];
            line[..part.len()].copy_from_slice(part);
            lines.push(line);
        }
        for (line, offset) in lines.iter().zip(0..) {
            self.write(transport, line, self.tail.wrapping_add(offset))?;
        }
        let tail = self.tail.wrapping_add(needed as u32);
        transport.mmio_write(registers::MAILBOX_TAIL.offset, tail.into())?;
        self.tail = tail;
        self.kept.extend(lines);
        Ok(())
    }

    /// Writes the lines that the device may still need again, and `MAILBOX_TAIL`.
    ///
    /// # Errors
    /// Those of the transport; the call may be made again.
    pub fn rewrite<T: SmartSsdTransport>(&mut self, transport: &mut T) -> Result<(), SmartSsdError> {
        self.forget_done(transport)?;
        for (index, line) in (0..).zip(&self.kept) {
            self.write(transport, line, self.head().wrapping_add(index))?;
        }
        Ok(transport.mmio_write(registers::MAILBOX_TAIL.offset, self.tail.into())?)
    }

    /// Number of the first line that is kept.
    fn head(&self) -> u32 {
        self.tail.wrapping_sub(self.kept())
    }

    /// Forgets the lines that the device needs no more.
    fn forget_done<T: SmartSsdTransport>(&mut self, transport: &mut T) -> Result<(), SmartSsdError> {
        let head = transport.mmio_read(registers::MAILBOX_HEAD.offset)? as u32;
        let (from, to) = (self.head(), self.tail);
        let done = head.wrapping_sub(from);
        if done > self.kept() {
            return Err(SmartSsdError::MailboxHead { head, from, to });
        }
        self.kept.drain(..done as usize);
        Ok(())
    }

    fn write<T: SmartSsdTransport>(
        &self,
        transport: &mut T,
        movements: &[Movement; MOVEMENTS],
        number: u32,
    ) -> Result<(), SmartSsdError> {
        let address = self.base + u64::from(number % self.lines) * LINE_BYTES;
        let line = MailboxLine { movements: *movements, number };
        Ok(transport.host_write(address, &encode_line(&line))?)
    }
}
