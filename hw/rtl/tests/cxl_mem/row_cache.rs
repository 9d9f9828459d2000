//! The row cache: the lines of the job, in order; which of them come from a slot; and how fast.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_rtl::cxl_mem::row_cache::RowCache;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// A line of rows as memory holds it while a job runs: every job finds other rows.
fn content(address: u64, job: u64) -> Line {
    std::array::from_fn(|lane| {
        let mixed = (address + 4 * lane as u64 + (job << 48) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_shr(32) as u32
    })
}

/// A cache, the reader behind it, and what a direct-mapped cache of its size does.
struct Bench<const LOG_LINES: usize> {
    block: Box<RowCache<LOG_LINES>>,
    /// What `enable` says, and what it said when the job began.
    enabled: bool,
    keeps: bool,
    /// Cycles between two changes of `enable`; 0: it stays.
    toggles: u32,
    /// The cache kept lines in the cycle before.
    worked: bool,
    requests: Source<u64>,
    /// Rates at which the reader takes requests, answers them, and the consumer takes lines.
    takes: Rate,
    answers: Rate,
    consumes: Rate,
    /// Requests that the reader has taken, and whether the oldest line is offered.
    under_way: VecDeque<u64>,
    offered: bool,
    /// Lines that are to be handed on.
    asked: VecDeque<u64>,
    slots: Vec<Option<u64>>,
    /// Requests that the cache has not judged.
    unjudged: VecDeque<u64>,
    stays: Option<Line>,
    read_stays: Option<u64>,
    /// The job, and its number in the block.
    job: u64,
    numbered: u64,
    cycle: usize,
    /// Cycles in which slots are still emptied.
    blind: usize,
    took: Vec<usize>,
    handed: Vec<usize>,
    hits: usize,
    reads: usize,
}

impl<const LOG_LINES: usize> Bench<LOG_LINES> {
    fn new(rates: fn() -> Rate) -> Self {
        let mut block = ready::<RowCache<LOG_LINES>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            enabled: true,
            keeps: false,
            toggles: 0,
            worked: false,
            requests: Source::new([], rates()),
            takes: rates(),
            answers: rates(),
            consumes: rates(),
            under_way: VecDeque::new(),
            offered: false,
            asked: VecDeque::new(),
            slots: vec![None; 1 << LOG_LINES],
            unjudged: VecDeque::new(),
            stays: None,
            read_stays: None,
            job: 1,
            numbered: 1,
            cycle: 0,
            blind: 1 << LOG_LINES,
            took: Vec::new(),
            handed: Vec::new(),
            hits: 0,
            reads: 0,
        }
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        if self.toggles > 0 && random.random_ratio(1, self.toggles) {
            self.enabled = !self.enabled;
        }
        let Self { block, cycle, job, .. } = self;
        let asked = self.requests.offer(random).copied();
        block.enable.next = self.enabled;
        block.in_valid.next = asked.is_some();
        block.in_address.next = asked.unwrap_or_default().into();
        block.read_ready.next = self.takes.draw(random);
        self.offered |= !self.under_way.is_empty() && self.answers.draw(random);
        block.line_valid.next = self.offered;
        let line = self.under_way.front().filter(|_| self.offered).map_or([!0; 16], |&line| content(line, *job));
        block.line.next = to_bits(&line);
        block.out_ready.next = self.consumes.draw(random);
        settle(&mut **block);

        // What is offered stays: to the reader, and to the consumer.
        let read = block.read_valid.val().then(|| number(block.read_address.val()));
        if let Some(stays) = self.read_stays {
            assert_eq!(read, Some(stays), "cycle {cycle}: a request stays until it is taken");
        }
        self.read_stays = read.filter(|_| !block.read_ready.val());
        let handed = block.out_valid.val().then(|| from_bits(block.out_line.val()));
        if let Some(stays) = self.stays {
            assert_eq!(handed, Some(stays), "cycle {cycle}: a line stays until it is taken");
        }
        self.stays = handed.filter(|_| !block.out_ready.val());

        if let Some(line) = handed {
            let address = *self.asked.front().expect("nothing was asked for");
            assert_eq!(line, content(address, *job), "cycle {cycle}: line {address:#x} of job {job}");
            if block.out_ready.val() {
                self.asked.pop_front();
                self.handed.push(*cycle);
            }
        }
        if block.line_ready.val() && self.offered {
            self.under_way.pop_front();
            self.offered = false;
        }

        // A request is judged: it was kept in the cycle before, or it is read in this one.
        let worked = std::mem::replace(&mut self.worked, self.keeps && self.blind == 0);
        let (hit, taken) = (block.hit.val(), read.filter(|_| block.read_ready.val()));
        if hit {
            self.judge(None, worked);
        }
        if taken.is_some() {
            self.judge(taken, self.worked);
        }
        let block = &self.block;
        if asked.is_some() && block.in_ready.val() {
            let address = self.requests.take();
            self.unjudged.push_back(address);
            self.asked.push_back(address);
            self.took.push(self.cycle);
        }
        clock_cycle!(self.block);
        self.blind = self.blind.saturating_sub(1);
        self.cycle += 1;
    }

    /// The oldest request is judged: it is read from this address, or kept.
    fn judge(&mut self, read: Option<u64>, works: bool) {
        let address = self.unjudged.pop_front().expect("a request was taken");
        let slot = &mut self.slots[(address / 64) as usize % (1 << LOG_LINES)];
        let context = format!("cycle {}: {address:#x} in job {}", self.cycle, self.job);
        assert_eq!(read, (!works || *slot != Some(address)).then_some(address), "{context}");
        if works {
            *slot = Some(address);
        }
        self.hits += usize::from(read.is_none());
        self.reads += usize::from(read.is_some());
        self.under_way.extend(read);
    }

    /// Resets the block, whatever is under way; memory has changed behind it.
    fn reset(&mut self, random: &mut Pcg64) {
        let cycles = random.random_range(1..5);
        self.block.reset.next = true;
        for _ in 0..cycles {
            self.block.in_valid.next = false;
            self.block.line_valid.next = false;
            clock_cycle!(self.block);
        }
        self.block.reset.next = false;
        self.requests = Source::new([], Rate::changing());
        for lines in [&mut self.under_way, &mut self.asked, &mut self.unjudged] {
            lines.clear();
        }
        (self.offered, self.worked, self.stays, self.read_stays) = (false, false, None, None);
        self.slots.fill(None);
        self.keeps = false;
        self.job += 1;
        self.numbered = 1;
        self.blind = 1 << LOG_LINES;
    }

    /// Runs until every line that was asked for was handed on.
    fn run(&mut self, most_cycles: usize, random: &mut Pcg64) {
        let end = self.cycle + most_cycles;
        while !self.requests.items.is_empty() || !self.asked.is_empty() {
            assert!(self.cycle < end, "{} lines are not handed on", self.asked.len());
            self.cycle(random);
        }
    }

    /// The next job begins, and finds memory changed.
    fn begin(&mut self, random: &mut Pcg64) {
        self.block.forget.next = true;
        self.cycle(random);
        self.block.forget.next = false;
        self.keeps = self.enabled;
        self.job += 1;
        self.slots.fill(None);
        self.numbered = self.numbered % 255 + 1;
        if self.numbered == 1 {
            self.blind = 1 << LOG_LINES;
        }
    }

    fn wait(&mut self, cycles: usize, random: &mut Pcg64) {
        for _ in 0..cycles {
            self.cycle(random);
        }
    }
}

