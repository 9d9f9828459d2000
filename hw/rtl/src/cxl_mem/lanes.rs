//! Sixteen words of a list judged at once.

#![expect(clippy::eq_op, clippy::identity_op, reason = "`seq!` gives every copy of a number the place of the first")]

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use seq_macro::seq;

/// Judges the ends, and in an update the rows, of up to sixteen segments: those whose ends lie in some lanes, without a gap,
/// of a line of offsets.
///
/// The row of a segment lies one place before its end, so the last row of the line before comes along. Combinational.
#[derive(LogicBlock)]
pub struct SegmentLanes {
    /// Line of the offset list.
    pub offsets: Signal<In, Bits<512>>,
    /// Line of the row list with the same number.
    pub rows: Signal<In, Bits<512>>,
    /// Last word of the line of rows before.
    pub carried_row: Signal<In, Bits<32>>,
    /// First lane that is judged, one-hot.
    pub first_lane: Signal<In, Bits<16>>,
    /// Lanes that are judged, the first and those behind it, one bit each.
    pub lanes: Signal<In, Bits<16>>,
    /// End of the segment before the first.
    pub end_before: Signal<In, Bits<32>>,
    /// Row of the segment before the first.
    pub row_before: Signal<In, Bits<32>>,
    /// The first segment has one before it in its table.
    pub has_row_before: Signal<In, Bit>,
    /// Entries of the batch.
    pub entry_count: Signal<In, Bits<32>>,
    /// Rows of the table.
    pub row_limit: Signal<In, Bits<32>>,
    /// Rows are judged, and no segment may be empty.
    pub is_update: Signal<In, Bit>,
    /// A segment is wrong.
    pub bad: Signal<Out, Bit>,
    /// Lane of the first one.
    pub bad_lane: Signal<Out, Bits<4>>,
    /// Its end is below that of the segment before, or above the entries.
    pub bad_end: Signal<Out, Bit>,
    /// Its row is past the table, or not above that of the segment before.
    pub bad_row: Signal<Out, Bit>,
    /// End of the segment before the first that is wrong; without one, of the last that is judged.
    pub good_end: Signal<Out, Bits<32>>,
    /// Row of the last segment that is judged; zero if none is.
    pub last_row: Signal<Out, Bits<32>>,
    end: [Signal<Local, Bits<32>>; 16],
    row: [Signal<Local, Bits<32>>; 16],
    before: [Signal<Local, Bits<32>>; 16],
    above: [Signal<Local, Bits<32>>; 16],
    judged: [Signal<Local, Bit>; 16],
    has_above: [Signal<Local, Bit>; 16],
    wrong_end: [Signal<Local, Bit>; 16],
    wrong_row: [Signal<Local, Bit>; 16],
    wrong: [Signal<Local, Bit>; 16],
    /// Those that are wrong up to each lane, one bit each.
    gathered: [Signal<Local, Bits<16>>; 16],
    pairs: Signal<Local, Bits<16>>,
    fours: Signal<Local, Bits<16>>,
    eights: Signal<Local, Bits<16>>,
    /// Lanes above the first wrong one.
    wrong_below: Signal<Local, Bits<16>>,
    no_lane: Constant<Bits<16>>,
    judged_above: [Signal<Local, Bit>; 16],
    first: [Signal<Local, Bit>; 16],
    lane: [Signal<Local, Bits<4>>; 16],
    first_end: [Signal<Local, Bit>; 16],
    first_row: [Signal<Local, Bit>; 16],
    end_below: [Signal<Local, Bits<32>>; 16],
    end_so_far: [Signal<Local, Bits<32>>; 16],
    row_so_far: [Signal<Local, Bits<32>>; 16],
    rows_behind: Signal<Local, Bits<512>>,
    about: About<Self>,
}

impl Default for SegmentLanes {
    fn default() -> Self {
        crate::defaults! {
            [offsets rows carried_row first_lane lanes end_before row_before has_row_before entry_count row_limit is_update bad bad_lane bad_end bad_row good_end last_row pairs fours eights wrong_below rows_behind about]
            [end row before above judged has_above wrong_end wrong_row wrong gathered judged_above first lane first_end first_row end_below end_so_far row_so_far]
            no_lane: Constant::new(0.into()),
        }
    }
}

impl Describe for SegmentLanes {
    fn name() -> String {
        "segment_lanes".into()
    }

    fn description() -> &'static str {
        "Judges the ends and rows of up to sixteen segments at once. Combinational."
    }
}

