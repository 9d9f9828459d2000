//! How often the kernel uses each EV of the cache (`access_counters`).

use emberlane_registers::smartssd::COUNTED_VECTORS;

use super::arbiter::RoundRobin;
use crate::cxl_mem::Fifo;

/// Who changes counts: reads, writes, and loads, which set them to 0.
pub const SOURCES: usize = 3;
/// The loads among them.
const LOADS: usize = 2;
/// One in so many cycles looks at the EV that the host asks for.
const LOOK_CYCLES: u64 = 16;

#[derive(Debug)]
pub struct Uses {
    counts: Vec<u16>,
    queues: [Fifo<u16, 4>; SOURCES],
    turns: RoundRobin,
    /// Cycles since reset.
    cycle: u64,
    /// The EV whose count was changed in the cycle before.
    changed: Option<u16>,
    /// EV whose count the host looks at.
    pub index: u16,
    /// What it sees, and will see in the next cycle.
    seen: [u16; 2],
}

impl Uses {
    pub fn new() -> Self {
        Self {
            counts: vec![0; COUNTED_VECTORS as usize],
            queues: Default::default(),
            turns: RoundRobin::default(),
            cycle: 0,
            changed: None,
            index: 0,
            seen: [0; 2],
        }
    }

    /// Whether a source may use an EV.
    pub fn ready(&self, source: usize) -> bool {
        !self.queues[source].is_full()
    }

    /// The count that the host sees.
    pub fn seen(&self) -> u16 {
        self.seen[0]
    }

    /// Uses wait.
    pub fn is_active(&self) -> bool {
        self.queues.iter().any(|queue| !queue.is_empty())
    }

    /// A cycle: the EVs that are read, written and loaded.
    pub fn cycle(&mut self, used: [Option<u32>; SOURCES]) {
        let looks = self.cycle.is_multiple_of(LOOK_CYCLES);
        self.cycle += 1;
        self.seen[0] = self.seen[1];
        if looks {
            self.seen[1] = self.counts[usize::from(self.index)];
        }
        let before = self.changed.take();
        let fronts = self.queues.each_ref().map(Fifo::front);
        let requests = (0..SOURCES).fold(0, |bits, source| bits | u32::from(fronts[source].is_some()) << source);
        if requests != 0 {
            // Who is chosen does not depend on whether it is served.
            let mut turns = self.turns;
            let chosen = turns.cycle(requests, false);
            let again = chosen.is_some_and(|source| before.is_some() && fronts[source] == before);
            let serves = !looks && !again;
            if let Some(source) = self.turns.cycle(requests, serves).filter(|_| serves)
                && let Some(vector) = self.queues[source].pop()
            {
                let count = &mut self.counts[usize::from(vector)];
                *count = if source == LOADS { 0 } else { count.saturating_add(1) };
                self.changed = Some(vector);
            }
        }
        for (queue, vector) in self.queues.iter_mut().zip(used) {
            if let Some(vector) = vector.filter(|vector| u64::from(*vector) < COUNTED_VECTORS) {
                queue.push(vector as u16);
            }
        }
    }

    /// Cycles in which nobody uses anything.
    pub fn skip(&mut self, cycles: u64) {
        self.cycle += cycles;
        if cycles >= LOOK_CYCLES + self.seen.len() as u64 {
            self.changed = None;
            self.seen = [self.counts[usize::from(self.index)]; 2];
        }
    }
}
