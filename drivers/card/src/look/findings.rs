//! What a look at a card finds.

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::Register;

use crate::card::Card;
use crate::kind::Kind;

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As it should be.
    Good,
    /// The card can be used, and somebody should know this.
    Note,
    /// The card cannot be used so.
    Bad,
}

/// What a look has found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// How it is.
    pub state: State,
    /// What it is.
    pub found: String,
    /// What to do, unless all is well.
    pub advice: Option<String>,
}

/// All that a look has found, in order. It ends with what makes a further look impossible.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Which device it is, if that was found out.
    pub kind: Option<Kind>,
    /// What was found.
    pub findings: Vec<Finding>,
}

impl Look {
    /// Whether the card can be used.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.findings.iter().all(|finding| finding.state != State::Bad)
    }

    pub(super) fn good(&mut self, what: &'static str, found: impl Into<String>) {
        self.findings.push(Finding { what, state: State::Good, found: found.into(), advice: None });
    }

    pub(super) fn wrong(&mut self, what: &'static str, state: State, found: impl Into<String>, advice: &str) {
        self.findings.push(Finding { what, state, found: found.into(), advice: Some(advice.to_owned()) });
    }

    pub(super) fn failed(&mut self, what: &'static str, error: &impl std::fmt::Display) {
        // An error says what was found, and what to do.
        self.findings.push(Finding { what, state: State::Bad, found: error.to_string(), advice: None });
    }
}

/// A look goes on as long as the card answers.
pub(super) type Looked = Result<(), TransportError>;

/// What a register holds.
pub(super) fn read(card: &mut Card, register: &Register) -> Result<u64, TransportError> {
    Ok(card.mmio_read(register.offset)? & register.mask())
}
