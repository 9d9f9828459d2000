//! Movements, line by line (`mailbox_reader`).

use std::collections::VecDeque;

use emberlane_registers::smartssd::{MOVEMENTS, Movement};

/// Lines that may be buffered or on their way.
const LINES: u32 = 8;

/// What is done with the oldest line. The check of its CRC takes four cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Empty,
    Checks(u32),
    Gives,
}

/// Cycles of the check behind the first.
const CHECK_CYCLES: u32 = 3;

#[derive(Debug)]
pub struct Mailbox {
    state: State,
    /// Number of the oldest line, and its next movement.
    pub oldest: u32,
    pub at: usize,
    /// The next line to ask for.
    next: u32,
    /// Lines from the oldest on, as far as they were written.
    lines: VecDeque<[Movement; MOVEMENTS]>,
    /// Lines that are here.
    here: u32,
    /// The line of a cycle ago leaves the queue.
    left: bool,
    room: u32,
    unanswered: u32,
}

impl Mailbox {
    pub fn new() -> Self {
        Self {
            state: State::Empty,
            oldest: 0,
            at: 0,
            next: 0,
            lines: VecDeque::new(),
            here: 0,
            left: false,
            room: LINES,
            unanswered: 0,
        }
    }

    /// The line behind the last one that is known.
    pub fn end(&self) -> u32 {
        self.oldest.wrapping_add(self.lines.len() as u32)
    }

    /// The host has written lines.
    pub fn extend(&mut self, lines: impl IntoIterator<Item = [Movement; MOVEMENTS]>) {
        self.lines.extend(lines);
    }

    /// A line is asked for.
    pub fn asks(&self, stops: bool) -> bool {
        !stops && self.room > 0 && self.next != self.end()
    }

    /// The next movement.
    pub fn movement(&self) -> Option<Movement> {
        let line = self.lines.front().filter(|_| self.state == State::Gives)?;
        line.get(self.at).copied()
    }

    /// No line is on its way.
    pub fn is_idle(&self) -> bool {
        self.unanswered == 0
    }

    /// A cycle: whether the request is taken, whether a line comes, and whether the movement is taken. Says whether anything
    /// has moved.
    pub fn cycle(&mut self, asked: bool, comes: bool, taken: bool) -> bool {
        let before = self.state;
        let leaves = self.left;
        self.state = match self.state {
            State::Empty if self.here > 0 && !leaves => State::Checks(CHECK_CYCLES),
            State::Checks(0) => State::Gives,
            State::Checks(left) => State::Checks(left - 1),
            state => state,
        };
        if leaves {
            self.left = false;
            self.here -= 1;
            self.room += 1;
        }
        if taken {
            self.at += 1;
            if self.at == MOVEMENTS {
                self.at = 0;
                self.oldest = self.oldest.wrapping_add(1);
                self.lines.pop_front();
                self.left = true;
                self.state = State::Empty;
            }
        }
        if asked {
            self.next = self.next.wrapping_add(1);
            self.room -= 1;
            self.unanswered += 1;
        }
        if comes {
            self.here += 1;
            self.unanswered -= 1;
        }
        asked || comes || taken || leaves || before != self.state
    }

    /// Begins anew, at a movement of a line, without lines.
    pub fn restart(&mut self, line: u32, movement: usize) {
        *self = Self { oldest: line, at: movement, next: line, ..Self::new() };
    }
}
