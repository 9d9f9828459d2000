//! Gradients that are read ahead of the words that need them (`gradient_reader`).

use super::latencies::QUEUE;
use super::stream::LineStream;

#[derive(Clone, Debug)]
pub struct GradientReader {
    slices: u32,
    pub lines: LineStream,
    /// Beats of the gradient under way that were dealt out.
    at: u32,
    /// Gradients that have begun, and were not taken.
    open: u32,
    /// Gradients that are whole.
    whole: u32,
    left: u32,
}

impl GradientReader {
    pub fn new(slices: u32) -> Self {
        Self { slices, lines: LineStream::new(1), at: 0, open: 0, whole: 0, left: 0 }
    }

    pub fn has_gradient(&self) -> bool {
        self.whole > 0
    }

    /// All gradients were taken.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// A cycle: whether the request is taken, whether a line comes, and whether a gradient is taken.
    pub fn cycle(&mut self, asked: bool, line: bool, taken: bool) {
        let accepts = self.lines.has_beat() && (self.at > 0 || self.open != QUEUE);
        if accepts {
            self.open += u32::from(self.at == 0);
            self.at += 1;
            if self.at == self.slices {
                self.at = 0;
                self.whole += 1;
            }
        }
        if taken {
            self.open -= 1;
            self.whole -= 1;
            self.left -= 1;
        }
        self.lines.cycle(asked, line, accepts);
    }

    pub fn start(&mut self, base: u64, count: u32) {
        self.lines.start(base, count * self.slices);
        self.at = 0;
        self.open = 0;
        self.whole = 0;
        self.left = count;
    }
}
