//! Vectors that are written, a burst each (`vector_writer`).

use super::delay::Delay;
use super::latencies::MULTIPLY_LATENCY;
use super::ports::Burst;
use crate::cxl_mem::Fifo;

/// Beats that may be under way or wait for the bus.
const BEATS: u32 = 16;
/// Writes that may be unanswered.
const UNANSWERED: u32 = 255;

#[derive(Clone, Debug)]
pub struct VectorWriter {
    slices: u32,
    /// Of beats that are multiplied on the way.
    scaling: Option<Delay<MULTIPLY_LATENCY>>,
    addresses: Fifo<u64, 4>,
    /// Beats that wait for the bus.
    beats: u32,
    at: u32,
    sent: u32,
    held: u32,
    unanswered: u32,
}

impl VectorWriter {
    pub fn new(slices: u32, scaled: bool) -> Self {
        let scaling = scaled.then(Delay::default);
        Self { slices, scaling, addresses: Fifo::default(), beats: 0, at: 0, sent: 0, held: 0, unanswered: 0 }
    }

    pub fn is_idle(&self) -> bool {
        self.unanswered == 0
    }

    /// The burst whose address is on the bus.
    pub fn burst(&self) -> Option<Burst> {
        self.addresses.front().map(|address| Burst { address, lines: self.slices })
    }

    /// The beat on the bus; whether it is the last of its burst.
    pub fn beat(&self) -> Option<bool> {
        (self.beats > 0).then_some(self.sent + 1 == self.slices)
    }

    fn accepts(&self) -> bool {
        let begins = !self.addresses.is_full() && self.unanswered != UNANSWERED;
        self.held != BEATS && (self.at > 0 || begins)
    }

    /// A cycle: the address of the vector that is there, what the bus takes and answers. Says whether the vector is taken.
    pub fn cycle(&mut self, vector: Option<u64>, burst_taken: bool, beat_taken: bool, answered: bool) -> bool {
        let accepted = vector.filter(|_| self.accepts());
        let first = self.at == 0;
        if burst_taken {
            self.addresses.pop();
        }
        if beat_taken {
            self.beats -= 1;
            self.held -= 1;
            self.sent = (self.sent + 1) % self.slices;
        }
        self.unanswered = self.unanswered.saturating_sub(u32::from(answered));
        let mut taken = false;
        if let Some(address) = accepted {
            if first {
                self.addresses.push(address);
                self.unanswered += 1;
            }
            self.held += 1;
            self.at = (self.at + 1) % self.slices;
            taken = self.at == 0;
        }
        let arrives = match &mut self.scaling {
            Some(scaling) => scaling.shift(accepted.is_some()),
            None => accepted.is_some(),
        };
        self.beats += u32::from(arrives);
        taken
    }
}
