//! An engine: from tasks to results.

use super::batch::Task;
use super::fifo::Fifo;
use super::lists::{LineReader, place};
use super::port::{COMPUTING, Port, RoundRobin};
use super::row_cache::RowCache;
use emberlane_reference::Reduction;
use emberlane_registers::cxl_mem::{LINE_BYTES, MAX_CHANNELS};

/// Segments that an engine walks side by side.
const WALKERS: usize = 8;
/// Words of a line of a list.
const LINE_WORDS: u32 = super::LINE_WORDS as u32;
/// Bytes of a word.
const WORD_BYTES: u64 = 4;
/// Lines of a list that may be asked for and not here, at one port.
const LIST_LINES: u8 = 16;
/// The same, at all ports.
const LISTS: usize = LIST_LINES as usize * MAX_CHANNELS as usize;
/// Row lines of one channel that may be asked for and not added.
const ROW_LINES: u8 = 64;
/// Gradient lines of one port that may be asked for and not added.
const GRADIENT_LINES: u8 = 32;
/// Lines that may be asked for and not added, over all ports.
const CONTROLS: usize = 512;
/// Result lines that may be under way or wait.
const RESULTS: usize = 1024;
/// Sums that an engine tells apart: one of each line of a vector, of each walker.
const SUMS: usize = WALKERS * 16;
/// Cycles in which a sum is in the adder: the next operand of the same sum waits for them.
const ADD_CYCLES: u64 = 5;
/// Cycles from an operand to its result at the queues of the ports: two products before the sum, one behind it, the sum and the
/// queue of results.
const RESULT_CYCLES: u64 = 2 * 4 + 5 + 4 + 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    #[default]
    Idle,
    Run,
    AskEntries,
    AskScales,
    Wait,
}

/// Walks the entries of a task's segments.
#[derive(Clone, Copy, Debug, Default)]
struct Walker {
    step: Step,
    position: u32,
    segment: u32,
    end: u32,
    segments_left: u32,
    first: bool,
    /// The line of entries at `position` is here.
    loaded: bool,
    awaited: u8,
}

impl Walker {
    fn is_empty(&self) -> bool {
        self.position == self.end
    }

    fn has_item(&self) -> bool {
        self.step == Step::Run && (self.loaded || self.is_empty())
    }
}

/// An entry of a segment, or a segment without entries.
#[derive(Clone, Copy, Debug)]
struct Item {
    segment: u32,
    position: u32,
    walker: u8,
    first: bool,
    last: bool,
    empty: bool,
}

/// The lines of an item that are still to be asked for: DPA of the next of each kind, and where the first two are.
#[derive(Clone, Copy, Debug)]
struct Lines {
    item: Item,
    operand: u64,
    row: u64,
    target: u64,
    gradient_place: (usize, u64),
    row_place: (usize, u64),
    line: u8,
}

impl Lines {
    /// The line of a row: an update reads the one that it writes.
    fn of_row(&self, is_update: bool) -> u64 {
        if is_update { self.row } else { self.operand }
    }

    fn place(&mut self, is_update: bool, ports: usize) {
        self.row_place = place(self.of_row(is_update), ports);
        self.gradient_place = place(self.operand, ports);
    }
}

/// What is done with a line.
#[derive(Clone, Copy, Debug, Default)]
struct Control {
    /// Which sum.
    key: u8,
    first: bool,
    last: bool,
    empty: bool,
    from_memory: bool,
}

/// One of the engines that share a batch.
#[derive(Clone, Debug)]
pub struct Engine {
    number: usize,
    walkers: [Walker; WALKERS],
    /// Walkers with an item, walkers that ask for a line, walkers that will in the next cycle do either.
    with_item: u32,
    asking: u32,
    turning: u32,
    idle: u32,
    /// Those that were idle at the start of the cycle.
    free: u32,
    item_arbiter: RoundRobin,
    line_arbiter: RoundRobin,
    pub lists: LineReader,
    /// The line that is asked for next, and whose it is.
    asked: Option<((usize, u64), u8)>,
    /// Whose the lines under way are.
    tags: Fifo<u8, LISTS>,
    item: Option<Item>,
    product: Option<Item>,
    sum: Option<Lines>,
    pub rows: RowCache,
    pub gradients: LineReader,
    controls: Fifo<Control, CONTROLS>,
    targets: Fifo<u64, RESULTS>,
    /// When the results come out.
    results: Fifo<u64, RESULTS>,
    /// Of each sum, when it is out of the adder.
    added: [u64; SUMS],
    /// Something has moved, or what it waits for may be there: only then, and when what is under way comes by itself, a cycle
    /// differs from the one before it.
    awake: bool,
    sleeps_until: u64,
}

