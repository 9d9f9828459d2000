//! Lines of the host's memory and its peers (`peer_reader`), and the host behind them.

use std::collections::VecDeque;

use super::arbiter::RoundRobin;

/// Who asks: the kernel's streams, and the mailbox.
pub const SOURCES: usize = 6;
/// The mailbox among them.
pub const MAILBOX: usize = SOURCES - 1;
/// Lines that may be under way.
pub const SLOTS: usize = 256;
/// Cycles from a request to its line, beside what the host takes: to D2H Req, to the host, and from the buffer.
const PASSING_CYCLES: u64 = 3;

#[derive(Debug)]
pub struct PeerReader {
    host_latency: u64,
    turns: RoundRobin,
    /// Who has asked, and the cycle in which the line comes.
    lines: VecDeque<(usize, u64)>,
}

impl PeerReader {
    pub fn new(host_latency: u64) -> Self {
        Self { host_latency: host_latency.max(1), turns: RoundRobin::default(), lines: VecDeque::new() }
    }

    /// Whose line comes in this cycle.
    pub fn line(&self, now: u64) -> Option<usize> {
        self.lines.front().filter(|(_, at)| *at <= now).map(|(source, _)| *source)
    }

    /// The next cycle in which a line comes.
    pub fn next(&self) -> Option<u64> {
        self.lines.front().map(|(_, at)| *at)
    }

    /// A cycle: who asks, a bit each. Says whose request is taken.
    pub fn cycle(&mut self, now: u64, asks: u32) -> Option<usize> {
        let room = self.lines.len() < SLOTS;
        if self.line(now).is_some() {
            self.lines.pop_front();
        }
        let source = self.turns.cycle(asks, room).filter(|_| room)?;
        self.lines.push_back((source, now + PASSING_CYCLES + self.host_latency));
        Some(source)
    }
}
