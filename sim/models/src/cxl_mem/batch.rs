//! What reads the lists of a batch from end to end: the checker, and the splitter, which deals tasks.

use super::lists::Stream;
use emberlane_reference::Reduction;
use std::collections::VecDeque;

/// Words of a line of a list.
const LINE_WORDS: u32 = super::LINE_WORDS as u32;
/// Tables whose entries may wait for the checker.
const RANGES: usize = 8;
/// Most segments of a task.
const TASK_SEGMENTS: u32 = 4;
/// Entries up to which a task has more than one segment.
const SMALL_TASK: u32 = 64;

/// Steps of the checker of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckStep {
    Directory,
    Extent,
    Table,
    FirstOffset,
    Segments,
    Hand,
    Next,
    Verdict,
    Done,
}

/// The checker: it judges a line of offsets, and a line of entries, a cycle. Work may begin on the tables that it has found good;
/// results wait for its verdict.
#[derive(Clone, Debug)]
pub struct Checker {
    step: CheckStep,
    table: usize,
    /// Tables that were found good.
    pub checked: usize,
    segment: u32,
    left: u32,
    lane: u32,
    offset_seen: bool,
    /// Where the ranges of entries end that are to be judged.
    ranges: VecDeque<u32>,
    range: Option<u32>,
    position: u32,
}

impl Checker {
    pub fn new() -> Self {
        Self {
            step: CheckStep::Directory,
            table: 0,
            checked: 0,
            segment: 0,
            left: 0,
            lane: 1,
            offset_seen: false,
            ranges: VecDeque::new(),
            range: None,
            position: 0,
        }
    }

    /// Whether the batch was found good.
    pub fn is_done(&self) -> bool {
        self.step == CheckStep::Done
    }

    pub fn cycle(
        &mut self,
        job: &Reduction,
        directory: &mut Stream,
        offsets: &mut Stream,
        rows: &mut Stream,
        entries: &mut Stream,
    ) {
        // What the checker of entries has at the start of the cycle.
        let (room, judged) = (self.ranges.len() < RANGES, self.ranges.is_empty() && self.range.is_none());
        self.check_entries(entries);
        match self.step {
            CheckStep::Directory if self.table == job.tables.len() => self.step = CheckStep::Verdict,
            CheckStep::Directory => {
                if directory.has_beat() {
                    directory.take();
                    self.left = job.tables[self.table];
                    self.step = CheckStep::Extent;
                }
            }
            CheckStep::Extent => self.step = CheckStep::Table,
            CheckStep::Table => {
                self.checked = self.table + 1;
                self.step = CheckStep::FirstOffset;
            }
            CheckStep::FirstOffset => {
                if self.offset_seen || self.left == 0 {
                    self.step = CheckStep::Segments;
                } else if offsets.has_beat() {
                    self.offset_seen = true;
                    self.step = CheckStep::Segments;
                }
            }
            CheckStep::Segments => {
                let count = self.left.min(LINE_WORDS - self.lane);
                let needs_rows = job.is_update() && (self.lane > 0 || count != 1);
                if self.left == 0 {
                    self.step = CheckStep::Hand;
                } else if offsets.has_beat() && (rows.has_beat() || !needs_rows) {
                    self.segment += count;
                    self.left -= count;
                    self.lane += count;
                    if self.lane == LINE_WORDS {
                        self.lane = 0;
                        offsets.take();
                        if job.is_update() {
                            rows.take();
                        }
                    }
                }
            }
            CheckStep::Hand => {
                if room {
                    self.ranges.push_back(job.end_before(self.segment));
                    self.step = CheckStep::Next;
                }
            }
            CheckStep::Next => {
                self.table += 1;
                self.step = CheckStep::Directory;
            }
            CheckStep::Verdict if judged => self.step = CheckStep::Done,
            CheckStep::Verdict | CheckStep::Done => {}
        }
    }

    fn check_entries(&mut self, entries: &mut Stream) {
        let Some(end) = self.range else {
            self.range = self.ranges.pop_front();
            return;
        };
        if self.position == end {
            self.range = None;
        } else if entries.has_beat() {
            let lane = self.position % LINE_WORDS;
            let count = (end - self.position).min(LINE_WORDS - lane);
            self.position += count;
            if lane + count == LINE_WORDS {
                entries.take();
            }
        }
    }
}

/// One to four segments of a table.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub first: u32,
    pub count: u32,
}

/// Walks the segments of a batch, four at a time, and hands out tasks.
#[derive(Clone, Debug)]
pub struct Splitter {
    /// Tables that were begun.
    table: usize,
    in_table: bool,
    done: bool,
    segment: u32,
    left: u32,
    lane: u32,
    pub task: Option<Task>,
}

impl Splitter {
    pub fn new() -> Self {
        Self { table: 0, in_table: false, done: false, segment: 0, left: 0, lane: 1, task: None }
    }

    /// Whether every task was handed out.
    pub fn is_idle(&self) -> bool {
        self.done && self.task.is_none()
    }

    pub fn cycle(&mut self, job: &Reduction, checked: usize, lists: &mut [Stream]) {
        let [directory, offsets, words] = lists else { return };
        if !self.in_table {
            if self.table == job.tables.len() {
                self.done = true;
            } else if directory.has_beat() && self.table < checked {
                directory.take();
                self.left = job.tables[self.table];
                self.table += 1;
                self.in_table = true;
            }
            return;
        }
        let most = self.left.min(TASK_SEGMENTS - self.lane);
        let needs_words = job.uses_segments() && (self.lane > 0 || most != 1);
        if self.left == 0 {
            self.in_table = false;
        } else if offsets.has_beat() && (words.has_beat() || !needs_words) && self.task.is_none() {
            let entries = job.end_before(self.segment + most) - job.end_before(self.segment);
            let count = if entries > SMALL_TASK { 1 } else { most };
            self.task = Some(Task { first: self.segment, count });
            self.segment += count;
            self.left -= count;
            self.lane += count;
            if self.lane == TASK_SEGMENTS {
                self.lane = 0;
                offsets.take();
                if job.uses_segments() {
                    words.take();
                }
            }
        }
    }
}