/// Lines of rows, some of them `often`: near each other, in the same slots, and all over four TiB.
fn addresses<const LOG_LINES: usize>(count: usize, often: &[u64], random: &mut Pcg64) -> Vec<u64> {
    (0..count)
        .map(|_| {
            let line = often[random.random_range(0..often.len())];
            64 * match random.random_range(0..8) {
                // The same slot, and a tag that differs in one bit.
                0 => line ^ 1 << random.random_range(LOG_LINES..36),
                // The line beside it.
                1 => line ^ 1,
                2 => random.random_range(0..1 << 36),
                _ => line,
            }
        })
        .collect()
}

fn hands_on<const LOG_LINES: usize>(jobs: usize, lines: usize, seed: u64) {
    let random = &mut random(&format!("2^{LOG_LINES} lines"), seed);
    let mut bench = Bench::<LOG_LINES>::new(Rate::changing);
    let often: Vec<u64> = (0..12).map(|_| random.random_range(0..1_u64 << 36)).collect();
    for job in 0..jobs {
        // What `enable` says while a job runs counts for none.
        bench.toggles = 0;
        bench.enabled = job % 5 != 4;
        bench.begin(random);
        bench.toggles = if job % 3 == 2 { 8 } else { 0 };
        let count = random.random_range(0..2 * lines);
        bench.requests.items.extend(addresses::<LOG_LINES>(count, &often, random));
        if job % 4 == 3 {
            // In the middle of it.
            bench.wait(count, random);
            bench.reset(random);
            bench.begin(random);
            bench.requests.items.extend(addresses::<LOG_LINES>(count, &often, random));
        }
        bench.run(100 * count + 1000, random);
    }
    assert!(bench.hits > bench.handed.len() / 8, "{} of {} lines were kept", bench.hits, bench.handed.len());
}

