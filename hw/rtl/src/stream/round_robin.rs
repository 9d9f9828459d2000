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
#[derive(LogicBlock, Default)]
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
    about: About<Self>,
    /// Requesters above the last one served: they come first.
    first: DFF<Bits<N>>,
    /// Choice that still waits to be served.
    kept: DFF<Bits<N>>,
    candidates: Signal<Local, Bits<N>>,
    choice: Signal<Local, Bits<N>>,
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
        if (self.request.val() & self.kept.q.val()).any() {
            self.candidates.next = self.request.val() & self.kept.q.val();
        } else if (self.request.val() & self.first.q.val()).any() {
            self.candidates.next = self.request.val() & self.first.q.val();
        } else {
            self.candidates.next = self.request.val();
        }
        // The lowest bit that is set.
        self.choice.next = self.candidates.val() & (!self.candidates.val() + 1);
        self.grant.next = self.choice.val();

        self.kept.d.next = self.choice.val();
        if self.advance.val() & self.choice.val().any() {
            self.kept.d.next = 0.into();
            // All bits above the one that is set.
            self.first.d.next = !(self.choice.val() | (self.choice.val() - 1));
        }
        if self.reset.val() {
            self.first.d.next = 0.into();
            self.kept.d.next = 0.into();
        }
    }
}
