//! A queue on block RAM (`block_fifo`), whose output is a register.

use super::Fifo;

/// At most `N` things in order, and one more at the output; `N` is a power of two.
#[derive(Clone, Debug)]
pub struct BlockFifo<T, const N: usize> {
    stored: Fifo<T, N>,
    fetched: Option<T>,
}

impl<T: Copy + Default, const N: usize> Default for BlockFifo<T, N> {
    fn default() -> Self {
        Self { stored: Fifo::default(), fetched: None }
    }
}

impl<T: Copy, const N: usize> BlockFifo<T, N> {
    /// Nothing more would be taken.
    pub fn is_full(&self) -> bool {
        self.stored.is_full()
    }

    /// The oldest, if it is at the output.
    pub fn front(&self) -> Option<T> {
        self.fetched
    }

    /// A cycle: what enters, and whether the one at the output leaves.
    ///
    /// # Panics
    /// If something enters while it is full.
    pub fn cycle(&mut self, enters: Option<T>, leaves: bool) {
        if leaves || self.fetched.is_none() {
            self.fetched = self.stored.pop();
        }
        if let Some(value) = enters {
            self.stored.push(value);
        }
    }
}
