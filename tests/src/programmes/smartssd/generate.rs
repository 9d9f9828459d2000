//! Draws programmes.

use super::programme::{AROUND, Operation, Programme, Step};
use crate::programmes::cxl_mem::Stalls;
use emberlane_registers::smartssd as map;
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

impl Programme {
    /// The programme of a seed, of at most so many operations.
    #[must_use]
    pub fn random(seed: u64, most: usize) -> Self {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        let steps = (0..random.random_range(1..=most)).map(|_| {
            let delay = match random.random_range(0..4) {
                0 | 1 => 0,
                2 => random.random_range(0..50),
                _ => random.random_range(0..1500),
            };
            Step { delay, operation: operation(random) }
        });
        let steps = steps.collect();
        let bags = random.random_range(1..=6);
        let most = random.random_range(1..=4);
        Self {
            seed,
            stalls: *[Stalls::None, Stalls::Random, Stalls::Heavy].choose(random).expect("three"),
            vectors: random.random_range(1..300),
            cached: random.random_range(72..140),
            bags,
            most,
            steps,
        }
    }
}

fn operation(random: &mut Pcg64Mcg) -> Operation {
    match random.random_range(0..40) {
        0..16 => Operation::Iterate { ahead: random.random() },
        16..20 => Operation::Settle,
        20..25 => Operation::Fault { number: random.random() },
        25..28 => Operation::Look { offset: map::REGISTERS.choose(random).expect("there are registers").offset },
        28 => Operation::Look { offset: random.random_range(0..map::MAP.bytes / 8) * 8 },
        29 | 30 => Operation::Refused { line: random.random() },
        31 | 32 => Operation::Bell { value: random.random() },
        33 => Operation::Reset { alone: random.random() },
        34..37 => Operation::Spoil { setting: random.random(), value: random.random() },
        _ => Operation::RingAtEnd { offset: random.random_range(-AROUND..=AROUND) },
    }
}
