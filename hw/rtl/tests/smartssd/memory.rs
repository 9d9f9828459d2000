//! Memory that answers late, and not in every cycle.

use crate::lines::{Line, Rate};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// Lines that are asked for one by one, or in bursts, and come in order.
pub struct Reads {
    /// Address and cycle from which the line may come.
    queue: VecDeque<(u64, usize)>,
    takes: Rate,
    gives: Rate,
    latency: usize,
    /// The latency changes now and then.
    changes: bool,
}

impl Reads {
    pub fn new(rate: fn() -> Rate) -> Self {
        Self { queue: VecDeque::new(), takes: rate(), gives: rate(), latency: 0, changes: true }
    }

    /// In every cycle, after `latency` cycles.
    pub fn steady(latency: usize) -> Self {
        Self { latency, changes: false, ..Self::new(Rate::always) }
    }

    /// Whether a request is taken in this cycle.
    pub fn ready(&mut self, random: &mut Pcg64) -> bool {
        self.takes.draw(random)
    }

    /// A burst is asked for.
    pub fn ask(&mut self, address: u64, lines: u64, cycle: usize, random: &mut Pcg64) {
        if self.changes && random.random_ratio(1, 8) {
            self.latency = random.random_range(0..40);
        }
        let at = cycle + 1 + self.latency;
        self.queue.extend((0..lines).map(|line| (address + 64 * line, at)));
    }

    /// The address of the line that comes in this cycle.
    pub fn give(&mut self, cycle: usize, random: &mut Pcg64) -> Option<u64> {
        let &(address, at) = self.queue.front()?;
        if at > cycle || !self.gives.draw(random) {
            return None;
        }
        self.queue.pop_front();
        Some(address)
    }

    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }
}

/// Bursts that are written, and answered.
pub struct Writes {
    addresses: VecDeque<(u64, u64)>,
    beats: VecDeque<(Line, bool)>,
    answers: VecDeque<usize>,
    pub takes_address: Rate,
    pub takes_beat: Rate,
    /// The memory refuses what it is written.
    pub refuses: bool,
    answer_rate: Rate,
}

impl Writes {
    pub fn new(rate: fn() -> Rate) -> Self {
        Self {
            addresses: VecDeque::new(),
            beats: VecDeque::new(),
            answers: VecDeque::new(),
            takes_address: rate(),
            takes_beat: rate(),
            refuses: false,
            answer_rate: rate(),
        }
    }

    /// An address is taken.
    pub fn address(&mut self, address: u64, lines: u64) {
        self.addresses.push_back((address, lines));
    }

    /// A beat is taken.
    pub fn beat(&mut self, line: Line, last: bool) {
        self.beats.push_back((line, last));
    }

    /// Writes the bursts that are whole.
    pub fn land(&mut self, cycle: usize, random: &mut Pcg64, mut write: impl FnMut(u64, &Line)) {
        while let Some(&(address, lines)) = self.addresses.front()
            && self.beats.len() >= lines as usize
        {
            for line in 0..lines {
                let (beat, last) = self.beats.pop_front().expect("enough were counted");
                assert_eq!(last, line + 1 == lines, "wlast of the burst at {address:#x}");
                write(address + 64 * line, &beat);
            }
            self.addresses.pop_front();
            self.answers.push_back(cycle + random.random_range(1..30));
        }
    }

    /// Whether a burst is answered in this cycle.
    pub fn answer(&mut self, cycle: usize, random: &mut Pcg64) -> bool {
        let due = self.answers.front().is_some_and(|at| *at <= cycle) && self.answer_rate.draw(random);
        due.then(|| self.answers.pop_front()).is_some()
    }
}
