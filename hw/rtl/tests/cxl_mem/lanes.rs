//! The judges of sixteen words at once, against a loop over them.

use crate::bench::{random, ready, settle};
use crate::lines::{Line, number, to_bits};
use emberlane_rtl::cxl_mem::lanes::{EntryLanes, SegmentLanes};
use rand::Rng;
use rand_pcg::Pcg64;

/// What goes into the judge of segments.
#[derive(Clone, Debug)]
struct Segments {
    offsets: Line,
    rows: Line,
    carried_row: u32,
    first_lane: usize,
    count: usize,
    end_before: u32,
    row_before: u32,
    has_row_before: bool,
    entry_count: u32,
    row_limit: u32,
    is_update: bool,
}

/// What is wrong first: lane, end, row.
type Wrong = Option<(usize, bool, bool)>;

impl Segments {
    /// The row of the segment whose end lies in `lane`.
    fn row(&self, lane: usize) -> u32 {
        if lane == 0 { self.carried_row } else { self.rows[lane - 1] }
    }

    /// The first wrong segment, the end of the last good one before it, and the row of the last.
    fn judge(&self) -> (Wrong, u32, u32) {
        let (mut end_before, mut row_before) = (self.end_before, self.has_row_before.then_some(self.row_before));
        let mut wrong = None;
        let mut good_end = self.end_before;
        for lane in self.first_lane..self.first_lane + self.count {
            let (end, row) = (self.offsets[lane], self.row(lane));
            let bad_end = end < end_before || end > self.entry_count;
            let bad_row =
                self.is_update && (row >= self.row_limit || row_before.is_some_and(|row_before| row <= row_before));
            let empty = self.is_update && end == end_before;
            if wrong.is_none() {
                if bad_end || bad_row || empty {
                    wrong = Some((lane, bad_end, bad_row));
                } else {
                    good_end = end;
                }
            }
            (end_before, row_before) = (end, Some(row));
        }
        (wrong, good_end, self.row(self.first_lane + self.count - 1))
    }
}

fn check_segments(block: &mut SegmentLanes, case: &Segments) -> Wrong {
    block.offsets.next = to_bits(&case.offsets);
    block.rows.next = to_bits(&case.rows);
    block.carried_row.next = u64::from(case.carried_row).into();
    block.first_lane.next = (1_u64 << case.first_lane).into();
    block.lanes.next = (((1_u64 << case.count) - 1) << case.first_lane).into();
    block.end_before.next = u64::from(case.end_before).into();
    block.row_before.next = u64::from(case.row_before).into();
    block.has_row_before.next = case.has_row_before;
    block.entry_count.next = u64::from(case.entry_count).into();
    block.row_limit.next = u64::from(case.row_limit).into();
    block.is_update.next = case.is_update;
    settle(block);
    let (wrong, good_end, last_row) = case.judge();
    let found =
        block.bad.val().then(|| (number(block.bad_lane.val()) as usize, block.bad_end.val(), block.bad_row.val()));
    assert_eq!(found, wrong, "{case:?}");
    assert_eq!(number(block.good_end.val()), u64::from(good_end), "good end of {case:?}");
    assert_eq!(number(block.last_row.val()), u64::from(last_row), "last row of {case:?}");
    wrong
}

/// Ordered segments that end before `entry_count` and rows that are below `row_limit`, in the lanes that are judged; anything in
/// the others.
fn good_segments(first_lane: usize, count: usize, is_update: bool, random: &mut Pcg64) -> Segments {
    let mut words = || {
        std::array::from_fn(|_| [0, u32::MAX, random.random(), random.random_range(0..200)][random.random_range(0..4)])
    };
    let (mut offsets, mut rows): (Line, Line) = (words(), words());
    let end_before = [0, random.random_range(0..100), u32::MAX - 1000][random.random_range(0..3)];
    let row_before = [0, random.random_range(0..100), u32::MAX - 1000][random.random_range(0..3)];
    let has_row_before = random.random();
    let mut carried_row = random.random();
    let (mut end, mut row) = (end_before, if has_row_before { row_before + 1 } else { 0 });
    for lane in first_lane..first_lane + count {
        end += random.random_range(u32::from(is_update)..20);
        offsets[lane] = end;
        row += random.random_range(0..20);
        *(if lane == 0 { &mut carried_row } else { &mut rows[lane - 1] }) = row;
        row += 1;
    }
    Segments {
        offsets,
        rows,
        carried_row,
        first_lane,
        count,
        end_before,
        row_before,
        has_row_before,
        entry_count: end + random.random_range(0..2),
        row_limit: row + random.random_range(0..2),
        is_update,
    }
}

/// Changes one word or one setting by a little.
fn spoil(case: &mut Segments, random: &mut Pcg64) {
    let lane = random.random_range(0..16);
    let before = if lane == 0 { case.end_before } else { case.offsets[lane - 1] };
    let row_before = case.row(lane.saturating_sub(1));
    match random.random_range(0..10) {
        0 => case.offsets[lane] = before,
        1 => case.offsets[lane] = before.wrapping_sub(1),
        2 => case.offsets[lane] = case.entry_count.wrapping_add(random.random_range(0..2)),
        3 => case.entry_count = case.offsets[lane].wrapping_sub(random.random_range(0..2)),
        4 => case.row_limit = case.row(lane).wrapping_add(random.random_range(0..2)),
        5 if lane > 0 => case.rows[lane - 1] = row_before,
        6 if lane > 0 => case.rows[lane - 1] = row_before.wrapping_sub(1),
        5 | 6 => case.carried_row = case.row_before.wrapping_sub(random.random_range(0..2)),
        7 => case.has_row_before = !case.has_row_before,
        8 => case.end_before = case.offsets[case.first_lane].wrapping_add(random.random_range(0..2)),
        _ => case.row_before = case.row(case.first_lane).wrapping_sub(random.random_range(0..2)),
    }
}

