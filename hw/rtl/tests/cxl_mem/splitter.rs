//! The splitter: every segment in one task, in order, and none beyond what is checked or cannot be walked.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, Source, number, to_bits, to_words};
use emberlane_rtl::cxl_mem::splitter::Splitter;
use rand::Rng;
use rand_pcg::Pcg64;

/// Most entries of a task of several segments.
const SMALL_TASK: u32 = 64;

/// A table of the batch.
#[derive(Clone, Copy, Debug)]
struct Table {
    base: u64,
    rows: u32,
    segments: u32,
}

/// A batch; `ends` has the 0 before the first segment too.
#[derive(Clone, Debug)]
struct Batch {
    tables: Vec<Table>,
    ends: Vec<u32>,
    words: Vec<u32>,
    entries: u32,
}

impl Batch {
    fn new(random: &mut Pcg64) -> Self {
        let tables: Vec<Table> = (0..random.random_range(1..12))
            .map(|_| Table {
                base: random.random::<u64>() << 6,
                rows: random.random(),
                segments: [0, 1, random.random_range(0..40)][random.random_range(0..3)],
            })
            .collect();
        let segments: u32 = tables.iter().map(|table| table.segments).sum();
        let mut ends = vec![0];
        let mut end = 0;
        for _ in 0..segments {
            end += [0, 1, random.random_range(0..40), random.random_range(0..100)][random.random_range(0..4)];
            ends.push(end);
        }
        let words = (0..segments).map(|_| random.random()).collect();
        Self { tables, ends, words, entries: end }
    }

    fn segments(&self) -> u32 {
        self.words.len() as u32
    }
}

/// A task as the splitter hands it out.
#[derive(Clone, Debug, PartialEq)]
struct Task {
    base: u64,
    rows: u32,
    position: u32,
    segment: u32,
    ends: Vec<u32>,
    words: Vec<u32>,
}

/// Words in beats of four; what stands behind a list comes along.
fn beats(words: &[u32], random: &mut Pcg64) -> Vec<[u32; 4]> {
    let chunks = words.chunks(4);
    chunks
        .map(|words| std::array::from_fn(|lane| words.get(lane).copied().unwrap_or_else(|| random.random())))
        .collect()
}

/// The splitter at a batch.
struct Bench {
    block: Box<Splitter>,
    directory: Source<[u32; 4]>,
    offsets: Source<[u32; 4]>,
    words: Source<[u32; 4]>,
    takes: Rate,
    stays: Option<Task>,
    checked: u32,
    cycle: usize,
    tasks: Vec<Task>,
    /// Cycles in which a task was taken.
    taken: Vec<usize>,
}

