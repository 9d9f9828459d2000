//! Which answer of a memory comes next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Answers that are due at some cycle. Those of one ID leave in the order in which they came; between IDs the order is
/// free if `reorder`, else it is that order too.
#[derive(Debug)]
pub(crate) struct Answers<T> {
    reorder: bool,
    /// By ID; without reordering all are in the first.
    queues: Vec<VecDeque<(u64, T)>>,
    /// Heads of the queues that are not due yet: due cycle, queue.
    waiting: BinaryHeap<Reverse<(u64, usize)>>,
    /// Queues whose head is due.
    due: Vec<usize>,
    count: usize,
}

impl<T> Answers<T> {
    pub(crate) fn new(reorder: bool) -> Self {
        Self { reorder, queues: Vec::new(), waiting: BinaryHeap::new(), due: Vec::new(), count: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn push(&mut self, id: u16, cycle: u64, answer: T) {
        let queue = if self.reorder { usize::from(id) } else { 0 };
        if queue >= self.queues.len() {
            self.queues.resize_with(queue + 1, VecDeque::new);
        }
        if self.queues[queue].is_empty() {
            self.waiting.push(Reverse((cycle, queue)));
        }
        self.queues[queue].push_back((cycle, answer));
        self.count += 1;
    }

    /// An answer that is due at `cycle`.
    pub(crate) fn take(&mut self, cycle: u64, random: &mut Pcg64Mcg) -> Option<T> {
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
}
