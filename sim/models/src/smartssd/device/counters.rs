//! Counters of events (`event_counter`).

/// Counters from `CYCLES` to `WRITES_REFUSED`, by their places.
pub const COUNTERS: usize = 16;

/// An event, by the place of its counter. [`CYCLES`](Event::Cycles) is every cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Cycles,
    KernelCycles,
    WaitCycles,
    AgentCycles,
    ForwardHazards,
    BackwardHazards,
    Iterations,
    Evicted,
    Loaded,
    Read,
    Written,
    Outputs,
    LinesFetched,
    MemReads,
    BackInvalidates,
    WritesRefused,
}

/// Events of a cycle, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Events(u32);

impl Events {
    pub fn note(&mut self, event: Event, happens: bool) {
        self.0 |= u32::from(happens) << event as u32;
    }

    pub fn has(self, event: Event) -> bool {
        self.0 >> event as u32 & 1 == 1
    }
}

/// A count shows two cycles behind its event.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    counted: [u64; COUNTERS],
    last: Events,
}

impl Counters {
    pub fn cycle(&mut self, events: Events) {
        self.skip(1);
        self.last = events;
    }

    /// As many cycles as the last one.
    pub fn skip(&mut self, cycles: u64) {
        let mut bits = self.last.0;
        while bits != 0 {
            self.counted[bits.trailing_zeros() as usize] += cycles;
            bits &= bits - 1;
        }
    }

    /// The cycle that has just been was one with `clear`.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// What the host sees.
    pub fn get(&self, counter: usize) -> u64 {
        self.counted.get(counter).copied().unwrap_or_default()
    }

    /// Counts what a cycle cannot tell.
    pub fn correct(&mut self, event: Event, expected: u64, found: u64) {
        let count = &mut self.counted[event as usize];
        *count = (*count + expected).saturating_sub(found);
    }
}
