//! Which answer of a memory comes next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Answers that are due at some cycle. Those of one ID leave in the order in which they came; between IDs the order is drawn, if
/// there is a choice, and answers may be reordered.
///
/// The fast model and the memory behind the Verilated device draw from it alike: on one seed, answers come in one order.
#[derive(Debug)]
pub struct Answers<T> {
    reorders: bool,
    /// By ID; without reordering all are in the first.
    queues: Vec<VecDeque<(u64, T)>>,
    /// Heads of the queues that are not due yet: due cycle, queue.
    waiting: BinaryHeap<Reverse<(u64, usize)>>,
    /// Queues whose head is due.
    due: Vec<usize>,
    count: usize,
}

impl<T> Answers<T> {
    /// None yet.
    #[must_use]
    pub fn new(reorders: bool) -> Self {
        Self { reorders, queues: Vec::new(), waiting: BinaryHeap::new(), due: Vec::new(), count: 0 }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// An answer that is due at a cycle.
    pub fn push(&mut self, id: u16, cycle: u64, answer: T) {
        let queue = if self.reorders { usize::from(id) } else { 0 };
        if queue >= self.queues.len() {
            self.queues.resize_with(queue + 1, VecDeque::new);
        }
        if self.queues[queue].is_empty() {
            self.waiting.push(Reverse((cycle, queue)));
        }
        self.queues[queue].push_back((cycle, answer));
        self.count += 1;
    }

    /// Takes an answer that is due at `cycle`.
    pub fn take(&mut self, cycle: u64, random: &mut Pcg64Mcg) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        while let Some(&Reverse((due, queue))) = self.waiting.peek()
            && due <= cycle
        {
            self.waiting.pop();
            self.due.push(queue);
        }
        let choice = match self.due.len() {
            0 => return None,
            1 => 0,
            several => random.random_range(0..several),
        };
        let queue = self.due.swap_remove(choice);
        let (_, answer) = self.queues[queue].pop_front()?;
        if let Some(&(due, _)) = self.queues[queue].front() {
            self.waiting.push(Reverse((due, queue)));
        }
        self.count -= 1;
        Some(answer)
    }

    /// The next cycle in which there is something to take; 0: now.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        if self.due.is_empty() { self.waiting.peek().map(|Reverse((due, _))| *due) } else { Some(0) }
    }
}
