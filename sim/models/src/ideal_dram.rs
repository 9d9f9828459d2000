//! DRAM without a limit of its own, to stand below the memory controller.

use crate::memory_controller::{Inputs, Outputs, ReadLine};
use std::collections::VecDeque;

/// Takes a read, an address and a line to write in every cycle, and answers all in order after the same time.
///
/// It has no banks, no rows and no refresh, and it holds no data: with it, only the controller decides on time.
#[derive(Clone, Debug)]
pub struct IdealDram {
    latency: u64,
    now: u64,
    /// When the reads under way were taken.
    reads: VecDeque<u64>,
    addresses: VecDeque<u64>,
    lines: VecDeque<u64>,
}

impl IdealDram {
    /// DRAM that answers `latency` cycles after it took a request; 1 at least.
    pub fn new(latency: u64) -> Self {
        let queue = VecDeque::new;
        Self { latency: latency.max(1), now: 0, reads: queue(), addresses: queue(), lines: queue() }
    }

    /// Sets the DRAM's side of this cycle's inputs.
    pub fn drive(&self, inputs: &mut Inputs<()>) {
        let due = |taken: Option<&u64>| taken.is_some_and(|taken| taken + self.latency <= self.now);
        inputs.m_arready = true;
        inputs.m_awready = true;
        inputs.m_wready = true;
        inputs.m_r = due(self.reads.front()).then_some(ReadLine { line: (), response: 0 });
        inputs.m_b = (due(self.addresses.front()) && due(self.lines.front())).then_some(0);
    }

    /// Ends the cycle.
    pub fn clock(&mut self, inputs: &Inputs<()>, outputs: &Outputs<()>) {
        if inputs.m_r.is_some() && outputs.m_rready {
            self.reads.pop_front();
        }
        if inputs.m_b.is_some() && outputs.m_bready {
            self.addresses.pop_front();
            self.lines.pop_front();
        }
        self.reads.extend(outputs.m_ar.map(|_| self.now));
        self.addresses.extend(outputs.m_aw.map(|_| self.now));
        self.lines.extend(outputs.m_w.map(|()| self.now));
        self.now += 1;
    }
}