impl Engine {
    pub fn new(number: usize) -> Self {
        Self {
            number,
            walkers: [Walker::default(); WALKERS],
            with_item: 0,
            asking: 0,
            turning: 0,
            idle: (1 << WALKERS) - 1,
            free: (1 << WALKERS) - 1,
            item_arbiter: RoundRobin::default(),
            line_arbiter: RoundRobin::default(),
            lists: LineReader::new(COMPUTING, 5 + 2 * number, LIST_LINES),
            asked: None,
            tags: Fifo::default(),
            item: None,
            product: None,
            sum: None,
            rows: RowCache::new(LineReader::new(COMPUTING, number, ROW_LINES)),
            gradients: LineReader::new(COMPUTING, 4 + 2 * number, GRADIENT_LINES),
            controls: Fifo::default(),
            targets: Fifo::default(),
            results: Fifo::default(),
            added: [0; SUMS],
            awake: false,
            sleeps_until: u64::MAX,
        }
    }

    /// Whether this cycle may differ from the one before it.
    #[inline]
    pub fn is_awake(&self, now: u64) -> bool {
        self.awake || now >= self.sleeps_until
    }

    /// Something happened outside that it may have waited for.
    pub fn wake(&mut self) {
        self.awake = true;
    }

    /// Whether a walker is free.
    pub fn takes_task(&self) -> bool {
        self.free != 0
    }

    /// The first walker that is free takes a task.
    pub fn give(&mut self, job: &Reduction, task: Task) {
        let walker = self.free.trailing_zeros() as usize;
        self.walkers[walker] = Walker {
            step: Step::Run,
            position: job.end_before(task.first),
            segment: task.first,
            end: job.end_before(task.first + 1),
            segments_left: task.count,
            first: true,
            loaded: false,
            awaited: 0,
        };
        self.idle &= !(1 << walker);
        self.sort(walker);
    }

    /// Whether no task, item, line, sum or result is in it; what waits at the ports is not its matter.
    pub fn is_idle(&self) -> bool {
        self.idle == (1 << WALKERS) - 1
            && self.item.is_none()
            && self.product.is_none()
            && self.sum.is_none()
            && self.controls.is_empty()
            && self.results.is_empty()
    }

    pub fn cycle(&mut self, now: u64, job: &Reduction, hold: bool, channels: &mut [Port], scratchpad: &mut [Port]) {
        self.free = self.idle;
        self.awake = false;
        self.sleeps_until = self.results.front().filter(|ready| *ready > now).unwrap_or(u64::MAX);
        self.lists.clock();
        self.rows.clock();
        self.gradients.clock();
        let targets = if job.writes_tables() { &mut *channels } else { &mut *scratchpad };
        self.write_results(now, hold, targets);
        self.add(now, job);
        self.awake |= self.rows.judge(now, channels);
        self.expand(job, channels, scratchpad);
        self.walk(job, scratchpad);
    }

    fn write_results(&mut self, now: u64, hold: bool, ports: &mut [Port]) {
        if !hold
            && self.results.front().is_some_and(|ready| ready <= now)
            && let Some(target) = self.targets.front()
        {
            let (port, address) = place(target, ports.len());
            if ports[port].takes_result(self.number) {
                ports[port].write_result(self.number, address);
                self.awake = true;
                self.results.pop();
                self.targets.pop();
            }
        }
    }

    fn add(&mut self, now: u64, job: &Reduction) {
        let Some(Control { key, first, last, empty, from_memory }) = self.controls.front() else { return };
        let is_update = job.is_update();
        let needs_row = from_memory || !(is_update || empty);
        let has_gradient = !is_update || empty || self.gradients.has_line();
        let has_row = !needs_row || self.rows.has_line(now);
        if !has_row && let Some(at) = self.rows.line_at() {
            self.sleeps_until = self.sleeps_until.min(at);
        }
        if !(has_gradient && has_row) || (last && self.results.is_full()) {
            return;
        }
        let added = &mut self.added[usize::from(key)];
        if !first && *added > now {
            self.sleeps_until = self.sleeps_until.min(*added);
            return;
        }
        self.controls.pop();
        self.awake = true;
        if is_update && !empty {
            self.gradients.take();
        }
        if needs_row {
            self.rows.take(now);
        }
        if last {
            if self.results.is_empty() {
                self.sleeps_until = self.sleeps_until.min(now + RESULT_CYCLES);
            }
            self.results.push(now + RESULT_CYCLES);
        } else {
            *added = now + ADD_CYCLES + 1;
        }
    }

