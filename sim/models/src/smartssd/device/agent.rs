//! The cache agent (`cache_agent`): what is moved when.

use emberlane_registers::smartssd::{MOVEMENTS, Movement, Range};

use super::evictor::{self, Evictor};
use super::filler::{self, Filler};
use super::mailbox::Mailbox;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Runs,
    Moves,
    Drains,
    Failed,
}

/// A place in the mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub movement: usize,
}

/// Where the agent stops, and what it then says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The movement that it does not begin.
    pub before: Place,
    /// `AGENT_ERROR`.
    pub error: u64,
    /// `AGENT_ERROR_POSITION`.
    pub position: u64,
}

/// Where EVs are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regions {
    pub cache_base: u64,
    pub ssd_base: u64,
}

/// An EV that is handed over.
#[derive(Clone, Copy, Debug)]
pub enum Handed {
    ToSsd,
    /// The EV of the cache.
    ToCache(u32),
}

#[derive(Debug)]
pub struct Agent {
    vector_bytes: u64,
    pub mailbox: Mailbox,
    pub evictor: Evictor,
    pub filler: Filler,
    state: State,
    loading: bool,
    dirty: bool,
    pub plans: u32,
    /// Where it goes on after an error, and whether the plan's loads have begun there.
    pub safe: Place,
    safe_loading: bool,
    /// What is left of the movement.
    left: u16,
    ssd: u64,
    cached: u64,
    vector: u32,
    pub regions: Regions,
    /// The movement before which it will stop.
    pub halt: Option<Halt>,
}

impl Agent {
    pub fn new(slices: u32) -> Self {
        Self {
            vector_bytes: 64 * u64::from(slices),
            mailbox: Mailbox::new(),
            evictor: Evictor::new(slices),
            filler: Filler::new(slices),
            state: State::Runs,
            loading: false,
            dirty: false,
            plans: 0,
            safe: Place::default(),
            safe_loading: false,
            left: 0,
            ssd: 0,
            cached: 0,
            vector: 0,
            regions: Regions::default(),
            halt: None,
        }
    }

    /// It has stopped.
    pub fn has_failed(&self) -> bool {
        self.state == State::Failed
    }

    /// What it has stopped at.
    pub fn failure(&self) -> Option<Halt> {
        self.halt.filter(|_| self.has_failed())
    }

    /// A line of the mailbox is asked for.
    pub fn asks(&self) -> bool {
        self.mailbox.asks(matches!(self.state, State::Drains | State::Failed))
    }

    /// Whether it must stop at the next movement.
    fn halts(&self) -> bool {
        let here = Place { line: self.mailbox.oldest, movement: self.mailbox.at };
        self.state == State::Runs && self.halt.is_some_and(|halt| halt.before == here)
    }

    /// The EV that is handed over in this cycle, if loads may be counted.
    pub fn hands(&self, load_ready: bool) -> Option<Handed> {
        match (self.state, self.loading) {
            (State::Moves, false) if self.evictor.ready() => Some(Handed::ToSsd),
            (State::Moves, true) if load_ready && self.filler.ready() => Some(Handed::ToCache(self.vector)),
            _ => None,
        }
    }

    /// A cycle: what it hands over, whether its request for a line is taken, whether a line comes, and what its engines meet. Says
    /// whether anything has moved.
    pub fn cycle(
        &mut self,
        hands: Option<Handed>,
        line_asked: bool,
        line: bool,
        mut eviction: evictor::Events,
        mut load: filler::Events,
    ) -> bool {
        let quiet = self.evictor.is_idle() && self.filler.is_idle();
        let halts = self.halts();
        let before = self.state;
        let here = Place { line: self.mailbox.oldest, movement: self.mailbox.at };
        let movement = self.mailbox.movement().filter(|_| self.state == State::Runs && !halts);
        let mut takes = false;
        match movement {
            Some(Movement::Nothing) => {
                takes = true;
                if !self.dirty {
                    self.safe = behind(here);
                }
            }
            Some(Movement::Evict(range)) => {
                takes = true;
                self.begin(range);
            }
            Some(Movement::Load(range)) if self.loading || quiet => {
                takes = true;
                self.begin(range);
                if !self.loading {
                    self.loading = true;
                    (self.safe, self.safe_loading) = (here, true);
                }
            }
            Some(Movement::End { .. }) if quiet => {
                takes = true;
                self.plans = self.plans.wrapping_add(1);
                (self.loading, self.safe_loading, self.dirty) = (false, false, false);
                self.safe = behind(here);
            }
            _ => {}
        }
        if let Some(handed) = hands {
            match handed {
                Handed::ToSsd => eviction.vector = Some((self.cached, self.ssd)),
                Handed::ToCache(_) => load.vector = Some((self.ssd, self.cached)),
            }
            self.left -= 1;
            self.ssd = self.ssd.wrapping_add(self.vector_bytes);
            self.cached = self.cached.wrapping_add(self.vector_bytes);
            self.vector = self.vector.wrapping_add(1);
            if self.left == 0 {
                self.state = State::Runs;
            }
        }
        if halts {
            self.state = State::Drains;
        }
        if before == State::Drains && quiet && self.mailbox.is_idle() {
            self.state = State::Failed;
        }
        let moved = self.mailbox.cycle(line_asked, line, takes);
        self.evictor.cycle(&eviction);
        self.filler.cycle(&load);
        moved || hands.is_some() || before != self.state
    }

    fn begin(&mut self, Range { ssd, cached, count }: Range) {
        self.dirty = true;
        self.state = State::Moves;
        self.left = count;
        self.ssd = self.regions.ssd_base.wrapping_add(ssd.wrapping_mul(self.vector_bytes));
        self.cached = self.regions.cache_base.wrapping_add(u64::from(cached).wrapping_mul(self.vector_bytes));
        self.vector = cached;
    }

    /// Goes on after an error, from where all was answered. Lines have to be given again.
    pub fn restart(&mut self) {
        self.halt = None;
        self.state = State::Runs;
        (self.loading, self.dirty) = (self.safe_loading, self.safe_loading);
        self.mailbox.restart(self.safe.line, self.safe.movement);
    }
}

/// The movement behind one.
fn behind(Place { line, movement }: Place) -> Place {
    if movement + 1 == MOVEMENTS {
        Place { line: line.wrapping_add(1), movement: 0 }
    } else {
        Place { line, movement: movement + 1 }
    }
}