seq!(I in 1..16 {
    impl Logic for SegmentLanes {
        #[hdl_gen]
        fn update(&mut self) {
            self.rows_behind.next = (self.rows.val() << 32) | bit_cast::<512, 32>(self.carried_row.val());
            self.end[0].next = self.offsets.val().get_bits::<32>(0);
            self.row[0].next = self.rows_behind.val().get_bits::<32>(0);
            self.judged[0].next = self.lanes.val().get_bit(0);
            self.has_above[0].next = self.has_row_before.val();
            self.before[0].next = self.end_before.val();
            self.above[0].next = self.row_before.val();
            #(
                self.end[I].next = self.offsets.val().get_bits::<32>(32 * I);
                self.row[I].next = self.rows_behind.val().get_bits::<32>(32 * I);
                self.judged[I].next = self.lanes.val().get_bit(I);
                if self.first_lane.val().get_bit(I) {
                    self.has_above[I].next = self.has_row_before.val();
                    self.before[I].next = self.end_before.val();
                    self.above[I].next = self.row_before.val();
                } else {
                    self.has_above[I].next = true;
                    self.before[I].next = self.end[I - 1].val();
                    self.above[I].next = self.row[I - 1].val();
                }
            )*
            for i in 0..16 {
                self.wrong_end[i].next =
                    (self.end[i].val() < self.before[i].val()) | (self.end[i].val() > self.entry_count.val());
                self.wrong_row[i].next = self.is_update.val()
                    & ((self.row[i].val() >= self.row_limit.val())
                        | (self.has_above[i].val() & (self.row[i].val() <= self.above[i].val())));
                self.wrong[i].next = self.judged[i].val()
                    & (self.wrong_end[i].val()
                        | self.wrong_row[i].val()
                        | (self.is_update.val() & (self.end[i].val() == self.before[i].val())));
            }
            self.gathered[0].next = self.no_lane.val().replace_bit(0, self.wrong[0].val());
            #(
                self.gathered[I].next = self.gathered[I - 1].val().replace_bit(I, self.wrong[I].val());
            )*
            self.pairs.next = self.gathered[15].val() | (self.gathered[15].val() << 1);
            self.fours.next = self.pairs.val() | (self.pairs.val() << 2);
            self.eights.next = self.fours.val() | (self.fours.val() << 4);
            self.wrong_below.next = (self.eights.val() | (self.eights.val() << 8)) << 1;
            comment!("One lane at most is the first wrong one, and one the last judged one: what they say is gathered in any order.");
            self.judged_above[15].next = false;
            self.first[0].next = self.wrong[0].val();
            self.lane[0].next = 0.into();
            self.first_end[0].next = self.first[0].val() & self.wrong_end[0].val();
            self.first_row[0].next = self.first[0].val() & self.wrong_row[0].val();
            self.end_below[0].next = 0.into();
            if self.first[0].val() {
                self.end_below[0].next = self.before[0].val();
            }
            self.end_so_far[0].next = 0.into();
            self.row_so_far[0].next = 0.into();
            if self.judged[0].val() & !self.judged_above[0].val() {
                self.end_so_far[0].next = self.end[0].val();
                self.row_so_far[0].next = self.row[0].val();
            }
            #(
                self.judged_above[I - 1].next = self.judged[I].val();
                self.first[I].next = self.wrong[I].val() & !self.wrong_below.val().get_bit(I);
                self.lane[I].next = self.lane[I - 1].val();
                if self.first[I].val() {
                    self.lane[I].next = self.lane[I - 1].val() | I;
                }
                self.first_end[I].next = self.first_end[I - 1].val() | (self.first[I].val() & self.wrong_end[I].val());
                self.first_row[I].next = self.first_row[I - 1].val() | (self.first[I].val() & self.wrong_row[I].val());
                self.end_below[I].next = self.end_below[I - 1].val();
                if self.first[I].val() {
                    self.end_below[I].next = self.end_below[I - 1].val() | self.before[I].val();
                }
                self.end_so_far[I].next = self.end_so_far[I - 1].val();
                self.row_so_far[I].next = self.row_so_far[I - 1].val();
                if self.judged[I].val() & !self.judged_above[I].val() {
                    self.end_so_far[I].next = self.end_so_far[I - 1].val() | self.end[I].val();
                    self.row_so_far[I].next = self.row_so_far[I - 1].val() | self.row[I].val();
                }
            )*
            self.bad.next = self.gathered[15].val().any();
            self.bad_lane.next = self.lane[15].val();
            self.bad_end.next = self.first_end[15].val();
            self.bad_row.next = self.first_row[15].val();
            self.good_end.next = self.end_before.val();
            if self.bad.val() {
                self.good_end.next = self.end_below[15].val();
            } else if self.lanes.val().any() {
                self.good_end.next = self.end_so_far[15].val();
            }
            self.last_row.next = self.row_so_far[15].val();
        }
    }
});

/// Judges up to sixteen entries of a line. Combinational.
#[derive(LogicBlock)]
pub struct EntryLanes {
    /// Line of the entry list.
    pub entries: Signal<In, Bits<512>>,
    /// Lanes that are judged, one bit each.
    pub lanes: Signal<In, Bits<16>>,
    /// Entries must be below this.
    pub limit: Signal<In, Bits<32>>,
    /// An entry is not.
    pub bad: Signal<Out, Bit>,
    /// Lanes of those that are not, one bit each.
    pub bad_lanes: Signal<Out, Bits<16>>,
    entry: [Signal<Local, Bits<32>>; 16],
    wrong: [Signal<Local, Bit>; 16],
    /// Those that are wrong up to each lane, one bit each.
    gathered: [Signal<Local, Bits<16>>; 16],
    no_lane: Constant<Bits<16>>,
    about: About<Self>,
}

impl Default for EntryLanes {
    fn default() -> Self {
        crate::defaults! {
            [entries lanes limit bad bad_lanes about]
            [entry wrong gathered]
            no_lane: Constant::new(0.into()),
        }
    }
}

impl Describe for EntryLanes {
    fn name() -> String {
        "entry_lanes".into()
    }

    fn description() -> &'static str {
        "Judges up to sixteen entries at once. Combinational."
    }
}

seq!(I in 1..16 {
    impl Logic for EntryLanes {
        #[hdl_gen]
        fn update(&mut self) {
            self.entry[0].next = self.entries.val().get_bits::<32>(0);
            #(
                self.entry[I].next = self.entries.val().get_bits::<32>(32 * I);
            )*
            for i in 0..16 {
                self.wrong[i].next = self.lanes.val().get_bit(i) & (self.entry[i].val() >= self.limit.val());
            }
            self.gathered[0].next = self.no_lane.val().replace_bit(0, self.wrong[0].val());
            #(
                self.gathered[I].next = self.gathered[I - 1].val().replace_bit(I, self.wrong[I].val());
            )*
            self.bad.next = self.gathered[15].val().any();
            self.bad_lanes.next = self.gathered[15].val();
        }
    }
});