    /// A line a cycle, when all queues have room.
    fn expand(&mut self, job: &Reduction, channels: &mut [Port], scratchpad: &mut [Port]) {
        if let Some(lines) = &mut self.sum {
            let (row, gradient) = (lines.row_place, lines.gradient_place);
            if self.rows.takes()
                && self.gradients.takes(scratchpad, gradient.0)
                && !self.controls.is_full()
                && !self.targets.is_full()
            {
                self.awake = true;
                let Item { walker, first, last, empty, .. } = lines.item;
                let from_memory = first && job.reads_rows();
                if from_memory || (!job.is_update() && !empty) {
                    self.rows.ask(lines.of_row(job.is_update()), row);
                }
                if job.is_update() && !empty {
                    self.gradients.ask(scratchpad, gradient);
                }
                let key = walker << 4 | lines.line;
                self.controls.push(Control { key, first, last, empty, from_memory });
                if last {
                    self.targets.push(lines.target);
                }
                lines.operand += LINE_BYTES;
                lines.row += LINE_BYTES;
                lines.target += LINE_BYTES;
                lines.line += 1;
                if u64::from(lines.line) * LINE_BYTES == job.vector_bytes {
                    self.sum = None;
                } else {
                    lines.place(job.is_update(), channels.len());
                }
            }
        }
        if self.sum.is_none() && self.product.is_some() {
            self.awake = true;
            self.sum = self.product.take().map(|item| {
                let mut lines = Lines {
                    item,
                    operand: if item.empty { 0 } else { job.operand(item.segment, item.position) },
                    row: job.addresses[item.segment as usize],
                    target: job.target(item.segment),
                    gradient_place: (0, 0),
                    row_place: (0, 0),
                    line: 0,
                };
                lines.place(job.is_update(), channels.len());
                lines
            });
        }
        if self.product.is_none() && self.item.is_some() {
            self.awake = true;
            self.product = self.item.take();
        }
    }

    /// An item a cycle, and a line of a list.
    fn walk(&mut self, job: &Reduction, scratchpad: &mut [Port]) {
        let (with_item, asking, turning) = (self.with_item, self.asking, self.turning);
        if let Some(walker) = self.item_arbiter.choose(with_item)
            && self.item.is_none()
        {
            self.item_arbiter.advance();
            self.take_item(job, walker);
        }
        if self.lists.has_line() {
            self.lists.take();
            if let Some(walker) = self.tags.pop() {
                self.walkers[usize::from(walker)].awaited -= 1;
                self.sort(usize::from(walker));
            }
        }
        if let Some((line, walker)) = self.asked
            && self.lists.takes(scratchpad, line.0)
        {
            self.awake = true;
            self.lists.ask(scratchpad, line);
            self.tags.push(walker);
            self.asked = None;
        }
        if let Some(number) = self.line_arbiter.choose(asking)
            && self.asked.is_none()
        {
            self.line_arbiter.advance();
            let walker = &mut self.walkers[number];
            let list = if walker.step == Step::AskScales { job.scales } else { job.entries };
            let line = list + u64::from(walker.position / LINE_WORDS) * u64::from(LINE_WORDS) * WORD_BYTES;
            self.asked = Some((place(line, scratchpad.len()), number as u8));
            walker.awaited += 1;
            let more = walker.step == Step::AskEntries && job.uses_scales();
            walker.step = if more { Step::AskScales } else { Step::Wait };
            self.sort(number);
        }
        let mut turning = turning;
        while turning != 0 {
            let number = turning.trailing_zeros() as usize;
            turning &= turning - 1;
            let walker = &mut self.walkers[number];
            match walker.step {
                Step::Run => walker.step = Step::AskEntries,
                Step::Wait => {
                    walker.loaded = true;
                    walker.step = Step::Run;
                }
                Step::Idle | Step::AskEntries | Step::AskScales => {}
            }
            self.sort(number);
        }
    }

    fn take_item(&mut self, job: &Reduction, number: usize) {
        let walker = &mut self.walkers[number];
        let empty = walker.is_empty();
        let last = empty || walker.position + 1 == walker.end;
        let Walker { segment, position, first, .. } = *walker;
        self.item = Some(Item { segment, position, walker: number as u8, first, last, empty });
        walker.first = last;
        if !empty {
            walker.position += 1;
            walker.loaded = !walker.position.is_multiple_of(LINE_WORDS);
        }
        if last {
            walker.segment += 1;
            walker.segments_left -= 1;
            if walker.segments_left == 0 {
                walker.step = Step::Idle;
                self.idle |= 1 << number;
            } else {
                walker.end = job.end_before(walker.segment + 1);
            }
        }
        self.sort(number);
    }

    /// Notes what a walker does next.
    fn sort(&mut self, number: usize) {
        self.awake = true;
        let walker = &self.walkers[number];
        let bit = 1 << number;
        let set = |mask: &mut u32, is: bool| *mask = if is { *mask | bit } else { *mask & !bit };
        let has_item = walker.has_item();
        set(&mut self.with_item, has_item);
        set(&mut self.asking, matches!(walker.step, Step::AskEntries | Step::AskScales));
        let turns = match walker.step {
            Step::Run => !has_item,
            Step::Wait => walker.awaited == 0,
            Step::Idle | Step::AskEntries | Step::AskScales => false,
        };
        set(&mut self.turning, turns);
    }
}
