//! Readers of lines: in the order in which they were asked for, from the ports over which they are interleaved.

use super::LINE_WORDS;
use super::fifo::Fifo;
use super::port::{Port, RoundRobin};
use emberlane_registers::cxl_mem::{LINE_BYTES, MAX_CHANNELS, SCRATCHPAD_BASE, interleave};

/// Lines of a reader that may be asked for and not handed on.
const WINDOW: usize = 512;
/// Lines of all lists of a [`ListReader`] that may be under way.
const LIST_LINES: usize = 256;
/// Lines of a list that may be asked for and not used up.
const STREAM_LINES: u64 = 32;

/// The port of a line, and its address there.
pub fn place(address: u64, ports: usize) -> (usize, u64) {
    let offset = address & (SCRATCHPAD_BASE - 1);
    // Division by a known number is cheap.
    let (port, address) = match ports {
        4 => interleave(offset, 4),
        2 => interleave(offset, 2),
        1 => interleave(offset, 1),
        _ => interleave(offset, ports as u64),
    };
    (port as usize, address)
}

/// Reads lines and hands them on in order. Every port answers a reader in order, so that it only counts lines.
#[derive(Clone, Debug)]
pub struct LineReader {
    source: usize,
    client: usize,
    /// Lines of a port that may be asked for and not handed on.
    limit: u8,
    order: Fifo<u8, WINDOW>,
    used: [u8; MAX_CHANNELS as usize],
    here: [u8; MAX_CHANNELS as usize],
    /// The port whose line was handed on in this cycle: its place is free from the next one on.
    leaving: Option<u8>,
}

impl LineReader {
    pub fn new(source: usize, client: usize, limit: u8) -> Self {
        let none = [0; MAX_CHANNELS as usize];
        Self { source, client, limit, order: Fifo::default(), used: none, here: none, leaving: None }
    }

    /// A cycle begins.
    pub fn clock(&mut self) {
        if let Some(port) = self.leaving.take() {
            self.used[usize::from(port)] -= 1;
        }
    }

    /// Whether a line of a port may be asked for.
    pub fn takes(&self, ports: &[Port], port: usize) -> bool {
        self.used[port] != self.limit && !self.order.is_full() && ports[port].takes_read(self.source, self.client)
    }

    /// Asks for a line.
    pub fn ask(&mut self, ports: &mut [Port], (port, address): (usize, u64)) {
        ports[port].read(self.source, self.client, address);
        self.used[port] += 1;
        self.order.push(port as u8);
    }

    /// A port has answered; whether the oldest line is now here, and was not before.
    pub fn answered(&mut self, port: usize) -> bool {
        self.here[port] += 1;
        self.here[port] == 1 && self.order.front() == Some(port as u8)
    }

    /// Whether the oldest line is here.
    pub fn has_line(&self) -> bool {
        self.order.front().is_some_and(|port| self.here[usize::from(port)] > 0)
    }

    /// Hands the oldest line on.
    pub fn take(&mut self) {
        if let Some(port) = self.order.pop() {
            self.here[usize::from(port)] -= 1;
            self.leaving = Some(port);
        }
    }

    /// Whether no line is under way.
    pub fn is_idle(&self) -> bool {
        self.order.is_empty()
    }
}

/// A list that is read ahead of who uses it up, beat by beat.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    beats: u64,
    next: u64,
    left: u64,
    room: u64,
    here: u64,
    beat: u64,
}

impl Stream {
    /// A list of so many words from `base` on, whose beats have `width` words.
    pub fn start(&mut self, base: u64, words: u64, width: u64) {
        let left = words.div_ceil(LINE_WORDS);
        *self = Self { beats: LINE_WORDS / width, next: base, left, room: STREAM_LINES, here: 0, beat: 0 };
    }

    pub fn has_beat(&self) -> bool {
        self.here > 0
    }

    pub fn take(&mut self) {
        self.beat += 1;
        if self.beat == self.beats {
            self.beat = 0;
            self.here -= 1;
            self.room += 1;
        }
    }

    fn asks(&self) -> bool {
        self.left > 0 && self.room > 0
    }

    fn asked(&mut self) {
        self.left -= 1;
        self.room -= 1;
        self.next += LINE_BYTES;
    }
}

/// Lists that share a reader, in turn.
#[derive(Clone, Debug)]
pub struct ListReader {
    reader: LineReader,
    arbiter: RoundRobin,
    /// The line that is asked for next, and whose it is.
    asked: Option<((usize, u64), u8)>,
    /// Whose the lines under way are.
    tags: Fifo<u8, LIST_LINES>,
    pub lists: Vec<Stream>,
}

impl ListReader {
    pub fn new(source: usize, client: usize, lists: usize) -> Self {
        Self {
            reader: LineReader::new(source, client, 32),
            arbiter: RoundRobin::default(),
            asked: None,
            tags: Fifo::default(),
            lists: vec![Stream::default(); lists],
        }
    }

    pub fn answered(&mut self, port: usize) {
        self.reader.answered(port);
    }

    /// Whether no line is asked for, or to be asked for.
    pub fn is_idle(&self) -> bool {
        self.reader.is_idle() && self.asked.is_none() && self.lists.iter().all(|list| list.left == 0)
    }

    pub fn cycle(&mut self, ports: &mut [Port]) {
        self.reader.clock();
        if self.reader.has_line() {
            self.reader.take();
            if let Some(list) = self.tags.pop() {
                self.lists[usize::from(list)].here += 1;
            }
        }
        if let Some((line, list)) = self.asked
            && !self.tags.is_full()
            && self.reader.takes(ports, line.0)
        {
            self.reader.ask(ports, line);
            self.tags.push(list);
            self.asked = None;
        }
        let asking = self.lists.iter().rev().fold(0, |mask, list| mask << 1 | u32::from(list.asks()));
        if self.asked.is_none()
            && let Some(list) = self.arbiter.choose(asking)
        {
            self.arbiter.advance();
            self.asked = Some((place(self.lists[list].next, ports.len()), list as u8));
            self.lists[list].asked();
        }
    }
}