#[test]
fn segments() {
    let random = &mut random("segments", 1);
    let mut block = ready::<SegmentLanes>();
    let mut wrong_lanes = [0; 16];
    for first_lane in 0..16 {
        for count in 1..=16 - first_lane {
            for round in 0..24 {
                let is_update = round % 2 == 1;
                let mut case = good_segments(first_lane, count, is_update, random);
                assert_eq!(check_segments(&mut block, &case), None, "good: {case:?}");
                for _ in 0..random.random_range(1..4) {
                    spoil(&mut case, random);
                    if let Some((lane, ..)) = check_segments(&mut block, &case) {
                        wrong_lanes[lane] += 1;
                    }
                }
            }
        }
    }
    assert!(wrong_lanes.iter().all(|&count| count > 20), "every lane was the first wrong one: {wrong_lanes:?}");
}

/// Every rule at its limit, in every lane.
#[test]
fn segments_at_the_limits() {
    let mut block = ready::<SegmentLanes>();
    for lane in 0..16_usize {
        // Ends 10, 11, .. and rows 20, 21, .. of which all are good.
        let good = Segments {
            offsets: std::array::from_fn(|lane| 10 + lane as u32),
            rows: std::array::from_fn(|lane| 21 + lane as u32),
            carried_row: 20,
            first_lane: 0,
            count: 16,
            end_before: 9,
            row_before: 19,
            has_row_before: true,
            entry_count: 25,
            row_limit: 36,
            is_update: true,
        };
        assert_eq!(check_segments(&mut block, &good), None);
        let alone = Segments {
            first_lane: lane,
            count: 1,
            end_before: 9 + lane as u32,
            row_before: 19 + lane as u32,
            entry_count: 10 + lane as u32,
            row_limit: 21 + lane as u32,
            ..good.clone()
        };
        assert_eq!(check_segments(&mut block, &alone), None);
        let at = lane as u32;
        for (case, wrong) in [
            (Segments { entry_count: 9 + at, ..good.clone() }, Some((lane, true, false))),
            (Segments { row_limit: 20 + at, ..good.clone() }, Some((lane, false, true))),
            (Segments { row_limit: 20 + at, is_update: false, ..good.clone() }, None),
            (Segments { entry_count: 9 + at, ..alone.clone() }, Some((lane, true, false))),
            (Segments { row_limit: 20 + at, ..alone.clone() }, Some((lane, false, true))),
            (Segments { end_before: 10 + at, ..alone.clone() }, Some((lane, false, false))),
            (Segments { end_before: 10 + at, is_update: false, ..alone.clone() }, None),
            (Segments { end_before: 11 + at, is_update: false, ..alone.clone() }, Some((lane, true, false))),
            (Segments { row_before: 20 + at, ..alone.clone() }, Some((lane, false, true))),
            (Segments { row_before: 20 + at, has_row_before: false, ..alone.clone() }, None),
            (Segments { row_before: 20 + at, is_update: false, ..alone.clone() }, None),
        ] {
            assert_eq!(check_segments(&mut block, &case), wrong, "{case:?}");
        }
    }
}

#[test]
fn entries() {
    let random = &mut random("entries", 2);
    let mut block = ready::<EntryLanes>();
    let mut wrong_lanes = [0; 16];
    for first_lane in 0..16 {
        for count in 1..=16 - first_lane {
            for _ in 0..48 {
                let limit = [1, random.random_range(1..1000), u32::MAX, 1 << 31][random.random_range(0..4)];
                // Good ones in the lanes that are judged, anything in the others; then one at the limit somewhere.
                let mut entries: Line = std::array::from_fn(|lane| {
                    if (first_lane..first_lane + count).contains(&lane) {
                        [limit - 1, random.random_range(0..limit)][random.random_range(0..2)]
                    } else {
                        [u32::MAX, limit, random.random()][random.random_range(0..3)]
                    }
                });
                for spoilt in 0..3 {
                    if spoilt > 0 {
                        entries[random.random_range(0..16)] = [limit, u32::MAX][random.random_range(0..2)];
                    }
                    block.entries.next = to_bits(&entries);
                    block.lanes.next = (((1_u64 << count) - 1) << first_lane).into();
                    block.limit.next = u64::from(limit).into();
                    settle(&mut *block);
                    let mut judged = first_lane..first_lane + count;
                    let bad =
                        judged.clone().filter(|&lane| entries[lane] >= limit).map(|lane| 1_u64 << lane).sum::<u64>();
                    let found = (block.bad.val(), number(block.bad_lanes.val()));
                    assert_eq!(found, (bad != 0, bad), "{count} from {first_lane} on of {entries:?} below {limit}");
                    let wrong = judged.find(|&lane| entries[lane] >= limit);
                    if let Some(lane) = wrong {
                        wrong_lanes[lane] += 1;
                    }
                }
            }
        }
    }
    assert!(wrong_lanes.iter().all(|&count| count > 20), "every lane was the first wrong one: {wrong_lanes:?}");
}
