//! The arbiter: one-hot, only requesters, fair, and a choice that waits stays.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::words::random_bits;
use emberlane_rtl::stream::RoundRobin;
use rand::Rng;
use rust_hdl::prelude::*;

/// What the arbiter promises, in plain Rust.
#[derive(Default)]
struct Model {
    /// First in turn.
    first: usize,
    kept: Option<usize>,
}

impl Model {
    fn choose(&self, request: u64, count: usize) -> Option<usize> {
        self.kept
            .filter(|&kept| request >> kept & 1 == 1)
            .or_else(|| (0..count).map(|step| (self.first + step) % count).find(|&index| request >> index & 1 == 1))
    }
}

fn random_requests<const N: usize>(seed: u64) {
    let random = &mut random(&format!("round robin of {N}"), seed);
    let mut arbiter = ready::<RoundRobin<N>>();
    let mut model = Model::default();
    for cycle in 0..4000 {
        let request: Bits<N> = if random.random() { random_bits(random) } else { arbiter.request.val() };
        let (advance, reset) = (random.random::<bool>(), random.random_ratio(1, 128));
        arbiter.request.next = request;
        arbiter.advance.next = !advance;
        arbiter.reset.next = false;
        settle(&mut *arbiter);
        let without = arbiter.grant.val();
        arbiter.advance.next = advance;
        arbiter.reset.next = reset;
        settle(&mut *arbiter);
        assert_eq!(arbiter.grant.val(), without, "cycle {cycle}: grant follows advance");

        let choice = model.choose(request.to_u64(), N);
        let expected = choice.map_or(0, |index| 1_u64 << index);
        assert_eq!(arbiter.grant.val().to_u64(), expected, "cycle {cycle}, request {request:b}");
        assert_eq!(arbiter.chosen.val().to_u64(), choice.unwrap_or(0) as u64, "cycle {cycle}, its number");
        model.kept = choice;
        if let (Some(index), true) = (choice, advance) {
            model = Model { first: (index + 1) % N, kept: None };
        }
        if reset {
            model = Model::default();
        }
        clock_cycle!(arbiter);
    }
}

#[test]
fn round_robin() {
    random_requests::<1>(1);
    random_requests::<2>(2);
    random_requests::<3>(3);
    random_requests::<4>(4);
    random_requests::<7>(5);
    random_requests::<16>(6);
    random_requests::<12>(7);
}

#[test]
fn a_requester_waits_for_at_most_all_others() {
    let mut arbiter = ready::<RoundRobin<5>>();
    arbiter.request.next = 0b11111.into();
    arbiter.advance.next = true;
    let mut served = vec![];
    for _ in 0..10 {
        settle(&mut *arbiter);
        served.push(arbiter.grant.val().to_u64().trailing_zeros());
        clock_cycle!(arbiter);
    }
    assert_eq!(served, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
}
