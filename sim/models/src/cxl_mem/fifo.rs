//! A queue of a known depth.

/// At most `N` things in order; `N` is a power of two.
#[derive(Clone, Debug)]
pub struct Fifo<T, const N: usize> {
    places: [T; N],
    first: u32,
    count: u32,
}

impl<T: Copy + Default, const N: usize> Default for Fifo<T, N> {
    fn default() -> Self {
        const { assert!(N.is_power_of_two() && N <= 1 << 16) };
        Self { places: [T::default(); N], first: 0, count: 0 }
    }
}

impl<T: Copy, const N: usize> Fifo<T, N> {
    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// The oldest.
    pub fn front(&self) -> Option<T> {
        (self.count > 0).then(|| self.places[self.first as usize % N])
    }

    /// The oldest, to change it.
    pub fn front_mut(&mut self) -> Option<&mut T> {
        (self.count > 0).then(|| &mut self.places[self.first as usize % N])
    }

    /// The newest.
    pub fn back(&self) -> Option<T> {
        (self.count > 0).then(|| self.places[(self.first + self.count - 1) as usize % N])
    }

    /// Adds the newest.
    ///
    /// # Panics
    /// If it is full.
    pub fn push(&mut self, value: T) {
        assert!(!self.is_full(), "a queue of {N} overflows");
        self.places[(self.first + self.count) as usize % N] = value;
        self.count += 1;
    }

    /// Takes the oldest.
    pub fn pop(&mut self) -> Option<T> {
        let front = self.front()?;
        self.first = (self.first + 1) % N as u32;
        self.count -= 1;
        Some(front)
    }

    /// Takes the oldest if it is as wanted.
    pub fn pop_if(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        self.front().filter(wanted).and_then(|_| self.pop())
    }

    /// From the newest to the oldest.
    pub fn newest_first(&self) -> impl Iterator<Item = T> {
        (0..self.count).rev().map(|place| self.places[(self.first + place) as usize % N])
    }
}
