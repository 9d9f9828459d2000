//! The checkers of a batch: the first thing that is wrong, where the register map says, however the lists come.

use crate::batches::{Batch, Error, by_hand, in_lines};
use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, number, to_bits};
use emberlane_rtl::cxl_mem::batch_checker::BatchChecker;
use emberlane_rtl::cxl_mem::entry_checker::EntryChecker;
use emberlane_rtl::cxl_mem::segment_checker::SegmentChecker;
use rand::Rng;
use rand_pcg::Pcg64;

/// Cycles in which a batch is judged, if ever.
const PATIENCE: usize = 20_000;

/// Offers the next beat of a list to a block.
macro_rules! offer {
    ($source:expr, $valid:expr, $beat:expr, $random:expr) => {
        let beat = $source.offer($random);
        $valid = beat.is_some();
        $beat = to_bits(beat.unwrap_or(&[0; _]));
    };
}

/// Puts a batch's settings and lists before a checker. Evaluates to its lists: directory, offsets, rows.
macro_rules! set {
    ($block:expr, $batch:expr, $rate:expr, $random:expr) => {{
        $block.is_update.next = $batch.is_update;
        $block.lines.next = $batch.lines.into();
        $block.table_count.next = ($batch.tables.len() as u64).into();
        $block.segment_count.next = ($batch.segments() as u64).into();
        $block.entry_count.next = ($batch.entries.len() as u64).into();
        $block.bag_count.next = u64::from($batch.bags).into();
        $block.data_base.next = $batch.data.start.into();
        $block.data_end.next = $batch.data.end.into();
        let rows = if $batch.is_update { in_lines(&$batch.rows, $random) } else { Vec::new() };
        (
            Source::new($batch.directory(), $rate()),
            Source::<Line>::new(in_lines(&$batch.offsets, $random), $rate()),
            Source::<Line>::new(rows, $rate()),
        )
    }};
}

/// A cycle of a checker with its lists; runs `$between` on the settled block.
macro_rules! cycle {
    ($block:expr, $lists:expr, $random:expr, $between:block) => {
        offer!($lists.0, $block.directory_valid.next, $block.directory_beat.next, $random);
        offer!($lists.1, $block.offset_valid.next, $block.offset_line.next, $random);
        offer!($lists.2, $block.row_valid.next, $block.row_line.next, $random);
        settle(&mut **$block);
        $between
        if $block.directory_ready.val() && $block.directory_valid.val() {
            $lists.0.take();
        }
        if $block.offset_ready.val() && $block.offset_valid.val() {
            $lists.1.take();
        }
        if $block.row_ready.val() && $block.row_valid.val() {
            $lists.2.take();
        }
    };
}

/// What a checker says, if it says it now.
macro_rules! verdict {
    ($block:expr) => {
        match ($block.done.val(), $block.failed.val()) {
            (true, false) => Some(Ok(())),
            (false, true) => Some(Err((number($block.error.val()), number($block.error_position.val())))),
            (false, false) => None,
            (true, true) => panic!("done and failed"),
        }
    };
}

fn judge_batch(
    block: &mut Box<BatchChecker>,
    batch: &Batch,
    rate: fn() -> Rate,
    random: &mut Pcg64,
) -> Result<(), Error> {
    let mut lists = set!(block, batch, rate, random);
    let mut entries = Source::<Line>::new(in_lines(&batch.entries, random), rate());
    for cycle in 0..PATIENCE {
        block.start.next = cycle == 0;
        offer!(entries, block.entry_valid.next, block.entry_line.next, random);
        let said;
        cycle!(block, lists, random, {
            said = verdict!(block);
            // In the cycle of the start it may still be that of the batch before.
            let checked = number(block.tables_checked.val());
            assert!(cycle == 0 || checked <= batch.tables.len() as u64, "{checked} tables");
            assert!(said != Some(Ok(())) || checked == batch.tables.len() as u64, "{checked} tables of a good batch");
        });
        if block.entry_ready.val() && block.entry_valid.val() {
            entries.take();
        }
        // A batch that failed is reset, as the sequencer does; after a good one the next begins.
        block.reset.next = matches!(said, Some(Err(_)));
        clock_cycle!(*block);
        block.reset.next = false;
        if let Some(said) = said {
            return said;
        }
    }
    panic!("no verdict on {batch:?}");
}

#[test]
fn batches_are_judged_in_the_order_of_the_register_map() {
    let random = &mut random("batches", 1);
    let block = &mut ready::<BatchChecker>();
    block.reset.next = true;
    clock_cycle!(*block);
    block.reset.next = false;
    let mut errors = [0; 32];
    for round in 0..800 {
        let mut batch = Batch::good(random);
        for _ in 0..round % 3 {
            batch.damage(random);
        }
        let (expected, _) = batch.judge(true);
        assert!(round % 3 > 0 || expected.is_ok(), "{batch:?}");
        let rate = if round % 4 == 0 { Rate::always } else { Rate::changing };
        assert_eq!(judge_batch(block, &batch, rate, random), expected, "round {round}: {batch:?}");
        errors[expected.err().map_or(0, |error| error.0 as usize)] += 1;
    }
    assert!([0, 10, 11, 12, 13, 14, 15].iter().all(|&error| errors[error] > 3), "{errors:?}");
}

