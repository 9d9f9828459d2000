//! Checks the entries of a batch.

use super::lanes::EntryLanes;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Checks the entries of a batch, sixteen a cycle, range after range: each goes up to an end and has a limit of its own.
///
/// Ends of ranges do not descend.
///
/// Latency: two cycles for each range, and one from a wrong entry to `failed`. Throughput: a line of entries a cycle. Stalls
/// when there is no range, or no line yet.
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
    /// No range is here or at work, and nothing wrong is to be reported.
    pub idle: Signal<Out, Bit>,
    lanes: EntryLanes,
    busy: DFF<Bit>,
    end: DFF<Bits<32>>,
    limit: DFF<Bits<32>>,
    position: DFF<Bits<32>>,
    bad: DFF<Bit>,
    bad_lane: DFF<Bits<4>>,
    bad_line: DFF<Bits<28>>,
    line: Signal<Local, Bits<28>>,
    ends_here: Signal<Local, Bit>,
    line_words: Constant<Bits<5>>,
    about: About<Self>,
}

impl Default for EntryChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start range_end range_limit range_valid range_ready entry_line entry_valid entry_ready
                failed error_position idle lanes busy end limit position bad bad_lane bad_line line ends_here about
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
        "Checks the entries of a batch, range after range. Two cycles for each range, one from a wrong entry to failed; a line of entries a cycle; stalls when there is no range or no line yet."
    }
}

impl Logic for EntryChecker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, end, limit, position, bad, bad_lane, bad_line);
        comment!("Ends do not descend, so a range ends in this line if its end has the number of the line.");
        self.line.next = self.position.q.val().get_bits::<28>(4);
        self.ends_here.next = self.end.q.val().get_bits::<28>(4) == self.line.val();
        self.lanes.entries.next = self.entry_line.val();
        self.lanes.first_lane.next = self.position.q.val().get_bits::<4>(0);
        self.lanes.end_lane.next = self.line_words.val();
        if self.ends_here.val() {
            self.lanes.end_lane.next = bit_cast::<5, 4>(self.end.q.val().get_bits::<4>(0));
        }
        self.lanes.limit.next = self.limit.q.val();

        self.range_ready.next = !self.busy.q.val();
        self.entry_ready.next = false;
        comment!("What is wrong goes out through a register.");
        self.bad.d.next = false;
        self.bad_lane.d.next = self.lanes.bad_lane.val();
        self.bad_line.d.next = self.line.val();
        self.failed.next = self.bad.q.val();
        self.error_position.next =
            (bit_cast::<64, 28>(self.bad_line.q.val()) << 4) | bit_cast::<64, 4>(self.bad_lane.q.val());
        self.idle.next = !self.busy.q.val() & !self.range_valid.val() & !self.bad.q.val();
        if !self.busy.q.val() {
            self.busy.d.next = self.range_valid.val();
            self.end.d.next = self.range_end.val();
            self.limit.d.next = self.range_limit.val();
        } else if self.position.q.val() == self.end.q.val() {
            self.busy.d.next = false;
        } else if self.entry_valid.val() {
            self.bad.d.next = self.lanes.bad.val();
            if self.ends_here.val() {
                self.position.d.next = self.end.q.val();
            } else {
                self.position.d.next = bit_cast::<32, 28>(self.line.val() + 1) << 4;
                self.entry_ready.next = true;
            }
        }
        if self.start.val() {
            self.position.d.next = 0.into();
            self.bad.d.next = false;
        }
        if self.reset.val() {
            self.busy.d.next = false;
            self.bad.d.next = false;
        }
    }
}
