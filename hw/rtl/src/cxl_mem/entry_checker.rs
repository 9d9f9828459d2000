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
    /// The range ends in the line of the position.
    ends_here: DFF<Bit>,
    bad: DFF<Bit>,
    bad_lanes: DFF<Bits<16>>,
    bad_line: DFF<Bits<28>>,
    line: Signal<Local, Bits<28>>,
    line_after: Signal<Local, Bits<28>>,
    /// End and position of the next cycle.
    end_next: Signal<Local, Bits<32>>,
    position_next: Signal<Local, Bits<32>>,
    /// Lanes behind those before the position, and behind those of the range.
    lanes_left: Signal<Local, Bits<16>>,
    lanes_behind: Signal<Local, Bits<16>>,
    all_lanes: Constant<Bits<16>>,
    pairs: Signal<Local, Bits<16>>,
    fours: Signal<Local, Bits<16>>,
    eights: Signal<Local, Bits<16>>,
    /// The first lane that is wrong.
    first: Signal<Local, Bits<16>>,
    bad_lane: Signal<Local, Bits<4>>,
    /// Lanes whose numbers have each of their bits.
    with_bit: [Constant<Bits<16>>; 4],
    about: About<Self>,
}

impl Default for EntryChecker {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start range_end range_limit range_valid range_ready entry_line entry_valid entry_ready
                failed error_position idle lanes busy end limit position ends_here bad bad_lanes bad_line
                line line_after end_next position_next lanes_left lanes_behind pairs fours eights first bad_lane about
            ]
            []
            all_lanes: Constant::new(0xffff.into()),
            with_bit: [0xaaaa_u64, 0xcccc, 0xf0f0, 0xff00].map(|lanes| Constant::new(lanes.into())),
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
        dff_setup!(self, clock, busy, end, limit, position, ends_here, bad, bad_lanes, bad_line);
        self.line.next = self.position.q.val().get_bits::<28>(4);
        self.line_after.next = self.line.val() + 1;
        comment!("Lanes from the position on; in the line in which the range ends, as far as it goes.");
        self.lanes_left.next = self.all_lanes.val() << self.position.q.val().get_bits::<4>(0);
        self.lanes_behind.next = self.all_lanes.val() << self.end.q.val().get_bits::<4>(0);
        self.lanes.entries.next = self.entry_line.val();
        self.lanes.lanes.next = self.lanes_left.val();
        if self.ends_here.q.val() {
            self.lanes.lanes.next = self.lanes_left.val() & !self.lanes_behind.val();
        }
        self.lanes.limit.next = self.limit.q.val();

        self.range_ready.next = !self.busy.q.val();
        self.entry_ready.next = false;
        comment!("What is wrong goes out through a register; which of it is the first is looked for behind that.");
        self.bad.d.next = false;
        self.bad_lanes.d.next = self.lanes.bad_lanes.val();
        self.bad_line.d.next = self.line.val();
        self.failed.next = self.bad.q.val();
        self.pairs.next = self.bad_lanes.q.val() | (self.bad_lanes.q.val() << 1);
        self.fours.next = self.pairs.val() | (self.pairs.val() << 2);
        self.eights.next = self.fours.val() | (self.fours.val() << 4);
        self.first.next = self.bad_lanes.q.val() & !((self.eights.val() | (self.eights.val() << 8)) << 1);
        self.bad_lane.next = bit_cast::<4, 1>((self.first.val() & self.with_bit[0].val()).any().into())
            | (bit_cast::<4, 1>((self.first.val() & self.with_bit[1].val()).any().into()) << 1)
            | (bit_cast::<4, 1>((self.first.val() & self.with_bit[2].val()).any().into()) << 2)
            | (bit_cast::<4, 1>((self.first.val() & self.with_bit[3].val()).any().into()) << 3);
        self.error_position.next =
            (bit_cast::<64, 28>(self.bad_line.q.val()) << 4) | bit_cast::<64, 4>(self.bad_lane.val());
        self.idle.next = !self.busy.q.val() & !self.range_valid.val() & !self.bad.q.val();
        self.end_next.next = self.end.q.val();
        self.position_next.next = self.position.q.val();
        if !self.busy.q.val() {
            self.busy.d.next = self.range_valid.val();
            self.end_next.next = self.range_end.val();
            self.limit.d.next = self.range_limit.val();
        } else if self.ends_here.q.val() & (self.position.q.val().get_bits::<4>(0) == self.end.q.val().get_bits::<4>(0))
        {
            self.busy.d.next = false;
        } else if self.entry_valid.val() {
            self.bad.d.next = self.lanes.bad.val();
            if self.ends_here.q.val() {
                self.position_next.next = self.end.q.val();
            } else {
                self.position_next.next = bit_cast::<32, 28>(self.line_after.val()) << 4;
                self.entry_ready.next = true;
            }
        }
        if self.start.val() {
            self.position_next.next = 0.into();
            self.bad.d.next = false;
        }
        self.end.d.next = self.end_next.val();
        self.position.d.next = self.position_next.val();
        comment!("Ends do not descend, so a range ends in this line if its end has the number of the line.");
        // Compared for every position that may be next, as which it is is known late.
        self.ends_here.d.next = self.end.q.val().get_bits::<28>(4) == self.line.val();
        if !self.busy.q.val() {
            self.ends_here.d.next = self.range_end.val().get_bits::<28>(4) == self.line.val();
        } else if self.entry_valid.val() & !self.ends_here.q.val() {
            self.ends_here.d.next = self.end.q.val().get_bits::<28>(4) == self.line_after.val();
        } else if self.entry_valid.val() {
            self.ends_here.d.next = true;
        }
        if self.start.val() {
            self.ends_here.d.next = !self.end_next.val().get_bits::<28>(4).any();
        }
        if self.reset.val() {
            self.busy.d.next = false;
            self.bad.d.next = false;
        }
    }
}
