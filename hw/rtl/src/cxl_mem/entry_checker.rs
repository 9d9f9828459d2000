//! Checks the entries of a batch.

use super::lanes::EntryLanes;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Checks the entries of a batch, sixteen a cycle, range after range: each goes up to an end and has a limit of its own.
///
/// Latency: two cycles for each range. Throughput: a line of entries a cycle. Stalls when there is no range, or no line yet.
#[derive(LogicBlock)]
pub struct EntryChecker {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Begins a batch: entry 0 is the next.
    pub start: Signal<In, Bit>,
    /// Range: its end (excluded).
    pub range_end: Signal<In, Bits<32>>,
    /// Range: its entries must be below this.
    pub range_limit: Signal<In, Bits<32>>,
    /// Range: there is one.
    pub range_valid: Signal<In, Bit>,
    /// Range: taken.
    pub range_ready: Signal<Out, Bit>,
    /// Entries: line.
    pub entry_line: Signal<In, Bits<512>>,
    /// Entries: valid.
    pub entry_valid: Signal<In, Bit>,
    /// Entries: ready.
    pub entry_ready: Signal<Out, Bit>,
    /// An entry is wrong (a pulse).
    pub failed: Signal<Out, Bit>,
    /// Its position (with `failed`).
    pub error_position: Signal<Out, Bits<64>>,
    /// No range is here or at work.
    pub idle: Signal<Out, Bit>,
    lanes: EntryLanes,
    busy: DFF<Bit>,
    end: DFF<Bits<32>>,
    limit: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    left: Signal<Local, Bits<32>>,
    lane: Signal<Local, Bits<4>>,
    in_line: Signal<Local, Bits<5>>,
    count: Signal<Local, Bits<5>>,
    next_lane: Signal<Local, Bits<5>>,
    line_words: Constant<Bits<5>>,
    about: About<Self>,
}

impl Default for EntryChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start range_end range_limit range_valid range_ready entry_line entry_valid entry_ready
                failed error_position idle lanes busy end limit position left lane in_line count next_lane about
            ]
            []
            line_words: Constant::new(16.into()),
        }
    }
}

impl Describe for EntryChecker {
    fn name() -> String {
        "entry_checker".into()
    }

    fn description() -> &'static str {
        "Checks the entries of a batch, range after range. Two cycles for each range; a line of entries a cycle; stalls when there is no range or no line yet."
    }
}

impl Logic for EntryChecker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, end, limit, position);
        self.left.next = self.end.q.val() - self.position.q.val();
        self.lane.next = self.position.q.val().get_bits::<4>(0);
        self.in_line.next = self.line_words.val() - bit_cast::<5, 4>(self.lane.val());
        self.count.next = self.in_line.val();
        if self.left.val() < bit_cast::<32, 5>(self.in_line.val()) {
            self.count.next = bit_cast::<5, 32>(self.left.val());
        }
        self.next_lane.next = bit_cast::<5, 4>(self.lane.val()) + self.count.val();
        self.lanes.entries.next = self.entry_line.val();
        self.lanes.first_lane.next = self.lane.val();
        self.lanes.count.next = self.count.val();
        self.lanes.limit.next = self.limit.q.val();

        self.range_ready.next = !self.busy.q.val();
        self.entry_ready.next = false;
        self.failed.next = false;
        self.error_position.next =
            bit_cast::<64, 32>(self.position.q.val()) + bit_cast::<64, 4>(self.lanes.bad_lane.val() - self.lane.val());
        self.idle.next = !self.busy.q.val() & !self.range_valid.val();
        if !self.busy.q.val() {
            self.busy.d.next = self.range_valid.val();
            self.end.d.next = self.range_end.val();
            self.limit.d.next = self.range_limit.val();
        } else if !self.left.val().any() {
            self.busy.d.next = false;
        } else if self.entry_valid.val() {
            self.position.d.next = self.position.q.val() + bit_cast::<32, 5>(self.count.val());
            self.entry_ready.next = self.next_lane.val() == self.line_words.val();
            self.failed.next = self.lanes.bad.val();
        }
        if self.start.val() {
            self.position.d.next = 0.into();
        }
        if self.reset.val() {
            self.busy.d.next = false;
        }
    }
}