#[test]
fn batches_by_hand() {
    for rate in [Rate::always, Rate::changing] {
        let random = &mut random("batches by hand", 2);
        let block = &mut ready::<BatchChecker>();
        for (name, batch, expected) in by_hand() {
            assert_eq!(batch.judge(true).0, expected, "{name}: the plain walk");
            assert_eq!(judge_batch(block, &batch, rate, random), expected, "{name}");
        }
    }
}

/// Ranges are handed on in order, and the verdict waits for their entries.
#[test]
fn segments_are_judged_and_ranges_handed_on() {
    let random = &mut random("segments", 3);
    let block = &mut ready::<SegmentChecker>();
    block.reset.next = true;
    clock_cycle!(*block);
    block.reset.next = false;
    let mut failures = 0;
    for round in 0..400 {
        let mut batch = Batch::good(random);
        if round % 2 == 1 {
            batch.damage(random);
        }
        let (expected, expected_ranges) = batch.judge(false);
        let mut lists = set!(block, batch, Rate::changing, random);
        let (mut takes, mut ranges, mut waits) = (Rate::changing(), Vec::new(), None);
        let mut said = None;
        for cycle in 0.. {
            assert!(cycle < PATIENCE, "no verdict on {batch:?}");
            block.start.next = cycle == 0;
            block.range_ready.next = takes.draw(random);
            // Entries are judged for some cycles behind the last range.
            let judged = waits == Some(0);
            block.entries_judged.next = judged;
            cycle!(block, lists, random, {
                said = verdict!(block);
                assert!(said.is_none() || judged, "a verdict while entries are judged");
                if block.range_valid.val() && block.range_ready.val() {
                    ranges.push((number(block.range_end.val()) as u32, number(block.range_limit.val()) as u32));
                }
            });
            waits = waits.map(|left: usize| left.saturating_sub(1));
            if ranges.len() == expected_ranges.len() && waits.is_none() {
                waits = Some(random.random_range(0..60));
            }
            clock_cycle!(*block);
            if said.is_some() {
                break;
            }
        }
        assert_eq!(said, Some(expected), "{batch:?}");
        assert_eq!(ranges, expected_ranges, "{batch:?}");
        failures += usize::from(expected.is_err());
        block.start.next = false;
        settle(&mut **block);
        assert!(!block.done.val() && !block.failed.val(), "said once");
    }
    assert!(failures > 60, "{failures} failures");
}

/// Entries of ranges: the first that is not below the limit of its range fails, no other.
#[test]
fn entries_are_judged_range_by_range() {
    let random = &mut random("entries", 4);
    let block = &mut ready::<EntryChecker>();
    let mut failures = 0;
    for round in 0..300 {
        block.reset.next = true;
        block.start.next = true;
        clock_cycle!(*block);
        block.reset.next = false;
        block.start.next = false;
        let (mut ranges, mut entries) = (Vec::new(), Vec::new());
        for _ in 0..random.random_range(1..6) {
            let limit: u32 =
                [1, random.random::<u32>().max(1), random.random_range(1..1000)][random.random_range(0..3)];
            let count = [0, 1, 16, random.random_range(0..60)][random.random_range(0..4)];
            entries.extend((0..count).map(|_| random.random_range(0..limit)));
            ranges.push((entries.len() as u32, limit));
        }
        if round % 2 == 1 && !entries.is_empty() {
            let place = random.random_range(0..entries.len());
            let more: u32 = [1, 1 << 31, 1000][random.random_range(0..3)];
            entries[place] = more.wrapping_add(entries[place]);
        }
        let limit = |entry: usize| ranges.iter().find(|(end, _)| entry < *end as usize).expect("in a range").1;
        let wrong = (0..entries.len()).find(|&entry| entries[entry] >= limit(entry)).map(|entry| entry as u64);
        let mut source = Source::new(ranges.clone(), Rate::changing());
        let mut lines = Source::<Line>::new(in_lines(&entries, random), Rate::changing());
        let mut found = None;
        for cycle in 0.. {
            assert!(cycle < PATIENCE, "no end of {ranges:?}");
            let range = source.offer(random).copied();
            block.range_valid.next = range.is_some();
            let (end, limit) = range.unwrap_or((0, 0));
            block.range_end.next = u64::from(end).into();
            block.range_limit.next = u64::from(limit).into();
            offer!(lines, block.entry_valid.next, block.entry_line.next, random);
            settle(&mut **block);
            if block.failed.val() {
                found = Some(number(block.error_position.val()));
                break;
            }
            let ended = source.items.is_empty() && block.idle.val();
            if range.is_some() && block.range_ready.val() {
                source.take();
            }
            if block.entry_ready.val() && block.entry_valid.val() {
                lines.take();
            }
            clock_cycle!(*block);
            if ended {
                break;
            }
        }
        assert_eq!(found, wrong, "{ranges:?}");
        failures += usize::from(wrong.is_some());
    }
    assert!((20..200).contains(&failures), "{failures} failures");
}