#[test]
fn hands_on_the_lines_of_the_job() {
    hands_on::<4>(16, 300, 1);
    hands_on::<6>(12, 300, 2);
    hands_on::<9>(4, 1000, 3);
}

/// Every slot is filled, and jobs later asked for again: nothing of a job before may come back, whichever bits their numbers share.
#[test]
fn forgets_by_numbers_of_jobs() {
    let random = &mut random("numbers of jobs", 4);
    let mut bench = Bench::<4>::new(Rate::always);
    bench.begin(random);
    bench.wait(16, random);
    for jobs in [1, 2, 4, 8, 16, 32, 64, 128] {
        bench.requests.items.extend((0..32).map(|line| 64 * (line % 16)));
        bench.run(100, random);
        for _ in 0..jobs {
            bench.begin(random);
        }
    }
    assert_eq!(bench.reads + bench.hits, 8 * 32);
    assert_eq!(bench.hits, 8 * 16, "each line was kept once a job");
}

/// Numbers of jobs come again after 255: what the job before with this number had kept is emptied, one slot after the other, and lines that are
/// asked for meanwhile pass by.
fn forgets_when_numbers_come_again<const LOG_LINES: usize>(seed: u64) {
    let random = &mut random(&format!("2^{LOG_LINES} lines, numbers of jobs"), seed);
    let mut bench = Bench::<LOG_LINES>::new(Rate::always);
    let lines = 1_u64 << LOG_LINES;
    bench.begin(random);
    bench.wait(1 << LOG_LINES, random);
    for round in 0..3 {
        // The last slots first: they are emptied last.
        bench.requests.items.extend((0..2 * lines).rev().map(|line| 64 * (line % lines)));
        bench.run(10 * lines as usize, random);
        // The number of the first round comes again, and the numbers begin anew in between.
        for _ in 0..255 {
            bench.begin(random);
        }
        if round == 0 {
            bench.wait(1 << LOG_LINES, random);
        }
    }
    assert!(bench.hits >= 2 * lines as usize, "{} of {} lines were kept", bench.hits, bench.handed.len());
}

#[test]
fn forgets_when_numbers_of_jobs_come_again() {
    forgets_when_numbers_come_again::<4>(5);
    forgets_when_numbers_come_again::<9>(6);
}

/// Nobody takes lines for a while: the queue of turns fills up, and none is lost.
#[test]
fn waits_for_the_consumer() {
    for kept in [false, true] {
        let random = &mut random(&format!("a consumer that waits, kept: {kept}"), 7);
        let mut bench = Bench::<4>::new(Rate::always);
        bench.begin(random);
        bench.wait(16, random);
        bench.requests.items.extend((0..700).map(|line| 64 * if kept { line % 16 } else { line }));
        bench.consumes = Rate::never();
        bench.wait(800, random);
        let waiting = bench.took.len();
        assert!((512..520).contains(&waiting), "{waiting} lines wait");
        bench.consumes = Rate::always();
        bench.run(2000, random);
        assert_eq!((bench.handed.len(), bench.hits), (700, if kept { 684 } else { 0 }));
    }
}

/// Cycles in which lines are handed on, counted from the first request: at full rate, behind a reader that answers at once.
fn at_full_rate(lines: impl IntoIterator<Item = u64>) -> (Vec<usize>, usize) {
    let random = &mut random("full rate", 1);
    let mut bench = Bench::<4>::new(Rate::always);
    bench.begin(random);
    bench.wait(16, random);
    let start = bench.cycle;
    bench.requests.items.extend(lines.into_iter().map(|line| 64 * line));
    bench.run(1000, random);
    let took = bench.took.len();
    assert_eq!(bench.took, (start..start + took).collect::<Vec<_>>(), "a request a cycle");
    (bench.handed.iter().map(|cycle| cycle - start).collect(), bench.hits)
}

#[test]
fn takes_a_line_a_cycle() {
    // One cycle to the reader; two in the queue of turns, one of them beside the reader's; one before the line's turn.
    let (handed, hits) = at_full_rate(0..200);
    assert_eq!((handed, hits), ((4..204).collect::<Vec<_>>(), 0), "lines that are read");
    let (handed, hits) = at_full_rate((0..200).map(|line| line % 8));
    assert_eq!((handed, hits), ((4..204).collect::<Vec<_>>(), 192), "lines that are kept");
    let (handed, hits) = at_full_rate((0..200).map(|line| 16 * (line % 2)));
    assert_eq!((handed, hits), ((4..204).collect::<Vec<_>>(), 0), "lines that take each other's slot");
    // The second line waits until the first has filled its slot.
    let (handed, hits) = at_full_rate([3, 3, 3, 3, 5]);
    assert_eq!((handed, hits), (vec![4, 6, 7, 8, 9], 3), "a line behind itself");
}
