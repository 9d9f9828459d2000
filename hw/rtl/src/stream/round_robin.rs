//! Fair choice among requesters.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Round-robin arbiter for `N` requesters.
///
/// * Ports: `grant` is one-hot and names the chosen requester, or zero when nobody requests. `advance` says that the
///   chosen one was served at this edge; it is ignored when nobody requests. A choice that was not served is kept while
///   its request stays, so that a payload selected by `grant` is stable under back-pressure.
/// * Latency: 0 cycles from `request` to `grant`. `advance` reaches `grant` through a register only.
/// * Throughput: one choice a cycle.
/// * Fairness: a requester that keeps requesting is chosen after at most `N - 1` others. It never stalls.
#[derive(LogicBlock)]
pub struct RoundRobin<const N: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Makes requester 0 the first in turn.
    pub reset: Signal<In, Bit>,
    /// Who requests, one bit each.
    pub request: Signal<In, Bits<N>>,
    /// The chosen requester was served.
    pub advance: Signal<In, Bit>,
    /// Who is chosen, one-hot.
    pub grant: Signal<Out, Bits<N>>,
    /// Its number, or zero: what selects a payload of four with one LUT a bit.
    pub chosen: Signal<Out, Bits<4>>,
    about: About<Self>,
    /// Requesters above the last one served: they come first.
    first: DFF<Bits<N>>,
    /// Choice that still waits to be served.
    kept: DFF<Bits<N>>,
    /// Whom to choose from, the first that is not empty: the choice that waits, those above the last one served, all.
    candidates: [Signal<Local, Bits<N>>; 3],
    pairs: [Signal<Local, Bits<N>>; 3],
    fours: [Signal<Local, Bits<N>>; 3],
    eights: [Signal<Local, Bits<N>>; 3],
    above: [Signal<Local, Bits<N>>; 3],
    choice: Signal<Local, Bits<N>>,
    above_choice: Signal<Local, Bits<N>>,
    choice_bits: Signal<Local, Bits<16>>,
    /// Numbers that have each of their bits.
    with_bit: [Constant<Bits<16>>; 4],
}

impl<const N: usize> Default for RoundRobin<N> {
    fn default() -> Self {
        const { assert!(N <= 16, "a number has four bits") };
        let with_bit =
            |bit: usize| (0..16u64).filter(|number| number >> bit & 1 == 1).map(|number| 1 << number).sum::<u64>();
        crate::defaults! {
            [clock reset request advance grant chosen about first kept choice above_choice choice_bits]
            [candidates pairs fours eights above]
            with_bit: std::array::from_fn(|bit| Constant::new(with_bit(bit).into())),
        }
    }
}

impl<const N: usize> Describe for RoundRobin<N> {
    fn name() -> String {
        format!("round_robin_{N}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("round_robin", &[("REQUESTS", N)]))
    }

    fn description() -> &'static str {
        "Round-robin arbiter; a choice stays until it is served or its request falls. \
         Latency: 0 cycles from request to grant. Throughput: one choice a cycle. Never stalls."
    }
}

impl<const N: usize> Logic for RoundRobin<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, kept);
        self.candidates[0].next = self.request.val() & self.kept.q.val();
        self.candidates[1].next = self.request.val() & self.first.q.val();
        self.candidates[2].next = self.request.val();
        // All bits above the lowest one that is set, of up to sixteen, for all candidates side by side.
        for i in 0..3 {
            self.pairs[i].next = self.candidates[i].val() | (self.candidates[i].val() << 1);
            self.fours[i].next = self.pairs[i].val() | (self.pairs[i].val() << 2);
            self.eights[i].next = self.fours[i].val() | (self.fours[i].val() << 4);
            self.above[i].next = (self.eights[i].val() | (self.eights[i].val() << 8)) << 1;
        }
        if self.candidates[0].val().any() {
            self.choice.next = self.candidates[0].val();
            self.above_choice.next = self.above[0].val();
        } else if self.candidates[1].val().any() {
            self.choice.next = self.candidates[1].val() & !self.above[1].val();
            self.above_choice.next = self.above[1].val();
        } else {
            self.choice.next = self.candidates[2].val() & !self.above[2].val();
            self.above_choice.next = self.above[2].val();
        }
        self.grant.next = self.choice.val();
        self.choice_bits.next = bit_cast::<16, N>(self.choice.val());
        self.chosen.next = bit_cast::<4, 1>((self.choice_bits.val() & self.with_bit[0].val()).any().into())
            | (bit_cast::<4, 1>((self.choice_bits.val() & self.with_bit[1].val()).any().into()) << 1)
            | (bit_cast::<4, 1>((self.choice_bits.val() & self.with_bit[2].val()).any().into()) << 2)
            | (bit_cast::<4, 1>((self.choice_bits.val() & self.with_bit[3].val()).any().into()) << 3);

        self.kept.d.next = self.choice.val();
        if self.advance.val() & self.request.val().any() {
            self.kept.d.next = 0.into();
            self.first.d.next = self.above_choice.val();
        }
        if self.reset.val() {
            self.first.d.next = 0.into();
            self.kept.d.next = 0.into();
        }
    }
}
