//! Writes that a read of the same line has to wait for.

use super::medium_line::LINE_NUMBER_BITS;
use super::{PulseDelay, RecentWrite};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Table of the last writes: `ENTRIES`, 2 to the power of `LOG_ENTRIES`, 128 at most.
///
/// A write is in the table from its acceptance until `window` cycles after its answer. Writes are answered in order, so
/// the table is a ring: the oldest write is freed first, and each write has a place of its own, whatever its line.
/// A read that comes to hand is compared with all of them at once, and is blocked until those of its line are freed.
/// Writes that come after it do not block it, so it waits for a bounded time even if its line is written all the time.
///
/// * Ports: `enter` for each write, only while `ready` is high; `answered` for each answer, in order; `look` for each
///   read, only while the one before is not blocked. `window` stays while the table holds writes.
/// * Latency: a look shows at `blocked` in the next cycle. A write is seen by looks from the next cycle on. `blocked`
///   falls `window` cycles after the answer, and three cycles after it at the earliest.
/// * Throughput: a write, an answer and a look a cycle.
/// * Stalls: `ready` is low while the table is full. Then new writes wait: no write is forgotten early.
#[derive(LogicBlock)]
pub struct RecentWrites<const LOG_ENTRIES: usize, const ENTRIES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Empties the table.
    pub reset: Signal<In, Bit>,
    /// Cycles that a write stays in the table after its answer.
    pub window: Signal<In, Bits<16>>,
    /// A write.
    pub enter: Signal<In, Bit>,
    /// Number of its line.
    pub line: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// There is room for a write.
    pub ready: Signal<Out, Bit>,
    /// The oldest unanswered write is answered.
    pub answered: Signal<In, Bit>,
    /// A new read is at hand.
    pub look: Signal<In, Bit>,
    /// Number of its line.
    pub look_line: Signal<In, Bits<LINE_NUMBER_BITS>>,
    /// The read at hand has to wait.
    pub blocked: Signal<Out, Bit>,
    entry: [RecentWrite; ENTRIES],
    delay: PulseDelay<LOG_ENTRIES>,
    newest: DFF<Bits<LOG_ENTRIES>>,
    oldest: DFF<Bits<LOG_ENTRIES>>,
    used: DFF<Bits<8>>,
    enter_bit: Signal<Local, Bits<ENTRIES>>,
    free_bit: Signal<Local, Bits<ENTRIES>>,
    entries: Constant<Bits<8>>,
    one: Constant<Bits<ENTRIES>>,
    about: About<Self>,
}

impl<const LOG_ENTRIES: usize, const ENTRIES: usize> Default for RecentWrites<LOG_ENTRIES, ENTRIES> {
    fn default() -> Self {
        assert!(ENTRIES == 1 << LOG_ENTRIES && ENTRIES <= 128, "a table of 2^LOG_ENTRIES writes, 128 at most");
        Self {
            clock: Default::default(),
            reset: Default::default(),
            window: Default::default(),
            enter: Default::default(),
            line: Default::default(),
            ready: Default::default(),
            answered: Default::default(),
            look: Default::default(),
            look_line: Default::default(),
            blocked: Default::default(),
            entry: array::from_fn(|_| Default::default()),
            delay: Default::default(),
            newest: Default::default(),
            oldest: Default::default(),
            used: Default::default(),
            enter_bit: Default::default(),
            free_bit: Default::default(),
            entries: Constant::new((ENTRIES as u64).into()),
            one: Constant::new(1.into()),
            about: Default::default(),
        }
    }
}

impl<const LOG_ENTRIES: usize, const ENTRIES: usize> Describe for RecentWrites<LOG_ENTRIES, ENTRIES> {
    fn name() -> String {
        format!("recent_writes_d{ENTRIES}")
    }

    fn description() -> &'static str {
        "Table of the last writes, which blocks a read of a line that was written. \
         Latency: 1 cycle. Throughput: a write and a read a cycle. Stalls writes while the table is full."
    }
}

impl<const LOG_ENTRIES: usize, const ENTRIES: usize> Logic for RecentWrites<LOG_ENTRIES, ENTRIES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, newest, oldest, used);
        self.delay.clock.next = self.clock.val();
        self.delay.reset.next = self.reset.val();
        self.delay.delay.next = self.window.val();
        self.delay.enter.next = self.answered.val();

        self.ready.next = self.used.q.val() != self.entries.val();
        self.enter_bit.next = 0.into();
        if self.enter.val() {
            self.enter_bit.next = self.one.val() << self.newest.q.val();
            self.newest.d.next = self.newest.q.val() + 1;
        }
        self.free_bit.next = 0.into();
        if self.delay.due.val() {
            self.free_bit.next = self.one.val() << self.oldest.q.val();
            self.oldest.d.next = self.oldest.q.val() + 1;
        }
        if self.enter.val() & !self.delay.due.val() {
            self.used.d.next = self.used.q.val() + 1;
        }
        if self.delay.due.val() & !self.enter.val() {
            self.used.d.next = self.used.q.val() - 1;
        }

        self.blocked.next = false;
        for i in 0..ENTRIES {
            self.entry[i].clock.next = self.clock.val();
            self.entry[i].reset.next = self.reset.val();
            self.entry[i].enter.next = self.enter_bit.val().get_bit(i);
            self.entry[i].line.next = self.line.val();
            self.entry[i].free.next = self.free_bit.val().get_bit(i);
            self.entry[i].look.next = self.look.val();
            self.entry[i].look_line.next = self.look_line.val();
            if self.entry[i].blocks.val() {
                self.blocked.next = true;
            }
        }
        if self.reset.val() {
            self.newest.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.used.d.next = 0.into();
        }
    }
}
