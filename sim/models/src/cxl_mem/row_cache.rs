//! The lines of rows that an engine keeps while a lookup runs.

use super::fifo::Fifo;
use super::lists::LineReader;
use super::port::Port;
use emberlane_registers::cxl_mem::{LINE_BYTES, MAX_CHANNELS};

/// Lines that are kept.
const LINES: usize = 512;
/// Lines that may be asked for and not handed on.
const TURNS: usize = 512;
/// Requests that may wait to be judged.
const REQUESTS: usize = 2;
/// Jobs that have numbers of their own. When those begin anew, no line is kept until all slots are empty.
const JOBS: u64 = 255;
/// Cycles from the one in which a request is judged to the one in which its line may be handed on, if it is kept.
const TURN_CYCLES: u64 = 3;

/// A line that was asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    slot: u16,
    /// It comes from its slot.
    kept: bool,
    /// It fills its slot.
    keeps: bool,
    /// When it is its turn, if those before it have left.
    at: u64,
}

/// Keeps lines where their addresses say, and hands all on in the order in which they were asked for.
#[derive(Clone, Debug)]
pub struct RowCache {
    pub reader: LineReader,
    enabled: bool,
    job: u64,
    /// Slots are empty then.
    empty_at: u64,
    /// Of each slot the line, and the job that asked for it.
    slots: Box<[(u64, u64)]>,
    /// What is asked for: the DPA of a line, and where it is.
    requests: Fifo<(u64, (usize, u64)), REQUESTS>,
    /// There is room for a request in this cycle.
    room: bool,
    turns: Fifo<Turn, TURNS>,
    /// Lines that were kept, by the channel that was not asked for them.
    hits: [u64; MAX_CHANNELS as usize],
}

impl RowCache {
    pub fn new(reader: LineReader) -> Self {
        Self {
            reader,
            enabled: false,
            job: 0,
            empty_at: LINES as u64,
            slots: vec![(0, 0); LINES].into(),
            requests: Fifo::default(),
            room: true,
            turns: Fifo::default(),
            hits: [0; MAX_CHANNELS as usize],
        }
    }

    /// A job begins, of whose rows lines are kept or not.
    pub fn begin(&mut self, now: u64, enabled: bool) {
        self.enabled = enabled;
        self.job += 1;
        if self.job.is_multiple_of(JOBS) {
            self.empty_at = now + LINES as u64;
        }
    }

    /// Takes the number of lines that were kept, by channel.
    pub fn take_hits(&mut self) -> [u64; MAX_CHANNELS as usize] {
        std::mem::take(&mut self.hits)
    }

    /// A cycle begins.
    pub fn clock(&mut self) {
        self.reader.clock();
        self.room = self.requests.len() < REQUESTS;
    }

    /// Whether a line may be asked for.
    pub fn takes(&self) -> bool {
        self.room
    }

    /// Asks for a line.
    pub fn ask(&mut self, address: u64, place: (usize, u64)) {
        self.requests.push((address, place));
    }

    /// Judges a request; whether there was one that could go on.
    pub fn judge(&mut self, now: u64, channels: &mut [Port]) -> bool {
        let Some((address, place)) = self.requests.front().filter(|_| !self.turns.is_full()) else { return false };
        let slot = (address / LINE_BYTES) as usize % LINES;
        let works = self.enabled && now >= self.empty_at;
        let line = (address, self.job);
        let kept = works && self.slots[slot] == line;
        if !kept && !self.reader.takes(channels, place.0) {
            return false;
        }
        if kept {
            self.hits[place.0] += 1;
        } else {
            self.reader.ask(channels, place);
        }
        if works {
            self.slots[slot] = line;
        }
        self.requests.pop();
        self.turns.push(Turn { slot: slot as u16, kept, keeps: works && !kept, at: now + TURN_CYCLES });
        true
    }

    /// Whether the oldest line is here.
    pub fn has_line(&self, now: u64) -> bool {
        self.turns.front().is_some_and(|turn| now >= turn.at && (turn.kept || self.reader.has_line()))
    }

    /// When the oldest line is here, if that is known.
    pub fn line_at(&self) -> Option<u64> {
        self.turns.front().filter(|turn| turn.kept || self.reader.has_line()).map(|turn| turn.at)
    }

    /// Hands the oldest line on.
    pub fn take(&mut self, now: u64) {
        let Some(turn) = self.turns.pop() else { return };
        if !turn.kept {
            self.reader.take();
        }
        // A line is not read from its slot before the line that fills it has left.
        if let Some(next) = self.turns.front_mut()
            && turn.keeps
            && next.kept
            && next.slot == turn.slot
        {
            next.at = next.at.max(now + 2);
        }
    }
}
