//! A bound on a rate.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may pass at once after a pause: one line of 256 bytes of the medium.
pub const BURST_LINES: u64 = 4;

/// One line, in the unit of the rate.
const LINE: u64 = 1 << 16;

/// Token bucket: lets `rate` / 65536 lines pass a cycle, and up to [`BURST_LINES`] at once after a pause.
///
/// In any `n` cycles at most `BURST_LINES + n * rate / 65536` lines pass. It holds what is missing in the bucket rather
/// than what is there, so that at power-up and after a reset the bucket is full.
///
/// * Ports: `ready` says that a line may pass; `spend` that one did. `ready` stays until then. A `rate` of 0 means no
///   bound.
/// * Latency: `spend` and `rate` reach `ready` in the next cycle.
/// * Throughput: a line a cycle at a rate of 65536 and above.
/// * Stalls: `ready` is low while less than one line is in the bucket.
#[derive(LogicBlock)]
pub struct TokenBucket {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Fills the bucket.
    pub reset: Signal<In, Bit>,
    /// Lines a cycle in 1/65536; 0 for no bound.
    pub rate: Signal<In, Bits<17>>,
    /// A line passes; only while `ready` is high.
    pub spend: Signal<In, Bit>,
    /// A line may pass.
    pub ready: Signal<Out, Bit>,
    /// What the bucket lacks.
    missing: DFF<Bits<19>>,
    missing_after: Signal<Local, Bits<19>>,
    rate_wide: Signal<Local, Bits<19>>,
    line: Constant<Bits<19>>,
    most_missing: Constant<Bits<19>>,
    about: About<Self>,
}

impl Default for TokenBucket {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            rate: Default::default(),
            spend: Default::default(),
            ready: Default::default(),
            missing: Default::default(),
            missing_after: Default::default(),
            rate_wide: Default::default(),
            line: Constant::new(LINE.into()),
            most_missing: Constant::new(((BURST_LINES - 1) * LINE).into()),
            about: Default::default(),
        }
    }
}

impl Describe for TokenBucket {
    fn name() -> String {
        "token_bucket".into()
    }

    fn description() -> &'static str {
        "Lets rate / 65536 lines pass a cycle, and up to 4 at once after a pause; a rate of 0 is no bound. \
         Latency: 1 cycle. Throughput: up to a line a cycle. Stalls while less than a line is in the bucket."
    }
}

impl Logic for TokenBucket {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, missing);
        self.ready.next = self.missing.q.val() <= self.most_missing.val();
        self.rate_wide.next = bit_cast::<19, 17>(self.rate.val());
        self.missing_after.next = self.missing.q.val();
        if self.spend.val() {
            self.missing_after.next = self.missing.q.val() + self.line.val();
        }
        self.missing.d.next = 0.into();
        if self.rate.val().any() & (self.missing_after.val() > self.rate_wide.val()) {
            self.missing.d.next = self.missing_after.val() - self.rate_wide.val();
        }
        if self.reset.val() {
            self.missing.d.next = 0.into();
        }
    }
}