impl Bench {
    fn new(batch: &Batch, uses_words: bool, rate: fn() -> Rate, random: &mut Pcg64) -> Self {
        let mut block = ready::<Splitter>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        block.uses_segments.next = uses_words;
        block.table_count.next = (batch.tables.len() as u64).into();
        block.segment_count.next = u64::from(batch.segments()).into();
        block.entry_count.next = u64::from(batch.entries).into();
        let directory = batch
            .tables
            .iter()
            .map(|table| [table.base as u32, (table.base >> 32) as u32, table.rows, table.segments])
            .collect::<Vec<_>>();
        Self {
            directory: Source::new(directory, rate()),
            offsets: Source::new(beats(&batch.ends, random), rate()),
            words: Source::new(if uses_words { beats(&batch.words, random) } else { Vec::new() }, rate()),
            block,
            takes: rate(),
            stays: None,
            checked: 0,
            cycle: 0,
            tasks: Vec::new(),
            taken: Vec::new(),
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let block = &mut self.block;
        block.start.next = self.cycle == 0;
        block.tables_checked.next = u64::from(self.checked).into();
        let beat = self.directory.offer(random);
        block.directory_valid.next = beat.is_some();
        block.directory_beat.next = to_bits(beat.unwrap_or(&[0; 4]));
        let beat = self.offsets.offer(random);
        block.offset_valid.next = beat.is_some();
        block.offset_beat.next = to_bits(beat.unwrap_or(&[0; 4]));
        let beat = self.words.offer(random);
        block.segment_valid.next = beat.is_some();
        block.segment_beat.next = to_bits(beat.unwrap_or(&[0; 4]));
        block.task_ready.next = self.takes.draw(random);
        settle(&mut **block);

        let task = block.task_valid.val().then(|| {
            let count = number(block.task_count.val()) as usize;
            assert!((1..=4).contains(&count), "cycle {}: {count} segments", self.cycle);
            let words = if block.uses_segments.val() { count } else { 0 };
            Task {
                base: number(block.task_table_base.val()),
                rows: number(block.task_rows.val()) as u32,
                position: number(block.task_position.val()) as u32,
                segment: number(block.task_segment.val()) as u32,
                ends: to_words(block.task_ends.val())[..count].to_vec(),
                words: to_words(block.task_words.val())[..words].to_vec(),
            }
        });
        if let Some(stays) = self.stays.take() {
            assert_eq!(task.as_ref(), Some(&stays), "cycle {}: a task stays until it is taken", self.cycle);
        }
        if let Some(task) = task {
            assert!(!block.idle.val(), "cycle {}: idle with a task", self.cycle);
            if block.task_ready.val() {
                self.tasks.push(task);
                self.taken.push(self.cycle);
            } else {
                self.stays = Some(task);
            }
        }
        if block.directory_ready.val() && block.directory_valid.val() {
            self.directory.take();
        }
        if block.offset_ready.val() && block.offset_valid.val() {
            self.offsets.take();
        }
        if block.segment_ready.val() && block.segment_valid.val() {
            self.words.take();
        }
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Runs until every task is handed out; tables are found good at a rate.
    fn run(&mut self, batch: &Batch, mut checks: Rate, random: &mut Pcg64) {
        loop {
            self.cycle(random);
            if self.block.idle.val() {
                return;
            }
            assert!(self.cycle < 20_000, "{} tasks, and no end", self.tasks.len());
            // A table may be walked only when it is checked.
            let walked = self.tasks.last().map_or(0, |task| task.segment + task.ends.len() as u32);
            let checked: u32 = batch.tables[..self.checked as usize].iter().map(|table| table.segments).sum();
            assert!(walked <= checked, "cycle {}: a task of a table that is not checked", self.cycle);
            if (self.checked as usize) < batch.tables.len() && checks.draw(random) {
                self.checked += 1;
            }
        }
    }
}

/// The tasks are the batch's first segments, each with what belongs to it; how many.
fn check(batch: &Batch, uses_words: bool, tasks: &[Task]) -> usize {
    let mut segment = 0;
    for task in tasks {
        let count = task.ends.len();
        assert_eq!(task.segment as usize, segment, "{task:?} follows");
        let mut last = 0;
        let table = batch.tables.iter().find(|table| {
            last += table.segments as usize;
            segment < last
        });
        let table = table.expect("a task's table");
        assert!(segment + count <= last, "{task:?} lies in one table");
        assert_eq!((task.base, task.rows), (table.base, table.rows), "table of {task:?}");
        assert_eq!(task.position, batch.ends[segment], "{task:?}");
        assert_eq!(task.ends, batch.ends[segment + 1..=segment + count], "{task:?}");
        if uses_words {
            assert_eq!(task.words, batch.words[segment..segment + count], "{task:?}");
        }
        // As many as the beat of offsets and the table have, unless they have too many entries together.
        let most = (last - segment).min(4 - (segment + 1) % 4);
        let entries = batch.ends[segment + most].wrapping_sub(task.position);
        assert_eq!(count, if entries > SMALL_TASK { 1 } else { most }, "{task:?}");
        segment += count;
    }
    segment
}

#[test]
fn every_segment_is_in_one_task() {
    let random = &mut random("batches", 1);
    let (mut most_tasks, mut sizes) = (0, [0; 5]);
    for round in 0..40 {
        let batch = Batch::new(random);
        let uses_words = round % 2 == 0;
        let mut bench = Bench::new(&batch, uses_words, Rate::changing, random);
        bench.run(&batch, Rate::changing(), random);
        assert_eq!(check(&batch, uses_words, &bench.tasks) as u32, batch.segments(), "all of {batch:?}");
        assert!(!bench.block.broke_off.val(), "the end of {batch:?}");
        most_tasks = most_tasks.max(bench.tasks.len());
        bench.tasks.iter().for_each(|task| sizes[task.ends.len()] += 1);
    }
    assert!(most_tasks > 40 && sizes[1..].iter().all(|&count| count > 20), "{most_tasks} tasks, sizes {sizes:?}");
}

/// A task a cycle, and two cycles more a table.
#[test]
fn takes_a_cycle_a_task() {
    let random = &mut random("full rate", 1);
    let batch = Batch {
        tables: vec![Table { base: 64, rows: 5, segments: 15 }, Table { base: 640, rows: 5, segments: 16 }],
        ends: (0..32).collect(),
        words: vec![0; 31],
        entries: 31,
    };
    let mut bench = Bench::new(&batch, true, Rate::always, random);
    bench.checked = 2;
    bench.run(&batch, Rate::always(), random);
    assert_eq!(check(&batch, true, &bench.tasks), 31);
    // Started in cycle 0: directory, segments, task.
    assert_eq!(bench.taken, [3, 4, 5, 6, 9, 10, 11, 12]);
}

/// Ends that descend or go beyond the entries: it stops before them, and says that it did.
#[test]
fn stops_at_what_cannot_be_walked() {
    let random = &mut random("batches that cannot be walked", 1);
    let mut stopped = 0;
    for _ in 0..60 {
        let mut batch = Batch::new(random);
        if batch.segments() == 0 {
            continue;
        }
        let wrong = random.random_range(1..batch.ends.len());
        batch.ends[wrong] = match random.random_range(0..3) {
            0 => batch.entries + 1,
            1 if batch.ends[wrong - 1] > 0 => batch.ends[wrong - 1] - 1,
            _ => u32::MAX - random.random_range(0..5),
        };
        let mut bench = Bench::new(&batch, true, Rate::changing, random);
        bench.run(&batch, Rate::changing(), random);
        let segments = check(&batch, true, &bench.tasks);
        assert!(bench.block.broke_off.val(), "stopped at {wrong} of {batch:?}");
        assert!(segments < wrong, "{segments} segments, wrong is {wrong} of {batch:?}");
        assert!(segments + 4 >= wrong, "{segments} segments only, wrong is {wrong} of {batch:?}");
        stopped += 1;
    }
    assert!(stopped > 30, "{stopped} batches");
}

/// Tables with more or fewer segments than the batch: no task goes beyond the batch, and the walk says that it broke off.
#[test]
fn breaks_off_where_tables_do_not_add_up() {
    let random = &mut random("tables that do not add up", 1);
    let mut more = 0;
    for _ in 0..40 {
        let mut batch = Batch::new(random);
        let segments = batch.segments();
        let table = random.random_range(0..batch.tables.len());
        let is_more = random.random();
        if is_more {
            // Whatever a table claims, it ends with the batch.
            batch.tables[table].segments =
                batch.tables[table].segments.saturating_add(random.random_range(1..=u32::MAX));
        } else if batch.tables[table].segments == 0 {
            continue;
        } else {
            batch.tables[table].segments -= 1;
        }
        more += usize::from(is_more);
        let mut bench = Bench::new(&batch, true, Rate::always, random);
        bench.checked = batch.tables.len() as u32;
        while !bench.block.idle.val() || bench.cycle < 2 {
            bench.cycle(random);
            assert!(bench.cycle < 20_000, "{} tasks, and no end", bench.tasks.len());
        }
        let walked: u32 = bench.tasks.iter().map(|task| task.ends.len() as u32).sum();
        assert_eq!(walked, if is_more { segments } else { segments - 1 }, "{batch:?}");
        assert!(bench.block.broke_off.val(), "{batch:?}");
        bench.block.stop.next = true;
        bench.cycle(random);
        assert!(!bench.block.broke_off.val(), "forgotten when it is told to stop");
    }
    assert!((5..35).contains(&more), "{more} batches with more");
}

/// `stop` drops what waits, and the next batch begins at its beginning.
#[test]
fn stops_when_told() {
    let random = &mut random("stop", 1);
    let mut batch = Batch::new(random);
    while batch.segments() < 30 {
        batch = Batch::new(random);
    }
    let mut bench = Bench::new(&batch, true, Rate::always, random);
    bench.checked = batch.tables.len() as u32;
    for _ in 0..8 {
        bench.cycle(random);
    }
    assert!(!bench.tasks.is_empty() && !bench.block.idle.val());
    bench.block.stop.next = true;
    bench.cycle(random);
    bench.block.stop.next = false;
    bench.takes = Rate::never();
    bench.stays = None;
    settle(&mut *bench.block);
    assert!(bench.block.idle.val() && !bench.block.task_valid.val(), "nothing is left");
    let again = Bench::new(&batch, true, Rate::always, random);
    let block = std::mem::replace(&mut bench, again).block;
    bench.block = block;
    bench.run(&batch, Rate::always(), random);
    assert_eq!(check(&batch, true, &bench.tasks) as u32, batch.segments());
}
