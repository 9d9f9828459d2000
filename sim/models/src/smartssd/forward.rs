//! EVs that are added up (`forward_sequencer`, and the way of a sum to its output).

use super::delay::Delay;
use super::latencies::{ADD_LATENCY, QUEUE, SUM_LATENCY};
use super::words::{ForwardStep, Next};
use crate::cxl_mem::Fifo;

#[derive(Clone, Debug, Default)]
pub struct ForwardSequencer {
    /// Accumulators of the last words, as bits, whose sums were not the last of their bags.
    recent: [u8; ADD_LATENCY],
    summing: Delay<SUM_LATENCY>,
    /// Bags whose outputs are on their way, or wait.
    bags: Fifo<u32, { QUEUE as usize }>,
    /// Outputs that wait for the writer.
    outputs: u32,
    pub done: u32,
}

/// What becomes of the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is not done in this cycle.
    Held,
    /// Nor is it, for nothing but a hazard.
    Hazard,
    /// It is.
    Done,
}

impl ForwardSequencer {
    pub fn is_idle(&self) -> bool {
        self.bags.is_empty()
    }

    /// The bag of the output that the writer may take.
    pub fn output(&self) -> Option<u32> {
        self.bags.front().filter(|_| self.outputs > 0)
    }

    /// What becomes of a word, while second ports of some banks write.
    pub fn progress(&self, word: &ForwardStep, writing: u8) -> Progress {
        let room = !word.last || !self.bags.is_full();
        if word.second_ports & writing != 0 || !room {
            return Progress::Held;
        }
        let open = self.recent.iter().fold(0, |open, recent| open | recent);
        let conflict = !word.first && open >> word.accumulator & 1 == 1;
        if conflict { Progress::Hazard } else { Progress::Done }
    }

    /// A cycle: the word if it is done, and whether the writer takes an output.
    pub fn cycle(&mut self, word: Option<ForwardStep>, output_taken: bool) {
        self.recent.rotate_right(1);
        self.recent[0] = word.filter(|word| !word.last).map_or(0, |word| 1 << word.accumulator);
        if output_taken {
            self.bags.pop();
            self.outputs -= 1;
        }
        let ends = word.filter(|word| word.last);
        if let Some(word) = ends {
            self.bags.push(word.bag);
        }
        self.outputs += u32::from(self.summing.shift(ends.is_some()));
        self.done += u32::from(word.is_some());
    }

    pub fn start(&mut self) {
        self.done = 0;
    }
}

/// Whether a word is taken from its stream.
pub fn taken<T>(next: &Next<T>, progress: Progress) -> bool {
    matches!(next, Next::Passed) || progress == Progress::Done
}
