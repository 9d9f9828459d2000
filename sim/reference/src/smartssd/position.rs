//! How far the cache agent is in the mailbox.

use emberlane_registers::smartssd::MOVEMENTS;

/// A place in the mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub line: u32,
    pub movement: usize,
    /// The plan's loads have begun there.
    pub loading: bool,
}

impl Position {
    pub fn next(self) -> Self {
        match self.movement + 1 {
            MOVEMENTS => Self { line: self.line.wrapping_add(1), movement: 0, ..self },
            movement => Self { movement, ..self },
        }
    }
}

/// How far the agent is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Agent {
    /// The next movement.
    pub next: Position,
    /// The last one behind which all was answered: from there on it goes on after an error.
    pub answered: Position,
}
