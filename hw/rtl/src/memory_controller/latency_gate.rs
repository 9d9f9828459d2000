//! Holds answers back until their requests are old enough.

use super::PulseDelay;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Says whether the oldest unanswered request is `latency` cycles old. Up to `1 << LOG_DEPTH` requests (128 at most)
/// are unanswered.
///
/// * Ports: `enter` for each request, `leave` for each answer, which comes only while `ripe` is high; `ripe` stays
///   until then. Whoever pulses `enter` bounds the requests; `latency` stays while there are any.
/// * Latency: `ripe` rises `latency` cycles after `enter`, and three cycles after it at the earliest.
/// * Throughput: a request and an answer a cycle. It never stalls requests.
#[derive(LogicBlock)]
pub struct LatencyGate<const LOG_DEPTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the requests.
    pub reset: Signal<In, Bit>,
    /// Cycles from a request to the earliest answer.
    pub latency: Signal<In, Bits<16>>,
    /// A request.
    pub enter: Signal<In, Bit>,
    /// An answer.
    pub leave: Signal<In, Bit>,
    /// The oldest request may be answered.
    pub ripe: Signal<Out, Bit>,
    delay: PulseDelay<LOG_DEPTH>,
    /// Requests that are old enough and not answered.
    ripe_requests: DFF<Bits<8>>,
    about: About<Self>,
}

impl<const LOG_DEPTH: usize> Default for LatencyGate<LOG_DEPTH> {
    fn default() -> Self {
        assert!(LOG_DEPTH <= 7, "a latency gate counts up to 128 requests");
        Self {
            clock: Default::default(),
            reset: Default::default(),
            latency: Default::default(),
            enter: Default::default(),
            leave: Default::default(),
            ripe: Default::default(),
            delay: Default::default(),
            ripe_requests: Default::default(),
            about: Default::default(),
        }
    }
}

impl<const LOG_DEPTH: usize> Describe for LatencyGate<LOG_DEPTH> {
    fn name() -> String {
        format!("latency_gate_d{}", 1_u64 << LOG_DEPTH)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("latency_gate", &[("LOG_DEPTH", LOG_DEPTH)]))
    }

    fn description() -> &'static str {
        "Says whether the oldest unanswered request is latency cycles old, 3 at least. \
         Throughput: a request and an answer a cycle. Never stalls requests; its user bounds how many are unanswered."
    }
}

impl<const LOG_DEPTH: usize> Logic for LatencyGate<LOG_DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ripe_requests);
        self.delay.clock.next = self.clock.val();
        self.delay.reset.next = self.reset.val();
        self.delay.delay.next = self.latency.val();
        self.delay.enter.next = self.enter.val();

        self.ripe.next = self.ripe_requests.q.val().any();
        if self.delay.due.val() & !self.leave.val() {
            self.ripe_requests.d.next = self.ripe_requests.q.val() + 1;
        }
        if self.leave.val() & !self.delay.due.val() {
            self.ripe_requests.d.next = self.ripe_requests.q.val() - 1;
        }
        if self.reset.val() {
            self.ripe_requests.d.next = 0.into();
        }
    }
}
