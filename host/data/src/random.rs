//! Random numbers that are counted, so that one can go on where another was.

use rand::RngCore;
use rand::rand_core::impls;
use rand_pcg::Pcg64;

/// A generator that counts what was drawn of it.
pub(crate) struct Counted {
    random: Pcg64,
    draws: u64,
}

impl Counted {
    pub(crate) fn new(random: Pcg64) -> Self {
        Self { random, draws: 0 }
    }

    /// How many numbers were drawn.
    pub(crate) fn draws(&self) -> u64 {
        self.draws
    }

    /// Goes on as if so many numbers had been drawn.
    pub(crate) fn skip(&mut self, draws: u64) {
        self.random.advance(u128::from(draws));
        self.draws += draws;
    }
}

impl RngCore for Counted {
    fn next_u32(&mut self) -> u32 {
        self.next_u64() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.draws += 1;
        self.random.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        impls::fill_bytes_via_next(self, bytes);
    }
}
